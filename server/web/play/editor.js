// The position as a form made from its JSON Schema, and as JSON.
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { readPosition } from "../ui.js";

/** @typedef {import("./moves.js").Position} Position */

/** What was typed: JSON where it is JSON, numbers with blanks or commas between them as a list, else a text. @param {string} text @param {any} schema */
function typed(text, schema) {
  const types = [schema.type].flat();
  text = text.trim();
  if (types.includes("array") && /^[-\d][-\d\s,，]*$/.test(text)) return text.split(/[\s,，]+/).filter(Boolean).map(number);
  if (types.includes("array") && text === "") return [];
  if (types.includes("integer")) return number(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A number that JSON holds exactly, else its digits. @param {string} text */
const number = (text) => (/^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text);

/** @param {any} value */
const written = (value) => (value === undefined ? "" : Array.isArray(value) && value.every((part) => typeof part !== "object") ? value.join(" ") : typeof value === "object" ? JSON.stringify(value) : String(value));

/**
 * @param {import("../api.js").Entry} entry @param {"en" | "zh"} lang
 * @param {(position: Position) => void} use
 * @param {(text: string) => void} wrong
 */
export function editor(entry, lang, use, wrong) {
  const properties = Object.entries(entry.position.properties ?? {});
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
  const inputs = new Map();
  let timer = 0;
  const json = h("textarea", { "data-testid": "position-json", "aria-label": t("positionJson"), spellcheck: "false", rows: 3, autocomplete: "off" });
  json.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(readJson, 250);
  });
  function readJson() {
    clearTimeout(timer);
    try {
      const position = readPosition(json.value);
      json.removeAttribute("aria-invalid");
      use(position);
    } catch (error) {
      json.setAttribute("aria-invalid", "true");
      wrong(/** @type {Error} */ (error).message);
    }
  }
  const rows = properties.map(([name, schema]) => {
    const input = schema.enum ? h("select", { id: `field-${name}` }, ...schema.enum.map((/** @type {string} */ value) => h("option", { value }, value))) : h("input", { id: `field-${name}`, type: schema.type === "boolean" ? "checkbox" : "text", autocomplete: "off", spellcheck: "false" });
    input.addEventListener("change", readForm);
    inputs.set(name, input);
    return h("div", { class: "field" }, h("label", { for: `field-${name}` }, h("code", name), " ", h("span", { class: "muted" }, entry.fields?.position?.[name]?.[lang] ?? "")), input);
  });
  /** @type {Position} */
  let now = {};
  function readForm() {
    /** @type {Position} */
    const position = {};
    for (const [name, schema] of properties) {
      const input = /** @type {HTMLInputElement} */ (inputs.get(name)), required = entry.position.required?.includes(name);
      if (schema.type === "boolean") {
        if (input.checked || name in now) position[name] = input.checked;
      } else if (input.value.trim() !== "" || required) position[name] = typed(input.value, schema);
    }
    use(position);
  }
  return {
    node: h("section", { class: "card editor noprint" }, h("h2", t("position")), json, properties.length > 0 && h("details", h("summary", t("asForm")), h("form", { class: "fields", onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, ...rows))),
    /** Shows a position; what is being typed stays. @param {Position} position */
    set(position) {
      now = position;
      clearTimeout(timer);
      json.removeAttribute("aria-invalid");
      let same = false;
      try {
        same = JSON.stringify(JSON.parse(json.value)) === JSON.stringify(position);
      } catch {
        same = false;
      }
      if (!same) json.value = JSON.stringify(position);
      for (const [name] of properties) {
        const input = /** @type {HTMLInputElement} */ (inputs.get(name));
        input.removeAttribute("aria-invalid");
        if (input.type === "checkbox") input.checked = Boolean(position[name]);
        else if (document.activeElement !== input) input.value = written(position[name]);
      }
    },
    /** What came with the address and cannot be read, to be mended. @param {string} text */
    type(text) {
      json.value = text;
      json.setAttribute("aria-invalid", "true");
    },
    /** Marks the fields that a problem points to. @param {{pointer: string}[]} faults */
    mark(faults) {
      for (const { pointer } of faults) (inputs.get(pointer.split("/")[1]) ?? json).setAttribute("aria-invalid", "true");
      if (faults.length) json.setAttribute("aria-invalid", "true");
    },
  };
}
