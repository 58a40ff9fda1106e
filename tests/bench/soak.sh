#!/usr/bin/env bash
# soak.sh BUILD SECONDS: mixed questions, sound and broken ones, for that long; the daemon must go on, answer, and stay of one size.
set -euo pipefail
build=$1 seconds=$2
cd "$(dirname "$0")/../.."
. tests/bench/lib.sh

# The long proofs that the suite has no time for.
. tests/bench/prove.sh
prove 0.376 4 2268248 10000000
prove 0.354 1180 10061916 30000000

start_daemon "$build/grundyd"
wrk -t2 -c64 -d3s -s tests/bench/mixed.lua "$daemon_url" >/dev/null
first=$(rss_kib "$daemon_pid")
end=$((SECONDS + seconds))
while [ $SECONDS -lt $end ]; do
  left=$((end - SECONDS))
  wrk -t2 -c64 -d"$((left < 60 ? left : 60))s" -s tests/bench/mixed.lua "$daemon_url" | sed -n 's/^ *\([0-9]* requests in.*\)/\1/p'
  echo "resident: $(rss_kib "$daemon_pid") KiB"
done
last=$(rss_kib "$daemon_pid")
[ "$(curl -s -o /dev/null -w '%{http_code}' "$daemon_url/healthz")" = 200 ]
kill "$daemon_pid"
wait "$daemon_pid"
echo "resident at first $first KiB, at last $last KiB"
[ "$last" -le $((first + first / 5 + 1024)) ]
