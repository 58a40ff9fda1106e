// The games, as cards with a small drawing.
import { h, svg } from "../dom.js";
import { prose } from "../ui.js";
import { families, familyOf } from "../kinds.js";
import { catalogueTexts } from "../texts/catalogue.js";

/** Small numbers that a name gives, so that no two cards look the same. @param {string} id @param {number} count @param {number} most */
function lotsOf(id, count, most) {
  let state = 7;
  for (const letter of id) state = (state * 31 + letter.charCodeAt(0)) >>> 0;
  return Array.from({ length: count }, () => 1 + ((state = (state * 1103515245 + 12345) >>> 0) >>> 16) % most);
}

/** @param {string} family @param {string} id */
function drawing(family, id) {
  const lots = lotsOf(id, 8, 5);
  /** @param {number} cx @param {number} cy @param {number} [r] @param {string} [kind] */
  const dot = (cx, cy, r = 6, kind = "") => svg("circle", { cx, cy, r, class: kind });
  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} [kind] */
  const box = (x, y, width, height, kind = "") => svg("rect", { x, y, width, height, rx: 2, class: kind });
  /** @type {Record<string, () => SVGElement[]>} */
  const shapes = {
    heaps: () => lots.slice(0, 4).flatMap((n, at) => ((x) => Array.from({ length: n }, (_, i) => svg("ellipse", { cx: x, cy: 54 - i * 9, rx: 9, ry: 5.5, class: i === n - 1 && at === lots[4] % 4 ? "go" : "" })))(14 + at * 22)),
    rows: () => [...Array.from({ length: 2 + lots[0] }, (_, i) => dot(12 + i * 13, 20, 6, i === lots[1] % 2 + 1 ? "go" : "")), ...Array.from({ length: 2 + lots[2] }, (_, i) => dot(12 + i * 13, 44))],
    boards: () => Array.from({ length: 24 }, (_, i) => box(10 + (i % 6) * 14, 6 + Math.floor(i / 6) * 14, 12, 12, [0, 1, 6, 7].some((one) => i === one + (lots[0] % 3) * 6 + (lots[1] % 5)) ? "go" : i % 7 < lots[2] ? "faint" : "")),
    graphs: () => [svg("path", { d: "M18 46L40 16L76 20L66 50ZM40 16L66 50" }), dot(18, 46, 8), dot(40, 16, 8, "go"), dot(76, 20, 8), dot(66, 50, 8)],
    scores: () => lots.slice(0, 5).map((n, i) => box(10 + i * 17, 58 - n * 10, 13, n * 10, i === lots[5] % 5 ? "go" : "")),
    rules: () => [svg("path", { d: "M8 56H20V44H30V50H42V30H54V44H66V18H78V36H92" }), dot(54, 30, 4, "go"), dot(78, 18, 4, "go")],
  };
  return svg("svg", { class: "emblem", viewBox: "0 0 100 64", "aria-hidden": "true" }, ...(shapes[family] ?? (() => [dot(50, 32, 22, "faint")]))());
}

/** @param {HTMLElement} root @param {import("../app.js").Context} ctx */
export async function mountCatalogue(root, ctx) {
  const { t, lang } = ctx;
  ctx.texts(catalogueTexts);
  const heading = h("div", { class: "hero" }, h("h1", t("headline")), h("p", t("lead")));
  const search = h("input", { type: "search", placeholder: t("search"), "aria-label": t("search"), "data-testid": "search" });
  const list = h("ul", { class: "cards" }), none = h("p", { class: "muted", hidden: true }, t("none"));
  let chosen = ctx.query.get("family") ?? "";
  search.value = ctx.query.get("q") ?? "";
  const filters = ["", ...families].map((family) => h("button", { "data-family": family, onclick: () => choose(family) }, t(family ? `family-${family}` : "all")));
  root.append(heading, h("div", { class: "filters", role: "group", "aria-label": t("families") }, search, ...filters), list, none);
  const { games } = await ctx.api.get("/games?summary=1");
  const cards = games.filter((/** @type {any} */ game) => game.id !== "zero" && game.id !== "custom").map((/** @type {any} */ game) => {
    const family = familyOf(game.id);
    const card = h("li", { class: "card" }, h("a", { href: `/play/${game.id}` }, drawing(family, game.id), h("h2", game.title[lang])), h("p", ...prose(game.summary[lang])), h("p", { class: "links" }, h("a", { href: `/table/${game.id}`, "aria-label": `${game.title[lang]}: ${t("table")}` }, t("table")), " · ", h("a", { href: `/practice/${game.id}`, "aria-label": `${game.title[lang]}: ${t("practice")}` }, t("practice"))));
    return { card, family, text: `${game.id} ${game.title.en} ${game.title.zh} ${game.summary[lang]}`.toLowerCase() };
  });
  const own = h("li", { class: "card own" }, h("a", { href: "/custom" }, drawing("rules", "custom"), h("h2", t("own"))), h("p", t("ownLead")));
  /** @param {string} family */
  function choose(family) {
    chosen = chosen === family ? "" : family;
    filter();
  }
  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = cards.filter((/** @type {any} */ one) => (!chosen || one.family === chosen) && words.every((word) => one.text.includes(word)));
    list.replaceChildren(...shown.map((/** @type {any} */ one) => one.card), ...(chosen === "" || chosen === "rules" ? [own] : []));
    none.hidden = shown.length > 0;
    for (const button of filters) button.setAttribute("aria-pressed", String(button.dataset.family === chosen));
    ctx.replace(ctx.address("/", { family: chosen, q: search.value }));
  }
  search.addEventListener("input", filter);
  filter();
}
