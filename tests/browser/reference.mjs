#!/usr/bin/env node
// reference.mjs GRUNDYD: every operation of /openapi.json is there once, can be tried, and what is copied runs as it stands.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { check, equal, open, until } from "./support/browser.mjs";

const { daemon, page, close } = await open(process.argv[2]);
const run = promisify(execFile), tab = await page({ expected: /Failed to load resource: .* 4(00|22) / });
const spec = await (await fetch(`${daemon.url}/openapi.json`)).json();
const METHODS = ["get", "post", "put", "patch", "delete", "head", "options", "trace", "x-query"];
const wanted = Object.entries(spec.paths).flatMap(([path, item]) => METHODS.filter((method) => method in item).map((method) => `${method.replace("x-", "").toUpperCase()} ${path}`)).sort();
const operation = (key) => tab.locator(`[data-operation="${key}"]`);

// Opened cold at an anchor.
await tab.goto("/docs#nim.post");
await operation("POST /nim").locator("[data-testid=send]").waitFor();
check(await operation("POST /nim").evaluate((node) => node.open && Math.abs(node.getBoundingClientRect().top) < innerHeight), "the anchor is not shown");
const there = (await tab.locator("[data-operation]").evaluateAll((list) => list.map((node) => node.dataset.operation))).sort();
equal(there.join("\n"), wanted.join("\n"), "the operations");
// What new games are copied from is there, but nobody's first example.
equal((await tab.locator("#tag-games article").evaluateAll((list) => list.map((node) => node.dataset.path))).map((path, i, all) => [path, all.length - i]).find(([path]) => path === "/zero")?.[1], 1, "the place of the template");

// Each can be opened, and says what it takes and what it answers.
const empty = await tab.evaluate(() => [...document.querySelectorAll("[data-operation]")].map((node) => ((node.open = true), node)).length);
equal(empty, wanted.length, "opened");
await until(() => tab.evaluate(() => [...document.querySelectorAll("[data-operation]")].every((node) => node.querySelector("[data-testid=send]"))), "all of them filled");
const bare = await tab.evaluate(() => [...document.querySelectorAll("[data-operation]")].filter((node) => !node.querySelector(".errors li")).map((node) => node.dataset.operation));
equal(bare.join(), "", "without a word on errors");
await tab.evaluate(() => document.querySelectorAll("[data-operation]").forEach((node) => (node.open = false)));

// Tried: right, wrong, and by other methods.
const nim = operation("POST /nim");
await nim.locator("summary").first().click();
await nim.locator("textarea").fill('{"heaps":[1,2,4]}');
await nim.locator("[data-testid=send]").click();
await nim.locator("[data-testid=status]", { hasText: "200" }).waitFor();
equal(JSON.parse(await nim.locator("[data-testid=reply]").innerText()).nim_sum, 7, "the nim sum");
// What is copied is what runs.
const samples = { curl: (code) => run("bash", ["-c", code]), JavaScript: (code) => run(process.execPath, ["--input-type=module", "-e", code]), Python: (code) => run("python3", ["-c", code]) };
await nim.locator("textarea").fill('{"heaps":[1,2,4],"explain":"en"}');
for (const [name, start] of Object.entries(samples)) {
  await nim.getByRole("button", { name, exact: true }).click();
  const { stdout } = await start(await nim.locator("pre").first().innerText());
  equal(JSON.parse(stdout.slice(stdout.indexOf("{"))).nim_sum, 7, name);
}
await nim.locator("textarea").fill('{"heaps":[1,2,-4]}');
await nim.locator("[data-testid=send]").click();
await nim.locator("[data-testid=status]", { hasText: "422" }).waitFor();
await nim.locator("textarea").fill("{");
await nim.locator("[data-testid=send]").click();
await nim.locator("[data-testid=status]", { hasText: "400" }).waitFor();
for (const [key, status] of [["GET /wythoff", "200"], ["QUERY /nim", "200"], ["HEAD /games", "200"], ["OPTIONS /nim", "204"], ["GET /games/{game}", "200"], ["POST /sg/table", "200"], ["GET /healthz", "200"]].filter(([key]) => wanted.includes(key))) {
  await operation(key).locator("summary").first().click();
  await operation(key).locator("[data-testid=send]").click();
  await until(async () => (await operation(key).locator("[data-testid=status]").count()) > 0, key);
  equal(await operation(key).locator("[data-testid=status]").innerText(), status, key);
}

// Searched: by words, by path; a link within the page is an anchor, and back goes back.
await tab.fill("[data-testid=search]", "grundy values of a range");
equal((await tab.locator("article:visible").evaluateAll((list) => list.map((node) => node.dataset.path))).join(), "/sg/table", "found");
await tab.fill("[data-testid=search]", "there is no such word");
await tab.getByText("Nothing was found.").waitFor();
await tab.fill("[data-testid=search]", "");
await tab.goto("/docs?lang=zh");
await until(async () => /威佐夫/.test(await operation("POST /wythoff").innerText()), "the Chinese title");
const english = await tab.evaluate(() => [...document.querySelectorAll(".op:not(.minor) > summary")].map((node) => node.innerText).filter((text) => !/[\u4e00-\u9fff]/u.test(text)));
equal(english.join("\n"), "", "operations that say nothing in Chinese");
// Whatever the document describes is said in Chinese, to the last field and error.
await tab.evaluate(() => document.querySelectorAll("[data-operation]").forEach((node) => (node.open = true)));
await until(() => tab.evaluate(() => [...document.querySelectorAll("[data-operation]")].every((node) => node.querySelector("[data-testid=send]"))), "all of them filled in Chinese");
const told = await tab.evaluate(() => [...document.querySelectorAll(".fields tbody td:last-child, .opened > p:not(.small), .opened h3, .errors li, .ops > p")].map((node) => node.innerText).filter(Boolean));
check(told.length > 3000, `so few words in Chinese: ${told.length}`);
equal([...new Set(told.filter((text) => !/[\u4e00-\u9fff]/u.test(text)))].join("\n"), "", "fields that say nothing in Chinese");
await tab.evaluate(() => document.querySelectorAll("[data-operation]").forEach((node) => (node.open = false)));
await operation("POST /grade").locator("summary").first().click();
await until(async () => /批改一万题/.test(await operation("POST /grade").innerText()), "the Chinese description of a tool");
await operation("POST /wythoff").locator("summary").first().click();
await until(async () => /两堆石子/.test(await operation("POST /wythoff").innerText()), "the Chinese words of the fields");
await tab.context().close();
await close();
