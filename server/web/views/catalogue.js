// The games, as cards.
import { h } from "../dom.js";

/** @param {HTMLElement} root @param {import("../app.js").Context} ctx */
export async function mount(root, ctx) {
  const { games } = await ctx.api.get("/games?summary=1");
  root.append(h("h1", null, ctx.t("games")), h("ul", null, ...games.map((/** @type {any} */ game) => h("li", null, h("a", { href: `/play/${game.id}` }, game.title.en ?? game.title)))));
}
