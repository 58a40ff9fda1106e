#!/usr/bin/env node
// texts.mjs: what cmake/texts.awk and cmake/keys.awk make of texts and of what asks for them says the same, and shortly where nothing but t()
// names a key; a module of texts of another form ends the build.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { check, equal } from "../support/e2e/daemon.mjs";

const folder = mkdtempSync(join(tmpdir(), "grundy-texts-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const texts = (lines) => spawnSync("awk", ["-f", "cmake/texts.awk"], { input: `// Words.\n/** @type {any} */\nexport const someTexts = {\n${lines}\n};\n`, encoding: "utf8" });

// What asks, and how it is answered: "x" stands in other quotes, too, so it stays; as do names made with a -.
const SAID = { winningMoves: ["Winning \\\"moves\\\"", "必胜走法"], x: ["ex", "横"], other: ["another", "另"], "kind-one": ["{n}, one", "一 {n}"], unsaid: ["-", "无"], right: ["Right!", "对"], wrong: ["Wrong", "错"], first: ["1st", "先"], a: ["A", "甲"] };
const ASKS = 'for (const zh of [0, 1]) {\n  const t = asker(zh), kind = "one", list = ["x", "first"];\n  console.log(t("winningMoves"), t("x", {}), t(`kind-${kind}`, { n: 3 }), t(zh ? "right" : "wrong"), list.map((key) => t(key)).join(), "winningMoves: no", t("a"), start("other"));\n}\n';
const MORE = 'const more = (t) => [t("other"), t("winningMoves", { n: 1 })];\nconsole.log(more(asker(1)).join());\n';
const HELP = 'const start = (said) => said;\nconst asker = (zh) => (key) => someTexts[key]?.[zh] ?? `?${key}`;\n';

const made = texts(Object.entries(SAID).map(([key, [en, zh]]) => `  ${/-/.test(key) ? `"${key}"` : key}: ["${en}", "${zh}"],`).join("\n"));
equal(made.status, 0, made.stderr);
const [chinese] = made.stdout.split("\n", 1), module = made.stdout.slice(chinese.length + 1).replace("export ", "");
// As cmake/web.cmake puts them together.
const couple = /set\(couple "(.*)"\)\n/.exec(readFileSync("cmake/web.cmake", "utf8"))[1].replaceAll("\\n", "\n").replaceAll('\\"', '"').replace("${chinese}", chinese);
const plain = couple + module + HELP + ASKS + MORE;
writeFileSync(join(folder, "app"), plain);
const short = spawnSync("awk", ["-f", resolve("cmake/keys.awk"), "app", "app"], { cwd: folder, encoding: "utf8" });
equal(short.status, 0, short.stderr);
const run = (input) => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module"], { input, encoding: "utf8" });
  return stdout + stderr;
};
equal(run(plain), 'Winning "moves" ex {n}, one Wrong ex,1st winningMoves: no A other\n必胜走法 横 一 {n} 对 横,先 winningMoves: no 甲 other\n另,必胜走法\n', "what is said");
equal(run(short.stdout), run(plain), "what is said shortly");
const keys = /couple\("([^"]*)"/.exec(short.stdout)[1].split("~");
check(["x", "other", "kind-one", "unsaid", "first"].every((key) => keys.includes(key)), `what is said elsewhere stays: ${keys}`);
check(!["winningMoves", "right", "wrong"].some((key) => keys.includes(key)), `what t() alone says is short: ${keys}`);
equal(new Set(keys).size, Object.keys(SAID).length, `a key of two texts: ${keys}`);
for (const line of ['  key: ["en", "zh"]', '  key: ["en"],', '  key: ["e~n", "中"],', '  key: ["en", "中~文"],', "  key: ['en', '中'],"]) check(texts(line).status, `not refused: ${line}`);
