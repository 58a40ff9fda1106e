#!/usr/bin/env node
// kattis.mjs GRUNDYD: the problem packages of tests/packages/kattis, whose validators are this binary, run as the package format (2025-09) says:
// input validators over every input, the output validator over every answer and over outputs known to be right or wrong, and every submission
// over every test case, with the verdicts that its directory and submissions.yaml ask for. A submission is slow when it has used up its computing
// time, not when the machine is busy. What goes wrong on the judge's side is neither 42 nor 43.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { check, equal } from "../support/e2e/daemon.mjs";

const RIGHT = 42, WRONG = 43, SIGXCPU = 128 + 24, SIGKILL = 128 + 9, SIGPIPE = 128 + 13;
const packages = new URL("../packages/kattis/", import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), "grundy-kattis-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
// The validators call it by its name, as they do where it is installed.
mkdirSync(join(work, "bin"));
symlinkSync(resolve(process.argv[2]), join(work, "bin", "grundyd"));
process.env.GRUNDY_DEADLINE = "60m"; // no time is that of this machine
const env = { ...process.env, PATH: `${work}/bin:${process.env.PATH}` };

const files = (folder, end) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith(end)).sort().map((name) => join(folder, name)) : [];

// As much of YAML as these packages use: maps of maps by indentation, lists in brackets.
function yaml(path) {
  const root = {};
  if (!existsSync(path)) return root;
  const open = [{ indent: -1, map: root }];
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const match = /^( *)([^:#]+): *(.*)$/.exec(line);
    if (!match) continue;
    const [, { length: indent }, name, value] = match;
    while (open[open.length - 1].indent >= indent) open.pop();
    const map = open[open.length - 1].map;
    if (value) map[name] = value.startsWith("[") ? value.slice(1, -1).split(",").map((word) => word.trim()) : value;
    else open.push({ indent, map: (map[name] = {}) });
  }
  return root;
}

// A program in a sandbox of computing time; resolves to its exit status, 128 and the signal where one ended it.
function run(command, args, seconds, stdio = "pipe") {
  const child = spawn("bash", ["-c", `ulimit -c 0; ulimit -t ${seconds}; exec "$@"`, "bash", command, ...args], { env, cwd: work, stdio });
  child.stdin?.on("error", () => {}); // a program need not read all of its input
  const end = new Promise((done) => child.on("close", (code, signal) => done(signal ? 128 + { SIGXCPU: 24, SIGKILL: 9, SIGPIPE: 13 }[signal] || 255 : code)));
  return { child, end };
}

let count = 0;
const feedback = () => {
  const folder = join(work, `feedback${count++}/`);
  mkdirSync(folder);
  return folder;
};
const message = (folder) => (existsSync(join(folder, "judgemessage.txt")) ? readFileSync(join(folder, "judgemessage.txt"), "utf8") : "");

// The validator's own arguments, from the nearest test_group.yaml.
function validatorArgs(path, root) {
  for (let folder = dirname(path); folder.startsWith(root); folder = dirname(folder)) {
    const args = yaml(join(folder, "test_group.yaml")).output_validator_args;
    if (args) return args;
  }
  return [];
}

function validate(pack, input, answer, output, folder = feedback()) {
  const args = [input, answer, folder, ...validatorArgs(input, join(pack, "data"))];
  const { status } = spawnSync(join(pack, "output_validator", "run"), args, { env, cwd: work, input: readFileSync(output), maxBuffer: 1 << 26 });
  return { status, folder };
}

function validateInput(pack, input) {
  const statuses = readdirSync(join(pack, "input_validators")).map(
    (name) => spawnSync(join(pack, "input_validators", name, "run"), [], { env, cwd: work, input: readFileSync(input) }).status,
  );
  check(statuses.length > 0, `${pack} has input validators`);
  return statuses.every((status) => status === RIGHT) ? RIGHT : statuses.find((status) => status !== RIGHT);
}

// ---- submissions ----

const verdictOf = (status) =>
  status === SIGXCPU || status === SIGKILL ? "TLE" : status !== 0 && status !== SIGPIPE ? "RTE" : null;

async function judgePlain(pack, submission, input, seconds) {
  const { child, end } = run("python3", [submission], seconds);
  const pieces = [];
  child.stdout.on("data", (data) => pieces.push(data));
  child.stdin.end(readFileSync(input));
  const early = verdictOf(await end);
  if (early) return { verdict: early, text: "" };
  const output = join(work, "output");
  writeFileSync(output, Buffer.concat(pieces));
  const { status, folder } = validate(pack, input, input.replace(/in$/, "ans"), output);
  check(status === RIGHT || status === WRONG, `${submission} on ${input}: the output validator ended with ${status}`);
  return { verdict: status === RIGHT ? "AC" : "WA", text: message(folder) };
}

async function playOnce(pack, submission, input, seconds) {
  const folder = feedback(), program = run("python3", [submission], seconds);
  const validator = run(join(pack, "output_validator", "run"), [input, input.replace(/in$/, "ans"), folder], 600);
  const join_ = (from, to) => {
    from.on("data", (data) => to.write(data));
    from.on("end", () => to.end());
  };
  program.child.stdin.on("error", () => {});
  join_(program.child.stdout, validator.child.stdin);
  join_(validator.child.stdout, program.child.stdin);
  // Who goes on after the validator has judged reads the end of its input; the computing time ends who does not read. Who is silent is judged by
  // the validator.
  const [status, ended] = await Promise.all([validator.end, program.end]);
  const early = verdictOf(ended);
  if (early) return { verdict: early, text: "" };
  check(status === RIGHT || status === WRONG, `${submission} on ${input}: the interactor ended with ${status}`);
  check(existsSync(join(folder, "record.txt")), "the record of the game is left");
  return { verdict: status === RIGHT ? "AC" : "WA", text: message(folder) };
}

// None of these programs means to be silent: one that was for ten seconds had no processor to run on, and is called again.
async function judgeInteractive(...what) {
  for (;;) {
    const judged = await playOnce(...what);
    if (judged.verdict !== "WA" || !judged.text.includes("did nothing for")) return judged;
  }
}

const RULES = {
  accepted: { permitted: ["AC"] },
  wrong_answer: { permitted: ["AC", "WA"], required: ["WA"] },
  time_limit_exceeded: { permitted: ["AC", "TLE"], required: ["TLE"] },
  run_time_error: { permitted: ["AC", "RTE"], required: ["RTE"] },
};

function holdRule(rule, verdicts, what) {
  const names = verdicts.map(({ verdict }) => verdict).join(" ");
  check(verdicts.length > 0, `${what}: there are test cases`);
  if (rule.permitted) check(verdicts.every(({ verdict }) => rule.permitted.includes(verdict)), `${what}: ${names}, permitted ${rule.permitted}`);
  if (rule.required) check(verdicts.some(({ verdict }) => rule.required.includes(verdict)), `${what}: ${names}, required ${rule.required}`);
  if (rule.message) check(verdicts.some(({ text }) => text.includes(rule.message)), `${what}: no judgemessage.txt has "${rule.message}"`);
}

async function judgeSubmissions(pack, settings, inputs) {
  const described = yaml(join(pack, "submissions", "submissions.yaml"));
  let judged = 0;
  for (const submission of files(join(pack, "submissions"), ".py")) {
    const name = relative(join(pack, "submissions"), submission), verdicts = [];
    for (const input of inputs) {
      const how = settings.type === "interactive" ? judgeInteractive : judgePlain;
      verdicts.push({ input: relative(join(pack, "data"), input), ...(await how(pack, submission, input, Number(settings.limits.time_limit))) });
    }
    holdRule(RULES[dirname(name)], verdicts, name);
    const more = described[name] || {};
    holdRule({ message: more.message, permitted: more.permitted, required: more.required }, verdicts, name);
    for (const [group, rule] of Object.entries(more).filter(([, value]) => typeof value === "object" && !Array.isArray(value)))
      holdRule(rule, verdicts.filter(({ input }) => input.startsWith(group)), `${name} in ${group}`);
    judged++;
  }
  return judged;
}

// ---- a package ----

async function judgePackage(name) {
  const pack = join(packages, name), data = join(pack, "data"), settings = yaml(join(pack, "problem.yaml"));
  check(settings.problem_format_version === "2025-09" && /^[0-9a-f-]{36}$/.test(settings.uuid) && settings.name, "problem.yaml");
  check(existsSync(join(pack, "statement", "problem.en.md")), "the statement is there");
  // Secret data are test cases or groups of them, never both.
  const secret = readdirSync(join(data, "secret"), { withFileTypes: true }), groups = secret.filter((entry) => entry.isDirectory());
  check(secret.length > 0 && (groups.length === 0 || groups.length === secret.length), `${name}: test cases beside groups`);
  const inputs = [...files(join(data, "sample"), ".in"), ...files(join(data, "secret"), ".in")];
  for (const input of [...inputs, ...files(join(data, "valid_output"), ".in"), ...files(join(data, "invalid_output"), ".in")])
    equal(validateInput(pack, input), RIGHT, `input validators on ${input}`);
  for (const input of files(join(data, "invalid_input"), ".in")) equal(validateInput(pack, input), WRONG, `input validators on ${input}`);
  if (settings.type === "pass-fail") {
    for (const input of inputs) equal(validate(pack, input, input, input.replace(/in$/, "ans")).status, RIGHT, `the answer of ${input}`);
    for (const output of files(join(data, "valid_output"), ".out"))
      equal(validate(pack, output.replace(/out$/, "in"), output.replace(/out$/, "ans"), output).status, RIGHT, output);
    for (const output of files(join(data, "invalid_output"), ".out"))
      equal(validate(pack, output.replace(/out$/, "in"), output.replace(/out$/, "ans"), output).status, WRONG, output);
  }
  return judgeSubmissions(pack, settings, inputs);
}

// The judge's own mistakes: an input that is none, files and folders that are not there, a call that is none.
function blameNobody() {
  const pack = join(packages, "bravegame"), input = join(pack, "data/sample/1.in"), answer = input.replace(/in$/, "ans");
  const bad = join(pack, "data/invalid_input/no-number.in"), run_ = join(pack, "output_validator", "run");
  for (const args of [[bad, answer, feedback()], [`${input}x`, answer, feedback()], [input, answer, join(work, "nowhere")], [input, answer], [input, answer, feedback(), "float_tolerance", "1e-6"]]) {
    const { status, stderr } = spawnSync(run_, args, { env, input: "first\nsecond\n" });
    check(status !== RIGHT && status !== WRONG && stderr.length > 0, `${args}: ended with ${status} and said "${stderr}"`);
  }
  // With --score a part of what is right counts, and is told.
  const folder = feedback(), { status } = spawnSync("grundyd", ["check", "hdu-1846", "--as", "kattis", input, answer, folder, "--score"], { env, input: "first\nfirst\n" });
  equal(status, RIGHT, "half of it is right");
  equal(readFileSync(join(folder, "score_multiplier.txt"), "utf8"), "0.5\n", "and so is told");
  // The format forbids a score beside a wrong answer.
  const none = feedback();
  equal(spawnSync("grundyd", ["check", "hdu-1846", "--as", "kattis", input, answer, none, "--score"], { env, input: "second\nfirst\n" }).status, WRONG, "nothing is right");
  check(!existsSync(join(none, "score_multiplier.txt")) && existsSync(join(none, "judgemessage.txt")), "a score beside a wrong answer");
  const team = readFileSync(join(folder, "teammessage.txt"), "utf8");
  check(team.includes("Case 2") && !team.includes("second"), `the team is told where, and not what: ${team}`);
}

blameNobody();
for (const name of readdirSync(packages).sort()) console.log(`${name}: ${await judgePackage(name)} submissions`);
