#!/usr/bin/env node
// cache.mjs GRUNDYD: tables shared by way of a real Redis, that is there, absent, killed, slow, full, read-only, closed to us, or lying. Every
// answer is compared with that of a daemon without one. GRUNDY_POISONED is how many altered values are tried (make soak: 1000).
import { spawnSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal, start, stop, until } from "../support/e2e/daemon.mjs";
import { client, freePort, kill, pretender, redis } from "../support/e2e/redis.mjs";
import { resigned, siphash } from "../support/e2e/tables.mjs";

const binary = process.argv[2], poisoned = Number(process.env.GRUNDY_POISONED ?? 40);
const work = mkdtempSync(join(tmpdir(), "grundy-cache-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const flags = ["--drain", "0s", "--threads", "1"];
const oracle = await start(binary, flags);

// The daemon for tests waits for an answer as long as it takes; the one that is shipped, 20 ms.
const daemon = (url, ...more) => start(`${binary}_held`, [...flags, ...more], { GRUNDY_CACHE: url });
const shipped = (url, ...more) => start(binary, [...flags, ...more], { GRUNDY_CACHE: url });
const question = (octal, heap = 25000) => ({ rules: { octal }, heaps: [heap, 5, 3000], limit: 3 });
const dear = ["0.007", "0.0007", "0.06", "0.162", "0.00007"].map((octal) => question(octal)); // 32768 values, a tenth of a second
const text = async (one, asked) => (await fetch(`${one.url}/sg`, { method: "POST", body: JSON.stringify(asked) })).text();
const right = new Map();
async function same(one, asked, what) {
  const key = JSON.stringify(asked);
  if (!right.has(key)) right.set(key, await text(oracle, asked));
  const got = await text(one, asked);
  check(got.includes('"verdict"'), got);
  equal(got, right.get(key), what);
}
async function counts(one) {
  const lines = (await (await fetch(`${one.url}/metrics`)).text()).matchAll(/^grundy_(cache_up|tables_builds_total|cache_\w+\{result="\w+"\}) (\d+)$/gm);
  const found = {};
  for (const [, name, value] of lines) found[name.replace(/cache_requests_total\{result="(\w+)"\}/, "$1").replace(/cache_writes_total\{result="(\w+)"\}/, "write $1")] = Number(value);
  return found;
}
const comes = (one, what, test) => until(async () => test(await counts(one)), what);
const up = (one) => comes(one, "the cache to be up", (now) => now.cache_up === 1);
const down = (one) => comes(one, "the cache to be down", (now) => now.cache_up === 0);
const connections = async (asks) => Number(/total_connections_received:(\d+)/.exec(await asks.ask("INFO", "stats"))[1]);
const keys = async (asks) => (await asks.ask("KEYS", "grundy:*:*")).map(String);

const tests = {
  async what_one_has_made_another_need_not_make() {
    const server = await redis(["--requirepass", "a secret/with@all:of%it"]);
    const url = server.url.replace("//", `//:${encodeURIComponent("a secret/with@all:of%it")}@`) + "/3";
    const first = await daemon(url);
    await up(first);
    for (const asked of dear) await same(first, asked, "the first");
    await comes(first, "the tables to be written", (now) => now["write stored"] === dear.length);
    const second = await daemon(url);
    await up(second);
    for (const asked of dear) await same(second, asked, "the second");
    const now = await counts(second);
    equal(now.hit, dear.length, "tables from the cache");
    equal(now.tables_builds_total, 0, "tables made by the second");
    equal(now.refused + now.failed, 0, "refused or failed");
    for (const asked of dear) await same(second, { ...asked, heaps: [100, 8000] }, "the second, again");
    equal((await counts(second)).hit, dear.length, "a table is fetched once");
    const asks = client(server.port);
    await asks.ask("AUTH", "a secret/with@all:of%it");
    await asks.ask("SELECT", "3");
    const names = await keys(asks);
    equal(names.length, dear.length, "keys");
    for (const name of names) check(/^grundy:[0-9a-z.]+:[0-9a-f]{32}$/.test(name), name);
    asks.end();
    for (const one of [first, second]) check(!(one.err + one.out).includes("a secret"), "the password is in the log");
    const told = spawnSync(binary, ["--check-config", "--cache", url], { encoding: "utf8" });
    check(told.status === 0 && !told.stdout.includes("secret/with") && told.stdout.includes(`--cache redis://:...@127.0.0.1:${server.port}/3`), told.stdout);
    await stop(first);
    await stop(second);
    await kill(server);
  },

  async a_socket_and_a_table_that_is_too_short() {
    const path = join(work, "redis.sock"), server = await redis(["--unixsocket", path]);
    const first = await daemon(`unix:${path}`), longer = question("0.007", 40000);
    await same(first, dear[0], "the first");
    await comes(first, "the table to be written", (now) => now["write stored"] === 1);
    const second = await daemon(`unix:${path}`);
    await up(second);
    await same(second, longer, "the second, from where the first has ended");
    await comes(second, "the longer table to be written", (now) => now["write stored"] === 1);
    equal((await counts(second)).hit, 1, "tables from the cache");
    const third = await daemon(`unix:${path}`);
    await up(third);
    await same(third, longer, "the third");
    await same(third, dear[0], "the third, shorter");
    equal((await counts(third)).tables_builds_total, 0, "tables made by the third");
    for (const one of [first, second, third]) await stop(one);
    await kill(server);
  },

  // A second passes from one look at the cache to the next; meanwhile nobody computes. Half a second of it is a hundred times what a look takes.
  async between_two_looks_it_sleeps() {
    const server = await redis(), one = await shipped(server.url), asks = client(server.port);
    const looks = async () => Number(/cmdstat_setex:calls=(\d+)/.exec(await asks.ask("INFO", "commandstats"))?.[1] ?? 0);
    const ticks = () => readFileSync(`/proc/${one.child.pid}/stat`, "latin1").split(") ")[1].split(" ").slice(11, 13).reduce((sum, n) => sum + Number(n), 0);
    await up(one);
    const first = await looks(), before = ticks();
    await until(async () => (await looks()) >= first + 3, "three more looks");
    check(ticks() - before < 50, `${ticks() - before} hundredths of a second were computed`);
    asks.end();
    await stop(one);
    await kill(server);
  },

  // What is made ahead of time is there for other machines, too.
  async warmed_for_all_machines() {
    const server = await redis(), told = spawnSync(`${binary}_held`, ["warm", "--rules", JSON.stringify(dear[0].rules), "--to", "25000", "--tables", join(work, "warm"), "--cache", server.url], { encoding: "utf8" });
    check(told.status === 0 && /values are stored/.test(told.stdout), told.stderr);
    const one = await daemon(server.url);
    await up(one);
    await same(one, dear[0], "warmed");
    equal((await counts(one)).hit, 1, "tables from the cache");
    await stop(one);
    await kill(server);
  },

  // Cheap tables are not asked for, and not written.
  async what_is_soon_made_stays_at_home() {
    const server = await redis(), one = await daemon(server.url);
    await up(one);
    for (const rules of [{ take: [1, 3, 4] }, { octal: "0.77" }, { take: [2, 5, 7, 100] }]) await same(one, { rules, heaps: [5, 100, 20000] }, "cheap");
    const asks = client(server.port);
    equal((await keys(asks)).length, 0, "keys");
    asks.end();
    await stop(one);
    await kill(server);
  },

  async absent_killed_and_there_again() {
    const port = await freePort(), one = await daemon(`redis://127.0.0.1:${port}`);
    for (const asked of dear.slice(0, 2)) await same(one, asked, "absent");
    await down(one);
    await until(() => /"event":"cache down"/.test(one.err), "the log to tell of it");
    let server = await redis([], port);
    await up(one);
    await same(one, dear[2], "there");
    await comes(one, "the table to be written", (now) => now["write stored"] >= 1);
    await kill(server);
    await same(one, dear[3], "killed");
    await down(one);
    server = await redis([], port);
    await up(one);
    const stored = (await counts(one))["write stored"];
    await same(one, dear[4], "there again");
    await comes(one, "the table to be written", (now) => now["write stored"] > stored);
    await stop(one);
    await kill(server);
  },

  // Who was found not to be there is not asked: the keeper looks by itself.
  async not_there_at_all() {
    const one = await daemon(`redis://127.0.0.1:${await freePort()}`);
    await until(() => /"event":"cache down"/.test(one.err), "the keeper to have looked");
    for (const asked of dear) await same(one, asked, "not there");
    const now = await counts(one);
    equal(now.skipped, dear.length, "questions that did not wait");
    equal(now.failed, 0, "questions that found out by themselves");
    await stop(one);
  },

  // Every wire serves again, that of a fetch and that of the keeper, as long as nothing goes wrong on it.
  async wires_are_kept() {
    const server = await redis(), asks = client(server.port);
    for (const what of ["misses and writes", "hits"]) {
      const before = await connections(asks), one = await daemon(server.url);
      await up(one);
      for (const asked of dear) await same(one, asked, what);
      await comes(one, what, (now) => (what === "hits" ? now.hit : now["write stored"]) === dear.length);
      const made = (await connections(asks)) - before;
      check(made <= 2, `${made} connections for ${what}`);
      await stop(one);
    }
    asks.end();
    await kill(server);
  },

  // A wire on which something went wrong is closed, however often that happens.
  async broken_wires_are_closed() {
    const server = await pretender((socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")), one = await daemon(server.url);
    await until(() => server.made() >= 4, "the keeper to have tried four times");
    await until(() => server.open() <= 1, "what it tried before to be closed");
    await stop(one);
    server.end();
  },

  // Nobody waits for it longer than it takes to find out; then nobody asks.
  async slow() {
    const server = await redis(), one = await shipped(server.url), asks = client(server.port);
    await up(one);
    await asks.ask("CLIENT", "PAUSE", "3600000", "ALL");
    for (const asked of dear) await same(one, asked, "slow");
    await down(one);
    const now = await counts(one);
    equal(now.hit + now.miss, 0, "answers of a server that does not answer");
    equal(now.failed + now.skipped, dear.length, "failed or not even tried");
    asks.end();
    await stop(one);
    await kill(server);
  },

  async full_and_a_replica_that_may_not_be_written() {
    const server = await redis(["--repl-diskless-sync-delay", "0"]), first = await daemon(server.url), asks = client(server.port);
    await same(first, dear[0], "the first");
    await comes(first, "the table to be written", (now) => now["write stored"] === 1);
    const replica = await redis(["--replicaof", "127.0.0.1", String(server.port)]), reads = client(replica.port);
    await until(async () => (await keys(reads)).length === 1, "the replica to have it");
    const second = await daemon(replica.url);
    await same(second, dear[0], "from a replica");
    equal((await counts(second)).hit, 1, "tables from the replica");
    await down(second);
    await same(second, dear[1], "made, and not written");
    await comes(second, "the replica to refuse it", (now) => now["write failed"] === 1);
    await until(() => /READONLY/.test(second.err), "the log to say why");
    await asks.ask("CONFIG", "SET", "maxmemory-policy", "noeviction");
    await asks.ask("CONFIG", "SET", "maxmemory", "1");
    await same(first, dear[1], "full");
    await comes(first, "the full one to refuse it", (now) => now["write failed"] === 1);
    await down(first);
    await asks.ask("CONFIG", "SET", "maxmemory", "0");
    await up(first);
    reads.end();
    asks.end();
    for (const one of [first, second]) await stop(one);
    for (const one of [replica, server]) await kill(one);
  },

  async a_wrong_password_and_a_server_that_wants_one() {
    const server = await redis(["--requirepass", "right"]);
    for (const url of [server.url.replace("//", "//:wrong@"), server.url]) {
      const one = await daemon(url);
      await same(one, dear[0], "not let in");
      await down(one);
      await until(() => /WRONGPASS|NOAUTH/.test(one.err), "the log to say why");
      const now = await counts(one);
      equal(now.hit + now.miss, 0, "answers of a server that does not let us in");
      await stop(one);
    }
    await kill(server);
  },

  async garbage() {
    const endless = (begin, more) => (socket) => {
      socket.write(begin);
      const flood = () => socket.destroyed || socket.write(more, () => setImmediate(flood));
      flood();
    };
    const talks = {
      "random bytes": (socket) => socket.write(randomBytes(5000)),
      "another protocol": (socket) => socket.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"),
      "a list of a thousand million": (socket) => socket.write("*1000000000\r\n"),
      "lists in lists": (socket) => socket.write("*1\r\n".repeat(2000)),
      "a text without end": endless("$2000000000\r\n", Buffer.alloc(65536, 65)),
      "a line without end": endless("+", Buffer.alloc(65536, 66)),
      "numbers of no size": (socket) => socket.write(":99999999999999999999999999\r\n$-5\r\n$99999999999999999999\r\n"),
      "the end": (socket) => socket.end(),
      "nothing": () => {},
      "a byte now and then": (socket) => setInterval(() => socket.destroyed || socket.write("+"), 5).unref(),
      "errors": (socket, data) => socket.write("-ERR no\r\n".repeat(String(data).split("*").length)),
      "other answers than were asked for": (socket) => socket.write(":1\r\n:400\r\n$3\r\nabc\r\n+OK\r\n:7\r\n"),
      "more than there was room for": (socket) => socket.write(`:1\r\n:9000\r\n$20000\r\n${"x".repeat(20000)}\r\n`),
    };
    await Promise.all(Object.entries(talks).map(async ([name, talk]) => {
      const server = await pretender(talk), one = await shipped(server.url);
      await same(one, dear[0], name);
      const now = await counts(one);
      equal(now.hit, 0, name);
      equal(now.refused + now.failed + now.skipped + now.miss, 1, `${name}: ${JSON.stringify(now)}`);
      if (name !== "errors") await down(one);
      await stop(one);
      server.end();
    }));
  },

  // Without the secret nobody can write what is believed, whatever it looks like.
  async poisoned_values_are_refused() {
    const server = await redis(), asks = client(server.port), secret = join(work, "secret"), good = new Map();
    writeFileSync(secret, randomBytes(32));
    // Room for a few of the tables, less while one is made: what is asked in turn is asked of the cache again.
    const one = await daemon(server.url, "--cache-secret", secret, "--tables-bytes", "160000");
    await up(one);
    for (const [i, asked] of dear.entries()) {
      const before = await keys(asks);
      await same(one, asked, "unpoisoned");
      await comes(one, "the table to be written", (now) => now["write stored"] === i + 1);
      const [key] = (await keys(asks)).filter((name) => !before.includes(name));
      good.set(i, { key, value: Buffer.from(await asks.ask("GET", key)) });
    }
    const before = await counts(one);
    await same(one, dear[0], "unpoisoned, from the cache");
    equal((await counts(one)).hit, before.hit + 1, "hits before anything is poisoned");
    equal(before.refused, 0, "refused before anything is poisoned");
    const flip = (value, at) => ((value[at] ^= 1 << randomInt(8)), value);
    const forge = (value, change) => resigned(value, randomBytes(32), change);
    const kinds = [
      (value) => flip(value, randomInt(value.length)),
      (value) => flip(value, randomInt(72)),
      (value) => flip(value, 72 + randomInt(72)),
      (value) => flip(value, value.length - 1 - randomInt(32768)),
      (value) => value.subarray(0, randomInt(value.length)),
      (value) => value.subarray(0, 1),
      () => Buffer.alloc(0),
      (value) => Buffer.concat([value, randomBytes(1 + randomInt(100))]),
      (value) => randomBytes(value.length),
      (value) => randomBytes(1 + randomInt(30000)),
      (value, i) => Buffer.from(good.get((i + 1) % dear.length).value),
      (value) => forge(value, (data) => flip(data, randomInt(data.length))),
      (value) => forge(value, (data) => data.fill(randomInt(256))),
      (value) => forge(value, () => {}),
      (value) => forge(value, (data, file) => file.writeUInt32LE(1, 92)), // a proof
      (value) => (value.writeBigUInt64LE(BigInt(randomInt(2 ** 40)), 64 + 8 * randomInt(8)), value),
      () => ["LPUSH", "a", "b"],
      () => ["HSET", "a", "b"],
      () => ["SADD", "a"],
      () => ["ZADD", "1", "a"],
      () => ["SETRANGE", String(20 << 20), "x"],
    ];
    let refused = (await counts(one)).refused;
    for (let n = 0; n < poisoned; n++) {
      const i = (n + 2) % dear.length, { key, value } = good.get(i), evil = kinds[n % kinds.length](Buffer.from(value), i);
      await asks.ask("DEL", key);
      if (Array.isArray(evil)) await asks.ask(evil[0], key, ...evil.slice(1));
      else await asks.ask("SET", key, evil);
      const stored = (await counts(one))["write stored"];
      await same(one, dear[i], `poisoned ${n}`);
      const now = await counts(one);
      equal(now.refused, ++refused, `refused after poisoning ${n}: ${kinds[n % kinds.length]}`);
      await comes(one, "the good table to be written in its place", (later) => later["write stored"] > stored);
      check(good.get(i).value.equals(await asks.ask("GET", key)), "what is written in its place");
    }
    console.log(`${poisoned} altered values: 0 wrong answers, ${refused} refused`);
    asks.end();
    await stop(one);
    await kill(server);
  },

  // Signed as well as we do it ourselves: then the values are looked at.
  async what_is_signed_and_wrong_is_found_by_looking() {
    const server = await redis(), asks = client(server.port), first = await daemon(server.url);
    await same(first, dear[0], "the first");
    await comes(first, "the table to be written", (now) => now["write stored"] === 1);
    const [key] = await keys(asks), value = Buffer.from(await asks.ask("GET", key)), secret = Buffer.alloc(32);
    for (const part of [0, 1]) siphash([1n, 2n + BigInt(part)], Buffer.alloc(0)).forEach((word, i) => secret.writeBigUInt64LE(word, 16 * part + 8 * i));
    check(resigned(value, secret).equals(value), "the test signs as the daemon does");
    const kinds = [
      (data) => data.fill(7),
      (data) => (data[100] ^= 1),
      (data) => data.fill(1, 5000),
      (data, file) => [1n, 0n, 100n].forEach((word, i) => (file.writeUInt32LE(1, 92), file.writeBigUInt64LE(word, 96 + 8 * i))),
      (data) => (data[2 * 25000] ^= 1), // the heap that is asked about; values have 16 bits
    ];
    for (const change of kinds) {
      await asks.ask("SET", key, resigned(value, secret, change));
      const one = await daemon(server.url);
      await same(one, dear[0], String(change));
      const now = await counts(one);
      equal(now.refused, 1, `refused: ${change}: ${JSON.stringify(now)}`);
      equal(now.hit, 0, `believed: ${change}`);
      await stop(one);
    }
    asks.end();
    await stop(first);
    await kill(server);
  },

  async bad_settings_are_told_in_one_line() {
    for (const [flag, value, word] of [["--cache", "redis://:topsecret@nowhere", "redis://[:PASSWORD@]"], ["--cache", "127.0.0.1:6379", "unix:PATH"], ["--cache", "unix:", "none"]]) {
      const told = spawnSync(binary, ["--check-config", flag, value], { encoding: "utf8" });
      check(told.status === 2 && told.stderr.includes(word) && !told.stderr.includes("topsecret") && told.stderr.trim().split("\n").length === 1, told.stderr);
    }
    const told = spawnSync(binary, ["--listen", "127.0.0.1:0", "--cache", "unix:/nowhere", "--cache-secret", "/nowhere"], { encoding: "utf8" });
    check(told.status === 2 && told.stderr.includes("--cache-secret"), told.stderr);
  },
};

const only = process.env.GRUNDY_ONLY;
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) continue;
  const began = Date.now();
  await test();
  console.log(`ok ${name} ${process.env.GRUNDY_TIMES ? Date.now() - began : ""}`);
}
await stop(oracle);
