// Users' own games: the numbers that the sentences carry are held against the answer, whose values have their own tests by plain search
// (tests/support/custom.py); moves and states in words are told in the game's own names.
import { big, options } from "./shorthands.mjs";

const mexOf = (text) => {
  const values = new Set(text.match(/\d+/g) ?? []);
  let value = 0n;
  while (values.has(String(value))) value++;
  return value;
};
// A list that was cut says nothing of what is missing.
const whole = (text) => !text.includes("…");
const goesOn = (c) => c.p.rules.moves.some((move) => "again" in move);
const states = (v, c) => v.states === big(c.a.states);

export const games = {
  custom: {
    says: [
      ["States that can be reached from here: {states}; each is worth the most that a move's score makes, less what the rest is worth to the other player, or plus it, where the same player goes on.",
        "由此可到达 {states} 个状态；每个状态的值是各操作“得分减去剩余对对手的值”（若继续由自己走则为加）的最大者。", (v, c) => states(v, c) && c.a.method === "dp" && goesOn(c)],
      ["States that can be reached from here: {states}; each is worth the most that a move's score makes, less what the rest is worth to the other player.",
        "由此可到达 {states} 个状态；每个状态的值是各操作“得分减去剩余对对手的值”的最大者。", (v, c) => states(v, c) && c.a.method === "dp" && !goesOn(c)],
      ["States that can be reached from here: {states}, and play can go round: they are worked out backwards from where the game is over.",
        "由此可到达 {states} 个状态，且对局可能循环：从终局状态倒推求解。", (v, c) => states(v, c) && c.a.cyclic],
      ["States that can be reached from here: {states}; all of them were searched.", "由此可到达 {states} 个状态，已全部搜索。", (v, c) => states(v, c) && !c.a.cyclic],
      ["The moves lead to the values {{set~}}; play may go round for ever, and there is no Grundy value.", "各操作到达的值为 {{set~}}；对局可能永不结束，没有 SG 值。",
        (v, c) => c.a.grundy === null && c.a.cyclic && v.set.includes("∞")],
      ["The moves lead to the values {{set~}}; from what has none (∞) the other player can go back to the value {g}, so it does not count: the least number missing (mex) is {g}.",
        "各操作到达的值为 {{set~}}；没有值（∞）的局面对手都能再走到值 {g}，不必考虑：缺少的最小非负整数（mex）是 {g}。", (v, c) => v.g === big(c.a.grundy) && v.set.includes("∞") && (!whole(v.set) || mexOf(v.set) === v.g)],
      ["The position: {options~}; the least number missing (mex) is {g}, its Grundy value.", "当前局面：{options~}，缺少的最小非负整数（mex）是 {g}，即它的 SG 值。", (v, c) => v.g === big(c.a.grundy) && options(v)],
      ["The Grundy value, the least number that no move leads to (mex), is {g}.", "没有操作能到达的最小非负整数（mex）是 {g}，即 SG 值。", (v, c) => v.g === big(c.a.grundy) && c.a.move_count > 10000],
      ['The first best move is "{move~}", which leaves {to~}.', "第一个最优操作是“{move~}”，留下 {to~}。", (v, c) => c.a.best_move_count > 0],
      ['For example "{move~}" keeps the draw; it leaves {to~}.', "例如“{move~}”保持平局，留下 {to~}。", (v, c) => c.a.verdict === "draw" && c.a.drawing_move_count > 0],
      ['The first winning move is "{move~}": it leaves {to~}, which is lost for the other player.', "第一个获胜操作是“{move~}”：留下 {to~}，对手必败。",
        (v, c) => c.a.verdict === "win" && c.a.winning_move_count > 0],
    ],
  },
};
