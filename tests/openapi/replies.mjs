// Holds every reply that the tests have seen against openapi.yaml, and the tests against it: a path, method, status or code of a problem
// that no reply reached is a failure. usage: replies.mjs OPENAPI.yaml REPLIES-DIRECTORY
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import { parse } from "yaml";

// `internal` is a bug, and never happens; what only a whole daemon says is asked of it in tests/e2e.
const unreachable = { internal: "a bug in the service" };
const METHODS = ["get", "post"];

const [file, directory] = process.argv.slice(2);
const document = parse(readFileSync(file, "utf8"), { maxAliasCount: -1 });
// The validator finds the schema that a discriminator means by itself, without the mapping.
const bare = (node) =>
  Array.isArray(node) ? node.map(bare)
  : node && typeof node === "object" ? Object.fromEntries(Object.entries(node).filter(([name]) => name !== "mapping").map(([name, value]) => [name, bare(value)]))
  : node;
const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false, discriminator: true });
ajv.addSchema(bare(document), "openapi");

const unescape = (name) => name.replaceAll("~1", "/").replaceAll("~0", "~");
const resolve = (node) => (node.$ref ? node.$ref.slice(2).split("/").reduce((at, name) => at[unescape(name)], document) : node);
const pointer = (...names) => names.map((name) => encodeURIComponent(String(name).replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");

// The path of the document that a target means: literal ones before those with parameters.
const paths = Object.keys(document.paths).sort((a, b) => a.includes("{") - b.includes("{"));
function pathOf(target) {
  const plain = target.replace(/^https?:\/\/[^/]*/i, "").split("?")[0];
  const asked = (/%(?![0-9a-f]{2})|%[89a-f]/i.test(plain) ? plain : decodeURIComponent(plain)).split("/");
  return paths.find((path) => {
    const parts = path.split("/");
    const rest = parts.at(-1) === "{file}" && asked.length > parts.length;
    return (parts.length === asked.length || rest) && parts.every((part, i) => part === asked[i] || /^\{.*\}$/.test(part));
  });
}

const validators = new Map();
function validator(path, method, status, type) {
  const key = [path, method, status, type].join(" ");
  if (!validators.has(key)) validators.set(key, compile(path, method, status, type));
  return validators.get(key);
}

function compile(path, method, status, type) {
  const response = document.paths[path][method].responses[status];
  if (!response) return `${status} is not described`;
  const where = response.$ref ? response.$ref.slice(2) : pointer("paths", path, method, "responses", status);
  const content = resolve(response).content?.[type];
  if (!content) return type ? `${status} has no ${type}` : null;
  return ajv.compile({ $ref: `openapi#/${where}/${pointer("content", type, "schema")}` });
}

// Any problem at all: of a raw reply, or of a path that is none.
const problemSchema = ajv.compile({ $ref: "openapi#/components/schemas/problem" });

const reached = new Set();
const faults = new Map();
let count = 0;

function note(reply, fault) {
  const key = `${reply.method} ${reply.target.split("?")[0]} ${reply.status}: ${fault}`;
  faults.set(key, { n: (faults.get(key)?.n ?? 0) + 1, reply });
}

function check(reply, body, validate) {
  if (typeof validate === "string") return note(reply, validate);
  if (!validate || validate(body)) return;
  const { instancePath, message, params } = validate.errors[0];
  note(reply, `${instancePath || "/"} ${message} ${JSON.stringify(params)}`);
}

// A table is there once for every game: one game's will do.
const tables = (name) => name.replace(/ \/(?!sg\/|custom\/)[\w-]+\/table$/, " /nim/table");

function see(reply) {
  if (/^\/template\b/.test(reply.target)) return; // a game that only the tests have
  count++;
  // QUERY is taken and answered as POST; only the edition 3.2 lists it.
  const method = { QUERY: "post", HEAD: "get" }[reply.method] ?? reply.method.toLowerCase();
  const json = /json/.test(reply.type) && !/ndjson/.test(reply.type);
  const body = json && reply.body ? JSON.parse(reply.body) : reply.body;
  reached.add(`status ${reply.status}`);
  if (reply.status >= 400) reached.add(`code ${body.code}`);
  for (const error of body?.errors ?? []) reached.add(`fault ${error.code}`);
  if (!reply.method) return check(reply, body, problemSchema);
  const path = pathOf(reply.target);
  const operation = path && document.paths[path][method];
  if (!operation) {
    // Not an operation of the document: a problem, or what OPTIONS says.
    if (![204, 304, 400, 404, 405, 413].includes(reply.status)) note(reply, "no operation of the document answers so");
    if (json) check(reply, body, problemSchema);
    return;
  }
  reached.add(tables(`${reply.method === "QUERY" ? "query" : method} ${path}`));
  if (reply.status === 304 || !reply.body || !json) return;
  if (reply.status === 405) check(reply, body, problemSchema);
  else check(reply, body, validator(path, method, String(reply.status), reply.type));
}

for (const name of readdirSync(directory).filter((entry) => entry.endsWith(".ndjson")))
  for (const line of readFileSync(join(directory, name), "utf8").split("\n")) if (line) see(JSON.parse(line));

const wanted = [];
for (const path of Object.keys(document.paths))
  for (const method of METHODS)
    if (document.paths[path][method]) {
      wanted.push(tables(`${method} ${path}`));
      if (method === "post") wanted.push(tables(`query ${path}`));
      for (const status of Object.keys(document.paths[path][method].responses)) wanted.push(`status ${status}`);
    }
for (const code of readFileSync("core/status.def", "utf8").matchAll(/^STATUS\((\w+)/gm)) if (!unreachable[code[1]]) wanted.push(`code ${code[1]}`);
for (const code of readFileSync("core/value/fault.def", "utf8").matchAll(/^FAULT\((\w+)/gm)) wanted.push(`fault ${code[1]}`);
const missing = [...new Set(wanted)].filter((name) => name !== "status 500" && !reached.has(name));

for (const [key, { n, reply }] of faults) console.error(`${n} × ${key}\n    ${reply.target} ${reply.body.slice(0, 300)}`);
for (const name of missing) console.error(`no test reached: ${name}`);
console.log(`${count} replies validated, ${faults.size} kinds of faults, ${missing.length} of ${new Set(wanted).size} parts unreached`);
process.exit(faults.size || missing.length || count === 0 ? 1 : 0);
