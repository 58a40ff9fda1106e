#!/usr/bin/env node
// smuggling.mjs GRUNDYD: every raw request of the http_raw corpus. What must be refused is never answered 2xx, there are never more
// answers than requests, every refusal is a problem, and the service lives on. 77: the corpus is not here.
import { readFileSync } from "node:fs";
import { check, healthy, responses, start, stop, talk } from "../support/e2e/daemon.mjs";

const shared = process.env.GRUNDY_SHARED ?? "../shared";
let corpus;
try {
  corpus = JSON.parse(readFileSync(`${shared}/corpora/http_raw/corpus.json`, "utf8"));
} catch {
  console.log(`no corpus in ${shared}`);
  process.exit(77);
}

// libmicrohttpd skips chunk extensions without telling anybody. RFC 9112 section 7.1.1: a recipient ignores extensions that it does
// not know, and the framing is the same for every reader, so nothing can be smuggled by them.
const invisible = new Set(["SMUG-CHUNK-BARE-SEMICOLON", "SMUG-CHUNK-EXT-INVALID-TOKEN"]);

const refuses = (expect) => !/2\d\d|2xx/.test(expect) && !expect.startsWith("!") && !expect.startsWith("non-");
// Paths of the corpus that we do not serve would be 404 whatever else is wrong; ours are not.
const aimed = (data) => data.replace(/^(POST|PUT) \/(echo)? /, "POST /nim ").replace(/^GET \/ /, "GET /healthz ");

const daemon = await start(process.argv[2], ["--body-timeout", "1s", "--header-timeout", "1s", "--idle-timeout", "1s"]);
const host = `127.0.0.1:${daemon.port}`;
const counts = { sent: 0, refused: 0 };

async function one(entry, data) {
  const text = await talk(daemon.port, data.replaceAll("__HOST__", host), 400);
  const asked = Math.max(1, (data.match(/ HTTP\/\d/g) ?? []).length);
  const first = data.slice(0, data.indexOf(" "));
  const { list, rest } = responses(text, [first]);
  const final = list.filter((reply) => reply.status >= 200);
  const where = `${entry.suite} ${entry.id}: ${JSON.stringify(data.slice(0, 300))} got ${JSON.stringify(text.slice(0, 600))}`;
  counts.sent++;
  check(rest === "", `not a whole number of responses: ${where}`);
  check(final.length <= asked, `more responses than requests: ${where}`);
  for (const reply of final) {
    check(reply.status !== 500, `500: ${where}`);
    if (reply.status < 400) continue;
    counts.refused++;
    check(reply.headers["content-type"] === "application/problem+json", `not a problem: ${where}`);
  }
  if (entry.level === "Must" && refuses(entry.expect) && !invisible.has(entry.id))
    check(!final.length || final[0].status >= 400, `answered ${final[0]?.status}: ${where}`);
}

for (let i = 0; i < corpus.length; i += 16) {
  await Promise.all(corpus.slice(i, i + 16).flatMap((entry) => [one(entry, entry.data), one(entry, aimed(entry.data))]));
  await healthy(daemon);
}
check(counts.sent >= 600 && counts.refused >= 300, JSON.stringify(counts));
console.log(`${counts.sent} raw requests, ${counts.refused} problems`);
await stop(daemon);
