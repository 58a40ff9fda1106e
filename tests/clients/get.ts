// Every game played to its end by GET alone, with the client that hey-api makes of the description: each answer lists the first move and the
// position behind it, which is asked about next. usage: node get.js URL
import * as api from "./generated/index.js";
import { client } from "./generated/client.gen.js";

client.setConfig({ baseUrl: process.argv[2] ?? "" });
const PLIES = 100;
type Told = { data?: { game: string; moves?: { to?: object }[] } | undefined; error?: { detail?: string } | undefined };
type Asked = { position: string; moves: "all"; limit: number; positions: boolean };

async function play<P extends object>(game: string, ask: (query: Asked) => Promise<Told>, start: P): Promise<number> {
  let position: object | undefined = start, plies = 0;
  for (; position && plies < PLIES; plies++) {
    const { data, error }: Told = await ask({ position: JSON.stringify(position), moves: "all", limit: 1, positions: true });
    if (!data) throw new Error(`${game}: ${error?.detail}`);
    if (data.game !== game) throw new Error(`${game}: ${data.game} answers`);
    position = data.moves?.[0]?.to;
  }
  return plies - 1;
}

const played = [
  await play<api.ZeroPositionRequest>("zero", (query) => api.zeroGet({ query }), {}),
  await play<api.NimPositionRequest>("nim", (query) => api.nimGet({ query }), { heaps: [3, 4, "5"] }),
  await play<api.BashPositionRequest>("bash", (query) => api.bashGet({ query }), { heaps: [9, 4], max_take: 3 }),
  await play<api.PublicSalePositionRequest>("public-sale", (query) => api.publicSaleGet({ query }), { price: 21, max_raise: 4 }),
  await play<api.WythoffPositionRequest>("wythoff", (query) => api.wythoffGet({ query }), { heaps: [4, 7], misere: true }),
  await play<api.FibonacciNimPositionRequest>("fibonacci-nim", (query) => api.fibonacciNimGet({ query }), { stones: 20 }),
  await play<api.EuclidPositionRequest>("euclid", (query) => api.euclidGet({ query }), { pair: [34, 12] }),
  await play<api.PairSplitPositionRequest>("pair-split", (query) => api.pairSplitGet({ query }), { pairs: [[2, 5], [3, 3]] }),
  await play<api.StaircaseNimPositionRequest>("staircase-nim", (query) => api.staircaseNimGet({ query }), { stairs: [2, 1, 3] }),
  await play<api.GeorgiaBobPositionRequest>("georgia-bob", (query) => api.georgiaBobGet({ query }), { chessmen: [2, 5, 6] }),
  await play<api.BeansPositionRequest>("beans", (query) => api.beansGet({ query }), { bottles: [1, 0, 2, 1] }),
  await play<api.TakeOrMergePositionRequest>("take-or-merge", (query) => api.takeOrMergeGet({ query }), { heaps: [1, 2, 3] }),
  await play<api.StoneEndsPositionRequest>("stone-ends", (query) => api.stoneEndsGet({ query }), { piles: [5, 3, 4, 5] }),
  await play<api.StoneRestPositionRequest>("stone-rest", (query) => api.stoneRestGet({ query }), { piles: [5, 3, 1, 4, 2] }),
  await play<api.StoneFrontPositionRequest>("stone-front", (query) => api.stoneFrontGet({ query }), { piles: [1, 2, 3, -9] }),
  await play<api.StoneWindowPositionRequest>("stone-window", (query) => api.stoneWindowGet({ query }), { piles: [2, 7, 9, 4, 4] }),
  await play<api.StoneMergePositionRequest>("stone-merge", (query) => api.stoneMergeGet({ query }), { stones: [-1, 2, -3, 4, -5] }),
  await play<api.StoneRivalsPositionRequest>("stone-rivals", (query) => api.stoneRivalsGet({ query }), { mine: [1, 3], theirs: [2, 1] }),
  await play<api.StoneThirdsPositionRequest>("stone-thirds", (query) => api.stoneThirdsGet({ query }), { stones: [5, 1, 2, 4, 3] }),
  await play<api.StoneHalvesPositionRequest>("stone-halves", (query) => api.stoneHalvesGet({ query }), { piles: [6, 2, 3, 4, 5, 5] }),
  await play<api.GraphPositionRequest>("graph", (query) => api.graphGet({ query }), { edges: [[0, 1], [1, 2]], tokens: [0, 0] }),
  await play<api.CatMousePositionRequest>("cat-mouse", (query) => api.catMouseGet({ query }), { graph: [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]] }),
  await play<api.OddEvenPositionRequest>("odd-even", (query) => api.oddEvenGet({ query }), { balls: 11, takes: [1, 3, 4] }),
  await play<api.CuttingPositionRequest>("cutting", (query) => api.cuttingGet({ query }), { sheets: [[4, 3]] }),
  await play<api.BombsPositionRequest>("bombs", (query) => api.bombsGet({ query }), { bombs: [[3, 2], [2, 2]] }),
  await play<api.PiecesPositionRequest>("pieces", (query) => api.piecesGet({ query }), { piece: "queen", squares: [[3, 5]] }),
  await play<api.KikiPositionRequest>("kiki", (query) => api.kikiGet({ query }), { rows: 5, cols: 4 }),
  await play<api.EvenMatrixPositionRequest>("even-matrix", (query) => api.evenMatrixGet({ query }), { matrix: [[1, 2], [3, 4]] }),
  await play<api.SgPositionRequest>("sg", (query) => api.sgGet({ query }), { rules: { octal: "0.77" }, heaps: [5, 6] }),
  await play<api.SquaresPositionRequest>("squares", (query) => api.squaresGet({ query }), { grid: ["....", "..#.", "...."] }),
  await play<api.CoinsPositionRequest>("coins", (query) => api.coinsGet({ query }), { rows: [5], circles: [4] }),
  await play<api.CustomPositionRequest>("custom", (query) => api.customGet({ query }), {
    rules: { vars: "n: 0..100", moves: [{ name: "take", choose: "k in 1..min(3, n)", do: "n -= k" }] },
    state: { n: 10 },
  }),
];

const { data: catalogue } = await api.gamesGet({ query: { summary: "1" } });
if (catalogue?.games.length !== played.length) throw new Error(`${played.length} games of ${catalogue?.games.length} were played`);
const { data: page } = await api.problemGet({ path: { code: "invalid_position" } });
if (page?.status !== 422) throw new Error("the page of a problem");
console.log(`${played.length} games played by GET in ${played.reduce((sum, plies) => sum + plies, 0)} moves`);
