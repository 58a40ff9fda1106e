#!/usr/bin/env node
// scaling.mjs [GRUNDYD]: the figures of docker/SCALING.md. What a cache of answers would catch is simulated, always the same; with GRUNDYD, CPU
// times of six kinds of question are measured first: one event loop and its worker on one core, the load from another (wrk). The CPU time counts,
// which holds whatever else the machine does.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const binary = process.argv[2], seconds = Number(process.env.GRUNDY_SECONDS ?? 3);
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);

// ---- what a cache catches: questions by Zipf's law, a cache that forgets what was not asked for longest ----

const UNIVERSE = 1000000, DRAWS = 1000000, SIZES = [1000, 10000, 100000], EXPONENTS = [0.8, 1.0, 1.2];

function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function draws(exponent) {
  const sums = new Float64Array(UNIVERSE), next = random(20), list = new Uint32Array(DRAWS);
  let sum = 0;
  for (let i = 0; i < UNIVERSE; i++) sums[i] = sum += (i + 1) ** -exponent;
  for (let i = 0; i < DRAWS; i++) {
    const at = next() * sum;
    let low = 0, high = UNIVERSE - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < at) low = middle + 1;
      else high = middle;
    }
    list[i] = low;
  }
  return list;
}

// Hits in the second half, when the cache is full. The kept ones are a ring, from the one asked last to the one to go.
function hits(list, size) {
  const before = new Int32Array(UNIVERSE + 1).fill(-1), after = new Int32Array(UNIVERSE + 1), end = UNIVERSE;
  let count = 0, kept = 0;
  before[end] = after[end] = end;
  const take = (one) => ((after[before[one]] = after[one]), (before[after[one]] = before[one]));
  for (let i = 0; i < list.length; i++) {
    const one = list[i];
    if (before[one] >= 0) {
      count += i * 2 >= list.length;
      take(one);
    } else if (kept++ >= size) {
      const last = before[end];
      take(last);
      before[last] = -1;
    }
    before[one] = end;
    after[one] = after[end];
    before[after[end]] = after[end] = one;
  }
  return count / (list.length / 2);
}

const rates = {};
function simulate() {
  row("answers kept", ...EXPONENTS.map((exponent) => `Zipf ${exponent.toFixed(1)}`));
  row("---:", ...EXPONENTS.map(() => "---:"));
  const lists = EXPONENTS.map(draws);
  for (const size of SIZES) {
    const found = lists.map((list) => hits(list, size));
    rates[size] = found;
    row(size.toLocaleString("en"), ...found.map((rate) => `${(rate * 100).toFixed(0)} %`));
  }
}

// ---- rates ----

const question = (game, body) => ({ path: `/${game}`, body: JSON.stringify(body) });
const kinds = [
  ["a position of Nim", question("nim", { heaps: [3, 4, 5] })],
  ["the same by GET, known to the client (304)", { path: "/nim?position=%7B%22heaps%22%3A%5B3%2C4%2C5%5D%7D", tag: true }],
  ["heaps by a table that is there (Kayles)", question("sg", { rules: { octal: "0.77" }, heaps: [100, 70, 1000] })],
  ["a hundred positions in a batch", question("batch", { questions: Array.from({ length: 100 }, (_, i) => ({ game: "nim", heaps: [i, 7, 300 - i] })) })],
  ["rules of the client's own", question("custom", { rules: { vars: "n: 0..1000", moves: [{ name: "take", choose: "k in 1..min(3, n)", do: "n -= k" }] }, state: { n: 500 } })],
  ["a dear one: 300 piles, cubic", question("stone-window", { piles: Array.from({ length: 300 }, (_, i) => (i * 7919) % 1000), moves: "none" })],
];

async function measure() {
  const work = mkdtempSync(join(tmpdir(), "grundy-scaling-"));
  const child = spawn("taskset", ["-c", "0", binary, "--listen", "127.0.0.1:0", "--threads", "1", "--tables", "none", "--log", "error"], { stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => (child.kill("SIGKILL"), rmSync(work, { recursive: true, force: true })));
  const url = await new Promise((done) => child.stdout.on("data", (data) => done(/http:\S+/.exec(data)[0])));
  row("question", "CPU time", "so one core answers a second", "answered beside the load of this machine", "bytes of the answer");
  row("---", "---:", "---:", "---:", "---:");
  for (const [name, { path, body, tag }] of kinds) {
    const init = body ? { method: "POST", body } : {}, reply = await fetch(url + path, init);
    if (reply.status !== 200) throw new Error(await reply.text());
    const bytes = tag ? 0 : (await reply.text()).length, headers = tag ? `wrk.headers["If-None-Match"] = '${reply.headers.get("etag")}'` : "";
    writeFileSync(join(work, "ask"), `wrk.method = "${body ? "POST" : "GET"}"\nwrk.body = ${body ? `[[${body}]]` : "nil"}\n${headers}\n`);
    const cpu = () => Number(/^process_cpu_seconds_total (\S+)/m.exec(spawnSync("curl", ["-s", `${url}/metrics`], { encoding: "utf8" }).stdout)?.[1] ?? 0);
    const before = cpu(), told = spawnSync("taskset", ["-c", "1", "wrk", "-t1", "-c16", `-d${seconds}s`, "-s", join(work, "ask"), url + path], { encoding: "utf8" }).stdout;
    const count = Number(/(\d+) requests in/.exec(told)[1]), rate = Number(/Requests\/sec:\s+([0-9.]+)/.exec(told)[1]);
    if (/Non-2xx/.test(told) && !tag) throw new Error(told);
    const each = (cpu() - before) / count;
    row(name, `${(each * 1e6).toFixed(0)} us`, Number((1 / each).toPrecision(2)).toLocaleString("en"), Math.round(rate).toLocaleString("en"), bytes.toLocaleString("en"));
  }
}

if (binary) {
  await measure();
  console.log("");
}
simulate();
console.log("");
// Machines of 16 cores that are half busy. Of a hundred questions ninety are cheap (10 us), nine have rules of the client's own (82 us), one is dear
// (2.4 ms): 40 us in the mean. What the cache catches never comes.
const EACH = (16 * 0.5) / 40e-6;
row("requests a second", "no cache", ...SIZES.map((size) => `${size.toLocaleString("en")} answers kept`));
row("---:", "---:", ...SIZES.map(() => "---:"));
for (const load of [1e4, 1e6, 1e8]) {
  const machines = (missed) => Math.max(2, Math.ceil((load * missed) / EACH)).toLocaleString("en");
  row(load.toLocaleString("en"), machines(1), ...SIZES.map((size) => machines(1 - rates[size][1])));
}
process.exit(0);
