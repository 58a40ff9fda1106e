/* What /wythoff says to a student. */
#include "core/kit/explain.h"
#include "core/games/wythoff/wythoff.h"
#include "core/kit/heaps/beatty.h"
#include "core/kit/told.h"

static void explain_rule(const struct wythoff_question *state, struct lines *lines)
{
    lines_add(
        lines,
        "The losing pairs of Wythoff's game are a = floor(k·φ) and b = a + k for k = 0, 1, 2, …, φ = (1+√5)/2: from such a "
        "pair no move leads to another one, because no two of them have a heap or the difference k in common, and from every "
        "other position some move does.",
        "威佐夫博弈的必败态（奇异局势）是 a = ⌊kφ⌋，b = a + k（k = 0, 1, 2, …，φ = (1+√5)/2）："
        "任何两个奇异局势既没有相同的堆，差 k "
        "也不同，所以从奇异局势出发的任何一步都到不了另一个奇异局势；而从其他局面总有一步能到达"
        "奇异局势。");
    if (state->misere)
        lines_add(
            lines,
            "In misère play (0, 1), where the last stone must be taken, and (2, 2) take the places of (0, 0) and (1, 2): they "
            "use up the same heaps and differences, so all other losing pairs stay the same.",
            "在反常规则（取走最后一颗者输）下，(0, 1)（只能取走最后一颗）与 (2, 2) 取代 (0, 0) 与 (1, "
            "2)：所用到的堆与差相同，因此其余必败态不变。");
    lines_add(lines, "The heaps are %s and %s, so their difference is k = %s.", "两堆为 %s 与 %s，差为 k = %s。",
              num_text(state->heap[0]), num_text(state->heap[1]), num_text(state->difference));
}

static void explain_low(const struct wythoff_question *state, struct num low, struct lines *lines)
{
    struct num k = state->difference;
    if (state->misere && num_cmp_word(k, 1) <= 0) {
        lines_add(lines, "The losing pair with this difference is (%s, %s).", "差为这个数的必败态是 (%s, %s)。", num_text(low),
                  num_text(num_add(low, k)));
        return;
    }
    struct num square = num_mul(num(5), num_mul(k, k));
    lines_add(
        lines,
        "Without rounding, floor(k·φ) = (k + floor(√(5k²))) div 2: 5k² = %s, the integer part of its root is %s, so a = %s.",
        "不用浮点数：⌊kφ⌋ = ⌊(k + ⌊√(5k²)⌋) / 2⌋，其中 5k² = %s，平方根的整数部分为 %s，所以 a = %s。", num_text(square),
        num_text(num_sqrt(square)), num_text(low));
}

static void explain_winners(const struct wythoff_question *state, struct lines *lines)
{
    for (size_t i = 0; i < state->winners_n; i++) {
        const struct num *take = state->winners[i].take;
        const char *a = num_text(num_sub(state->heap[0], take[0])), *b = num_text(num_sub(state->heap[1], take[1]));
        if (num_is_zero(take[1]))
            lines_add(lines, "Taking %s from heap 0 leaves %s and %s, a losing pair.",
                      "从下标为 0 的堆取走 %s 颗，剩下 %s 与 %s，是必败态。", num_text(take[0]), a, b);
        else if (num_is_zero(take[0]))
            lines_add(lines, "Taking %s from heap 1 leaves %s and %s, a losing pair.",
                      "从下标为 1 的堆取走 %s 颗，剩下 %s 与 %s，是必败态。", num_text(take[1]), a, b);
        else
            lines_add(lines, "Taking %s from each heap leaves %s and %s, a losing pair.",
                      "从两堆各取走 %s 颗，剩下 %s 与 %s，是必败态。", num_text(take[0]), a, b);
    }
}

static void explain_value(struct ask *ask, struct wythoff_question *state, struct lines *lines)
{
    struct told told = told_begin(lines, TOLD_SEEN);
    int64_t a = state->heap[0].word, b = state->heap[1].word;
    for (int64_t t = 1; t <= a || t <= b; t++) {
        const int64_t to[3][2] = {{a - t, b}, {a, b - t}, {a - t, b - t}};
        for (int i = 0; i < 3; i++) {
            if (to[i][0] < 0 || to[i][1] < 0)
                continue;
            struct num value = wythoff_value(ask, state, num(to[i][0]), num(to[i][1]));
            const char *name = NULL;
            if (told_names(&told, value))
                name = arena_printf(ask->arena, "(%s,%s)", num_text(num(to[i][0])), num_text(num(to[i][1])));
            told_add(&told, value, name);
        }
    }
    lines_add(lines, "Position (%s,%s): %s; the least number missing (mex) is %s, its Grundy value.",
              "局面 (%s,%s)：%s，缺少的最小非负整数（mex）是 %s，即它的 SG 值。", num_text(state->heap[0]),
              num_text(state->heap[1]), told_text(&told, ask->answer.grundy), num_text(ask->answer.grundy));
}

void wythoff_explain(struct ask *ask, struct lines *lines)
{
    struct wythoff_question *state = ask->found;
    struct num low = cold_low(state->misere, state->difference);
    explain_rule(state, lines);
    explain_low(state, low, lines);
    if (num_eq(low, state->low)) {
        lines_add(lines,
                  "The smaller heap is %s, exactly as in the losing pair: the player to move loses, because no move leads to "
                  "another losing pair.",
                  "较小堆恰为 %s，与必败态相同：先手必败，因为任何一步都到不了另一个必败态。", num_text(low));
    } else {
        lines_add(lines, "The smaller heap is %s and not %s: no losing pair.", "较小堆为 %s 而不是 %s：不是必败态。",
                  num_text(state->low), num_text(low));
        explain_winners(state, lines);
    }
    if (ask->answer.grundy_known)
        explain_value(ask, state, lines);
    explain_verdict(ask, lines);
}
