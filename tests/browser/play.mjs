#!/usr/bin/env node
// play.mjs GRUNDYD: a game as it is played on the board: undo and the record, the review, scores, one player alone, the machine as the
// opponent, rules of one's own.
import { readFileSync } from "node:fs";
import { all, at, become, check, copied, count, done, equal, verdict } from "./support/board.mjs";
import { open, plies, settled } from "./support/browser.mjs";

const { page, close } = await open(process.argv[2]);

await all({
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
    for (const width of [800, 1280]) {
      await tab.setViewportSize({ width, height: 900 });
      await tab.waitForFunction((wide) => (document.querySelectorAll(".columns > div").length > 0) === wide, width > 860);
      check(await order(), `on a window of ${width} the review comes later`);
    }
    await tab.fill("[data-testid=position-json]", '{"heaps":[1,4]}');
    await become(tab, "win");
    check(!(await order()), "and goes back for the next game");
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

  async "what is too large to be drawn is moved by hand"() {
    const tab = await page(), ten30 = "1000000000000000000000000000000";
    const type = async (amount) => {
      await tab.locator(".pickmore form input").fill(amount);
      await tab.keyboard.press("Enter");
      await plies(tab, 1);
      return JSON.parse(await tab.inputValue("[data-testid=position-json]"));
    };
    const go = async (game, position) => {
      await tab.goto(at(game, position));
      await settled(tab);
    };
    await go("wythoff", { heaps: [21, 25] });
    await tab.locator(".board .handle", { hasText: "25" }).click();
    await tab.locator("[data-testid=chooser] .move").nth(4).click();
    await plies(tab, 1);
    equal(await tab.inputValue("[data-testid=position-json]"), '{"heaps":[21,20]}', "5 from heap 1");
    await go("wythoff", { heaps: [21, 25] });
    await tab.locator(".both .handle").click();
    equal((await type("11")).heaps.join(), "10,14", "11 from both");
    await go("wythoff", { heaps: ["5", ten30] });
    await tab.locator(".board .count.handle").last().click();
    equal((await type("7")).heaps.join(), `5,${BigInt(ten30) - 7n}`, "7 from the large one");
    await go("euclid", { pair: [ten30, 3] });
    await tab.locator(".board .handle").first().click();
    equal((await type("2")).pair.join(), `${BigInt(ten30) - 6n},3`, "3, twice");
    await go("public-sale", { price: ten30, max_raise: 5000 });
    await tab.locator(".board .handle").click();
    equal((await type("4999")).bid, 4999, "the bid");
    await done(tab);
  },

  async "a long position has an address, too"() {
    const tab = await page({ permissions: ["clipboard-read", "clipboard-write"] }), heaps = Array.from({ length: 1000 }, (_, i) => i + 1);
    await tab.goto("/play/nim");
    await settled(tab);
    await tab.fill("[data-testid=position-json]", JSON.stringify({ heaps }));
    await tab.locator(".heap").nth(999).waitFor();
    await settled(tab);
    await tab.click("[data-testid=lang-zh]");
    await tab.locator("html[lang=zh-CN] [data-testid=verdict]").waitFor();
    equal(await count(tab, ".heap"), 1000, "in another language");
    const link = await copied(tab, "复制链接");
    await tab.goto("/");
    await tab.goto(link);
    await settled(tab);
    equal(await tab.inputValue("[data-testid=position-json]"), JSON.stringify({ heaps }), "by its link");
    // And what is in another such link, in the same tab.
    await tab.evaluate(() => (location.hash = location.hash.replace("%5B1%2C", "%5B5%2C")));
    await tab.waitForFunction(() => document.querySelector("[data-testid=position-json]")?.value.startsWith('{"heaps":[5,'));
    await done(tab);
  },

  async "an opponent of the level that is chosen, and another seed for each ply"() {
    const tab = await page(), asked = [];
    tab.on("request", (request) => request.method() === "POST" && new URL(request.url()).pathname === "/play" && asked.push(request.postDataJSON()));
    await tab.goto(at("nim", { heaps: Array(9).fill(9) }));
    await settled(tab);
    check(!(await tab.locator(".level").isVisible()), "a level for nobody");
    await tab.selectOption("[data-testid=opponent]", "skilled");
    await tab.locator(".level input").fill("30");
    for (const n of [2, 4]) {
      await tab.locator(".heap .stone.can").last().click();
      await plies(tab, n);
    }
    equal(asked.map(({ skill }) => skill).join(), "30,30", "the level");
    check(asked.every(({ seed }) => Number.isInteger(seed)) && asked[0].seed !== asked[1].seed, `the seeds ${asked.map(({ seed }) => seed)}`);
    await tab.selectOption("[data-testid=opponent]", "perfect");
    await tab.locator(".heap .stone.can").last().click();
    await plies(tab, 6);
    check(!("skill" in asked[2]), "the best one has no level");
    await done(tab);
  },

  async "beside the board: the value, the counts, the winning moves, the xor in columns"() {
    const tab = await page();
    await tab.goto("/play/nim");
    await settled(tab);
    // 3 = 011, 4 = 100, 5 = 101: an odd number of ones stands in the column of two alone.
    equal((await tab.locator(".binary tr").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent).join("")))).join(), "011,100,101,010", "the columns");
    const figures = await tab.locator(".figures").innerText();
    check(/Grundy value\s+2\b/.test(figures) && /\b12\b/.test(figures), figures);
    // Of 101 heaps of one stone each is a winning move: the first hundred are listed, and how many there are is said.
    await tab.goto(at("nim", { heaps: Array(101).fill(1) }));
    equal(await settled(tab), "win", "101 ones");
    equal((await tab.locator("[data-testid=move]").evaluateAll((list) => list.map((one) => one.dataset.move))).join("\n"), Array.from({ length: 100 }, (_, heap) => JSON.stringify({ heap, take: 1 })).join("\n"), "the first hundred");
    check((await tab.locator(".answer").innerText()).includes("101"), "how many there are");
    await tab.goto(at("nim", { heaps: [3, 3] }));
    equal(await settled(tab), "loss", "twice three");
    equal(await count(tab, "[data-testid=move]"), 0, "winning moves of a lost position");
    await done(tab);
  },

  async "while the machine is due nobody moves for it"() {
    const tab = await page();
    let release, asked = 0;
    const held = new Promise((go) => (release = go));
    await tab.route("**/play", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      asked++;
      await held;
      await route.continue();
    });
    await tab.goto("/play/nim");
    await settled(tab);
    await tab.selectOption("[data-testid=opponent]", "perfect");
    await tab.locator(".heap .stone").first().click();
    await plies(tab, 1);
    await tab.waitForFunction(() => document.querySelector("[data-testid=play-machine]").disabled);
    equal(await count(tab, "[data-testid=board][aria-busy]"), 1, "that the machine is waited for is seen");
    await tab.locator(".heap .stone").first().click();
    await tab.locator("[data-testid=move]").first().click();
    await tab.evaluate(() => document.activeElement.blur());
    await tab.keyboard.press("m");
    release();
    await plies(tab, 2);
    equal(asked, 1, "asked once");
    equal(await tab.locator("[data-testid=record] .who").allInnerTexts().then(String), "First player,machine", "who moved");
    await done(tab);
  },

  async "where no move begins that is said, a held key is one choice, and capitals are keys, too"() {
    const tab = await page();
    for (const [game, position, part] of [["nim", { heaps: [0, 3] }, ".heap .count"], ["pieces", { piece: "rook", squares: [[0, 0], [2, 1]] }, ".square.goal"]]) {
      await tab.goto(at(game, position));
      await settled(tab);
      await tab.locator(part).first().click();
      equal(await tab.locator("[data-testid=error]").innerText(), "No move begins here.", game);
    }
    await tab.goto(at("nim", { heaps: [9, 9] }));
    await settled(tab);
    await tab.locator(".stone").first().focus();
    await tab.keyboard.down("Enter");
    await plies(tab, 1);
    for (let i = 0; i < 5; i++) await tab.keyboard.down("Enter");
    await tab.keyboard.up("Enter");
    await tab.keyboard.press("U");
    await plies(tab, 0);
    equal(await count(tab, "button.ply"), 0, "plies");
    check(await tab.locator("[data-testid=redo], button:has-text('Redo')").first().isEnabled(), "one ply to make again");
    await done(tab);
  },

  async "what a part of the board does is what it is called"() {
    const tab = await page(), names = () => tab.locator(".board .handle").evaluateAll((nodes) => nodes.map((node) => node.ariaLabel));
    await tab.goto(`${at("stone-front", { piles: [1, 2, 3, 7] })}&lang=zh`);
    await settled(tab);
    equal((await names()).slice(0, 2).join(), "取前 1 堆,取前 2 堆", "piles from the front");
    await tab.goto(at("pair-split", { pairs: [[1, 2]] }));
    await settled(tab);
    equal((await names()).join(), "pair 0: discard 1: 1,pair 0: discard 2: 2", "a pair");
    await tab.goto(at("coins", { rows: [4], circles: [] }));
    await settled(tab);
    await tab.locator(".coin").nth(1).click();
    equal(await tab.locator(".coin[aria-pressed=true]").count(), 1, "the coin that was chosen");
    await tab.keyboard.press("Escape");
    equal(await tab.locator("[aria-pressed=true].coin").count(), 0, "nothing is chosen");
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
    for (const wrong of ["", "null", "[]", '{"game":"nim","position":{"heaps":[1]}}', '{"game":"nim","position":5,"record":[]}', '{"game":"bash","position":{"heaps":[1]},"record":[]}']) {
      await tab.setInputFiles("input[type=file]", { name: "b.json", mimeType: "application/json", buffer: Buffer.from(wrong) });
      await tab.locator("[data-testid=error]", { hasText: "no record" }).waitFor();
      await plies(tab, 1);
      await tab.click("[data-testid=undo]");
      await plies(tab, 0);
      await tab.click("button:has-text('Redo')");
      await plies(tab, 1);
    }
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
});
await close();
