#!/usr/bin/env node
// class.mjs GRUNDYD: a teacher's evening. 300 students have handed in what they think of positions of Nim and of a subtraction game; some rows are
// empty, some cannot be read, some are half right. One call of /batch grades them all; the truth is computed here, by Bouton's theorem and by mex.
import { check, equal, start, stop } from "../support/e2e/daemon.mjs";

const STUDENTS = 300;
const daemon = await start(process.argv[2], ["--drain", "0s"]);
const text = JSON.stringify;
let seed = 7;
const random = (n) => (seed = (seed * 48271) % 2147483647) % n;

// What is true of a position: the options' values by the rules, and their mex.
const mex = (values) => { let n = 0; while (values.includes(n)) n++; return n; };
const grundy = [0];
for (let n = 1; n < 40; n++) grundy[n] = mex([1, 3, 4].filter((take) => take <= n).map((take) => grundy[n - take]));
const tasks = {
  nim: () => {
    const heaps = Array.from({ length: 2 + random(2) }, () => 1 + random(9)), sum = heaps.reduce((x, heap) => x ^ heap, 0);
    return { game: "nim", position: { heaps }, sum, winning: heaps.flatMap((size, heap) => ((size ^ sum) < size ? [{ heap, take: size - (size ^ sum) }] : [])) };
  },
  sg: () => {
    const heaps = [1 + random(20), 1 + random(20)], sum = grundy[heaps[0]] ^ grundy[heaps[1]];
    const winning = heaps.flatMap((size, heap) => [1, 3, 4].filter((take) => take <= size && (grundy[size - take] ^ grundy[heaps[1 - heap]]) === 0).map((take) => ({ heap, take })));
    return { game: "sg", position: { rules: { take: [1, 3, 4] }, heaps }, sum, winning };
  },
};

// Rows of the sheet: what was handed in, and what it is worth under the weights verdict 1, grundy 2, winning_moves 3.
const kinds = {
  right: (t) => ({ claim: { verdict: t.sum ? "必胜" : "必败", grundy: t.sum, winning_moves: [...t.winning].reverse() }, score: 1 }),
  letters: (t) => ({ claim: { verdict: t.sum ? "N" : "P", grundy: String(t.sum), winning_moves: t.winning.map((move) => ({ ...move, outcome: "win", text: "x" })) }, score: 1 }),
  empty: () => ({ claim: {}, score: 0, malformed: 1 }),
  nothing: () => ({ claim: null, score: 0, malformed: 1 }),
  unread: (t) => ({ claim: { verdict: "winning?", grundy: t.sum, winning_moves: "see above" }, score: 2 / 6, malformed: 2 }),
  blank: (t) => ({ claim: { verdict: "", grundy: "", winning_moves: t.winning }, score: 3 / 6, malformed: 2 }),
  wrong: (t) => ({ claim: { verdict: t.sum ? "loss" : "win", grundy: t.sum + 1, winning_moves: t.winning }, score: 3 / 6 }),
  half: (t) => ({ claim: { verdict: t.sum ? "win" : "loss", grundy: t.sum + 1, winning_moves: t.winning.slice(0, 1) }, score: (1 + (t.winning.length ? 3 / t.winning.length : 3)) / 6 }),
  none: (t) => ({ claim: { move: null }, score: t.sum ? 0 : 1 }),
};

const rows = Array.from({ length: STUDENTS }, (_, id) => {
  const task = tasks[id % 3 ? "nim" : "sg"](), names = Object.keys(kinds), kind = names[id % names.length];
  return { id, kind, task, ...kinds[kind](task) };
});
const questions = rows.map(({ id, task, claim }) => ({
  id, path: "/grade", game: task.game, position: task.position, claim, lenient: true, partial: true, weights: { grundy: 2, winning_moves: 3 }, language: id % 2 ? "zh" : "en",
}));
const reply = await fetch(`${daemon.url}/batch`, { method: "POST", body: text({ questions }) });
equal(reply.status, 200, "/batch");
const tag = reply.headers.get("etag");
const { answers } = await reply.json();
equal(answers.length, STUDENTS, "one answer a student");
rows.forEach((row, i) => {
  const answer = answers[i], what = `${row.kind} ${text(questions[i])}: ${text(answer)}`;
  equal(answer.id, row.id, what);
  check(answer.checks && Math.abs(answer.score - row.score) < 1e-12, what);
  equal(answer.correct, row.score === 1, what);
  equal(answer.checks.filter((one) => one.malformed).length, row.malformed ?? 0, what);
  check(answer.checks.every((one) => one.feedback && (!one.malformed || !one.correct)), what);
  // A wrong value is explained, not only corrected.
  const value = answer.checks.find((one) => one.what === "grundy" && !one.correct && !one.malformed);
  if (value) check(value.feedback.includes(String(row.task.sum)) && /mex|xor|异或/.test(value.feedback) && value.feedback.length > 60, what);
  check(/[\u4e00-\u9fff]/u.test(answer.checks[0].feedback) === (questions[i].language === "zh") || answer.checks[0].malformed, what);
});

// The same sheet again costs nothing to send back; without `lenient` the rows that cannot be read are told, and harm no other.
equal((await fetch(`${daemon.url}/batch`, { method: "POST", body: text({ questions }), headers: { "if-none-match": tag } })).status, 304, "the same sheet");
const strict = await (await fetch(`${daemon.url}/batch`, { method: "POST", body: text({ questions: questions.map(({ lenient, ...question }) => question) }) })).json();
rows.forEach((row, i) => equal(strict.answers[i].code ?? "graded", row.malformed ? "invalid_position" : "graded", `${row.kind}: ${text(strict.answers[i])}`));

await stop(daemon);
console.log(`${STUDENTS} students graded in one call`);
