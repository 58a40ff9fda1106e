"""The daemon under siege, as a process: its memory, its processor time, its figures, and how it ended."""
import os, re, subprocess, tempfile, time, urllib.error, urllib.request


def sanitized(binary):
    with open(binary, "rb") as file:
        return b"__asan_init" in (bytes_ := file.read()) or b"__tsan_init" in bytes_


class Group:
    """A group of processes in which the kernel kills what takes more memory; `path` is empty, and `fault` says why, where none can be made."""

    KINDS = (  # versions 1 and 2: where it is, the file of its limit, and that of the most it ever took
        ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.max_usage_in_bytes"),
        ("/sys/fs/cgroup", "memory.max", "memory.peak"),
    )

    def __init__(self, limit):
        self.path, self.fault = "", "the kernel has no groups with memory here"
        for where, bound, most in self.KINDS:
            path = f"{where}/grundy-{os.getpid()}"
            try:
                os.mkdir(path)
                try:
                    with open(f"{path}/{bound}", "w") as file:
                        file.write(str(limit))
                except OSError:
                    os.rmdir(path)
                    raise
                self.path, self.most = path, f"{path}/{most}"
                return
            except OSError as fault:
                self.fault = str(fault)

    def peak(self):
        """As the kernel counts: what was written to files in memory, too, and what it keeps for the connections. 0: this one does not tell."""
        try:
            with open(self.most) as file:
                return int(file.read())
        except OSError:
            return 0

    def remove(self):
        if self.path:
            os.rmdir(self.path)


class Daemon:
    """`unread`: its log goes into a pipe that nobody reads. `group`: the kernel's group of processes that it joins before it starts."""

    def __init__(self, binary, memory, unread=False, flags=(), group=""):
        self.binary, self.memory = binary, memory
        self.tables = tempfile.TemporaryDirectory(dir="/dev/shm", prefix="grundy-siege-")
        self.log = tempfile.TemporaryFile("w+")
        join = ["sh", "-c", 'echo $$ >"$0/cgroup.procs" && exec "$@"', group] if group else []
        self.process = subprocess.Popen(
            [*join, binary, "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--memory", str(memory), "--tables", self.tables.name, "--drain", "0s", *flags],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE if unread else self.log, text=True)
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(":", 1)[1])
        self.admin = self.port_of_admin(self.process.stderr if unread else None)

    def port_of_admin(self, pipe):
        """Told in the log, among the first lines of it."""
        text = ""
        while not (found := re.search(r'"admin door","address":"127\.0\.0\.1:(\d+)"', text)):
            if pipe:
                text += pipe.readline()
            else:
                time.sleep(0.01)
                text = self.told()
        return int(found[1])

    def settle(self):
        """Until all is made that is made once, after the start: the last document, packed. Under a sanitizer to make it may take longer than a
        request is given."""
        url = f"http://127.0.0.1:{self.port}/openapi-3.2.yaml"
        asked = urllib.request.Request(url, method="HEAD", headers={"Accept-Encoding": "gzip"})
        while True:
            try:
                if urllib.request.urlopen(asked, timeout=30).headers.get("Content-Encoding"):
                    return
            except urllib.error.HTTPError as told:
                if told.code != 503:
                    raise
            time.sleep(0.01)

    def told(self):
        self.log.seek(0)
        return self.log.read()

    def status(self, name):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(rf"^{name}:\s+(\d+)", file.read(), re.M)[1])

    def peak(self):
        return self.status("VmHWM") << 10

    def shared(self):
        """Bytes of tables in the directory: of memory too, and in no figure of the process."""
        return sum(entry.stat().st_blocks * 512 for entry in os.scandir(self.tables.name) if entry.is_file())

    def resident(self):
        return self.status("VmRSS") << 10

    def seconds(self):
        """Of processor time."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            words = file.read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def metric(self, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.admin}/metrics", timeout=30) as reply:
            text = reply.read().decode()
        return float(re.search(rf"^{re.escape(name)} (\S+)", text, re.M)[1])

    def lives(self):
        return self.process.poll() is None

    def end(self):
        """What was wrong with its end, or None."""
        if not self.lives():
            return f"it ended by itself with {self.process.returncode}: {self.told()[-2000:]}"
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "SIGTERM did not end it within a minute"
        told = self.told()
        if self.process.returncode:
            return f"exit status {self.process.returncode}: {told[-2000:]}"
        errors = [line for line in told.split("\n") if '"level":"error"' in line or "Sanitizer" in line]
        return errors[0] if errors else None
