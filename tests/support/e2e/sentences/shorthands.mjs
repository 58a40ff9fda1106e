// Shorthands for the sentences of explanations: what numbers in them are held against, by plain search and by the formulas of the sources.
import * as f from "../facts.mjs";

export const { big, xor, mex } = f;
export const same = (list, values) => list.all.length === Math.min(values.length, list.cut ? 8 : values.length) && list.all.every((x, i) => x === values[i]);
export const distinct = (values) => [...new Set(values)].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
export const sameSet = (list, values) => same(list, distinct(values));
export const heap = (p, i) => big((p.heaps ?? p.stairs)[Number(i)]);
export const total = (values) => values.reduce((a, b) => a + b, 0n);
export const residue = (p, i) => heap(p, i) % (big(p.max_take) + 1n);

// A sentence that ends with what a winning move comes to: of several values their xor is told, of a single one that it is lost.
export const ended = (count, make) => [["the xor becomes 0", "异或和变为 0", false], ["that is lost for the other player", "留给对手的是必败态", true]].map(([en, zh, single]) => {
  const [english, chinese, isTrue] = make(en, zh);
  return [english, chinese, (v, c) => (count(c.p) === 1) === single && isTrue(v, c)];
});

// What is xored, named in any way, must be the values that plain search finds.
export const listed = (list, c) => !c.values || same(list, c.values);
export const sumOf = (sum, c) => (!c.values || xor(c.values) === sum) && (c.a.grundy === null || big(c.a.grundy) === sum);
export const columns = (text, c, sum, binary) => {
  const all = text.split(/, |、/).map((part) => /^(\d+) = ([01]+)$/.exec(part));
  const values = all.map((part) => big(part[1])), width = binary.length;
  return all.every((part) => part && big("0b" + part[2]) === big(part[1]) && part[2].length === width) &&
    xor(values) === sum && big("0b" + binary) === sum && listed({ all: values }, c) && sumOf(sum, c);
};

// What told_text() says of options, read: told, their names and values one by one; or groups of one value; n, how many there are.
const forms = [
  [/^(it has no options|没有后继)$/, () => ({ n: 0, told: [] })],
  [/^(?:its only option (.+) has the value|唯一的后继(?:(?=“)| (?!“))(.+)(?:(?<=”)|(?<!”) )的 SG 值为) (\d+)$/, (en, zh, value) => ({ n: 1, told: [[en ?? zh, big(value)]] })],
  [/^(?:its options (.+) have the values|后继(?:(?=“)| (?!“))(.+)(?:(?<=”)|(?<!”) )的 SG 值依次为) ([\d、, ]+)$/, (en, zh, values) => {
    const quoted = (en ?? zh).match(/"[^"]*"|“[^”]*”/g), names = quoted ?? (en ?? zh).split(/, |、/), all = values.split(/, |、/).map(big);
    return names.length === all.length ? { n: all.length, told: names.map((name, i) => [name, all[i]]) } : null;
  }],
  [/^(?:its (\d+) options have the values (.+?)(?:(, and the others greater ones)|, and so on with every value up to (\d+))?|(\d+) 种后继中，SG 值(.+?)(?:(，其余的更大)|，依次直到 (\d+) 都有)?)$/, (n1, en, greater1, upto1, n2, zh, greater2, upto2) => ({
    n: Number(n1 ?? n2), cut: !!(greater1 ?? upto1 ?? greater2 ?? upto2), upto: upto1 ?? upto2,
    groups: (en ? en.split(/, (?=\d+ for )/) : zh.split(/，(?=为 \d+ 的有)/)).map((part) => {
      const [, value, name, count] = (en ? /^(\d+) for (.+?)(?: and (?:another (?=\(2 in)|others (?!\(2 in))\((\d+) in all\))?$/ : /^为 (\d+) 的有(?:(?=“)| (?!“))(.+?)(?:(?:(?<=”)|(?<!”) )等 (\d+) 种)?$/).exec(part);
      return { value: big(value), count: Number(count ?? 1), name };
    }),
  })],
];
const readOptions = (text) => { for (const [form, read] of forms) { const match = form.exec(text); if (match) return read(...match.slice(1)); } return null; };
// v.options says of these options, [name, value] each (none where plain search cannot find them), nothing wrong, and v.g is their mex.
export const options = (v, list) => {
  const said = readOptions(v.options), value = new Map(list || []);
  if (!said || (list && said.n !== list.length)) return false;
  if (said.told) return said.told.length <= 12 && mex(said.told.map(([, x]) => x)) === v.g && (!list || said.told.every(([name, x]) => value.get(name) === x));
  const counts = distinct(list ? list.map(([, x]) => x) : []).map((x) => [x, list.filter(([, y]) => y === x).length]);
  // Of groups that are not told every value below the mex is said to be there, or all told are the least.
  const last = said.groups.at(-1).value, rest = said.upto !== undefined ? big(said.upto) === v.g - 1n && last < v.g - 1n && mex(said.groups.map((one) => one.value)) === last + 1n : last >= v.g - 1n && mex(said.groups.map((one) => one.value)) === v.g;
  return said.n > 12 && (said.cut ? rest && said.groups.length === 8 : (mex(said.groups.map((one) => one.value)) === v.g && said.groups.reduce((sum, one) => sum + one.count, 0) === said.n)) &&
    said.groups.every((one, i) => !list || (one.value === counts[i][0] && one.count === counts[i][1] && value.get(one.name) === one.value));
};

// What the best move of a scoring game is said to be worth; a sentence before it has named the move.
export const worth = [["It scores {now} now, and what remains gives neither player a lead.", "当场得 {now} 分，剩余局面中双方不分高下。", (v, c) =>
  big(c.a.value) === v.now && f.gain[c.game](c.p, c.move) === v.now && (!c.small || f.scoreLead(c.game, f.after[c.game](c.p, c.move)) === 0n)],
...[["gains a lead of", "领先", "-"], ["falls", "落后", "+", " behind"]].map(([en, zh, sign, behind = ""]) => [`It scores {now} now, and in what remains the other player ${en} {lead}${behind}: {now} ${sign} {lead} = {value}.`, `当场得 {now} 分，在剩余局面中对手${zh} {lead} 分：{now} ${sign} {lead} = {value}。`, (v, c) => {
  v.rest = sign === "-" ? v.lead : -v.lead;
  return v.lead > 0n && v.now - v.rest === v.value && big(c.a.value) === v.value && f.gain[c.game](c.p, c.move) === v.now && (!c.small || f.scoreLead(c.game, f.after[c.game](c.p, c.move)) === v.rest);
}])];
export const names = (c, move) => { c.move = move; return c.a.best_moves.some((one) => JSON.stringify(one) === JSON.stringify(move)); };
export const smallest = (c, take) => names(c, { take: Number(take) }) && c.a.best_moves[0].take === Number(take);
export const noPile = ["No pile is left: the game is over.", "没有剩余的石子堆，游戏结束。", (v, c) => c.p.piles.length === 0];

export const size = (grid) => big(grid.length);
export const fibonacci = [1n, 2n];
while (fibonacci.at(-1) < 1n << 4100n) fibonacci.push(fibonacci.at(-1) + fibonacci.at(-2));

// The losing numbers of factor f: 1, and each next the last plus the least earlier one whose f-fold reaches the last.
export const rows = new Map();
export const losing = (factor, most) => {
  if (!rows.has(factor)) rows.set(factor, { list: [1n], least: 0 });
  const row = rows.get(factor);
  while (row.list.at(-1) <= most) {
    while (factor * row.list[row.least] < row.list.at(-1)) row.least++;
    row.list.push(row.list.at(-1) + row.list[row.least]);
  }
  return row.list;
};
export const parts = (n, factor) => {
  const list = [], numbers = factor === 2n ? fibonacci : losing(factor, n);
  for (let i = numbers.length - 1; i >= 0 && n; i--) if (numbers[i] <= n) { list.push(numbers[i]); n -= numbers[i]; }
  return list;
};
// The index of each in the list of Fibonacci numbers is at least two below the one before.
export const apart = (all) => { let i = fibonacci.length + 2; return all.every((x) => { const before = i; while (--i >= 0 && fibonacci[i] !== x); return i >= 0 && before - i > 1; }); };
export const factorOf = (p) => big(p.factor ?? 2);
export const quotaOf = (p) => (p.quota !== undefined ? big(p.quota) : big(p.stones) ? big(p.stones) - 1n : 0n);
export const most = (p) => (quotaOf(p) < big(p.stones) ? quotaOf(p) : big(p.stones));

export const euclid = (a, b) => {
  const chain = [];
  for (let [x, y] = a > b ? [a, b] : [b, a]; y; [x, y] = [y, x % y]) chain.push([x, y, x / y, x % y]);
  let value = 0n;
  for (const step of chain.reverse()) { step.push(value); value = value >= step[2] ? step[2] - 1n : step[2]; step.push(value); }
  return chain;
};
export const step = (c, x, y) => euclid(...c.p.pair.map(big)).find(([high, low]) => high === x && low === y);

export const phi = (k) => (k + f.isqrt(5n * k * k)) / 2n;
export const cold = (p, x, y) => {
  const [a, b] = x < y ? [x, y] : [y, x], k = b - a;
  if (p.misere && k < 2n) return k === 0n ? a === 2n : a === 0n;
  return phi(k) === a;
};
export const wythoff = (v, c, take) => c.wins({ take }) && big(c.p.heaps[0]) - take[0] === v.a && big(c.p.heaps[1]) - take[1] === v.b && cold(c.p, v.a, v.b);

export const gaps = (p) => {
  const row = p.chessmen.map(big).sort((x, y) => (x < y ? -1 : 1)), list = [];
  for (let i = row.length - 1; i >= 0; i -= 2) list.push(row[i] - (i ? row[i - 1] : 0n) - 1n);
  return list;
};
export const lowest = (value) => { let i = 0n; while (value & 1n) { value >>= 1n; i++; } return i; };
export const pairValue = ([a, b]) => lowest((big(a) - 1n) | (big(b) - 1n));
// The same by plain search: the mex of what discarding one heap and splitting the other leaves.
const searched = new Map();
export const pairSearched = (a, b) => {
  const key = a < b ? `${a} ${b}` : `${b} ${a}`;
  if (!searched.has(key)) searched.set(key, Number(mex([a, b].flatMap((n) => Array.from({ length: n - 1 }, (_, i) => big(pairSearched(i + 1, n - 1 - i)))))));
  return searched.get(key);
};
// "(100 mod 7) div 2" or "⌊(100 mod 7) / 2⌋", worked out; null: it is nothing to reckon.
export const worked = (text) => {
  const signs = { mod: "%", div: "/", "⌊": "(", "⌋": ")", "×": "*", "^": "**" };
  if (!/^[\d +\-×/^()⌊⌋]*(?:(?:mod|div)[\d +\-×/^()⌊⌋]*)*$/.test(text)) return null;
  return new Function(`return ${text.replace(/\d+/g, "$&n").replace(/mod|div|[⌊⌋×^]/g, (sign) => signs[sign])}`)();
};
export const beans = (p) => { const list = []; for (let i = p.bottles.length - 1; i >= 0; i--) list.unshift(list.length > 12 ? null : mex(list.flatMap((a) => list.map((b) => a ^ b)))); return list; };
export const odious = Array.from({ length: 300 }, (_, i) => big(i)).filter((n) => [...f.bits(n)].filter((bit) => bit === "1").length % 2);
export const bottleValues = (p) => p.bottles.map((_, i) => (i === p.bottles.length - 1 ? 0n : odious[p.bottles.length - 2 - i]));

export const takesOf = (p) => (p.take ?? [1, 2]).map(Number);
export const node = (c, token) => c.p.tokens[Number(token)];
export const nodes = (p) => p.nodes ?? Math.max(-1, ...p.edges.flat(), ...p.tokens) + 1;
export const followers = (p) => {
  const list = Array.from({ length: nodes(p) }, () => new Set());
  for (const [u, v] of p.edges) list[u].add(v);
  return list.map((set) => [...set].sort((a, b) => a - b));
};
export const inList = (c, move) => [c.a.winning_moves, c.a.drawing_moves].some((list) => list?.some((one) => Object.keys(move).every((name) => big(one[name]) === big(move[name]))));
export const maze = (p) => {
  const n = p.graph.length, at = (mouse, cat, turn) => (mouse * n + cat) * 2 + turn, options = [];
  for (let mouse = 0; mouse < n; mouse++)
    for (let cat = 0; cat < n; cat++) {
      options[at(mouse, cat, 0)] = p.graph[mouse].map((to) => at(to, cat, 1));
      options[at(mouse, cat, 1)] = p.graph[cat].filter((to) => to).map((to) => at(mouse, to, 0));
    }
  const over = (v) => {
    const turn = v % 2, mouse = (v >> 1) / n | 0, cat = (v >> 1) % n;
    return mouse === 0 ? (turn ? "loss" : "win") : mouse === cat ? (turn ? "win" : "loss") : null;
  };
  const label = f.retrograde(options, over);
  return (mouse, cat, turn) => label[at(mouse, cat, turn)];
};
export const chased = (c, v, turn) => {
  const { mouse = 1, cat = 2 } = c.p, goes = Number(v.node);
  const label = turn ? maze(c.p)(mouse, goes, 0) : maze(c.p)(goes, cat, 1);
  return (c.p.turn === "cat") === !!turn && inList(c, { node: v.node }) && (v.more === undefined ? label === null : label[0] === "loss" && big(label[1]) === v.more);
};
export const stand = (v, c, turn) => big(c.p.mouse ?? 1) === v.mouse && big(c.p.cat ?? 2) === v.cat && (c.p.turn ?? "mouse") === turn;
export const parity = (n) => (big(n) % 2n ? "odd" : "even");
export const third = (c) => [0, 1, 2].map((r) => big(c.p.stones.filter((x) => big(x) % 3n === big(r)).length));
export const sg = (c, i) => c.values?.[Number(i)] ?? (c.a.heap_grundy ? big(c.a.heap_grundy[Number(i)]) : null);
export const range = ({ rules: { take } }) => (Array.isArray(take) ? [Math.min(...take), Math.max(...take)].map(big) : take?.from && [take.from, take.to].map(big));
export const into = (text) => (text === "nothing" || text === "空" ? [] : text.split(" + ").map(big));
export const sgMove = (v, c, move) => (c.move = c.a.winning_moves.find((one) => one.heap === Number(v.heap) && (move.take === undefined ? !one.take : big(one.take) === move.take) && String(one.into) === String(into(v.into))));
export const pieceAt = (c, v) => { const [x, y] = c.p.squares[Number(v.i)].map(big); return x === v.x && y === v.y; };
export const reach = (c, v) => f.pieceOptions(c.p.piece, Number(v.x), Number(v.y)).map(([x, y]) => f.pieceValue(c.p.piece, x, y));
export const kingOf = (x, y) => { const [low, high] = x < y ? [x, y] : [y, x]; return low % 2n ? (high % 2n ? 2n : 3n) : high % 2n; };

export function rowSum(c) { return total(c.p.matrix.at(-1).map(big)); }
export function columnSum(c) { return total(c.p.matrix.map((row) => big(row.at(-1)))); }
export function held(c, a, b) { return big(c.p.mine ?? 0) === a && big(c.p.theirs ?? 0) === b; }
// Sides repeat with period 34 from 55 on.
export function fold(x) { const n = big(x); return Number(n < 300n ? n : 200n + ((n - 200n) % 34n)); }

export const always = () => true;

// "[1]·(5)^2", the name of an element of a misère quotient: the heaps that it stands for, a circle of n coins as -n.
const heapsOf = (name) => (name === "1" ? [] : name.split("·").flatMap((part) => {
  const [, kind, n, times] = /^([[(])(\d+)[\])](?:\^(\d+))?$/.exec(part);
  return Array(Number(times ?? 1)).fill(Number(n) * (kind === "(" ? -1 : 1));
}));
const TOKENS = 13, BESIDE = [[], [1], [2], [1, 1], [3], [1, 2], [2, 2], [1, 1, 2], [4], [5]];
const few = (...lists) => total(lists.flat().map((n) => (big(n) < 0n ? -big(n) : big(n)))) <= big(TOKENS);
// Whether who is to move loses in misère play, by search: circles become rows.
const circled = new Map();
const lostWith = (rules, heaps) => {
  if (heaps.every((n) => n >= 0)) return f.misereLost(rules, heaps);
  const key = JSON.stringify([rules, [...heaps].sort((a, b) => a - b)]);
  if (!circled.has(key)) {
    const into = (n) => rules.take.filter((take) => take <= Math.abs(n)).flatMap((take) => (n < 0 ? [[-n - take]] : Array.from({ length: n - take + 1 }, (_, at) => [at, n - take - at])));
    const options = heaps.flatMap((n, i) => into(n).map((left) => [...heaps.filter((_, k) => k !== i), ...left.filter((x) => x)]));
    circled.set(key, options.length > 0 && options.every((to) => !lostWith(rules, to)));
  }
  return circled.get(key);
};
// Whether both are lost beside the same: as far as a search reaches.
const alike = (rules, a, b) => BESIDE.every((z) => !few(a, z) || !few(b, z) || lostWith(rules, [...a, ...z]) === lostWith(rules, [...b, ...z]));
const wordsOf = (list) => list.split(/, |、/);

export const rowRules = (p) => ({ take: takesOf(p).map(Number), leave: "row" });
export const withCircles = (p) => [...(p.rows ?? []), ...(p.circles ?? []).filter((n) => big(n)).map((n) => `-${n}`)];
// The sizes of the circles and rows in which there is a move.
export const movable = (p) => ["rows", "circles"].map((kind) => (p[kind] ?? []).filter((n) => takesOf(p).some((take) => big(take) <= big(n))));

const SHOWN = 6;
const nameOf = (n) => (n === "0" ? "1" : n.startsWith("-") ? `(${n.slice(1)})` : `[${n}]`);
const entriesNamed = (rules, sizes, cut, list) => {
  const told = wordsOf(list).filter((name) => name !== "…");
  return told.length === sizes.length && list.endsWith("…") === cut && told.every((entry, i) => {
    const [own, name = own] = entry.split(" = ");
    return own === nameOf(sizes[i]) && alike(rules, heapsOf(own), heapsOf(name));
  });
};
const once = (sizes) => [...new Set(sizes.map(String))];

export function elementsNamed(rules, heaps, list) {
  const sizes = once(heaps).filter((n) => n !== "0"), kinds = [sizes.filter((n) => !n.startsWith("-")), sizes.filter((n) => n.startsWith("-"))];
  if (/^(none|无)$/.test(list)) return sizes.length === 0;
  return entriesNamed(rules, kinds.flatMap((kind) => kind.slice(0, SHOWN)), kinds.some((kind) => kind.length > SHOWN), list);
}
export const optionsNamed = (rules, heaps, list) => entriesNamed(rules, once(heaps).slice(0, SHOWN), once(heaps).length > SHOWN, list);

export function lostNamed(rules, { lost, n, after }) {
  const all = wordsOf(lost), cut = all.at(-1) === "…", listed = cut ? all.slice(0, -1) : all;
  const right = (name) => !few(heapsOf(name)) || lostWith(rules, heapsOf(name));
  return (cut ? n > big(listed.length) : n === big(listed.length)) && new Set(listed).size === listed.length && listed.every(right)
    && (after === undefined || ((cut || listed.includes(after)) && right(after)));
}

export function productNamed(rules, heaps, answer, v) {
  const listed = wordsOf(v.lost), cut = listed.at(-1) === "…", outcome = listed.includes(v.product);
  return lostNamed(rules, v) && (cut || outcome === (answer.verdict === "loss"))
    && (!few(heaps) || alike(rules, heaps.map(Number), heapsOf(v.product)));
}
