#!/usr/bin/env node
// run.mjs GRUNDYD: Lighthouse over the views that people see first: performance at least 98, accessibility and best practices 100.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import lighthouse from "lighthouse";
import { check, start, until } from "../support/e2e/daemon.mjs";

const GOALS = { performance: 98, accessibility: 100, "best-practices": 100 }, VIEWS = ["/", "/play/nim", "/docs"];
const daemon = await start(process.argv[2]);
const profile = mkdtempSync(join(tmpdir(), "grundy-lighthouse-"));
const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const chromium = spawn(process.env.CHROMIUM ?? "/usr/bin/chromium", [...flags, `--user-data-dir=${profile}`, "--remote-debugging-port=0"], { stdio: ["ignore", "ignore", "pipe"], detached: true });
process.on("exit", () => {
  process.kill(-chromium.pid, "SIGKILL");
  rmSync(profile, { recursive: true, force: true });
});
let said = "";
chromium.stderr.on("data", (data) => (said += data));
await until(() => /listening on ws:\/\/[^:]*:(\d+)/.test(said), "the browser");
const port = Number(/listening on ws:\/\/[^:]*:(\d+)/.exec(said)[1]), faults = [];
for (const view of VIEWS) {
  const { lhr } = await lighthouse(daemon.url + view, { port, logLevel: "error", onlyCategories: Object.keys(GOALS) });
  const scores = Object.entries(GOALS).map(([name, goal]) => [name, Math.round(lhr.categories[name].score * 100), goal]);
  console.log(view, scores.map(([name, score]) => `${name} ${score}`).join(", "));
  const poor = Object.values(lhr.audits).filter((audit) => audit.score !== null && audit.score < 0.9).map((audit) => `${audit.id}: ${audit.displayValue ?? audit.title}`);
  if (scores.some(([, score, goal]) => score < goal)) faults.push(`${view}: ${scores} ${poor.join("; ")}`);
}
check(faults.length === 0, faults.join("\n"));
process.exit(0);
