#!/usr/bin/env node
// reveal.mjs GRUNDYD: every kind of claim about positions of every game. Without `reveal` an answer has no place for the solution: its fields,
// and the sentences that it may hold, are listed here; equal claims that are wrong are answered alike whatever the truth is. With `reveal` what
// is expected is what the game's own path answers.
import { check, start, stop } from "../support/e2e/daemon.mjs";
import { ask, games } from "../support/e2e/batch.mjs";
import { positionsOf } from "../support/e2e/positions.mjs";

const SEEDED = Number(process.env.GRUNDY_POSITIONS ?? 60);
const daemon = await start(process.argv[2], ["--drain", "0s"]);
const text = JSON.stringify;
const faults = [];

// All that may be said. Nothing in it depends on more than whether the claim is right, and whether a move is legal.
const SAID = {
  en: ["Right.", "Wrong.", "Right: the list is complete.", "Wrong: these are not exactly the moves that were asked for.", "This move is illegal: the rules do not allow it here.", "This move is legal, but it is not right."],
  zh: ["正确。", "不正确。", "正确：列表完整无误。", "不正确：这些并非恰好是所求的全部走法。", "这一步不合法：规则不允许在这里这样走。", "这一步合法，但不正确。"],
};
const LISTS = ["winning_moves", "drawing_moves", "best_moves"];
const PLAIN = ["verdict", "grundy", "move_count", "winning_move_count", "drawing_move_count", "value", "best_move_count", "period", ...LISTS];

const strip = ({ outcome, grundy, to, ...move }) => move;
const claimable = (answer) => PLAIN.filter((what) => answer[what] !== undefined && (what !== "verdict" || answer.verdict !== null) && (answer[what] !== null || ["grundy", "period"].includes(what)));

// Claims of one kind, right and wrong, that can be made of any position of the game.
function claimsOf(what, answer, moves) {
  if (what === "verdict") return ["win", "loss", "draw"];
  if (what === "period") return [null, 1000003, { preperiod: 3, period: 999983, saltus: 1 }, ...(answer.period ? [answer.period, answer.period.period, { period: 2 * Number(answer.period.period) }] : [])];
  if (LISTS.includes(what)) return [[], moves, moves.slice(0, 1), answer[what].slice(0, 40)];
  const right = answer[what], wrong = what === "value" ? [987654321, -1] : [987654321, 0, 1, 2];
  return [...wrong, ...(what === "grundy" ? [null] : []), right];
}

const isRight = (what, claimed, answer) => {
  const set = (list) => text(list.map(text).sort());
  if (LISTS.includes(what)) return set([...new Set(claimed.map(text))].map((one) => JSON.parse(one))) === set(answer[what]);
  if (what !== "period") return text(claimed) === text(answer[what]);
  if (claimed === null || answer.period === null) return claimed === answer.period;
  const least = typeof claimed === "object" ? claimed : { period: claimed };
  return ["preperiod", "period", "saltus"].every((name) => least[name] === undefined || least[name] === answer.period[name]);
};

function checkHidden(question, answer, right) {
  const blame = (why) => faults.push(`${text(question).slice(0, 300)}: ${why}: ${text(answer).slice(0, 400)}`);
  const [what] = Object.keys(question.claim), one = answer.checks?.[0];
  if (Object.keys(answer).join() !== "game,correct,score,checks" || answer.checks.length !== 1) return blame("fields of the answer");
  if (Object.keys(one).join() !== "what,correct,claimed,feedback") return blame("fields of the check");
  if (one.what !== what || text(one.claimed) !== text(question.claim[what])) return blame("not what was claimed");
  if (!SAID[question.language].includes(one.feedback)) return blame("a sentence that may tell more");
  if (answer.correct !== one.correct || answer.score !== (one.correct ? 1 : 0)) return blame("correct and score");
  if (right !== undefined && right !== one.correct) blame(`is said to be ${one.correct ? "right" : "wrong"}`);
}

// With reveal: what is expected is the truth, and a wrong move has a reply that refutes it.
function checkTold(question, told, hidden, truth, game) {
  const [what] = Object.keys(question.claim), one = told.checks?.[0];
  const blame = (why) => faults.push(`${text(question).slice(0, 300)}: ${why}: ${text(told).slice(0, 400)}`);
  if (!one || one.correct !== hidden.checks[0].correct) return blame("reveal changes what is right");
  if (!("expected" in one) || !one.feedback) return blame("nothing is expected");
  if (what !== "move" && text(one.expected) !== text(truth[what]) && !(LISTS.includes(what) && one.expected.length > truth[what].length)) blame(`expected is not ${text(truth[what])}`);
}

async function checkGame(game) {
  // Above that factor the list of losing numbers, several times over, is more than one request may take.
  const positions = positionsOf(game, 23, SEEDED).filter((p) => text(p).length < 2000 && !(Number(p.factor) > 10000));
  const answers = await ask(daemon, positions.map((p) => ({ game, ...p, limit: 200 })));
  const all = await ask(daemon, positions.map((p) => ({ game, ...p, limit: 40, moves: "all" })));
  const cases = [];
  answers.forEach((answer, i) => {
    if (answer.code || answer.truncated || all[i].code) return;
    const moves = all[i].moves.map(strip), other = all[(i + 1) % all.length].moves?.map(strip) ?? [];
    for (const what of claimable(answer)) for (const claimed of claimsOf(what, answer, moves)) cases.push({ i, claim: { [what]: claimed }, right: isRight(what, claimed, answer) });
    const rights = answer.best_moves && !answer.winning_moves ? answer.best_moves : answer.winning_moves.length ? answer.winning_moves : answer.drawing_moves ?? [];
    for (const move of [...moves.slice(0, 6), ...other.slice(0, 3)]) cases.push({ i, claim: { move }, right: rights.some((one) => text(one) === text(move)) });
  });
  const unique = [...new Map(cases.map((one) => [`${one.i} ${text(one.claim)}`, one])).values()];
  for (const language of ["en", "zh"]) {
    const questions = unique.map(({ i, claim }) => ({ path: "/grade", game, position: positions[i], claim, language }));
    const hidden = await ask(daemon, questions.map((question) => ({ ...question, reveal: false })));
    const told = language === "en" ? await ask(daemon, questions) : [];
    const alike = new Map();
    questions.forEach((question, k) => {
      const { right, i } = unique[k];
      if (hidden[k].code) {
        // Only what cannot be graded at all is refused, whatever is claimed and whether it is revealed or not.
        if (hidden[k].code !== "too_large" && hidden[k].code !== "invalid_position") faults.push(`${text(question)}: ${text(hidden[k])}`);
        if (told[k] && told[k].code !== hidden[k].code) faults.push(`${text(question)}: refused only without reveal`);
        return;
      }
      checkHidden(question, hidden[k], right);
      if (told[k]) checkTold(question, told[k], hidden[k], answers[i], game);
      if (hidden[k].correct) return;
      // A move that is wrong may be told apart by its legality, and by nothing else.
      const { move } = question.claim;
      if (move && all[i].truncated) return;
      const key = text(question.claim) + (move && all[i].moves.map(strip).some((one) => text(one) === text(move)));
      const before = alike.get(key);
      if (before && before !== text(hidden[k])) faults.push(`${text(question)}: answered otherwise than elsewhere: ${text(hidden[k])} and ${before}`);
      alike.set(key, text(hidden[k]));
    });
  }
  const kinds = new Set(unique.map(({ claim }) => Object.keys(claim)[0]));
  check(kinds.has("move_count"), `${game}: no claim was made`);
  return unique.length;
}

let count = 0;
for (const game of await games(daemon)) count += await checkGame(game);
await stop(daemon);
check(faults.length === 0, `${faults.length} faults\n${faults.slice(0, Number(process.env.GRUNDY_FAULTS ?? 20)).join("\n")}`);
console.log(`${count} claims, in both languages`);
