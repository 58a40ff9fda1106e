// The scoring games: the values that are xored, where plain search can find them, and every sentence that their explanations may hold.
import * as f from "../facts.mjs";
import { always, big, names, noPile, parity, parts, residue, size, smallest, third, total, worth } from "./shorthands.mjs";

// Safe moves that are left in the game of thirds, by plain play: any of residue 0, else r, 3 - r, r in turn.
const safe = (counts, sum) => {
  const left = [...counts];
  let r = Number(sum), n = left[0];
  for (; left[r] > 0n; r = 3 - r, n++) left[r]--;
  return n;
};

export const games = {
  "stone-ends": {
    says: [
      noPile,
      ["For every stretch of piles let f be the lead of the player to move: f = max(left end - f(rest), right end - f(rest)). The ends here are {a} and {b}; stretches to work out, the shortest first: {n}.",
        "对每一段连续的石子堆，记 f 为先手的净胜分：f = max（左端 - f（其余），右端 - f（其余））。这里左端为 {a}，右端为 {b}；由短到长共计算 {n} 段。",
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
      ["For every stretch of piles, f = max(score now - f(what remains)) over the two ends, the shortest stretch first.", "对每一段连续的石子堆，f = max（当场得分 - f（剩余）），在两端中取较大者，由短到长计算。", always],
      ["The first best move removes the left end, {x}.", "第一个最优走法是移走左端的 {x}。", (v, c) => names(c, { end: "left" }) && big(c.p.piles[0]) === v.x],
      ["The first best move removes the right end, {x}.", "第一个最优走法是移走右端的 {x}。", (v, c) => c.a.best_moves.length === 1 && names(c, { end: "right" }) && big(c.p.piles.at(-1)) === v.x],
      ...worth,
    ],
  },

  "stone-front": {
    says: [
      noPile,
      ["Of {n} pile(s) at most {k} may be taken now. For every remainder of the row, the shortest first, the lead of the player to move is the greatest of (what is taken - the lead of the other on the rest).",
        "共 {n} 堆，现在最多可取 {k} 堆。从最后一堆往前推，先手的净胜分 = max（所取之和 - 对手在剩余局面的净胜分）。", (v, c) => size(c.p.piles) === v.n && v.k === (v.n < big(c.p.max_take ?? 3) ? v.n : big(c.p.max_take ?? 3))],
      ["The smallest best move takes {take} pile(s).", "最优取法中最少取 {take} 堆。", (v, c) => smallest(c, v.take)],
      ...worth,
    ],
  },

  "stone-window": {
    says: [
      noPile,
      ["With m = {m} and {n} pile(s) left, at most {k} may be taken now.", "当前 m = {m}，剩余 {n} 堆，因此现在最多可取 {k} 堆。", (v, c) => big(c.p.m ?? 1) === v.m && size(c.p.piles) === v.n && v.k === (v.n < 2n * v.m ? v.n : 2n * v.m) && big(c.a.move_count) === v.k],
      ["If x piles are taken, m becomes max(m, x), and the lead is what is taken minus the other's lead on the rest: all are tried.", "若取 x 堆，则 m 变为 max(m, x)，净胜分为所取之和减去对手在剩余局面的净胜分：逐一比较各个 x。", always],
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
      ["A stone taken gains its value to you and costs the other player its value to them, so for both players it counts as much as mine + theirs, and the greatest such sum is taken first.",
        "取走一颗石子既得到它对自己的价值，又使对手失去它对对手的价值，因此对双方来说它都值两个价值之和，应先取和最大的。", always],
      ["The greatest sum is {a} + {b} = {sum}, of stone {i}: taking it is a best move.", "和最大的是 {a} + {b} = {sum}，对应下标为 {i} 的石子：取它就是最优走法。",
        (v, c) => (names(c, { stone: Number(v.i) }) || c.a.best_move_count > 200) && big(c.p.mine[Number(v.i)]) === v.a && big(c.p.theirs[Number(v.i)]) === v.b && v.a + v.b === v.sum && c.p.mine.every((x, i) => big(x) + big(c.p.theirs[i]) <= v.sum)],
      ...worth,
    ],
  },

  "stone-thirds": {
    says: [
      ["Only residues mod 3 matter: {a} stone(s) of residue 0, {b} of 1, {c} of 2; what was removed adds up to {r} mod 3.", "只看模 3 的余数：余 0 的有 {a} 颗，余 1 的有 {b} 颗，余 2 的有 {c} 颗；已取走的石子之和模 3 余 {r}。",
        (v, c) => String(third(c)) === String([v.a, v.b, v.c]) && big(c.p.sum ?? 0) % 3n === v.r],
      ["The last move made the sum divisible by 3, so its player has lost.", "上一步使总和成为 3 的倍数，走这一步的人已经输了。", (v, c) => big(c.p.sum ?? 0) % 3n === 0n && (big(c.p.sum ?? 0) || c.p.alice === false) && c.a.verdict === "win"],
      ["No stone is left, so the second player of the whole game wins.", "没有石子了，整局游戏的后手获胜。", (v, c) => !c.p.stones.length && (c.p.alice === false) === (c.a.verdict === "win")],
      ["A safe stone, after which the sum is no multiple of 3, has residue 0 or {r}; after residue {r} the next one needs residue {other}, and so on in turn. So exactly {n} safe move(s) can still be made, whatever is chosen; of residue 0 among them: {zeros}.",
        "安全的取法应使总和不是 3 的倍数，只能取余 0 或余 {r} 的石子；取过余 {r} 的之后，下一次须取余 {other} 的，如此交替。因此无论怎么取，安全的取法恰好还有 {n} 步，其中取余 0 的有 {zeros} 步。",
        (v, c) => v.zeros === third(c)[0] && v.r === big(c.p.sum) % 3n && v.other === 3n - v.r && safe(third(c), v.r) === v.n],
      ...[["The player to move loses, because these", "先手必败，因为这", "the other player", "对手", true], ["These", "这", "the player to move", "当前先手", false]].map(([en, zh, enWho, zhWho, alice]) => [
        `${en} are all the stones left, and then the second player of the whole game wins, who is ${enWho}.`, `${zh}恰是剩下的全部石子，取完后整局游戏的后手获胜，即${zhWho}。`,
        (v, c) => safe(third(c), big(c.p.sum) % 3n) === big(c.p.stones.length) && (c.p.alice ?? true) === alice && (c.a.verdict === "loss") === alice]),
      ["That is odd, and less than the number of stones left, {n}, so the other player is first to have no safe move.", "这是奇数，且少于剩下的石子数 {n}，因此对手先遇到没有安全取法的局面。",
        (v, c) => v.n === big(c.p.stones.length) && safe(third(c), big(c.p.sum) % 3n) % 2n === 1n && safe(third(c), big(c.p.sum) % 3n) < v.n && c.a.verdict === "win"],
      ["The player to move loses, because that is even, and less than the number of stones left, {n}, so that player is first to have no safe move.", "先手必败，因为这是偶数，且少于剩下的石子数 {n}，先手会先遇到没有安全取法的局面。",
        (v, c) => v.n === big(c.p.stones.length) && safe(third(c), big(c.p.sum) % 3n) % 2n === 0n && safe(third(c), big(c.p.sum) % 3n) < v.n && c.a.verdict === "loss"],
      ["Nothing was removed yet. After a first stone of residue r, 1 or 2, safe are stones of residue 0 at any time and else of residue r, 3 − r, r, … in turn. So the number of safe moves is fixed, whatever is chosen: if it is that of all stones left, the second player wins, else who makes the last safe move.",
        "尚未取走任何石子。先取余 r（1 或 2）的石子之后，余 0 的石子随时可以安全地取，其余的须依次取余 r、3 − r、r、…… 的，因此无论怎么取，安全的步数都是固定的：若恰等于剩余石子数，则后手获胜，否则走最后一步安全取法的人获胜。", (v, c) => !big(c.p.sum ?? 0) && c.p.alice !== false],
      ["A first stone of residue 0 makes the sum divisible by 3, and loses at once.", "先取余 0 的石子，总和就是 3 的倍数，立即告负。", (v, c) => third(c)[0] > 0n],
      ...[["won", "胜"], ["lost", "败"]].map(([en, zh]) => [
        `A first stone of residue {r} leaves {n} stone(s), with {safe} safe move(s): ${en} for the other player.`, `先取余 {r} 的石子，剩下 {n} 颗，安全的取法共 {safe} 步：对手必${zh}。`, (v, c) => {
          const left = third(c);
          left[Number(v.r)]--;
          const won = v.safe === v.n || v.safe % 2n === 1n;
          return left[Number(v.r)] >= 0n && v.n === big(c.p.stones.length - 1) && safe(left, v.r) === v.safe && won === (en === "won");
        }]),
      ["For example remove stone {i}, of residue {r}: what is left is lost for the other player.", "例如取走下标为 {i} 的石子（余 {r}），留给对手的是必败态。", (v, c) => c.wins({ stone: v.i }) && big(c.p.stones[Number(v.i)]) % 3n === v.r],
    ],
  },

  "stone-halves": {
    says: [
      ["The piles add up to {sum}; of the two parts of a split, the one with the smaller sum is kept and scored; of equal sums, either.", "石子总和为 {sum}；每次分成两部分后，保留和较小的一部分并计入得分，两边相等时任选。", (v, c) => total(c.p.piles.map(big)) === v.sum],
      ["For every stretch of piles let f be the best total: f = max over the splits of (kept sum + f of what is kept); possible now: {n} split(s).", "对每一段连续的石子堆，记 f 为最多可得的总分：f = max（保留部分之和 + 保留部分的 f），取遍各种分法；当前共有 {n} 种分法。", (v, c) => size(c.p.piles) - 1n === v.n],
      ["The first best split is after {at} pile(s): the sums are {a} and {b}; {kept} is scored now, and after that at most {more}.", "第一个最优分法是在前 {at} 堆之后分开：两部分之和为 {a} 与 {b}，当场得 {kept} 分，之后最多再得 {more} 分。",
        (v, c) => total(c.p.piles.slice(0, Number(v.at)).map(big)) === v.a && total(c.p.piles.slice(Number(v.at)).map(big)) === v.b && v.kept === (v.a < v.b ? v.a : v.b) && v.kept + v.more === big(c.a.value) && c.a.best_moves[0].left === Number(v.at) && (c.p.piles.length > 14 || f.splitHalves(c.p.piles, Number(v.at)) === v.kept + v.more)],
    ],
  },
};
