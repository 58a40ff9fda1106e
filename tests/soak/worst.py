"""worst.py GRUNDYD [group]: the worst requests at once, as in a container of 128 MB, whose daemon takes 96 of them by default. Each has an answer
that is one (or a 503: there is no memory just now), the daemon's memory stays within the container's, and goes back when all have left; then
each of them alone: with what it is said to be answered with, and only those that are said to need more find too little memory. `group`: in a memory group,
where the kernel kills what takes more, if one can be made; GRUNDY_GROUP is the folder of one that is there."""
import atexit, collections, json, os, sys, threading, time
import besieged, dear, limits, wire

CONTAINER = 128 << 20
MEMORY = CONTAINER // 4 * 3
CLIENTS = 24
KEPT = 16 << 20  # what the C library keeps between small blocks
# Who comes near to these needs more than all that there is for requests, and is shed also when nothing else is asked.
SHED = {name for name in limits.VALUES if name.startswith(("CUSTOM_", "GRID_"))} | {"LAWS_CONJECTURES_MAX", "JUDGE_CASE_VALUES"}

binary = sys.argv[1]
judged = not besieged.sanitized(binary)
group = besieged.Group(CONTAINER) if judged and sys.argv[2:] == ["group"] else None
folder = group.path if group else os.environ.get("GRUNDY_GROUP", "")
daemon = besieged.Daemon(binary, MEMORY if judged else 1 << 30, group=folder)
atexit.register(group.remove if group else str)
atexit.register(daemon.end)  # before that: what was registered last is done first
daemon.settle()
first, seen, wrong = daemon.resident(), collections.Counter(), []
asked = [(name, dear.raw(question), question.good) for name, question in dear.questions(7)]
lock = threading.Lock()


def needs_more(status, answer):
    """Told that it does not fit: now, or into what one request may take of so little."""
    return status == 503 or (status == 422 and b"more memory than one request may take" in answer)


def client(number):
    """Every third takes his time to read."""
    one = wire.Client(daemon.port, f"127.0.0.{number + 1}")
    while True:
        with lock:
            if not asked:
                return
            name, raw, good = asked.pop()
        try:
            status, answer = one.ask(raw) if number % 3 else late(raw)
        except (OSError, wire.Broken) as fault:
            status, answer = str(fault), b""
        with lock:
            seen[status] += 1
            if status not in good and not needs_more(status, answer):
                wrong.append(f"{name}: {status} {answer[:300]}")


def late(raw):
    one = wire.Client(daemon.port, "127.0.0.99")
    one.door = wire.connect(daemon.port, "127.0.0.99", small=True)
    one.door.settimeout(60)
    one.door.sendall(raw)
    time.sleep(2)
    answer = one.answer()
    one.close()
    return answer


wire.TIMEOUT = 300  # a loaded machine is no fault
clients = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
for one in clients:
    one.start()
for one in clients:
    one.join()
assert daemon.lives(), daemon.end()
alone = wire.Client(daemon.port, "127.0.0.1")
for name, question in dear.questions(7):
    status, answer = alone.ask(dear.raw(question))
    code = json.loads(answer)["code"] if status == 503 else ""
    if (status not in question.good and not needs_more(status, answer)) or (code == "overloaded" and not SHED & set(question.limits.split())):
        wrong.append(f"{name} alone: {status} {answer[:300]}")
alone.close()
assert not wrong, "\n".join(wrong)
assert seen[200], seen
peak, shared = daemon.peak(), daemon.shared()
assert not judged or peak + shared <= CONTAINER * 0.9, f"{peak >> 20} MiB and {shared >> 20} of shared tables, of a container of {CONTAINER >> 20}"
until = time.monotonic() + 300
tables = int(daemon.metric("grundy_tables_private_bytes"))  # they stay; those in the directory are no part of the process
while judged and daemon.resident() > first + tables + KEPT and time.monotonic() < until:
    time.sleep(0.2)
last = daemon.resident()
assert not judged or last <= first + tables + KEPT, f"{last >> 20} MiB stay, {first >> 20} at first, {tables >> 20} in tables"
fault = daemon.end()
assert not fault, fault
where = "in no memory group" if not folder else "in a memory group"
if group:
    where += f": {group.fault}" if not folder else f", of which the kernel counted {group.peak() >> 20} MiB at most"
print(f"ok: {dict(seen)}, at most {peak >> 20} MiB and {shared >> 20} of shared tables, {first >> 20} before and {last >> 20} after, {where}")
