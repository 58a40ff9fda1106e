#!/usr/bin/env node
// board.mjs GRUNDYD: the catalogue and the board as they are looked at: addresses, languages, themes, keys, what goes wrong with the
// service, large positions.
import { all, at, become, check, count, done, equal, verdict } from "./support/board.mjs";
import { open, plies, settled } from "./support/browser.mjs";

const { page, close } = await open(process.argv[2]);

await all({
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

  async "sheets of any size that is drawn are whole on a phone"() {
    const tab = await page({ viewport: { width: 360, height: 740 } });
    for (const side of [3, 12, 16]) {
      await tab.goto(at("cutting", { sheets: [[side, 2], [2, side]] }));
      await settled(tab);
      const [board, ...sheets] = await tab.evaluate(() => [".board", ".sheet"].flatMap((name) => [...document.querySelectorAll(name)]).map((node) => node.getBoundingClientRect()).map(({ left, right, width, height }) => ({ left, right, width, height })));
      equal(sheets.length, 2, "sheets");
      for (const sheet of sheets) check(sheet.left >= board.left && sheet.right <= board.right, `${side}: ${JSON.stringify([board, sheet])}`);
      // Squares are as wide as they are high, and a cut stands between two of them.
      check(Math.abs(sheets[0].width / side - sheets[0].height / 2) < 3, JSON.stringify(sheets));
      const cut = await tab.locator(".cut.width").nth(0).evaluate((line) => line.getBoundingClientRect().left + line.getBoundingClientRect().width / 2 - line.parentElement.getBoundingClientRect().left);
      check(Math.abs(cut - sheets[0].width / side) < 4, `the first cut at ${cut} of ${sheets[0].width}`);
    }
    await done(tab);
  },

  async "a game that the page was never told of is played, too"() {
    const tab = await page({ expected: /status of 404/ });
    const as = (reply) => reply.text().then((text) => text.replaceAll('"nim"', '"newgame"'));
    await tab.route("**/games?summary=1", async (route) => route.fulfill({ contentType: "application/json", body: await as(await route.fetch()) }));
    await tab.route("**/games/newgame", async (route) => route.fulfill({ contentType: "application/json", body: await as(await route.fetch({ url: route.request().url().replace("newgame", "nim") })) }));
    await tab.route((url) => url.pathname === "/newgame", async (route) => route.fulfill({ contentType: "application/json", body: await as(await route.fetch({ url: route.request().url().replace("newgame", "nim") })) }));
    await tab.goto(at("newgame", { heaps: [1, 2] }));
    equal(await settled(tab), "win", "one and two");
    await tab.locator(".board .handle").last().click();
    const choices = tab.locator("[data-testid=chooser] button[data-move]");
    equal((await choices.evaluateAll((list) => list.map((one) => one.dataset.move))).join(), '{"heap":1,"take":1},{"heap":1,"take":2}', "the moves that change the two");
    await choices.first().click();
    await plies(tab, 1);
    equal(await settled(tab), "loss", "one and one");
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
    equal(await tab.locator("input.number").nth(1).inputValue(), "100", "a table that a phone has room for");
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
});
await close();
