// The scoring games: the values that are xored, where plain search can find them, and every sentence that their explanations may hold.
import * as f from "../facts.mjs";
import { always, big, names, noPile, parity, parts, residue, size, smallest, third, total, worth } from "./shorthands.mjs";

export const games = {
  "stone-ends": {
    says: [
      noPile,
      ["For every stretch of piles let f be the lead of the player to move: f = max(left end - f(rest), right end - f(rest)). The ends here are {a} and {b}; {n} stretches are worked out, the shortest first.",
        "对每一段连续的石子堆，记 f 为先手的净胜分：f = max(左端 - f(其余), 右端 - f(其余))。这里左端为 {a}，右端为 {b}；由短到长共计算 {n} 段。",
        (v, c) => big(c.p.piles[0]) === v.a && big(c.p.piles.at(-1)) === v.b && 2n * v.n === size(c.p.piles) * (size(c.p.piles) + 1n)],
      ["The first best move takes the left end, {x}.", "第一个最优走法是取左端的 {x}。", (v, c) => names(c, { end: "left" }) && big(c.p.piles[0]) === v.x],
      ["The first best move takes the right end, {x}.", "第一个最优走法是取右端的 {x}。", (v, c) => c.a.best_moves.length === 1 && names(c, { end: "right" }) && big(c.p.piles.at(-1)) === v.x],
      ...worth,
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
      ...worth,
    ],
  },

  "stone-front": {
    says: [
      noPile,
      ["Work from the end of the {n} pile(s): the lead of the player to move is the best of (what is taken - the lead of the other on the rest), over the next {k} pile(s).",
        "从 {n} 堆的末尾往前推：先手的净胜分 = max(所取之和 - 对手在剩余局面的净胜分)，每次最多考虑 {k} 堆。", (v, c) => size(c.p.piles) === v.n && v.k === (v.n < big(c.p.max_take ?? 3) ? v.n : big(c.p.max_take ?? 3))],
      ["The smallest best move takes {take} pile(s).", "最优取法中最少取 {take} 堆。", (v, c) => smallest(c, v.take)],
      ...worth,
    ],
  },

  "stone-window": {
    says: [
      noPile,
      ["m is {m} and {n} pile(s) are left, so 1 to {k} of them may be taken now.", "当前 m = {m}，剩余 {n} 堆，因此现在可以取 1 到 {k} 堆。", (v, c) => big(c.p.m ?? 1) === v.m && size(c.p.piles) === v.n && v.k === (v.n < 2n * v.m ? v.n : 2n * v.m) && big(c.a.move_count) === v.k],
      ["For each number x taken, m becomes max(m, x), and the lead is what is taken minus the other's lead on the rest.", "若取 x 堆，则 m 变为 max(m, x)，净胜分为所取之和减去对手在剩余局面的净胜分。", always],
      ["The smallest best move takes {take} pile(s).", "最优取法中最少取 {take} 堆。", (v, c) => smallest(c, v.take)],
      ...worth,
    ],
  },

  "stone-merge": {
    says: [
      ["One stone is left: the game is over.", "只剩一颗石子，游戏结束。", (v, c) => c.p.stones.length === 1],
      ["A merge that reaches original stone j scores the sum of the first j stones, whatever was merged before; all {n} add up to {sum}.", "合并到第 j 颗石子为止，得分总是前 j 颗之和，与之前如何合并无关；全部 {n} 颗之和为 {sum}。", (v, c) => size(c.p.stones) === v.n && total(c.p.stones.map(big)) === v.sum],
      ["So f(i) = max over j > i of (sum of the first j) - f(j), worked out from the right end.", "因此 f(i) = max（前 j 颗之和 - f(j)），其中 j > i，自右向左计算。", always],
      ["The smallest best move merges {take} stones.", "最优走法中合并最少的是 {take} 颗。", (v, c) => smallest(c, v.take)],
      ...worth,
    ],
  },

  "stone-rivals": {
    says: [
      ["No stone is left: the game is over.", "没有剩余的石子，游戏结束。", (v, c) => c.p.mine.length === 0],
      ["Taking a stone gains its value to you and denies its value to the other player, so what counts is mine + theirs.", "取走一颗石子既得到它对自己的价值，又使对手失去它对对手的价值，因此按两个价值之和从大到小取。", always],
      ["The greatest sum is {a} + {b} = {sum}, of stone {i}.", "和最大的是 {a} + {b} = {sum}，对应下标为 {i} 的石子。",
        (v, c) => big(c.p.mine[Number(v.i)]) === v.a && big(c.p.theirs[Number(v.i)]) === v.b && v.a + v.b === v.sum && c.p.mine.every((x, i) => big(x) + big(c.p.theirs[i]) <= v.sum)],
      ["The first best move takes stone {i}.", "第一个最优走法是取下标为 {i} 的石子。", (v, c) => names(c, { stone: Number(v.i) }) && c.a.best_moves[0].stone === Number(v.i)],
      ...worth,
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
