// Values of a game as a picture: steps over one variable, a map over two.
import { h } from "../dom.js";
import { Problem } from "../api.js";
import { gameOf } from "../named.js";
import { boardOf, button, choice, fail, field, latest, prose, readPosition, save, text } from "../ui.js";
import { integers, put, valueAt } from "../lab/values.js";
import { heatmap, plot } from "../lab/chart.js";
import { laws } from "../lab/laws.js";
import { tableTexts } from "../texts/table.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../lab/chart.js").Value} Value */
/** @typedef {{pointer: string, from: number, to: number}} Axis */
/** @typedef {{axes: Axis[], of: string, rows: Value[][], period: any, reply: any}} Table with one variable `rows` has one row */

const BAND = 10000, BAND_CUSTOM = 100000, CELLS_MAX = 1000000;

/**
 * Rules of a heap as people write them: {1,3,4}, 1-5, 0.77, a word, or JSON.
 * @param {string} typed
 */
function readRules(typed) {
  const said = typed.trim(), list = /^\{?\s*(\d+(?:\s*[,，、\s]\s*\d+)*)\s*\}?$/.exec(said), range = /^(\d+)\s*(?:-|–|…|\.\.+)\s*(\d+)$/.exec(said);
  if (/^[04]\.[0-7]+$/.test(said)) return { octal: said };
  if (/^[04]\.[0-9A-Fa-f]+$/.test(said)) return { hex: said.toUpperCase() };
  if (list) return { take: list[1].split(/[,，、\s]+/).map(Number) };
  if (range) return { take: { from: +range[1], to: +range[2] } };
  if (/^[a-z_]+$/.test(said)) return { take: said };
  return JSON.parse(said);
}

/** @param {any} rules */
const writeRules = (rules) => rules.octal ?? rules.hex ?? (Array.isArray(rules.take) && !rules.leave ? `{${rules.take.join(",")}}` : text(rules));

/** What `from` is where nobody says: the least that the schema allows. @param {any} schema @param {string} pointer */
function least(schema, pointer) {
  let part = schema;
  for (const name of pointer.split("/").slice(1)) part = part?.properties?.[name] ?? part?.items ?? part?.prefixItems?.[+name];
  return Math.max(part?.minimum ?? 0, 0);
}

/** The first position that is shown: the example, with what may vary first, and lists no longer than that needs. @param {any} entry */
function begin(entry) {
  const { properties } = entry.position, position = structuredClone(entry.example.request);
  for (const [name, schema] of Object.entries(properties)) if (!(name in position) && [schema.type].flat().includes("integer") && "default" in schema) position[name] = schema.default;
  const flat = integers(position).map(([pointer]) => pointer), deep = (/** @type {string} */ pointer) => (pointer.split("/").length > 3 ? 1 : 0);
  const pointers = flat.sort((a, b) => deep(a) - deep(b)), used = pointers.slice(0, 2).map((pointer) => pointer.split("/"));
  for (const [name, list] of Object.entries(position)) {
    const last = Math.max(-1, ...used.filter((names) => names[1] === name).map((names) => +names[2]));
    if (Array.isArray(list) && last >= 0) list.length = Math.max(last + 1, properties[name].minItems ?? 0, Math.min(list.length, last + 1));
  }
  return { position, pointers: pointers.slice(0, 2) };
}

/** @param {HTMLElement} root @param {Context} ctx */
export async function mountTable(root, ctx) {
  root.classList.add("lab");
  const { t, lang, api } = ctx;
  ctx.texts(tableTexts);
  const [entry, all] = await Promise.all([gameOf(ctx, "table"), api.get("/games?summary=1")]), game = entry.id, { query } = ctx;
  const sg = game === "sg", name = entry.title[lang];
  ctx.title(`${name} · ${t("values")}`);
  const first = begin(entry), asked = query.get("position");
  /** @type {any} */
  let there;
  // What cannot be read stands in the form, to be mended.
  try {
    there = asked && readPosition(asked);
  } catch {
    there = null;
  }
  const picture = h("div", { class: "picture" }), questions = latest(), hovers = latest();
  /** @type {import("../lab/chart.js").Chart | null} */
  let chart = null;
  /** @type {{node: HTMLElement, stop: () => void} | null} */
  let found = null;
  /** @type {Table | null} */
  let table = null;

  // ---- the form ----
  const rules = h("input", { id: "rules", class: "mono", value: query.get("rules") ?? (there ? writeRules(there.rules ?? {}) : (asked ?? "0.77")), spellcheck: "false", autocomplete: "off", list: "famous" });
  const famous = h("datalist", { id: "famous" });
  const position = h("textarea", { class: "mono", rows: "2", spellcheck: "false", value: asked ?? text(first.position) });
  const given = (/** @type {string} */ key) => query.get(key);
  const of = choice([["", t("of-auto")], ...["grundy", "verdict", "remoteness", "value", "winning_move_count"].map((one) => /** @type {[string, string]} */ ([one, t(`of-${one}`)]))], given("of") ?? "");
  /** @param {"x" | "y"} letter @param {string | undefined} pointer */
  const axis = (letter, pointer) => {
    const select = h("select", { "aria-label": t(letter) });
    const low = h("input", { class: "number", inputmode: "numeric", "aria-label": `${t(letter)}: ${t("from")}`, value: given(`${letter}0`) ?? "" });
    const high = h("input", { class: "number", inputmode: "numeric", "aria-label": `${t(letter)}: ${t("to")}`, value: given(`${letter}1`) ?? "" });
    const fill = (/** @type {string} */ chosen) => {
      /** @type {string[]} */
      let pointers = [];
      try {
        pointers = integers(JSON.parse(position.value)).map(([one]) => one);
      } catch {
        pointers = [];
      }
      if (chosen && !pointers.includes(chosen)) pointers.unshift(chosen);
      select.replaceChildren(...(letter === "y" ? [h("option", { value: "" }, "—")] : []), ...pointers.slice(0, 200).map((one) => h("option", { value: one, selected: one === chosen }, one.slice(1).replaceAll("/", " / "))));
    };
    fill(pointer ?? "");
    const node = h("fieldset", { class: "axis" }, h("legend", t(letter)), select, low, h("span", { "aria-hidden": "true" }, "…"), high);
    return { node, select, low, high, fill };
  };
  const shown = given("x") !== null || asked !== null;
  const x = axis("x", given("x") ?? (there ? integers(there).map(([one]) => one)[0] : first.pointers[0]));
  const y = axis("y", shown ? (given("y") ?? "") : first.pointers[1]);
  // While it is typed: were it when the field is left, a button that is pressed then would move away.
  position.addEventListener("input", () => (x.fill(x.select.value), y.fill(y.select.value)));
  const to = h("input", { class: "number", inputmode: "numeric", value: given("to") ?? (innerWidth < 560 ? 100 : 200) });
  const from = h("input", { class: "number", inputmode: "numeric", value: given("from") ?? "0" });
  const games = choice(all.games.filter((/** @type {any} */ { id }) => id !== "zero" || id === game).map((/** @type {any} */ one) => [one.id, one.title[lang]]), game, { onchange: () => ctx.navigate(`/table/${games.value}`) });
  const form = h(
    "form",
    { class: "card controls" },
    field(t("game"), games),
    ...(sg ? [field(t("rules"), rules, "grow"), famous, field(t("from"), from), field(t("to"), to)] : [field(t("positionJson"), position, "grow"), x.node, y.node, field(t("of"), of)]),
    h("button", { class: "primary" }, t("show")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    /** @type {Record<string, string>} */
    const next = sg ? { rules: rules.value.trim(), from: from.value, to: to.value } : { position: position.value.trim(), of: of.value };
    for (const [letter, one] of Object.entries({ x, y })) if (!sg && one.select.value) Object.assign(next, { [letter]: one.select.value, [`${letter}0`]: one.low.value, [`${letter}1`]: one.high.value });
    ctx.navigate(ctx.address(`/table/${game}`, next));
  });

  // ---- what is asked ----
  /** @param {AbortSignal} signal @param {(done: number, of: number) => void} progress @returns {Promise<Table>} */
  async function ask(signal, progress) {
    if (sg) {
      let said;
      try {
        said = readRules(rules.value);
      } catch {
        throw new Error(t("badrules"));
      }
      const axes = [{ pointer: "/heaps/0", from: Number(from.value || 0), to: Number(to.value || 200) }];
      return bands(axes, 100000, (part) => api.post("/sg/table", { rules: said, from: part[0].from, to: part[0].to }, { signal }), progress);
    }
    const base = readPosition(position.value), chosen = [x, y].filter((one) => one.select.value);
    if (!chosen.length) throw new Error(t("novary"));
    const wish = of.value || (entry.has_grundy ? "" : entry.has_scores ? "value" : "verdict"), last = chosen[chosen.length - 1], here = Number(valueAt(base, last.select.value) ?? 0);
    // Where nobody says how far: what the game allows is found by trying, in one question, at last with one variable from where it stands.
    /** @type {[typeof chosen, number, number | null][]} how many vary, how far, from where (null: the least) */
    const tries = chosen.some(({ low, high }) => low.value || high.value) ? [[chosen, chosen.length === 2 ? 60 : 200, null]] : [...(chosen.length === 2 ? [60, 15] : [200, 15]).map((size) => /** @type {[typeof chosen, number, null]} */ ([chosen, size, null])), [chosen, 4, 1], [[last], 60, here], [[last], 7, here]];
    const plans = tries.map(([which, size, start]) => ({
      which,
      axes: which.map(({ select, low, high }) => {
        const begins = low.value ? Number(low.value) : Math.max(start ?? 0, least(entry.position, select.value));
        return { pointer: select.value, from: begins, to: high.value ? Number(high.value) : begins + size };
      }),
    }));
    const question = (/** @type {Axis[]} */ vary) => ({ ...base, vary, ...(wish ? { of: wish } : {}) });
    let [{ which, axes }] = plans, ready = null;
    if (plans.length > 1) {
      const { answers } = await api.post("/batch", { questions: plans.map((plan) => ({ path: `/${game}/table`, ...question(plan.axes) })) }, { signal });
      const i = answers.findIndex((/** @type {any} */ answer) => answer.vary);
      if (i < 0) throw new Problem(answers[0].status, answers[0]);
      [{ which, axes }, ready] = [plans[i], answers[i]];
    }
    const table = await bands(axes, game === "custom" ? BAND_CUSTOM : BAND, async (part) => ready ?? api.post(`/${game}/table`, question(part), { signal }), progress);
    which.forEach(({ low, high }, k) => ((low.placeholder = String(axes[k].from)), (high.placeholder = String(axes[k].to))));
    if (which.length < chosen.length) (x.select.value = last.select.value), (y.select.value = "");
    return table;
  }

  /**
   * What is more than one question may ask for is asked in bands.
   * @param {Axis[]} axes @param {number} most @param {(part: Axis[]) => Promise<any>} one @param {(done: number, of: number) => void} progress @returns {Promise<Table>}
   */
  async function bands(axes, most, one, progress) {
    const [wide, high] = axes.map((axis) => Math.max(1, axis.to - axis.from + 1)), cells = wide * (high ?? 1);
    if (cells > CELLS_MAX) throw new Error(t("toomany", { n: CELLS_MAX }));
    const step = Math.max(1, Math.floor(most / (high ?? 1)));
    /** @type {Value[][]} */
    const rows = [];
    let reply = /** @type {any} */ (null);
    for (let start = axes[0].from; start <= axes[0].to || !reply; start += step) {
      reply = await one([{ ...axes[0], from: start, to: Math.min(axes[0].to, start + step - 1) }, ...axes.slice(1)]);
      for (const row of reply.rows ?? [reply.values]) rows.push([...row]);
      progress(start + step - axes[0].from, wide);
    }
    return { axes, of: reply.of ?? "grundy", rows: axes.length === 1 ? [rows.flat()] : rows, period: reply.period, reply };
  }

  /** @param {Table} table @returns {(value: Value) => boolean} */
  const lostIn = ({ of }) => (value) => value === "L" || (of === "value" ? typeof value === "number" && value < 0 : of !== "remoteness" && (value === 0 || value === "0"));

  // ---- what is shown ----
  const info = h("div", { class: "info", "aria-live": "polite" }, h("p", { class: "muted" }, t("hint")));
  /** The position of a cell. @param {Table} table @param {number[]} cell */
  const positionAt = (table, cell) => {
    const there = cell.map((i, k) => table.axes[k].from + i);
    return sg ? { rules: table.reply.rules, heaps: there } : put(JSON.parse(position.value), there.map((n, k) => [table.axes[k].pointer, n]));
  };
  let pause = 0;
  /** @param {Table} table @param {number[] | null} cell @param {boolean} sure */
  function hover(table, cell, sure) {
    clearTimeout(pause);
    const signal = hovers.next();
    if (!cell) return;
    const value = table.axes.length === 1 ? table.rows[0][cell[0]] : table.rows[cell[0]][cell[1]], there = cell.map((i, k) => table.axes[k].from + i);
    const lost = lostIn(table)(value);
    const place = there.length === 1 ? `n = ${there[0]}` : `(${there.join(", ")})`;
    const worth = value === null ? t("novalue") : table.of === "verdict" ? t(`verdict-${value}`) : `${t(`of-${table.of}`)} ${value}`;
    const more = h("div");
    info.replaceChildren(h("p", { class: "place" }, h("b", place), " ", h("span", { class: `badge ${lost ? "loss" : "win"}` }, worth), " ", h("a", { href: boardOf(game, positionAt(table, cell)) }, t("play"))), more);
    const tell = async () => {
      try {
        const answer = await api.post(`/${game}`, { ...positionAt(table, cell), moves: "all", limit: 2000, positions: true }, { signal });
        more.replaceChildren(...options(table, answer));
        chart?.mark(marks(table, cell, answer.moves));
      } catch (error) {
        fail(more, error);
      }
    };
    pause = setTimeout(tell, sure ? 0 : 120);
  }

  /** Where in the picture the moves lead. @param {Table} table @param {number[]} cell @param {any[]} moves */
  function marks(table, cell, moves) {
    const pointers = table.axes.map((axis) => axis.pointer), others = (/** @type {any} */ at) => text(integers(at).filter(([pointer]) => !pointers.includes(pointer)));
    const mine = others(positionAt(table, cell));
    return moves.filter(({ to }) => to && others(to) === mine).flatMap(({ to }) => {
      const places = pointers.map((pointer, k) => Number(valueAt(to, pointer)) - table.axes[k].from);
      return places.every((n) => n >= 0) ? [places] : [];
    });
  }

  /** The values of the options and their mex. @param {Table} table @param {any} answer */
  function options(table, answer) {
    const count = h("p", { class: "muted small" }, t("moves", { n: answer.move_count ?? "?", winning: answer.winning_move_count ?? "?" }));
    const values = [...new Set(answer.moves.map((/** @type {any} */ move) => move.grundy).filter((/** @type {any} */ n) => typeof n === "number"))].sort((a, b) => a - b);
    if (answer.grundy === null || typeof answer.grundy !== "number" || answer.truncated) return [count];
    // The place of the mex among the values is left open, so that the gap is seen.
    const chips = [...values.filter((n) => n < answer.grundy), null, ...values.filter((n) => n > answer.grundy)].slice(0, 60).map((n) => h("span", { class: `chip ${n === 0 ? "lost" : n === null ? "gap" : ""}` }, n ?? "?"));
    return [
      h("p", `${t("options")} `, ...(values.length ? chips : [t("none")]), values.length > 59 && " …"),
      h("p", t("mex"), " ", h("span", { class: "chip missing" }, answer.grundy)),
      count,
    ];
  }

  /** @param {Table} table */
  function csv({ axes, rows, of }) {
    if (axes.length === 1) return `n,${of}\n${rows[0].map((value, i) => `${axes[0].from + i},${value ?? ""}\n`).join("")}`;
    return `n\\m,${rows[0].map((_, j) => axes[1].from + j).join()}\n${rows.map((row, i) => `${axes[0].from + i},${row.map((value) => value ?? "").join()}\n`).join("")}`;
  }
  /** @param {Table} table */
  const json = ({ axes, rows, of, period, reply }) =>
    text(sg ? { rules: reply.rules, from: axes[0].from, to: axes[0].to, values: rows[0], period } : { game, of, position: JSON.parse(position.value), vary: axes, ...(axes.length === 1 ? { values: rows[0] } : { rows }), period }) + "\n";

  /** @param {Table} table */
  function periodText({ period, axes, of }) {
    if (axes.length !== 1 || of === "verdict" || of === "remoteness") return null;
    if (!period) return { node: h("p", { "data-testid": "period" }, h("span", { class: "badge open" }, t("noperiod"))), text: "" };
    const { length, start } = { length: period.period, start: period.preperiod };
    const words = t(period.saltus ? "period-saltus" : "period", { n: length, start, saltus: period.saltus });
    return { node: h("p", { "data-testid": "period" }, h("span", { class: "badge win" }, t("proven")), " ", words), text: `${t("periodbox", { n: length })} · ${t("proven")}` };
  }

  /** @param {Table} table @returns {HTMLElement} */
  function grid({ axes, rows, period, of }) {
    const lost = lostIn(/** @type {Table} */ (table)), wide = period && period.period >= 4 && period.period <= 40 ? period.period : 20, values = rows[0].slice(0, 1000);
    const lines = [];
    for (let i = 0; i < values.length; i += wide)
      lines.push(h("tr", h("th", { scope: "row" }, axes[0].from + i), ...values.slice(i, i + wide).map((value) => h("td", { class: lost(value) ? "lost" : "" }, value ?? "–"))));
    return h("details", { class: "card" }, h("summary", t("asnumbers")), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("asnumbers") }, h("table", { class: "values" }, h("tbody", ...lines))),
      of === "grundy" && h("p", h("a", { href: `https://oeis.org/search?q=${values.slice(0, 24).join("%2C")}`, rel: "noreferrer" }, t("oeis"))));
  }

  /** @param {Table} said */
  function show(said) {
    table = said;
    const two = said.axes.length === 2, lost = lostIn(said), label = t(two ? "maplabel" : "plotlabel", { name }), period = periodText(said);
    chart?.end();
    const begun = performance.now();
    chart = two
      ? heatmap({ rows: said.rows, from: [said.axes[0].from, said.axes[1].from], lost, names: [said.axes[0].pointer.slice(1), said.axes[1].pointer.slice(1)], label, onhover: (cell, sure) => hover(said, cell, sure) })
      : plot({
          values: said.rows[0],
          from: said.axes[0].from,
          lost,
          name: sg ? "n" : said.axes[0].pointer.slice(1),
          label,
          period: said.period && period?.text ? { start: said.period.preperiod, length: said.period.period, text: period.text } : null,
          onhover: (n, sure) => hover(said, n === null ? null : [n], sure),
        });
    const drawn = chart;
    const file = (/** @type {string} */ type) => `${game}.${type}`;
    const bar = h(
      "div",
      { class: "row noprint" },
      h("span", { class: "group" }, button("+", () => drawn.zoom(1.5), { "aria-label": t("zoomin"), title: t("zoomin") }), button("−", () => drawn.zoom(1 / 1.5), { "aria-label": t("zoomout"), title: t("zoomout") }), button(t("all"), () => drawn.zoom(0))),
      h("span", { class: "group" }, button("CSV", () => save(file("csv"), csv(said), "text/csv")), button("JSON", () => save(file("json"), json(said), "application/json")), button("SVG", () => save(file("svg"), drawn.svg(), "image/svg+xml")), button("PNG", async () => save(file("png"), await drawn.png()))),
    );
    const count = two ? said.rows.reduce((sum, row) => sum + row.filter(lost).length, 0) : said.rows[0].filter(lost).length;
    const key = h("p", { class: "muted small legend" }, h("span", { class: "swatch lost", "aria-hidden": "true" }), t("lostkey", { n: count }), two && said.of !== "verdict" && h("span", { class: "swatch ramp", "aria-hidden": "true" }), two && said.of !== "verdict" && t("rampkey"));
    const lawbutton = button(t("findlaws"), () => {
      found?.stop();
      found = laws(ctx, { game, position: sg ? { rules: said.reply.rules, heaps: [0] } : JSON.parse(position.value), vary: said.axes.map((axis) => ({ ...axis })), of: said.of === "grundy" ? undefined : said.of });
      lawbutton.replaceWith(found.node);
    });
    picture.replaceChildren(h("figure", { class: `card ${two ? "beside" : ""}` }, h("div", period?.node, drawn.node, key, bar), info), ...(said.rows.flat().length >= 12 ? [lawbutton] : []), ...(two ? [] : [grid(said)]));
    drawn.draw();
    drawn.node.dataset.drawn = String(Math.round(performance.now() - begun));
  }

  async function run() {
    const signal = questions.next(), bar = h("progress", { "aria-label": t("asking") });
    const wait = setTimeout(() => picture.replaceChildren(h("p", { class: "card row" }, bar, " ", t("asking"), " ", button(t("cancel"), () => (questions.stop(), picture.replaceChildren(h("p", { class: "card" }, t("cancelled"))))))), 300);
    try {
      const said = await ask(signal, (done, most) => ((bar.max = most), (bar.value = done)));
      if (!signal.aborted) show(said);
    } catch (error) {
      fail(picture, error, run);
    }
    clearTimeout(wait);
  }

  root.append(
    h("h1", `${name}${t("colon")}${t("values")}`),
    h("p", { class: "lead" }, ...prose(entry.rules[lang]), " ", h("a", { href: `/play/${game}` }, t("toplay")), " · ", h("a", { href: `/practice/${game}` }, t("topractice"))),
    ...(sg ? [h("p", { class: "muted small" }, t("rulehelp"))] : []),
    form,
    picture,
  );
  if (!sg && !first.pointers.length && !asked) picture.append(h("p", { class: "card" }, t("novary")));
  else await run();
  if (sg)
    api.get("/games").then(({ names }) => famous.append(...names.filter((/** @type {any} */ one) => one.game === "sg" && one.position?.rules).map((/** @type {any} */ one) => h("option", { value: writeRules(one.position.rules) }, one.title[lang]))), () => {});
  return () => {
    questions.stop();
    hovers.stop();
    clearTimeout(pause);
    chart?.end();
    found?.stop();
  };
}
