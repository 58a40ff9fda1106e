// What is left to choose: the moves that agree with what was pointed at, in words, and a form for numbers that cannot be pointed at.
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { moveButton } from "./answer.js";
import { bare } from "./moves.js";

/** @typedef {import("./moves.js").Move} Move */

const LISTED_MAX = 60;

/**
 * @param {Move[]} moves @param {Move} chosen @param {import("../api.js").Entry} entry @param {boolean} complete
 * @param {import("./answer.js").Hands & {pick: (want: Move) => void, drop: () => void}} hands
 */
export function chooser(moves, chosen, entry, complete, hands) {
  const open = Object.keys(chosen).length > 0;
  // What rules of one's own call their numbers, their moves tell.
  const own = entry.id === "custom", numbers = own ? [...new Set(moves.flatMap((move) => Object.keys(bare(move))))].filter((name) => name !== "move") : Object.keys(entry.move.properties).filter((name) => [entry.move.properties[name].type].flat().includes("integer"));
  const missing = [...numbers.filter((name) => (chosen[name] ?? null) === null), ...Object.keys(chosen).filter((name) => Array.isArray(chosen[name]) && chosen[name].includes(null))];
  /** @type {Map<string, HTMLInputElement>} */
  const inputs = new Map(missing.map((name) => [name, h("input", { id: `move-${name}`, inputmode: "numeric", size: 12, autocomplete: "off" })]));
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    /** @type {Move} */
    const typed = own ? { move: moves[0]?.move } : {};
    for (const [name, input] of inputs) {
      const said = input.value.trim(), value = /^\d{1,15}$/.test(said) ? Number(said) : said;
      if (said) typed[name] = Array.isArray(chosen[name]) ? chosen[name].map((one) => one ?? value) : value;
    }
    hands.pick({ ...chosen, ...typed });
  };
  // What was chosen before shows no verdict: whoever thinks first must not read it off the colours.
  const buttons = moves.slice(0, LISTED_MAX).map((move) => moveButton({ ...move, outcome: "" }, hands, false));
  return [
    h("p", t("choose"), " ", open && h("button", { class: "small", onclick: hands.drop }, "✕ Esc")),
    h("div", { class: "moves", "data-testid": "chooser" }, ...buttons),
    ...((!complete || moves.length > LISTED_MAX || !moves.length) && missing.length ? [h("form", { class: "more", onsubmit: submit }, h("span", t("chooseMore")), ...missing.map((name) => h("label", h("code", name), " ", inputs.get(name))), h("button", t("play")))] : []),
  ];
}
