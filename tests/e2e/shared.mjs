#!/usr/bin/env node
// shared.mjs GRUNDYD: what several daemons do with one directory of tables, and one with a directory that is full, read-only, somebody
// else's, removed, or forged. Every answer is compared with that of a daemon with private tables.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, truncateSync,
  unlinkSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal, healthy, leftOut, open, start, stop, until } from "../support/e2e/daemon.mjs";
import { hold } from "../support/e2e/held.mjs";
import { resigned } from "../support/e2e/tables.mjs";

const binary = process.argv[2];
const work = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "grundy-shared-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
let names = 0;
const fresh = () => join(work, String(names++));
const directory = () => {
  const path = fresh();
  mkdirSync(path, { mode: 0o700 });
  return path;
};
const flags = (tables, ...more) => ["--tables", tables, "--drain", "0s", "--threads", "1", ...more];
const oracle = await start(binary, flags("none"));

// The daemon in namespaces of its own: `prepare` is run there first, with the directory as $D.
const mayUnshare = spawnSync("unshare", ["-rm", "true"]).status === 0 && spawnSync("unshare", ["-rpf", "true"]).status === 0;
function wrapped(options, tables, prepare) {
  const path = fresh();
  writeFileSync(path, `#!/bin/sh\nexport D='${tables}'\nexec unshare ${options} sh -ec '${prepare}\nexec "$@"' sh '${binary}' "$@"\n`);
  chmodSync(path, 0o700);
  return path;
}

async function text(daemon, path, question, headers = {}) {
  const reply = await fetch(daemon.url + path, { method: "POST", body: JSON.stringify(question), headers });
  return { status: reply.status, body: await reply.text() };
}
// The daemon's answer is the oracle's.
async function same(daemon, question, what) {
  const [got, right] = await Promise.all([text(daemon, "/sg", question), text(oracle, "/sg", question)]);
  equal(right.status, 200, right.body);
  equal(got.body, right.body, what);
}
async function metrics(daemon) {
  const text = await (await fetch(daemon.url + "/metrics")).text(), files = Number(/^grundy_tables\{state="shared"\} (\d+)$/m.exec(text)[1]);
  const lines = text.matchAll(/^grundy_tables_(\w+) (\d+)$/gm);
  return { files, ...Object.fromEntries([...lines].map(([, name, value]) => [name.replace(/_total$/, ""), Number(value)])) };
}
const files = (tables) => readdirSync(tables).filter((name) => name.endsWith(".table"));
const leftovers = (tables) => readdirSync(tables).filter((name) => name.startsWith("tmp."));
const kill = async (daemon) => {
  daemon.child.kill("SIGKILL");
  await daemon.end;
};
const told = (daemon, event) => daemon.err.split("\n").filter((line) => line.includes(`"${event}"`));
// The log comes when it comes.
async function tellsOnce(daemon, event) {
  await until(() => told(daemon, event).length, `"${event}" in the log`);
  equal(told(daemon, event).length, 1, `lines in the log:\n${daemon.err}`);
}

const take134 = { rules: { take: [1, 3, 4] }, heaps: [5, 1000, 100000] };
const kayles = { rules: { octal: "0.77" }, heaps: [5, 70, 100000] };
const large = { rules: { take: [2, 5, 7, 11, 13, 4099, 900001] }, heaps: [5500000, 3], moves: "none" }; // above 4 MiB

const tests = {
  async yesterdays_tables_are_answered_without_computing() {
    const tables = directory(), first = await start(binary, flags(tables));
    for (const question of [take134, kayles, large]) await same(first, question, "the first daemon");
    const before = await metrics(first);
    equal(before.attached, 0, "attached by the first");
    equal(before.rejected, 0, "rejected by the first");
    check(before.builds >= 3 && before.misses >= 3, JSON.stringify(before));
    await stop(first);
    equal(files(tables).length, 3, "files");
    const second = await start(binary, flags(tables));
    for (const question of [take134, kayles, large]) await same(second, question, "the second daemon");
    const now = await metrics(second);
    equal(now.builds, 0, "builds by the second");
    equal(now.misses, 0, "misses of the second");
    equal(now.attached, 3, "attached by the second");
    check(now.hits >= 3, `${now.hits} hits`);
    equal(now.files, 3, "files told");
    equal(now.bytes, files(tables).reduce((sum, name) => sum + statSync(join(tables, name)).blocks * 512, 0), "bytes told");
    check(now.private_bytes > 4 << 20, `${now.private_bytes} private bytes`);
    for (let i = 0; i < 3; i++) await same(second, take134, "again");
    const later = await metrics(second);
    equal(later.misses, 0, "misses later");
    equal(later.attached, 3, "attached later");
    check(later.hits >= now.hits + 3, `${later.hits} hits after ${now.hits}`);
    await stop(second);
  },

  // What takes long is made once, however many ask for it at the same time; who waits is counted.
  async equal_questions_compute_once() {
    const tables = directory(), daemon = await hold(binary, [...flags(tables), "--threads", "4"]);
    const heavy = { rules: { split: "unequal" }, heaps: [60000, 59999], moves: "none" };
    daemon.make_no_tables(true);
    const asked = Array.from({ length: 12 }, (_, i) => same(daemon, heavy, `question ${i}`));
    await until(async () => (await metrics(daemon)).waited >= 1, "somebody waits for who makes it");
    daemon.make_no_tables(false);
    await Promise.all(asked);
    equal((await metrics(daemon)).builds, 1, "builds");
    await stop(daemon);
  },

  async daemons_of_other_pid_namespaces_share() {
    if (!mayUnshare) return leftOut("no namespaces here");
    const tables = directory(), far = wrapped("-rpf --kill-child", tables, ":");
    const first = await start(far, flags(tables)), second = await start(far, flags(tables)), third = await start(binary, flags(tables));
    await same(first, take134, "the first");
    await same(second, take134, "the second");
    await same(third, kayles, "the third");
    await same(first, kayles, "the first, again");
    equal((await metrics(second)).builds, 0, "builds of the second");
    equal((await metrics(second)).attached, 1, "attached by the second");
    equal((await metrics(first)).attached, 1, "attached by the first");
    await kill(first);
    await same(second, { ...take134, heaps: [7000, 1] }, "the second, alone");
    await kill(second);
    await stop(third);
  },

  async one_is_killed_under_load_and_the_other_loses_nothing() {
    const tables = directory(), stays = await start(binary, flags(tables));
    let over = false, answered = 0, killed = 0;
    const size = () => 1 + Math.floor(Math.random() * 400000);
    const question = (round) => ({ rules: { take: [1 + (round % 3), 5 + (round % 11), 17 + (round % 5)] }, heaps: [size(), size()], limit: 2 });
    const client = async (daemon, from, mayDie) => {
      for (let round = from; !over; round++) {
        const asked = question(round), got = await text(daemon, "/sg", asked).catch(() => null);
        if (!got && mayDie()) return;
        check(got, "no answer from the daemon that was not killed");
        equal(got.body, (await text(oracle, "/sg", asked)).body, "under load");
        answered++;
      }
    };
    const load = [0, 50, 100, 150].map((from) => client(stays, from, () => false));
    for (; killed < 30; killed++) {
      let dying = false;
      const other = await start(binary, flags(tables)), its = [0, 50, 100].map((from) => client(other, from + killed, () => dying));
      const goal = answered + 12;
      while (answered < goal) await same(stays, question(killed), "beside the load");
      dying = true;
      await kill(other);
      await Promise.all(its);
    }
    over = true;
    await Promise.all(load);
    const last = await start(binary, flags(tables));
    equal(leftovers(tables).length, 0, "leftovers after a restart");
    await stop(last);
    await stop(stays);
    return `${killed} kills, ${answered} answers compared`;
  },

  async a_forged_table_changes_no_verdict() {
    const tables = directory(), first = await start(binary, flags(tables));
    await same(first, take134, "the first daemon");
    await stop(first);
    const path = join(tables, files(tables)[0]), good = readFileSync(path), secret = readFileSync(join(tables, "secret"));
    check(resigned(good, secret).equals(good), "this test does not know the digest");
    const zeros = (values) => values.fill(0), ones = (values) => values.fill(1);
    for (const key of [Buffer.alloc(32), randomBytes(32)])
      for (const change of [zeros, ones]) {
        writeFileSync(path, resigned(good, key, change));
        const daemon = await start(binary, flags(tables));
        await same(daemon, take134, "a forged table");
        const { rejected, builds } = await metrics(daemon);
        equal(rejected, 1, "rejected");
        equal(builds, 1, "builds");
        await tellsOnce(daemon, "table rejected");
        await stop(daemon);
        check(readFileSync(path).equals(good), "the table was not made again");
      }
  },

  // Well-formed, and signed by somebody who has read the secret: compared with the rules before it is believed.
  async a_poisoned_table_changes_no_verdict() {
    const tables = directory(), first = await start(binary, flags(tables));
    await same(first, take134, "the first daemon");
    await stop(first);
    const path = join(tables, files(tables)[0]), good = readFileSync(path), secret = readFileSync(join(tables, "secret"));
    const poisons = {
      zeros: (values) => values.fill(0),
      ones: (values) => values.fill(1),
      shifted: (values) => values.copy(values, 1),
      "a period of six": (values, file) => file.writeBigUInt64LE(6n, 104),
      "a later beginning": (values, file) => file.writeBigUInt64LE(3n, 96),
      "one of the heaps": (values) => (values[5] = 0),
      "all from the first heap on": (values) => values.fill(0, 5),
      "the end": (values) => values.fill(0, values.length - 8),
    };
    for (const [what, poison] of Object.entries(poisons)) {
      writeFileSync(path, resigned(good, secret, poison));
      const daemon = await start(binary, flags(tables));
      await same(daemon, take134, what);
      equal((await metrics(daemon)).rejected, 1, `rejected: ${what}`);
      await tellsOnce(daemon, "table refuted");
      await kill(daemon);
      check(readFileSync(path).equals(good), "the table was not made again");
    }
  },

  async a_full_file_system_means_private_tables() {
    if (!mayUnshare) return leftOut("no namespaces here");
    const tables = directory();
    const daemon = await start(wrapped("-rm", tables, 'mount -t tmpfs -o size=64k,mode=700 none "$D"'), flags(tables));
    check(daemon.url, daemon.err);
    for (let i = 0; i < 12; i++)
      await same(daemon, { rules: { take: [1, 5 + i, 30 + 7 * i, 977] }, heaps: [40000 + i, 3] }, `table ${i}`);
    const now = await metrics(daemon);
    check(now.files >= 1 && now.files < 12, `${now.files} files`);
    check(now.bytes <= now.bytes_max && now.bytes_max === 48 * 1024, `${now.bytes} of ${now.bytes_max}`);
    equal(now.evicted, 0, "evicted, though used lately");
    check(now.private_bytes > 12000, `${now.private_bytes} private bytes`);
    await tellsOnce(daemon, "tables full");
    await kill(daemon);
  },

  async a_read_only_directory_is_read() {
    if (!mayUnshare) return leftOut("no namespaces here");
    const tables = directory(), empty = directory(), first = await start(binary, flags(tables));
    await same(first, take134, "the first daemon");
    await stop(first);
    const bind = 'mount --bind "$D" "$D"; mount -o remount,bind,ro "$D"';
    const second = await start(wrapped("-rm", tables, bind), flags(tables));
    await same(second, take134, "from a read-only directory");
    equal((await metrics(second)).builds, 0, "builds");
    await same(second, kayles, "not in the directory");
    equal((await metrics(second)).builds, 1, "builds of another");
    await tellsOnce(second, "tables not shared");
    await kill(second);
    const third = await start(wrapped("-rm", empty, bind), flags(empty));
    await same(third, take134, "an empty read-only directory");
    await tellsOnce(third, "tables are private");
    await kill(third);
  },

  async a_directory_of_somebody_else_is_not_touched() {
    if (process.geteuid() !== 0) return leftOut("not root");
    const tables = directory();
    chownSync(tables, 65534, 65534);
    const daemon = await start(binary, flags(tables));
    await same(daemon, take134, "a foreign directory");
    equal(readdirSync(tables).length, 0, "files in it");
    await tellsOnce(daemon, "tables are private");
    check(told(daemon, "tables are private")[0].includes("another user"), daemon.err);
    equal((await metrics(daemon)).bytes_max, 0, "bytes_max");
    await stop(daemon);
  },

  // Behind the sandbox no other directory is in reach than the one that was there at the start.
  async a_removed_directory_means_private_tables() {
    const tables = directory(), daemon = await start(binary, flags(tables));
    await until(() => /sandbox"/.test(daemon.err), "the log tells of the sandbox");
    if (/sanitizers/.test(daemon.err)) return stop(daemon); // such a build has none
    rmSync(tables, { recursive: true });
    for (const question of [take134, kayles, take134]) await same(daemon, question, "without its directory");
    check(!existsSync(tables), "the directory");
    await tellsOnce(daemon, "tables are private");
    await stop(daemon);
  },

  async a_removed_directory_is_made_again() {
    const tables = directory(), daemon = await start(binary, flags(tables, "--sandbox", "off"));
    await same(daemon, take134, "before");
    rmSync(tables, { recursive: true });
    await same(daemon, take134, "from memory");
    await same(daemon, kayles, "after");
    equal(files(tables).length, 1, "files in the new directory");
    const other = await start(binary, flags(tables, "--sandbox", "off"));
    await same(other, kayles, "another daemon");
    equal((await metrics(other)).attached, 1, "attached");
    renameSync(tables, fresh()); // the path leads nowhere, the directory is there
    await same(other, { rules: { octal: "0.07" }, heaps: [90] }, "moved away");
    await stop(other);
    await stop(daemon);
  },

  // A pipe or a link in the place of the lock gives way; a directory stays, nothing is shared, and the log says what to do.
  async what_stands_where_the_lock_should_be() {
    for (const [command, kept] of [["mkfifo", false], ["ln -s /dev/null", false], ["mkdir", true]]) {
      const tables = directory(), lock = join(tables, "lock");
      equal(spawnSync("sh", ["-c", `${command} "$0"`, lock]).status, 0, command);
      const daemon = await start(binary, flags(tables)), other = await start(binary, flags(tables));
      for (const one of [daemon, other]) await same(one, take134, command);
      equal((await metrics(other)).attached, kept ? 0 : 1, `${command}: attached`);
      equal(lstatSync(lock).isFile(), !kept, `${command}: a file`);
      if (kept) await tellsOnce(daemon, "tables have no lock");
      if (kept) check(/"tables have no lock".*no new table is shared/.test(daemon.err), daemon.err);
      await stop(daemon);
      await stop(other);
      equal(told(daemon, "tables have no lock").length, kept ? 1 : 0, `${command}: lines in the log`);
    }
  },

  async a_small_limit_removes_nothing_that_others_use() {
    const tables = directory(), big = await start(binary, flags(tables)), small = await start(binary, flags(tables, "--tables-bytes", "16K"));
    for (const question of [take134, kayles, large]) await same(big, question, "the large one");
    await until(async () => (await metrics(small)).files === 3, "the small one sees them");
    const before = files(tables).sort().join();
    for (let i = 0; i < 6; i++)
      await same(small, { rules: { take: [2, 7 + i, 101] }, heaps: [30000 + i, 3] }, `small ${i}`);
    equal(files(tables).sort().join(), before, "files");
    equal((await metrics(small)).evicted, 0, "evicted");
    await tellsOnce(small, "tables full");
    unlinkSync(join(tables, files(tables)[0]));
    await until(async () => (await metrics(small)).files === 2, "the small one sees that one went");
    await stop(big);
    await stop(small);
  },

  // By a process of the same user, while daemons answer from that table, one of them with a long answer half read: nobody sees any of it.
  async what_others_write_into_a_table_changes_no_answer() {
    const tables = directory(), { rules } = large, to = 6000000, accept = "text/csv";
    const asked = { ...large, heaps: [5400000, 5400001, 5400002, 5400003, 5400004, 5400005, 3] };
    const daemon = await start(binary, flags(tables)), other = await start(binary, flags(tables));
    const whole = (one) => text(one, "/sg/table", { rules, to }, { accept });
    const right = await whole(daemon);
    equal(right.status, 200, "status");
    for (const one of [daemon, other]) await same(one, asked, "before");
    equal((await metrics(other)).attached, 1, "attached");
    const body = JSON.stringify({ rules, to }), client = open(other.port);
    client.send(`POST /sg/table HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    check(await client.until((got) => got.length > 100000), "no answer");
    client.socket.pause();
    const [name] = files(tables), path = join(tables, name);
    const harm = "import mmap,sys; f=open(sys.argv[1],'r+b'); m=mmap.mmap(f.fileno(),0); m[4096:]=bytes(x^1 for x in m[4096:])";
    equal(spawnSync("python3", ["-c", harm, path]).status, 0, "the writer");
    truncateSync(path, 4096);
    client.socket.resume();
    await client.end;
    check(client.text.includes(`\n${to},`) && client.text.endsWith("0\r\n\r\n"), "not the whole table came");
    for (const one of [daemon, other]) {
      await same(one, asked, "after the change");
      equal((await whole(one)).body === right.body, true, "the table after the change");
      equal((await metrics(one)).rejected, 0, "rejected");
    }
    const later = await start(binary, flags(tables));
    await same(later, asked, "by who comes later");
    equal((await metrics(later)).rejected, 1, "rejected by who comes later");
    for (const one of [daemon, other, later]) await stop(one);
  },
};

const only = process.argv[3]; // the name of one test
for (const [name, test] of Object.entries(tests).filter(([name]) => !only || name === only)) {
  const began = Date.now();
  await test();
  console.log(`ok ${name} (${Date.now() - began} ms)`);
}
await stop(oracle);
