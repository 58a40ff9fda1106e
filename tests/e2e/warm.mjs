#!/usr/bin/env node
// warm.mjs GRUNDYD: tables made ahead of time, in one go or in several, and what a daemon makes of them.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal, leftOut, start, stop, until } from "../support/e2e/daemon.mjs";
import { hold, hold_command, working } from "../support/e2e/held.mjs";

const binary = process.argv[2];
const work = mkdtempSync(join(tmpdir(), "grundy-warm-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
let directories = 0;
const directory = () => join(work, String(directories++));
const grundys = { split: "unequal" }; // no period, and no fast table: the longest work there is

// The daemon for tests keeps tables of its own: what it made, only it goes on with.
async function warm(tables, rules, to, { flags = [], program = binary } = {}) {
  const json = typeof rules === "string" ? rules : JSON.stringify(rules);
  return ended(spawn(program, ["warm", "--rules", json, `--to=${to}`, "--tables", tables, ...flags], { stdio: ["ignore", "pipe", "pipe"] }));
}
async function ended(child, run = { out: "", err: "" }) {
  child.stdout.on("data", (data) => (run.out += data));
  child.stderr?.on("data", (data) => (run.err += data));
  await new Promise((done) => child.on("close", (code, killed) => done(Object.assign(run, { code, killed }))));
  return run;
}

// Work that cannot end: it goes on by a few looks at the clock at a time, 65,536 steps each, until `seen` finds what it waits for in what was
// printed so far; then it rests in the middle, and `end` ends it. A stretch of it ends by the clock, however little was done.
const LOOKS = 3, PAUSE_MS = 100, NEVER = 50000000;
async function cut_off(command, args, env, hands, { seen, end, stdio }) {
  hands.looks(LOOKS);
  const run = { out: "", err: "" }, child = spawn(command, args, { stdio, env: { ...process.env, ...env } }), over = ended(child, run);
  const more = setInterval(() => hands.looks(LOOKS), PAUSE_MS);
  await until(() => {
    check(child.exitCode === null, `it ended: ${run.out}${run.err}`);
    return seen.test(run.out + run.err);
  }, `${seen}`);
  clearInterval(more);
  end(child);
  return over;
}
const warm_until = (tables, seen, signal) =>
  hold_command(binary, (program, env, hands) =>
    cut_off(program, ["warm", "--rules", JSON.stringify(grundys), `--to=${NEVER}`, "--tables", tables], env, hands,
      { seen, end: (child) => child.kill(signal), stdio: ["ignore", "pipe", "pipe"] }));
const held = { program: `${binary}_held` };

const leftovers = (tables) => readdirSync(tables).filter((name) => name.startsWith("tmp."));
const metric = async (daemon, name) =>
  Number(new RegExp(`^grundy_tables_${name} (\\d+)`, "m").exec(await (await fetch(daemon.url + "/metrics")).text())[1]);
const ask = async (daemon, path, question) =>
  (await fetch(daemon.url + path, { method: "POST", body: JSON.stringify(question) })).json();
const stored = (text) => Number(/(\d+) values are stored/.exec(text)[1]);

// The values of Grundy's game by its definition.
function grundysGame(to) {
  const values = [];
  for (let n = 0; n <= to; n++) {
    const seen = new Set();
    for (let a = 1; 2 * a < n; a++) seen.add(values[a] ^ values[n - a]);
    let value = 0;
    while (seen.has(value)) value++;
    values.push(value);
  }
  return values;
}

const tests = {
  async a_daemon_answers_from_what_was_warmed() {
    const tables = directory(), to = 200000;
    const run = await warm(tables, grundys, to);
    equal(run.code, 0, run.err);
    check(stored(run.out) > to, run.out);
    check(!run.err.includes("\r"), "a bar where there is no terminal");
    equal(leftovers(tables).length, 0, "leftovers");
    const daemon = await start(binary, ["--tables", tables, "--drain", "0s"]);
    const { values } = await ask(daemon, "/sg/table", { rules: grundys, to: 2000 });
    equal(JSON.stringify(values), JSON.stringify(grundysGame(2000)), "values");
    const { heap_grundy } = await ask(daemon, "/sg", { rules: grundys, heaps: [to], moves: "none" });
    equal(heap_grundy.length, 1, "heap_grundy");
    equal(await metric(daemon, "builds_total"), 0, "tables built");
    equal(await metric(daemon, "attached_total"), 1, "tables attached");
    await stop(daemon);
  },

  async it_stops_early_where_a_period_is_proven() {
    const tables = directory();
    const run = await warm(tables, { octal: "0.77" }, "1000000000000");
    equal(run.code, 0, run.err);
    check(run.out.startsWith("period 12 from heap 71 on, saltus 0, proven by the heaps up to "), run.out);
    check(stored(run.out) < 1000000, run.out);
    const again = await warm(tables, { octal: "0.77" }, "1000000000000");
    equal(again.out, run.out, "the second time");
    const closed = await warm(tables, { take: "any" }, 1000);
    equal(closed.code, 0, closed.err);
    check(closed.out.includes("closed form"), closed.out);
  },

  async a_signal_loses_nothing_and_the_next_run_goes_on() {
    for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]]) {
      const tables = directory();
      const first = await warm_until(tables, / a second/, signal);
      equal(first.code, code, first.out + first.err);
      equal(leftovers(tables).length, 0, "leftovers");
      const second = await warm_until(tables, / a second/, signal);
      equal(second.code, code, second.out + second.err);
      check(second.err.startsWith(`${stored(first.out)} of `), `${first.out} then ${second.err}`);
      check(stored(second.out) > stored(first.out), `${first.out} then ${second.out}`);
      const to = stored(second.out) - 1, last = await warm(tables, grundys, to, held);
      equal(last.code, 0, last.out + last.err);
    }
  },

  // script(1) gives it a terminal; ^C is typed there.
  async a_terminal_sees_a_bar_and_types_the_signal() {
    if (spawnSync("script", ["-qec", "true", "/dev/null"], { input: "" }).status !== 0) return leftOut("no script(1) here");
    const tables = directory(), bar = /\r\[[#.]{30}\] \d+ of 50000001 values, \d+ a second, \d+[smh].* left\x1b\[K/;
    const typed = (program, to) => ["-qec", `'${program}' warm --rules '${JSON.stringify(grundys)}' --to=${to} --tables '${tables}'`, "/dev/null"];
    const stdio = ["pipe", "pipe", "inherit"];
    const first = await hold_command(binary, (program, env, hands) =>
      cut_off("script", typed(program, NEVER), env, hands, { seen: bar, end: (child) => child.stdin.write("\x03"), stdio }));
    equal(first.code, 130, first.out);
    check(first.out.includes("stopped: "), first.out);
    equal(first.out.split("\n").length, 2, `lines in ${JSON.stringify(first.out)}`); // the bar stays in its line
    check(/\r\x1b\[K(\^C)?stopped/.test(first.out), "the bar was not cleared");
    equal(leftovers(tables).length, 0, "leftovers");
    const to = stored(first.out) + 1000, second = await ended(spawn("script", typed(held.program, to), { stdio }));
    equal(second.code, 0, second.out);
    check(second.out.includes(`] ${stored(first.out)} of `), `${first.out} then ${second.out}`);
    check(second.out.includes("no period is proven"), second.out);
    const bars = [...second.out.matchAll(/\r\[([#.]+)\] (\d+) of (\d+) values/g)];
    for (const [text, full, done, of] of bars) equal(full, "#".repeat(Math.floor((30 * done) / of)).padEnd(30, "."), text);
    check(bars.some(([, full]) => full.includes("#")), "no bar shows how far it is");
    const daemon = await start(held.program, ["--tables", tables, "--drain", "0s"]);
    const { values } = await ask(daemon, "/sg/table", { rules: grundys, to: 1000 });
    equal(JSON.stringify(values), JSON.stringify(grundysGame(1000)), "values");
    equal(await metric(daemon, "builds_total"), 0, "tables built");
    await stop(daemon);
  },

  // Killed anywhere, the next run goes on from what was published, and what is stored is right.
  async a_kill_loses_no_more_than_the_last_stretch() {
    const tables = directory();
    let before = 0;
    for (let i = 0; i < 5; i++) {
      const run = await warm_until(tables, / a second[^]* a second/, "SIGKILL");
      equal(run.killed, "SIGKILL", run.err);
      const begun = Number(/^(\d+) of /.exec(run.err)[1]);
      check(begun >= before, `began at ${begun} after ${before}`);
      before = Number([...run.err.matchAll(/^(\d+) of /gm)].at(-1)[1]);
    }
    const run = await warm(tables, grundys, before, held);
    equal(run.code, 0, run.err);
    equal(leftovers(tables).length, 0, "leftovers");
    const daemon = await start(held.program, ["--tables", tables, "--drain", "0s"]);
    const { values } = await ask(daemon, "/sg/table", { rules: grundys, to: 2000 });
    equal(JSON.stringify(values), JSON.stringify(grundysGame(2000)), "values");
    equal(await metric(daemon, "rejected_total"), 0, "tables rejected");
    await stop(daemon);
  },

  // At its deadline a question tells how to warm the table, and what was computed is kept.
  async asking_again_gets_further() {
    const tables = directory(), question = { rules: grundys, heaps: [3000000], moves: "none" };
    const daemon = await hold(binary, ["--tables", tables, "--drain", "0s", "--deadline", "30m"]);
    let reached = 0;
    for (let further = 0, looks = LOOKS; further < 4; looks++) {
      daemon.looks(looks);
      const asked = ask(daemon, "/sg", question);
      await daemon.looked();
      daemon.later(31);
      const problem = await asked;
      await working(daemon, 0);
      equal(problem.code, "deadline_exceeded", "code");
      check(problem.detail.includes("grundyd warm --rules JSON --to N"), problem.detail);
      const heap = Number(/at heap (\d+)/.exec(problem.detail)[1]);
      check(heap >= reached, `heap ${heap} after ${reached}`);
      further += heap > reached; // what is longer costs more looks to take up again
      reached = heap;
    }
    await stop(daemon);
    const run = await warm(tables, grundys, reached + 1000, held);
    check(run.err.startsWith(`${reached} of `), `the daemon reached ${reached}: ${run.err}`);
  },

  async what_cannot_be_stored_is_told() {
    const tables = directory();
    const full = await warm(tables, grundys, 300000, { flags: ["--tables-bytes", "64K"] });
    equal(full.code, 1, full.out);
    check(full.err.includes("does not fit"), full.err);
    const none = await warm("none", grundys, 3000);
    equal(none.code, 1, none.out);
    check(none.err.includes("--tables"), none.err);
    const beyond = await warm(directory(), { take: "squares", leave: "row" }, 1000000);
    equal(beyond.code, 1, beyond.out);
    check(beyond.err.includes("8192"), beyond.err);
  },

  async wrong_arguments_are_told() {
    const tables = directory();
    for (const [rules, to, text] of [
      [{ take: [1, 3, 1] }, 10, "/rules/take/2 duplicate: must not repeat"],
      ["{", 10, "--rules: "],
      ["[1]", 10, "one JSON object"],
      [{ take: [1] }, "ten", "--to wants a whole number"],
      [{ take: [1] }, "", "--to wants a whole number"],
      [{ take: [1] }, "-1", "--to wants a whole number"],
    ]) {
      const run = await warm(tables, rules, to);
      equal(run.code, 2, run.out);
      check(run.err.includes(text), run.err);
    }
    equal((await warm(tables, { take: [1] }, 1, { flags: ["more"] })).code, 2, "a word too many");
    // All faults at once, as the API tells them.
    const wrong = { take: [1, 1, -3, "x", 2000000], foo: 1 }, run = await warm(tables, wrong, 10);
    const daemon = await start(binary, ["--drain", "0s"]);
    const { errors } = await ask(daemon, "/sg", { rules: wrong, heaps: [10] });
    equal(errors.length, 5, "faults");
    equal(run.err, errors.map(({ pointer, code, detail }) => `grundyd: ${pointer} ${code}: ${detail}\n`).join(""), "faults");
    equal(existsSync(tables), false, "the directory was made for nothing");
    await stop(daemon);
  },
};

for (const [name, test] of Object.entries(tests)) {
  const began = Date.now();
  await test();
  console.log(`ok ${name} (${Date.now() - began} ms)`);
}
