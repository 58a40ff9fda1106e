// The plies that were played, with a bar of verdicts; at the end the review, and the record as a file.
import { h } from "../dom.js";
import { api } from "../api.js";
import { language, t } from "../i18n.js";
import { save, text } from "../ui.js";
import { Game } from "./game.js";

/** @typedef {import("./moves.js").Move} Move */

/** @param {{jump: (n: number) => void, game: () => Game, load: (game: Game) => void, fail: (error: any) => void}} hands */
export function recordPanel(hands) {
  const list = h("ol", { class: "record", "data-testid": "record" }), bar = h("div", { class: "verdictbar", "aria-hidden": "true" }), review = h("div", { class: "review", "data-testid": "review" });
  const file = h("input", { type: "file", accept: "application/json", class: "sr", tabindex: "-1", "aria-hidden": "true" });
  let reviewed = "";
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (chosen) await read(await chosen.text()).catch(hands.fail);
  });

  /** The positions of a record, one question at a time: an illegal move is told where it is. @param {string} text */
  async function read(text) {
    const now = hands.game(), shown = JSON.stringify(now);
    let kept;
    try {
      kept = JSON.parse(text);
    } catch {
      kept = null;
    }
    if (kept?.game !== now.id || Object(kept.position) !== kept.position || !Array.isArray(kept.record)) throw new Error(t("badRecord"));
    const { position, record } = kept, game = new Game(now.id, position);
    game.scored = now.scored;
    for (const move of record) {
      const reply = await api.post("/apply", { game: now.id, position: game.full, move, language: language() });
      if (!reply.legal) throw new Error(t("illegal", { why: reply.reason }));
      game.push({ move, text: reply.text, to: reply.to, by: "person", again: reply.again });
    }
    // Who has moved since wants to go on.
    if (JSON.stringify(hands.game()) === shown) hands.load(game);
  }

  const who = (/** @type {number} */ player) => t(player ? "second" : "first");

  async function look() {
    const game = hands.game(), key = JSON.stringify(game);
    if (!game.at || key === reviewed) return;
    reviewed = key;
    review.replaceChildren();
    try {
      const graded = await api.post("/grade", { ...game.toJSON(), language: language() });
      if (JSON.stringify(hands.game()) !== key) return;
      const lines = graded.moves.filter((/** @type {any} */ move) => move.mistake).slice(0, 20);
      review.replaceChildren(
        h("h3", t("review")),
        graded.over && !game.alone ? h("p", h("strong", graded.winner === null ? t("drawn") : t("winnerIs", { who: who(graded.winner) }))) : "",
        lines.length ? h("ul", ...lines.map((/** @type {any} */ move) => h("li", { class: move.ply === graded.first_mistake && "first" }, `${move.ply + 1}. ${game.plies[move.ply].text}${t("colon")}${move.feedback}`))) : h("p", t("noMistake")),
      );
    } catch (error) {
      reviewed = "";
      hands.fail(error);
    }
  }

  const reviewButton = h("button", { onclick: look }, t("review"));
  return {
    node: h("section", { class: "card recorded" }, h("h2", t("record")), bar, list, review, h("div", { class: "buttons noprint" }, reviewButton, h("button", { onclick: () => save(`${hands.game().id}.json`, text(hands.game()), "application/json") }, t("exportRecord")), h("button", { onclick: () => file.click() }, t("importRecord")), file)),
    review: look,
    draw() {
      const game = hands.game();
      if (JSON.stringify(game) !== reviewed) {
        reviewed = "";
        review.replaceChildren();
      }
      reviewButton.disabled = !game.at;
      bar.replaceChildren(...Array.from({ length: game.at + 1 }, (_, n) => h("span", { class: game.forFirst(n) ?? "none" })));
      list.replaceChildren(
        ...game.played.map((ply, n) =>
          h("li", h("button", { class: "ply", onclick: () => hands.jump(n + 1) }, !game.alone && h("span", { class: `who p${game.player(n)}` }, ply.by === "machine" ? t("machine") : who(game.player(n))), " ", ply.text, game.mistake(n + 1) && h("em", { class: "slip" }, ` ${t("mistake")}`))),
        ),
      );
    },
  };
}
