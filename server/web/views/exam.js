// A teacher's sheet: made from a seed, printed with or without its key, handed out as a link that tells nothing, graded from what comes back.
import { h } from "../dom.js";
import { boardOf, button, copier, fail, field, latest, save, text } from "../ui.js";
import { here, keep, recall } from "../i18n.js";
import { csvRow } from "../lab/values.js";
import { suits, KINDS, pack, PARTS, sheetOf, unpack } from "../lab/sheet.js";
import { grades, gradesOf, HEAD } from "../lab/grades.js";
import { examTexts } from "../texts/exam.js";
import { practiceTexts } from "../texts/practice.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("../lab/sheet.js").Question} Question */
/** @typedef {import("../lab/sheet.js").Sheet} Sheet */

// So many winning moves can be written down where all are asked for.
const QUESTIONS_MAX = 500, WINNING_MAX = 8;

/**
 * What was graded last, held against which sheet: another language or theme does not lose it.
 * @type {{at: string, pasted: string, sheet: Sheet | null, lang?: string, found?: import("../lab/grades.js").Graded, open: Set<string>} | null}
 */
let held = null;

/** The sheet that an address names, in whatever language. */
function sheetHere() {
  const query = here();
  query.delete("lang");
  return String(query);
}

/** For a student: what the link holds, and nothing else. @param {HTMLElement} root @param {Context} ctx @param {Map<string, any>} games @param {string} packed */
async function mountStudent(root, { t }, games, packed) {
  const sheet = await unpack(packed), student = h("input", { autocomplete: "name", required: true });
  // Another language and a reload keep what was answered.
  /** @type {[string, string, Record<string, string>[]]} */
  let [of, name, given] = JSON.parse(recall("answers", true) ?? "[]");
  if (of !== packed) (name = ""), (given = sheet.questions.map(() => ({})));
  student.value = name;
  const keepAll = () => keep("answers", text([packed, student.value, given]), true);
  student.oninput = keepAll;
  const answers = () => csvRow(HEAD) + sheet.questions.map(({ game, position }, i) => {
    const asked = sheet.ask.filter((kind) => suits(kind, games.get(game)));
    return csvRow([student.value, game, text(position), asked.map((kind) => PARTS[kind]).join(" "), ...KINDS.map((kind) => given[i][kind])]);
  }).join("");
  const put = (/** @type {number} */ i, /** @type {string} */ kind, /** @type {string} */ value) => ((given[i][kind] = value), keepAll());
  root.append(
    h("h1", t("exam")),
    h("div", { class: "stack" }, h("div", { class: "card row noprint" }, field(t("name"), student, "grow")), sheetOf(games, sheet, put, given), h("div", { class: "card noprint" }, h("p", t("handin")), h("p", { class: "row" }, copier(t("copyanswers"), answers), button(t("saveanswers"), () => save(`${student.value || "answers"}.csv`, answers(), "text/csv"))))),
  );
}

/** @param {HTMLElement} root @param {Context} ctx */
export async function mountExam(root, ctx) {
  root.classList.add("lab");
  const { t, lang, api } = ctx, working = latest(), grading = latest();
  const { games } = await api.get("/games");
  ctx.texts(practiceTexts);
  ctx.texts(examTexts);
  ctx.title(t("exam"));
  /** @type {Map<string, any>} */
  const byId = new Map(games.map((/** @type {any} */ game) => [game.id, game]));
  const packed = new URLSearchParams(location.hash.slice(1)).get("sheet");
  if (packed) return mountStudent(root, ctx, byId, packed);

  // ---- what to make ----
  /** @type {Sheet | null} */
  let sheet = null;
  let making = Promise.resolve();
  // What was chosen here and made no sheet yet is kept, too.
  const [where, chose] = JSON.parse(recall("chosen", true) ?? "[]"), query = new URLSearchParams(where === sheetHere() ? chose : location.search);
  const split = (/** @type {URLSearchParams} */ from, /** @type {string} */ key, /** @type {string} */ most) => (from.get(key) ?? most).split(",");
  const chosen = (/** @type {URLSearchParams} */ from) => split(from, "games", "nim,wythoff,bash,sg").filter((id) => byId.has(id)), kinds = (/** @type {URLSearchParams} */ from) => KINDS.filter((kind) => split(from, "ask", "verdict,move").includes(kind));
  const number = (/** @type {string} */ key, /** @type {string} */ value) => h("input", { class: "number", inputmode: "numeric", name: key, value: query.get(key) ?? value });
  const count = number("count", "20"), seed = number("seed", String(1 + Math.floor(Math.random() * 9999))), title = h("input", { value: query.get("title") ?? "", placeholder: t("untitled") });
  const level = h("input", { type: "range", min: "0", max: "100", value: query.get("size") ?? "20", "aria-label": t("level"), oninput: () => (said.textContent = level.value) }), said = h("output", level.value);
  /** @param {string} name @param {string[]} from @param {[string, Child][]} of */
  const boxes = (name, from, of) => h("fieldset", h("legend", name), h("div", { class: "picks" }, ...of.map(([value, words]) => h("label", { class: "check pick" }, h("input", { type: "checkbox", value, checked: from.includes(value) }), " ", words))));
  const picked = boxes(t("games"), chosen(query), games.filter((/** @type {any} */ game) => !["zero", "custom"].includes(game.id)).map((/** @type {any} */ game) => [game.id, game.title[lang]])), asked = boxes(t("kinds"), kinds(query), KINDS.map((kind) => [kind, t(`kind-${kind}`)]));
  const ticked = (/** @type {Element} */ set) => [...set.querySelectorAll("input")].filter((input) => input.checked).map((input) => input.value).join() || "-";
  const out = h("div", { class: "stack" });
  const form = h("form", { class: "card stack noprint" }, picked, asked, h("div", { class: "row" }, field(t("title"), title, "grow"), field(t("count"), count), field(t("level"), h("span", { class: "row" }, level, said)), field(t("seed"), seed), h("button", { class: "primary", "data-testid": "generate" }, t("generate"))));
  const address = () => ctx.address("/exam", { games: ticked(picked), count: count.value, size: level.value, seed: seed.value, ask: ticked(asked), title: title.value });
  const keepForm = () => keep("chosen", text([sheetHere(), address().slice("/exam".length)]), true);
  keepForm();
  form.addEventListener("input", keepForm);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const url = address();
    if (url !== location.pathname + location.search) {
      history.pushState(null, "", url);
      held = null;
      present();
    }
    ctx.replace(url);
    keepForm();
    making = make();
  });

  /** The sheet of the address. */
  async function make() {
    const from = here(), signal = working.next(), wanted = Number(from.get("count") ?? 20), total = Math.min(QUESTIONS_MAX, Math.max(1, Math.floor(wanted) || 1));
    const ask = kinds(from), all = chosen(from), ids = all.filter((id) => ask.some((kind) => suits(kind, byId.get(id))));
    sheet = null;
    if (!ids.length) return fail(out, new Error(t("nothing")));
    out.setAttribute("aria-busy", "true");
    try {
      const lots = await Promise.all(
        ids.map(async (game, i) => {
          const n = Math.floor(total / ids.length) + (i < total % ids.length ? 1 : 0), entry = byId.get(game), decides = ask.includes("verdict") && suits("verdict", entry);
          const wish = async (/** @type {number} */ count, /** @type {string} */ verdict) => {
            const fixed = ask.includes("grundy") && entry.position.properties.misere ? { fixed: { misere: false } } : {}, few = ask.includes("moves") ? { winning_moves: { to: WINNING_MAX } } : {};
            return count ? (await api.post("/generate", { game, seed: from.get("seed") ?? 0, count, size: Number(from.get("size") ?? 20), verdict, over: false, ...few, ...fixed, words: true, limit: WINNING_MAX, language: lang }, { signal })).positions : [];
          };
          // Where a draw can be right it is, as often as the others; the places of a lot tell nothing.
          const drawn = decides && entry.has_draws ? await wish(Math.round(n / 3), "draw") : [], others = await wish(n - drawn.length, decides ? "balanced" : "any");
          /** @type {Question[]} */
          const lot = [...drawn, ...others].map(({ position, answer }) => ({ game, position, answer }));
          return drawn.length ? lot.sort((a, b) => (text(a.position) < text(b.position) ? -1 : 1)) : lot;
        }),
      );
      if (signal.aborted) return;
      const questions = lots.flat();
      sheet = { title: from.get("title") ?? "", ask, questions };
      await show(sheet, [
        wanted !== total && t("clamped", { n: total, most: QUESTIONS_MAX }),
        ids.length < all.length && t("unasked", { games: all.filter((id) => !ids.includes(id)).map((id) => byId.get(id).title[lang]).join(t("comma")) }),
        questions.length < total && t("fewer", { n: questions.length }),
      ]);
    } catch (error) {
      fail(out, error, () => (making = make()));
    }
    if (!signal.aborted) out.removeAttribute("aria-busy");
  }

  /** @param {Sheet} made @param {(string | false)[]} notes */
  async function show(made, notes) {
    const link = `${location.origin}${ctx.address("/exam", {})}#sheet=${await pack(made)}`;
    const bare = (/** @type {any} */ { text: _, ...move }) => move;
    const head = ["#", t("game"), t("kind-verdict"), t("kind-grundy"), t("kind-moves")];
    const rows = made.questions.map(({ game, position, answer: { verdict, grundy, winning_moves: winning, winning_move_count: n } }, i) =>
      h(
        "tr",
        h("th", { scope: "row" }, i + 1),
        h("td", byId.get(game).title[lang], " ", h("a", { class: "noprint", href: boardOf(game, position) }, "↗", h("span", { class: "sr" }, t("board")))),
        h("td", h("span", { class: `badge ${verdict}` }, t(`verdict-${verdict}`))),
        h("td", grundy ?? "–"),
        h("td", ...winning.map((/** @type {any} */ move) => h("div", move.text)), !winning.length && "–", n > winning.length && h("div", { class: "muted small" }, t("more", { n }))),
      ),
    );
    const key = h("section", { class: "key card", "data-testid": "exam-key" }, h("h2", `${t("key")} · ${made.title || t("untitled")} · ${t("seed")} ${here().get("seed") ?? 0}`), h("div", { class: "scroll free", tabindex: "0", role: "region", "aria-label": t("key") }, h("table", { class: "fields" }, h("thead", h("tr", ...head.map((one) => h("th", { scope: "col" }, one)))), h("tbody", ...rows))));
    const csv = () => csvRow(["question", "game", "position", "verdict", "grundy", "winning_move_count", "winning_moves"]) + made.questions.map(({ game, position, answer }, i) => csvRow([i + 1, game, text(position), answer.verdict, answer.grundy, answer.winning_move_count, text(answer.winning_moves.map(bare))])).join("");
    const print = (/** @type {boolean} */ withKey) => {
      root.classList.toggle("withkey", withKey);
      window.print();
    };
    const shared = h("input", { readonly: true, value: link, "aria-label": t("link"), "data-testid": "student-link", onfocus: () => shared.select() });
    out.replaceChildren(
      ...notes.filter(Boolean).map((note) => h("p", { class: "note noprint" }, note)),
      h("div", { class: "card stack noprint" }, h("div", { class: "row" }, button(t("print"), () => print(false)), button(t("printkey"), () => print(true)), button(t("csv"), () => save("key.csv", csv(), "text/csv"))), h("div", { class: "row" }, field(t("link"), shared, "grow"), copier(t("copylink"), () => link)), h("p", { class: "muted small" }, t("linknote"))),
      sheetOf(byId, made),
      key,
    );
  }

  // ---- what comes back ----
  const pasted = h("textarea", { class: "mono", rows: "5", spellcheck: "false", "data-testid": "answers", value: recall("pasted", true) ?? "", oninput: () => keep("pasted", pasted.value, true), placeholder: HEAD.join() }), graded = h("div", { class: "stack", "aria-live": "polite" }), wrong = h("div");
  const present = () => graded.replaceChildren(wrong, ...(held?.found ? gradesOf(held.found, held.sheet, byId, held.open) : []));
  const grade = async () => {
    const mine = held, signal = grading.next();
    if (!mine) return;
    wrong.replaceChildren();
    graded.setAttribute("aria-busy", "true");
    try {
      mine.found = await grades(ctx, mine.pasted, mine.sheet, byId, signal);
      mine.lang = lang;
    } catch (error) {
      fail(wrong, error, grade);
    }
    if (signal.aborted) return;
    graded.removeAttribute("aria-busy");
    present();
  };
  // Not before the sheet is there that it is held against.
  const gradeAnew = async () => {
    const mine = (held = { at: sheetHere(), pasted: pasted.value, sheet, open: new Set() });
    present();
    await making;
    mine.sheet = sheet;
    if (held === mine && root.isConnected) grade();
  };
  root.append(h("h1", t("exam")), h("p", { class: "lead noprint" }, t("lead")), h("div", { class: "stack" }, form, out, h("section", { class: "card stack noprint" }, h("h2", t("grading")), h("p", { class: "muted small" }, t("gradingnote")), field(t("answers"), pasted), h("p", button(t("grade"), gradeAnew, { "data-testid": "grade" })), graded)));
  const kept = held?.at === sheetHere() ? held : null;
  if (kept) present();
  if (ctx.query.get("games")) await (making = make());
  if (kept && kept.lang !== lang) {
    // What the service said it said in another language, or not yet.
    if (!kept.found) kept.sheet = sheet;
    grade();
  }
  return () => {
    working.stop();
    grading.stop();
  };
}
