// A client made of the description alone: it plays every game to its end by /play and has every game graded by /grade, without a rule of any.
// usage: node client.js URL
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];
type Game = Schemas["game_id"];
type Play = Schemas["play.request"];
type Move = NonNullable<Extract<Schemas["play.answer"], { legal: true }>["move"]>;
type Start = { [G in Game]: Extract<Play, { game: G }>["position"] };

// A position of every game: the compiler misses one that is missing, and every field that is wrong.
const starts: Start = {
  zero: {},
  nim: { heaps: [3, 4, "5"] },
  bash: { heaps: [9, 4], max_take: 3 },
  "public-sale": { price: 21, max_raise: 4 },
  wythoff: { heaps: [4, 7], misere: true },
  "fibonacci-nim": { stones: 20 },
  euclid: { pair: [34, 12] },
  "pair-split": { pairs: [[2, 5], [3, 3]] },
  "staircase-nim": { stairs: [2, 1, 3] },
  "georgia-bob": { chessmen: [2, 5, 6] },
  beans: { bottles: [1, 0, 2, 1] },
  "take-or-merge": { heaps: [1, 2, 3] },
  "stone-ends": { piles: [5, 3, 4, 5] },
  "stone-rest": { piles: [5, 3, 1, 4, 2] },
  "stone-front": { piles: [1, 2, 3, -9] },
  "stone-window": { piles: [2, 7, 9, 4, 4] },
  "stone-merge": { stones: [-1, 2, -3, 4, -5] },
  "stone-rivals": { mine: [1, 3], theirs: [2, 1] },
  "stone-thirds": { stones: [5, 1, 2, 4, 3] },
  "stone-halves": { piles: [6, 2, 3, 4, 5, 5] },
  graph: { edges: [[0, 1], [1, 2], [0, 2]], tokens: [0, 0] },
  "cat-mouse": { graph: [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]] },
  "odd-even": { balls: 11, takes: [1, 3, 4] },
  cutting: { sheets: [[4, 3]] },
  bombs: { bombs: [[3, 2], [2, 2]] },
  pieces: { piece: "queen", squares: [[3, 5]] },
  kiki: { rows: 5, cols: 4 },
  "even-matrix": { matrix: [[1, 2], [3, 4]] },
  sg: { rules: { octal: "0.77" }, heaps: [5, 6] },
  squares: { grid: ["....", "..#.", "...."] },
  coins: { rows: [5], circles: [4] },
  custom: { rules: { vars: "n: 0..100", moves: [{ name: "take", choose: "k in 1..min(3, n)", do: "n -= k" }] }, state: { n: 10 } },
};

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });
const fail = (what: string): never => { throw new Error(what); };
const PLIES = 200;

async function play(game: Game): Promise<number> {
  let request = { game, position: starts[game] } as Play;
  const record: Move[] = [];
  for (let over = false; !over && record.length < PLIES; ) {
    const { data, error } = await client.POST("/play", { body: request });
    if (!data) return fail(`${game}: ${error.detail}`);
    if (!data.legal) return fail(`${game}: ${data.reason}`);
    over = data.over;
    if (!data.move) break;
    record.push(data.move);
    request = { ...request, position: data.to } as Play;
  }
  const body = { game, position: starts[game], record } as Schemas["grade.request"];
  const { data, error } = await client.POST("/grade", { body });
  if (typeof data !== "object") return fail(`${game}: ${error?.detail}`); // a text is the table of a class
  if (!("moves" in data)) return fail(`${game}: a record was graded as a claim`);
  if (!data.legal || data.first_mistake !== null) fail(`${game}: the record of a perfect player has a mistake: ${JSON.stringify(data)}`);
  if (!data.over && record.length < PLIES) fail(`${game}: the game is not over`);
  return record.length;
}

let plies = 0;
for (const game of Object.keys(starts) as Game[]) plies += await play(game);
console.log(`${Object.keys(starts).length} games played to their ends in ${plies} moves`);
