#!/usr/bin/env bash
# run.sh BUILD: every benchmark, one after the other, each beside the load of the machine, and a table of all goals at the end. It fails where
# answers are wrong or ways disagree, or a request takes more than 3 % more instructions than are held: a goal of speed fails nothing, since a
# busy machine can spoil it, and is told in the table, reached or not.
set -euo pipefail
build=$1
cd "$(dirname "$0")/../.."
status=0
BENCH_TABLE=$(mktemp)
export BENCH_TABLE
trap 'rm -f "$BENCH_TABLE"' EXIT
# part NAME COMMAND...
part() {
  echo "== $1 (load $(cut -d ' ' -f 1 /proc/loadavg))"
  shift
  "$@" || status=1
}
for bench in "$build"/bench_*; do
  [ -f "$bench" ] && [ -x "$bench" ] || continue
  part "$(basename "$bench")" "$bench"
done
part "users' games beside Python" python3 tests/bench/custom.py "$build/grundyd"
part http tests/bench/http.sh "$build"
part tables tests/bench/tables.sh "$build"
part scrape tests/bench/scrape.sh "$build"
part batch tests/bench/batch.sh "$build"
part tools tests/bench/tools.sh "$build"
part judge tests/bench/judge.py "$build/grundyd"
echo "== goals (load $(cut -d ' ' -f 1 /proc/loadavg))"
awk -F'\t' 'BEGIN { printf "%-54s %-22s %-22s %s\n", "", "goal", "measured", "met" } { printf "%-54s %-22s %-22s %s\n", $1, $2, $3, $4 }' "$BENCH_TABLE"
exit $status
