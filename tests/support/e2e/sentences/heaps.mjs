// The heap games: the values that are xored, where plain search can find them, and every sentence that their explanations may hold.
import * as f from "../facts.mjs";
import {
  always, apart, beans, big, bottleValues, cold, elementsNamed, ended, euclid, factorOf, fold, gaps, heap, into, losing, lowest, most, options, pairValue, parts,
  distinct, pairSearched, phi, productNamed, quotaOf, range, residue, same, sg, sgMove, size, smallest, step, sumOf, total, worked, wythoff, xor,
} from "./shorthands.mjs";

const threeBeans = (v, c) => String([v.i, v.j, v.k].map((i) => bottleValues(c.p)[Number(i)])) === String([v.x, v.y, v.z]) && (v.x ^ v.y ^ v.z) === v.sum && v.sum === xor(c.values) && c.wins({ i: v.i, j: v.j, k: v.k });

export const games = {
  zero: { says: [["The Grundy value of a position without moves is the mex of no values, {g}.", "没有合法操作的局面，其 SG 值是空集的 mex，即 {g}。", (v) => v.g === 0n]] },

  nim: {
    values: (p) => p.heaps.map(big),
    says: [
      ["In normal play the xor of the heaps (the nim sum) decides: a move changes one heap, so it turns a xor of 0 into another; any other xor can be turned into 0; and at the end, all heaps empty, it is 0.",
        "正常规则下，胜负由各堆石子数的异或和决定：一步只改变一堆，所以异或和为 0 时必变为非零；非零时总能变为 0；而终局（各堆全空）的异或和为 0。", (v, c) => !c.p.misere],
      ["The highest 1 of the xor stands in the column of value {column}, where heap {heap} has a 1, too, so {from} xor {sum} = {to} is less than {from}: take {take} there, and the xor becomes 0.",
        "异或和最高位的 1，位值为 {column}；下标为 {heap} 的堆在这一位上也是 1，因此 {from} ⊕ {sum} = {to} 小于 {from}：从该堆取走 {take} 颗，异或和变为 0。",
        (v, c) => v.sum === xor(c.values) && 1n << big(f.bits(v.sum).length - 1) === v.column && heap(c.p, v.heap) === v.from && v.from & v.column && v.from - v.take === v.to && v.to === (v.from ^ xor(c.values)) && c.wins({ heap: v.heap, take: v.take })],
      ["There is a single heap, of {n}: take all of it, and nothing is left for the other player to take.", "只有一堆，共 {n} 颗：全部取走，对手便无法操作。",
        (v, c) => c.p.heaps.length === 1 && heap(c.p, 0) === v.n && c.wins({ heap: 0n, take: v.n })],
      ["Misère play, and no heap exceeds 1: the player to move loses exactly when the number of ones is odd, because they go one by one, and the last of them must then be taken by that player; here it is {n}.",
        "反常规则（取走最后一颗者输），且没有大于 1 的堆：当且仅当只有一颗的堆有奇数个时先手必败，因为只能一颗一颗取，最后一颗恰由先手取；这里的个数为 {n}。",
        (v, c) => c.p.misere && c.values.every((x) => x < 2n) && total(c.values) === v.n],
      ["Misère play, with {n} heap(s) above 1: the xor decides as in normal play, because whoever faces a single heap above 1 wins in both: the xor is then not 0, and that heap can be cut to 1 or 0, so that an odd number of ones is left.",
        "反常规则，有 {n} 堆大于 1：胜负仍与正常规则一样由异或和决定，因为面对唯一一个大于 1 的堆的人两种规则下都胜：此时异或和不为 0，而这一堆可以减到 1 或 0，使只有一颗的堆有奇数个。",
        (v, c) => c.p.misere && v.n && big(c.values.filter((x) => x > 1n).length) === v.n && (xor(c.values) ? "win" : "loss") === c.a.verdict],
      ["Heap {heap}, of {size}, is the only one above 1, beside {ones} heap(s) of 1. Take {take} there: that leaves {left} heap(s) of 1, an odd number, and the last of them falls to the other player.",
        "只有下标为 {heap} 的堆（{size} 颗）大于 1，此外有 {ones} 堆只有 1 颗。从该堆取走 {take} 颗：剩下 {left} 堆，都只有 1 颗，堆数为奇数，最后一颗恰由对手取。",
        (v, c) => c.values.filter((x) => x > 1n).length === 1 && heap(c.p, v.heap) === v.size && v.size > 1n && big(c.values.filter((x) => x === 1n).length) === v.ones && v.left === v.ones + v.size - v.take && v.left % 2n === 1n && c.wins({ heap: v.heap, take: v.take })],
      ["It is 0, which is lost, because every move makes it non-zero: then the other player makes it 0 again while two heaps exceed 1, and once a single one exceeds 1, cuts it so that an odd number of ones is left.",
        "结果为 0，先手必败，因为任何一步都会使它变为非零：此后只要还有两堆大于 1，对手就把它变回 0；若只剩一堆大于 1，对手就减少这一堆，使只有一颗的堆有奇数个。", (v, c) => c.p.misere && xor(c.values) === 0n && c.values.some((x) => x > 1n) && c.a.verdict === "loss"],
      ["Make the xor 0, as in normal play, as long as another heap above 1 remains.", "只要还有别的堆大于 1，就与正常规则一样把异或和变为 0。", (v, c) => c.values.filter((x) => x > 1n).length > 1],
    ],
  },

  bash: {
    values: (p) => p.heaps.map((_, i) => residue(p, i)),
    says: [
      ["At most {m} may be taken at once: x and the answer {mod} - x take {mod} together, so a heap counts as its remainder modulo {mod}, like a heap of Nim of that size.",
        "每次最多取 {m} 颗：对手取 x 颗，就取 {mod} - x 颗，合计 {mod} 颗，因此每堆只看它除以 {mod} 的余数，相当于有这么多颗的一堆尼姆石子。", (v, c) => big(c.p.max_take) === v.m && v.mod === v.m + 1n],
      ["Here {n} = {mod} × {q} + {r}, so the remainder is {r}.", "这里 {n} = {mod} × {q} + {r}，余数为 {r}。", (v, c) => heap(c.p, 0) === v.n && v.n === v.mod * v.q + v.r && v.mod === big(c.p.max_take) + 1n && v.r < v.mod && v.r === c.values[0]],
      ["The heaps {heaps*} have the remainders {rest*}.", "各堆 {heaps*} 的余数依次为 {rest*}。", (v, c) => same(v.heaps, c.p.heaps.map(big)) && same(v.rest, c.values)],
      ["It is 0, which is lost, because to every take x the other player answers with {mod} - x, so that a multiple of {mod} is left each time, and at last 0.",
        "余数为 0 时先手必败：因为无论先手取多少（设为 x 颗），后手都取 {mod} - x 颗，每次剩下的都是 {mod} 的倍数，直到 0。", (v, c) => v.mod === big(c.p.max_take) + 1n && heap(c.p, 0) % v.mod === 0n],
      ["Take the whole heap of {take}: nothing is left, and the other player cannot move.", "把这一堆 {take} 颗全部取走：一颗不剩，对手无法操作。",
        (v, c) => c.p.heaps.length === 1 && heap(c.p, 0) === v.take && v.take <= big(c.p.max_take) && c.wins({ heap: 0n, take: v.take })],
      ["Take {take} from it: {left} are left, a multiple of {mod}, and from then on answer every take x with {mod} - x.", "从中取走 {take} 颗：剩下 {left} 颗，是 {mod} 的倍数；此后对手取 x 颗，就取 {mod} - x 颗。",
        (v, c) => c.p.heaps.length === 1 && c.values[0] === v.take && heap(c.p, 0) - v.take === v.left && v.left > 0n && v.mod === big(c.p.max_take) + 1n && v.left % v.mod === 0n && c.wins({ heap: 0n, take: v.take })],
      ["Take {take} from heap {heap}: its remainder goes from {from} to {to}, and the xor becomes 0.", "从下标为 {heap} 的堆取走 {take} 颗：它的余数由 {from} 变为 {to}，异或和变为 0。",
        (v, c) => residue(c.p, v.heap) === v.from && v.from - v.take === v.to && v.to === (v.from ^ xor(c.values)) && c.wins({ heap: v.heap, take: v.take })],
      ["Misère play, and no remainder exceeds 1: the player to move loses exactly when the number of remainders 1 is odd, because such heaps play like single stones, and the last one falls to that player; here it is {n}.",
        "反常规则（取走最后一颗者输），且没有大于 1 的余数：当且仅当余数 1 有奇数个时先手必败，因为这样的堆相当于单颗石子，最后一颗恰由先手取；这里的个数为 {n}。", (v, c) => c.p.misere && c.values.every((x) => x < 2n) && total(c.values) === v.n],
      ["Misère play, with {n} remainder(s) above 1: the xor decides as in normal play, because whoever faces a single such remainder wins in both, as in Nim.",
        "反常规则，有 {n} 个余数大于 1：胜负仍与正常规则一样由异或和决定，因为面对唯一一个这样的余数的人两种规则下都胜，与尼姆博弈相同。",
        (v, c) => c.p.misere && v.n && big(c.values.filter((x) => x > 1n).length) === v.n && (xor(c.values) ? "win" : "loss") === c.a.verdict],
      ["Only one remainder exceeds 1: a move on that heap must leave an odd number of remainders 1 and none larger, a move on another heap must make the xor 0.",
        "只有一个余数大于 1：若在这一堆操作，应使余数 1 的个数为奇数且不留更大的余数；若在别的堆操作，应使异或和变为 0。", (v, c) => c.values.filter((x) => x > 1n).length === 1],
      ["It is 0, which is lost, because every move makes it non-zero: then the other player makes it 0 again while two remainders exceed 1, and once a single one exceeds 1, brings it to 0 or 1 so that an odd number of remainders 1 is left.",
        "结果为 0，先手必败，因为任何一步都会使它变为非零：此后只要还有两个余数大于 1，对手就把它变回 0；若只剩一个余数大于 1，对手就把它变为 0 或 1，使余数 1 的个数为奇数。", (v, c) => c.p.misere && xor(c.values) === 0n && c.values.some((x) => x > 1n) && c.a.verdict === "loss"],
      ["For example take {take} from heap {heap}, which leaves {left} there, with the remainder {rest}.", "例如从下标为 {heap} 的堆取走 {take} 颗，该堆剩下 {left} 颗，余数为 {rest}。",
        (v, c) => c.p.misere && c.wins({ heap: v.heap, take: v.take }) && heap(c.p, v.heap) - v.take === v.left && v.left % (big(c.p.max_take) + 1n) === v.rest],
      ["Make the xor 0, as in normal play.", "与正常规则一样，把异或和变为 0。", (v, c) => c.values.filter((x) => x > 1n).length > 1 && c.a.verdict === "win"],
    ],
  },

  "public-sale": {
    says: [
      ["The bid {bid} has reached the price {price}: the sale is over, and the player who made the last bid has won.", "当前报价 {bid} 已达到成交价 {price}：拍卖结束，最后加价者获胜。", (v, c) => v.bid === big(c.p.bid ?? 0) && v.price === big(c.p.price) && v.bid >= v.price],
      ["The price is {price} and the bid is {bid}, so {missing} is missing; one raise is at most {most}.", "成交价为 {price}，当前报价为 {bid}，还差 {missing}；每次最多加价 {most}。",
        (v, c) => v.bid === big(c.p.bid ?? 0) && v.price === big(c.p.price) && v.price - v.bid === v.missing && v.most === big(c.p.max_raise)],
      ["A raise of {n} reaches the price, and wins at once.", "加价 {n} 即达到成交价，立即获胜。", (v, c) => v.n === big(c.p.price) - big(c.p.bid ?? 0) && v.n === big(c.p.max_raise)],
      ["A smaller one lets the other player end it.", "加得更少则对手可以成交。", (v, c) => big(c.p.price) - big(c.p.bid ?? 0) > 1n],
      ["Going beyond the price is allowed, so every raise from {from} to {to} wins at once.", "允许超过成交价，因此加价 {from} 至 {to} 都立即获胜。",
        (v, c) => v.from === big(c.p.price) - big(c.p.bid ?? 0) && v.to === big(c.p.max_raise) && v.to > v.from && big(c.a.winning_move_count) === v.to - v.from + 1n],
      ["What is missing, {n}, is a multiple of {mod}, which is lost, because to every raise x the other player answers with {mod} - x, and so keeps it a multiple of {mod} to the end.", "差额 {n} 是 {mod} 的倍数，先手必败，因为无论先手加价多少（设为 x），后手都加价 {mod} - x，使差额始终是 {mod} 的倍数，直到成交。",
        (v, c) => v.n === big(c.p.price) - big(c.p.bid ?? 0) && v.mod === big(c.p.max_raise) + 1n && v.n % v.mod === 0n],
      ["{n} = {mod} × {q} + {r}: a raise of {r} leaves a multiple of {mod}, and every raise x can then be answered with {mod} - x.", "{n} = {mod} × {q} + {r}：加价 {r} 后差额是 {mod} 的倍数，此后对手加价 x，就加价 {mod} - x。",
        (v, c) => v.n === big(c.p.price) - big(c.p.bid ?? 0) && v.mod === big(c.p.max_raise) + 1n && v.n === v.mod * v.q + v.r && v.r > 0n && v.r < v.mod && c.wins({ raise: v.r })],
    ],
  },

  wythoff: {
    says: [
      ["The losing pairs of Wythoff's game are a = floor(k·φ) and b = a + k for k = 0, 1, 2, …, φ = (1+√5)/2: from such a pair no move leads to another one, because no two of them have a heap or the difference k in common, and from every other position some move does.",
        "威佐夫博弈的必败态（奇异局势）是 a = ⌊kφ⌋，b = a + k（k = 0, 1, 2, …，φ = (1+√5)/2）：任何两个奇异局势既没有相同的堆，差 k 也不同，所以从奇异局势出发的任何一步都到不了另一个奇异局势；而从其他局面总有一步能到达奇异局势。",
        () => new Set(Array.from({ length: 200 }, (_, k) => [phi(big(k)), phi(big(k)) + big(k)]).flatMap((pair) => [...new Set(pair.map(String))])).size === 399],
      ["In misère play (0, 1), where the last stone must be taken, and (2, 2) take the places of (0, 0) and (1, 2): they use up the same heaps and differences, so all other losing pairs stay the same.",
        "在反常规则（取走最后一颗者输）下，(0, 1)（只能取走最后一颗）与 (2, 2) 取代 (0, 0) 与 (1, 2)：所用到的堆与差相同，因此其余必败态不变。", (v, c) => c.p.misere],
      ["The heaps are {x} and {y}, so their difference is k = {k}.", "两堆为 {x} 与 {y}，差为 k = {k}。", (v, c) => (v.x > v.y ? v.x - v.y : v.y - v.x) === v.k && String(c.p.heaps.map(big)) === String([v.x, v.y])],
      ["The losing pair with this difference is ({a}, {b}).", "差为这个数的必败态是 ({a}, {b})。", (v, c) => c.p.misere && v.b - v.a < 2n && cold(c.p, v.a, v.b)],
      ["Without rounding, floor(k·φ) = (k + floor(√(5k²))) div 2: 5k² = {square}, the integer part of its root is {root}, so a = {a}.", "不用浮点数：⌊kφ⌋ = ⌊(k + ⌊√(5k²)⌋) / 2⌋，其中 5k² = {square}，平方根的整数部分为 {root}，所以 a = {a}。",
        (v, c) => { const k = big(c.p.heaps[0]) - big(c.p.heaps[1]); return v.square === 5n * k * k && v.root * v.root <= v.square && (v.root + 1n) ** 2n > v.square && v.a === ((k < 0n ? -k : k) + v.root) / 2n; }],
      ["The smaller heap is {low}, exactly as in the losing pair: the player to move loses, because no move leads to another losing pair.", "较小堆恰为 {low}，与必败态相同：先手必败，因为任何一步都到不了另一个必败态。", (v, c) => c.a.verdict === "loss" && c.p.heaps.map(big).includes(v.low) && cold(c.p, ...c.p.heaps.map(big))],
      ["The smaller heap is {low} and not {a}: no losing pair.", "较小堆为 {low} 而不是 {a}：不是必败态。", (v, c) => v.low !== v.a && c.p.heaps.map(big).includes(v.low) && cold(c.p, v.a, v.a + (big(c.p.heaps[0]) + big(c.p.heaps[1]) - 2n * v.low))],
      ["Taking {n} from heap 0 leaves {a} and {b}, a losing pair.", "从下标为 0 的堆取走 {n} 颗，剩下 {a} 与 {b}，是必败态。", (v, c) => wythoff(v, c, [v.n, 0n])],
      ["Taking {n} from heap 1 leaves {a} and {b}, a losing pair.", "从下标为 1 的堆取走 {n} 颗，剩下 {a} 与 {b}，是必败态。", (v, c) => wythoff(v, c, [0n, v.n])],
      ["Taking {n} from each heap leaves {a} and {b}, a losing pair.", "从两堆各取走 {n} 颗，剩下 {a} 与 {b}，是必败态。", (v, c) => wythoff(v, c, [v.n, v.n])],
      ["Position ({x},{y}): {options~}; the least number missing (mex) is {g}, its Grundy value.", "局面 ({x},{y})：{options~}，缺少的最小非负整数（mex）是 {g}，即它的 SG 值。",
        (v, c) => String(c.p.heaps.map(big)) === String([v.x, v.y]) && big(c.a.grundy) === v.g && options(v, Math.max(...c.p.heaps.map(Number)) > 30 ? undefined : f.pieceOptions("queen", Number(v.x), Number(v.y)).map(([x, y]) => [`(${x},${y})`, f.pieceValue("queen", x, y)]))],
    ],
  },

  "fibonacci-nim": {
    says: [
      ["Nothing can be taken ({n} stone(s), quota {quota}).", "现在无法取石子（石子数 {n}，上限 {quota}）。", (v, c) => v.n === big(c.p.stones) && v.quota === quotaOf(c.p) && (v.n === 0n || v.quota === 0n)],
      ["Every positive integer is a sum of Fibonacci numbers no two of which are neighbours, in exactly one way (Zeckendorf).", "每个正整数都能唯一地写成若干个互不相邻的斐波那契数之和（齐肯多夫定理）。", (v, c) => factorOf(c.p) === 2n],
      ["For factor {f} the losing numbers begin with 1, and each next one is the last plus the least earlier one whose {f}-fold reaches the last. Every positive integer is a sum of such numbers, each more than {f} times the next smaller part, in exactly one way.",
        "倍数为 {f} 时，必败数从 1 开始，以后每个等于前一个加上其 {f} 倍不小于前一个的最小必败数。每个正整数都能唯一地写成若干必败数之和，其中每一项都大于下一项的 {f} 倍。", (v, c) => factorOf(c.p) === v.f && v.f > 2n],
      ["For factor {f} the losing numbers are the powers of 2: every positive integer is a sum of different ones in exactly one way, its binary form.", "倍数为 {f} 时，必败数是 2 的各次幂：每个正整数都能唯一地写成若干个不同的这种数之和，即它的二进制。",
        (v, c) => v.f === 1n && factorOf(c.p) === 1n && losing(1n, 1n << 40n).every((x, i) => x === 1n << big(i))],
      ...[["{f} × x", false], ["x", true]].map(([least, one]) => [
        `Who may take the smallest part wins; who may only take less, x, loses, because what is left then has a smallest part of at most ${least}, which the new quota allows.`,
        `能取走最小一项的人获胜；只能取更少的 x 颗的人必败，因为剩下的数的最小一项不超过 ${least}，新的上限允许对手取走它。`, (v, c) => (one ? factorOf(c.p) === 1n : factorOf(c.p) === v.f && v.f > 1n)]),
      ["Here {n} is such a number itself, its own smallest part.", "这里 {n} 本身就是这样的数，最小的一项就是它。", (v, c) => v.n === big(c.p.stones) && String(parts(v.n, factorOf(c.p))) === String([v.n])],
      ["Here {n} = {sum~} ({count} parts); the smallest part is {least}.", "这里 {n} = {sum~}（共 {count} 项），最小的一项是 {least}。", (v, c) => {
        const all = parts(v.n, factorOf(c.p)), shown = v.sum.split(" + "), at = shown.indexOf("…");
        const told = at < 0 ? shown.length === all.length && shown.every((x, i) => big(x) === all[i]) : shown.slice(0, at).every((x, i) => big(x) === all[i]) && shown.slice(at + 1).every((x, i, rest) => big(x) === all[all.length - rest.length + i]);
        const fits = factorOf(c.p) === 2n ? apart(all) : all.every((x, i) => i === 0 || all[i - 1] > factorOf(c.p) * x);
        return v.n === big(c.p.stones) && total(all) === v.n && all.length > 1 && told && fits && big(all.length) === v.count && all.at(-1) === v.least;
      }],
      ["The player to move loses, because at most {most} can be taken now, less than {least}.", "先手必败，因为现在最多取 {most} 颗，小于 {least}。", (v, c) => v.most < v.least && v.most === most(c.p) && v.least === parts(big(c.p.stones), factorOf(c.p)).at(-1) && c.a.verdict === "loss"],
      ["At most {most} can be taken now, and that is no less than {least}.", "现在最多取 {most} 颗，不小于 {least}。", (v, c) => v.most >= v.least && v.most === most(c.p) && v.least === parts(big(c.p.stones), factorOf(c.p)).at(-1) && c.a.verdict === "win"],
      ["Taking {take} leaves {left}, whose smallest part {part} exceeds the new quota {quota}: lost for the other player.", "取 {take} 颗，剩下 {left} 颗，其最小的一项 {part} 大于新的上限 {quota}，是必败态。",
        (v, c) => c.wins({ take: v.take }) && v.left === big(c.p.stones) - v.take && v.quota === factorOf(c.p) * v.take && parts(v.left, factorOf(c.p)).at(-1) === v.part && v.part > v.quota],
      ["Taking all {n} is allowed too, and ends the game.", "也可以一次取完全部 {n} 颗，游戏结束。", (v, c) => v.n === big(c.p.stones) && most(c.p) === v.n && c.wins({ take: v.n })],
    ],
  },

  euclid: {
    says: [
      ["The numbers are {a} and {b}: one of them is 0, so the game is over.", "两数为 {a} 与 {b}：其中一个已为 0，游戏结束。", (v, c) => v.a * v.b === 0n && String(c.p.pair.map(big)) === String([v.a, v.b])],
      ["Let q be the quotient of the larger number by the smaller, and v the value of the pair (smaller, remainder), 0 when the remainder is 0: the Grundy value is q − 1 if v ≥ q, else q, because the q options have the value v and the first q − 1 of 0, 1, 2, … without v.",
        "设 q 为较大数除以较小数的商，v 为（较小数，余数）的 SG 值（余数为 0 时 v = 0）：若 v ≥ q，则 SG 值为 q − 1，否则为 q，因为 q 个后继的 SG 值是 v，以及 0、1、2、… 中除 v 以外的前 q − 1 个数。", always],
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
      ["Only the coins on stairs[0], stairs[2], … count: what comes down to one of these from another stair can be moved on at once, which restores it. As heaps of Nim they are: {list*}.",
        "只看 stairs[0]、stairs[2]、…… 上的硬币：无论谁把硬币从其余台阶移到这些台阶上，另一方都可以立刻把同样多的硬币再下移一级，使其恢复原数。它们相当于尼姆博弈的各堆：{list*}。", (v, c) => same(v.list, c.values)],
      ...ended((p) => Math.ceil(p.stairs.length / 2), (en, zh) => [`Move {take} coin(s) down from stair {stair}: its number goes from {from} to {to}, and ${en}.`, `从下标为 {stair} 的台阶移下 {take} 枚硬币：该级由 {from} 变为 {to}，${zh}。`,
        (v, c) => heap(c.p, v.stair) === v.from && v.from - v.take === v.to && v.to === (v.from ^ xor(c.values)) && v.stair % 2n === 0n && c.wins({ stair: v.stair, take: v.take })]),
      ["Moving {take} coin(s) down from stair {stair} wins, too: the number below goes up from {from} to {to}, and the xor becomes 0.", "从下标为 {stair} 的台阶移下 {take} 枚硬币同样获胜：下一级由 {from} 增为 {to}，异或和变为 0。",
        (v, c) => v.stair % 2n === 1n && heap(c.p, v.stair - 1n) === v.from && v.from + v.take === v.to && v.to === (v.from ^ xor(c.values)) && c.wins({ stair: v.stair, take: v.take })],
    ],
  },

  "georgia-bob": {
    values: gaps,
    says: [
      ["Pair the chessmen from the right and count the free squares inside each pair (a single leftmost one pairs with the edge); from right to left: {list*}. They are heaps of Nim; the squares between pairs do not count, because whoever moves the left chessman of a pair can be answered by the right one, as far.",
        "把棋子从右往左两两配对，看每对之间的空格数（最左边若剩一个，则看它左侧的空格数），从右到左为：{list*}。它们相当于尼姆博弈的各堆；对与对之间的空格不影响胜负，因为一对中左边的棋子移动多少，右边的棋子就可以跟着移动多少。", (v, c) => same(v.list, c.values)],
      ...ended((p) => Math.ceil(p.chessmen.length / 2), (en, zh) => [`Move chessman {i} left by {left}, from square {from} to {to}: the gap {gap} becomes {then}, and ${en}.`, `把下标为 {i} 的棋子左移 {left} 格，由第 {from} 格移到第 {to} 格：空格数 {gap} 变为 {then}，${zh}。`,
        (v, c) => big(c.p.chessmen[Number(v.i)]) === v.from && v.from - v.left === v.to && v.gap - v.left === v.then && c.values.includes(v.gap) && v.then === (v.gap ^ xor(c.values)) && c.wins({ chessman: v.i, left: v.left })]),
      ["Moving chessman {i} left by {left}, from square {from} to {to}, wins, too: it widens the gap of its pair from {gap} to {then}, and the xor becomes 0.", "把下标为 {i} 的棋子左移 {left} 格，由第 {from} 格移到第 {to} 格，同样获胜：它使所在一对的空格数由 {gap} 增为 {then}，异或和变为 0。",
        (v, c) => big(c.p.chessmen[Number(v.i)]) === v.from && v.from - v.left === v.to && v.gap + v.left === v.then && c.values.includes(v.gap) && v.then === (v.gap ^ xor(c.values)) && c.wins({ chessman: v.i, left: v.left })],
    ],
  },

  "pair-split": {
    values: (p) => p.pairs.map(pairValue),
    says: [
      ["Splitting a heap of n leaves pairs of exactly the values i for which bit i of n − 1 is 1. So the mex of a pair (a, b), its Grundy value, is the lowest bit that is 0 in both a − 1 and b − 1, that is, in their bitwise or.",
        "把 n 颗的一堆分成两堆，所得各对的 SG 值恰为 n − 1 的二进制中为 1 的各位的序号。因此一对 (a, b) 的 SG 值（mex）是 a − 1 与 b − 1 都为 0 的最低位，即两者按位或后最低的零位的序号。",
        () => Array.from({ length: 60 }, (_, i) => i + 2).every((n) => String(distinct(Array.from({ length: n - 1 }, (_, i) => pairSearched(i + 1, n - 1 - i)))) === String([...f.bits(big(n - 1))].reverse().flatMap((bit, i) => (bit === "1" ? [i] : []))))],
      ["Pair {i} is ({a}, {b}): the bitwise or of {x} and {y} is {or}, whose lowest 0 bit is bit {bit}, its Grundy value.", "下标为 {i} 的一对是 ({a}, {b})：{x} 与 {y} 按位或得 {or}，最低的 0 位是第 {bit} 位，即其 SG 值。",
        (v, c) => String(c.p.pairs[Number(v.i)].map(big)) === String([v.a, v.b]) && v.x === v.a - 1n && v.y === v.b - 1n && (v.x | v.y) === v.or && lowest(v.or) === v.bit && c.values[Number(v.i)] === v.bit],
      ["Treated alike: {n} more pair(s).", "其余 {n} 对同样计算。", (v, c) => v.n > 0n && v.n < big(c.p.pairs.length)],
      ...ended((p) => p.pairs.length, (en, zh) => [`For example in pair {pair} discard heap {heap} and split the other, of {size}, into {x} and {y}: that pair then has the value {value}, and ${en}.`,
        `例如在下标为 {pair} 的一对中弃去下标为 {heap} 的堆，把另一堆的 {size} 颗分成 {x} 颗和 {y} 颗：这一对的 SG 值变为 {value}，${zh}。`,
        (v, c) => v.x + v.y === v.size && big(c.p.pairs[Number(v.pair)][1 - Number(v.heap)]) === v.size && pairValue([v.x, v.y]) === v.value && (xor(c.values) ^ c.values[Number(v.pair)]) === v.value && c.wins({ pair: v.pair, discard: v.heap, into: [v.x, v.y] })]),
    ],
  },

  beans: {
    values: (p) => bottleValues(p).filter((_, i) => big(p.bottles[i]) % 2n),
    says: [
      ["Each bean is a game of its own; its Grundy value is the least number (mex) that is no xor of two values behind it, equal ones allowed. For bottles 0, 1, … the values are {list*} (the last bottle: 0, for its beans cannot move).",
        "每颗豆子是一个独立的游戏，其 SG 值是后面任取两个（可相同）SG 值的异或的 mex。下标为 0、1、…… 的各瓶的 SG 值为：{list*}（最后一瓶为 0，因为其中的豆子不能再动）。",
        (v, c) => same(v.list, bottleValues(c.p)) && (c.p.bottles.length > 12 || same(v.list, beans(c.p))) && String(c.a.bottle_grundy) === String(bottleValues(c.p))],
      ["Two beans in one bottle cancel, and every bottle has an even number of beans.", "同一瓶中两颗豆子互相抵消，而每个瓶子的豆子数都是偶数。", (v, c) => !c.values.length],
      ...[[" ", "", false], ["s ", "依次", true]].map(([s, each, many]) => [`Two beans in one bottle cancel, so only bottles with an odd number of beans count: here bottle${s}{where*}, worth {list*}.`, `同一瓶中两颗豆子互相抵消，只看豆子数为奇数的瓶子：这里是下标为 {where*} 的瓶子，SG 值${each}为 {list*}。`,
        (v, c) => c.values.length > 0 && c.values.length > 1 === many && same(v.list, c.values) && same(v.where, c.p.bottles.flatMap((n, i) => (big(n) % 2n ? [big(i)] : [])))]),
      ["A bean in bottle {i} (options by the bottles of the two new beans): {options~}; the least number missing (mex) is {g}.", "下标为 {i} 的瓶中的一颗豆（后继以两颗新豆所在的瓶表示）：{options~}，缺少的最小非负整数（mex）是 {g}。", (v, c) => {
        const value = bottleValues(c.p), list = [];
        for (let j = Number(v.i) + 1; j < value.length; j++) for (let k = j; k < value.length; k++) list.push([`${j} + ${k}`, value[j] ^ value[k]]);
        return big(c.p.bottles[Number(v.i)]) % 2n && options(v, list);
      }],
      ["For example take a bean from bottle {i}, put one each into bottles {j} and {k}: the values {x}, {y} and {z} have the xor {sum}, so the xor of all becomes 0.", "例如从下标为 {i} 的瓶中取出一颗豆，在下标为 {j} 和 {k} 的瓶中各放入一颗：SG 值 {x}、{y}、{z} 的异或为 {sum}，于是总的异或和变为 0。",
        (v, c) => v.j < v.k && threeBeans(v, c)],
      ["For example take a bean from bottle {i}, put two into bottle {k}: the values {x}, {y} and {z} have the xor {sum}, so the xor of all becomes 0.", "例如从下标为 {i} 的瓶中取出一颗豆，在下标为 {k} 的瓶中放入两颗：SG 值 {x}、{y}、{z} 的异或为 {sum}，于是总的异或和变为 0。",
        (v, c) => threeBeans({ ...v, j: v.k }, c)],
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
      ["With s = 0 or 2 the player to move loses exactly when 3 divides c, because every move from there makes s odd or c no multiple of 3, and from there a lost position can be reached; here c = 3 × {q} + {r}.",
        "s 为 0 或 2 时，当且仅当 c 是 3 的倍数时先手必败，因为任何一步都使 s 为奇数或 c 不是 3 的倍数，而对手总能再走到必败态；这里 c = 3 × {q} + {r}。", (v, c) => (c.s === 0n || c.s === 2n) && 3n * v.q + v.r === c.ones && v.r < 3n && (v.r === 0n) === (c.a.verdict === "loss")],
      ["With s neither 0 nor 2 the player to move loses exactly when c and s are both even, because every move from there makes one of them odd, and from there a lost position can be reached; here c = {c} and s = {s}.",
        "s 既不为 0 也不为 2 时，当且仅当 c 与 s 都是偶数时先手必败，因为任何一步都使其中之一变为奇数，而对手总能再走到必败态；这里 c = {c}，s = {s}。", (v, c) => v.c === c.ones && v.s === c.s && v.s !== 0n && v.s !== 2n && (v.c % 2n === 0n && v.s % 2n === 0n) === (c.a.verdict === "loss")],
      ["For example take one stone from heap {heap}, which has {n}: what is left is lost for the other player.", "例如从下标为 {heap} 的堆（有 {n} 颗）取走一颗，留给对手的是必败态。", (v, c) => heap(c.p, v.heap) === v.n && c.wins({ heap: v.heap })],
      ["For example merge heaps {i} and {j}, of {x} and {y}: what is left is lost for the other player.", "例如合并下标为 {i} 和 {j} 的两堆（{x} 颗和 {y} 颗），留给对手的是必败态。", (v, c) => heap(c.p, v.i) === v.x && heap(c.p, v.j) === v.y && c.wins({ merge: [v.i, v.j] })],
    ],
  },

  sg: {
    values: (p) => (!p.misere && p.heaps.every((x) => big(x) < (p.rules.hex || p.rules.split === "smaller" ? 40n : 130n)) ? p.heaps.map((x) => f.heapValue(p.rules, Number(x))) : undefined),
    says: [
      ["Two pieces may be left, but their xor is at most their sum, which is less than n.", "虽可剩下两段，但两段的异或和不超过它们之和，小于 n。", (v, c) => c.p.rules.take === "any" && c.p.rules.leave === "row"],
      ["Any number may be taken, so the Grundy value of a heap of n stones is n itself.", "可取任意多颗，因此 n 颗石子的 SG 值就是 n。", (v, c) => c.p.heaps.every((x, i) => big(x) === sg(c, i))],
      ["Takes are from {a} to {b}, so x can be answered with {m} - x: the Grundy value of a heap of n stones is (n mod {m}) div {a}.", "每次取 {a} 到 {b} 颗，对手取 x 颗，就取 {m} - x 颗，因此 n 颗石子的 SG 值是 ⌊(n mod {m}) / {a}⌋。", (v, c) => v.a > 1n && (!range(c.p) || String(range(c.p)) === String([v.a, v.b])) && v.m === v.a + v.b && c.p.heaps.every((x, i) => (big(x) % v.m) / v.a === sg(c, i))],
      ["Takes are from 1 to {b}, so x can be answered with {m} - x: the Grundy value of a heap of n stones is n mod {m}.", "每次取 1 到 {b} 颗，对手取 x 颗，就取 {m} - x 颗，因此 n 颗石子的 SG 值是 n mod {m}。", (v, c) => (!range(c.p) || String(range(c.p)) === String([1n, v.b])) && v.m === 1n + v.b && c.p.heaps.every((x, i) => big(x) % v.m === sg(c, i))],
      ["One stone is taken at a time, so only parity matters: the Grundy value of a heap of n stones is n mod 2.", "每次只取一颗，只看奇偶：n 颗石子的 SG 值是 n mod 2。", (v, c) => c.p.heaps.every((x, i) => big(x) % 2n === sg(c, i))],
      ["Exactly {a} may be taken at once, so a heap of n stones allows n div {a} moves, and its Grundy value is (n div {a}) mod 2.", "每次恰好取 {a} 颗，n 颗的一堆总共可取 ⌊n / {a}⌋ 次，因此其 SG 值是 ⌊n / {a}⌋ mod 2。", (v, c) => (!range(c.p) || String(range(c.p)) === String([v.a, v.a])) && c.p.heaps.every((x, i) => (big(x) / v.a) % 2n === sg(c, i))],
      ["Heap {i}, of {n}: {formula~} = {g}, its Grundy value.", "下标为 {i} 的堆有 {n} 颗：{formula~} = {g}，即该堆的 SG 值。", (v, c) => heap(c.p, v.i) === v.n && sg(c, v.i) === v.g && worked(v.formula) === v.g && big(c.a.heap_grundy[Number(v.i)]) === v.g],
      ["All powers of {k} are odd, so every move turns an even heap into an odd one and back: the Grundy value of a heap of n stones is n mod 2.", "{k} 的幂都是奇数，每一步都改变一堆的奇偶性：n 颗石子的 SG 值是 n mod 2。", (v, c) => big(c.p.rules.take.powers_of) === v.k && v.k % 2n && c.p.heaps.every((x, i) => big(x) % 2n === sg(c, i))],
      ["Powers of {k} leave 1 or {k} modulo {m}: with r = n mod {m} the Grundy value is 2 if r = {k}, else r mod 2.", "{k} 的幂模 {m} 余 1 或 {k}：令 r = n mod {m}，r = {k} 时 SG 值为 2，否则为 r mod 2。",
        (v, c) => big(c.p.rules.take.powers_of) === v.k && v.m === v.k + 1n && c.p.heaps.every((x, i) => (big(x) % v.m === v.k ? 2n : (big(x) % v.m) % 2n) === sg(c, i))],
      ["No prime power is divisible by 6, so no move keeps n mod 6, and 1 to 5 all are prime powers, so every smaller remainder can be reached: the Grundy value is n mod 6.", "质数的幂都不被 6 整除，所以任何一步都改变 n mod 6；而 1 到 5 都是质数的幂，所以每个更小的余数都能到达：SG 值是 n mod 6。", (v, c) => c.p.heaps.every((x, i) => big(x) % 6n === sg(c, i))],
      ["No amount is divisible by {m}, so no move keeps n mod {m}, and 1 to {k} all may be taken, so every smaller remainder can be reached: the Grundy value is n mod {m}.", "可取的数目都不被 {m} 整除，所以任何一步都改变 n mod {m}；而 1 到 {k} 都可取，所以每个更小的余数都能到达：SG 值是 n mod {m}。", (v, c) => v.k === v.m - 1n && c.p.heaps.every((x, i) => big(x) % v.m === sg(c, i))],
      ["At most half may be taken. The heaps m to 2m - 1 have exactly the values 0 to m - 1, so 2m has the value m, and 2m + 1, which cannot be made m, that of m: divide n + 1 by 2 as long as it is even; if p is the odd number that is left, the Grundy value of a heap of n stones is (p - 1) / 2.", "至多取一半：m 至 2m - 1 各堆的 SG 值恰为 0 至 m - 1，所以 2m 的 SG 值是 m；而 2m + 1 变不成 m，其 SG 值与 m 的相同。因此把 n + 1 不断除以 2，直到得奇数 p，则 n 颗石子的 SG 值是 (p - 1) / 2。",
        (v, c) => c.p.rules.take.up_to === "half" && c.p.heaps.every((x, i) => { let p = big(x) + 1n; while (p % 2n === 0n) p /= 2n; return (p - 1n) / 2n === sg(c, i); })],
      ["A divisor of n less than n is taken, and let 2 divide n exactly k times: taking 2^j with j < k leaves a heap that 2 divides j times, and no divisor leaves one that it divides k times. So the Grundy value is k.", "取走 n 的一个真因数。设 n 恰能被 2 整除 k 次：取 2^j（j < k）后剩下的数恰能被 2 整除 j 次，而任何取法都不会剩下恰能被它整除 k 次的数，因此 SG 值是 k。",
        (v, c) => c.p.rules.take === "divisors" && c.p.heaps.every((x, i) => { let n = big(x), k = 0n; while (n && n % 2n === 0n) { n /= 2n; k++; } return k === sg(c, i); })],
      ["A heap of n is split n - 1 times in all, however it is done, so only the parity of n - 1 matters: an even heap has Grundy value 1, an odd or empty one 0.", "n 颗的一堆无论怎样分，总共分 n - 1 次，只看 n - 1 的奇偶：偶数堆的 SG 值为 1，奇数堆与空堆为 0。", (v, c) => c.p.heaps.every((x, i) => (big(x) > 0n && big(x) % 2n === 0n ? 1n : 0n) === sg(c, i))],
      ["Lasker's nim: the Grundy value of n is n+1 if n mod 4 = 3, n-1 if n mod 4 = 0 and n > 0, else n.", "Lasker 尼姆：n mod 4 = 3 时 SG 值为 n+1，n mod 4 = 0 且 n > 0 时为 n-1，其余为 n。",
        (v, c) => c.p.heaps.every((x, i) => (big(x) % 4n === 3n ? big(x) + 1n : big(x) && big(x) % 4n === 0n ? big(x) - 1n : big(x)) === sg(c, i))],
      ["Why: takes leave every smaller value, except for n mod 4 = 3 the value n itself, which the split into 1 and n-1 has. And no split has the value of n: for n mod 4 = 1, 2, 3, 0 that value is 1, 2, 0, 3 modulo 4, but the xor of two heaps that make n is 2, 0 or 1, 3, 0 or 1 modulo 4.", "理由：取石子能得到每个更小的值，只有 n mod 4 = 3 时得不到 n 本身，而分成 1 与 n-1 恰得到它。并且没有一种分法得到 n 的值：n mod 4 依次为 1、2、3、0 时，该值模 4 为 1、2、0、3，而合为 n 的两堆的异或和模 4 为 2、0 或 1、3、0 或 1。",
        (v, c) => {
          const value = (n) => (n % 4 === 3 ? n + 1 : n && n % 4 === 0 ? n - 1 : n), xors = [[0, 1], [2], [0, 1], [3]];
          for (let n = 2; n < 60; n++) {
            const taken = new Set([...Array(n).keys()].map(value));
            for (let g = 0; g < value(n); g++) if (!taken.has(g) && (n % 4 !== 3 || g !== n || (value(1) ^ value(n - 1)) !== n)) return false;
            for (let a = 1; a < n; a++) if (!xors[n % 4].includes((value(a) ^ value(n - a)) % 4)) return false;
          }
          return c.p.heaps.every((x, i) => big(x) > 60n || BigInt(value(Number(x))) === sg(c, i));
        }],
      ["The Grundy values of 1, 2, 3, … are the numbers with an odd number of binary ones, in order (that of n is 2 × (n - 1) or one more): the xor of two of them has an even number of ones, so the next one is always missing among the options.", "1、2、3、…… 的 SG 值依次是二进制中有奇数个一的数（n 的 SG 值是 2 × (n - 1) 或比它大一）：其中任意两个的异或有偶数个一，所以下一个总是后继中缺少的。", (v, c) => c.p.heaps.every((x, i) => {
        const g = sg(c, i);
        return big(x) === 0n ? g === 0n : g >> 1n === big(x) - 1n && [...f.bits(g)].filter((bit) => bit === "1").length % 2 === 1;
      })],
      ["The Grundy value of a heap is the mex, the least number that is the value of none of its options; several pieces count by their xor.", "一堆的 SG 值是 mex，即不等于任何后继的 SG 值的最小非负整数；后继为几堆时，取各堆 SG 值的异或和。", (v, c) => !c.p.misere],
      ["The Grundy value of a heap is the mex, the least number that is the value of none of its options.", "一堆的 SG 值是 mex，即不等于任何后继的 SG 值的最小非负整数。", (v, c) => !c.p.misere],
      ["The values repeat with period {p} from heap {n} on: by the period theorem, heaps up to {to} prove it.", "SG 值以 {p} 为周期，从大小为 {n} 的堆起成立：由周期定理，比较到 {to} 即已证明。", (v, c) => {
        const a = c.a.period, at = (n) => f.heapValue(c.p.rules, Number(n));
        const known = v.to < 150n ? Array.from({ length: Number(v.to - v.n - v.p) + 1 }, (_, i) => v.n + big(i)).every((n) => n + v.p > v.to || at(n) === at(n + v.p)) : true;
        return String([a.period, a.preperiod, a.checked_to, a.saltus]) === String([v.p, v.n, v.to, 0]) && known;
      }],
      ["With every {p} stones the values grow by {s}, from heap {n} on: by the period theorem, heaps up to {to} prove it.", "每增加 {p} 颗，SG 值增加 {s}，从大小为 {n} 的堆起成立：由周期定理，比较到 {to} 即已证明。", (v, c) => {
        const a = c.a.period, at = (n) => f.heapValue(c.p.rules, Number(n));
        return String([a.period, a.preperiod, a.checked_to, a.saltus]) === String([v.p, v.n, v.to, v.s]) && v.s > 0n && [0n, 1n, 5n].every((i) => v.n + i > 120n || at(v.n + i + v.p) === at(v.n + i) + v.s);
      }],
      ["Heap {i}, of {n}: {options~}; the least number missing (mex) is {g}, its Grundy value.", "下标为 {i} 的堆有 {n} 颗：{options~}，缺少的最小非负整数（mex）是 {g}，即该堆的 SG 值。",
        (v, c) => heap(c.p, v.i) === v.n && big(c.a.heap_grundy[Number(v.i)]) === v.g && options(v, c.values && f.heapOptions(c.p.rules, Number(v.n)).map((to) => [c.p.rules.split === "smaller" ? to : to.filter((x) => x), xor(to.map((x) => f.heapValue(c.p.rules, x)))]).map(([to, value]) => [to.join(" + ") || "0", value]))],
      ["Heap {i}, of {n} = {low} + {q} × {p}, has by the period the Grundy value of a heap of {low}, {g}.", "下标为 {i} 的堆有 {n} = {low} + {q} × {p} 颗，由周期性，SG 值与 {low} 颗的一堆相同，为 {g}。",
        (v, c) => heap(c.p, v.i) === v.n && sg(c, v.i) === v.g && v.n === v.low + v.q * v.p && v.low >= big(c.a.period.preperiod) && v.p === big(c.a.period.period) && (v.low > 130n || f.heapValue(c.p.rules, Number(v.low)) === v.g)],
      ["Heap {i}, of {n}, has the Grundy value {g}.", "下标为 {i} 的堆有 {n} 颗，SG 值为 {g}。", (v, c) => heap(c.p, v.i) === v.n && sg(c, v.i) === v.g && big(c.a.heap_grundy[Number(v.i)]) === v.g],
      ["For example take {take} from heap {heap}, which leaves {left} there.", "例如从下标为 {heap} 的堆取走 {take} 颗，该堆剩下 {left} 颗。", (v, c) => (c.move = c.wins({ heap: v.heap, take: v.take }) && { heap: v.heap, take: v.take }) && heap(c.p, v.heap) - v.take === v.left],
      ["For example split heap {heap}, of {n}, into {into~}.", "例如把下标为 {heap} 的堆（{n} 颗）分成 {into~}。", (v, c) => heap(c.p, v.heap) === v.n && sgMove(v, c, {})],
      ["For example take {take} from heap {heap}, of {n}, and leave {into~}.", "例如从下标为 {heap} 的堆（{n} 颗）取走 {take} 颗，留下 {into~}。", (v, c) => heap(c.p, v.heap) === v.n && total(into(v.into)) + v.take === v.n && sgMove(v, c, { take: v.take })],
      ...ended((p) => p.heaps.length, (en, zh) => [`The value of that heap goes from {from} to {to}, and ${en}.`, `这一堆的 SG 值由 {from} 变为 {to}，${zh}。`,
        (v, c) => c.move && sg(c, c.move.heap) === v.from && (v.from ^ big(c.a.grundy)) === v.to && (!c.values || xor((c.move.into ?? [big(c.p.heaps[Number(c.move.heap)]) - big(c.move.take)]).map((x) => f.heapValue(c.p.rules, Number(x)))) === v.to)]),
      ["For example take all {take} from heap {heap}.", "例如把下标为 {heap} 的堆的 {take} 颗全部取走。", (v, c) => heap(c.p, v.heap) === v.take && sgMove({ ...v, into: "nothing" }, c, { take: v.take })],
      ["Heap {i}, of {n}, is as large as heap {j}, so its Grundy value is {g}, too.", "下标为 {i} 的堆有 {n} 颗，与下标为 {j} 的堆一样大，SG 值也为 {g}。", (v, c) => v.j < v.i && heap(c.p, v.i) === v.n && heap(c.p, v.j) === v.n && sg(c, v.i) === v.g],
      ["Heap {i}, of {n} = 2^{g} × {m}, has the Grundy value {g}.", "下标为 {i} 的堆有 {n} = 2^{g} × {m} 颗，SG 值为 {g}。", (v, c) => heap(c.p, v.i) === v.n && v.m << v.g === v.n && v.m % 2n === 1n && sg(c, v.i) === v.g],
      ["Misère play: who cannot move wins. The values of normal play decide this only where a theorem says so.", "反常规则：不能操作者胜。只有在定理成立时才能用正常规则的 SG 值来判断。", (v, c) => c.p.misere],
      ["Each heap here is tame: in misère play it acts like some heaps of Nim, whose xor is its value. The values are {list*}.", "这里每一堆都是驯顺的（tame）：在反常规则下，它相当于若干个尼姆堆，其异或和就是它的值。各堆的值依次为：{list*}。",
        (v, c) => c.a.method === "misere" && (c.p.heaps.some((x) => big(x) > 60n) || same(v.list, (c.tame = c.p.heaps.map((x) => f.heapValue(c.p.rules, Number(x))))))],
      ["The heap here is tame: in misère play it acts like some heaps of Nim, whose xor is its value: {value}.", "这一堆是驯顺的（tame）：在反常规则下，它相当于若干个尼姆堆，其异或和就是它的值：{value}。",
        (v, c) => c.a.method === "misere" && c.p.heaps.length === 1 && (big(c.p.heaps[0]) > 60n || v.value === (c.tame = [f.heapValue(c.p.rules, Number(c.p.heaps[0]))])[0])],
      ["No Nim heap above 1 is in it, so, as in misère Nim, the player to move loses exactly when the xor of all values is 1, because the last move then falls to that player; it is {sum}.", "其中不含大于 1 的尼姆堆，因此与反常尼姆一样，当且仅当所有值的异或和为 1 时先手必败，因为此时最后一步恰由先手走；这里为 {sum}。", (v, c) => (v.sum === 1n) === (c.a.verdict === "loss") && (!c.tame || xor(c.tame) === v.sum)],
      ["Heaps with a Nim heap above 1 in them: {n}; so, as in misère Nim, the player to move loses exactly when the xor of all values is 0, because beside such heaps misère play is won like normal play; it is {sum}.", "其中含有大于 1 的尼姆堆的有 {n} 个，因此与反常尼姆一样，当且仅当所有值的异或和为 0 时先手必败，因为有这样的堆时胜负与正常规则一致；这里为 {sum}。",
        (v, c) => (v.sum === 0n) === (c.a.verdict === "loss") && v.n > 0n && (!c.tame || (xor(c.tame) === v.sum && v.n >= big(c.tame.filter((x) => x > 1n).length)))],
      ["In sums, heaps of these rules behave like the elements of a finite multiplication table, their misère quotient: it has {n} elements, products of {k} of them, and is proven.",
        "在各堆相加时，这种规则的一堆相当于一个有限乘法表（反常商）中的一个元素：反常商共有 {n} 个元素，由其中 {k} 个生成，并已得到证明。",
        (v, c) => c.a.method === "quotient" && big(c.a.quotient.order) === v.n && big(c.a.quotient.generators) === v.k],
      ["Write [n] for the element of a heap of n stones, and 1 for that of nothing at all. Here: {list~}.", "记 n 颗一堆的元素为 [n]，空局面的元素为 1。这里有：{list~}。",
        (v, c) => c.a.method === "quotient" && elementsNamed(c.p.rules, c.p.heaps, v.list)],
      ["The product of all that is here is {product~}. Lost elements: {lost~} ({n} in all). It is none of them, and a move leads to {after~}, which is one.",
        "这里全部元素之积为 {product~}。必败元素：{lost~}（共 {n} 个）。它不在其中，而有一步变为其中的 {after~}。", (v, c) => c.a.verdict === "win" && c.a.move_count !== 0 && productNamed(c.p.rules, c.p.heaps, c.a, v)],
      ["The product of all that is here is {product~}. Lost elements: {lost~} ({n} in all). It is one of them, so the player to move loses: every move leads to a product that is not.",
        "这里全部元素之积为 {product~}。必败元素：{lost~}（共 {n} 个）。它在其中，因此先手必败：任何一步都变为不在其中的元素。", (v, c) => c.a.verdict === "loss" && productNamed(c.p.rules, c.p.heaps, c.a, v)],
      ["The product of all that is here is {product~}. Lost elements: {lost~} ({n} in all). It is none of them: no move is left.",
        "这里全部元素之积为 {product~}。必败元素：{lost~}（共 {n} 个）。它不在其中：已没有操作。", (v, c) => c.a.verdict === "win" && c.a.move_count === 0 && productNamed(c.p.rules, c.p.heaps, c.a, v)],
      ["No theorem covers these heaps, so all positions that can be reached were searched.", "没有定理适用于这些堆，因此搜索了所有可到达的局面。", (v, c) => c.a.method === "search"],
    ],
  },
};
