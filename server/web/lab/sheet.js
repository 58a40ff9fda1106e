// A sheet of questions, on paper or with fields in place of its blanks; and the link that holds it.
import { h } from "../dom.js";
import { prose, text } from "../ui.js";
import { language, t } from "../i18n.js";
import { drawn, moveFields, moveList } from "./drawing.js";

/** @typedef {{game: string, position: any, answer?: any}} Question */
/** @typedef {{title: string, ask: string[], questions: Question[]}} Sheet */

/** What may be asked, and under which name it is claimed. @type {Record<string, string>} */
export const PARTS = { verdict: "verdict", grundy: "grundy", move: "move", moves: "winning_moves" };
export const KINDS = Object.keys(PARTS);

/** Whether a game has an answer to it: where one player decides alone nobody wins. @param {string} kind @param {any} entry */
export const suits = (kind, entry) => (kind === "grundy" ? entry?.has_grundy : entry?.has_draws || !entry?.has_scores);

// ---- a link that holds the sheet itself: no seed, so that nobody can make its key from it ----
/** @param {BlobPart} data @param {GenericTransformStream} way */
const through = async (data, way) => new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(/** @type {any} */ (way))).arrayBuffer());

/** @param {Sheet} sheet */
export async function pack({ title, ask, questions }) {
  const bytes = await through(text({ title, ask, questions: questions.map(({ game, position }) => [game, position]) }), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} packed @returns {Promise<Sheet>} */
export async function unpack(packed) {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const { title, ask, questions } = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
    return { title: String(title ?? ""), ask: KINDS.filter((kind) => ask.includes(kind)), questions: questions.map((/** @type {[string, any]} */ [game, position]) => ({ game: String(game), position: Object(position) })) };
  } catch {
    throw new Error(t("badlink"));
  }
}

/**
 * The blank of a question, and its field: `put` gets what is in it, "" where it is blank again; `said` is what stood there.
 * @param {string} kind @param {any} entry @param {string} said @param {(value: string) => void} put @param {string} label
 */
function answerField(kind, entry, said, put, label) {
  if (kind === "verdict") return ["win", "loss", ...(entry?.has_draws ? ["draw"] : [])].map((value) => h("label", { class: "check" }, h("input", { type: "radio", name: label, value, checked: value === said, onchange: () => put(value) }), " ", t(`verdict-${value}`)));
  if (kind === "grundy") {
    const input = h("input", { class: "number", "aria-label": label, autocomplete: "off", value: said, oninput: () => put(input.value) });
    return [input];
  }
  const none = h("input", { type: "checkbox", checked: said === "none", onchange: () => (move.write(), put(none.checked ? "none" : "")) });
  const typed = () => {
    const given = move.read();
    none.checked = false;
    put(given ? text(given) : "");
  };
  const move = (kind === "move" ? moveFields : moveList)(entry, language(), typed);
  if (said && !none.checked) move.write(JSON.parse(said));
  return [move.node, h("label", { class: "check" }, none, " ", t("none"))];
}

/**
 * `put`: the blanks are fields, and what is in them goes there; they begin with what is in `given`.
 * @param {Map<string, any>} games @param {Sheet} sheet @param {((i: number, kind: string, value: string) => void) | null} [put] @param {Record<string, string>[]} [given]
 */
export function sheetOf(games, { title, ask, questions }, put, given = []) {
  /** @type {Set<string>} */
  const told = new Set(), lang = language();
  /** @param {number} i @param {string} kind @param {any} entry */
  const blank = (i, kind, entry) => {
    if (put) return answerField(kind, entry, given[i][kind] ?? "", (value) => put(i, kind, value), `${i + 1}: ${t(`ask-${kind}`)}`);
    if (kind !== "verdict") return [h("span", { class: kind === "grundy" ? "blank short" : "blank" })];
    return ["win", "loss", ...(entry?.has_draws ? ["draw"] : [])].map((value) => h("span", h("span", { class: "box", "aria-hidden": "true" }), t(`verdict-${value}`)));
  };
  return h(
    "section",
    { class: "paper card", "data-testid": "exam-sheet" },
    h("h2", title || t("untitled")),
    !put && h("p", { class: "names" }, `${t("name")} `, h("span", { class: "blank" }), ` ${t("date")} `, h("span", { class: "blank short" })),
    h("p", { class: "small" }, t("note")),
    h(
      "ol",
      { class: "questions" },
      ...questions.map(({ game, position }, i) => {
        const entry = games.get(game), first = !told.has(game);
        told.add(game);
        return h(
          "li",
          { "data-game": game },
          h("p", h("b", entry?.title[lang] ?? game), first && entry && h("span", { class: "muted small" }, " — ", ...prose(entry.rules[lang]))),
          drawn(entry, position, lang, null),
          h("div", { class: "asks" }, ...ask.filter((kind) => suits(kind, entry)).map((kind) => h("div", { class: kind.startsWith("move") ? "asked long" : "asked" }, h("span", t(`ask-${kind}`), kind === "grundy" && entry.has_draws && t("ornone")), ...blank(i, kind, entry)))),
        );
      }),
    ),
  );
}
