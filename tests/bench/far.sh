#!/usr/bin/env bash
# far.sh BUILD [PART]: long tables, asked of a daemon that has none over HTTP, with its own deadline: how many requests it takes until the answer is
# there, each going on where the last one stopped, and the CPU time of all. The answer must be what plain ways find (recompute.c), which take
# some minutes; a request that gets no further fails, too. With PART, heaps of that part of the size.
set -euo pipefail
build=$1 part=${2:-1}
cd "$(dirname "$0")/../.."
. tests/bench/lib.sh
ticks=$(getconf CLK_TCK)

# ask NAME RULES HEAP PLAIN: what it is for recompute.c.
ask() {
  local requests=0 reached=0 before now status value expected
  before=$(cpu_ticks "$daemon_pid")
  while true; do
    requests=$((requests + 1))
    status=$(curl -s -o "$work/answer" -w '%{http_code}' "$daemon_url/sg" -d "{\"rules\":$2,\"heaps\":[$3],\"moves\":\"none\"}")
    [ "$status" = 503 ] || break
    now=$(sed -n 's/.*ended at heap \([0-9]*\).*/\1/p' "$work/answer")
    if [ -z "$now" ] || [ "$now" -le "$reached" ]; then
      echo "$1: stays at heap $reached: $(head -c 300 "$work/answer")"
      return 1
    fi
    reached=$now
  done
  value=$(sed -n 's/.*"grundy":\([0-9]*\).*/\1/p' "$work/answer")
  expected=$("$build/recompute" "$4" "$3")
  printf '%-26s to %8d: %3d requests, %6.2f s of CPU, value %s\n' "$1" "$3" "$requests" \
    "$(awk -v used=$(($(cpu_ticks "$daemon_pid") - before)) -v hz="$ticks" 'BEGIN { print used / hz }')" "$value"
  if [ "$status" != 200 ] || [ "$value" != "$expected" ]; then
    echo "$1: status $status, value $value, must be $expected"
    return 1
  fi
}

start_daemon "$build/grundyd" --tables none
status=0
ask squares '{"take":"squares"}' $((10000000 / part)) squares || status=1
ask 0.6 '{"octal":"0.6"}' $((1000000 / part)) 0.6 || status=1
ask 0.007 '{"octal":"0.007"}' $((1000000 / part)) 0.007 || status=1
ask "Grundy's game" '{"split":"unequal"}' $((1000000 / part)) unequal || status=1
exit $status
