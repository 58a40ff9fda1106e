#!/usr/bin/env node
// grading.mjs GRUNDYD: what a teacher chose and what was graded stays, whatever language and theme is chosen; what is wrong with pasted
// answers is told where it is.
import { check, equal, open, until } from "./support/browser.mjs";

const { page, close } = await open(process.argv[2]);
const shown = (tab, selector) => tab.locator(selector).first().waitFor();
const idle = (tab) => tab.waitForFunction(() => !document.querySelector("[aria-busy]"));

async function language(tab, lang) {
  await tab.click(`[data-testid=lang-${lang}]`);
  await tab.locator(`html[lang=${lang === "zh" ? "zh-CN" : lang}] [data-testid=generate]`).waitFor();
  await idle(tab);
}

async function grade(tab, pasted) {
  await tab.fill("[data-testid=answers]", pasted);
  await tab.click("[data-testid=grade]");
  await tab.locator("[data-testid=graded], [data-testid=error]").first().waitFor();
  await idle(tab);
}

const points = async (tab) => (await tab.locator("[data-testid=graded] summary").allInnerTexts()).join(" | ");
const told = (tab, n) => tab.locator("[data-testid=graded]").nth(n).evaluate((node) => node.textContent);

// A name that turns the direction of writing turns its own letters alone: the points stand behind it, in their order.
async function turned() {
  const tab = await page();
  await tab.goto("/exam");
  await grade(tab, `student,game,position,verdict\n\u202eeve,nim,"{""heaps"":[1,2]}",loss\n`);
  const places = await tab.locator("[data-testid=graded] summary").evaluate((node) => {
    const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), places = [];
    while (walk.nextNode())
      for (const match of walk.currentNode.data.matchAll(/[01]/g)) {
        const range = document.createRange();
        range.setStart(walk.currentNode, match.index);
        range.setEnd(walk.currentNode, match.index + 1);
        places.push(range.getBoundingClientRect().left);
      }
    return places;
  });
  equal(places.length, 2, "0 / 1");
  check(places[0] < places[1], "the points are turned around");
  await tab.context().close();
}

// What was opened in a spreadsheet and copied there, or kept with semicolons.
async function parted() {
  const tab = await page();
  await tab.goto("/exam");
  for (const [mark, quoted] of [["\t", false], ["\t", true], [";", true], [",", true]]) {
    const position = quoted ? '"{""heaps"":[1,2]}"' : '{"heaps":[1,2]}';
    await grade(tab, [["student", "game", "position", "verdict"], ["Ada", "nim", position, "win"], ["Bob", "nim", position, "loss"]].map((row) => row.join(mark)).join("\n"));
    equal(await points(tab), "Ada: 1 / 1 | Bob: 0 / 1", `parted by ${JSON.stringify(mark)}`);
  }
  // Another sign behind a quote ends no field.
  await grade(tab, 'student,game,position,verdict\n"Ada";nim,"{""heaps"":[1,2]}",win\n');
  await tab.locator("[data-testid=error]", { hasText: "2" }).waitFor();
  await tab.context().close();
}

// A table that is not one is not graded; a word that asks for nothing that there is, is told.
async function faults() {
  const tab = await page(), right = 'nim,"{""heaps"":[1,2]}"', wrong = () => tab.locator("[data-testid=error]").innerText();
  await tab.goto("/exam");
  for (const [text, line] of [
    [`student,game,position,verdict\nAda,${right},win\n"Bob,${right},win\n`, 3],
    [`student,game,position,verdict\nAda,nim,"{""heaps"":[1,2]},win\nBob,${right},win\n`, 2],
    [`student,game,position,verdict\n"Ada\nof course",${right},win\nBob,"nim",{"heaps":[1]},"win\n`, 4],
  ]) {
    await grade(tab, text);
    equal(await wrong(), `Line ${line}: the quote that opens there is not closed where its field ends.`, text);
    equal(await tab.locator("[data-testid=graded]").count(), 0, "graded all the same");
  }
  await language(tab, "zh");
  check((await wrong()).startsWith("第 4 行："), await wrong());
  await language(tab, "en");
  // Quotes within a field that none opens stand for themselves, as in JSON that nobody quoted.
  await grade(tab, 'student,game,position,verdict\r\n"Ada ""A"", of course" ,nim,{"heaps":[1]},win\r\n');
  equal(await points(tab), 'Ada "A", of course: 1 / 1', "quotes in quotes");
  equal(await tab.locator("[data-testid=error]").count(), 0, "the error stays");
  // Of what is asked and not answered a part is lost; what nobody can answer is not graded, and told with what is nearest.
  await grade(tab, `student,game,position,asked,verdict,Verdct\nAda,${right},verdict; move,win,loss\nBob,${right},verdcit,win,\n`);
  equal(await points(tab), "Ada: 0.5 / 1 | Bob: 0 / 0 · Not graded 1", "what is asked");
  check(/"verdcit".*did you mean "verdict"/.test(await told(tab, 1)), await told(tab, 1));
  check((await tab.locator(".note").allInnerTexts()).includes("Columns not read: Verdct"), "a column that nobody reads");
  await tab.context().close();
}

// What is chosen and made no sheet yet stays, and so does the sheet that is there.
async function choices() {
  const tab = await page(), chosen = () => tab.evaluate(() => [...document.querySelectorAll("form input")].map((input) => (input.type === "checkbox" ? input.checked : input.value)).join());
  await tab.goto("/exam");
  await shown(tab, "[data-testid=generate]");
  const seed = await tab.inputValue("input[name=seed]");
  await language(tab, "zh");
  equal(await tab.inputValue("input[name=seed]"), seed, "the seed that was drawn");
  await tab.check("input[value=squares]");
  await tab.uncheck("input[value=sg]");
  await tab.check("input[value=grundy]");
  await tab.uncheck("input[value=move]");
  await tab.fill("input[name=count]", "3");
  await tab.fill("input[name=seed]", "77");
  await tab.fill("input[type=range]", "35");
  await tab.getByRole("textbox", { name: "标题" }).fill("Quiz");
  const before = await chosen();
  await language(tab, "en");
  equal(await chosen(), before, "another language");
  await tab.click("[data-testid=theme]");
  await shown(tab, "[data-testid=generate]");
  equal(await chosen(), before, "another theme");
  await tab.reload();
  await shown(tab, "[data-testid=generate]");
  equal(await chosen(), before, "loaded again");
  await tab.click("[data-testid=generate]");
  await shown(tab, "[data-testid=exam-key]");
  await tab.fill("input[name=seed]", "78");
  await tab.uncheck("input[value=nim]");
  const sheet = await tab.innerText("[data-testid=exam-sheet]"), changed = await chosen();
  await language(tab, "zh");
  await language(tab, "en");
  await shown(tab, "[data-testid=exam-key]");
  equal(await chosen(), changed, "chosen beside a sheet");
  equal(await tab.innerText("[data-testid=exam-sheet]"), sheet, "the sheet of the address");
  // Another address has choices of its own.
  await tab.goBack();
  await until(async () => (await tab.locator("[data-testid=exam-sheet]").count()) === 0, "back to no sheet");
  await shown(tab, "[data-testid=generate]");
  check(await tab.isChecked("input[value=sg]"), "the choices of another address");
  await tab.context().close();
}

async function results() {
  const tab = await page({ expected: /status of 503/ }), asked = [];
  let mode = "ok", held = null;
  await tab.route("**/grade", (route) => {
    asked.push(route.request().postDataJSON().language);
    if (mode === "ok") return route.continue();
    if (mode === "hold") return void (held = route);
    return route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify({ type: "/problems/overloaded", title: "Too much to do", status: 503, code: "overloaded", detail: "come back" }) });
  });
  await tab.goto("/exam?games=nim&count=2&seed=4&size=20&ask=verdict");
  await shown(tab, "[data-testid=exam-key]");
  const position = (n) => tab.locator("[data-testid=exam-key] tbody tr a").nth(n).evaluate((link) => new URL(link.href).searchParams.get("position"));
  const cell = (text) => `"${text.replaceAll('"', '""')}"`;
  // Nim is lost where the xor is 0; where who takes the last one loses, and no heap has more than one, where their number is odd.
  const truth = ({ heaps, misere }) => ((misere && heaps.every((heap) => heap < 2) ? heaps.filter(Boolean).length % 2 : heaps.reduce((sum, heap) => sum ^ heap, 0) === 0) ? "loss" : "win"), lines = [];
  for (const n of [0, 1]) {
    const text = await position(n), verdict = truth(JSON.parse(text));
    lines.push(`Ada,nim,${cell(text)},${verdict}`, `Bob,nim,${cell(text)},${{ win: "loss", loss: "win" }[verdict]}`);
  }
  const head = "student,game,position,verdict\n";
  await grade(tab, head + lines.join("\n"));
  equal(await points(tab), "Ada: 2 / 2 | Bob: 0 / 2", "graded");
  equal(asked.join(), "en", "asked");
  await tab.locator("[data-testid=graded] summary").nth(1).click();
  await tab.fill("[data-testid=answers]", "another class");
  const english = await told(tab, 1);
  // A theme needs no other words; a language does: what was graded then is asked again, though another class is pasted by now.
  await tab.click("[data-testid=theme]");
  await shown(tab, "[data-testid=exam-key]");
  await idle(tab);
  equal(await points(tab), "Ada: 2 / 2 | Bob: 0 / 2", "another theme");
  equal(asked.join(), "en", "asked again for a theme");
  const unfolded = () => tab.locator("[data-testid=graded]").evaluateAll((nodes) => nodes.map((node) => node.open).join());
  equal(await unfolded(), "false,true", "what is unfolded");
  await language(tab, "zh");
  await until(async () => (await points(tab)) === "Ada：2 / 2 | Bob：0 / 2", "in Chinese");
  check(/[\u4e00-\u9fff]/u.test((await told(tab, 1)).replace(/^[^✗]*✗ 0 [^{]*/u, "")) && !(await told(tab, 1)).includes("Wrong"), await told(tab, 1));
  equal(asked.join(), "en,zh", "asked once for a language");
  equal(await unfolded(), "false,true", "what is unfolded in Chinese");
  equal(await tab.inputValue("[data-testid=answers]"), "another class", "what is pasted");
  // While the service is slow and when it fails what was graded stays.
  mode = "hold";
  await tab.click("[data-testid=lang-en]");
  await until(() => held, "the question for English words");
  equal(await points(tab), "Ada: 2 / 2 | Bob: 0 / 2", "while it is asked");
  await tab.click("[data-testid=lang-zh]");
  await shown(tab, "html[lang=zh-CN] [data-testid=exam-key]");
  await idle(tab);
  mode = "503";
  await tab.click("[data-testid=lang-en]");
  await shown(tab, "html[lang=en] [data-testid=error]");
  equal(await points(tab), "Ada: 2 / 2 | Bob: 0 / 2", "where it fails");
  mode = "ok";
  await tab.click("[data-testid=error] button");
  await until(async () => (await told(tab, 1)) === english, "in English again");
  // What is under way when the language changes comes all the same, and is held against the sheet.
  mode = "hold";
  held = null;
  await tab.fill("[data-testid=answers]", head + lines[0]);
  await tab.click("[data-testid=grade]");
  await until(() => held, "the question");
  mode = "ok";
  await language(tab, "zh");
  await until(async () => (await points(tab)) === "Ada：1 / 2", "what was under way");
  // A sheet that is not there yet is waited for.
  let making = null;
  await tab.route("**/generate", (route) => void (making = route));
  await tab.reload();
  await until(() => making, "the sheet is made");
  await tab.click("[data-testid=grade]");
  const n = asked.length;
  await making.continue();
  await until(async () => (await points(tab)) === "Ada：1 / 2", "graded against the sheet");
  equal(asked.length, n + 1, "asked once, and not before");
  // Another sheet begins anew.
  await tab.unroute("**/generate");
  await tab.fill("input[name=seed]", "5");
  await tab.click("[data-testid=generate]");
  equal(await tab.locator("[data-testid=graded]").count(), 0, "graded against another sheet");
  await tab.context().close();
}

await Promise.all([faults(), choices(), results(), turned(), parted()]);
await close();
