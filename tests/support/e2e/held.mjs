// Work that cannot end before a test says so: the daemon for tests (tests/support/held/held.c), which stands beside the one that is shipped.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { endianness, tmpdir } from "node:os";
import { join } from "node:path";
import { metric, open, start, until } from "./daemon.mjs";

// Dear (cubic in the piles: QUICK_STEPS are fewer), and short enough to be solved at once when it may.
export const piles = Array.from({ length: 500 }, (_, i) => (i * 7919) % 1000);
export const heldBody = JSON.stringify({ piles, moves: "none" });

// The file by which a test has work and clock in its hand. let_pass(n) lets n of the questions to /stone-window go, now or when they come;
// release() all. came() resolves when so many have come to the gate since the start. later() puts the clock ahead by minutes: a daemon for tests
// has an hour for everything (daemon.mjs). make_no_tables(true): whoever has the right to make a table waits, until false. looks(n): whoever works
// looks n times more at his budget, and waits from then on in the middle of his work.
function gate() {
  const directory = mkdtempSync(join(tmpdir(), "grundy-gate-")), path = join(directory, "gate");
  writeFileSync(path, Buffer.alloc(64));
  const file = openSync(path, "r+");
  let open = true, ahead = 0n;
  const put = (at, value) => {
    if (!open) return;
    const bytes = Buffer.alloc(8);
    endianness() === "LE" ? bytes.writeBigInt64LE(value) : bytes.writeBigInt64BE(value);
    writeSync(file, bytes, 0, 8, at);
  };
  const got = (at) => {
    const bytes = Buffer.alloc(8);
    if (open) readSync(file, bytes, 0, 8, at);
    return endianness() === "LE" ? bytes.readBigInt64LE() : bytes.readBigInt64BE();
  };
  const hands = {
    let_pass: (n) => put(0, BigInt(n)),
    release: () => put(0, 1n << 40n),
    came: (n) => until(() => got(16) >= BigInt(n), `${n} come to the gate`),
    make_no_tables: (so) => put(24, so ? 1n : 0n),
    looks: (n) => put(32, BigInt(n) + 1n),
    looked: () => until(() => got(32) === 1n, "the last look"),
    later: (minutes) => put(8, (ahead += BigInt(minutes) * 60n * 1000000000n)),
  };
  // The program has opened it by then.
  const close = () => {
    open = false;
    closeSync(file);
    rmSync(directory, { recursive: true });
  };
  return { hands, env: { GRUNDY_GATE: path }, close };
}

// A daemon with such a gate.
export async function hold(binary, flags = [], env = {}) {
  const { hands, env: gated, close } = gate();
  const daemon = await start(`${binary}_held`, flags, { ...env, ...gated });
  daemon.end.then(close);
  return Object.assign(daemon, hands);
}

// Another command, begun by begin(program, env, hands), which resolves when it has ended.
export async function hold_command(binary, begin) {
  const { hands, env, close } = gate();
  const ended = await begin(`${binary}_held`, env, hands);
  close();
  return ended;
}

// Minutes go by for a daemon with LOOKS, and the reaper has looked at all its connections then: one that asks nothing has a minute, and was ended
// with them. They are counted together when it is through. Resolves with how many others were ended since the start.
export const LOOKS = ["--threads", "1", "--header-timeout", "1m"];
export async function looked(daemon, minutes) {
  const there = () => metric(daemon, "grundy_connections"), reaped = () => metric(daemon, "grundy_connections_reaped_total");
  const before = await there(), known = await reaped(), silent = open(daemon.port);
  await until(async () => (await there()) > before, "a connection that asks nothing");
  daemon.silent = (daemon.silent ?? 0) + 1;
  if (silent.closed) return looked(daemon, minutes); // the machine itself stood still for a minute
  daemon.later(minutes);
  await until(() => silent.closed, "who asks nothing is ended");
  await until(async () => (await reaped()) > known, "it is counted");
  const count = (await reaped()) - daemon.silent;
  silent.socket.destroy();
  await until(async () => (await there()) <= before, "its end is known");
  return count;
}

// Resolves when that many workers are at work: lines and batches have a short turn first, in which they are found to be dear, so for those
// came() tells more.
export async function working(daemon, count = 1) {
  await until(async () => (await metric(daemon, "grundy_work_running")) === count, `${count} questions are being solved`);
}
