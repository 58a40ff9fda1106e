#!/usr/bin/env node
// sheets.mjs GRUNDYD: puzzles and exam sheets. What is right is found here, by the rules of Nim and of taking 1 to m from a heap.
import { readFileSync } from "node:fs";
import { check, equal, open, until } from "./support/browser.mjs";

const { daemon, page, close } = await open(process.argv[2]);
const xor = (heaps) => heaps.reduce((sum, heap) => sum ^ heap, 0);
// Nim in both kinds of play: verdict and winning moves.
function nim({ heaps, misere }) {
  const lost = (left) => (misere && left.every((heap) => heap <= 1) ? left.filter(Boolean).length % 2 === 1 : xor(left) === 0);
  const moves = heaps.flatMap((size, heap) => Array.from({ length: size }, (_, k) => ({ heap, take: k + 1 }))), after = ({ heap, take }) => heaps.map((size, i) => (i === heap ? size - take : size));
  return { verdict: lost(heaps) ? "loss" : "win", winning: moves.filter((move) => lost(after(move))), losing: moves.filter((move) => !lost(after(move))) };
}
const rows = (text) => text.trim().split("\r\n").map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].slice(0, -1).map(([, cell]) => (cell[0] === '"' ? cell.slice(1, -1).replaceAll('""', '"') : cell)));
async function saved(tab, name) {
  const [file] = await Promise.all([tab.waitForEvent("download"), tab.getByRole("button", { name, exact: true }).click()]);
  return readFileSync(await file.path(), "utf8");
}

async function practice() {
  const tab = await page(), puzzle = tab.locator("[data-testid=puzzle]"), feedback = tab.locator("[data-testid=feedback]");
  const told = [];
  tab.on("response", async (reply) => reply.url().endsWith("/generate") && told.push(await reply.text().catch(() => "")));
  await tab.goto("/practice/nim?seed=browser");
  const position = async () => JSON.parse(await puzzle.getAttribute("data-position"));
  const streak = async () => Number(await tab.locator("[data-testid=streak]").innerText());
  const fill = async ({ heap, take }) => {
    await puzzle.locator("form input.number").nth(0).fill(String(heap));
    await puzzle.locator("form input.number").nth(1).fill(String(take));
  };
  const answered = async (right) => {
    await tab.locator(`[data-correct=${right}]`).waitFor();
    return feedback.innerText();
  };
  const next = async () => {
    const was = await puzzle.getAttribute("data-position"), url = tab.url();
    await tab.click("[data-testid=next]");
    await until(async () => tab.url() !== url && (await puzzle.getAttribute("aria-busy")) === null, "another puzzle");
    return was;
  };
  // Nothing is not an answer.
  await tab.click("[data-testid=submit]");
  await feedback.locator(".note").waitFor();
  equal(nim(await position()).verdict, "win", "a move is asked for where one wins");
  const level = () => Number(new URL(tab.url()).searchParams.get("level")), first = level();
  await fill(nim(await position()).winning[0]);
  await tab.click("[data-testid=submit]");
  await answered(true);
  equal(await streak(), 1, "one right");
  await next();
  check(level() > first, "no harder");
  const again = level(), wrong = nim(await position()).losing[0];
  if (wrong) {
    await fill(wrong);
    await tab.keyboard.press("Enter");
    check((await answered(false)).length > 20, "no reason is given");
    equal(await streak(), 0, "the row is broken");
    await tab.getByRole("button", { name: "Why?" }).click();
    await until(async () => /N-position/.test(await feedback.innerText()), "the explanation");
    await next();
    check(level() < again, "no easier");
  }
  await tab.click("[data-kind=verdict]");
  await tab.locator("[data-testid=puzzle][data-kind=verdict]").waitFor();
  await until(async () => (await puzzle.getAttribute("aria-busy")) === null, "a verdict is asked for");
  await puzzle.locator(`input[value=${nim(await position()).verdict}]`).check();
  await tab.click("[data-testid=submit]");
  await answered(true);
  await tab.click("[data-kind=grundy]");
  await tab.locator("[data-testid=puzzle][data-kind=grundy]").waitFor();
  await tab.fill("[data-testid=number]", String(xor((await position()).heaps)));
  await tab.click("[data-testid=submit]");
  await answered(true);
  await tab.click("[data-kind=moves]");
  await tab.locator("[data-testid=puzzle][data-kind=moves]").waitFor();
  for (const move of nim(await position()).winning) {
    await fill(move);
    await tab.getByRole("button", { name: "Add this move" }).click();
  }
  await tab.click("[data-testid=submit]");
  await answered(true);
  equal(await streak(), 3, "three in a row");
  check(told.length > 0 && told.every((text) => !/verdict|winning|grundy/.test(text)), `the answer came with the question: ${told}`);
  // Every game has puzzles.
  const { games } = await (await fetch(`${daemon.url}/games?summary=1`)).json(), faults = [];
  for (const { id } of games.filter(({ id }) => !["zero", "custom"].includes(id))) {
    await tab.goto(`/practice/${id}?seed=1`);
    await tab.locator("[data-testid=puzzle][data-position], [data-testid=error]").first().waitFor();
    if (await tab.locator("[data-testid=error]").count()) faults.push(`${id}: ${await tab.locator("[data-testid=error]").innerText()}`);
  }
  equal(faults.join("\n"), "", "puzzles");
  await tab.context().close();
}

async function exam() {
  const tab = await page();
  await tab.goto("/exam");
  for (const id of ["wythoff", "bash", "sg"]) await tab.uncheck(`input[value=${id}]`);
  await tab.check("input[value=staircase-nim]");
  await tab.fill("input[name=seed]", "7");
  await tab.click("[data-testid=generate]");
  const sheet = tab.locator("[data-testid=exam-sheet]"), key = tab.locator("[data-testid=exam-key]");
  await sheet.waitFor();
  equal(await sheet.locator("ol > li").count(), 20, "questions");
  equal(await key.locator("tbody tr").count(), 20, "rows of the key");
  const table = rows(await saved(tab, "Key as CSV"));
  equal(table[0].join(), "question,game,position,verdict,grundy,winning_move_count,first_winning_move", "the head of the key");
  equal(table.length, 21, "lines of the key");
  const asked = table.slice(1).filter(([, game]) => game === "nim").map(([n, game, position, verdict, , count, first]) => ({ n: Number(n), game, position: JSON.parse(position), verdict, count, first }));
  equal(asked.length, 10, "of Nim");
  for (const { position, verdict, count, first } of asked) {
    const truth = nim({ misere: false, ...position });
    equal([verdict, count, first].join(), [truth.verdict, truth.winning.length, truth.winning.length ? JSON.stringify(truth.winning[0]) : ""].join(), JSON.stringify(position));
  }
  // The same seed: the same sheet, also when opened cold; another one: another.
  const words = await sheet.innerText(), cold = await page();
  await cold.goto(tab.url());
  equal(await cold.locator("[data-testid=exam-sheet]").innerText(), words, "the same sheet");
  await tab.fill("input[name=seed]", "8");
  await tab.click("[data-testid=generate]");
  await until(async () => (await sheet.innerText()) !== words, "another sheet");
  await cold.context().close();
  await tab.goto(tab.url().replace("seed=8", "seed=7"));

  // On paper: the sheet alone, or the key on a page of its own behind it; nothing else.
  await tab.evaluate(() => (window.print = () => (window.printed = (window.printed ?? 0) + 1)));
  const onPaper = async (button) => {
    await tab.emulateMedia({ media: "screen" });
    await tab.getByRole("button", { name: button }).click();
    await tab.emulateMedia({ media: "print" });
    const seen = await tab.evaluate(() => [...document.querySelectorAll("header, footer, form, textarea, button, [data-testid=exam-sheet], [data-testid=exam-key], [data-testid=exam-sheet] ol > li")].filter((node) => node.checkVisibility()).map((node) => node.dataset.testid ?? node.localName));
    return seen.filter((name, i) => seen.indexOf(name) === i).join() + seen.filter((name) => name === "li").length;
  };
  equal(await onPaper("Print the sheet"), "exam-sheet,li20", "the sheet on paper");
  const pages = async () => ((await tab.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g) ?? []).length, alone = await pages();
  equal(await onPaper("Print with the key"), "exam-sheet,li,exam-key20", "with the key");
  check((await pages()) > alone, "the key takes no page of its own");
  equal(await tab.evaluate(() => window.printed), 2, "printed");
  await tab.emulateMedia({ media: "screen" });

  // For students: nothing of the key is in the link, in the page, or asked from the service.
  const link = await tab.inputValue("[data-testid=student-link]"), student = await page(), requests = [];
  student.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  check(!/seed|nim|7/.test(new URL(link).search), link);
  await student.goto(link);
  await student.locator("[data-testid=exam-sheet] ol > li").nth(19).waitFor();
  equal(await student.locator("[data-testid=exam-key], [data-testid=generate], a[href^='/play']").count(), 0, "what would reveal");
  check(requests.every((request) => request.startsWith("GET ") && !/generate|grade|\/nim/.test(request)), requests.join());
  const held = await student.evaluate(async () => new Response(new Blob([Uint8Array.from(atob(location.hash.slice("#sheet=".length).replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text());
  check(!/seed|verdict":|winning_move|difficulty|answer/.test(held), held.slice(0, 300));
  // All of Nim is answered, the second question wrongly; the rest is left out.
  await student.getByRole("textbox", { name: "Name" }).fill("Ada, of course");
  for (const { n, position } of asked) {
    const truth = nim({ misere: false, ...position }), item = student.locator("[data-testid=exam-sheet] ol > li").nth(n - 1);
    const said = n === asked[1].n ? { win: "loss", loss: "win" }[truth.verdict] : truth.verdict;
    await item.locator(`input[value=${said}]`).check();
    if (truth.winning.length) {
      await item.locator("input.number").nth(0).fill(String(truth.winning[0].heap));
      await item.locator("input.number").nth(1).fill(String(truth.winning[0].take));
    } else await item.locator("input[type=checkbox]").check();
  }
  const handed = await saved(student, "Save my answers");
  equal(rows(handed).length, 21, "lines handed in");
  await student.context().close();
  // Two files, one after the other, as they come.
  await tab.fill("[data-testid=answers]", handed + handed.replaceAll("Ada, of course", "Bob"));
  await tab.click("[data-testid=grade]");
  await tab.locator("[data-testid=graded]").nth(1).waitFor();
  const lines = await tab.locator("[data-testid=graded] summary").allInnerTexts();
  equal(lines.join(" | "), "Ada, of course: 9.5 / 20 | Bob: 9.5 / 20", "the points");
  await tab.fill("[data-testid=answers]", "just words");
  await tab.click("[data-testid=grade]");
  await until(async () => /columns/.test(await tab.locator("[data-testid=error]").innerText()), "what is wrong with it");
  await tab.context().close();
}

await Promise.all([practice(), exam()]);
await close();
