// What several views need: labelled fields, files to save, things to copy, problems.
import { h } from "./dom.js";
import { Problem, problemLines } from "./api.js";
import { t } from "./i18n.js";

/** @typedef {import("./dom.js").Child} Child */

/** A control with its name above it. @param {Child} name @param {HTMLElement} control @param {string} [more] */
export const field = (name, control, more = "") => h("label", { class: `field ${more}` }, h("span", name), control);

/** @param {[string, string][]} options value and text @param {string} [chosen] @param {Record<string, any>} [attrs] */
export const choice = (options, chosen, attrs) => h("select", attrs, ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));

/** @param {string} text @param {() => void} onclick @param {Record<string, any>} [attrs] */
export const button = (text, onclick, attrs) => h("button", { type: "button", onclick, ...attrs }, text);

/** Gives a file to the reader. @param {string} name @param {string | Blob | null} content @param {string} [type] */
export function save(name, content, type = "text/plain") {
  if (content === null) return;
  const href = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  const link = h("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}

/** A button that copies, and says so. @param {string} text @param {() => string | Promise<string>} what */
export function copier(text, what) {
  const self = button(text, async () => {
    const said = await what();
    try {
      await navigator.clipboard.writeText(said);
    } catch {
      const area = h("textarea", { class: "sr" }, said);
      self.after(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      self.focus();
    }
    self.textContent = `✓ ${text}`;
    setTimeout(() => (self.textContent = text), 1500);
  });
  return self;
}

/**
 * What went wrong, in the service's words; nothing for what was given up. What may go well another time can be tried again.
 * @param {HTMLElement} into @param {any} error @param {() => void} [again]
 */
export function fail(into, error, again) {
  if (error?.name === "AbortError") return;
  const passing = again && error instanceof Problem && (!error.status || error.status >= 500 || error.status === 429);
  into.replaceChildren(h("div", { class: "fault", role: "alert", "data-testid": "error" }, problemLines(error).map((line) => h("p", prose(line))), passing && button(t("retry"), again)));
}

/**
 * Only the last of several questions counts: each begins by giving up the one before.
 * @returns {{next: () => AbortSignal, stop: () => void}}
 */
export function latest() {
  let now = new AbortController();
  return {
    next() {
      now.abort();
      now = new AbortController();
      return now.signal;
    },
    stop: () => now.abort(),
  };
}

/** The position that is written there. @param {string} said @returns {Record<string, any>} */
export function readPosition(said) {
  try {
    const position = JSON.parse(said);
    if (!position || typeof position !== "object" || Array.isArray(position)) throw new Error(t("noObject"));
    return position;
  } catch (error) {
    throw new Error(t("badJson", { why: /** @type {Error} */ (error).message }));
  }
}

/** Letters that every server takes as an address. */
export const ADDRESS_MAX = 5000;

/** @param {unknown} value */
export const text = (value) => JSON.stringify(value);

/** Words of the service, in which `x` is code and **x** is strong. @param {string} said */
export const prose = (said) => said.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => (part[0] === "`" && part.length > 1 ? h("code", part.slice(1, -1)) : part.startsWith("**") ? h("strong", part.slice(2, -2)) : part));

/** Where a position is played. @param {string} game @param {any} position */
export const boardOf = (game, position) => ((said) => `/play/${game}${said.length > ADDRESS_MAX ? "#" : "?"}position=${said}`)(encodeURIComponent(text(position)));
