#!/usr/bin/env node
// clients.mjs GRUNDYD: the clients that the services are for. A front end that knows no game, and a judge with many submissions.
import { check, equal, start, stop } from "../support/e2e/daemon.mjs";

const daemon = await start(process.argv[2], ["--drain", "0s", "--threads", "2"]);
const PLIES = 400, SUBMISSIONS = 10000;

const post = async (path, body, type = "application/json") => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const reply = await fetch(daemon.url + path, { method: "POST", body: text, headers: { "content-type": type } });
  return { status: reply.status, text: await reply.text() };
};
const ask = async (path, body) => {
  const { status, text } = await post(path, body);
  return { status, ...JSON.parse(text) };
};

// Both sides play what /play says, by posting `to` back, until it says that the game is over.
async function playOut(game, first) {
  const game_of = { record: [], verdict: null, last: null };
  for (let position = first; game_of.record.length < PLIES; ) {
    const step = await ask("/play", { game, position });
    equal(step.status, 200, `${game} ${JSON.stringify(position)}: ${JSON.stringify(step)}`);
    if (step.move === null) {
      check(step.over, `${game} ${JSON.stringify(position)}: ${JSON.stringify(step)}`);
      break;
    }
    game_of.verdict ??= step.verdict;
    game_of.record.push(step.move);
    position = step.to;
  }
  return game_of;
}

// A move that nobody may make, mended by what /apply says of it until it is legal: each answer names a field and what may stand there.
async function mend(game, position, move) {
  for (let tries = 0; tries < 12; tries++) {
    const reply = await ask("/apply", { game, position, move }), what = `/apply ${game} ${JSON.stringify({ position, move })}: ${JSON.stringify(reply)}`;
    equal(reply.status, 200, what);
    if (reply.legal) return { move, reply };
    check(reply.reason && reply.pointer.startsWith("/move"), what);
    if (reply.pointer === "/move") return null;
    const field = reply.pointer.slice("/move/".length);
    check(!field.includes("/"), what);
    if (reply.allowed) check(reply.allowed.length && reply.allowed.length <= 10, what);
    const { [field]: wrong, ...others } = move;
    move = reply.allowed ? { ...others, [field]: reply.allowed[tries % reply.allowed.length] } : others;
  }
  check(false, `${game}: ${JSON.stringify(position)} is not mended: ${JSON.stringify(move)}`);
}

// Nonsense of the right form: numbers beyond everything, the last of every list of words.
const nonsense = (schema) =>
  Object.fromEntries(Object.entries(schema.properties).filter(([name]) => schema.required.includes(name)).map(([name, is]) =>
    [name, is.enum ? is.enum.at(-1) : is.type === "string" ? "nonsense" : is.type === "array" ? Array(is.minItems ?? 0).fill(999999) : 999999]));

const tests = {
  // A board on which somebody clicks without knowing any rule, against the machine: illegal moves are explained, the end is shown.
  async a_board_knows_no_rules() {
    const { games } = await (await fetch(daemon.url + "/games")).json();
    for (const { id: game, example, move: schema } of games) {
      let position = example.request, plies = 0, over = false;
      for (; !over && plies < PLIES; plies += 2) {
        const mine = await mend(game, position, nonsense(schema));
        if (!mine) break;
        const reply = await ask("/play", { game, position, move: mine.move, skill: 0, seed: plies }), what = `/play ${game} ${JSON.stringify({ position, ...mine })}: ${JSON.stringify(reply)}`;
        equal(reply.status, 200, what);
        equal(JSON.stringify(reply.between), JSON.stringify(mine.reply.to), what);
        check(mine.reply.text && reply.text && reply.why, what);
        equal(reply.move === null, mine.reply.over, what);
        over = reply.over;
        if (mine.reply.over) equal(reply.winner, mine.reply.winner, what);
        if (!over) equal(reply.winner, null, what);
        position = reply.to ?? reply.between;
      }
      const { move_count } = await ask(`/${game}`, { ...position, moves: "none" });
      check(move_count === 0 || plies >= PLIES, `${game}: ${JSON.stringify(position)} is not the end`);
    }
  },

  // The outcome of a game between perfect players is its verdict, and its record has no mistake.
  async a_front_end_needs_only_play_and_grade() {
    const { games } = await (await fetch(daemon.url + "/games")).json();
    check(games.length > 30, "a catalogue");
    for (const { id, example, has_draws } of games) {
      const { record, verdict } = await playOut(id, example.request);
      const graded = await ask("/grade", { game: id, position: example.request, record });
      const what = `${id}: ${JSON.stringify(graded).slice(0, 2000)}`;
      equal(graded.status, 200, what);
      check(graded.legal && graded.first_mistake === null, what);
      equal(graded.moves.length, record.length, what);
      equal(graded.over, record.length < PLIES, what);
      check(graded.over || (has_draws && verdict === "draw"), `${what}: never ends`);
      if (graded.over && (verdict === "win" || verdict === "loss"))
        equal(graded.winner, verdict === "win" ? 0 : 1, what);
    }
  },

  // Students say who wins a position of Nim, and how. The truth is computed here, by Bouton's theorem.
  async a_judge_grades_all_submissions_in_one_call() {
    let seed = 1;
    const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
    const expected = [], lines = [];
    for (let id = 0; id < SUBMISSIONS; id++) {
      const heaps = Array.from({ length: 1 + random(5) }, () => random(64)), sum = heaps.reduce((x, heap) => x ^ heap, 0);
      const winning = heaps.flatMap((size, heap) => ((size ^ sum) < size ? [{ heap, take: size - (size ^ sum) }] : []));
      const claim = { verdict: random(2) ? "win" : "loss", grundy: random(3) ? sum : random(64) };
      if (winning.length && random(2))
        claim.winning_moves = random(2) ? [...winning].reverse() : winning.slice(1);
      const right = [claim.verdict === (sum ? "win" : "loss"), claim.grundy === sum];
      if (claim.winning_moves)
        right.push(claim.winning_moves.length === winning.length);
      const malformed = random(20) === 0;
      if (malformed)
        claim.grundy = "many";
      lines.push(JSON.stringify({ id, game: "nim", position: { heaps }, claim, reveal: false }));
      expected.push(malformed ? null : right);
    }
    const { status, text } = await post("/batch", lines.join("\n"), "application/x-ndjson");
    equal(status, 200, text.slice(0, 1000));
    const answers = text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
    equal(answers.length, SUBMISSIONS, "a line for each");
    answers.forEach((answer, id) => {
      const what = `${lines[id]}: ${JSON.stringify(answer)}`;
      equal(answer.id, id, what);
      if (!expected[id]) { // the fault of the client, never a wrong answer
        equal(answer.status, 422, what);
        equal(answer.errors[0].pointer, "/claim/grundy", what);
        return;
      }
      equal(answer.checks.map((one) => one.correct).join(), expected[id].join(), what);
      equal(answer.correct, expected[id].every(Boolean), what);
      equal(answer.score, expected[id].filter(Boolean).length / expected[id].length, what);
    });
  },
};

for (const [name, test] of Object.entries(tests)) {
  const began = Date.now();
  await test();
  console.log(`ok ${name} (${Date.now() - began} ms)`);
}
await stop(daemon);
