#!/usr/bin/env bash
# http.sh BUILD: POST /nim over 64 keep-alive connections beside nginx with a constant answer, in turn in one run; in the same run the
# ceiling, libmicrohttpd alone with a response made once for all (constant.c). Then the resident size, the cold start and the instructions
# of one request (instructions.sh). Only the ratios mean anything on a noisy machine.
set -euo pipefail
build=$1
cd "$(dirname "$0")/../.."
. tests/bench/lib.sh
rounds=${BENCH_ROUNDS:-3} seconds=${BENCH_SECONDS:-4} ticks=$(getconf CLK_TCK)

# load NAME URL PID: one round; appends "requests/s us-of-CPU p99-ms" to NAME's list.
load() {
  local before after
  before=$(cpu_ticks "$3")
  wrk -t2 -c64 -d"${seconds}s" --latency -s tests/bench/post.lua "$2" >"$work/wrk.out"
  after=$(cpu_ticks "$3")
  awk -v used=$((after - before)) -v hz="$ticks" '
    /99%/ { p99 = $2; if ($2 ~ /us$/) p99 /= 1000; else if ($2 !~ /ms$/) p99 *= 1000; p99 += 0 }
    /requests in/ { total = $1 }
    /^Requests\/sec/ { rate = $2 }
    /Non-2xx/ { bad = $NF }
    END { if (bad) { print "refused: " bad > "/dev/stderr"; exit 1 } print rate, used / hz / total * 1e6, p99 }' "$work/wrk.out" >>"$work/$1.list"
}

median() { sort -n -k"$2,$2" "$work/$1.list" | awk -v field="$2" '{ v[NR] = $field } END { print v[int((NR + 1) / 2)] }'; }

started=$(date +%s%N)
start_daemon "$build/grundyd"
curl -s -o /dev/null "$daemon_url/nim" -d '{"heaps":[3,4,5]}'
cold_ms=$((($(date +%s%N) - started) / 1000000))
idle_kib=$(rss_kib "$daemon_pid")
start_nginx
"$build/constant" once 2 >"$work/constant.out" &
constant_pid=$!
pids+=("$constant_pid")
until constant_url=$(sed -n 's/^listening on //p' "$work/constant.out") && [ -n "$constant_url" ]; do sleep 0.01; done

wrk -t2 -c64 -d1s -s tests/bench/post.lua "$daemon_url" >/dev/null
wrk -t2 -c64 -d1s -s tests/bench/post.lua "$nginx_url" >/dev/null
wrk -t2 -c64 -d1s -s tests/bench/post.lua "$constant_url" >/dev/null
for _ in $(seq "$rounds"); do
  load nginx "$nginx_url" "$nginx_pid"
  load grundy "$daemon_url" "$daemon_pid"
  load ceiling "$constant_url" "$constant_pid"
done

printf '%-8s %14s %18s %10s\n' '' requests/s 'CPU us/request' 'p99 ms'
for name in nginx grundy ceiling; do
  printf '%-8s %14.0f %18.2f %10.2f\n' "$name" "$(median $name 1)" "$(median $name 2)" "$(median $name 3)"
done
# of_nginx NAME COLUMN
of_nginx() { awk -v ours="$(median "$1" "$2")" -v theirs="$(median nginx "$2")" 'BEGIN { printf "%.2f", ours / theirs }'; }
printf 'of nginx %14s %18s   (goal: >= 1.05 and <= 0.95; the ceiling: %s and %s)\n' "$(of_nginx grundy 1)" "$(of_nginx grundy 2)" \
  "$(of_nginx ceiling 1)" "$(of_nginx ceiling 2)"
goal "POST /nim, requests/s" ">=" 1.05 "$(of_nginx grundy 1)" "x nginx"
goal "POST /nim, CPU" "<=" 0.95 "$(of_nginx grundy 2)" "x nginx"
goal "resident when idle" "<=" 12288 "$idle_kib" KiB
goal "cold start to the first answer" "<=" 50 "$cold_ms" ms
echo "resident when idle: $idle_kib KiB (goal: <= 12288)"
echo "cold start to the first answer: $cold_ms ms (goal: <= 50), curl's own start included"

tests/bench/instructions.sh "$build"
