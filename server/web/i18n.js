// Two languages: what the page says itself. Everything about a game comes from the service, in the same language.

/** @typedef {Record<string, string>} Words */
/** @typedef {{en: Words, zh: Words}} Texts */

/** @type {Texts} */
const shellWords = { en: {}, zh: {} };
/** @type {Texts} */
let viewWords = { en: {}, zh: {} };
/** @type {"en" | "zh"} */
let current = "en";

/** @param {string} key @returns {string | null} */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string | null} value */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    return;
  }
}

export const language = () => current;

/** What every view says. @param {Texts} texts */
export function register(texts) {
  Object.assign(shellWords.en, texts.en);
  Object.assign(shellWords.zh, texts.zh);
}

/** What the view says that is there now; none: another one begins. @param {Texts} [texts] */
export function registerView(texts) {
  viewWords = texts ? { en: { ...viewWords.en, ...texts.en }, zh: { ...viewWords.zh, ...texts.zh } } : { en: {}, zh: {} };
}

/**
 * The text of a key; {name} in it stands for a parameter.
 * @param {string} key
 * @param {Record<string, any>} [params]
 */
export function t(key, params) {
  const text = viewWords[current][key] ?? shellWords[current][key] ?? viewWords.en[key] ?? shellWords.en[key] ?? key;
  return params ? text.replace(/\{(\w+)\}/g, (all, name) => (name in params ? String(params[name]) : all)) : text;
}

/** @param {string | null} lang */
export function speak(lang) {
  current = lang?.startsWith("zh") ? "zh" : "en";
  document.documentElement.lang = current === "zh" ? "zh-CN" : "en";
}

// What the address says counts for this page alone; then what was clicked once; then what the browser asks for.
export const spoken = () => new URLSearchParams(location.search).get("lang") ?? recall("lang") ?? navigator.language ?? "en";
