#!/usr/bin/env node
// stack.mjs GRUNDYD: what replicas and the second tier are worth. The work that three replicas behind HAProxy do in a second of their CPU time, beside
// that of one that is asked directly: CPU time, so that it holds on a machine with fewer cores than there are processes. And a ruleset that takes
// seconds to make, asked of a replica that has just started.
import { Agent, request } from "node:http";
import { check, start } from "../support/e2e/daemon.mjs";
import { stack } from "../support/e2e/stack.mjs";

const binary = process.argv[2], questions = Number(process.env.GRUNDY_QUESTIONS ?? 300), agent = new Agent({ keepAlive: true });
const ask = (url, path, body) =>
  new Promise((done, fail) => {
    const asked = request(url + path, { method: "POST", agent }, (reply) => {
      let text = "";
      reply.on("data", (data) => (text += data));
      reply.on("end", () => (reply.statusCode === 200 ? done(text) : fail(new Error(text))));
    });
    asked.on("error", fail);
    asked.end(JSON.stringify(body));
  });
const dear = (i) => ({ piles: Array.from({ length: 300 }, (_, k) => ((k + i) * 7919) % 1000), moves: "none" });
const cpu = async (daemon) => Number(/^process_cpu_seconds_total (\S+)/m.exec(await (await fetch(`http://${daemon.admin}/metrics`)).text())[1]);

async function load(url, count, clients) {
  let next = 0;
  const client = async () => {
    while (next < count) await ask(url, "/stone-window", dear(next++));
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function replicas() {
  const one = await stack(binary), alone = [];
  for (const daemon of one.daemons) {
    const before = await cpu(daemon);
    await load(daemon.url, questions, 4);
    alone.push(questions / ((await cpu(daemon)) - before));
  }
  const before = await Promise.all(one.daemons.map(cpu));
  await load(one.url, 3 * questions, 12);
  const spent = (await Promise.all(one.daemons.map(cpu))).map((now, i) => now - before[i]);
  const together = (3 * questions) / spent.reduce((sum, now) => sum + now), mean = alone.reduce((sum, now) => sum + now) / 3;
  console.log(`dear questions in a second of CPU time: alone ${alone.map((rate) => rate.toFixed(0)).join(", ")}; three behind HAProxy ${together.toFixed(0)} each: ${(together / mean).toFixed(2)} of the sum`);
  await one.end();
}

async function second_tier() {
  const one = await stack(binary, 1), asked = { rules: { octal: "0.007" }, heaps: [130000], moves: "none" }, times = [], spent = [];
  let from = performance.now();
  const right = await ask(one.daemons[0].url, "/sg", asked), made = performance.now() - from;
  for (let i = 0; i < 5; i++) {
    await new Promise((done) => setTimeout(done, 1000));
    one.daemons[0].child.kill("SIGKILL");
    await one.daemons[0].end;
    const fresh = await one.replica(0);
    const before = await cpu(fresh);
    from = performance.now();
    check((await ask(fresh.url, "/sg", asked)) === right, "another answer");
    times.push(performance.now() - from);
    spent.push((await cpu(fresh)) - before);
    const metrics = await (await fetch(`http://${fresh.admin}/metrics`)).text();
    if (!/requests_total\{result="hit"\} 1/.test(metrics)) console.log(`made anew: ${/requests_total\{result="(failed|skipped|miss)"\} 1/.exec(metrics)?.[1]}`);
  }
  console.log(`made in ${made.toFixed(0)} ms; from the second tier, looked at, asked of a fresh replica: ${times.map((ms) => ms.toFixed(0)).join(", ")} ms, ${spent.map((each) => (each * 1000).toFixed(0)).join(", ")} ms of it CPU time`);
  await one.end();
}

await replicas();
await second_tier();
process.exit(0);
