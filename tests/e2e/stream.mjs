#!/usr/bin/env node
// stream.mjs GRUNDYD: POST /batch with lines, answered while they arrive: order, faults, clients of every kind, and the end of the daemon.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal, healthy, metric, nim, open, problem, responses, settled, start, stop, talk, until } from "../support/e2e/daemon.mjs";
import { LOOKS, heldBody, hold, looked, piles, working } from "../support/e2e/held.mjs";
import { dialog, nimSum, peak, question, sanitized } from "../support/e2e/stream.mjs";

const binary = process.argv[2];
const only = process.argv[3];
const heldLine = (id) => JSON.stringify({ id, game: "stone-window", piles, moves: "none" });
const askHeld = (daemon) => fetch(daemon.url + "/stone-window", { method: "POST", body: heldBody });
const isCut = (client, what) => check(!client.whole && !/HTTP\/1\.1 [^2]/.test(client.left + client.framing), `${what}: ${client.framing} ${client.left}`);

async function slow_senders_to(place) {
  const daemon = await hold(binary, ["--listen", place, "--drain", "0s", "--idle-timeout", "10h"]);
  const [trickles, steps, rests] = [dialog(daemon.port), dialog(daemon.port), dialog(daemon.port)];
  let asked = 0;
  const step = async () => {
    steps.send(question(asked++, [1]) + "\n");
    await steps.answers(asked, "who sends a line now and then, beyond the time of a body");
  };
  trickles.send(question(0, [1]) + "\n{");
  await trickles.answers(1, "before the line that trickles");
  check(await rests.until(() => rests.status === 200), "who rests is answered");
  for (let i = 0; i < 6; i++) {
    await step();
    trickles.send(" ");
    daemon.later(40);
  }
  await until(() => {
    if (!trickles.closed) trickles.send(" ");
    return trickles.closed;
  }, "a line that trickles is ended");
  equal(trickles.count, 1, "answers to who trickles");
  isCut(trickles, "a line that trickles");
  await step();
  check(!rests.closed, "who rests has more time");
  daemon.later(9 * 60);
  await rests.end;
  isCut(rests, "who rests");
  await step();
  steps.finish();
  await steps.end;
  check(steps.whole && steps.count === asked, "who sends a line now and then");
  [trickles, steps, rests].forEach((one) => one.socket.destroy());
  await stop(daemon);
}

const tests = {
  async the_first_answer_leaves_before_the_last_question_arrives() {
    const daemon = await start(binary, ["--drain", "0s"]);
    const count = 50, text = (i) => question(i, [i, 1000]) + "\n";
    for (const length of [undefined, Array.from({ length: count }, (_, i) => text(i)).join("").length]) {
      const client = dialog(daemon.port, { length });
      if (length === undefined) check(await client.until(() => client.status === 200), "the head does not wait for a question");
      for (let i = 0; i < count; i++) {
        client.send(text(i));
        await client.answers(i + 1, "in step");
        equal(client.lines[i].id, i, "id");
        equal(client.lines[i].nim_sum, i ^ 1000, "nim_sum");
      }
      client.finish();
      await client.end;
      check(client.whole, "the answer has its end");
      equal(client.count, count, "answers");
      check(/^Connection: close$/im.test(client.head) && /^Content-Type: application\/x-ndjson$/im.test(client.head), client.head);
      check(/^X-Request-Id: /im.test(client.head) && /^Access-Control-Allow-Origin: \*$/im.test(client.head), client.head);
      client.socket.destroy();
    }
    await stop(daemon);
  },

  async order_faults_ids_and_blank_lines() {
    const daemon = await start(binary, ["--drain", "0s"]);
    const lines = [
      question("first", [3, 4, 5]), "", "{bad", " \t", question(2, [-1]) + "\r", "[1]", '{"id":"x","game":"none"}', '{"id":7,"terms":[{"game":"nim","heaps":[1]}]}',
      '{"game":"nim","position":{"heaps":[1]},"claim":{"verdict":"win"}}', '{"path":"/play","game":"nim","position":{"heaps":[1]}}',
      '{"game":"nim","heaps":[9007199254740993]}', '{"id":"中","game":"nim","heaps":[1]}', question("last", [7]),
    ];
    const whole = lines.join("\n"); // the last line has no end
    const wanted = (answers) => {
      equal(answers.length, 11, "answers");
      const seen = answers.map((a) => [a.id, a.line, a.code].map((x) => x ?? "").join());
      equal(seen.join(" "), "first,, ,3,invalid_json 2,5,invalid_position ,6,invalid_json x,7,invalid_position 7,, ,, ,, ,11,invalid_position 中,, last,,", "answers");
      equal(answers[10].nim_sum, 7, "the last line");
      check(answers[1].detail.startsWith("line 3: "), answers[1].detail);
    };
    const bytes = Buffer.from(whole);
    for (const [step, method] of [[bytes.length], [1], [7], [64], [64, "QUERY"]]) {
      const client = dialog(daemon.port, { length: bytes.length, method });
      for (let at = 0; at < bytes.length; at += step) client.raw(bytes.subarray(at, at + step));
      await client.end;
      check(client.whole, "the answer has its end");
      wanted(client.lines);
      client.socket.destroy();
    }
    for (const step of [1, 5, 1000]) {
      const client = dialog(daemon.port);
      for (let at = 0; at < whole.length; at += step) client.send([...whole].slice(at, at + step).join("") || "\n");
      client.finish();
      await client.end;
      wanted(client.lines);
      client.socket.destroy();
    }
    const nul = dialog(daemon.port, { length: 2 });
    nul.raw("\0\n");
    await nul.end;
    equal(nul.lines.map((a) => a.code).join(), "invalid_json", "a NUL is no blank");
    nul.socket.destroy();
    for (const body of ["", "\n\n", "  "]) {
      const client = dialog(daemon.port, { length: body.length });
      client.raw(body);
      await client.end;
      check(client.whole && client.count === 0 && client.status === 200, "nothing asked, nothing answered");
      client.socket.destroy();
    }
    await stop(daemon);
  },

  async a_line_that_is_too_long_is_skipped() {
    for (const max of [1000, 100000, 300000]) {
      const daemon = await start(binary, ["--drain", "0s", "--max-body", String(max)]);
      const fill = (text, size) => text.slice(0, -1) + " ".repeat(size - text.length) + "}";
      const client = dialog(daemon.port);
      client.send([question(1, [1]), fill(question(2, [2]), max), fill(question(3, [3]), max + 1), question(4, [4])].join("\n") + "\n");
      await client.answers(4, "beside a long line");
      equal(client.lines.map((a) => a.nim_sum ?? `${a.code} ${a.line} ${a.status}`).join(), "1,2,too_large_body 3 413,4", "answers");
      for (let i = 0; i < 5; i++) client.send(" ".repeat(max)); // told before it ends
      await client.answers(5, "within a long line");
      equal(client.lines[4].line, 5, "its number");
      client.send(`${" ".repeat(max)}\n${question(6, [6])}\n`);
      await client.answers(6, "after a long line");
      equal(client.lines[5].nim_sum, 6, "after it");
      client.send("x".repeat(3 * max));
      client.finish();
      await client.end;
      check(client.whole, "the answer has its end");
      equal(client.lines.slice(6).map((a) => `${a.code} ${a.line}`).join(), "too_large_body 7", "the last one");
      client.socket.destroy();
      await stop(daemon);
    }
  },

  async a_line_that_never_ends_is_cut() {
    const daemon = await start(binary, ["--drain", "0s", "--max-body", "1000"]), client = dialog(daemon.port);
    client.send(question(1, [1]) + "\n");
    await client.answers(1, "before the line");
    const piece = "x".repeat(1 << 20);
    let sent = 0;
    while (!client.closed && sent < 200) {
      client.send(piece);
      sent++;
      await until(() => client.closed || !client.socket.writableLength, "it is taken"); // what waits here was not
    }
    await client.end;
    check(sent < 200, "200 MB of one line were taken");
    isCut(client, "a line that never ends");
    client.socket.destroy();
    await stop(daemon);
    const clock = await hold(binary, ["--drain", "0s", "--max-body", "1000"]), slow = dialog(clock.port);
    slow.send("x".repeat(2000));
    await slow.answers(1, "within the line");
    // A byte now and then, so that the connection is not slow, but not for longer than an hour.
    const taken = () => metric(clock, "grundy_lines_received_bytes_total");
    for (let i = 0; i < 5 && !slow.closed; i++) {
      const before = await taken();
      slow.send("x");
      await until(async () => slow.closed || (await taken()) > before, "it is taken");
      clock.later(20);
    }
    check(await until(() => slow.closed, "it is cut after its time").then(() => true), "cut");
    slow.socket.destroy();
    await stop(clock);
  },

  async many_lines_in_one_packet() {
    const daemon = await start(binary, ["--drain", "0s"]);
    const heaps = (i) => [i, (i * 7919) % 4096, 77];
    for (const perChunk of [1, 3, 5000]) {
      const client = dialog(daemon.port);
      let text = "";
      for (let i = 0; i < 20000; i += perChunk) {
        const part = Array.from({ length: Math.min(perChunk, 20000 - i) }, (_, k) => question(i + k, heaps(i + k)) + "\n").join("");
        text += `${part.length.toString(16)}\r\n${part}\r\n`;
      }
      client.raw(text + "0\r\n\r\n");
      await client.end;
      check(client.whole, "the answer has its end");
      equal(client.count, 20000, "answers");
      client.lines.forEach((a, i) => check(a.id === i && a.nim_sum === nimSum(heaps(i)), `answer ${i}: ${JSON.stringify(a)}`));
      client.socket.destroy();
    }
    await stop(daemon);
  },

  async a_million_lines_need_no_memory() {
    const daemon = await start(binary, ["--drain", "0s"]);
    const count = sanitized(daemon) ? 100000 : 1000000, block = 10000;
    const ask = async (from, to) => {
      const client = dialog(daemon.port, { keep: false });
      for (let i = from; i < to; i += block) {
        let text = "";
        for (let k = i; k < i + block; k++) text += `{"id":${k},"game":"nim","heaps":[3,4,${k % 1000}]}\n`;
        if (!client.send(text)) await new Promise((done) => client.socket.once("drain", done));
      }
      client.finish();
      await client.end;
      check(client.whole, "the answer has its end");
      equal(client.count, to - from, "answers");
      client.socket.destroy();
    };
    await ask(0, 10 * block);
    await settled(daemon);
    const before = peak(daemon);
    await ask(0, count);
    check(sanitized(daemon) || peak(daemon) - before < 2048, `${peak(daemon) - before} kB more for ${count} lines than for ${10 * block}`);
    equal(await metric(daemon, "grundy_lines_answered_total"), count + 10 * block, "lines counted");
    await stop(daemon);
  },

  // One worker. A line that is answered when the time of its slice is over ends the slice: then whoever waited is next.
  async others_have_their_turn() {
    const daemon = await hold(binary, ["--drain", "0s", "--threads", "1"]);
    const client = dialog(daemon.port), count = 100;
    for (let i = 0; i < count; i++) client.send(heldLine(i) + "\n");
    client.finish();
    const slice = async (answers) => {
      await daemon.came(answers);
      daemon.later(1);
      daemon.let_pass(1);
      await client.answers(answers, "long ones");
    };
    await slice(1);
    const kept = open(daemon.port);
    for (let i = 1; i <= 20; i++) {
      kept.send(nim([i, 7]));
      check(await kept.until((text) => responses(text).list.length === i), "a cheap question is answered");
    }
    await daemon.came(2); // the next line of the stream: what waits now is not of it
    const long = askHeld(daemon);
    await until(async () => (await metric(daemon, "grundy_work_queue_length")) === 1, "a long question waits");
    const other = dialog(daemon.port);
    other.send(question(1, [1]) + "\n");
    await other.answers(1, "another stream, which asks nothing dear");
    other.finish();
    await other.end;
    equal(client.count, 1, "long lines that were answered before cheap ones");
    await slice(2);
    daemon.let_pass(1);
    equal((await long).status, 200, "the long question");
    equal(client.count, 2, "long lines that were answered before all the others");
    daemon.release();
    await client.end;
    check(client.whole && client.count === count, "all are answered");
    client.lines.forEach((a, i) => check(a.id === i && a.verdict, JSON.stringify(a)));
    [kept, client, other].forEach((one) => one.socket.destroy());
    await stop(daemon);
  },

  async every_line_has_its_own_deadline() {
    const daemon = await hold(binary, ["--drain", "0s", "--deadline", "30m"]);
    const client = dialog(daemon.port);
    for (let i = 0; i < 5; i++) client.send(`${heldLine(`held ${i}`)}\n${question(i, [i])}\n`);
    client.finish();
    for (let i = 1; i <= 5; i++) {
      await daemon.came(i);
      daemon.later(31);
      await client.answers(2 * i, "a line that is late, and the next one");
    }
    await client.end;
    check(client.whole, "the answer has its end");
    equal(client.lines.map((a) => a.nim_sum ?? `${a.id} ${a.line} ${a.code}`).join(),
      [0, 1, 2, 3, 4].map((i) => `held ${i} ${2 * i + 1} deadline_exceeded,${i}`).join(), "answers");
    client.socket.destroy();
    await stop(daemon);
  },

  async who_does_not_read_is_not_read_from_and_ended() {
    const daemon = await hold(binary, ["--drain", "0s", "--spool-bytes", "0", ...LOOKS]);
    daemon.release(); // of the documents, too, which have an example of what is held
    await settled(daemon);
    const before = peak(daemon), list = Array.from({ length: 8 }, () => dialog(daemon.port));
    const text = Array.from({ length: 2000 }, (_, i) => question(i, [i]) + "\n").join("");
    for (const client of list) {
      client.socket.pause();
      client.sent = 0;
      const more = () => {
        while (!client.closed && client.sent < 100e6) {
          client.sent += text.length;
          if (!client.send(text)) return client.socket.once("drain", more);
        }
      };
      more();
    }
    let taken, same = 0;
    await until(async () => {
      const now = await metric(daemon, "grundy_lines_received_bytes_total");
      same = now === taken ? same + 1 : 0;
      taken = now;
      return now && same > 200;
    }, "nothing more is read from them");
    equal(await looked(daemon, 2), 0, "ended so far");
    equal(await looked(daemon, 50), 0, "ended within the hour");
    equal(await looked(daemon, 10), list.length, "ended after the hour");
    for (const client of list) {
      check(client.sent < 50e6, `${client.sent} bytes were taken from who does not read`);
      client.socket.resume();
      await client.end;
      isCut(client, "who does not read");
      client.socket.destroy();
    }
    check(sanitized(daemon) || peak(daemon) - before < 20 * 1024, `${peak(daemon) - before} kB for ${list.length} that do not read`);
    await healthy(daemon);
    await stop(daemon);
  },

  // An hour may pass between two parts of an answer, and many in all. A step is more than the buffers of both ends hold.
  async who_reads_slowly_is_served() {
    const daemon = await hold(binary, ["--drain", "0s"]);
    const client = dialog(daemon.port, { keep: false }), step = 100000, steps = 4;
    for (let i = 0; i < steps; i++) client.send(Array.from({ length: step }, (_, k) => question(k, [k, 1, 2, 3]) + "\n").join(""));
    client.finish();
    for (let i = 1; i < steps; i++) {
      check(await client.until(() => client.count >= i * step), `${client.count} answers`);
      client.socket.pause();
      daemon.later(45);
      client.socket.resume();
    }
    await client.end;
    check(client.whole && client.count === steps * step, `${client.count} of ${steps * step}`);
    client.socket.destroy();
    await stop(daemon);
  },

  // Whose length is told gets no answer while his body arrives, within a second of what came last. That gives a line which trickles no more than
  // its own three hours: the silent connection's end tells that the reaper has looked before the clock goes on.
  async a_line_that_trickles_while_its_answers_are_kept_back() {
    const daemon = await hold(binary, ["--threads", "1", "--drain", "0s", "--idle-timeout", "10h", "--header-timeout", "2s"]);
    const client = dialog(daemon.port, { length: 60000 });
    let sent = 0;
    const send = async (text) => {
      client.send(text);
      sent += text.length;
      await until(async () => (await metric(daemon, "grundy_lines_received_bytes_total")) >= sent, "it is taken");
    };
    await send(question(0, [1]) + "\n{");
    for (const silent = open(daemon.port); !silent.closed; ) await send(" ");
    daemon.silent = 1;
    for (let i = 0; i < 4; i++) {
      equal(await looked(daemon, 40), 0, "ended within three hours");
      await send(" ");
    }
    equal(await looked(daemon, 40), 1, "ended after three hours");
    equal(client.count, 1, "answers");
    await client.end;
    isCut(client, "a line that trickles");
    client.socket.destroy();
    await stop(daemon);
  },

  // Within a line, no byte may be missing for an hour, and a KiB a second must come in three; between two lines there are ten.
  async slow_senders() {
    await slow_senders_to("127.0.0.1:0");
    // No kernel counts the bytes of a socket in the file system.
    const folder = mkdtempSync(join(tmpdir(), "stream."));
    await slow_senders_to(`unix:${join(folder, "socket")}`);
    rmSync(folder, { recursive: true });
  },

  async who_leaves_is_forgotten() {
    const daemon = await hold(binary, ["--drain", "0s", "--threads", "1"]);
    const text = Array.from({ length: 500 }, (_, i) => question(i, [i]) + "\n").join("");
    for (let i = 0; i < 100; i++) {
      const client = dialog(daemon.port);
      const part = text.slice(0, (i * 7919) % text.length), lines = part.split("\n").length - 1;
      client.send(part || " ");
      if (i % 3) await client.answers(Math.floor(lines / (i % 3)), "before it leaves");
      if (i % 2) client.socket.destroy();
      else client.socket.resetAndDestroy();
    }
    const client = dialog(daemon.port);
    client.send(heldLine(1) + "\n");
    await daemon.came(1);
    client.socket.destroy();
    await working(daemon, 0);
    await until(async () => (await metric(daemon, "grundy_requests_in_flight")) === 0, "nothing is left");
    check((await metric(daemon, "grundy_clients_left_total")) >= 50, "they are counted");
    await stop(daemon);
  },

  async half_closed_and_pipelining_clients() {
    const daemon = await start(binary, ["--drain", "0s"]);
    const text = heldLine(0) + "\n" + Array.from({ length: 3000 }, (_, i) => question(i + 1, [i]) + "\n").join("");
    const closes = dialog(daemon.port, { length: text.length });
    closes.socket.end(text);
    const goes = dialog(daemon.port, { length: text.length });
    goes.raw(text + nim([1]).repeat(300)); // what follows is not answered, and must not destroy the answer
    for (const client of [closes, goes]) {
      await client.end;
      check(client.whole && client.count === 3001, `${client.count} of 3001, ${client.whole}`);
      equal(client.left, "", "behind the answer");
      client.socket.destroy();
    }
    const early = dialog(daemon.port, { length: text.length });
    early.socket.end(text.slice(0, 5000));
    await early.end;
    isCut(early, "a body that is not whole");
    await stop(daemon);
  },

  async broken_chunks() {
    const daemon = await start(binary, ["--drain", "0s"]);
    for (const garbage of ["zz\r\n", "5\r\nabcdefgh\r\n", "ffffffffffffffffffff\r\n"])
      for (const waits of [true, false]) {
        const client = dialog(daemon.port);
        client.send(question(1, [5]) + "\n");
        if (waits) await client.answers(1, "before the fault");
        client.raw(garbage);
        await client.end;
        isCut(client, `after ${JSON.stringify(garbage)}`);
        client.socket.destroy();
      }
    await healthy(daemon);
    await stop(daemon);
  },

  async http_1_0_and_expect() {
    const daemon = await start(binary, ["--drain", "0s"]);
    const text = `${question(1, [1])}\n{\n${question(3, [3])}`;
    const old = dialog(daemon.port, { length: text.length, version: "1.0" });
    old.raw(text);
    await old.end;
    check(!old.chunks && old.count === 3 && old.lines[2].nim_sum === 3, old.head);
    const polite = dialog(daemon.port, { length: text.length, headers: "Expect: 100-continue\r\n" });
    check(await polite.until(() => polite.framing === "HTTP/1.1 100 Continue;"), `first it is told to go on: ${polite.framing}`);
    equal(polite.head, "", "and nothing else");
    polite.raw(text);
    await polite.end;
    equal(polite.framing, "HTTP/1.1 100 Continue;HTTP/1.1 200 OK;", "heads");
    check(polite.whole && polite.count === 3, "then answered");
    const hasty = dialog(daemon.port, { length: text.length, headers: "Expect: 100-continue\r\n" });
    hasty.raw(text);
    await hasty.end;
    // RFC 9110 section 10.1.1: who has begun to receive the body need not say so.
    check(/^(HTTP\/1\.1 100 Continue;)?HTTP\/1\.1 200 OK;$/.test(hasty.framing), hasty.framing);
    check(hasty.whole && hasty.count === 3, "who does not wait is answered too");
    [old, polite, hasty].forEach((one) => one.socket.destroy());
    await stop(daemon);
  },

  async a_line_has_the_memory_of_a_body() {
    const daemon = await start(binary, ["--drain", "0s", "--max-body", "4M"]);
    const position = `"heaps":[1],"x":[${"1,".repeat(1500000)}1]}`;
    const reply = await fetch(daemon.url + "/nim", { method: "POST", body: `{${position}` });
    equal((await reply.json()).code, "invalid_position", "as a body");
    const client = dialog(daemon.port);
    client.send(`{"game":"nim",${position}\n`);
    client.finish();
    await client.end;
    equal(client.lines[0]?.code, "invalid_position", "as a line");
    client.socket.destroy();
    await stop(daemon);
  },

  async the_memory_of_questions_is_counted() {
    const edges = Array.from({ length: 50000 }, (_, i) => [i, i + 50000]), asked = { game: "graph", nodes: 100000, edges, tokens: [0], moves: "none" };
    for (const type of ["application/x-ndjson", "application/json"]) {
      const daemon = await start(binary, ["--drain", "0s"]);
      const body = JSON.stringify(type === "application/json" ? { questions: [asked] } : asked);
      const reply = await fetch(daemon.url + "/batch", { method: "POST", headers: { "content-type": type }, body });
      check((await reply.text()).includes('"verdict":"win"'), type);
      const bytes = await metric(daemon, "grundy_request_memory_peak_bytes");
      check(bytes > 9e6 && bytes < 1e8, `${type}: ${bytes}`);
      await stop(daemon);
    }
  },

  async what_is_known_before_is_said_by_status() {
    const daemon = await hold(binary, ["--drain", "0s", "--threads", "1", "--queue", "1"]);
    const ask = async (target, more = {}) => {
      const { method = "POST", type = "application/x-ndjson", headers = "" } = more;
      const text = `${method} ${target} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 5000000\r\n${headers}\r\n`;
      const raw = open(daemon.port);
      raw.send(text);
      await raw.until((got) => responses(got).list.length);
      raw.socket.destroy();
      return responses(raw.text).list;
    };
    for (const [target, more, status, code] of [
      ["/batch?x=1", {}, 400, "bad_request"], ["/batch?x=1", { headers: "Expect: 100-continue\r\n" }, 400, "bad_request"], ["/nim", {}, 415, "unsupported_media_type"],
      ["/batches", {}, 404, "not_found"], ["/games", {}, 405, "method_not_allowed"], ["/batch", { headers: "Host: b\r\n" }, 400, "bad_request"],
      ["/batch", { type: "application/json" }, 413, "too_large_body"],
    ]) {
      const list = await ask(target, more);
      equal(list.length, 1, `responses to ${target}`);
      problem(list[0], status, code);
    }
    for (const type of ["application/x-ndjson; charset=latin1", "text/csv", "application/xml"])
      problem(responses(await talk(daemon.port, `POST /batch HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: 2\r\n\r\n{}`)).list[0], 415, "unsupported_media_type");
    const long = [];
    for (const state of ["running", "queue_length"]) {
      long.push(askHeld(daemon));
      await until(async () => (await metric(daemon, `grundy_work_${state}`)) === 1, `one is ${state}`);
    }
    problem((await ask("/batch"))[0], 503, "overloaded");
    daemon.release();
    for (const reply of await Promise.all(long)) equal(reply.status, 200, "the long ones");
    await stop(daemon);
  },

  async one_request_in_metrics_and_log() {
    const daemon = await start(binary, ["--drain", "0s", "--log", "debug"]);
    const text = `${question(1, [1])}\n\n{\n${question(3, [3])}\n`;
    const client = dialog(daemon.port, { length: text.length, headers: "X-Request-Id: my-lines\r\n" });
    client.raw(text);
    await client.end;
    client.socket.destroy();
    check(/^X-Request-Id: my-lines$/im.test(client.head), client.head);
    const metrics = await (await fetch(daemon.url + "/metrics")).text();
    check(/^grundy_http_requests_total\{endpoint="batch",status="200"\} 1$/m.test(metrics), "one request");
    check(/^grundy_lines_answered_total 3$/m.test(metrics), "three lines");
    check(metrics.includes(`grundy_lines_received_bytes_total ${text.length}\n`), "bytes");
    await stop(daemon);
    const [line] = daemon.err.split("\n").filter((one) => one.includes('"my-lines"')).map((one) => JSON.parse(one));
    check(line.status === 200 && line.lines === 3 && line.body === text.length && line.sent > 100 && line.target === "/batch", JSON.stringify(line));
  },

  // What was asked is answered before the end, a conversation that rests is cut.
  async the_daemon_ends() {
    const daemon = await hold(binary, ["--drain", "0s"]);
    const [rests, works] = [dialog(daemon.port), dialog(daemon.port)];
    rests.send(question(1, [1]) + "\n");
    await rests.answers(1, "before the end");
    for (let i = 0; i < 30; i++) works.send(heldLine(i) + "\n");
    works.finish();
    await daemon.came(1);
    daemon.child.kill("SIGTERM");
    await rests.end;
    isCut(rests, "a conversation that rests");
    daemon.release();
    await works.end;
    check(works.whole && works.count === 30, `what is under way is finished: ${works.count}`);
    [rests, works].forEach((one) => one.socket.destroy());
    equal((await daemon.end).code, 0, "exit status");
  },

  async a_draining_daemon_goes_on() {
    const daemon = await hold(binary, ["--drain", "60m"]);
    const client = dialog(daemon.port);
    client.send(question(1, [1]) + "\n");
    await client.answers(1, "before the end");
    daemon.child.kill("SIGTERM");
    await until(async () => (await fetch(daemon.url + "/readyz")).status === 503, "the daemon drains");
    client.send(question(2, [2]) + "\n");
    await client.answers(2, "while draining");
    client.finish();
    await client.end;
    check(client.whole, "the answer has its end");
    client.socket.destroy();
    await until(async () => (await metric(daemon, "grundy_requests_in_flight")) === 0, "the answers are done with");
    daemon.child.kill("SIGTERM");
    equal((await daemon.end).code, 0, "exit status");
  },

  // One that never ends is cut when the time of the daemon is over.
  async an_endless_conversation_is_cut() {
    const daemon = await hold(binary, ["--drain", "0s"]);
    const endless = dialog(daemon.port);
    const more = () => {
      while (!endless.closed) if (!endless.send(question(2, [2]) + "\n")) return endless.socket.once("drain", more);
    };
    more();
    await endless.answers(1, "the endless");
    daemon.child.kill("SIGTERM");
    await until(() => {
      daemon.later(10);
      return daemon.ended;
    }, "the daemon ends");
    await endless.end;
    isCut(endless, "the endless");
    endless.socket.destroy();
    equal(daemon.ended.code, 0, "exit status");
  },
};

for (const [name, test] of Object.entries(tests)) {
  if (only && only !== name) continue;
  const began = Date.now();
  await test();
  console.log(`ok ${name} (${Date.now() - began} ms)`);
}
