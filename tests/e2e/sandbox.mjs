#!/usr/bin/env node
// sandbox.mjs GRUNDYD: what somebody could do who had taken the process over while it serves: nothing. A daemon of the same sources
// (tests/support/intruder/intruder.c) tries it on the threads that solve questions; without the sandbox each attempt succeeds, which shows that
// it is one. And what the daemon does when the kernel lacks the means.
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { constants, endianness, tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal, settled, start, stop, until } from "../support/e2e/daemon.mjs";

const binary = process.argv[2], directory = mkdtempSync(join(tmpdir(), "grundy-sandbox-"));
process.on("exit", () => rmSync(directory, { recursive: true }));
const { EACCES, EPERM, EBADF } = constants.errno, ATTEMPT = 256;
const tables = join(directory, "tables"), secret = join(directory, "secret");
mkdirSync(tables, { mode: 0o700 });
writeFileSync(secret, "not for grundyd");

// A build with sanitizers has no sandbox, and says so; there is nothing else to see then.
const line = (daemon) => until(() => daemon.ended || /"(no )?sandbox"/.test(daemon.err), "the log tells of the sandbox").then(() => daemon.err.split("\n").filter((text) => /"(no )?sandbox"/.test(text)).map((text) => JSON.parse(text))[0] ?? check(false, `it ended: ${daemon.err}`));
const plain = await start(binary);
const told = await line(plain), sanitized = /sanitizers/.test(told.files);
await stop(plain);
if (sanitized) {
  equal(told.event, "no sandbox", "with sanitizers");
  console.log("a build with sanitizers has no sandbox");
  process.exit(0);
}

// A daemon in which attempts are made. attempt() tells what came of one: 0, or an error's number; null when the daemon ended.
async function intrude(flags, env = {}) {
  const path = join(mkdtempSync(join(directory, "attempt-")), "file");
  writeFileSync(path, Buffer.alloc(ATTEMPT));
  const file = openSync(path, "r+"), daemon = await start(`${binary}_intruder`, flags, { ...env, GRUNDY_INTRUDER: path });
  check(!daemon.ended, daemon.err);
  daemon.end.then(() => closeSync(file));
  // A long body is decoded and solved by a worker, a short one by the event loop.
  daemon.attempt = async (name, what = "", worker = false) => {
    const bytes = Buffer.alloc(ATTEMPT), number = (at) => (endianness() === "LE" ? bytes.readInt32LE(at) : bytes.readInt32BE(at));
    bytes.write(name, 8);
    bytes.write(what, 40);
    if (!daemon.made) await settled(daemon); // the documents' examples ask, too
    daemon.made = true;
    writeSync(file, bytes, 0, ATTEMPT, 0);
    const reply = await fetch(`${daemon.url}/zero`, { method: "POST", body: "{}" + " ".repeat(worker ? 100000 : 0) }).catch(() => null);
    if (!reply) return null;
    equal(reply.status, 200, name);
    equal(reply.headers.get("content-type"), "application/json", name);
    await reply.arrayBuffer();
    readSync(file, bytes, 0, ATTEMPT, 0);
    equal(number(0), worker ? 2 : 1, `${name}: tried on`);
    return number(4);
  };
  return daemon;
}

// What the kernel says of each thread, but for one that ended meanwhile, as that of the documents does.
const threads = (daemon) => readdirSync(`/proc/${daemon.child.pid}/task`).flatMap((task) => {
  try {
    return [readFileSync(`/proc/${daemon.child.pid}/task/${task}/status`, "utf8")];
  } catch (error) {
    check(["ENOENT", "ESRCH"].includes(error.code), String(error));
    return [];
  }
});

// What is tried, with which path, what it must bring, and what it brings without a sandbox.
const attempts = [
  ["fork", "", EPERM, 0], ["thread", "", EPERM, 0],
  ["socket", "", EPERM, 0], ["unix", "", EPERM, 0], ["datagrams", "", EPERM, 0], ["listen", "", EPERM, EBADF], ["connect", "", EPERM, EBADF],
  ["read", "/etc/passwd", EACCES, 0], ["read", "/proc/self/environ", EACCES, 0], ["read", "/", EACCES, 0], ["read", secret, EACCES, 0],
  ["write", secret, EACCES, 0], ["write", "/proc/self/mem", EACCES, 0],
  ["read", `${tables}/../secret`, EACCES, 0], ["create", `${directory}/new`, EACCES, 0], ["mkdir", `${directory}/folder`, EACCES, 0],
  ["create", `${tables}/own`, 0, 0], ["read", tables, 0, 0], ["mkdir", `${tables}/folder`, EACCES, 0],
  ["symlink", `${tables}/link`, EPERM, 0], ["chmod", secret, EPERM, 0], ["kill", "", EPERM, 0],
  ["map_code", "", EPERM, 0], ["make_code", "", EPERM, 0], ["memory_file", "", EPERM, 0], ["limits", "", EPERM, 0], ["namespace", "", EPERM, 0],
  ["unlink", secret, EACCES, 0],
];

async function all(daemon, expected) {
  for (const worker of [false, true])
    for (const attempt of attempts) {
      const [name, path] = attempt;
      equal(await daemon.attempt(name, path, worker), expected(attempt), `${name} ${path}${worker ? " by a worker" : ""}`);
      if (!existsSync(secret)) writeFileSync(secret, "not for grundyd");
      rmSync(join(tables, "link"), { force: true });
    }
}

const tests = {
  async nothing_can_be_done_from_inside() {
    const daemon = await intrude(["--tables", tables, "--drain", "0s"]);
    const { event, level, files, calls } = await line(daemon);
    equal(`${event} ${level} ${calls}`, "sandbox info seccomp", "the log");
    check(/^Landlock \d+$/.test(files), files);
    check(threads(daemon).length > 3, "the threads are told");
    for (const status of threads(daemon))
      check(/^Seccomp:\t2$/m.test(status) && /^NoNewPrivs:\t1$/m.test(status), status);
    await all(daemon, ([, , shut]) => shut);
    await stop(daemon);
  },

  async every_attempt_is_one() {
    const daemon = await intrude(["--tables", tables, "--drain", "0s", "--sandbox", "off"]);
    const { event, level, files, calls } = await line(daemon);
    equal(`${event} ${level} ${files} ${calls}`, "no sandbox warn --sandbox off --sandbox off", "the log");
    for (const status of threads(daemon)) // that is kept whatever else is left out
      check(/^NoNewPrivs:\t1$/m.test(status), "no_new_privs");
    await all(daemon, ([, , , open]) => open);
    await stop(daemon);
  },

  // Nothing here makes these calls, so whoever does ends the process; without the sandbox they are made.
  async what_only_an_intruder_does_ends_it() {
    for (const name of ["execve", "ptrace", "peek"]) {
      const daemon = await intrude([]);
      equal(await daemon.attempt(name, "/bin/true"), null, name);
      equal((await daemon.end).signal, "SIGSYS", name);
    }
    const open = await intrude(["--sandbox", "off"]);
    equal(await open.attempt("peek"), 0, "peek");
    equal(await open.attempt("execve", "/bin/true"), null, "execve");
    equal((await open.end).code, 0, "the exit status of /bin/true");
  },

  async without_tables_no_file_can_be_named() {
    const daemon = await intrude(["--drain", "0s"]);
    equal(await daemon.attempt("read", "/etc/passwd"), EPERM, "read");
    equal(await daemon.attempt("create", join(tables, "new")), EPERM, "create");
    await stop(daemon);
  },

  // The file of a socket is taken away at the end, and nothing else beside it can be opened.
  async a_socket_of_its_own_is_taken_away() {
    const path = join(directory, "socket"), daemon = await intrude(["--listen", `unix:${path}`, "--drain", "0s"]);
    check(existsSync(path), path);
    daemon.child.kill("SIGTERM");
    equal((await daemon.end).code, 0, daemon.err);
    check(!existsSync(path), "its file is gone");
  },

  async what_the_kernel_lacks_is_told() {
    const filter = await intrude(["--tables", tables, "--drain", "0s"], { GRUNDY_WITHOUT: "landlock" });
    let { event, level, files, calls } = await line(filter);
    equal(`${event} ${level} ${calls}`, "sandbox warn seccomp", "the log");
    check(files.startsWith("Landlock: "), files);
    equal(await filter.attempt("socket"), EPERM, "socket");
    equal(await filter.attempt("read", secret), 0, "read");
    await stop(filter);
    const walls = await intrude(["--tables", tables, "--drain", "0s"], { GRUNDY_WITHOUT: "seccomp" });
    ({ event, level, files, calls } = await line(walls));
    equal(`${event} ${level}`, "sandbox warn", "the log");
    check(calls.startsWith("seccomp: "), calls);
    equal(await walls.attempt("socket"), 0, "socket");
    equal(await walls.attempt("read", secret), EACCES, "read");
    await stop(walls);
  },
};

for (const [name, test] of Object.entries(tests)) {
  await test();
  console.log(`ok ${name}`);
}
