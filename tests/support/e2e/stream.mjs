// A client of POST /batch with lines, on a raw socket: what arrives is taken apart at once, so that a test can tell whole answers from cut ones.
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { check, place, until } from "./daemon.mjs";

export const question = (id, heaps) => JSON.stringify({ id, game: "nim", heaps });
const status = (daemon, name) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${daemon.child.pid}/status`, "utf8"))[1]);
// The most memory that it ever had, in kB.
export const peak = (daemon) => status(daemon, "VmHWM");
// A build under a sanitizer reserves terabytes of addresses, and keeps what was freed.
export const sanitized = (daemon) => status(daemon, "VmSize") > 1e9;
export const nimSum = (heaps) => heaps.reduce((a, b) => a ^ b, 0);

// Options: method, length (Content-Length; else chunks), version, headers, target, keep (false: answers are only counted), localAddress (whose
// it is).
export function dialog(port, { method = "POST", length, version = "1.1", headers = "", target = "/batch", keep = true, localAddress } = {}) {
  const socket = connect({ ...place(port, localAddress), allowHalfOpen: true });
  const client = { socket, head: "", status: 0, lines: [], count: 0, whole: false, closed: false, framing: "" };
  const chunked = length === undefined;
  let rest = Buffer.alloc(0), left = 0, text = "";
  socket.setNoDelay(true);

  const take = (bytes) => {
    if (!keep) {
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) client.count++;
      return;
    }
    const parts = (text + bytes.toString("latin1")).split("\n");
    text = parts.pop();
    client.lines.push(...parts.map((line) => JSON.parse(Buffer.from(line, "latin1").toString())));
    client.count = client.lines.length;
  };
  const readHead = () => {
    for (let end; !client.head && (end = rest.indexOf("\r\n\r\n")) >= 0; rest = rest.subarray(end + 4)) {
      const head = rest.subarray(0, end).toString("latin1");
      client.framing += `${head.split("\r\n")[0]};`;
      if (!head.startsWith("HTTP/1.1 100")) client.head = head;
    }
    client.status = Number(client.head.slice(9, 12));
    client.chunks = /^Transfer-Encoding: chunked$/im.test(client.head);
  };
  const readChunks = () => {
    while (rest.length && !client.whole) {
      if (left > 2) {
        const n = Math.min(left - 2, rest.length);
        take(rest.subarray(0, n));
        rest = rest.subarray(n);
        left -= n;
      } else if (left) {
        if (rest.length < left) return;
        rest = rest.subarray(left);
        left = 0;
      } else {
        const end = rest.indexOf("\r\n");
        if (end < 0) return;
        const size = parseInt(rest.subarray(0, end).toString(), 16);
        client.whole = size === 0 && rest.length >= end + 4;
        if (size === 0 && !client.whole) return;
        left = size ? size + 2 : 0;
        rest = rest.subarray(end + (size ? 2 : 4));
      }
    }
  };
  socket.on("data", (data) => {
    rest = rest.length ? Buffer.concat([rest, data]) : data;
    if (!client.head) readHead();
    if (client.chunks) readChunks();
    else if (client.head) {
      take(rest);
      rest = Buffer.alloc(0);
    }
  });
  client.end = new Promise((done) => {
    const over = () => {
      client.left = rest.toString("latin1");
      client.closed = true;
      done(client);
    };
    socket.on("end", over);
    socket.on("close", over);
    socket.on("error", over);
  });
  client.raw = (bytes) => socket.write(bytes);
  client.send = (bytes, sent) => socket.write(chunked ? `${Buffer.byteLength(bytes).toString(16)}\r\n${bytes}\r\n` : bytes, sent);
  client.finish = () => chunked && socket.write("0\r\n\r\n");
  client.until = async (test) => {
    await until(() => test(client) || client.closed, `more than ${client.count} answers`);
    return test(client);
  };
  client.answers = async (count, what) => check(await client.until(() => client.count >= count), `${what}: ${client.count} of ${count} answers`);
  const framing = chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  socket.write(`${method} ${target} HTTP/${version}\r\nHost: a\r\nContent-Type: application/x-ndjson\r\n${framing}\r\n${headers}\r\n`);
  return client;
}
