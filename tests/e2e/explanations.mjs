#!/usr/bin/env node
// explanations.mjs GRUNDYD [GAME…]: every sentence of every explanation, in both languages, is one that tests/support/e2e/sentences.mjs knows, and its
// numbers are true. Over the positions of all vectors and seeded ones; GRUNDY_POSITIONS sets how many of the latter a game gets.
import { check, start, stop } from "../support/e2e/daemon.mjs";
import { ask, games } from "../support/e2e/batch.mjs";
import { positionsOf } from "../support/e2e/positions.mjs";
import { games as known, parse } from "../support/e2e/sentences.mjs";

const SEEDED = Number(process.env.GRUNDY_POSITIONS ?? 300), LINES = 12;
const daemon = await start(process.argv[2], ["--drain", "0s"]);
const faults = [];
const reached = new Set();

const numbers = (line) => (line.match(/\d+/g) ?? []).sort().join();
const plain = (value) => JSON.stringify(value, (_, x) => (typeof x === "bigint" ? String(x) : x));
const whole = (move) => plain(Object.fromEntries(Object.entries(move).map(([name, x]) => [name, [x].flat().map(String)])));

// What a sentence is held against.
function facts(game, position, answer) {
  const winning = new Set((answer.winning_moves ?? []).map(whole));
  return {
    game, p: position, a: answer, values: known[game].values?.(position),
    small: JSON.stringify(position).length < 80,
    wins: (move) => winning.has(whole(move)) || BigInt(answer.winning_move_count ?? 0) > 200n,
  };
}

function checkLine(game, c, en, zh) {
  if (!en || !zh || /%|\(null\)|undefined|NaN/.test(en + zh)) return "a text is missing";
  if (numbers(en) !== numbers(zh)) return "the languages name other numbers";
  const one = parse(game, "en", en), other = parse(game, "zh", zh);
  if (!one || !other) return `no such sentence in ${one ? "zh" : "en"}`;
  if (one.sentence !== other.sentence) return "the languages say different things";
  for (const { name, kind } of one.sentence.en.holes)
    if (kind !== "~" && plain(one.values[name]) !== plain(other.values[name])) return `the languages differ in ${name}`;
  reached.add(`${game}: ${one.sentence.text}`);
  if (!one.sentence.isTrue(one.values, c) || !one.sentence.isTrue(other.values, c)) return "it is not true";
  return null;
}

function checkAnswer(game, position, answer, zh) {
  const en = answer.explanation, c = facts(game, position, answer);
  const blame = (text, line = "") => faults.push(`${game} ${plain(position).slice(0, 300)}: ${text}\n   ${line.slice(0, 400)}`);
  if (!en?.length || en.length !== zh?.length) return blame("the explanations are not equally long");
  if (en.length > LINES) blame(`${en.length} lines`);
  en.forEach((line, i) => {
    const fault = checkLine(game, c, line, zh[i]);
    if (fault) blame(fault, `${line} | ${zh[i]}`);
  });
  if (!parse(game, "en", en.at(-1))?.sentence.last) blame("the last sentence is no verdict", en.at(-1));
}

async function checkGame(game) {
  const positions = positionsOf(game, 7, SEEDED);
  const inLanguage = (language) => ask(daemon, positions.map((position) => ({ game, ...position, explain: language, limit: 200 })));
  const [en, zh] = [await inLanguage("en"), await inLanguage("zh")];
  let told = 0;
  en.forEach((answer, i) => {
    if (answer.code) return;
    told++;
    checkAnswer(game, positions[i], answer, zh[i].explanation);
  });
  check(told * 2 > positions.length, `${game}: only ${told} of ${positions.length} positions were answered`);
  // What is told does not depend on which moves are listed.
  const other = await ask(daemon, positions.map((position) => ({ game, ...position, explain: "en", limit: 1, offset: 1, moves: "all" })));
  const none = await ask(daemon, positions.map((position) => ({ game, ...position, explain: "en", moves: "none" })));
  const skipped = await ask(daemon, positions.map((position) => ({ game, ...position, explain: "en", limit: 3, offset: 1 })));
  en.forEach((answer, i) => {
    if (answer.code) return;
    for (const one of [other, none, skipped])
      if (one[i].method === answer.method && plain(one[i].explanation) !== plain(answer.explanation)) faults.push(`${game} ${plain(positions[i]).slice(0, 300)}: another page, another explanation`);
  });
  return told;
}

const only = process.argv.slice(3);
const list = (await games(daemon)).filter((game) => !only.length || only.includes(game));
for (const game of list) check(known[game], `${game}: no sentences in tests/support/e2e/sentences.mjs`);
let told = 0;
for (const game of list) told += await checkGame(game);
for (const game of list)
  for (const [text] of known[game].says) if (!reached.has(`${game}: ${text}`)) faults.push(`${game}: no position has the sentence "${text}"`);
await stop(daemon);
check(faults.length === 0, `${faults.length} faults\n${faults.slice(0, Number(process.env.GRUNDY_FAULTS ?? 20)).join("\n")}`);
console.log(`${told} explanations of ${list.length} games, in both languages`);
