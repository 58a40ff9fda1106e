#!/usr/bin/env node
// graders.mjs GRUNDYD: the directories of tests/packages for Gradescope, PrairieLearn and CodeRunner, run as those systems run them, without a
// network; a pipeline of testlib-style checker and interactor; and outputs of any size and kind, which must neither crash the checker nor fill
// its memory, nor be told as a fault of ours.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { check, equal } from "../support/e2e/daemon.mjs";

const packages = new URL("../packages/", import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), "grundy-graders-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
mkdirSync(join(work, "bin"));
symlinkSync(resolve(process.argv[2]), join(work, "bin", "grundyd"));
process.env.GRUNDY_DEADLINE = "60m"; // no time is that of this machine
const env = { ...process.env, PATH: `${work}/bin:${process.env.PATH}` };
const put = (name, text) => (writeFileSync(join(work, name), text), join(work, name));
const grundyd = (args, more = {}) => spawnSync("grundyd", args, { env, cwd: work, encoding: "utf8", ...more });
// Where the system lets us, without so much as a loopback device.
const alone = spawnSync("unshare", ["-rn", "true"]).status === 0 ? ["unshare", "-rn"] : ["env"];

// ---- testlib ----
{
  const input = put("t.in", "3\n23 2\n4 3\n5 5\n"), answer = put("t.ans", "first\nsecond\nfirst\n"), report = join(work, "report");
  const cases = [
    ["first\nsecond\nfirst\n", [], 0, "accepted", "ok "],
    ["first second\r\n\r\nfirst", [], 0, "accepted", "ok "],
    ["first second\r\n\r\nfirst", ["--exact"], 2, "presentation-error", "wrong output format "],
    ["first\nfirst\nfirst\n", [], 1, "wrong-answer", "wrong answer "],
    ["first\nsecond\n", [], 1, "wrong-answer", "wrong answer "],
    ["first\nsecond\nfirst\nfirst\n", [], 1, "wrong-answer", "wrong answer "],
    ["first\nfirst\nfirst\n", ["--score"], 7, "points", "points 0.66"],
    ["second\nfirst\nsecond\n", ["--score"], 1, "wrong-answer", "wrong answer "],
    ["", [], 1, "wrong-answer", "wrong answer "],
  ];
  for (const [text, flags, status, outcome, word] of cases) {
    const output = put("t.out", text), what = `testlib on ${JSON.stringify(text)} ${flags}`;
    const got = grundyd(["check", "hdu-1846", "--as", "testlib", input, output, answer, report, "-appes", ...flags]);
    equal(got.status, status, what);
    check(got.stderr.startsWith(word), `${what}: said ${got.stderr}`);
    check(readFileSync(report, "utf8").includes(`outcome = "${outcome}"`), `${what}: ${readFileSync(report, "utf8")}`);
    equal(grundyd(["check", "hdu-1846", "--as", "testlib", input, output, answer, report, ...flags]).status, status, what);
    check(readFileSync(report, "utf8").startsWith(word), `${what}: a plain report`);
  }
  // Not the contestant's: 3, whatever goes wrong and however early.
  const right = put("t.out", "first\nsecond\nfirst\n"), bad = put("bad.in", "3\n23 2\n4 x\n");
  const ours = [[bad, right, answer], [join(work, "none"), right, answer], [input, right], [], [input, right, answer, join(work, "no/report")], [input, right, answer, "-appes"], [input, work, answer]];
  for (const args of ours) equal(grundyd(["check", "hdu-1846", "--as", "testlib", ...args]).status, 3, `testlib with ${args}`);
  equal(grundyd(["check", "no-such-problem", "--as", "testlib", input, right, answer]).status, 3, "no such problem");
  equal(grundyd(["check", "hdu-1846", "--as", "testlib", "--nonsense", input, right, answer]).status, 3, "a flag that is none");
  equal(grundyd(["check", "hdu-1846", "--as=testlib", input, right, answer], { env: { ...env, GRUNDY_LISTEN: "nowhere" } }).status, 3, "a bad environment");
  equal(grundyd(["check", "hdu-1846", "--as", "testlib", input, join(work, "none"), answer]).status, 3, "no output file: the student has made none of them");
  const absent = (system) => grundyd(["check", "hdu-1846", "--as", system, "--input", input, "--output", join(work, "none")]);
  for (const system of ["gradescope", "prairielearn", "coderunner", "json"]) equal(absent(system).status, 1, `no output file, ${system}`);
  check(!("format_errors" in JSON.parse(absent("prairielearn").stdout)), "no output file is no error of the student's format");
}

// ---- JSON ----
{
  const files = ["--input", put("j.in", "1 3\n2 2\n0 0\n"), "--output", put("j.out", "Wonderful!\nWonderful!\n")];
  const quiet = JSON.parse(grundyd(["check", "hdu-2147", "--as", "json", ...files]).stdout), shown = JSON.parse(grundyd(["check", "hdu-2147", "--as", "json", "--reveal", ...files]).stdout);
  check(!("expected" in quiet.first_difference) && !("diagnosis" in quiet) && !JSON.stringify(quiet).includes("pity"), JSON.stringify(quiet));
  equal(quiet.first_difference.line, 1, "where the first difference is");
  equal(shown.first_difference.expected, "What a pity!", "an answer of several words");
  check(shown.first_difference.feedback.startsWith("Expected What a pity! "), shown.first_difference.feedback);
}

// ---- Gradescope ----
{
  // The archive is unpacked into `source`, and its run_autograder copied one up.
  const root = join(work, "autograder");
  cpSync(join(packages, "gradescope"), join(root, "source"), { recursive: true });
  cpSync(join(root, "source", "run_autograder"), join(root, "run_autograder"));
  for (const folder of ["submission", "results"]) mkdirSync(join(root, folder));
  const grade = (solution) => {
    rmSync(join(root, "results", "results.json"), { force: true });
    writeFileSync(join(root, "submission", "solution.py"), solution);
    spawnSync(alone[0], [...alone.slice(1), join(root, "run_autograder")], { env: { ...env, AUTOGRADER: root }, cwd: root });
    return JSON.parse(readFileSync(join(root, "results", "results.json"), "utf8"));
  };
  const loop = (word) => `while True:\n    n = int(input())\n    if n == 0:\n        break\n    print(${word})\n`;
  const right = grade(loop('"Alice" if n < 3 else "Bob"'));
  equal(right.score, 1, "Gradescope, right");
  equal(right.tests[0].status, "passed", "Gradescope, right");
  const half = grade(loop('"Bob" if n % 3 == 0 else "Alice"'));
  check(half.score > 0 && half.score < 1 && half.tests[0].status === "failed" && half.tests[0].max_score === 1, JSON.stringify(half));
  check(!JSON.stringify(half).includes("Expected") && half.stdout_visibility === "hidden", "nothing is given away");
  equal(grade("raise SystemExit(1)\n").score, 0, "Gradescope, a program that falls");
  equal(grade("print('<b>' * 10, chr(0x1F600), '\\0')\n").score, 0, "Gradescope, rubbish");
  // Who makes the test easier, from outside and while it runs, has still to answer the one that was set.
  const input = join(root, "source", "input.txt"), text = readFileSync(input, "utf8");
  const cheat = (places) => `for place in ${JSON.stringify(places)}:\n    try:\n        open(place, "w").write("3\\n0\\n")\n    except OSError:\n        pass\nprint("Bob")\n`;
  const cheated = grade(cheat([input, "../source/input.txt", "input.txt", "input"]));
  equal(cheated.score, 0, "Gradescope, a program that rewrites the input");
  writeFileSync(input, text);
  // Where we may become another user, as whom a system's Python runs, it cannot even write there.
  const [free, path] = [alone[0], env.PATH];
  alone[0] = "env", alone.length = 1, env.PATH = `/usr/bin:/bin:${path}`;
  for (let folder = root; folder !== resolve(work, ".."); folder = resolve(folder, "..")) chmodSync(folder, 0o755);
  const other = spawnSync("setpriv", ["--reuid=nobody", "--regid=nogroup", "--clear-groups", "--no-new-privs", "python3", "-c", ""], { env }).status === 0;
  if (other) {
    equal(grade(cheat([input, join(root, "run_autograder")])).score, 0, "Gradescope, as another user");
    equal(readFileSync(input, "utf8"), text, "what is the course's is not the student's to write");
    equal(grade(loop('"Alice" if n < 3 else "Bob"')).score, 1, "Gradescope, right as another user");
  }
  env.PATH = path;
  if (free === "unshare") alone.splice(0, 1, "unshare", "-rn");
  // The course's fault: there is no score at all, and the student does not read why.
  writeFileSync(join(root, "source", "input.txt"), "no number\n");
  const ours = grade(loop('"Alice"'));
  check(!("score" in ours) && !("tests" in ours) && ours.stdout_visibility === "hidden" && !ours.output.includes("no number"), JSON.stringify(ours));
}

// ---- PrairieLearn ----
{
  const root = join(work, "grade"), question = join(packages, "prairielearn");
  equal(JSON.parse(readFileSync(join(question, "info.json"))).externalGradingOptions.entrypoint, "/grade/tests/run.sh", "the entry point");
  mkdirSync(join(root, "student"), { recursive: true });
  cpSync(join(question, "tests"), join(root, "tests"), { recursive: true });
  const grade = (answer) => {
    writeFileSync(join(root, "student", "answer.json"), answer);
    spawnSync(alone[0], [...alone.slice(1), join(root, "tests", "run.sh")], { env: { ...env, GRADE: root }, cwd: root });
    return JSON.parse(readFileSync(join(root, "results", "results.json"), "utf8"));
  };
  const right = grade('{"verdict":"win","move":{"heap":0,"take":2}}');
  check(right.gradable && right.score === 1 && right.tests[0].points === 1, JSON.stringify(right));
  const half = grade('{"verdict":"win","move":{"heap":1,"take":1}}');
  check(half.gradable && half.score === 0.5 && !half.message.includes('"heap":0'), JSON.stringify(half));
  equal(grade("[]").score, 0, "a claim that is none");
  // What is graded is what was asked, and not what the student would like to be.
  equal(grade('{"move_count":12}').score, 0, "a claim of something easier");
  equal(grade('{"verdict":"win","move_count":12}').score, 0.5, "and of something more");
  equal(grade('{"verdict":"perhaps","move":{"heap":0,"take":2}}').score, 0.5, "a part that cannot be read");
  for (const bad of ["", "I do not know", '{"verdict":"win"},"reveal":{', '{"verdict":"win"'.padEnd(100000)]) {
    const refused = grade(bad);
    check(refused.gradable === false && !("score" in refused) && refused.format_errors.length === 1, `${bad}: ${JSON.stringify(refused)}`);
  }
  writeFileSync(join(root, "tests", "question.json"), '{"game":"nim","position":{"heaps":[-1]}}');
  const ours = grade('{"verdict":"win"}');
  check(ours.gradable === false && !("format_errors" in ours) && ours.message.length > 0, JSON.stringify(ours));
}

// ---- CodeRunner ----
{
  const template = readFileSync(join(packages, "coderunner", "template.py"), "utf8");
  const py = (text) => JSON.stringify(text).slice(1, -1);
  const grade = (student, stdin) => {
    const program = template.replace("{{ STUDENT_ANSWER | e('py') }}", () => py(student)).replace("{{ TEST.stdin | e('py') }}", () => py(stdin));
    const { stdout } = spawnSync(alone[0], [...alone.slice(1), "python3", put("template.py", program)], { env, encoding: "utf8" });
    return JSON.parse(stdout);
  };
  const solution = (rest) => `for _ in range(int(input())):\n    n, m = map(int, input().split())\n    print("first" if n % (${rest}) else "second")\n`;
  const right = grade(solution("m + 1"), "2\n23 2\n4 3\n");
  equal(right.fraction, 1, "CodeRunner, right");
  equal(right.got, "first\nsecond\n", "CodeRunner, what it printed");
  const half = grade(solution("m"), "2\n23 2\n4 2\n");
  check(half.fraction === 0.5 && half.comment.includes("Case 2"), JSON.stringify(half));
  equal(grade("print('<script>')", "1\n1 1\n").fraction, 0, "CodeRunner, rubbish");
  // Wherever the program looks for its input, in order to make it easier, it finds none.
  const cheat = `import os, sys\nhere = os.path.dirname(os.path.abspath(sys.argv[0]))\nfor place in ("input", here + "/input"):\n    try:\n        open(place, "w").write("1\\n1 1\\n")\n    except OSError:\n        pass\nprint("first")\n`;
  equal(grade(cheat, "1\n4 3\n").fraction, 0, "CodeRunner, a program that rewrites the input");
  const ours = grade(solution("m + 1"), "1\n0 0\n");
  check(!("fraction" in ours) && ours.prologuehtml.startsWith("<p>"), JSON.stringify(ours));
}

// ---- a question of a list that is beyond what is solved: no system may tell it as the student's ----
{
  const right = { game: "nim", position: { heaps: [1] }, claim: { verdict: "win" } };
  const large = { game: "sg", position: { rules: { take: "squares" }, heaps: [100000000] }, claim: { verdict: "win" } };
  const file = put("list.json", JSON.stringify({ questions: [right, large] })), grade = (...flags) => grundyd(["grade", ...flags, file]);
  const plain = grade(), answer = JSON.parse(plain.stdout);
  equal(plain.status, 3, "grade: refused, and not wrong");
  check(answer.score === 1 && answer.ungraded === 1 && answer.answers[1].code === "too_large" && answer.answers[1].graded === false, plain.stdout);
  for (const [system, status] of [["kattis", 1], ["testlib", 3], ["gradescope", 1], ["prairielearn", 1], ["coderunner", 1], ["json", 1]]) {
    const told = grade("--as", system);
    equal(told.status, status, `a list that is not graded, ${system}: ${told.stdout}`);
    check(told.stderr.includes("questions[1]") && told.stderr.includes("too_large"), `${system}: ${told.stderr}`);
  }
  const document = (system) => JSON.parse(grade("--as", system).stdout);
  check(!("score" in document("gradescope")) && !("fraction" in document("coderunner")), "no score at all");
  check(document("prairielearn").gradable === false && !("format_errors" in document("prairielearn")), "not gradable");
  writeFileSync(file, JSON.stringify({ questions: [right, { ...right, claim: { verdict: "perhaps" } }] }));
  equal(grade().status, 1, "what the student wrote is his");
  equal(document("gradescope").score, 0.5, "and scores nothing");
}

// ---- a class, as a file: the table comes back, whatever is in a cell ----
{
  const heaps = '"{""heaps"":[3,4,5]}"', head = "student,game,position,asked,verdict,grundy\n", row = (name, rest) => `${name},nim,${heaps},verdict grundy,${rest}\n`;
  const grade = (...lines) => grundyd(["grade", put("class.csv", head + lines.join(""))]);
  const right = grade(row("Ann", "win,2"), row("Bo", " win　,２"));
  equal(right.status, 0, `all is right: ${right.stdout}${right.stderr}`);
  equal(right.stdout.split("\r\n").slice(0, 2).join("\n"), `student,game,position,asked,verdict,grundy,score,feedback\nAnn,nim,${heaps},verdict grundy,win,2,1,verdict: Right. grundy: Right.`, "the table");
  const rubbish = grade(row("Ann", "win,2"), row("Bo", `win,${"7".repeat(70000)}x`), row("Cy", "w\0in,2"), row("Di", "=1+1,"));
  equal(rubbish.status, 1, "something is wrong");
  check([/\r\nAnn,.*,1,verdict/, /\r\nBo,.*x,0\.5,/, /\r\nCy,.*w\ufffdin,2,0\.5,/, /\r\nDi,.*,'=1\+1,,0,/].every((line) => line.test(rubbish.stdout)), rubbish.stdout.slice(0, 2000));
  const many = grade(...Array.from({ length: 15 }, () => row("Bo", `win,"[${"0,".repeat(32000)}0]"`)), row("Ann", "win,2"));
  check(many.status === 1 && many.stdout.endsWith(",win,2,1,verdict: Right. grundy: Right.\r\n"), `a megabyte of values: ${many.stdout.slice(0, 300)}`);
  equal(grade(row("Ann", "win,2").replace("verdict grundy", "verdict grudny")).status, 3, "badly asked: not graded");
  const open = grade(row("Ann", "win,2"), row("Bo", '"win,2'), head, row("Cy", "win,2"));
  check(open.status === 2 && JSON.parse(open.stdout).detail.startsWith("line 3, column 45: the quote that opens here"), open.stdout);
  equal(grundyd(["grade"], { input: '{"questions":[]}' }).status, 2, "no question");
  for (const [system, status] of [["kattis", 1], ["testlib", 3], ["gradescope", 1], ["json", 1]])
    equal(grundyd(["grade", "--as", system], { input: '{"questions":[]}' }).status, status, `no question, ${system}`);
}

// ---- outputs of any size ----
{
  const input = put("big.in", "2\n23 2\n4 3\n"), size = 64 << 20, output = join(work, "big.out"), feedback = join(work, "feedback/");
  mkdirSync(feedback);
  const kinds = { word: Buffer.alloc(size, "x"), blanks: Buffer.alloc(size, "\n"), zeros: Buffer.alloc(size), words: Buffer.alloc(size, "first second "), bytes: Buffer.alloc(size, Buffer.from(Array.from({ length: 256 }, (_, i) => i))) };
  kinds.right = Buffer.concat([Buffer.from("first"), Buffer.alloc(size, " "), Buffer.from("second")]);
  const peak = "import os, resource, subprocess, sys\nstatus = subprocess.run(sys.argv[2:], stdin=open(sys.argv[1])).returncode\nprint(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";
  for (const [kind, bytes] of Object.entries(kinds)) {
    writeFileSync(output, bytes);
    const { stdout } = spawnSync("python3", ["-c", peak, output, "grundyd", "check", "hdu-1846", "--as", "kattis", input, input, feedback], { env, encoding: "utf8" });
    const [status, kilobytes] = stdout.split(" ").map(Number);
    equal(status, kind === "right" ? 42 : 43, `64 MiB of ${kind}`);
    check(kilobytes < 64 << 10, `64 MiB of ${kind} took ${kilobytes} KiB`);
    const message = readFileSync(join(feedback, "judgemessage.txt"), "utf8");
    check(message.length < 10000 && !/[^\n -~–—×…≥≤]/.test(message), `the message on ${kind}: ${message.slice(0, 200)}`);
  }
}

// ---- interactors of testlib, and programs that do not play along ----
async function play_once(flags, program, game) {
  const record = join(work, "record"), report = join(work, "report"), input = put("position", '{"heaps":[3,4,5]}\n');
  const judge = spawn("grundyd", ["interact", game, "--as", "testlib", input, record, input, report, ...flags], { env, cwd: work });
  let error = "";
  judge.stderr.on("data", (data) => (error += data));
  judge.stdin.on("error", () => {});
  const end = new Promise((done) => judge.on("close", done));
  program(judge);
  const status = await end;
  return { status, error, record: existsSync(record) ? readFileSync(record, "utf8") : "" };
}
// Only who means to be silent may be told so: another who was had no processor to run on, and is called again.
async function play(flags, program, game = "nim") {
  for (let calls = 1; ; calls++) {
    const got = await play_once(flags, program, game);
    if (program === silence || calls === 20 || !got.error.includes("did nothing for")) return got;
  }
}
const silence = () => {};
// Who plays by the xor of the heaps gives nothing away.
function perfect(judge, said = []) {
  let text = "", you;
  said.length = 0;
  judge.stdout.on("data", (data) => {
    text += data;
    for (let end; (end = text.indexOf("\n")) >= 0; text = text.slice(end + 1)) {
      const line = JSON.parse(text.slice(0, end));
      said.push(line);
      you = line.you ?? you;
      if (line.over || !line.position || line.player === 1 - you) continue;
      const { heaps } = line.position, xor = heaps.reduce((sum, heap) => sum ^ heap, 0);
      const better = heaps.findIndex((heap) => (heap ^ xor) < heap), any = heaps.findIndex((heap) => heap > 0);
      const move = better >= 0 ? { heap: better, take: heaps[better] - (heaps[better] ^ xor) } : { heap: any, take: 1 };
      judge.stdin.write(`${JSON.stringify(you === 0 ? { move } : move)}\n`);
    }
  });
}
{
  let said = [];
  let got = await play([], (judge) => perfect(judge, said));
  equal(got.status, 0, `a perfect program, first: ${got.error}`);
  equal(Object.keys(said[0]).join(), "game,position,player,you", "the first line");
  equal(Object.keys(said[1]).join(), "move,position,over,winner", "a move");
  equal(JSON.stringify(said[said.length - 1]), '{"over":true,"winner":0}', "the last line");
  check(got.record.startsWith('< {"game":"nim"') && got.record.includes('\n> {"move"'), got.record);
  said = [];
  got = await play(["--first", "judge", "--skill", "0", "--seed", "7"], (judge) => perfect(judge, said));
  equal(got.status, 0, `a perfect program, second, against one who errs: ${got.error}`);
  equal(said[0].you, 1, "the judge moves first");
  const bad = {
    "an illegal move": (judge) => judge.stdin.write('{"move":{"heap":0,"take":4}}\n'),
    "no move of the game": (judge) => judge.stdin.write('{"move":{"pile":0}}\n'),
    "no JSON": (judge) => judge.stdin.write("hello\n"),
    "no object": (judge) => judge.stdin.write("[1]\n"),
    "numbers beyond": (judge) => judge.stdin.write(`{"heap":${"9".repeat(5000)},"take":1}\n`),
    "brackets without end": (judge) => judge.stdin.write(`${"[".repeat(16000)}\n`),
    "a move nested as deep as a line may be": (judge) => judge.stdin.write(`${'{"a":'.repeat(64)}1${"}".repeat(64)}\n`),
    "lists as deep as that": (judge) => judge.stdin.write(`{"heap":${"[".repeat(63)}${"]".repeat(63)}}\n`),
    "a line without end": (judge) => judge.stdin.write("x".repeat(1 << 20)),
    "blank lines without end": (judge) => (judge.stdin.write("\n".repeat(1 << 16)), judge.stdin.end()),
    "nothing": (judge) => judge.stdin.end(),
    "a gift": (judge) => judge.stdin.end('{"heap":2,"take":5}\n'),
    silence,
  };
  for (const [what, program] of Object.entries(bad)) {
    got = await play([], program);
    equal(got.status, 1, `${what}: ${got.error}`);
  }
  // Who writes blank lines alone is no more told to be silent than to be a player.
  got = await play([], (judge) => {
    const flood = setInterval(() => judge.stdin.write("\n".repeat(1000)), 20);
    judge.on("close", () => clearInterval(flood));
  });
  check(got.status === 1 && got.error.includes("not blank"), `blank lines for ever: ${got.status} ${got.error}`);
  // Moves that are legal are never to blame, however many bytes they take: the game ends. Equal heaps are lost from the start.
  const heaps = [`1${"0".repeat(1230)}`, `1${"0".repeat(1230)}`], move = `{"move":{"heap":0,"take":"1${"0".repeat(1190)}"}}\n`;
  let moves = 0, last = "";
  got = await play(["--position", JSON.stringify({ heaps })], (judge) => {
    let text = "";
    moves = 0;
    judge.stdout.on("data", (data) => {
      text += data;
      for (let end; (end = text.indexOf("\n")) >= 0; text = text.slice(end + 1)) {
        last = text.slice(0, end);
        if (!last.startsWith('{"over":true')) (judge.stdin.write(move), moves++);
      }
    });
  });
  check(got.status === 0 && last === '{"over":true,"winner":null}' && moves * move.length > 1 << 20, `long moves: ${got.status} ${got.error} ${last} ${moves}`);
  for (const heap of ["0.5", "1e-9", "-0.5"]) {
    got = await play([], (judge) => judge.stdin.end(`{"heap":${heap},"take":2}\n`)); /* of heap 0 it would be the right one */
    check(got.status === 1 && got.error.includes("no move"), `a heap ${heap}: ${got.status} ${got.error}`);
  }
  const ours = [["--position", '{"heaps":[-1]}'], ["--position", '{"heaps":[3.5,4,5]}'], ["--position", "x"], ["--first", "me"], ["--skill", "101"], ["--seed", "x"]];
  for (const flags of ours) equal((await play(flags, () => {})).status, 3, `interact ${flags}`);
}
// Who takes three moves again; by hand, the multiples of three are lost.
{
  const rules = { vars: "n: 0..100", moves: [{ name: "take", choose: "k in 1..min(3, n)", again: "k == 3", do: "n -= k" }] };
  const from = (n) => ["--position", JSON.stringify({ rules, state: { n } })];
  // After three of its own the program goes on without a line; after three of ours it waits for the next one.
  const taker = (said) => (judge) => {
    let text = "", you;
    said.length = 0;
    judge.stdout.on("data", (data) => {
      text += data;
      for (let end; (end = text.indexOf("\n")) >= 0; text = text.slice(end + 1)) {
        const line = JSON.parse(text.slice(0, end));
        said.push(line);
        you = line.you ?? you;
        if (line.over || !line.position || line.again || line.player === 1 - you) continue;
        let { n } = line.position.state;
        if (n > 5) (n -= 3), judge.stdin.write('{"move":{"move":"take","k":3}}\n');
        judge.stdin.write(`{"move":"take","k":${n % 3 || 1}}\n`);
      }
    });
  };
  let said = [], got = await play(from(7), taker(said), "custom");
  equal(got.status, 0, `a program that moves twice: ${got.error}`);
  equal(said.at(-1).winner, 0, "it has won");
  check(/> \{"move":\{"move":"take","k":3\}\}\n> \{"move":"take","k":1\}/.test(got.record), got.record);
  said = [];
  got = await play([...from(5), "--first", "judge"], taker(said), "custom");
  equal(got.status, 0, `a judge that moves twice: ${got.error}`);
  equal(said.slice(1).map(({ move, again }) => `${move?.k} ${again}`).join(), "3 true,2 undefined,undefined undefined", "both moves");
  equal(said.at(-1).winner, 0, "the judge was first, and has won");
  // From 4 two leave the other a won position: the first mistake is its second move, not the one that counting would blame.
  got = await play(from(7), (judge) => judge.stdin.end('{"move":"take","k":3}\n{"move":"take","k":2}\n'), "custom");
  equal(got.status, 1, "a gift after a move of its own");
  check(got.error.includes("Move 2 gave away"), got.error);
}
console.log("testlib, Gradescope, PrairieLearn, CodeRunner");
