#!/usr/bin/env node
// play.mjs GRUNDYD: whole games of every game by /play alone, all of them side by side: perfect against perfect, perfect against random, and
// players who err. `to` is posted back as it came. A won position is never lost, a drawn one never lost; scores come to `value`; where the
// remoteness is known, the game lasts as long as it says. GRUNDY_POSITIONS sets how many seeded positions a game gets beside its vectors.
import { check, start, stop } from "../support/e2e/daemon.mjs";
import { ask, games } from "../support/e2e/batch.mjs";
import { big } from "../support/e2e/facts.mjs";
import { positionsOf } from "../support/e2e/positions.mjs";

const SEEDED = Number(process.env.GRUNDY_POSITIONS ?? 40), PLIES = 150, PLIES_LARGE = 12, CHOICES = 60;
const daemon = await start(process.argv[2], ["--drain", "0s"]);
const faults = [];
const text = JSON.stringify;
const rank = { loss: 0, draw: 1, win: 2 };
// Skills of the two players.
const MODES = [[100, 100], [100, 0], [0, 100], [50, 50]];
const large = (p) => /\d{3}/.test(text(p)) || text(p).length > 200;
// What the movers score now: as much as the lead grows that a position goes on counting. One decider makes all moves of /stone-halves, where
// nobody leads.
const scores = (run) => run.initial.value !== undefined;
const halved = (p, move) => {
  const sums = [p.piles.slice(0, move.left), p.piles.slice(move.left)].map((part) => part.reduce((a, b) => a + big(b), 0n));
  return sums[0] < sums[1] ? sums[0] : sums[1];
};
async function gains(turns) {
  const led = ({ run }) => ({ ...run.p, lead: run.p.lead ?? 0 });
  const leading = turns.filter(({ run }) => run.game !== "stone-halves");
  const replies = await ask(daemon, leading.map((turn) => ({ path: "/apply", game: turn.run.game, position: led(turn), move: turn.move })));
  leading.forEach((turn, i) => {
    if (replies[i].to?.lead === undefined) return blame(turn.run, `counts no lead: ${text(replies[i])}`);
    turn.gain = -big(replies[i].to.lead) - big(led(turn).lead);
  });
  for (const { run, move, gain } of turns) run.totals[run.game === "stone-halves" ? 0 : run.record.length % 2] += run.game === "stone-halves" ? halved(run.p, move) : gain ?? 0n;
}
const blame = (run, why) => faults.push(`${run.game} ${text(run.first).slice(0, 300)} skills ${run.skills}: ${why}`);

// Own games of many states are searched anew for every ply, so only small ones are played. What a user's own move scores stands in his rules, which nothing here can evaluate (tests/support/custom.py can, for its vectors).
const ownScores = (game, p) => game === "custom" && p.rules.moves.some((move) => "score" in move);

function begin(game, answers, positions) {
  return positions.flatMap((p, i) =>
    answers[i].code || ownScores(game, p) ? [] : MODES.map((skills, mode) => ({ game, first: p, p, solved: answers[i], initial: answers[i], skills, seed: mode + 1, record: [], seen: new Set([text(p)]), totals: [0n, 0n], over: false })));
}

// One player's perfect moves never change the verdict for the worse.
function judge(run, mover, now) {
  const before = run.solved, perfect = run.skills[mover] === 100;
  if (run.initial.value !== undefined || before.verdict === null) return;
  const after = 2 - rank[now.verdict];
  if (after > rank[before.verdict]) blame(run, `ply ${run.record.length - 1} made ${before.verdict} better`);
  if (perfect && after < rank[before.verdict]) blame(run, `ply ${run.record.length - 1} gave a ${before.verdict} away`);
  if (perfect && before.remoteness != null && before.verdict !== "draw" && now.remoteness !== before.remoteness - 1) blame(run, `ply ${run.record.length - 1}: remoteness ${before.remoteness} became ${now.remoteness}`);
}

async function step(runs) {
  const question = (run) => ({ path: "/play", game: run.game, position: run.p, skill: run.skills[run.record.length % 2], seed: run.seed });
  const replies = await ask(daemon, runs.map(question));
  const again = await ask(daemon, runs.filter((_, i) => i % 5 === 0).map(question));
  runs.forEach((run, i) => {
    const reply = replies[i];
    if (i % 5 === 0 && text(again[i / 5]) !== text(reply)) blame(run, "not the same move again");
    if (reply.code) {
      run.over = true;
      return blame(run, `refused: ${text(reply)}`);
    }
    if (Object.keys(reply).join() !== "game,legal,move,to,over,winner,verdict,text,why" || !reply.text || !reply.why) blame(run, `fields ${Object.keys(reply)}`);
    if (reply.move === null) {
      run.over = true;
      if (!reply.over || reply.to !== null || run.solved.move_count !== 0) blame(run, `over: ${text(reply)}`);
      return;
    }
    if (run.solved.move_count === 0) blame(run, `a move after the end: ${text(reply)}`);
    if (reply.verdict !== run.solved.verdict) blame(run, `verdict ${reply.verdict}, but the game's own path says ${run.solved.verdict}`);
  });
  const moved = runs.map((run, i) => ({ run, move: replies[i].move, to: replies[i].to })).filter(({ run }) => !run.over);
  await gains(moved.filter(({ run }) => scores(run)));
  for (const { run, move, to } of moved) {
    run.record.push(move);
    run.p = to;
    if (run.seen.has(text(to)) && run.initial.drawing_move_count === undefined) blame(run, `comes back to ${text(to)}`);
    run.seen.add(text(to));
  }
  const going = moved.map(({ run }) => run);
  const solved = await ask(daemon, going.map((run) => ({ game: run.game, ...run.p, moves: "none" })));
  going.forEach((run, i) => {
    if (solved[i].code) {
      run.over = true;
      return blame(run, `\`to\` was refused: ${text(run.p)} ${text(solved[i])}`);
    }
    judge(run, (run.record.length - 1) % 2, solved[i]);
    run.solved = solved[i];
  });
  return going.filter((run) => !run.over && run.record.length < (large(run.first) ? PLIES_LARGE : PLIES));
}

// What came out in the end.
function conclude(run) {
  const { initial, skills, record } = run, both = skills.every((skill) => skill === 100);
  if (!run.over) {
    if (both && initial.verdict !== "draw" && initial.drawing_move_count !== undefined && !large(run.first)) blame(run, "decided, and does not end");
    return;
  }
  if (initial.remoteness != null && initial.verdict !== "draw") {
    const winner = initial.verdict === "win" ? 0 : 1;
    if (skills[winner] === 100 && record.length > initial.remoteness) blame(run, `won in ${record.length} plies, not in ${initial.remoteness}`);
    if (both && record.length !== initial.remoteness) blame(run, `lost in ${record.length} plies, not in ${initial.remoteness}`);
  }
  if (initial.value === undefined) return;
  const value = big(initial.value), lead = run.totals[0] - run.totals[1];
  const missed = skills[0] === 100 ? lead < value : skills[1] === 100 && lead > value;
  // One decider makes all moves of /stone-halves.
  if (both ? lead !== value : run.game === "stone-halves" ? lead > value : missed) blame(run, `scores ${run.totals}, value ${value}`);
}

// The same games as records: legal to the last move, without a mistake of a perfect player, and won as they were.
async function grade(runs) {
  const graded = await ask(daemon, runs.map((run) => ({ path: "/grade", game: run.game, position: run.first, record: run.record })));
  graded.forEach((answer, i) => {
    const run = runs[i], { initial, skills } = run;
    if (answer.code) return blame(run, `not graded: ${text(answer)}`);
    if (!answer.legal || answer.moves.length !== run.record.length || answer.over !== run.over) blame(run, `record ${text(answer).slice(0, 200)}`);
    if (answer.moves.some((move) => move.mistake && skills[move.player] === 100)) blame(run, "a perfect player's mistake");
    if (answer.first_mistake !== (answer.moves.find((move) => move.mistake)?.ply ?? null)) blame(run, "first_mistake");
    if (!run.over || initial.verdict === null) return;
    if (initial.verdict === "win" && skills[0] === 100 && answer.winner !== 0) blame(run, `won, but the winner is ${answer.winner}`);
    if (initial.verdict === "loss" && skills[1] === 100 && answer.winner !== 1) blame(run, `lost, but the winner is ${answer.winner}`);
    if (initial.verdict === "draw" && skills.some((skill, player) => skill === 100 && answer.winner === 1 - player)) blame(run, "a draw was lost");
    const lead = run.totals[0] - run.totals[1] + big(run.first.lead ?? 0);
    if (initial.value !== undefined && answer.winner !== (lead ? (lead > 0n ? 0 : 1) : null)) blame(run, "winner by score");
  });
}

// Which move is chosen, by the text of the contract: the soonest win where plies are known, else the smallest; else a draw; else the longest
// resistance, else the first that has one refutation, else the smallest. Scores: the smallest that attains `value`.
async function choices(game, positions) {
  const all = await ask(daemon, positions.map((p) => ({ game, ...p, moves: "all", limit: CHOICES, positions: true })));
  const best = await ask(daemon, positions.map((p) => ({ game, ...p, limit: 1 })));
  const chosen = await ask(daemon, positions.map((position) => ({ path: "/play", game, position })));
  const plain = (move) => { const { outcome, grundy, to, ...fields } = move; return fields; };
  for (const [i, answer] of all.entries()) {
    if (answer.code || answer.truncated || !answer.moves.length) continue;
    const after = await ask(daemon, answer.moves.map((move) => ({ game, ...move.to, moves: "none" })));
    const plies = (k) => after[k].remoteness, known = after.every((one) => one.remoteness !== undefined) && answer.remoteness !== undefined;
    const kind = (outcome) => answer.moves.map((move, k) => [move, k]).filter(([move]) => move.outcome === outcome);
    let pick;
    if (best[i].best_moves) pick = best[i].best_moves[0];
    else if (kind("win").length) pick = known && answer.remoteness !== null ? kind("win").reduce((a, b) => (plies(b[1]) < plies(a[1]) ? b : a))[0] : kind("win")[0][0];
    else if (kind("draw").length) pick = kind("draw")[0][0];
    else if (known && answer.remoteness !== null) pick = answer.moves.map((move, k) => [move, k]).reduce((a, b) => (plies(b[1]) > plies(a[1]) ? b : a))[0];
    else pick = answer.moves.find((_, k) => after[k].winning_move_count === 1) ?? answer.moves[0];
    // Several tokens that might go round for ever: the way to the end is not always the smallest move that wins.
    const round = answer.acyclic === false && positions[i].tokens.length > 1 && answer.verdict === "win";
    if (round ? !kind("win").some(([move]) => text(plain(move)) === text(chosen[i].move)) : text(plain(pick)) !== text(chosen[i].move)) faults.push(`${game} ${text(positions[i])}: /play chose ${text(chosen[i].move)}, not ${text(plain(pick))}`);
  }
}

async function playAll(game) {
  const positions = positionsOf(game, 11, SEEDED).filter((p) => text(p).length < 3000);
  const answers = await ask(daemon, positions.map((p) => ({ game, ...p, moves: "none" })));
  const runs = begin(game, answers, positions);
  check(runs.length, `${game}: no position to begin with`);
  for (let going = runs.filter((run) => !large(run.first) || run.skills[0] !== 50); going.length; ) going = await step(going);
  runs.forEach(conclude);
  await grade(runs.filter((run) => !large(run.first)));
  await choices(game, positions.filter((p, i) => !answers[i].code && !large(p)));
  return runs.length;
}

let count = 0;
for (const game of process.env.GRUNDY_GAMES?.split(",") ?? (await games(daemon))) {
  const before = Date.now();
  count += await playAll(game);
  if (process.env.GRUNDY_TIMES) console.error(game, Date.now() - before, faults.length);
}

// Skill is drawn from the seed: other seeds err otherwise, the same seed never does, and half the moves of skill 50 are perfect or so.
const nim = { heaps: [11, 22, 33, 44] };
const play = (skill, seed) => ({ path: "/play", game: "nim", position: nim, skill, seed });
const perfect = text((await ask(daemon, [{ path: "/play", game: "nim", position: nim }]))[0].move);
const share = async (skill) => (await ask(daemon, Array.from({ length: 1000 }, (_, seed) => play(skill, seed)))).filter((reply) => text(reply.move) === perfect).length;
check((await share(100)) === 1000, "skill 100 errs");
check((await share(0)) < 50, "skill 0 plays perfectly");
const half = await share(50);
check(half > 400 && half < 600, `skill 50 plays perfectly ${half} times of 1000`);

await stop(daemon);
check(faults.length === 0, `${faults.length} faults\n${faults.slice(0, Number(process.env.GRUNDY_FAULTS ?? 20)).join("\n")}`);
console.log(`${count} games played`);
