// Holds what the description promises to those who make programs of it: every schema is compiled by a strict validator; none is a bare object;
// every string, list and integer has its limits; every operation says what it does, in both languages where rules are told, and every body has
// an example. And the same of the schemas that the catalogue serves. usage: schemas.mjs OPENAPI.yaml GRUNDYD
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import { parse } from "yaml";
import { partOf } from "../clients/specmatic.mjs";
import { start, stop } from "../support/e2e/daemon.mjs";

const [file, binary] = process.argv.slice(2);
const document = parse(readFileSync(file, "utf8"), { maxAliasCount: -1 });
const faults = [];
const fault = (where, what) => faults.push(`${where}: ${what}`);
partOf(document); // what make clients leaves out is there

// A schema and all that it is made of.
const PARTS = ["items", "additionalProperties", "contentSchema"], LISTS = ["anyOf", "oneOf", "allOf"], MAPS = ["properties", "$defs"];
function* parts(schema, where) {
  if (typeof schema !== "object" || schema === null) return;
  yield [schema, where];
  for (const name of PARTS) yield* parts(schema[name], `${where}/${name}`);
  for (const name of LISTS) for (const [i, one] of (schema[name] ?? []).entries()) yield* parts(one, `${where}/${name}/${i}`);
  for (const name of MAPS) for (const [key, one] of Object.entries(schema[name] ?? {})) yield* parts(one, `${where}/${name}/${key}`);
}

function bounded(schema, where) {
  const types = [schema.type ?? []].flat(), said = (...names) => names.some((name) => name in schema);
  if (types.includes("string") && !said("enum", "const", "maxLength", "pattern", "format", "contentMediaType")) fault(where, "a string without a limit");
  if (types.includes("array") && !said("maxItems")) fault(where, "a list without a limit");
  if (types.includes("array") && !said("items")) fault(where, "a list of nobody knows what");
  if (types.includes("integer") && !said("enum", "const") && !(said("minimum") && said("maximum"))) fault(where, "an integer without limits");
  if (types.includes("object") && !said("properties", "additionalProperties", ...LISTS)) fault(where, "a bare object");
  if (said("default")) fault(where, "a default, which makes generated requests ask for the field");
}

function standard(schema, where) {
  for (const name of Object.keys(schema)) if (name.startsWith("x-")) fault(where, name);
}

// Validators find the schema that a discriminator means by themselves, and refuse a mapping.
const bare = (node) =>
  Array.isArray(node) ? node.map(bare)
  : node && typeof node === "object" ? Object.fromEntries(Object.entries(node).filter(([name]) => name !== "mapping").map(([name, value]) => [name, bare(value)]))
  : node;
const strict = () => new Ajv({ strict: true, allowUnionTypes: true, discriminator: true, validateFormats: false });

const schemas = document.components.schemas, ajv = strict();
for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(bare(schema), `#/components/schemas/${name}`);
for (const [name, schema] of Object.entries(schemas)) {
  try {
    ajv.getSchema(`#/components/schemas/${name}`);
  } catch (error) {
    fault(name, error.message);
  }
  for (const [part, where] of parts(schema, name)) bounded(part, where), standard(part, where);
}

// Whatever describes something does so in Chinese, too: operations beside themselves, all else by its English.
const HAN = /[\u4e00-\u9fff]/, chinese = document["x-zh"], is_code = (name) => name === "example" || name === "examples" || name === "x-zh";
(function described(node, where, named) {
  if (!node || typeof node !== "object") return;
  if (!named && typeof node.description === "string" && !node["x-zh"] && !node.operationId && !HAN.test(chinese[node.description] ?? "")) fault(where, `not in Chinese: ${node.description}`);
  if (node.operationId && !(HAN.test(node["x-zh"]?.summary ?? "") && (node.tags[0] === "games" || HAN.test(node["x-zh"].description ?? "")))) fault(where, "not in Chinese");
  for (const [name, part] of Object.entries(node)) if (named || !is_code(name)) described(part, `${where}/${name}`, !named && name === "properties");
})({ ...document, info: null, servers: null }, "", false);

// What cannot be shown in a text, and pages that have examples of their own inside.
const UNSHOWN = ["application/octet-stream", "application/problem+json"], PAGES = ["/problems", "/problems/{code}"];
for (const [path, item] of Object.entries(document.paths))
  for (const [method, operation] of Object.entries(item)) {
    const where = `${method} ${path}`;
    if (!["get", "post", "query"].includes(method)) continue;
    if (!operation.description) fault(where, "no description");
    if (operation.tags[0] === "games" && !/[\u4e00-\u9fff]/.test(operation.description)) fault(where, "the rules in one language only");
    const response = operation.responses["200"], answer = response.$ref ? document.components.responses[response.$ref.split("/").at(-1)] : response;
    for (const [type, content] of [...Object.entries(operation.requestBody?.content ?? {}), ...Object.entries(answer.content)])
      if (!("example" in content) && !UNSHOWN.includes(type) && !PAGES.includes(path)) fault(where, `no example of ${type}`);
  }

// One text in two languages.
const json = execFileSync(binary, ["openapi", "--json"], { encoding: "utf8", maxBuffer: 1 << 27 });
if (JSON.stringify(JSON.parse(json)) !== JSON.stringify(document)) fault(file, "is not what /openapi.json is");

const daemon = await start(binary, ["--drain", "0s"]);
const catalogue = await (await fetch(`${daemon.url}/games`)).json();
for (const game of catalogue.games)
  for (const part of ["position", "options", "move", "extra"]) {
    if (!game[part]) continue;
    for (const [schema, where] of parts(game[part], `GET /games: ${game.id}.${part}`)) standard(schema, where);
    try {
      strict().compile(game[part]);
    } catch (error) {
      fault(`GET /games: ${game.id}.${part}`, error.message);
    }
  }
await stop(daemon);

for (const text of faults.slice(0, 40)) console.error(text);
console.log(`${Object.keys(schemas).length} schemas, ${Object.keys(document.paths).length} paths, ${catalogue.games.length} games: ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
