"""attacks.py KIND PORT SEED: one attacker, from the address 127.0.0.10 + SEED, until it is ended by SIGTERM; then it prints what it did, as JSON.

Each kind is a function that goes on for ever; what the daemon does to it is no reason to stop."""
import collections, json, random, select, signal, sys, time
import dear, wire

source = "127.0.0.10"  # main() makes it another for each attacker: four of a kind are four clients, as the scheduler sees them
LINES = "Content-Type: application/x-ndjson\r\n"
did = collections.Counter()


def patiently(port, raw):
    """A client who reads: counts by status, also that there was no answer."""
    client = wire.Client(port, source)
    while True:
        did["asked"] += 1
        try:
            did[client.ask(raw())[0]] += 1
        except wire.Broken:
            did["cut"] += 1
            time.sleep(0.05)


def take(door, n):
    while n and (got := len(door.recv(min(n, 1 << 16)))):
        n -= got


def unread(port, raw, many, taken=0):
    """Connections on which large answers are asked for and never read, or only their first bytes; who is ended comes again."""
    doors, hung = {}, select.poll()
    while True:
        while len(doors) < many:
            try:
                door = wire.connect(port, source, small=True)
                door.sendall(raw)
                take(door, taken)
            except OSError:
                did["refused"] += 1
                break
            doors[door.fileno()] = door
            hung.register(door, select.POLLRDHUP)
            did["asked"] += 1
        for fd, _ in hung.poll(100):
            hung.unregister(fd)
            doors.pop(fd).close()
            did["ended"] += 1


def dear_one(R, game=False):
    rules = {"hex": "0." + "".join(R.choice("89ABCDEF") for _ in range(7))}
    return {**({"game": "sg"} if game else {}), "rules": rules, "heaps": [32000]}


def answers(port, R):
    """1.4 KB in, 4 MB out, and nobody takes them."""
    unread(port, wire.request("/fibonacci-nim", {"stones": str(dear.LARGEST), "factor": 1, "moves": "all", "limit": 10000, "positions": True}), 30)


def batches_unread(port, R):
    edges = [[i, i + 1] for i in range(2000)]
    unread(port, wire.request("/batch", {"questions": [{"game": "graph", "edges": edges, "tokens": [0], "nodes": 2001, "all_nodes": True}] * 25}), 8)


def documents_unread(port, R):
    unread(port, wire.request("/openapi-3.2.yaml") * 8, 50)


def lines_unread(port, R):
    """Some of the answers is taken, then nothing more, and nothing is sent."""
    some = b"".join(wire.text({"id": i, "game": "nim", "heaps": [10**6, i], "moves": "all", "limit": 1000}) + b"\n" for i in range(100))
    unread(port, wire.request("/batch", some, LINES), 20, 1 << 20)


def keys(port, R):
    """Small tables of rule sets that are long to tell."""
    patiently(port, lambda: wire.request("/sg", {"rules": {"take": sorted(R.sample(range(1, 1000000), 1024))}, "heaps": [1000], "moves": "none",
                                                 "misere": R.random() < 0.5}))


def tables(port, R):
    """Rule sets that each want millions of values."""
    patiently(port, lambda: wire.request("/sg", {"rules": {"take": sorted(R.sample(range(1, 1000000), 12))}, "heaps": [R.choice([3900000, 4100000])], "moves": "none"}))


def batches(port, R):
    patiently(port, lambda: wire.request("/batch", {"questions": [dear_one(R, True) for _ in range(12)]}))


def lines(port, R):
    patiently(port, lambda: wire.request("/batch", b"".join(wire.text(dear_one(R, True)) + b"\n" for _ in range(12)), LINES + "Connection: close\r\n"))


def singles(port, R):
    patiently(port, lambda: wire.request("/sg", dear_one(R)))


def dearest(port, R):
    asked = [dear.raw(question) for _, question in dear.questions(R.random())]
    patiently(port, lambda: R.choice(asked))


def customs(port, R):
    """Of one's own rules, where there is memory for the largest: `dearest` has them where there is not."""
    asked = [dear.raw(question) for _, question in dear.questions(R.random(), [dear.custom])]
    patiently(port, lambda: R.choice(asked))


def bodies(port, R):
    """25 bodies of a megabyte, each without its last byte; then that byte of all of them at once."""
    raw = wire.request("/nim", {"heaps": [R.randrange(10**8, 10**9) for _ in range(100000)]})
    while True:
        doors = []
        for _ in range(25):
            try:
                doors.append(wire.connect(port, source))
                doors[-1].sendall(raw[:-1])
            except OSError:
                did["refused"] += 1
        for door in doors:
            try:
                door.sendall(raw[-1:])
            except OSError:
                pass
        for door in doors:
            try:
                did[door.recv(12)[9:12].decode() or "cut"] += 1
            except OSError:
                did["cut"] += 1
            door.close()


def endless(port, R):
    """A line that never ends."""
    piece = b"x" * (1 << 16)
    while True:
        try:
            door = wire.connect(port, source)
            door.sendall(f"POST /batch HTTP/1.1\r\nHost: a\r\n{LINES}Content-Length: {10**12}\r\n\r\n".encode())
            while True:
                did["bytes"] += door.send(piece)
        except OSError:
            did["cut"] += 1


def spool(port, R):
    """All lines are sent before an answer is read; every third client reads none at all."""
    some = b"".join(wire.text({"id": i, "game": "nim", "heaps": [i, 7, 5]}) + b"\n" for i in range(50000))
    while True:
        client = wire.Client(port, source)
        try:
            client.door = wire.connect(port, source)
            client.door.sendall(wire.request("/batch", some, LINES))
            if R.randrange(3):
                did[client.answer()[0]] += 1
            else:
                wire.reset(client.door)
                did["left"] += 1
        except (OSError, wire.Broken):
            did["cut"] += 1
        client.close()


def refused(port, R):
    """What costs the daemon a refusal and the client next to nothing, as fast as it goes."""
    raws = [wire.request("/nowhere"), wire.request("/nim", method="DELETE"), wire.request("/nim", b"{", ""), wire.request("/nim", {"heaps": [-1]}),
            wire.request("/nim", b"<heaps/>", "Content-Type: application/xml\r\n"), b"POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n",
            b"POST /nim HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", wire.request("/nim", b"x" * 70000), wire.request("/nim?position=%7B", None)]
    patiently(port, lambda: R.choice(raws))


def documents(port, R):
    raws = [wire.request(path) for path in ("/openapi.json", "/openapi.yaml", "/openapi-3.2.yaml", "/games", "/games?summary=1&x=1", "/problems", "/")]
    patiently(port, lambda: R.choice(raws))


def leaving(port, R):
    """Dear questions whose client is gone before the answer."""
    while True:
        try:
            door = wire.connect(port, source)
            door.sendall(wire.request("/batch", {"questions": [dear_one(R, True) for _ in range(3)]}))
            time.sleep(R.random() / 50)
            wire.reset(door)
            did["left"] += 1
        except OSError:
            did["refused"] += 1


def churn(port, R):
    while True:
        try:
            door = wire.connect(port, source)
            door.sendall(wire.request("/nim", {"heaps": [3, 4, 5]}))
            did[door.recv(12)[9:12].decode() or "cut"] += 1
            (wire.reset if R.randrange(2) else type(door).close)(door)
        except OSError:
            did["refused"] += 1


def crowd(port, R):
    """More connections than the daemon takes, each with half a request, from many addresses."""
    doors = collections.deque()
    while True:
        try:
            doors.append(wire.connect(port, f"127.0.{R.randrange(1, 9)}.{R.randrange(1, 255)}", small=True))
            doors[-1].sendall(b"POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"[: R.randrange(1, 60)])
            did["opened"] += 1
        except OSError:
            did["refused"] += 1
        while len(doors) > 1500:
            doors.popleft().close()
        time.sleep(0.001)


def pipelined(port, R):
    """Fifty connections, each with fifty questions under way that the loops answer: a turn of theirs takes long."""
    raw, poll, doors, rest = wire.request("/squares", {"grid": ["......"] * 6, "moves": "none"}), select.poll(), {}, {}
    while True:
        while len(doors) < 50:
            door = wire.connect(port, source)
            doors[door.fileno()] = door
            poll.register(door, select.POLLIN)
            door.sendall(raw * 50)
            did["asked"] += 50
        for fd, _ in poll.poll():
            try:
                got = doors[fd].recv(1 << 18)
                if not got:
                    raise OSError("closed")
                text = rest.get(fd, b"") + got
                rest[fd] = text[-11:]  # an answer's beginning may be cut, by less than all its letters
                answers = text.count(b"HTTP/1.1 200")
                doors[fd].sendall(raw * answers)
            except OSError:
                poll.unregister(fd)
                doors.pop(fd).close()
                rest.pop(fd, None)
                did["cut"] += 1
                continue
            did[200] += answers
            did["asked"] += answers


KINDS = [answers, batches_unread, documents_unread, lines_unread, keys, tables, batches, lines, singles, dearest, customs, bodies, endless, spool,
         refused, documents, leaving, churn, crowd, pipelined]


def main():
    global source
    kind, port, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    source = f"127.0.0.{10 + seed}"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        next(one for one in KINDS if one.__name__ == kind)(port, random.Random(seed))
    finally:
        print(json.dumps({str(name): n for name, n in did.items()}), flush=True)


if __name__ == "__main__":
    main()
