# Shared by the benchmarks: starting the daemon and nginx on free ports, and reading what they used. Sourced, not run.

work=$(mktemp -d)
pids=()
stop_all() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap stop_all EXIT

# goal NAME RELATION GOAL MEASURED UNIT: a row of the table that run.sh ends with, where it is run.sh that asks (BENCH_TABLE is its
# file).
goal() {
  [ -n "${BENCH_TABLE:-}" ] || return 0
  awk -v OFS='\t' -v name="$1" -v relation="$2" -v goal="$3" -v measured="$4" -v unit="$5" '
    BEGIN { met = relation == "<=" ? measured + 0 <= goal + 0 : measured + 0 >= goal + 0
      print name, relation " " goal " " unit, measured " " unit, met ? "yes" : "NO" }' >>"$BENCH_TABLE"
}

# start_daemon BINARY [FLAG…]: sets daemon_pid and daemon_url.
start_daemon() {
  rm -f "$work/daemon.out" # or the last one's address would be read
  "$1" --listen 127.0.0.1:0 --log error "${@:2}" >"$work/daemon.out" 2>"$work/daemon.err" &
  daemon_pid=$!
  pids+=("$daemon_pid")
  for _ in $(seq 500); do
    daemon_url=$(sed -n 's/^listening on //p' "$work/daemon.out" 2>/dev/null || true)
    [ -z "$daemon_url" ] || return 0
    kill -0 "$daemon_pid" || { cat "$work/daemon.err" >&2; return 1; }
    sleep 0.01
  done
  return 1
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# start_nginx: a constant answer, two workers, no log. Sets nginx_pid and nginx_url.
start_nginx() {
  local port
  port=$(free_port)
  mkdir -p "$work/nginx"
  cat >"$work/nginx/nginx.conf" <<END
daemon off; pid $work/nginx/pid; error_log $work/nginx/error.log; worker_processes 2;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000000; default_type application/json;
  client_body_temp_path $work/nginx/body; proxy_temp_path $work/nginx/proxy; fastcgi_temp_path $work/nginx/fastcgi;
  uwsgi_temp_path $work/nginx/uwsgi; scgi_temp_path $work/nginx/scgi;
  server { listen 127.0.0.1:$port reuseport; location / { return 200 '{"game":"nim","verdict":"win","grundy":2}'; } }
}
END
  nginx -e "$work/nginx/error.log" -p "$work/nginx" -c "$work/nginx/nginx.conf" &
  nginx_pid=$!
  pids+=("$nginx_pid")
  nginx_url=http://127.0.0.1:$port
  for _ in $(seq 500); do
    curl -s -o /dev/null "$nginx_url" && return 0
    sleep 0.01
  done
  return 1
}

# cpu_ticks PID: user and system time of a process and its children, in clock ticks.
cpu_ticks() {
  local pid total=0
  for pid in "$1" $(cat /proc/"$1"/task/*/children 2>/dev/null); do
    total=$((total + $(sed 's/^.*) //' "/proc/$pid/stat" | awk '{print $12 + $13}')))
  done
  echo "$total"
}

rss_kib() { awk '/^VmRSS/ {print $2}' "/proc/$1/status"; }

# counted NUMBER: prints it, unless it is none: a gate that compares nothing would always be open.
counted() {
  if [[ ! $1 =~ ^[1-9][0-9]*$ ]]; then
    echo "callgrind counted nothing: '$1'" >&2
    return 1
  fi
  echo "$1"
}

# loop_instructions BUILD PATH BODY: the user instructions of one such POST over a kept-alive connection, without what starting and ending
# take. callgrind counts every byte of a `rep stosb` as one, and libmicrohttpd clears CONNECTION_BYTES that way for every request; so memset
# is told to write vectors instead, unless REP_STOSB says from how many bytes on it may. Only the thread of the event loop is counted: the one
# that makes the documents after the start gets as far as it gets, in turns with the others: alone it could end before the loop begins, which
# valgrind would then count under the same number. With CONSTANT, the same of libmicrohttpd alone (constant.c): `each`, its
# response made for each request, or `once`.
loop_instructions() {
  local few many
  few=$(loop_instructions_of "$@" 500)
  many=$(loop_instructions_of "$@" 1500)
  counted $(((many - few) / 1000))
}
loop_instructions_of() {
  local program=("$1/grundyd" --listen 127.0.0.1:0 --threads 1 --log none --sandbox off) known=guard_check
  case ${CONSTANT:-} in
  each) program=("$1/constant") known=answer_constant ;;
  once) program=("$1/constant" once) known=answer_constant ;;
  esac
  rm -f "$work/callgrind.out" "$work"/profile* # or the last one's port would be read
  GLIBC_TUNABLES=glibc.cpu.x86_rep_stosb_threshold=${REP_STOSB:-1000000} valgrind --tool=callgrind --fair-sched=yes --separate-threads=yes \
    --callgrind-out-file="$work/profile" "${program[@]}" >"$work/callgrind.out" 2>"$work/callgrind.err" &
  local pid=$! port=
  pids+=("$pid")
  for _ in $(seq 1000); do
    port=$(sed -n 's/^listening on .*://p' "$work/callgrind.out" 2>/dev/null || true)
    [ -z "$port" ] || break
    sleep 0.02
  done
  python3 - "$port" "$2" "$3" "$4" <<'END'
import socket, sys
path, body = sys.argv[2].encode(), sys.argv[3].encode()
asked = (b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
         b"Content-Length: %d\r\n\r\n%s" % (path, len(body), body))
with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as client:
    for _ in range(int(sys.argv[4])):
        client.sendall(asked)
        answer = b""
        while not answer.endswith(b"}"):
            answer += client.recv(65536)
END
  kill "$pid"
  wait "$pid"
  counted "$(sed -n 's/^totals: //p' "$(grep -l $known "$work"/profile-*)")"
}
