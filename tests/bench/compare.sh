#!/usr/bin/env bash
# compare.sh BEFORE AFTER: whether anything became slower from one commit to another: the user instructions of one line of `grundyd batch` and of
# one POST /nim over HTTP, in both builds, side by side. Instructions do not depend on what else the machine does, and cannot drift between one
# run and the next, so nothing has to be interleaved. BEFORE and AFTER are directories with a build of grundyd; a commit is built first, with
# the flags of a build without options. Fails where something takes more than 5 % more.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."
. tests/bench/lib.sh

# built WHAT: the directory of a build; of a commit, one made here.
built() {
  if [ -x "$1/grundyd" ]; then
    echo "$1"
    return
  fi
  local tree=$work/tree.${1//[^A-Za-z0-9]/_}
  mkdir "$tree"
  git archive "$1" | tar xf - -C "$tree"
  cmake -S "$tree" -B "$tree/build" -DGRUNDY_TESTS=OFF >"$work/cmake.log"
  cmake --build "$tree/build" -j "$(nproc)" --target grundyd >"$work/build.log" || { tail -n 20 "$work/build.log" >&2; return 1; }
  echo "$tree/build"
}

# count BUILD LINE: instructions of one more such line.
count() {
  local n
  local -a taken=()
  for n in 50 250; do
    for ((i = 0; i < n; i++)); do echo "$2"; done >"$work/lines"
    GRUNDY_TABLES=none valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1/grundyd" batch <"$work/lines" 2>"$work/callgrind.err" >"$work/answers"
    ! grep -q '"status":' "$work/answers" || { echo "refused: $(head -c 300 "$work/answers")" >&2; return 1; }
    taken+=("$(counted "$(sed -n 's/.*Collected : //p' "$work/callgrind.err")")")
  done
  counted $(((taken[1] - taken[0]) / 200))
}

slower=0
# row NAME BEFORE AFTER
row() {
  local percent=$(($3 * 1000 / $2))
  local note=
  [ "$percent" -le 1050 ] || { note='  slower'; slower=1; }
  printf '%-36s %10d %10d %6d.%d %%%s\n' "$1" "$2" "$3" $((percent / 10)) $((percent % 10)) "$note"
}

before=$(built "$1") after=$(built "$2")
printf '%-36s %10s %10s\n' 'instructions' before after
nim='{"heaps":[3,4,5]}'
first=$(loop_instructions "$before" /nim "$nim") second=$(loop_instructions "$after" /nim "$nim")
row 'POST /nim, a request' "$first" "$second"
while IFS='|' read -r name line; do
  first=$(count "$before" "$line") second=$(count "$after" "$line")
  row "$name" "$first" "$second"
done <tests/bench/compare.txt
exit $slower
