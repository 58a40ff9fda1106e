// The shell: which view is shown, in which language and theme.
import { h, svg } from "./dom.js";
import { api, giveUp, problemLines } from "./api.js";
import { playTexts } from "./texts/play.js";
import { shellTexts } from "./texts/shell.js";
import { mountCatalogue } from "./views/catalogue.js";
import { mountCustom } from "./views/custom.js";
import { mountDocs } from "./views/docs.js";
import { mountExam } from "./views/exam.js";
import { mountPlay } from "./views/play.js";
import { mountPractice } from "./views/practice.js";
import { mountTable } from "./views/table.js";
import { here, keep, language, recall, register, registerView, speak, spoken, t } from "./i18n.js";

/**
 * What a view is given. `path`: the segments after the view's name. `replace` changes the address and nothing else; `navigate` goes there.
 * @typedef {object} Context
 * @property {string[]} path
 * @property {URLSearchParams} query
 * @property {typeof api} api
 * @property {typeof t} t
 * @property {"en" | "zh"} lang
 * @property {(texts: import("./i18n.js").Texts) => void} texts
 * @property {(url: string) => void} navigate
 * @property {(path: string, params: Record<string, any>) => string} address of what is shown here: nothing that is empty, and the language if this address said one
 * @property {(url: string) => void} replace
 * @property {(text: string) => void} title
 */
/** @typedef {(root: HTMLElement, ctx: Context) => Promise<void | (() => void)>} View mounts itself, and gives back what is to be done when it is left */

register(playTexts);
register(shellTexts);

/** @type {Record<string, View>} */
const views = { "": mountCatalogue, play: mountPlay, table: mountTable, practice: mountPractice, exam: mountExam, docs: mountDocs, custom: mountCustom };

/** @type {(() => void) | void} */
let leave;
let mounts = 0;
let shown = "";
// The fragment holds a sheet for students, or a long position; in the reference it is a place in the page.
const address = () => (location.pathname === "/docs" ? location.href.split("#")[0] : location.href);

/** @param {string} url */
const isView = (url) => {
  const { origin, pathname } = new URL(url, location.href);
  return origin === location.origin && (pathname === "/" || /^\/(play|table|practice)\/[^/]+$|^\/(exam|docs|custom)$/.test(pathname));
};

/** @param {string} url */
function navigate(url) {
  if (!isView(url)) return location.assign(url);
  history.replaceState(scrollY, "");
  history.pushState(null, "", url);
  scrollTo(0, 0);
  show(true);
}

/** @param {HTMLElement} root @param {any} error */
function showFailure(root, error) {
  root.replaceChildren(
    h("div", { class: "card failure", role: "alert", "data-testid": "error" }, h("h1", t("sorry")), ...problemLines(error).map((line) => h("p", line)), h("p", error.status !== 404 && h("button", { class: "primary", onclick: () => show(false) }, t("retry")), " ", h("a", { href: "/" }, t("games")))),
  );
}

/** @param {boolean} focus whether the reader came here by a link */
async function show(focus) {
  const mine = ++mounts;
  shown = address();
  const [name = "", ...path] = location.pathname.split("/").slice(1).map(decodeURIComponent);
  giveUp();
  leave?.();
  leave = undefined;
  speak(spoken());
  registerView();
  frame(name);
  const root = h("main", { id: "view", tabindex: "-1", "aria-busy": "true" });
  document.querySelector("main")?.replaceWith(root);
  if (focus) root.focus({ preventScroll: true });
  document.title = "Grundy";
  try {
    // Not here: the service says so, and what is nearest.
    if (!isView(location.href)) {
      await api.get(location.pathname + location.search);
      return location.reload();
    }
    const left = await views[name](root, {
      path,
      query: here(),
      api,
      t,
      lang: language(),
      texts: registerView,
      navigate,
      address: (path, params) => {
        const all = new URLSearchParams(/** @type {[string, string][]} */ (Object.entries({ ...params, lang: here().get("lang") }).filter(([, value]) => (value ?? "") !== "")));
        return path + (all.size ? `?${all}` : "");
      },
      replace: (url) => {
        if (mine !== mounts) return;
        history.replaceState(null, "", url);
        shown = address();
      },
      title: (text) => {
        if (mine === mounts) document.title = text ? `${text} · Grundy` : "Grundy";
      },
    });
    if (mine === mounts) leave = left;
    else left?.();
  } catch (error) {
    if (mine === mounts) showFailure(root, error);
  }
  root.removeAttribute("aria-busy");
}

/** @param {"en" | "zh"} lang */
function choose(lang) {
  keep("lang", lang);
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  history.replaceState(null, "", url);
  show(false);
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-testid=lang-${lang}]`))?.focus();
}

const dark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

/** @param {string | null} theme */
function paint(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

function toggleTheme() {
  const theme = dark() ? "light" : "dark";
  keep("theme", theme);
  paint(theme);
  show(false);
  /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=theme]"))?.focus();
}

const narrow = matchMedia("(max-width: 560px)");

// What stands around every view, in the language of now.
/** @param {string} name */
function frame(name) {
  /** @param {string} href @param {string} text */
  const link = (href, text) => h("a", { href, "aria-current": `/${name}` === href && "page" }, text);
  /** @param {"en" | "zh"} lang @param {string} code @param {string} text */
  const speaks = (lang, code, text) => h("button", { "data-testid": `lang-${lang}`, lang: code, "aria-pressed": String(language() === lang), onclick: () => choose(lang) }, text);
  const logo = svg("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, svg("path", { d: "M16 6h.1M10 16h.1M22 16h.1M5 26h.1M16 26h.1M27 26h.1" }));
  const moon = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("circle", { cx: 12, cy: 12, r: 8, fill: "none", stroke: "currentColor", "stroke-width": 2 }), svg("path", { d: "M12 4a8 8 0 0 1 0 16z", fill: "currentColor" }));
  const nav = h("nav", { "aria-label": "Grundy" }, link("/", t("games")), link("/custom", t("own")), link("/exam", t("exam")), link("/docs", t("docs")));
  const choices = h("div", { class: "choices" }, speaks("en", "en", "EN"), speaks("zh", "zh-CN", "中文"), h("button", { "data-testid": "theme", "aria-label": t("theme"), title: t("theme"), onclick: toggleTheme }, moon));
  const head = h("header", h("a", { class: "skip", href: "#view", onclick: (/** @type {Event} */ event) => (event.preventDefault(), document.querySelector("main")?.focus()) }, t("skip")), h("a", { class: "logo", href: "/" }, logo, h("span", "Grundy")));
  // Keys go through it as it is seen, and on a narrow screen the names of the views stand below.
  const place = () => head.append(...(narrow.matches ? [choices, nav] : [nav, choices]));
  narrow.onchange = place;
  place();
  const foot = h("footer", h("p", t("footer")));
  const old = document.querySelector("header");
  if (old) {
    old.replaceWith(head);
    document.querySelector("footer")?.replaceWith(foot);
  } else {
    document.body.replaceChildren(head, h("main"), foot);
  }
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.hasAttribute("download")) return;
  if (!isView(link.href) || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  navigate(link.href);
});
// A jump within the page is no other page.
addEventListener("popstate", async ({ state }) => {
  if (address() === shown) return;
  const mine = mounts + 1;
  await show(true);
  // What stood there before comes with the answers: only then is there where to go back to.
  if (state && mine === mounts) scrollTo(0, state);
});
paint(recall("theme"));
show(false);
