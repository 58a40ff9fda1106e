#!/usr/bin/env node
// explanations.mjs GRUNDYD [GAME…]: every sentence of every explanation of the games that tests/support/e2e/sentences.mjs knows, in both
// languages, is one that stands there, and what it claims of its numbers is true: more than tests/support/api/sentences.c holds of every game.
// Over the positions of all vectors and seeded ones; GRUNDY_POSITIONS sets how many of the latter a game gets.
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

// The first moves of each position in words, with what they are for who makes them and where they lead; and the same of what the first
// winning move leaves.
const MOVES = 13, SMALL = 3000;
async function movesOf(game, positions) {
  const inWords = (list) => Promise.all(["en", "zh"].map((language) => ask(daemon, list.map((position) => ({ game, ...position, moves: "all", words: true, positions: JSON.stringify(position).length < SMALL, limit: MOVES, language })))));
  const here = await inWords(positions);
  const first = (await ask(daemon, positions.map((position) => ({ game, ...position, positions: JSON.stringify(position).length < SMALL, limit: 1 })))).map((answer) => answer.winning_moves?.[0]?.to);
  const then = await inWords(first.map((to, i) => to ?? positions[i]));
  return positions.map((_, i) => ({ here: here.map((one) => one[i].moves ?? []), then: then.map((one) => one[i].moves ?? []) }));
}

// What is said of replies is held against the answers about the positions that the moves lead to.
const replies = [];
async function checkReplies() {
  for (let from = 0; from < replies.length; from += 5000) {
    const some = replies.slice(from, from + 5000);
    const answers = await ask(daemon, some.map(({ game, to, language }) => ({ game, ...to, words: true, limit: 1, language })));
    answers.forEach((answer, i) => {
      const { game, to, reply } = some[i];
      if (answer.verdict !== "win" || (answer.winning_moves[0]?.text ?? "") !== reply) faults.push(`${game} ${plain(to).slice(0, 300)}: the reply is not "${reply}"`);
    });
  }
}

// What a sentence is held against.
function facts(game, position, answer, moves) {
  const answered = (lists, move, reply = "") => lists.some((list, language) => {
    const made = list.find((one) => one.text === move);
    return made && (!made.to || replies.push({ game, to: made.to, reply, language: ["en", "zh"][language] }));
  });
  const winning = new Set((answer.winning_moves ?? []).map(whole));
  return {
    game, p: position, a: answer, values: known[game].values?.(position),
    legal: (move, reply) => answered(moves.here, move, reply),
    then: (move, reply) => answered(moves.then, move, reply),
    named: (names, outcome) => moves.here.some((list) => String(list.filter((one) => one.outcome === outcome).map((one) => one.text)) === String(names)),
    outcomes: (leads) => moves.here.some((list) => list.length === leads.length && list.every((one, i) => one.text === leads[i][0] && one.outcome === (leads[i][1] > 0n ? "win" : leads[i][1] < 0n ? "loss" : "draw"))),
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

function checkAnswer(game, position, answer, zh, moves) {
  const en = answer.explanation, c = facts(game, position, answer, moves);
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
  const moves = await movesOf(game, positions);
  en.forEach((answer, i) => {
    if (answer.code) return;
    told++;
    checkAnswer(game, positions[i], answer, zh[i].explanation, moves[i]);
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
const list = (await games(daemon)).filter((game) => known[game] && (!only.length || only.includes(game)));
let told = 0;
for (const game of list) told += await checkGame(game);
await checkReplies();
for (const game of list)
  for (const [text] of known[game].says) if (!reached.has(`${game}: ${text}`)) faults.push(`${game}: no position has the sentence "${text}"`);
await stop(daemon);
check(faults.length === 0, `${faults.length} faults\n${faults.slice(0, Number(process.env.GRUNDY_FAULTS ?? 20)).join("\n")}`);
console.log(`${told} explanations of ${list.length} games, in both languages`);
