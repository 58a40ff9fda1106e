"""supervised.py GRUNDYD: plays the side of systemd, by sd_notify(3) and sd_listen_fds(3)."""
import http.client, os, socket, subprocess, sys, tempfile

binary = sys.argv[1]
directory = tempfile.mkdtemp()


def notified(path):
    """A socket that is told, and never waits for ever: ctest ends what hangs."""
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    told.bind(path)
    return told


def ask(port):
    door = http.client.HTTPConnection("127.0.0.1", port)
    door.request("POST", "/nim", '{"heaps":[3,4,5]}')
    answer = door.getresponse().read()
    assert b'"verdict":"win"' in answer, answer
    door.close()


def begin(sockets, **variables):
    """The variables are set by a shell that becomes the daemon, so that LISTEN_PID can be its own number."""
    for number, lent in enumerate(sockets):
        os.dup2(lent.fileno(), 3 + number)
    words = " ".join(f"{name}={value}" for name, value in variables.items())
    return subprocess.Popen(
        ["/bin/sh", "-c", f'exec env {words} "$0" "$@"', binary, "--listen", "127.0.0.1:0", "--tables", "none", "--drain", "0s"],
        pass_fds=range(3, 3 + len(sockets)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def end(daemon, status=0):
    out, err = daemon.communicate()
    assert daemon.returncode == status, (daemon.returncode, out, err)
    return out + err


# The numbers 3, 4 … are kept for what is lent.
for number in range(3, 8):
    try:
        os.fstat(number)
    except OSError:
        os.dup2(2, number)

# Ready when it serves; signs of life as long as somebody wants them; the end is told, too.
for path in (directory + "/notify", "@grundy-test-%d" % os.getpid()):
    told = notified(path.replace("@", "\0"))
    daemon = begin([], NOTIFY_SOCKET=path, WATCHDOG_USEC=30000000)
    assert told.recv(100) == b"READY=1"
    ask(int(daemon.stdout.readline().rsplit(":", 1)[1]))
    assert [told.recv(100) for _ in range(2)] == [b"WATCHDOG=1"] * 2
    daemon.terminate()
    rest = told.recv(100)
    while rest == b"WATCHDOG=1":
        rest = told.recv(100)
    assert rest == b"STOPPING=1", rest
    end(daemon)

# A watchdog for another process is not fed, and a socket for another is not taken.
told = notified(directory + "/other")
daemon = begin([], NOTIFY_SOCKET=directory + "/other", WATCHDOG_USEC=1, WATCHDOG_PID=1, LISTEN_FDS=1, LISTEN_PID=1)
assert told.recv(100) == b"READY=1"
ask(int(daemon.stdout.readline().rsplit(":", 1)[1]))
daemon.terminate()
assert told.recv(100) == b"STOPPING=1"
end(daemon)

# A lent socket is served, given back, and served again: who comes in between waits and is answered.
lent = socket.create_server(("127.0.0.1", 0), backlog=64)
port = lent.getsockname()[1]
for turn in range(2):
    early = socket.create_connection(("127.0.0.1", port))
    early.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
    daemon = begin([lent], LISTEN_FDS=1, LISTEN_PID="$$")
    assert int(daemon.stdout.readline().rsplit(":", 1)[1]) == port
    assert early.recv(12) == b"HTTP/1.1 200", "who was there before the daemon is answered"
    ask(port)
    daemon.terminate()
    assert '"unanswered":0' in end(daemon)

# What cannot be served is refused.
for sockets in ([socket.socket(socket.AF_INET, socket.SOCK_DGRAM)], [socket.socket()], [lent, lent]):
    assert "LISTEN_FDS" in end(begin(sockets, LISTEN_FDS=len(sockets), LISTEN_PID="$$"), 1)
print("supervised: no fault")
