#!/usr/bin/env node
// rules.mjs GRUNDYD: games of one's own. Faults are underlined where they are; the table and its laws stand beside the rules.
import { check, equal, open, plies, settled, until } from "./support/browser.mjs";

const { page, close } = await open(process.argv[2]);
const take = (more) => ({ vars: "n: 0..1000", moves: [{ name: "take", choose: "k in [1, 3, 4]", when: "k <= n", do: "n -= k", ...more }] });
const field = (tab, pointer) => tab.locator(`textarea[data-pointer="${pointer}"]`);
const compute = async (tab, rules) => {
  await tab.fill("[data-testid=rules]", JSON.stringify(rules));
  await tab.click("[data-testid=run]");
};

async function faults() {
  const tab = await page({ expected: /Failed to load resource: .* 422 / });
  await tab.goto("/custom");
  await tab.locator("[data-testid=laws] .badge").first().waitFor();
  // Two static faults at once, told and underlined at their columns.
  await compute(tab, { rules: take({ when: "n & 1 == 0", do: "n -= m" }), state: { n: 5 } });
  await tab.locator("[data-testid=fault]").nth(1).waitFor();
  const told = await tab.locator("[data-testid=fault]").evaluateAll((list) => list.map(({ dataset, querySelector }, i, all) => [dataset.pointer, dataset.code, dataset.at, all[i].querySelector("mark").textContent]));
  equal(JSON.stringify(told), JSON.stringify([["/rules/moves/0/when", "syntax", "2", "&"], ["/rules/moves/0/do", "unknown_name", "5", "m"]]), "the faults");
  for (const [pointer, , at, letters] of told) {
    equal(await field(tab, pointer).getAttribute("aria-invalid"), "true", `${pointer} is marked`);
    const under = await field(tab, pointer).evaluate((area) => { const mark = area.previousElementSibling.querySelector("mark"); return [mark.previousSibling.textContent.length, mark.textContent, getComputedStyle(mark).textDecorationStyle]; });
    equal(under.join(), [at, letters, "wavy"].join(), `${pointer} is underlined`);
  }
  equal(await field(tab, "/rules/vars").getAttribute("aria-invalid"), "false", "the others are not");
  // A fault in play has the state and the choice.
  await compute(tab, { rules: { vars: "n: 0..1000", moves: [{ name: "take", choose: "k in 1..3", do: "n -= k" }] }, state: { n: 5 } });
  await until(async () => (await tab.locator("[data-testid=fault]").count()) === 1, "one fault");
  check(/\{"n":2\}.*\{"k":3\}/s.test(await tab.locator("[data-testid=fault]").innerText()), await tab.locator("[data-testid=fault]").innerText());
  // Mended in its own field, by hand.
  await field(tab, "/rules/moves/0/choose").fill("k in 1..min(3, n)");
  equal(await field(tab, "/rules/moves/0/do").getAttribute("aria-invalid"), "true", "still marked until it is computed");
  await tab.keyboard.press("Enter");
  await tab.locator("[data-testid=verdict][data-verdict=win]").waitFor();
  equal(await tab.locator("[data-testid=fault]").count(), 0, "no faults left");
  equal(await field(tab, "/rules/moves/0/do").getAttribute("aria-invalid"), "false", "nothing marked");
  check(JSON.parse(await tab.inputValue("[data-testid=rules]")).rules.moves[0].choose === "k in 1..min(3, n)", "the JSON follows");
  // A title is a field of its own, stands in the address, and over the board; an empty one is none.
  await field(tab, "/rules/title").fill("One to three");
  await tab.keyboard.press("Enter");
  await until(async () => /One to three/.test(new URL(tab.url()).searchParams.get("rules")), "the title in the address");
  const board = await page();
  await board.goto(await tab.getByRole("link", { name: "Play it" }).getAttribute("href"));
  equal(await board.locator("h1").innerText(), "One to three", "the title over the board");
  await board.context().close();
  await field(tab, "/rules/title").fill("");
  check(!("title" in JSON.parse(await tab.inputValue("[data-testid=rules]")).rules), "an empty title");
  // What cannot be read is told at once, also while an answer is waited for, which is given up.
  let release;
  const held = new Promise((go) => (release = go));
  await tab.route((url) => url.pathname === "/custom", async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await tab.click("[data-testid=run]");
  await tab.locator("[aria-busy=true]").waitFor();
  await tab.fill("[data-testid=rules]", "{");
  await tab.click("[data-testid=run]");
  await until(async () => /JSON/.test(await tab.locator("[data-testid=fault]").innerText()), "no JSON");
  equal(await tab.locator("[aria-busy=true]").count(), 0, "nothing is waited for");
  release();
  await tab.context().close();
}

// Links that come from anywhere: sizes that nobody could hold, and what has not the shape of rules, are told in the service's words.
async function odd() {
  const tab = await page({ expected: /Failed to load resource: .* 422 / });
  for (const [asked, words] of [[{ rules: { vars: "a[99999999]: 0..3", moves: [{ name: "a", do: "a[0] = 1" }] } }, /\/vars/], [{ rules: { vars: "n: 0..9", let: "x", moves: [] }, state: { n: 1 } }, /\/let/], [{ rules: { vars: 5, moves: [5, null], ends: {} }, state: 7 }, /\/moves\/0/]]) {
    await tab.goto(`/custom?lang=en&rules=${encodeURIComponent(JSON.stringify(asked))}`);
    await until(async () => words.test((await tab.locator("[data-testid=fault]").allInnerTexts()).join("\n")), `${words} is told`);
    check(!/not JSON/.test((await tab.locator("[data-testid=fault]").allInnerTexts()).join("\n")), "it is JSON");
  }
  await tab.goto("/docs#%");
  await tab.locator("[data-operation]").first().waitFor();
  await tab.context().close();
}

async function law() {
  const tab = await page(), laws = tab.locator("[data-testid=laws]");
  // Rules alone, without a state; then what stands under the table.
  await tab.goto("/custom?lang=en");
  await compute(tab, take());
  await laws.getByText("period 7").waitFor();
  check(/^proven/.test(await laws.locator(".law").first().innerText()), await laws.innerText());
  equal(await laws.locator("code").first().innerText(), "g(n + 7) == g(n)", "the formula");
  await tab.locator("[data-testid=plot]").waitFor();
  const reach = async () => Number(/checked to (\d+)/.exec(await laws.innerText())?.[1] ?? 0), before = await reach();
  await laws.getByRole("button", { name: "Test further" }).click();
  await until(async () => (await reach()) > before, "tested further");
  await laws.locator("input").fill("n % 7 == 0 || n % 7 == 2");
  await tab.keyboard.press("Enter");
  await laws.getByText("holds so far").waitFor();
  check(/It tells where one loses · checked to \d/.test(await laws.locator(".law").first().innerText()), await laws.locator(".law").first().innerText());
  // The same formula, of the value: 1 where n is 0 or 2 and so on, and the value there is 0.
  await laws.locator("select").selectOption({ label: "the value" });
  await tab.click("[data-testid=laws] form button");
  await laws.getByText("fails", { exact: true }).waitFor();
  check(/It tells the value · at n = 0 it says 1, but the value is 0/.test(await laws.locator(".law").first().innerText()), await laws.locator(".law").first().innerText());
  await laws.locator("input").fill("n / 7 * 7 == n");
  await laws.locator("select").selectOption({ label: "where one loses" });
  await tab.click("[data-testid=laws] form button");
  await laws.getByText("at n = 2 it says W, but the value is L").waitFor();
  await tab.click("[data-testid=run]");
  await laws.getByText("period 7").waitFor();
  await laws.locator("input").fill("n % 5 == 0");
  await tab.keyboard.press("Enter");
  await laws.getByText("fails", { exact: true }).waitFor();
  check(/at n = 2 it says W, but the value is L/.test(await laws.innerText()), await laws.innerText());
  // Two laws that say different things, and what is true there.
  const apart = { laws: ["a", "b"].map((name, i) => ({ law: "formula", formula: name, form: {}, claims: "value", from: 0, exceptions: [], evidence: 30 - i, checked_to: 100, proven: false, theorem: null, words: { en: `law ${name}`, zh: name } })), of: "grundy", variables: ["n"], found_on: { from: 0, to: 100 }, conjectures: [], refuted: [], apart: { at: { n: 105 }, values: [0, 1] } };
  await tab.route("**/laws", (route) => route.fulfill({ status: 200, contentType: "application/json", body: JSON.stringify(apart) }));
  await tab.click("[data-testid=run]");
  await laws.getByText("differ at n = 105").waitFor();
  await laws.getByRole("button", { name: "Compute there" }).click();
  await laws.getByText("At n = 105 the value is 0.").waitFor();
  await tab.unroute("**/laws");
  // Evidence beside each other as bars; what a longer table refuted, with its place; places that a law leaves out.
  const [strong, weak] = apart.laws, bad = { ...weak, counterexample: { at: { n: 150 }, expected: 3, found: 1 } };
  await tab.route("**/laws", (route) => route.fulfill({ status: 200, contentType: "application/json", body: JSON.stringify({ ...apart, laws: [{ ...strong, exceptions: [[4, 2], [9, 1]] }, { ...weak, evidence: 15 }], refuted: [bad], apart: null }) }));
  await tab.click("[data-testid=run]");
  await laws.getByText("refuted", { exact: true }).waitFor();
  const cards = await laws.locator(".law").allInnerTexts();
  check(/except g\(4\) = 2, g\(9\) = 1/.test(cards[0]) && !/except/.test(cards[1]), cards.join("\n"));
  check(/^refuted/.test(cards[2]) && /at n = 150 it says 3, but the value is 1/.test(cards[2]), cards[2]);
  const [full, half] = await laws.locator(".law .bar i").evaluateAll((list) => list.map((bar) => bar.getBoundingClientRect().width / bar.parentElement.getBoundingClientRect().width));
  check(Math.abs(full - 1) < 0.01 && Math.abs(half - 0.5) < 0.01, `the bars: ${full}, ${half}`);
  await tab.unroute("**/laws");
  // A game of the gallery: its moves are buttons; it is played on the board; its address is a link.
  await tab.selectOption("[data-testid=gallery]", "wythoff");
  await tab.locator("[data-testid=heatmap]").waitFor();
  check(/\(W\. A\. Wythoff/.test(await tab.locator(".two > .card > .muted").first().innerText()), await tab.locator(".two > .card > .muted").first().innerText());
  const moves = tab.locator(".moves button");
  await tab.locator(".moves button.win").first().click();
  await tab.locator("[data-testid=verdict][data-verdict=loss]").waitFor();
  equal(await tab.locator(".moves button.win").count(), 0, "no winning move in a lost state");
  check((await moves.count()) > 0, "moves");
  const { state } = JSON.parse(await tab.inputValue("[data-testid=rules]"));
  const link = new URL(await tab.getByRole("link", { name: "Play it" }).getAttribute("href"), tab.url());
  equal(link.pathname, "/play/custom", "the board");
  equal(JSON.stringify(JSON.parse(link.searchParams.get("position")).state), JSON.stringify(state), "the same state");
  const cold = await page();
  await cold.goto(tab.url());
  await cold.locator("[data-testid=verdict][data-verdict=loss]").waitFor();
  equal(JSON.stringify(JSON.parse(await cold.inputValue("[data-testid=rules]")).state), JSON.stringify(state), "opened cold");
  await cold.context().close();
  // Parts, ends, scores: the fields that such rules need are there.
  await tab.selectOption("[data-testid=gallery]", "kayles");
  await field(tab, "/rules/moves/0/into/1").waitFor();
  await tab.selectOption("[data-testid=gallery]", "tic-tac-toe");
  await field(tab, "/rules/ends/0/when").waitFor();
  await tab.selectOption("[data-testid=gallery]", "dots");
  await field(tab, "/rules/moves/0/score").waitFor();
  await tab.context().close();
}

// Who takes three moves again. By hand: the multiples of three are lost, from others the rest is taken.
async function again() {
  const tab = await page(), rules = { vars: "n: 0..100", moves: [{ name: "take", choose: "k in 1..min(3, n)", again: "k == 3", do: "n -= k" }] };
  const from = (n) => tab.goto(`/play/custom?position=${encodeURIComponent(JSON.stringify({ rules, state: { n } }))}`);
  const take = async (k, n) => {
    await tab.locator(`[data-testid=chooser] button[data-move='{"move":"take","k":${k}}']`).click();
    await plies(tab, n);
  };
  const seen = () => tab.evaluate(() => [...document.querySelectorAll("[data-testid=record] > *")].map((ply) => `${ply.querySelector(".who").textContent} ${ply.querySelector(".slip") ? "slip" : ""}`.trim()).join());
  const turn = () => tab.locator(".turn").innerText(), bar = () => tab.evaluate(() => [...document.querySelectorAll(".verdictbar span")].map((span) => span.className).join());
  await from(7);
  equal(await settled(tab), "win", "seven");
  await take(3, 1);
  equal([await turn(), await settled(tab), await seen()].join(), "First player,win,First player", "three keep the turn");
  await take(2, 2);
  equal([await turn(), await settled(tab), await seen()].join(), "Second player,win,First player,First player slip", "two of four give it away");
  await take(2, 3);
  await tab.locator("[data-testid=review] h3").waitFor();
  equal(await seen(), "First player,First player slip,Second player", "who made the moves");
  equal(await bar(), "win,win,loss,loss", "the bar is the first player's");
  const review = await tab.locator("[data-testid=review]").innerText();
  check(/Second player/.test(review) && /^2\. /m.test(review), review);
  // The tree marks the move that keeps the turn and wins: four of four lead there, or leave three.
  await from(4);
  await tab.click("[data-testid=tree] summary");
  await tab.locator(".branch").first().waitFor();
  equal(await tab.locator(".edge.strong").count() > 0, true, "winning moves in the tree");
  // A machine waits while the turn is kept, and moves as often as it keeps it.
  await tab.selectOption("[data-testid=opponent]", "perfect");
  await from(9);
  await take(3, 1);
  equal([await turn(), await tab.locator("[data-testid=record] > *").count()].join(), "First player,1", "the machine waits");
  await tab.locator(`[data-testid=chooser] button[data-move='{"move":"take","k":1}']`).click();
  await tab.locator("[data-testid=review] h3").waitFor();
  equal(await seen(), "First player,First player,machine,machine", "the machine takes three, and two");
  check(/Second player/.test(await tab.locator("[data-testid=review] strong").first().innerText()), "the machine has won");
  await tab.context().close();
}

// Rules of two variables on the board: what is pointed at narrows the choice to the moves that change it. Wythoff's game, of which (1, 2) is lost.
async function two() {
  const tab = await page();
  await tab.goto("/custom?game=wythoff");
  await tab.locator("[data-testid=heatmap]").waitFor();
  const { rules } = JSON.parse(await tab.inputValue("[data-testid=rules]"));
  await tab.goto(`/play/custom?position=${encodeURIComponent(JSON.stringify({ rules, state: { a: 2, b: 3 } }))}`);
  equal(await settled(tab), "win", "two and three");
  const choices = tab.locator("[data-testid=chooser] button"), part = (name) => tab.locator(`.board .handle[aria-label^="${name}:"]`);
  equal(await choices.count(), 7, "all moves: two of a, three of b, two of both");
  await part("a").click();
  equal((await choices.allInnerTexts()).filter((text) => /^right/.test(text)).join(), "", "what leaves a alone");
  equal(await choices.count(), 4, "those of a");
  await part("b").click();
  equal(await choices.count(), 5, "those of b");
  await tab.keyboard.press("Escape");
  equal(await choices.count(), 7, "all again");
  // By keys: the arrows go from one to the other, and a move that is pointed at shows what it changes.
  await part("a").focus();
  await tab.keyboard.press("ArrowRight");
  equal(await tab.evaluate(() => document.activeElement.getAttribute("aria-label")), "b: 3", "the arrow");
  await tab.locator("[data-testid=move]").first().focus();
  equal(await tab.locator(".board .hint").count(), 2, "the winning move takes of both");
  await tab.locator("[data-testid=move]").first().click();
  await plies(tab, 1);
  equal(await settled(tab), "loss", "one and two");
  for (let n = 1; !(await tab.locator("[data-testid=play-machine]").isDisabled()); n++) {
    await tab.locator(".board .handle.can").first().click();
    await tab.waitForFunction((n) => document.querySelectorAll("[data-testid=record] > *").length > n || document.querySelector("[data-testid=chooser] button"), n);
    if ((await tab.locator("[data-testid=record] > *").count()) === n) await choices.first().click();
    await plies(tab, n + 1);
  }
  await tab.locator("[data-testid=review] h3").waitFor();
  await tab.context().close();
}

await Promise.all([faults(), odd(), law(), again(), two()]);
await close();
