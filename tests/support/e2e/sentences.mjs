// Games whose explanations are known sentence by sentence: no game needs to be here, its numbers are held by tests/support/api/sentences.c.
// Every sentence that an explanation of these may hold, in both languages, and what must be true of the numbers in it. In a pattern {x} is an integer,
// {x*} a list of integers, {x~} any text; both languages name the same holes. A sentence that is not here fails the test, so that none goes
// unchecked. `true` gets the numbers (BigInt), and the facts: p, the position; a, the answer; values, what is xored, where it can be found
// independently; wins(move), whether the answer lists that move.
import { games as boards } from "./sentences/boards.mjs";
import { games as own } from "./sentences/custom.mjs";
import { games as heaps } from "./sentences/heaps.mjs";
import { big, columns, heap, listed, sumOf, total, xor } from "./sentences/shorthands.mjs";
import { games as stones } from "./sentences/stones.mjs";

const shared = [
  ["There is nothing to add up, so the xor is {sum}.", "没有可以相加的数，异或和为 {sum}。", (v, c) => v.sum === 0n && sumOf(v.sum, c) && !c.values?.length],
  [
    "In binary: {list~}. A column with an odd number of 1s gives 1, any other 0, so the xor is {bits~} = {sum}.",
    "写成二进制：{list~}。某一位上 1 的个数为奇数时该位得 1，否则得 0，因此异或和为 {bits~} = {sum}。", (v, c) => columns(v.list, c, v.sum, v.bits),
  ],
  ["Their xor: {list~} = {sum}.", "它们的异或和：{list~} = {sum}。", (v, c) => {
    const values = v.list.split(/ xor | ⊕ /).map(big);
    return values.length > 1 && xor(values) === v.sum && listed({ all: values }, c) && sumOf(v.sum, c);
  }],
  ["The xor of these {n} numbers is {sum}.", "这 {n} 个数的异或和为 {sum}。", (v, c) => sumOf(v.sum, c) && (!c.values || big(c.values.length) === v.n)],
  ["These {n} numbers are all 0, so their xor is {sum}.", "这 {n} 个数全为 0，异或和为 {sum}。", (v, c) => v.sum === 0n && (!c.values || (big(c.values.length) === v.n && total(c.values) === 0n))],
  ...[["even, so they cancel in pairs and", "偶数，两两抵消，", 0n], ["odd, so after pairs cancel one is left:", "奇数，两两抵消后剩一个，", 1n]].map(([en, zh, bit]) => [
    `These {n} numbers are 0 or 1; how many are 1: {ones}, which is ${en} the xor is {sum}.`, `这 {n} 个数都是 0 或 1，其中 1 的个数为 {ones}，是${zh}异或和为 {sum}。`,
    (v, c) => v.ones % 2n === bit && v.sum === bit && sumOf(v.sum, c) && (!c.values || (big(c.values.length) === v.n && total(c.values) === v.ones)),
  ]),
  [
    "It is 0, which is lost, because every move makes it non-zero and the other player can make it 0 again.",
    "结果为 0，先手必败，因为任何一步都会使它变为非零，而对手总能把它变回 0。",
    (v, c) => c.a.verdict === "loss" && (c.a.grundy === 0 || c.p.misere) && c.a.move_count !== 0,
  ],
  ["The player to move loses, because every move leaves the other player a won position.", "先手必败，因为任何一步之后，轮到对手时都是必胜态。", (v, c) => c.a.verdict === "loss" && c.a.move_count !== 0],
  ['To "{move~}" the reply is "{reply~}".', "走“{move~}”，对手应以“{reply~}”。", (v, c) => c.a.verdict === "loss" && c.legal(v.move, v.reply)],
  ['After "{move~}" the other player has won.', "走“{move~}”之后对手即胜。", (v, c) => c.a.verdict === "loss" && c.legal(v.move)],
  ['Then, to "{move~}" the reply is "{reply~}".', "此后对手走“{move~}”，应以“{reply~}”。", (v, c) => c.a.verdict === "win" && c.then(v.move, v.reply)],
  ['Then, after "{move~}" nothing more is needed: it has lost.', "此后对手走“{move~}”，即已告负。", (v, c) => c.a.verdict === "win" && c.then(v.move)],
  ["Each other move has a reply, too: {n} more.", "其余 {n} 种操作也都有应对。", (v, c) => v.n > 0n && (c.a.verdict === "win" || v.n + (c.p.rules?.vars ? 5n : 3n) === big(c.a.move_count))],
  ...[["leave the other player a lost position", "留给对手必败态", "win", "winning_move_count"], ["leave a draw", "保持平局", "draw", "drawing_move_count"], ["leave the other player a won position", "留给对手必胜态", "loss"]].map(([en, zh, outcome, count]) => [
    `Moves that ${en}: {moves~}.`, `${zh}的操作：{moves~}。`,
    (v, c) => { const n = v.moves.split(/; |；/).length; return c.named(v.moves.split(/; |；/), outcome) && n === (count ? c.a[count] : c.a.move_count - c.a.winning_move_count - (c.a.drawing_move_count ?? 0)); }]),
  [
    "For example take {take} from heap {heap}, which leaves {left} there.", "例如从下标为 {heap} 的堆取走 {take} 颗，该堆剩下 {left} 颗。",
    (v, c) => c.wins({ heap: v.heap, take: v.take }) && heap(c.p, v.heap) - v.take === v.left,
  ],
];

const counted = (v, c) => big(c.a.winning_move_count) === v.wins && big(c.a.move_count) === v.all;
// Of games with scores: what was scored before, with what there is to gain; and what each move gains.
const whole = (c) => big(c.p.lead) + big(c.a.value);
function leads(v, c) {
  const all = v.list.split(/; |；/).map((part) => /^(.+)[:：] ?(-?\d+)$/.exec(part)), best = all.filter(([, , lead]) => big(lead) === big(c.a.value));
  return all.length === c.a.move_count && best.length === c.a.best_move_count && all.every(([, , lead]) => big(lead) <= big(c.a.value)) && c.outcomes(all.map(([, move, lead]) => [move, big(lead) + big(c.p.lead ?? 0)]));
}

export const verdicts = [
  ["So the player to move wins (an N-position): there is no legal move, which here is a win.", "因此当前局面是必胜态，先手必胜：没有合法操作，而按规则此时先手获胜。", (v, c) => c.a.verdict === "win" && c.a.move_count === 0],
  ["So the player to move wins (an N-position); winning moves: {wins} out of {all}.", "因此当前局面是必胜态，先手必胜：共有 {all} 种合法操作，其中 {wins} 种获胜。", (v, c) => c.a.verdict === "win" && counted(v, c)],
  ["So the player to move wins (an N-position).", "因此当前局面是必胜态，先手必胜。", (v, c) => c.a.verdict === "win" && c.a.winning_move_count === null],
  ["So it is a draw: there is no legal move.", "因此当前局面是平局：没有合法操作。", (v, c) => c.a.verdict === "draw" && c.a.move_count === 0],
  ["So it is a draw: no move wins; drawing moves: {draws} out of {all}.", "因此当前局面是平局：共有 {all} 种合法操作，没有一种能获胜，其中 {draws} 种保持平局。", (v, c) => c.a.verdict === "draw" && big(c.a.drawing_move_count) === v.draws && big(c.a.move_count) === v.all],
  ["So the player to move loses (a P-position): there is no legal move.", "因此当前局面是必败态，先手必败：没有合法操作。", (v, c) => c.a.verdict === "loss" && c.a.move_count === 0],
  ["So the player to move loses (a P-position); winning moves: none out of {all}.", "因此当前局面是必败态，先手必败：共有 {all} 种合法操作，没有一种能获胜。", (v, c) => c.a.verdict === "loss" && big(c.a.move_count) === v.all && c.a.winning_move_count === 0],
  ["So the player to move loses (a P-position).", "因此当前局面是必败态，先手必败。", (v, c) => c.a.verdict === "loss" && c.a.move_count === null],
  // Scores say in between how many moves attain the value.
  ["The lead that each move ends with: {list~}.", "各走法最终的净胜分：{list~}。", (v, c) => c.p.lead === undefined && leads(v, c)],
  ["The lead that each move gains from here on: {list~}.", "各走法此后的净胜分：{list~}。", (v, c) => c.p.lead !== undefined && leads(v, c)],
  ["Before this position the player to move scored {before} more than the other (below 0: less), and gains {value} from here on under best play: {before} {sign~} {size} = {whole} in all.", "到当前局面为止，先手得分减去后手得分为 {before}（小于 0 表示落后）；此后双方都采取最优策略，先手的净胜分为 {value}：合计 {before} {sign~} {size} = {whole}。", (v, c) =>
    v.before === big(c.p.lead) && v.value === big(c.a.value) && (v.sign === "-" ? -v.size : v.size) === v.value && v.whole === v.before + v.value],
  ["That is above 0: in the whole game the player to move wins.", "大于 0，因此就整局而言先手必胜。", (v, c) => c.a.verdict === "win" && whole(c) > 0n],
  ["That is below 0: in the whole game the player to move loses, even with the best move.", "小于 0，因此就整局而言，先手即使走最优走法也必败。", (v, c) => c.a.verdict === "loss" && whole(c) < 0n],
  ["Both sides end equal: the whole game is a draw.", "双方总分相同，整局为平局。", (v, c) => c.a.verdict === "draw" && whole(c) === 0n],
  ["Moves that attain this value: {best} out of {all}.", "共有 {all} 种走法，其中 {best} 种达到该值。", (v, c) => big(c.a.move_count) === v.all && big(c.a.best_move_count) === v.best],
  ["Under best play the player to move ends {value} ahead, and so wins.", "双方都采取最优策略时，先手最终领先 {value} 分，先手必胜。", (v, c) => c.p.lead === undefined && c.a.verdict === "win" && big(c.a.value) === v.value],
  ["The player to move loses, because under best play even the best move ends {value} behind.", "先手必败，因为双方都采取最优策略时，先手最好的走法最终也落后 {value} 分。", (v, c) => c.p.lead === undefined && c.a.verdict === "loss" && big(c.a.value) === -v.value],
  ["Under best play both sides end equal: a draw.", "双方都采取最优策略时得分相同，为平局。", (v, c) => c.p.lead === undefined && c.a.verdict === "draw" && big(c.a.value) === 0n],
  ["So the best total from here is {value}; best moves: {best} out of {all}.", "因此从当前局面起最多可得 {value} 分：共有 {all} 种分法，其中 {best} 种最优。", (v, c) => big(c.a.value) === v.value && big(c.a.best_move_count) === v.best && big(c.a.move_count) === v.all],
  ["A row of {n} pile(s) cannot be split: the total is {value}.", "只有 {n} 堆，无法再分，总分为 {value}。", (v, c) => big(c.p.piles.length) === v.n && v.n < 2n && big(c.a.value) === v.value],
];

export const games = { ...heaps, ...boards, ...stones, ...own };

// One pattern as a regular expression, and the names of its holes; a name that stands again is the same text again.
function compile(pattern) {
  const holes = [];
  const source = pattern.split(/(\{\w+[*~]?\})/).map((part) => {
    const hole = /^\{(\w+)([*~]?)\}$/.exec(part);
    // "{n} heap(s)" is "1 heap" and "2 heaps".
    if (!hole) return part.replace(/[.*+?^$()|[\]\\{}/]/g, "\\$&").replaceAll("\\(s\\)", "(?:(?<=\\b1 [a-z ]+)|(?<!\\b1 [a-z ]+)s)");
    const again = holes.findIndex(({ name }) => name === hole[1]);
    if (again >= 0) return `\\${again + 1}`;
    holes.push({ name: hole[1], kind: hole[2] });
    return hole[2] === "~" ? "(.+)" : hole[2] ? "(none|无|-?\\d+(?:(?:, |、)(?:-?\\d+|…))*)" : "(-?\\d+)";
  }).join("");
  return { expression: new RegExp(`^${source}$`, "u"), holes };
}

const read = (text, kind) =>
  kind === "~" ? text : !kind ? big(text) : { cut: text.endsWith("…"), all: /none|无/.test(text) ? [] : text.split(/, |、/).filter((x) => x !== "…").map(big) };

const compiled = new Map();
export function sentencesOf(game) {
  if (!compiled.has(game)) {
    const all = [...games[game].says.map((says) => [says, false]), ...shared.map((says) => [says, false]), ...verdicts.map((says) => [says, true])];
    compiled.set(game, all.map(([[en, zh, isTrue], last]) => ({ en: compile(en), zh: compile(zh), isTrue, last, text: en })));
  }
  return compiled.get(game);
}

// The sentence that a line is, with what stands in its holes; null if it is none.
export function parse(game, language, line) {
  for (const sentence of sentencesOf(game)) {
    const match = sentence[language].expression.exec(line);
    if (match) return { sentence, values: Object.fromEntries(sentence[language].holes.map((hole, i) => [hole.name, read(match[i + 1], hole.kind)])) };
  }
  return null;
}
