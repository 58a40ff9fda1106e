// Positions of every game: those of its vectors, some of those that the templates of its searches stand for, and seeded ones, from a
// handful of stones to hundreds of bits, drawn by the game's own sample().
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const OPTIONS = ["moves", "limit", "offset", "positions", "explain", "language", "words"];

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

// The program `samples` stands beside the daemon, whose path is the test's first argument.
function samples(game, seed, count) {
  const binary = join(dirname(process.argv[2]), "samples");
  const lines = execFileSync(binary, [game, String(seed), String(count)], { maxBuffer: 1 << 28, encoding: "utf8" });
  return lines.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

export function positionsOf(game, seed, count) {
  return [...vectorPositions(game, lots(seed)), ...samples(game, seed, count)].filter((p) => !endless(game, p));
}
