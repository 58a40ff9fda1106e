// What several tests of the board share: three of them at a time, each in a page of its own; one that fails lets the others go on.
import { check as fail } from "./browser.mjs";

export const at = (game, position, more = "") => `/play/${game}?position=${encodeURIComponent(JSON.stringify(position))}${more}`;
// The others go on.
export function check(truth, text) {
  if (!truth) throw new Error(text);
}
export const equal = (got, expected, text) => check(got === expected, `${text}: got ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`);
export const count = (tab, selector) => tab.locator(selector).count();
export const verdict = (tab) => tab.getAttribute("[data-testid=verdict]", "data-verdict");
export const become = (tab, wanted) => tab.waitForFunction((wanted) => document.querySelector("[data-testid=verdict]")?.getAttribute("data-verdict") === wanted, wanted);
// What a button copies. The sign on it goes away by itself, so what is waited for is what was copied.
export async function copied(tab, name) {
  await tab.evaluate(() => navigator.clipboard.writeText(""));
  await tab.getByRole("button", { name, exact: true }).click();
  await tab.waitForFunction(() => navigator.clipboard.readText());
  return tab.evaluate(() => navigator.clipboard.readText());
}
export const done = (tab) => tab.context().close();

// ONLY=words runs the tests with these words in their names, SAY=1 tells which are through.
export async function all(tests) {
  const queue = Object.entries(tests).filter(([name]) => !process.env.ONLY || name.includes(process.env.ONLY)), faults = [];
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let next; (next = queue.shift()); ) await next[1]().then(() => process.env.SAY && console.log(next[0], Math.round(performance.now())), (error) => faults.push(`${next[0]}: ${error.stack}`));
    }),
  );
  fail(faults.length === 0, faults.join("\n"));
}
