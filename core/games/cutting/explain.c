/* What /cutting says of the values of its sheets. */
#include "core/games/cutting/explain.h"

#include "core/kit/explain.h"
#include "core/kit/told.h"

/* A side's D by the cuts of it, or by its period. */
static void explain_side(const struct dawson *d, struct num side, struct lines *lines)
{
    int n = side_short(side), value = d->value[n];
    if (!num_eq(num(n), side)) {
        lines_add(lines, "D(%1$s) = D(%2$s) = %3$s, because D has the period %4$s from %5$s on.",
                  "D(%1$s) = D(%2$s) = %3$s，因为 D 从 %5$s 起以 %4$s 为周期。", num_text(side), num_text(num(n)),
                  num_text(num(value)), num_text(num(PERIOD)), num_text(num(PERIODIC_FROM)));
        return;
    }
    struct told told = told_begin(lines, SIZE_MAX);
    for (int at = 2; at <= n - at; at++) {
        struct num to = num(d->value[at] ^ d->value[n - at]);
        told_add(&told, to, told_names(&told, to) ? arena_printf(lines->arena, "%d + %d", at, n - at) : NULL);
    }
    lines_add(lines, "Side %s: %s; the least number missing (mex) is D(%s) = %s.",
              "边长 %s：%s，缺少的最小非负整数（mex）是 D(%s) = %s。", num_text(side), told_text(&told, num(value)),
              num_text(side), num_text(num(value)));
}

/* The first few different sides that can be cut. */
static void explain_sides(const struct dawson *d, struct list sheets, struct lines *lines)
{
    enum { SIDES = 3 };
    struct num seen[SIDES];
    size_t n = 0;
    for (size_t i = 0; i < 2 * sheets.n && n < SIDES; i++) {
        struct num side = ((const struct num(*)[2])sheets.v)[i / 2][i % 2];
        bool again = num_cmp_word(side, 4) < 0;
        for (size_t k = 0; k < n; k++)
            again |= num_eq(seen[k], side);
        if (again)
            continue;
        seen[n++] = side;
        explain_side(d, side, lines);
    }
}

void cutting_explain(const struct ask *ask, const struct dawson *d, struct list given, struct lines *lines)
{
    enum { SHOWN = 4 };
    const struct num(*sheets)[2] = given.v;
    lines_add(lines,
              "A cut that leaves a side of 1 loses, so only cuts into sides of at least 2 count. Let D(n) be the value of a side "
              "n alone: "
              "it is cut into two, which count by the xor of their values (the octal game 0.07); a side of 2 or 3 cannot be cut, "
              "so D is 0.",
              "留下边长为 1 的切法必输，因此只考虑两部分边长都不小于 2 的切法。记 D(n) 为单独一条边长 n 的 SG "
              "值：每次把它切成两段，两段的 SG 值取异或（即八进制游戏 0.07）；边长 2 或 3 不能再切，D 为 0。");
    explain_sides(d, given, lines);
    lines_add(lines, "The Grundy value of a sheet is D of one side where D of the other is 0, and 1 where neither D is 0.",
              "若一边的 D 为 0，则纸片的 SG 值等于另一边的 D；若两边的 D 都不为 0，则为 1。");
    struct num *values = arena_array(ask->arena, given.n, sizeof *values);
    for (size_t i = 0; i < given.n; i++) {
        int w = side_value(d, sheets[i][0]), h = side_value(d, sheets[i][1]);
        values[i] = num(sheet_value(w, h));
        if (i < SHOWN)
            lines_add(lines, "Sheet %s: D(%s) = %s and D(%s) = %s, so its Grundy value is %s.",
                      "下标为 %s 的纸片：D(%s) = %s，D(%s) = %s，SG 值为 %s。", num_text(num((int64_t)i)), num_text(sheets[i][0]),
                      num_text(num(w)), num_text(sheets[i][1]), num_text(num(h)), num_text(values[i]));
    }
    explain_xor(lines, values, given.n, ask->answer.grundy);
    if (num_is_zero(ask->answer.grundy) && given.n)
        lines_add(lines,
                  "It is 0, which is lost, because a cut that leaves a side of 1 lets the other player win at once, and every "
                  "other one "
                  "makes it non-zero, so that the other player can make it 0 again.",
                  "结果为 0，先手必败，因为留下边长为 1 的切法让对手立即获胜，而其余切法都会使它变为非零，对手总能把它变回 0。");
}
