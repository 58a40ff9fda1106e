// The answer beside the board: the verdict in words, the figures, the moves.
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { bare, short } from "./moves.js";

/** @typedef {import("./moves.js").Move} Move */
/** @typedef {{play: (move: Move) => void, show: (move: Move | null) => void}} Hands */

const OUTCOMES = ["win", "draw", "loss"];

/** A move that is played by a click and shown on the board while it is pointed at. @param {Move} move @param {Hands} hands @param {boolean} listed */
export function moveButton(move, hands, listed) {
  const fields = bare(move);
  return h(
    "button",
    {
      class: `move ${OUTCOMES.includes(move.outcome) ? move.outcome : ""}`,
      "data-testid": listed && "move",
      "data-move": JSON.stringify(fields),
      onclick: () => hands.play(move),
      onpointerenter: () => hands.show(move),
      onpointerleave: () => hands.show(null),
      onfocus: () => hands.show(move),
      onblur: () => hands.show(null),
    },
    move.text ?? JSON.stringify(fields),
  );
}

/** The numbers below each other in binary, and what is odd in each column. @param {any[]} numbers @param {any} sum */
function columns(numbers, sum) {
  if (!numbers.length || numbers.length > 12 || [...numbers, sum].some((n) => !/^\d{1,9}$/.test(String(n)))) return null;
  const all = [...numbers, sum].map(Number), width = Math.max(...all).toString(2).length;
  /** @param {number} n @param {boolean} last */
  const row = (n, last) => {
    const bits = n.toString(2).padStart(width, "0");
    return h("tr", { class: last && "sum" }, h("th", { scope: "row" }, last ? "⊕" : "", " ", n), ...[...bits].map((bit) => h("td", { class: bit === "1" && "one" }, bit)));
  };
  return h("table", { class: "binary", "aria-label": t("nimSum"), title: t("nimSum") }, h("tbody", ...all.map((n, i) => row(n, i === numbers.length))));
}

/** @param {string} name @param {Child} value @typedef {import("../dom.js").Child} Child */
const figure = (name, value) => h("div", { class: "figure" }, h("dt", name), h("dd", value));

/** @param {any} count */
const counted = (count) => (count === null || count === undefined ? "?" : short(count));

/** What else a game tells of its position, in the words of the catalogue. @param {any} answer @param {import("../api.js").Entry} entry @param {"en" | "zh"} lang */
function extras(answer, entry, lang) {
  const names = Object.keys(entry.extra?.properties ?? {}).filter((name) => name in answer && answer[name] !== null && !["best_moves", "best_move_count", "nim_sum", "period", "value"].includes(name));
  return names.flatMap((name) => {
    const value = answer[name], text = typeof value === "boolean" ? t(value ? "yes" : "no") : typeof value !== "object" ? short(value) : Array.isArray(value) ? JSON.stringify(value) : Object.entries(value).map(([key, one]) => `${key} = ${JSON.stringify(one)}`).join(", ");
    return text.length > 120 ? [] : [h("div", { class: "extra" }, h("dt", h("code", name), " ", h("span", { class: "muted" }, (/** @type {any} */ (entry.fields).extra?.[name]?.[lang] ?? "").split(/\. |。/)[0])), h("dd", text))];
  });
}

/**
 * @param {import("./moves.js").Position} position
 * @param {any} answer
 * @param {{winning: Move[], drawing: Move[], best: Move[]}} moves
 * @param {import("../api.js").Entry} entry the game's entry in the catalogue
 * @param {"en" | "zh"} lang
 * @param {Hands} hands
 */
export function answerPanel(position, answer, moves, entry, lang, hands) {
  const over = answer.move_count === 0, verdict = answer.verdict ?? "value";
  const words = over ? t(`over-${answer.verdict ?? "draw"}`) : verdict === "value" ? t("bestValue", { n: answer.value }) : t(`verdict-${verdict}`);
  /** @param {string} key @param {Move[]} list @param {any} count @param {boolean} listed */
  const listOf = (key, list, count, listed) => list.length > 0 && h("section", h("h2", t(key), " ", h("span", { class: "muted" }, list.length < Number(count) || count === null ? t("firstOf", { n: list.length, of: counted(count) }) : list.length)), h("div", { class: "moves" }, ...list.map((move) => moveButton(move, hands, listed))));
  return [
    h("p", { class: `verdict ${verdict}`, "data-testid": "verdict", "data-verdict": answer.verdict ?? "" }, words),
    h(
      "dl",
      { class: "figures" },
      answer.grundy !== null && figure(t("grundy"), short(answer.grundy)),
      answer.verdict && "value" in answer && figure(t("value"), short(answer.value)),
      figure(t("moveCount"), counted(answer.move_count)),
      answer.winning_move_count !== undefined && figure(t("winningCount"), counted(answer.winning_move_count)),
      answer.drawing_move_count !== undefined && figure(t("drawingCount"), counted(answer.drawing_move_count)),
    ),
    listOf("winningMoves", moves.winning, answer.winning_move_count, true),
    answer.verdict !== "win" && listOf("drawingMoves", moves.drawing, answer.drawing_move_count, false),
    answer.verdict === null && listOf("bestMoves", moves.best, answer.best_move_count, false),
    answer.nim_sum !== undefined && columns(position.heaps ?? [], answer.nim_sum),
    answer.heap_grundy && answer.grundy !== null && columns(answer.heap_grundy, answer.grundy),
    h("dl", { class: "extras" }, ...extras(answer, entry, lang)),
  ];
}
