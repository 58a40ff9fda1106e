#!/usr/bin/env node
// lists.mjs GRUNDYD: a list never costs the answer: where it would be too long it ends (`truncated`), with the answer around it whole; and what is
// too large is refused by counting, so that the same position has the same answer however often and beside whatever it is asked.
import { spawnSync } from "node:child_process";
import { check, equal, start, stop } from "../support/e2e/daemon.mjs";

const binary = process.argv[2], daemon = await start(binary, ["--drain", "0s", "--max-body", "8M"]);
const LONGEST = 4 << 20, MOST = 10000, LIMIT = 10000;

async function post(path, body, url = daemon.url) {
  const reply = await fetch(url + path, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });
  return { status: reply.status, text: await reply.text() };
}

// [path, body, the list, how many moves there are, whether all that `limit` allows are there]
const many = (n, value) => Array.from({ length: n }, (_, i) => value(i));
const edges = many(60000, (i) => [0, i + 1]);
const lists = [
  ["/sg", { rules: { split: "smaller" }, heaps: [String(2n ** 60n)], moves: "all", limit: LIMIT }, "moves", (2n ** 60n * (2n ** 60n + 1n)) / 2n, true],
  ["/sg", { rules: { split: "smaller" }, heaps: [String(2n ** 60n)], limit: LIMIT }, "winning_moves", null, true],
  ["/nim", { heaps: many(100000, () => 3), moves: "all", positions: true, limit: LIMIT }, "moves", 300000n, false],
  ["/nim", { heaps: many(99999, () => 3), positions: true, limit: LIMIT }, "winning_moves", 299997n, false],
  ["/graph", { edges, tokens: [0], moves: "all", limit: LIMIT }, "moves", 60000n, true],
  ["/graph", { edges, tokens: [0], moves: "all", positions: true, limit: LIMIT }, "moves", 60000n, false],
  ["/stone-rivals", { mine: many(100000, (i) => i % 7), theirs: many(100000, (i) => i % 5), moves: "all", limit: LIMIT }, "moves", 100000n, true],
  ["/stone-rivals", { mine: many(100000, (i) => i % 7), theirs: many(100000, (i) => i % 5), positions: true, limit: LIMIT }, "best_moves", 100000n, false],
];
for (const [path, body, list, count, whole] of lists) {
  const { status, text } = await post(path, body), where = `${path} ${list} ${body.positions ? "with positions" : ""}`;
  equal(status, 200, `${where}: ${text.slice(0, 300)}`);
  const answer = JSON.parse(text), listed = answer[list].length;
  check(Buffer.byteLength(text) <= LONGEST, `${where}: ${text.length} bytes`); // with the one move that stands in every list
  check(answer.truncated === true && listed >= 1 && listed <= MOST, `${where}: ${listed} listed, truncated ${answer.truncated}`);
  if (count !== null) equal(String(answer.move_count), String(count), `${where}: move_count`);
  if (whole) equal(listed, LIMIT, `${where}: listed`);
  else if (list === "moves") check(Buffer.byteLength(text) > LONGEST / 2, `${where}: ended at ${text.length} bytes`); // one move of all may be long
  // The same without the list: all else is the same.
  const bare = JSON.parse((await post(path, { ...body, moves: "none" })).text);
  for (const name of ["verdict", "grundy", "move_count", "winning_move_count", "method", "nim_sum", "value"])
    equal(JSON.stringify(answer[name]), JSON.stringify(bare[name]), `${where}: ${name} without the list`);
}

// Counted: alone, again, and four at once. A board of 0.3, by numbers that are always the same.
let state = 7;
const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
const board = (side, density) => many(side, () => many(side, () => (random() < density ? "#" : ".")).join(""));
const counted = [
  ["/squares", { grid: board(50, 0.3) }],
  ["/sg", { rules: { octal: "0.7777" }, heaps: [10000], misere: true, limit: 0 }, 200],
  ["/sg", { rules: { octal: "0.777" }, heaps: [1000000000] }, 422],
];
for (const [path, body, wanted] of counted) {
  const first = await post(path, body), where = `${path} ${JSON.stringify(body).slice(0, 60)}`;
  check([200, 422].includes(first.status), `${where}: ${first.status} ${first.text.slice(0, 300)}`);
  if (wanted) equal(first.status, wanted, `${where}: ${first.text.slice(0, 300)}`);
  if (first.status === 422) check(JSON.parse(first.text).code === "too_large" && Number.isInteger(JSON.parse(first.text).limit), first.text);
  for (const again of await Promise.all(many(4, () => post(path, body)))) equal(again.text, first.text, `${where} again`);
  const solved = spawnSync(binary, ["solve", path.slice(1), "--deadline", "60m", JSON.stringify(body)], { encoding: "utf8", env: { ...process.env, GRUNDY_TABLES: "none" } });
  equal(solved.stdout.trim(), first.text, `${where} by a program of its own`);
}

// Misère play that no quotient reaches, and circles that search reaches: the same several times and at once, and from a daemon that was
// asked all of it in another order.
const NO_QUOTIENT = [
  ["/sg", { rules: { octal: "0.137" }, heaps: [100] }, 422],
  ["/sg", { rules: { octal: "0.137" }, heaps: [61] }, 422],
  ["/sg", { rules: { octal: "0.6" }, heaps: [100] }, 422],
  ["/sg", { rules: { octal: "0.6" }, heaps: [61] }, 422],
  ["/coins", { rows: [61], take: [3] }, 422],
  ["/coins", { circles: [14, 21] }, 200],
  ["/coins", { circles: [6, 10, 22] }, 200],
  ["/coins", { rows: [1000], circles: [22] }, 422],
];
const misere = (url, [path, body]) => post(path, { ...body, misere: true, limit: 0 }, url), said = [];
for (const question of NO_QUOTIENT) {
  const [path, body, wanted] = question, where = `${path} ${JSON.stringify(body)}`, first = await misere(daemon.url, question);
  equal(first.status, wanted, `${where}: ${first.text.slice(0, 300)}`);
  const answer = JSON.parse(first.text);
  if (wanted === 422) check(answer.code === "too_large" && answer.limit === 250000 && answer.detail.includes("250000 sums"), first.text);
  for (const again of await Promise.all(many(wanted === 422 ? 4 : 1, () => misere(daemon.url, question)))) equal(again.text, first.text, `${where} again`);
  said.push(first.text);
}
const other = await start(binary, ["--drain", "0s"]);
for (let i = NO_QUOTIENT.length; i-- > 0; ) equal((await misere(other.url, NO_QUOTIENT[i])).text, said[i], `${JSON.stringify(NO_QUOTIENT[i])} in another order`);
await stop(other);

// The limit of misère play is one, wherever it is told.
const games = await (await fetch(daemon.url + "/games/sg")).json(), beyond = await post("/sg", { rules: { take: [1, 3, 4], leave: "row" }, heaps: [10001], misere: true });
if (beyond.status === 422) {
  const { limit, detail } = JSON.parse(beyond.text);
  check(detail.includes(String(limit)), beyond.text);
}
check(games.limits.en.includes("20 tokens"), games.limits.en);

// A batch as JSON is kept by its tag, as a question is.
const batch = JSON.stringify({ questions: [{ game: "nim", heaps: [3, 4, 5] }] });
const asked = (headers) => fetch(daemon.url + "/batch", { method: "POST", body: batch, headers: { "content-type": "application/json", ...headers } });
const tag = (await asked({})).headers.get("etag");
check(/^"[^"]+"$/.test(tag ?? ""), `ETag of a batch: ${tag}`);
equal((await asked({ "if-none-match": tag })).status, 304, "a batch that is known");
equal((await asked({ "if-none-match": '"x"' })).status, 200, "a batch that is not known");

await stop(daemon);
console.log(`${lists.length} lists, ${counted.length + NO_QUOTIENT.length} counted`);
