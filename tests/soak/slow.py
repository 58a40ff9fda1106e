"""slow.py KIND PORT COUNT: that many connections which keep their request or their answer going as slowly as they can. Each is told to be there
by `open N` on standard output; when all are ended, or at SIGTERM, prints how long each lived in s, and how many are left, as JSON."""
import json, selectors, signal, socket, sys, time
import wire

LINES = "Content-Type: application/x-ndjson\r\n"
# What is sent at once, what each second, and whether a byte of the answer is read each second.
KINDS = {
    "headers": (b"GET /healthz HTTP/1.1\r\nHost: a\r\n", b"X: y\r\n", False),
    "bodies": (b"POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n", b" ", False),
    "readers": (wire.request("/openapi-3.2.yaml"), b"", True),
    "streams": (f"POST /batch HTTP/1.1\r\nHost: a\r\n{LINES}Content-Length: 60000\r\n\r\n".encode() + b'{"game":"nim","heaps":[1]}\n{', b" ", False),
}


class Slow:
    def __init__(self, port, number, kind):
        self.began = self.ended = None
        self.first, self.drip, self.reads = KINDS[kind]
        self.door = wire.connect(port, f"127.0.{number // 250 % 250 + 1}.{number % 250 + 1}", small=True)
        self.began = time.monotonic()
        self.door.sendall(self.first)
        self.door.setblocking(False)

    def is_over(self):
        """The daemon ended it: what it sent before is thrown away, but of those who read slowly."""
        try:
            while True:
                got = self.door.recv(1 if self.reads else 65536, socket.MSG_DONTWAIT)
                if not got:
                    return True
                if self.reads:
                    return False
        except BlockingIOError:
            return False
        except OSError:
            return True

    def go_on(self):
        try:
            if self.drip:
                self.door.send(self.drip)
        except OSError:
            pass


def open_all(port, count, kind, doors, lived):
    refused = 0
    for i in range(count):
        try:
            slow = Slow(port, i, kind)
            doors.register(slow.door, selectors.EVENT_READ, slow)
        except OSError:
            refused += 1
        if i % 500 == 499:
            look(doors, lived, 0)
    return refused


def look(doors, lived, timeout):
    for key, _ in doors.select(timeout):
        slow = key.data
        if slow.is_over():
            lived.append(round(time.monotonic() - slow.began, 2))
            doors.unregister(slow.door)
            slow.door.close()


def hung(slow):
    """Of one that has more to read than it does: whether the other side is gone is in the socket's state alone."""
    return slow.door.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != 1


def main():
    kind, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    over = []
    signal.signal(signal.SIGTERM, lambda *_: over.append(True))
    doors, lived = selectors.EpollSelector(), []
    refused = open_all(port, count, kind, doors, lived)
    print(f"open {count - refused}", flush=True)
    reads = KINDS[kind][2]
    while doors.get_map() and not over:
        began = time.monotonic()
        if not reads:
            look(doors, lived, 0)
        for key in list(doors.get_map().values()):
            slow = key.data
            slow.go_on()
            if reads and (slow.is_over() or hung(slow)):
                lived.append(round(time.monotonic() - slow.began, 2))
                doors.unregister(slow.door)
                slow.door.close()
        while (left := began + 1 - time.monotonic()) > 0 and not over:
            look(doors, lived, left) if not reads else time.sleep(left)
    print(json.dumps({"lived": lived, "left": len(doors.get_map()), "refused": refused}), flush=True)


if __name__ == "__main__":
    main()
