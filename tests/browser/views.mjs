#!/usr/bin/env node
// views.mjs GRUNDYD: what holds for every view: back and forward, a slow and a failing service, 200 % zoom, reduced motion, embedding; and
// names of well-known games, the game tree, nodes that are dragged, positions that are taken along.
import { createServer } from "node:http";
import { copied } from "./support/board.mjs";
import { check as fail, open, plies, settled } from "./support/browser.mjs";

const OTHER = createServer((request, reply) => reply.setHeader("Content-Type", "text/html").end(`<iframe src="${new URL(request.url, "http://x").searchParams.get("of")}" width="900" height="700"></iframe>`));
await new Promise((done) => OTHER.listen(0, "127.0.0.1", done));
const HOST = `http://127.0.0.1:${OTHER.address().port}`;
const { daemon, browser, page, close } = await open(process.argv[2], ["--frame-ancestors", `'self' ${HOST}`]);
const at = (view, position) => `${view}?position=${encodeURIComponent(JSON.stringify(position))}`;
function check(truth, text) {
  if (!truth) throw new Error(text);
}
const equal = (got, expected, text) => check(got === expected, `${text}: got ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`);
const done = (tab) => tab.context().close();

// Each view, what is there when it is ready, what it cannot do without, and what it asks for then (null: it asks for nothing more).
const VIEWS = [
  ["/", ".cards .card", "/games?summary=1", null],
  ["/play/nim", "[data-testid=verdict]", "/games/nim", "/nim"],
  ["/table/wythoff", "[data-testid=heatmap]", "/games/wythoff", "/batch"],
  ["/practice/nim?seed=1&kind=move", "[data-testid=puzzle][data-position]", "/games/nim", "/generate"],
  ["/exam?games=nim&count=2&seed=1", "[data-testid=exam-key]", "/games", "/generate"],
  ["/docs", "[data-operation]", "/openapi.json", null],
  ["/custom", "[data-testid=laws]", "/custom/gallery", "/custom"],
];
const follow = (tab, path) =>
  tab.evaluate((href) => {
    const link = document.createElement("a");
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
const ask = (path) => (url) => url.pathname + url.search === path;

const tests = {
  async "back and forward through every view"() {
    const tab = await page();
    for (const [path, ready] of VIEWS) {
      // Within the page, as a click on a link does it.
      if (path === "/") await tab.goto(path);
      else await follow(tab, path);
      await tab.locator(ready).first().waitFor();
    }
    const names = VIEWS.map(([path]) => path.split("?")[0]);
    for (let i = VIEWS.length - 2; i >= 0; i--) {
      await tab.goBack();
      await tab.locator(VIEWS[i][1]).first().waitFor();
      equal(new URL(tab.url()).pathname, names[i], "back");
    }
    for (let i = 1; i < VIEWS.length; i++) {
      await tab.goForward();
      await tab.locator(VIEWS[i][1]).first().waitFor();
      equal(new URL(tab.url()).pathname, names[i], "forward");
    }
    await done(tab);
  },

  async "two tabs: each keeps its language until it is loaded again, and the best streak is the best of both"() {
    const one = await page();
    await one.goto("/");
    await one.locator(".cards .card").first().waitFor();
    const two = await one.context().newPage();
    await two.goto("/");
    await two.click("[data-testid=lang-zh]");
    await one.locator("header a[href='/exam']").click();
    await one.locator("[data-testid=generate]").waitFor();
    equal(await one.getAttribute("html", "lang"), "en", "the first tab");
    await one.reload();
    await one.locator("html[lang=zh-CN] [data-testid=generate]").waitFor();
    for (const [tab, kept, shown] of [[one, 3, "最高 3"], [two, 7, "最高 7"], [one, null, "最高 7"]]) {
      if (kept) await tab.evaluate((kept) => localStorage.setItem("streak-nim", kept), kept);
      await follow(tab, `/practice/nim?seed=${kept}`);
      await tab.locator(".score", { hasText: shown }).waitFor();
    }
    await done(one);
  },

  async "back to the catalogue is back to the place in it"() {
    const tab = await page();
    await tab.goto("/");
    await tab.locator(".cards .card").first().waitFor();
    await tab.evaluate(() => scrollTo(0, 900));
    await tab.locator(".cards .card > a").nth(20).click();
    await settled(tab);
    await tab.goBack();
    await tab.locator(".cards .card").first().waitFor();
    await tab.waitForFunction(() => scrollY > 500);
    await done(tab);
  },

  async "a slow service: that something is waited for is seen, and the view comes when the answer does"() {
    const tab = await page();
    for (const [path, ready, first, second] of VIEWS)
      for (const held of [first, second].filter(Boolean)) {
        let release;
        const wait = new Promise((go) => (release = go));
        await tab.route(ask(held), async (route) => {
          if (route.request().resourceType() === "fetch") await wait;
          await route.continue();
        });
        await tab.goto(path);
        await tab.waitForFunction(() => document.querySelector("[aria-busy=true]") && getComputedStyle(document.body, "::before").position === "fixed", null);
        check(await tab.locator("header").isVisible(), `${path}: nothing is there while ${held} is waited for`);
        equal(await tab.locator("[data-testid=error]").count(), 0, `${path}, ${held} held`);
        release();
        await tab.locator(ready).first().waitFor();
        await tab.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
        await tab.unroute(ask(held));
      }
    await done(tab);
  },

  async "a failing service: its words are shown, and it can be tried again"() {
    const problem = { type: "/problems/overloaded", title: "Too much to do", status: 503, code: "overloaded", detail: "come back in a moment" };
    const tab = await page({ expected: /status of 503|ERR_FAILED/ });
    for (const [path, ready, first, second] of VIEWS)
      for (const [broken, way] of [[first, "lost"], [first, "503"], [second, "503"], [second, "lost"], [first, "portal"], [second, "portal"], [second, "gateway"]].filter(([path]) => path)) {
        let whole = false;
        await tab.route(ask(broken), (route) => (whole || route.request().resourceType() !== "fetch" ? route.continue() : way === "lost" ? route.abort() : way === "portal" ? route.fulfill({ contentType: "text/html", body: "<h1>Sign in</h1>" }) : route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify(way === "gateway" ? { message: "bad gateway" } : problem) })));
        await tab.goto(path);
        const error = tab.locator("[data-testid=error], [data-testid=fault]").first();
        await error.waitFor().catch((cause) => check(false, `${path}, ${broken} ${way}: ${cause}`));
        const said = await error.innerText();
        check(said.includes(way === "503" ? "come back in a moment" : "cannot be reached"), `${path}, ${broken} ${way}: ${said}`);
        whole = true;
        await error.locator("button").click().catch((cause) => check(false, `${path}, ${broken} ${way}: ${cause}`));
        await tab.locator(ready).first().waitFor();
        await tab.unroute(ask(broken));
      }
    await done(tab);
  },

  async "what the service refuses is said in every view that asks"() {
    const tab = await page({ expected: /status of (422|404)/ });
    const wrong = [[at("/play/nim", { heaps: [-1] }), /heaps/], [`${at("/table/nim", { heaps: [-2, 3] })}&x=/heaps/1`, /heaps/], [`/exam?games=nim&count=1&seed=${"x".repeat(300)}`, /seed/], [`/custom?rules=${encodeURIComponent('{"rules":{"vars":"n: 0..9","moves":[{"name":"a","do":"m -= 1"}]},"state":{"n":3}}')}`, /m\b/]];
    for (const [path, words] of wrong) {
      await tab.goto(path);
      const error = tab.locator("[data-testid=error], [data-testid=fault]").first();
      await error.waitFor().catch((cause) => check(false, `${path}: ${cause}`));
      check(words.test(await error.innerText()), `${path}: ${await error.innerText()}`);
    }
    // In Chinese with the signs of Chinese.
    await tab.goto(`${at("/play/nim", { heaps: [-1] })}&lang=zh`);
    await tab.locator("[data-testid=error]").waitFor();
    check((await tab.locator("[data-testid=error]").innerText()).startsWith("/heaps/0："), await tab.locator("[data-testid=error]").innerText());
    await tab.locator("[data-testid=lang-en]").click();
    // No such game: a link within the page finds that out in the page.
    await tab.goto("/exam");
    await follow(tab, "/play/nosuchgame");
    await tab.locator("[data-testid=error]").waitFor();
    check(/nosuchgame/.test(await tab.locator("[data-testid=error]").innerText()), await tab.locator("[data-testid=error]").innerText());
    await done(tab);
  },

  async "200 % zoom and a narrow screen: nothing is wider than the screen, everything can be reached"() {
    // A page of 1280 by 900 at 200 % has 640 by 450 pixels of its own.
    for (const viewport of [{ width: 640, height: 450 }, { width: 320, height: 225 }]) {
      const tab = await page({ viewport, deviceScaleFactor: 2 });
      for (const [path, ready] of VIEWS) {
        await tab.goto(path);
        await tab.locator(ready).first().waitFor({ state: "attached" });
        await tab.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
        const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
        check(wide <= viewport.width, `${path}: ${wide} wide on ${viewport.width}`);
      }
      await tab.goto("/play/nim");
      await settled(tab);
      await tab.click("[data-testid=move]");
      await plies(tab, 1);
      await done(tab);
    }
  },

  async "reduced motion: nothing moves by itself"() {
    for (const [reducedMotion, moving] of [["reduce", false], ["no-preference", true]]) {
      const tab = await page({ reducedMotion });
      await tab.goto("/");
      await tab.locator(".cards .card").first().waitFor();
      await tab.hover(".cards .card");
      const seconds = await tab.evaluate(() => [...document.querySelectorAll(".cards .card, .go")].map((node) => getComputedStyle(node)).some((style) => parseFloat(style.transitionDuration) > 0 || style.animationName !== "none"));
      equal(seconds, moving, `motion, ${reducedMotion}`);
      await done(tab);
    }
  },

  async "where the system chooses the colours, what is drawn keeps its own"() {
    const tab = await page({ forcedColors: "active" });
    const backs = (selector) => tab.locator(selector).evaluateAll((nodes) => new Set(nodes.map((node) => getComputedStyle(node).backgroundColor + getComputedStyle(node).backgroundImage)).size);
    await tab.goto("/play/nim");
    await settled(tab);
    check((await tab.locator(".stone").first().evaluate((node) => getComputedStyle(node).backgroundImage)) !== "none", "stones are not seen");
    await tab.goto(at("/play/squares", { grid: ["..", "..", "#."] }));
    await settled(tab);
    check((await backs(".square")) > 1, "full squares look like free ones");
    await tab.goto("/practice/nim?kind=verdict&seed=1");
    await tab.locator("[data-testid=puzzle][data-position]").waitFor();
    check((await backs("[data-kind]")) > 1, "the chosen kind looks like the others");
    await tab.goto("/table/wythoff");
    await tab.locator("[data-testid=heatmap] canvas").first().waitFor();
    const seen = await tab.evaluate(() => {
      const canvas = document.querySelector("[data-testid=heatmap] canvas"), { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    check(seen > 50, `a map of ${seen} colours`);
    await done(tab);
  },

  async "on a projector all is larger; on paper is what is looked at, and not what it was asked with"() {
    const tab = await page({ viewport: { width: 2560, height: 1400 } }), size = () => tab.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
    await tab.goto("/table/wythoff");
    await tab.locator("[data-testid=heatmap]").waitFor();
    check((await size()) > 22, `letters of ${await size()} px on 2560`);
    await tab.setViewportSize({ width: 1280, height: 900 });
    equal(await size(), 16, "letters on 1280");
    await tab.emulateMedia({ media: "print" });
    for (const [part, there] of [["[data-testid=heatmap]", true], [".controls", false], [".info", false]]) equal(await tab.locator(part).isVisible(), there, `${part} on paper`);
    await tab.goto("/docs");
    await tab.locator("[data-operation]").first().waitFor({ state: "attached" });
    equal(await tab.locator(".ops").first().evaluate((node) => getComputedStyle(node).breakInside), "auto", "a long list goes over pages");
    await done(tab);
  },

  async "another site embeds the page only where the operator says so"() {
    const tab = await page({ expected: /asks elsewhere|frame-ancestors/ });
    await tab.goto(`${HOST}/?of=${encodeURIComponent(`${daemon.url}/play/nim`)}`);
    const inside = tab.frameLocator("iframe");
    await inside.locator("[data-testid=verdict]").waitFor();
    await inside.locator("[data-testid=move]").first().click();
    await inside.locator("[data-testid=record] > *").first().waitFor();
    // The same page by another name is no site that was named.
    await tab.goto(`${HOST.replace("127.0.0.1", "localhost")}/?of=${encodeURIComponent(`${daemon.url}/play/nim`)}`);
    await tab.waitForFunction(() => document.readyState === "complete");
    const frame = await (await tab.waitForSelector("iframe")).contentFrame();
    check(!frame || !(await frame.locator("[data-testid=board]").count().catch(() => 0)), "a stranger embeds the page");
    await done(tab);
  },

  async "well-known games by their names, in every view that has a game"() {
    const tab = await page();
    await tab.goto("/table/kayles?lang=zh");
    check(/周期 12\b|以 12 为周期/.test(await tab.locator("[data-testid=period]").innerText()), "the period of Kayles");
    equal(await tab.inputValue("#rules"), "0.77", "the rules of Kayles");
    equal(new URL(tab.url()).searchParams.get("lang"), "zh", "the language of the address");
    await tab.goto("/table/grundys-game");
    await tab.locator("[data-testid=plot]").waitFor();
    await tab.goto("/practice/kayles?seed=1");
    await tab.locator("[data-testid=puzzle][data-position]").waitFor();
    equal(JSON.parse(await tab.getAttribute("[data-testid=puzzle]", "data-position")).rules.octal, "0.77", "a puzzle of Kayles");
    await tab.goto("/play/Lasker's nim");
    await settled(tab);
    equal(new URL(tab.url()).pathname, "/play/sg", "by its title");
    await done(tab);
  },

  async "the game tree: equal positions once, lost ones marked, a click goes there"() {
    const tab = await page();
    await tab.goto(at("/play/nim", { heaps: [1, 2] }));
    await settled(tab);
    await tab.click("[data-testid=tree] summary");
    await tab.locator(".branch").first().waitFor();
    // (1,2) (0,2) (1,1) (1,0) (0,1) (0,0): six positions, of which (1,1) and (0,0) are lost; nine moves, five of them to a lost one.
    equal(await tab.locator(".branch").count(), 6, "positions");
    equal(await tab.locator(".branch.loss").count(), 2, "lost ones");
    equal(await tab.locator(".tree .edge").count(), 9, "moves");
    equal(await tab.locator(".tree .edge.strong").count(), 4, "winning moves");
    await tab.locator(".branch.loss").first().click();
    await tab.waitForFunction(() => decodeURIComponent(location.search).includes("[1,1]"));
    equal(await settled(tab), "loss", "(1,1)");
    await tab.waitForFunction(() => document.querySelectorAll(".branch").length === 4);
    await tab.click("[data-testid=hide-answer]");
    check(!(await tab.locator(".branch").first().isVisible()), "the tree is hidden with the answer");
    await done(tab);
  },

  async "nodes are dragged, and stay; what was dragged was not clicked"() {
    const tab = await page();
    await tab.goto(at("/play/graph", { edges: [[0, 1], [1, 2], [0, 2]], tokens: [0] }));
    await settled(tab);
    const node = tab.locator(".node").nth(1), place = async () => node.getAttribute("transform");
    const box = await node.boundingBox(), was = await place();
    await tab.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await tab.mouse.down();
    await tab.mouse.move(box.x + 60, box.y + 50, { steps: 5 });
    await tab.mouse.up();
    const now = await place();
    check(now !== was, "it did not move");
    equal(await tab.locator("[data-testid=record] > *").count(), 0, "plies after a drag");
    await node.click();
    await plies(tab, 1);
    equal(await place(), now, "it stays where it was put");
    await done(tab);
  },

  async "what is not there is a page that says so, in the reader's language, and leads on"() {
    for (const [path, words] of [["/play/nosuchgame", "/play/nosuchgame"], ["/table/nosuchgame", "/table/nosuchgame"], ["/practice/nimm", "/practice/nimm"], ["/nimm", "/nim"], ["/exam/more", "/exam"], ["/constructor", "/constructor"], ["/games/nimm", "/games/nim"]])
      for (const [locale, sorry, games] of [["en-US", "This did not work", "Games"], ["zh-CN", "出错了", "游戏"]]) {
        const tab = await page({ locale, expected: /status of 404/ });
        const reply = await tab.goto(path);
        equal(reply.status(), 404, path);
        await tab.locator("[data-testid=error]").waitFor();
        equal(await tab.locator("h1").textContent(), sorry, path);
        const said = await tab.locator("[data-testid=error] p").first().textContent();
        check(said.includes(words), `${path}: ${said}`);
        equal(/没有/.test(said), locale === "zh-CN", `${path}: ${said}`);
        equal(await tab.locator("[data-testid=error] button").count(), 0, `${path}: nothing to try again`);
        await tab.getByRole("alert").getByRole("link", { name: games }).click();
        await tab.locator(".cards .card").first().waitFor();
        await tab.goBack();
        await tab.locator("[data-testid=error]").waitFor();
        await done(tab);
      }
    const reply = await fetch(`${daemon.url}/play/nosuchgame`);
    equal(`${reply.status} ${reply.headers.get("content-type")}`, "404 application/problem+json", "for programs");
  },

  async "where scores decide, no best move is called a mistake"() {
    const tab = await page();
    // 9 of 9, 1, 2 is the best there, though whoever is to move then takes more of 1 and 2.
    await tab.goto(at("/play/stone-ends", { piles: [3, 9, 1, 2] }));
    await settled(tab);
    await tab.locator(".board .can").first().click();
    await plies(tab, 1);
    await tab.click("[data-testid=play-machine]");
    await plies(tab, 2);
    equal(JSON.parse(await tab.locator("[data-testid=position-json]").inputValue()).piles.join(), "1,2", "what was taken");
    // By the whole game 2 was the move to begin with: it ends 11 to 4, and 3 ends 5 to 10.
    equal(await tab.evaluate(() => [...document.querySelectorAll("[data-testid=record] li")].map((ply) => ply.querySelectorAll(".slip").length).join()), "1,0", "mistakes");
    equal(await tab.evaluate(() => [...document.querySelectorAll(".verdictbar span")].map((one) => one.className).join()), "win,loss,loss", "the bar");
    await done(tab);
  },

  async "every move of the pieces is on the board, also one that gains on a side"() {
    const tab = await page(), position = { piece: "hyper-knight", squares: [[2, 5], [3, 5]] };
    // By the rules: what (x,y) may gain or lose, within the quarter plane.
    const steps = [[-2, 1], [-2, -1], [1, -2], [-1, -2], [-3, -1], [-1, -3]];
    for (const [index, [x, y]] of position.squares.entries())
      for (const [dx, dy] of steps) {
        if (x + dx < 0) continue;
        await tab.goto(at("/play/pieces", position));
        await settled(tab);
        await tab.locator(`.square[aria-label$=" ${x}, ${y}"]`).click();
        await tab.locator(`.square[aria-label$="${x + dx}, ${y + dy}"]`).click();
        await plies(tab, 1);
        equal(JSON.parse(await tab.locator("[data-testid=position-json]").inputValue()).squares[index].join(), [x + dx, y + dy].join(), "where it went");
      }
    await done(tab);
  },

  async "graphs without edges: no two nodes on one place"() {
    const tab = await page();
    for (const position of [{ edges: [], nodes: 2, tokens: [0] }, { edges: [], nodes: 1, tokens: [0] }, { edges: [], nodes: 60, tokens: [3, 3] }, { edges: [], nodes: 120, tokens: [1] }, { edges: [[0, 1]], nodes: 9, tokens: [0] }, { edges: Array.from({ length: 11 }, (_, i) => [i, (3 * i + 1) % 12]), tokens: [0] }, { edges: [], nodes: 2000, tokens: [5, 6, 7] }]) {
      await tab.goto(at("/play/graph", position));
      await settled(tab);
      const places = await tab.evaluate(() => [...document.querySelectorAll(".node")].map((node) => node.getAttribute("transform").match(/-?[\d.]+/g).map(Number)));
      check(places.length > 0, "no nodes");
      for (const [i, [x, y]] of places.entries()) for (const [a, b] of places.slice(i + 1)) check(Math.hypot(x - a, y - b) > 34, `${JSON.stringify(position)}: nodes ${Math.hypot(x - a, y - b)} apart`);
    }
    await done(tab);
  },

  async "a position is taken along: link, JSON, curl, text, paper"() {
    const tab = await page({ permissions: ["clipboard-read", "clipboard-write"] });
    await tab.goto("/play/nim");
    await settled(tab);
    // A sign says that it was copied, and goes away by the clock: what was seen is kept.
    await tab.evaluate(() => new MutationObserver((list) => list.forEach(({ target }) => (window.signs = `${window.signs ?? ""} ${target.textContent}`))).observe(document.querySelector("main"), { childList: true, subtree: true }));
    const link = await copied(tab, "Copy link");
    equal(new URL(link).searchParams.get("position"), '{"heaps":[3,4,5]}', "the link");
    equal(await copied(tab, "Copy JSON"), '{"heaps":[3,4,5]}', "JSON");
    equal(await copied(tab, "Copy curl"), `curl -s ${daemon.url}/nim -d '{"heaps":[3,4,5]}'`, "curl");
    check((await copied(tab, "Copy text")).startsWith("Nim\n{"), "text");
    check((await tab.evaluate(() => window.signs)).includes("✓ Copy text"), "no sign of what was copied");
    await tab.evaluate(() => (window.print = () => (window.printed = true)));
    await tab.getByRole("button", { name: "Print" }).click();
    check(await tab.evaluate(() => window.printed), "nothing is printed");
    // Black on white, also where the dark theme was chosen.
    await tab.evaluate(() => (document.documentElement.dataset.theme = "dark"));
    await tab.emulateMedia({ media: "print" });
    equal(await tab.evaluate(() => getComputedStyle(document.body).color), "rgb(30, 28, 25)", "the ink");
    for (const [part, there] of [["board", true], ["verdict", true], ["explanation", true], ["undo", false], ["position-json", false]]) equal(await tab.locator(`[data-testid=${part}]`).isVisible(), there, `${part} on paper`);
    await done(tab);
  },
};

const queue = Object.entries(tests).filter(([name]) => !process.env.ONLY || name.includes(process.env.ONLY)), faults = [];
await Promise.all(
  Array.from({ length: 3 }, async () => {
    for (let next; (next = queue.shift()); ) await next[1]().then(() => process.env.SAY && console.log(next[0], Math.round(performance.now())), (error) => faults.push(`${next[0]}: ${error.stack}`));
  }),
);
OTHER.close();
OTHER.closeAllConnections();
fail(faults.length === 0, faults.join("\n"));
await close();
