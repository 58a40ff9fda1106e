// A position without a drawing of its own: its numbers, by their names. Rules are not a part of what is on the table.
import { h } from "../dom.js";
import { short } from "../play/moves.js";

/** @typedef {import("../play/picker.js").Picker} Picker */

/**
 * What stands at each place of a position, as far as it is made of lists. A place begins with ~, which no field of a move does: a move that
 * changes what stands there is given a field of that name.
 * @param {any} value @param {string} [place] @returns {Record<string, string>}
 */
const places = (value, place = "") => (value && typeof value === "object" ? Object.assign({}, ...Object.entries(value).map(([name, one]) => (name === "rules" ? {} : places(one, `${place}~${name}`)))) : { [place]: String(value) });

/** @param {any} p */
const stateOf = (p) => [p.state ?? p].flat();

/** Marks the moves with the places that they change. @param {Record<string, any>} p @param {import("../play/moves.js").Move[]} moves */
export function markPlaces(p, moves) {
  const here = places(stateOf(p));
  for (const move of moves) {
    if (!move.to) continue;
    const there = places(stateOf(move.to));
    for (const place in here) if (here[place] !== there[place]) move[place] = true;
  }
}

/** @param {Record<string, any>} p @param {Picker} ui */
export function stateBoard(p, ui) {
  /** @param {any} value @param {string} place @param {string} said @returns {Node | string} */
  const valueOf = (value, place, said) => (Array.isArray(value) ? h("span", { class: "track" }, ...value.slice(0, 200).map((part, i) => valueOf(part, `${place}~${i}`, `${said}[${i}]`))) : ui.handle(h("span", { class: "cell" }, typeof value === "object" ? JSON.stringify(value) : short(value)), { [place]: true }, `${said}: ${short(value)}`));
  return h("div", { class: "groups" }, ...stateOf(p).map((state, i) => h("dl", { class: "state" }, ...Object.entries(state).filter(([name]) => name !== "rules").map(([name, value]) => h("div", h("dt", h("code", name)), h("dd", valueOf(value, `~${i}~${name}`, name)))))));
}

/** Fields that stand under a drawing, because nothing of it shows them: what may be taken, who loses by the last move. */
const TERMS = ["rules", "misere", "max_take", "quota", "factor", "take", "takes", "max_raise", "piece", "m", "all_nodes"];

/** @param {Record<string, any>} p @param {Record<string, any>} words of the fields @param {"en" | "zh"} lang */
export function termsOf(p, words, lang) {
  const told = TERMS.filter((name) => name in p && p[name] !== false && JSON.stringify(p[name]).length < 160);
  return told.map((name) => h("span", { class: "term", title: words?.[name]?.[lang] ?? "" }, p[name] === true ? (words?.[name]?.[lang] ?? name) : h("code", `${name}: ${typeof p[name] === "object" ? JSON.stringify(p[name]) : short(p[name])}`)));
}
