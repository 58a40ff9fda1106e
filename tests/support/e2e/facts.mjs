// Facts about positions, worked out from the rules by plain search, for tests to hold against what the service says in words. Nothing here
// knows how the service does it. Integers are BigInt where they may be large.
export const big = (value) => BigInt(value);
export const xor = (values) => values.reduce((sum, value) => sum ^ value, 0n);
export const mex = (values) => {
  const seen = new Set(values.map(String));
  let value = 0n;
  while (seen.has(String(value))) value++;
  return value;
};
export const bits = (value) => value.toString(2);
export const isqrt = (n) => {
  if (n < 2n) return n;
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
};

const memo = (of, key = String) => {
  const known = new Map();
  return (...args) => {
    const name = key(...args);
    if (!known.has(name)) known.set(name, of(...args));
    return known.get(name);
  };
};

// ---- heap rules ----

const primes = (n) => Array.from({ length: n + 1 }, (_, i) => i).filter((p) => p > 1 && !Array.from({ length: p }, (_, d) => d).some((d) => d > 1 && d * d <= p && p % d === 0));
const powers = (k, n) => {
  const list = [1];
  while (list.at(-1) * k <= n) list.push(list.at(-1) * k);
  return list;
};
const NAMED = {
  any: (n) => Array.from({ length: n }, (_, i) => i + 1),
  squares: (n) => NAMED.any(n).filter((x) => Number.isInteger(Math.sqrt(x))),
  primes,
  fibonacci: (n) => { const list = [1, 2]; while (list.at(-1) <= n) list.push(list.at(-1) + list.at(-2)); return list; },
  factorials: (n) => { const list = [1]; for (let i = 2; list.at(-1) <= n; i++) list.push(list.at(-1) * i); return list; },
  divisors: (n) => NAMED.any(n).filter((x) => x < n && n % x === 0),
  prime_powers: (n) => [1, ...primes(n).flatMap((p) => powers(p, n).slice(1))],
};

function amounts(take, n) {
  if (Array.isArray(take)) return [...new Set(take.flatMap((x) => NAMED[x]?.(n) ?? Number(x)))].filter((x) => x <= n).sort((a, b) => a - b);
  if (take.up_to === "half") return NAMED.any(Math.floor(n / 2));
  const all = typeof take === "string" ? NAMED[take](n) : take.powers_of ? powers(Number(take.powers_of), n)
    : take.all_but ? NAMED.any(n).filter((x) => !take.all_but.map(Number).includes(x))
    : NAMED.any(n).filter((x) => x >= Number(take.from) && x <= Number(take.to));
  return all.filter((x) => x <= n);
}

const splits = (n, min = 1) => Array.from({ length: Math.max(0, Math.floor(n / 2) - min + 1) }, (_, i) => [i + min, n - i - min]);
const partitions = (n, pieces, min = 1) =>
  pieces === 1 ? (n >= min ? [[n]] : []) : Array.from({ length: Math.max(0, Math.floor(n / pieces) - min + 1) }, (_, i) => i + min)
    .flatMap((first) => partitions(n - first, pieces - 1, first).map((rest) => [first, ...rest]));

// What a heap can become: lists of pieces.
export function heapOptions(rules, n) {
  if (rules.octal || rules.hex) {
    const [front, digits] = (rules.octal ?? rules.hex).split("."), options = [];
    [front, ...digits].forEach((digit, take) => {
      const value = parseInt(digit, 16), left = n - take;
      if (left < 0) return;
      if (value & 1 && left === 0 && take) options.push([]);
      for (const pieces of [1, 2, 3]) if (value & (1 << pieces) && left > 0 && (take || pieces > 1)) options.push(...partitions(left, pieces));
    });
    return options;
  }
  if (rules.split && !rules.take) {
    if (rules.split === "any") return splits(n);
    if (rules.split === "unequal") return splits(n).filter(([a, b]) => a !== b);
    return Array.from({ length: n }, (_, a) => a).flatMap((a) => Array.from({ length: a + 1 }, (_, b) => [b, a]));
  }
  const taken = amounts(rules.take, n).flatMap((take) => [[n - take], ...(rules.leave ? splits(n - take) : [])]);
  return rules.split ? [...taken, ...splits(n).filter(([a, b]) => rules.split === "any" || a !== b)] : taken;
}

const valueOfHeap = memo((rules, n) => mex(heapOptions(JSON.parse(rules), n).map((into) => xor(into.map((size) => valueOfHeap(rules, size))))), (rules, n) => `${rules} ${n}`);
export const heapValue = (rules, n) => {
  const key = JSON.stringify(rules);
  for (let i = 0; i < n; i += 50) valueOfHeap(key, i);
  return valueOfHeap(key, n);
};

// Whether who is to move loses in misère play, by search over the heaps as they stand: nothing is known of quotients here.
const misereHeaps = memo((rules, heaps) => {
  const options = heaps.flatMap((n, i) => heapOptions(JSON.parse(rules), n).map((into) => [...heaps.filter((_, k) => k !== i), ...into]));
  return options.length > 0 && options.every((to) => !misereHeaps(rules, sorted(to)));
}, (rules, heaps) => `${rules} ${heaps}`);
const sorted = (heaps) => heaps.map(Number).filter((n) => n > 0).sort((a, b) => a - b);
export const misereLost = (rules, heaps) => misereHeaps(JSON.stringify(rules), sorted(heaps));

// ---- boards ----

export const side = memo((n) => mex(Array.from({ length: Math.max(0, n - 3) }, (_, i) => side(i + 2) ^ side(n - i - 2))));
export const sheet = (w, h) => (side(w) === 0n ? side(h) : side(h) === 0n ? side(w) : 1n);
export const bomb = memo((x, y) => {
  if (x === 1 || y === 1) return BigInt(x + y - 2);
  const values = [];
  for (let u = 1; u < x; u++) for (let v = 1; v < y; v++) values.push(bomb(u, y) ^ bomb(x, v));
  return mex(values);
}, (x, y) => `${x} ${y}`);

const STEPS = {
  king: [[-1, 0], [0, -1], [-1, -1]], knight: [[-2, -1], [-2, 1], [-1, -2], [1, -2]],
  "hyper-knight": [[-2, -1], [-2, 1], [-1, -2], [1, -2], [-3, -1], [-1, -3]],
};
export function pieceOptions(piece, x, y) {
  if (STEPS[piece]) return STEPS[piece].map(([dx, dy]) => [x + dx, y + dy]).filter(([a, b]) => a >= 0 && b >= 0);
  const options = [];
  for (let t = 1; t <= Math.max(x, y); t++) {
    if (piece !== "bishop" && t <= x) options.push([x - t, y]);
    if (piece !== "bishop" && t <= y) options.push([x, y - t]);
    if (piece !== "rook" && t <= x && t <= y) options.push([x - t, y - t]);
  }
  return options;
}
export const pieceValue = memo((piece, x, y) => mex(pieceOptions(piece, x, y).map(([a, b]) => pieceValue(piece, a, b))), (...args) => args.join(" "));

const rowValue = memo((takes, n) => {
  const values = [];
  for (const take of takes) for (let at = 0; at + take <= n; at++) values.push(rowValue(takes, at) ^ rowValue(takes, n - at - take));
  return mex(values);
}, (takes, n) => `${takes} ${n}`);
export const coinsRow = rowValue;
export const coinsCircle = (takes, n) => mex(takes.filter((take) => take <= n).map((take) => rowValue(takes, n - take)));

// Places of a 2x2 square on a grid, [row, column], and the components of those that exclude each other.
export function squarePlaces(grid) {
  const places = [];
  grid.forEach((line, row) => [...line].forEach((_, col) => {
    if (grid[row + 1] && [grid[row][col], grid[row][col + 1], grid[row + 1][col], grid[row + 1][col + 1]].every((cell) => cell === ".")) places.push([row, col]);
  }));
  return places;
}
const near = ([a, b], [c, d]) => Math.abs(a - c) < 2 && Math.abs(b - d) < 2;
export function squareParts(places) {
  const parts = [], left = [...places];
  while (left.length) {
    const part = [left.shift()];
    for (let i = 0; i < part.length; i++)
      for (let j = left.length - 1; j >= 0; j--) if (near(part[i], left[j])) part.push(...left.splice(j, 1));
    parts.push(part.sort((a, b) => a[0] - b[0] || a[1] - b[1]));
  }
  return parts;
}
export const squaresValue = memo((places) => mex(squareOptions(places)), (places) => JSON.stringify(places));
export const squareOptions = (places) => places.map((at) => xor(squareParts(places.filter((other) => !near(at, other))).map((part) => squaresValue(part))));

export const matrixValue = memo((rows) => {
  if (!rows.length || !rows[0].length) return 0n;
  const even = (cells) => cells.reduce((sum, cell) => sum + cell, 0) % 2 === 0, values = [];
  if (even(rows.at(-1))) values.push(matrixValue(rows.slice(0, -1)));
  if (even(rows.map((row) => row.at(-1)))) values.push(matrixValue(rows.map((row) => row.slice(0, -1))));
  return mex(values);
}, (rows) => JSON.stringify(rows));

// ---- play that may go on for ever ----

// options[v]: where v can go; over[v]: the outcome there for the player to move if the game ends. Labels of [outcome, plies]; a draw stays null.
export function retrograde(options, over) {
  const label = options.map((to, v) => (over(v) ? [over(v), 0] : null));
  for (let plies = 1, changed = true; changed; plies++) {
    changed = false;
    const found = options.map((to, v) => {
      if (label[v]) return null;
      if (to.some((w) => label[w]?.[0] === "loss")) return "win";
      return to.length && to.every((w) => label[w]?.[0] === "win") ? "loss" : null;
    });
    found.forEach((outcome, v) => { if (outcome) { label[v] = [outcome, plies]; changed = true; } });
  }
  return label;
}

// Smith's labels: the Grundy value of each node, or null where it is infinite.
export function loopyLabels(options) {
  const label = options.map(() => null);
  for (let changed = true; changed; ) {
    changed = false;
    for (let v = 0; v < options.length && !changed; v++) {
      if (label[v] !== null) continue;
      const value = mex(options[v].filter((w) => label[w] !== null).map((w) => label[w]));
      const others = options[v].filter((w) => label[w] === null);
      if (!others.every((w) => options[w].some((u) => label[u] === value))) continue;
      label[v] = value;
      changed = true;
    }
  }
  return label;
}

// ---- scores: the mover's lead from here on ----

const best = (values) => values.reduce((a, b) => (a > b ? a : b));
const total = (values) => values.reduce((a, b) => a + b, 0n);
const ends = (p, move) => ({ piles: move.end === "left" ? p.piles.slice(1) : p.piles.slice(0, -1) });
export const after = {
  "stone-ends": ends,
  "stone-rest": ends,
  "stone-front": (p, move) => ({ ...p, piles: p.piles.slice(move.take) }),
  "stone-window": (p, move) => ({ piles: p.piles.slice(move.take), m: Math.max(p.m ?? 1, move.take) }),
  "stone-merge": (p, move) => ({ stones: [Number(total(p.stones.slice(0, move.take).map(big))), ...p.stones.slice(move.take)] }),
  "stone-rivals": (p, move) => ({ mine: p.theirs.toSpliced?.(move.stone, 1) ?? p.theirs.filter((_, i) => i !== move.stone), theirs: p.mine.filter((_, i) => i !== move.stone) }),
};
export const gain = {
  "stone-ends": (p, move) => big(move.end === "left" ? p.piles[0] : p.piles.at(-1)),
  "stone-rest": (p, move) => total(ends(p, move).piles.map(big)),
  "stone-front": (p, move) => total(p.piles.slice(0, move.take).map(big)),
  "stone-window": (p, move) => total(p.piles.slice(0, move.take).map(big)),
  "stone-merge": (p, move) => total(p.stones.slice(0, move.take).map(big)),
  "stone-rivals": (p, move) => big(p.mine[move.stone]),
};
const upTo = (n, from = 1) => Array.from({ length: Math.max(0, n - from + 1) }, (_, i) => ({ take: i + from }));
export const scoring = {
  "stone-ends": (p) => (p.piles.length ? [{ end: "left" }, { end: "right" }] : []),
  "stone-rest": (p) => (p.piles.length ? [{ end: "left" }, { end: "right" }] : []),
  "stone-front": (p) => upTo(Math.min(Number(p.max_take ?? 3), p.piles.length)),
  "stone-window": (p) => upTo(Math.min(2 * Number(p.m ?? 1), p.piles.length)),
  "stone-merge": (p) => upTo(p.stones.length, 2),
  "stone-rivals": (p) => p.mine.map((_, stone) => ({ stone })),
};
const leadOf = memo((game, p) => {
  const moves = scoring[game](p);
  return moves.length ? best(moves.map((move) => gain[game](p, move) - leadOf(game, after[game](p, move)))) : 0n;
}, (game, p) => game + JSON.stringify(p));
export const scoreLead = leadOf;

export const halves = memo((piles) => {
  if (piles.length < 2) return 0n;
  return best(Array.from({ length: piles.length - 1 }, (_, i) => splitHalves(piles, i + 1)));
}, JSON.stringify);
export function splitHalves(piles, at) {
  const [left, right] = [piles.slice(0, at), piles.slice(at)], [a, b] = [left, right].map((part) => total(part.map(big)));
  const keep = (part, sum) => sum + halves(part);
  return a < b ? keep(left, a) : b < a ? keep(right, b) : best([keep(left, a), keep(right, b)]);
}
