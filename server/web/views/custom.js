// A game of the reader's own: rules with faults underlined where they are, its answer, its table, and the laws of the table.
import { h } from "../dom.js";
import { boardOf, button, choice, fail, field, latest, prose, text } from "../ui.js";
import { integers } from "../lab/values.js";
import { heatmap, plot } from "../lab/chart.js";
import { laws } from "../lab/laws.js";
import { here } from "../i18n.js";
import { customTexts } from "../texts/custom.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {{pointer: string, code: string, detail: string, at?: number, state?: any, choice?: any}} Fault */

const FUNCTIONS = "`min max abs gcd pow isqrt log2 bits popcount val is_prime is_square is_fib is_power least_factor beatty len sum xor count has sort reverse digits divisors`";

/** What stood here when the view was left: another language or theme does not lose it. @type {{at: string, model: any} | null} */
let draft = null;

/** Names and ranges of the variables. @param {string} vars */
const variables = (vars) =>
  [...`${vars}`.matchAll(/([A-Za-z_]\w*)\s*(?:\[\s*(?:(\d+)\s*\.\.)?\s*(\d*)\s*\])?\s*(?::\s*(-?\d+)\s*\.\.\s*(-?\d+))?\s*(?:,|$)/g)].map(([all, name, , size, low, high]) => ({
    name,
    size: all.includes("[") ? Number(size || 3) : null,
    low: Number(low ?? 0),
    high: Number(high ?? (all.includes("[") ? 255 : 2147483647)),
  }));

/** A state for rules that came without one. @param {string} vars */
const someState = (vars) =>
  Object.fromEntries(variables(vars).map(({ name, size, low, high }) => [name, size === null ? Math.min(high, Math.max(low, 20)) : Array.from({ length: Math.min(size, 64) }, (_, i) => Math.min(high, Math.max(low, 3 + i)))]));

/** A text with a fault underlined in it. @param {string} said @param {Fault[]} faults */
function underlined(said, faults) {
  const at = faults.map((fault) => fault.at ?? 0).sort((a, b) => a - b)[0], from = Math.min(at, Math.max(0, said.length - 1));
  const long = (/^(\w+|[^\w\s]+|\s)/.exec(said.slice(from))?.[0] ?? "").length || 1;
  return [said.slice(0, from), h("mark", said.slice(from, from + long) || " "), said.slice(from + long)];
}

/** @param {HTMLElement} root @param {Context} ctx */
export async function mountCustom(root, ctx) {
  root.classList.add("lab");
  const { t, lang, api, query } = ctx;
  ctx.texts(customTexts);
  ctx.title(t("own"));
  const { games } = await api.get("/custom/gallery");
  const running = latest(), tabling = latest();
  /** @type {any} */
  let model = null;
  /** @type {Fault[]} */
  let faults = [];
  /** @type {import("../lab/chart.js").Chart | null} */
  let chart = null;
  /** @type {{node: HTMLElement, stop: () => void} | null} */
  let found = null;

  const json = h("textarea", { class: "mono", rows: "9", spellcheck: "false", "data-testid": "rules", "aria-label": t("json") });
  const editor = h("div", { class: "editor" }), told = h("div", { "aria-live": "polite" });
  const answer = h("div", { class: "stack" }), tables = h("div", { class: "stack" });
  const words = h("p", { class: "muted" });

  // ---- the editor: a field for each string ----
  /** @type {Map<string, (faults: Fault[]) => void>} */
  const underliners = new Map();
  /** @param {string} pointer @param {string} name @param {string} value @param {(value: string) => void} change @param {string} [more] */
  function code(pointer, name, value, change, more = "") {
    const under = h("div", { class: "under", "aria-hidden": "true" }), area = h("textarea", { rows: "1", spellcheck: "false", autocapitalize: "off", "aria-label": name, "data-pointer": pointer, value });
    const mark = (/** @type {Fault[]} */ list) => {
      under.replaceChildren(...(list.length ? underlined(area.value, list) : [area.value]), " ");
      area.setAttribute("aria-invalid", String(list.length > 0));
      area.title = list.map((fault) => fault.detail).join("\n");
    };
    area.addEventListener("input", () => {
      area.value = area.value.replaceAll("\n", " ");
      change(area.value);
      mark([]);
      write();
    });
    area.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      run();
    });
    underliners.set(pointer, mark);
    mark(faults.filter((fault) => fault.pointer === pointer));
    return h("div", { class: `field ${more}` }, h("span", { "aria-hidden": "true" }, name), h("div", { class: "code" }, under, area));
  }
  /** @param {any} of @param {string} key @param {boolean} [keep] */
  const setter = (of, key, keep) => (/** @type {string} */ value) => {
    if (value === "" && !keep) delete of[key];
    else of[key] = value;
  };
  const write = () => (json.value = JSON.stringify(model, null, 1));
  const again = () => (write(), edit());
  /** @param {string} label @param {() => void} does */
  const small = (label, does) => button(label, () => (does(), again()), { class: "tiny" });

  // What has not the shape of rules gets no fields: the service says what is wrong with it.
  const edit = () => {
    try {
      fields();
    } catch {
      editor.replaceChildren();
    }
  };
  function fields() {
    underliners.clear();
    const rules = (model.rules ??= {}), moves = Array.isArray(rules.moves) ? rules.moves : (rules.moves = []);
    /** @type {HTMLElement[]} */
    const parts = [code("/rules/title", t("title"), rules.title ?? "", setter(rules, "title")), code("/rules/vars", t("vars"), rules.vars ?? "", setter(rules, "vars", true))];
    (rules.let ?? []).forEach((/** @type {string} */ one, /** @type {number} */ i) => parts.push(h("div", { class: "line" }, code(`/rules/let/${i}`, t("let"), one, (value) => (rules.let[i] = value), "grow"), small("×", () => (rules.let.splice(i, 1), rules.let.length || delete rules.let)))));
    (rules.ends ?? []).forEach((/** @type {any} */ one, /** @type {number} */ i) => {
      const result = choice(["win", "loss", "draw", "first", "second"].map((word) => [word, t(`end-${word}`)]), one.result, { "aria-label": t("result"), onchange: () => ((one.result = result.value), write()) });
      parts.push(h("div", { class: "line" }, code(`/rules/ends/${i}/when`, t("ends"), one.when ?? "", setter(one, "when", true), "grow"), result, small("×", () => (rules.ends.splice(i, 1), rules.ends.length || delete rules.ends))));
    });
    moves.forEach((/** @type {any} */ move, /** @type {number} */ i) => {
      const at = `/rules/moves/${i}`, fields = [];
      for (const key of ["choose", "when"]) fields.push(code(`${at}/${key}`, t(key), move[key] ?? "", setter(move, key)));
      if (Array.isArray(move.into)) {
        move.into.forEach((/** @type {string} */ one, /** @type {number} */ k) => fields.push(h("div", { class: "line" }, code(`${at}/into/${k}`, t("into"), one, (value) => (move.into[k] = value), "grow"), small("×", () => move.into.splice(k, 1)))));
      } else fields.push(code(`${at}/do`, t("do"), move.do ?? "", setter(move, "do", true)));
      for (const key of ["score", "again"]) if (key in move) fields.push(code(`${at}/${key}`, t(key), move[key], setter(move, key)));
      parts.push(
        h(
          "fieldset",
          { class: "move" },
          h("legend", t("move", { n: i + 1 })),
          h("div", { class: "line" }, code(`${at}/name`, t("name"), move.name ?? "", setter(move, "name", true), "grow"), small("×", () => moves.splice(i, 1))),
          ...fields,
          h(
            "p",
            { class: "row" },
            Array.isArray(move.into) ? small(t("addpart"), () => move.into.push("")) : small(t("split"), () => ((move.into = [move.do ?? ""]), delete move.do)),
            ...["score", "again"].filter((key) => !(key in move)).map((key) => small(`+ ${t(key)}`, () => (move[key] = "1"))),
          ),
        ),
      );
    });
    if ("after" in rules) parts.push(code("/rules/after", t("after"), rules.after, setter(rules, "after")));
    const misere = h("input", { type: "checkbox", checked: rules.misere === true, onchange: () => (misere.checked ? (rules.misere = true) : delete rules.misere, write()) });
    parts.push(
      h(
        "p",
        { class: "row" },
        small(`+ ${t("addmove")}`, () => moves.push({ name: `move${moves.length + 1}`, choose: "", do: "" })),
        small(`+ ${t("addend")}`, () => (rules.ends ??= []).push({ when: "", result: "loss" })),
        small(`+ ${t("let")}`, () => (rules.let ??= []).push("")),
        ...("after" in rules ? [] : [small(`+ ${t("after")}`, () => (rules.after = ""))]),
        h("label", { class: "check" }, misere, " ", t("misere")),
      ),
    );
    const state = code("/state", t("state"), text(model.state), (value) => {
      try {
        model.state = JSON.parse(value);
      } catch {
        model.state = value;
      }
    });
    editor.replaceChildren(...parts, state);
  }

  // What is typed as JSON may be rules alone, or rules and a state.
  function read() {
    const typed = JSON.parse(json.value);
    // The fields hold on to the parts of what is there.
    if (text(typed) === text(model)) return;
    const next = typed && typeof typed === "object" && !("rules" in typed) && ("vars" in typed || "moves" in typed) ? { rules: typed, state: model?.state } : typed;
    if (!next || typeof next !== "object" || !next.rules || typeof next.rules !== "object") throw new Error(t("norules"));
    const names = typeof next.rules.vars === "string" ? variables(next.rules.vars).map(({ name }) => name).filter((name) => name !== "turn") : [];
    const fits = (/** @type {any} */ state) => state && names.every((name) => name in state);
    if (!("state" in typed) && !(Array.isArray(next.state) ? next.state.every(fits) : fits(next.state))) next.state = someState(next.rules.vars ?? "");
    model = next;
  }
  json.addEventListener("input", () => {
    try {
      read();
      faults = [];
      edit();
    } catch {
      return;
    }
  });

  // ---- faults ----
  /** @param {string} pointer */
  const stringAt = (pointer) => pointer.split("/").slice(1).reduce((/** @type {any} */ part, name) => part?.[name], model);
  /** @param {Fault[]} list @param {string[]} [others] */
  function complain(list, others = []) {
    faults = list;
    for (const [pointer, mark] of underliners) mark(list.filter((fault) => fault.pointer === pointer || (pointer === "/state" && fault.pointer.startsWith("/state"))));
    told.replaceChildren(
      ...list.map((fault) => {
        const said = stringAt(fault.pointer);
        return h(
          "div",
          { class: "fault", "data-testid": "fault", "data-pointer": fault.pointer, "data-code": fault.code, "data-at": fault.at },
          h("p", h("b", fault.pointer.replace(/^\/rules/, "") || "/"), " ", ...prose(fault.detail)),
          typeof said === "string" && fault.at !== undefined && h("pre", ...underlined(said, [fault])),
          fault.state && h("p", { class: "small" }, t("whileplaying", { state: text(fault.state), choice: text(fault.choice ?? {}) })),
        );
      }),
      ...others.map((line) => h("div", { class: "fault", "data-testid": "fault" }, h("p", line))),
    );
  }

  // ---- the answer ----
  async function run() {
    const signal = running.next();
    tabling.stop();
    answer.removeAttribute("aria-busy");
    try {
      const was = model;
      read();
      if (model !== was) edit();
    } catch (error) {
      answer.replaceChildren();
      tables.replaceChildren();
      return complain([], [t("badJson", { why: /** @type {Error} */ (error).message })]);
    }
    write();
    const url = ctx.address("/custom", { rules: text(model) });
    ctx.replace(url.length < 6000 ? url : ctx.address("/custom", {}));
    answer.setAttribute("aria-busy", "true");
    try {
      const reply = await api.post("/custom", { ...model, moves: "all", limit: 40, words: true, positions: true, explain: lang }, { signal });
      complain([]);
      answer.replaceChildren(verdict(reply));
      tabulate();
    } catch (error) {
      if (signal.aborted) return;
      const problem = /** @type {any} */ (error);
      complain(problem.errors ?? []);
      if (!problem.errors?.length) fail(told, error, run);
      answer.replaceChildren();
      tables.replaceChildren();
    }
    if (!signal.aborted) answer.removeAttribute("aria-busy");
  }

  /** @param {any} reply */
  function verdict(reply) {
    const moves = reply.moves.map((/** @type {any} */ move) => button(move.text, () => ((model.state = move.to.state), again(), run()), { class: `tiny ${move.outcome}`, title: t(`outcome-${move.outcome}`) }));
    return h(
      "section",
      { class: "card" },
      h("p", { class: "place" }, h("span", { class: `badge ${reply.verdict}`, "data-testid": "verdict", "data-verdict": reply.verdict }, t(`verdict-${reply.verdict}`)), " ", reply.grundy !== null && h("b", `${t("grundy")} ${reply.grundy}`), typeof reply.value === "number" && h("b", ` ${t("value")} ${reply.value}`)),
      h("div", { "data-testid": "explanation" }, ...reply.explanation.map((/** @type {string} */ line) => h("p", line))),
      h("p", { class: "muted small" }, moves.length ? t("moves") : t("over")),
      h("p", { class: "row moves" }, ...moves, reply.truncated && "…"),
      h("p", h("a", { href: boardOf("custom", model) }, t("toplay"))),
    );
  }

  // ---- the table and its laws ----
  let x = "", y = "", reach = "";
  const pointers = () => integers(Array.isArray(model.state) ? {} : model.state).map(([pointer]) => `/state${pointer}`).filter((pointer) => pointer !== "/state/turn");
  /** The range of the variable that a pointer leads to. @param {string} pointer */
  const range = (pointer) => variables(model.rules.vars ?? "").find(({ name }) => name === pointer.split("/")[2]) ?? { low: 0, high: 100 };

  async function tabulate() {
    const signal = tabling.next(), all = pointers();
    found?.stop();
    chart?.end();
    if (!all.includes(x)) [x, y] = [all[0] ?? "", all[1] ?? ""];
    if (y && !all.includes(y)) y = "";
    if (!x) return tables.replaceChildren();
    const chosen = y && y !== x ? [x, y] : [x];
    const selects = ["x", "y"].map((letter, k) => {
      const select = choice([...(k ? [/** @type {[string, string]} */ (["", "—"])] : []), ...all.map((one) => /** @type {[string, string]} */ ([one, one.slice(7).replaceAll("/", " / ")]))], [x, y][k], { onchange: () => (k ? (y = select.value) : (x = select.value), tabulate()) });
      return field(t(k ? "y" : "x"), select);
    });
    const upto = h("input", { class: "number", inputmode: "numeric", value: reach, onchange: () => ((reach = upto.value), tabulate()) });
    const slot = h("div"), head = h("section", { class: "card" }, h("h2", t("table")), h("div", { class: "row" }, ...selects, field(t("upto"), upto)), slot);
    tables.replaceChildren(head);
    const sizes = reach ? [Number(reach)] : chosen.length === 2 ? [40, 20, 8, 3] : [100, 30, 10, 3];
    for (let i = 0; i < sizes.length; i++) {
      const vary = chosen.map((pointer) => ({ pointer, from: Math.max(0, range(pointer).low), to: Math.min(range(pointer).high, Math.max(0, range(pointer).low) + sizes[i]) }));
      upto.placeholder = String(vary[0].to);
      try {
        const reply = await api.post("/custom/table", { ...model, vary }, { signal });
        if (signal.aborted) return;
        const drawn = draw(reply, vary);
        slot.replaceChildren(...drawn);
        chart?.draw();
        const cells = (reply.rows ?? [reply.values]).reduce((/** @type {number} */ sum, /** @type {any} */ row) => sum + row.length, 0);
        if (cells < 12) return;
        found = laws(ctx, { game: "custom", position: model, vary, of: reply.of === "grundy" ? undefined : reply.of });
        tables.append(found.node);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (i + 1 === sizes.length || /** @type {any} */ (error).status !== 422) return fail(slot, error, tabulate);
      }
    }
  }

  /** @param {any} reply @param {{pointer: string, from: number, to: number}[]} vary */
  function draw(reply, vary) {
    const lost = (/** @type {any} */ value) => value === "L" || (reply.of === "value" ? value < 0 : value === 0), info = h("p", { class: "place", "aria-live": "polite" });
    const names = vary.map(({ pointer }) => pointer.slice(7)), label = t("table");
    /** @param {any} value @param {number[]} cell */
    const tell = (value, cell) => info.replaceChildren(`${cell.map((i, k) => `${names[k]} = ${vary[k].from + i}`).join(", ")}: `, h("span", { class: `badge ${lost(value) ? "loss" : "win"}` }, value ?? t("novalue")));
    chart = reply.rows
      ? heatmap({ rows: reply.rows, from: [vary[0].from, vary[1].from], lost, names: [names[0], names[1]], label, onhover: (cell) => cell && tell(reply.rows[cell[0]][cell[1]], cell) })
      : plot({ values: [...reply.values], from: vary[0].from, lost, name: names[0], label, period: reply.period && { start: reply.period.preperiod, length: reply.period.period, text: `${t("periodbox", { n: reply.period.period })} · ${t("proven")}` }, onhover: (n) => n !== null && tell(reply.values[n], [n]) });
    const large = new URLSearchParams({ position: text(model), x: vary[0].pointer, x1: String(vary[0].to), ...(vary[1] ? { y: vary[1].pointer, y1: String(vary[1].to) } : {}) });
    return [chart.node, h("p", { class: "muted small legend" }, h("span", { class: "swatch lost", "aria-hidden": "true" }), t("lostkey")), info, h("p", h("a", { href: `/table/custom?${large}` }, t("large")))];
  }

  // ---- the page ----
  const gallery = choice([["", t("pick")], ...games.map((/** @type {any} */ game) => [game.id, game.title[lang]])], "", { "data-testid": "gallery" });
  /** @param {any} game */
  function take(game) {
    model = structuredClone({ rules: game.rules, state: game.state });
    gallery.value = game.id;
    words.replaceChildren(...(game.words ? [...prose(game.words[lang]), h("span", { class: "small" }, ` (${game.source})`)] : []));
    reach = x = y = "";
    faults = [];
    again();
    run();
  }
  gallery.addEventListener("change", () => {
    const game = games.find((/** @type {any} */ one) => one.id === gallery.value);
    if (game) take(game);
  });
  const start = button(t("run"), () => run(), { class: "primary", "data-testid": "run" });
  json.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
  });
  root.append(
    h("h1", t("own")),
    h("p", { class: "lead" }, t("lead")),
    h(
      "div",
      { class: "two" },
      h("section", { class: "card stack" }, field(t("gallery"), gallery), words, editor, h("div", { class: "row" }, start, h("span", { class: "muted small" }, t("enter"))), told, h("details", { open: true }, h("summary", t("json")), json), h("details", h("summary", t("help")), ...[t("help1"), t("help2"), FUNCTIONS, t("help3")].map((said) => h("p", { class: "small" }, ...prose(said))))),
      h("div", { class: "stack" }, answer, tables),
    ),
  );
  const asked = draft?.at === `${location.pathname}${query.get("rules")}` ? text(draft.model) : query.get("rules");
  if (asked) {
    json.value = asked;
    try {
      read();
      again();
    } catch {
      model = null;
    }
    run();
  } else take(games.find((/** @type {any} */ one) => one.id === (query.get("game") ?? "subtract-134")) ?? games[0]);
  return () => {
    draft = { at: `${location.pathname}${here().get("rules")}`, model };
    running.stop();
    tabling.stop();
    chart?.end();
    found?.stop();
  };
}
