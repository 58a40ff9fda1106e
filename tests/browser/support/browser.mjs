// A daemon and a browser for the tests of the page. Every page that is opened is watched: an error in the console, a report of the content
// policy, a request to elsewhere fails the test.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { check, start } from "../../support/e2e/daemon.mjs";

export { check, equal, sleep, until } from "../../support/e2e/daemon.mjs";

const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

// Long enough for any machine: a test that never ends is ended by ctest.
const PATIENCE_MS = Number(process.env.PATIENCE ?? 600000);

export async function open(binary, flags = []) {
  const daemon = await start(binary, ["--drain", "0s", ...flags]);
  const profile = mkdtempSync(join(tmpdir(), "grundy-browser-"));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: QUIET, env: { ...process.env, HOME: profile } });
  process.on("exit", () => rmSync(profile, { recursive: true, force: true }));
  const faults = [];

  // A page in a context of its own. `expected`: errors in the console that the test causes itself.
  async function page({ expected = /^$/, ...options } = {}) {
    const context = await browser.newContext({ baseURL: daemon.url, locale: "en-US", viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
    const tab = await context.newPage();
    tab.setDefaultTimeout(PATIENCE_MS);
    tab.setDefaultNavigationTimeout(PATIENCE_MS);
    const blame = (text) => expected.test(text) || faults.push(`${tab.url()}: ${text}`);
    tab.on("console", (message) => ["error", "warning"].includes(message.type()) && blame(`console: ${message.text()} ${message.location().url}`));
    tab.on("pageerror", (error) => blame(`error: ${error.stack}`));
    tab.on("request", (request) => /^(data|blob):/.test(request.url()) || request.url().startsWith(daemon.url + "/") || blame(`asks elsewhere: ${request.url()}`));
    await tab.addInitScript(() => document.addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)));
    return tab;
  }

  async function close() {
    await browser.close();
    daemon.child.kill("SIGTERM");
    await daemon.end;
    check(faults.length === 0, faults.join("\n"));
    process.exit(0);
  }

  return { daemon, browser, page, close };
}

// The board has an answer for the position that it shows. Null: an error stands there.
export async function settled(tab) {
  await tab.waitForFunction(() => document.querySelector("[data-testid=error]") || document.querySelector("[data-testid=verdict]"));
  return tab.evaluate(() => document.querySelector("[data-testid=verdict]")?.getAttribute("data-verdict") ?? null);
}

// Does something, and waits for so many plies to be there, answered.
export async function plies(tab, n) {
  await tab.waitForFunction((n) => document.querySelectorAll("[data-testid=record] > *").length === n && document.querySelector("[data-testid=verdict]"), n);
}
