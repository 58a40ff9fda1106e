#!/usr/bin/env bash
# tools.sh BUILD: the user instructions of a tool's request beside those of the plain question, in percent: as a client asks over HTTP, which
# is what the goals are for, and as a line of a batch, where nothing of HTTP hides what the tool itself takes. And those of a node of /tree:
# 60,000 are 50,000 nodes a second where three thousand million instructions are.
set -euo pipefail
shopt -s inherit_errexit
build=$1
cd "$(dirname "$0")/../.."
. tests/bench/lib.sh

# count LINE: instructions of one more such line.
count() {
  local lines n
  local -a taken=()
  for n in 200 1200; do
    lines=$work/lines.$n
    for ((i = 0; i < n; i++)); do echo "$1"; done >"$lines"
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/grundyd" batch <"$lines" 2>"$work/callgrind.err" >/dev/null
    taken+=("$(sed -n 's/.*Collected : //p' "$work/callgrind.err")")
  done
  [[ ${taken[0]} =~ ^[1-9][0-9]*$ && ${taken[1]} =~ ^[1-9][0-9]*$ ]] || { echo "callgrind counted nothing" >&2; return 1; }
  echo $(((taken[1] - taken[0]) / 1000))
}

# beside NAME GOAL PATH BODY PLAIN: both over HTTP and as lines, PLAIN to /nim.
beside() {
  local taken plain line plain_line
  taken=$(loop_instructions "$build" "$3" "$4")
  plain=$(loop_instructions "$build" /nim "$5")
  line=$(count "{\"path\":\"$3\",${4#\{}")
  plain_line=$(count "{\"path\":\"/nim\",${5#\{}")
  printf '%-30s %6s instructions, %s %% of the plain question (goal: <= %s); a line %6s, %s %%\n' "$1" "$taken" $((taken * 100 / plain)) "$2" \
    "$line" $((line * 100 / plain_line))
  goal "$1" "<=" "$2" $((taken * 100 / plain)) "% of the question"
}

plain='{"heaps":[3,4,5]}' all='{"heaps":[3,4,5],"moves":"all"}'
beside "/apply" 200 /apply '{"game":"nim","position":{"heaps":[3,4,5]},"move":{"heap":0,"take":2}}' "$plain"
beside "/play with a move" 200 /play '{"game":"nim","position":{"heaps":[3,4,5]},"move":{"heap":2,"take":1}}' "$plain"
beside "words of the winning moves" 130 /nim '{"heaps":[3,4,5],"words":true}' "$plain"
beside "words of all moves" 130 /nim '{"heaps":[3,4,5],"moves":"all","words":true}' "$all"
tree=$(($(count '{"path":"/tree","game":"nim","position":{"heaps":[3,4,5]},"depth":12}') / 120)) # 4 * 5 * 6 positions
printf '%-40s %8s instructions (goal: <= 60000)\n' "a node of /tree" "$tree"
goal "/tree, instructions of a node" "<=" 60000 "$tree" ""
