// What students hand in, held against the sheet that is open: what it asks and they left out or changed earns nothing.
import { h } from "../dom.js";
import { Problem } from "../api.js";
import { button, prose, save, text } from "../ui.js";
import { language, t } from "../i18n.js";
import { csvRow } from "./values.js";
import { suits, KINDS, PARTS } from "./sheet.js";

/** @typedef {{student: string, game: string, position: any, asked: string[], cell: (name: string) => string, reply?: any}} Work */
/** @typedef {{students: Map<string, {works: Work[], unused: number}>, unread: string[]}} Graded */

const LOT = 1000;
const CLAIMS = Object.values(PARTS), TOLD = ["score", "feedback"];
export const HEAD = ["student", "game", "position", "asked", ...CLAIMS];

/** Rows of CSV (RFC 4180), or of what was copied out of a spreadsheet: the first line shows what parts the fields. @param {string} said @returns {string[][]} */
function readCsv(said) {
  const rows = [[""]], comma = /[,;\t]/.exec(said)?.[0] ?? ",", end = /[ \t]*([,;\t\r\n]|$)/y;
  let line = 1, opened = 0;
  for (let i = 0; i < said.length; i++) {
    const row = rows[rows.length - 1], last = row.length - 1, letter = said[i];
    if (letter === "\n") line++;
    if (opened) {
      end.lastIndex = i + 1;
      if (letter !== '"') row[last] += letter;
      else if (said[i + 1] === '"') (row[last] += '"'), i++;
      else if (`${comma}\r\n`.includes(end.exec(said)?.[1] ?? "-")) opened = 0;
      else break;
    } else if (letter === '"' && !row[last].trim()) (row[last] = ""), (opened = line);
    else if (letter === comma) row.push("");
    else if (letter === "\n") rows.push([""]);
    else if (letter !== "\r") row[last] += letter;
  }
  if (opened) throw new Error(t("badquote", { n: opened }));
  return rows.filter((row) => row.some((cell) => cell.trim()));
}

/** JSON where it is JSON, else the words themselves: the service says what it thinks of them. @param {string} said */
function loose(said) {
  try {
    return /^\d+$/.test(said) ? said : (JSON.parse(said) ?? said);
  } catch {
    return said;
  }
}

/**
 * The questions of each student. Of several answers to one the last counts.
 * @param {string} pasted @param {import("./sheet.js").Sheet | null} sheet @param {Map<string, any>} games @returns {Graded}
 */
function read(pasted, sheet, games) {
  // Several students' files pasted one after the other repeat the first line.
  const [names = [], ...rows] = readCsv(pasted).map((row) => row.map((one) => one.trim())), at = names.map((name) => name.toLowerCase());
  if (!at.includes("game") || !at.includes("position")) throw new Error(t("badcsv", { head: HEAD.join() }));
  /** @type {Graded["students"]} */
  const students = new Map();
  const works = rows.filter((row) => row.join() !== names.join()).map((row) => {
    const cell = (/** @type {string} */ name) => row[at.indexOf(name)] ?? "";
    return { student: cell("student"), game: cell("game"), position: loose(cell("position")), asked: cell("asked").split(/[\s,;，；、]+/).filter(Boolean), cell };
  });
  for (const { student } of works) {
    if (students.has(student)) continue;
    const own = works.filter((work) => work.student === student);
    const asked = sheet?.questions.map(({ game, position }) => {
      const work = own.findLast((one) => one.game === game && text(one.position) === text(position));
      return { student, game, position, asked: sheet.ask.filter((kind) => suits(kind, games.get(game))).map((kind) => PARTS[kind]), cell: work?.cell ?? (() => ""), work };
    });
    students.set(student, { works: asked ?? own, unused: asked ? own.filter((work) => !asked.some((one) => one.work === work)).length : 0 });
  }
  return { students, unread: names.filter((_, i) => ![...HEAD, ...TOLD].includes(at[i])) };
}

/** What is said of it, but for what is right. @param {any} reply @returns {string[]} */
const feedback = ({ checks, graded, detail }) => (checks ? checks.filter((/** @type {any} */ check) => !check.correct).map((/** @type {any} */ check) => KINDS.filter((kind) => PARTS[kind] === check.what).map((kind) => t(`kind-${kind}`) + t("colon")) + check.feedback) : [`${graded === false ? t("ungraded") + t("colon") : ""}${detail}`]);

/** What the service says of each. @param {import("../app.js").Context} ctx @param {string} pasted @param {import("./sheet.js").Sheet | null} sheet @param {Map<string, any>} games @param {AbortSignal} signal */
export async function grades({ api, lang }, pasted, sheet, games, signal) {
  const graded = read(pasted, sheet, games), all = [...graded.students.values()].flatMap(({ works }) => works);
  /** What one student writes may be too much for all: then it is asked in halves. @param {Work[]} lot @returns {Promise<void>} */
  const ask = async (lot) => {
    const half = lot.length >> 1, questions = lot.map(({ game, position, asked, cell }) => ({ game, position, asked: asked.length ? asked : undefined, claim: Object.fromEntries(CLAIMS.filter(cell).map((name) => [name, loose(cell(name))])) }));
    try {
      const { answers } = await api.post("/grade", { questions, lenient: true, partial: true, language: lang }, { signal });
      lot.forEach((work, i) => (work.reply = answers[i]));
    } catch (error) {
      if (!(error instanceof Problem) || ![400, 413, 422].includes(error.status)) throw error;
      if (half) await ask(lot.slice(0, half)), await ask(lot.slice(half));
      else lot[0].reply = error;
    }
  };
  for (let i = 0; i < all.length; i += LOT) await ask(all.slice(i, i + LOT));
  return graded;
}

/** The same for a reader; `open`: whose answers are unfolded. @param {Graded} graded @param {any} whole a sheet said what was asked @param {Map<string, any>} games @param {Set<string>} open */
export const gradesOf = ({ students, unread }, whole, games, open) => [
  ...(whole ? [] : [h("p", { class: "note" }, t("nosheet"))]),
  ...(unread.length ? [h("p", { class: "note" }, t("unread", { names: unread.join(t("comma")) }))] : []),
  ...[...students].map(([student, { works, unused }]) => {
    const ungraded = works.filter(({ reply }) => reply.graded === false).length;
    const node = h(
      "details",
      { class: "card", "data-testid": "graded", open: open.has(student), ontoggle: () => open[node.open ? "add" : "delete"](student) },
      h("summary", h("bdi", student || "—"), `${t("colon")}${+works.reduce((sum, { reply }) => sum + (reply.score ?? 0), 0).toFixed(2)} / ${works.length - ungraded}`, ungraded > 0 && ` · ${t("ungraded")} ${ungraded}`),
      unused > 0 && h("p", { class: "note" }, t("unused", { n: unused })),
      h("ol", ...works.map(({ game, position, reply }) => h("li", reply.graded !== false && h("b", { class: reply.correct ? "good" : "bad" }, `${reply.correct ? "✓" : "✗"} ${+(reply.score ?? 0).toFixed(2)} `), games.get(game)?.title[language()] ?? game, " ", h("code", { class: "small" }, text(position)), h("ul", ...feedback(reply).map((line) => h("li", ...prose(line))))))),
    );
    return node;
  }),
  h("p", button(t("savegrades"), () => save("grades.csv", [csvRow([...HEAD, ...TOLD]), ...[...students.values()].flatMap(({ works }) => works).map(({ student, game, position, asked, cell, reply }) => csvRow([student, game, text(position), asked.join(" "), ...CLAIMS.map(cell), reply.graded === false ? "" : (reply.score ?? 0), feedback(reply).join(" ")]))].join(""), "text/csv"))),
];
