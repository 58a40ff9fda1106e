#!/usr/bin/env node
// fair.mjs GRUNDYD: what one client asks, however much, does not keep the others from being answered. Clients are told by their
// addresses: the greedy one is 127.0.0.1, the modest one 127.0.0.2.
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { check, equal, metric, open, start, stop, unread, until } from "../support/e2e/daemon.mjs";
import { hold, piles, working } from "../support/e2e/held.mjs";

const binary = process.argv[2];
const heldAlone = { piles, moves: "none" };
const held = { game: "stone-window", ...heldAlone };

function ask(daemon, path, body, localAddress, headers = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((done, failed) => {
    const asking = request({ port: daemon.port, host: "127.0.0.1", path, method: "POST", localAddress, headers, agent: false }, (reply) => {
      let got = "";
      reply.on("data", (data) => (got += data));
      reply.on("end", () => done({ status: reply.statusCode, headers: reply.headers, text: got }));
    });
    asking.on("error", failed);
    asking.end(text);
  });
}
const greedy = (daemon, path, body) => ask(daemon, path, body, "127.0.0.1");
const modest = (daemon, path, body) => ask(daemon, path, body, "127.0.0.2");
const brought = (daemon, by, of) => ask(daemon, "/stone-window", heldAlone, by, { "x-forwarded-for": of, "x-request-id": `${by}-${of.length}` });

const board = JSON.stringify({ grid: Array(6).fill("......"), moves: "none" });
const post = (path, body, id = "") => `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${id}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

// A connection from each of these addresses, which the loop knows.
async function connected(daemon, addresses) {
  const crowd = addresses.map((address) => open(daemon.port, address));
  for (const one of crowd) one.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  for (const one of crowd) check(await one.until((text) => text.includes("200 OK")), "the connection is there");
  return crowd;
}

// While the daemon stands still, each text is sent on its connection, then `before` happens; those that stay are answered.
async function all_at_once(daemon, sent, before = () => {}, stays = () => true) {
  const tasks = `/proc/${daemon.child.pid}/task`;
  daemon.child.kill("SIGSTOP");
  await until(() => readdirSync(tasks).every((task) => / T /.test(readFileSync(`${tasks}/${task}/stat`, "latin1"))), "all threads stand still");
  for (const [one, text] of sent) {
    one.text = "";
    await new Promise((done) => one.socket.write(text, done));
  }
  await until(() => unread(daemon.port) === sent.length, "all that was sent is there");
  before();
  daemon.child.kill("SIGCONT");
  for (const [i, [one]] of sent.entries())
    if (stays(i)) check(await one.until((text) => /^HTTP\/1.1 200 OK/.test(text) && text.includes('"verdict"')), `question ${i} of ${sent.length}: ${one.text}`);
}

// Behind how many others the question `last` was answered, by the daemon's log: on a busy machine answers pass each other on their way.
async function behind(daemon, questions) {
  const told = () => [...daemon.err.matchAll(/"event":"request","id":"(one|last)"/g)].map(([, id]) => id);
  await until(() => told().length === questions, "the log tells of every question");
  return told().indexOf("last");
}

const turns = (daemon) => metric(daemon, "grundy_work_queue_delay_seconds_count");

// Of every kind: for the loop, quick and dear ones for a worker, batches and sums.
const ordinary = [
  ["/nim", { heaps: [3, 4, 5] }],
  ["/sg", { rules: { octal: "0.137" }, heaps: [1000] }],
  ["/sg", { rules: { split: "unequal" }, heaps: [20000] }],
  ["/squares", { grid: Array(7).fill(".......") }],
  ["/cat-mouse", { graph: Array.from({ length: 60 }, (_, i) => Array.from({ length: 60 }, (_, j) => j).filter((j) => j !== i && (i * j) % 5)) }],
  ["/stone-halves", { piles: Array.from({ length: 200 }, (_, i) => ((i * 31) % 98) + 1) }],
  ["/coins", { rows: [500], take: [2, 5] }],
  ["/batch", { questions: Array(3).fill({ game: "nim", heaps: [1, 2, 3] }) }],
  ["/batch", { questions: [1, 2, 3].map((n) => ({ game: "squares", grid: Array(5).fill(".".repeat(4 + n)) })) }],
  ["/play", { game: "nim", position: { heaps: [3, 4, 5] } }],
];

const tests = {
  async batches_of_dear_questions_hold_up_nobody_else() {
    const daemon = await hold(binary, ["--threads", "2", "--deadline", "1h", "--drain", "0s"]);
    const batches = Array.from({ length: 4 }, () => greedy(daemon, "/batch", { questions: Array(12).fill(held) }));
    await daemon.came(2); // two of five workers: no client has more of the four for dear ones
    await working(daemon, 2);
    for (const [path, question] of ordinary) {
      const reply = await modest(daemon, path, question);
      equal(reply.status, 200, path);
    }
    await working(daemon, 2); // who answered last is free a moment after its reply
    daemon.release();
    for (const batch of batches) {
      const { answers } = JSON.parse((await batch).text);
      check(answers.length === 12 && answers.every((answer) => answer.value !== undefined), "all of a batch is answered");
    }
    await stop(daemon);
  },

  // Each of four batches has one question done before any has two: they go back behind the others after each.
  async batches_take_turns() {
    const daemon = await hold(binary, ["--threads", "1", "--deadline", "1h", "--drain", "0s"]);
    const ended = [];
    const batch = (length) => greedy(daemon, "/batch", { questions: Array(length).fill(held) }).then(() => ended.push(length));
    const long = batch(6);
    await daemon.came(1);
    const before = await turns(daemon), short = batch(1);
    await until(async () => (await turns(daemon)) === before + 1, "the short batch has the turn in which it is found to be dear");
    await until(async () => (await metric(daemon, "grundy_work_queue_length")) === 1, "it waits for the next one");
    daemon.let_pass(2); // one of the long batch, then the short one's turn
    await short;
    equal(ended.join(), "1", "batches that ended");
    daemon.release();
    await long;
    await stop(daemon);
  },

  async a_full_queue_is_full_for_who_filled_it() {
    const daemon = await hold(binary, ["--threads", "2", "--deadline", "1h", "--drain", "0s", "--queue", "8"]);
    const asked = Array.from({ length: 2 }, () => greedy(daemon, "/stone-window", heldAlone));
    await working(daemon, 2);
    asked.push(...Array.from({ length: 18 }, () => greedy(daemon, "/stone-window", heldAlone)));
    await until(async () => (await metric(daemon, 'grundy_shed_total{reason="queue_full"}')) === 10, "two are solved, eight wait, ten are refused");
    // One after the other: the first takes the place of one that waits, and leaves it when a worker takes it.
    const dear = [];
    for (const running of [3, 4]) {
      dear.push(modest(daemon, "/stone-window", heldAlone));
      await until(async () => (await metric(daemon, "grundy_work_running")) === running, "the modest client has a worker");
    }
    dear.push(modest(daemon, "/stone-window", heldAlone));
    await until(async () => (await metric(daemon, "grundy_work_queue_length")) === 8, "his third waits");
    equal(await metric(daemon, 'grundy_shed_total{reason="queue_full"}'), 11, "questions of the greedy client that lost their place");
    daemon.release();
    const statuses = (await Promise.all(asked)).map((reply) => reply.status);
    equal(statuses.filter((status) => status === 200).length, 9, "answered of the greedy client");
    for (const reply of await Promise.all(dear)) equal(reply.status, 200, "the modest client");
    await stop(daemon);
  },

  // Where all that waits has had a turn, the last of it has no other, and is told that it was stopped, not that it never began.
  async a_batch_that_was_begun_and_lost_its_place_is_told_so() {
    const daemon = await hold(binary, ["--threads", "1", "--deadline", "1h", "--drain", "0s", "--queue", "2"]);
    const batch = () => greedy(daemon, "/batch", { questions: Array(2).fill(held) }), batches = [batch()];
    await daemon.came(1);
    const before = await turns(daemon);
    for (const n of [1, 2]) {
      batches.push(batch());
      await until(async () => (await turns(daemon)) === before + n, "the turn in which it is found to be dear");
      await until(async () => (await metric(daemon, "grundy_work_queue_length")) === n, "it waits for the next one");
    }
    const newcomer = modest(daemon, "/stone-window", heldAlone), lost = await batches[2];
    equal(`${lost.status} ${JSON.parse(lost.text).code} ${lost.headers["retry-after"]}`, "503 deadline_exceeded 1", "the last batch");
    daemon.release();
    for (const reply of await Promise.all([newcomer, ...batches.slice(0, 2)])) equal(reply.status, 200, "the others");
    await stop(daemon);
  },

  // One worker for the dear questions of each client. 127.0.0.1 is the proxy: what it says, it is believed; 127.0.0.2 is not.
  async a_trusted_proxy_brings_many_clients() {
    const flags = ["--threads", "1", "--deadline", "1h", "--drain", "0s", "--trusted-proxy", "127.0.0.1/32", "--log", "debug"];
    const daemon = await hold(binary, flags), first = "203.0.113.1", second = "203.0.113.22";
    const waiting = (n) => until(async () => (await metric(daemon, "grundy_work_queue_length")) === n, `${n} wait`);
    const asked = [brought(daemon, "127.0.0.1", first)];
    await working(daemon, 1);
    asked.push(brought(daemon, "127.0.0.1", `${second}, ${first}`)); // who claims to be another is not
    await waiting(1);
    asked.push(brought(daemon, "127.0.0.1", second));
    await working(daemon, 2);
    asked.push(brought(daemon, "127.0.0.2", first));
    await waiting(2);
    daemon.release();
    for (const reply of await Promise.all(asked)) equal(reply.status, 200, "a question that was brought");
    await stop(daemon);
    const told = [...daemon.err.matchAll(/"event":"request","id":"([^"]+)","client":"([^"]+)"/g)].map(([, id, client]) => `${id} ${client}`).sort();
    equal(told.join(), `127.0.0.1-11 ${first},127.0.0.1-12 ${second},127.0.0.1-25 ${first},127.0.0.2-11 127.0.0.2`, "clients in the log");
  },

  // The time of a question begins when it is asked: it waits fourteen minutes of thirty, and is worked on for seventeen.
  async waiting_counts() {
    const daemon = await hold(binary, ["--threads", "1", "--deadline", "30m", "--drain", "0s"]);
    const first = greedy(daemon, "/stone-window", heldAlone);
    await working(daemon, 1);
    const second = greedy(daemon, "/stone-window", heldAlone);
    const waiting = (n) => until(async () => (await metric(daemon, "grundy_work_queue_length")) === n, `${n} wait`);
    await waiting(1);
    daemon.later(14);
    daemon.let_pass(1);
    equal((await first).status, 200, "the first");
    await waiting(0); // for it is told before its worker is free, and the second must not wait any more when the clock goes on
    await working(daemon, 1);
    daemon.later(17);
    equal(JSON.parse((await second).text).code, "deadline_exceeded", "the second");
    await stop(daemon);
  },

  // Sixty questions that the loop answers by itself, all there at once, and behind them one of somebody else's: his turn is the next but one.
  async questions_for_the_loop_take_turns() {
    const daemon = await start(binary, ["--threads", "1", "--drain", "0s", "--log", "debug"]);
    const crowd = await connected(daemon, Array.from({ length: 61 }, (_, i) => (i < 60 ? "127.0.0.1" : "127.0.0.2")));
    await all_at_once(daemon, crowd.map((one, i) => [one, post("/squares", board, i < 60 ? "one" : "last")]));
    const others = await behind(daemon, 61);
    check(others < 10, `the modest client is answered behind ${others} others`);
    for (const one of crowd) one.socket.destroy();
    await stop(daemon);
  },

  // To decode is work, too: of twenty bodies of 60 KB, each whole but for its last byte, one is decoded in the first turn.
  async bodies_for_the_loop_take_turns() {
    const daemon = await start(binary, ["--threads", "1", "--drain", "0s", "--log", "debug"]);
    const crowd = await connected(daemon, Array.from({ length: 21 }, (_, i) => (i < 20 ? "127.0.0.1" : "127.0.0.2")));
    for (const one of crowd.slice(0, 20)) one.send(post("/nim", `{"heaps":[5]${" ".repeat(60000)}}`, "one").slice(0, -1));
    await until(async () => (await metric(daemon, "grundy_memory_bytes")) >= 20 * 60000, "the bodies are there");
    await all_at_once(daemon, crowd.map((one, i) => [one, i < 20 ? "}" : post("/squares", board, "last")]));
    const others = await behind(daemon, 21);
    check(others < 10, `the modest client is answered behind ${others} others`);
    for (const one of crowd) one.socket.destroy();
    await stop(daemon);
  },

  // More clients than may wait for a turn, two questions each; a third of them leaves, and the daemon is told to stop.
  async what_waits_for_a_turn_is_answered() {
    const daemon = await start(binary, ["--threads", "1", "--drain", "0s"]);
    const crowd = await connected(daemon, Array.from({ length: 600 }, (_, i) => `127.1.${i % 3}.${1 + (Math.floor(i / 3) % 100)}`));
    const stays = (i) => i % 3;
    await all_at_once(daemon, crowd.map((one) => [one, post("/squares", board)]), () => {
      for (const [i, one] of crowd.entries()) if (!stays(i)) one.socket.resetAndDestroy();
      daemon.child.kill("SIGTERM");
    }, stays);
    equal((await daemon.end).code, 0, "its end, by the one signal");
  },

  // The loops decode nothing that is long: while every worker is held such bodies wait, and cheap questions do not. With one loop there are three
  // workers: two for the dear questions of two clients, and one for what is quick.
  async long_bodies_are_decoded_by_workers() {
    const daemon = await hold(binary, ["--threads", "1", "--deadline", "1h", "--drain", "0s"]), workers = 3;
    const kept = [heldAlone, heldAlone, { piles: piles.slice(0, 150), moves: "none" }].map((body, i) => ask(daemon, "/stone-window", body, `127.0.0.${i + 1}`));
    await until(async () => (await metric(daemon, "grundy_work_running")) === workers, "every worker is held");
    const long = JSON.stringify({ heaps: Array.from({ length: 100000 }, (_, i) => i) });
    const bodies = Array.from({ length: 20 }, () => ask(daemon, "/nim", long, "127.0.0.4"));
    const broken = ask(daemon, "/nim", long.slice(0, -1), "127.0.0.4");
    const waiting = () => metric(daemon, "grundy_work_queue_length");
    let answered = 0;
    for (const body of [...bodies, broken]) body.then(() => answered++);
    await until(async () => answered || (await waiting()) === 21, "long bodies wait for a worker");
    for (let i = 0; i < 20; i++) {
      equal((await modest(daemon, "/nim", { heaps: [i, 1] })).status, 200, "a cheap question");
      equal((await fetch(`${daemon.url}/healthz`)).status, 200, "/healthz");
    }
    equal(answered, 0, "long bodies that were answered");
    equal(await waiting(), 21, "long bodies that wait");
    daemon.release();
    for (const reply of await Promise.all(bodies)) equal(reply.status, 200, "a long body");
    equal((await broken).status, 400, "a long body that is not JSON");
    for (const reply of await Promise.all(kept)) equal(reply.status, 200, "what held the workers");
    await stop(daemon);
  },
};

for (const [name, test] of Object.entries(tests)) {
  await test();
  console.log(`ok ${name}`);
}
