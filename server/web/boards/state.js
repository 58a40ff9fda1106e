// A position without a drawing of its own: its numbers, by their names. Rules are not a part of what is on the table.
import { h } from "../dom.js";
import { short } from "../play/moves.js";

/** @param {any} value @returns {Node | string} */
const valueOf = (value) => (Array.isArray(value) ? h("span", { class: "track" }, ...value.slice(0, 200).map((part) => (Array.isArray(part) ? h("span", { class: "track" }, ...part.slice(0, 50).map((one) => h("span", { class: "cell" }, short(one)))) : h("span", { class: "cell" }, typeof part === "object" ? JSON.stringify(part) : short(part))))) : typeof value === "object" ? JSON.stringify(value) : short(value));

/** @param {Record<string, any>} p */
export const stateBoard = (p) =>
  h("div", { class: "groups" }, ...[p.state ?? p].flat().map((state) => h("dl", { class: "state" }, ...Object.entries(state).filter(([name]) => name !== "rules").map(([name, value]) => h("div", h("dt", h("code", name)), h("dd", valueOf(value)))))));

/** Fields that stand under a drawing, because nothing of it shows them: what may be taken, who loses by the last move. */
const TERMS = ["rules", "misere", "max_take", "quota", "factor", "take", "takes", "max_raise", "piece", "m", "all_nodes"];

/** @param {Record<string, any>} p @param {Record<string, any>} words of the fields @param {"en" | "zh"} lang */
export function termsOf(p, words, lang) {
  const told = TERMS.filter((name) => name in p && p[name] !== false && JSON.stringify(p[name]).length < 160);
  return told.map((name) => h("span", { class: "term", title: words?.[name]?.[lang] ?? "" }, p[name] === true ? (words?.[name]?.[lang] ?? name) : h("code", `${name}: ${typeof p[name] === "object" ? JSON.stringify(p[name]) : short(p[name])}`)));
}
