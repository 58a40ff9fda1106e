#!/usr/bin/env node
// table.mjs GRUNDYD: /sg/table in its three forms against each other and against /sg; long ones while they are sent.
import { readFileSync } from "node:fs";
import { check, equal, healthy, open, settled, start, stop, talk } from "../support/e2e/daemon.mjs";

const binary = process.argv[2];
const daemon = await start(binary, ["--drain", "0s", "--threads", "2"]);
const CSV = "text/csv", BINARY = "application/octet-stream", JSON_TYPE = "application/json";
const post = (path, question, accept, more = {}) =>
  fetch(daemon.url + path, { method: "POST", body: JSON.stringify(question), headers: { accept, ...more } });
const raw = (question, accept, version) => {
  const body = JSON.stringify(question);
  return `POST /sg/table HTTP/${version}\r\nHost: a\r\nAccept: ${accept}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
const peak = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${daemon.child.pid}/status`, "utf8"))[1]);
const numbers = (buffer) => [...new Uint16Array(buffer)];

// What the three forms and /sg say about these heaps, as strings.
async function forms(question) {
  const json = await (await post("/sg/table", question, JSON_TYPE)).json();
  const csv = (await (await post("/sg/table", question, CSV)).text()).split("\n").slice(0, -1);
  const binary = numbers(await (await post("/sg/table", question, BINARY)).arrayBuffer());
  const heaps = csv.map((line) => line.split(",")[0]);
  const sg = await (await post("/sg", { rules: question.rules, heaps, moves: "none" }, JSON_TYPE)).json();
  const list = [json.values, csv.map((line) => line.split(",")[1]), binary, sg.heap_grundy];
  return { heaps, values: list.map((values) => values.map(String).join()), json, sg };
}

const tests = {
  async all_forms_agree_with_each_other_and_with_sg() {
    const rules = [
      { take: [1, 3, 4] }, { take: [1, 4] }, { take: { from: 2, to: 5 } }, { take: "squares" }, { take: "primes" },
      { take: "prime_powers" }, { take: { powers_of: 4 } }, { take: { all_but: [2, 5] } }, { take: [2, 3], leave: "row" },
      { octal: "0.77" }, { octal: "0.137" }, { hex: "0.8F" }, { split: "smaller" }, { split: "unequal" }, { split: "any" },
      { take: "any", split: "any" }, { take: "any" }, { take: [] },
    ];
    for (const one of rules)
      for (const [from, to] of [[0, 0], [0, 300], [977, 1500]]) {
        const { heaps, values, json, sg } = await forms({ rules: one, from, to });
        const what = `${JSON.stringify(one)} ${from}…${to}`;
        equal(heaps.length, to - from + 1, what);
        equal(Number(heaps[0]), from, what);
        equal(Number(heaps.at(-1)), to, what);
        check(values.every((text) => text === values[0]), `${what}: ${values.join("\n")}`);
        equal(JSON.stringify(json.period), JSON.stringify(sg.period), `${what}: period`);
        equal(JSON.stringify(json.rules), JSON.stringify(one), what);
      }
    for (const one of [{ take: [1, 3, 4] }, { octal: "0.77" }, { take: "prime_powers" }]) {
      const from = (10n ** 40n).toString(), to = (10n ** 40n + 50n).toString();
      const { heaps, values } = await forms({ rules: one, from, to });
      equal(heaps.at(-1), to, "a large heap");
      check(values.every((text) => text === values[0]), `${JSON.stringify(one)} ${from}: ${values.join("\n")}`);
    }
  },

  async accept_chooses_the_form() {
    for (const [accept, type] of [
      ["*/*", JSON_TYPE], ["text/html", JSON_TYPE], ["text/*", CSV], ["text/csv;q=0.5, application/json;q=0.4", CSV],
      ["text/csv;q=0", JSON_TYPE], ["*/*, text/csv", CSV], ["application/octet-stream", BINARY], ["TEXT/CSV", CSV],
      ["application/*", JSON_TYPE], ["application/json;q=0.1, */*;q=0.2", CSV],
    ]) {
      const reply = await post("/sg/table", { rules: { take: [1, 2, 4] }, to: 5 }, accept);
      equal(reply.headers.get("content-type").split(";")[0], type, accept);
      equal(reply.headers.get("vary"), "Accept", accept);
      await reply.arrayBuffer();
    }
    const reply = await post("/sg/table", { rules: { take: [1, 2, 4] }, from: 6, to: 5 }, CSV);
    equal(reply.status, 422, "a problem");
    equal(reply.headers.get("content-type"), "application/problem+json", "a problem");
    await reply.arrayBuffer();
  },

  async tags_tell_the_forms_apart() {
    const question = { rules: { take: [1, 2, 4] }, to: 50 }, tags = new Set();
    for (const accept of [JSON_TYPE, CSV, BINARY]) {
      const first = await post("/sg/table", question, accept), tag = first.headers.get("etag");
      await first.arrayBuffer();
      tags.add(tag);
      const again = await post("/sg/table", question, accept, { "if-none-match": tag });
      equal(again.status, 304, accept);
    }
    equal(tags.size, 3, "tags");
  },

  async limits_are_told() {
    for (const [rules, to, accept, limit] of [
      [{ take: [1] }, 100000, JSON_TYPE, 100000], [{ take: [1] }, 16000000, BINARY, 16000000],
      [{ take: [1] }, 16000000, CSV, 16000000], [{ take: "any" }, 65536, BINARY, 65535],
      [{ split: "smaller" }, 40000, BINARY, 65535],
    ]) {
      const problem = await (await post("/sg/table", { rules, to }, accept)).json();
      equal(problem.code, "too_large", JSON.stringify(rules));
      equal(problem.limit, limit, JSON.stringify(rules));
    }
    const last = numbers(await (await post("/sg/table", { rules: { take: "any" }, to: 65535 }, BINARY)).arrayBuffer());
    equal(last.length, 65536, "length");
    equal(last[65535], 65535, "the last value");
  },

  async long_ones_need_no_memory() {
    const question = { rules: { take: [2, 5, 7, 11] }, to: 15999999 };
    const first = numbers(await (await post("/sg/table", { ...question, to: 99999 }, BINARY)).arrayBuffer());
    await settled(daemon);
    const before = peak(), reply = await post("/sg/table", question, BINARY);
    equal(reply.headers.get("content-length"), "32000000", "Content-Length");
    const all = new Uint16Array(await reply.arrayBuffer());
    equal(all.length, 16000000, "values");
    check(first.every((value, i) => all[i] === value), "the long table begins otherwise than the short one");
    let lines = 0, bytes = 0, tail = "";
    for await (const chunk of (await post("/sg/table", question, CSV)).body) {
      bytes += chunk.length;
      for (const byte of chunk) lines += byte === 10;
      tail = (tail + Buffer.from(chunk).toString("latin1")).slice(-40);
    }
    equal(lines, 16000000, "lines");
    equal(tail.slice(tail.indexOf("\n", 10) + 1).split("\n").at(-2), `15999999,${all[15999999]}`, "the last line");
    check(peak() - before < 4096, `${peak() - before} kB for ${bytes} bytes`);
  },

  async old_and_impatient_clients() {
    const question = { rules: { take: [1, 3, 4] }, to: 200000 };
    const text = await (await post("/sg/table", question, CSV)).text();
    const old = await talk(daemon.port, raw(question, CSV, "1.0"));
    equal(old.slice(old.indexOf("\r\n\r\n") + 4), text, "HTTP/1.0");
    check(!/transfer-encoding/i.test(old.slice(0, old.indexOf("\r\n\r\n"))), "chunks in HTTP/1.0");
    for (let i = 0; i < 50; i++) { // leave in the midst of it
      const client = open(daemon.port);
      client.send(raw({ ...question, to: 15999999 }, i % 2 ? CSV : BINARY, "1.1"));
      check(await client.until((got) => got.length > 20000), "no answer");
      client.socket.destroy();
    }
    await healthy(daemon);
  },
};

for (const [name, test] of Object.entries(tests)) {
  const began = Date.now();
  await test();
  console.log(`ok ${name} (${Date.now() - began} ms)`);
}
await stop(daemon);
