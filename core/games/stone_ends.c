/* Stone ends (LeetCode 877): take the left or the right end pile into your score.
 *
 * Solution: f(i,j), the lead of the player to move on the piles i…j, is max(v[i] - f(i+1,j), v[j] - f(i,j-1)). Rows of equal
 * length depend on the row one shorter only, so one rolling row is enough. Cost: n² / 2 steps, n words. */
#include "core/kit/ends.h"
#include "core/mistakes/mistakes.h"

static void solve(struct ask *ask)
{
    ends_solve(ask, ENDS_TAKEN);
}

static void *apply(struct ask *ask, const void *move)
{
    return ends_apply(ask, move, ENDS_TAKEN);
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct ends_position *p = ask->position;
    const int64_t *piles = list_words(p->piles);
    if (p->piles.n == 0) {
        lines_add(lines, "No pile is left: the game is over.", "没有剩余的石子堆，游戏结束。");
    } else {
        lines_add(
            lines,
            "For every stretch of piles let f be the lead of the player to move: f = max(left end - f(rest), right end - "
            "f(rest)). The ends here are %s and %s; stretches to work out, the shortest first: %s.",
            "对每一段连续的石子堆，记 f 为先手的净胜分：f = max（左端 - f（其余），右端 - f（其余））。这里左端为 %s，右端为 "
            "%s；由短到长共计算 %s 段。",
            num_text(num(piles[0])), num_text(num(piles[p->piles.n - 1])),
            num_text(num((int64_t)(p->piles.n * (p->piles.n + 1) / 2))));
        size_t best = ends_best(ask);
        lines_add(lines, best ? "The first best move takes the right end, %s." : "The first best move takes the left end, %s.",
                  best ? "第一个最优走法是取右端的 %s。" : "第一个最优走法是取左端的 %s。", num_text(num(piles[best])));
        score_explain_move(ask, lines, num(piles[best]));
    }
    score_explain(ask, lines);
}

const struct game game_stone_ends = {
    .id = "stone-ends",
    .source = "LeetCode 877, Stone Game (with any number of piles of any sign)",
    .title = {"Stone Game: ends", "石子游戏（取两端）"},
    .rules =
        {"Piles stand in a row. A move takes the leftmost or the rightmost pile and adds it to the mover's score. When no pile "
         "is "
         "left, the higher score wins. With one pile, left and right are two moves.",
         "若干堆石子排成一行，每次取走最左或最右的一堆，计入自己的得分。取完后得分高者胜。只剩一堆时，取左与取右视为两种走法。"},
    .limits = {"up to 5000 piles of magnitude up to 10^12", "最多 5000 堆，每堆绝对值不超过 10^12"},
    .position = &ends_position_type,
    .mistakes = mistakes_stone_ends,
    .move = &ends_move_type,
    .extra = &score_type,
    .methods = (const char *const[]){"dp", NULL},
    .traits = TRAIT_SCORES | TRAIT_DRAWS,
    .cost = ends_cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = ends_sample,
    .words = ends_words,
};
