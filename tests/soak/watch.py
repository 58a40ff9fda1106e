"""watch.py cheap|admin|ordinary PORT ADDRESS: one modest client, until SIGTERM; then it prints, for each of its questions, the times of the
answers in ms, how many were 503, and why the last one, and the failures, as JSON.

Other clients have other machines, so where the kernel lets it, this one goes before all that computes here: what is measured is the daemon's
time, not how long its own process waits for a processor. A failure is another status, a connection that ends in an answer, or no answer within wire.TIMEOUT seconds."""
import json, os, signal, sys, time
import wire

CHEAP = {"/nim": wire.request("/nim", {"heaps": [3, 4, 5]}), "/healthz": wire.request("/healthz"), "/metrics": wire.request("/metrics")}
ORDINARY = {
    "squares 7x7": wire.request("/squares", {"grid": ["." * 7] * 7}),
    "cat-mouse 60": wire.request("/cat-mouse", {"graph": [[j for j in range(60) if j != i and i * j % 5] for i in range(60)]}),
    "coins 500": wire.request("/coins", {"rows": [500], "take": [2, 5]}),
    "a batch of three": wire.request("/batch", {"questions": [{"game": "nim", "heaps": [1, 2, 3]}] * 3}),
}
ROLES = {"cheap": (CHEAP, 0.005), "admin": ({name: CHEAP[name] for name in ("/healthz", "/metrics")}, 0.1), "ordinary": (ORDINARY, 0.05)}


class Stop(Exception):
    pass


def stop(*_):
    raise Stop


def main():
    role, port, address = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    questions, pause = ROLES[role]
    seen = {name: {"ms": [], "503": 0, "why": "", "failed": []} for name in questions}
    signal.signal(signal.SIGTERM, stop)
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except OSError:
        pass
    client = wire.Client(port, address)
    print("ready", flush=True)
    try:
        while True:
            for name, raw in questions.items():
                began = time.monotonic()
                try:
                    status, body = client.ask(raw)
                except wire.Broken as fault:
                    status = str(fault)
                took = (time.monotonic() - began) * 1000
                if status == 200:
                    seen[name]["ms"].append(round(took, 2))
                elif status == 503:
                    seen[name]["503"] += 1
                    seen[name]["why"] = json.loads(body)["detail"]
                else:
                    seen[name]["failed"].append(f"{status} after {took:.0f} ms")
                time.sleep(pause)
    except Stop:
        print(json.dumps(seen), flush=True)


if __name__ == "__main__":
    main()
