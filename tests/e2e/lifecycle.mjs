#!/usr/bin/env node
// lifecycle.mjs GRUNDYD: start, flags, subcommands, draining, signals, and the exit statuses.
import { execFileSync, spawnSync } from "node:child_process";
import { check, equal, leftOut, metric, nim, open, problem, responses, start, stop, unread, until } from "../support/e2e/daemon.mjs";
import { heldBody, hold, working } from "../support/e2e/held.mjs";
import { freePort } from "../support/e2e/redis.mjs";

const binary = process.argv[2];
const run = (...args) => spawnSync(binary, args, { encoding: "utf8" });
const oneLine = (text) => /^[^\n]+\n$/.test(text);
const asked = `POST /stone-window HTTP/1.1\r\nHost: a\r\nContent-Length: ${heldBody.length}\r\n\r\n${heldBody}`;
const draining = (daemon) => until(() => daemon.err.includes('"draining"'), "the daemon takes the signal");
// Whoever has his answer may still be counted as one who waits for it, and a second signal would take him for one who lost it.
const at_rest = (daemon) => until(async () => (await metric(daemon, "grundy_requests_in_flight")) === 0, "the answers are done with");
const post = (daemon, path, body, signal) => fetch(daemon.url + path, { method: "POST", body, signal });

const tests = {
  async starts_and_says_where() {
    const daemon = await start(binary);
    check(/^listening on http:\/\/127\.0\.0\.1:\d+\n$/.test(daemon.out), daemon.out);
    await stop(daemon);
    const events = daemon.err.trim().split("\n").map((line) => JSON.parse(line).event);
    equal(events.slice(0, 2).join(), "admin door,listening", "first log lines");
  },

  async ipv6() {
    const daemon = await start(binary, ["--listen", "[::1]:0"]);
    if (daemon.ended) {
      check(/Cannot assign|not supported/.test(daemon.err), daemon.err);
      return leftOut("no IPv6 here");
    }
    check(daemon.out.startsWith("listening on http://[::1]:"), daemon.out);
    equal((await fetch(daemon.out.trim().slice(13) + "/healthz")).status, 200, "IPv6");
    await stop(daemon);
  },

  async bad_flags_exit_2() {
    for (const args of [["--nonsense"], ["--deadline", "soon"], ["--threads", "x"], ["--max-body"], ["--listen", "here"], ["dance"], ["solve"], ["solve", "nim"]]) {
      const { status, stdout, stderr } = run(...args);
      equal(status, 2, args.join(" "));
      check(oneLine(stderr) && !stdout, stderr);
    }
    const { status, stderr } = spawnSync(binary, [], { encoding: "utf8", env: { ...process.env, GRUNDY_LOG: "loud" } });
    equal(status, 2, "bad environment");
    check(oneLine(stderr) && stderr.includes("GRUNDY_LOG"), stderr);
  },

  async port_in_use_exits_1() {
    const daemon = await start(binary);
    const { status, stdout, stderr } = run("--listen", `127.0.0.1:${daemon.port}`);
    equal(status, 1, "port in use");
    check(oneLine(stderr) && !stdout, stderr);
    await stop(daemon);
  },

  async help_and_version() {
    equal(run("--version").stdout.split(" ")[0], "grundyd", "--version");
    const help = run("--help");
    equal(help.status, 0, "--help");
    for (const flag of ["--listen", "--tables-bytes", "GRUNDY_DRAIN", "solve GAME JSON"]) check(help.stdout.includes(flag), flag);
  },

  // Every flag and command of --help has its entry, each entry its words; what roff would take for its own is escaped.
  async manual_and_completion() {
    const flags = [...run("--help").stdout.matchAll(/^ +(--[a-z-]+)/gm)].map(([, flag]) => flag);
    check(flags.length > 20, `${flags.length} flags`);
    const { status, stdout } = run("manual"), lines = stdout.trim().split("\n");
    equal(status, 0, "manual");
    equal(lines.filter((line) => line.startsWith(".SH ")).join(), ".SH NAME,.SH SYNOPSIS,.SH DESCRIPTION,.SH COMMANDS,.SH OPTIONS,.SH EXIT STATUS,.SH SIGNALS,.SH FILES,.SH EXAMPLE", "its parts");
    const tags = lines.flatMap((line, i) => (line === ".TP" ? [[lines[i + 1].replaceAll("\\-", "-"), lines[i + 2]]] : []));
    for (const [tag, said] of tags) check(tag.startsWith("\\fB") && /^[^.'].{9,}$/.test(said), `${tag}: ${said}`);
    for (const word of [...flags, "solve GAME JSON", "0", "1", "2", "42, 43", "SIGHUP", "/dev/shm/grundy"]) check(tags.some(([tag, said]) => tag.includes(`\\fB${word}`) && said.length > 9), `no entry ${word}`);
    check(!/[^\\]-/.test(lines.slice(1).join("\n")), "a minus that would be a hyphen");
    // A command's own flags: what it takes, its --help and the manual page say, and no other command's do.
    const own = (word) => [...run(word, "--help").stdout.matchAll(/^  --([a-z-]+)(?: \S+)? {2,}\S.{9,}$/gm)].map(([, flag]) => flag).join(" ");
    const taken = { warm: "rules to", judge: "limits", check: "limits as input output exact reveal score", grade: "as score claim", interact: "as position first skill seed", generate: "seed count size verdict kind mistake format", solve: "", validate: "" };
    for (const [word, names] of Object.entries(taken)) {
      equal(own(word), names, `${word} --help`);
      check(run(word, "--help").stdout.startsWith(`usage: grundyd ${word}`), `${word} --help: how it is called`);
      const at = lines.findIndex((line, i) => lines[i - 1] === ".TP" && line.startsWith(`\\fB${word} `)) + 2;
      const told = lines[at] === ".RS" ? lines.slice(at, lines.indexOf(".RE", at)).flatMap((line) => /^\\fB\\-\\-([a-z]+)/.exec(line)?.slice(1) ?? []).join(" ") : "";
      equal(told, names, `${word} in the manual page`);
    }
    const completed = (...words) => spawnSync("bash", ["-c", `source <("$0" completion bash); COMP_WORDS=(grundyd "$@") COMP_CWORD=$#; _grundyd; echo "\${COMPREPLY[*]}"`, binary, ...words], { encoding: "utf8" }).stdout.trim();
    equal(completed("--li"), "--listen", "bash");
    equal(completed("so"), "solve", "bash");
    equal(completed("check", "--as"), "--as", "a subcommand's flag");
    equal(completed("--as"), "", "a subcommand's flag in front");
    const zsh = run("completion", "zsh").stdout;
    for (const flag of flags) check(new RegExp(`^  '${flag}(=\\[([^\\[\\]:]|\\\\.)+\\]:([^\\[\\]:]|\\\\.)+:_files)?'`, "m").test(zsh.replaceAll("' '", "'\n  '")), `zsh: ${flag}`);
    equal(run("completion", "fish").status, 2, "another shell");
  },

  async environment_is_read() {
    const daemon = await start(binary, [], { GRUNDY_MAX_BODY: "100", GRUNDY_CORS: "https://example.org" });
    const reply = await post(daemon, "/nim", '{"heaps":[3,4,5]}');
    equal(reply.headers.get("access-control-allow-origin"), "https://example.org", "GRUNDY_CORS");
    equal((await post(daemon, "/nim", " ".repeat(101))).status, 413, "GRUNDY_MAX_BODY");
    await stop(daemon);
  },

  async any_limit_of_bodies() {
    for (const [limit, status] of [["1", 413], ["10K", 200], ["600M", 200], ["268435456G", 200], ["536870911G", 200]]) {
      const daemon = await start(binary, ["--max-body", limit]);
      equal((await post(daemon, "/nim", JSON.stringify({ heaps: Array(3000).fill(1), moves: "none" }))).status, status, `--max-body ${limit}`);
      await stop(daemon);
    }
  },

  async subcommands() {
    const solved = run("solve", "nim", '{"heaps":[3,4,5]}');
    equal(solved.status, 0, "solve");
    equal(JSON.parse(solved.stdout).nim_sum, 2, "solve");
    const refused = run("solve", "nim", '{"heaps":[-1]}');
    equal(refused.status, 1, "solve of a bad position");
    equal(JSON.parse(refused.stdout).code, "invalid_position", "solve of a bad position");
    equal(run("solve", "no-such-game", "{}").status, 1, "solve of no game");
    equal(run("solve", "../games", "{}").status, 2, "solve of no name");
    const piped = spawnSync(binary, ["solve", "nim", "-"], { encoding: "utf8", input: '{"heaps":[1]}' });
    equal(JSON.parse(piped.stdout).verdict, "win", "solve from standard input");
    const openapi = (...args) => execFileSync(binary, ["openapi", ...args], { encoding: "utf8", maxBuffer: 1 << 26 });
    check(openapi().startsWith('openapi: "3.1'), "openapi");
    equal(JSON.parse(openapi("--json")).openapi.slice(0, 3), "3.1", "openapi --json");
    check(openapi("--3.2").startsWith('openapi: "3.2'), "openapi --3.2");
    // More steps than lie between two looks at the clock, which is past the first nanosecond then.
    const late = run("solve", "stone-window", heldBody, "--deadline", "0.000001ms");
    equal(late.status, 1, "solve beyond the deadline");
    equal(JSON.parse(late.stdout).code, "deadline_exceeded", "solve beyond the deadline");
  },

  // A terminal that closes is no reason to stop, and there is nothing to read anew.
  async hangup_is_ignored() {
    const daemon = await hold(binary, ["--drain", "60m"]);
    daemon.child.kill("SIGHUP");
    await until(() => daemon.err.includes('"SIGHUP ignored"'), "the log tells of the signal");
    equal((await post(daemon, "/nim", '{"heaps":[1]}')).status, 200, "served after SIGHUP");
    daemon.child.kill("SIGTERM");
    await draining(daemon);
    daemon.child.kill("SIGHUP");
    await until(() => daemon.err.split('"SIGHUP ignored"').length === 3, "ignored while draining");
    equal((await fetch(daemon.url + "/healthz")).status, 200, "it still drains");
    await at_rest(daemon);
    daemon.child.kill("SIGTERM");
    equal((await daemon.end).code, 0, "exit status");
  },

  // A pipe that nobody reads holds up nobody.
  async a_log_that_nobody_reads() {
    const daemon = await start(binary, ["--log", "debug", "--drain", "0s"]);
    daemon.child.stderr.pause();
    const raw = open(daemon.port);
    for (let i = 1; (await metric(daemon, "grundy_log_dropped_total")) === 0; i++) {
      raw.send(nim([1]).repeat(500));
      await raw.until((text) => responses(text).list.length === 500);
      raw.text = "";
    }
    equal((await fetch(daemon.url + "/healthz")).status, 200, "health");
    raw.socket.destroy();
    daemon.child.kill("SIGTERM");
    await new Promise((done) => daemon.child.on("exit", done));
    equal(daemon.child.exitCode, 0, "exit status");
    daemon.child.stderr.resume();
    await daemon.end;
  },

  async probe() {
    // It asks where the daemon listens, not just on any address of this machine; of all addresses, the loopback's.
    for (const host of ["127.0.0.1", "127.0.0.2", "0.0.0.0"]) {
      const at = `${host}:${await freePort()}`, daemon = await start(binary, ["--listen", at]);
      equal(run("probe", "--listen", at).status, 0, `probe of ${at}`);
      await stop(daemon);
      equal(run("probe", "--listen", at).status, 1, "probe of nothing");
    }
  },

  async drains() {
    const daemon = await hold(binary, ["--drain", "60m"]);
    equal((await fetch(daemon.url + "/readyz")).status, 200, "/readyz");
    const idle = open(daemon.port);
    idle.send(nim([1]));
    await idle.until((text) => responses(text).list.length === 1);
    daemon.child.kill("SIGTERM");
    await until(async () => (await fetch(daemon.url + "/readyz")).status === 503, "/readyz while draining");
    for (const path of ["/readyz", "/healthz", "/livez", "/nim?position=%7B%22heaps%22%3A%5B1%5D%7D"]) {
      const reply = await fetch(daemon.url + path);
      equal(reply.status, path === "/readyz" ? 503 : 200, `${path} while draining`);
      equal(reply.headers.get("connection").toLowerCase(), "close", `Connection of ${path} while draining`);
    }
    idle.send(nim([3, 4, 5]));
    await idle.end;
    equal(responses(idle.text).list[1].headers.connection.toLowerCase(), "close", "Connection of an old connection");
    await at_rest(daemon);
    daemon.child.kill("SIGTERM");
    equal((await daemon.end).code, 0, "exit status");
  },

  async drains_as_long_as_asked() {
    const daemon = await hold(binary, ["--drain", "300ms"]);
    equal((await fetch(daemon.url + "/readyz")).status, 200, "/readyz");
    const began = performance.now();
    daemon.child.kill("SIGTERM");
    equal((await daemon.end).code, 0, "exit status");
    check(performance.now() - began >= 299, "did not drain");
  },

  async drains_only_when_asked_lately() {
    const daemon = await start(binary, ["--drain", "60m"]);
    daemon.child.kill("SIGINT");
    equal((await daemon.end).code, 0, "exit status");
    check(/"event":"draining","ms":0\b/.test(daemon.err), `drained without need: ${daemon.err}`);
  },

  async answers_what_is_under_way() {
    const daemon = await hold(binary, ["--drain", "0s"]);
    const reply = post(daemon, "/stone-window", heldBody);
    await working(daemon);
    const kept = open(daemon.port);
    kept.send(nim([1]));
    await kept.until((text) => responses(text).list.length);
    daemon.child.kill("SIGTERM");
    await kept.end; // what rests is closed, while the answer is still waited for
    daemon.release();
    equal((await reply).status, 200, "a question under way");
    equal(JSON.parse(await (await reply).text()).value, JSON.parse(run("solve", "stone-window", heldBody, "--deadline", "60m").stdout).value, "its value");
    equal((await daemon.end).code, 0, "exit status");
  },

  // More of them wait to be let in than are let in at a time, when the signal comes.
  async answers_whoever_is_connected() {
    const daemon = await start(binary, ["--drain", "0s", "--threads", "1"]), list = Array.from({ length: 400 }, () => null);
    daemon.child.kill("SIGSTOP");
    await Promise.all(list.map((_, i) => new Promise((done) => {
      list[i] = open(daemon.port);
      list[i].socket.on("connect", () => list[i].socket.write(nim([i, 1 << 20]), done));
    })));
    await until(() => unread(daemon.port) === list.length, "every question is there");
    daemon.child.kill("SIGTERM");
    daemon.child.kill("SIGCONT");
    await Promise.all(list.map((raw) => raw.end));
    equal(list.filter((raw) => responses(raw.text).list[0]?.status === 200).length, list.length, "answers");
    equal((await daemon.end).code, 0, "exit status");
  },

  async a_second_signal_stops_at_once() {
    for (const drain of ["60m", "0s"]) {
      const daemon = await hold(binary, ["--drain", drain]);
      const reply = post(daemon, "/stone-window", heldBody).then(
        () => "answered",
        () => "cut",
      );
      await working(daemon);
      daemon.child.kill("SIGTERM");
      await draining(daemon);
      daemon.child.kill("SIGTERM");
      equal((await daemon.end).code, 1, "exit status when an answer was lost");
      equal(await reply, "cut", "the question");
    }
    const daemon = await hold(binary, ["--drain", "60m"]);
    await (await fetch(daemon.url + "/healthz")).arrayBuffer();
    daemon.child.kill("SIGTERM");
    await draining(daemon);
    await at_rest(daemon);
    daemon.child.kill("SIGINT");
    equal((await daemon.end).code, 0, "exit status when nothing was lost");
  },

  async deadline() {
    const daemon = await hold(binary, ["--deadline", "30m", "--drain", "0s"]);
    const raw = open(daemon.port);
    raw.send(asked);
    await daemon.came(1);
    daemon.later(31);
    await raw.until((text) => responses(text).list.length);
    const [reply] = responses(raw.text).list;
    problem(reply, 503, "deadline_exceeded");
    check(reply.headers["retry-after"] === undefined || Number(reply.headers["retry-after"]) > 0, "Retry-After");
    raw.send(nim([3]));
    check(await raw.until((text) => responses(text).list.length === 2), "the connection lives on");
    raw.socket.destroy();
    await stop(daemon);
  },

  async a_leaving_client_frees_its_worker() {
    const daemon = await hold(binary, ["--threads", "1", "--drain", "0s"]);
    const raw = open(daemon.port);
    raw.send(asked);
    await working(daemon);
    raw.socket.destroy();
    await working(daemon, 0);
    await at_rest(daemon);
    equal(await metric(daemon, "grundy_clients_left_total"), 1, "clients that left");
    await stop(daemon);
  },
};

for (const [name, test] of Object.entries(tests)) {
  await test();
  console.log(`ok ${name}`);
}
