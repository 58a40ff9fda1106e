#!/usr/bin/env node
// memory.mjs GRUNDYD: what clients make the daemon hold stays within --memory, whatever they ask and however little they take.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal, healthy, metric, nim, open, problem, responses, settled, sleep, start, stop, until } from "../support/e2e/daemon.mjs";

const binary = process.argv[2];
const status = (daemon, name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${daemon.child.pid}/status`, "utf8"))[1]);
const sanitized = (daemon) => /asan|tsan|sanitizer/.test(readFileSync(`/proc/${daemon.child.pid}/maps`, "utf8"));
const megabytes = 96;
const flags = ["--threads", "2", "--memory", `${megabytes}M`, "--drain", "0s"];

// Eleven tenths of it are the bound; a sanitizer's own memory has none.
function checkPeak(daemon, when) {
  const peak = status(daemon, "VmHWM");
  check(sanitized(daemon) || peak <= megabytes * 1024 * 1.1, `${when}: ${peak} kB of ${megabytes} MB`);
}

const question = (path, body) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
};
const largest = (1n << 4096n) - 1n;
const edges = Array.from({ length: 2000 }, (_, i) => [i, i + 1]);

// 1.4 KB in, megabytes out.
const long = { stones: largest.toString(), factor: 1, moves: "all", limit: 10000, positions: true };
const directory = mkdtempSync(join(tmpdir(), "grundy-memory-"));
process.on("exit", () => rmSync(directory, { recursive: true, force: true }));

const tests = {
  // All of its moves would be three times as long.
  async the_longest_answer_ends_at_four_megabytes() {
    const daemon = await start(binary, ["--memory", "1G", "--drain", "0s"]), raw = open(daemon.port);
    raw.send(question("/fibonacci-nim", long));
    check(await raw.until((got) => responses(got).list.length), "an answer");
    const [reply] = responses(raw.text).list, answer = JSON.parse(reply.body);
    equal(reply.status, 200, "status");
    check(reply.body.length <= 4 << 20 && reply.body.length > (4 << 20) - (16 << 10), `${reply.body.length} bytes`);
    check(answer.truncated && answer.moves.length > 1000 && answer.moves.length < 10000, `${answer.moves.length} moves`);
    raw.socket.destroy();
    await stop(daemon);
  },

  async answers_that_nobody_takes() {
    const daemon = await start(binary, flags), body = long;
    const list = Array.from({ length: 60 }, () => open(daemon.port));
    for (const raw of list) {
      raw.socket.pause();
      raw.send(question("/fibonacci-nim", body));
    }
    await until(async () => (await metric(daemon, 'grundy_shed_total{reason="memory"}')) > 0, "some find no memory");
    const cheap = open(daemon.port);
    for (let i = 1; i <= 20; i++) {
      cheap.send(nim([i, 1]));
      check(await cheap.until((text) => responses(text).list.length === i), "cheap questions are answered");
    }
    check(responses(cheap.text).list.every((reply) => reply.status === 200), "and with 200");
    await healthy(daemon);
    checkPeak(daemon, "answers that nobody takes");
    for (const raw of list) raw.socket.destroy();
    cheap.socket.destroy();
    await until(async () => (await metric(daemon, "grundy_memory_bytes")) < 1 << 20, "it is given back");
    await stop(daemon);
  },

  async a_hundred_long_bodies_at_once() {
    const daemon = await start(binary, flags);
    const text = question("/nim", { heaps: Array.from({ length: 100000 }, (_, i) => 100000000 + i) });
    const list = Array.from({ length: 100 }, () => open(daemon.port));
    for (const raw of list) raw.send(text.slice(0, -1));
    for (const raw of list) raw.send(text.slice(-1));
    for (const raw of list) await raw.until((got) => /^HTTP\/1.1 \d+/.test(got));
    const statuses = list.map((raw) => Number(raw.text.slice(9, 12)));
    check(statuses.every((code) => code === 200 || code === 503), statuses.join());
    check(statuses.includes(200), "some of them are answered");
    checkPeak(daemon, "long bodies");
    for (const raw of list) raw.socket.destroy();
    await stop(daemon);
  },

  // Bodies of one client that are held back take what they may; another client's questions find what they need.
  async who_holds_much_leaves_something() {
    const daemon = await start(binary, flags);
    const list = [], shed = () => metric(daemon, 'grundy_shed_total{reason="memory"}');
    for (const length of [100000, 20000, 8000]) { // the rest is filled by smaller ones
      const text = question("/nim", { heaps: Array.from({ length }, (_, i) => 100000000 + i) }), before = await shed();
      while ((await shed()) < before + 3) {
        list.push(open(daemon.port));
        list.at(-1).send(text.slice(0, -1));
        await sleep(5);
      }
    }
    await until(() => list.some((raw) => raw.text), "one of them hears of it"); // what is counted is on its way
    const refused = list.find((raw) => raw.text), [reply] = responses((await refused.until((got) => responses(got).list.length), refused.text)).list;
    problem(reply, 503, "overloaded"); // before all of its body was there
    check(Number(reply.headers["retry-after"]) >= 1, "Retry-After");
    const head = open(daemon.port);
    head.send("POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
    await head.until((got) => responses(got).list.length);
    problem(responses(head.text).list[0], 503, "overloaded"); // before a byte of it was there
    head.socket.destroy();
    const graph = Array.from({ length: 60 }, (_, i) => Array.from({ length: 60 }, (_, j) => j).filter((j) => j !== i && (i * j) % 5));
    const modest = open(daemon.port, "127.0.0.2");
    for (let i = 1; i <= 10; i++) {
      modest.send(question("/cat-mouse", { graph }));
      check(await modest.until((got) => responses(got).list.length === i), "another client's question");
    }
    check(responses(modest.text).list.every((one) => one.status === 200), modest.text.slice(-300));
    checkPeak(daemon, "bodies that are held back");
    for (const raw of [...list, modest]) raw.socket.destroy();
    await stop(daemon);
  },

  // Thirty graphs with all of their nodes make half a megabyte; three lists of moves twelve. The first batch has all the memory;
  // of the others each question may find none, and is told so.
  async batches_of_large_answers() {
    const graph = { game: "graph", edges, tokens: [0], nodes: 2001, all_nodes: true };
    for (const [questions, least] of [[Array(30).fill(graph), 400e3], [Array(3).fill({ game: "fibonacci-nim", ...long }), 4e6]]) {
      const daemon = await start(binary, flags);
      const list = Array.from({ length: 33 }, () => open(daemon.port));
      const answered = (n) => until(async () => (await metric(daemon, "grundy_http_request_duration_seconds_count")) === n, `${n} are answered`);
      for (const [i, raw] of list.entries()) {
        raw.socket.pause();
        raw.send(question("/batch", { questions }));
        if (!i) await answered(1);
      }
      await answered(list.length);
      checkPeak(daemon, "batches");
      for (const raw of list) raw.socket.resume();
      for (const raw of list) await raw.until((got) => got.includes("\r\n\r\n"));
      const heads = list.map((raw) => raw.text.split("\r\n\r\n")[0]), statuses = heads.map((head) => Number(head.slice(9, 12)));
      check(statuses.every((code) => code === 200 || code === 503), `answered or shed: ${statuses}`);
      const lengths = heads.map((head, i) => (statuses[i] === 200 ? Number(/^content-length: (\d+)$/im.exec(head)[1]) : 0));
      check(sanitized(daemon) || lengths[0] >= least, `answers of ${lengths} bytes`);
      for (const raw of list) raw.socket.destroy();
      await stop(daemon);
    }
  },

  // Every rule set makes a table of its own, of some 4 MB: together half as much again as all that there may be. Where they are shared, half of what
  // tables may take is for the directory.
  async tables_of_many_rules() {
    for (const shared of [false, true]) {
      const daemon = await start(binary, [...flags, "--tables-bytes", "24M", ...(shared ? ["--tables", join(directory, "tables")] : [])]);
      const client = open(daemon.port), sizes = [];
      for (let i = 1; i <= 36; i++) {
        client.text = "";
        client.send(question("/sg", { rules: { take: [1, 2 * i, 1000 + i, 900001 + 7 * i * i] }, heaps: [3900000 + i], moves: "none" }));
        check(await client.until((text) => responses(text).list.length === 1), "an answer");
        equal(responses(client.text).list[0].status, 200, "status");
        sizes.push((await metric(daemon, "grundy_tables_private_bytes")) + (await metric(daemon, "grundy_tables_bytes")));
      }
      check(Math.max(...sizes) <= 24 << 20, `tables within their share: ${sizes}`);
      check(Math.max(...sizes) > 16 << 20, `tables that fill it: ${sizes}`);
      equal((await metric(daemon, "grundy_tables_bytes")) > 0, shared, "tables in the directory");
      checkPeak(daemon, "tables");
      client.socket.destroy();
      await stop(daemon);
    }
  },

  // A thousand small tables lie in blocks of the C library's; large ones, which the kernel gives, take their place.
  async small_tables_that_made_room() {
    const daemon = await start(binary, [...flags, "--tables-bytes", "24M"]), client = open(daemon.port);
    await settled(daemon);
    await until(() => sanitized(daemon) || status(daemon, "VmRSS") < 20 << 10, "what was made at start is given back");
    const before = status(daemon, "VmRSS");
    const ask = async (take, heap) => {
      client.text = "";
      client.send(question("/sg", { rules: { take }, heaps: [heap], moves: "none" }));
      check(await client.until((text) => responses(text).list.length === 1), "an answer");
      equal(responses(client.text).list[0].status, 200, "status");
    };
    for (let i = 1; i <= 1000; i++) await ask([1, 2 * i, 3000 + i, 9001 + 2 * i], 20000 + i);
    const then = status(daemon, "VmRSS");
    check(then > before + (16 << 10) || sanitized(daemon), `${then} kB with small tables, ${before} before`);
    for (let i = 1; i <= 8; i++) await ask([1, 2 * i, 1000 + i, 900001 + 7 * i * i], 3900000 + i);
    const tables = await metric(daemon, "grundy_tables_private_bytes");
    await until(() => sanitized(daemon) || status(daemon, "VmRSS") < before + tables / 1024 + (8 << 10), "what the small ones took goes back");
    client.socket.destroy();
    await stop(daemon);
  },

  // A code of a thousand places is longer than what is kept of its game: that counts, too.
  async rules_longer_than_their_tables() {
    const daemon = await start(binary, [...flags, "--tables-bytes", "4M"]), client = open(daemon.port);
    await settled(daemon);
    await until(() => sanitized(daemon) || status(daemon, "VmRSS") < 20 << 10, "what was made at start is given back");
    const before = status(daemon, "VmRSS");
    for (let i = 1; i <= 1300; i++) {
      const places = Array.from({ length: 1024 }, (_, k) => ((i >> k % 11) & 1 ? 3 : 1)).join("");
      client.text = "";
      client.send(question("/sg", { rules: { octal: `0.${places}` }, heaps: [1], misere: true, moves: "none" }));
      check(await client.until((text) => responses(text).list.length === 1), "an answer");
      equal(responses(client.text).list[0].status, 200, "status");
    }
    check((await metric(daemon, "grundy_tables_private_bytes")) <= 4 << 20, "tables within their share");
    const more = status(daemon, "VmRSS") - before;
    check(sanitized(daemon) || more < 12 << 10, `${more} kB for tables of 4 MB`);
    client.socket.destroy();
    await stop(daemon);
  },

  // Three thousand connections take some 30 MB, most of it in small blocks.
  async a_crowd_leaves_nothing_behind() {
    const daemon = await start(binary, ["--memory", "2G", "--drain", "0s", "--threads", "2"]);
    await settled(daemon);
    await until(async () => (await metric(daemon, "grundy_memory_bytes")) < 1 << 20, "what that took is given back");
    // The thread that made it is no request: its memory goes when it ends.
    await until(() => sanitized(daemon) || status(daemon, "VmRSS") < 20 << 10, "that of the documents is given back");
    const before = status(daemon, "VmRSS"), crowd = [];
    while (crowd.length < 3000) {
      const some = Array.from({ length: 100 }, () => open(daemon.port));
      for (const raw of some) raw.send("POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 13\r\n\r\n{");
      crowd.push(...some);
      await until(async () => (await metric(daemon, "grundy_requests_in_flight")) === crowd.length, "they have begun");
    }
    const then = status(daemon, "VmRSS");
    check(then > before + (16 << 10) || sanitized(daemon), `${then} kB with the crowd, ${before} before`);
    crowd.forEach((raw, i) => i % 100 && raw.socket.destroy()); // who stays has blocks between those of who left
    await until(() => sanitized(daemon) || status(daemon, "VmRSS") < before + (8 << 10), "it goes back");
    crowd.forEach((raw) => raw.socket.destroy());
    await stop(daemon);
  },

  async too_little_is_told_at_start() {
    const daemon = await start(binary, ["--memory", "4M"]);
    equal((await daemon.end).code, 2, "exit");
    check(/^grundyd: --memory: /.test(daemon.err), daemon.err);
  },
};

for (const [name, test] of Object.entries(tests)) {
  await test();
  console.log(`ok ${name}`);
}
