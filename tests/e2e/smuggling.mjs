#!/usr/bin/env node
// smuggling.mjs GRUNDYD: raw requests that two readers might take apart differently (RFC 9110, RFC 9112). What is ambiguous or broken gets a
// problem, or nothing, and the end of its connection, so that nothing behind it is ever taken for a request; what is sound is answered, and so is what
// follows it. GRUNDY_HTTP_CORPUS names a file of more requests: a JSON list of {"id","level","expect","data"}.
import { readFileSync } from "node:fs";
import { check, equal, healthy, responses, start, stop, talk } from "../support/e2e/daemon.mjs";

const hidden = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
const question = '{"heaps":[3,4,5]}', length = `Content-Length: ${question.length}\r\n`, chunks = "Transfer-Encoding: chunked\r\n";
const get = (headers, line = "GET /healthz HTTP/1.1") => `${line}\r\n${headers}\r\n`;
const post = (headers, body = question, version = "1.1") => `POST /nim HTTP/${version}\r\nHost: a\r\n${headers}\r\n${body}`;
const chunked = (body, headers = "") => post(chunks + headers, body);
const whole = `11\r\n${question}\r\n0\r\n\r\n`;

// Sections 2.2, 3 and 5 of RFC 9112: the request line and the headers.
const lines = [
  "GET /healthz", "GET  /healthz HTTP/1.1", "GET /healthz  HTTP/1.1", "GET\t/healthz HTTP/1.1", " GET /healthz HTTP/1.1", "GET /heal thz HTTP/1.1", "GET HTTP/1.1",
  "GET healthz HTTP/1.1", "GET * HTTP/1.1", "GET /healthz#a HTTP/1.1", "GET /heal\0thz HTTP/1.1", "GET /heal\x01thz HTTP/1.1", "GET /heal\x7fthz HTTP/1.1",
  "GET /heal\rthz HTTP/1.1", "GET /healthz HTTP/1", "GET /healthz HTTP/1.", "GET /healthz HTTP/1.1.1", "GET /healthz HTTP/01.1", "GET /healthz HTTP/ 1.1", "GET /healthz HTTP/1.1 ",
  "GET /healthz http/1.1", "GET /healthz HTTP/2.0", "GET /healthz HTTP/9.9", "GET /healthz HTPP/1.1", "G(T /healthz HTTP/1.1", "G\0T /healthz HTTP/1.1", "{} /healthz HTTP/1.1",
];
const headers = [
  "Host: a\r\nX : y\r\n", "Host: a\r\nX\t: y\r\n", "Host: a\r\n X: y\r\n", " X: y\r\nHost: a\r\n", "Host: a\r\nX: y\r\n z\r\n", "Host: a\r\nX: y\r\n\tz\r\n", "Host: a\r\n: y\r\n", "Host: a\r\nX\r\n",
  "Host: a\r\nX[: y\r\n", "Host: a\r\nX y: z\r\n", "Host: a\r\nX\0Y: z\r\n", "Host: a\r\nX: y\0z\r\n", "Host: a\r\nX: y\0\r\n", "Host: a\r\nX: y\rz\r\n", "Host: a\r\nX: y\x01\r\n", "Host: a\r\nX: y\x7fz\r\n", "Host: a\nX: y\r\n",
  "Host: a\r\nX\x80: y\r\n",
  "", "Host: \r\n", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: b\r\n", "Host: a, b\r\n", "Host: a b\r\n", "Host: a/b\r\n", "Host: a@b\r\n", "Host: a\\b\r\n", "Host: \"a\"\r\n",
];
// Section 6: how long the body is.
const lengths = [
  "", "+17", "-17", "-0", "0x11", "0o21", "1_7", "1 7", "17.0", "17e0", "17, 17", "17, 5", "17,", "١٧", "abc", "99999999999999999999", "18446744073709551633", "17\0\r\nX: y", "17;a=b", "\"17\"",
];
const encodings = [
  "", "gzip", "identity", "xchunked", "chunked, chunked", "chunked, gzip", "gzip, chunked", "identity, chunked", ", chunked", "chunked,", "chunked;a=b", "\"chunked\"", "chunked\0\r\nX: y", "chun ked", "chunked\x0b",
];
const both = [
  length + chunks, chunks + length, chunks + "Content-Length: 0\r\n", length + length, length + "Content-Length: 5\r\n", length + "content-length: 17\r\n", chunks + chunks, chunks + "Transfer-Encoding: identity\r\n",
  "Transfer-Encoding: identity\r\n" + chunks, "Transfer-Encoding : chunked\r\n" + length, "Transfer-Encoding:\r\n chunked\r\n" + length, "Content-Length : 17\r\n", length + "Content-Length : 5\r\n", "\tTransfer-Encoding: chunked\r\n",
];
// Section 7.1: a chunk is its size in hexadecimal digits, the end of the line, as many bytes, and the end of the line.
const sizes = ["", "x", "0x11", "+11", "-11", "1_1", "1 1", " 11", "11 ", "11\t", "11\0", "FFFFFFFFFFFFFFFF0", "10000000000000011", "11.0", "\n11"];
const bodies = [`11\r\n${question}0\r\n\r\n`, `5\r\n${question}\r\n0\r\n\r\n`, `10\r\n${question}\r\n0\r\n\r\n`, `11\r\n${question}\r\r0\r\n\r\n`];

const refused = [
  ...lines.map((line) => get("Host: a\r\n", line)), ...headers.map((text) => get(text)), ...headers.map((text) => get(text, `POST /nim HTTP/1.1\r\n${length.trim()}`) + question),
  get("Host: a\r\n").replace("\r\n", "\n"), get("Host: a\r\n").replaceAll("\r\n", "\n"), get("Host: a\r\n").replace("\r\n", "\r"),
  ...lengths.map((value) => post(`Content-Length: ${Buffer.from(value).toString("latin1")}\r\n`)), ...encodings.map((value) => post(`Transfer-Encoding: ${value}\r\n`, whole)),
  ...both.flatMap((text) => [post(text), post(text, whole)]), post(chunks, whole, "1.0"),
  ...sizes.map((size) => chunked(`${size}\r\n${question}\r\n0\r\n\r\n`)), ...bodies.map((body) => chunked(body)), chunked(whole.replace("0\r\n\r\n", "0x\r\n\r\n")),
  chunked(whole, length), chunked(whole, `Expect: 100-continue\r\n${length}`),
];

const get_sound = get("Host: a\r\n"), both_sound = chunked(whole);
const answered = {
  200: [
    get_sound, `\r\n${get_sound}`, get("hOST:a\r\n"), get("Host:  a\r\n"), get("Host: a:80\r\n"), get("Host: [::1]:8080\r\n"), get("Host: a\r\nX:\r\n"), get("Host: a\r\nX: \x80\xff\r\n"), get("Host: a\r\nX_Y: z\r\n"),
    get("Host: a\r\nContent-Length: 0\r\n"), get("Host: a\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n"),
    post(length), post("Content-Length:17\r\n"), post("Content-Length:  17\r\n"), post("Content-Length: 0017\r\n"), post(`${length}Content_Length: 5\r\n`), post(`${length}Transfer_Encoding: chunked\r\n`), post(`${length}X-Content-Length: 5\r\n`),
    both_sound, post("transfer-encoding:\tCHUNKED\r\n", whole), chunked(`5\r\n${question.slice(0, 5)}\r\nC\r\n${question.slice(5)}\r\n0\r\n\r\n`), chunked(`c\r\n${question.slice(0, 12)}\r\n0005\r\n${question.slice(12)}\r\n000\r\n\r\n`),
    chunked(`11\r\n${question}\r\n0\r\nContent-Length: 5\r\nTransfer-Encoding: identity\r\nHost: b\r\n\r\n`),
  ],
  204: ["OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"],
  400: [post("Content-Length: 0\r\n", ""), get("Host: a\r\n", "GET /heal%00thz HTTP/1.1")], // refused for what they say, sound as requests
  404: [get("Host: a\r\n", "GET /healthz%0d%0aX:%20y HTTP/1.1")],
  405: [get("Host: a\r\n", "get /healthz HTTP/1.1"), get("Host: a\r\n", "TRACE /healthz HTTP/1.1")],
};

const daemon = await start(process.argv[2], ["--drain", "0s"]);
let sent = 0, told = 0;

// The client ends its side at once, and gets all its answers and the end of the connection: no time ends it here.
async function take(text, wanted) {
  const got = await talk(daemon.port, text, { half: true });
  const { list, rest } = responses(got), final = list.filter((reply) => reply.status >= 200);
  const what = `${JSON.stringify(text)} got ${JSON.stringify(got.slice(0, 600))}`;
  sent++;
  equal(rest, "", `not a whole number of responses: ${what}`);
  for (const reply of final)
    if (reply.status >= 400) equal(reply.headers["content-type"], "application/problem+json", `not a problem: ${what}`);
  wanted(final, what);
}

// libmicrohttpd ends some connections without a word, where it cannot make out a request line.
const one_problem = (final, what) => {
  check(final.length <= 1, `${final.length} responses: ${what}`);
  if (!final.length) return;
  told++;
  check([400, 413, 501, 505].includes(final[0].status), `not refused: ${what}`);
  equal(final[0].headers.connection?.toLowerCase(), "close", `Connection: ${what}`);
};
const these = (...statuses) => (final, what) => equal(final.map((reply) => reply.status).join(), statuses.join(), `statuses: ${what}`);

// Extensions of chunks: libmicrohttpd 1.0.1 (Debian 13) refuses them, other versions skip them. Either is safe, for the framing is one.
const extended = chunked(`11;a=b\r\n${question}\r\n0;c\r\n\r\n`);
const skipped_or_refused = (...statuses) => (final, what) => (final[0]?.status === 200 ? these(...statuses) : one_problem)(final, what);

// A part of a request is none, wherever it ends: nothing is answered, or one problem told.
const cut = (text) => [...text].slice(1).map((_, i) => [text.slice(0, i + 1), (final, what) => check(!final.length || (final.length === 1 && final[0].status >= 400), `answered: ${what}`)]);

const cases = [
  ...refused.flatMap((text) => [[text, one_problem], [text + hidden, one_problem]]),
  ...Object.entries(answered).flatMap(([status, texts]) => texts.flatMap((text) => [[text, these(status)], [text + hidden, these(status, 200)]])),
  ...cut(post(length)), ...cut(both_sound), [extended, skipped_or_refused(200)], [extended + hidden, skipped_or_refused(200, 200)],
];

// The corpus: what must be refused is never answered with success, and there are never more answers than requests.
const refuses = ({ level, expect }) => level === "Must" && !/2\d\d|2xx/.test(expect) && !/^(!|non-|Range)/.test(expect);
// libmicrohttpd skips chunk extensions without telling anybody. RFC 9112 section 7.1.1: who does not know them ignores them, and the framing is
// the same for every reader.
const invisible = new Set(["SMUG-CHUNK-BARE-SEMICOLON", "SMUG-CHUNK-EXT-INVALID-TOKEN"]);
const host = `127.0.0.1:${daemon.port}`;
const corpus = process.env.GRUNDY_HTTP_CORPUS ? JSON.parse(readFileSync(process.env.GRUNDY_HTTP_CORPUS, "utf8")) : [];
for (const entry of corpus) {
  const plain = entry.data.replaceAll("__HOST__", host);
  // Paths of the corpus that are not served would be 404 whatever else is wrong.
  for (const text of [plain, plain.replace(/^(POST|PUT) \/(echo)? /, "POST /nim ").replace(/^GET \/ /, "GET /healthz ")])
    cases.push([text, (final, what) => {
      check(final.length <= Math.max(1, (text.match(/ HTTP\/\d/g) ?? []).length), `more responses than requests: ${entry.id} ${what}`);
      if (refuses(entry) && !invisible.has(entry.id)) check(!final.length || final[0].status >= 400, `answered: ${entry.id} ${what}`);
    }]);
}

for (let i = 0; i < cases.length; i += 64) {
  await Promise.all(cases.slice(i, i + 64).map(([text, wanted]) => take(text, wanted)));
  await healthy(daemon);
}
check(told > refused.length * 1.8, `only ${told} of ${refused.length * 2} that are refused were told so`);
console.log(`${sent} raw requests`);
await stop(daemon);
