// Boards of cells: squares to fill, pieces that walk, sheets that are cut.
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { fits, short, small } from "../play/moves.js";
import { heapsOf } from "./heaps.js";

/** @typedef {import("../play/moves.js").Move} Move */
/** @typedef {import("../play/moves.js").Position} Position */
/** @typedef {import("../play/picker.js").Picker} Picker */

const SIDE_MAX = 16;
/** @type {Record<string, string>} */
const PIECES = { rook: "♜", queen: "♛", bishop: "♝", king: "♚", knight: "♞", "hyper-knight": "♞" };

/** @param {number} columns @param {Element[]} cells @param {string} [kind] */
function gridOf(columns, cells, kind = "") {
  if (kind === "checked") cells.forEach((cell, i) => cell.classList.toggle("dark", (Math.floor(i / columns) + (i % columns)) % 2 === 0));
  const board = h("div", { class: `grid ${kind}` }, ...cells);
  board.style.setProperty("--columns", String(columns));
  return board;
}

/** @param {Position} p @param {Picker} ui */
function squares(p, ui) {
  const columns = p.grid[0]?.length ?? 0;
  /** @type {HTMLElement[]} */
  const cells = [];
  p.grid.forEach((/** @type {string} */ line, /** @type {number} */ row) =>
    [...line].forEach((letter, col) => {
      const cell = h("span", { class: letter === "#" ? "square full" : "square" });
      cells.push(letter === "#" ? cell : ui.handle(cell, { row, col }, t("placeAt", { row, col }), (move) => "row" in move && [0, 1].includes(row - Number(move.row)) && [0, 1].includes(col - Number(move.col))));
    }),
  );
  return cells.length ? gridOf(columns, cells, columns > 20 ? "tiny" : "") : h("p", { class: "muted" }, t("empty"));
}

/** @param {Position} p @param {Picker} ui */
function matrix(p, ui) {
  const rows = p.matrix.length, columns = p.matrix[0]?.length ?? 0, from = Math.max(0, rows - SIDE_MAX), left = Math.max(0, columns - SIDE_MAX);
  /** @type {HTMLElement[]} */
  const cells = [];
  for (let row = from; row < rows; row++)
    for (let col = left; col < columns; col++) {
      const value = p.matrix[row][col], cell = h("span", { class: "square number" }, short(value)), lastRow = row === rows - 1, lastColumn = col === columns - 1;
      const remove = lastRow && !(lastColumn && rows > 1 && row === from) ? "row" : "column";
      cells.push(lastRow || lastColumn ? ui.handle(cell, { remove: lastRow && lastColumn ? null : remove }, t(lastRow ? "lastRow" : "lastColumn"), (move) => (lastRow && move.remove === "row") || (lastColumn && move.remove === "column")) : cell);
    }
  return cells.length ? h("div", { class: "groups" }, from || left ? h("p", { class: "muted" }, `${rows} × ${columns} …`) : null, gridOf(columns - left, cells)) : h("p", { class: "muted" }, t("empty"));
}

/** The coin walks from the top right to the bottom left. @param {Position} p @param {Picker} ui */
function kiki(p, ui) {
  const rows = small(p.rows, SIDE_MAX), columns = small(p.cols, SIDE_MAX);
  if (rows === null || columns === null) return ui.handle(h("p", { class: "bulk" }, `${short(p.rows)} × ${short(p.cols)}`), { step: null }, t("board"));
  /** @type {HTMLElement[]} */
  const cells = [];
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < columns; col++) {
      const coin = !row && col === columns - 1, goal = row === rows - 1 && !col;
      const cell = h("span", { class: goal ? "square goal" : "square" }, coin && h("span", { class: "pawn" }));
      const step = row + (columns - 1 - col) === 0 || row > 1 || columns - 1 - col > 1 ? null : row ? (col === columns - 1 ? "down" : "left-down") : "left";
      cells.push(step ? ui.handle(cell, { step }, t(`step-${step}`), (move) => move.step === step) : cell);
    }
  return gridOf(columns, cells, "checked");
}

/** Squares from the corner (0,0), which is at the bottom left. @param {number} low @param {number} wide @param {number} high @param {(x: number, y: number) => HTMLElement} cell */
function plane(low, wide, high, cell) {
  /** @type {HTMLElement[]} */
  const cells = [];
  for (let y = high; y >= low; y--) for (let x = low; x <= wide; x++) cells.push(cell(x, y));
  return gridOf(wide - low + 1, cells, "checked");
}

/** @param {any[]} list */
const largest = (list) => [0, 1].map((side) => Math.max(2, ...list.map((place) => small(place[side], SIDE_MAX) ?? Infinity)));

/** @param {Position} p @param {Picker} ui */
function pieces(p, ui) {
  const letter = PIECES[p.piece], [wide, high] = largest(p.squares);
  if (!isFinite(wide) || !isFinite(high)) return heapsOf(ui, p.squares.map((/** @type {any} */ square, /** @type {number} */ index) => ({ n: square.map(short).join(", "), name: `${letter} ${index}`, all: { index }, covers: (/** @type {Move} */ move) => String(move.index) === String(index) })));
  const more = /knight/.test(p.piece) ? 1 : 0; // what a step may gain on one side
  return plane(0, Math.max(wide + more, 4), Math.max(high + more, 4), (x, y) => {
    const here = p.squares.map((/** @type {any} */ square, /** @type {number} */ i) => (Number(square[0]) === x && Number(square[1]) === y ? i : -1)).filter((/** @type {number} */ i) => i >= 0);
    const cell = h("span", { class: x || y ? "square" : "square goal" }, here.length > 0 && h("span", { class: "pawn" }, letter, here.length > 1 && h("sub", here.length)));
    /** @param {Move} chosen */
    const want = (chosen) => {
      const go = { ...chosen, square: [x, y] };
      return "index" in chosen && ui.moves.some((move) => fits(move, go)) ? go : here.length ? { index: here[0] } : "index" in chosen ? go : { square: [x, y] };
    };
    return ui.handle(cell, want, `${here.length ? `${letter} ` : ""}${x}, ${y}`, (move) => (move.square && Number(move.square[0]) === x && Number(move.square[1]) === y) || here.includes(Number(move.index ?? -1)));
  });
}

/** @param {Position} p @param {Picker} ui */
function bombs(p, ui) {
  const [wide, high] = largest(p.bombs);
  if (!isFinite(wide) || !isFinite(high)) return heapsOf(ui, p.bombs.map((/** @type {any} */ at, /** @type {number} */ bomb) => ({ n: at.join(", "), name: t("bomb", { i: bomb }), all: { bomb }, covers: (/** @type {Move} */ move) => String(move.bomb) === String(bomb) })));
  return plane(1, wide, high, (x, y) => {
    const here = p.bombs.findIndex((/** @type {any} */ at) => Number(at[0]) === x && Number(at[1]) === y);
    const cell = h("span", { class: "square" }, here >= 0 && h("span", { class: "pawn bomb" }));
    /** @param {Move} chosen */
    const want = (chosen) => {
      const bomb = "bomb" in chosen ? Number(chosen.bomb) : p.bombs.findIndex((/** @type {any} */ at) => (at[0] > 1 || at[1] > 1) && at[0] >= x && at[1] >= y), at = p.bombs[bomb];
      if ((here >= 0 && here !== bomb) || !at || (at[0] === x && at[1] === y)) return { bomb: here >= 0 ? here : bomb };
      return at[0] > 1 && at[1] > 1 ? { bomb, u: x, v: y } : Number(at[0]) === 1 ? { bomb, v: y } : { bomb, u: x };
    };
    return ui.handle(cell, want, here >= 0 ? t("bomb", { i: here }) : `${x}, ${y}`, (move) => {
      const at = p.bombs[Number(move.bomb ?? -1)];
      return Boolean(at) && ((x === Number(at[0]) && y === Number(at[1])) || (x === Number(move.u) && y === Number(at[1])) || (x === Number(at[0]) && y === Number(move.v)));
    });
  });
}

/** @param {Position} p @param {Picker} ui */
function cutting(p, ui) {
  const [wide, high] = largest(p.sheets);
  if (!isFinite(wide + high) || p.sheets.length > 40) return heapsOf(ui, p.sheets.map((/** @type {any} */ size, /** @type {number} */ sheet) => ({ n: size.map(short).join(" × "), name: t("sheet", { i: sheet }), all: { sheet }, covers: (/** @type {Move} */ move) => String(move.sheet) === String(sheet) })));
  return h(
    "div",
    { class: "groups sheets" },
    ...p.sheets.map((/** @type {any} */ size, /** @type {number} */ sheet) => {
      const paper = h("div", { class: "sheet" });
      paper.style.setProperty("--w", size[0]);
      paper.style.setProperty("--h", size[1]);
      for (const [side, length] of [["width", size[0]], ["height", size[1]]])
        for (let k = 1; k < length; k++) {
          const line = ui.handle(h("span", { class: `cut ${side}` }), { sheet, [side]: k }, t(side, { n: k, i: sheet }), (move) => String(move.sheet) === String(sheet) && String(move[side]) === String(k));
          line.style.setProperty("--k", String(k));
          paper.append(line);
        }
      return h("figure", paper, h("figcaption", { class: "count" }, size.join(" × ")));
    }),
    !p.sheets.length && h("p", { class: "muted" }, t("empty")),
  );
}

/** @type {Record<string, (p: Position, ui: Picker) => Element>} */
export const gridBoards = { squares, "even-matrix": matrix, kiki, pieces, bombs, cutting };
