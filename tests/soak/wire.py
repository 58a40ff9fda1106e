"""HTTP on bare sockets, for what no library would do: from any address of 127.0.0.0/8, with any bytes at any pace."""
import json, socket, struct

TIMEOUT = 10  # for an answer to come; nothing here takes a tenth of it


def connect(port, source="127.0.0.1", small=False):
    """`small`: the kernel keeps little for who does not read; else loopback holds megabytes for each."""
    door = socket.socket()
    door.settimeout(TIMEOUT)
    if small:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1024)
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    door.bind((source, 0))
    door.connect(("127.0.0.1", port))
    return door


def reset(door):
    """Leaves without a word."""
    door.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    door.close()


def text(body):
    return body if isinstance(body, bytes) else json.dumps(body, separators=(",", ":")).encode()


def request(path, body=None, headers="", method=None):
    body = b"" if body is None else text(body)
    method = method or ("POST" if body else "GET")
    return f"{method} {path} HTTP/1.1\r\nHost: a\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode() + body


class Broken(Exception):
    """The connection ended in an answer or before it."""


class Client:
    """One connection that is kept, and opened again where the daemon said that it closes it."""

    def __init__(self, port, source):
        self.port, self.source, self.door, self.rest = port, source, None, b""

    def close(self):
        if self.door:
            self.door.close()
        self.door, self.rest = None, b""

    def more(self):
        try:
            got = self.door.recv(1 << 18)
        except OSError as fault:
            raise Broken(str(fault)) from fault
        if not got:
            raise Broken("closed")
        self.rest += got

    def take(self, n):
        parts, left = [], n
        while left > len(self.rest):
            parts.append(self.rest)
            left -= len(self.rest)
            self.rest = b""
            self.more()
        parts.append(self.rest[:left])
        self.rest = self.rest[left:]
        return b"".join(parts)

    def line(self):
        while b"\n" not in self.rest:
            self.more()
        line, self.rest = self.rest.split(b"\n", 1)
        return line.rstrip(b"\r")

    def answer(self):
        """Status and body of the next answer."""
        status = int(self.line().split(b" ")[1])
        headers = {}
        for line in iter(self.line, b""):
            name, value = line.split(b":", 1)
            headers[name.lower()] = value.strip()
        if status == 100:
            return self.answer()
        if headers.get(b"transfer-encoding") == b"chunked":
            parts = []
            for size in iter(lambda: int(self.line(), 16), 0):
                parts.append(self.take(size))
                self.line()
            self.line()
            body = b"".join(parts)
        else:
            body = self.take(int(headers.get(b"content-length", b"0")))
        if headers.get(b"connection", b"").lower() == b"close":
            self.close()
        return status, body

    def ask(self, raw):
        try:
            if not self.door:
                self.door = connect(self.port, self.source)
            self.door.sendall(raw)
        except OSError as fault:
            if not self.door:
                raise Broken(str(fault)) from fault
        # Who is refused may have been told before all of it was sent.
        try:
            return self.answer()
        except Broken:
            self.close()
            raise
