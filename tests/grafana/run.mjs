#!/usr/bin/env node
// run.mjs DASHBOARD: it is one, by the types that are made of Grafana's own description: no member is misspelt, missing or of another kind, neither
// of the dashboard nor of what its panels draw and what they ask Prometheus; and every unit is one that Grafana knows. (make observe-check)
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url)), modules = join(here, "node_modules");
const known = new Set(Object.values(createRequire(join(here, "package.json"))("@grafana/grafana-foundation-sdk/units")));
const work = mkdtempSync(join(tmpdir(), "grundy-grafana-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
symlinkSync(modules, join(work, "node_modules"));

// JSON has no enumerations: their values stand for them. The types leave open what kind of panel and of question it is; here it is known.
const types = `
import type * as dashboard from "@grafana/grafana-foundation-sdk/dashboard";
import type * as prometheus from "@grafana/grafana-foundation-sdk/prometheus";
import type * as timeseries from "@grafana/grafana-foundation-sdk/timeseries";
type Json<T> = 0 extends 1 & T ? unknown : T extends string ? \`\${T}\` : T extends number ? (\`\${T}\` extends \`\${infer N extends number}\` ? N : never) : T extends object ? { [K in keyof T]: Json<T[K]> } : T;
type With<T, U> = Omit<T, keyof U> & U;
type Field = With<dashboard.FieldConfig, { custom?: timeseries.FieldConfig }>;
type Panel = With<dashboard.Panel, {
  type: "timeseries"; id: number; targets: Omit<prometheus.Dataquery, "_implementsDataqueryVariant">[]; options: timeseries.Options;
  fieldConfig: With<dashboard.FieldConfigSource, { defaults: Field }>;
}>;
type Board = Json<With<dashboard.Dashboard, { panels: (Panel | dashboard.RowPanel)[] }>>;
`;
const read = () => JSON.parse(readFileSync(process.argv[2], "utf8"));

// What the compiler says about each, in one run.
function complaints(boards) {
  const paths = boards.map((board, i) => join(work, `board${i}.ts`));
  boards.forEach((board, i) => writeFileSync(paths[i], `${types}export const board: Board = ${JSON.stringify(board, null, 1)};\n`));
  const told = spawnSync(process.execPath, [join(modules, "typescript/bin/tsc"), "--noEmit", "--strict", "--module", "nodenext", "--moduleResolution", "nodenext", ...paths], { encoding: "utf8" });
  const units = ({ panels = [] }) => panels.map(({ fieldConfig }) => fieldConfig?.defaults?.unit).filter((unit) => unit !== undefined && !known.has(unit));
  return boards.map((board, i) => [...told.stdout.split("\n").filter((line) => line.includes(`board${i}.ts(`)), ...units(board).map((unit) => `no unit: ${unit}`)].join("\n"));
}
const fail = (text) => (console.error(text), process.exit(1));

// And it does complain about what is wrong.
const drawn = (board) => board.panels.find(({ type }) => type === "timeseries");
const spoil = [
  (board) => (board.panel = board.panels),
  (board) => delete board.schemaVersion,
  (board) => (board.templating.list[0].type = "datasources"),
  (board) => (board.templating.list[1].refresh = 5),
  (board) => (drawn(board).gridpos = drawn(board).gridPos),
  (board) => (drawn(board).type = "time series"),
  (board) => (drawn(board).options.legend.placement = "below"),
  (board) => (drawn(board).options.tooltip.sorted = "desc"),
  (board) => (drawn(board).fieldConfig.defaults.min = "0"),
  (board) => (drawn(board).fieldConfig.defaults.unit = "requests"),
  (board) => delete drawn(board).targets[0].expr,
  (board) => (drawn(board).targets[0].legend = "{{endpoint}}"),
];
const [said, ...others] = complaints([read(), ...spoil.map((change) => {
  const board = read();
  change(board);
  return board;
})]);
if (said) fail(said);
others.forEach((one, i) => one || fail(`nothing is said about ${spoil[i]}`));
console.log(`dashboard: ${read().panels.length} panels and rows, no fault by Grafana's types`);
