// A game by the name in the address. A well-known name, as kayles, is a game of ours under rules of its own: the address becomes that game's.
import { api } from "./api.js";
import { here } from "./i18n.js";
import { familyOf } from "./kinds.js";

/** @param {import("./app.js").Context} ctx @param {string} view @returns {Promise<import("./api.js").Entry>} */
export async function gameOf(ctx, view) {
  let name = ctx.path[0] ?? "";
  if (!familyOf(name)) {
    const { games, names } = await api.get("/games?summary=1"), plain = (/** @type {string} */ text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    const ours = games.some((/** @type {any} */ game) => game.id === name), known = !ours && names.find((/** @type {any} */ one) => [one.id, one.title.en, one.title.zh].some((text) => plain(text) === plain(name)));
    if (known) {
      name = known.game;
      ctx.replace(ctx.address(`/${view}/${name}`, { position: JSON.stringify(known.position) }));
      ctx.query = here();
    } else if (!ours) await api.get(location.pathname);
  }
  return api.get(`/games/${encodeURIComponent(name)}`);
}
