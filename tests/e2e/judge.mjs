#!/usr/bin/env node
// judge.mjs GRUNDYD: the programs for judges by themselves. Every published sample comes out to the letter, is a valid input, and is accepted;
// texts that are no input are refused with their place; a million cases take no more memory than one; generators say the same for the same seed.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal } from "../support/e2e/daemon.mjs";

const binary = process.argv[2], work = mkdtempSync(join(tmpdir(), "grundy-judge-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
process.env.GRUNDY_DEADLINE = "60m"; // no time is that of this machine
const grundyd = (args, input = "") => spawnSync(binary, args, { input, encoding: "utf8", maxBuffer: 1 << 28 });
const folder = new URL("../../api/tools/judge/problems/", import.meta.url).pathname;
const problems = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));

// ---- samples ----
let samples = 0;
for (const { id, sample } of problems) {
  if (!sample?.output) continue;
  const got = grundyd(["judge", id], sample.input);
  check(got.status === 0 && got.stdout === sample.output && !got.stderr, `${id}: ${got.status} ${got.stdout} ${got.stderr}`);
  equal(grundyd(["validate", id], sample.input).status, 42, `${id}: validate`);
  const input = join(work, "input"), output = join(work, "output");
  writeFileSync(input, sample.input);
  writeFileSync(output, sample.output);
  equal(grundyd(["check", id, "--as", "testlib", input, output, output, "--exact"]).status, 0, `${id}: check`);
  samples++;
}
check(samples >= 65, `${samples} samples`);

// ---- texts that are no input ----
for (const [id, text, place] of [
  ["hdu-1846", "", "line 1, column 1"], ["hdu-1846", "2\n23 2\n", "line 3, column 1"], ["hdu-1846", "1\n23 x\n", "line 2, column 4"],
  ["hdu-1846", "1\n23 1001\n", "line 2, column 4"], ["hdu-1846", "1\n23 2\n4 3\n", "line 3, column 1"], ["hdu-2873", "1 3\n.#x\n0 0\n", "line 2, column 3"],
  ["hdu-1524", "2\n1 1\n1 0\n1 0\n0\n", "line 4, column 1"], ["leetcode-877", "[1,2,3]\n", "line 1, column 1"], ["poj-1704", "1\n2\n3 3\n", "line 3, column 3"],
]) {
  for (const [command, status] of [["validate", 43], ["judge", 1]]) {
    const got = grundyd([command, id], text);
    check(got.status === status && got.stderr.includes(place), `${command} ${id} ${JSON.stringify(text)}: ${got.status} ${got.stderr}`);
  }
}
equal(grundyd(["judge", "hdu-1846", "--limits", "off"], "1\n23 5000\n").stdout, "first\n", "limits are off");
equal(grundyd(["judge", "hdu-1846", "--limits", "maybe"], "1\n23 5000\n").status, 2, "limits are on or off");
// What fails is JSON, too, where that is asked for.
equal(JSON.parse(grundyd(["check", "hdu-1846", "--as", "json", "/nowhere"]).stdout).verdict, null, "a fault as JSON");
for (const args of [["judge", "hdu-1845"], ["judge"], ["validate", "hdu-1846", "x"], ["check", "hdu-1846"], ["check", "hdu-1846", "--as", "spoj"]])
  equal(grundyd(args).status, 2, args.join(" "));
const many = `1\n150000\n${"1 ".repeat(150000)}\n`;
equal(grundyd(["validate", "cses-1730"], many).status, 42, "valid, though more than a position of nim has");
equal(grundyd(["judge", "cses-1730"], many).stdout, "second\n", "solved, too: an even number of ones");
const refused = grundyd(["judge", "cses-1730", "--limits", "off"], "1\n5000000\n1 1");
check(refused.status === 1 && refused.stderr.includes("4194304"), refused.stderr);
const beyond = "1\n1000000000 1000000000\n"; // an input of the problem, and more than the game takes
equal(grundyd(["validate", "cf-1194d"], beyond).status, 42, "valid, though no position of sg");
const unsolved = grundyd(["judge", "cf-1194d"], beyond);
check(unsolved.status === 1 && !unsolved.stdout && unsolved.stderr.includes("/rules/take/2 must be at most 1000000"), unsolved.stderr);

// ---- a million cases: 3 7 is lost in wythoff's game, 4 7 is (the pairs of floor(k phi), floor(k phi^2) are 1 2, 3 5, 4 7, …) ----
{
  const peak = "import os, resource, subprocess, sys\nstatus = subprocess.run(sys.argv[1:]).returncode\nprint(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)";
  const child = spawn("python3", ["-c", peak, binary, "judge", "poj-1067"]), pieces = [], errors = [];
  child.stdout.on("data", (data) => pieces.push(data));
  child.stderr.on("data", (data) => errors.push(data));
  const end = new Promise((done) => child.on("close", done)), block = "3 7\n7 4\n".repeat(5000);
  for (let i = 0; i < 100; i++) if (!child.stdin.write(block)) await new Promise((done) => child.stdin.once("drain", done));
  child.stdin.end();
  await end;
  const [status, kilobytes] = Buffer.concat(errors).toString().split(" ").map(Number);
  equal(status, 0, "a million cases");
  check(Buffer.concat(pieces).toString() === "1\n0\n".repeat(500000), "their answers");
  check(kilobytes < 64 << 10, `a million cases took ${kilobytes} KiB`);
}

// ---- outputs that nobody expects, and files that are not there: whose fault it is ----
{
  const input = join(work, "input"), output = join(work, "output"), feedback = join(work, "feedback");
  writeFileSync(input, "2\n23 2\n4 3\n");
  mkdirSync(feedback);
  for (const [bytes, status, what] of [
    [Buffer.alloc(64 << 20, "9"), 43, "64 MB of digits"], [Buffer.alloc(64 << 20), 43, "64 MB of NUL"], [Buffer.alloc(64 << 20, " "), 43, "64 MB of blanks"],
    ["first\r\nsecond\r\n", 42, "carriage returns"], ["first\nsecond", 42, "no last line end"], ["\ufefffirst\nsecond\n", 43, "a byte order mark"],
    ["first\0\nsecond\n", 43, "a NUL"], ["", 43, "nothing"], ["first\nsecond\n" + "\n".repeat(1 << 20), 42, "blank lines behind"],
  ]) {
    writeFileSync(output, bytes);
    const got = spawnSync("sh", ["-c", `ulimit -v 600000; exec "$0" check hdu-1846 --as kattis "$1" "$1" "$2" <"$3"`, binary, input, feedback, output], { encoding: "utf8" });
    equal(got.status, status, `${what}: ${got.stderr}`);
  }
  // Readings that drift apart farther than is kept: one goes on, and the other cases are judged.
  const found = (id, text, bytes) => {
    writeFileSync(input, text);
    writeFileSync(output, bytes);
    const { verdict, right, first_difference } = JSON.parse(grundyd(["check", id, "--as", "json", "--limits", "off", "--input", input, "--output", output]).stdout);
    return [verdict, right, first_difference?.case ?? null, first_difference?.line ?? null].join(" ");
  };
  const heaps = "2\n1 1\n1\n3\n1\n3\n0\n", pairs = "1 0\n".repeat(1 << 20), words = "first second ".repeat(1 << 18); // more than 3 MiB each
  equal(found("hdu-2176", heaps, `Yes\n${pairs}Yes\n3 0\nYes\n3 0\n`), "wrong_answer 2 0 1", "a block without end");
  equal(found("hdu-2176", heaps, `No\nYes\n3 0\n${pairs}Yes\n3 0\n`), "wrong_answer 2 2 4", "pairs too many, before which words are all right");
  equal(found("hdu-1846", `${1 << 19}\n${"23 2\n4 3\n".repeat(1 << 18)}`, words), `accepted ${1 << 19}  `, "one line");
  equal(found("hdu-1846", `${1 << 19}\n${"23 2\n4 3\n".repeat(1 << 18)}`, words.replace("second", "zzz")), `wrong_answer ${(1 << 19) - 1} 1 1`, "one line, with a fault");
  equal(found("hdu-2149", "4 2\n3 5\n3 2\n", `\n1${" \n".repeat(1 << 21)}3\n4\n5\nnone`), "accepted 3  ", "blanks");
  writeFileSync(input, "2\n23 2\n4 3\n");
  writeFileSync(output, "first\nsecond\n");
  writeFileSync(join(feedback, "beyond"), beyond);
  for (const [command, status] of [
    ['check cf-1194d --as kattis "$2/beyond" "$1" "$2" <"$3"', 1], ['check cf-1194d --as testlib "$2/beyond" "$3" "$1"', 3],
    ['check hdu-1846 --as kattis "$1" "$1" "$2" <&-', 1], ['check hdu-1846 --as kattis "$1" "$1" "$2/none" <"$3"', 1], ['check hdu-1846 --as kattis "$1" "$1" "$2" <"$2"', 1],
    ['check hdu-1846 --as testlib "$1" "$3" "$1" "$2/none/report"', 3], ['check hdu-1846 --as gradescope --input "$1" --output "$3" >/dev/full', 1],
    ['check hdu-1846 --as coderunner --input "$1" --output "$3" >&-', 1], ['check hdu-1846 --as kattis "$1" "$1" "$2" <"$3" >&- 2>&-', 42],
    ['interact nim --as kattis --position \'{"heaps":[3]}\' "$1" "$1" "$2" >&- </dev/null', 1], ['interact nim --as kattis --position \'{"heaps":[3]}\' "$1" "$1" "$2" <&-', 1],
    ['judge hdu-1846 <"$1" >/dev/full', 1], ['judge hdu-1846 <"$1" >&-', 1], ['judge hdu-1846 <&-', 1], ['validate hdu-1846 <&-', 1], ['validate hdu-1846 <"$2"', 1],
  ]) {
    const got = spawnSync("sh", ["-c", `exec "$0" ${command}`, binary, input, feedback, output], { encoding: "utf8" });
    equal(got.status, status, `${command}: ${got.stdout} ${got.stderr}`);
  }
  for (const [command, status] of [
    [`grade '{"game":"nim","position":{"heaps":[1,2]},"claim":{"verdict":"win"}}'`, 3], [`grade '{"game":"nim","position":{"heaps":[1,2]},"claim":{"verdict":"loss"}}'`, 3],
    [`solve nim '{"heaps":[1,2]}'`, 1], [`table nim '{"heap":"0..3"}'`, 1], [`laws '{"rules":{"take":[1,2]}}'`, 1], ["openapi", 1], ["limits", 1], ["manual", 1], ["completion bash", 1], ["generate nim", 1], ["generate hdu-1846", 1],
    ["batch <<'END'\n{}\nEND", 1],
  ]) {
    const [words, document] = command.split(" <<"), got = spawnSync("sh", ["-c", `exec "$0" ${words} >/dev/full ${document ? `<<${document}` : ""}`, binary], { encoding: "utf8" });
    equal(got.status, status, `${command}: written nowhere: ${got.stderr}`);
    check(/^grundyd: .+\n$/.test(got.stderr), `${command}: says nothing of it: ${got.stderr}`);
  }
}

// ---- generators ----
{
  const args = ["generate", "nim", "--seed", "7", "--count", "20", "--size", "20", "--verdict", "balanced"];
  const lines = grundyd([...args, "--format", "lines"]).stdout;
  equal(lines, grundyd([...args, "--format", "lines"]).stdout, "the same seed");
  check(lines !== grundyd([...args, "--seed", "8", "--format", "lines"]).stdout, "another seed");
  const wins = lines.trim().split("\n").map((line) => JSON.parse(line)).map(({ position, answer }) => {
    const won = position.misere && position.heaps.every((heap) => heap < 2) ? position.heaps.filter((heap) => heap).length % 2 === 0 : position.heaps.reduce((a, b) => a ^ b, 0) !== 0;
    equal(answer.verdict, won ? "win" : "loss", JSON.stringify(position));
    return won;
  });
  equal(wins.length, 20, "so many");
  equal(wins.filter((won) => won).length, 10, "half of them won");
  equal(JSON.parse(grundyd(args).stdout).positions.length, 20, "as JSON");
  equal(grundyd([...args, "--format", "csv"]).stdout.split("\r\n")[0], "position,verdict,grundy,winning_move_count,first_winning_move", "as CSV");
  for (const bad of [["nim", "--verdict", "draw"], ["nim", "--count", "many"], ["nim", "--mistake", "none-such"], ["no-such-game"], ["nim", "--size", "-1"]]) {
    const got = grundyd(["generate", ...bad]);
    check(got.status === 1 && !got.stdout && JSON.parse(got.stderr).status >= 400, `generate ${bad}: ${got.status} ${got.stderr}`);
  }
  check(JSON.parse(grundyd(["generate", "nim", "--mistake", "none-such"]).stderr).detail.startsWith("--mistake is no known wrong method"), "the flag that is wrong");
  for (const [args, flag] of [[["uva-10404", "--count", "81"], "--count must be at most 80"], [["hdu-1846", "--count", "0"], "--count must be"],
    [["nim", "--count", "0"], "--count must be"], [["hdu-1846", "--kind", "wild"], "--kind must be"], [["nim", "--size", "101"], "--size must be"]])
    check(JSON.parse(grundyd(["generate", ...args]).stderr).detail.startsWith(flag), `${args}: ${grundyd(["generate", ...args]).stderr}`);
  equal(grundyd(["generate", "nim", "--format", "text"]).status, 2, "positions are no text");
  equal(JSON.parse(grundyd(["generate", "hdu1846"]).stderr).detail, "game is no game; did you mean hdu-1846?", "the problem that is meant");
}

// ---- inputs of judges: valid, the same for the same seed, and each known wrong method can be made to fail ----
for (const { id, read, mistakes } of problems) {
  if (read.cases === "fixed") continue;
  const args = ["generate", id, "--seed", "5", ...(read.cases === "one" ? [] : ["--count", "3"])], text = grundyd(args).stdout;
  check(text.length > 0 && text === grundyd(args).stdout, `${id}: the same input for the same seed`);
  equal(grundyd(["validate", id], text).status, 42, `${id}: its own validator on ${text.slice(0, 200)}`);
  for (const mistake of mistakes?.slice(0, 1) ?? []) {
    const against = grundyd([...args, "--kind", "against", "--mistake", mistake.id]);
    check(against.status === 0 && grundyd(["validate", id], against.stdout).status === 42, `${id} against ${mistake.id}: ${against.stderr}`);
  }
}
equal(JSON.parse(grundyd(["generate", "hdu-1846", "--format", "json"]).stdout).output.split("\n").length > 1, true, "with its output");
for (const bad of [["--kind", "wild"], ["--kind", "against", "--mistake", "none-such"], ["--count", "-1"]])
  equal(grundyd(["generate", "hdu-1846", ...bad]).status, 1, bad.join(" "));
console.log(`${samples} samples`);
