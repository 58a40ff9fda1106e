#!/usr/bin/env bash
# run.sh BUILD: every benchmark, one after the other; the exit status tells whether the goals of those that have one were reached.
set -euo pipefail
build=$1
cd "$(dirname "$0")/../.."
status=0
for bench in "$build"/bench_*; do
  [ -f "$bench" ] && [ -x "$bench" ] || continue
  echo "== $(basename "$bench")"
  "$bench" || status=1
done
echo "== http"
tests/bench/http.sh "$build"
exit $status
