#!/usr/bin/env node
// games.mjs GRUNDYD: every game is played to its end on the board, by clicks and by keys alone, against the machine. Whoever has a won
// position and plays the moves that the page lists wins it.
import { check, equal, open, plies, settled } from "./support/browser.mjs";

// Small positions, most of them won. A game that is not here is played from its example.
const POSITIONS = {
  nim: { heaps: [1, 2, 2] }, bash: { heaps: [4], max_take: 2 }, wythoff: { heaps: [2, 3] }, "fibonacci-nim": { stones: 6 }, euclid: { pair: [12, 5] },
  "pair-split": { pairs: [[1, 2], [2, 1]] }, "staircase-nim": { stairs: [1, 1, 1] }, "georgia-bob": { chessmen: [2, 5, 7] }, beans: { bottles: [1, 0, 1] },
  "stone-merge": { stones: [-1, 2, -3, 4] }, "stone-halves": { piles: [6, 2, 3] }, graph: { edges: [[0, 1], [0, 2], [2, 3]], tokens: [0, 2] },
  "cat-mouse": { graph: [[1, 3], [0], [3], [0, 2]] }, bombs: { bombs: [[1, 2], [2, 3]] }, pieces: { piece: "queen", squares: [[2, 3]] }, kiki: { rows: 3, cols: 4 },
  sg: { rules: { octal: "0.77" }, heaps: [5] }, squares: { grid: ["....", "....", "..#."] }, coins: { rows: [3], circles: [3], take: [1, 2] }, "stone-thirds": { stones: [2, 1, 5] },
  custom: { rules: { vars: "n: 0..1000", moves: [{ name: "take", choose: "k in [1, 3, 4]", when: "k <= n", do: "n -= k" }] }, state: { n: 6 } },
};
const PLIES_MAX = 40, AT_ONCE = 3;

const { daemon, page, close } = await open(process.argv[2]);
const { games } = await (await fetch(`${daemon.url}/games`)).json();
const faults = [];

const over = (tab) => tab.evaluate(() => document.querySelector("[data-testid=play-machine]").disabled);

// A move by the board alone: something that is lit, then the first of what is left to choose, until a ply more is there.
async function point(tab, n, keys) {
  const pressed = async (selector) => {
    if (!keys) return tab.locator(selector).first().click();
    await tab.locator(selector).first().focus();
    await tab.keyboard.press("Enter");
  };
  const lit = ".board .handle.can", choices = "[data-testid=chooser] button";
  for (let step = 0; step < 4; step++) {
    await pressed((await tab.locator(choices).count()) ? choices : lit);
    await tab.waitForFunction((n) => document.querySelectorAll("[data-testid=record] > *").length === n || document.querySelector("[data-testid=chooser] button"), n);
    if ((await tab.locator("[data-testid=record] > *").count()) === n) return plies(tab, n);
  }
  throw new Error("no move came of it");
}

async function play(tab, game, keys) {
  const position = POSITIONS[game.id] ?? game.example.request, said = `${game.id} ${keys ? "by keys" : "by clicks"}`;
  await tab.goto(`/play/${game.id}?position=${encodeURIComponent(JSON.stringify(position))}`);
  let verdict = await settled(tab), n = 0;
  check(verdict !== null, `${said}: ${await tab.locator("[data-testid=error]").allTextContents()}`);
  equal(await tab.locator("[data-testid=record] > *").count(), 0, `${said}: plies at the start`);
  const scored = game.has_scores, drawn = game.has_draws, first = verdict;
  while (!(await over(tab)) && n < PLIES_MAX) {
    const listed = tab.locator("[data-testid=move]");
    equal((await listed.count()) > 0, verdict === "win", `${said}: winning moves are listed in ${verdict}`);
    if (verdict === "win" && n % 4 === 0) {
      if (keys) {
        await listed.first().focus();
        await tab.keyboard.press("Enter");
      } else await listed.first().click();
      await plies(tab, n + 1);
      if (!scored) equal(await settled(tab), "loss", `${said}: after a winning move`);
    } else await point(tab, n + 1, keys);
    n++;
    if (await over(tab)) break;
    if (keys) await tab.keyboard.press("m");
    else await tab.locator("[data-testid=play-machine]").click();
    await plies(tab, ++n);
    verdict = await settled(tab);
    // What was won stays won as long as only listed moves are played.
    if (first === "win" && !scored && n <= 2 && verdict !== "win") faults.push(`${said}: won, and ${verdict} after ${n} plies`);
  }
  if (!drawn || scored) check(await over(tab), `${said}: not over after ${n} plies`);
  if (await over(tab)) await tab.waitForSelector("[data-testid=review] h3, [data-testid=record]:empty", { state: "attached" });
  if (process.env.SAY) console.log(said, n, Math.round(performance.now()));
  return n;
}

const queue = games.filter((game) => game.id !== "zero").flatMap((game) => [[game, false], [game, true]]);
let total = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    const tab = await page();
    for (let next; (next = queue.shift()); ) {
      const [game, keys] = next;
      await play(tab, game, keys).then((n) => (total += n), (error) => faults.push(`${game.id} ${keys ? "by keys" : "by clicks"}: ${error.stack}`));
    }
  }),
);
console.log(`${total} plies`);
check(faults.length === 0, faults.join("\n"));
await close();
