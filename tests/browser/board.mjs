#!/usr/bin/env node
// board.mjs GRUNDYD: the catalogue and the board: addresses, languages, themes, what a person does on the board, what goes wrong with
// the service, large positions.
import { readFileSync } from "node:fs";
import { check as fail, open, plies, settled } from "./support/browser.mjs";

const { daemon, page, close } = await open(process.argv[2]);
const at = (game, position, more = "") => `/play/${game}?position=${encodeURIComponent(JSON.stringify(position))}${more}`;
// The others go on.
function check(truth, text) {
  if (!truth) throw new Error(text);
}
const equal = (got, expected, text) => check(got === expected, `${text}: got ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`);
const count = (tab, selector) => tab.locator(selector).count();
const verdict = (tab) => tab.getAttribute("[data-testid=verdict]", "data-verdict");
const become = (tab, wanted) => tab.waitForFunction((wanted) => document.querySelector("[data-testid=verdict]")?.getAttribute("data-verdict") === wanted, wanted);
const done = (tab) => tab.context().close();

const tests = {
  async "a first view is few requests, and says it all"() {
    const tab = await page(), asked = [];
    tab.on("request", (request) => /^data:/.test(request.url()) || asked.push(request.url()));
    await tab.goto("/play/nim");
    equal(await settled(tab), "win", "verdict");
    await tab.waitForLoadState("networkidle");
    check(asked.length <= 6, asked.join("\n"));
    equal(await tab.getAttribute("html", "lang"), "en", "language");
    equal(await tab.getAttribute("[data-testid=move]", "data-move"), '{"heap":0,"take":2}', "data-move");
    check((await tab.textContent("[data-testid=explanation]")).includes("011"), "the explanation");
    equal(await tab.inputValue("[data-testid=position-json]"), '{"heaps":[3,4,5]}', "the position");
    await done(tab);
  },

  async "undo, redo, the record, thinking first"() {
    const tab = await page();
    await tab.goto("/play/nim");
    await settled(tab);
    await tab.hover("[data-testid=move]");
    equal(await count(tab, ".stone.hint"), 2, "stones that the move takes");
    await tab.click("[data-testid=move]");
    await plies(tab, 1);
    equal(await settled(tab), "loss", "after a winning move");
    equal(await count(tab, "[data-testid=move]"), 0, "winning moves of a lost position");
    await tab.click("[data-testid=play-machine]");
    await plies(tab, 2);
    check(new URL(tab.url()).searchParams.get("position").includes("heaps"), "the address has the position");
    await tab.click("[data-testid=undo]");
    await plies(tab, 1);
    await tab.keyboard.press("r");
    await plies(tab, 2);
    await tab.click("[data-testid=hide-answer]");
    for (const id of ["verdict", "move"]) check(!(await tab.locator(`[data-testid=${id}]`).first().isVisible()), `${id} is hidden`);
    check(!(await tab.locator("[data-testid=explanation] li").first().isVisible()), "the explanation is hidden");
    await tab.click("[data-testid=hide-answer]");
    check(await tab.locator("[data-testid=verdict]").isVisible(), "the verdict is back");
    // Another language does not end the game; a clicked one is kept.
    await tab.click("[data-testid=lang-zh]");
    await plies(tab, 2);
    equal(await tab.getAttribute("html", "lang"), "zh-CN", "a clicked language");
    check(/必/.test(await tab.textContent("[data-testid=verdict]")), "in Chinese");
    await tab.reload();
    await settled(tab);
    equal(await tab.getAttribute("html", "lang"), "zh-CN", "after a reload");
    await done(tab);
  },

  async "a game lost in Chinese is understood"() {
    const tab = await page();
    await tab.goto("/?lang=zh");
    await tab.click("a[href='/play/wythoff']");
    equal(await tab.getAttribute("html", "lang"), "en", "?lang= is not kept");
    await tab.click("[data-testid=lang-zh]");
    await settled(tab);
    await tab.selectOption("[data-testid=opponent]", "perfect");
    await tab.fill("[data-testid=position-json]", '{"heaps":[1,3]}');
    await tab.waitForFunction(() => decodeURIComponent(location.search).includes("[1,3]"));
    await become(tab, "win");
    await tab.locator(".heap .stone").first().click();
    await plies(tab, 2);
    equal(await verdict(tab), "loss", "the machine won");
    await tab.waitForSelector("[data-testid=review] li");
    const review = await tab.textContent("[data-testid=review]");
    check(/后手获胜/.test(review) && /取走|各取/.test(review), review);
    check(await tab.locator(".slip").first().isVisible(), "the mistake is marked");
    const order = () => tab.evaluate(() => document.querySelector("[data-testid=review]").compareDocumentPosition(document.querySelector("[data-testid=explanation]")) & Node.DOCUMENT_POSITION_FOLLOWING);
    check(await order(), "at the end the review comes first");
    await tab.fill("[data-testid=position-json]", '{"heaps":[1,4]}');
    await become(tab, "win");
    check(!(await order()), "and goes back for the next game");
    await done(tab);
  },

  async "deep links, back and forward"() {
    const tab = await page();
    await tab.goto(at("wythoff", { heaps: [3, 5] }, "&lang=zh"));
    equal(await settled(tab), "loss", "(3, 5)");
    equal(await tab.getAttribute("html", "lang"), "zh-CN", "?lang=zh");
    await tab.goto("/");
    await tab.click("a[href='/play/bash']");
    await settled(tab);
    await tab.goBack();
    await tab.waitForSelector(".cards .card");
    await tab.goForward();
    await settled(tab);
    equal(new URL(tab.url()).pathname, "/play/bash", "forward");
    await tab.goto("/play/kayles");
    await settled(tab);
    equal(new URL(tab.url()).pathname, "/play/sg", "a well-known name");
    await tab.goto("/play/nim?position=%7B");
    await tab.waitForSelector("[data-testid=error]");
    equal(await tab.inputValue("[data-testid=position-json]"), "{", "what the address said, to be mended");
    await tab.fill("[data-testid=position-json]", '{"heaps":[4]}');
    await become(tab, "win");
    await done(tab);
  },

  async "one heap alone is drawn high, and a print has all moves"() {
    const tab = await page({ viewport: { width: 360, height: 740 } });
    await tab.goto(at("fibonacci-nim", { stones: 17 }));
    await settled(tab);
    equal(await count(tab, ".stone.handle"), 17, "stones");
    await tab.click(".count.handle");
    equal(await count(tab, "[data-testid=chooser] .move"), 16, "the moves, by the number below");
    await tab.goto("/play/coins");
    await settled(tab);
    await tab.emulateMedia({ media: "print" });
    const cut = await tab.locator(".answer .moves").first().evaluate((list) => list.scrollHeight - list.clientHeight);
    check(cut <= 1, `${cut} px of the winning moves are not printed`);
    check(!(await tab.locator(".answer summary").first().isVisible()), "what is folded is not printed");
    await tab.emulateMedia({ media: "screen" });
    await tab.goto("/table/sg");
    equal(await tab.locator("input.number").nth(1).inputValue(), "60", "a table that a phone has room for");
    await done(tab);
  },

  async "by keys alone"() {
    const tab = await page();
    for (const [game, way] of [["nim", "ArrowRight"], ["pieces", "ArrowDown"], ["graph", "ArrowLeft"]]) {
      await tab.goto(`/play/${game}`);
      await settled(tab);
      const here = () => tab.evaluate(() => [...document.querySelectorAll(".board .handle")].indexOf(document.activeElement));
      for (let i = 0; i < 40 && (await here()) < 0; i++) await tab.keyboard.press("Tab");
      const from = await here();
      check(from >= 0, `${game}: Tab comes to the board`);
      await tab.keyboard.press(way);
      check((await here()) >= 0 && (await here()) !== from, `${game}: ${way} goes on`);
      check((await count(tab, ".board .hint")) > 0, `${game}: what is under the keys is shown`);
      await tab.keyboard.press("Escape");
    }
    await tab.goto("/play/nim");
    await settled(tab);
    while (!(await tab.evaluate(() => document.activeElement.matches(".board .handle")))) await tab.keyboard.press("Tab");
    await tab.keyboard.press("Enter");
    await plies(tab, 1);
    await tab.keyboard.press("m");
    await plies(tab, 2);
    await tab.keyboard.press("u");
    await plies(tab, 1);
    await tab.keyboard.press("h");
    check(!(await tab.locator("[data-testid=verdict]").isVisible()), "H hides");
    await done(tab);
  },

  async "searching and choosing a family"() {
    const tab = await page();
    await tab.goto("/");
    await tab.waitForSelector(".cards .card");
    const all = await count(tab, ".cards .card");
    await tab.click("[data-family=graphs]");
    equal(await count(tab, ".cards .card"), 2, "graphs");
    await tab.reload();
    await tab.waitForSelector(".cards .card");
    equal(await count(tab, ".cards .card"), 2, "graphs, from the address");
    await tab.click("[data-family='']");
    await tab.fill("[data-testid=search]", "威佐夫");
    equal(await count(tab, ".cards h2:has-text('Wythoff')"), 1, "by its Chinese name");
    check(all > 30, `${all} cards`);
    await done(tab);
  },

  async "what is typed is taken, or told why not"() {
    const tab = await page({ expected: /status of 422/ });
    await tab.goto("/play/nim");
    await settled(tab);
    await tab.fill("[data-testid=position-json]", '{"heaps":[1,1]}');
    await become(tab, "loss");
    await tab.fill("[data-testid=position-json]", '{"heaps":[1,1');
    await tab.waitForSelector("[data-testid=error]");
    await tab.fill("[data-testid=position-json]", '{"heaps":[1,-4],"colour":3}');
    await tab.waitForFunction(() => document.querySelector("[data-testid=error]")?.textContent.includes("/heaps/1"));
    check((await tab.textContent("[data-testid=error]")).includes("/colour"), "every fault");
    equal(await tab.getAttribute("#field-heaps", "aria-invalid"), "true", "the field is marked");
    await tab.click(".editor summary");
    await tab.fill("#field-heaps", "2 3");
    await tab.press("#field-heaps", "Enter");
    await become(tab, "win");
    equal(await count(tab, "[data-testid=error]"), 0, "the fault is gone");
    // What cannot be done here is told in the service's words.
    await tab.goto(at("fibonacci-nim", { stones: 5 }));
    await settled(tab);
    await tab.locator(".stone").last().click();
    check(/4/.test(await tab.textContent("[data-testid=error]")), "why not");
    await done(tab);
  },

  async "a service that fails"() {
    const tab = await page({ expected: /status of 503|ERR_FAILED/ });
    let mode = "503";
    const problem = { type: "/problems/overloaded", title: "Too much to do", status: 503, code: "overloaded", detail: "come back in a moment" };
    await tab.route("**/nim", (route) => (route.request().method() !== "POST" || mode === "ok" ? route.continue() : mode === "lost" ? route.abort() : route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify(problem) })));
    await tab.goto("/play/nim");
    await tab.waitForSelector("[data-testid=error]");
    check((await tab.textContent("[data-testid=error]")).includes("come back in a moment"), "its own words");
    mode = "lost";
    await tab.click("[data-testid=error] button");
    await tab.waitForFunction(() => document.querySelector("[data-testid=error]")?.textContent.includes("cannot be reached"));
    mode = "ok";
    await tab.click("[data-testid=error] button");
    equal(await settled(tab), "win", "after all");
    equal(await count(tab, "[data-testid=error]"), 0, "no error is left");
    await tab.route("**/games?summary=1", (route) => route.abort());
    await tab.goto("/");
    await tab.waitForSelector("[data-testid=error]");
    await done(tab);
  },

  async "a service that is slow"() {
    const tab = await page(), held = [];
    await tab.route("**/nim", (route) => (route.request().postData()?.includes("[3,4,5]") ? held.push(route) : route.continue()));
    await tab.goto("/play/nim");
    await tab.waitForSelector("progress");
    await tab.fill("[data-testid=position-json]", '{"heaps":[2,2]}');
    await become(tab, "loss");
    for (const route of held) await route.continue().catch(() => {});
    await tab.fill("[data-testid=position-json]", '{"heaps":[3,4,5]}');
    await tab.click("[data-testid=cancel]");
    await tab.waitForSelector("[data-testid=error]");
    await tab.fill("[data-testid=position-json]", '{"heaps":[5,5]}');
    await become(tab, "loss");
    for (const route of held) await route.continue().catch(() => {});
    equal(await verdict(tab), "loss", "a late answer replaces nothing");
    await done(tab);
  },

  async "large positions"() {
    const tab = await page(), ring = Array.from({ length: 1999 }, (_, i) => [i, i + 1]);
    const large = [
      ["nim", { heaps: ["1" + "0".repeat(30), 7] }, "win"],
      ["nim", { heaps: Array.from({ length: 1000 }, (_, i) => (i < 998 ? 5 : 6)) }, "loss"],
      ["squares", { grid: Array.from({ length: 50 }, (_, i) => (i % 2 ? ".".repeat(50) : "#".repeat(50))) }, "loss"],
      ["graph", { edges: ring, tokens: [0] }, "win"],
    ];
    await tab.goto("/play/nim");
    await settled(tab);
    for (const [game, position, wanted] of large) {
      if (new URL(tab.url()).pathname !== `/play/${game}`) await tab.goto(`/play/${game}`).then(() => settled(tab));
      await tab.fill("[data-testid=position-json]", JSON.stringify(position));
      await tab.waitForFunction((text) => !document.querySelector("[data-testid=board]").hasAttribute("aria-busy") && document.querySelector("[data-testid=verdict]") && document.querySelector("[data-testid=position-json]").value === text, JSON.stringify(position));
      await become(tab, wanted);
    }
    // A number that cannot be pointed at is typed.
    await tab.goto(at("nim", { heaps: ["1" + "0".repeat(30), 7] }));
    await settled(tab);
    await tab.locator(".count.handle").first().click();
    await tab.fill("#move-take", "5" + "0".repeat(29));
    await tab.press("#move-take", "Enter");
    await plies(tab, 1);
    check(new URL(tab.url()).searchParams.get("position").includes(`"5${"0".repeat(29)}"`), tab.url());
    await done(tab);
  },

  // 10 leads for good: 1, 5 is worth 4 to who moves there, who loses the game all the same.
  async "scores are those of the whole game"() {
    const tab = await page();
    await tab.goto(at("stone-ends", { piles: [10, 1, 5] }));
    equal(await settled(tab), "win", "10, 1, 5");
    equal(await tab.inputValue("[data-testid=position-json]"), '{"piles":[10,1,5]}', "nothing is added to what was typed");
    await tab.locator(".pile").first().click();
    await plies(tab, 1);
    equal(await settled(tab), "loss", "1, 5 behind 10");
    equal(await count(tab, "[data-testid=move]"), 0, "winning moves");
    check((await tab.textContent(".status")).includes("Lead so far: -10"), await tab.textContent(".status"));
    check(/-10 \+ 4 = -6/.test(await tab.textContent("[data-testid=explanation]")), "why");
    await tab.locator("[data-testid=record] button").first().click();
    await become(tab, "loss");
    const link = tab.url();
    await tab.locator(".pile").first().click();
    await plies(tab, 2);
    await tab.locator(".pile").first().click();
    await plies(tab, 3);
    check(/player to move has lost/.test(await tab.textContent("[data-testid=verdict]")), "the end");
    await tab.waitForSelector("[data-testid=review] strong");
    const review = await tab.textContent("[data-testid=review]");
    check(/First player wins/.test(review) && /No mistake/.test(review), review);
    // The link of the middle has the scores; so has the tree.
    await tab.goto(link);
    equal(await settled(tab), "loss", "the link");
    await tab.click("[data-testid=tree] summary");
    await tab.waitForSelector(".branch");
    check((await tab.locator(".branch").first().getAttribute("aria-label")).includes('"lead":-10'), "the tree");
    // A record of somebody else's, and rules of one's own.
    const text = JSON.stringify({ game: "stone-ends", position: { piles: [10, 1, 5] }, record: [{ end: "left" }, { end: "left" }] });
    await tab.setInputFiles("input[type=file]", { name: "a.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await plies(tab, 2);
    check((await tab.textContent(".status")).includes("Lead so far: 9"), await tab.textContent(".status"));
    const rules = { vars: "n: 0..9", moves: [{ name: "all", when: "n", score: "n", do: "n = 0" }, { name: "one", when: "n", score: "1", do: "n -= 1" }] };
    await tab.goto(at("custom", { rules, state: { n: 3 } }));
    await settled(tab);
    await tab.click("[data-move='{\"move\":\"all\"}']");
    await plies(tab, 1);
    check(/player to move has lost/.test(await tab.textContent("[data-testid=verdict]")), "3 to 0");
    await done(tab);
  },

  async "one player alone"() {
    const tab = await page();
    await tab.goto(at("stone-halves", { piles: [6, 2, 3, 4, 5, 5] }));
    await settled(tab);
    equal(await verdict(tab), "", "no verdict");
    check(/At most 18/.test(await tab.textContent("[data-testid=verdict]")), await tab.textContent("[data-testid=verdict]"));
    equal(await count(tab, "[data-testid=opponent]"), 0, "nobody to play against");
    for (let n = 1; !/over/.test(await tab.textContent("[data-testid=verdict]")); n++) {
      await tab.click("[data-testid=play-machine]");
      await plies(tab, n);
    }
    await tab.waitForSelector("[data-testid=review] p");
    const said = await tab.textContent("main");
    check(!/player|Opponent|drawn|anybody/i.test(said.replace(/One player decides alone|the player chooses/g, "")), said);
    await tab.goto("/practice/stone-halves?lang=zh");
    await tab.waitForSelector("[data-testid=puzzle][data-position]");
    check(!/先手|后手|双方|分差/.test(await tab.textContent("main")), "in Chinese");
    await done(tab);
  },

  async "undo against the machine takes back both moves"() {
    const tab = await page();
    await tab.goto(at("nim", { heaps: [3, 4, 5] }));
    await settled(tab);
    await tab.selectOption("[data-testid=opponent]", "perfect");
    const shown = () => tab.inputValue("[data-testid=position-json]"), positions = ['{"heaps":[3,4,5]}'];
    for (const n of [2, 4]) {
      await tab.locator(".stone").last().click();
      await plies(tab, n);
      positions.push(await shown());
    }
    await tab.click("[data-testid=undo]");
    await plies(tab, 2);
    equal(await shown(), positions[1], "mine and the machine's");
    await tab.keyboard.press("u");
    await plies(tab, 0);
    equal(await shown(), positions[0], "to the first");
    await tab.click("[data-testid=redo]");
    await plies(tab, 2);
    await tab.keyboard.press("r");
    await plies(tab, 4);
    equal(await shown(), positions[2], "and again");
    // Where the machine began, there is nothing before its move.
    await tab.fill("[data-testid=position-json]", '{"heaps":[5,4,3]}');
    await become(tab, "win");
    await tab.click("[data-testid=play-machine]");
    await plies(tab, 1);
    await tab.click("[data-testid=undo]");
    await plies(tab, 0);
    await done(tab);
  },

  // A number of the state is a handle for the moves that change it, which is no field of a move.
  async "more moves of rules of one's own than are listed"() {
    const tab = await page(), rules = { vars: "n: 0..9999, m: 0..9", moves: [{ name: "take", choose: "k in 1..n", do: "n -= k" }] };
    for (const n of [99, 5000]) {
      await tab.goto(at("custom", { rules, state: { n, m: 2 } }));
      await settled(tab);
      await tab.locator(".state .cell").first().click();
      await tab.fill("#move-k", String(n + 1));
      await tab.press("#move-k", "Enter");
      await tab.waitForSelector("[data-testid=error]");
      const said = await tab.textContent("[data-testid=error]");
      check(said.includes("k") && !/~|unknown/.test(said), said);
      await tab.locator(".state .cell").first().click();
      await tab.fill("#move-k", String(n - 1));
      await tab.press("#move-k", "Enter");
      await plies(tab, 1);
      check((await tab.inputValue("[data-testid=position-json]")).includes('"n":1,'), "what was typed is played");
    }
    await done(tab);
  },

  async "a record goes out and comes back"() {
    const tab = await page({ acceptDownloads: true });
    await tab.goto("/play/nim");
    await settled(tab);
    await tab.click("[data-testid=move]");
    await plies(tab, 1);
    const [download] = await Promise.all([tab.waitForEvent("download"), tab.click(".recorded button:has-text('Export')")]);
    const text = readFileSync(await download.path(), "utf8");
    equal(text, '{"game":"nim","position":{"heaps":[3,4,5]},"record":[{"heap":0,"take":2}]}', "the record");
    await tab.goto("/play/nim");
    await settled(tab);
    await tab.setInputFiles("input[type=file]", { name: "a.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await plies(tab, 1);
    const drawn = [];
    for (const seed of ["7", "7", "8"]) {
      await tab.fill("[data-testid=seed]", seed);
      await Promise.all([tab.waitForResponse((response) => response.url().endsWith("/generate")), tab.click("[data-testid=new-game]")]);
      await plies(tab, 0);
      await tab.waitForFunction(() => document.querySelector("[data-testid=position-json]").value !== '{"heaps":[3,4,5]}');
      drawn.push(await tab.inputValue("[data-testid=position-json]"));
    }
    equal(drawn[0], drawn[1], "one seed, one position");
    await done(tab);
  },

  async "the theme follows the system until it is chosen"() {
    const tab = await page({ colorScheme: "dark" }), colour = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await tab.goto("/play/nim");
    await settled(tab);
    const dark = await colour();
    await tab.emulateMedia({ colorScheme: "light" });
    const light = await colour();
    check(dark !== light, `${dark} ${light}`);
    await tab.click("[data-testid=theme]");
    await settled(tab);
    equal(await colour(), dark, "chosen");
    await tab.reload();
    await settled(tab);
    equal(await colour(), dark, "kept");
    await tab.emulateMedia({ media: "print" });
    check(!(await tab.locator("header").isVisible()), "the header is not printed");
    check((await tab.locator(".board").evaluate((board) => getComputedStyle(board).printColorAdjust)) === "exact", "stones are printed by those who print no backgrounds");
    await done(tab);
  },
};

const queue = Object.entries(tests).filter(([name]) => !process.env.ONLY || name.includes(process.env.ONLY)), faults = [];
await Promise.all(
  Array.from({ length: 3 }, async () => {
    for (let next; (next = queue.shift()); ) await next[1]().then(() => process.env.SAY && console.log(next[0], Math.round(performance.now())), (error) => faults.push(`${next[0]}: ${error.stack}`));
  }),
);
fail(faults.length === 0, faults.join("\n"));
await close();
