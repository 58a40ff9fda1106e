#!/bin/bash
# terminal.sh GRUNDYD: what works without a server. grundyd batch answers lines as they come and says what is wrong with the others; grundyd grade
# tells by its exit status what is right (0), wrong (1), malformed (2) and beyond what is solved (3).
set -eu
grundyd=$1
export GRUNDY_DEADLINE=60m # no time is that of this machine
fail() { echo "$1" >&2; exit 1; }

out=$(printf '{"id":1,"game":"nim","heaps":[3,4,5],"moves":"none"}\n\n{"game":"nim"}\n{"path":"/apply","game":"nim","position":{"heaps":[1]},"move":{"heap":0,"take":1}}\nx' | "$grundyd" batch)
[ "$(echo "$out" | wc -l)" = 4 ] || fail "not four answers: $out"
echo "$out" | sed -n 1p | grep -q '^{"id":1,"game":"nim","verdict":"win"' || fail "the first line: $out"
echo "$out" | sed -n 2p | grep -q '^{"line":3,.*"code":"invalid_position"' || fail "the second answer: $out"
echo "$out" | sed -n 3p | grep -q '"over":true,"winner":0' || fail "the third answer: $out"
echo "$out" | sed -n 4p | grep -q '^{"line":5,.*"code":"invalid_json"' || fail "the last line has no end: $out"

# The first answer is there before the second question.
coproc "$grundyd" batch
pid=$COPROC_PID # bash forgets it when the process has ended
echo '{"game":"nim","heaps":[1]}' >&"${COPROC[1]}"
read -r line <&"${COPROC[0]}" || fail "no answer while the input is open"
echo "$line" | grep -q '"verdict":"win"' || fail "$line"
exec {COPROC[1]}>&-
wait "$pid" || fail "grundyd batch ends with $?"

grade() { set +e; printf '%s' "$1" | "$grundyd" grade >/dev/null; status=$?; set -e; [ $status = "$2" ] || fail "$1: exit $status, not $2"; }
grade '{"game":"nim","position":{"heaps":[1]},"claim":{"verdict":"win"}}' 0
grade '{"game":"nim","position":{"heaps":[1]},"claim":{"verdict":"loss"}}' 1
grade '{"game":"nim","position":{"heaps":[1]},"claim":{"verdict":"maybe"}}' 2
grade '{"game":"nim"' 2
grade '{"game":"wythoff","position":{"heaps":[5000,1]},"claim":{"grundy":1}}' 3
answer=$(echo '{"heaps":[0,0],"vary":[{"pointer":"/heaps/0","to":1},{"pointer":"/heaps/1","to":2}],"of":"verdict"}' | "$grundyd" table wythoff)
[[ $answer == *'"rows":["LWW","WWL"]'* ]] || fail "a table: $answer"
answer=$("$grundyd" laws <(echo '{"values":"LWWLWWLWWLWWLWWLWWLWWLWWLWWLWWLWWLWWLWWLWWLWWLWWLWWLWW"}')) || fail "laws: exit $?"
[[ $answer == *'g(n + 3) == g(n)'* ]] || fail "laws: $answer"
answer=$("$grundyd" table nim '{"heaps":[1,2],"vary":[{"pointer":"/heaps/0","to":3}]}') || fail "a table of a word: exit $?"
[[ $answer == *'"values":[2,3,0,1]'* ]] || fail "a table of a word: $answer"
echo "lines, grades, tables and laws"
