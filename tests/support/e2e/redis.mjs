// A Redis for the end-to-end tests, on a loopback port that was free a moment ago; ended with the test. And servers that only look like one.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "./daemon.mjs";

const running = new Set();
process.on("exit", () => running.forEach((redis) => redis.child.kill("SIGKILL")));

const listens = (server, port = 0) => new Promise((done) => {
  server.on("error", () => done(0));
  server.listen(port, "127.0.0.1", () => done(server.address().port));
});

// One that nobody has, outside the range from which the kernel gives ports to connections and to who asks for any: until it is used, no
// client and no daemon of another test gets it.
export async function freePort() {
  const kernels = Number(readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s+/)[0]), first = 10000;
  for (;;) {
    const server = createServer(), port = await listens(server, kernels > 2 * first ? first + Math.floor(Math.random() * (kernels - first)) : 0);
    if (!port) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}

// Starts one with these settings; on a port of its own, or the given one. Resolves when it takes commands.
export async function redis(settings = [], port) {
  for (let tries = 0; tries < 20; tries++) {
    const at = port ?? (await freePort()), directory = mkdtempSync(join(tmpdir(), "grundy-redis-"));
    const flags = ["--port", String(at), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", directory, ...settings];
    const child = spawn("redis-server", flags, { stdio: ["ignore", "pipe", "inherit"] });
    const one = { child, port: at, url: `redis://127.0.0.1:${at}` };
    running.add(one);
    one.end = new Promise((done) => {
      child.on("error", () => check(false, "there is no redis-server"));
      child.on("close", () => {
        running.delete(one);
        rmSync(directory, { recursive: true, force: true });
        done();
      });
    });
    let out = "";
    const ready = await new Promise((done) => {
      child.stdout.on("data", (data) => /Ready to accept connections/.test((out += data)) && done(true));
      one.end.then(() => done(false));
    });
    if (ready) return one;
  }
  check(false, "no redis-server starts");
}

export async function kill(one, signal = "SIGKILL") {
  one.child.kill(signal);
  await one.end;
}

// One answer at the beginning of `bytes`, and where it ends; undefined: not whole yet.
function parse(bytes, at = 0) {
  const end = bytes.indexOf("\r\n", at);
  if (end < 0) return undefined;
  const line = bytes.toString("latin1", at + 1, end), kind = String.fromCharCode(bytes[at]), after = end + 2;
  if (kind === "+") return { value: line, after };
  if (kind === "-") return { value: new Error(line), after };
  if (kind === ":") return { value: Number(line), after };
  if (kind === "$") {
    const n = Number(line);
    if (n < 0) return { value: null, after };
    return bytes.length < after + n + 2 ? undefined : { value: bytes.subarray(after, after + n), after: after + n + 2 };
  }
  const list = [];
  let next = after;
  for (let i = 0; i < Number(line); i++) {
    const item = parse(bytes, next);
    if (!item) return undefined;
    list.push(item.value);
    next = item.after;
  }
  return { value: list, after: next };
}

// Commands on one connection, each awaited: ask("GET", "key") gives a Buffer, a number, a text, a list, null, or an Error.
export function client(port) {
  const socket = connect({ host: "127.0.0.1", port });
  let bytes = Buffer.alloc(0), waiting = null;
  socket.on("error", () => {});
  socket.on("data", (data) => {
    bytes = Buffer.concat([bytes, data]);
    const got = waiting && parse(bytes);
    if (!got) return;
    bytes = bytes.subarray(got.after);
    const done = waiting;
    waiting = null;
    done(got.value);
  });
  const ask = (...words) => {
    const parts = [Buffer.from(`*${words.length}\r\n`)];
    for (const word of words) {
      const text = Buffer.isBuffer(word) ? word : Buffer.from(String(word));
      parts.push(Buffer.from(`$${text.length}\r\n`), text, Buffer.from("\r\n"));
    }
    return new Promise((done) => {
      waiting = done;
      socket.write(Buffer.concat(parts));
    });
  };
  return { ask, end: () => socket.destroy() };
}

// A server that answers every piece of what it hears by talk(socket, data). `open` and `made`: connections that are there, and that ever were.
export async function pretender(talk) {
  let made = 0;
  const sockets = new Set(), server = createServer((socket) => {
    made++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (data) => talk(socket, data));
  });
  const port = await listens(server);
  return {
    url: `redis://127.0.0.1:${port}`,
    open: () => sockets.size,
    made: () => made,
    end: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
