// Two languages: what the page says itself. Everything about a game comes from the service, in the same language.

/** @typedef {Record<string, [en: string, zh: string] | string>} Texts by key; a text that stands alone is the same in both languages */

/** @type {Texts} */
const lasting = {};
/** @type {Texts} */
let viewTexts = {};
/** @type {"en" | "zh"} */
let current = "en";

/** What would be kept if the browser let us. @type {Map<string, string | null>} */
const memory = new Map();

/** @param {string} key @param {boolean} [passing] for this tab alone, until it is closed @returns {string | null} */
export function recall(key, passing) {
  try {
    return memory.get(key) ?? (passing ? sessionStorage : localStorage).getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value @param {boolean} [passing] */
export function keep(key, value, passing) {
  if (key === "lang") tongue = value;
  try {
    (passing ? sessionStorage : localStorage).setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

export const language = () => current;

/** What every view says. @param {Texts} texts */
export const register = (texts) => Object.assign(lasting, texts);

/** What the view says that is there now; none: another one begins. @param {Texts} [texts] */
export function registerView(texts) {
  viewTexts = texts ? { ...viewTexts, ...texts } : {};
}

/**
 * The text of a key; {name} in it stands for a parameter.
 * @param {string} key
 * @param {Record<string, any>} [params]
 */
export function t(key, params) {
  const found = viewTexts[key] ?? lasting[key] ?? key, text = typeof found === "string" ? found : found[current === "zh" ? 1 : 0];
  return params ? text.replace(/\{(\w+)\}/g, (all, name) => (name in params ? String(params[name]) : all)) : text;
}

/** @param {string | null} lang */
export function speak(lang) {
  current = lang?.startsWith("zh") ? "zh" : "en";
  document.documentElement.lang = current === "zh" ? "zh-CN" : "en";
}

/** What the address asks for. */
export const here = () => new URLSearchParams(location.search);

// What was clicked once, then what the browser asks for: what another tab clicks later is not for this one.
let tongue = recall("lang") ?? navigator.language ?? "en";

// What the address says counts for this page alone.
export const spoken = () => here().get("lang") ?? tongue;
