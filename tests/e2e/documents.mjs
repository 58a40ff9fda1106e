#!/usr/bin/env node
// documents.mjs GRUNDYD: the documents that are the same for everybody are made once, plain and gzipped; a short request gets no long answer
// but these, and no worker is asked for one.
import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { check, equal, metric, start, stop, until } from "../support/e2e/daemon.mjs";

const binary = process.argv[2];
const PATHS = ["/games?summary=1", "/games", "/judge", "/custom/gallery", "/openapi.json", "/openapi.yaml", "/openapi-3.2.yaml"];
const PACKED_MAX = 128 * 1024, PLAIN_MAX = 3 << 20;
const zip = { "Accept-Encoding": "gzip" };

const get = (daemon, path, headers = {}, method = "GET") =>
  new Promise((done, fail) => {
    const asked = request({ port: daemon.port, host: "127.0.0.1", path, headers, method, agent: false }, (reply) => {
      const parts = [];
      reply.on("data", (part) => parts.push(part));
      reply.on("end", () => done({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(parts) }));
    });
    asked.on("error", fail);
    asked.end();
  });
const packed = async (daemon, path) => (await get(daemon, path, zip, "HEAD")).headers["content-encoding"] === "gzip";
const turns = (daemon) => metric(daemon, "grundy_work_queue_delay_seconds_count");

async function check_document(daemon, path) {
  const plain = await get(daemon, path), gzip = await get(daemon, path, zip);
  equal(`${plain.status} ${gzip.status}`, "200 200", path);
  equal(plain.headers["content-encoding"], undefined, `${path}, plain`);
  equal(gzip.headers["content-encoding"], "gzip", `${path}, gzipped`);
  check(gunzipSync(gzip.body).equals(plain.body), `${path}: both forms are one text`);
  check(gzip.body.length <= PACKED_MAX && plain.body.length <= PLAIN_MAX, `${path}: ${plain.body.length} and ${gzip.body.length} bytes`);
  check(plain.headers.etag !== gzip.headers.etag, `${path}: a tag for each form`);
  for (const [headers, reply] of [[{}, plain], [zip, gzip]]) {
    equal(reply.headers.vary, "Accept-Encoding", `${path}: Vary`);
    equal(reply.headers["content-type"], plain.headers["content-type"], `${path}: Content-Type`);
    const head = await get(daemon, path, headers, "HEAD");
    equal(`${head.status} ${head.body.length}`, "200 0", `HEAD ${path}`);
    for (const name of ["content-length", "content-encoding", "etag", "vary", "cache-control"]) equal(head.headers[name], reply.headers[name], `HEAD ${path}: ${name}`);
    const again = await get(daemon, path, { ...headers, "If-None-Match": reply.headers.etag });
    equal(`${again.status} ${again.body.length}`, "304 0", `${path} again`);
    equal(again.headers.etag, reply.headers.etag, `${path} again`);
    equal(again.headers.vary, "Accept-Encoding", `${path} again: Vary`);
    const other = reply === plain ? gzip : plain;
    equal((await get(daemon, path, { ...headers, "If-None-Match": other.headers.etag })).status, 200, `${path} by the other form's tag`);
  }
}

const tests = {
  async both_forms_of_each() {
    const daemon = await start(binary, ["--drain", "0s"]);
    for (const path of PATHS) {
      const first = await get(daemon, path); // perhaps made for this request alone
      await until(() => packed(daemon, path), `${path} is made`);
      check(first.body.equals((await get(daemon, path)).body), `${path}: the same as before it was made`);
      equal(first.headers.etag, (await get(daemon, path)).headers.etag, `${path}: ETag`);
    }
    const before = await turns(daemon);
    for (const path of PATHS) await check_document(daemon, path);
    for (let i = 0; i < 50; i++) await get(daemon, "/openapi.yaml?anything=" + i, zip);
    equal(await turns(daemon), before, "turns of workers");
    await stop(daemon);
  },

  // Every game of the gallery has a source and words, and a pair of vectors with its rules and state: values by a search elsewhere.
  async every_game_of_the_gallery_is_a_vector() {
    const daemon = await start(binary, ["--drain", "0s"]);
    const { games } = JSON.parse((await get(daemon, "/custom/gallery")).body.toString());
    const pairs = readFileSync(new URL("../vectors/api/gallery.vec", import.meta.url), "utf8").split("\n\n").slice(1);
    const asked = new Map(pairs.map((pair) => pair.trim().split("\n")).map(([title, , question, answer]) => [title, [question, answer]]));
    check(games.length >= 40 && asked.size === games.length, `${games.length} games, ${asked.size} vectors`);
    for (const { id, title, rules, state, source, words } of games) {
      check(source && title.en && title.zh && words.en && words.zh, `${id}: a source, and words in both languages`);
      const [question, answer] = asked.get(`# ${title.en}: ${source}`) ?? ["null", "{}"];
      deepStrictEqual(JSON.parse(question), { rules, state }, `${id}: its vector asks for it`);
      check(["verdict", "move_count"].every((name) => name in JSON.parse(answer)), `${id}: what is expected`);
    }
    await stop(daemon);
  },

  // As little memory as the daemon takes at all: then they are made before anybody asks.
  async with_little_memory() {
    let need = 0;
    const daemon = await start(binary, ["--memory", "4M", "--tables-bytes", "1M"]);
    need = Number(/need at least (\d+)/.exec(daemon.err)[1]);
    const small = await start(binary, ["--memory", String(need + (8 << 20)), "--tables-bytes", "1M", "--drain", "0s"]);
    for (const path of PATHS) check(await packed(small, path), `${path} is there at once`);
    check(!small.err.includes("document not kept"), small.err);
    await stop(small);
  },
};

for (const [name, test] of Object.entries(tests)) {
  await test();
  console.log(`ok ${name}`);
}
