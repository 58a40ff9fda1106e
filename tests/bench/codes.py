#!/usr/bin/env python3
"""codes.py GRUNDYD [FIRST [STEP [HEAP ...]]]: every STEP-th octal code of up to three digits from the FIRST on, at heaps of 10^4, 10^5 and 10^6,
asked until it is answered. Fails where a 503 does not get further than the one before, or where the same question is answered in two
ways. Prints the codes that were answered 503 first, and how often: that depends on the machine and its load, the answers do not."""
import http.client
import json
import re
import subprocess
import sys

ASKED_MAX = 400


def codes():
    for number in range(1, 1024):
        digits = f"{number % 512:03o}".rstrip("0")
        if digits:
            yield f"{'4' if number >= 512 else '0'}.{digits}"


def ask(client, code, heap):
    client.request("POST", "/sg", json.dumps({"rules": {"octal": code}, "heaps": [heap], "moves": "none"}))
    reply = client.getresponse()
    return reply.status, reply.read()


def check(client, code, heap):
    """How often it was 503, and what is wrong."""
    reached = -1
    for asked in range(ASKED_MAX):
        status, body = ask(client, code, heap)
        if status != 503:
            break
        now = int(re.search(r"ended at heap (\d+)", body.decode()).group(1))
        if now < reached or (now == reached and now <= heap):
            return asked, f"stays at heap {now}"
        reached = now
    else:
        return ASKED_MAX, f"at heap {reached} after {ASKED_MAX} questions"
    return asked, None if ask(client, code, heap) == (status, body) and status in (200, 422) else f"status {status}, then another answer"


def main():
    first, step = (int(n) for n in (sys.argv[2:4] + ["0", "1"][len(sys.argv[2:4]):]))
    heaps = [int(n) for n in sys.argv[4:]] or [10**4, 10**5, 10**6]
    daemon = subprocess.Popen([sys.argv[1], "--listen", "127.0.0.1:0", "--tables", "none", "--log", "error"], stdout=subprocess.PIPE, text=True)
    faults = 0
    try:
        client = http.client.HTTPConnection("127.0.0.1", int(daemon.stdout.readline().rsplit(":", 1)[1]))
        for code in list(codes())[first::step]:
            for heap in heaps:
                often, fault = check(client, code, heap)
                faults += fault is not None
                if often or fault:
                    print(f"{code} at {heap}: {often} times 503{', ' + fault if fault else ''}", flush=True)
    finally:
        daemon.terminate()
        daemon.wait()
    print(f"{faults} faults")
    return 1 if faults else 0


sys.exit(main())
