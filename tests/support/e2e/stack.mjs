// The processes of docker/stack/ on loopback ports, without containers: replicas, HAProxy with the settings of docker/stack/haproxy.cfg, a Redis.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, start, until } from "./daemon.mjs";
import { freePort, redis } from "./redis.mjs";

const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

// Starts a server in the foreground that is ready when its port answers; `child.over` resolves at its end.
export async function serve(command, flags, port, path = "/") {
  const child = spawn(command, flags, { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  child.said = "";
  child.stdout.on("data", (data) => (child.said += data));
  child.stderr.on("data", (data) => (child.said += data));
  child.over = new Promise((done) => {
    child.on("error", () => check(false, `there is no ${command}`));
    child.on("close", () => (running.delete(child), (child.ended = true), done()));
  });
  const answers = () => fetch(`http://127.0.0.1:${port}${path}`).then((reply) => reply.arrayBuffer(), () => null);
  await until(async () => child.ended || (await answers()), `${command} to answer`);
  check(!child.ended, `${command}: ${child.said}`);
  return child;
}

// Settings of HAProxy with times for any machine: who is slow is not gone.
export function patient(config) {
  const [connect, request, body] = ["timeout connect 1s", "timeout http-request 5s", /wait-for-body time \ds/];
  check(config.includes(connect) && config.includes(request) && body.test(config), "the times of the proxy are others");
  return config.replace(connect, "timeout connect 60s\n    timeout check 60s").replace(request, "timeout http-request 60s").replace(body, "wait-for-body time 60s");
}

const settings = ["--drain", "1.5s", "--threads", "1", "--tables", "none"];

export async function stack(binary, replicas = 3, deadline = "10s") {
  const work = mkdtempSync(join(tmpdir(), "grundy-stack-")), secret = join(work, "secret"), ports = [], daemons = [];
  process.on("exit", () => rmSync(work, { recursive: true, force: true }));
  writeFileSync(secret, "a secret of this stack alone");
  let cache = await redis();
  const one = { ports, daemons };
  one.replica = async (i) => {
    const env = { GRUNDY_CACHE: cache.url, GRUNDY_CACHE_SECRET: secret, GRUNDY_LISTEN: `127.0.0.1:${ports[i]}`, GRUNDY_DEADLINE: deadline };
    daemons[i] = await start(binary, [...settings, "--listen", env.GRUNDY_LISTEN], env);
    check(!daemons[i].ended, daemons[i].err);
    return daemons[i];
  };
  one.cache = {
    stop: async () => (cache.child.kill("SIGKILL"), cache.end),
    start: async () => (cache = await redis([], cache.port)),
  };
  for (let i = 0; i < replicas; i++) {
    ports.push(await freePort());
    await one.replica(i);
  }
  const port = await freePort(), servers = ports.map((at, i) => `    server app${i + 1} 127.0.0.1:${at}`).join("\n");
  const config = readFileSync("docker/stack/haproxy.cfg", "utf8");
  check(/server-template app 3 app:8080/.test(config) && /bind :8080/.test(config), "docker/stack/haproxy.cfg is another one");
  const told = await freePort(); // a page that says what the proxy thinks of each replica
  writeFileSync(join(work, "haproxy.cfg"), `${patient(config).replace(/^ *server-template.*$/gm, servers).replace("bind :8080", `bind 127.0.0.1:${port}`).replace("log stdout format raw local0 notice", "")}
frontend told
    bind 127.0.0.1:${told}
    stats enable
    stats uri /told
`);
  one.proxy = await serve("haproxy", ["-db", "-f", join(work, "haproxy.cfg")], port, "/stack");
  one.url = `http://127.0.0.1:${port}`;
  // Every replica is known to be ready, as the proxy sees it.
  one.ready = async (i) => until(async () => (await fetch(`http://127.0.0.1:${ports[i]}/readyz`).catch(() => ({}))).status === 200, `replica ${i}`);
  // The proxy has noticed, too, in both of its lists.
  one.known = async () => until(async () => {
    const lines = (await fetch(`http://127.0.0.1:${told}/told;csv`).then((reply) => reply.text())).split("\n").map((line) => line.split(","));
    const at = lines[0].indexOf("status"), up = lines.filter(([, name, ...rest]) => /^app\d+$/.test(name) && rest[at - 2] === "UP");
    return up.length === 2 * replicas;
  }, "the proxy to know all replicas");
  one.end = async () => {
    one.proxy.kill("SIGTERM");
    await one.proxy.over;
    for (const daemon of daemons) daemon.child.kill("SIGTERM");
    for (const daemon of daemons) await daemon.end;
    await one.cache.stop();
  };
  return one;
}
