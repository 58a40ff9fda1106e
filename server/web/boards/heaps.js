// Stones in heaps: Nim and what is near it. The stones over the one that is pointed at go.
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { short, small } from "../play/moves.js";

/** @typedef {import("../play/moves.js").Move} Move */
/** @typedef {import("../play/moves.js").Position} Position */
/** @typedef {import("../play/picker.js").Picker} Picker */
/** @typedef {{n: any, name: string, take?: (k: number) => Move, all?: import("../play/picker.js").Want, covers?: (move: Move, k: number) => boolean, lift?: number}} Heap */

const STONES_MAX = 15, ALONE_MAX = 30, HEAPS_MAX = 24, NUMBERS_MAX = 1000;

/** @param {any} value @param {number} k */
export const atLeast = (value, k) => value !== undefined && (small(value, 1e9) ?? Infinity) >= k;

/** @param {Picker} ui @param {Heap[]} heaps */
export function heapsOf(ui, heaps) {
  // One heap alone may be drawn higher, of lower stones.
  const drawn = heaps.length <= HEAPS_MAX && heaps.every(({ n }) => small(n, heaps.length > 1 ? STONES_MAX : ALONE_MAX) !== null);
  const board = h("div", { class: !drawn ? "heaps numbers" : heaps.some(({ n }) => n > STONES_MAX) ? "heaps tall" : "heaps" });
  for (const heap of heaps.slice(0, NUMBERS_MAX)) {
    const { n, name, take, all, covers, lift } = heap, column = h("div", { class: "heap" });
    if (drawn && take)
      for (let k = Number(n); k >= 1; k--) {
        // The k-th stone from the top stands k-th from above.
        const depth = Number(n) - k + 1, stone = h("span", { class: "stone" });
        column.append(ui.handle(stone, take(depth), t("takeStones", { n: depth, name }), (move) => covers?.(move, depth) ?? false));
      }
    else if (drawn) for (let k = 0; k < Number(n); k++) column.append(h("span", { class: "stone" }));
    const count = h("span", { class: "count" }, short(n));
    column.append(all && (take || !drawn) ? ui.handle(count, all, `${name}${t("colon")}${short(n)}`, (move) => covers?.(move, 1) ?? false) : count);
    if (lift) column.style.paddingBottom = `${lift}rem`;
    board.append(all && !take && drawn ? ui.handle(column, all, `${name}${t("colon")}${short(n)}`, (move) => covers?.(move, 1) ?? false) : column);
  }
  if (heaps.length > NUMBERS_MAX) board.append(h("span", { class: "muted" }, `… ${heaps.length}`));
  if (!heaps.length) board.append(h("p", { class: "muted" }, t("empty")));
  return board;
}

/** Heaps that are taken from by {heap, take}. @param {Picker} ui @param {any[]} heaps */
const takeFrom = (ui, heaps) =>
  heapsOf(
    ui,
    heaps.map((n, heap) => ({
      n,
      name: t("heapName", { i: heap }),
      take: (k) => ({ heap, take: k }),
      all: { heap },
      covers: (move, k) => String(move.heap) === String(heap) && (move.take === undefined || atLeast(move.take, k)),
    })),
  );

/** Either heap, or as many from both: the pairs between them. @param {Position} p @param {Picker} ui */
function wythoff(p, ui) {
  const [a, b] = p.heaps, both = small(a, STONES_MAX) !== null && small(b, STONES_MAX) !== null ? Math.min(a, b) : 0;
  /** @param {number} side @param {any} n @returns {Heap} */
  const side = (side, n) => ({
    n,
    name: t("heapName", { i: side }),
    take: (k) => ({ take: side ? [0, k] : [k, 0] }),
    all: { take: side ? [0, null] : [null, 0] },
    covers: (move, k) => Boolean(move.take) && atLeast(move.take[side], k),
  });
  const board = heapsOf(ui, [side(0, a), side(1, b)]);
  const middle = h("div", { class: "heap both" });
  for (let k = both; k >= 1; k--) {
    const depth = both - k + 1;
    middle.append(ui.handle(h("span", { class: "pair" }, h("i"), h("i")), { take: [depth, depth] }, t("takeBoth", { n: depth }), (move) => Boolean(move.take) && atLeast(move.take[0], depth) && atLeast(move.take[1], depth)));
  }
  // What is not drawn is typed: as many from each, which no listed move says.
  middle.append(both ? h("span", { class: "count" }, t("both")) : ui.handle(h("span", { class: "count" }, t("both")), { take: [null, null], "~both": true }, t("both"), (move) => Boolean(move.take) && move.take[0] === move.take[1]));
  if (String(a) !== "0" && String(b) !== "0") board.firstChild?.after(middle);
  return board;
}

/** Two numbers as bars; the larger is cut into pieces of the smaller. @param {Position} p @param {Picker} ui */
function euclid(p, ui) {
  const [a, b] = p.pair.map((/** @type {any} */ n) => small(n, 1e9)), board = h("div", { class: "bars" });
  p.pair.forEach((/** @type {any} */ n, /** @type {number} */ i) => {
    const bar = h("div", { class: "bar" }), mine = i ? b : a, other = i ? a : b;
    const times = mine !== null && other && mine >= other && !(i && mine === other) ? Math.floor(mine / other) : 0;
    const longest = Math.max(a ?? 1, b ?? 1, 1);
    for (let k = 1; k <= Math.min(times, 40); k++) {
      const piece = ui.handle(h("span", { class: "piece" }, short(other)), { times: k }, t("subtract", { n: k, of: short(other) }), (move) => atLeast(move.times, k));
      piece.style.width = `${(100 * (other ?? 0)) / longest}%`;
      bar.append(piece);
    }
    const rest = times ? (mine ?? 0) - times * (other ?? 0) : mine;
    const tail = h("span", { class: "rest" }, times ? short(rest) : "");
    tail.style.width = `${(100 * (rest ?? 0)) / longest}%`;
    if (rest) bar.append(tail);
    board.append(h("div", { class: "barline" }, ui.handle(h("span", { class: "count" }, short(n)), { times: null }, short(n)), bar));
  });
  return board;
}

/** Take one stone, or two heaps become one. @param {Position} p @param {Picker} ui */
const merging = (p, ui) =>
  heapsOf(
    ui,
    p.heaps.map((/** @type {any} */ n, /** @type {number} */ heap) => ({
      n,
      name: t("mergeHeap", { i: heap }),
      take: (/** @type {number} */ k) => (k === 1 ? { heap } : { heap, take: k }),
      all: (/** @type {Move} */ chosen) => ({ merge: chosen.merge ? [chosen.merge[0], heap].sort((x, y) => (x ?? 0) - (y ?? 0)) : p.heaps.slice(heap + 1).some((/** @type {any} */ m) => String(m) !== "0") ? [heap, null] : [null, heap] }),
      covers: (/** @type {Move} */ move, /** @type {number} */ k) => (k === 1 && String(move.heap) === String(heap)) || (move.merge ?? []).includes(heap),
    })),
  );

/** A bean leaves bottle i; one comes into j, one into k. @param {Position} p @param {Picker} ui */
const beans = (p, ui) =>
  heapsOf(
    ui,
    p.bottles.map((/** @type {any} */ n, /** @type {number} */ at) => ({
      n,
      name: t("bottle", { i: at }),
      all: (/** @type {Move} */ chosen) => ("j" in chosen ? { ...chosen, k: at } : "i" in chosen ? { ...chosen, j: at } : { i: at }),
      covers: (/** @type {Move} */ move) => [move.i, move.j, move.k].includes(at),
    })),
  );

/** @param {Position} p @param {Picker} ui */
const pairs = (p, ui) =>
  h(
    "div",
    { class: "groups" },
    ...p.pairs.map((/** @type {any[]} */ pair, /** @type {number} */ at) =>
      heapsOf(ui, pair.map((n, side) => ({ n, name: t("discard", { n: short(n), i: at }), all: { pair: at, discard: side }, covers: (move) => String(move.pair) === String(at) && (move.discard === undefined || String(move.discard) === String(side)) }))),
    ),
  );

/** One heap without an index. @param {any} n @param {Picker} ui */
const oneHeap = (n, ui) => heapsOf(ui, [{ n, name: t("theHeap"), take: (k) => ({ take: k }), all: { take: null }, covers: (move, k) => atLeast(move.take, k) }]);

/** A bid that climbs to the price. @param {Position} p @param {Picker} ui */
function sale(p, ui) {
  const bid = small(p.bid ?? 0, 1e9), most = small(p.max_raise, 1e9) ?? 0, price = small(p.price, 1e9), board = h("div", { class: "track" });
  if (bid === null || price === null || Math.max(price, bid + most) - bid > 60) return ui.handle(h("p", { class: "bulk" }, `${short(p.bid ?? 0)} → ${short(p.price)}`), { raise: null }, short(p.price));
  board.append(h("span", { class: "cell here" }, bid));
  for (let at = bid + 1; at <= Math.max(price, Math.min(bid + most, price + 4)) && bid < price; at++) {
    const cell = h("span", { class: at >= price ? "cell goal" : "cell" }, at), raise = at - bid;
    board.append(raise <= most ? ui.handle(cell, { raise }, t("raise", { n: raise, to: at }), (move) => String(move.raise) === String(raise)) : cell);
  }
  return board;
}

/** @type {Record<string, (p: Position, ui: Picker) => Element>} */
export const heapBoards = {
  nim: (p, ui) => takeFrom(ui, p.heaps),
  bash: (p, ui) => takeFrom(ui, p.heaps),
  sg: (p, ui) => takeFrom(ui, p.heaps),
  wythoff,
  euclid,
  beans,
  "take-or-merge": merging,
  "pair-split": pairs,
  "fibonacci-nim": (p, ui) => oneHeap(p.stones, ui),
  "odd-even": (p, ui) => h("div", { class: "groups" }, oneHeap(p.balls, ui), h("p", { class: "muted" }, t("held", { mine: short(p.mine ?? 0), theirs: short(p.theirs ?? 0) }))),
  "public-sale": sale,
};
