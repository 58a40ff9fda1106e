#!/usr/bin/env node
// crowd.mjs GRUNDYD: many clients at once, slow ones, long questions beside cheap ones, and the limits of connections.
import { check, equal, healthy, metric, nim, open, problem, responses, sleep, start, stop, talk, until } from "../support/e2e/daemon.mjs";
import { LOOKS, heldBody, hold, looked, working } from "../support/e2e/held.mjs";

const binary = process.argv[2];
const light = JSON.stringify({ piles: Array.from({ length: 200 }, (_, i) => (i * 31) % 97) }); /* goes to a worker */
const question = (path, body) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

async function opened(port, count) {
  const list = Array.from({ length: count }, () => open(port));
  await Promise.all(list.map((raw) => new Promise((done) => raw.socket.once("connect", done))));
  return list;
}

// The daemon sees that a connection ended when it comes to it: from then on there is a place.
async function welcomed(daemon) {
  await until(async () => {
    const [raw] = await opened(daemon.port, 1);
    raw.send(nim([1]));
    await raw.until((text) => responses(text).list.length);
    raw.socket.destroy();
    return responses(raw.text).list[0]?.status === 200;
  }, "a place becomes free");
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
          await Promise.all(list.map((raw, i) => new Promise((sent) => raw.socket.write(Buffer.from(nim([i, 1 << 20]), "latin1"), sent))));
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
    const daemon = await start(binary, ["--threads", "2", "--drain", "0s"]);
    const list = await opened(daemon.port, 64);
    const rounds = 12;
    await Promise.all(
      list.map(async (raw, i) => {
        for (let round = 0; round < rounds; round++) {
          raw.send((i + round) % 3 ? nim([i, round]) : question("/stone-window", light) + nim([i, round]));
          const wanted = () => Array.from({ length: round + 1 }, (_, r) => ((i + r) % 3 ? 1 : 2)).reduce((a, b) => a + b, 0);
          check(await raw.until((text) => responses(text).list.length === wanted()), `connection ${i} stalled in round ${round}`);
          const { list: got } = responses(raw.text);
          equal(JSON.parse(got.at(-1).body).nim_sum, i ^ round, "nim_sum");
        }
        check(responses(raw.text).list.every((reply) => reply.status === 200), "all are answered");
        raw.socket.destroy();
      }),
    );
    await stop(daemon);
  },

  // One client has two of the five workers for dear questions: eight wait, the other thirty are refused, and while none of the ten ends, what
  // is cheap is answered.
  async cheap_questions_pass_long_ones() {
    const daemon = await hold(binary, ["--threads", "2", "--drain", "0s", "--queue", "8"]);
    const list = await opened(daemon.port, 40);
    for (const raw of list.slice(0, 2)) raw.send(question("/stone-window", heldBody));
    await working(daemon, 2);
    for (const raw of list.slice(2)) raw.send(question("/stone-window", heldBody));
    const answered = () => list.filter((raw) => responses(raw.text).list.length === 1);
    await until(() => answered().length === 30, "thirty refusals");
    for (let i = 0; i < 20; i++) await healthy(daemon);
    equal(await metric(daemon, "grundy_work_running"), 2, "questions being solved");
    equal(await metric(daemon, "grundy_work_queue_length"), 8, "questions that wait");
    for (const raw of answered()) {
      const [reply] = responses(raw.text).list;
      problem(reply, 503, "overloaded");
      const wait = Number(reply.headers["retry-after"]);
      check(wait >= 1 && wait <= 3, `Retry-After: ${wait}`);
    }
    equal(await metric(daemon, 'grundy_shed_total{reason="queue_full"}'), 30, "refusals that are counted");
    // Nobody's body is read, or awaited, for a refusal: of these nothing but the head is sent.
    for (const head of ["POST /nim HTTP/1.1\r\nContent-Length: 100000", "POST /batch HTTP/1.1\r\nContent-Type: application/x-ndjson\r\nContent-Length: 100000"]) {
      const raw = open(daemon.port);
      raw.send(`${head}\r\nHost: a\r\n\r\n`);
      await raw.until((text) => responses(text).list.length);
      problem(responses(raw.text).list[0], 503, "overloaded");
      raw.socket.destroy();
    }
    daemon.release();
    await Promise.all(list.map((raw) => raw.until((text) => responses(text).list.length === 1)));
    equal(list.filter((raw) => responses(raw.text).list[0].status === 200).length, 10, "long questions that were answered");
    list.forEach((raw) => raw.socket.destroy());
    await stop(daemon);
  },

  // Where no worker is free and the queue is full, each is answered all the same, so none is queued; of 413 there is no body to read.
  async a_refusal_waits_for_nobody() {
    const daemon = await hold(binary, ["--threads", "2", "--drain", "0s", "--queue", "8"]), times = 100;
    const waits = await opened(daemon.port, 10);
    for (const raw of waits.slice(0, 2)) raw.send(question("/stone-window", heldBody));
    await working(daemon, 2);
    for (const raw of waits.slice(2)) raw.send(question("/stone-window", heldBody));
    await until(async () => (await metric(daemon, "grundy_work_queue_length")) === 8, "the queue is full");
    const body = '{"heaps":[3,4,5]}';
    const kinds = [
      [400, question("/nim", "{")],
      [404, question("/nmi", body)],
      [405, question("/nim", body).replace("POST", "PUT")],
      [415, question("/nim", body).replace("Host", "Content-Type: application/xml\r\nHost")],
      [422, question("/nim", '{"heaps":[-1]}')],
      [503, question("/stone-window", heldBody)],
    ];
    for (const [status, text] of kinds) {
      const [raw] = await opened(daemon.port, 1), count = () => raw.text.split(`HTTP/1.1 ${status} `).length - 1;
      raw.send(text.repeat(times));
      await until(() => raw.closed || count() === times, `refusals with ${status}`);
      equal(count(), times, `refusals with ${status}`);
      raw.socket.destroy();
    }
    problem(responses(await talk(daemon.port, "POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n")).list[0], 413, "too_large_body");
    equal(await metric(daemon, "grundy_work_running"), 2, "questions being solved");
    equal(await metric(daemon, "grundy_work_queue_length"), 8, "questions that wait");
    equal(await metric(daemon, 'grundy_shed_total{reason="queue_full"}'), times, "refusals for the full queue");
    daemon.release();
    for (const raw of waits) raw.socket.destroy();
    await stop(daemon);
  },

  // Whoever sends something all the time is ended all the same, not before the time is over, and not later than the reaper looks.
  async slow_clients_are_ended() {
    const daemon = await hold(binary, ["--drain", "0s", "--threads", "1"]);
    const kinds = [
      { first: "", drip: "" },
      { first: "GET /healthz HTTP/1.1\r\nHost: a\r\n", drip: "X: y\r\n" },
      { first: "HEAD /healthz HTTP/1.1\r\nHost: a\r\n", drip: "X: y\r\n", head: true },
      { first: "GET /", drip: "x" },
    ];
    const all = [];
    for (const kind of kinds) for (const raw of await opened(daemon.port, 50)) all.push({ raw, ...kind });
    all.forEach(({ raw, first }) => raw.send(first));
    await until(async () => (await metric(daemon, "grundy_connections")) === all.length, "they are there");
    const drip = () => all.forEach(({ raw, drip }) => raw.closed || !drip || raw.send(drip));
    for (let i = 0; i < 4; i++) {
      drip();
      equal(responses(await talk(daemon.port, "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).list[0].status, 200, "/healthz");
      daemon.later(14);
    }
    check(all.every(({ raw }) => !raw.closed && !raw.text), "a slow connection was ended before its time");
    drip();
    equal(await looked(daemon, 61), all.length, "ended after the hour");
    await Promise.all(all.map(({ raw }) => raw.end));
    for (const { raw, first, head } of all) {
      const { list, rest } = responses(raw.text, head ? ["HEAD"] : []);
      equal(list.length, first ? 1 : 0, `answers to ${first}`);
      if (head) check(list[0].status === 408 && !rest, `a HEAD that came too late: ${raw.text}`);
      else if (first) problem(list[0], 408, "request_timeout");
    }
    await stop(daemon);
  },

  // A byte of the body now and then is less than a kilobyte a second: that is looked at over three hours, a tenth of one at a time.
  async slow_bodies_are_ended() {
    const daemon = await hold(binary, ["--drain", "0s", ...LOOKS]), told = "HTTP/1.1 100 Continue\r\n\r\n";
    const all = await opened(daemon.port, 50);
    for (const raw of all) raw.send("POST /nim HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n");
    // Before a byte of a body is there: later some versions of libmicrohttpd leave it out.
    await Promise.all(all.map((raw) => raw.until((text) => text === told)));
    const drip = () => all.forEach((raw) => raw.send(" "));
    equal(await looked(daemon, 2), 0, "ended before they are seen"); // from here on they are watched
    for (let minutes = 0; minutes < 170; minutes += 17) {
      drip();
      equal(await looked(daemon, 17), 0, "ended within three hours");
    }
    drip();
    equal(await looked(daemon, 17), all.length, "ended after three hours");
    await Promise.all(all.map((raw) => raw.end));
    for (const raw of all) {
      equal(responses(raw.text).list.length, 2, "answers");
      problem(responses(raw.text).list[1], 408, "request_timeout");
    }
    await stop(daemon);
  },

  // What came at once is no credit for the silence after it. It is one byte more than is taken on the word of Content-Length: room for all of the
  // body is made when the last one is there.
  async a_burst_and_then_silence_is_ended() {
    const daemon = await hold(binary, ["--drain", "0s", ...LOOKS]), [raw] = await opened(daemon.port, 1);
    raw.send("POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
    await new Promise((sent) => raw.socket.write(" ".repeat(65537), sent));
    await until(async () => (await metric(daemon, "grundy_memory_bytes")) > 900000, "all of it is taken");
    equal(await looked(daemon, 2), 0, "ended so far");
    equal(await looked(daemon, 50), 0, "ended within the hour");
    equal(await looked(daemon, 10), 1, "ended after the hour");
    await raw.end;
    problem(responses(raw.text).list[0], 408, "request_timeout");
    await stop(daemon);
  },

  async a_kept_connection_may_rest_but_not_dawdle() {
    for (const dawdles of [true, false]) {
      const times = dawdles ? ["--header-timeout", "1s"] : ["--idle-timeout", "1s"]; // the other one is an hour
      const daemon = await start(binary, [...times, "--drain", "0s"]);
      const raw = open(daemon.port);
      raw.send(nim([1]));
      await raw.until((text) => responses(text).list.length);
      await until(() => {
        if (dawdles && !raw.closed) raw.send("G");
        return sleep(50).then(() => raw.closed);
      }, "a request line that never ends, or an idle connection, is ended");
      const answers = responses(raw.text).list;
      equal(answers.length, dawdles ? 2 : 1, "answers");
      if (dawdles) problem(answers[1], 408, "request_timeout");
      await stop(daemon);
    }
  },

  async who_does_not_read_is_ended() {
    const daemon = await hold(binary, ["--drain", "0s", ...LOOKS]), [raw] = await opened(daemon.port, 1);
    const answered = () => metric(daemon, "grundy_http_request_duration_seconds_count");
    raw.socket.pause();
    raw.send(nim([3, 4, 5]).repeat(40000)); /* more answers than the kernel's buffers hold */
    let before, same = 0;
    await until(async () => {
      const now = await answered();
      same = now === before ? same + 1 : 0;
      before = now;
      return now && same > 200;
    }, "no more is answered");
    check(before < 40000, "what nobody reads is answered");
    for (let early, late, went_on = true; went_on && !late; ) {
      before = await answered();
      early = (await looked(daemon, 2)) + (await looked(daemon, 50));
      late = await looked(daemon, 10);
      went_on = (await answered()) !== before; // the daemon itself had stood still
      if (went_on) continue;
      equal(early, 0, "ended within the hour");
      equal(late, 1, "ended after the hour");
    }
    raw.socket.destroy();
    await stop(daemon);
  },

  async connections_are_limited() {
    for (const [flag, most] of [["--connections", 20], ["--per-address", 5]]) {
      const daemon = await start(binary, [flag, String(most), "--drain", "0s"]);
      const list = await opened(daemon.port, most + 1); // who comes last is decided by the threads that accept
      await until(() => list.some((raw) => raw.closed), "one is refused");
      equal(list.filter((raw) => raw.text).length, 1, "refused");
      problem(responses(list.find((raw) => raw.text).text).list[0], 503, "overloaded");
      list.find((raw) => !raw.text).socket.destroy();
      await welcomed(daemon);
      list.forEach((raw) => raw.socket.destroy());
      await stop(daemon);
    }
  },
};

for (const [name, test] of Object.entries(tests)) {
  const began = Date.now();
  await test();
  console.log(`ok ${name} (${Date.now() - began} ms)`);
}
