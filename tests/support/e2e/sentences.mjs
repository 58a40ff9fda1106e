// Every sentence that an explanation may hold, in both languages, and what must be true of the numbers in it. In a pattern {x} is an integer,
// {x*} a list of integers, {x~} any text; both languages name the same holes. A sentence that is not here fails the test, so that none goes
// unchecked. `true` gets the numbers (BigInt), and the facts: p, the position; a, the answer; values, what is xored, where it can be found
// independently; wins(move), whether the answer lists that move.
import * as f from "./facts.mjs";

const { big, xor, mex } = f;
const same = (list, values) => list.all.length === Math.min(values.length, list.cut ? 8 : values.length) && list.all.every((x, i) => x === values[i]);
const distinct = (values) => [...new Set(values)].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
const sameSet = (list, values) => same(list, distinct(values));
const heap = (p, i) => big((p.heaps ?? p.stairs)[Number(i)]);
const total = (values) => values.reduce((a, b) => a + b, 0n);
const residue = (p, i) => heap(p, i) % (big(p.max_take) + 1n);

// What is xored, named in any way, must be the values that plain search finds.
const listed = (list, c) => !c.values || same(list, c.values);
const sumOf = (sum, c) => (!c.values || xor(c.values) === sum) && (c.a.grundy === null || big(c.a.grundy) === sum);
const columns = (text, c, sum, binary) => {
  const all = text.split(/, |、/).map((part) => /^(\d+) = ([01]+)$/.exec(part));
  const values = all.map((part) => big(part[1])), width = binary.length;
  return all.every((part) => part && big("0b" + part[2]) === big(part[1]) && part[2].length === width) &&
    xor(values) === sum && big("0b" + binary) === sum && listed({ all: values }, c) && sumOf(sum, c);
};

const shared = [
  ["There is nothing to add up, so the xor is {sum}.", "没有可以相加的数，异或和为 {sum}。", (v, c) => v.sum === 0n && sumOf(v.sum, c) && !c.values?.length],
  ["A single number is its own xor: {sum}.", "只有一个数，异或和就是它本身：{sum}。", (v, c) => listed({ all: [v.sum] }, c) && sumOf(v.sum, c)],
  [
    "In binary: {list~}. A column with an odd number of ones gives a one, so the xor is {bits~} = {sum}.",
    "写成二进制：{list~}。某一列中一的个数为奇数时该列得一，因此异或和为 {bits~} = {sum}。", (v, c) => columns(v.list, c, v.sum, v.bits),
  ],
  ["Their xor: {list~} = {sum}.", "它们的异或和：{list~} = {sum}。", (v, c) => {
    const values = v.list.split(/ xor | ⊕ /).map(big);
    return values.length > 1 && xor(values) === v.sum && listed({ all: values }, c) && sumOf(v.sum, c);
  }],
  ["The xor of all {n} of them is {sum}.", "共 {n} 个数，它们的异或和为 {sum}。", (v, c) => sumOf(v.sum, c) && (!c.values || big(c.values.length) === v.n)],
  [
    "It is 0: every move makes it non-zero, and the other player can make it 0 again.",
    "异或和为 0：任何一步都会使它非零，而对手总能把它变回 0。",
    (v, c) => c.a.verdict === "loss" && (c.a.grundy === 0 || c.p.misere) && c.a.move_count !== 0,
  ],
  [
    "For example take {take} from heap {heap}, which leaves {left} there.", "例如从下标为 {heap} 的堆取走 {take} 颗，该堆剩下 {left} 颗。",
    (v, c) => c.wins({ heap: v.heap, take: v.take }) && heap(c.p, v.heap) - v.take === v.left,
  ],
];

const counted = (v, c) => big(c.a.winning_move_count) === v.wins && big(c.a.move_count) === v.all;
export const verdicts = [
  ["So the player to move wins (an N-position): there is no legal move, which here is a win.", "因此当前局面是必胜态，先手必胜：没有合法操作，而按规则此时先手获胜。", (v, c) => c.a.verdict === "win" && c.a.move_count === 0],
  ["So the player to move wins (an N-position); winning moves: {wins} out of {all}.", "因此当前局面是必胜态，先手必胜：共有 {all} 种合法操作，其中 {wins} 种获胜。", (v, c) => c.a.verdict === "win" && counted(v, c)],
  ["So the player to move wins (an N-position).", "因此当前局面是必胜态，先手必胜。", (v, c) => c.a.verdict === "win" && c.a.winning_move_count === null],
  ["So it is a draw: there is no legal move.", "因此当前局面是平局：没有合法操作。", (v, c) => c.a.verdict === "draw" && c.a.move_count === 0],
  ["So it is a draw: no move wins; drawing moves: {draws} out of {all}.", "因此当前局面是平局：共有 {all} 种合法操作，没有一种能获胜，其中 {draws} 种保持平局。", (v, c) => c.a.verdict === "draw" && big(c.a.drawing_move_count) === v.draws && big(c.a.move_count) === v.all],
  ["So the player to move loses (a P-position): there is no legal move.", "因此当前局面是必败态，先手必败：没有合法操作。", (v, c) => c.a.verdict === "loss" && c.a.move_count === 0],
  ["So the player to move loses (a P-position); winning moves: none out of {all}.", "因此当前局面是必败态，先手必败：共有 {all} 种合法操作，没有一种能获胜。", (v, c) => c.a.verdict === "loss" && big(c.a.move_count) === v.all && c.a.winning_move_count === 0],
  ["So the player to move loses (a P-position).", "因此当前局面是必败态，先手必败。", (v, c) => c.a.verdict === "loss" && c.a.move_count === null],
  // Scores say in between how many moves attain the value.
  ["Of the {all} move(s), {best} attain this value.", "共有 {all} 种走法，其中 {best} 种达到该值。", (v, c) => big(c.a.move_count) === v.all && big(c.a.best_move_count) === v.best],
  ["Under best play the player to move ends {value} ahead, and so wins.", "双方都采取最优策略时，先手最终领先 {value} 分，先手必胜。", (v, c) => c.a.verdict === "win" && big(c.a.value) === v.value],
  ["Under best play the player to move ends {value} behind, and so loses.", "双方都采取最优策略时，先手最终落后 {value} 分，先手必败。", (v, c) => c.a.verdict === "loss" && big(c.a.value) === -v.value],
  ["Under best play both sides end equal: a draw.", "双方都采取最优策略时得分相同，为平局。", (v, c) => c.a.verdict === "draw" && big(c.a.value) === 0n],
  ["So the best total from here is {value}; best moves: {best} out of {all}.", "因此从当前局面起最多可得 {value} 分：共有 {all} 种分法，其中 {best} 种最优。", (v, c) => big(c.a.value) === v.value && big(c.a.best_move_count) === v.best && big(c.a.move_count) === v.all],
  ["A row of {n} pile(s) cannot be split: the total is {value}.", "只有 {n} 堆，无法再分，总分为 {value}。", (v, c) => big(c.p.piles.length) === v.n && v.n < 2n && big(c.a.value) === v.value],
];

// What the best move of a scoring game is said to be worth; a sentence before it has named the move.
const worth = ["It scores {now} now, and what remains is worth {rest} to the other player: {now} - ({rest}) = {value}.", "当场得 {now} 分，剩余局面对对手值 {rest} 分：{now} - ({rest}) = {value}。", (v, c) =>
  v.now - v.rest === v.value && big(c.a.value) === v.value && f.gain[c.game](c.p, c.move) === v.now && (!c.small || f.scoreLead(c.game, f.after[c.game](c.p, c.move)) === v.rest)];
const names = (c, move) => { c.move = move; return c.a.best_moves.some((one) => JSON.stringify(one) === JSON.stringify(move)); };
const smallest = (c, take) => names(c, { take: Number(take) }) && c.a.best_moves[0].take === Number(take);
const noPile = ["No pile is left: the game is over.", "没有剩余的石子堆，游戏结束。", (v, c) => c.p.piles.length === 0];

const size = (grid) => big(grid.length);
const fibonacci = [1n, 2n];
while (fibonacci.at(-1) < 1n << 4100n) fibonacci.push(fibonacci.at(-1) + fibonacci.at(-2));

// The losing numbers of factor f: 1, and each next the last plus the least earlier one whose f-fold reaches the last.
const rows = new Map();
const losing = (factor, most) => {
  if (!rows.has(factor)) rows.set(factor, { list: [1n], least: 0 });
  const row = rows.get(factor);
  while (row.list.at(-1) <= most) {
    while (factor * row.list[row.least] < row.list.at(-1)) row.least++;
    row.list.push(row.list.at(-1) + row.list[row.least]);
  }
  return row.list;
};
const parts = (n, factor) => {
  const list = [], numbers = factor === 2n ? fibonacci : losing(factor, n);
  for (let i = numbers.length - 1; i >= 0 && n; i--) if (numbers[i] <= n) { list.push(numbers[i]); n -= numbers[i]; }
  return list;
};
// The index of each in the list of Fibonacci numbers is at least two below the one before.
const apart = (all) => { let i = fibonacci.length + 2; return all.every((x) => { const before = i; while (--i >= 0 && fibonacci[i] !== x); return i >= 0 && before - i > 1; }); };
const factorOf = (p) => big(p.factor ?? 2);
const quotaOf = (p) => (p.quota !== undefined ? big(p.quota) : big(p.stones) ? big(p.stones) - 1n : 0n);
const most = (p) => (quotaOf(p) < big(p.stones) ? quotaOf(p) : big(p.stones));

const euclid = (a, b) => {
  const chain = [];
  for (let [x, y] = a > b ? [a, b] : [b, a]; y; [x, y] = [y, x % y]) chain.push([x, y, x / y, x % y]);
  let value = 0n;
  for (const step of chain.reverse()) { step.push(value); value = value >= step[2] ? step[2] - 1n : step[2]; step.push(value); }
  return chain;
};
const step = (c, x, y) => euclid(...c.p.pair.map(big)).find(([high, low]) => high === x && low === y);

const phi = (k) => (k + f.isqrt(5n * k * k)) / 2n;
const cold = (p, x, y) => {
  const [a, b] = x < y ? [x, y] : [y, x], k = b - a;
  if (p.misere && k < 2n) return k === 0n ? a === 2n : a === 0n;
  return phi(k) === a;
};
const wythoff = (v, c, take) => c.wins({ take }) && big(c.p.heaps[0]) - take[0] === v.a && big(c.p.heaps[1]) - take[1] === v.b && cold(c.p, v.a, v.b);

const gaps = (p) => {
  const row = p.chessmen.map(big).sort((x, y) => (x < y ? -1 : 1)), list = [];
  for (let i = row.length - 1; i >= 0; i -= 2) list.push(row[i] - (i ? row[i - 1] : 0n) - 1n);
  return list;
};
const lowest = (value) => { let i = 0n; while (value & 1n) { value >>= 1n; i++; } return i; };
const pairValue = ([a, b]) => lowest((big(a) - 1n) | (big(b) - 1n));
const beans = (p) => { const list = []; for (let i = p.bottles.length - 1; i >= 0; i--) list.unshift(list.length > 12 ? null : mex(list.flatMap((a) => list.map((b) => a ^ b)))); return list; };
const odious = Array.from({ length: 300 }, (_, i) => big(i)).filter((n) => [...f.bits(n)].filter((bit) => bit === "1").length % 2);
const bottleValues = (p) => p.bottles.map((_, i) => (i === p.bottles.length - 1 ? 0n : odious[p.bottles.length - 2 - i]));

const takesOf = (p) => (p.take ?? [1, 2]).map(Number);
const node = (c, token) => c.p.tokens[Number(token)];
const nodes = (p) => p.nodes ?? Math.max(-1, ...p.edges.flat(), ...p.tokens) + 1;
const followers = (p) => {
  const list = Array.from({ length: nodes(p) }, () => new Set());
  for (const [u, v] of p.edges) list[u].add(v);
  return list.map((set) => [...set].sort((a, b) => a - b));
};
const inList = (c, move) => [c.a.winning_moves, c.a.drawing_moves].some((list) => list?.some((one) => Object.keys(move).every((name) => big(one[name]) === big(move[name]))));
const maze = (p) => {
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
const chased = (c, v, turn) => {
  const { mouse = 1, cat = 2 } = c.p, goes = Number(v.node);
  const label = turn ? maze(c.p)(mouse, goes, 0) : maze(c.p)(goes, cat, 1);
  return (c.p.turn === "cat") === !!turn && inList(c, { node: v.node }) && (v.more === undefined ? label === null : label[0] === "loss" && big(label[1]) === v.more);
};
const stand = (v, c, turn) => big(c.p.mouse ?? 1) === v.mouse && big(c.p.cat ?? 2) === v.cat && (c.p.turn ?? "mouse") === turn;
const parity = (n) => (big(n) % 2n ? "odd" : "even");
const third = (c) => [0, 1, 2].map((r) => big(c.p.stones.filter((x) => big(x) % 3n === big(r)).length));
const sg = (c, i) => c.values?.[Number(i)] ?? (c.a.heap_grundy ? big(c.a.heap_grundy[Number(i)]) : null);
const range = ({ rules: { take } }) => (Array.isArray(take) ? [Math.min(...take), Math.max(...take)].map(big) : take?.from && [take.from, take.to].map(big));
const into = (text) => (text === "nothing" || text === "空" ? [] : text.split(" + ").map(big));
const sgMove = (v, c, move) => (c.move = c.a.winning_moves.find((one) => one.heap === Number(v.heap) && (move.take === undefined ? !one.take : big(one.take) === move.take) && String(one.into) === String(into(v.into))));
const pieceAt = (c, v) => { const [x, y] = c.p.squares[Number(v.i)].map(big); return x === v.x && y === v.y; };
const reach = (c, v) => f.pieceOptions(c.p.piece, Number(v.x), Number(v.y)).map(([x, y]) => f.pieceValue(c.p.piece, x, y));
const kingOf = (x, y) => { const [low, high] = x < y ? [x, y] : [y, x]; return low % 2n ? (high % 2n ? 2n : 3n) : high % 2n; };

// ---- by game: the values that are xored, where plain search can find them, and the sentences ----

const always = () => true;
export const games = {
  zero: { says: [["The Grundy value of a position without moves is the mex of no values, {g}.", "没有合法操作的局面，其 SG 值是空集的 mex，即 {g}。", (v) => v.g === 0n]] },

  nim: {
    values: (p) => p.heaps.map(big),
    says: [
      ["In normal play the xor of the heaps (the nim sum) decides.", "正常规则下，胜负由各堆石子数的异或和决定。", (v, c) => !c.p.misere],
      ["The highest bit of the nim sum is bit {bit}; heap {heap} holds it, so take {take} there, from {from} to {to}: the xor becomes 0.",
        "异或和的最高位是第 {bit} 位；下标为 {heap} 的堆含有这一位，把它由 {from} 减为 {to}（取走 {take} 颗），异或和即变为 0。",
        (v, c) => big(f.bits(xor(c.values)).length - 1) === v.bit && heap(c.p, v.heap) === v.from && (v.from >> v.bit) & 1n && v.from - v.take === v.to && v.to === (v.from ^ xor(c.values)) && c.wins({ heap: v.heap, take: v.take })],
      ["Misère play, and no heap exceeds 1: stones go one by one, so the player to move wins iff the number of ones is even; here there are {n} of them.",
        "反常规则（取最后一颗者输），且没有大于 1 的堆：只能一颗一颗取，这样的堆有偶数个时先手胜；这里有 {n} 个。",
        (v, c) => c.p.misere && c.values.every((x) => x < 2n) && total(c.values) === v.n],
      ["Misère play with {n} heap(s) above 1: the verdict is that of normal play, given by the xor.", "反常规则，大于 1 的堆有 {n} 个：胜负与正常规则相同，由异或和决定。",
        (v, c) => c.p.misere && v.n && big(c.values.filter((x) => x > 1n).length) === v.n && (xor(c.values) ? "win" : "loss") === c.a.verdict],
      ["Only one heap exceeds 1: reduce it so that an odd number of ones is left.", "只有一堆大于 1：把它减到使只剩一颗的堆有奇数个即可。", (v, c) => c.values.filter((x) => x > 1n).length === 1],
      ["Make the xor 0, as in normal play, as long as another heap above 1 remains.", "只要还有别的堆大于 1，就与正常规则一样把异或和变为 0。", (v, c) => c.values.filter((x) => x > 1n).length > 1],
    ],
  },

  bash: {
    values: (p) => p.heaps.map((_, i) => residue(p, i)),
    says: [
      ["At most {m} may be taken at once, so a heap counts as its remainder modulo {mod}.", "每次最多取 {m} 颗，因此每堆只看它除以 {mod} 的余数（即该堆的 SG 值）。", (v, c) => big(c.p.max_take) === v.m && v.mod === v.m + 1n],
      ["Here {n} = {mod} × {q} + {r}, so the remainder is {r}.", "这里 {n} = {mod} × {q} + {r}，余数为 {r}。", (v, c) => heap(c.p, 0) === v.n && v.n === v.mod * v.q + v.r && v.mod === big(c.p.max_take) + 1n && v.r < v.mod && v.r === c.values[0]],
      ["The heaps {heaps*} have the remainders {rest*}.", "各堆 {heaps*} 的余数依次为 {rest*}。", (v, c) => same(v.heaps, c.p.heaps.map(big)) && same(v.rest, c.values)],
      ["It is 0: to every take x the other player answers with {mod} - x, and a multiple of {mod} is left.", "余数为 0：无论先手取多少颗 x，后手取 {mod} - x 颗，剩下的总是 {mod} 的倍数。", (v, c) => v.mod === big(c.p.max_take) + 1n && heap(c.p, 0) % v.mod === 0n],
      ["Take {take} from heap {heap}: its remainder goes from {from} to {to}, and the xor becomes 0.", "从下标为 {heap} 的堆取走 {take} 颗：它的余数由 {from} 变为 {to}，异或和变为 0。",
        (v, c) => residue(c.p, v.heap) === v.from && v.from - v.take === v.to && v.to === (v.from ^ xor(c.values)) && c.wins({ heap: v.heap, take: v.take })],
      ["Misère play, and no remainder exceeds 1: the player to move wins iff the number of remainders 1 is even; here there are {n} of them.",
        "反常规则（取最后一颗者输），且没有大于 1 的余数：余数 1 的个数为偶数时先手胜；这里有 {n} 个。", (v, c) => c.p.misere && c.values.every((x) => x < 2n) && total(c.values) === v.n],
      ["Misère play with {n} remainder(s) above 1: the verdict is that of normal play, given by the xor.", "反常规则，大于 1 的余数有 {n} 个：胜负与正常规则相同，由异或和决定。",
        (v, c) => c.p.misere && v.n && big(c.values.filter((x) => x > 1n).length) === v.n && (xor(c.values) ? "win" : "loss") === c.a.verdict],
      ["Only one remainder exceeds 1: a move on that heap must leave an odd number of remainders 1 and none larger, a move on another heap must make the xor 0.",
        "只有一个余数大于 1：若在这一堆操作，应使余数 1 的个数为奇数且不留更大的余数；若在别的堆操作，应使异或和变为 0。", (v, c) => c.values.filter((x) => x > 1n).length === 1],
      ["Make the xor 0, as in normal play.", "与正常规则一样，把异或和变为 0。", (v, c) => c.values.filter((x) => x > 1n).length > 1 && c.a.verdict === "win"],
    ],
  },

  "public-sale": {
    says: [
      ["The bid {bid} has reached the price {price}: the sale is over, and the player who made the last bid has won.", "当前报价 {bid} 已达到成交价 {price}：拍卖结束，最后加价者获胜。", (v, c) => v.bid === big(c.p.bid ?? 0) && v.price === big(c.p.price) && v.bid >= v.price],
      ["The price is {price} and the bid is {bid}, so {missing} is missing; one raise is at most {most}.", "成交价为 {price}，当前报价为 {bid}，还差 {missing}；每次最多加价 {most}。",
        (v, c) => v.bid === big(c.p.bid ?? 0) && v.price === big(c.p.price) && v.price - v.bid === v.missing && v.most === big(c.p.max_raise)],
      ["Going beyond the price is allowed, so every raise from {from} to {to} wins at once; a smaller one lets the other player end it.", "允许超过成交价，因此加价 {from} 至 {to} 都立即获胜；加得更少则对手可以成交。",
        (v, c) => v.from === big(c.p.price) - big(c.p.bid ?? 0) && v.to === big(c.p.max_raise) && v.to >= v.from && big(c.a.winning_move_count) === v.to - v.from + 1n],
      ["{n} is a multiple of {mod}: to every raise x the other player answers with {mod} - x and keeps it so to the end.", "{n} 是 {mod} 的倍数：无论先手加价 x，后手加价 {mod} - x，便始终保持这一点直到成交。",
        (v, c) => v.n === big(c.p.price) - big(c.p.bid ?? 0) && v.mod === big(c.p.max_raise) + 1n && v.n % v.mod === 0n],
      ["{n} = {mod} × {q} + {r}: a raise of {r} leaves a multiple of {mod}, and every raise x can then be answered with {mod} - x.", "{n} = {mod} × {q} + {r}：加价 {r} 后差额是 {mod} 的倍数，此后对手加价 x，就加价 {mod} - x。",
        (v, c) => v.n === big(c.p.price) - big(c.p.bid ?? 0) && v.mod === big(c.p.max_raise) + 1n && v.n === v.mod * v.q + v.r && v.r > 0n && v.r < v.mod && c.wins({ raise: v.r })],
    ],
  },

  wythoff: {
    says: [
      ["The losing pairs of Wythoff's game are a = floor(k·φ) and b = a + k for k = 0, 1, 2, …, φ = (1+√5)/2: from such a pair no move leads to another one, and from every other position some move does.",
        "威佐夫博弈的必败态（奇异局势）是 a = ⌊kφ⌋，b = a + k（k = 0, 1, 2, …，φ = (1+√5)/2）：从奇异局势出发的任何一步都到不了另一个奇异局势，而从其他局面总有一步能到达奇异局势。", always],
      ["In misère play (0, 1) and (2, 2) take the places of (0, 0) and (1, 2); all other losing pairs stay the same.", "在反常规则（取走最后一颗者输）下，(0, 1) 与 (2, 2) 取代 (0, 0) 与 (1, 2)，其余必败态不变。", (v, c) => c.p.misere],
      ["The heaps are {low} and {high}, so their difference is k = {k}.", "两堆为 {low} 与 {high}，差为 k = {k}。", (v, c) => v.high - v.low === v.k && v.k >= 0n && String(c.p.heaps.map(big).sort((x, y) => (x < y ? -1 : 1))) === String([v.low, v.high])],
      ["The losing pair with this difference is ({a}, {b}).", "差为这个数的必败态是 ({a}, {b})。", (v, c) => c.p.misere && v.b - v.a < 2n && cold(c.p, v.a, v.b)],
      ["Without rounding, floor(k·φ) = (k + floor(√(5k²))) div 2: 5k² = {square}, the integer part of its root is {root}, so a = {a}.", "不用浮点数：⌊kφ⌋ = (k + ⌊√(5k²)⌋) div 2，其中 5k² = {square}，平方根的整数部分为 {root}，所以 a = {a}。",
        (v, c) => { const k = big(c.p.heaps[0]) - big(c.p.heaps[1]); return v.square === 5n * k * k && v.root * v.root <= v.square && (v.root + 1n) ** 2n > v.square && v.a === ((k < 0n ? -k : k) + v.root) / 2n; }],
      ["The smaller heap is {low}, exactly as in the losing pair.", "较小堆恰为 {low}，与必败态相同。", (v, c) => c.a.verdict === "loss" && cold(c.p, ...c.p.heaps.map(big))],
      ["The smaller heap is {low} and not {a}: no losing pair.", "较小堆为 {low} 而不是 {a}：不是必败态。", (v, c) => v.low !== v.a && c.p.heaps.map(big).includes(v.low) && cold(c.p, v.a, v.a + (big(c.p.heaps[0]) + big(c.p.heaps[1]) - 2n * v.low))],
      ["Taking {n} from the first heap leaves {a} and {b}, a losing pair.", "从第一堆取 {n} 颗，剩下 {a} 与 {b}，是必败态。", (v, c) => wythoff(v, c, [v.n, 0n])],
      ["Taking {n} from the second heap leaves {a} and {b}, a losing pair.", "从第二堆取 {n} 颗，剩下 {a} 与 {b}，是必败态。", (v, c) => wythoff(v, c, [0n, v.n])],
      ["Taking {n} from both heaps leaves {a} and {b}, a losing pair.", "从两堆各取 {n} 颗，剩下 {a} 与 {b}，是必败态。", (v, c) => wythoff(v, c, [v.n, v.n])],
      ["The Grundy value is {g}: the least number that no move leads to.", "SG 值为 {g}，即各后继局面 SG 值的 mex。", (v, c) => big(c.a.grundy) === v.g && (Math.max(...c.p.heaps.map(Number)) > 30 || f.pieceValue("queen", ...c.p.heaps.map(Number)) === v.g)],
    ],
  },

  "fibonacci-nim": {
    says: [
      ["Nothing can be taken ({n} stone(s), quota {quota}).", "现在无法取石子（石子数 {n}，上限 {quota}）。", (v, c) => v.n === big(c.p.stones) && v.quota === quotaOf(c.p) && (v.n === 0n || v.quota === 0n)],
      ["Every number is a sum of Fibonacci numbers no two of which are neighbours, in exactly one way (Zeckendorf).", "每个正整数都能唯一地写成若干个互不相邻的斐波那契数之和（齐肯多夫定理）。", (v, c) => factorOf(c.p) === 2n],
      ["For factor {f} the losing numbers begin with 1, and each next one is the last plus the least earlier one whose {f}-fold reaches the last. Every number is a sum of such numbers, each more than {f} times the next smaller part, in exactly one way.",
        "倍数为 {f} 时，必败数从 1 开始，以后每个等于前一个加上其 {f} 倍不小于前一个的最小必败数。每个正整数都能唯一地写成若干必败数之和，其中每一项都大于下一项的 {f} 倍。", (v, c) => factorOf(c.p) === v.f && v.f !== 2n],
      ["Here {n} = {sum~} ({count} part(s)); the smallest part is {least}.", "这里 {n} = {sum~}（共 {count} 项），最小的一项是 {least}。", (v, c) => {
        const all = parts(v.n, factorOf(c.p)), shown = v.sum.split(" + "), at = shown.indexOf("…");
        const told = at < 0 ? shown.length === all.length && shown.every((x, i) => big(x) === all[i]) : shown.slice(0, at).every((x, i) => big(x) === all[i]) && shown.slice(at + 1).every((x, i, rest) => big(x) === all[all.length - rest.length + i]);
        const fits = factorOf(c.p) === 2n ? apart(all) : all.every((x, i) => i === 0 || all[i - 1] > factorOf(c.p) * x);
        return v.n === big(c.p.stones) && total(all) === v.n && told && fits && big(all.length) === v.count && all.at(-1) === v.least;
      }],
      ["At most {most} can be taken now, less than {least}.", "现在最多取 {most} 颗，小于 {least}。", (v, c) => v.most < v.least && v.most === most(c.p) && v.least === parts(big(c.p.stones), factorOf(c.p)).at(-1) && c.a.verdict === "loss"],
      ["At most {most} can be taken now, and that is no less than {least}.", "现在最多取 {most} 颗，不小于 {least}。", (v, c) => v.most >= v.least && v.most === most(c.p) && v.least === parts(big(c.p.stones), factorOf(c.p)).at(-1) && c.a.verdict === "win"],
      ["Taking {take} leaves {left}, whose smallest part {part} exceeds the new quota {quota}: lost for the other player.", "取 {take} 颗，剩下 {left} 颗，其最小的一项 {part} 大于新的上限 {quota}，是必败态。",
        (v, c) => c.wins({ take: v.take }) && v.left === big(c.p.stones) - v.take && v.quota === factorOf(c.p) * v.take && parts(v.left, factorOf(c.p)).at(-1) === v.part && v.part > v.quota],
      ["Taking all {n} is allowed too, and ends the game.", "也可以一次取完全部 {n} 颗，游戏结束。", (v, c) => v.n === big(c.p.stones) && most(c.p) === v.n && c.wins({ take: v.n })],
    ],
  },

  euclid: {
    says: [
      ["The numbers are {a} and {b}: one of them is 0, so the game is over.", "两数为 {a} 与 {b}：其中一个已为 0，游戏结束。", (v, c) => v.a * v.b === 0n && String(c.p.pair.map(big)) === String([v.a, v.b])],
      ["Let q be the quotient of the larger number by the smaller, and v the value of the pair (smaller, remainder), 0 when the remainder is 0: the Grundy value is q − 1 if v ≥ q, else q.",
        "设 q 为较大数除以较小数的商，v 为（较小数，余数）的 SG 值（余数为 0 时 v = 0）：若 v ≥ q，则 SG 值为 q − 1，否则为 q。", always],
      ["Divide: {x} = {q} × {y} + {r}.", "作带余除法：{x} = {q} × {y} + {r}。", (v, c) => { const s = step(c, v.x, v.y); return s && v.x === v.q * v.y + v.r && v.r < v.y && s[2] === v.q; }],
      ["The chain goes on; worked out to its end it gives g({x}, {y}) = {g}.", "如此继续到底，可得 g({x}, {y}) = {g}。", (v, c) => step(c, v.x, v.y)?.[5] === v.g],
      ["g({x}, {y}) = {g}, because the quotient is q = {q} and v = {v}.", "g({x}, {y}) = {g}，因为商 q = {q}，v = {v}。", (v, c) => { const s = step(c, v.x, v.y); return s && s[2] === v.q && s[4] === v.v && s[5] === v.g && v.g === (v.v >= v.q ? v.q - 1n : v.q); }],
      ["Subtracting {times} × {low} leaves {rest} and {low}, a pair of value 0.", "减去 {times} × {low}，留下 {rest} 与 {low}，其 SG 值为 0。",
        (v, c) => c.wins({ times: v.times }) && v.rest + v.times * v.low === c.p.pair.map(big).reduce((x, y) => (x > y ? x : y)) && (v.rest === 0n || euclid(v.rest, v.low).at(-1)[5] === 0n)],
    ],
  },

  "staircase-nim": {
    values: (p) => p.stairs.map(big).filter((_, i) => i % 2 === 0),
    says: [
      ["Only the coins on stairs[0], stairs[2], … count: coins that come down to the other stairs can be moved on at once, so they change nothing. They are: {list*}.",
        "只看 stairs[0]、stairs[2]、…… 上的硬币：落到其余台阶上的硬币，对手可以立刻原样再移下一级，因此不影响胜负。这些数为：{list*}。", (v, c) => same(v.list, c.values)],
      ["Move {take} coin(s) down from stair {stair}: {from} become {to}, and the xor becomes 0.", "从下标为 {stair} 的台阶移下 {take} 枚硬币：由 {from} 变为 {to}，异或和变为 0。",
        (v, c) => heap(c.p, v.stair) === v.from && v.from - v.take === v.to && v.to === (v.from ^ xor(c.values)) && v.stair % 2n === 0n && c.wins({ stair: v.stair, take: v.take })],
      ["A move from a stair of odd index wins, too, where it raises the number below from a to a xor {sum}.", "从下标为奇数的台阶移下硬币，若恰好使下一级的数由 a 变为 a ⊕ {sum}，同样获胜。", (v, c) => v.sum === xor(c.values)],
    ],
  },

  "georgia-bob": {
    values: gaps,
    says: [
      ["Pair the chessmen from the right and count the free squares inside each pair (a single leftmost one pairs with the edge); from right to left: {list*}. They are heaps of Nim; the squares between pairs do not count.",
        "把棋子从右往左两两配对，看每对之间的空格数（最左边若剩一个，则看它左侧的空格数），从右到左为：{list*}。它们相当于尼姆博弈的各堆，对与对之间的空格不影响胜负。", (v, c) => same(v.list, c.values)],
      ["Move chessman {i} left by {left}, from square {from} to {to}: the gap {gap} becomes {then}, and the xor becomes 0.", "把下标为 {i} 的棋子左移 {left} 格，由第 {from} 格移到第 {to} 格：空格数 {gap} 变为 {then}，异或和变为 0。",
        (v, c) => big(c.p.chessmen[Number(v.i)]) === v.from && v.from - v.left === v.to && v.gap - v.left === v.then && c.values.includes(v.gap) && v.then === (v.gap ^ xor(c.values)) && c.wins({ chessman: v.i, left: v.left })],
      ["The left chessman of a pair wins, too, where it widens the gap of its pair from a to a xor {sum}.", "移动一对中左边的棋子，若恰好使这一对的空格数由 a 变为 a ⊕ {sum}，同样获胜。", (v, c) => v.sum === xor(c.values)],
    ],
  },

  "pair-split": {
    values: (p) => p.pairs.map(pairValue),
    says: [
      ["The Grundy value of a pair (a, b) is the index of the lowest 0 bit of a − 1 or b − 1, taken bitwise.", "一对 (a, b) 的 SG 值是 a − 1 与 b − 1 按位或后最低的 0 位的位置。", always],
      ["Pair {i} is ({a}, {b}): the bitwise or of {x} and {y} is {or}, whose lowest 0 bit is bit {bit}, its Grundy value.", "下标为 {i} 的一对是 ({a}, {b})：{x} 与 {y} 按位或得 {or}，最低的 0 位是第 {bit} 位，即其 SG 值。",
        (v, c) => String(c.p.pairs[Number(v.i)].map(big)) === String([v.a, v.b]) && v.x === v.a - 1n && v.y === v.b - 1n && (v.x | v.y) === v.or && lowest(v.or) === v.bit && c.values[Number(v.i)] === v.bit],
      ["The other {n} pairs are treated alike.", "其余 {n} 对同样计算。", (v, c) => v.n > 0n && v.n < big(c.p.pairs.length)],
      ["The xor of the values of all {n} pair(s) is {sum}.", "全部 {n} 对的 SG 值的异或和为 {sum}。", (v, c) => big(c.p.pairs.length) === v.n && sumOf(v.sum, c)],
      ["For instance: in pair {pair} discard heap {heap} and split the other, {size}, into {x} and {y}. That pair then has the value {value}, the xor of all the others, so the total is 0.",
        "例如：在下标为 {pair} 的一对中扔掉下标为 {heap} 的堆，把另一堆的 {size} 颗分成 {x} 与 {y}。这一对的 SG 值变为 {value}，等于其余各对的异或和，总和变为 0。",
        (v, c) => v.x + v.y === v.size && big(c.p.pairs[Number(v.pair)][1 - Number(v.heap)]) === v.size && pairValue([v.x, v.y]) === v.value && (xor(c.values) ^ c.values[Number(v.pair)]) === v.value && c.wins({ pair: v.pair, discard: v.heap, into: [v.x, v.y] })],
    ],
  },

  beans: {
    values: (p) => bottleValues(p).filter((_, i) => big(p.bottles[i]) % 2n),
    says: [
      ["Each bean is a game of its own; its value is the mex of the xors of two values to its right. For bottles 0, 1, … the values are {list*} (the last bottle: 0).",
        "每颗豆子是一个独立的游戏，其 SG 值是右边任取两个（可相同）SG 值的异或的 mex。下标为 0、1、…… 的各瓶的 SG 值为：{list*}（最后一瓶为 0）。",
        (v, c) => same(v.list, bottleValues(c.p)) && (c.p.bottles.length > 12 || same(v.list, beans(c.p))) && String(c.a.bottle_grundy) === String(bottleValues(c.p))],
      ["Two beans in one bottle cancel, so only the {n} bottle(s) with an odd number of beans count; their values: {list*}.", "同一瓶中两颗豆子互相抵消，只看豆子数为奇数的 {n} 个瓶子，其 SG 值为：{list*}。", (v, c) => big(c.values.length) === v.n && same(v.list, c.values)],
      ["For example i = {i}, j = {j}, k = {k}: the values {x}, {y} and {z} have the xor {sum}, so it becomes 0.", "例如 i = {i}，j = {j}，k = {k}：SG 值 {x}、{y}、{z} 的异或为 {sum}，于是异或和变为 0。",
        (v, c) => String([v.i, v.j, v.k].map((i) => bottleValues(c.p)[Number(i)])) === String([v.x, v.y, v.z]) && (v.x ^ v.y ^ v.z) === v.sum && v.sum === xor(c.values) && c.wins({ i: v.i, j: v.j, k: v.k })],
    ],
  },

  "take-or-merge": {
    says: [
      ["Merging joins heaps, so they are no sum of games. Two numbers decide. The first is the number of heaps of 1: c = {c}.", "石子可以合并，因此不是各堆独立之和，SG 定理不能直接用。胜负由两个数决定，其一是大小为 1 的堆数：c = {c}。",
        (v, c) => { c.ones = v.c; return big(c.p.heaps.filter((x) => big(x) === 1n).length) === v.c; }],
      ["The second counts the moves that the heaps above 1 allow among themselves, stones + heaps - 1: s = {stones} + {heaps} - 1 = {s}.", "其二是只在大于 1 的堆之间操作时的总步数，即石子数 + 堆数 - 1：s = {stones} + {heaps} - 1 = {s}。", (v, c) => {
        const large = c.p.heaps.map(big).filter((x) => x > 1n);
        c.s = v.s;
        return total(large) === v.stones && big(large.length) === v.heaps && v.stones + v.heaps - 1n === v.s;
      }],
      ["The second counts the moves that the heaps above 1 allow among themselves; there is none: s = 0.", "其二是只在大于 1 的堆之间操作时的总步数；没有这样的堆：s = 0。", (v, c) => { c.s = 0n; return c.p.heaps.every((x) => big(x) < 2n); }],
      ["With s = 0 or 2 the player to move loses exactly when 3 divides c; here c = 3 × {q} + {r}.", "s 为 0 或 2 时，当且仅当 c 是 3 的倍数时先手必败；这里 c = 3 × {q} + {r}。", (v, c) => (c.s === 0n || c.s === 2n) && 3n * v.q + v.r === c.ones && v.r < 3n && (v.r === 0n) === (c.a.verdict === "loss")],
      ["With any other s the player to move loses exactly when c and s are both even; here c = {c} and s = {s}.", "s 为其他值时，当且仅当 c 与 s 都是偶数时先手必败；这里 c = {c}，s = {s}。", (v, c) => v.c === c.ones && v.s === c.s && (v.c % 2n === 0n && v.s % 2n === 0n) === (c.a.verdict === "loss")],
      ["For example take one stone from heap {heap}, which has {n}: what is left is lost for the other player.", "例如从下标为 {heap} 的堆（有 {n} 颗）取走一颗，留给对手的是必败态。", (v, c) => heap(c.p, v.heap) === v.n && c.wins({ heap: v.heap })],
      ["For example merge heaps {i} and {j}, of {x} and {y}: what is left is lost for the other player.", "例如合并下标为 {i} 和 {j} 的两堆（{x} 颗和 {y} 颗），留给对手的是必败态。", (v, c) => heap(c.p, v.i) === v.x && heap(c.p, v.j) === v.y && c.wins({ merge: [v.i, v.j] })],
    ],
  },

  sg: {
    values: (p) => (!p.misere && p.heaps.every((x) => big(x) < (p.rules.hex || p.rules.split === "smaller" ? 40n : 130n)) ? p.heaps.map((x) => f.heapValue(p.rules, Number(x))) : undefined),
    says: [
      ["Any number may be taken, so the Grundy value of a heap of n stones is n itself.", "可取任意多颗，因此 n 颗石子的 SG 值就是 n。", (v, c) => c.p.heaps.every((x, i) => big(x) === sg(c, i))],
      ["Takes are from {a} to {b}: the Grundy value of a heap of n stones is (n mod {m}) div {a}.", "每次取 {a} 到 {b} 颗：n 颗石子的 SG 值是 (n mod {m}) div {a}。", (v, c) => (!range(c.p) || String(range(c.p)) === String([v.a, v.b])) && v.m === v.a + v.b && c.p.heaps.every((x, i) => (big(x) % v.m) / v.a === sg(c, i))],
      ["All powers of {k} are odd: the Grundy value of a heap of n stones is n mod 2.", "{k} 的幂都是奇数：n 颗石子的 SG 值是 n mod 2。", (v, c) => big(c.p.rules.take.powers_of) === v.k && v.k % 2n && c.p.heaps.every((x, i) => big(x) % 2n === sg(c, i))],
      ["Powers of {k} leave 1 or {k} modulo {m}: with r = n mod {m} the Grundy value is 2 if r = {k}, else r mod 2.", "{k} 的幂模 {m} 余 1 或 {k}：令 r = n mod {m}，r = {k} 时 SG 值为 2，否则为 r mod 2。",
        (v, c) => big(c.p.rules.take.powers_of) === v.k && v.m === v.k + 1n && c.p.heaps.every((x, i) => (big(x) % v.m === v.k ? 2n : (big(x) % v.m) % 2n) === sg(c, i))],
      ["No prime power is divisible by 6, and 1 to 5 all are prime powers: the Grundy value is n mod 6.", "质数的幂都不被 6 整除，而 1 到 5 都是质数的幂：SG 值是 n mod 6。", (v, c) => c.p.heaps.every((x, i) => big(x) % 6n === sg(c, i))],
      ["Each move splits one heap, so an even heap has Grundy value 1, an odd or empty one 0.", "每步把一堆分成两堆，因此偶数堆的 SG 值为 1，奇数堆与空堆为 0。", (v, c) => c.p.heaps.every((x, i) => (big(x) > 0n && big(x) % 2n === 0n ? 1n : 0n) === sg(c, i))],
      ["Lasker's nim: the Grundy value of n is n+1 if n mod 4 = 3, n-1 if n mod 4 = 0 and n > 0, else n.", "Lasker 尼姆：n mod 4 = 3 时 SG 值为 n+1，n mod 4 = 0 且 n > 0 时为 n-1，其余为 n。",
        (v, c) => c.p.heaps.every((x, i) => (big(x) % 4n === 3n ? big(x) + 1n : big(x) && big(x) % 4n === 0n ? big(x) - 1n : big(x)) === sg(c, i))],
      ["The Grundy values of 1, 2, 3, … are the numbers with an odd number of binary ones, in order.", "1、2、3、…… 的 SG 值依次是二进制中有奇数个一的数。", (v, c) => c.p.heaps.every((x, i) => {
        const g = sg(c, i);
        return big(x) === 0n ? g === 0n : g >> 1n === big(x) - 1n && [...f.bits(g)].filter((bit) => bit === "1").length % 2 === 1;
      })],
      ["The Grundy value of a heap is the mex, the least number that is the value of none of its options; several pieces count by their xor.", "一堆的 SG 值是 mex，即不等于任何后继的 SG 值的最小非负整数；分成几堆时取各堆 SG 值的异或和。", (v, c) => !c.p.misere],
      ["The values repeat with period {p} from heap {n} on: by the period theorem, heaps up to {to} prove it.", "SG 值以 {p} 为周期，从大小为 {n} 的堆起成立：由周期定理，比较到 {to} 即已证明。", (v, c) => {
        const a = c.a.period, at = (n) => f.heapValue(c.p.rules, Number(n));
        const known = v.to < 150n ? Array.from({ length: Number(v.to - v.n - v.p) + 1 }, (_, i) => v.n + big(i)).every((n) => n + v.p > v.to || at(n) === at(n + v.p)) : true;
        return String([a.period, a.preperiod, a.checked_to, a.saltus]) === String([v.p, v.n, v.to, 0]) && known;
      }],
      ["With every {p} stones the values grow by {s}, from heap {n} on: heaps up to {to} prove it.", "每增加 {p} 颗，SG 值增加 {s}，从大小为 {n} 的堆起成立：由周期定理，比较到 {to} 即已证明。", (v, c) => {
        const a = c.a.period, at = (n) => f.heapValue(c.p.rules, Number(n));
        return String([a.period, a.preperiod, a.checked_to, a.saltus]) === String([v.p, v.n, v.to, v.s]) && v.s > 0n && [0n, 1n, 5n].every((i) => v.n + i > 120n || at(v.n + i + v.p) === at(v.n + i) + v.s);
      }],
      ["Heap {i} has {n} stones and Grundy value {g}.", "下标为 {i} 的堆有 {n} 颗石子，SG 值为 {g}。", (v, c) => heap(c.p, v.i) === v.n && sg(c, v.i) === v.g && big(c.a.heap_grundy[Number(v.i)]) === v.g],
      ["For example a heap of {n} can be made into something of the values {list*}; the least number missing is {g}.", "例如 {n} 颗的一堆，后继的 SG 值有 {list*}，其中缺少的最小非负整数是 {g}。",
        (v, c) => c.p.heaps.some((x) => big(x) === v.n) && sameSet(v.list, f.heapOptions(c.p.rules, Number(v.n)).map((to) => xor(to.map((x) => f.heapValue(c.p.rules, x))))) && v.g === f.heapValue(c.p.rules, Number(v.n)) && (v.list.cut || mex(v.list.all) === v.g)],
      ["For example take {take} from heap {heap}, which leaves {left} there.", "例如从下标为 {heap} 的堆取走 {take} 颗，该堆剩下 {left} 颗。", (v, c) => (c.move = c.wins({ heap: v.heap, take: v.take }) && { heap: v.heap, take: v.take }) && heap(c.p, v.heap) - v.take === v.left],
      ["For example split heap {heap}, of {n}, into {into~}.", "例如把下标为 {heap} 的堆（{n} 颗）分成 {into~}。", (v, c) => heap(c.p, v.heap) === v.n && sgMove(v, c, {})],
      ["For example take {take} from heap {heap}, of {n}, and leave {into~}.", "例如从下标为 {heap} 的堆（{n} 颗）取走 {take} 颗，留下 {into~}。", (v, c) => heap(c.p, v.heap) === v.n && total(into(v.into)) + v.take === v.n && sgMove(v, c, { take: v.take })],
      ["The value of that heap goes from {from} to {to}, and the xor becomes 0.", "这一堆的 SG 值由 {from} 变为 {to}，异或和变为 0。",
        (v, c) => c.move && sg(c, c.move.heap) === v.from && (v.from ^ big(c.a.grundy)) === v.to && (!c.values || xor((c.move.into ?? [big(c.p.heaps[Number(c.move.heap)]) - big(c.move.take)]).map((x) => f.heapValue(c.p.rules, Number(x)))) === v.to)],
      ["Misère play: who cannot move wins. The values of normal play decide this only where a theorem says so.", "反常规则：不能操作者胜。只有在定理成立时才能用正常规则的 SG 值来判断。", (v, c) => c.p.misere],
      ["Each heap here is tame: it plays like heaps of Nim, either fickle (only heaps of 0 and 1) or firm. The values are {list*}.", "这里每一堆都是驯顺的：它相当于若干尼姆堆，或者只有 0 与 1 的堆，或者含有更大的堆。各堆的值为：{list*}。",
        (v, c) => c.a.method === "misere" && (c.p.heaps.some((x) => big(x) > 60n) || same(v.list, (c.tame = c.p.heaps.map((x) => f.heapValue(c.p.rules, Number(x))))))],
      ["None is firm, so the player to move loses exactly when their xor is 1; it is {sum}.", "没有含更大的堆者，因此当且仅当这些值的异或和为 1 时先手必败；这里为 {sum}。", (v, c) => (v.sum === 1n) === (c.a.verdict === "loss") && (!c.tame || xor(c.tame) === v.sum)],
      ["Firm are {n} of them, so the player to move loses exactly when their xor is 0; it is {sum}.", "其中 {n} 堆含有更大的堆，因此当且仅当这些值的异或和为 0 时先手必败；这里为 {sum}。",
        (v, c) => (v.sum === 0n) === (c.a.verdict === "loss") && v.n > 0n && (!c.tame || (xor(c.tame) === v.sum && v.n >= big(c.tame.filter((x) => x > 1n).length)))],
      ["Kayles in misère play: each heap is an element of a misère quotient of 40 elements, and their product decides.", "反常 Kayles：每一堆对应 40 个元素的反常商中的一个，由各元素之积决定胜负。", (v, c) => c.a.method === "quotient"],
      ["No theorem covers these heaps, so all positions that can be reached were searched.", "没有定理适用于这些堆，因此搜索了所有可到达的局面。", (v, c) => c.a.method === "search"],
    ],
  },

  cutting: {
    values: (p) => (p.sheets.some((sides) => sides.some((x) => big(x) === 1n)) ? undefined : p.sheets.map(([w, h]) => f.sheet(fold(w), fold(h)))),
    says: [
      ["A 1 × 1 was cut off: the game is over, and its cutter has won.", "已经切出 1 × 1，游戏结束，切出者获胜。", (v, c) => c.p.sheets.some((sides) => String(sides) === "1,1")],
      ["A strip of width 1 is there: cutting off one of its ends makes a 1 × 1 and wins at once.", "存在宽为 1 的纸条：从一端切下 1 × 1 即可立即获胜。", (v, c) => c.p.sheets.some((sides) => sides.some((x) => big(x) === 1n))],
      ["A cut that leaves a side of 1 loses, so only cuts into sides of at least 2 count. A side n alone then plays like a heap of n - 2 in the octal game 0.07; let D(n) be that value.",
        "留下边长为 1 的切法必输，因此只考虑两部分边长都不小于 2 的切法。此时边长 n 相当于八进制游戏 0.07 中 n - 2 颗的一堆，记其 SG 值为 D(n)。",
        () => Array.from({ length: 40 }, (_, i) => i + 2).every((n) => f.side(n) === f.heapValue({ octal: "0.07" }, n - 2))],
      ["The SG value of a sheet is D of one side where D of the other is 0, and 1 where neither D is 0.", "若一边的 D 为 0，则纸片的 SG 值等于另一边的 D；若两边的 D 都不为 0，则为 1。", always],
      ["Sheet {i}: D({w}) = {dw} and D({h}) = {dh}, so its SG value is {g}.", "下标为 {i} 的纸片：D({w}) = {dw}，D({h}) = {dh}，SG 值为 {g}。",
        (v, c) => String(c.p.sheets[Number(v.i)].map(big)) === String([v.w, v.h]) && f.side(fold(v.w)) === v.dw && f.side(fold(v.h)) === v.dh && c.values[Number(v.i)] === v.g],
      ["For example cut sheet {i}, {w} × {h}, into {a} × {b} and {x} × {y}: what is left is lost for the other player.", "例如把下标为 {i} 的纸片 {w} × {h} 切成 {a} × {b} 与 {x} × {y}，留给对手的是必败态。",
        (v, c) => String(c.p.sheets[Number(v.i)].map(big)) === String([v.w, v.h]) && (v.b === v.h && v.y === v.h && v.a + v.x === v.w ? c.wins({ sheet: v.i, width: v.a }) : v.a === v.w && v.x === v.w && v.b + v.y === v.h && c.wins({ sheet: v.i, height: v.b }))],
    ],
  },

  bombs: {
    values: (p) => (p.bombs.every(([x, y]) => x * y < 200) ? p.bombs.map(([x, y]) => f.bomb(x, y)) : undefined),
    says: [
      ["Every bomb is a game of its own with an SG value; the position is their sum.", "每颗炸弹是一个独立的游戏，各有 SG 值，整个局面是它们的和。", always],
      ["Bomb {i} at ({x},{y}) lies on the edge, like a heap of {g}: that is its SG value.", "下标为 {i} 的炸弹位于边上 ({x},{y})，相当于 {g} 颗的一堆石子，这就是它的 SG 值。",
        (v, c) => String(c.p.bombs[Number(v.i)]) === String([v.x, v.y]) && (v.x === 1n || v.y === 1n) && v.x + v.y - 2n === v.g],
      ["Bomb {i} at ({x},{y}) may become two bombs of the xors {list*}; the least number missing is its SG value, {g}.", "下标为 {i} 的炸弹位于 ({x},{y})，引爆后两颗炸弹的异或可为 {list*}；其中缺少的最小非负整数就是它的 SG 值 {g}。", (v, c) => {
        const values = [];
        if (String(c.p.bombs[Number(v.i)]) !== String([v.x, v.y])) return false;
        if (!c.values) return v.list.cut || mex(v.list.all) === v.g;
        for (let u = 1; u < v.x; u++) for (let w = 1; w < v.y; w++) values.push(f.bomb(u, Number(v.y)) ^ f.bomb(Number(v.x), w));
        return sameSet(v.list, values) && c.values[Number(v.i)] === v.g && (v.list.cut || mex(v.list.all) === v.g);
      }],
      ["For example bomb {i} becomes one at ({x},{y}), of value {g}: the xor becomes 0.", "例如引爆下标为 {i} 的炸弹，得到 ({x},{y})，其 SG 值为 {g}：异或和变为 0。", (v, c) => {
        const [x] = c.p.bombs[Number(v.i)];
        return v.x + v.y - 2n === v.g && c.wins(x === 1 ? { bomb: v.i, v: v.y } : { bomb: v.i, u: v.x });
      }],
      ["For example bomb {i} becomes two, at ({u},{y}) of value {a} and at ({x},{w}) of value {b}: the xor becomes 0.", "例如引爆下标为 {i} 的炸弹，得到 ({u},{y})（SG 值 {a}）与 ({x},{w})（SG 值 {b}）：异或和变为 0。",
        (v, c) => String(c.p.bombs[Number(v.i)]) === String([v.x, v.y]) && c.wins({ bomb: v.i, u: v.u, v: v.w }) && (!c.values || (f.bomb(Number(v.u), Number(v.y)) === v.a && f.bomb(Number(v.x), Number(v.w)) === v.b && (v.a ^ v.b ^ c.values[Number(v.i)]) === xor(c.values)))],
    ],
  },

  pieces: {
    values: (p) => {
      const small = p.squares.every(([x, y]) => big(x) < 26n && big(y) < 26n);
      if (small) return p.squares.map(([x, y]) => f.pieceValue(p.piece, Number(x), Number(y)));
      const form = { rook: (x, y) => x ^ y, bishop: (x, y) => (x < y ? x : y), king: kingOf }[p.piece];
      return form && p.squares.map(([x, y]) => form(big(x), big(y)));
    },
    says: [
      ["A rook's coordinates are two heaps of Nim: its SG value is x xor y.", "车的两个坐标相当于两堆尼姆石子：SG 值为 x 与 y 的异或。", (v, c) => c.p.piece === "rook"],
      ["A queen plays Wythoff's game with its coordinates; its SG value is the mex of those it can go to.", "后相当于以两个坐标进行威佐夫博弈；SG 值是可到达各格 SG 值的 mex。", (v, c) => c.p.piece === "queen"],
      ["A bishop lowers both coordinates alike: its SG value is the smaller one.", "象使两个坐标同时减少相同的数：SG 值为较小的坐标。", (v, c) => c.p.piece === "bishop"],
      ["A king's SG value: smaller coordinate even: 0 or 1 as the larger is even or odd; smaller odd: 3 or 2.", "王的 SG 值：较小坐标为偶数时，较大坐标为偶数得 0、为奇数得 1；较小坐标为奇数时，分别得 3、2。", (v, c) => c.p.piece === "king"],
      ["A knight's SG value is the mex of those it can go to.", "马的 SG 值是可到达各格 SG 值的 mex。", (v, c) => c.p.piece === "knight"],
      ["A hyper-knight's SG value is the mex of those it can go to, worked out by increasing x + y.", "超级马的 SG 值是可到达各格 SG 值的 mex，按 x + y 由小到大计算。", (v, c) => c.p.piece === "hyper-knight"],
      ["Piece {i} at ({x},{y}): SG value {g}.", "下标为 {i} 的棋子位于 ({x},{y})，SG 值为 {g}。", (v, c) => pieceAt(c, v) && c.values[Number(v.i)] === v.g],
      ["Piece {i} at ({x},{y}) can go to squares of the values {list*}; the least number missing is its SG value, {g}.", "下标为 {i} 的棋子位于 ({x},{y})，可到达各格的 SG 值为 {list*}；其中缺少的最小非负整数就是它的 SG 值 {g}。",
        (v, c) => pieceAt(c, v) && (v.list.cut || mex(v.list.all) === v.g) && (!c.values || (c.values[Number(v.i)] === v.g && sameSet(v.list, reach(c, v))))],
      ["A queen alone plays Wythoff's game: the coordinates differ by k = {k}, and floor(k·φ) = {a}.", "单独一个后就是威佐夫博弈：两坐标之差 k = {k}，floor(k·φ) = {a}。", (v, c) => { const [x, y] = c.p.squares[0].map(big); return v.k === (x > y ? x - y : y - x) && phi(v.k) === v.a; }],
      ["The square is lost iff the smaller coordinate equals that; it is {low}.", "较小坐标等于该值时为必败态；较小坐标为 {low}。", (v, c) => { const [x, y] = c.p.squares[0].map(big); return v.low === (x < y ? x : y) && cold({}, x, y) === (c.a.verdict === "loss"); }],
      ["For example move piece {i} to ({x},{y}): what is left is lost for the other player.", "例如把下标为 {i} 的棋子移到 ({x},{y})，留给对手的是必败态。", (v, c) => c.wins({ index: v.i, square: [v.x, v.y] })],
    ],
  },

  kiki: {
    says: [
      ["The board has {r} row(s) and {c} column(s) left to walk.", "剩余棋盘为 {r} 行 {c} 列。", (v, c) => v.r === big(c.p.rows) && v.c === big(c.p.cols)],
      ["Both sides are odd: every step makes one or both even, and the other player can make both odd again, down to 1 × 1.", "行数与列数都是奇数：走任何一步都会使其中之一或两者变为偶数，而对手总能再变回全奇，直到 1 × 1。", (v, c) => big(c.p.rows) % 2n && big(c.p.cols) % 2n && c.a.verdict === "loss"],
      ...[["only the columns are even", "只有列数是偶数", 1n, 0n], ["only the rows are even", "只有行数是偶数", 0n, 1n], ["both are even", "两者都是偶数", 0n, 0n]].map(([en, zh, r, cols]) => [
        `A board with both sides odd is lost for who must move; here ${en}.`, `行数与列数都是奇数时先手必败；这里${zh}。`, (v, c) => big(c.p.rows) % 2n === r && big(c.p.cols) % 2n === cols]),
      ...[["left", "向左", 0n, 1n], ["down", "向下", 1n, 0n], ["left-down", "向左下", 1n, 1n]].map(([en, zh, r, cols]) => [
        `So one step ${en} leaves {r} × {c}, both odd.`, `因此${zh}走一步，剩下 {r} × {c}，两者都是奇数。`, (v, c) => big(c.p.rows) - r === v.r && big(c.p.cols) - cols === v.c && v.r % 2n && v.c % 2n && c.a.winning_moves.some((move) => move.step === en)]),
    ],
  },

  "even-matrix": {
    values: (p) => undefined,
    says: [
      ["The matrix is empty.", "矩阵为空。", (v, c) => !c.p.matrix.length],
      ["The last row sums to {n}, an odd number: it must stay.", "最后一行之和为 {n}，是奇数，不能删除。", (v, c) => rowSum(c) === v.n && v.n % 2n],
      ["The last row sums to {n}, an even number: it may be removed.", "最后一行之和为 {n}，是偶数，可以删除。", (v, c) => rowSum(c) === v.n && v.n % 2n === 0n],
      ["The last column sums to {n}, an odd number: it must stay.", "最后一列之和为 {n}，是奇数，不能删除。", (v, c) => columnSum(c) === v.n && v.n % 2n],
      ["The last column sums to {n}, an even number: it may be removed.", "最后一列之和为 {n}，是偶数，可以删除。", (v, c) => columnSum(c) === v.n && v.n % 2n === 0n],
      ["Removing the row leads to the SG value {g}.", "删除最后一行后 SG 值为 {g}。", (v, c) => f.matrixValue(c.p.matrix.slice(0, -1)) === v.g],
      ["Removing the column leads to the SG value {g}.", "删除最后一列后 SG 值为 {g}。", (v, c) => f.matrixValue(c.p.matrix.map((row) => row.slice(0, -1))) === v.g],
      ["The least number missing among these values is {g}, the SG value here.", "这些值中缺少的最小非负整数是 {g}，即当前局面的 SG 值。", (v, c) => f.matrixValue(c.p.matrix) === v.g && big(c.a.grundy) === v.g],
    ],
  },

  squares: {
    values: (p) => { const parts = f.squareParts(f.squarePlaces(p.grid)); return parts.every((part) => part.length < 17) ? parts.sort((a, b) => a[0][0] - b[0][0] || a[0][1] - b[0][1]).map((part) => f.squaresValue(part)) : undefined; },
    says: [
      ["There are {n} placement(s). Two of them exclude each other exactly when their top left cells touch, also by a corner; by that they fall into {k} component(s), which are independent games.",
        "共有 {n} 种放法。两种放法互相冲突，当且仅当它们的左上格相邻（含对角）；由此分成 {k} 个互不影响的分量。",
        (v, c) => { c.places = f.squarePlaces(c.p.grid); return big(c.places.length) === v.n && v.n === big(c.a.move_count) && big(f.squareParts(c.places).length) === v.k; }],
      ["The component that begins at row {r}, column {c} has {n} placement(s); what they leave has the values {list*}, so by mex its Grundy value is {g}.", "从第 {r} 行第 {c} 列开始的分量有 {n} 种放法，放后局面的 SG 值有 {list*}，取 mex 得该分量的 SG 值为 {g}。", (v, c) => {
        const part = f.squareParts(c.places).find((one) => String(one[0]) === String([v.r, v.c]));
        return part && big(part.length) === v.n && (v.list.cut || mex(v.list.all) === v.g) && (part.length > 16 || (sameSet(v.list, f.squareOptions(part)) && f.squaresValue(part) === v.g));
      }],
      ["For example place the square with its top left cell at row {r}, column {c}: the xor becomes {zero}.", "例如把方块的左上格放在第 {r} 行第 {c} 列，异或和变为 {zero}。", (v, c) => v.zero === 0n && c.wins({ row: v.r, col: v.c })],
    ],
  },

  coins: {
    values: (p) => ([...(p.rows ?? []), ...(p.circles ?? [])].every((x) => big(x) < 90n) ? [...(p.rows ?? []).map((x) => f.coinsRow(takesOf(p), Number(x))), ...(p.circles ?? []).map((x) => f.coinsCircle(takesOf(p), Number(x)))] : undefined),
    says: [
      ["A move takes touching coins, of these amounts: {list*}; a row may fall into two, whose values are xored.", "每步取走相邻的硬币，数目可为：{list*}；一行可能断成两行，其值相异或。", (v, c) => same(v.list, (c.p.take ?? [1, 2]).map(big))],
      ["The row of {n} can be made into values {list*}; the least number missing is its SG value, {g}.", "{n} 枚一行的后继 SG 值可为 {list*}；其中缺少的最小非负整数就是它的 SG 值 {g}。", (v, c) => {
        const values = [];
        for (const take of takesOf(c.p)) for (let at = 0; at + take <= v.n; at++) values.push(f.coinsRow(takesOf(c.p), at) ^ f.coinsRow(takesOf(c.p), Number(v.n) - at - take));
        return (c.p.rows ?? []).some((x) => big(x) === v.n) && sameSet(v.list, values) && mex(values) === v.g && (v.list.cut || mex(v.list.all) === v.g);
      }],
      ["The row of {n} has SG value {g}, as that of {m} has: the values repeat with period {p}.", "{n} 枚一行的 SG 值为 {g}，与 {m} 枚一行相同：SG 值以 {p} 为周期。", (v, c) => c.p.rows.some((x) => big(x) === v.n) && v.m < v.n && (v.n - v.m) % v.p === 0n && (v.m > 300n || f.coinsRow(takesOf(c.p), Number(v.m)) === v.g)],
      ["The row of {n} has SG value {g}.", "{n} 枚一行的 SG 值为 {g}。", (v, c) => c.p.rows.some((x) => big(x) === v.n) && (v.n > 120n || f.coinsRow(takesOf(c.p), Number(v.n)) === v.g)],
      ["The circle of {n} becomes a row of the values {list*}; the least number missing is its SG value, {g}.", "{n} 枚一圈走一步成为一行，其 SG 值可为 {list*}；其中缺少的最小非负整数就是圈的 SG 值 {g}。",
        (v, c) => c.p.circles.some((x) => big(x) === v.n) && (v.list.cut || mex(v.list.all) === v.g) && (v.n > 120n || sameSet(v.list, takesOf(c.p).filter((t) => big(t) <= v.n).map((t) => f.coinsRow(takesOf(c.p), Number(v.n) - t))))],
      ["Whatever is taken first from a circle, a row is left: the other player takes from its middle, so that two equal rows are left, and from then on copies every move in the other one. So each of the {n} circle(s) has SG value 0.",
        "无论先手从一圈中怎样取，都剩下一行；后手从正中取走若干枚，使两边相等，此后对称地模仿。因此 {n} 圈的 SG 值都为 0。",
        (v, c) => c.a.method === "mirror" && c.a.grundy === 0 && big(c.p.circles.length) === v.n && takesOf(c.p).some((t) => t % 2) && takesOf(c.p).some((t) => t % 2 === 0 || takesOf(c.p).every((x) => x % 2))],
      ["The circle of {n} has SG value {g}: no amount fits.", "{n} 枚一圈的 SG 值为 {g}：任何数目都取不了。", (v, c) => c.p.circles.some((x) => big(x) === v.n) && v.g === 0n && takesOf(c.p).every((t) => big(t) > v.n)],
      ["Misère play: who cannot move wins, and SG values of normal play do not decide.", "反常规则：不能操作者胜，正常规则下的 SG 值不能决定胜负。", (v, c) => c.p.misere],
      ["The misère quotient of Kayles has 40 elements: each row or circle is one of them, and their sum tells who wins.", "Kayles 的反常商有 40 个元素：每一行或圈对应其中一个元素，它们的和决定胜负。", (v, c) => c.a.method === "quotient"],
      ["All rows and circles are tame, so that misère Nim on their values decides.", "各行各圈都是驯顺的，因此胜负与以其值为堆的反常 Nim 相同。", (v, c) => c.a.method === "misere"],
      ["The coins are few: every position that can be reached was searched.", "硬币不多：对可达局面作了搜索。", (v, c) => c.a.method === "search"],
      ["For example take {take} from row {row}, leaving {at} before and {behind} behind: lost for the other player.", "例如从下标为 {row} 的行取 {take} 枚，前面剩 {at} 枚、后面剩 {behind} 枚，留给对手的是必败态。",
        (v, c) => big(c.p.rows[Number(v.row)]) === v.at + v.take + v.behind && c.wins({ row: v.row, at: v.at, take: v.take })],
      ["For example take {take} from circle {circle}, leaving a row of {left}: lost for the other player.", "例如从下标为 {circle} 的圈取 {take} 枚，成为 {left} 枚一行，留给对手的是必败态。",
        (v, c) => big(c.p.circles[Number(v.circle)]) === v.take + v.left && c.wins({ circle: v.circle, at: 0n, take: v.take })],
      ["For example take circle {circle} whole: what is left is lost for the other player.", "例如取走下标为 {circle} 的整圈，留给对手的是必败态。", (v, c) => c.wins({ circle: v.circle, at: 0n, take: big(c.p.circles[Number(v.circle)]) })],
    ],
  },

  graph: {
    says: [
      ["The graph has {n} node(s) and {m} edge(s); there are {k} token(s) on it.", "图有 {n} 个结点、{m} 条边，其上有 {k} 个棋子。", (v, c) => big(nodes(c.p)) === v.n && big(c.p.edges.length) === v.m && big(c.p.tokens.length) === v.k],
      ["The graph has no cycle: work backwards from the nodes without followers (value 0); the Grundy value of a node is the mex of its followers' values.", "图中无环：从没有后继的结点（SG 值为 0）倒推，每个结点的 SG 值是其后继 SG 值的 mex。", (v, c) => c.a.acyclic],
      ["The graph has a cycle. A node gets value m when m is the mex of its followers' values and every follower without a value can go back to a value m; what never gets a value is infinite (∞).",
        "图中有环。若 m 是后继已有值的 mex，且每个没有值的后继都能再走到值为 m 的结点，则该结点的值为 m；始终得不到值的结点记为 ∞。", (v, c) => !c.a.acyclic],
      ["Token {i} is on node {node}; the values of its followers are {{list~}}, so its value is {g~}.", "下标为 {i} 的棋子在结点 {node}，其后继的值为 {{list~}}，故该结点的值为 {g~}。", (v, c) => {
        const to = followers(c.p), labels = nodes(c.p) > 60 ? null : f.loopyLabels(to), told = v.list.split(/, |、/).filter((x) => !/none|无|∞|…/.test(x)).map(big);
        if (big(node(c, v.i)) !== v.node) return false;
        if (!labels) return v.list.includes("…") || v.list.includes("∞") || mex(told) === big(v.g);
        const values = to[Number(v.node)].map((w) => labels[w]), own = labels[Number(v.node)];
        return same({ all: told, cut: v.list.includes("…") }, distinct(values.filter((x) => x !== null))) && values.includes(null) === v.list.includes("∞") && v.g === (own === null ? "∞" : String(own));
      }],
      ["The other {n} token(s) are valued in the same way.", "其余 {n} 个棋子同理。", (v, c) => v.n > 0n && v.n < big(c.p.tokens.length)],
      ["The xor of the tokens' values is {sum}.", "各棋子的值的异或和为 {sum}。", (v, c) => big(c.a.grundy) === v.sum && (nodes(c.p) > 60 || xor(c.p.tokens.map((at) => f.loopyLabels(followers(c.p))[at])) === v.sum)],
      ["Tokens of infinite value: {n}; so the sum has no Grundy value and may be played for ever.", "值为 ∞ 的棋子有 {n} 个，故整个局面没有 SG 值，对局可能永不结束。",
        (v, c) => c.a.grundy === null && (nodes(c.p) > 60 || big(c.p.tokens.filter((at) => f.loopyLabels(followers(c.p))[at] === null).length) === v.n)],
      ["Misère play: a node without followers is a win. Work backwards: a node is a win if a follower is a loss, a loss if all followers are wins, and a draw if neither is ever forced.",
        "反常规则：没有后继的结点为胜。倒推：有一个后继为负则为胜，后继全为胜则为负，二者都推不出则为平。", (v, c) => c.p.misere && c.p.tokens.length === 1],
      ["Misère play of several tokens is no sum of values: all joint positions were searched, {n} of them.", "反常规则下多个棋子不能用异或和相加：搜索了全部联合局面，共 {n} 个。", (v, c) => c.p.misere && c.p.tokens.length !== 1 && v.n > 0n],
      ["The winner hurrying and the loser delaying, the game ends after {n} plies: {line~}.", "胜方求快、负方求慢，{n} 步后终局：{line~}。", (v, c) => {
        const to = followers(c.p), line = v.line.split(" → "), cut = line.at(-1) === "…", walk = (cut ? line.slice(0, -1) : line).map(Number);
        const label = nodes(c.p) > 60 ? null : f.retrograde(to, (w) => (to[w].length ? null : c.p.misere ? "win" : "loss"));
        return walk[0] === c.p.tokens[0] && walk.every((w, i) => i === 0 || (to[walk[i - 1]].includes(w) && (!label || label[w][1] + 1 === label[walk[i - 1]][1]))) &&
          big(c.a.remoteness) === v.n && (cut ? big(walk.length) <= v.n : big(walk.length - 1) === v.n && to[walk.at(-1)].length === 0) && (!label || label[walk[0]][1] === Number(v.n));
      }],
      ["For example move token {token} to node {node}, which keeps the draw.", "例如把下标为 {token} 的棋子移到结点 {node}，保持平局。", (v, c) => c.a.verdict === "draw" && inList(c, { token: v.token, node: v.node })],
      ["For example move token {token} to node {node}: what is left is lost for the other player.", "例如把下标为 {token} 的棋子移到结点 {node}，留给对手的是必败态。", (v, c) => c.wins({ token: v.token, node: v.node })],
    ],
  },

  "odd-even": {
    says: [
      ["No amount fits into the {n} ball(s) left: the game is over.", "剩下 {n} 个球，任何数目都取不了：游戏结束。", (v, c) => big(c.p.balls) === v.n && c.p.takes.every((t) => big(t) > v.n)],
      ["The players hold {a} and {b}, of equal parity.", "双方各有 {a} 和 {b} 个球，奇偶性相同。", (v, c) => held(c, v.a, v.b) && parity(v.a) === parity(v.b) && c.a.verdict === "draw"],
      ["The player to move holds {a}, which is odd, the other {b}, which is even: odd beats even.", "先手有 {a} 个球（奇数），后手有 {b} 个（偶数）：奇数胜偶数。", (v, c) => held(c, v.a, v.b) && parity(v.a) === "odd" && parity(v.b) === "even"],
      ["The player to move holds {a}, which is even, the other {b}, which is odd: odd beats even.", "先手有 {a} 个球（偶数），后手有 {b} 个（奇数）：奇数胜偶数。", (v, c) => held(c, v.a, v.b) && parity(v.a) === "even" && parity(v.b) === "odd"],
      ...[["odd", "奇"], ["even", "偶"]].flatMap(([en, zh]) => [
        [`There are {n} ball(s) left; the player to move holds {a}, an ${en} number.`, `还剩 {n} 个球；先手已有 {a} 个，是${zh}数。`, (v, c) => big(c.p.balls) === v.n && big(c.p.mine ?? 0) === v.a && parity(v.a) === en],
        [`The other player holds {b}, an ${en} number.`, `后手已有 {b} 个，是${zh}数。`, (v, c) => big(c.p.theirs ?? 0) === v.b && parity(v.b) === en]]),
      ["Only the balls left and the two parities matter: work upwards from the positions in which no amount fits.", "胜负只取决于剩余球数和双方的奇偶性：从取不了球的局面开始逐步递推。", always],
      ["Up to this number of balls the outcomes repeat: from {n} balls on with period {p}.", "在此球数范围内结果是周期性的：从 {n} 个球起周期为 {p}。", (v, c) => v.p > 0n && c.a.method === "period" && v.n + v.p <= big(c.p.balls)],
      ["For example take {take}: then {left} are left, {held} are held, and the other player is lost.", "例如取 {take} 个：剩下 {left} 个，手中有 {held} 个，留给对手的是必败态。", (v, c) => c.wins({ take: v.take }) && big(c.p.balls) - v.take === v.left && big(c.p.mine ?? 0) + v.take === v.held],
      ["For example take {take}: then {left} are left, {held} are held, and the draw is kept.", "例如取 {take} 个：剩下 {left} 个，手中有 {held} 个，保持平局。",
        (v, c) => c.a.verdict === "draw" && inList(c, { take: v.take }) && big(c.p.balls) - v.take === v.left && big(c.p.mine ?? 0) + v.take === v.held],
    ],
  },

  "cat-mouse": {
    says: [
      ["The mouse is in the hole (node 0): the game is over and the mouse has won.", "老鼠已进洞（结点 0）：游戏结束，老鼠获胜。", (v, c) => c.p.mouse === 0],
      ["The mouse and the cat are both on node {n}: the game is over and the cat has won.", "老鼠和猫同在结点 {n}：游戏结束，猫获胜。", (v, c) => big(c.p.mouse ?? 1) === v.n && big(c.p.cat ?? 2) === v.n],
      ["The mouse is on node {mouse}, the cat on node {cat}; the mouse is to move.", "老鼠在结点 {mouse}，猫在结点 {cat}，轮到老鼠走。", (v, c) => stand(v, c, "mouse")],
      ["The mouse is on node {mouse}, the cat on node {cat}; the cat is to move.", "老鼠在结点 {mouse}，猫在结点 {cat}，轮到猫走。", (v, c) => stand(v, c, "cat")],
      ["Work backwards from the ends (mouse in the hole, mouse on the cat): a state is a win if some move leads to a state lost for the other, and a loss if every move leads to a state won for the other.",
        "从终局（老鼠进洞、老鼠与猫同处）倒推：能走到对手必败态的是必胜态，所有走法都到对手必胜态的是必败态。", always],
      ["The winner hurrying and the loser delaying, the game ends after {n} plies.", "胜方求快、负方求慢，{n} 步后终局。", (v, c) => big(c.a.remoteness) === v.n && c.a.verdict !== "draw" && (c.p.graph.length > 30 || maze(c.p)(c.p.mouse ?? 1, c.p.cat ?? 2, c.p.turn === "cat" ? 1 : 0)[1] === Number(v.n))],
      ["The state is never reached from the ends, so neither side can force one.", "倒推到不了当前局面，双方都无法迫使终局。", (v, c) => c.a.verdict === "draw" && (c.p.graph.length > 30 || maze(c.p)(c.p.mouse ?? 1, c.p.cat ?? 2, c.p.turn === "cat" ? 1 : 0) === null)],
      ["For example the mouse goes to node {node} and keeps the draw.", "例如老鼠走到结点 {node}，保持平局。", (v, c) => chased(c, v, 0)],
      ["For example the cat goes to node {node} and keeps the draw.", "例如猫走到结点 {node}，保持平局。", (v, c) => chased(c, v, 1)],
      ["For example the mouse goes to node {node}: the other player is lost, in {more} more plies.", "例如老鼠走到结点 {node}：对手必败，再过 {more} 步终局。", (v, c) => chased(c, v, 0)],
      ["For example the cat goes to node {node}: the other player is lost, in {more} more plies.", "例如猫走到结点 {node}：对手必败，再过 {more} 步终局。", (v, c) => chased(c, v, 1)],
    ],
  },

  "stone-ends": {
    says: [
      noPile,
      ["For every stretch of piles let f be the lead of the player to move: f = max(left end - f(rest), right end - f(rest)). The ends here are {a} and {b}; {n} stretches are worked out, the shortest first.",
        "对每一段连续的石子堆，记 f 为先手的净胜分：f = max(左端 - f(其余), 右端 - f(其余))。这里左端为 {a}，右端为 {b}；由短到长共计算 {n} 段。",
        (v, c) => big(c.p.piles[0]) === v.a && big(c.p.piles.at(-1)) === v.b && 2n * v.n === size(c.p.piles) * (size(c.p.piles) + 1n)],
      ["The first best move takes the left end, {x}.", "第一个最优走法是取左端的 {x}。", (v, c) => names(c, { end: "left" }) && big(c.p.piles[0]) === v.x],
      ["The first best move takes the right end, {x}.", "第一个最优走法是取右端的 {x}。", (v, c) => c.a.best_moves.length === 1 && names(c, { end: "right" }) && big(c.p.piles.at(-1)) === v.x],
      worth,
    ],
  },

  "stone-rest": {
    says: [
      noPile,
      ["The piles add up to {sum}; removing the left end scores {left} now, the right end {right}.", "石子总和为 {sum}；移走左端当场得 {left} 分，移走右端当场得 {right} 分。",
        (v, c) => total(c.p.piles.map(big)) === v.sum && v.sum - big(c.p.piles[0]) === v.left && v.sum - big(c.p.piles.at(-1)) === v.right],
      ["For every stretch of piles, f = max(score now - f(what remains)) over the two ends, the shortest stretch first.", "对每一段连续的石子堆，f = max(当场得分 - f(剩余))，在两端中取较大者，由短到长计算。", always],
      ["The first best move removes the left end, {x}.", "第一个最优走法是移走左端的 {x}。", (v, c) => names(c, { end: "left" }) && big(c.p.piles[0]) === v.x],
      ["The first best move removes the right end, {x}.", "第一个最优走法是移走右端的 {x}。", (v, c) => c.a.best_moves.length === 1 && names(c, { end: "right" }) && big(c.p.piles.at(-1)) === v.x],
      worth,
    ],
  },

  "stone-front": {
    says: [
      noPile,
      ["Work from the end of the {n} pile(s): the lead of the player to move is the best of (what is taken - the lead of the other on the rest), over the next {k} pile(s).",
        "从 {n} 堆的末尾往前推：先手的净胜分 = max(所取之和 - 对手在剩余局面的净胜分)，每次最多考虑 {k} 堆。", (v, c) => size(c.p.piles) === v.n && v.k === (v.n < big(c.p.max_take ?? 3) ? v.n : big(c.p.max_take ?? 3))],
      ["The smallest best move takes {take} pile(s).", "最优取法中最少取 {take} 堆。", (v, c) => smallest(c, v.take)],
      worth,
    ],
  },

  "stone-window": {
    says: [
      noPile,
      ["m is {m} and {n} pile(s) are left, so 1 to {k} of them may be taken now.", "当前 m = {m}，剩余 {n} 堆，因此现在可以取 1 到 {k} 堆。", (v, c) => big(c.p.m ?? 1) === v.m && size(c.p.piles) === v.n && v.k === (v.n < 2n * v.m ? v.n : 2n * v.m) && big(c.a.move_count) === v.k],
      ["For each number x taken, m becomes max(m, x), and the lead is what is taken minus the other's lead on the rest.", "若取 x 堆，则 m 变为 max(m, x)，净胜分为所取之和减去对手在剩余局面的净胜分。", always],
      ["The smallest best move takes {take} pile(s).", "最优取法中最少取 {take} 堆。", (v, c) => smallest(c, v.take)],
      worth,
    ],
  },

  "stone-merge": {
    says: [
      ["One stone is left: the game is over.", "只剩一颗石子，游戏结束。", (v, c) => c.p.stones.length === 1],
      ["A merge that reaches original stone j scores the sum of the first j stones, whatever was merged before; all {n} add up to {sum}.", "合并到第 j 颗石子为止，得分总是前 j 颗之和，与之前如何合并无关；全部 {n} 颗之和为 {sum}。", (v, c) => size(c.p.stones) === v.n && total(c.p.stones.map(big)) === v.sum],
      ["So f(i) = max over j > i of (sum of the first j) - f(j), worked out from the right end.", "因此 f(i) = max（前 j 颗之和 - f(j)），其中 j > i，自右向左计算。", always],
      ["The smallest best move merges {take} stones.", "最优走法中合并最少的是 {take} 颗。", (v, c) => smallest(c, v.take)],
      worth,
    ],
  },

  "stone-rivals": {
    says: [
      ["No stone is left: the game is over.", "没有剩余的石子，游戏结束。", (v, c) => c.p.mine.length === 0],
      ["Taking a stone gains its value to you and denies its value to the other player, so what counts is mine + theirs.", "取走一颗石子既得到它对自己的价值，又使对手失去它对对手的价值，因此按两个价值之和从大到小取。", always],
      ["The greatest sum is {a} + {b} = {sum}, of stone {i}.", "和最大的是 {a} + {b} = {sum}，对应下标为 {i} 的石子。",
        (v, c) => big(c.p.mine[Number(v.i)]) === v.a && big(c.p.theirs[Number(v.i)]) === v.b && v.a + v.b === v.sum && c.p.mine.every((x, i) => big(x) + big(c.p.theirs[i]) <= v.sum)],
      ["The first best move takes stone {i}.", "第一个最优走法是取下标为 {i} 的石子。", (v, c) => names(c, { stone: Number(v.i) }) && c.a.best_moves[0].stone === Number(v.i)],
      worth,
    ],
  },

  "stone-thirds": {
    says: [
      ["Only residues mod 3 matter: {a} stone(s) of residue 0, {b} of 1, {c} of 2; what was removed adds up to {r} mod 3.", "只看模 3 的余数：余 0 的有 {a} 颗，余 1 的有 {b} 颗，余 2 的有 {c} 颗；已取走的石子之和模 3 余 {r}。",
        (v, c) => String(third(c)) === String([v.a, v.b, v.c]) && big(c.p.sum ?? 0) % 3n === v.r],
      ["The last move made the sum divisible by 3, so its player has lost.", "上一步使总和成为 3 的倍数，走这一步的人已经输了。", (v, c) => big(c.p.sum ?? 0) % 3n === 0n && (big(c.p.sum ?? 0) || c.p.alice === false) && c.a.verdict === "win"],
      ["No stone is left, so the second player of the whole game wins.", "没有石子了，整局游戏的后手获胜。", (v, c) => !c.p.stones.length && (c.p.alice === false) === (c.a.verdict === "win")],
      ["A safe stone has residue 0 or {r}, and the order of residues is forced, so exactly {n} safe move(s) remain whatever is chosen.", "安全的取法只有余 0 或余 {r} 的石子，余数的次序是固定的，因此无论怎么取，恰好还剩 {n} 步安全的取法。", (v, c) => {
        const count = third(c).map(Number);
        let sum = Number(big(c.p.sum) % 3n), safe = count[0];
        if (big(sum) !== v.r) return false;
        for (let r = sum; count[r]; r = 3 - r) { count[r]--; safe++; }
        return big(safe) === v.n;
      }],
      ["Nothing was removed yet: a stone of residue 0 loses at once; after residue 1 or 2 the number of safe moves is fixed, and its parity decides.", "尚未取走任何石子：取余 0 的石子立即输；取余 1 或余 2 之后，剩余安全步数固定，由其奇偶性决定胜负。", (v, c) => !big(c.p.sum ?? 0) && c.p.alice !== false],
      ["For example remove stone {i}, of residue {r}: what is left is lost for the other player.", "例如取走下标为 {i} 的石子（余 {r}），留给对手的是必败态。", (v, c) => c.wins({ stone: v.i }) && big(c.p.stones[Number(v.i)]) % 3n === v.r],
    ],
  },

  "stone-halves": {
    says: [
      ["The piles add up to {sum}; of the two parts of a split, the one with the smaller sum is kept and scored.", "石子总和为 {sum}；每次分成两部分后，保留和较小的一部分并计入得分。", (v, c) => total(c.p.piles.map(big)) === v.sum],
      ["For every stretch of piles: best = max over the splits of (kept sum + best of what is kept); {n} split(s) are possible now.", "对每一段：best = max（保留部分之和 + 保留部分的 best）；当前共有 {n} 种分法。", (v, c) => size(c.p.piles) - 1n === v.n],
      ["The first best split is after {at} pile(s): the sums are {a} and {b}; {kept} is scored, and {more} more can follow.", "第一个最优分法是在前 {at} 堆之后分开：两部分之和为 {a} 与 {b}，得 {kept} 分，之后还能再得 {more} 分。",
        (v, c) => total(c.p.piles.slice(0, Number(v.at)).map(big)) === v.a && total(c.p.piles.slice(Number(v.at)).map(big)) === v.b && v.kept === (v.a < v.b ? v.a : v.b) && v.kept + v.more === big(c.a.value) && c.a.best_moves[0].left === Number(v.at) && (c.p.piles.length > 14 || f.splitHalves(c.p.piles, Number(v.at)) === v.kept + v.more)],
    ],
  },
};

function rowSum(c) { return total(c.p.matrix.at(-1).map(big)); }
function columnSum(c) { return total(c.p.matrix.map((row) => big(row.at(-1)))); }
function held(c, a, b) { return big(c.p.mine ?? 0) === a && big(c.p.theirs ?? 0) === b; }
// Sides repeat with period 34 from 55 on.
function fold(x) { const n = big(x); return Number(n < 300n ? n : 200n + ((n - 200n) % 34n)); }

// One pattern as a regular expression, and the names of its holes; a name that stands again is the same text again.
function compile(pattern) {
  const holes = [];
  const source = pattern.split(/(\{\w+[*~]?\})/).map((part) => {
    const hole = /^\{(\w+)([*~]?)\}$/.exec(part);
    if (!hole) return part.replace(/[.*+?^$()|[\]\\{}/]/g, "\\$&");
    const again = holes.findIndex(({ name }) => name === hole[1]);
    if (again >= 0) return `\\${again + 1}`;
    holes.push({ name: hole[1], kind: hole[2] });
    return hole[2] === "~" ? "(.+)" : hole[2] ? "(none|无|-?\\d+(?:(?:, |、)(?:-?\\d+|…))*)" : "(-?\\d+)";
  }).join("");
  return { expression: new RegExp(`^${source}$`, "u"), holes };
}

const read = (text, kind) =>
  kind === "~" ? text : !kind ? big(text) : { cut: text.endsWith("…"), all: /none|无/.test(text) ? [] : text.split(/, |、/).filter((x) => x !== "…").map(big) };

const compiled = new Map();
export function sentencesOf(game) {
  if (!compiled.has(game)) {
    const all = [...games[game].says.map((says) => [says, false]), ...shared.map((says) => [says, false]), ...verdicts.map((says) => [says, true])];
    compiled.set(game, all.map(([[en, zh, isTrue], last]) => ({ en: compile(en), zh: compile(zh), isTrue, last, text: en })));
  }
  return compiled.get(game);
}

// The sentence that a line is, with what stands in its holes; null if it is none.
export function parse(game, language, line) {
  for (const sentence of sentencesOf(game)) {
    const match = sentence[language].expression.exec(line);
    if (match) return { sentence, values: Object.fromEntries(sentence[language].holes.map((hole, i) => [hole.name, read(match[i + 1], hole.kind)])) };
  }
  return null;
}
