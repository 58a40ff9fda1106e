// Starting the daemon and speaking raw HTTP to it, for the end-to-end tests.
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { connect } from "node:net";

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const daemons = new Set();
process.on("exit", () => daemons.forEach((daemon) => daemon.child.kill("SIGKILL")));

// Waits until the test holds, however long the machine takes: what never comes is ended by ctest. What is waited for long is named, so that
// one knows then.
export async function until(test, what) {
  const notice = setTimeout(() => console.error(`still waiting: ${what}`), 60000);
  while (!(await test())) await sleep(3);
  clearTimeout(notice);
}

// What every daemon of a test gets, and a door for its figures.
const patience = readFileSync(new URL("../patience", import.meta.url), "utf8").split("\n").filter((line) => line.startsWith("GRUNDY_"));
const PATIENCE = { ...Object.fromEntries(patience.map((line) => line.split("="))), GRUNDY_ADMIN: "127.0.0.1:0" };

// Starts the daemon on a free port. Resolves when it says that it listens, or when it ended before.
export async function start(binary, flags = [], env = {}) {
  const child = spawn(binary, ["--listen", "127.0.0.1:0", "--tables", "none", ...flags], {
    env: { ...process.env, ...PATIENCE, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const daemon = { child, out: "", err: "", port: 0, ended: null };
  daemons.add(daemon);
  daemon.end = new Promise((done) =>
    child.on("close", (code, signal) => {
      daemon.ended = { code, signal };
      daemons.delete(daemon);
      done(daemon.ended);
    }),
  );
  const administered = new Promise((done) =>
    child.stderr.on("data", (data) => {
      daemon.err += data;
      daemon.admin ??= /"event":"admin door","address":"([^"]+)"/.exec(daemon.err)?.[1];
      if (daemon.admin) done();
    }),
  );
  const listening = new Promise((done) =>
    child.stdout.on("data", (data) => {
      daemon.out += data;
      const match = /^listening on (?:http:\/\/.*:(\d+)|unix:(.*))\n/.exec(daemon.out);
      if (match) {
        daemon.port = match[2] ?? Number(match[1]);
        daemon.url = `http://127.0.0.1:${daemon.port}`;
        done();
      }
    }),
  );
  await Promise.race([Promise.all([listening, administered]), daemon.end]);
  return daemon;
}

// SIGTERM, and the exit status. Nothing may have been logged as an error.
export async function stop(daemon) {
  daemon.child.kill("SIGTERM");
  const { code, signal } = await daemon.end;
  check(code === 0, `the daemon ended with ${code ?? signal}: ${daemon.err}`);
  check(!/"level":"error"/.test(daemon.err), daemon.err);
}

export function check(truth, text) {
  if (!truth) {
    const error = new Error(text);
    console.error(error.stack);
    process.exit(1);
  }
}

// What this machine or this user cannot do is left out by name; where everything has to be tried (GRUNDY_STRICT), that is a failure.
export function leftOut(why) {
  check(!process.env.GRUNDY_STRICT, `left out: ${why}`);
  console.log(`left out: ${why}`);
}

export function equal(got, expected, text) {
  check(got === expected, `${text}: got ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`);
}

// By the door that is outside every limit: where the daemon is full, the other one says so. It leaves nobody more than a second to ask in, which
// may be over before this process has its turn: then it is asked again.
export async function metric(daemon, name) {
  let text;
  await until(async () => {
    check(!daemon.ended, `the daemon ended: ${daemon.err}`);
    text = await fetch(`http://${daemon.admin}/metrics`).then((reply) => reply.text()).catch(() => null);
    return text;
  }, "the metrics");
  return Number(new RegExp(`^${name.replace(/[{}]/g, "\\$&")} (\\d+)`, "m").exec(text)[1]);
}

// A port, or the path of a socket in the file system.
export const place = (port, localAddress) => (typeof port === "string" ? { path: port } : { host: "127.0.0.1", port, localAddress });

// A raw connection: everything that arrives is collected in `text`.
export function open(port, localAddress) {
  const socket = connect({ ...place(port, localAddress), allowHalfOpen: true });
  const raw = { socket, text: "", closed: false };
  socket.setNoDelay(true);
  socket.on("data", (data) => (raw.text += data.toString("latin1")));
  raw.end = new Promise((done) => {
    const over = () => {
      raw.closed = true;
      done(raw.text);
    };
    socket.on("end", over);
    socket.on("close", over);
    socket.on("error", over);
  });
  raw.send = (text) => socket.write(Buffer.from(text, "latin1"));
  raw.until = async (test) => {
    await until(() => test(raw.text) || raw.closed, `more than ${JSON.stringify(raw.text.slice(-300))}`);
    return test(raw.text);
  };
  return raw;
}

// How many sockets of the daemon at this port have got what it did not read yet: what was written may be on its way still.
export function unread(port) {
  const row = new RegExp(`:${port.toString(16).toUpperCase().padStart(4, "0")} \\S+ 01 \\w+:(?!00000000)`);
  return readFileSync("/proc/net/tcp", "latin1").split("\n").filter((line) => row.test(line)).length;
}

// Sends text on a connection of its own, and that no more will come if `half`; returns all that came back until the daemon closed.
export async function talk(port, text, { half = false } = {}) {
  const raw = open(port);
  raw.send(text);
  if (half) raw.socket.end();
  await until(() => raw.closed, `the end of ${JSON.stringify(raw.text.slice(-200))} to ${JSON.stringify(text.slice(0, 300))}`);
  raw.socket.destroy();
  return raw.text;
}

// Splits what came back into responses, by their own framing. What is left over is `rest`.
export function responses(text, methods = []) {
  const list = [];
  for (;;) {
    const end = text.indexOf("\r\n\r\n");
    if (end < 0 || !text.startsWith("HTTP/1.1 ")) return { list, rest: text };
    const lines = text.slice(0, end).split("\r\n");
    const headers = {};
    for (const line of lines.slice(1)) headers[line.slice(0, line.indexOf(":")).toLowerCase()] = line.slice(line.indexOf(":") + 2);
    const status = Number(lines[0].slice(9, 12));
    const bodiless = status < 200 || status === 204 || status === 304 || methods[list.filter((r) => r.status >= 200).length] === "HEAD";
    const length = bodiless ? 0 : Number(headers["content-length"] ?? 0);
    if (text.length < end + 4 + length) return { list, rest: text };
    list.push({ status, headers, body: text.slice(end + 4, end + 4 + length) });
    text = text.slice(end + 4 + length);
  }
}

export const nim = (heaps, extra = "") => {
  const body = JSON.stringify({ heaps });
  return `POST /nim HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n${extra}\r\n${body}`;
};

export async function healthy(daemon) {
  const reply = await fetch(`${daemon.url}/healthz`);
  equal(reply.status, 200, "/healthz");
  await reply.arrayBuffer();
}

// After a start the documents are made, in a thread of their own; the longest comes last. Whoever measures memory waits for it.
export async function settled(daemon) {
  const packed = async () => {
    const reply = await fetch(`${daemon.url}/openapi-3.2.yaml`, { method: "HEAD", headers: { "Accept-Encoding": "gzip" } });
    return reply.headers.get("content-encoding");
  };
  await until(packed, "all is made that is made once");
}

// True for a complete problem of this status and code.
export function problem(response, status, code) {
  check(response, `no response where ${code} was expected`);
  equal(response.status, status, `status of ${response.body}`);
  equal(response.headers["content-type"], "application/problem+json", "content type of a problem");
  const body = JSON.parse(response.body);
  equal(body.code, code, "code of a problem");
  equal(body.status, status, "status in a problem");
  equal(body.type, `/problems/${code}`, "type of a problem");
  check(response.headers["x-request-id"], "a problem without X-Request-Id");
  record(status, response.body);
}

// Kept for the validator, as tests/support/api/record.c does; which request a raw reply belongs to is not known here.
function record(status, body) {
  const directory = process.env.GRUNDY_REPLIES;
  const reply = { method: "", target: "", status, type: "application/problem+json", body };
  if (directory) appendFileSync(`${directory}/${process.pid}.ndjson`, JSON.stringify(reply) + "\n");
}
