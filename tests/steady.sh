#!/usr/bin/env bash
# steady.sh BUILD PARTS TIMES TIMES_E2E JOBS: every test must pass however busy the machine is. Of the parts `idle` is all tests TIMES times, `loaded`
# the same beside six processes that compute, `e2e` each end-to-end test TIMES_E2E times in a row. What passed is counted in BUILD/steady.PART: called
# again for the same commit, a part goes on from there. The first failure ends it, and the part begins anew.
set -euo pipefail
build=$(realpath "$1") parts=$2 times=$3 times_e2e=$4 jobs=$5
cd "$(dirname "$0")/.."
commit=$(git describe --always --abbrev=40 --dirty)
cd "$build"

# The file of a part: the commit, then a line for all that passed.
begin() {
  kept=steady.$1
  [ "$(head -n 1 "$kept" 2>/dev/null)" = "$commit" ] || echo "$commit" >"$kept"
}
failed() {
  tail -n 100 "steady.$1.log"
  rm -f "steady.$1"
  echo "steady: $1 failed"
  exit 1
}

again() { # PART: all tests
  begin "$1"
  while done=$(($(wc -l <"$kept") - 1)) && [ "$done" -lt "$times" ]; do
    ctest --output-on-failure --no-tests=error -j"$jobs" -Q -O "steady.$1.log" || failed "$1"
    date +%FT%T >>"$kept"
    echo "steady: $1: $((done + 1)) of $times"
  done
}

each() { # end-to-end tests, each in a row
  begin e2e
  local names left
  names=$(ctest -N -L e2e -LE openapi | sed -n 's/^ *Test *#[0-9]*: //p' | sort)
  left=$(comm -23 <(echo "$names") <(tail -n +2 "$kept" | sort) | paste -sd '|')
  if [ -n "$left" ]; then
    ctest --output-on-failure -j"$jobs" -R "^($left)\$" --repeat "until-fail:$times_e2e" | tee steady.e2e.log |
      sed -un 's/^ *[0-9]*\/[0-9]* Test *#[0-9]*: \([^ ]*\) .* Passed .*/\1/p' >>"$kept" || failed e2e
  fi
  echo "steady: e2e: $(echo "$names" | wc -l) tests, each $times_e2e times"
}

for part in $parts; do
  case $part in
  idle) again idle ;;
  loaded)
    stress-ng --cpu 6 --quiet &
    trap "kill $!" EXIT
    again loaded
    kill $!
    trap - EXIT
    ;;
  e2e) each ;;
  *) echo "steady: no part is called $part: idle, loaded, e2e" >&2; exit 2 ;;
  esac
done
