#!/usr/bin/env node
// doors.mjs GRUNDYD: where the daemon listens: a socket in the file system, the door for health and metrics, few descriptors; and what the
// configuration says.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal, open, responses, settled, start, until } from "../support/e2e/daemon.mjs";
import { freePort } from "../support/e2e/redis.mjs";

const binary = process.argv[2], directory = mkdtempSync(join(tmpdir(), "grundy-doors-"));
process.on("exit", () => rmSync(directory, { recursive: true }));
const run = (args, env = {}) => spawnSync(binary, args, { encoding: "utf8", env: { ...process.env, ...env } });

const ask = (options, body = "") =>
  new Promise((done, fail) => {
    const asked = request(options, (reply) => {
      let text = "";
      reply.on("data", (data) => (text += data));
      reply.on("end", () => done({ status: reply.statusCode, headers: reply.headers, text }));
    });
    asked.on("error", fail);
    asked.end(body);
  });

const tests = {
  async a_socket_in_the_file_system() {
    const path = join(directory, "socket"), flags = ["--listen", `unix:${path}`, "--drain", "0s"];
    for (const signal of ["SIGKILL", "SIGTERM"]) { // who was killed leaves its file behind
      const daemon = await start(binary, flags);
      equal(daemon.out, `listening on unix:${path}\n`, "what it says");
      equal(JSON.parse((await ask({ socketPath: path, path: "/nim", method: "POST" }, '{"heaps":[3,4,5]}')).text).nim_sum, 2, "nim_sum");
      equal(run(["probe", "--listen", `unix:${path}`]).status, 0, "probe");
      daemon.child.kill(signal);
      await daemon.end;
    }
    check(!existsSync(path), "its file is gone");
    writeFileSync(path, "no socket");
    equal(run(flags).status, 1, "a file that is no socket is left alone");
  },

  // With 64 descriptors and more clients than that, the door for health is open, and there is one for a table.
  async a_door_for_health() {
    const few = join(directory, "few");
    writeFileSync(few, `#!/bin/sh\nulimit -n 64\nexec '${binary}' "$@"\n`);
    chmodSync(few, 0o755);
    const tables = join(directory, "tables"), daemon = await start(few, ["--admin", "127.0.0.1:0", "--drain", "0s", "--tables", tables]);
    const admin = () => /"event":"admin door","address":"127.0.0.1:(\d+)"/.exec(daemon.err);
    await until(admin, "the log tells of the door");
    const door = { port: Number(admin()[1]), host: "127.0.0.1" }, crowd = Array.from({ length: 100 }, () => open(daemon.port));
    await until(() => crowd.filter((raw) => raw.closed).length === 68, "the limit of connections is reached");
    const guest = crowd.find((raw) => !raw.closed), body = '{"rules":{"split":"unequal"},"heaps":[20000]}';
    guest.send(`POST /sg HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await guest.until((text) => responses(text).list.length);
    equal(responses(guest.text).list[0].status, 200, "who is connected is answered");
    check(readdirSync(tables).some((name) => name.endsWith(".table")) && !daemon.err.includes("tables not shared"), `the table is shared: ${daemon.err}`);
    for (const [path, status] of [["/healthz", 200], ["/livez", 200], ["/readyz", 200], ["/metrics", 200], ["/nim", 404], ["/", 404]])
      equal((await ask({ ...door, path })).status, status, path);
    check((await ask({ ...door, path: "/metrics" })).text.includes("grundy_connections_max 32\n"), "half of the descriptors are for connections");
    for (const path of ["/healthz?verbose", "/readyz?", "/metrics?name[]=x"]) equal((await ask({ ...door, path })).status, 200, path);
    const open_metrics = await ask({ ...door, path: "/metrics", headers: { accept: "application/openmetrics-text;version=1.0.0,*/*;q=0.1" } });
    check(/^application\/openmetrics-text/.test(open_metrics.headers["content-type"]) && open_metrics.text.endsWith("# EOF\n"), "the door knows OpenMetrics, too");
    const posted = await ask({ ...door, path: "/metrics", method: "POST" });
    check(posted.status === 405 && posted.headers.allow.startsWith("GET"), "what the door takes");
    check(!("access-control-allow-origin" in open_metrics.headers), "no page reads it");
    equal(run(["probe", "--admin", `127.0.0.1:${door.port}`]).status, 0, "probe");
    crowd.forEach((raw) => raw.socket.destroy());
    await until(async () => (await fetch(daemon.url + "/healthz").catch(() => ({}))).status === 200, "clients are let in again");
    daemon.child.kill("SIGTERM");
    equal((await daemon.end).code, 0, "exit status");
    check(!daemon.err.includes("cannot accept"), daemon.err);
  },

  // As in the image: more clients than the limit, and the probe that ends a container says that all is well.
  async the_probe_of_the_image_at_the_limit() {
    const env = Object.fromEntries([.../^ENV (.*)$/m.exec(readFileSync("Dockerfile", "utf8"))[1].matchAll(/(\S+)=(\S+):\d+/g)].map(([, name, at]) => [name, at]));
    equal(Object.keys(env).join(), "GRUNDY_LISTEN,GRUNDY_ADMIN", "doors of the image");
    for (const name of Object.keys(env)) env[name] += `:${await freePort()}`;
    const daemon = await start(binary, ["--listen", env.GRUNDY_LISTEN, "--connections", "20", "--drain", "0s"], env);
    const crowd = Array.from({ length: 21 }, () => open(daemon.port));
    await until(() => crowd.some((raw) => raw.closed), "the limit of connections is reached");
    const probe = run(["probe"], env);
    equal(probe.status, 0, `probe: ${probe.stderr}`);
    crowd.forEach((raw) => raw.socket.destroy());
    daemon.child.kill("SIGTERM");
    equal((await daemon.end).code, 0, "exit status");
    equal(run(["probe"], env).status, 1, "and that nothing is, when it has ended");
  },

  // No descriptor is left but the one that is kept for this door.
  async the_last_descriptor_is_for_health() {
    const daemon = await start(binary, ["--admin", "127.0.0.1:0", "--drain", "0s"]), pid = String(daemon.child.pid);
    const admin = () => /"event":"admin door","address":"127.0.0.1:(\d+)"/.exec(daemon.err);
    await until(admin, "the log tells of the door");
    await settled(daemon);
    const used = new Set(readdirSync(`/proc/${pid}/fd`).map(Number)), most = (n) => equal(spawnSync("prlimit", ["--pid", pid, `--nofile=${n}:`]).status, 0, "prlimit");
    let free = 0;
    while (used.has(free)) free++;
    most(free);
    const crowd = []; // more than one: a connection from before may end; and fewer than have a place later, however late the log comes
    await until(() => {
      if (crowd.length < 20) crowd.push(open(daemon.port));
      return daemon.err.includes('"cannot accept"');
    }, "nobody else is let in");
    for (let i = 0; i < 3; i++) equal((await ask({ port: Number(admin()[1]), host: "127.0.0.1", path: "/healthz" })).status, 200, "/healthz");
    most(free + 50);
    await until(async () => (await fetch(daemon.url + "/healthz").catch(() => ({}))).status === 200, "clients are let in again");
    crowd.forEach((raw) => raw.socket.destroy());
    daemon.child.kill("SIGTERM");
    equal((await daemon.end).code, 0, "exit status");
  },

  async the_configuration_is_told() {
    const told = run(["--check-config", "--threads", "3"], { GRUNDY_DRAIN: "3s", GRUNDY_DEADLIN: "secret" });
    equal(told.status, 0, "--check-config");
    for (const line of ["--threads 3 (flag)", "--drain 3s (environment)", "--cors * (default)"]) check(told.stdout.includes(`${line}\n`), told.stdout);
    check(told.stderr.includes("GRUNDY_DEADLIN ") && !told.stderr.includes("secret"), told.stderr);
    equal(run(["--check-config", "--threads", "x"]).status, 2, "a bad flag");
    // What would keep it from starting is wrong, too; a pipe that nobody writes into is an empty file.
    const pipe = join(directory, "pipe"), secret = ["--check-config", "--cache", "redis://127.0.0.1:1", "--cache-secret"];
    equal(spawnSync("mkfifo", [pipe]).status, 0, "mkfifo");
    for (const wrong of [["--check-config", "--memory", "1M"], [...secret, "/nonexistent"], [...secret, pipe], [...secret, "/dev/null"]]) {
      const refused = run(wrong), served = run(wrong.slice(1));
      check(refused.status === 2 && served.status === 2 && refused.stderr.includes(wrong.at(-2)), `${wrong}: ${refused.stderr}${served.stderr}`);
    }
    equal(run([...secret, binary]).status, 0, "a file that serves");
    for (const word of ["--help", "--version"]) equal(run([word], { GRUNDY_DRAIN: "soon" }).status, 0, `${word} beside a bad variable`);
    const daemon = await start(binary, ["--drain", "0s"], { GRUNDY_DEADLIN: "secret" });
    await until(() => /"unknown variable","name":"GRUNDY_DEADLIN"/.test(daemon.err), "the log names the variable");
    daemon.child.kill("SIGTERM");
    await daemon.end;
  },

  async shells_know_every_flag() {
    const flags = run(["--check-config"]).stdout.match(/^--[a-z-]+/gm);
    check(flags.length > 20, flags.join());
    for (const [shell, head] of [["bash", "complete -o default -F _grundyd grundyd"], ["zsh", "#compdef grundyd"]]) {
      const { status, stdout } = run(["completion", shell]);
      equal(status, 0, shell);
      check(stdout.includes(head), stdout.slice(0, 200));
      for (const flag of [...flags, "--check-config", "solve", "warm", "probe"]) check(stdout.includes(flag), `${shell} does not know ${flag}`);
      const read = spawnSync(shell, ["-n"], { input: stdout, encoding: "utf8" });
      check(read.error || (read.status === 0 && !read.stderr), `${shell}: ${read.stderr}`); // not every machine has both
    }
  },
};

for (const [name, test] of Object.entries(tests)) {
  await test();
  console.log(`ok ${name}`);
}
