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
const rows = (text) => text.trim().split("\r\n").map((line) => [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g)].map(([, cell]) => (cell[0] === '"' ? cell.slice(1, -1).replaceAll('""', '"') : cell)));
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
  // Another language loses nothing of what was typed: of no kind of puzzle.
  const speak = async (code) => {
    await tab.click(`[data-testid=lang-${code}]`);
    await tab.locator(`html[lang=${code === "zh" ? "zh-CN" : code}] [data-testid=puzzle][data-position]:not([aria-busy])`).waitFor();
  };
  const fresh = async (kind) => {
    await tab.goto(`/practice/nim?kind=${kind}&seed=kept`);
    await tab.locator(`[data-testid=puzzle][data-kind=${kind}]:not([aria-busy])`).waitFor();
  };
  await fresh("verdict");
  await puzzle.locator("input[value=loss]").check();
  await speak("zh");
  check(await puzzle.locator("input[value=loss]").isChecked(), "the verdict is lost");
  await speak("en");
  await fresh("grundy");
  await tab.fill("[data-testid=number]", "37");
  await speak("zh");
  equal(await tab.inputValue("[data-testid=number]"), "37", "the value");
  await speak("en");
  await fresh("moves");
  await fill({ heap: 0, take: 1 });
  await tab.getByRole("button", { name: "Add this move" }).click();
  await puzzle.locator("form input.number").nth(0).fill("1");
  await speak("zh");
  equal(await puzzle.locator("form .tiny").count(), 1, "the move that was added");
  equal(await puzzle.locator("form input.number").nth(0).inputValue(), "1", "the half of a move");
  await tab.click("[data-testid=submit]");
  await feedback.locator("[data-correct]").waitFor();
  await speak("en");
  // What is no position is told where the puzzle would stand, under the kinds of puzzles.
  for (const written of ["null", "{", "[1]"]) {
    await tab.goto(`/practice/nim?lang=en&position=${encodeURIComponent(written)}`);
    check(/^This is not JSON: /.test(await puzzle.locator("[data-testid=error]").innerText()), `${written}: what is wrong`);
    equal(await tab.locator("[data-kind=verdict]").count(), 1, "the form");
  }
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

// The points of each student, one after the other.
async function grade(tab, pasted) {
  await tab.fill("[data-testid=answers]", pasted);
  await tab.locator("[data-testid=graded]").evaluateAll((nodes) => nodes.forEach((node) => node.remove()));
  await tab.click("[data-testid=grade]");
  await tab.locator("[data-testid=graded]").first().waitFor();
  return (await tab.locator("[data-testid=graded] summary").allInnerTexts()).join(" | ");
}

// A student's sheet, opened from what its link holds.
async function opened(sheet) {
  const tab = await page();
  await tab.goto("/exam");
  const packed = await tab.evaluate(async (said) => {
    const bytes = new Uint8Array(await new Response(new Blob([said]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }, JSON.stringify(sheet));
  await tab.goto("about:blank");
  await tab.goto(`/exam#sheet=${packed}`);
  await tab.locator("[data-testid=exam-sheet] ol > li").first().waitFor();
  return tab;
}

// What is taken back is blank, in lost positions above all, where "no move wins" is right.
async function blanks() {
  const heaps = (...list) => ["nim", { heaps: list }], tab = await opened({ title: "", ask: ["verdict", "move", "moves", "grundy"], questions: [heaps(3, 3), heaps(3, 3), heaps(1, 2, 4), ["bash", { heaps: [8], max_take: 3 }]] });
  const item = (n) => tab.locator("[data-testid=exam-sheet] ol > li").nth(n), part = (n, k) => item(n).locator(".asked").nth(k), fields = (n, k) => part(n, k).locator("input:not([type=checkbox])");
  const cells = async () => rows(await saved(tab, "Save my answers")).slice(1).map((row) => row.slice(3));
  // A tick that is taken back; a move that is typed and deleted; a move after a tick.
  await part(0, 2).locator("input[type=checkbox]").check();
  equal((await cells())[0].join("|"), "verdict grundy move winning_moves|||none|", "a tick");
  await part(0, 2).locator("input[type=checkbox]").uncheck();
  await fields(0, 2).nth(0).fill("0");
  await fields(0, 2).nth(0).fill("");
  await part(0, 3).locator("input[type=checkbox]").check();
  await part(0, 3).locator("input[type=checkbox]").uncheck();
  equal((await cells())[0].slice(1).join("|"), "|||", "what was taken back");
  await part(1, 2).locator("input[type=checkbox]").check();
  await fields(1, 2).nth(1).fill("2");
  check(!(await part(1, 2).locator("input[type=checkbox]").isChecked()), "a move is typed, and none is ticked");
  await fields(1, 2).nth(0).fill("1");
  equal((await cells())[1].slice(1).join("|"), '||{"heap":1,"take":2}|', "a move after a tick");
  await part(1, 2).locator("input[type=checkbox]").check();
  equal(await fields(1, 2).nth(0).inputValue(), "", "none, and a move");
  // A list of moves, of which the last stands in its fields still.
  await fields(2, 3).nth(0).fill("2");
  await fields(2, 3).nth(1).fill("1");
  await part(2, 3).getByRole("button", { name: "Add this move" }).click();
  await fields(2, 3).nth(0).fill("1");
  await fields(2, 3).nth(1).fill("1");
  const list = '[{"heap":2,"take":1},{"heap":1,"take":1}]';
  equal((await cells())[2][4], list, "a list of moves");
  await item(3).locator("input[value=loss]").check();
  await item(3).locator("input[type=checkbox]").first().check();
  await part(3, 1).locator("input").fill("0");
  await tab.getByRole("textbox", { name: "Name" }).fill("Ada");
  const before = await saved(tab, "Save my answers");
  equal(rows(before)[4].join("|"), 'Ada|bash|{"heaps":[8],"max_take":3}|verdict grundy move winning_moves|loss|0|none|', "the last line");
  // Another language, another theme, the page loaded again: all is there, in the fields as in the file.
  await tab.click("[data-testid=lang-zh]");
  await tab.locator("html[lang=zh-CN] [data-testid=exam-sheet]").waitFor();
  equal(await saved(tab, "保存我的答案"), before, "in another language");
  await tab.click("[data-testid=theme]");
  await tab.reload();
  await tab.locator("[data-testid=exam-sheet] ol > li").nth(3).waitFor();
  equal(await saved(tab, "保存我的答案"), before, "loaded again");
  equal(await tab.getByRole("textbox", { name: "姓名" }).inputValue(), "Ada", "the name");
  check(await item(3).locator("input[value=loss]").isChecked(), "the verdict is gone");
  check(await part(1, 2).locator("input[type=checkbox]").isChecked(), "the tick is gone");
  equal(await part(2, 3).locator("button.tiny").count(), 2, "moves of the list");
  equal(await part(3, 1).locator("input").inputValue(), "0", "the value");
  await tab.context().close();
  // Graded as it stands: of four parts nothing in the first question, one in the second, a right move and a wrong one in the third, three in the last.
  const teacher = await page({ expected: /^console: Failed to load resource.* 4\d\d/ });
  await teacher.goto("/exam");
  equal(await grade(teacher, before), "Ada: 1 / 4", "what is blank earns nothing");
  check(/No sheet is open/.test(await teacher.locator(".note").first().innerText()), "that nothing holds the sheet is not told");
  const words = await teacher.locator("[data-testid=graded]").evaluate((node) => node.textContent);
  check(words.includes("Who wins: Nothing was answered.") && !/\/claim/.test(words), words);
  // As people write it on paper; what is beyond the service counts for nobody, and is told in words, in the table, too.
  const paper = 'student,game,position,verdict,grundy,move\nEve,nim,"{""heaps"":[3,3]}",Second player,0,none\nEve,nim,"{""heaps"":[3,4]}",先手必胜,7,"{""heap"":1,""take"":1}"\nEve,sg,"{""rules"":{""take"":""squares""},""heaps"":[100000000]}",Win,,\nEve,nim,"{""heaps"":[3,4]}",,,\n';
  equal(await grade(teacher, paper), "Eve: 2 / 3 · Not graded 1", "what is not graded");
  const third = teacher.locator("[data-testid=graded] ol > li").nth(2);
  check(/Not graded: /.test(await third.evaluate((node) => node.textContent)) && (await third.locator(".bad").count()) === 0, "what is not graded looks wrong");
  const table = rows(await saved(teacher, "Grades as CSV"));
  equal(table.slice(1).map((row) => row[8]).join("|"), "1|1||0", "scores");
  check(table[3][9].startsWith("Not graded: ") && table[4][9] === "Nothing was answered.", table.map((row) => row[9]).join("|"));
  // What one student writes harms no other: too deep, too long, not to be written in JSON.
  const right = 'nim,"{""heaps"":[3,3]}",loss', harm = [`"${"[".repeat(100)}${"]".repeat(100)}"`, '"""\\ud800"""', `"""${"x".repeat(1100000)}"""`];
  equal(await grade(teacher, `student,game,position,verdict,move\nAda,${right},\n${harm.map((cell) => `Eve,${right},${cell}\n`).join("")}Bob,${right},none\n`), "Ada: 1 / 1 | Eve: 0 / 3 | Bob: 1 / 1", "what one student writes");
  await teacher.context().close();
}

// What a sheet asks can be asked, has an answer, and each answer occurs.
async function questions() {
  const tab = await page(), key = tab.locator("[data-testid=exam-key] tbody tr"), notes = () => tab.locator(".note").allInnerTexts();
  const make = async (asked) => {
    await tab.goto("about:blank");
    await tab.goto(`/exam?${asked}`);
    await tab.locator("[data-testid=exam-key], [data-testid=error]").first().waitFor();
  };
  const table = async () => rows(await saved(tab, "Key as CSV")).slice(1).map(([, game, position, verdict, grundy, count, winning]) => ({ game, position: JSON.parse(position), verdict, grundy, count: Number(count), winning: JSON.parse(winning) }));
  // A game in which one player decides alone has no winner, one without values none.
  await make("games=nim,stone-halves,cat-mouse&count=10&seed=3&ask=grundy");
  equal((await table()).map(({ game }) => game).join(), Array(10).fill("nim").join(), "what has a Grundy value");
  check((await notes()).some((note) => /Left out/.test(note) && /Cat and mouse/.test(note)), "that games were left out is not told");
  equal(await tab.locator("[data-testid=exam-sheet] .asks:empty").count(), 0, "questions that ask nothing");
  await make("games=stone-halves&count=10&seed=3&ask=verdict,move");
  check((await tab.locator("[data-testid=error]").count()) === 1, "a sheet that asks nothing");
  // All results occur, nothing is over, and all winning moves are in the key.
  await make("games=cat-mouse&count=30&seed=5&size=10&ask=verdict,moves");
  const found = await table(), counts = ["win", "loss", "draw"].map((verdict) => found.filter((one) => one.verdict === verdict).length);
  check(counts.every((n) => n >= 8) && found.length === 30, `won, lost and drawn: ${counts}`);
  check(found.every(({ position: { mouse = 1, cat = 2 } }) => mouse !== cat && mouse !== 0), "a game that is over");
  check(found.some(({ count }) => count > 1) && found.every(({ count, winning }) => winning.length === count), "winning moves");
  await make("games=nim&count=30&seed=5&size=15&ask=moves");
  for (const [i, { position, winning }] of (await table()).entries()) {
    equal(JSON.stringify(winning), JSON.stringify(nim({ misere: false, ...position }).winning), JSON.stringify(position));
    equal(await key.nth(i).locator("td").last().locator("div").count(), winning.length, "moves in the key");
    check(position.heaps.some(Boolean), "heaps that are empty");
  }
  // The level is part of the address, and too many questions are told.
  await make("games=nim&count=3&seed=5&size=90");
  check((await table()).some(({ position }) => position.heaps.some((heap) => Number(heap) > 1000)), "the size of the address");
  equal(await tab.locator("input[type=range]").inputValue(), "90", "the level");
  await make("games=nim&count=501&seed=5&size=0");
  equal(await key.count(), 500, "the most");
  check((await notes()).some((note) => /1 to 500/.test(note)), "that there are fewer is not told");
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
  equal(table[0].join(), "question,game,position,verdict,grundy,winning_move_count,winning_moves", "the head of the key");
  equal(table.length, 21, "lines of the key");
  const asked = table.slice(1).filter(([, game]) => game === "nim").map(([n, game, position, verdict, , count, winning]) => ({ n: Number(n), game, position: JSON.parse(position), verdict, count, winning }));
  equal(asked.length, 10, "of Nim");
  for (const { position, verdict, count, winning } of asked) {
    const truth = nim({ misere: false, ...position });
    equal([verdict, count, winning].join(), [truth.verdict, truth.winning.length, JSON.stringify(truth.winning)].join(), JSON.stringify(position));
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

  // One heap that is drawn high takes a sixth of a page at most: 1123 px are one of A4.
  const high = await page();
  await high.emulateMedia({ media: "print" });
  await high.goto("/exam?games=bash&count=1&seed=1");
  await high.locator("[data-testid=exam-sheet] li").waitFor();
  const tall = await high.locator("[data-testid=exam-sheet] .shown").evaluate((shown) => {
    const heaps = document.createElement("div"), heap = document.createElement("div");
    heaps.className = "heaps tall";
    heap.className = "heap";
    for (let i = 0; i < 29; i++) heap.append(Object.assign(document.createElement("span"), { className: "stone" }));
    heaps.append(heap);
    shown.append(heaps);
    return heaps.getBoundingClientRect().height;
  });
  check(tall > 58 && tall < 1123 / 6, `29 stones: ${tall} px`);
  await high.context().close();

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
  // Whoever skips to the content by keys still has the sheet, in the address too; and another sheet's link is another sheet.
  const whole = student.url();
  await student.locator(".skip").focus();
  await student.keyboard.press("Enter");
  equal(await student.evaluate(() => document.activeElement.id), "view", "the skip link");
  equal(student.url(), whole, "the address after the skip link");
  const other = await student.evaluate(async () => {
    const bytes = await new Response(new Blob([JSON.stringify({ title: "Another", ask: ["verdict"], questions: [["nim", { heaps: [1] }]] })]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
    return btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  });
  await student.evaluate((sheet) => (location.hash = `sheet=${sheet}`), other);
  await student.locator("[data-testid=exam-sheet] h2", { hasText: "Another" }).waitFor();
  await student.goBack();
  await student.locator("[data-testid=exam-sheet] ol > li").nth(19).waitFor();
  const handed = await saved(student, "Save my answers");
  equal(rows(handed).length, 21, "lines handed in");
  await student.context().close();
  // Two files, one after the other, as they come; what was left out counts, and so it does for who hands in less, or other positions.
  const few = rows(handed).slice(0, 3).map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join()).join("\n").replaceAll("Ada, of course", "Cy").replaceAll("verdict move", "");
  const easy = 'Di,nim,"{""heaps"":[0]}",verdict,loss,,,\n'.repeat(20);
  equal(await grade(tab, `${handed}${handed.replaceAll("Ada, of course", "Bob")}${few}\n${easy}`), "Ada, of course: 9.5 / 20 | Bob: 9.5 / 20 | Cy: 1.5 / 20 | Di: 0 / 20", "the points");
  check(/20 lines do not count/.test(await tab.locator("[data-testid=graded]").nth(3).evaluate((node) => node.textContent)), "other positions are not told");
  // What was pasted and the sheet stay in another language, and when the page is loaded again.
  await tab.click("[data-testid=lang-zh]");
  await tab.locator("html[lang=zh-CN] [data-testid=exam-key]").waitFor();
  check((await tab.inputValue("[data-testid=answers]")).startsWith("student,"), "what was pasted is gone with the language");
  await tab.reload();
  await tab.locator("[data-testid=exam-key]").waitFor();
  check((await tab.inputValue("[data-testid=answers]")).startsWith("student,"), "what was pasted is gone with a reload");
  await tab.click("[data-testid=lang-en]");
  await tab.locator("html[lang=en] [data-testid=exam-key]").waitFor();
  await tab.fill("[data-testid=answers]", "just words");
  await tab.click("[data-testid=grade]");
  await until(async () => /columns/.test(await tab.locator("[data-testid=error]").innerText()), "what is wrong with it");
  await tab.context().close();
}

await Promise.all([practice(), exam(), blanks(), questions()]);
await close();
