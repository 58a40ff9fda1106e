#!/usr/bin/env node
// page.mjs GRUNDYD: the page's files as the daemon sends them: both forms, their tags and how long they are kept, across a restart and
// under another policy of embedding. All of it together stays small.
import { readFileSync } from "node:fs";
import { get as request } from "node:http";
import { gunzipSync } from "node:zlib";
import { check, equal, start, stop } from "../support/e2e/daemon.mjs";

const ASSETS_MAX = 60000; // gzipped, all together
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

const get = (daemon, path, headers = {}, method = "GET") =>
  new Promise((done, fail) =>
    request({ host: "127.0.0.1", port: daemon.port, path, method, headers, agent: false }, (reply) => {
      const parts = [];
      reply.on("data", (part) => parts.push(part));
      reply.on("end", () => done({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(parts) }));
    }).on("error", fail),
  );

let daemon = await start(process.argv[2]);
const html = await get(daemon, "/", { Accept: BROWSER });
equal(html.status, 200, "/");
check(html.headers["content-type"].startsWith("text/html"), "/ is a page");
equal(
  html.headers["content-security-policy"],
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "policy",
);
equal(html.headers["x-content-type-options"], "nosniff", "X-Content-Type-Options");
const index = await get(daemon, "/", { Accept: "application/json" });
equal(JSON.parse(index.body).service, "grundy", "/ as JSON");
check(index.headers.vary.includes("Accept"), "/ varies");

// Everything that the document names, and what those modules name.
const files = new Set(), wanted = [...html.body.toString().matchAll(/"(\/web\/[^"]+)"/g)].map((match) => match[1]);
let total = 0;
const packed = await get(daemon, "/", { Accept: BROWSER, "Accept-Encoding": "gzip" });
total += packed.body.length;
equal(gunzipSync(packed.body).toString(), html.body.toString(), "the document gzipped");
check(packed.headers.etag !== html.headers.etag, "two forms, one tag");
while (wanted.length) {
  const path = wanted.pop();
  if (files.has(path)) continue;
  files.add(path);
  const plain = await get(daemon, path), zip = await get(daemon, path, { "Accept-Encoding": "gzip, br" });
  equal(plain.status, 200, path);
  equal(zip.headers["content-encoding"], "gzip", `${path} gzipped`);
  check(gunzipSync(zip.body).equals(plain.body), `${path}: the forms differ`);
  check(plain.headers.etag !== zip.headers.etag && !plain.headers.etag.startsWith("W/"), `${path}: ${plain.headers.etag} ${zip.headers.etag}`);
  check(/immutable/.test(zip.headers["cache-control"]), `${path}: ${zip.headers["cache-control"]}`);
  equal((await get(daemon, path, { "Accept-Encoding": "gzip", "If-None-Match": zip.headers.etag })).status, 304, `${path} again`);
  const head = await get(daemon, path, {}, "HEAD");
  equal(head.headers["content-length"], String(plain.body.length), `HEAD ${path}`);
  equal(head.body.length, 0, `HEAD ${path}`);
  total += zip.body.length;
  const text = plain.body.toString();
  for (const [, name] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) wanted.push(new URL(name, `http://x${path}`).pathname);
}
console.log(`${files.size + 1} files, ${total} bytes gzipped`);
check(total <= ASSETS_MAX, `${total} bytes are more than ${ASSETS_MAX}`);
await stop(daemon);

daemon = await start(process.argv[2], ["--frame-ancestors", "'self' https://course.example"]);
const embedded = await get(daemon, "/play/nim", { Accept: BROWSER, "If-None-Match": html.headers.etag });
equal(embedded.status, 304, "the same document after a restart");
check(embedded.headers["content-security-policy"].endsWith("frame-ancestors 'self' https://course.example"), "--frame-ancestors");
// What students wrote comes to a teacher's spreadsheet as text, and never as a formula.
// Imported by its text: Node 18 takes a file for a module only where its name or a package.json says so.
const values = readFileSync(new URL("../../server/web/lab/values.js", import.meta.url));
const { csvRow } = await import(`data:text/javascript;base64,${values.toString("base64")}`);
equal(csvRow(["=1+1", "@x", "+1-2", "-3", "-", "\t=1", 2, null, 'a"=']), `'=1+1,'@x,'+1-2,-3,-,'\t=1,2,,"a""="\r\n`, "a row of CSV");

await stop(daemon);
