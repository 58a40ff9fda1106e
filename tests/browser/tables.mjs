#!/usr/bin/env node
// tables.mjs GRUNDYD: the values of games as pictures. What is drawn is compared with values that are found here by the rules alone.
import { readFileSync } from "node:fs";
import { check, equal, open, until } from "./support/browser.mjs";

const { daemon, page, close } = await open(process.argv[2]);
const mex = (values) => { let n = 0; while (values.has(n)) n++; return n; };

// Subtraction of 1, 3, 4; and Wythoff's game.
const taken = [];
for (let n = 0; n <= 200; n++) taken.push(mex(new Set([1, 3, 4].filter((k) => k <= n).map((k) => taken[n - k]))));
const SIDE = 61, wythoff = Array.from({ length: SIDE }, () => Array(SIDE));
const options = (a, b) => [...Array(a).keys()].map((i) => [i, b]).concat([...Array(b).keys()].map((j) => [a, j]), [...Array(Math.min(a, b)).keys()].map((k) => [a - k - 1, b - k - 1]));
for (let a = 0; a < SIDE; a++) for (let b = 0; b < SIDE; b++) wythoff[a][b] = mex(new Set(options(a, b).map(([i, j]) => wythoff[i][j])));

async function saved(tab, button) {
  const [file] = await Promise.all([tab.waitForEvent("download"), tab.getByRole("button", { name: button, exact: true }).click()]);
  return readFileSync(await file.path());
}
const period = (tab) => tab.locator("[data-testid=period]").innerText();

// 0.77 without any parameter; {1,3,4} typed: period 7, boxed, called proven; a rule without a proven period; back and forward.
async function steps() {
  const tab = await page();
  await tab.goto("/table/sg");
  check(/period 12\b/.test(await period(tab)) && /71/.test(await period(tab)) && /proven/.test(await period(tab)), await period(tab));
  await tab.fill("#rules", "{1,3,4}");
  await tab.keyboard.press("Enter");
  await until(async () => /period 7\b/.test(await period(tab)), "period 7");
  check(/^proven/.test(await period(tab)), await period(tab));
  const picture = (await saved(tab, "SVG")).toString();
  const box = /<rect [^>]*fill="none" stroke="[^"]+"[^>]*\/><text [^>]*>period 7 · proven<\/text>/.exec(picture);
  check(box !== null, `no box in ${picture.slice(0, 500)}`);
  // The box is seven steps wide, and begins where the axis says 0.
  const [x, width] = [/ x="([\d.]+)"/, / width="([\d.]+)"/].map((part) => Number(part.exec(box[0])[1]));
  const tick = (n) => Number(new RegExp(`<text x="([\\d.]+)"[^>]*text-anchor="middle"[^>]*>${n}</text>`).exec(picture)[1]), step = (tick(200) - tick(100)) / 100;
  check(Math.abs(width - 7 * step) < 0.1 && Math.abs(x - tick(0)) < 0.1, `box ${x} ${width}, axis ${tick(0)} ${step}`);
  equal((await saved(tab, "CSV")).toString(), `n,grundy\n${taken.map((value, n) => `${n},${value}\n`).join("")}`, "the CSV of {1,3,4}");
  const json = JSON.parse(await saved(tab, "JSON"));
  equal(JSON.stringify([json.values, json.period.period, json.period.proven]), JSON.stringify([taken, 7, true]), "the JSON of {1,3,4}");
  equal((await saved(tab, "PNG")).subarray(1, 4).toString(), "PNG", "the PNG");
  await tab.goBack();
  await until(async () => /period 12\b/.test(await period(tab)), "back at 0.77");
  equal(await tab.inputValue("#rules"), "0.77", "the rules there");
  await tab.goForward();
  await until(async () => /period 7\b/.test(await period(tab)), "forward again");
  await tab.fill("#rules", "squares");
  await tab.keyboard.press("Enter");
  await until(async () => (await period(tab)) === "no period proven", "squares");
  // A box that is out of sight is not named, and on a phone that of Kayles is in sight.
  await tab.goto("/table/sg?rules=0.77&to=60");
  await tab.locator("[data-testid=plot]").waitFor();
  check(!/period 12/.test((await saved(tab, "SVG")).toString()), "the box is out of sight, and named");
  await tab.setViewportSize({ width: 360, height: 740 });
  await tab.goto("/table/sg");
  await tab.locator("[data-testid=plot]").waitFor();
  check(/period 12/.test((await saved(tab, "SVG")).toString()), "the box on a phone");
  await tab.setViewportSize({ width: 1280, height: 900 });
  await tab.goto("/table/sg?rules=0.77&lang=zh");
  check(/周期/.test(await period(tab)) && /已证明/.test(await period(tab)), await period(tab));
  await tab.context().close();
}

// The places of P-positions are found in the colours of the picture, and are those of the rules: two beams.
async function map() {
  const tab = await page();
  await tab.goto("/table/wythoff");
  await tab.locator("[data-testid=heatmap] canvas").first().waitFor();
  const painted = await tab.evaluate((side) => {
    const node = document.querySelector("[data-testid=heatmap]"), canvas = node.querySelector("canvas"), g = canvas.getContext("2d"), scale = canvas.width / canvas.clientWidth;
    const [left, bottom, k] = node.dataset.view.split(",").map(Number);
    const pixels = new Uint32Array(g.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    const at = (i, j) => pixels[Math.round((bottom - (j + 0.25) * k) * scale) * canvas.width + Math.round((left + (i + 0.25) * k) * scale)];
    const lost = at(0, 0);
    return Array.from({ length: side }, (_, i) => Array.from({ length: side }, (_, j) => at(i, j) === lost));
  }, SIDE);
  const pairs = (table, is) => table.flatMap((row, i) => row.flatMap((cell, j) => (is(cell) ? [`${i},${j}`] : []))).join(" ");
  equal(pairs(painted, Boolean), pairs(wythoff, (value) => value === 0), "the P-positions of Wythoff");
  // Two beams: above the diagonal the pairs lie along the slope 1.618, below it along 0.618.
  for (let i = 0; i < SIDE; i++) for (let j = i + 1; j < SIDE; j++) if (painted[i][j]) check(Math.abs(j * 1000 - i * 1618) < 1400 && painted[j][i], `${i},${j}`);

  const [left, bottom, k] = (await tab.locator("[data-testid=heatmap]").getAttribute("data-view")).split(",").map(Number);
  await tab.locator("[data-testid=heatmap] canvas").first().hover({ position: { x: left + 4.5 * k, y: bottom - 6.5 * k } });
  const info = tab.locator(".info");
  await info.locator(".chip.missing").waitFor();
  check((await info.innerText()).includes("(4, 6)"), await info.innerText());
  equal(await info.locator(".chip.missing").innerText(), String(wythoff[4][6]), "the mex of (4, 6)");
  const values = [...new Set(options(4, 6).map(([i, j]) => wythoff[i][j]))].sort((a, b) => a - b);
  equal((await info.locator(".chip:not(.missing):not(.gap)").allInnerTexts()).join(), values.join(), "the options of (4, 6)");
  // By keys: up to (4, 7), a P-position; closer, and all again.
  await tab.focus("[data-testid=heatmap] canvas");
  await tab.keyboard.press("ArrowUp");
  await until(async () => (await info.innerText()).includes("(4, 7)") && (await info.locator(".chip.missing").count()) && (await info.locator(".chip.missing").innerText()) === "0", "(4, 7)");
  await tab.keyboard.press("+");
  check(Number((await tab.locator("[data-testid=heatmap]").getAttribute("data-view")).split(",")[2]) > k, "not closer");
  await tab.keyboard.press("0");
  await tab.keyboard.down("Control");
  await tab.mouse.wheel(0, -300);
  await tab.keyboard.up("Control");
  await until(async () => Number((await tab.locator("[data-testid=heatmap]").getAttribute("data-view")).split(",")[2]) > k, "closer by the wheel");
  await tab.keyboard.press("0");
  equal(Number((await tab.locator("[data-testid=heatmap]").getAttribute("data-view")).split(",")[2]), k, "all of it");
  equal((await saved(tab, "CSV")).toString(), `n\\m,${wythoff.map((_, j) => j).join()}\n${wythoff.map((row, i) => `${i},${row.join()}\n`).join("")}`, "the CSV of Wythoff");
  check((await saved(tab, "SVG")).toString().includes("data:image/png"), "the SVG has no picture");
  // The laws of the table: a conjecture that is called one, and the reader's own.
  await tab.getByRole("button", { name: "Find laws" }).click();
  const laws = tab.locator("[data-testid=laws]");
  await laws.locator(".badge", { hasText: "conjecture" }).waitFor();
  await laws.locator("input").fill("x == y");
  await tab.keyboard.press("Enter");
  await laws.getByText("fails", { exact: true }).waitFor();
  await tab.context().close();
}

// More than one question may ask for is asked in bands.
async function bands() {
  const tab = await page(), url = `/table/nim?position=${encodeURIComponent('{"heaps":[0,0]}')}&x=/heaps/0&x1=149&y=/heaps/1&y1=149`;
  let asked = 0;
  tab.on("request", (request) => request.url().endsWith("/nim/table") && asked++);
  await tab.goto(url);
  await tab.locator("[data-testid=heatmap]").waitFor();
  check(asked > 1, `${asked} questions`);
  const rows = (await saved(tab, "CSV")).toString().trim().split("\n").slice(1);
  equal(rows.map((row) => row.split(",").slice(1).join()).join("\n"), Array.from({ length: 150 }, (_, i) => Array.from({ length: 150 }, (_, j) => i ^ j).join()).join("\n"), "the xor of 150 by 150");
  // Who leaves in the midst gives up the rest: the question that is under way fails, and no other comes.
  const given = tab.waitForEvent("requestfailed");
  await tab.route("**/nim/table", () => {});
  asked = 0;
  await tab.goto(url, { waitUntil: "commit" });
  await until(async () => asked, "a question");
  await tab.click("header a.logo");
  await given;
  await tab.locator(".cards .card").first().waitFor();
  equal(asked, 1, "asked after leaving");
  await tab.context().close();
}

// Every game: a picture, or a sentence that says why there is none; how far its numbers go is found without a refusal in the console.
async function everyGame() {
  const { games } = await (await fetch(`${daemon.url}/games?summary=1`)).json();
  const tab = await page(), drawn = [];
  await tab.goto("/table/nim");
  equal((await tab.locator(".controls select").first().locator("option").evaluateAll((list) => list.map((one) => one.value))).join(), games.map(({ id }) => id).filter((id) => id !== "zero").join(), "the games to choose from");
  for (const { id } of games) {
    await tab.goto(`/table/${id}`);
    const shown = await tab.locator("[data-testid=plot], [data-testid=heatmap], [data-testid=error], .picture > p.card:not(.row)").first().getAttribute("data-testid");
    if (shown === "plot" || shown === "heatmap") drawn.push(id);
  }
  console.log(`drawn: ${drawn.join(" ")}`);
  for (const id of ["nim", "bash", "wythoff", "euclid", "fibonacci-nim", "kiki", "sg", "custom", "cutting", "pieces", "odd-even", "stone-ends", "coins", "cat-mouse", "georgia-bob"]) check(drawn.includes(id), `${id} is not drawn`);
  await tab.context().close();
}

// A faulty position, a service that fails, no service, a late answer.
async function trouble() {
  const tab = await page({ expected: /Failed to load resource/ });
  await tab.goto(`/table/wythoff?position=${encodeURIComponent('{"heaps":[1,-2]}')}&x=/heaps/0&x1=9`);
  await until(async () => /heaps/.test(await tab.locator("[data-testid=error]").innerText()), "what is wrong with the position");
  // What is no position, or no JSON, is said beside the form in which it stands, to be mended there.
  for (const [written, said] of [["{", "JSON"], ["null", "object"], ["5", "object"], ["[1]", "object"]]) {
    await tab.goto(`/table/wythoff?lang=en&position=${encodeURIComponent(written)}`);
    check(new RegExp(`This is not JSON: .*${said}`).test(await tab.locator(".picture [data-testid=error]").innerText()), `${written}: what is wrong`);
    equal(await tab.inputValue(".controls textarea"), written, "what the address said");
  }
  await tab.fill(".controls textarea", '{"heaps":[0,0]}');
  await tab.click(".controls .primary");
  await tab.locator("[data-testid=plot]").waitFor();
  await tab.goto("/table/sg?position=%7B");
  await tab.locator(".picture [data-testid=error]").waitFor();
  equal(await tab.inputValue("#rules"), "{", "the rules, to be mended");
  await tab.route("**/sg/table", (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify({ status: 503, code: "overloaded", title: "Too busy", detail: "ask again later" }) }));
  await tab.goto("/table/sg");
  check(/ask again later/.test(await tab.locator("[data-testid=error]").innerText()), "503");
  await tab.unroute("**/sg/table");
  await tab.route("**/sg/table", (route) => route.abort());
  await tab.goto("/table/sg");
  check(/cannot be reached/.test(await tab.locator("[data-testid=error]").innerText()), "no connection");
  await tab.unroute("**/sg/table");
  // What is waited for can be given up, and asked for again.
  let go;
  const wait = new Promise((done) => (go = done));
  await tab.route("**/sg/table", async (route) => {
    await wait;
    await route.continue().catch(() => {});
  });
  await tab.goto("/table/sg?lang=en");
  await tab.getByRole("button", { name: "Cancel" }).click();
  await tab.getByText("Cancelled.").waitFor();
  go();
  await tab.unroute("**/sg/table");
  await tab.click(".controls .primary");
  await tab.locator("[data-testid=plot]").waitFor();
  // The first question is held until the second is answered: its answer must not be shown. What is asked third comes after it, and whatever was
  // shown until then is known.
  let release = null;
  await tab.route("**/sg/table", async (route) => {
    if (/\[1,2\]/.test(route.request().postData())) await new Promise((done) => (release = done));
    await route.continue().catch(() => {});
  });
  await tab.goto("/table/sg");
  await tab.locator("[data-testid=plot]").waitFor();
  await tab.fill("#rules", "{1,2}");
  await tab.keyboard.press("Enter");
  await until(() => release, "the first question");
  const first = (request) => /\[1,2\]/.test(request.postData() ?? "");
  const late = Promise.race(["requestfinished", "requestfailed"].map((event) => tab.waitForEvent(event, { predicate: first, timeout: 0 })));
  await tab.locator("progress").waitFor();
  await tab.fill("#rules", "{1,3,4}");
  await tab.keyboard.press("Enter");
  await until(async () => /period 7\b/.test(await period(tab)), "the second answer");
  await tab.evaluate(() => {
    const shown = (window.shown = []), look = () => shown.push(document.querySelector("[data-testid=period]")?.innerText ?? "");
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  release();
  await late;
  await tab.fill("#rules", "{1,4}");
  await tab.keyboard.press("Enter");
  await until(async () => /period 5\b/.test(await period(tab)), "the third answer");
  const shown = await tab.evaluate(() => window.shown);
  check(shown.length && !shown.some((text) => /period 3\b/.test(text)), `the late answer is shown: ${JSON.stringify(shown)}`);
  await tab.context().close();
}

await Promise.all([steps().then(trouble), map().then(bands).then(everyGame)]);
await close();
