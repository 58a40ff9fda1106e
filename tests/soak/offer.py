"""offer.py PORT RATE CLIENTS SECONDS: asks a question of some ten milliseconds so many times a second (0: each client as soon as he has his
answer), each client from an address of his own; prints how many were asked, and answered by status, as JSON."""
import collections, json, selectors, sys, time
import wire

RAW = wire.request("/stone-window", {"piles": [i * 7919 % 1000 for i in range(480)], "moves": "none"})


class Asker:
    def __init__(self, port, number):
        self.port, self.source, self.door = port, f"127.1.{number // 250}.{number % 250 + 1}", None
        self.got = b""

    def ask(self, doors):
        if not self.door:
            self.door = wire.connect(self.port, self.source)
            doors.register(self.door, selectors.EVENT_READ, self)
        self.got = b""
        self.door.sendall(RAW)

    def hang_up(self, doors):
        doors.unregister(self.door)
        self.door.close()
        self.door = None

    def status(self, doors):
        """None: the answer is not complete."""
        try:
            more = self.door.recv(65536)
        except OSError:
            more = b""
        self.got += more
        head, end, body = self.got.partition(b"\r\n\r\n")
        length = head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
        if end and len(body) >= int(length or 0):
            if b"connection: close" in head.lower():
                self.hang_up(doors)
            return head[9:12].decode()
        if not more:
            self.hang_up(doors)
        return None if more else "cut"


def main():
    port, rate, clients, seconds = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    doors, count = selectors.EpollSelector(), collections.Counter()
    idle = collections.deque(Asker(port, i) for i in range(clients))
    began = time.monotonic()
    while (now := time.monotonic() - began) < seconds:
        while idle and (not rate or count["asked"] < now * rate):
            count["asked"] += 1
            asker = idle.popleft()
            try:
                asker.ask(doors)
            except OSError:
                count["cut"] += 1
                idle.append(asker)
                break
        for key, _ in doors.select(0.002):
            status = key.data.status(doors)
            if status:
                count[status] += 1
                idle.append(key.data)
    print(json.dumps(count), flush=True)


if __name__ == "__main__":
    main()
