#!/usr/bin/env node
// sights.mjs GRUNDYD: every view by axe-core, in both languages and both themes, with nothing wider than a narrow screen; the language that is
// chosen stays.
import { readFileSync } from "node:fs";
import { check, equal, open } from "./support/browser.mjs";

const { page, close } = await open(process.argv[2]);
const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const shown = (tab, selector) => tab.locator(selector).first().waitFor();
const at = (game, position) => `/play/${game}?position=${encodeURIComponent(JSON.stringify(position))}`, answered = (tab) => shown(tab, "[data-testid=verdict]");
const views = {
  "/": (tab) => shown(tab, ".cards .card"),
  "/play/nim": async (tab) => {
    await answered(tab);
    await tab.click("[data-testid=tree] summary");
    await shown(tab, ".branch");
    await tab.click("[data-testid=move]");
    await shown(tab, "[data-testid=record] > *");
    await tab.click(".recorded .buttons button");
    await shown(tab, "[data-testid=review] h3");
  },
  [at("wythoff", { heaps: [3, 5] })]: answered,
  [at("graph", { edges: [[0, 1], [1, 2], [2, 0]], tokens: [0] })]: answered,
  [at("coins", { rows: [4], circles: [5] })]: answered,
  [at("cutting", { sheets: [[3, 2]] })]: answered,
  "/play/custom": answered,
  "/table/sg": async (tab) => {
    await shown(tab, "[data-testid=plot]");
    await tab.locator(".picture details summary").click();
    await tab.locator(".picture > button").click();
    await shown(tab, "[data-testid=laws] .law");
    await tab.focus("[data-testid=plot] canvas");
    await tab.keyboard.press("ArrowRight");
    await shown(tab, ".info .chip.missing");
  },
  "/table/wythoff": (tab) => shown(tab, "[data-testid=heatmap]"),
  "/custom": async (tab) => {
    await shown(tab, "[data-testid=laws] .law");
    await tab.fill("[data-testid=rules]", JSON.stringify({ vars: "n: 0..9", moves: [{ name: "take", when: "n & 1 == 0", do: "n -= 1" }] }));
    await tab.click("[data-testid=run]");
    await shown(tab, "[data-testid=fault]");
  },
  "/practice/nim?kind=verdict&seed=1": async (tab) => {
    await shown(tab, "[data-testid=puzzle][data-position]");
    await tab.locator("[data-testid=puzzle] input").first().check();
    await tab.click("[data-testid=submit]");
    await shown(tab, "[data-correct]");
  },
  "/practice/wythoff?kind=moves&seed=1": (tab) => shown(tab, "[data-testid=puzzle][data-position]"),
  "/exam?games=nim,wythoff,squares,graph,cutting&count=5&size=20&seed=7&ask=verdict,grundy,move,moves": (tab) => shown(tab, "[data-testid=exam-key]"),
  "/docs": async (tab) => {
    await shown(tab, "[data-operation]");
    // One operation of each kind; the hundreds of others look the same.
    await tab.fill("[data-testid=search]", "/wythoff");
    await tab.locator("[data-operation='POST /wythoff'] summary").first().click();
    await shown(tab, "[data-operation='POST /wythoff'] [data-testid=send]");
  },
};
const faults = [];

async function look(tab, url, lang) {
  await tab.setViewportSize({ width: 1280, height: 900 });
  await tab.emulateMedia({ colorScheme: "light" });
  await tab.goto(`${url}${url.includes("?") ? "&" : "?"}lang=${lang}`);
  await views[url](tab);
  equal(await tab.evaluate(() => document.documentElement.lang), lang === "zh" ? "zh-CN" : "en", url);
  check(/[\u4e00-\u9fff]/u.test(await tab.locator("h1").innerText()) === (lang === "zh"), `${url} ${lang}: the heading`);
  await tab.evaluate(axe);
  // The other theme has the same elements in other colours.
  for (const [theme, rules] of [["light", {}], ["dark", { runOnly: ["color-contrast"] }]]) {
    await tab.emulateMedia({ colorScheme: theme });
    const { violations } = await tab.evaluate((rules) => axe.run(document, { ...rules, resultTypes: ["violations"] }), rules);
    for (const { id, nodes } of violations) faults.push(`${url} ${lang} ${theme}: ${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join(" | ")}`);
  }
  await tab.setViewportSize({ width: 360, height: 780 });
  await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
  // Its cards may stand in another order there.
  const { violations } = await tab.evaluate(() => axe.run(document, { runOnly: ["heading-order"], resultTypes: ["violations"] }));
  if (violations.length) faults.push(`${url} ${lang}: the order of headings on a screen of 360`);
  if (wide > 360) faults.push(`${url} ${lang}: ${wide} wide on a screen of 360`);
}

// A language that is clicked is kept, by the views, too.
async function kept() {
  const tab = await page();
  await tab.goto("/table/sg?rules=0.77");
  await shown(tab, "[data-testid=plot]");
  await tab.click("[data-testid=lang-zh]");
  await tab.getByText("已证明").first().waitFor();
  await tab.goto("/exam");
  await shown(tab, "[data-testid=generate]");
  equal(await tab.evaluate(() => document.documentElement.lang), "zh-CN", "the language is kept");
  await tab.context().close();
}

await Promise.all(
  ["en", "zh"].map(async (lang) => {
    const tab = await page({ expected: /Failed to load resource: .* 422 /, bypassCSP: true, acceptDownloads: false });
    for (const url of Object.keys(views)) await look(tab, url, lang);
    await tab.context().close();
  }),
);
await kept();
equal(faults.join("\n"), "", "what axe-core and a narrow screen find");
await close();
