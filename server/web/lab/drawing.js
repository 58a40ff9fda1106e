// A position outside the board, on a sheet or in a puzzle; and the fields of a move.
import { h } from "../dom.js";
import { button, field, prose, text } from "../ui.js";
import { t } from "../i18n.js";
import { sketch } from "../views/play.js";

const LETTERS_MAX = 1500;

/** @param {any} value @returns {string} */
const plain = (value) => (Array.isArray(value) ? (value.every((one) => typeof one !== "object") ? value.join(", ") : text(value).replaceAll(",", ", ")) : value && typeof value === "object" ? Object.entries(value).map(([name, one]) => `${name} ${plain(one)}`).join("; ") : String(value));

/** The first sentence of what the catalogue says of a field, as a label. @param {string | undefined} words */
const label = (words) => (words ?? "").split(/\.( |$)|[。；]/)[0];

/** The fields of a position and what stands in them. @param {any} entry @param {any} position @param {"en" | "zh"} lang */
const fieldsOf = (entry, position, lang) =>
  h(
    "div",
    { class: "position" },
    ...Object.entries(position).map(([name, value]) => {
      const words = label(entry?.fields.position[name]?.[lang]) || name;
      if (typeof value === "boolean") return value && h("p", words);
      const grid = Array.isArray(value) && value.length > 0 && value.every((row) => (typeof row === "string" && /^[.#]+$/.test(row)) || (name === "matrix" && Array.isArray(row)));
      return h("p", h("span", { class: "muted" }, ...prose(words), t("colon")), grid ? h("pre", value.map((/** @type {any} */ row) => (typeof row === "string" ? row : row.join(" "))).join("\n")) : h("b", plain(value) || "—"));
    }),
  );

/**
 * A position: drawn as on the board, what stands in its fields beside it. `pick` gets what a click on a part of it means.
 * @param {any} entry @param {any} position @param {"en" | "zh"} lang @param {((want: any) => void) | null} pick
 */
export const drawn = (entry, position, lang, pick) => h("div", { class: "shown" }, entry && text(position).length < LETTERS_MAX && sketch(entry.id, position, pick), fieldsOf(entry, position, lang));

/** What is typed for a field of a move. @param {string} typed @param {any} schema */
export function readField(typed, schema) {
  const said = typed.trim(), types = [schema?.type].flat(), whole = (/** @type {string} */ one) => (/^-?\d+$/.test(one) && Math.abs(Number(one)) <= Number.MAX_SAFE_INTEGER ? Number(one) : one);
  if (types.includes("array")) return said.split(/[^\d-]+/).filter(Boolean).map(whole);
  return types.includes("integer") ? whole(said) : said;
}

/**
 * A field for each field of a move. `read` gives the move; null: nothing was typed.
 * @param {any} entry @param {"en" | "zh"} lang @param {() => void} [oninput]
 */
export function moveFields(entry, lang, oninput) {
  const properties = /** @type {Record<string, any>} */ (entry?.move.properties ?? {});
  const inputs = Object.entries(properties).map(([name, schema]) => {
    const list = [schema.type].flat().includes("array");
    const input = schema.enum ? h("select", { oninput }, ...["", ...schema.enum].map((value) => h("option", { value }, value || "—"))) : h("input", { class: list ? "" : "number", autocomplete: "off", placeholder: list ? "1, 2" : "", oninput });
    return { name, schema, input };
  });
  return {
    node: h("div", { class: "row" }, ...inputs.map(({ name, input }) => field(h("span", { title: entry.fields.move[name]?.[lang] ?? "" }, label(entry.fields.move[name]?.[lang]) || name), input, "slim"))),
    /** @returns {Record<string, any> | null} */
    read() {
      const given = inputs.filter(({ input }) => input.value.trim());
      return given.length ? Object.fromEntries(given.map(({ name, schema, input }) => [name, readField(input.value, schema)])) : null;
    },
    /** @param {Record<string, any>} [move] */
    write(move = {}) {
      for (const { name, input } of inputs) input.value = name in move ? (Array.isArray(move[name]) ? move[name].join(", ") : String(move[name])) : "";
    },
  };
}

/**
 * The same for a list of moves, to which one after the other is added.
 * @param {any} entry @param {"en" | "zh"} lang @param {() => void} [onchange]
 */
export function moveList(entry, lang, onchange) {
  const one = moveFields(entry, lang, onchange), chips = h("p", { class: "row" });
  /** @type {any[]} */
  let list = [];
  // What is typed as a whole move is meant, though it were not added.
  const all = () => {
    const move = one.read(), whole = move && entry.move.required.every((/** @type {string} */ name) => move[name] !== undefined && !text(move[name]).includes("null"));
    return whole && !list.some((other) => text(other) === text(move)) ? [...list, move] : list;
  };
  const write = (/** @type {any[]} */ moves = []) => {
    list = moves;
    one.write();
    chips.replaceChildren(...list.map((move, i) => button(`${Object.entries(move).map(([name, value]) => `${label(entry.fields.move[name]?.[lang]) || name} ${plain(value)}`).join(" · ")} ×`, () => (write(list.toSpliced(i, 1)), onchange?.()), { class: "tiny", title: t("remove") })));
  };
  return {
    node: h("div", { class: "editor" }, one.node, h("div", { class: "row" }, button(t("add"), () => (write(all()), onchange?.())), chips)),
    read: () => (all().length ? all() : null),
    write,
    list: () => list,
    /** What is clicked on a drawing: a move is added when it is whole. @param {Record<string, any>} want */
    pick(want) {
      one.write({ ...one.read(), ...want });
      if (all().length > list.length) write(all());
    },
  };
}
