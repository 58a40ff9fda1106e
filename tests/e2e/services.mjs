#!/usr/bin/env node
// services.mjs GRUNDYD: every game of the catalogue in every service, by the services' own paths: alone, in a batch, in sums with copies of itself
// and with heaps of Nim, graded by each kind of claim, as a record, played, and explained in both languages. A game that is added is in it.
import { check, equal, start, stop } from "../support/e2e/daemon.mjs";
import { ask, games } from "../support/e2e/batch.mjs";
import { positionsOf } from "../support/e2e/positions.mjs";

const daemon = await start(process.argv[2], ["--drain", "0s"]);
const text = JSON.stringify;
const POSITIONS = 12, HEAPS = [0, 1, 2, 5];

async function post(path, question, headers = {}) {
  const reply = await fetch(daemon.url + path, { method: "POST", body: text(question), headers });
  return { status: reply.status, body: await reply.json() };
}
const strip = ({ outcome, grundy, to, ...move }) => move;

// What the sum of a position and a heap of Nim must answer, by the position's list of all moves and the theorem of Sprague and Grundy.
function sumOf(game, all, heap) {
  const total = BigInt(all.grundy) ^ BigInt(heap), own = all.moves.map((move) => [{ term: 0, move: strip(move) }, move.grundy === undefined ? null : BigInt(move.grundy) ^ BigInt(heap)]);
  const nim = Array.from({ length: heap }, (_, i) => [{ term: 1, move: { heap: 0, take: i + 1 } }, BigInt(heap - i - 1) ^ BigInt(all.grundy)]);
  const moves = [...own, ...nim];
  return {
    verdict: total ? "win" : "loss", grundy: Number(total), move_count: moves.length, winning_move_count: moves.filter(([, value]) => value === 0n).length,
    winning_moves: moves.filter(([, value]) => value === 0n).map(([move]) => move),
    moves: moves.map(([move, value]) => ({ ...move, outcome: value === 0n ? "win" : "loss", ...(value !== null && { grundy: Number(value) }) })),
  };
}

// What /sum says in words: the value of each term, their xor, and the first winning move, which makes its term the xor of the others.
async function explained(game, position, answer) {
  const terms = [{ game, ...position }, { game: "nim", heaps: [3] }], total = BigInt(answer.grundy) ^ 3n, what = `/sum of ${game} ${text(position)}`;
  const [en, zh] = await Promise.all(["en", "zh"].map(async (explain) => (await post("/sum", { terms, explain })).body.explanation));
  const numbers = (line) => (line.match(/\d+/g) ?? []).sort().join();
  check(/[\u4e00-\u9fff]/u.test(zh.join("")) && !/[\u4e00-\u9fff]/u.test(en.join("")), `${what}: languages`);
  equal(en.map(numbers).join(";"), zh.map(numbers).join(";"), `${what}: numbers of both languages`);
  const is = (line, pattern, ...values) => equal(text(pattern.exec(line)?.slice(1)), text(values.map(String)), `${what}: ${line}`);
  is(en[0], /^The sum has (\d+) term/, 2);
  is(en[1], /^Term (\d+) \(.*\) has the Grundy value (\d+)\.$/, 0, answer.grundy);
  is(en[2], /^Term (\d+) \(.*\) has the Grundy value (\d+)\.$/, 1, 3);
  equal(en[3], "The Grundy value of a sum is the xor of the values of its terms (Sprague–Grundy theorem).", what);
  is(en[4], /the xor is (?:[01]+ = )?(\d+)\.$/, total);
  check(total ? /先手必胜/.test(zh.at(-1)) && /player to move wins/.test(en.at(-1)) : /必败态/.test(zh.at(-1)) && /player to move loses/.test(en.at(-1)), `${what}: ${en.at(-1)} ${zh.at(-1)}`);
  equal(en.length, 7, `${what}: ${text(en)}`);
  if (!total) return check(/^It is 0, which is lost/.test(en[5]), `${what}: ${en[5]}`);
  const [, words, term, goal] = /^For example (in term (\d+) \(.*\): .*); that term then has the Grundy value (\d+), and the xor becomes 0\.$/.exec(en[5]) ?? [];
  equal(goal, String(term === "0" ? 3 : answer.grundy), `${what}: ${en[5]}`);
  const [first] = (await post("/sum", { terms, words: true, limit: 1 })).body.winning_moves;
  equal(words, first.text, `${what}: ${en[5]}`);
  equal(Number(term), first.term, `${what}: ${en[5]}`);
}

const services = {
  async batch(game, position, answer) {
    const alone = (await post(`/${game}`, position)).body;
    equal(text(alone), text(answer), `${game} ${text(position)}: alone and in a batch`);
  },

  async sum(game, position, answer, all) {
    const what = `/sum of ${game} ${text(position)}`, term = { game, ...position };
    const alone = await post("/sum", { terms: [term], positions: true, limit: 30 });
    if (answer.grundy === null && !(game === "graph" && answer.drawing_move_count !== undefined) && !position.misere) {
      equal(alone.status, 422, what);
      equal(alone.body.errors[0].pointer, "/terms/0", what);
      check(["inconsistent", "out_of_range"].includes(alone.body.errors[0].code), `${what}: ${text(alone.body)}`);
      return "refused";
    }
    equal(alone.status, 200, `${what}: ${text(alone.body)}`);
    for (const name of ["verdict", "grundy", "move_count", "winning_move_count"]) equal(text(alone.body[name]), text(answer[name]), `${what}: ${name}`);
    for (const move of alone.body.winning_moves) {
      const back = await post("/sum", move.to);
      equal(back.status, 200, `${what}: to ${text(move.to)} ${text(back.body)}`);
      equal(back.body.verdict, "loss", `${what}: to ${text(move.to)}`);
    }
    if (answer.grundy === null || position.misere || all.truncated) return "loopy or misère";
    const twice = (await post("/sum", { terms: [term, term] })).body;
    equal(twice.verdict, "loss", `${what} with its copy`);
    equal(twice.grundy, 0, `${what} with its copy`);
    for (const heap of HEAPS) {
      const expected = sumOf(game, all, heap), terms = [term, { game: "nim", heaps: [heap] }];
      const winning = (await post("/sum", { terms, limit: 10000 })).body, every = (await post("/sum", { terms, limit: 10000, moves: "all" })).body;
      for (const name of ["verdict", "grundy", "move_count", "winning_move_count", "winning_moves"]) equal(text(winning[name]), text(expected[name]), `${what} and ${heap}: ${name}`);
      equal(text(every.moves), text(expected.moves), `${what} and ${heap}: moves`);
    }
    await explained(game, position, answer);
    return "answered";
  },

  async grade(game, position, answer, all) {
    const claims = ["verdict", "grundy", "move_count", "winning_move_count", "winning_moves", "drawing_move_count", "drawing_moves", "value", "best_move_count", "best_moves", "period"];
    const claim = {};
    for (const name of claims) if (answer[name] !== undefined && (answer[name] !== null || (["grundy", "period"].includes(name) && position.misere))) claim[name] = answer[name];
    if (all.moves.length && !all.truncated) claim.move = (answer.winning_moves?.[0] ?? answer.drawing_moves?.[0] ?? answer.best_moves?.[0]) ?? strip(all.moves[0]);
    if (answer.truncated) return "too many moves to claim";
    const graded = await post("/grade", { game, position, claim });
    equal(graded.status, 200, `/grade ${game} ${text(position)}: ${text(graded.body)}`);
    for (const one of graded.body.checks)
      equal(one.correct, one.what !== "move" || answer.winning_move_count !== 0 || !!answer.drawing_moves?.length || (!answer.winning_moves && !!answer.best_moves), `/grade ${game} ${text(position)}: ${text(one)}`);
    equal(graded.body.checks.map((one) => one.what).sort().join(), Object.keys(claim).sort().join(), `/grade ${game}`);
    equal(graded.body.score, graded.body.checks.filter((one) => one.correct).length / graded.body.checks.length, `/grade ${game}: score`);
    return "graded";
  },

  async record(game, position, answer, all) {
    const record = all.moves.length ? [strip(all.moves[0])] : [], illegal = [...record, { ...record[0], nonsense: 1 }];
    const { body } = await post("/grade", { game, position, record });
    equal(body.legal, true, `record of ${game} ${text(position)}: ${text(body)}`);
    equal(Object.keys(body).join(), "legal,moves,first_mistake,winner,over", `record of ${game}`);
    if (record.length) {
      equal(body.moves[0].before, answer.verdict, `record of ${game} ${text(position)}`);
      equal(body.moves[0].after, all.moves[0].outcome ?? null, `record of ${game} ${text(position)}`);
      equal((await post("/grade", { game, position, record: illegal })).status, 422, `record of ${game} with a malformed move`);
    } else equal(body.over, true, `record of ${game} ${text(position)}`);
    return "graded";
  },

  async play(game, position, answer, all) {
    const reply = await post("/play", { game, position });
    equal(reply.status, 200, `/play ${game} ${text(position)}: ${text(reply.body)}`);
    if (answer.move_count === 0) {
      check(reply.body.over && reply.body.move === null, `/play ${game} ${text(position)}: ${text(reply.body)}`);
      return "over";
    }
    check(all.truncated || all.moves.some((move) => text(strip(move)) === text(reply.body.move)), `/play ${game} ${text(position)}: ${text(reply.body)}`);
    equal((await post(`/${game}`, reply.body.to)).status, 200, `/play ${game}: to`);
    return "played";
  },

  async explain(game, position) {
    for (const [option, header, chinese] of [["en", "zh", false], ["zh", "en", true], [true, "zh-CN, en;q=0.5", true], [true, "en", false]]) {
      const { explanation } = (await post(`/${game}`, { ...position, explain: option }, { "accept-language": header })).body;
      check(explanation.length, `${game}: no explanation`);
      equal(/[\u4e00-\u9fff]/u.test(explanation.join("")), chinese, `${game} ${option} ${header}: ${explanation[0]}`);
    }
    return "explained";
  },
};

const list = await games(daemon);
for (const game of list) {
  const positions = positionsOf(game, 5, 30).filter((position) => text(position).length < 300).slice(0, 60);
  const answers = await ask(daemon, positions.map((position) => ({ game, ...position })));
  const all = await ask(daemon, positions.map((position) => ({ game, ...position, moves: "all", limit: 2000 })));
  // The first, and some of the others: with moves and without, of misère play, drawn.
  const kind = (i) => text([answers[i].verdict, answers[i].move_count === 0, positions[i].misere, answers[i].grundy === null]);
  const usable = positions.map((_, i) => i).filter((i) => !answers[i].code && !all[i].code);
  const chosen = [...new Set([...usable.filter((i, k) => usable.findIndex((j) => kind(j) === kind(i)) === k), ...usable])].slice(0, POSITIONS);
  check(chosen.length, `${game}: no position`);
  for (const [name, service] of Object.entries(services))
    for (const i of chosen) await service(game, positions[i], answers[i], all[i]);
}
await stop(daemon);
console.log(`${list.length} games in ${Object.keys(services).length} services`);
