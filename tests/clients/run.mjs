#!/usr/bin/env node
// run.mjs GRUNDYD DIRECTORY: what outside tools make of the description, and what they then say of the service. Slow: make clients runs it.
//   redocly      the edition 3.2 by its strict rules
//   hey-api      a TypeScript client that plays by GET
//   portman      a Postman collection of every operation, sent by newman: every reply has the status, type and schema that it should
//   specmatic    thousands of requests that it makes of the schemas, right ones and wrong ones; needs java
//   prism        a proxy that holds every request and reply against the description: each operation's own example passes
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { check, start, stop, until } from "../support/e2e/daemon.mjs";
import { filter, operations, partOf } from "./specmatic.mjs";

const [binary, directory, ...only] = process.argv.slice(2);
const modules = resolve("tests/clients/node_modules"), sources = resolve("tests/clients");
const { parse } = createRequire(join(modules, "x.js"))("yaml");
mkdirSync(directory, { recursive: true });
if (!existsSync(join(directory, "node_modules"))) symlinkSync(modules, join(directory, "node_modules"));
writeFileSync(join(directory, "package.json"), '{"type":"module"}\n');
copyFileSync("openapi.yaml", join(directory, "openapi.yaml"));
const node = (tool, ...args) => execFileSync(process.execPath, [join(modules, tool), ...args], { cwd: directory, stdio: ["ignore", "inherit", "inherit"] });
const document = parse(readFileSync("openapi.yaml", "utf8"), { maxAliasCount: -1 });

const freePort = () => new Promise((done) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});

const daemon = await start(resolve(binary), ["--drain", "0s"]);

const tools = {
  async redocly() {
    writeFileSync(join(directory, "openapi-3.2.yaml"), execFileSync(resolve(binary), ["openapi", "--3.2"], { maxBuffer: 1 << 27 }));
    node("@redocly/cli/bin/cli.js", "lint", "--extends", "recommended-strict", "openapi-3.2.yaml", "openapi.yaml");
  },

  async "hey-api"() {
    const compilerOptions = { strict: true, target: "es2022", module: "nodenext", moduleResolution: "nodenext", types: ["node"], skipLibCheck: true };
    writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["get.ts"] }));
    const output = { path: "generated", module: { extension: ".js" } };
    writeFileSync(join(directory, "openapi-ts.config.mjs"), `export default ${JSON.stringify({ input: "openapi.yaml", output })};\n`);
    node("@hey-api/openapi-ts/bin/run.js", "-f", "openapi-ts.config.mjs", "--silent");
    copyFileSync(join(sources, "get.ts"), join(directory, "get.ts"));
    node("typescript/bin/tsc", "-p", ".");
    execFileSync(process.execPath, ["get.js", daemon.url], { cwd: directory, stdio: "inherit" });
  },

  async portman() {
    node("@apideck/portman/bin/portman", "-l", "openapi.yaml", "-b", daemon.url, "-o", "collection.json", "-n", "false");
    node("newman/bin/newman.js", "run", "collection.json", "--reporters", "cli,json", "--reporter-json-export", "newman.json", "--reporter-cli-no-success-assertions", "--reporter-cli-no-banner");
    const { run } = JSON.parse(readFileSync(join(directory, "newman.json"), "utf8"));
    check(run.failures.length === 0 && run.stats.requests.total >= Object.keys(document.paths).length, `newman: ${run.failures.length} failures`);
  },

  // What it is given, and of which operations it cannot draw right requests or any: specmatic.mjs and specmatic.json. Each field has so many
  // values in one request and the next; with all of their combinations it would not end.
  async specmatic() {
    const COMBINATIONS = "2", CASES = 2000, MINUTES = 60;
    const home = join(directory, "specmatic");
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "openapi.json"), JSON.stringify(partOf(document)));
    const log = openSync(join(home, "said.txt"), "w");
    const env = { ...process.env, SPECMATIC_GENERATIVE_TESTS: "true", MAX_TEST_REQUEST_COMBINATIONS: COMBINATIONS };
    // Patterns for long numbers need a deep stack, and what it keeps of each answer a large heap.
    const jar = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss64m", "-Xmx4g", "-jar", join(modules, "specmatic/specmatic.jar")];
    const args = ["test", `--testBaseURL=${daemon.url}`, "--timeout=600", `--filter=${filter()}`, "openapi.json"];
    const { status, error } = spawnSync("java", [...jar, ...args], { cwd: home, env, stdio: ["ignore", log, log], timeout: MINUTES * 60000 });
    check(!error, `java: ${error?.message} (Debian: default-jre-headless)`);
    const said = readFileSync(join(home, "said.txt"), "utf8"), counts = /Tests run: (\d+), Successes: (\d+), Failures: (\d+), WIP: 0, Errors: (\d+)/.exec(said);
    check(!/^ +5\d\d /m.test(said), `specmatic: an answer of 5xx; ${home}/said.txt`);
    check(status === 0 && counts && Number(counts[1]) >= CASES && counts[1] === counts[2], `specmatic: ${counts?.[0] ?? status}; ${home}/said.txt`);
    console.log(`specmatic: ${counts[0]}, in ${operations(document)} operations`);
  },

  async prism() {
    const port = await freePort(), proxy = spawn(process.execPath, [join(modules, "@stoplight/prism-cli/dist/index.js"), "proxy", "openapi.yaml", daemon.url, "-p", String(port), "--errors"], { cwd: directory });
    let said = "";
    proxy.stdout.on("data", (data) => (said += data));
    process.on("exit", () => proxy.kill("SIGKILL"));
    await until(() => said.includes("is listening") || proxy.exitCode !== null, "prism");
    let count = 0;
    for (const [path, item] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(item)) {
        if (!["get", "post"].includes(method)) continue;
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => (one.$ref ? document.components.parameters[one.$ref.split("/").at(-1)] : one));
        let target = path.replace("{version}/{file}", "none"); // the page's files are named by the page
        if (target !== path) continue;
        for (const one of parameters) if (one.in === "path") target = target.replace(`{${one.name}}`, one.example);
        const query = parameters.filter((one) => one.in === "query" && one.required).map((one) => `${one.name}=${encodeURIComponent(one.example)}`).join("&");
        const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
        const body = content && (typeof content.example === "string" ? content.example : JSON.stringify(content.example));
        const reply = await fetch(`http://127.0.0.1:${port}${target}${query ? `?${query}` : ""}`, { method: method.toUpperCase(), body, headers: type ? { "Content-Type": type } : {} });
        const text = await reply.text();
        check(reply.status === 200 && !reply.headers.get("sl-violations"), `prism: ${method} ${target}: ${reply.status} ${reply.headers.get("sl-violations") ?? text.slice(0, 1000)}`);
        count++;
      }
    proxy.kill("SIGTERM");
    console.log(`prism: ${count} operations`);
  },
};

for (const [name, run] of Object.entries(tools)) {
  if (only.length && !only.includes(name)) continue;
  await run();
  console.log(`ok ${name}`);
}
await stop(daemon);
