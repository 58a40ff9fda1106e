// Boards, graphs and two sides: the values that are xored, where plain search can find them, and every sentence that their explanations may hold.
import * as f from "../facts.mjs";
import {
  always, big, chased, cold, columnSum, columns, distinct, elementsNamed, ended, fold, followers, heap, held, inList, into, kingOf, lostNamed, maze, mex, movable, node, nodes, options, optionsNamed,
  parity, parts, phi, pieceAt, productNamed, reach, rowRules, rowSum, rows, same, sameSet, stand, step, takesOf, withCircles, xor,
} from "./shorthands.mjs";

const infinite = (c) => { const labels = f.loopyLabels(followers(c.p)); return c.p.tokens.filter((at) => labels[at] === null); };
// Of the only token without a value: whether it can be moved to a node of the xor of all others.
const lone = (v, c) => {
  const to = followers(c.p), labels = f.loopyLabels(to), free = infinite(c);
  return free.length === 1 && xor(c.p.tokens.filter((at) => labels[at] !== null).map((at) => labels[at])) === v.sum && to[free[0]].some((w) => labels[w] === v.sum);
};

// Rows, then circles: how many, and what they are worth in normal play, where plain search can find that.
function coinsTame(c) {
  const rows = (c.p.rows ?? []).map(Number), circles = (c.p.circles ?? []).map(Number), small = [...rows, ...circles].every((x) => x <= 120);
  return { n: rows.length + circles.length, values: small ? [...rows.map((x) => big(f.coinsRow(takesOf(c.p), x))), ...circles.map((x) => big(f.coinsCircle(takesOf(c.p), x)))] : undefined };
}

// What "odd against even" comes to, by plain recursion.
function oddEven(takes, balls, mine, theirs) {
  const rows = [];
  for (let n = 0; n <= balls; n++)
    rows.push([0, 1].map((a) => [0, 1].map((b) => {
      const then = takes.filter((t) => t <= n).map((t) => -rows[n - t][b][(a + t) % 2]);
      return then.length ? Math.max(...then) : a - b;
    })));
  return ["loss", "draw", "win"][rows[balls][mine][theirs] + 1];
}

// Of a token at least one of whose followers has no value.
function openFollowers(v, c, least) {
  const to = followers(c.p), labels = nodes(c.p) > 60 ? null : f.loopyLabels(to), named = v.nodes.split(/, |、/), told = v.list.split(/, |、/);
  const text = (label) => (label === null ? "∞" : String(label)), all = to[Number(v.node)].map(String), cut = all.length > 12;
  return (least > 1 ? all.length >= least : all.length === 1) && big(node(c, v.i)) === v.node && String(named) === String(cut ? [...all.slice(0, 12), "…"] : all) && named.length === told.length && (cut || told.includes("∞")) &&
    (!labels || (v.g === text(labels[Number(v.node)]) && named.every((w, i) => w === "…" || text(labels[Number(w)]) === told[i])));
}

export const games = {
  cutting: {
    values: (p) => (p.sheets.some((sides) => sides.some((x) => big(x) === 1n)) ? undefined : p.sheets.map(([w, h]) => f.sheet(fold(w), fold(h)))),
    says: [
      ["A 1 × 1 was cut off: the game is over, and its cutter has won.", "已经切出 1 × 1，游戏结束，切出者获胜。", (v, c) => c.p.sheets.some((sides) => String(sides) === "1,1")],
      ["A strip of width 1 is there: cutting off one of its ends makes a 1 × 1 and wins at once.", "存在宽为 1 的纸条：从一端切下 1 × 1 即可立即获胜。", (v, c) => c.p.sheets.some((sides) => sides.some((x) => big(x) === 1n))],
      ["A cut that leaves a side of 1 loses, so only cuts into sides of at least 2 count. Let D(n) be the value of a side n alone: it is cut into two, which count by the xor of their values (the octal game 0.07); a side of 2 or 3 cannot be cut, so D is 0.",
        "留下边长为 1 的切法必输，因此只考虑两部分边长都不小于 2 的切法。记 D(n) 为单独一条边长 n 的 SG 值：每次把它切成两段，两段的 SG 值取异或（即八进制游戏 0.07）；边长 2 或 3 不能再切，D 为 0。",
        () => Array.from({ length: 40 }, (_, i) => i + 2).every((n) => f.side(n) === f.heapValue({ octal: "0.07" }, n - 2))],
      ["Side {n}: {options~}; the least number missing (mex) is D({m}) = {g}.", "边长 {n}：{options~}，缺少的最小非负整数（mex）是 D({m}) = {g}。",
        (v, c) => v.n === v.m && c.p.sheets.flat().some((x) => big(x) === v.n) && f.side(fold(v.n)) === v.g && options(v, Array.from({ length: Math.max(0, Number(v.n) / 2 - 1) }, (_, i) => [`${i + 2} + ${Number(v.n) - i - 2}`, f.side(fold(big(i + 2))) ^ f.side(fold(v.n - big(i + 2)))]))],
      ["D({n}) = D({m}) = {g}, because D has the period {p} from {from} on.", "D({n}) = D({m}) = {g}，因为 D 从 {from} 起以 {p} 为周期。",
        (v, c) => c.p.sheets.flat().some((x) => big(x) === v.n) && v.p === 34n && v.from === 55n && v.m >= v.from && v.m < v.n && (v.n - v.m) % v.p === 0n && f.side(fold(v.m)) === v.g],
      ["The Grundy value of a sheet is D of one side where D of the other is 0, and 1 where neither D is 0.", "若一边的 D 为 0，则纸片的 SG 值等于另一边的 D；若两边的 D 都不为 0，则为 1。", always],
      ["Sheet {i}: D({w}) = {dw} and D({h}) = {dh}, so its Grundy value is {g}.", "下标为 {i} 的纸片：D({w}) = {dw}，D({h}) = {dh}，SG 值为 {g}。",
        (v, c) => String(c.p.sheets[Number(v.i)].map(big)) === String([v.w, v.h]) && f.side(fold(v.w)) === v.dw && f.side(fold(v.h)) === v.dh && c.values[Number(v.i)] === v.g],
      ["It is 0, which is lost, because a cut that leaves a side of 1 lets the other player win at once, and every other one makes it non-zero, so that the other player can make it 0 again.",
        "结果为 0，先手必败，因为留下边长为 1 的切法让对手立即获胜，而其余切法都会使它变为非零，对手总能把它变回 0。", (v, c) => c.a.verdict === "loss" && c.a.grundy === 0 && c.a.move_count !== 0],
      ...[[": that wins at once", "：立即获胜", (v, c) => [v.a * v.b, v.x * v.y].includes(1n)], [", of values {p} and {q}: the xor becomes 0", "，SG 值为 {p} 与 {q}：异或和变为 0", (v, c) =>
        f.sheet(fold(v.a), fold(v.b)) === v.p && f.sheet(fold(v.x), fold(v.y)) === v.q && (xor(c.values) ^ c.values[Number(v.i)] ^ v.p ^ v.q) === 0n]].map(([en, zh, isSo]) => [
        `For example cut sheet {i}, {w} × {h}, into {a} × {b} and {x} × {y}${en}.`, `例如把下标为 {i} 的纸片 {w} × {h} 切成 {a} × {b} 与 {x} × {y}${zh}。`,
        (v, c) => isSo(v, c) && String(c.p.sheets[Number(v.i)].map(big)) === String([v.w, v.h]) && (v.b === v.h && v.y === v.h && v.a + v.x === v.w ? c.wins({ sheet: v.i, width: v.a }) : v.a === v.w && v.x === v.w && v.b + v.y === v.h && c.wins({ sheet: v.i, height: v.b }))]),
    ],
  },

  bombs: {
    values: (p) => (p.bombs.every(([x, y]) => x * y < 200) ? p.bombs.map(([x, y]) => f.bomb(x, y)) : undefined),
    says: [
      ["Every bomb is a game of its own with a Grundy value; the position is their sum, and two bombs together count by the xor of their values.", "每颗炸弹是一个独立的游戏，各有 SG 值，整个局面是它们的和，两颗炸弹合起来的 SG 值是各自 SG 值的异或和。", always],
      ["Bomb {i} at ({x},{y}) lies on the edge: each explosion moves it any number of steps towards (1,1), so it is a heap of Nim of {g}, its Grundy value.", "下标为 {i} 的炸弹位于边上 ({x},{y})：每次引爆使它向 (1,1) 移动任意步，相当于 {g} 颗的一堆尼姆石子，即它的 SG 值。",
        (v, c) => String(c.p.bombs[Number(v.i)]) === String([v.x, v.y]) && (v.x === 1n) !== (v.y === 1n) && v.x + v.y - 2n === v.g],
      ["Bomb {i} at (1,1) cannot explode, so its Grundy value is 0.", "下标为 {i} 的炸弹位于 (1,1)，不能引爆，SG 值为 0。", (v, c) => String(c.p.bombs[Number(v.i)]) === "1,1"],
      ["Bomb {i} at ({x},{y}): {options~}; the least number missing (mex) is {g}, its Grundy value.", "下标为 {i} 的炸弹位于 ({x},{y})：{options~}，缺少的最小非负整数（mex）是 {g}，即它的 SG 值。", (v, c) => {
        if (String(c.p.bombs[Number(v.i)]) !== String([v.x, v.y])) return false;
        const list = [];
        for (let u = 1; u < v.x; u++) for (let w = 1; w < v.y; w++) if (c.values) list.push([`(${u},${v.y})+(${v.x},${w})`, f.bomb(u, Number(v.y)) ^ f.bomb(Number(v.x), w)]);
        return options(v, c.values && list) && (!c.values || c.values[Number(v.i)] === v.g);
      }],
      ...ended((p) => p.bombs.length, (en, zh) => [`For example bomb {i} becomes one at ({x},{y}), of value {g}: ${en}.`, `例如引爆下标为 {i} 的炸弹，得到 ({x},{y})，其 SG 值为 {g}：${zh}。`, (v, c) => {
        const [x] = c.p.bombs[Number(v.i)];
        return v.x + v.y - 2n === v.g && c.wins(x === 1 ? { bomb: v.i, v: v.y } : { bomb: v.i, u: v.x });
      }]),
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
      ["A rook's coordinates (x,y) are two heaps of Nim: its Grundy value is x xor y.", "车的两个坐标 (x,y) 相当于两堆尼姆石子：SG 值为 x ⊕ y。", (v, c) => c.p.piece === "rook"],
      ["A queen plays Wythoff's game with its coordinates; its Grundy value is the mex of the values of the squares it can go to.", "后相当于以两个坐标进行威佐夫博弈；SG 值是可到达各格 SG 值的 mex。", (v, c) => c.p.piece === "queen"],
      ["A bishop lowers both coordinates alike, at most until the smaller one is 0, so it is like one heap of Nim of that size: its Grundy value is the smaller coordinate.", "象使两个坐标同时减少相同的数，直到较小的坐标为 0，相当于一堆尼姆石子：SG 值为较小的坐标。", (v, c) => c.p.piece === "bishop"],
      ["A king's Grundy value is the mex of the values of the squares it can go to. That gives a rule: with the smaller coordinate even it is 0 or 1 as the larger is even or odd, with the smaller one odd it is 3 or 2.", "王的 SG 值是可到达各格 SG 值的 mex，由此可得：较小坐标为偶数时，较大坐标为偶数得 0、为奇数得 1；较小坐标为奇数时，分别得 3、2。", (v, c) => c.p.piece === "king"],
      ["A knight's Grundy value is the mex of the values of the squares it can go to.", "马的 SG 值是可到达各格 SG 值的 mex。", (v, c) => c.p.piece === "knight"],
      ["A hyper-knight's Grundy value is the mex of the values of the squares it can go to, worked out by increasing x + y.", "超级马的 SG 值是可到达各格 SG 值的 mex，按 x + y 由小到大计算。", (v, c) => c.p.piece === "hyper-knight"],
      ["Piece {i} at ({x},{y}): {x} xor {y} = {g} is its Grundy value.", "下标为 {i} 的棋子位于 ({x},{y})：{x} ⊕ {y} = {g}，即它的 SG 值。", (v, c) => c.p.piece === "rook" && pieceAt(c, v) && c.values[Number(v.i)] === v.g && (v.x ^ v.y) === v.g],
      ["Piece {i} at ({x},{y}): the smaller coordinate is {g}, its Grundy value.", "下标为 {i} 的棋子位于 ({x},{y})：较小的坐标为 {g}，即它的 SG 值。", (v, c) => c.p.piece === "bishop" && pieceAt(c, v) && c.values[Number(v.i)] === v.g && (v.x < v.y ? v.x : v.y) === v.g],
      ["Piece {i} at ({x},{y}): {options~}; the least number missing (mex) is {g}, its Grundy value.", "下标为 {i} 的棋子位于 ({x},{y})：{options~}，缺少的最小非负整数（mex）是 {g}，即它的 SG 值。",
        (v, c) => pieceAt(c, v) && (!c.values || c.values[Number(v.i)] === v.g) && options(v, c.values && v.x < 40n && v.y < 40n && f.pieceOptions(c.p.piece, Number(v.x), Number(v.y)).map(([x, y]) => [`(${x},${y})`, f.pieceValue(c.p.piece, x, y)]))],
      ["A queen alone plays Wythoff's game: the coordinates differ by k = {k}, and floor(k·φ) = {a}, φ = (1+√5)/2.", "单独一个后就是威佐夫博弈：两坐标之差 k = {k}，⌊kφ⌋ = {a}，φ = (1+√5)/2。", (v, c) => { const [x, y] = c.p.squares[0].map(big); return v.k === (x > y ? x - y : y - x) && phi(v.k) === v.a; }],
      ["The square is lost exactly when the smaller coordinate equals that; it is {low}.", "当且仅当较小坐标等于该值时为必败态；这里较小坐标为 {low}。", (v, c) => { const [x, y] = c.p.squares[0].map(big); return v.low === (x < y ? x : y) && cold({}, x, y) === (c.a.verdict === "loss"); }],
      ["For example move piece {i} to ({x},{y}): what is left is lost for the other player.", "例如把下标为 {i} 的棋子移到 ({x},{y})，留给对手的是必败态。", (v, c) => c.a.grundy === null && c.wins({ index: v.i, square: [v.x, v.y] })],
      ...ended((p) => p.squares.length, (en, zh) => [`For example move piece {i} to ({x},{y}), of value {g}: ${en}.`, `例如把下标为 {i} 的棋子移到 ({x},{y})，其 SG 值为 {g}：${zh}。`,
        (v, c) => c.wins({ index: v.i, square: [v.x, v.y] }) && (!c.values || (c.values[Number(v.i)] ^ xor(c.values)) === v.g) && (v.x > 25n || v.y > 25n || f.pieceValue(c.p.piece, Number(v.x), Number(v.y)) === v.g)]),
    ],
  },

  kiki: {
    says: [
      ["The board has {r} row(s) and {c} column(s) left to walk.", "剩余棋盘为 {r} 行 {c} 列。", (v, c) => v.r === big(c.p.rows) && v.c === big(c.p.cols)],
      ["The Grundy value goes by the parities of the shorter and the longer side: odd and odd 0, odd and even 1, even and even 2, even and odd 3. Here: {options~}; the least number missing (mex) is {g}, its Grundy value.",
        "SG 值由较短边与较长边的奇偶决定：奇、奇为 0，奇、偶为 1，偶、偶为 2，偶、奇为 3。这里：{options~}，缺少的最小非负整数（mex）是 {g}，即它的 SG 值。", (v, c) => {
          const [r, cols] = [c.p.rows, c.p.cols].map(big);
          const to = [[r, cols - 1n], [r - 1n, cols], [r - 1n, cols - 1n]].filter((sides) => sides.every((x) => x > 0n)), value = ([x, y]) => kingOf(x - 1n, y - 1n);
          return value([r, cols]) === v.g && big(c.a.grundy) === v.g && options(v, to.map((sides) => [sides.join(" × "), value(sides)])) && (r > 40n || cols > 40n || f.pieceValue("king", Number(r - 1n), Number(cols - 1n)) === v.g);
        }],
      ["Both sides are odd: every step makes one or both even, and the other player can make both odd again, down to 1 × 1.", "行数与列数都是奇数：走任何一步都会使其中之一或两者变为偶数，而对手总能再变回全奇，直到 1 × 1。", (v, c) => big(c.p.rows) % 2n && big(c.p.cols) % 2n && c.a.verdict === "loss"],
      ...[["only the columns are even", "只有列数是偶数", 1n, 0n], ["only the rows are even", "只有行数是偶数", 0n, 1n], ["both are even", "两者都是偶数", 0n, 0n]].map(([en, zh, r, cols]) => [
        `A board with both sides odd is lost for whoever must move, because every step makes a side even and the reply makes both odd again; here ${en}.`, `行数与列数都是奇数时先手必败，因为任何一步都使其中至少一个变为偶数，而对手总能再变回全奇；这里${zh}。`, (v, c) => big(c.p.rows) % 2n === r && big(c.p.cols) % 2n === cols]),
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
      ...[["a lost", "必败", true], ["a won", "必胜", false]].map(([en, zh, lost]) => [
        `Removing the row leads to the Grundy value {g}, ${en} position for the other player.`, `删除最后一行后 SG 值为 {g}，留给对手的是${zh}态。`, (v, c) => f.matrixValue(c.p.matrix.slice(0, -1)) === v.g && (v.g === 0n) === lost]),
      ...[["a lost", "必败", true], ["a won", "必胜", false]].map(([en, zh, lost]) => [
        `Removing the column leads to the Grundy value {g}, ${en} position for the other player.`, `删除最后一列后 SG 值为 {g}，留给对手的是${zh}态。`, (v, c) => f.matrixValue(c.p.matrix.map((row) => row.slice(0, -1))) === v.g && (v.g === 0n) === lost]),
      ["So it goes for every smaller matrix, too, up from the empty one, whose value is 0; here the least number missing (mex) is {g}, the Grundy value.", "每个更小的矩阵也是这样，从空矩阵（SG 值为 0）开始逐步算出；这里缺少的最小非负整数（mex）是 {g}，即 SG 值。", (v, c) => f.matrixValue(c.p.matrix) === v.g && big(c.a.grundy) === v.g],
    ],
  },

  squares: {
    values: (p) => { const parts = f.squareParts(f.squarePlaces(p.grid)); return parts.every((part) => part.length < 17) ? parts.sort((a, b) => a[0][0] - b[0][0] || a[0][1] - b[0][1]).map((part) => f.squaresValue(part)) : undefined; },
    says: [
      ["No four free cells are a square, so nothing can be placed.", "没有四个空格能放下一个方块。", (v, c) => f.squarePlaces(c.p.grid).length === 0 && c.a.move_count === 0],
      ...[["they make {k} components, each a game of its own.", "得到 {k} 个分量，各为一个独立的游戏。", false], ["they make {k} component.", "得到 {k} 个分量。", true]].map(([en, zh, single]) => [
        `Places for a square: {n}. Two of them exclude each other exactly when their top left cells touch, also by a corner; by that ${en}`, `共有 {n} 种放法。两种放法互相冲突，当且仅当它们的左上格相邻（含对角）；由此${zh}`,
        (v, c) => { c.places = f.squarePlaces(c.p.grid); return (v.k === 1n) === single && big(c.places.length) === v.n && v.n > 0n && v.n === big(c.a.move_count) && big(f.squareParts(c.places).length) === v.k; }]),
      ["The component that begins at row {r}, column {c} (options by row and column of the top left cell): {options~}; the least number missing (mex) is {g}, its Grundy value.", "从第 {r} 行第 {c} 列开始的分量（后继以左上格的行、列表示）：{options~}，缺少的最小非负整数（mex）是 {g}，即它的 SG 值。", (v, c) => {
        const part = f.squareParts(c.places).find((one) => String(one[0]) === String([v.r, v.c])), small = part && part.length < 17;
        return part && (!small || f.squaresValue(part) === v.g) && options(v, small ? f.squareOptions(part).map((value, i) => [`(${part[i]})`, value]) : undefined);
      }],
      ["Valued in the same way: {n} more component(s).", "其余 {n} 个分量同理。", (v, c) => v.n === big(f.squareParts(c.places).length - 5) && v.n > 0n],
      ...[["xor", "异或和", false], ["value", "SG 值", true]].map(([en, zh, single]) => [
        `For example place the square with its top left cell at row {r}, column {c}: the ${en} becomes {zero}.`, `例如把方块的左上格放在第 {r} 行第 {c} 列，${zh}变为 {zero}。`, (v, c) => v.zero === 0n && (f.squareParts(c.places).length === 1) === single && c.wins({ row: v.r, col: v.c })]),
    ],
  },

  coins: {
    values: (p) => ([...(p.rows ?? []), ...(p.circles ?? [])].every((x) => big(x) < 90n) ? [...(p.rows ?? []).map((x) => f.coinsRow(takesOf(p), Number(x))), ...(p.circles ?? []).map((x) => f.coinsCircle(takesOf(p), Number(x)))] : undefined),
    says: [
      ...[[", which count by the xor of their values", "，两行的 SG 值取异或", false], ["", "", true]].map(([en, zh, misere]) => [
        `A move takes touching coins; how many: {list*}. A row may fall into two${en}.`, `每步取走相邻的硬币，数目可为：{list*}；一行可能断成两行${zh}。`, (v, c) => !!c.p.misere === misere && same(v.list, (c.p.take ?? [1, 2]).map(big))]),
      ["The row of {n}: {options~}; the least number missing (mex) is {g}, its Grundy value.", "{n} 枚一行：{options~}，缺少的最小非负整数（mex）是 {g}，即它的 SG 值。", (v, c) => {
        const list = [];
        for (const take of takesOf(c.p)) for (let at = 0; 2 * at + take <= v.n; at++) list.push([at ? `${at} + ${Number(v.n) - at - take}` : `${Number(v.n) - take}`, f.coinsRow(takesOf(c.p), at) ^ f.coinsRow(takesOf(c.p), Number(v.n) - at - take)]);
        return (c.p.rows ?? []).some((x) => big(x) === v.n) && mex(list.map(([, value]) => value)) === v.g && options(v, list);
      }],
      ["The row of {n} has Grundy value {g}, as that of {m} has: the values repeat with period {p}.", "{n} 枚一行的 SG 值为 {g}，与 {m} 枚一行相同：SG 值以 {p} 为周期。", (v, c) => c.p.rows.some((x) => big(x) === v.n) && v.m < v.n && (v.n - v.m) % v.p === 0n && (v.m > 300n || f.coinsRow(takesOf(c.p), Number(v.m)) === v.g)],
      ["The row of {n} has Grundy value {g}, worked out by the mex from the shorter rows up.", "{n} 枚一行的 SG 值为 {g}，由短到长逐个取 mex 得到。", (v, c) => c.p.rows.some((x) => big(x) === v.n) && (v.n > 120n || f.coinsRow(takesOf(c.p), Number(v.n)) === v.g)],
      ["The circle of {n}, of which a row is left: {options~}; the least number missing (mex) is {g}, its Grundy value.", "{n} 枚一圈（取后成为一行）：{options~}，缺少的最小非负整数（mex）是 {g}，即它的 SG 值。",
        (v, c) => c.p.circles.some((x) => big(x) === v.n) && options(v, v.n > 120n ? undefined : takesOf(c.p).filter((t) => big(t) <= v.n).map((t) => [String(Number(v.n) - t), f.coinsRow(takesOf(c.p), Number(v.n) - t)]))],
      ["Whatever is taken first from a circle, a row is left: the other player takes from its middle, so that two equal rows are left, and from then on copies every move in the other one. So every circle has Grundy value 0; how many there are: {n}.",
        "无论先手从一圈中怎样取，都剩下一行；后手从正中取走若干枚，使两边相等，此后对称地模仿。因此每一圈的 SG 值都为 0，共 {n} 圈。",
        (v, c) => c.a.method === "mirror" && c.a.grundy === 0 && big(c.p.circles.length) === v.n && takesOf(c.p).some((t) => t % 2) && takesOf(c.p).some((t) => t % 2 === 0 || takesOf(c.p).every((x) => x % 2))],
      ["Misère play: who cannot move wins. The values of normal play decide this only where a theorem says so.", "反常规则：不能操作者胜。只有在定理成立时才能用正常规则的 SG 值来判断。", (v, c) => c.p.misere],
      ["In sums, rows and circles behave like the elements of a finite multiplication table, their misère quotient: it has {n} elements, made from {k} of them, and is proven.",
        "各行各圈相加时，每一行、每一圈相当于一个有限乘法表（反常商）中的一个元素：反常商共有 {n} 个元素，由其中 {k} 个生成，并已得到证明。",
        (v, c) => c.a.method === "quotient" && big(c.a.quotient.order) === v.n && big(c.a.quotient.generators) === v.k],
      ["Write [n] for the element of a row of n coins, and 1 for that of nothing at all. Here: {list~}.", "记 n 枚一行的元素为 [n]，空局面的元素为 1。这里有：{list~}。",
        (v, c) => c.a.method === "quotient" && elementsNamed(rowRules(c.p), (c.p.rows ?? []), v.list)],
      ["The product of all that is here is {product~}. Lost elements: {lost~} ({n} in all). It is none of them, and a move leads to {after~}, which is one.",
        "这里全部元素之积为 {product~}。必败元素：{lost~}（共 {n} 个）。它不在其中，而有一步变为其中的 {after~}。", (v, c) => c.a.verdict === "win" && c.a.move_count !== 0 && productNamed(rowRules(c.p), withCircles(c.p), c.a, v)],
      ["The product of all that is here is {product~}. Lost elements: {lost~} ({n} in all). It is one of them, so the player to move loses: every move leads to a product that is not.",
        "这里全部元素之积为 {product~}。必败元素：{lost~}（共 {n} 个）。它在其中，因此先手必败：任何一步都变为不在其中的元素。", (v, c) => c.a.verdict === "loss" && productNamed(rowRules(c.p), withCircles(c.p), c.a, v)],
      ["Write [n] for the element of a row of n coins, (n) for that of a circle of n coins, and 1 for that of nothing at all. Here: {list~}.",
        "记 n 枚一行的元素为 [n]，n 枚一圈的元素为 (n)，空局面的元素为 1。这里有：{list~}。", (v, c) => c.a.method === "quotient" && elementsNamed(rowRules(c.p), withCircles(c.p), v.list)],
      ["Nothing but one circle can be moved in, and it becomes a row.", "只有一圈可以操作，操作之后成为一行。", (v, c) => String(movable(c.p).map((list) => list.length)) === "0,1"],
      ["Write [n] for the element of a row of n coins, and 1 for that of nothing at all. A move leaves one of these: {list~}.", "记 n 枚一行的元素为 [n]，空局面的元素为 1。任何一步之后是下列之一：{list~}。",
        (v, c) => optionsNamed(rowRules(c.p), takesOf(c.p).map((take) => big(movable(c.p)[1][0]) - big(take)).filter((n) => n >= 0n), v.list)],
      ["Lost elements: {lost~} ({n} in all). A move leads to {after~}, which is one of them.", "必败元素：{lost~}（共 {n} 个）。有一步变为其中的 {after~}。", (v, c) => c.a.verdict === "win" && lostNamed(rowRules(c.p), v)],
      ["Lost elements: {lost~} ({n} in all). No move leaves one of them, so the player to move loses.", "必败元素：{lost~}（共 {n} 个）。没有一步能变为其中之一，因此先手必败。", (v, c) => c.a.verdict === "loss" && lostNamed(rowRules(c.p), v)],
      ["What is here is tame: in misère play it acts like some heaps of Nim, whose xor is its value: {value}.", "这里的硬币是驯顺的（tame）：在反常规则下，它相当于若干个尼姆堆，其异或和就是它的值：{value}。",
        (v, c) => c.a.method === "misere" && coinsTame(c).n === 1 && (!coinsTame(c).values || v.value === coinsTame(c).values[0])],
      ["Each row and circle here is tame: in misère play it acts like some heaps of Nim, whose xor is its value. The values, of rows first, are {list*}.", "这里的每一行、每一圈都是驯顺的（tame）：在反常规则下，它相当于若干个尼姆堆，其异或和就是它的值。先行后圈，值依次为：{list*}。",
        (v, c) => c.a.method === "misere" && coinsTame(c).n > 1 && (!coinsTame(c).values || same(v.list, coinsTame(c).values))],
      ["No Nim heap above 1 is in it, so, as in misère Nim, the player to move loses exactly when the xor of all values is 1, because the last move then falls to that player; it is {sum}.", "其中不含大于 1 的尼姆堆，因此与反常尼姆一样，当且仅当所有值的异或和为 1 时先手必败，因为此时最后一步恰由先手走；这里为 {sum}。",
        (v, c) => c.a.method === "misere" && (v.sum === 1n) === (c.a.verdict === "loss") && (!coinsTame(c).values || (xor(coinsTame(c).values) === v.sum && coinsTame(c).values.every((x) => x < 2n)))],
      ["Rows and circles with a Nim heap above 1 in them: {n}; so, as in misère Nim, the player to move loses exactly when the xor of all values is 0, because beside such heaps misère play is won like normal play; it is {sum}.", "含有大于 1 的尼姆堆的行与圈共 {n} 个，因此与反常尼姆一样，当且仅当所有值的异或和为 0 时先手必败，因为有这样的堆时胜负与正常规则一致；这里为 {sum}。",
        (v, c) => c.a.method === "misere" && (v.sum === 0n) === (c.a.verdict === "loss") && v.n > 0n && (!coinsTame(c).values || (xor(coinsTame(c).values) === v.sum && v.n >= big(coinsTame(c).values.filter((x) => x > 1n).length)))],
      ["The coins are few: every position that can be reached was searched.", "硬币不多，因此搜索了所有可到达的局面。", (v, c) => c.a.method === "search"],
      ...[["its value becomes {g}, and the xor 0", "SG 值变为 {g}，异或和变为 0", (v, c, i) => !c.p.misere && (c.p.rows ?? []).length + (c.p.circles ?? []).length > 1 && (!c.values || (c.values[i] ^ xor(c.values)) === v.g)],
        ["that is lost for the other player", "留给对手的是必败态", (v, c) => c.p.misere || (c.p.rows ?? []).length + (c.p.circles ?? []).length === 1]].flatMap(([en, zh, isSo]) => [
        [`For example take {take} from row {row}, leaving {at} before and {behind} behind: ${en}.`, `例如从下标为 {row} 的行取 {take} 枚，前面剩 {at} 枚、后面剩 {behind} 枚，${zh}。`,
          (v, c) => isSo(v, c, Number(v.row)) && big(c.p.rows[Number(v.row)]) === v.at + v.take + v.behind && c.wins({ row: v.row, at: v.at, take: v.take })],
        [`For example take {take} from circle {circle}, leaving a row of {left}: ${en}.`, `例如从下标为 {circle} 的圈取 {take} 枚，成为 {left} 枚一行，${zh}。`,
          (v, c) => isSo(v, c, (c.p.rows ?? []).length + Number(v.circle)) && big(c.p.circles[Number(v.circle)]) === v.take + v.left && c.wins({ circle: v.circle, at: 0n, take: v.take })],
        [`For example take circle {circle} whole: ${en}.`, `例如取走下标为 {circle} 的整圈，${zh}。`, (v, c) => isSo(v, c, (c.p.rows ?? []).length + Number(v.circle)) && c.wins({ circle: v.circle, at: 0n, take: big(c.p.circles[Number(v.circle)]) })]]),
    ],
  },

  graph: {
    values: (p) => { const labels = p.misere || nodes(p) > 60 ? null : p.tokens.map((at) => f.loopyLabels(followers(p))[at]); return labels?.every((label) => label !== null) ? labels : undefined; },
    says: [
      ["The graph has {n} node(s) and {m} edge(s), with {k} token(s) on it.", "图有 {n} 个结点、{m} 条边，其上有 {k} 枚棋子。", (v, c) => big(nodes(c.p)) === v.n && big(c.p.edges.length) === v.m && big(c.p.tokens.length) === v.k],
      ["The graph has no cycle: work backwards from the nodes without followers (value 0); the Grundy value of a node is the mex of its followers' values.", "图中无环：从没有后继的结点（SG 值为 0）倒推，每个结点的 SG 值是其后继 SG 值的 mex。", (v, c) => c.a.acyclic],
      ["The graph has a cycle. A node gets value m when m is the mex of its followers' values and every follower without a value can go back to a value m; what never gets a value is infinite (∞).",
        "图中有环。若 m 是后继已有值的 mex，且每个没有值的后继都能再走到值为 m 的结点，则该结点的值为 m；始终得不到值的结点记为 ∞。", (v, c) => !c.a.acyclic],
      ["Token {i} is on node {node}: {options~}; the least number missing (mex) is {g}, the value of the node.", "下标为 {i} 的棋子在结点 {node}：{options~}，缺少的最小非负整数（mex）是 {g}，即该结点的值。", (v, c) => {
        const to = followers(c.p), labels = nodes(c.p) > 60 ? null : f.loopyLabels(to);
        return big(node(c, v.i)) === v.node && options(v, labels ? to[Number(v.node)].map((w) => [String(w), labels[w]]) : undefined) && (!labels || labels[Number(v.node)] === v.g);
      }],
      ["Token {i} is on node {node}; its followers {nodes~} have the values {list~}, so its value is {g~}.", "下标为 {i} 的棋子在结点 {node}，其后继 {nodes~} 的值依次为 {list~}，故该结点的值为 {g~}。", (v, c) => openFollowers(v, c, 2)],
      ["Token {i} is on node {node}; its only follower {nodes~} has the value {list~}, so its value is {g~}.", "下标为 {i} 的棋子在结点 {node}，唯一的后继 {nodes~} 的值为 {list~}，故该结点的值为 {g~}。", (v, c) => openFollowers(v, c, 1)],
      ["It is not 0, which is won, because the token can go to a node of value 0.", "结果不为 0，先手必胜，因为棋子可以移到值为 0 的结点。", (v, c) => c.p.tokens.length === 1 && c.a.grundy > 0 && c.a.verdict === "win"],
      ["Without a value the game may be played for ever.", "没有 SG 值，对局可能永不结束。", (v, c) => c.p.tokens.length === 1 && c.a.grundy === null && (nodes(c.p) > 60 || infinite(c).length === 1)],
      ["But the token can go to a node of value 0, which is lost for the other player.", "但棋子可以移到值为 0 的结点，留给对手的是必败态。", (v, c) => c.p.tokens.length === 1 && c.a.verdict === "win" && (nodes(c.p) > 60 || lone({ sum: 0n }, c) === true)],
      ["No move takes the token to a node of value 0, so nobody can force the end.", "棋子一步到不了值为 0 的结点，因此双方都无法迫使对局结束。", (v, c) => c.p.tokens.length === 1 && c.a.verdict === "draw" && (nodes(c.p) > 60 || lone({ sum: 0n }, c) === false)],
      ["Valued in the same way: {n} more token(s).", "其余 {n} 枚棋子同理。", (v, c) => v.n > 0n && v.n < big(c.p.tokens.length)],
      ["One move settles at most one of them, so nobody can force the end.", "一步至多只能了结其中一个，因此双方都无法迫使对局结束。", (v, c) => c.a.verdict === "draw" && (nodes(c.p) > 60 || infinite(c).length > 1)],
      ["The xor of the others is {sum}, and that token can be moved to a node of value {sum}, which makes the xor of all 0.", "其余棋子的值的异或和为 {sum}，而该棋子可以移到值为 {sum} 的结点，使总的异或和变为 0。", (v, c) => c.a.verdict === "win" && (nodes(c.p) > 60 || lone(v, c) === true)],
      ["The xor of the others is {sum}, and no move takes that token to a node of value {sum}, so nobody can force the end.", "其余棋子的值的异或和为 {sum}，而该棋子一步到不了值为 {sum} 的结点，因此双方都无法迫使对局结束。", (v, c) => c.a.verdict === "draw" && (nodes(c.p) > 60 || lone(v, c) === false)],
      ["Misère play: who cannot move wins, and there is no token to move.", "反常规则：不能操作者胜，而这里没有棋子可走。", (v, c) => c.p.misere && !c.p.tokens.length && c.a.verdict === "win"],
      ["Tokens of infinite value: {n}; so the sum has no Grundy value and may be played for ever.", "值为 ∞ 的棋子有 {n} 枚，故整个局面没有 SG 值，对局可能永不结束。",
        (v, c) => c.a.grundy === null && (nodes(c.p) > 60 || big(c.p.tokens.filter((at) => f.loopyLabels(followers(c.p))[at] === null).length) === v.n)],
      ["Misère play: a node without followers is a win. Work backwards: a node is a win if a follower is a loss, a loss if all followers are wins, and a draw if neither is ever forced.",
        "反常规则：没有后继的结点为胜。倒推：有一个后继为负则为胜，后继全为胜则为负，二者都推不出则为平。", (v, c) => c.p.misere && c.p.tokens.length === 1],
      ["Misère play of several tokens is no sum of values: all joint positions were searched, {n} of them (tokens count alike, and not at all where they cannot move).",
        "反常规则下，多枚棋子的胜负不能由各自的值求异或和得到：搜索了全部联合局面，共 {n} 个（棋子不加区分，不能再移动的不计）。", (v, c) => c.p.misere && c.p.tokens.length !== 1 && v.n > 0n],
      ["The winner hurrying and the loser delaying, the game ends after {n} move(s): {line~}.", "胜方求快、负方求慢，{n} 步后终局：{line~}。", (v, c) => {
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
      ["The players hold {a} and {b}, of equal parity.", "双方分别有 {a} 个和 {b} 个球，奇偶性相同。", (v, c) => held(c, v.a, v.b) && parity(v.a) === parity(v.b) && c.a.verdict === "draw"],
      ["The player to move holds {a}, which is odd, the other {b}, which is even: odd beats even.", "先手有 {a} 个球（奇数），后手有 {b} 个（偶数）：奇数胜偶数。", (v, c) => held(c, v.a, v.b) && parity(v.a) === "odd" && parity(v.b) === "even"],
      ["The player to move holds {a}, which is even, the other {b}, which is odd: odd beats even.", "先手有 {a} 个球（偶数），后手有 {b} 个（奇数）：奇数胜偶数。", (v, c) => held(c, v.a, v.b) && parity(v.a) === "even" && parity(v.b) === "odd"],
      ...[["odd", "奇"], ["even", "偶"]].flatMap(([en, zh]) => [
        [`Balls left: {n}; the player to move holds {a}, an ${en} number.`, `还剩 {n} 个球；先手已有 {a} 个，是${zh}数。`, (v, c) => big(c.p.balls) === v.n && big(c.p.mine ?? 0) === v.a && parity(v.a) === en],
        [`The other player holds {b}, an ${en} number.`, `后手已有 {b} 个，是${zh}数。`, (v, c) => big(c.p.theirs ?? 0) === v.b && parity(v.b) === en]]),
      ["Only the balls left and the two parities matter: work upwards from the positions in which no amount fits; a position is won if some move leaves the other player a lost one, lost if all leave won ones, else drawn.",
        "胜负只取决于剩余球数和双方的奇偶性：从取不了球的局面开始逐步递推，有一步能留给对手必败态则必胜，每一步都留给对手必胜态则必败，否则为平局。", always],
      ["Up to this number of balls the outcomes repeat: from {n} balls on with period {p}; so this goes as with {low} ball(s) left and the same parities.", "在此球数范围内结果是周期性的：从 {n} 个球起周期为 {p}；因此胜负与还剩 {low} 个球、双方奇偶性相同的局面一样。",
        (v, c) => v.p > 0n && c.a.method === "period" && v.n + v.p <= big(c.p.balls) && v.low >= v.n && v.low < v.n + v.p && (big(c.p.balls) - v.low) % v.p === 0n &&
          (v.low > 3000n || oddEven(c.p.takes.map(Number), Number(v.low), Number(big(c.p.mine ?? 0) % 2n), Number(big(c.p.theirs ?? 0) % 2n)) === c.a.verdict)],
      ["For example take {take}: that leaves {left} ball(s), {held} in hand, which is lost for the other player.", "例如取 {take} 个：剩下 {left} 个，手中有 {held} 个，留给对手的是必败态。", (v, c) => c.wins({ take: v.take }) && big(c.p.balls) - v.take === v.left && big(c.p.mine ?? 0) + v.take === v.held],
      ["For example take {take}: that leaves {left} ball(s), {held} in hand, and keeps the draw.", "例如取 {take} 个：剩下 {left} 个，手中有 {held} 个，保持平局。",
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
      ["The winner hurrying and the loser delaying, the game ends after {n} move(s).", "胜方求快、负方求慢，{n} 步后终局。", (v, c) => big(c.a.remoteness) === v.n && c.a.verdict !== "draw" && (c.p.graph.length > 30 || maze(c.p)(c.p.mouse ?? 1, c.p.cat ?? 2, c.p.turn === "cat" ? 1 : 0)[1] === Number(v.n))],
      ["The state is never reached from the ends, so neither side can force one.", "倒推到不了当前局面，双方都无法迫使终局。", (v, c) => c.a.verdict === "draw" && (c.p.graph.length > 30 || maze(c.p)(c.p.mouse ?? 1, c.p.cat ?? 2, c.p.turn === "cat" ? 1 : 0) === null)],
      ["For example the mouse goes to node {node}, which keeps the draw.", "例如老鼠走到结点 {node}，保持平局。", (v, c) => chased(c, v, 0)],
      ["For example the cat goes to node {node}, which keeps the draw.", "例如猫走到结点 {node}，保持平局。", (v, c) => chased(c, v, 1)],
      ["For example the mouse goes to node {node}, which ends the game.", "例如老鼠走到结点 {node}，对局即告结束。", (v, c) => v.node === 0n && chased(c, { ...v, more: 0n }, 0)],
      ["For example the cat goes to node {node}, which ends the game.", "例如猫走到结点 {node}，对局即告结束。", (v, c) => v.node === big(c.p.mouse ?? 1) && chased(c, { ...v, more: 0n }, 1)],
      ["For example the mouse goes to node {node}, after which the other player loses within {more} more move(s).", "例如老鼠走到结点 {node}：对手必败，再过 {more} 步终局。", (v, c) => chased(c, v, 0)],
      ["For example the cat goes to node {node}, after which the other player loses within {more} more move(s).", "例如猫走到结点 {node}：对手必败，再过 {more} 步终局。", (v, c) => chased(c, v, 1)],
    ],
  },
};
