// Users' own games: the numbers that the sentences carry are held against the answer, whose values have their own tests by plain search
// (tests/support/custom.py); moves and states in words are told in the game's own names.
import { big } from "./shorthands.mjs";

const mexOf = (text) => {
  const values = new Set(text.match(/\d+/g) ?? []);
  let value = 0n;
  while (values.has(String(value))) value++;
  return value;
};
// A list that was cut says nothing of what is missing.
const whole = (text) => !text.includes("…");
const states = (v, c) => v.states === big(c.a.states);

export const games = {
  custom: {
    says: [
      ["From here {states} states can be reached; each is worth the best of score less what the rest is worth to the other player (plus it, where the same player goes on).",
        "由此可到达 {states} 个状态；每个状态的值是各操作“得分减去剩余对对手的值”（若继续由自己走则为加）的最大者。", (v, c) => states(v, c) && c.a.method === "dp"],
      ["From here {states} states can be reached, and play can go round: they are worked out backwards from where the game is over.",
        "由此可到达 {states} 个状态，且对局可能循环：从终局状态倒推求解。", (v, c) => states(v, c) && c.a.cyclic],
      ["From here {states} states can be reached; all of them were searched.", "由此可到达 {states} 个状态，已全部搜索。", (v, c) => states(v, c) && !c.a.cyclic],
      ["The moves lead to the values {{set~}}; play may go round for ever, and there is no Grundy value.", "各操作到达的值为 {{set~}}；对局可能永不结束，没有 SG 值。",
        (v, c) => c.a.grundy === null && c.a.cyclic],
      ["The moves lead to the values {{set~}}; the smallest that is missing (mex) is {g}.", "各操作到达的值为 {{set~}}；其中缺少的最小非负整数（mex）为 {g}。",
        (v, c) => v.g === big(c.a.grundy) && (!whole(v.set) || v.set.includes("∞") || mexOf(v.set) === v.g)],
      ['To "{move~}" the reply is "{reply~}".', "走“{move~}”，对手应以“{reply~}”。", (v, c) => c.a.verdict === "loss"],
      ['After "{move~}" the other player has won.', "走“{move~}”之后对手即胜。", (v, c) => c.a.verdict === "loss"],
      ['The first best move is "{move~}", which leaves {to~}.', "第一个最优操作是“{move~}”，留下 {to~}。", (v, c) => c.a.best_move_count > 0],
      ['For example "{move~}" keeps the draw; it leaves {to~}.', "例如“{move~}”保持平局，留下 {to~}。", (v, c) => c.a.verdict === "draw" && c.a.drawing_move_count > 0],
      ['The first winning move is "{move~}": it leaves {to~}, which is lost for the other player.', "第一个获胜操作是“{move~}”：留下 {to~}，对手必败。",
        (v, c) => c.a.verdict === "win" && c.a.winning_move_count > 0],
    ],
  },
};
