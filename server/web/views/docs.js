// Every operation of /openapi.json: what it takes, what it answers, what goes wrong; to be tried, and copied as code.
import { h } from "../dom.js";
import { button, copier, fail, field, latest, prose, text } from "../ui.js";
import { language } from "../i18n.js";
import { docsTexts } from "../texts/docs.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {{id: string, method: string, path: string, op: any, tag: string, node: HTMLDetailsElement, find: string}} Operation */

const ENUM_MAX = 6;

/** @param {HTMLElement} root @param {Context} ctx */
export async function mountDocs(root, ctx) {
  root.classList.add("lab");
  const { t, lang, api } = ctx, zh = lang === "zh", leaving = new AbortController();
  ctx.texts(docsTexts);
  ctx.title(t("title"));
  const search = h("input", { type: "search", placeholder: t("search"), "aria-label": t("search"), "data-testid": "search" }), tags = h("ul", { class: "tags" }), list = h("div", { class: "stack" }), none = h("p", { class: "card", hidden: true }, t("nothing"));
  root.append(h("h1", t("title")), h("p", { class: "lead" }, t("lead")), h("div", { class: "docs" }, h("nav", { class: "side", "aria-label": t("contents") }, search, tags, h("p", { class: "small" }, h("a", { href: "/openapi.json" }, "openapi.json"), " · ", h("a", { href: "/openapi.yaml" }, "openapi.yaml"))), h("div", { class: "stack" }, none, list)));
  // A megabyte is asked for once the page can be read.
  await new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 500);
  });
  const spec = await api.get("/openapi.json", { signal: leaving.signal });
  /** What describes something, in the reader's language. @param {any} part @returns {string} */
  const words = ({ description = "" }) => (zh && spec["x-zh"][description]) || description;

  // ---- schemas ----
  /** @param {any} part @returns {any} */
  const resolve = (part) => (part?.$ref ? resolve(part.$ref.split("/").slice(1).reduce((/** @type {any} */ at, /** @type {string} */ name) => at?.[name.replaceAll("~1", "/").replaceAll("~0", "~")], spec)) : part);
  // What is there once for every game is shown of the one that the examples are about.
  /** @param {any} given @returns {any} */
  const shown = (given) => {
    const schema = resolve(given) ?? {}, mapping = schema.discriminator?.mapping;
    return mapping ? (resolve({ $ref: mapping.nim ?? Object.values(mapping)[0] }) ?? {}) : schema;
  };
  /** @param {any} given @param {number} [depth] @returns {string} */
  function kind(given, depth = 0) {
    const schema = shown(given);
    if ("const" in schema) return text(schema.const);
    if (schema.enum) return schema.enum.slice(0, ENUM_MAX).map(text).join(" | ") + (schema.enum.length > ENUM_MAX ? ` | … (${schema.enum.length})` : "");
    const any = schema.anyOf ?? schema.oneOf;
    if (any) return depth > 2 ? "…" : [...new Set(any.map((/** @type {any} */ one) => kind(one, depth + 1)))].join(" | ");
    const types = [schema.type ?? "any"].flat(), low = schema.minimum ?? schema.exclusiveMinimum, high = schema.maximum;
    const range = types.includes("integer") && (low !== undefined || (high !== undefined && high < Number.MAX_SAFE_INTEGER)) ? ` ${low ?? ""}…${high !== undefined && high < Number.MAX_SAFE_INTEGER ? high : ""}` : "";
    const said = types.filter((type) => !(type === "string" && types.includes("integer"))).map((type) => (type === "array" ? `${t("listof")} ${schema.items && depth < 3 ? kind(schema.items, depth + 1) : "…"}` : t(`type-${type}`)));
    return said.join(" | ") + range;
  }
  /** @param {any} given @param {number} [depth] @returns {HTMLElement[]} */
  function rows(given, depth = 0) {
    let schema = shown(given);
    while (schema.type === "array" && schema.items) schema = shown(schema.items);
    const several = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (several) return depth > 2 ? [] : several.flatMap((/** @type {any} */ one) => rows(one, depth));
    return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
      const part = resolve(one) ?? {}, needed = schema.required?.includes(name);
      const first = h("th", { scope: "row" }, h("code", name), needed && h("span", { class: "need", title: t("required") }, " *"));
      first.style.paddingLeft = `${0.4 + depth}rem`;
      const row = h("tr", first, h("td", h("code", { class: "small" }, kind(part))), h("td", ...prose(words(part))));
      return [row, ...(depth < 3 ? rows(part, depth + 1) : [])];
    });
  }
  /** @param {string} title @param {any} schema */
  function fields(title, schema) {
    const all = rows(schema);
    if (!all.length) return [];
    return [h("h3", title), h("div", { class: "scroll free", tabindex: "0", role: "region", "aria-label": title }, h("table", { class: "fields" }, h("thead", h("tr", ...["field", "type", "meaning"].map((key) => h("th", { scope: "col" }, t(key))))), h("tbody", ...all)))];
  }
  /** @param {any} media @returns {any} */
  const exampleOf = (media) => media?.example ?? resolve(Object.values(media?.examples ?? {})[0])?.value;
  /** @param {any} value */
  const pretty = (value) => (typeof value === "string" ? value : layout(value));
  /** JSON in which short things stay on one line. @param {any} value @param {string} [indent] @returns {string} */
  function layout(value, indent = "") {
    const flat = text(value) ?? "";
    if (flat.length + indent.length < 76 || value === null || typeof value !== "object") return flat;
    const deeper = indent + "  ";
    if (Array.isArray(value)) return `[\n${value.map((one) => deeper + layout(one, deeper)).join(",\n")}\n${indent}]`;
    return `{\n${Object.entries(value).map(([name, one]) => `${deeper}${text(name)}: ${layout(one, deeper)}`).join(",\n")}\n${indent}}`;
  }

  // ---- trying ----
  /** @param {Operation} one */
  function tryIt({ method, path, op, id }) {
    const params = [...(spec.paths[path].parameters ?? []), ...(op.parameters ?? [])].map(resolve).filter((param) => param.in !== "header"), questions = latest();
    const inputs = params.map((param) => {
      const schema = resolve(param.schema) ?? {}, media = Object.values(param.content ?? {})[0], example = param.example ?? exampleOf(param) ?? exampleOf(media) ?? (param.in === "path" || param.required ? (schema.example ?? schema.examples?.[0] ?? schema.enum?.find((/** @type {any} */ value) => value === "nim") ?? schema.enum?.[0] ?? "") : "");
      return { param, input: h("input", { class: "mono", value: typeof example === "object" ? text(example) : String(example), spellcheck: "false" }) };
    });
    const [type, media] = /** @type {[string, any]} */ (Object.entries(op.requestBody?.content ?? {})[0] ?? ["", null]);
    const body = media && h("textarea", { class: "mono", rows: "5", spellcheck: "false", "aria-label": t("body"), value: pretty(exampleOf(media) ?? {}) });
    const target = () => {
      let at = path;
      const query = new URLSearchParams();
      for (const { param, input } of inputs)
        if (param.in === "path") at = at.replace(`{${param.name}}`, encodeURIComponent(input.value));
        else if (input.value) query.set(param.name, input.value);
      return at + (query.size ? `?${query}` : "");
    };
    // As little as possible on one line: what is copied is read by people.
    const sent = () => {
      try {
        return /json/.test(type) && body ? text(JSON.parse(body.value)) : body?.value;
      } catch {
        return body?.value;
      }
    };
    const quote = (/** @type {string} */ said) => `'${said.replaceAll("'", "'\\''")}'`;
    /** @type {Record<string, () => string>} */
    const as = {
      curl: () => ["curl -s", method === "HEAD" ? "-I" : method === "GET" || (method === "POST" && body) ? "" : `-X ${method}`, quote(location.origin + target()), body ? `-H ${quote(`Content-Type: ${type}`)} -d ${quote(sent() ?? "")}` : ""].filter(Boolean).join(" "),
      JavaScript: () => {
        const plain = /json/.test(type), options = [method !== "GET" && `  method: ${text(method)},`, body && `  headers: { "Content-Type": ${text(type)} },`, body && `  body: ${plain ? `JSON.stringify(${sent()})` : text(sent())},`].filter(Boolean);
        return `const reply = await fetch(${text(location.origin + target())}${options.length ? `, {\n${options.join("\n")}\n}` : ""});\nconsole.log(reply.status, await reply.text());`;
      },
      Python: () =>
        `import urllib.request\n\nrequest = urllib.request.Request(${text(location.origin + target())}, method=${text(method)}${body ? `,\n    headers={"Content-Type": ${text(type)}},\n    data=r'''${sent()}'''.encode()` : ""})\nwith urllib.request.urlopen(request) as reply:\n    print(reply.status, reply.read().decode())`,
    };
    const code = h("pre", { class: "sample", tabindex: "0" }), reply = h("div", { "aria-live": "polite" });
    let shown = "curl";
    const renew = () => (code.textContent = as[shown]());
    const picks = Object.keys(as).map((name) =>
      copier(name, () => {
        shown = name;
        renew();
        return as[name]();
      }),
    );
    const send = button(t("try"), async () => {
      const signal = questions.next();
      send.disabled = true;
      try {
        const found = await fetch(target(), { method, signal, headers: { Accept: "application/json, */*", "Accept-Language": language(), ...(body ? { "Content-Type": type } : {}) }, body: body ? body.value : undefined });
        const said = await found.text(), heads = ["content-type", "etag", "allow", "server-timing", "x-request-id"].filter((name) => found.headers.get(name)).map((name) => `${name}: ${found.headers.get(name)}`);
        let shownBody = said.slice(0, 20000);
        try {
          shownBody = said.length < 20000 ? pretty(JSON.parse(said)) : shownBody;
        } catch {
          shownBody = said.slice(0, 20000);
        }
        reply.replaceChildren(h("p", h("span", { class: `badge ${found.ok ? "win" : "loss"}`, "data-testid": "status" }, found.status), " ", h("span", { class: "muted small" }, heads.join(" · "))), shownBody && h("pre", { class: "sample", tabindex: "0", "data-testid": "reply" }, shownBody));
      } catch {
        fail(reply, new Error(t("unreachable")));
      }
      send.disabled = false;
    }, { class: "primary", "data-testid": "send" });
    for (const input of [...inputs.map((one) => one.input), ...(body ? [body] : [])]) input.addEventListener("input", renew);
    renew();
    return [
      h("h3", t("request")),
      ...inputs.map(({ param, input }) => field(`${param.name}${param.in === "path" ? " *" : ""}`, input)),
      ...(body ? [field(`${t("body")} (${type})`, body)] : []),
      h("p", { class: "row" }, send, h("span", { class: "muted small" }, t("copy")), h("span", { class: "group", role: "group", "aria-label": t("copy") }, ...picks)),
      code,
      reply,
    ];
  }

  // ---- one operation, made when it is opened ----
  /** @param {Operation} one */
  function fill(one) {
    const { path, op, node } = one, said = one.tag === "games" ? op.description.split("\n\n")[zh ? 1 : 0] : (zh ? op["x-zh"] : op).description;
    const param = [...(spec.paths[path].parameters ?? []), ...(op.parameters ?? [])].map(resolve);
    const asked = Object.entries(op.requestBody?.content ?? {}), answers = Object.entries(op.responses ?? {}).map(([status, response]) => /** @type {[string, any]} */ ([status, resolve(response)]));
    const good = answers.filter(([status]) => status[0] === "2"), bad = answers.filter(([status]) => status[0] > "2");
    node.append(
      h(
        "div",
        { class: "opened" },
        ...said.split("\n\n").map((/** @type {string} */ part) => h("p", ...prose(part))),
        h("div", { class: "tryit" }, ...tryIt(one)),
        ...(param.length ? fields(t("params"), { type: "object", properties: Object.fromEntries(param.map((one) => [one.name, { ...(resolve(one.schema) ?? { type: "string" }), description: one.description }])), required: param.filter((one) => one.required).map((one) => one.name) }) : []),
        ...asked.flatMap(([type, media]) => fields(`${t("body")} · ${type}`, /** @type {any} */ (media).schema)),
        ...good.flatMap(([status, response]) => [
          h("h3", `${status} `, h("span", { class: "muted" }, words(response))),
          ...Object.entries(response.content ?? {}).flatMap(([type, media]) => [...(exampleOf(media) !== undefined ? [h("p", { class: "muted small" }, type), h("pre", { class: "sample", tabindex: "0" }, pretty(exampleOf(media)))] : []), ...fields(`${t("answer")} · ${type}`, /** @type {any} */ (media).schema)]),
        ]),
        h("h3", t("errors")),
        h("ul", { class: "errors" }, ...bad.map(([status, response]) => h("li", h("b", status), " ", ...words(response).split(/(`[a-z_]+`)/).map((/** @type {string} */ part) => (/^`[a-z_]+`$/.test(part) ? h("a", { href: `/problems/${part.slice(1, -1)}` }, part.slice(1, -1)) : part))))),
      ),
    );
  }

  // ---- the list ----
  /** @type {Operation[]} */
  const operations = [];
  /** @type {Map<string, HTMLElement[]>} */
  const groups = new Map();
  // What new games are copied from comes last.
  const paths = Object.entries(/** @type {Record<string, any>} */ (spec.paths)).sort(([one], [other]) => Number(one === "/zero") - Number(other === "/zero"));
  for (const [path, item] of paths) {
    const rows = [];
    for (const [name, op] of Object.entries(item)) {
      if (!op.operationId) continue;
      const method = name.toUpperCase(), id = op.operationId, summary = (zh ? op["x-zh"] : op).summary, key = `${method} ${path}`;
      const node = h("details", { class: "op", "data-operation": key, id }, h("summary", h("span", { class: `method ${name}` }, method), " ", h("code", { class: "path" }, path), h("span", { class: "muted" }, ` ${summary}`)));
      const one = { id, method, path, op, tag: op.tags[0], node, find: `${key} ${summary} ${op.summary} ${op.description}`.toLowerCase() };
      let filled = false;
      node.addEventListener("toggle", () => {
        if (!node.open) return;
        if (!filled) fill(one);
        filled = true;
        if (location.hash !== `#${id}`) ctx.replace(`${location.pathname}${location.search}#${id}`);
      });
      operations.push(one);
      rows.push(one);
    }
    if (!rows.length) continue;
    const tag = rows[0].tag, anchor = h("a", { class: "anchor", href: `#${rows[0].id}`, "aria-label": `${t("anchor")} ${path}` }, "#");
    const group = h("article", { class: "group-path", "data-path": path }, anchor, ...rows.map(({ node }) => node));
    groups.set(tag, [...(groups.get(tag) ?? []), group]);
  }
  for (const [tag, articles] of groups) {
    const said = t(`tag-${tag}`), about = spec.tags.find((/** @type {any} */ one) => one.name === tag);
    list.append(h("section", { class: "card ops", id: `tag-${tag}` }, h("h2", said), h("p", { class: "muted small" }, words(about)), ...articles));
    tags.append(h("li", h("a", { href: `#tag-${tag}` }, said), " ", h("span", { class: "muted small" }, articles.length)));
  }
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean), hits = new Set(operations.filter(({ find }) => words.every((word) => find.includes(word))).map(({ path }) => path));
    for (const article of list.querySelectorAll("article")) article.hidden = !hits.has(article.dataset.path ?? "");
    for (const section of list.querySelectorAll("section")) section.hidden = ![...section.querySelectorAll("article")].some((article) => !article.hidden);
    none.hidden = hits.size > 0;
  });

  const jump = () => {
    const node = document.getElementById(location.hash.slice(1));
    if (!node || !list.contains(node)) return;
    if (node instanceof HTMLDetailsElement) node.open = true;
    node.scrollIntoView();
  };
  addEventListener("hashchange", jump);
  requestAnimationFrame(jump);
  return () => {
    leaving.abort();
    removeEventListener("hashchange", jump);
  };
}
