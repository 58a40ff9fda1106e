"""worst.py GRUNDYD: the worst requests at once, as in a container of 128 MB, whose daemon takes 96 of them by default. Each has an answer that
is one (or a 503: there is no memory just now), the daemon's memory stays within the container's, and goes back when all have left; then
each of them alone, and none finds too little memory. GRUNDY_GROUP is the folder of a memory group, for a kernel that kills what takes more."""
import collections, json, os, sys, threading, time
import besieged, dear, wire

CONTAINER = 128 << 20
MEMORY = CONTAINER // 4 * 3
CLIENTS = 24
KEPT = 16 << 20  # what the C library keeps between small blocks

binary = sys.argv[1]
judged = not besieged.sanitized(binary)
daemon = besieged.Daemon(binary, MEMORY if judged else 1 << 30, group=os.environ.get("GRUNDY_GROUP", ""))
daemon.settle()
first, seen, wrong = daemon.resident(), collections.Counter(), []
asked = [(name, wire.request(path, body)) for name, path, body in dear.questions(7)]
lock = threading.Lock()


def client(number):
    """Every third takes his time to read."""
    one = wire.Client(daemon.port, f"127.0.0.{number + 1}")
    while True:
        with lock:
            if not asked:
                return
            name, raw = asked.pop()
        try:
            status = one.ask(raw)[0] if number % 3 else late(name, raw)
        except (OSError, wire.Broken) as fault:
            status = str(fault)
        with lock:
            seen[status] += 1
            if status not in (200, 413, 422, 503):
                wrong.append(f"{name}: {status}")


def late(name, raw):
    one = wire.Client(daemon.port, "127.0.0.99")
    one.door = wire.connect(daemon.port, "127.0.0.99", small=True)
    one.door.settimeout(60)
    one.door.sendall(raw)
    time.sleep(2)
    status = one.answer()[0]
    one.close()
    return status


wire.TIMEOUT = 300  # a loaded machine is no fault
clients = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
for one in clients:
    one.start()
for one in clients:
    one.join()
assert daemon.lives(), daemon.end()
alone = wire.Client(daemon.port, "127.0.0.1")
for name, path, body in dear.questions(7):
    status, answer = alone.ask(wire.request(path, body))
    if status == 503 and json.loads(answer)["code"] != "deadline_exceeded":
        wrong.append(f"{name} alone: {answer.decode()}")
alone.close()
assert not wrong, wrong
assert seen[200], seen
peak = daemon.peak()
assert not judged or peak <= CONTAINER * 0.9, f"{peak >> 20} MiB of a container of {CONTAINER >> 20}"
until = time.monotonic() + 300
tables = int(daemon.metric("grundy_tables_private_bytes") + daemon.metric("grundy_tables_bytes"))  # they stay
while judged and daemon.resident() > first + tables + KEPT and time.monotonic() < until:
    time.sleep(0.2)
last = daemon.resident()
assert not judged or last <= first + tables + KEPT, f"{last >> 20} MiB stay, {first >> 20} at first, {tables >> 20} in tables"
fault = daemon.end()
assert not fault, fault
print(f"ok: {dict(seen)}, at most {peak >> 20} MiB, {first >> 20} before and {last >> 20} after")
