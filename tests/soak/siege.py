"""siege.py GRUNDYD [SECONDS [SLOW [PARTS]]]: the daemon under attack.

Part `attacks`: four attackers of each kind for SECONDS (attacks.py), while other clients ask cheap and ordinary questions (watch.py).
Part `slow`: SLOW slow connections of each kind (slow.py). Part `overload`: ten times as many questions as it can answer (offer.py).
PARTS: which of these, or which kinds of attackers, separated by commas; all where it is absent.

Prints a table, and ends with 1 where a count is wrong: failures, lost answers, memory, connections that stay. Times depend on the machine,
so they are printed beside its load and judged by the reader. Under a sanitizer only what it finds and what fails counts."""
import json, os, subprocess, sys, time
import attacks, besieged

HERE = os.path.dirname(os.path.abspath(__file__))
MEMORY = 256 << 20
ROOM = 1.1  # of --memory, for what is the program's own and the C library's
ATTACKERS = 4
ANSWERED = 0.95
GOODPUT = 0.9
SLOW_TIMES = {"headers": 5, "bodies": 30, "readers": 10, "streams": 30}  # a byte a second of an answer moves no window: that is none at all
SLOW_SLACK = 30  # for a loaded machine: what stays longer is kept
children = []
wrong = []


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


def row(part, what, figure, wanted="", good=True):
    print(f"{part:<20} {what:<24} {figure:<56} {wanted:<20} {'' if good else 'WRONG'}", flush=True)
    if not good:
        wrong.append(f"{figure} ({part} {what})")


def load():
    return f"load {os.getloadavg()[0]:.1f}"


def times(values):
    values = sorted(values) or [0]
    at = lambda share: values[min(len(values) - 1, int(len(values) * share))]
    return f"p50 {at(0.5):.1f}  p99 {at(0.99):.1f}  max {values[-1]:.1f} ms"


def tell_cheap(part, role, seen, strict):
    for name, one in seen.items():
        failed = len(one["failed"]) + (one["503"] if strict else 0)
        row(part, role + name, f"{times(one['ms'])} ({load()})", "p99 10, max 100")
        row(part, name, f"{len(one['ms'])} answered, {one['503']} 503, {failed} failed {one['failed'][:2] or ''}", "0 failed", failed == 0)


def tell_ordinary(part, seen, judged):
    for name, one in seen.items():
        asked = len(one["ms"]) + one["503"] + len(one["failed"])
        share = len(one["ms"]) / asked if asked else 0
        row(part, name, f"{times(one['ms'])} ({load()})")
        row(part, name, f"{len(one['ms'])} of {asked} answered {one['failed'][:2] or ''} {one['why'][:40]}", f">= {ANSWERED:.0%}", not judged or share >= ANSWERED)


def tell_memory(part, daemon, judged):
    peak = daemon.peak()
    row(part, "memory at most", f"{peak >> 20} MiB", f"<= {int(daemon.memory * ROOM) >> 20} MiB", not judged or peak <= daemon.memory * ROOM)


def tell_end(part, daemon, judged):
    """Whatever was held is given back, and it ends as asked."""
    if daemon.lives():
        for _ in range(600):
            held = daemon.metric("grundy_memory_bytes")
            if held < 1 << 20:
                break
            time.sleep(0.1)
        row(part, "held when all have left", f"{int(held) >> 10} KiB, resident {daemon.resident() >> 20} MiB", "< 1024 KiB", held < 1 << 20)
    fault = daemon.end()
    row(part, "its end", fault or "as asked", "as asked", not fault)


def attack(binary, kind, seconds, unread=False):
    judged = not besieged.sanitized(binary)
    part = kind + (", log unread" if unread else "")
    daemon = besieged.Daemon(binary, MEMORY if judged else 4 * MEMORY, unread, ["--log", "debug"] if unread else [])
    watchers = {role: run("watch.py", role, daemon.admin if role == "admin" else daemon.port, address)
                for role, address in (("cheap", "127.0.0.2"), ("admin", "127.0.0.2"), ("ordinary", "127.0.0.3"))}
    for watcher in watchers.values():
        watcher.stdout.readline()
    kinds = [one.__name__ for one in attacks.KINDS] if kind == "all at once" else [kind] * ATTACKERS
    attackers = [run("attacks.py", name, daemon.port, seed) for seed, name in enumerate(kinds)]
    time.sleep(seconds)
    seen = {role: ended(watcher) for role, watcher in watchers.items()}
    did = [ended(attacker) for attacker in attackers]
    row(part, "attackers", " ".join(f"{name} {sum(one.get(name, 0) for one in did)}" for name in sorted({name for one in did for name in one})))
    tell_cheap(part, "", seen["cheap"], False)
    tell_cheap(part, "--admin ", seen["admin"], True)
    tell_ordinary(part, seen["ordinary"], judged)
    tell_memory(part, daemon, judged)
    tell_end(part, daemon, judged)


def idle_times(daemon, seconds):
    watcher = run("watch.py", "cheap", daemon.port, "127.0.0.2")
    watcher.stdout.readline()
    time.sleep(seconds)
    return ended(watcher)


def slow(binary, kind, count):
    """Memory is dealt out for so many connections; they are to take far less."""
    daemon = besieged.Daemon(binary, MEMORY + (count * 400 << 10))
    part, idle = f"slow {kind}", idle_times(daemon, 3)
    crowd, watcher = run("slow.py", kind, daemon.port, count), run("watch.py", "cheap", daemon.port, "127.0.0.2")
    opened = crowd.stdout.readline().strip()
    until = time.monotonic() + SLOW_TIMES[kind] + SLOW_SLACK
    while time.monotonic() < until and crowd.poll() is None:
        time.sleep(0.2)
    result, seen = ended(crowd), ended(watcher)
    lived = sorted(result["lived"]) or [0]
    row(part, "connections", opened, f"open {count}", opened == f"open {count}")
    row(part, "left after their time", str(result["left"]), "0", result["left"] == 0)
    row(part, "lived", f"{lived[0]:.1f} to {lived[-1]:.1f} s ({load()})", f"{SLOW_TIMES[kind]} s + 1 s", lived[0] > SLOW_TIMES[kind] - 1)
    for name, one in seen.items():
        row(part, name, f"{times(one['ms'])} ({load()})", f"idle {times(idle[name]['ms'])}")
        row(part, name, f"{one['503']} 503, {len(one['failed'])} failed {one['failed'][:2] or ''}", "0", not one["503"] and not one["failed"])
    row(part, "memory at most", f"{daemon.peak() >> 20} MiB for {count}", f"<= {int(MEMORY * ROOM * max(1, count / 2500)) >> 20} MiB",
        besieged.sanitized(binary) or daemon.peak() <= MEMORY * ROOM * max(1, count / 2500))
    tell_end(part, daemon, True)


def offered(daemon, rate, clients, seconds):
    before = daemon.seconds()
    child = run("offer.py", daemon.port, rate, clients, seconds)
    said = json.loads(child.stdout.read())
    child.wait()
    children.remove(child)
    used = daemon.seconds() - before
    return said, said.get("200", 0) / seconds, said.get("200", 0) / used, used


def overload(binary, seconds):
    judged, daemon, peak, best = not besieged.sanitized(binary), besieged.Daemon(binary, MEMORY), 0, 0
    for clients in (2, 4, 8):
        _, goodput, own, _ = offered(daemon, 0, clients, seconds / 4)
        peak, best = max(peak, goodput), max(best, own)
        row("overload", f"{clients} clients", f"{goodput:.0f}/s, {own:.0f} a second of its own ({load()})")
    said, goodput, own, used = offered(daemon, 10 * peak, 400, seconds)
    lost = said["asked"] - sum(n for name, n in said.items() if name != "asked")
    row("overload", "ten times that", f"{goodput:.0f}/s, {own:.0f} a second of its own ({load()})", f">= {GOODPUT:.0%} of {best:.0f}",
        not judged or own >= GOODPUT * best)
    each = max(0, used - said.get("200", 0) / best) / max(1, said.get("503", 0))
    row("overload", "a refusal", f"{each * 1e6:.0f} us of its own", "< 1000 us", not judged or each < 0.001)
    row("overload", "asked and answered", " ".join(f"{name} {n}" for name, n in sorted(said.items())), "nothing cut", not said.get("cut"))
    row("overload", "still waiting at the end", str(lost), "<= 400", lost <= 400)
    tell_memory("overload", daemon, judged)
    tell_end("overload", daemon, judged)


def main():
    binary, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 60
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10000
    parts = sys.argv[4].split(",") if len(sys.argv) > 4 and sys.argv[4] else None
    wanted = lambda part, name=None: not parts or part in parts or name in parts
    for kind in [one.__name__ for one in attacks.KINDS] + ["all at once"]:
        if wanted("attacks", kind):
            attack(binary, kind, seconds)
    if wanted("attacks", "log"):
        attack(binary, "refused", seconds, unread=True)
    for kind in SLOW_TIMES:
        if wanted("slow", f"slow {kind}"):
            slow(binary, kind, count)
    if wanted("overload"):
        overload(binary, seconds)
    print("\n".join([f"{len(wrong)} counts are wrong"] + wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    finally:
        for child in children:
            child.kill()
