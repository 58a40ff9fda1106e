"""siege.py GRUNDYD [SECONDS [SLOW [PARTS [KEPT]]]]: the daemon under attack.

Part `attacks`: four attackers of each kind for SECONDS (attacks.py), while other clients ask cheap and ordinary questions (watch.py).
Part `slow`: SLOW slow connections of each kind (slow.py). Part `overload`: ten times as many questions as it can answer (offer.py).
Part `refusals`: thousands of each kind of request that is refused, one after the other, and what one of them costs.
PARTS: which of these, or which kinds of attackers (`tables`, `slow bursts`, `log`), separated by commas; all where it is absent. KEPT: a file in
which each part that has ended is noted; a siege that was broken off goes on behind them.

Prints a table, and ends with 1 where a count is wrong: failures, questions that were not answered, memory, connections that stay. Times depend on
the machine, so they are printed beside its load and their goal, met or MISSED, and how many were missed is told at the end: that is no fault of
the daemon's alone. Under a sanitizer only what it finds and what fails counts."""
import hashlib, json, os, subprocess, sys, time
import attacks, besieged, wire

HERE = os.path.dirname(os.path.abspath(__file__))
MEMORY = 256 << 20
MEMORY_OF = {"customs": 1 << 30}  # where less sheds what the attack is
ROOM = 1.1  # of --memory, for what is the program's own and the C library's
KEPT = 16 << 20  # that the C library keeps between small blocks
ATTACKERS = 4
ANSWERED = 0.95
A_SECOND = 1  # times that each cheap question is answered at least: 100 are usual
CHEAP_P99, CHEAP_MAX = 10, 100  # ms
OFFERED, LEAST_OFFERED = 10, 5  # times the peak
GOODPUT, LEAST_GOODPUT = 0.9, 0.5  # of the peak: the second is what is left beside who offers so much on the same cores
# A byte a second of an answer moves no window: that is none at all. Of those who stop, from when they did.
SLOW_TIMES = {"headers": 5, "bodies": 30, "readers": 10, "streams": 30, "bursts": 10, "stream bursts": 10, "stopped": 10}
# Of the first also while the loops have much to answer.
BESIDE = {"headers beside pipelined": "pipelined"}
SLOW_TIMES |= {kind: SLOW_TIMES[kind.split(" beside ")[0]] for kind in BESIDE}
SLOW_EARLY = 1  # s: what moves within a sliding window is counted by parts of one second
SLOW_SLACK = 30  # s that are waited for those who stay too long
SLOW_OTHERS = 2  # times what others wait beside nobody, on a machine as busy
SLOW_LATE = 1  # s: the daemon looks four times a second, unless a look takes longer
REFUSAL_US = 1000  # of the daemon's own time: a few hundredths are usual
children = []
wrong, beyond = [], []


def run(program, *words):
    child = subprocess.Popen([sys.executable, os.path.join(HERE, program), *map(str, words)], stdout=subprocess.PIPE, text=True)
    children.append(child)
    return child


def ended(child):
    """Ends it, and returns the last thing that it said."""
    child.terminate()
    said = child.stdout.read().strip().split("\n")[-1]
    child.wait()
    children.remove(child)
    return json.loads(said)


def row(part, what, figure, wanted="", good=True, met=None):
    """`good` is judged; `met`, where there is a goal, is told."""
    told = "" if met is None else "met" if met else "MISSED"
    print(f"{part:<20} {what:<24} {figure:<56} {wanted:<20} {told if good else 'WRONG'}", flush=True)
    if not good:
        wrong.append(f"{figure} ({part} {what})")
    elif told == "MISSED":
        beyond.append(f"{figure}, {wanted} ({part} {what})")


def load():
    return f"load {os.getloadavg()[0]:.1f}"


def at(values, share):
    values = sorted(values) or [0]
    return values[min(len(values) - 1, int(len(values) * share))]


def times(values):
    return f"p50 {at(values, 0.5):.1f}  p99 {at(values, 0.99):.1f}  max {at(values, 1):.1f} ms"


def answered(one):
    """How many were asked, and the share that was answered."""
    asked = len(one["ms"]) + one["503"] + len(one["failed"])
    return asked, len(one["ms"]) / asked if asked else 0


def tell_cheap(part, role, seen, seconds, strict, shares):
    """`strict`: new work may not be refused either. `shares`: nor more of it than one in twenty, where the attack is not for the connections
    themselves. Who answers nothing has no failures, so there is always a least number."""
    for name, one in seen.items():
        failed = len(one["failed"]) + (one["503"] if strict else 0)
        least = int(seconds * A_SECOND) if shares else 1
        enough = len(one["ms"]) >= least and (not shares or answered(one)[1] >= ANSWERED)
        row(part, role + name, f"{times(one['ms'])} ({load()})", f"p99 {CHEAP_P99}, max {CHEAP_MAX}",
            met=at(one["ms"], 0.99) <= CHEAP_P99 and at(one["ms"], 1) <= CHEAP_MAX)
        row(part, role + name, f"{len(one['ms'])} answered, {one['503']} 503, {failed} failed {one['failed'][:2] or ''}",
            f"0 failed, >= {least}" + (f", {ANSWERED:.0%}" if shares else ""), failed == 0 and enough)


def tell_ordinary(part, seen, judged):
    for name, one in seen.items():
        asked, share = answered(one)
        row(part, name, f"{times(one['ms'])} ({load()})")
        row(part, name, f"{len(one['ms'])} of {asked} answered {one['failed'][:2] or ''} {one['why'][:40]}", f">= {ANSWERED:.0%}", not judged or share >= ANSWERED)


def tell_memory(part, daemon, judged):
    peak, shared = daemon.peak(), daemon.shared()
    row(part, "memory at most", f"{peak >> 20} MiB, and {shared >> 20} MiB of shared tables", f"<= {int(daemon.memory * ROOM) >> 20} MiB",
        not judged or peak + shared <= daemon.memory * ROOM)


def tell_end(part, daemon, judged):
    """Whatever was held is given back, to the machine too but for the tables, and it ends as asked."""
    if daemon.lives():
        for _ in range(600):
            held, tables, resident = daemon.metric("grundy_memory_bytes"), daemon.metric("grundy_tables_private_bytes"), daemon.resident()
            most = daemon.first + int(tables) + KEPT
            if held < 1 << 20 and (resident <= most or not judged):
                break
            time.sleep(0.1)
        row(part, "held when all have left", f"{int(held) >> 10} KiB", "< 1024 KiB", held < 1 << 20)
        row(part, "resident then", f"{resident >> 20} MiB, {int(tables) >> 20} in tables", f"<= {most >> 20} MiB", resident <= most or not judged)
    fault = daemon.end()
    row(part, "its end", fault or "as asked", "as asked", not fault)


def tell_beside(part, seen, fault):
    """What was waited meanwhile for a daemon that nobody attacked, on the same cores: so much of the times is the machine's."""
    for name, one in seen.items():
        whole = bool(one["ms"]) and not one["503"] and not one["failed"] and not fault
        row(part, "another daemon " + name, times(one["ms"]), good=whole)


def begin(*how):
    daemon = besieged.Daemon(*how)
    children.append(daemon.process)
    daemon.settle()
    daemon.first = daemon.resident()
    return daemon


def attack(binary, kind, seconds, unread=False):
    judged = not besieged.sanitized(binary)
    part = kind + (", log unread" if unread else "")
    memory = MEMORY_OF.get(kind, MEMORY)
    daemon = begin(binary, memory if judged else 4 * memory, unread, ["--log", "debug"] if unread else [])
    other = begin(binary, memory)
    watchers = {role: run("watch.py", role, daemon.admin if role == "admin" else daemon.port, address)
                for role, address in (("cheap", "127.0.0.2"), ("admin", "127.0.0.2"), ("ordinary", "127.0.0.3"))}
    watchers["beside"] = run("watch.py", "cheap", other.port, "127.0.0.2")
    for watcher in watchers.values():
        watcher.stdout.readline()
    kinds = [one.__name__ for one in attacks.KINDS] if kind == "all at once" else [kind] * ATTACKERS
    attackers = [run("attacks.py", name, daemon.port, seed) for seed, name in enumerate(kinds)]
    time.sleep(seconds)
    seen = {role: ended(watcher) for role, watcher in watchers.items()}
    did = [ended(attacker) for attacker in attackers]
    did = {name: sum(one.get(name, 0) for one in did) for name in sorted({name for one in did for name in one})}
    row(part, "attackers", " ".join(f"{name} {n}" for name, n in did.items()), "something", bool(did))
    tell_cheap(part, "", seen["cheap"], seconds, False, judged and kind != "crowd")
    tell_cheap(part, "--admin ", seen["admin"], seconds, True, judged)
    tell_beside(part, seen["beside"], other.end())
    children.remove(other.process)
    tell_ordinary(part, seen["ordinary"], judged)
    tell_memory(part, daemon, judged)
    tell_end(part, daemon, judged)


def idle_times(daemon, binary, kind, count, seconds):
    """What is waited where nobody else asks, on a machine that has the same to do: another daemon has the slow connections meanwhile."""
    other = begin(binary, MEMORY + (count * 400 << 10))
    crowd = run("slow.py", kind.split(" beside ")[0], other.port, count)
    crowd.stdout.readline()
    watcher = run("watch.py", "cheap", daemon.port, "127.0.0.2")
    watcher.stdout.readline()
    time.sleep(seconds)
    seen = ended(watcher)
    ended(crowd)
    other.end()
    children.remove(other.process)
    return seen


def slow(binary, kind, count):
    """Memory is dealt out for so many connections; they are to take far less."""
    daemon = begin(binary, MEMORY + (count * 400 << 10))
    busy = [run("attacks.py", BESIDE[kind], daemon.port, seed) for seed in range(ATTACKERS)] if kind in BESIDE else []
    part, idle = f"slow {kind}", idle_times(daemon, binary, kind, count, SLOW_TIMES[kind])
    crowd = run("slow.py", kind.split(" beside ")[0], daemon.port, count)
    opened = crowd.stdout.readline().strip()
    watcher = run("watch.py", "cheap", daemon.port, "127.0.0.2")  # beside slow connections: many new ones at once are an attack of their own
    until = time.monotonic() + SLOW_TIMES[kind] + SLOW_SLACK
    while time.monotonic() < until and crowd.poll() is None:
        time.sleep(0.2)
    tell_slow(kind, opened == f"open {count}", ended(crowd), idle, ended(watcher), not besieged.sanitized(binary))
    for attacker in busy:
        ended(attacker)
    most = MEMORY * ROOM * max(1, count / 2500)
    row(part, "memory at most", f"{daemon.peak() >> 20} MiB for {count}", f"<= {int(most) >> 20} MiB", besieged.sanitized(binary) or daemon.peak() <= most)
    tell_end(part, daemon, not besieged.sanitized(binary))


def tell_slow(kind, whole, result, idle, seen, judged):
    part, shortest, longest = f"slow {kind}", result["shortest"], result["longest"]
    enough = result["refused"] <= result["gone"] + result["left"]
    row(part, "connections", f"{result['gone'] + result['left']} slow, {result['refused']} refused at once", "all", whole and enough, not result["refused"])
    row(part, "left after their time", str(result["left"]), "0", result["left"] == 0)
    within = SLOW_TIMES[kind] + SLOW_LATE + result["late"]
    row(part, "lived", f"{shortest:.1f} to {longest:.1f} s ({load()}, noticed {result['late']:.1f} s late)", f"{SLOW_TIMES[kind]} s, <= {within:.1f} s",
        shortest > SLOW_TIMES[kind] - SLOW_EARLY - result["late"] and (longest <= within or not judged))
    for name, one in seen.items():
        others = SLOW_OTHERS * at(idle[name]["ms"], 0.99)
        row(part, name, f"{times(one['ms'])} ({load()})", f"p99 < {others:.1f}", met=at(one["ms"], 0.99) < others)
        row(part, name, f"{len(one['ms'])} answered, {one['503']} 503, {len(one['failed'])} failed {one['failed'][:2] or ''}", "all",
            bool(one["ms"]) and not one["503"] and not one["failed"])


def offered(daemon, rate, clients, seconds):
    before = daemon.seconds()
    child = run("offer.py", daemon.port, rate, clients, seconds)
    said = json.loads(child.stdout.read())
    child.wait()
    children.remove(child)
    used = daemon.seconds() - before
    return said, said.get("200", 0) / seconds, said.get("200", 0) / used, used


def overload(binary, seconds):
    judged, daemon, peak, best = not besieged.sanitized(binary), begin(binary, MEMORY), 0, 0
    for clients in (2, 4, 8):
        _, goodput, own, _ = offered(daemon, 0, clients, seconds / 4)
        peak, best = max(peak, goodput), max(best, own)
        row("overload", f"{clients} clients", f"{goodput:.0f}/s, {own:.0f} a second of its own ({load()})")
    tell_overload(seconds, peak, best, *offered(daemon, OFFERED * peak, 400, seconds), judged)
    tell_memory("overload", daemon, judged)
    tell_end("overload", daemon, judged)


def tell_overload(seconds, peak, best, said, goodput, own, used, judged):
    """`peak`, `best`: what is answered a second, and a second of the daemon's own, where no more is asked."""
    lost = said["asked"] - sum(n for name, n in said.items() if name != "asked")
    times_peak = said["asked"] / seconds / peak
    row("overload", "offered", f"{said['asked'] / seconds:.0f}/s, {times_peak:.1f} times the peak ({load()})", f"{OFFERED} times, >= {LEAST_OFFERED}",
        not judged or times_peak >= LEAST_OFFERED, round(times_peak, 1) >= OFFERED)
    row("overload", "answered", f"{goodput:.0f}/s, {goodput / peak:.0%} of {peak:.0f}/s ({load()})", f"{GOODPUT:.0%}, >= {LEAST_GOODPUT:.0%}",
        not judged or goodput >= LEAST_GOODPUT * peak, goodput >= GOODPUT * peak)
    row("overload", "by its own time", f"{own:.0f} a second ({load()})", f">= {GOODPUT:.0%} of {best:.0f}", not judged or own >= GOODPUT * best)
    each = max(0, used - said.get("200", 0) / best) / max(1, said.get("503", 0))
    row("overload", "a refusal", f"{each * 1e6:.0f} us of its own", f"< {REFUSAL_US} us", not judged or each < REFUSAL_US / 1e6)
    row("overload", "asked and answered", " ".join(f"{name} {n}" for name, n in sorted(said.items())), "nothing cut", not said.get("cut"))
    row("overload", "still waiting at the end", str(lost), "<= 400", lost <= 400)


BODY = {"heaps": [3, 4, 5]}
REFUSALS = {
    400: wire.request("/nim", b"{"),
    404: wire.request("/nmi", BODY),
    405: wire.request("/nim", BODY, method="PUT"),
    413: b"POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n",  # ends the connection
    415: wire.request("/nim", BODY, "Content-Type: application/xml\r\n"),
    422: wire.request("/nim", {"heaps": [-1]}),
}
REFUSED = 5000  # of each: at 20 us, ten of the kernel's ticks


def refusals(binary):
    judged, daemon = not besieged.sanitized(binary), begin(binary, MEMORY)
    for status, raw in REFUSALS.items():
        client, before, right = wire.Client(daemon.port, "127.0.0.4"), daemon.seconds(), 0
        for _ in range(REFUSED):
            right += client.ask(raw)[0] == status
        tell_refusals(status, REFUSED, right, daemon.seconds() - before, judged)
        client.close()
    tell_memory("refusals", daemon, judged)
    tell_end("refusals", daemon, judged)


def tell_refusals(status, asked, right, used, judged):
    row("refusals", f"a {status}", f"{used / asked * 1e6:.0f} us of its own ({load()})", f"< {REFUSAL_US} us", not judged or used / asked < REFUSAL_US / 1e6)
    row("refusals", f"a {status}", f"{right} of {asked}", "all", right == asked)


class Kept:
    """What was said of each part that has ended, in a file: those are not run again, unless the daemon or the seconds are others."""

    def __init__(self, path, binary, *how):
        with open(binary, "rb") as file:
            self.key = hashlib.sha256(file.read() + repr(how).encode()).hexdigest()[:16]
        self.path, self.parts = path, {}
        for said in self.lines():
            if said["of"] == self.key:
                self.parts[said["part"]] = said

    def lines(self):
        if not self.path or not os.path.exists(self.path):
            return []
        with open(self.path) as file:
            return [json.loads(line) for line in file]

    def run(self, part, what):
        if part in self.parts:
            print(f"{part:<20} stands in {self.path}", flush=True)
            wrong.extend(self.parts[part]["wrong"])
            beyond.extend(self.parts[part]["beyond"])
            return
        before = len(wrong), len(beyond)
        what()
        if self.path:
            with open(self.path, "a") as file:
                print(json.dumps({"of": self.key, "part": part, "wrong": wrong[before[0] :], "beyond": beyond[before[1] :]}), file=file)


def every(binary, seconds, count):
    """All parts: the name of each, that of its like, and what it does."""
    for kind in [one.__name__ for one in attacks.KINDS] + ["all at once"]:
        yield kind, "attacks", lambda kind=kind: attack(binary, kind, seconds)
    yield "log", "attacks", lambda: attack(binary, "refused", seconds, unread=True)
    for kind in SLOW_TIMES:
        yield f"slow {kind}", "slow", lambda kind=kind: slow(binary, kind, count)
    yield "overload", "overload", lambda: overload(binary, seconds)
    yield "refusals", "refusals", lambda: refusals(binary)


def main():
    binary, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 60
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10000
    asked = set(sys.argv[4].split(",")) if len(sys.argv) > 4 and sys.argv[4] else set()
    parts = list(every(binary, seconds, count))
    unknown = asked - {name for name, _, _ in parts} - {like for _, like, _ in parts}
    if unknown:
        sys.exit(f"there is no part {sorted(unknown)}: " + ", ".join(name for name, _, _ in parts))
    kept = Kept(sys.argv[5] if len(sys.argv) > 5 else "", binary, seconds, count)
    for name, like, what in parts:
        if not asked or name in asked or like in asked:
            kept.run(name, what)
    print("\n".join([f"{len(beyond)} times are beyond the goal"] + beyond))
    print("\n".join([f"{len(wrong)} counts are wrong"] + wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    finally:
        for child in children:
            child.kill()
