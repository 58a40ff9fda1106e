#!/usr/bin/env node
// crowd.mjs GRUNDYD: many clients at once, slow ones, long questions beside cheap ones, and the limits of connections.
import { check, equal, healthy, nim, open, problem, responses, sleep, start, stop } from "../support/e2e/daemon.mjs";

const binary = process.argv[2];
const heavy = JSON.stringify({ piles: Array.from({ length: 500 }, (_, i) => (i * 7919) % 1000) });
const light = JSON.stringify({ piles: Array.from({ length: 200 }, (_, i) => (i * 31) % 97) }); /* some ms, on a worker */
const question = (path, body) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const metric = async (daemon, name) =>
  Number(new RegExp(`^${name} (\\d+)`, "m").exec(await (await fetch(daemon.url + "/metrics")).text())[1]);

async function opened(port, count) {
  const list = Array.from({ length: count }, () => open(port));
  await Promise.all(list.map((raw) => new Promise((done) => raw.socket.once("connect", done))));
  return list;
}

const tests = {
  // libmicrohttpd's own epoll thread sleeps with exactly 128, 256 or 512 ready connections unanswered.
  async every_one_of_a_crowd_is_answered() {
    for (const threads of ["1", "2"]) {
      const daemon = await start(binary, ["--threads", threads, "--drain", "0s"]);
      for (const count of [127, 128, 129, 256, 512]) {
        const list = await opened(daemon.port, count);
        for (let round = 1; round <= 5; round++) {
          daemon.child.kill("SIGSTOP"); /* so that all of them are ready at once */
          list.forEach((raw, i) => raw.send(nim([i, 1 << 20])));
          await sleep(20);
          daemon.child.kill("SIGCONT");
          const all = await Promise.all(list.map((raw) => raw.until((text) => responses(text).list.length === round)));
          check(all.every(Boolean), `${all.filter((x) => !x).length} of ${count} clients were not answered`);
        }
        list.forEach((raw, i) => equal(JSON.parse(responses(raw.text).list[4].body).nim_sum, i ^ (1 << 20), "nim_sum"));
        list.forEach((raw) => raw.socket.destroy());
      }
      await stop(daemon);
    }
  },

  // Ready connections must not be forgotten while others are suspended or resumed, and answers must not be mixed up.
  async suspended_and_ready_side_by_side() {
    const daemon = await start(binary, ["--threads", "2", "--drain", "0s", "--deadline", "30s", "--queue", "100000"]);
    const list = await opened(daemon.port, 64);
    const rounds = 12;
    await Promise.all(
      list.map(async (raw, i) => {
        for (let round = 0; round < rounds; round++) {
          raw.send((i + round) % 3 ? nim([i, round]) : question("/stone-window", light) + nim([i, round]));
          const wanted = () => Array.from({ length: round + 1 }, (_, r) => ((i + r) % 3 ? 1 : 2)).reduce((a, b) => a + b, 0);
          check(await raw.until((text) => responses(text).list.length === wanted(), 60000), `connection ${i} stalled in round ${round}`);
          const { list: got } = responses(raw.text);
          equal(JSON.parse(got.at(-1).body).nim_sum, i ^ round, "nim_sum");
        }
        check(responses(raw.text).list.every((reply) => reply.status === 200), "all are answered");
        raw.socket.destroy();
      }),
    );
    await stop(daemon);
  },

  async cheap_questions_pass_long_ones() {
    const daemon = await start(binary, ["--threads", "2", "--deadline", "10s", "--drain", "0s", "--queue", "8"]);
    const list = await opened(daemon.port, 40);
    list.forEach((raw) => raw.send(question("/stone-window", heavy)));
    await sleep(50);
    const times = [];
    for (let i = 0; i < 20; i++) {
      const began = performance.now();
      await healthy(daemon);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    check(times[10] < 100, `/healthz took ${times[10]} ms beside long questions`);
    await Promise.all(list.map((raw) => raw.until((text) => responses(text).list.length === 1, 20000)));
    const statuses = list.map((raw) => responses(raw.text).list[0]);
    const refused = statuses.filter((reply) => reply.status === 503);
    check(refused.length >= 10 && refused.length < 40, `${refused.length} of 40 long questions were refused`);
    for (const reply of refused) {
      problem(reply, 503, "overloaded");
      const wait = Number(reply.headers["retry-after"]);
      check(wait >= 1 && wait <= 3, `Retry-After: ${wait}`);
    }
    check((await metric(daemon, "grundy_work_refused_total")) >= 10, "refusals are counted");
    list.forEach((raw) => raw.socket.destroy());
    await stop(daemon);
  },

  async slow_clients_are_ended() {
    const daemon = await start(binary, ["--header-timeout", "600ms", "--body-timeout", "900ms", "--idle-timeout", "5s", "--drain", "0s"]);
    const started = Date.now();
    const kinds = {
      silent: { list: await opened(daemon.port, 50), first: "", drip: "", due: 600 },
      headers: { list: await opened(daemon.port, 50), first: "GET /healthz HTTP/1.1\r\nHost: a\r\n", drip: "X: y\r\n", due: 600 },
      line: { list: await opened(daemon.port, 50), first: "GET /", drip: "x", due: 600 },
      body: { list: await opened(daemon.port, 50), first: "POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n", drip: " ", due: 900 },
    };
    const all = Object.values(kinds).flatMap((kind) => kind.list.map((raw) => ({ raw, kind })));
    all.forEach(({ raw, kind }) => {
      raw.send(kind.first);
      raw.end.then(() => (raw.over = Date.now()));
    });
    while (Date.now() - started < 2500 && all.some(({ raw }) => !raw.closed)) {
      all.forEach(({ raw, kind }) => raw.closed || !kind.drip || raw.send(kind.drip));
      await healthy(daemon);
      await sleep(100);
    }
    for (const { raw, kind } of all) {
      check(raw.closed, `a slow connection lives (${kind.first})`);
      check(raw.over - started < kind.due + 1000 && raw.over - started >= kind.due - 50, `ended after ${raw.over - started} ms, due ${kind.due}`);
    }
    check((await metric(daemon, "grundy_connections_reaped_total")) >= 200, "they are counted");
    await stop(daemon);
  },

  async a_kept_connection_may_rest_but_not_dawdle() {
    const daemon = await start(binary, ["--header-timeout", "500ms", "--idle-timeout", "3s", "--drain", "0s"]);
    const [rests, dawdles] = await opened(daemon.port, 2);
    for (const raw of [rests, dawdles]) {
      raw.send(nim([1]));
      await raw.until((text) => responses(text).list.length);
    }
    await sleep(300);
    for (let i = 0; i < 20 && !dawdles.closed; i++) {
      dawdles.send("G");
      await sleep(100);
    }
    check(dawdles.closed, "a request line that never ends");
    check(!rests.closed, "an idle connection was ended too early");
    await Promise.race([rests.end, sleep(3000)]);
    check(rests.closed, "an idle connection lives for ever");
    await stop(daemon);
  },

  async who_does_not_read_is_ended() {
    const daemon = await start(binary, ["--body-timeout", "500ms", "--drain", "0s"]);
    const [raw] = await opened(daemon.port, 1);
    raw.socket.pause();
    raw.send(nim([3, 4, 5]).repeat(40000)); /* more answers than the kernel's buffers hold */
    for (let i = 0; i < 100 && (await metric(daemon, "grundy_connections_reaped_total")) < 1; i++) await sleep(100);
    equal(await metric(daemon, "grundy_connections_reaped_total"), 1, "connections that were ended");
    raw.socket.destroy();
    await stop(daemon);
  },

  async connections_are_limited() {
    const daemon = await start(binary, ["--connections", "20", "--drain", "0s"]);
    const list = await opened(daemon.port, 20);
    await sleep(50);
    const [refused] = await opened(daemon.port, 1);
    await refused.end;
    problem(responses(refused.text).list[0], 503, "overloaded");
    list[0].socket.destroy();
    await sleep(50);
    const [welcome] = await opened(daemon.port, 1);
    welcome.send(nim([1]));
    check(await welcome.until((text) => responses(text).list.length), "a place became free");
    [...list, welcome].forEach((raw) => raw.socket.destroy());
    await stop(daemon);
  },

  async addresses_are_limited_when_asked() {
    const daemon = await start(binary, ["--per-address", "5", "--drain", "0s"]);
    const list = await opened(daemon.port, 5);
    await sleep(50);
    const [refused] = await opened(daemon.port, 1);
    await refused.end;
    problem(responses(refused.text).list[0], 503, "overloaded");
    list.forEach((raw) => raw.socket.destroy());
    await sleep(50);
    await healthy(daemon);
    await stop(daemon);
  },
};

for (const [name, test] of Object.entries(tests)) {
  const began = Date.now();
  await test();
  console.log(`ok ${name} (${Date.now() - began} ms)`);
}
