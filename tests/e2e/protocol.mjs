#!/usr/bin/env node
// protocol.mjs GRUNDYD: HTTP itself: keep-alive, pipelining, chunks, limits, Expect, HTTP/1.0, HEAD, ids, and what the guard refuses; with
// what is known of libmicrohttpd's insides and without.
import { check, equal, healthy, metric, nim, open, problem, responses, start, stop, talk, until } from "../support/e2e/daemon.mjs";

let daemon, port, shortcuts;
const one = async (text, methods) => responses(await talk(port, text), methods).list;

// What libmicrohttpd refuses by itself is a problem only where its insides are known.
const refused = (reply, code) => {
  if (shortcuts === "on") return problem(reply, { bad_request: 400, too_large_body: 413 }[code], code);
  check(reply && [400, 413, 414, 431, 505].includes(reply.status), `${reply?.status} where ${code} was expected`);
};
// A question that a worker solves.
const piles = Array.from({ length: 200 }, (_, i) => (i * 7919) % 1000);
const dear = (version, type = "application/json", text = JSON.stringify({ piles, moves: "none" }), path = "/stone-window") =>
  `POST ${path} HTTP/${version}\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${text.length}\r\n\r\n${text}`;

const tests = {
  async keep_alive() {
    const raw = open(port);
    for (let i = 1; i <= 20; i++) {
      raw.send(nim([i, 7]));
      await raw.until((text) => responses(text).list.length === i);
      const reply = responses(raw.text).list[i - 1];
      equal(JSON.parse(reply.body).nim_sum, i ^ 7, "nim_sum");
      check(!raw.closed, "a connection that may be kept was closed");
    }
    raw.socket.destroy();
  },

  async pipelining() {
    const raw = open(port);
    const count = 300;
    let text = "";
    for (let i = 0; i < count; i++) text += nim([i, 1000]);
    raw.send(text);
    await raw.until((got) => responses(got).list.length >= count);
    const { list, rest } = responses(raw.text);
    equal(list.length, count, "responses to pipelined requests");
    equal(rest, "", "left over");
    list.forEach((reply, i) => equal(JSON.parse(reply.body).nim_sum, i ^ 1000, "order of pipelined answers"));
    raw.socket.destroy();
  },

  // RFC 9110, 5.3: a list may stand in several headers of one name, as gateways send it on.
  async lists_in_several_headers() {
    const ask = async (path, headers, body) =>
      (await one(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers.map((line) => line + "\r\n").join("")}Content-Length: ${body.length}\r\n\r\n${body}`))[0];
    const tag = (await ask("/nim", [], '{"heaps":[3]}')).headers.etag;
    equal((await ask("/nim", ['If-None-Match: "x"', "If-None-Match:", `if-none-match: "y", ${tag}`], '{"heaps":[3]}')).status, 304, "the second list of tags");
    const table = await ask("/sg/table", ["Accept: text/html", "Accept: text/csv;q=0.5"], '{"rules":{"take":[1]},"to":1}');
    equal(table.headers["content-type"], "text/csv; charset=utf-8", "the second list of types");
    const problem = await ask("/nim", ["Accept-Language: fr;q=0.9", "Accept-Language: zh;q=0.8"], '{"heaps":[-1]}');
    check(problem.body.includes("局面无效") || Buffer.from(problem.body, "latin1").toString().includes("局面无效"), "the second list of languages");
  },

  async one_byte_at_a_time() {
    const raw = open(port);
    for (const byte of nim([3, 4, 5]) + nim([1])) {
      await new Promise((sent) => raw.socket.write(Buffer.from(byte, "latin1"), sent));
    }
    await raw.until((text) => responses(text).list.length === 2);
    equal(responses(raw.text).list.map((reply) => reply.status).join(), "200,200", "statuses");
    raw.socket.destroy();
  },

  async chunked() {
    const head = "POST /nim HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    const [reply] = await one(head + '9\r\n{"heaps":\r\n8\r\n[3,4,5]}\r\n0\r\nX-Trailer: x\r\n\r\n');
    equal(JSON.parse(reply.body).nim_sum, 2, "nim_sum of a chunked question");
    problem((await one(head + "0\r\n\r\n"))[0], 400, "invalid_json");
  },

  async chunked_beyond_the_limit() {
    const raw = open(port);
    raw.send("POST /nim HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    const chunk = "4000\r\n" + " ".repeat(0x4000) + "\r\n";
    for (let i = 0; i < 8 && !raw.text; i++) {
      raw.send(chunk);
      await healthy(daemon);
    }
    await raw.until((text) => responses(text).list.length);
    problem(responses(raw.text).list[0], 413, "too_large_body");
    equal(responses(raw.text).list.length, 1, "responses");
    raw.socket.end();
    await raw.end;
  },

  async too_long_is_said_before_the_body() {
    const raw = open(port);
    raw.send("POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n");
    await raw.until((text) => responses(text).list.length);
    problem(responses(raw.text).list[0], 413, "too_large_body");
    equal(responses(raw.text).list[0].headers.connection.toLowerCase(), "close", "Connection");
    raw.socket.destroy();
    problem((await one("POST /nim HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 99999999\r\n\r\n"))[0], 413, "too_large_body");
    refused((await one("POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999999\r\n\r\n"))[0], "too_large_body");
    const body = `{"heaps": [1${",1".repeat(32761)}]}`;
    const [reply] = await one(`POST /nim HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    equal(body.length, 65536, "the body");
    equal(reply.status, 200, "a body of exactly the limit");
  },

  // What is refused whatever the body is, is so before a byte of it is there, and the connection ends; who sends it all the same gets his answer.
  // A short body is read, and the connection goes on.
  async refusals_need_no_body() {
    const xml = "Content-Type: application/xml\r\n", csv = "Content-Type: text/csv\r\n", json = "Content-Type: application/json\r\n";
    const refused = [
      ["POST /nmi", "", 404, "not_found"],
      ["POST /judge/none-such", "", 404, "not_found"],
      ["PUT /nim", "", 405, "method_not_allowed"],
      ["DELETE /batch", "", 405, "method_not_allowed"],
      ["POST /healthz", "", 405, "method_not_allowed"],
      ["POST /nim", xml, 415, "unsupported_media_type"],
      ["QUERY /sum", csv, 415, "unsupported_media_type"],
      ["POST /judge/cses-1730", json, 415, "unsupported_media_type"],
      ["POST /nim?explain=zh", "", 400, "bad_request"],
      ["POST /grade?unknown=1", csv, 400, "bad_request"],
    ];
    const long = "Content-Length: 60000\r\n", waits = ["Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\nContent-Length: 5\r\n"];
    for (const [line, type, status, code] of refused) {
      for (const framing of [long, ...waits]) {
        const raw = open(port);
        raw.send(`${line} HTTP/1.1\r\nHost: a\r\n${type}${framing}\r\n`);
        await raw.until((text) => responses(text).list.length);
        const [reply] = responses(raw.text).list;
        problem(reply, status, code);
        equal(reply.headers.connection, "close", "Connection");
        equal("allow" in reply.headers, status === 405, "Allow");
        raw.socket.destroy();
      }
      const sent = await one(`${line} HTTP/1.1\r\nHost: a\r\n${type}${long}\r\n${" ".repeat(60000)}`);
      equal(sent.length, 1, "responses to who sends it all");
      problem(sent[0], status, code);
      const kept = open(port);
      kept.send(`${line} HTTP/1.1\r\nHost: a\r\n${type}Content-Length: 2000\r\n\r\n${" ".repeat(2000)}${nim([3, 4, 5])}`);
      check(await kept.until((text) => responses(text).list.length === 2), "the connection goes on behind a short body");
      equal(responses(kept.text).list.map((reply) => reply.status).join(), `${status},200`, line);
      kept.socket.destroy();
    }
    const rest = " ".repeat(60000 - 17);
    for (const [line, type, body] of [["POST /nim", json, '{"heaps":[3,4,5]}'], ["POST /judge/cses-1730", "Content-Type: text/plain\r\n", "1\n3\n5 7 5\n       "], ["POST /grade", csv, "game,position,a\r\n"]]) {
      const raw = open(port);
      raw.send(`${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${type}${long}\r\n`);
      await until(async () => (await metric(daemon, "grundy_requests_in_flight")) === 1, "the head is there");
      equal(raw.text, "", "nothing is said before the body is there");
      raw.send(body + rest);
      await raw.until((text) => responses(text).list.length);
      check(![404, 405, 415].includes(responses(raw.text).list[0].status), raw.text);
      raw.socket.destroy();
    }
  },

  async a_refused_sender_still_gets_its_answer() {
    const raw = open(port);
    raw.send("POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n");
    for (let i = 0; i < 30; i++) check(!(await new Promise((sent) => raw.socket.write("x".repeat(100000), sent))), "a piece of the body is taken");
    await raw.until((text) => responses(text).list.length);
    problem(responses(raw.text).list[0], 413, "too_large_body");
    raw.socket.destroy();
  },

  async expect_continue() {
    const raw = open(port);
    const body = '{"heaps":[3,4,5]}';
    raw.send(`POST /nim HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`);
    check(await raw.until((text) => text.startsWith("HTTP/1.1 100 ")), "no 100 Continue");
    raw.send(body);
    await raw.until((text) => responses(text).list.length === 2);
    equal(responses(raw.text).list[1].status, 200, "after 100 Continue");
    raw.socket.destroy();
    const refused = await one("POST /nim HTTP/1.1\r\nHost: a\r\nHost: b\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
    equal(refused.length, 1, "responses to what the guard refuses");
    problem(refused[0], 400, "bad_request");
  },

  async http_1_0() {
    const text = await talk(port, "GET /healthz HTTP/1.0\r\n\r\n");
    const { list } = responses(text);
    equal(list[0].status, 200, "HTTP/1.0 without Host");
    const raw = open(port);
    raw.send("GET /healthz HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
    await raw.until((got) => responses(got).list.length === 1);
    raw.send("GET /healthz HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
    await raw.until((got) => responses(got).list.length === 2);
    equal(responses(raw.text).list.length, 2, "HTTP/1.0 keep-alive");
    raw.socket.destroy();
    const body = '{"heaps":[1]}';
    const asked = await one(`POST /nim HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    equal(asked.map((reply) => reply.status).join(), "200", "no 1xx for HTTP/1.0");
  },

  async head() {
    const text = await talk(port, "HEAD /games HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    const { list, rest } = responses(text, ["HEAD"]);
    equal(list[0].status, 200, "HEAD");
    check(Number(list[0].headers["content-length"]) > 0, "HEAD tells the length");
    equal(rest, "", "HEAD has no body");
    const refused = await talk(port, "HEAD / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n");
    check(refused.startsWith("HTTP/1.1 400 ") && refused.endsWith("\r\n\r\n"), "a refused HEAD has no body either");
  },

  async request_ids() {
    const ask = async (id) =>
      (await one(`GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${id ? `X-Request-Id: ${id}\r\n` : ""}\r\n`))[0].headers["x-request-id"];
    equal(await ask("abc-1.2_Z"), "abc-1.2_Z", "a sane id");
    const seen = new Set([await ask(), await ask(), await ask("a b"), await ask('"'), await ask("x".repeat(65))]);
    equal(seen.size, 5, "generated ids differ");
    for (const id of seen) check(/^[0-9a-f]{16}$/.test(id), `generated id ${id}`);
  },

  async server_timing() {
    const [solved] = await one(nim([3, 4, 5], "Connection: close\r\n"));
    check(/^solve;dur=\d+\.\d{3}$/.test(solved.headers["server-timing"]), "Server-Timing of a solved question");
    const [other] = await one("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    check(!other.headers["server-timing"], "no Server-Timing where nothing was solved");
    check(solved.headers.date && other.headers.date, "Date");
  },

  async long_heads() {
    const get = (size) => `GET /nim?position=${encodeURIComponent('{"heaps":[3,4,5]}')}&x=${"y".repeat(size)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const line = get(0).indexOf("\r\n");
    const blanks = (size) => get(0).replace("&x=", "%20".repeat(size / 3));
    equal((await one(blanks(8000 - line)))[0].status, 200, "a request line of 8000 bytes is read");
    const header = (size) => `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${"y".repeat(size)}\r\nConnection: close\r\n\r\n`;
    equal((await one(header(9000)))[0].status, 200, "a header of 9 KB is read");
    for (const size of [8900, 9100, 9200, 9300, 9600, 9900, 10200, 10500, 10900, 11200, 12000, 20000]) {
      for (const text of [header(size), get(size)]) {
        const list = await one(text);
        equal(list.length, 1, `responses to a head of ${text.length} bytes`);
        if (text.length > 9300) refused(list[0], "bad_request");
      }
    }
    const many = Array.from({ length: 200 }, (_, i) => `X-${i}: 1\r\n`).join("");
    refused((await one(`GET /healthz HTTP/1.1\r\nHost: a\r\n${many}\r\n`))[0], "bad_request");
  },

  async refused_with_problems() {
    const bad = [
      "GET / HTTP/1.1\r\n\r\n",
      "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\nHost: a\n\n",
      "GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n",
      "GET /healthz HTTP/1.1\r\nHost: a\0\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n: nameless\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n folded\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nNoColon\r\n\r\n",
      "GET / HTTP/3.7\r\nHost: a\r\n\r\n",
      "POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n",
      "POST /nim HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "POST /nim HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
    ];
    for (const text of bad) {
      const list = await one(text);
      if (shortcuts === "off" && text.includes("a\0b HTTP") && !list.length) continue; // libmicrohttpd 1.0 by itself says nothing
      equal(list.length, 1, `responses to ${JSON.stringify(text)}`);
      refused(list[0], "bad_request");
    }
  },

  // Each costs libmicrohttpd a note: too many of them are refused, and never met with silence.
  async cookies() {
    const ask = async (cookies) => {
      const list = await one(`GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: ${cookies}\r\n\r\n`);
      if (list.length || shortcuts === "on") equal(list.length, 1, `responses to ${cookies.length} bytes of cookies`);
      return list[0];
    };
    equal((await ask(Array.from({ length: 50 }, (_, i) => `name${i}=${"x".repeat(31)}`).join("; "))).status, 200, "fifty cookies");
    equal((await ask(`a=${"x".repeat(4096)}`)).status, 200, "a cookie of 4 KB");
    for (const cookie of ["a=1; ", "a;", ";", "a b ", "a,,", '"a"="b";'])
      for (let n = 100; n * cookie.length < 9000; n += 20) {
        const reply = await ask(cookie.repeat(n));
        if (reply?.status !== 200 && reply) refused(reply, "bad_request");
        if (n > 150) check(reply?.status !== 200, `${n} cookies were taken`);
      }
    for (let size = 4096; size < 12000; size += 60) {
      const reply = await ask(`a=${"x".repeat(size)}`);
      if (reply?.status !== 200 && reply) refused(reply, "bad_request");
    }
  },

  async queries_of_many_parts() {
    for (const count of [10, 100, 130, 150, 500, 1500, 5000]) {
      const list = await one(`GET /nim?position=%7B%22heaps%22%3A%5B%5D%7D${"&".repeat(count)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      equal(list.length, 1, `responses to ${count} parts`);
      if (count <= 130) equal(list[0].status, 200, `${count} parts`);
      else problem(list[0], 400, "bad_request");
    }
    for (let i = 0; i < 300; i++) await one(`GET /nim?a${"&".repeat(200)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await until(async () => (await metric(daemon, "grundy_requests_in_flight")) === 0, "none of them is kept");
  },

  // One is overlooked (RFC 9112 section 2.2); libmicrohttpd 1.0 refuses more, and a bare line feed: nobody may be left without a word.
  async empty_lines_before_a_request() {
    for (const before of ["\r\n", "\n", "\r\n\r\n"]) {
      const text = await talk(port, before + "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      if (shortcuts === "off" && before !== "\r\n" && !text) continue;
      const [reply] = responses(text).list;
      if (before === "\r\n" || reply.status === 200) equal(reply.status, 200, JSON.stringify(before));
      else problem(reply, 400, "bad_request");
      if (shortcuts === "off" || reply.status !== 200) continue;
      const head = await talk(port, before + `HEAD /nim?position=%7B%7D${"&".repeat(200)} HTTP/1.1\r\nHost: a\r\n\r\n`);
      check(/^HTTP\/1\.1 400 /.test(head) && head.indexOf("\r\n\r\n") === head.length - 4, `a body to HEAD behind ${JSON.stringify(before)}: ${head}`);
    }
  },

  async heads_of_refused_requests() {
    for (const text of ["HEAD / HTTP/1.1\r\nHost: a\r\nNoColon\r\n\r\n", "HEAD / HTTP/3.7\r\nHost: a\r\n\r\n", `HEAD / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(12000)}\r\n\r\n`]) {
      const answer = await talk(port, text);
      check(/^HTTP\/1\.1 [45]/.test(answer) && answer.indexOf("\r\n\r\n") === answer.length - 4, `a body to HEAD: ${answer}`);
    }
    // What is refused before its method is told: only where libmicrohttpd's insides are known.
    if (shortcuts === "off") return;
    const whole = (head) => /^HTTP\/1\.1 [45]/.test(head) && /\r\ncontent-length: [1-9]/i.test(head) && head.indexOf("\r\n\r\n") === head.length - 4;
    for (const count of [200, 500, 1500, 5000]) {
      const head = `HEAD /nim?position=%7B%7D${"&".repeat(count)} HTTP/1.1\r\nHost: a\r\n\r\n`;
      const answer = await talk(port, head);
      check(whole(answer), `a body to HEAD of ${count} parts: ${answer}`);
      const raw = open(port);
      raw.send(nim([3, 4, 5]) + head);
      await raw.until(() => raw.closed);
      const { list, rest } = responses(raw.text, ["POST", "HEAD"]);
      check(list.length === 2 && list[1].status === 400 && !rest, `behind a question: ${raw.text}`);
      for (const at of [2, 4, 5, 20]) {
        const parts = open(port), [before, after] = [head.slice(0, at), head.slice(at)];
        parts.send(nim([3, 4, 5]) + before);
        await parts.until(() => /"nim_sum":2}$/.test(parts.text));
        for (let i = 0; i < 2; i++) await one("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"); // the first part was read meanwhile
        parts.send(after);
        await parts.until(() => parts.closed);
        const { list, rest } = responses(parts.text, ["POST", "HEAD"]);
        check(list.length === 2 && list[1].status === 400 && !rest, `in two parts, cut at ${at}: ${parts.text}`);
      }
      const other = await talk(port, head.replace("HEAD", "AHEAD"));
      check(/^HTTP\/1\.1 400 /.test(other) && !whole(other), "who is no HEAD is told why");
    }
    for (let n = 150; n < 1500; n += 50) {
      const answer = await talk(port, `HEAD / HTTP/1.1\r\nHost: a\r\nCookie: ${"a=1; ".repeat(n)}\r\n\r\n`);
      check(whole(answer), `a body to HEAD of ${n} cookies: ${answer}`);
    }
  },

  async absolute_targets() {
    const [reply] = await one(nim([3, 4, 5], "Connection: close\r\n").replace("/nim", "http://elsewhere:1/nim"));
    equal(JSON.parse(reply.body).nim_sum, 2, "nim_sum");
    equal((await one("GET HTTPS://a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))[0].status, 200, "a URI without a path means /");
    problem((await one("GET ftp://a/nim HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))[0], 400, "bad_request");
  },

  // Who ends its own side of the connection waits for the answer. Where libmicrohttpd's insides are not known, it may see the end first.
  async half_closed() {
    const line = `${JSON.stringify({ game: "stone-window", piles, moves: "none" })}\n`;
    const kinds = [nim([3, 4, 5]), dear("1.0"), dear("1.1"), dear("1.1", "application/x-ndjson", line.repeat(3), "/batch")];
    const kept = dear("1.1").replace("Connection: close\r\n", "");
    const ends = [...kinds, ...Array(30).fill(kept)].map((text) => talk(port, text, { half: true }));
    for (const text of await Promise.all(ends))
      check(/^(HTTP\/1\.1 100 .*\r\n\r\n)?HTTP\/1\.1 200 /.test(text) || (shortcuts === "off" && !/ 200 /.test(text)), `half closed: ${text}`);
  },

  async no_sniffing() {
    equal((await one("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))[0].headers["x-content-type-options"], "nosniff", "of an answer");
    equal((await one("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"))[0].headers["x-content-type-options"], "nosniff", "of a refusal");
  },

  async encoded_bodies() {
    for (const type of ["application/json", "application/x-ndjson"]) {
      const [path, more] = [type.endsWith("ndjson") ? "/batch" : "/nim", `Content-Type: ${type}\r\n`];
      const [reply] = await one(nim([3], `Content-Encoding: gzip\r\n${more}`).replace("/nim", path));
      problem(reply, 415, "unsupported_media_type");
    }
    equal((await one(nim([3], "Content-Encoding: Identity\r\nConnection: close\r\n")))[0].status, 200, "an identity");
  },

  async star() {
    const [reply] = await one("OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    equal(reply.status, 204, "OPTIONS *");
    check(reply.headers.allow.includes("QUERY"), "Allow of OPTIONS *");
    const [root] = await one("OPTIONS / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    equal(root.status, 200, "OPTIONS /, which load balancers ask");
    const [index] = await one("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    check(JSON.parse(index.body).endpoints.some(({ path, methods }) => path === "/nim" && methods.join() === "GET,POST,QUERY"), index.body);
    check(/^"/.test(index.headers.etag) && index.headers["cache-control"] === "public, max-age=86400", "it can be kept");
  },
};

for (shortcuts of ["on", "off"]) {
  daemon = await start(process.argv[2], ["--max-body", "64K", "--shortcuts", shortcuts]);
  port = daemon.port;
  for (const [name, test] of Object.entries(tests)) {
    await test();
    await healthy(daemon);
    console.log(`ok ${name} (shortcuts ${shortcuts})`);
  }
  await stop(daemon);
}
