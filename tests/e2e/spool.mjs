#!/usr/bin/env node
// spool.mjs GRUNDYD: clients of /batch with lines that send everything before they read anything, as most libraries do: their answers wait in
// a file. Real clients, straight and through nginx as it comes; and the bounds of that file.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal, metric, settled, start, stop, until } from "../support/e2e/daemon.mjs";
import { LOOKS, hold, looked } from "../support/e2e/held.mjs";
import { freePort } from "../support/e2e/redis.mjs";
import { dialog, nimSum, peak, question, sanitized } from "../support/e2e/stream.mjs";

const binary = process.argv[2], LINES = 100000;
// So many times 10000 lines are taken by the daemon for the most part before the last of them is sent: the buffers of both ends hold a
// third of them, and a third of their answers is many times what those and a small file hold.
const STEPS = 60;
const folder = mkdtempSync(join(tmpdir(), "spool."));
const children = new Set();
process.on("exit", () => {
  children.forEach((child) => child.kill("SIGKILL"));
  rmSync(folder, { recursive: true, force: true });
});

const heapsOf = (i) => [i % 1000, (i * 7) % 991, 5];
const text = (from, to) => Array.from({ length: to - from }, (_, k) => question(from + k, heapsOf(from + k)) + "\n").join("");
const spooled = (daemon) => metric(daemon, "grundy_spool_bytes");

function run(command, args, input) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  children.add(child);
  let out = "";
  child.stdout.on("data", (data) => (out += data));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((done) => child.on("close", (code) => {
    children.delete(child);
    done({ code, out });
  }));
}

// nginx with its own defaults for bodies and answers.
async function proxy(daemon) {
  const port = await freePort(), file = join(folder, `nginx.${port}.conf`);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
  writeFileSync(file, `daemon off; master_process off; pid ${folder}/pid.${port}; error_log stderr warn; events {}
    http { access_log off; ${paths} client_max_body_size 64m;
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${daemon.port}; proxy_http_version 1.1; } } }`);
  const child = spawn("nginx", ["-p", folder, "-c", file], { stdio: ["ignore", "ignore", "inherit"] });
  children.add(child);
  await until(async () => {
    check(child.exitCode === null, "nginx ended");
    return fetch(`http://127.0.0.1:${port}/healthz`).then((reply) => reply.ok, () => false);
  }, "nginx serves");
  return { port, stop: () => new Promise((done) => {
    child.on("close", done);
    children.delete(child);
    child.kill("SIGTERM");
  }) };
}

const PYTHON = `
import sys, urllib.request
body = sys.stdin.buffer.read()
request = urllib.request.Request(sys.argv[1], data=body, headers={"Content-Type": "application/x-ndjson"})
sys.stdout.buffer.write(urllib.request.urlopen(request).read())`;
const clients = {
  python: (url, body) => run("python3", ["-c", PYTHON, url], body),
  curl: (url, body) => run("curl", ["-sS", "--data-binary", "@-", "-H", "Content-Type: application/x-ndjson", url], body),
  async node(url, body) {
    const reply = await fetch(url, { method: "POST", body, headers: { "content-type": "application/x-ndjson" } });
    return { code: reply.ok ? 0 : 1, out: await reply.text() };
  },
};

const tests = {
  async libraries_straight_and_through_nginx() {
    const daemon = await start(binary, ["--drain", "0s"]), nginx = await proxy(daemon), body = text(0, LINES);
    const expected = Array.from({ length: LINES }, (_, i) => `${i} ${nimSum(heapsOf(i))}`).join();
    for (const [name, client] of Object.entries(clients))
      for (const port of [daemon.port, nginx.port]) {
        const { code, out } = await client(`http://127.0.0.1:${port}/batch`, body), what = `${name}, ${port === nginx.port ? "through nginx" : "straight"}`;
        equal(code, 0, what);
        const answers = out.trimEnd().split("\n").map((line) => JSON.parse(line));
        equal(answers.length, LINES, what);
        check(answers.map((answer) => `${answer.id} ${answer.nim_sum}`).join() === expected, `${what}: the answers`);
      }
    await nginx.stop();
    await until(async () => (await spooled(daemon)) === 0, "nothing is left in the file");
    await stop(daemon);
  },

  // Everything is sent, and taken, before a byte is read: far more than all buffers on the way hold, and it costs no memory.
  async all_is_sent_before_anything_is_read() {
    const daemon = await start(binary, ["--drain", "0s"]), client = dialog(daemon.port, { keep: false }), step = 50000, steps = 8;
    await settled(daemon);
    const before = peak(daemon);
    client.socket.pause();
    for (let i = 0; i < steps; i++) await new Promise((done) => client.socket.write(chunk(text(i * step, (i + 1) * step)), done));
    client.finish();
    await until(async () => (await metric(daemon, "grundy_lines_answered_total")) === steps * step, "all lines are answered");
    check((await spooled(daemon)) > 10e6, "answers wait in the file");
    check(sanitized(daemon) || peak(daemon) - before < 24 * 1024, `${peak(daemon) - before} kB of memory`);
    client.socket.resume();
    await client.end;
    check(client.whole && client.count === steps * step, `${client.count} answers`);
    await until(async () => (await spooled(daemon)) === 0, "nothing is left in the file");
    await stop(daemon);
  },

  // One stream may fill a MiB; then the first line that is not looked at is told, in order, behind all answers before it.
  async the_room_of_one_stream_is_full() {
    const daemon = await start(binary, ["--drain", "0s", "--spool-bytes", "1M"]), client = dialog(daemon.port);
    client.socket.pause();
    let told = 0;
    for (let i = 0; i < STEPS; i++) await new Promise((done) => client.socket.write(chunk(text(told, (told += 10000))), done));
    client.finish();
    let most = 0, same = 0;
    await until(async () => {
      const now = await spooled(daemon);
      same = now > most ? 0 : same + 1;
      most = Math.max(most, now);
      return most > 0 && same > 200;
    }, "answers wait in the file");
    check(most <= 1 << 20, `${most} bytes in the file`);
    client.socket.resume();
    await client.end;
    const last = client.lines.pop();
    check(client.whole, "the answer has its end");
    check(client.lines.every((answer, i) => answer.id === i && answer.nim_sum === nimSum(heapsOf(i))), "the answers before it");
    check(client.lines.length > 5000 && client.lines.length < told, `${client.lines.length} answers`);
    equal(`${last.code} ${last.status} ${last.line}`, `overloaded 503 ${client.lines.length + 1}`, "the last line");
    await until(async () => (await spooled(daemon)) === 0, "nothing is left in the file");
    await stop(daemon);
  },

  // The folder of the file is full long before the spool is: the same for the client, and the operator is told.
  async the_folder_is_full() {
    const small = join(folder, "small");
    writeFileSync(small, `#!/usr/bin/env bash\nulimit -f 1024\nexec '${binary}' "$@"\n`, { mode: 0o755 });
    const daemon = await start(small, ["--drain", "0s"]), client = dialog(daemon.port);
    client.socket.pause();
    for (let i = 0; i < STEPS; i++) await new Promise((done) => client.socket.write(chunk(text(i * 10000, (i + 1) * 10000)), done));
    client.finish();
    await until(() => /"level":"warn","event":"spool not written","error":"[^"]+"/.test(daemon.err), "the log tells of it");
    client.socket.resume();
    await client.end;
    const last = client.lines.pop();
    check(client.whole, "the answer has its end");
    check(client.lines.every((answer, i) => answer.id === i && answer.nim_sum === nimSum(heapsOf(i))), "the answers before it");
    equal(`${last.code} ${last.status} ${last.line}`, `overloaded 503 ${client.lines.length + 1}`, "the last line");
    await until(async () => (await spooled(daemon)) === 0, "nothing is left in the file");
    await stop(daemon);
  },

  // There are sixteen blocks for those who send all before they read, of which one client has twelve; who finds none is answered all the same.
  async streams_for_which_there_is_no_room_are_answered() {
    const daemon = await start(binary, ["--drain", "0s", "--spool-bytes", "1M"]), count = 40;
    const list = Array.from({ length: count }, () => dialog(daemon.port, { length: 1000 }));
    for (const client of list) client.send(text(0, 1) + "{");
    for (const client of list) await client.answers(1, "of a stream among many");
    for (const client of list) equal(`${client.lines[0].id} ${client.lines[0].nim_sum}`, `0 ${nimSum(heapsOf(0))}`, "the answer");
    for (const client of list) client.socket.destroy();
    await until(async () => (await spooled(daemon)) === 0, "nothing is left in the file");
    await stop(daemon);
  },

  // All streams together may fill four times as much as one, sixteen blocks here: eight would fill at least three of their four, each of another
  // client, for one client has no more than three quarters. A stream for which there is none left gives back those that its last answers began, so
  // a few may be free in the end.
  async the_room_of_all_is_full() {
    const daemon = await start(binary, ["--drain", "0s", "--spool-bytes", "1M"]);
    const list = Array.from({ length: 8 }, (_, i) => dialog(daemon.port, { localAddress: `127.0.0.${i + 1}` }));
    await Promise.all(list.map(async (client) => {
      client.socket.pause();
      for (let i = 0; i < 10; i++) await new Promise((done) => client.socket.write(chunk(text(0, 10000)), done));
      client.finish();
    }));
    let most = 0;
    await until(async () => (most = Math.max(most, await spooled(daemon))) >= 3 << 20, "the file is full but for a few blocks");
    for (let i = 0; i < 100; i++) most = Math.max(most, await spooled(daemon));
    check(most <= 4 << 20, `${most} bytes in the file`);
    for (const client of list) {
      client.socket.resume();
      await client.end;
      check(client.whole, "the answer has its end");
      equal(client.lines.at(-1).code, "overloaded", "the last line");
    }
    await until(async () => (await spooled(daemon)) === 0, "who leaves gives his room back");
    const late = dialog(daemon.port);
    late.socket.write(chunk(text(0, 10000)));
    late.finish();
    await late.end;
    equal(late.lines.filter((answer) => answer.nim_sum !== undefined).length, 10000, "answers when there is room");
    await stop(daemon);
  },

  // Streams of one client fill what one client may: another one sends ten thousand lines, all before it reads, and has all their answers.
  async one_client_leaves_room_for_the_others() {
    const daemon = await start(binary, ["--drain", "0s", "--spool-bytes", "4M"]), most = 16 << 20;
    const greedy = Array.from({ length: 6 }, () => dialog(daemon.port));
    await Promise.all(greedy.map(async (client) => {
      client.socket.pause();
      for (let i = 0; i < STEPS; i++) await new Promise((done) => client.socket.write(chunk(text(0, 10000)), done));
    }));
    await settle(daemon);
    const taken = await spooled(daemon);
    check(taken > most / 2 && taken <= (most / 4) * 3, `${taken} bytes of one client`);
    // Who tells the length has nothing sent to him before all of it is there: everything waits in the file.
    const body = text(0, 10000), modest = dialog(daemon.port, { length: body.length, localAddress: "127.0.0.2" });
    modest.socket.pause();
    await new Promise((done) => modest.send(body.slice(0, -1), done));
    await settle(daemon);
    modest.send(body.slice(-1));
    modest.socket.resume();
    await modest.end;
    check(modest.whole, "the answer has its end");
    equal(modest.lines.filter((answer, i) => answer.id === i && answer.nim_sum === nimSum(heapsOf(i))).length, 10000, "answers of the modest client");
    greedy.forEach((client) => client.socket.destroy());
    await until(async () => (await spooled(daemon)) === 0, "nothing is left in the file");
    await stop(daemon);
  },

  // As in a container that can write nowhere: answers wait in memory, are counted there, and one client leaves some to the others.
  async no_folder_can_be_written() {
    const flags = ["--drain", "0s", "--threads", "2", "--memory", "96M", "--tables-bytes", "8M"];
    const daemon = await start(binary, flags, { TMPDIR: "/nonexistent" }), memory = () => metric(daemon, "grundy_memory_bytes");
    const most = await metric(daemon, "grundy_memory_max_bytes");
    check(/"event":"spool in memory","folder":"\/nonexistent"/.test(daemon.err), `the log tells of it: ${daemon.err}`);
    await settled(daemon);
    const greedy = dialog(daemon.port), modest = dialog(daemon.port, { localAddress: "127.0.0.2" });
    for (const client of [greedy, modest]) client.socket.pause();
    for (let i = 0; i < STEPS; i++) await new Promise((done) => greedy.socket.write(chunk(text(i * 10000, (i + 1) * 10000)), done));
    greedy.finish();
    await until(async () => (await spooled(daemon)) > most / 3 && (await memory()) > (await spooled(daemon)), "answers wait in memory, and are counted");
    await new Promise((done) => modest.socket.write(chunk(text(0, 10000)), done));
    modest.finish();
    modest.socket.resume();
    await modest.end;
    check(modest.whole && modest.lines.length === 10000, `${modest.lines.length} answers of the modest client`);
    check((await spooled(daemon)) <= (most / 4) * 3, "one client's share of it");
    greedy.socket.resume();
    await greedy.end;
    const last = greedy.lines.pop();
    check(greedy.whole, "the answer has its end");
    check(greedy.lines.every((answer, i) => answer.id === i && answer.nim_sum === nimSum(heapsOf(i))), "the answers before it");
    equal(`${last.code} ${last.status} ${last.line}`, `overloaded 503 ${greedy.lines.length + 1}`, "the last line");
    await until(async () => (await spooled(daemon)) === 0, "nothing is left");
    await stop(daemon);
  },

  // Who neither sends nor reads is ended like any other that moves no bytes, however much waits for him: an hour after his last one, and not later.
  async who_does_nothing_is_ended() {
    const daemon = await hold(binary, ["--drain", "0s", ...LOOKS]), client = dialog(daemon.port);
    client.socket.pause();
    for (let i = 0; i < 8; i++) await new Promise((done) => client.socket.write(chunk(text(0, 20000)), done));
    await until(async () => (await metric(daemon, "grundy_lines_answered_total")) === 160000, "all lines are answered");
    await still(daemon);
    equal(await looked(daemon, 50), 0, "ended within the hour");
    equal(await looked(daemon, 10), 1, "ended after the hour");
    await until(async () => (await spooled(daemon)) === 0, "nothing is left in the file");
    client.socket.destroy();
    await stop(daemon);
  },

  // When all his room is full, only what he takes counts: to send a little now and then, which is thrown away, keeps nobody there.
  async who_fills_his_room_must_read() {
    const daemon = await hold(binary, ["--drain", "0s", "--spool-bytes", "1M", ...LOOKS]), client = dialog(daemon.port);
    client.socket.pause();
    for (let i = 0; i < STEPS; i++) await new Promise((done) => client.socket.write(chunk(text(i * 10000, (i + 1) * 10000)), done));
    await still(daemon);
    for (let minutes = 0; minutes < 50; minutes += 10) {
      client.socket.write(chunk(" ".repeat(10000)));
      equal(await looked(daemon, 10), 0, "ended within the hour");
    }
    client.socket.write(chunk(" ".repeat(10000)));
    equal(await looked(daemon, 10), 1, "ended after the hour");
    await until(async () => (await spooled(daemon)) === 0, "nothing is left in the file");
    client.socket.destroy();
    await stop(daemon);
  },
};

// Nothing moves any more: what the machine had to do is done.
async function settle(daemon) {
  const moved = async () => `${await spooled(daemon)} ${await metric(daemon, "grundy_lines_received_bytes_total")} ${await metric(daemon, "grundy_lines_sent_bytes_total")}`;
  let same = 0, before;
  await until(async () => {
    const now = await moved();
    same = now === before ? same + 1 : 0;
    before = now;
    return same > 200;
  }, "nothing moves any more");
}

// And the reaper has seen it.
async function still(daemon) {
  await settle(daemon);
  equal(await looked(daemon, 2), 0, "ended so far");
}

const chunk = (bytes) => `${Buffer.byteLength(bytes).toString(16)}\r\n${bytes}\r\n`;

for (const [name, test] of Object.entries(tests)) {
  const before = Date.now();
  await test();
  console.log(`ok ${name} (${Date.now() - before} ms)`);
}
