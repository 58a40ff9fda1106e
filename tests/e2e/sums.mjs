#!/usr/bin/env node
// sums.mjs GRUNDYD: sums in which play may go on for ever against plain search of all joint positions: a token on a graph beside sheets that are
// cut (where a cut may lose at once), beside heaps, and beside other tokens. Then sheets of any size, by the values of their own moves.
import { check, equal, start, stop } from "../support/e2e/daemon.mjs";
import { ask } from "../support/e2e/batch.mjs";
import { retrograde } from "../support/e2e/facts.mjs";
import { lots } from "../support/e2e/positions.mjs";

const ROUNDS = Number(process.env.GRUNDY_POSITIONS ?? 120), STATES = 4000;
const daemon = await start(process.argv[2], ["--drain", "0s"]);
const text = JSON.stringify, put = (list, at, one) => list.map((old, i) => (i === at ? one : old));

// Each kind of term by its rules: moves as [move, what is left], and whether the whole game is over (lost for the player to move).
const kinds = {
  nim: { moves: (heaps) => heaps.flatMap((n, i) => Array.from({ length: n }, (_, t) => [{ heap: i, take: t + 1 }, put(heaps, i, n - t - 1)])), over: () => false },
  cutting: {
    moves: (sheets) => sheets.flatMap(([w, h], i) => [
      ...Array.from({ length: w - 1 }, (_, t) => [{ sheet: i, width: t + 1 }, [...sheets.slice(0, i), [t + 1, h], [w - t - 1, h], ...sheets.slice(i + 1)]]),
      ...Array.from({ length: h - 1 }, (_, t) => [{ sheet: i, height: t + 1 }, [...sheets.slice(0, i), [w, t + 1], [w, h - t - 1], ...sheets.slice(i + 1)]])]),
    over: (sheets) => sheets.some(([w, h]) => w === 1 && h === 1),
  },
};
const graphOf = (edges) => ({
  moves: ([node]) => [...new Set(edges.filter(([u]) => u === node).map(([, v]) => v))].sort((a, b) => a - b).map((v) => [{ token: 0, node: v }, [v]]), over: () => false,
});
const sorted = (parts) => text(parts.map((part) => (Array.isArray(part[0]) ? [...part].sort((a, b) => a[0] - b[0] || a[1] - b[1]) : part)));

// All positions that a sum can come to, with the outcome of each; null when they are too many.
function search(rules, parts) {
  const number = new Map(), states = [], options = [];
  const intern = (state) => {
    const key = sorted(state);
    if (!number.has(key)) { number.set(key, states.length); states.push(state); }
    return number.get(key);
  };
  const moves = (state) => (rules.some((rule, i) => rule.over(state[i])) ? [] : rules.flatMap((rule, i) => rule.moves(state[i]).map(([move, left]) => [{ term: i, move }, put(state, i, left)])));
  intern(parts);
  for (let i = 0; i < states.length; i++) {
    if (states.length > STATES) return null;
    options.push(moves(states[i]).map(([, left]) => intern(left)));
  }
  const label = retrograde(options, (i) => (options[i].length ? null : "loss"));
  const outcome = (state) => label[intern(state)]?.[0] ?? "draw";
  const turned = { win: "loss", loss: "win", draw: "draw" };
  return { verdict: outcome(parts), moves: moves(parts).map(([move, left]) => ({ ...move, outcome: turned[outcome(left)] })) };
}

const lot = lots(99);
let compared = 0;
const seen = new Set();
for (let round = 0; round < ROUNDS; round++) {
  const n = lot.from(1, 5), edges = Array.from({ length: lot.from(1, 9) }, () => [lot.below(n), lot.below(n)]), second = Array.from({ length: lot.from(0, 5) }, () => [lot.below(n), lot.below(n)]);
  const graph = (list) => [graphOf(list), [lot.below(n)], (part) => ({ game: "graph", edges: list, nodes: n, tokens: part })];
  const sheets = [[lot.from(2, 4), lot.from(2, 4)], ...(lot.chance(0.4) ? [[2, lot.from(2, 3)]] : [])];
  const cutting = [kinds.cutting, sheets, (part) => ({ game: "cutting", sheets: part })], nim = [kinds.nim, [lot.from(0, 4)], (part) => ({ game: "nim", heaps: part })];
  const terms = lot.one([[cutting, graph(edges)], [graph(edges), cutting], [nim, graph(edges)], [cutting, nim, graph(edges)], [graph(edges), graph(second)], [cutting, graph(edges), graph(second)]]);
  const parts = terms.map(([, part]) => part), truth = search(terms.map(([rule]) => rule), parts);
  if (!truth) continue;
  const question = { terms: terms.map(([, part, write]) => write(part)) }, what = text(question);
  const [winning, all, page] = await ask(daemon, [{ ...question, limit: 10000 }, { ...question, limit: 10000, moves: "all" }, { ...question, limit: 2, offset: 1 }]);
  equal(winning.verdict, truth.verdict, what);
  seen.add(`${truth.verdict} ${terms.some(([rule]) => rule === kinds.cutting)}`);
  for (const outcome of ["winning", "drawing"]) {
    const list = truth.moves.filter((move) => `${move.outcome}ning` === outcome || `${move.outcome}ing` === outcome).map(({ term, move }) => ({ term, move }));
    equal(text(winning[`${outcome}_moves`]), text(list), `${what}: ${outcome}_moves`);
    equal(winning[`${outcome}_move_count`], list.length, `${what}: ${outcome}_move_count`);
    equal(text(page[`${outcome}_moves`]), text(list.slice(1, 3)), `${what}: page of ${outcome}_moves`);
  }
  equal(text(all.moves.map(({ term, move, outcome }) => ({ term, move, outcome }))), text(truth.moves), `${what}: moves`);
  compared++;
}
for (const verdict of ["win", "loss", "draw"]) check(seen.has(`${verdict} true`), `no sum with sheets that is a ${verdict}`);

// Beside infinity({1}), a loop and a way to a node of value 1, a cut to the value 1 loses, one to any other draws, and one without a value loses.
const infinite = { game: "graph", edges: [[0, 0], [0, 1], [1, 2]], tokens: [0] };
for (const sheets of [[[300, 7]], [[7, 1000]], [[263, 5], [4, 2]], [[2, 2]], [[3, 3], [700, 2]]]) {
  const term = { game: "cutting", sheets }, what = text(sheets);
  const [alone, sum, every] = await ask(daemon, [{ ...term, moves: "all", limit: 10000 }, { terms: [term, infinite], limit: 10000 }, { terms: [term, infinite], limit: 10000, moves: "all" }]);
  const expected = alone.moves.map(({ outcome, grundy, ...move }) => ({ term: 0, move, outcome: grundy === undefined || grundy === 1 ? "loss" : "draw" }));
  const draws = expected.filter((one) => one.outcome === "draw").map(({ term, move }) => ({ term, move }));
  equal(text(sum.drawing_moves.filter((one) => one.term === 0)), text(draws), `${what}: draws`);
  equal(text(every.moves.filter((one) => one.term === 0)), text(expected), `${what}: moves`);
  equal(sum.verdict, alone.grundy === 1 ? "win" : "draw", what);
  const offset = Math.floor(draws.length / 2), [page] = await ask(daemon, [{ terms: [term, infinite], limit: 3, offset }]);
  equal(text(page.drawing_moves.filter((one) => one.term === 0)), text(draws.slice(offset, offset + 3)), `${what}: page`);
  equal(page.drawing_move_count, sum.drawing_move_count, what);
}
const [huge] = await ask(daemon, [{ terms: [{ game: "cutting", sheets: [[(10n ** 30n).toString(), 6]] }, infinite], limit: 3, offset: (10n ** 29n).toString() }]);
check(huge.drawing_moves.length === 3 && huge.truncated, text(huge));
await stop(daemon);
console.log(`${compared} sums compared`);
