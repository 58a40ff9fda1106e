#!/usr/bin/env node
// circles.mjs GRUNDYD: what an explanation calls a circle in misère play is true: where it says that a circle acts as a product of rows, the circle
// beside any rows is won exactly when those rows are in its place.
import { check, equal, start, stop } from "../support/e2e/daemon.mjs";

const daemon = await start(process.argv[2], ["--drain", "0s"]);
const solve = async (body) => (await fetch(daemon.url + "/coins", { method: "POST", body: JSON.stringify({ misere: true, ...body }) })).json();

// "(40) = [2]^2": the rows whose product is named.
const rows_of = (name) => [...name.matchAll(/\[(\d+)\](?:\^(\d+))?/g)].flatMap(([, size, times]) => Array(Number(times ?? 1)).fill(Number(size)));

const BESIDE = [[], [1], [2, 2], [5], [9, 1], [12], [20, 3], [25, 9], [30], [7, 8, 9]];
let named = 0, refused = 0;
for (const circle of [13, 22, 24, 25, 31, 36, 37, 40, 41, 49, 61, 100, 1000]) {
  const told = { en: null, zh: null };
  for (const language of ["en", "zh"]) {
    const answer = await solve({ rows: [30], circles: [circle, 25], explain: language, limit: 0 });
    if (answer.code === "too_large") {
      refused++; // beyond what is proven of circles
      continue;
    }
    equal(answer.method, "quotient", `circle ${circle}: ${JSON.stringify(answer)}`);
    const text = answer.explanation.join("\n");
    told[language] = new RegExp(`\\(${circle}\\) = ([^,.、。\\n]*)`).exec(text)?.[1] ?? null;
    check(told[language] || text.includes(`(${circle})`), `circle ${circle} is not named: ${text}`);
  }
  equal(told.en, told.zh, `circle ${circle} in both languages`);
  if (told.en === null || told.en.includes("(")) continue; // an element of its own
  named++;
  for (const rows of BESIDE) {
    const with_circle = await solve({ rows, circles: [circle], limit: 0 }), with_rows = await solve({ rows: [...rows, ...rows_of(told.en)], limit: 0 });
    check(with_circle.verdict, `circle ${circle} beside ${rows}: ${JSON.stringify(with_circle)}`);
    equal(with_circle.verdict, with_rows.verdict, `circle ${circle} as ${told.en} beside ${rows}`);
  }
}
equal(named, 12, "circles that act as rows");
equal(refused, 2, "refusals: of circle 22, in both languages");
console.log(`${named} circles act as rows, ${refused} refused`);
await stop(daemon);
