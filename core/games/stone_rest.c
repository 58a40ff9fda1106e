/* Stone rest (LeetCode 1690): remove an end pile and score the sum of what remains.
 *
 * Solution: f(i,j), the lead of the player to move on the piles i…j, is max(S(i+1,j) - f(i+1,j), S(i,j-1) - f(i,j-1)), S a sum of
 * piles. Leads may exceed 64 bits (5000 sums of up to 5·10^15), so they are kept in 128. Cost: n² / 2 steps, n words of 128 bits.
 */
#include "core/kit/ends.h"
#include "core/mistakes/mistakes.h"

static void solve(struct ask *ask)
{
    ends_solve(ask, ENDS_REST);
}

static void *apply(struct ask *ask, const void *move)
{
    return ends_apply(ask, move, ENDS_REST);
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct ends_position *p = ask->position;
    int64_t sum = 0;
    for (size_t i = 0; i < p->piles.n; i++)
        sum += list_words(p->piles)[i];
    if (p->piles.n == 0) {
        lines_add(lines, "No pile is left: the game is over.", "没有剩余的石子堆，游戏结束。");
    } else {
        int64_t left = list_words(p->piles)[0], right = list_words(p->piles)[p->piles.n - 1];
        lines_add(lines, "The piles add up to %s; removing the left end scores %s now, the right end %s.",
                  "石子总和为 %s；移走左端当场得 %s 分，移走右端当场得 %s 分。", num_text(num(sum)), num_text(num(sum - left)),
                  num_text(num(sum - right)));
        lines_add(
            lines,
            "For every stretch of piles, f = max(score now - f(what remains)) over the two ends, the shortest stretch first.",
            "对每一段连续的石子堆，f = max（当场得分 - f（剩余）），在两端中取较大者，由短到长计算。");
        size_t best = ends_best(ask);
        lines_add(
            lines, best ? "The first best move removes the right end, %s." : "The first best move removes the left end, %s.",
            best ? "第一个最优走法是移走右端的 %s。" : "第一个最优走法是移走左端的 %s。", num_text(num(best ? right : left)));
        score_explain_move(ask, lines, num(sum - (best ? right : left)));
    }
    score_explain(ask, lines);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    if (ends_left(move))
        lines_add(line, "remove the pile at the left end", "移走左端的一堆");
    else
        lines_add(line, "remove the pile at the right end", "移走右端的一堆");
}

const struct game game_stone_rest = {
    .id = "stone-rest",
    .source = "LeetCode 1690, Stone Game VII (with piles of any sign)",
    .title = {"Stone Game: the rest", "石子游戏（剩余之和）"},
    .rules = {"Piles stand in a row. A move removes the leftmost or the rightmost pile, and scores the sum of the piles that "
              "remain. When "
              "no pile is left, the higher score wins. With one pile, left and right are two moves.",
              "若干堆石子排成一行，每次移走最左或最右的一堆，得分为剩余石子之和。取完后得分高者胜。只剩一堆时，取左与取右视为两种"
              "走法。"},
    .limits = {"up to 5000 piles of magnitude up to 10^12", "最多 5000 堆，每堆绝对值不超过 10^12"},
    .position = &ends_position_type,
    .mistakes = mistakes_stone_rest,
    .move = &ends_move_type,
    .extra = &score_type,
    .methods = (const char *const[]){"dp", NULL},
    .traits = TRAIT_SCORES | TRAIT_DRAWS,
    .cost = ends_cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = ends_sample,
    .words = words,
};
