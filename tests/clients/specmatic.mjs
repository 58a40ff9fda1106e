// What Specmatic is given of the description. It draws right requests and wrong ones; specmatic.json says of which operations it cannot draw
// right ones, or none at all, and why: each operation is in the run or named there.
import { readFileSync } from "node:fs";

const plan = JSON.parse(readFileSync(new URL("specmatic.json", import.meta.url), "utf8"));
const METHODS = ["get", "post"];
const name = (method, path) => `${method.toUpperCase()} ${path}`;
const first = (object) => Object.fromEntries(Object.entries(object ?? {}).slice(0, 1));

// Examples under one name on both sides belong together.
function pair(holder) {
  if (holder?.example === undefined) return;
  holder.examples = { told: { value: holder.example } };
  delete holder.example;
}

function resolve(document, value) {
  if (!value?.$ref) return structuredClone(value);
  const [, , kind, key] = value.$ref.split("/");
  return structuredClone(document.components[kind][key]);
}

function prepared(document, item, method, path) {
  const operation = structuredClone(item[method]), id = name(method, path);
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => resolve(document, one));
  operation.parameters = parameters.filter((one) => one.in !== "header");
  const paired = method === "post" && !(id in plan.without_example);
  for (const one of operation.parameters) {
    if (one.name === "position") one.schema = { type: "string", enum: [one.example] };
    if (one.in === "path" && one.example !== undefined) one.schema = { type: "string", enum: [one.example] };
    if (one.required && paired) pair(one);
    else delete one.example;
  }
  const answer = (operation.responses["200"] = resolve(document, operation.responses["200"]));
  for (const side of [operation.requestBody, answer]) {
    if (!side) continue;
    side.content = first(side.content);
    for (const content of Object.values(side.content)) paired ? pair(content) : delete content.example;
  }
  for (const status of Object.keys(operation.responses)) if (!["200", "400", "404", "413", "422"].includes(status)) delete operation.responses[status];
  return operation;
}

// The description of the operations that are in the run, with what they refer to.
export function partOf(document) {
  const part = { ...document, paths: {}, components: {} }, all = new Set();
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      if (!item[method]) continue;
      all.add(name(method, path));
      if (name(method, path) in plan.left_out) continue;
      (part.paths[path] ??= {})[method] = prepared(document, item, method, path);
    }
  const unexampled = (response) => Object.fromEntries(Object.entries(response.content ?? {}).map(([type, { examples, ...content }]) => [type, content]));
  const keep = (value) => {
    if (typeof value !== "object" || value === null) return;
    if (typeof value.$ref === "string") {
      const [, , kind, key] = value.$ref.split("/");
      if (part.components[kind]?.[key]) return;
      const made = document.components[kind][key];
      (part.components[kind] ??= {})[key] = kind === "responses" ? { ...made, content: unexampled(made) } : made;
      keep(document.components[kind][key]);
    }
    Object.values(value).forEach(keep);
  };
  keep(part.paths);
  const stale = Object.values(plan).flatMap(Object.keys).filter((id) => !all.has(id));
  if (stale.length) throw new Error(`specmatic.json names what is not there: ${stale}`);
  return part;
}

const except = (ids, which) => Object.keys(ids).map((id) => id.split(" ")).map(([method, path]) => `!(METHOD='${method}' && PATH='${path}' && STATUS${which}'200')`);
export const filter = () => [...except(plan.only_wrong, "="), ...except(plan.only_right, "!=")].join(" && ");

export const operations = (document) => Object.values(partOf(document).paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
