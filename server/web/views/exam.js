// A teacher's sheet: made from a seed, printed with or without its key, handed out as a link that tells nothing, graded from what comes back.
import { h } from "../dom.js";
import { boardOf, button, copier, fail, field, latest, prose, save, text } from "../ui.js";
import { csvRow } from "../lab/values.js";
import { drawn, moveFields } from "../lab/drawing.js";
import { examTexts } from "../texts/exam.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {{game: string, position: any, answer?: any}} Question */

const ASKS = ["verdict", "grundy", "move", "moves"], QUESTIONS_MAX = 500, LOT = 1000, HEAD = ["student", "game", "position", "verdict", "grundy", "move", "winning_moves"];

// ---- a link that holds the sheet itself: no seed, so that nobody can make its key from it ----
/** @param {BlobPart} data @param {GenericTransformStream} way */
const through = async (data, way) => new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(/** @type {any} */ (way))).arrayBuffer());
/** @param {any} sheet */
async function pack(sheet) {
  const bytes = await through(text(sheet), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
/** @param {string} packed */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
}

/** Rows of CSV (RFC 4180). @param {string} said @returns {string[][]} */
export function readCsv(said) {
  const rows = [[""]];
  let quoted = false;
  for (let i = 0; i < said.length; i++) {
    const row = rows[rows.length - 1], letter = said[i];
    if (quoted && letter === '"' && said[i + 1] === '"') (row[row.length - 1] += '"'), i++;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === ",") row.push("");
    else if (!quoted && letter === "\n") rows.push([""]);
    else if (quoted || letter !== "\r") row[row.length - 1] += letter;
  }
  return rows.filter((row) => row.some((cell) => cell.trim()));
}

/** JSON where it is JSON, else the words themselves: the service says what it thinks of them. @param {string} said */
function loose(said) {
  if (/^(-|none|无|null)$/i.test(said.trim())) return null;
  try {
    return JSON.parse(said);
  } catch {
    return said;
  }
}

/** @param {HTMLElement} root @param {Context} ctx */
export async function mountExam(root, ctx) {
  root.classList.add("lab");
  const { t, lang, api, query } = ctx, working = latest();
  const { games } = await api.get("/games");
  ctx.texts(examTexts);
  ctx.title(t("exam"));
  const byId = new Map(games.map((/** @type {any} */ game) => [game.id, game])), titled = (/** @type {string} */ id) => byId.get(id)?.title[lang] ?? id;

  /** @param {string} kind @param {any} entry */
  const fits = (kind, entry) => (kind === "grundy" ? entry?.has_grundy : entry?.id !== "stone-halves");

  /**
   * The sheet. With `put` the blanks are fields, and what is typed into them goes there.
   * @param {string} title @param {string[]} ask @param {Question[]} questions @param {((i: number, kind: string, value: string) => void) | null} put
   */
  function sheetOf(title, ask, questions, put) {
    /** @type {Set<string>} */
    const told = new Set();
    /** @param {number} i @param {string} kind @param {any} entry @returns {import("../dom.js").Child[]} */
    const blank = (i, kind, entry) => {
      const label = `${i + 1}: ${t(`ask-${kind}`)}`;
      if (kind === "verdict") {
        const choices = ["win", "loss", ...(entry?.has_draws ? ["draw"] : [])];
        return choices.flatMap((value) => (put ? [h("label", { class: "check" }, h("input", { type: "radio", name: `verdict-${i}`, value, onchange: () => put(i, kind, value) }), " ", t(`verdict-${value}`)), " "] : [h("span", { class: "box", "aria-hidden": "true" }), `${t(`verdict-${value}`)} `]));
      }
      if (!put) return [h("span", { class: kind === "grundy" ? "blank short" : "blank" })];
      if (kind === "move") {
        const move = moveFields(entry, lang, () => put(i, kind, text(move.read())));
        const none = h("label", { class: "check" }, h("input", { type: "checkbox", onchange: (/** @type {any} */ event) => put(i, kind, event.target.checked ? "null" : text(move.read())) }), " ", t("none"));
        return [move.node, none];
      }
      const input = h("input", { class: kind === "grundy" ? "number" : "wide", "aria-label": label, autocomplete: "off", placeholder: kind === "moves" ? `[${sample(entry)}, …]` : "", oninput: () => put(i, kind, input.value) });
      return [input];
    };
    return h(
      "section",
      { class: "paper card", "data-testid": "exam-sheet" },
      h("h2", title || t("untitled")),
      !put && h("p", { class: "names" }, `${t("name")} `, h("span", { class: "blank" }), ` ${t("date")} `, h("span", { class: "blank short" })),
      h("p", { class: "small" }, t("note")),
      h(
        "ol",
        { class: "questions" },
        ...questions.map((question, i) => {
          const entry = byId.get(question.game), first = !told.has(question.game);
          told.add(question.game);
          return h(
            "li",
            { "data-game": question.game },
            h("p", h("b", titled(question.game)), first && entry && h("span", { class: "muted small" }, " — ", ...prose(entry.rules[lang]))),
            drawn(entry, question.position, lang, null),
            h("div", { class: "asks" }, ...ask.filter((kind) => fits(kind, entry)).map((kind) => h("div", { class: kind.startsWith("move") ? "asked long" : "asked" }, h("span", t(`ask-${kind}`)), " ", ...blank(i, kind, entry)))),
          );
        }),
      ),
    );
  }
  /** What a move looks like. @param {any} entry */
  const sample = (entry) => `{${Object.keys(entry?.move.properties ?? {}).map((name) => `"${name}": …`).join(", ")}}`;

  // ---- for students: what the link holds, and nothing else ----
  const packed = new URLSearchParams(location.hash.slice(1)).get("sheet");
  if (packed) {
    let sheet;
    try {
      sheet = await unpack(packed);
    } catch {
      throw new Error(t("badlink"));
    }
    /** @type {Question[]} */
    const questions = sheet.questions.map((/** @type {[string, any]} */ [game, position]) => ({ game, position }));
    const given = questions.map(() => /** @type {Record<string, string>} */ ({})), student = h("input", { autocomplete: "name", required: true });
    const answers = () => csvRow(HEAD) + questions.map(({ game, position }, i) => csvRow([student.value, game, text(position), given[i].verdict, given[i].grundy, given[i].move, given[i].moves])).join("");
    root.append(
      h("h1", t("exam")),
      h("div", { class: "stack" }, h("div", { class: "card row noprint" }, field(t("name"), student, "grow")), sheetOf(sheet.title, sheet.ask, questions, (i, kind, value) => (given[i][kind] = value)), h("div", { class: "card noprint" }, h("p", t("handin")), h("p", { class: "row" }, copier(t("copyanswers"), answers), button(t("saveanswers"), () => save(`${student.value || "answers"}.csv`, answers(), "text/csv"))))),
    );
    return;
  }

  // ---- for the teacher: what to make ----
  const chosen = new Set((query.get("games") ?? "nim,wythoff,bash,sg").split(",").filter((id) => byId.has(id))), asked = new Set((query.get("ask") ?? "verdict,move").split(",").filter((kind) => ASKS.includes(kind)));
  /** @param {Set<string>} set @param {string} value @param {Child} words */
  const box = (set, value, words) => {
    const input = h("input", { type: "checkbox", value, checked: set.has(value), onchange: () => (input.checked ? set.add(value) : set.delete(value)) });
    return h("label", { class: "check pick" }, input, " ", words);
  };
  /** @typedef {import("../dom.js").Child} Child */
  const number = (/** @type {string} */ key, /** @type {string} */ value) => h("input", { class: "number", inputmode: "numeric", name: key, value: query.get(key) ?? value });
  const count = number("count", "20"), seed = number("seed", String(1 + Math.floor(Math.random() * 9999))), title = h("input", { value: query.get("title") ?? "", placeholder: t("untitled") });
  const level = h("input", { type: "range", min: "0", max: "100", value: query.get("level") ?? "20", "aria-label": t("level"), oninput: () => (said.textContent = level.value) }), said = h("output", level.value);
  const out = h("div", { class: "stack" });
  const form = h(
    "form",
    { class: "card stack noprint" },
    h("fieldset", h("legend", t("games")), h("div", { class: "picks" }, ...games.filter((/** @type {any} */ game) => !["zero", "custom"].includes(game.id)).map((/** @type {any} */ game) => box(chosen, game.id, game.title[lang])))),
    h("fieldset", h("legend", t("asks")), h("div", { class: "picks" }, ...ASKS.map((kind) => box(asked, kind, t(`kind-${kind}`))))),
    h("div", { class: "row" }, field(t("title"), title, "grow"), field(t("count"), count), field(t("level"), h("span", { class: "row" }, level, said)), field(t("seed"), seed), h("button", { class: "primary", "data-testid": "generate" }, t("generate"))),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const url = ctx.address("/exam", { games: [...chosen].join(), count: count.value, size: level.value, seed: seed.value, ask: ASKS.filter((kind) => asked.has(kind)).join(), title: title.value });
    if (url === location.pathname + location.search) make();
    else {
      history.pushState(null, "", url);
      ctx.replace(url);
      make();
    }
  });

  async function make() {
    const signal = working.next(), ids = [...chosen], total = Math.min(QUESTIONS_MAX, Math.max(1, Number(count.value) || 1)), ask = ASKS.filter((kind) => asked.has(kind));
    if (!ids.length || !ask.length) return fail(out, new Error(t("nothing")));
    out.setAttribute("aria-busy", "true");
    try {
      const lots = await Promise.all(
        ids.map((game, i) => {
          const n = Math.floor(total / ids.length) + (i < total % ids.length ? 1 : 0);
          const entry = byId.get(game), normal = ask.includes("grundy") && entry.position.properties.misere ? { fixed: { misere: false } } : {};
          return n ? api.post("/generate", { game, seed: seed.value, count: n, size: Number(level.value), ...(game === "stone-halves" ? {} : { verdict: ask.includes("verdict") ? "balanced" : "any" }), ...normal, words: true, limit: 10, language: lang }, { signal }) : { game, positions: [] };
        }),
      );
      /** @type {Question[]} */
      const questions = lots.flatMap((lot) => lot.positions.map((/** @type {any} */ one) => ({ game: lot.game, position: one.position, answer: one.answer })));
      await show(title.value, ask, questions, questions.length < total);
    } catch (error) {
      fail(out, error, make);
    }
    if (!signal.aborted) out.removeAttribute("aria-busy");
  }

  /** @param {string} name @param {string[]} ask @param {Question[]} questions @param {boolean} fewer */
  async function show(name, ask, questions, fewer) {
    const link = `${location.origin}${ctx.address("/exam", {})}#sheet=${await pack({ title: name, ask, questions: questions.map(({ game, position }) => [game, position]) })}`;
    const winning = (/** @type {any} */ answer) => answer.winning_moves ?? answer.best_moves ?? [];
    const bareMove = (/** @type {any} */ move) => (move ? text(Object.fromEntries(Object.entries(move).filter(([key]) => key !== "text"))) : "");
    const key = h(
      "section",
      { class: "key card", "data-testid": "exam-key" },
      h("h2", t("key")),
      h(
        "div",
        { class: "scroll free", tabindex: "0", role: "region", "aria-label": t("key") },
        h(
          "table",
          { class: "fields" },
          h("thead", h("tr", ...["#", t("game"), t("kind-verdict"), t("kind-grundy"), t("kind-moves")].map((one) => h("th", { scope: "col" }, one)))),
          h(
            "tbody",
            ...questions.map(({ game, position, answer }, i) =>
              h(
                "tr",
                h("th", { scope: "row" }, i + 1),
                h("td", titled(game), " ", h("a", { class: "noprint", href: boardOf(game, position) }, "↗", h("span", { class: "sr" }, t("board")))),
                h("td", answer.verdict ? h("span", { class: `badge ${{ win: "won", loss: "lost", draw: "open" }[/** @type {string} */ (answer.verdict)]}` }, t(`verdict-${answer.verdict}`)) : (answer.value ?? "–")),
                h("td", answer.grundy ?? "–"),
                h("td", ...winning(answer).slice(0, 3).map((/** @type {any} */ move) => h("div", move.text ?? bareMove(move))), winning(answer).length === 0 && "–", answer.winning_move_count > 3 && h("div", { class: "muted small" }, t("more", { n: answer.winning_move_count }))),
              ),
            ),
          ),
        ),
      ),
    );
    const csv = () => csvRow(["question", "game", "position", "verdict", "grundy", "winning_move_count", "first_winning_move"]) + questions.map(({ game, position, answer }, i) => csvRow([i + 1, game, text(position), answer.verdict, answer.grundy, answer.winning_move_count, bareMove(winning(answer)[0])])).join("");
    const print = (/** @type {boolean} */ withKey) => {
      root.classList.toggle("withkey", withKey);
      window.print();
    };
    const shared = h("input", { readonly: true, value: link, "aria-label": t("link"), "data-testid": "student-link", onfocus: () => shared.select() });
    out.replaceChildren(
      ...(fewer ? [h("p", { class: "note noprint" }, t("fewer", { n: questions.length }))] : []),
      h("div", { class: "card stack noprint" }, h("div", { class: "row" }, button(t("print"), () => print(false)), button(t("printkey"), () => print(true)), button(t("csv"), () => save("key.csv", csv(), "text/csv"))), h("div", { class: "row" }, field(t("link"), shared, "grow"), copier(t("copylink"), () => link)), h("p", { class: "muted small" }, t("linknote"))),
      sheetOf(name, ask, questions, null),
      key,
    );
  }

  // ---- what comes back ----
  const pasted = h("textarea", { class: "mono", rows: "5", spellcheck: "false", "data-testid": "answers", placeholder: `${HEAD.slice(0, 6).join()}\nAda,nim,"{""heaps"":[3,4,5]}",win,2,"{""heap"":0,""take"":2}"` }), graded = h("div", { class: "stack", "aria-live": "polite" });
  const correct = button(t("grade"), async () => {
    const signal = working.next();
    try {
      // Several students' files pasted one after the other repeat the first line.
      const rows = readCsv(pasted.value), names = rows[0]?.map((one) => one.trim().toLowerCase()) ?? [], column = (/** @type {string[]} */ row, /** @type {string} */ name) => row[names.indexOf(name)]?.trim() ?? "";
      if (!names.includes("game") || !names.includes("position")) throw new Error(t("badcsv", { head: HEAD.join() }));
      const filled = rows.slice(1).filter((row) => row[0]?.trim().toLowerCase() !== names[0]);
      const questions = filled.map((row) => {
        /** @type {Record<string, any>} */
        const claim = {};
        if (column(row, "verdict")) claim.verdict = column(row, "verdict");
        if (column(row, "grundy")) claim.grundy = /^\d+$/.test(column(row, "grundy")) ? column(row, "grundy") : loose(column(row, "grundy"));
        if (column(row, "move")) claim.move = loose(column(row, "move"));
        if (column(row, "winning_moves")) claim.winning_moves = loose(column(row, "winning_moves")) ?? [];
        return { path: "/grade", game: column(row, "game"), position: loose(column(row, "position")), claim, lenient: true, partial: true, language: lang };
      });
      /** @type {any[]} */
      const replies = [];
      for (let i = 0; i < questions.length; i += LOT) replies.push(...(await api.post("/batch", { questions: questions.slice(i, i + LOT) }, { signal })).answers);
      /** @type {Map<string, {row: string[], reply: any}[]>} */
      const students = new Map();
      filled.forEach((row, i) => students.set(column(row, "student"), [...(students.get(column(row, "student")) ?? []), { row, reply: replies[i] }]));
      graded.replaceChildren(
        ...[...students].map(([student, list]) => {
          const points = list.reduce((sum, { reply }) => sum + (reply.score ?? 0), 0);
          return h(
            "details",
            { class: "card", "data-testid": "graded" },
            h("summary", `${student || "—"}: ${+points.toFixed(2)} / ${list.filter(({ reply }) => reply.checks).length}`),
            h("ol", ...list.map(({ row, reply }) => h("li", h("b", { class: reply.correct ? "good" : "bad" }, reply.correct ? "✓ " : "✗ "), titled(column(row, "game")), " ", h("code", { class: "small" }, column(row, "position")), h("ul", ...(reply.checks ?? []).filter((/** @type {any} */ check) => !check.correct).map((/** @type {any} */ check) => h("li", ...prose(check.feedback))), !reply.checks && h("li", reply.detail ?? ""))))),
          );
        }),
        button(t("savegrades"), () => save("grades.csv", csvRow([...names, "score", "feedback"]) + filled.map((row, i) => csvRow([...names.map((_, k) => row[k] ?? ""), replies[i].score ?? "", (replies[i].checks ?? []).filter((/** @type {any} */ check) => !check.correct).map((/** @type {any} */ check) => check.feedback).join(" ") || (replies[i].detail ?? "")])).join(""), "text/csv")),
      );
    } catch (error) {
      fail(graded, error);
    }
  }, { "data-testid": "grade" });
  root.append(h("h1", t("exam")), h("p", { class: "lead noprint" }, t("lead")), h("div", { class: "stack" }, form, out, h("section", { class: "card stack noprint" }, h("h2", t("grading")), h("p", { class: "muted small" }, t("gradingnote")), field(t("answers"), pasted), h("p", correct), graded)));
  if (query.get("games")) await make();
  return working.stop;
}
