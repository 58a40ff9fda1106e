#!/usr/bin/env node
// metrics.mjs GRUNDYD: /metrics as those read it who watch the daemon: names that are promised, no more series than that whatever is asked,
// OpenMetrics for who prefers it, alerts and dashboard that ask for what is there; and whose request it was, in the log.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { check, equal, open, start, stop, until } from "../support/e2e/daemon.mjs";

const binary = process.argv[2], SERIES_MAX = 300;
const nim = (daemon, headers) => fetch(`${daemon.url}/nim`, { method: "POST", body: '{"heaps":[3,4,5]}', headers }).then((reply) => reply.text());
const text = async (daemon, accept = "text/plain") => {
  const reply = await fetch(`${daemon.url}/metrics`, { headers: { accept } });
  equal(reply.status, 200, "/metrics");
  return { type: reply.headers.get("content-type"), text: await reply.text() };
};

// The families of a text by name, with type and samples; every sample belongs to the family that stands before it.
function parse(all, openmetrics) {
  const families = {}, lines = all.split("\n");
  equal(lines.pop(), "", "the last line has no end");
  if (openmetrics) equal(lines.pop(), "# EOF", "the last line");
  let family;
  for (const line of lines) {
    const [, word, name, rest] = /^# (HELP|TYPE) ([a-z_]+) (.+)$/.exec(line) ?? [];
    if (word === "HELP") check(!families[name], `twice: ${line}`);
    if (word === "HELP") family = families[name] = { name, samples: {} };
    else if (word === "TYPE") family.type = (equal(name, family.name, line), rest);
    else {
      const [, sample, labels, value] = /^([a-z_]+)(\{(?:[a-z]+="[^"\\]*",?)+\})? (\d+(?:\.\d+)?)$/.exec(line) ?? check(false, `no sample: ${line}`);
      const ends = { counter: openmetrics ? ["_total"] : [""], gauge: [""], histogram: ["_bucket", "_sum", "_count"], summary: ["_sum", "_count"] }[family.type];
      check(ends.some((end) => sample === family.name + end), `${line} in the ${family.type} ${family.name}`);
      if (family.type === "counter") check(sample.endsWith("_total"), line);
      check(!(sample + (labels ?? "") in family.samples), `twice: ${line}`);
      family.samples[sample + (labels ?? "")] = Number(value);
    }
  }
  return families;
}
const samples = (families) => Object.assign({}, ...Object.values(families).map((family) => family.samples));

// What others rest on: dashboards and alerts of operators.
const promised = [
  "grundy_http_requests_total", "grundy_http_request_duration_seconds", "grundy_solve_duration_seconds", "grundy_work_queue_length",
  "grundy_work_queue_delay_seconds", "grundy_shed_total", "grundy_connections", "grundy_tables", "grundy_tables_bytes", "grundy_build_info", "grundy_cache_requests_total", "grundy_cache_up",
  "process_cpu_seconds_total", "process_resident_memory_bytes", "process_virtual_memory_bytes", "process_open_fds", "process_start_time_seconds",
];

const tests = {
  async names_are_kept() {
    const before = Date.now() / 1000, daemon = await start(binary, ["--drain", "0s", "--cache", "unix:/nowhere"]);
    // What counts misfortunes is there before there are any: a rate needs a zero to begin at.
    const { endpoints } = await (await fetch(daemon.url + "/")).json(), at_first = samples(parse((await text(daemon)).text, false));
    const labels = new Set(Object.keys(at_first).flatMap((name) => /requests_total\{endpoint="([^"]+)"/.exec(name)?.[1] ?? []));
    check(labels.size > 10 && labels.size <= endpoints.length + 3, [...labels].join());
    for (const label of labels) for (const status of [500, 503]) equal(at_first[`grundy_http_requests_total{endpoint="${label}",status="${status}"}`], 0, `${label} ${status}`);
    for (const reason of ["queue_full", "queue_delay", "memory", "connections", "address"]) equal(at_first[`grundy_shed_total{reason="${reason}"}`], 0, reason);
    for (const result of ["hit", "miss", "refused", "failed", "skipped"]) equal(at_first[`grundy_cache_requests_total{result="${result}"}`], 0, result);
    for (const name of ['grundy_tables{state="shared"}', 'grundy_tables{state="private"}', "grundy_cache_up", "grundy_work_queue_length", "grundy_tables_bytes"]) equal(at_first[name], 0, name);
    await nim(daemon);
    const { type, text: all } = await text(daemon), families = parse(all, false), found = samples(families);
    equal(type, "text/plain; version=0.0.4; charset=utf-8", "type");
    for (const name of promised) check(families[name], `no ${name}`);
    equal(families.grundy_http_request_duration_seconds.type, "histogram", "type");
    const version = /^grundyd (\S+)/.exec(execFileSync(binary, ["--version"], { encoding: "utf8" }))[1];
    check(Object.keys(families.grundy_build_info.samples)[0].startsWith(`grundy_build_info{version="${version}",revision="`), all);
    equal(found['grundy_http_requests_total{endpoint="{game}",status="200"}'], 1, "questions");
    equal(found['grundy_solve_duration_seconds_count{game="nim"}'], 1, "solved");
    check(found.process_start_time_seconds > before - 1 && found.process_start_time_seconds < Date.now() / 1000 + 1 && found.process_resident_memory_bytes > 1 << 20, all);
    check(found.process_virtual_memory_bytes >= found.process_resident_memory_bytes && found.process_open_fds > 5, all);
    const more = [open(daemon.port), open(daemon.port)], fds = async () => samples(parse((await text(daemon)).text, false)).process_open_fds;
    await until(async () => (await fds()) >= found.process_open_fds + 2, "two more descriptors are open");
    more.forEach((raw) => raw.socket.destroy());
    await stop(daemon);
  },

  async openmetrics_says_the_same() {
    const daemon = await start(binary, ["--drain", "0s"]);
    await nim(daemon);
    const plain = parse((await text(daemon)).text, false), { type, text: all } = await text(daemon, "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
    equal(type, "application/openmetrics-text; version=1.0.0; charset=utf-8", "type");
    const names = (families) => Object.keys(samples(families)).filter((name) => !/endpoint="metrics"/.test(name)).sort().join("\n");
    equal(names(parse(all, true)), names(plain), "samples");
    await stop(daemon);
  },

  // Every endpoint by every method, right and wrong: counted, and bounded.
  async series_are_bounded() {
    const daemon = await start(binary, ["--drain", "0s"]);
    const index = await (await fetch(daemon.url + "/")).json(), { games } = await (await fetch(daemon.url + "/games?summary=1")).json();
    const paths = [...index.endpoints.map(({ path }) => path.replace(/\{[^}]*\}/g, "nim")), ...games.map(({ id }) => `/${id}`), "/nowhere", "/web/x/y"];
    for (const path of paths)
      for (const [method, body, type] of [["GET"], ["POST", "{}"], ["POST", "{"], ["POST", "x".repeat(2000000)], ["POST", "{}", "image/png"], ["DELETE"], ["OPTIONS"]])
        await (await fetch(daemon.url + path, { method, body, headers: { "content-type": type ?? "application/json" } })).arrayBuffer();
    for (const { example, id } of await Promise.all(games.map(async ({ id }) => ({ id, example: (await (await fetch(`${daemon.url}/games/${id}`)).json()).example }))))
      equal((await fetch(`${daemon.url}/${id}`, { method: "POST", body: JSON.stringify(example.request) })).status, 200, id);
    const found = samples(parse((await text(daemon)).text, false));
    check(Object.keys(found).length <= SERIES_MAX, `${Object.keys(found).length} series`);
    for (const { id } of games) check(found[`grundy_solve_duration_seconds_count{game="${id}"}`] >= 1, `nothing solved of ${id}`);
    check(!Object.keys(found).some((name) => /endpoint="other"/.test(name)), "an endpoint without a label");
    await stop(daemon);
  },

  // Every metric, every label that is compared or kept, and every value that is compared. `instance` and `job` are Prometheus' own.
  async alerts_and_dashboard_ask_for_what_is_there() {
    const daemon = await start(binary, ["--drain", "0s", "--cache", "unix:/nowhere"]);
    await nim(daemon);
    const found = {}, given = ["instance", "job"];
    for (const sample of Object.keys(samples(parse((await text(daemon)).text, false)))) {
      const [name, rest = ""] = sample.split("{"), labels = (found[name] ??= {});
      for (const [, label, value] of rest.matchAll(/([a-z]+)="([^"]*)"/g)) (labels[label] ??= new Set()).add(value);
    }
    found.up = {};
    for (const file of ["alerts.yaml", "dashboard.json"]) {
      const whole = readFileSync(new URL(`../../docker/observe/${file}`, import.meta.url), "utf8");
      const lines = whole.split("\n").filter((line) => /^ *"?expr"?:/.test(line)).map((line) => line.replaceAll('\\"', '"'));
      let asked = 0;
      for (const line of lines) {
        const names = [...line.matchAll(/\b(up|(?:grundy|process)_[a-z_]+)\b(?:\{([^}]*)\})?/g)];
        check(names.length, `${file}: ${line}`);
        for (const [, name, compared = ""] of names) {
          check(found[name], `${file}: ${name}`);
          asked++;
          for (const [, label, is, value] of compared.matchAll(/([a-z_]+)(=~|=|!=|!~)"([^"]*)"/g))
            check(given.includes(label) || (is === "=" ? found[name][label]?.has(value) : found[name][label]), `${file}: ${name} has no ${label}="${value}"`);
        }
        for (const [, kept] of line.matchAll(/\b(?:by|on|without) *\(([^)]*)\)/g))
          for (const label of kept.split(/, */)) check(given.includes(label) || names.every(([, name]) => found[name][label]), `${file}: no ${label} in ${line}`);
      }
      check(asked > 10, file);
    }
    await stop(daemon);
  },

  // Its own id, its trace, and the client behind a proxy that is trusted; what is no trace is left out.
  async the_log_tells_whose_it_was() {
    const daemon = await start(binary, ["--drain", "0s", "--log", "debug", "--trusted-proxy", "127.0.0.1/32"]);
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", request = (id) => daemon.err.split("\n").filter((line) => line.includes(`"id":"${id}"`)).map((line) => JSON.parse(line))[0];
    const headers = { traceparent, "x-forwarded-for": "192.0.2.7" };
    await nim(daemon, { ...headers, "x-request-id": "one" });
    await nim(daemon, { traceparent: 'x", "y":"', "x-request-id": "two" });
    const lines = await fetch(`${daemon.url}/batch`, { method: "POST", body: '{"game":"nim","heaps":[1]}\n', headers: { ...headers, "content-type": "application/x-ndjson", "x-request-id": "three" } });
    equal(lines.headers.get("traceparent"), null, "traceparent is handed on to nobody");
    await lines.text();
    for (const id of ["one", "two", "three"]) await until(() => request(id), `the line of ${id}`);
    equal(`${request("one").traceparent} ${request("one").client}`, `${traceparent} 192.0.2.7`, "one");
    equal(`${request("two").traceparent} ${request("two").client}`, "undefined 127.0.0.1", "two");
    equal(`${request("three").traceparent} ${request("three").client}`, `${traceparent} 192.0.2.7`, "three");
    await stop(daemon);
  },
};

for (const [name, test] of Object.entries(tests)) {
  await test();
  console.log(`ok ${name}`);
}
