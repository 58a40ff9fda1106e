#!/usr/bin/env bash
# scrape.sh BUILD: what /metrics takes of a processor, with 300 shared tables and 2000 open connections; and what the sandbox takes of a
# question to /nim: with it and without, in turn in one run.
set -euo pipefail
build=$1
cd "$(dirname "$0")/../.."
. tests/bench/lib.sh
rounds=${BENCH_ROUNDS:-3} seconds=${BENCH_SECONDS:-4} ticks=$(getconf CLK_TCK)

# load NAME PID URL PATH [BODY]: one round; appends us of CPU a request to NAME's list.
load() {
  local before after script=(-s tests/bench/body.lua)
  [ -n "${5:-}" ] || script=()
  before=$(cpu_ticks "$2")
  BENCH_PATH=$4 BENCH_BODY=${5:-} wrk -t1 -c4 -d"${seconds}s" "${script[@]}" "$3$4" >"$work/wrk.out"
  after=$(cpu_ticks "$2")
  awk -v used=$((after - before)) -v hz="$ticks" '/requests in/ { total = $1 } /Non-2xx/ { bad = $NF }
    END { if (bad) { print "refused: " bad > "/dev/stderr"; exit 1 } print used / hz / total * 1e6 }' "$work/wrk.out" >>"$work/$1.list"
}
median() { sort -n "$work/$1.list" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

start_daemon "$build/grundyd" --tables none --sandbox off
open_pid=$daemon_pid open_url=$daemon_url
mkdir -m 700 "$work/tables"
ulimit -n "$(ulimit -Hn)"
start_daemon "$build/grundyd" --tables "$work/tables" --header-timeout 10m
for _ in $(seq "$rounds"); do
  load open "$open_pid" "$open_url" /nim '{"heaps":[3,4,5]}'
  load shut "$daemon_pid" "$daemon_url" /nim '{"heaps":[3,4,5]}'
done
for i in $(seq 300); do printf '{"game":"sg","rules":{"take":[1,%d,%d]},"heaps":[2000]}\n' $((i + 2)) $((i * 3 + 5)); done |
  curl -sf -o /dev/null -H 'Content-Type: application/x-ndjson' --data-binary @- "$daemon_url/batch"
python3 - "${daemon_url##*:}" >"$work/open" <<'END' &
import socket, sys, time
held = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range(2000)]
print(len(held), flush=True)
time.sleep(600)
END
pids+=($!)
until [ -s "$work/open" ]; do sleep 0.05; done
for _ in $(seq "$rounds"); do load scrape "$daemon_pid" "$daemon_url" /metrics; done
curl -s "$daemon_url/metrics" >"$work/metrics"
awk '/^grundy_connections |^grundy_tables{state="shared"}|^process_open_fds/' "$work/metrics"
printf '/metrics %8.1f us of CPU, %s series   (goal: <= 2000)\n' "$(median scrape)" "$(grep -vc '^#' "$work/metrics")"
goal "/metrics" "<=" 2000 "$(median scrape)" "us of CPU"
printf '/nim %.2f us of CPU in the sandbox, %.2f us without\n' "$(median shut)" "$(median open)"
