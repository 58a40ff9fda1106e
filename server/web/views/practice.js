// Puzzles, one after the other, that grow with what was solved.
import { h } from "../dom.js";
import { boardOf, button, fail, field, latest, prose, readPosition, text } from "../ui.js";
import { drawn, moveFields, moveList, readField } from "../lab/drawing.js";
import { keep, recall } from "../i18n.js";
import { suits } from "../lab/sheet.js";
import { gameOf } from "../named.js";
import { practiceTexts } from "../texts/practice.js";

/** @typedef {import("../app.js").Context} Context */

/** Right answers in a row, by game: another language does not break the row. @type {Map<string, number>} */
const streaks = new Map();
/** What stood in the fields when the view was left, and of which puzzle: another language does not lose it. @type {any[]} */
let begun = [];
const MORE = 6, LESS = 8, FIRST = 10, LEVEL_MAX = 100, TRIES = 3;

/** @param {HTMLElement} root @param {Context} ctx */
export async function mountPractice(root, ctx) {
  root.classList.add("lab");
  const { t, lang, api } = ctx;
  const entry = await gameOf(ctx, "practice"), game = entry.id, { query } = ctx, asked = query.get("position");
  ctx.texts(practiceTexts);
  const name = entry.title[lang], asking = latest();
  ctx.title(`${t("practice")} · ${name}`);
  const kinds = [...(suits("verdict", entry) ? ["verdict", "move", "moves"] : []), ...(entry.has_grundy ? ["grundy"] : []), ...(entry.has_scores ? ["value"] : [])];
  let kind = kinds.includes(query.get("kind") ?? "") ? /** @type {string} */ (query.get("kind")) : kinds[kinds.length > 1 ? 1 : 0];
  let level = Math.min(LEVEL_MAX, Math.max(0, Number(query.get("level") ?? FIRST) || 0)), count = Number(query.get("n") ?? 0) || 0, streak = streaks.get(game) ?? 0, tried = false;
  const seed = query.get("seed") ?? Math.random().toString(36).slice(2, 8), best = `streak-${game}`;
  /** @type {any} */
  let position = null;

  const puzzle = h("section", { class: "card puzzle", "data-testid": "puzzle" }), feedback = h("div", { class: "stack", "data-testid": "feedback", "aria-live": "polite" });
  const score = h("p", { class: "row score" });
  const tell = () => {
    streaks.set(game, streak);
    const full = h("i");
    full.style.width = `${level}%`;
    score.replaceChildren(h("span", t("streak"), " ", h("b", { "data-testid": "streak" }, streak)), h("span", { class: "muted" }, t("best", { n: recall(best) ?? 0 })), h("span", t("level"), " ", h("span", { class: "bar", "aria-hidden": "true" }, full), ` ${level}`));
  };
  const picks = kinds.map((one) => button(t(`kind-${one}`), () => ((kind = one), (count += 1), mark(), next()), { "data-kind": one }));
  const mark = () => picks.forEach((pick) => pick.setAttribute("aria-pressed", String(pick.dataset.kind === kind)));
  mark();

  // ---- the answer that is given ----
  let form = /** @type {any} */ (null);
  // What is clicked on the drawing: some fields of a move, or all of them.
  const pick = (/** @type {Record<string, any>} */ want) => (form.pick ? form.pick(want) : form.write({ ...form.read(), ...want }));
  const number = h("input", { class: "number", inputmode: "numeric", autocomplete: "off", "data-testid": "number" });

  const mine = () => game + kind + text(position), boxes = () => /** @type {HTMLInputElement[]} */ ([...puzzle.querySelectorAll("input, select")]);

  /** What the reader claims; null: nothing yet. */
  function claim() {
    if (kind === "verdict") {
      const chosen = /** @type {HTMLInputElement | null} */ (puzzle.querySelector("input[type=radio]:checked"));
      return chosen && { verdict: chosen.value };
    }
    if (kind === "grundy" || kind === "value") return number.value.trim() ? { [kind]: readField(number.value, { type: "integer" }) } : null;
    const given = form.read();
    return given && { [kind === "moves" ? "winning_moves" : "move"]: given };
  }

  async function submit() {
    const said = claim();
    if (!said || !position) return void feedback.replaceChildren(h("p", { class: "note" }, t("first")));
    const signal = asking.next();
    try {
      const reply = await api.post("/grade", { game, position, claim: said, lenient: true, language: lang }, { signal });
      if (!tried) {
        streak = reply.correct ? streak + 1 : 0;
        level = Math.min(LEVEL_MAX, Math.max(0, level + (reply.correct ? MORE : -LESS)));
        if (streak > Number(recall(best) ?? 0)) keep(best, String(streak));
      }
      tried = true;
      tell();
      const on = button(t("next"), () => ((count += 1), next()), { class: "primary", "data-testid": "next" });
      const why = h("div");
      feedback.replaceChildren(
        h(
          "section",
          { class: `card ${reply.correct ? "right" : "wrong"}`, "data-correct": String(reply.correct) },
          h("h2", t(reply.correct ? "right" : "wrong")),
          ...reply.checks.flatMap((/** @type {any} */ check) => [!check.correct && h("p", ...prose(check.feedback)), ...(check.diagnosis ?? []).map((/** @type {any} */ one) => h("p", { class: "note" }, h("b", one.title), " ", one.sentence))]),
          h("p", { class: "row" }, on, ...(reply.correct ? [] : [button(t("again"), () => feedback.replaceChildren())]), button(t("why"), async () => {
            try {
              const { explanation } = await api.post(`/${game}`, { ...position, explain: lang });
              why.replaceChildren(...(explanation ?? []).map((/** @type {string} */ line) => h("p", line)));
            } catch (error) {
              fail(why, error);
            }
          }), h("a", { href: boardOf(game, position) }, t("board"))),
          why,
        ),
      );
      on.focus();
    } catch (error) {
      fail(feedback, error, submit);
    }
  }

  // ---- the next puzzle ----
  async function next() {
    const signal = asking.next();
    position = null;
    tried = false;
    number.value = "";
    puzzle.setAttribute("aria-busy", "true");
    feedback.replaceChildren();
    tell();
    const wins = kind === "move" || kind === "moves";
    ctx.replace(ctx.address(`/practice/${game}`, { kind, level, seed, n: count, position: asked }));
    try {
      const rules = asked && readPosition(asked).rules;
      for (let i = 0; i < TRIES && !position; i++) {
        // What cannot be met is asked for a little larger, then without wishes.
        const fixed = { ...(rules ? { rules } : {}), ...(kind === "grundy" && entry.position.properties.misere ? { misere: false } : {}) };
        const wish = i + 1 < TRIES ? { ...(wins ? { verdict: "win" } : {}), ...(kind === "moves" ? { winning_moves: { from: 1, to: 6 } } : {}) } : {};
        const reply = await api.post("/generate", { game, seed: `${seed}-${count}`, count: 1, size: Math.min(LEVEL_MAX, level + i * 8), ...wish, fixed, answers: false }, { signal });
        position = reply.positions[0]?.position ?? null;
      }
      if (!position) throw new Error(t("noposition"));
      draw();
    } catch (error) {
      fail(puzzle, error, next);
    }
    if (!signal.aborted) puzzle.removeAttribute("aria-busy");
  }

  function draw() {
    puzzle.dataset.position = text(position);
    puzzle.dataset.kind = kind;
    const answers = entry.has_draws ? ["win", "loss", "draw"] : ["win", "loss"];
    const asksMove = kind === "move" || kind === "moves";
    form = (kind === "moves" ? moveList : moveFields)(entry, lang);
    const node = h(
      "form",
      { class: "stack" },
      kind === "verdict" && h("fieldset", { class: "row" }, h("legend", { class: "sr" }, t("ask-verdict")), ...answers.map((value) => h("label", { class: "check pick" }, h("input", { type: "radio", name: "verdict", value }), " ", t(`verdict-${value}`)))),
      (kind === "grundy" || kind === "value") && field(t(`kind-${kind}`), number),
      asksMove && form.node,
      h("p", { class: "row" }, h("button", { class: "primary", "data-testid": "submit" }, t("submit")), button(t("skip"), () => ((count += 1), (streak = tried ? streak : 0), next()))),
    );
    node.addEventListener("submit", (event) => {
      event.preventDefault();
      submit();
    });
    puzzle.replaceChildren(h("h2", kind === "value" ? /** @type {any} */ (entry.fields).extra.value[lang] : t(`ask-${kind}`)), drawn(entry, position, lang, asksMove ? pick : null), node);
    const [of, list, fields] = begun;
    if (of !== mine()) return;
    if (list) form.write(list);
    boxes().forEach((box, i) => Object.assign(box, fields[i]));
  }

  root.append(
    h("h1", `${t("practice")}${t("colon")}${name}`),
    h("p", { class: "lead" }, ...prose(entry.rules[lang]), " ", h("a", { href: `/play/${game}` }, t("toplay")), " · ", h("a", { href: `/table/${game}` }, t("totable"))),
    h("p", { class: "group", role: "group", "aria-label": t("kinds") }, ...picks),
    score,
    h("div", { class: "stack" }, puzzle, feedback),
  );
  await next();
  return () => {
    if (position) begun = [mine(), form.list?.(), boxes().map(({ value, checked }) => ({ value, checked }))];
    asking.stop();
  };
}
