#!/usr/bin/env bash
# batch.sh BUILD: 10,000 nim questions as lines of one request, and 10,000 claims as lines and as a JSON list, from the first byte that is
# sent to the last that comes back; beside what cJSON takes to parse and print the same bytes (bench_lines). The lines of one request are
# answered one after the other, so that two cores want two: twice 500,000 at once, where waking up counts little. The best of BENCH_ROUNDS.
set -euo pipefail
build=$1
cd "$(dirname "$0")/../.."
. tests/bench/lib.sh

start_daemon "$build/grundyd" --max-body 64M
python3 - "${daemon_url##*:}" "$work" "${BENCH_ROUNDS:-15}" >"$work/rates" <<'END'
import json, socket, sys, threading, time
port, work, rounds = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
count = 10000
heaps = lambda i: [3 + i % 97, 4 + i % 89, 5 + i % 83]
nim = [{"id": i, "game": "nim", "heaps": heaps(i)} for i in range(count)]
claims = [{"game": "nim", "position": {"heaps": heaps(i)}, "claim": {"verdict": "win" if i % 3 else "loss", "grundy": i % 64}} for i in range(count)]
compact = lambda value: json.dumps(value, separators=(",", ":")).encode()
lines = lambda list: b"".join(compact(item) + b"\n" for item in list)

def ask(kind, body):
    head = b"POST /batch HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n" % (kind, len(body))
    pieces = []
    with socket.create_connection(("127.0.0.1", port)) as client:
        began = time.perf_counter()
        sender = threading.Thread(target=client.sendall, args=(head + body,))
        sender.start()
        while piece := client.recv(1 << 20):
            pieces.append(piece)
        took = time.perf_counter() - began
        sender.join()
    return took, b"".join(pieces)

def body_of(raw):
    head, _, rest = raw.partition(b"\r\n\r\n")
    if b"chunked" not in head:
        return rest
    body = b""
    while (size := int(rest[: rest.index(b"\r\n")], 16)):
        at = rest.index(b"\r\n") + 2
        body, rest = body + rest[at : at + size], rest[at + size + 2 :]
    return body

for name, kind, body in [
    ("nim-lines", b"application/x-ndjson", lines(nim)),
    ("claim-lines", b"application/x-ndjson", lines(claims)),
    ("claim-list", b"application/json", compact({"questions": claims})),
]:
    took, raw = min((ask(kind, body) for _ in range(rounds)), key=lambda pair: pair[0])
    answers = body_of(raw)
    if kind == b"application/json":
        assert len(json.loads(answers)["answers"]) == count
    else:
        assert answers.count(b"\n") == count and b'"status"' not in answers
        open(f"{work}/{name}.asked", "wb").write(body)
        open(f"{work}/{name}.answered", "wb").write(answers)
    print(name, f"{took:.6f}")

def ask_twice(body):
    head = b"POST /batch HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n" % len(body)
    got = [0, 0]
    def one(i):
        into = bytearray(1 << 20)
        with socket.create_connection(("127.0.0.1", port)) as client:
            sender = threading.Thread(target=client.sendall, args=(head + body,))
            sender.start()
            while n := client.recv_into(into):
                got[i] += into.count(b'"verdict"', 0, n)
            sender.join()
    both = [threading.Thread(target=one, args=(i,)) for i in range(2)]
    began = time.perf_counter()
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    took = time.perf_counter() - began
    assert min(got) > 50 * count * 0.99, got  # but for what is cut by the end of a piece
    return took

print("nim-twice", f"{min(ask_twice(50 * lines(nim)) for _ in range(rounds)) / 100:.6f}")
END

rate() { awk -v name="$1" '$1 == name { printf "%.0f", 10000 / $2 }' "$work/rates"; }
printf '%-40s %10s/s   (goal: >= 300000)\n' "10,000 nim questions, one request" "$(rate nim-lines)"
printf '%-40s %10s/s   (goal: >= 1500000)\n' "  500,000 by each of two requests at once" "$(rate nim-twice)"
cjson=$("$build/bench_lines" "$work/nim-lines.asked" "$work/nim-lines.answered" | awk '{ printf "%.0f", 10000 / $1 }')
share=$(awk -v ours="$(rate nim-lines)" -v limit="$cjson" 'BEGIN { printf "%.2f", ours / limit }')
printf '%-40s %10s/s   (of it we reach %s, goal: >= 0.5)\n' "  cJSON, the same bytes, one core" "$cjson" "$share"
printf '%-40s %10s/s   (goal: >= 100000)\n' "10,000 claims, one request, lines" "$(rate claim-lines)"
printf '%-40s %10s/s   (goal: >= 100000)\n' "10,000 claims, one request, JSON list" "$(rate claim-list)"
goal "/batch of lines, nim" ">=" 300000 "$(rate nim-lines)" "answers/s"
goal "/batch of lines, two requests at once" ">=" 1500000 "$(rate nim-twice)" "answers/s"
goal "/batch of lines, share of cJSON" ">=" 0.5 "$share" ""
goal "/batch of lines, claims" ">=" 100000 "$(rate claim-lines)" "claims/s"
goal "/batch as JSON, claims" ">=" 100000 "$(rate claim-list)" "claims/s"
