// What stands in a row: stairs, chessmen, coins, piles with scores.
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { short, small } from "../play/moves.js";
import { atLeast, heapsOf } from "./heaps.js";

/** @typedef {import("../play/moves.js").Move} Move */
/** @typedef {import("../play/moves.js").Position} Position */
/** @typedef {import("../play/picker.js").Picker} Picker */

const ROW_MAX = 80, ROWS_MAX = 40;

/** @param {Position} p @param {Picker} ui */
const stairs = (p, ui) =>
  heapsOf(
    ui,
    p.stairs.map((/** @type {any} */ n, /** @type {number} */ stair) => ({
      n,
      name: t("stair", { i: stair }),
      take: (/** @type {number} */ k) => ({ stair, take: k }),
      all: { stair },
      covers: (/** @type {Move} */ move, /** @type {number} */ k) => String(move.stair) === String(stair) && (move.take === undefined || atLeast(move.take, k)),
      lift: p.stairs.length <= 12 ? 0.2 + stair * 0.8 : 0,
    })),
  );

/** A click on a square brings the next chessman to its right there. @param {Position} p @param {Picker} ui */
function chessmen(p, ui) {
  const places = p.chessmen.map((/** @type {any} */ n) => small(n, ROW_MAX)), far = Math.max(1, ...places), board = h("div", { class: "track" });
  if (places.includes(null)) return heapsOf(ui, p.chessmen.map((/** @type {any} */ n, /** @type {number} */ chessman) => ({ n, name: t("chessman", { i: chessman }), all: { chessman }, covers: (/** @type {Move} */ move) => String(move.chessman) === String(chessman) })));
  for (let square = 1; square <= far; square++) {
    const here = places.indexOf(square);
    if (here >= 0) {
      board.append(ui.handle(h("span", { class: "cell man" }, h("span", { class: "pawn" }, here)), { chessman: here }, t("chessmanAt", { i: here, n: square }), (move) => String(move.chessman) === String(here)));
      continue;
    }
    const next = places.reduce((/** @type {number} */ best, /** @type {number} */ place, /** @type {number} */ i) => (place > square && (best < 0 || place < places[best]) ? i : best), -1);
    board.append(ui.handle(h("span", { class: "cell" }, h("small", square)), { chessman: next, left: places[next] - square }, t("moveTo", { i: next, n: square }), (move) => String(move.chessman) === String(next) && atLeast(move.left, places[next] - square)));
  }
  return board;
}

/** First the first coin that goes, then the last one. @param {Picker} ui @param {any} n @param {"row" | "circle"} kind @param {number} i */
function coinRow(ui, n, kind, i) {
  const count = small(n, ROW_MAX), name = t(kind, { i });
  if (count === null) return h("div", { class: "coins" }, ui.handle(h("span", { class: "count" }, short(n)), { [kind]: i }, `${name}${t("colon")}${short(n)}`));
  const coins = h("div", { class: `coins ${kind}` });
  for (let at = 0; at < count; at++) {
    const coin = h("span", { class: "coin" });
    if (kind === "circle" && count > 1) {
      const turn = (2 * Math.PI * at) / count - Math.PI / 2;
      coin.style.left = `${50 + 42 * Math.cos(turn)}%`;
      coin.style.top = `${50 + 42 * Math.sin(turn)}%`;
    }
    /** @param {Move} chosen */
    const want = (chosen) => (String(chosen[kind]) === String(i) && "at" in chosen && at >= chosen.at ? { ...chosen, take: at - chosen.at + 1 } : { [kind]: i, at });
    coins.append(ui.handle(coin, want, t("coin", { n: at, name }), (move) => String(move[kind]) === String(i) && "at" in move && at >= Number(move.at) && at < Number(move.at) + Number(move.take ?? 1)));
  }
  if (kind === "circle") coins.style.setProperty("--n", String(count));
  return coins;
}

/** @param {Position} p @param {Picker} ui */
const coins = (p, ui) => {
  const rows = p.rows ?? [], circles = p.circles ?? [];
  if (rows.length + circles.length > ROWS_MAX) return heapsOf(ui, [...rows.map((/** @type {any} */ n, /** @type {number} */ row) => ({ n, name: t("row", { i: row }), all: { row }, covers: (/** @type {Move} */ move) => String(move.row) === String(row) })), ...circles.map((/** @type {any} */ n, /** @type {number} */ circle) => ({ n, name: t("circle", { i: circle }), all: { circle }, covers: (/** @type {Move} */ move) => String(move.circle) === String(circle) }))]);
  return h("div", { class: "groups" }, ...rows.map((/** @type {any} */ n, /** @type {number} */ i) => coinRow(ui, n, "row", i)), ...circles.map((/** @type {any} */ n, /** @type {number} */ i) => coinRow(ui, n, "circle", i)), !rows.length && !circles.length && h("p", { class: "muted" }, t("empty")));
};

/**
 * Piles as cards, a click on which means some fields.
 * @param {Picker} ui @param {any[][]} piles each with the values on its card
 * @param {(i: number) => (Move | null)} want @param {(move: Move, i: number) => boolean} covers @param {string} [note]
 */
function cards(ui, piles, want, covers, note) {
  const shown = piles.length > 400 ? piles.slice(0, 400) : piles, most = Math.max(1, ...shown.flat().map((value) => Math.abs(Number(value))));
  const row = h("div", { class: "piles" }, ...shown.map((values, i) => {
    const card = h("span", { class: "pile" }, ...values.map((value) => {
      const bar = h("i");
      bar.style.height = `${0.2 + (2.6 * Math.abs(Number(value))) / most}rem`;
      return h("span", { class: Number(value) < 0 ? "negative" : "" }, bar, short(value));
    }));
    const fields = want(i);
    return fields ? ui.handle(card, fields, fields.take ? t("takeFirst", { n: fields.take }) : t("pile", { i, n: values.map(short).join(" / ") }), (move) => covers(move, i)) : card;
  }), shown.length < piles.length && h("span", { class: "muted" }, `… ${piles.length}`));
  return h("div", { class: "groups" }, row, !piles.length && h("p", { class: "muted" }, t("empty")), note && h("p", { class: "muted" }, note));
}

/** @param {any[]} list */
const ones = (list) => list.map((value) => [value]);

/** @param {Position} p @param {Picker} ui */
const ends = (p, ui) => {
  const last = p.piles.length - 1;
  return cards(ui, ones(p.piles), (i) => (i === 0 ? { end: "left" } : i === last ? { end: "right" } : null), (move, i) => move.end === (i ? "right" : "left"));
};

/** @param {string} list @param {(p: Position) => string} [note] @returns {(p: Position, ui: Picker) => Element} */
const front = (list, note) => (p, ui) => cards(ui, ones(p[list]), (i) => ({ take: i + 1 }), (move, i) => i < Number(move.take), note?.(p));

/** @type {Record<string, (p: Position, ui: Picker) => Element>} */
export const lineBoards = {
  "staircase-nim": stairs,
  "georgia-bob": chessmen,
  coins,
  "stone-ends": ends,
  "stone-rest": ends,
  "stone-front": front("piles", (p) => t("atMost", { n: p.max_take ?? 3 })),
  "stone-window": front("piles", (p) => t("atMost", { n: 2 * Number(p.m ?? 1) })),
  "stone-merge": front("stones"),
  "stone-rivals": (p, ui) => cards(ui, p.mine.map((/** @type {any} */ value, /** @type {number} */ i) => [value, p.theirs[i]]), (i) => ({ stone: i }), (move, i) => String(move.stone) === String(i), t("rivals")),
  "stone-thirds": (p, ui) => cards(ui, ones(p.stones), (i) => ({ stone: i }), (move, i) => String(move.stone) === String(i), t("sum", { n: short(p.sum ?? 0) })),
  "stone-halves": (p, ui) => cards(ui, ones(p.piles), (i) => (i < p.piles.length - 1 ? { left: i + 1 } : null), (move, i) => i < Number(move.left)),
};
