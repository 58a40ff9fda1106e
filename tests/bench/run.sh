#!/usr/bin/env bash
# run.sh BUILD: every benchmark, one after the other, and a table of all goals at the end; the exit status tells whether those that no
# noise can spoil were reached: CPU time of a question by itself, instructions.
set -euo pipefail
build=$1
cd "$(dirname "$0")/../.."
status=0
BENCH_TABLE=$(mktemp)
export BENCH_TABLE
trap 'rm -f "$BENCH_TABLE" "$BENCH_TABLE.out"' EXIT
for bench in "$build"/bench_*; do
  [ -f "$bench" ] && [ -x "$bench" ] || continue
  echo "== $(basename "$bench")"
  "$bench" | tee "$BENCH_TABLE.out" || status=1
  sed -nE 's/^(.*[^ ]) +([0-9.]+) us of CPU +goal ([0-9]+) us: (.*)$/\1\t<= \3 us of CPU\t\2 us of CPU\t\4/; T
    s/reached$/yes/; s/MISSED$/NO/; p' "$BENCH_TABLE.out" >>"$BENCH_TABLE"
done
echo "== users' games beside Python"
python3 tests/bench/custom.py "$build/grundyd" || status=1
echo "== http"
tests/bench/http.sh "$build" || status=1
echo "== tables"
tests/bench/tables.sh "$build" || status=1
echo "== scrape"
tests/bench/scrape.sh "$build" || status=1
echo "== batch"
tests/bench/batch.sh "$build" || status=1
echo "== tools"
tests/bench/tools.sh "$build" || status=1
echo "== judge"
tests/bench/judge.py "$build/grundyd" || status=1
echo "== goals"
awk -F'\t' 'BEGIN { printf "%-32s %-18s %-18s %s\n", "", "goal", "measured", "met" } { printf "%-32s %-18s %-18s %s\n", $1, $2, $3, $4 }' "$BENCH_TABLE"
exit $status
