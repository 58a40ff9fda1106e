#!/usr/bin/env node
// stack.mjs GRUNDYD: three replicas behind HAProxy with a Redis, as docker/stack/ runs them, under load: replicas are killed, the Redis is killed
// and started, and all replicas are restarted one after the other. No request fails, and every answer is compared with that of a daemon alone. Who is
// told to ask again in a moment (Retry-After), as on a machine that is busy with other things, does so, and is counted apart.
// GRUNDY_STACK_SECONDS goes on for so long, with a kill every 2 s and the Redis stopped every 5 s (make soak: 300).
import { Agent, request } from "node:http";
import { check, equal, metric, sleep, start, stop, until } from "../support/e2e/daemon.mjs";
import { stack } from "../support/e2e/stack.mjs";

const binary = process.argv[2], seconds = Number(process.env.GRUNDY_STACK_SECONDS ?? 0), clients = Number(process.env.GRUNDY_STACK_CLIENTS ?? 8);
const one = await stack(binary, 3, "60m"), oracle = await start(binary, ["--drain", "0s"]);
const agent = new Agent({ keepAlive: true, maxSockets: clients });

// Never by fetch(): it asks again by itself when a connection breaks.
const ask = (base, path, body) =>
  new Promise((done) => {
    const asked = request(base + path, { method: "POST", agent, headers: { "content-type": "application/json" } }, (reply) => {
      let text = "";
      reply.setEncoding("utf8");
      reply.on("data", (data) => (text += data));
      reply.on("end", () => done({ status: reply.statusCode, text, after: Number(reply.headers["retry-after"]) }));
      reply.on("error", (error) => done({ status: 0, text: String(error) }));
    });
    asked.on("error", (error) => done({ status: 0, text: String(error) }));
    asked.end(body);
  });

const codes = ["0.007", "0.0007", "0.06", "0.162", "0.16", "0.77", "0.6"];
const pool = [];
for (let i = 0; i < 200; i++) pool.push(["/nim", { heaps: [i, i * 7 + 1, 500 - i] }]);
for (let i = 0; i < 40; i++) pool.push(["/sg", { rules: { octal: codes[i % codes.length] }, heaps: [i * 20, 300 + i], limit: 2 }]);
for (let i = 0; i < 20; i++) pool.push(["/wythoff", { heaps: [i, 3 * i] }], ["/sum", { components: [{ game: "nim", heaps: [i] }, { game: "nim", heaps: [5] }] }]);
const questions = [];
for (const [path, body] of pool) {
  const text = JSON.stringify(body), right = await ask(oracle.url, path, text);
  check(right.status < 500, right.text);
  questions.push({ path, text, right });
}

// Equal rules go to one replica.
async function one_table_stays_on_one_replica() {
  const body = JSON.stringify({ rules: { octal: "0.45" }, heaps: [100] });
  for (let i = 0; i < 12; i++) equal((await ask(one.url, "/sg", body)).status, 200, "the same rules");
  const built = [];
  for (const daemon of one.daemons) built.push(await metric(daemon, "grundy_tables_builds_total"));
  equal(built.filter(Boolean).length, 1, `replicas that made the table: ${built}`);
}

let over = false;
const count = { answers: 0, again: 0, failed: 0, wrong: 0, kills: 0, stops: 0, restarts: 0 };
async function client(seed) {
  for (let at = seed; !over; at = (at * 31 + 17) % questions.length) {
    const { path, text, right } = questions[at];
    let got = await ask(one.url, path, text);
    for (; got.status === 503 && got.after && /"code":"overloaded"/.test(got.text); got = await ask(one.url, path, text)) {
      count.again++;
      await sleep(1000 * got.after);
    }
    count.answers++;
    if (got.status !== right.status) console.error(`${++count.failed} failed: ${got.status} ${got.text.slice(0, 200)} to ${path} ${text}`);
    else if (got.text !== right.text) console.error(`${++count.wrong} wrong: ${got.text} to ${path} ${text}`);
  }
}
const answered = async (more) => {
  const goal = count.answers + more;
  await until(() => count.answers >= goal || count.failed + count.wrong, "answers");
};
async function kill(i) {
  one.daemons[i].child.kill("SIGKILL");
  await one.daemons[i].end;
  count.kills++;
  await answered(200);
  await one.replica(i);
  await one.ready(i);
}
async function restart(i) {
  one.daemons[i].child.kill("SIGTERM");
  const { code } = await one.daemons[i].end;
  equal(code, 0, "status of a replica that was stopped");
  count.restarts++;
  await one.replica(i);
  await one.ready(i);
}
async function stop_cache() {
  await one.cache.stop();
  count.stops++;
  await answered(200);
  await one.cache.start();
}

await one_table_stays_on_one_replica();
const load = Array.from({ length: clients }, (_, i) => client(i * 29));
await answered(500);
const began = Date.now();
if (!seconds) {
  for (let i = 0; i < 2; i++) await kill(i), await one.known();
  await stop_cache();
  for (let i = 0; i < 3; i++) await restart(i), await one.known();
} else {
  const until_then = () => Date.now() - began < seconds * 1000;
  const every = async (ms, work) => {
    for (let n = 0; until_then(); n++) {
      const next = Date.now() + ms;
      await work(n);
      await sleep(Math.max(0, next - Date.now()));
    }
  };
  // A kill every two seconds, and every tenth time a rolling restart instead.
  const replicas = async (n) => {
    if (n % 10 < 9) return kill(n % 3);
    for (let i = 0; i < 3; i++) await restart(i), await one.known();
  };
  await Promise.all([every(2000, replicas), every(5000, stop_cache)]);
}
over = true;
await Promise.all(load);
agent.destroy();
console.log(`${((Date.now() - began) / 1000).toFixed(0)} s, ${clients} clients: ${JSON.stringify(count)}`);
check(count.failed + count.wrong === 0, "requests failed");
await one.end();
await stop(oracle);
