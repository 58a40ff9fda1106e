#!/usr/bin/env bash
# instructions.sh BUILD: the user instructions of one POST /nim over a kept-alive connection. Fails when they are more than 3 % above the
# number in instructions.txt: whoever changes that number says why. callgrind counts every byte of a `rep stosb` as an instruction, and
# libmicrohttpd clears CONNECTION_BYTES that way for every request; so the count that is held has memset write vectors instead. Only the
# thread of the event loop is counted: the one that makes the documents after the start gets as far as it gets.
set -euo pipefail
shopt -s inherit_errexit
build=$1
cd "$(dirname "$0")/../.."
. tests/bench/lib.sh

# ask COUNT THRESHOLD: so many questions, one after the other, over one connection to a daemon under callgrind; prints the instructions of
# its event loop.
ask() {
  rm -f "$work/callgrind.out" "$work"/profile* # or the last one's port would be read
  GLIBC_TUNABLES=glibc.cpu.x86_rep_stosb_threshold=$2 valgrind --tool=callgrind --separate-threads=yes --callgrind-out-file="$work/profile" "$build/grundyd" --listen 127.0.0.1:0 --threads 1 --log none --sandbox off \
    >"$work/callgrind.out" 2>"$work/callgrind.err" &
  local pid=$! port=
  pids+=("$pid")
  for _ in $(seq 1000); do
    port=$(sed -n 's/^listening on .*://p' "$work/callgrind.out" 2>/dev/null || true)
    [ -z "$port" ] || break
    sleep 0.02
  done
  python3 - "$port" "$1" <<'END'
import socket, sys
body = b'{"heaps":[3,4,5]}'
asked = (b"POST /nim HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
         b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as client:
    for _ in range(int(sys.argv[2])):
        client.sendall(asked)
        answer = b""
        while not answer.endswith(b"}"):
            answer += client.recv(65536)
END
  kill "$pid"
  wait "$pid"
  counted "$(sed -n 's/^totals: //p' "$(grep -l guard_check "$work"/profile-*)")"
}

# counted NUMBER: prints it, unless it is none: a gate that compares nothing would always be open.
counted() {
  if [[ ! $1 =~ ^[1-9][0-9]*$ ]]; then
    echo "callgrind counted nothing: '$1'" >&2
    return 1
  fi
  echo "$1"
}

# a_request THRESHOLD: of one request, without what starting and ending take.
a_request() {
  local few many
  few=$(ask 500 "$1")
  many=$(ask 1500 "$1")
  counted $(((many - few) / 1000))
}

default=2048 never=1000000 goal=20000
held=$(counted "$(cat tests/bench/instructions.txt)")
taken=$(a_request "$never")
bytewise=$(a_request "$default")
echo "user instructions of a request: $taken (goal: <= $goal, held: $held), $bytewise with each byte of a rep stosb as one"
goal "POST /nim, user instructions" "<=" "$goal" "$taken" ""
if [ $((taken * 100)) -gt $((held * 103)) ]; then
  echo "more than 3 % above the number held in tests/bench/instructions.txt"
  exit 1
fi
