// The laws that a table obeys: in words and as formulas, each with its evidence; conjectures of the reader beside them.
import { h } from "../dom.js";
import { button, choice, fail, field, latest } from "../ui.js";
import { put } from "./values.js";
import { lawsTexts } from "../texts/laws.js";

/** @typedef {import("../app.js").Context} Context */

/** @param {any} place */
const at = (place) => (typeof place === "object" && !Array.isArray(place) ? Object.entries(place).map(([name, n]) => `${name} = ${n}`).join(", ") : Array.isArray(place) ? `(${place.join(", ")})` : String(place));

/**
 * @param {Context} ctx
 * @param {{game: string, position: any, vary: {pointer: string, from: number, to: number}[], of?: string}} table
 */
export function laws(ctx, { game, position, vary, of }) {
  ctx.texts(lawsTexts);
  const { t, lang, api } = ctx, questions = latest();
  const body = h("div", { class: "laws", "aria-live": "polite" });
  const most = vary.length === 1 ? (game === "custom" ? 20000 : 5000) : game === "custom" ? 250 : 90;
  let reach = Math.max(...vary.map(({ to }) => to));
  /** @type {(string | {formula: string, claims: string})[]} */
  const mine = [];
  const formula = h("input", { class: "mono", placeholder: vary.length === 1 ? "n % 7 == 0 || n % 7 == 2" : "x == y", spellcheck: "false", autocomplete: "off" });
  const says = choice(["", "value", "L"].map((one) => [one, t(`claims-${one}`)]));
  const form = h("form", { class: "row" }, field(t("conjecture"), formula, "grow"), field(t("claims"), says), h("button", t("test")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const said = formula.value.trim(), claims = says.value;
    if (!said) return;
    mine.unshift(claims ? { formula: said, claims } : said);
    ask();
  });

  /** @param {any} law @param {number} i @param {number} top */
  const card = (law, i, top) => {
    const badge = law.counterexample ? h("span", { class: "badge loss" }, t("refuted")) : h("span", { class: `badge ${law.proven ? "win" : "draw"}` }, law.proven ? t("proven") : t("conjectured"));
    return h(
      "article",
      { class: "law" },
      h("div", { class: "lawhead" }, badge, h("p", law.words[lang])),
      law.formula && h("code", { class: "formula" }, law.formula),
      h(
        "p",
        { class: "muted small" },
        h("span", { class: "bar", "aria-hidden": "true" }, bar(law.evidence / top)),
        " ",
        t("evidence", { n: law.evidence }),
        " · ",
        t("checked", { n: at(law.checked_to) }),
        law.proven && ` · ${t(`theorem-${law.theorem}`)}`,
        law.exceptions.length > 0 && ` · ${t("exceptions")} ${law.exceptions.map((/** @type {any[]} */ one) => `g${at(one.slice(0, -1))} = ${one.at(-1)}`).join(", ")}`,
        law.counterexample && ` · ${against(law.counterexample)}`,
      ),
    );
  };
  /** @param {number} share */
  const bar = (share) => {
    const full = h("i");
    full.style.width = `${Math.max(4, Math.round(share * 100))}%`;
    return full;
  };
  /** @param {any} counter */
  const against = (counter) => t("counter", { at: at(counter.at), expected: counter.expected, found: counter.found });

  /** @param {any} apart */
  function differ(apart) {
    const says = h("p", { "aria-live": "polite" });
    const [first, second] = apart.values;
    const compute = button(t("compute"), async () => {
      try {
        const there = put(position, vary.map(({ pointer }, i) => [pointer, Object.values(apart.at)[i]]));
        const answer = await api.post(`/${game}`, { ...there, moves: "none" });
        const found = of === "verdict" ? { win: "W", loss: "L", draw: "D" }[/** @type {string} */ (answer.verdict)] : answer[of ?? "grundy"];
        says.textContent = t("found", { at: at(apart.at), found });
      } catch (error) {
        fail(says, error);
      }
    });
    return h("div", { class: "note" }, h("p", t("apart", { at: at(apart.at), first, second })), compute, says);
  }

  async function ask() {
    const signal = questions.next();
    body.setAttribute("aria-busy", "true");
    try {
      const reply = await api.post("/laws", { table: { game, ...position, vary, ...(of ? { of } : {}) }, ...(reach > Math.max(...vary.map(({ to }) => to)) ? { test_to: reach } : {}), conjectures: mine.slice(0, 20) }, { signal });
      const top = Math.max(1, ...reply.laws.map((/** @type {any} */ law) => law.evidence));
      body.replaceChildren(
        ...reply.conjectures.map((/** @type {any} */ one) =>
          h("article", { class: "law" }, h("div", { class: "lawhead" }, h("span", { class: `badge ${one.counterexample ? "loss" : "draw"}` }, one.holds ? t("holds") : t(one.counterexample ? "fails" : "unheld")), h("code", { class: "formula" }, one.formula)), h("p", { class: "muted small" }, t("claims"), " ", t(`claims-${one.claims}`), one.holds ? ` · ${t("checked", { n: at(one.checked_to) })}` : one.counterexample && ` · ${against(one.counterexample)}`)),
        ),
        ...(reply.laws.length ? [] : [h("p", t("nolaw"))]),
        ...reply.laws.map((/** @type {any} */ law, /** @type {number} */ i) => card(law, i, top)),
        ...reply.refuted.map((/** @type {any} */ law, /** @type {number} */ i) => card(law, i, top)),
        ...(reply.apart ? [differ(reply.apart)] : []),
        ...(reach < most && reply.laws.length ? [button(t("further"), () => ((reach = Math.min(most, reach * 4)), ask()))] : []),
      );
    } catch (error) {
      fail(body, error, ask);
    }
    if (!signal.aborted) body.removeAttribute("aria-busy");
  }
  ask();
  return { node: h("section", { class: "card", "data-testid": "laws" }, h("h2", t("laws")), body, form, h("p", { class: "muted small" }, t("lawnote"))), stop: questions.stop };
}
