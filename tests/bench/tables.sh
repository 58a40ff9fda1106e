#!/usr/bin/env bash
# tables.sh BUILD: CPU of /sg with five heaps and its table in place, beside /nim with the same heaps, in turn in one run; the first
# answer of a daemon that finds a table of a million values made by another one.
set -euo pipefail
build=$1
cd "$(dirname "$0")/../.."
. tests/bench/lib.sh
rounds=${BENCH_ROUNDS:-3} seconds=${BENCH_SECONDS:-4} ticks=$(getconf CLK_TCK)
tables=$work/tables
mkdir -m 700 "$tables"

# load NAME PATH BODY: one round; appends us of CPU a request to NAME's list.
load() {
  local before after
  before=$(cpu_ticks "$daemon_pid")
  BENCH_PATH=$2 BENCH_BODY=$3 wrk -t1 -c32 -d"${seconds}s" -s tests/bench/body.lua "$daemon_url" >"$work/wrk.out"
  after=$(cpu_ticks "$daemon_pid")
  awk -v used=$((after - before)) -v hz="$ticks" '/requests in/ { total = $1 } /Non-2xx/ { bad = $NF }
    END { if (bad) { print "refused: " bad > "/dev/stderr"; exit 1 } print used / hz / total * 1e6 }' "$work/wrk.out" >>"$work/$1.list"
}
median() { sort -n "$work/$1.list" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

heaps='"heaps":[31,44,57,62,79]'
start_daemon "$build/grundyd" --tables "$tables"
for _ in $(seq "$rounds"); do
  load nim /nim "{$heaps}"
  load takes /sg "{\"rules\":{\"take\":[1,3,4]},$heaps}"
  load octal /sg "{\"rules\":{\"octal\":\"0.07\"},$heaps}"
done
for name in takes octal; do
  of_nim=$(awk -v a="$(median "$name")" -v b="$(median nim)" 'BEGIN { printf "%.2f", a / b }')
  printf '/sg, five heaps, %-6s %6.2f us of CPU a request, %s of /nim (%.2f us)   (goal: <= 1.3)\n' "$name" "$(median "$name")" "$of_nim" "$(median nim)"
  goal "warm /sg, five heaps, $name" "<=" 1.3 "$of_nim" "x /nim"
done

question='{"rules":{"octal":"0.16"},"heaps":[1000000],"moves":"none"}'
"$build/grundyd" warm --tables "$tables" --rules '{"octal":"0.16"}' --to 1000000 >/dev/null 2>&1
for _ in 1 2 3 4 5; do
  start_daemon "$build/grundyd" --tables "$tables"
  # After the start the documents are made, on the same cores.
  until curl -sI -H 'Accept-Encoding: gzip' "$daemon_url/openapi-3.2.yaml" | grep -qi '^content-encoding'; do sleep 0.01; done
  curl -s -o /dev/null -w '%{time_starttransfer}\n' "$daemon_url/sg" -d "$question" | awk '{ print $1 * 1000 }' >>"$work/attach.list"
  curl -s "$daemon_url/metrics" | grep -q '^grundy_tables_builds_total 0$'
done
printf 'first answer from a table of another process: %.2f ms   (goal: < 5)\n' "$(median attach)"
goal "first answer from another's table" "<=" 5 "$(median attach)" ms
