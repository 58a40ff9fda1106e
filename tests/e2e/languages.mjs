#!/usr/bin/env node
// languages.mjs GRUNDYD: `language` is taken wherever something is asked. Walks the description: every path that takes a body of JSON by POST, and
// every question by GET, is asked its own example in Chinese, in no language that there is, and with a fault, which must be told in Chinese; beside
// an Accept-Language that says otherwise.
import { readFileSync } from "node:fs";
import { check, equal, start, stop } from "../support/e2e/daemon.mjs";

const daemon = await start(process.argv[2], ["--drain", "0s"]), HAN = /[\u4e00-\u9fff]/;
const document = await (await fetch(daemon.url + "/openapi.json")).json();

async function ask(target, init = {}) {
  const reply = await fetch(daemon.url + target, { ...init, headers: { "accept-language": "en", ...init.headers } });
  return { status: reply.status, vary: reply.headers.get("vary") ?? "", text: await reply.text() };
}
const post = (path, body) => ask(path, { method: "POST", body: JSON.stringify(body) });

function in_chinese(where, reply, status = 422) {
  const { title, detail } = JSON.parse(reply.text);
  check(reply.status === status && HAN.test(title) && HAN.test(detail), `${where}: ${reply.status} ${reply.text.slice(0, 300)}`);
}

// What the templates of the paths stand for.
const filled = (path) => path.replace("{id}", "hdu-1846").replace("{game}", "nim").replace("{code}", "too_large");
let asked = 0;

async function body_of(path, example) {
  const at = filled(path), zh = await post(at, { ...example, language: "zh" });
  equal(zh.status, 200, `POST ${at} in Chinese: ${zh.text.slice(0, 300)}`);
  check(!zh.vary.includes("Accept-Language"), `POST ${at} in Chinese varies by Accept-Language`);
  const fr = await post(at, { ...example, language: "fr" });
  equal(fr.status, 422, `POST ${at} in French`);
  check(fr.text.includes('"pointer":"/language","code":"out_of_range"'), `POST ${at} in French: ${fr.text}`);
  in_chinese(`POST ${at}`, await post(at, { ...example, nonsense: 1, language: "zh" }));
  asked++;
}

async function query_of(path, operation) {
  const position = operation.parameters.find((parameter) => parameter.name === "position").example;
  const target = `${path}?position=${encodeURIComponent(position)}`, refused = `${path}?position=${encodeURIComponent('{"nonsense":1}')}`;
  equal((await ask(`${target}&language=zh`)).status, 200, `GET ${target} in Chinese`);
  equal((await ask(`${target}&language=fr`)).status, 422, `GET ${target} in French`);
  in_chinese(`GET ${refused}`, await ask(`${refused}&language=zh`));
  asked++;
}

for (const [path, { get, post: posted }] of Object.entries(document.paths)) {
  const json = posted?.requestBody?.content["application/json"];
  if (json) await body_of(path, json.example);
  const parameter = get?.parameters?.map((one) => (one.$ref ? document.components.parameters[one.$ref.split("/").at(-1)] : one));
  if (parameter?.some((one) => one.name === "position")) await query_of(path, { parameters: parameter });
}
// Every path that is served and takes a question is in the description: that it is, tests/openapi holds.
const games = readFileSync("core/games.def", "utf8").match(/^GAME\(/gm).length;
check(asked >= 2 * games + 12, `${asked} ways to ask`);

// Sentences of the answers follow it, too.
const nim = { game: "nim", position: { heaps: [3, 4, 5] } };
for (const [path, body] of [
  ["/nim", { heaps: [3, 4, 5], explain: true }],
  ["/nim", { heaps: [3, 4, 5], words: true }],
  ["/sum", { terms: [{ game: "nim", heaps: [1] }], explain: true }],
  ["/grade", { ...nim, claim: { verdict: "loss" } }],
  ["/grade", { questions: [{ ...nim, claim: { verdict: "loss" } }] }],
  ["/play", nim],
  ["/apply", { ...nim, move: { heap: 0, take: 1 } }],
  ["/apply", { ...nim, move: { heap: 0, take: 9 } }],
  ["/batch", { questions: [{ game: "nim", heaps: [3, 4, 5], explain: true }] }],
  ["/judge/hdu-1846/check", { input: "1\n23 2\n", output: "second\n" }],
  ["/generate", { game: "nim", explain: true, count: 1 }],
]) {
  const reply = await post(path, { ...body, language: "zh" });
  check(reply.status === 200 && HAN.test(reply.text), `${path}: ${reply.text.slice(0, 400)}`);
  const english = await ask(path, { method: "POST", body: JSON.stringify({ ...body, language: "en" }), headers: { "accept-language": "zh" } });
  check(english.status === 200 && !HAN.test(english.text), `${path} in English: ${english.text.slice(0, 400)}`);
}

// What has no body of JSON: the pages of problems, an input of a judge, a class, the lines of a batch.
check(HAN.test((await ask("/problems/too_large?language=zh")).text) && HAN.test((await ask("/problems?language=zh")).text), "pages of problems");
equal((await ask("/problems/too_large?language=fr")).status, 400, "a page of problems in French");
check((await ask("/problems/too_large")).vary.includes("Accept-Language"), "a page of problems varies");
in_chinese("an input", await ask("/judge/hdu-1846?limits=on&language=zh", { method: "POST", body: "1\n23 x\n", headers: { "content-type": "text/plain" } }));
equal((await ask("/judge/hdu-1846?language=zh", { method: "POST", body: "1\n23 2\n", headers: { "content-type": "text/plain" } })).text, "first\n", "an input");
for (const query of ["language=fr", "language", "limits=no", "language=zh&x=1"])
  equal((await ask(`/judge/hdu-1846?${query}`, { method: "POST", body: "1\n23 2\n", headers: { "content-type": "text/plain" } })).status, 400, query);
const table = 'student,game,position,verdict\nAnn,nim,"{""heaps"":[1]}",loss\n';
check(HAN.test((await ask("/grade?language=zh", { method: "POST", body: table, headers: { "content-type": "text/csv" } })).text), "a class");
const lines = '{"game":"nim","heaps":[3],"explain":true,"language":"zh"}\n{"path":"/sg/table","rules":{"take":[1]},"to":-1,"language":"zh"}\n';
const answers = (await ask("/batch", { method: "POST", body: lines, headers: { "content-type": "application/x-ndjson" } })).text.trim().split("\n");
check(answers.length === 2 && answers.every((line) => HAN.test(line)), answers.join("\n"));

console.log(`${asked} ways to ask take a language`);
await stop(daemon);
