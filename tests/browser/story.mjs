#!/usr/bin/env node
// story.mjs GRUNDYD: somebody who knows no game opens the page, and goes by its links alone: plays Wythoff's game in Chinese, loses,
// understands why, sees its lost positions as two beams, types {1,3,4} and sees the proven period, makes a sheet of 20 and prints it.
import { readFileSync } from "node:fs";
import { check, equal, open, plies, settled, until } from "./support/browser.mjs";

const { page, close } = await open(process.argv[2]);
const tab = await page();
const shown = async (selector) => tab.locator(selector).innerText();

// The pairs from which who moves loses, by the rules alone.
const lost = [];
for (let a = 0; a <= 60; a++)
  for (let b = 0; b <= 60; b++)
    if (!lost.some(([c, d]) => (c === a && d < b) || (d === b && c < a) || (a - c === b - d && c < a))) lost.push([a, b]);
const isLost = (a, b) => lost.some(([c, d]) => c === a && d === b);

await tab.goto("/");
await tab.click("[data-testid=lang-zh]");
await tab.getByText("威佐夫博弈", { exact: true }).first().click();
await settled(tab);
await tab.click("[data-testid=hide-answer]");
await tab.selectOption("[data-testid=opponent]", "perfect");
// A game that is won at the beginning, and given away: the first stone of the first heap that has any, again and again.
await tab.fill("[data-testid=position-json]", '{"heaps":[4,6]}');
await tab.waitForFunction(() => decodeURIComponent(location.search).includes("[4,6]") && !document.querySelector("[data-testid=board]").hasAttribute("aria-busy"));
const over = () => tab.evaluate(() => document.querySelector("[data-testid=play-machine]").disabled && !document.querySelector("[data-testid=board]").hasAttribute("aria-busy"));
for (let n = 2; !(await over()); n += 2) {
  check(n < 20, "it does not end");
  await tab.locator(".heap .stone").first().click();
  await plies(tab, n);
}
await tab.click("[data-testid=hide-answer]");
equal(await settled(tab), "loss", "who is to move at the end");
equal((await tab.locator("[data-testid=record] > *").count()) % 2, 0, "the machine moved last");
await tab.locator("[data-testid=review] li.first").waitFor();
const review = await shown("[data-testid=review]");
check(/后手获胜/.test(review), `who won: ${review}`);
check(/应走|更好|必胜|[取各]/.test(await shown("[data-testid=review] li.first")), `what was better: ${review}`);
check(await tab.locator(".slip").first().isVisible(), "the mistake is marked in the record");
// Back to the beginning: why it was won, and by which move.
while (await tab.locator("[data-testid=undo]").isEnabled()) {
  await tab.click("[data-testid=undo]");
  await settled(tab);
}
equal(await settled(tab), "win", "(4, 6) is won");
const moves = await tab.locator("[data-testid=move]").evaluateAll((nodes) => nodes.map((node) => JSON.parse(node.dataset.move).take));
check(moves.length > 0 && moves.every(([a, b]) => isLost(4 - a, 6 - b)), `the winning moves: ${JSON.stringify(moves)}`);
const why = await shown("[data-testid=explanation]");
check(/[\u4e00-\u9fff]/u.test(why) && /4/.test(why) && /6/.test(why) && /黄金|φ|必败|冷/.test(why), `why: ${why}`);

// The table, by the link in the rules: the lost pairs, and nothing else, in their colour; above the diagonal along 1.618, below along 0.618.
await tab.locator("p.lead a[href='/table/wythoff']").click();
await tab.locator("[data-testid=heatmap] canvas").first().waitFor();
check((await shown(".legend")).includes(`共 ${lost.length} 个`), await shown(".legend"));
const painted = await tab.evaluate(() => {
  const node = document.querySelector("[data-testid=heatmap]"), canvas = node.querySelector("canvas"), g = canvas.getContext("2d"), scale = canvas.width / canvas.clientWidth;
  const [left, bottom, k] = node.dataset.view.split(",").map(Number), pixels = new Uint32Array(g.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  const at = (i, j) => pixels[Math.round((bottom - (j + 0.25) * k) * scale) * canvas.width + Math.round((left + (i + 0.25) * k) * scale)], red = at(0, 0), found = [];
  for (let i = 0; i <= 60; i++) for (let j = 0; j <= 60; j++) if (at(i, j) === red) found.push([i, j]);
  return found;
});
equal(JSON.stringify(painted), JSON.stringify(lost), "the lost pairs");
for (const [a, b] of painted) check(Math.abs(Math.max(a, b) - 1.618 * Math.min(a, b)) < 1.62, `(${a}, ${b}) is on no beam`);

// Rules of its own.
await tab.selectOption(".controls select >> nth=0", "sg");
await tab.locator("#rules").fill("{1,3,4}");
await tab.keyboard.press("Enter");
await until(async () => /7 为周期/.test(await shown("[data-testid=period]")), "period 7");
check(/已证明/.test(await shown("[data-testid=period]")), await shown("[data-testid=period]"));
const [file] = await Promise.all([tab.waitForEvent("download"), tab.getByRole("button", { name: "SVG", exact: true }).click()]);
check(/<rect [^>]*fill="none" stroke="[^"]+"[^>]*\/><text [^>]*>周期 7 · 已证明<\/text>/.test(readFileSync(await file.path(), "utf8")), "no box around the period");

// A sheet of 20, printed.
await tab.click("header a[href='/exam']");
await tab.locator("[data-testid=generate]").click();
await tab.locator("[data-testid=exam-sheet] ol > li").nth(19).waitFor();
equal(await tab.locator("[data-testid=exam-sheet] ol > li").count(), 20, "questions");
await tab.evaluate(() => (window.print = () => (window.printed = true)));
await tab.getByRole("button", { name: "打印试卷", exact: true }).click();
check(await tab.evaluate(() => window.printed), "nothing is printed");
await tab.emulateMedia({ media: "print" });
check(await tab.locator("[data-testid=exam-sheet]").isVisible(), "the sheet on paper");
check(!(await tab.locator("[data-testid=exam-key]").isVisible()) && !(await tab.locator("header").isVisible()), "more than the sheet on paper");
check((await tab.pdf({ format: "A4" })).length > 10000, "no paper");
await close();
