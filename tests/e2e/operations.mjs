#!/usr/bin/env node
// operations.mjs GRUNDYD: docs/operations.md is run, block by block, and says something about every metric and every event of the log; the files
// under docker/ hold what they promise.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:http2";
import { request } from "node:https";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal, start, stop } from "../support/e2e/daemon.mjs";
import { freePort } from "../support/e2e/redis.mjs";
import { patient, serve } from "../support/e2e/stack.mjs";

const packages = new URL("../openapi/package.json", import.meta.url);
check(existsSync(new URL("node_modules/yaml", packages)), "there is no tests/openapi/node_modules: `make validators` installs them");
const { parse, parseAllDocuments } = createRequire(packages)("yaml");
const binary = process.argv[2], text = readFileSync("docs/operations.md", "utf8");
const work = mkdtempSync(join(tmpdir(), "grundy-operations-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind, body]) => ({ kind, body, run: 0 }));
const block = (kind, has = "") => {
  const found = blocks.filter((one) => one.kind === kind && one.body.includes(has));
  equal(found.length, 1, `blocks of ${kind} with ${has}`);
  found[0].run++;
  return found[0].body;
};
const run = (command, flags, options = {}) => spawnSync(command, flags, { encoding: "utf8", ...options });
const yaml = (path) => parse(readFileSync(path, "utf8"));
const image = readFileSync("Dockerfile", "utf8");
const inImage = Object.fromEntries([...image.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => line.split(" ")).map((one) => one.split(/=(.*)/s)));
// A secret's file is where the environment is used, not here.
const secret = join(work, "secret");
writeFileSync(secret, "0123456789abcdef0123456789abcdef");
const known = (env) => {
  if (env.GRUNDY_CACHE_SECRET) env = { ...env, GRUNDY_CACHE_SECRET: secret };
  const told = run(binary, ["--check-config"], { env: { PATH: process.env.PATH, ...env } });
  check(told.status === 0 && told.stderr === "", `${JSON.stringify(env)}: ${told.stderr}`);
  return told.stdout;
};

// A certificate, a password file, and two replicas.
const at = (name) => join(work, name);
const made = run("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=grundy.example", "-keyout", at("key"), "-out", at("pem")]);
check(made.status === 0, made.stderr);
writeFileSync(at("both"), readFileSync(at("pem")) + readFileSync(at("key"), "utf8"));
writeFileSync(at("users"), `class:${run("openssl", ["passwd", "-apr1", "change-me"]).stdout}`);
const replicas = [];
for (let i = 0; i < 2; i++) replicas.push(await start(binary, ["--listen", `127.0.0.1:${await freePort()}`, "--drain", "0s", "--threads", "1", "--trusted-proxy", "127.0.0.1/32", "--log", "debug"]));

const ask = (port, path, { method = "GET", body, user = "class:change-me" } = {}) =>
  new Promise((done, fail) => {
    const asked = request({ host: "127.0.0.1", port, path, method, rejectUnauthorized: false, ...(user && { auth: user }) }, (reply) => {
      let all = "";
      reply.on("data", (data) => (all += data));
      reply.on("end", () => done({ status: reply.statusCode, text: all }));
    });
    asked.on("error", fail);
    asked.end(body);
  });

// Who has no password is told so over HTTP/2, too, also where he sends a body, on connections of their own.
async function strangers(port) {
  for (let i = 0; i < 20; i++) {
    const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false }), asked = session.request({ ":method": "POST", ":path": "/nim" });
    let status;
    asked.on("response", (headers) => (status = headers[":status"]));
    asked.on("error", () => {}); // an answer that is cut off is one for some clients, for others none
    setTimeout(() => asked.end('{"heaps":[3,4,5]}'), 10); // behind the head, as curl sends it
    await new Promise((done) => asked.on("close", done).resume());
    session.close();
    equal(asked.rstCode, 0, "how the stream ended");
    equal(status, 401, "without a password, by HTTP/2");
  }
}

// What both proxies have to do: end TLS, ask who it is, answer from either replica, keep the metrics in.
async function proxies(port, child) {
  const nim = JSON.stringify({ heaps: [3, 4, 5] });
  for (let i = 0; i < 4; i++) {
    const got = await ask(port, "/nim", { method: "POST", body: nim });
    check(got.status === 200 && JSON.parse(got.text).grundy === 2, `${got.status} ${got.text}`);
  }
  equal((await ask(port, "/nim", { method: "POST", body: nim, user: null })).status, 401, "without a password");
  equal((await ask(port, "/nim", { method: "POST", body: nim, user: "class:wrong" })).status, 401, "with a wrong one");
  equal((await ask(port, "/metrics")).status, 404, "/metrics");
  const lines = await ask(port, "/batch", { method: "POST", body: '{"questions":[{"game":"nim","heaps":[1]},{"game":"nim","heaps":[2]}]}' });
  check(lines.status === 200 && JSON.parse(lines.text).answers.length === 2, lines.text);
  // One replica goes: the other answers.
  await stop(replicas[0]);
  for (let i = 0; i < 6; i++) equal((await ask(port, "/nim", { method: "POST", body: nim })).status, 200, "after a replica was stopped");
  replicas[0] = await start(binary, ["--listen", `127.0.0.1:${replicas[0].port}`, "--drain", "0s", "--threads", "1", "--trusted-proxy", "127.0.0.1/32"]);
  child.kill("SIGTERM");
  await child.over;
}
const local = (config) => config.replaceAll("127.0.0.1:8081", `127.0.0.1:${replicas[0].port}`).replaceAll("127.0.0.1:8082", `127.0.0.1:${replicas[1].port}`);
// fetch() does not take the certificate, but learns by that that somebody listens.
const tests = {
  async nginx() {
    const port = await freePort(), plain = await freePort();
    const config = local(block("nginx")).replace("listen 443", `listen 127.0.0.1:${port}`).replaceAll("/etc/ssl/grundy.pem", at("pem")).replaceAll("/etc/ssl/grundy.key", at("key")).replaceAll("/etc/nginx/grundy.users", at("users"));
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${at(name)};`).join(" ");
    // The second server tells that it is up; as root, workers are nobody, who must be able to read.
    writeFileSync(at("nginx.conf"), `${process.getuid() ? "" : "user root;"} daemon off; pid ${at("pid")}; error_log ${at("error")}; events {}\nhttp { access_log off; ${paths}\n${config}\nserver { listen 127.0.0.1:${plain}; return 204; } }`);
    const looked = run("nginx", ["-t", "-e", at("error"), "-c", at("nginx.conf")]);
    check(looked.status === 0 && !/\[warn\]/.test(looked.stderr), looked.stderr);
    await proxies(port, await serve("nginx", ["-e", at("error"), "-c", at("nginx.conf")], plain));
  },

  async haproxy() {
    const port = await freePort(), plain = await freePort();
    const config = `${patient(local(block("haproxy"))).replace("bind :443", `bind 127.0.0.1:${port}`).replace("/etc/ssl/grundy.pem", at("both"))}\nfrontend there\n    bind 127.0.0.1:${plain}\n    monitor-uri /\n`;
    writeFileSync(at("haproxy.cfg"), config);
    const looked = run("haproxy", ["-c", "-f", at("haproxy.cfg")]);
    check(looked.status === 0 && !/WARNING/.test(looked.stderr), looked.stderr);
    const child = await serve("haproxy", ["-db", "-f", at("haproxy.cfg")], plain);
    await strangers(port);
    await proxies(port, child);
  },

  // Variables are known, and settings of systemd are ones that it has.
  async systemd() {
    const env = Object.fromEntries(block("sh", "GRUNDY_LISTEN").trim().split("\n").map((line) => line.split(/=(.*)/s)));
    check(known(env).includes("--memory 1G (environment)"), "variables of the package");
    const unit = block("ini");
    for (const line of unit.trim().split("\n").slice(1)) check(/^(MemoryMax|CPUQuota|LoadCredential|Environment)=\S+$/.test(line), line);
    known({ GRUNDY_CACHE_SECRET: /GRUNDY_CACHE_SECRET=(\S+)/.exec(unit)[1] });
    if (run("systemd-analyze", ["--version"]).status === 0) {
      writeFileSync(at("grundy.service"), `[Unit]\nDescription=x\n${unit}ExecStart=/bin/true\n`);
      const looked = run("systemd-analyze", ["verify", "--man=no", at("grundy.service")]);
      check(!/grundy\.service:\d+/.test(looked.stderr), looked.stderr);
    }
  },

  // Health has its door in the image: what a compose file sets, leaves it there, and publishes another.
  async health() {
    const set = known(inImage), health = /^HEALTHCHECK .*CMD (.*)$/m.exec(image)[1];
    check(set.includes(`--admin ${inImage.GRUNDY_ADMIN} (environment)`) && set.includes("--listen 0.0.0.0:8080 (environment)"), set);
    equal(health, '["/grundyd", "probe"]', "the image's own look");
    equal(/^EXPOSE (.*)$/m.exec(image)[1], "8080", "what the image shows");
    const door = inImage.GRUNDY_ADMIN.split(":")[1];
    for (const path of ["docker/compose.yaml", "docker/stack/compose.yaml"])
      for (const [name, service] of Object.entries(yaml(path).services)) {
        if (service.image !== "grundy") continue;
        check(!service.healthcheck && !service.environment?.GRUNDY_ADMIN && !service.environment?.GRUNDY_LISTEN, `${path}: ${name}`);
        for (const port of service.ports ?? []) check(!port.endsWith(`:${door}`), `${path}: ${port}`);
      }
  },

  async containers() {
    const { services } = parse(block("yaml"));
    for (const service of Object.values(services)) {
      if (service.command) equal(run(binary, ["--check-config", ...service.command]).status, 0, String(service.command));
      if (service.ipc !== "shareable") equal(services[service.ipc.split(":")[1]].ipc, "shareable", service.ipc);
    }
  },

  async stack() {
    const { services, secrets } = yaml("docker/stack/compose.yaml"), { app, proxy, cache, prometheus } = services;
    equal(app.deploy.replicas, 3, "replicas");
    known(app.environment);
    check(readFileSync(".gitignore", "utf8").includes("/docker/stack/secret") && secrets.grundy.file === "./secret", "the secret");
    for (const [name, service] of Object.entries(services)) {
      check(service.read_only && service.cap_drop.includes("ALL") && service.security_opt.includes("no-new-privileges:true") && service.mem_limit, name);
      for (const port of service.ports ?? []) check(port.startsWith("127.0.0.1:"), port);
    }
    // What `make stack` does, from the beginning, is what the head of the file says.
    const head = readFileSync("docker/stack/compose.yaml", "utf8"), told = run("make", ["-n", "-B", "stack"]);
    const says = [...head.matchAll(/^#   ([^#\n]*[^#\s])/gm)].map(([, line]) => line);
    equal(told.stdout.trim().split("\n").join(" && "), says.join(" && "), `make stack: ${told.stderr}`);
    equal(proxy.image, "haproxy:2.6", "the proxy");
    check(cache.command.includes("allkeys-lru"), "the cache's bound");
    const looked = run("haproxy", ["-c", "-f", "docker/stack/haproxy.cfg"]);
    check(looked.status === 0 && !/WARNING/.test(looked.stderr), looked.stderr);
    const scrape = yaml("docker/stack/prometheus.yml");
    equal(scrape.scrape_configs[0].job_name, "grundy", "the job that the alerts name");
    for (const volume of prometheus.volumes) readFileSync(join("docker/stack", volume.split(":")[0]));
  },

  async kubernetes() {
    const all = parseAllDocuments(readFileSync("docker/kubernetes.yaml", "utf8")).map((one) => (equal(one.errors.length, 0, String(one.errors)), one.toJS()));
    const find = (kind, name) => {
      const found = all.filter((one) => one.kind === kind && one.metadata.name === name);
      equal(found.length, 1, `${kind} ${name}`);
      return found[0];
    };
    const versions = { Deployment: "apps/v1", Service: "v1", HorizontalPodAutoscaler: "autoscaling/v2", PodDisruptionBudget: "policy/v1", NetworkPolicy: "networking.k8s.io/v1" };
    for (const one of all) equal(one.apiVersion, versions[one.kind], one.kind);
    const grundy = find("Deployment", "grundy").spec, pod = grundy.template.spec, [box] = pod.containers;
    equal(grundy.replicas, 3, "replicas");
    // The pod security standard "restricted".
    for (const { spec: { template: { spec } } } of all.filter((one) => one.kind === "Deployment")) {
      check(spec.securityContext.runAsNonRoot && spec.securityContext.runAsUser > 0, "a user without rights");
      equal(spec.securityContext.seccompProfile.type, "RuntimeDefault", "seccomp");
      equal(spec.automountServiceAccountToken, false, "a token that nobody needs");
      for (const { securityContext, resources } of spec.containers) {
        equal(JSON.stringify(securityContext), '{"allowPrivilegeEscalation":false,"readOnlyRootFilesystem":true,"capabilities":{"drop":["ALL"]}}', "rights");
        check(resources.requests.memory && resources.limits.memory && resources.requests.cpu, "bounds");
      }
      for (const volume of spec.volumes ?? []) check(volume.emptyDir || volume.secret, JSON.stringify(volume));
    }
    // The image has one user, one port for clients and one for health.
    check(image.includes(`USER ${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`), "the image's user");
    equal(box.ports.map(({ name, containerPort }) => `${name} ${containerPort}`).join(), "http 8080,admin 9081", "the ports");
    const env = Object.fromEntries(box.env.map(({ name, value }) => [name, value])), told = known(env);
    const tables = pod.volumes.find((volume) => volume.emptyDir?.medium === "Memory");
    equal(box.volumeMounts.find((mount) => mount.name === tables.name).mountPath, env.GRUNDY_TABLES, "where tables are");
    check(box.volumeMounts.some((mount) => env.GRUNDY_CACHE_SECRET.startsWith(mount.mountPath + "/")), "where the secret is");
    // At the limit of connections the port for clients refuses the probes, too; the door for health is reached by the node alone.
    equal(env.GRUNDY_ADMIN, "0.0.0.0:9081", "the door for health");
    for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"]) check(["/readyz", "/livez"].includes(box[probe].httpGet.path) && box[probe].httpGet.port === "admin", probe);
    equal(find("Service", "grundy").spec.ports.map(({ targetPort }) => targetPort).join(), "http", "what the Service hands on");
    equal(find("NetworkPolicy", "grundy").spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port)).join(), "8080", "what others reach");
    const seconds = (flag) => Number(new RegExp(`--${flag} ([0-9.]+)s`).exec(told)[1]);
    check(pod.terminationGracePeriodSeconds > seconds("drain") + seconds("deadline") + 2, "time to drain");
    check(seconds("drain") > box.readinessProbe.periodSeconds * box.readinessProbe.failureThreshold, "time to be noticed");
    equal(pod.topologySpreadConstraints[0].topologyKey, "kubernetes.io/hostname", "spread");
    const scaler = find("HorizontalPodAutoscaler", "grundy").spec;
    equal(scaler.scaleTargetRef.name, "grundy", "what is scaled");
    check(scaler.minReplicas === 3 && find("PodDisruptionBudget", "grundy").spec.minAvailable === 2, "some always stay");
    const labels = (selector) => JSON.stringify(selector.matchLabels ?? selector), app = '{"app":"grundy"}', store = '{"app":"grundy-cache"}';
    for (const selector of [grundy.selector, find("PodDisruptionBudget", "grundy").spec.selector, find("NetworkPolicy", "grundy").spec.podSelector, find("Service", "grundy").spec.selector, grundy.template.metadata.labels, pod.topologySpreadConstraints[0].labelSelector, find("NetworkPolicy", "grundy-cache").spec.ingress[0].from[0].podSelector]) equal(labels(selector), app, "who is meant");
    for (const selector of [find("Deployment", "grundy-cache").spec.selector, find("Service", "grundy-cache").spec.selector, find("NetworkPolicy", "grundy").spec.egress[0].to[0].podSelector, find("NetworkPolicy", "grundy-cache").spec.podSelector]) equal(labels(selector), store, "who is meant");
    check(env.GRUNDY_CACHE.startsWith("redis://grundy-cache:"), "the second tier's name");
    // What the manual says to do first makes what the manifest asks for.
    const first = block("sh", "kubectl");
    const { secret } = pod.volumes.find((volume) => volume.secret);
    check(first.includes(`secret generic ${secret.secretName} --from-literal=${env.GRUNDY_CACHE_SECRET.split("/").pop()}=`), "the secret's name");
    const head = readFileSync("docker/kubernetes.yaml", "utf8");
    for (const line of first.trim().split("\n")) check(head.includes(`#   ${line}\n`), line);
  },

  // What is simulated is always the same; what is measured is not run here.
  async scaling() {
    const note = readFileSync("docker/SCALING.md", "utf8"), told = run("node", ["tests/bench/scaling.mjs"]);
    equal(told.status, 0, told.stderr);
    for (const line of told.stdout.split("\n")) check(note.includes(line), `docker/SCALING.md has no line ${line}`);
    check(note.split("\n").length <= 100, "two pages");
  },

  async every_metric_and_every_event_is_explained() {
    const metrics = await (await fetch(`http://${replicas[1].admin}/metrics`)).text();
    const names = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    for (const name of names) check(text.includes(`\`${name}\``) || text.includes(`\`${name.replace(/_total$/, "")}\``), `${name} is not in docs/operations.md`);
    const sources = readdirSync("server", { recursive: true }).filter((name) => /\.[ch]$/.test(name)).map((name) => readFileSync(join("server", name), "utf8")).join("\n");
    const events = new Set([...sources.matchAll(/log_event\([^;]*?,\s*"([a-zA-Z ]+)"/g)].map(([, name]) => name));
    check(events.size > 20, `${events.size} events`);
    const [, log] = /^## What the log says\n(.*?)^## /ms.exec(text);
    for (const name of events) check(log.includes(`\`${name}\``), `the event "${name}" is not in docs/operations.md`);
    for (const [, name] of log.matchAll(/^\| `([^`]+)`/gm)) check(sources.includes(`"${name}"`), `there is no event "${name}"`);
  },
};

for (const [name, test] of Object.entries(tests)) {
  await test();
  console.log(`ok ${name}`);
}
for (const one of blocks) equal(one.run, 1, `how often this was run: ${one.body.slice(0, 200)}`);
for (const daemon of replicas) await stop(daemon);
