"""slow.py KIND PORT COUNT: that many connections which keep their request or their answer going as slowly as they can, or stop in the middle of
it. Each is told to be there by `open N` on standard output; when all are ended, or at SIGTERM, prints how many were refused at once, how many
are gone, how many s the first of these lived from its beginning, and the last from when it began to be slow, how many are left, and how late this
program itself was at most to notice an end, as JSON: one short line, which no pipe is too small for."""
import json, math, select, signal, sys, time
import wire

ANSWER = b"HTTP/1.1 200"
LINE = b'{"game":"nim","heaps":[1]'
LONG = b" " * 29900  # a body of it is nearly whole
HEADERS = b"GET /healthz HTTP/1.1\r\nHost: a\r\n"
BODY = b"POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 30000\r\n\r\n"
STREAM = b"POST /batch HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-ndjson\r\nContent-Length: 30000\r\n\r\n"
DOCUMENT = wire.request("/openapi-3.2.yaml")
# What is sent at once, and what each second; what of the answer is awaited before it is slow, and how much is taken each second. None: nothing is
# awaited, and all taken. A line's answer leaves when nothing came for a second: the daemon's clock begins somewhere before all of it is there, for
# its head comes first, and may wait for a worker who has the rest.
KINDS = {
    "headers": (HEADERS, b"X: y\r\n", None, 0),
    "bodies": (BODY, b" ", None, 0),
    "readers": (DOCUMENT, b"", lambda got: True, 1),
    "streams": (STREAM + LINE + b"}\n{", b" ", lambda got: b"}\n" in got, 0),
    "bursts": (BODY + LONG, b"", None, 0),
    "stream bursts": (STREAM + LINE + LONG[: -len(LINE)] + b"}\n{", b"", lambda got: b"}\n" in got, 0),
    "stopped": (DOCUMENT, b"", lambda got: len(got) >= 30000, 0),
}
GONE = select.EPOLLRDHUP  # and errors, which are always told
AT_ONCE = 20  # connections between two looks


class Slow:
    def __init__(self, port, number, kind):
        self.first, self.drip, self.enough, self.taken = KINDS[kind]
        self.door = wire.connect(port, f"127.0.{number // 250 % 250 + 1}.{number % 250 + 1}", small=True)
        self.opened = self.began = time.monotonic()
        self.got = b""
        self.waits = not (self.enough and self.enough(b""))
        self.door.sendall(self.first)
        self.door.setblocking(False)

    def wanted(self):
        return GONE | select.EPOLLIN if self.waits else GONE

    def take(self):
        """True: there is an end behind what was taken."""
        while self.waits:
            got = self.door.recv(4096)
            if not got:
                return True
            if self.enough:
                self.got += got
                self.waits = not self.enough(self.got)
        self.began, self.got = time.monotonic(), self.got[: len(ANSWER)]
        return False

    def is_refused(self):
        """Was answered with something else than what it waits for."""
        return not ANSWER.startswith(self.got[: len(ANSWER)])

    def is_over(self, event):
        try:
            return self.take() if self.waits else bool(event & ~select.EPOLLIN)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def go_on(self):
        if self.enough and self.waits:
            return
        try:
            if self.drip:
                self.door.send(self.drip)
            if self.taken:
                self.door.recv(self.taken)
        except OSError:
            pass


class Crowd:
    def __init__(self):
        self.poll, self.doors, self.refused = select.epoll(), {}, 0
        self.gone, self.shortest, self.longest = 0, math.inf, 0
        self.looked, self.late = time.monotonic(), 0

    def add(self, slow):
        self.doors[slow.door.fileno()] = slow
        self.poll.register(slow.door, slow.wanted())

    def look(self, seconds):
        """Late is what we did between two looks, and what the machine let us oversleep."""
        began = time.monotonic()
        events = self.poll.poll(seconds)
        now = time.monotonic()
        self.late = max(self.late, began - self.looked, now - began - seconds)
        self.looked = now
        for fd, event in events:
            slow = self.doors[fd]
            over = slow.is_over(event)
            if over or slow.is_refused():
                if slow.is_refused():
                    self.refused += 1
                else:
                    self.gone += 1
                    self.shortest, self.longest = min(self.shortest, now - slow.opened), max(self.longest, now - slow.began)
                self.poll.unregister(fd)
                self.doors.pop(fd).door.close()
            elif not slow.waits:
                self.poll.modify(fd, slow.wanted())

    def go_on(self, seconds):
        """All of them, spread over so long: clients who know nothing of each other are no burst."""
        began, doors = time.monotonic(), list(self.doors)
        for i, fd in enumerate(doors):
            if fd in self.doors:
                self.doors[fd].go_on()
            if i % AT_ONCE == AT_ONCE - 1:
                self.look(max(0, began + seconds * (i + 1) / len(doors) - time.monotonic()))
        while (left := began + seconds - time.monotonic()) > 0 and self.doors:
            self.look(left)


def main():
    kind, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    over, crowd, refused = [], Crowd(), 0
    signal.signal(signal.SIGTERM, lambda *_: over.append(True))
    for i in range(count):
        try:
            crowd.add(Slow(port, i, kind))
        except OSError:
            refused += 1
        if i % AT_ONCE == AT_ONCE - 1:
            crowd.look(0)
    print(f"open {count - refused}", flush=True)
    while crowd.doors and not over:
        crowd.go_on(1)
    times = {"shortest": crowd.shortest if crowd.gone else 0, "longest": crowd.longest, "late": crowd.late}
    told = {"refused": crowd.refused, "gone": crowd.gone, "left": len(crowd.doors)}
    print(json.dumps(told | {name: round(one, 2) for name, one in times.items()}), flush=True)


if __name__ == "__main__":
    main()
