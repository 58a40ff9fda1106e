// Positions of every game: those of its vectors, some of those that the templates of its searches stand for, and seeded ones, from a
// handful of stones to 4096 bits. A game without a generator here fails the tests that use it.
import { readFileSync } from "node:fs";

const OPTIONS = ["moves", "limit", "offset", "positions", "explain"];

// Mulberry32: small, seeded, the same on every machine.
export function lots(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const lot = {
    next,
    below: (n) => Math.floor(next() * n),
    from: (a, b) => a + Math.floor(next() * (b - a + 1)),
    one: (list) => list[Math.floor(next() * list.length)],
    chance: (part) => next() < part,
    list: (min, max, make) => Array.from({ length: lot.from(min, max) }, (_, i) => make(i)),
    bits(n) {
      let value = 1n;
      for (let i = 1; i < n; i++) value = value * 2n + BigInt(next() < 0.5);
      return value;
    },
    // An integer as the service writes it: mostly small, now and then of any size.
    int(min = 0, small = 12) {
      const kind = next();
      if (kind < 0.8) return lot.from(min, min + small);
      if (kind < 0.92) return lot.from(min, 1000);
      return written(lot.bits(lot.one([40, 63, 64, 65, 130, 4095, 4096])));
    },
    distinct(count, min, max) {
      const seen = new Set();
      while (seen.size < count) seen.add(lot.from(min, max));
      return [...seen];
    },
  };
  return lot;
}

export const written = (value) => (value <= 9007199254740991n ? Number(value) : value.toString());

const rulesets = [
  { take: [1, 3, 4] }, { take: [2, 5] }, { take: [1, 2, 3] }, { take: [3, 5, 9] }, { take: "any" }, { take: "squares" }, { take: "primes" },
  { take: "fibonacci" }, { take: "prime_powers" }, { take: "factorials" }, { take: { from: 1, to: 4 } }, { take: { from: 3, to: 7 } },
  { take: { powers_of: 2 } }, { take: { powers_of: 3 } }, { take: { powers_of: 4 } }, { take: { all_but: [2, 5] } },
  { take: [1, 2], leave: "row" }, { take: [2, 3], leave: "row" }, { take: "any", leave: "row" }, { octal: "0.77" }, { octal: "0.137" }, { octal: "0.07" }, { octal: "4.3" },
  { hex: "0.8F" }, { split: "smaller" }, { split: "unequal" }, { split: "any" }, { take: "any", split: "any" },
];
const unbounded = new Set(["any", "prime_powers"]);
const pieces = ["rook", "queen", "bishop", "king", "knight", "hyper-knight"];

function heapOf(rules, lot) {
  const large = unbounded.has(rules.take) || rules.take?.powers_of || rules.take?.from || rules.octal === "0.77" || Array.isArray(rules.take);
  if (rules.split === "smaller" || (rules.take === "any" && rules.split)) return lot.chance(0.9) ? lot.from(0, 30) : written(lot.bits(lot.one([60, 200])));
  return large && !rules.leave ? lot.int(0, 20) : lot.chance(0.9) ? lot.from(0, 25) : lot.from(0, 400);
}

function graph(lot, n, edges, forward) {
  return Array.from({ length: edges }, () => {
    const u = lot.below(n), v = lot.below(n);
    return forward && n > 1 ? (u === v ? [0, n - 1] : [Math.min(u, v), Math.max(u, v)]) : [u, v];
  });
}

// A connected undirected graph in which neither side can be left without a neighbour to go to.
function house(lot) {
  const n = lot.from(4, 8), near = Array.from({ length: n }, () => new Set());
  const join = (a, b) => a !== b && (near[a].add(b), near[b].add(a));
  for (let i = 1; i < n; i++) join(i, i + 1 < n ? i + 1 : 1);
  for (let i = lot.from(1, 4); i > 0; i--) join(lot.below(n), lot.below(n));
  return near.map((set) => [...set].sort((a, b) => a - b));
}

const piles = (lot, max, min = -9, most = 9) => lot.list(0, lot.chance(0.1) ? 40 : max, () => lot.from(min, most));

export const generators = {
  zero: () => ({}),
  nim: (lot) => ({ heaps: lot.list(0, 5, () => lot.int(0, 9)), misere: lot.chance(0.4) }),
  bash: (lot) => ({ heaps: lot.list(0, 4, () => lot.int(0, 20)), max_take: lot.int(1, 8), misere: lot.chance(0.4) }),
  "public-sale": (lot) => ({ price: lot.int(1, 30), max_raise: lot.int(1, 10), bid: lot.int(0, 12) }),
  wythoff: (lot) => ({ heaps: [lot.int(0, 20), lot.int(0, 20)], misere: lot.chance(0.4) }),
  "fibonacci-nim": (lot) => {
    const stones = lot.int(0, 60);
    return { stones, ...(lot.chance(0.5) && { quota: lot.int(0, 20) }), ...(lot.chance(0.4) && { factor: lot.from(1, 5) }) };
  },
  euclid: (lot) => ({ pair: [lot.int(0, 60), lot.int(0, 60)] }),
  "staircase-nim": (lot) => ({ stairs: lot.list(0, 6, () => lot.int(0, 9)) }),
  "georgia-bob": (lot) => ({ chessmen: lot.distinct(lot.from(0, 7), 1, 20).map((x) => (lot.chance(0.03) ? written(lot.bits(200) + BigInt(x)) : x)) }),
  "pair-split": (lot) => ({ pairs: lot.list(0, lot.chance(0.1) ? 9 : 4, () => [lot.int(1, 15), lot.int(1, 15)]) }),
  beans: (lot) => ({ bottles: lot.list(2, lot.chance(0.1) ? 30 : 7, () => lot.int(0, 4)) }),
  "take-or-merge": (lot) => ({ heaps: lot.list(0, 5, () => (lot.chance(0.6) ? lot.from(0, 2) : lot.int(0, 6))) }),
  sg: (lot) => {
    const rules = lot.one(rulesets), misere = lot.chance(0.25);
    return misere ? { rules, heaps: lot.list(0, 3, () => lot.from(0, 6)), misere } : { rules, heaps: lot.list(0, 3, () => heapOf(rules, lot)) };
  },
  cutting: (lot) => ({ sheets: lot.list(0, 3, () => [lot.int(lot.chance(0.1) ? 1 : 2, 12), lot.int(2, 12)]) }),
  bombs: (lot) => ({ bombs: lot.list(0, 4, () => [lot.from(1, 9), lot.from(1, 9)]) }),
  pieces: (lot) => {
    const piece = lot.one(pieces), bounded = piece === "queen" || piece === "hyper-knight";
    const at = () => (bounded ? lot.from(0, lot.chance(0.9) ? 12 : 300) : lot.int(0, 12));
    const alone = piece === "queen" && lot.chance(0.2);
    return { piece, squares: alone ? [[lot.int(0, 12), lot.int(0, 12)]] : lot.list(0, 4, () => [at(), at()]) };
  },
  kiki: (lot) => ({ rows: lot.int(1, 12), cols: lot.int(1, 12) }),
  "even-matrix": (lot) => {
    const cols = lot.from(1, 5);
    return { matrix: lot.list(0, 5, () => lot.list(cols, cols, () => lot.below(4))) };
  },
  squares: (lot) => {
    const cols = lot.from(1, 7);
    return { grid: lot.list(0, 6, () => lot.list(cols, cols, () => (lot.chance(0.75) ? "." : "#")).join("")) };
  },
  coins: (lot) => {
    const take = lot.one([[1, 2], [1, 2], [1], [2, 3], [1, 3], [2]]), one = () => (lot.chance(0.9) ? lot.from(0, 9) : lot.from(0, take[1] ? 9 : 60));
    const row = () => (lot.chance(0.9) || String(take) !== "1,2" ? one() : lot.int(0, 400));
    return { rows: lot.list(0, 3, row), circles: lot.list(0, 2, one), take, misere: lot.chance(0.3) };
  },
  graph: (lot) => {
    const n = lot.from(1, 8), misere = lot.chance(0.3);
    return {
      edges: graph(lot, n, lot.from(0, 12), lot.chance(0.5)), tokens: lot.list(0, misere ? 2 : lot.chance(0.1) ? 7 : 3, () => lot.below(n)), nodes: n, misere,
      ...(lot.chance(0.2) && { all_nodes: true }),
    };
  },
  "odd-even": (lot) => {
    const takes = lot.distinct(lot.from(1, 3), 1, 6), mine = lot.from(0, 9);
    return { balls: lot.chance(0.9) ? lot.from(0, 25) : lot.from(0, 3000), takes, mine, theirs: lot.chance(0.5) ? lot.from(0, 9) : mine };
  },
  "cat-mouse": (lot) => {
    const near = house(lot), n = near.length;
    return { graph: near, mouse: lot.from(1, n - 1), cat: lot.from(1, n - 1), turn: lot.one(["mouse", "cat"]) };
  },
  "stone-ends": (lot) => ({ piles: piles(lot, 9) }),
  "stone-rest": (lot) => ({ piles: piles(lot, 9) }),
  "stone-front": (lot) => ({ piles: piles(lot, 9), max_take: lot.from(1, 4) }),
  "stone-window": (lot) => ({ piles: piles(lot, 9), m: lot.from(1, 3) }),
  "stone-merge": (lot) => ({ stones: lot.list(1, 9, () => lot.from(-9, 9)) }),
  "stone-rivals": (lot) => {
    const n = lot.from(0, 7), one = () => lot.list(n, n, () => lot.int(-3, 9));
    return { mine: one(), theirs: one() };
  },
  "stone-thirds": (lot) => ({ stones: lot.list(0, 7, () => lot.int(0, 9)), ...(lot.chance(0.6) && { sum: lot.int(0, 7), alice: lot.chance(0.5) }) }),
  "stone-halves": (lot) => ({ piles: lot.list(0, 9, () => lot.from(1, 9)) }),
};

// One of the texts that a template of %ALL stands for.
const instance = (template, lot) =>
  template.replace(/<([^<>]*)>/g, (_, inside) => {
    const range = /^(-?\d+)\.\.(-?\d+)$/.exec(inside);
    return range ? String(lot.from(Number(range[1]), Number(range[2]))) : lot.one(inside.split("|"));
  });

const plain = (request) => Object.fromEntries(Object.entries(request).filter(([name]) => !OPTIONS.includes(name)));

// The positions of tests/vectors/NAME.vec, without their options; refused ones are left out.
export function vectorPositions(game, lot, perTemplate = 20) {
  const lines = readFileSync(`tests/vectors/${game.replaceAll("-", "_")}.vec`, "utf8").split("\n");
  const positions = [];
  let skipped = false, expected = false;
  for (const line of lines) {
    if (line.startsWith("%ALL"))
      for (let i = 0; i < perTemplate; i++) positions.push(JSON.parse(instance(line.slice(5), lot)));
    if (line.startsWith("%")) skipped = /^%(FAIL|PATH|GET)/.test(line);
    if (line.startsWith("{") && !skipped && !expected) positions.push(plain(JSON.parse(line)));
    expected = line.startsWith("{") && !skipped && !expected;
    if (!line || line.startsWith("#")) skipped = false;
  }
  return positions;
}

// Circles that are lost by symmetry: what their first moves leave is beyond every table, so that only the verdict is found soon.
const endless = (game, p) => game === "coins" && p.circles?.some((n) => BigInt(n) > 10000000n);

export function positionsOf(game, seed, count) {
  if (!generators[game]) throw new Error(`no generator of positions for ${game}: add one to tests/support/e2e/positions.mjs`);
  const lot = lots(seed);
  return [...vectorPositions(game, lot).filter((p) => !endless(game, p)), ...Array.from({ length: count }, () => generators[game](lot))];
}
