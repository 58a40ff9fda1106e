/* What /sg says to a student: where the values come from, the values, their xor, the verdict, and what a winning move must do. */
#include "core/sg/explain.h"

#include "core/kit/explain.h"
#include "core/kit/told.h"
#include "core/sg/fill/fill.h"
#include "core/sg/misere/misere.h"
#include "core/sg/moves/moves.h"
#include "core/sg/position.h"

#include <string.h>

enum { HEAPS_SHOWN = 6 }; /* heaps with a line of their own */

/* "(100 mod 7) div 2", which is 10 div 2 in Chinese "⌊10 / 2⌋". */
static const char *quotient_text(const struct lines *lines, const char *of, struct num by)
{
    const char *format = lines->language == LANGUAGE_ZH ? strchr(of, ' ') ? "⌊(%s) / %s⌋" : "⌊%s / %s⌋"
                         : strchr(of, ' ')              ? "(%s) div %s"
                                                        : "%s div %s";
    return arena_printf(lines->arena, format, of, num_text(by));
}

/* Of takes from one number to another, in n. */
static const char *range_value(const struct lines *lines, const struct rules *rules)
{
    const char *rest = arena_printf(lines->arena, "n mod %s", num_text(num_add(rules->from, rules->to)));
    return num_cmp_word(rules->from, 1) == 0 ? rest : quotient_text(lines, rest, rules->from);
}

/* Closed forms in which the rules' own numbers stand. */
static void explain_formula(const struct sg *sg, struct lines *lines)
{
    const struct rules *rules = sg->rules;
    switch (sg->closed) {
    case CLOSED_ANY:
        lines_add(lines, "Any number may be taken, so the Grundy value of a heap of n stones is n itself.",
                  "可取任意多颗，因此 n 颗石子的 SG 值就是 n。");
        if (rules->kind == RULES_ROW)
            lines_add(lines, "Two pieces may be left, but their xor is at most their sum, which is less than n.",
                      "虽可剩下两段，但两段的异或和不超过它们之和，小于 n。");
        return;
    case CLOSED_RANGE:
        if (num_cmp_word(rules->to, 1) == 0)
            lines_add(lines,
                      "One stone is taken at a time, so only parity matters: the Grundy value of a heap of n stones is n mod 2.",
                      "每次只取一颗，只看奇偶：n 颗石子的 SG 值是 n mod 2。");
        else if (num_eq(rules->from, rules->to))
            lines_add(lines,
                      "Exactly %1$s may be taken at once, so a heap of n stones allows n div %1$s moves, and its Grundy value is "
                      "(n div %1$s) mod 2.",
                      "每次恰好取 %1$s 颗，n 颗的一堆总共可取 ⌊n / %1$s⌋ 次，因此其 SG 值是 ⌊n / %1$s⌋ mod 2。",
                      num_text(rules->from));
        else
            lines_add(lines,
                      "Takes are from %1$s to %2$s, so x can be answered with %3$s - x: the Grundy value of a heap of n stones "
                      "is %4$s.",
                      "每次取 %1$s 到 %2$s 颗，对手取 x 颗，就取 %3$s - x 颗，因此 n 颗石子的 SG 值是 %4$s。",
                      num_text(rules->from), num_text(rules->to), num_text(num_add(rules->from, rules->to)),
                      range_value(lines, rules));
        return;
    case CLOSED_POWERS:
        if (num_bit(rules->from, 0))
            lines_add(lines,
                      "All powers of %s are odd, so every move turns an even heap into an odd one and back: the Grundy value of "
                      "a heap of n "
                      "stones is n mod 2.",
                      "%s 的幂都是奇数，每一步都改变一堆的奇偶性：n 颗石子的 SG 值是 n mod 2。", num_text(rules->from));
        else
            lines_add(lines,
                      "Powers of %1$s leave 1 or %1$s modulo %2$s: with r = n mod %2$s the Grundy value is 2 if r = %1$s, else r "
                      "mod 2.",
                      "%1$s 的幂模 %2$s 余 1 或 %1$s：令 r = n mod %2$s，r = %1$s 时 SG 值为 2，否则为 r mod 2。",
                      num_text(rules->from), num_text(num_add(rules->from, num(1))));
        return;
    case CLOSED_MIXED:
        lines_add(lines,
                  "No amount is divisible by %1$s, so no move keeps n mod %1$s, and 1 to %2$s all may be taken, so every smaller "
                  "remainder can be reached: the Grundy value is n mod %1$s.",
                  "可取的数目都不被 %1$s 整除，所以任何一步都改变 n mod %1$s；而 1 到 %2$s "
                  "都可取，所以每个更小的余数都能到达：SG 值是 n mod "
                  "%1$s。",
                  num_text(rules->from), num_text(num_sub(rules->from, num(1))));
        return;
    default:
        return;
    }
}

static void explain_half(struct lines *lines)
{
    lines_add(lines,
              "At most half may be taken. The heaps m to 2m - 1 have exactly the values 0 to m - 1, so 2m has the value m, "
              "and 2m + 1, which cannot be made m, that of m: divide n + 1 by 2 as long as it is even; if p is the odd "
              "number that is left, the Grundy value of a heap of n stones is (p - 1) / 2.",
              "至多取一半：m 至 2m - 1 各堆的 SG 值恰为 0 至 m - 1，所以 2m 的 SG 值是 m；而 2m + 1 变不成 m，其 SG 值与 m "
              "的相同。因此把 n + 1 不断除以 2，直到得奇数 p，则 n 颗石子的 SG 值是 (p - 1) / 2。");
}

static void explain_lasker(struct lines *lines)
{
    lines_add(lines, "Lasker's nim: the Grundy value of n is n+1 if n mod 4 = 3, n-1 if n mod 4 = 0 and n > 0, else n.",
              "Lasker 尼姆：n mod 4 = 3 时 SG 值为 n+1，n mod 4 = 0 且 n > 0 时为 n-1，其余为 n。");
    lines_add(lines,
              "Why: takes leave every smaller value, except for n mod 4 = 3 the value n itself, which the split into 1 and "
              "n-1 has. And no split has the value of n: for n mod 4 = 1, 2, 3, 0 that value is 1, 2, 0, 3 modulo 4, but "
              "the xor of two heaps that make n is 2, 0 or 1, 3, 0 or 1 modulo 4.",
              "理由：取石子能得到每个更小的值，只有 n mod 4 = 3 时得不到 n 本身，而分成 1 与 n-1 恰得到它。"
              "并且没有一种分法得到 n 的值：n mod 4 依次为 1、2、3、0 时，该值模 4 为 1、2、0、3，"
              "而合为 n 的两堆的异或和模 4 为 2、0 或 1、3、0 或 1。");
}

static void explain_form(const struct sg *sg, struct lines *lines)
{
    const struct rules *rules = sg->rules;
    switch (sg->closed) {
    case CLOSED_ANY:
    case CLOSED_RANGE:
    case CLOSED_POWERS:
    case CLOSED_MIXED:
        explain_formula(sg, lines);
        return;
    case CLOSED_MOD6:
        lines_add(lines,
                  "No prime power is divisible by 6, so no move keeps n mod 6, and 1 to 5 all are prime powers, so every smaller "
                  "remainder can be reached: the Grundy value is n mod 6.",
                  "质数的幂都不被 6 整除，所以任何一步都改变 n mod 6；而 1 到 5 都是质数的幂，所以每个更小的余数都能到达：SG "
                  "值是 n mod 6。");
        return;
    case CLOSED_HALF:
        explain_half(lines);
        return;
    case CLOSED_DIVISORS:
        lines_add(
            lines,
            "A divisor of n less than n is taken, and let 2 divide n exactly k times: taking 2^j with j < k leaves a heap that 2 "
            "divides j times, and no divisor leaves one that it divides k times. So the Grundy value is k.",
            "取走 n 的一个真因数。设 n 恰能被 2 整除 k 次：取 2^j（j < k）后剩下的数恰能被 2 整除 j "
            "次，而任何取法都不会剩下恰能被它整除 k 次的数，因此 SG 值是 k。");
        return;
    case CLOSED_HALVES:
        lines_add(
            lines,
            "A heap of n is split n - 1 times in all, however it is done, so only the parity of n - 1 matters: an even heap has "
            "Grundy value 1, an odd or empty one 0.",
            "n 颗的一堆无论怎样分，总共分 n - 1 次，只看 n - 1 的奇偶：偶数堆的 SG 值为 1，奇数堆与空堆为 0。");
        return;
    case CLOSED_LASKER:
        explain_lasker(lines);
        return;
    case CLOSED_SMALLER:
        lines_add(lines,
                  "The Grundy values of 1, 2, 3, … are the numbers with an odd number of binary ones, in order (that of n is 2 "
                  "× (n - 1) or one more): the xor of two of them has an even number of ones, so the next one is always missing "
                  "among the options.",
                  "1、2、3、…… 的 SG 值依次是二进制中有奇数个一的数（n 的 SG 值是 2 × (n - 1) "
                  "或比它大一）：其中任意两个的异或有偶数个一，所以下一个总是后继中缺少的。");
        return;
    case CLOSED_NONE:
        break;
    }
    lines_add(lines,
              rules->kind == RULES_PLAIN
                  ? "The Grundy value of a heap is the mex, the least number that is the value of none of its options."
                  : "The Grundy value of a heap is the mex, the least number that is the value of none of its options; several "
                    "pieces count by their xor.",
              rules->kind == RULES_PLAIN
                  ? "一堆的 SG 值是 mex，即不等于任何后继的 SG 值的最小非负整数。"
                  : "一堆的 SG 值是 mex，即不等于任何后继的 SG 值的最小非负整数；后继为几堆时，取各堆 SG 值的异或和。");
}

static void explain_period(const struct sg *sg, struct lines *lines)
{
    if (!sg->period_told || !sg->checked)
        return;
    const char *period = num_text(sg->period), *from = num_text(sg->preperiod), *to = num_text(num_u64(sg->checked_to));
    if (num_is_zero(sg->saltus))
        lines_add(lines, "The values repeat with period %s from heap %s on: by the period theorem, heaps up to %s prove it.",
                  "SG 值以 %s 为周期，从大小为 %s 的堆起成立：由周期定理，比较到 %s 即已证明。", period, from, to);
    else
        lines_add(lines,
                  "With every %s stones the values grow by %s, from heap %s on: by the period theorem, heaps up to %s prove it.",
                  "每增加 %s 颗，SG 值增加 %s，从大小为 %s 的堆起成立：由周期定理，比较到 %s 即已证明。", period,
                  num_text(sg->saltus), from, to);
}

/* The options of one heap. */
struct seen {
    const struct sg *sg;
    struct told told;
};

/* "3" or "1 + 2". */
static const char *pieces_text(const struct lines *lines, const struct num *pieces, size_t n)
{
    const char *text = "";
    for (size_t i = 0; i < n; i++)
        text = arena_printf(lines->arena, "%s%s%s", text, i ? " + " : "", num_text(pieces[i]));
    return text;
}

static bool see_pieces(struct seen *seen, const struct num *pieces, size_t n)
{
    struct num value = num(0);
    for (size_t i = 0; i < n; i++)
        value = num_xor(value, sg_value(seen->sg, pieces[i]));
    return told_add(&seen->told, value,
                    told_names(&seen->told, value) ? n ? pieces_text(seen->told.lines, pieces, n) : "0" : NULL);
}

static bool see(struct option_walk *options, const struct option *option)
{
    return see_pieces(options->what, option->pieces, option->n);
}

static bool see_two(struct seen *seen, int64_t a, int64_t b)
{
    return see_pieces(seen, (struct num[]){num(a), num(b)}, 2);
}

static bool see_splits(struct seen *seen, enum kind_of_rules kind, int64_t size)
{
    for (int64_t a = 0; kind == RULES_SMALLER && a < size; a++)
        for (int64_t b = a; b < size; b++)
            if (!see_two(seen, a, b))
                return false;
    for (int64_t a = 1; kind != RULES_SMALLER && a <= size / 2; a++)
        if (!see_two(seen, a, size - a))
            return false;
    for (int64_t left = size - 1; kind == RULES_LASKER && left >= 0; left--)
        if (!see_pieces(seen, (struct num[]){num(left)}, left > 0))
            return false;
    return true;
}

/* False: they are too many. */
static bool see_options(struct ask *ask, struct num size, struct seen *seen)
{
    const struct rules *rules = seen->sg->rules;
    bool plain = rules->kind == RULES_PLAIN, amounts_are_few = plain && rules->amounts == AMOUNTS_LIST;
    if (!amounts_are_few && num_cmp_word(size, TOLD_SEEN) > 0)
        return false;
    if (rules->kind == RULES_HALVES || rules->kind == RULES_LASKER || rules->kind == RULES_SMALLER)
        return see_splits(seen, rules->kind, size.word);
    struct amounts_upto amounts = {.n = 0};
    if (plain || rules->kind == RULES_ROW)
        amounts = amounts_upto(ask->arena, ask->budget, rules, num_is_word(size) ? (uint64_t)size.word : INT64_MAX);
    if (!plain)
        return options_each(&(struct option_walk){rules, &amounts, ask->budget, see, seen}, size);
    for (size_t i = 0; i < amounts.n; i++)
        if (!see_pieces(seen, (struct num[]){num_sub(size, num(amounts.v[i]))}, 1))
            return false;
    return true;
}

/* "100 mod 7": what explain_formula() says of that heap. */
static const char *range_text(const struct lines *lines, const struct rules *rules, const char *n)
{
    struct arena *arena = lines->arena;
    if (num_cmp_word(rules->to, 1) == 0)
        return arena_printf(arena, "%s mod 2", n);
    if (num_eq(rules->from, rules->to)) {
        const char *moves = quotient_text(lines, n, rules->from);
        return arena_printf(arena, lines->language == LANGUAGE_ZH ? "%s mod 2" : "(%s) mod 2", moves);
    }
    const char *rest = arena_printf(arena, "%s mod %s", n, num_text(num_add(rules->from, rules->to)));
    return num_cmp_word(rules->from, 1) == 0 ? rest : quotient_text(lines, rest, rules->from);
}

/* The odd number that divides n + 1, less 1, halved. */
static const char *half_text(struct num size, struct arena *arena)
{
    uint64_t twos = 0;
    for (struct num p = num_add(size, num(1)); !num_bit(p, 0); p = num_shr(p, 1))
        twos++;
    return twos ? arena_printf(arena, "((%s + 1) / 2^%s - 1) / 2", num_text(size), num_text(num_u64(twos)))
                : arena_printf(arena, "%s / 2", num_text(size));
}

/* "100 mod 6": what the formula of explain_form() says of that heap; NULL where its value is plain to see. */
static const char *formula_text(const struct sg *sg, struct num size, struct num value, const struct lines *lines)
{
    const struct rules *rules = sg->rules;
    struct arena *arena = lines->arena;
    const char *n = num_text(size);
    switch (sg->closed) {
    case CLOSED_RANGE:
        return range_text(lines, rules, n);
    case CLOSED_MOD6:
        return arena_printf(arena, "%s mod 6", n);
    case CLOSED_MIXED:
        return arena_printf(arena, "%s mod %s", n, num_text(rules->from));
    case CLOSED_HALF:
        return half_text(size, arena);
    case CLOSED_HALVES:
        return arena_printf(arena, "(%s - 1) mod 2", n);
    case CLOSED_LASKER:
        return num_eq(value, size) ? NULL : arena_printf(arena, num_lt(size, value) ? "%s + 1" : "%s - 1", n);
    case CLOSED_SMALLER:
        return arena_printf(arena, num_bit(value, 0) ? "2 × (%s - 1) + 1" : "2 × (%s - 1)", n);
    case CLOSED_POWERS:
        if (num_bit(rules->from, 0))
            return arena_printf(arena, "%s mod 2", n);
        struct num modulus = num_add(rules->from, num(1)), rest = num_mod(size, modulus);
        if (num_eq(rest, rules->from))
            return NULL;
        return arena_printf(arena, "(%s mod %s) mod 2", n, num_text(modulus));
    default:
        return NULL;
    }
}

static void explain_heap(struct ask *ask, const struct sg *sg, size_t i, struct num size, struct num value, struct lines *lines)
{
    const char *index = num_text(num_u64(i)), *told = num_text(value);
    for (size_t j = 0; j < i; j++)
        if (num_eq(list_nums(((const struct sg_position *)ask->position)->heaps)[j], size)) {
            lines_add(lines, "Heap %s, of %s, is as large as heap %s, so its Grundy value is %s, too.",
                      "下标为 %s 的堆有 %s 颗，与下标为 %s 的堆一样大，SG 值也为 %s。", index, num_text(size),
                      num_text(num_u64(j)), told);
            return;
        }
    struct seen *seen = arena_alloc(ask->arena, sizeof *seen);
    *seen = (struct seen){sg, told_begin(lines, TOLD_SEEN)};
    if (see_options(ask, size, seen)) {
        lines_add(lines, "Heap %s, of %s: %s; the least number missing (mex) is %s, its Grundy value.",
                  "下标为 %s 的堆有 %s 颗：%s，缺少的最小非负整数（mex）是 %s，即该堆的 SG 值。", index, num_text(size),
                  told_text(&seen->told, value), told);
    } else if (sg->period_told && sg->checked && num_is_zero(sg->saltus) && !num_lt(size, num_add(sg->preperiod, sg->period))) {
        struct num beyond = num_sub(size, sg->preperiod), times = num_div(beyond, sg->period);
        lines_add(lines, "Heap %1$s, of %2$s = %3$s + %4$s × %5$s, has by the period the Grundy value of a heap of %3$s, %6$s.",
                  "下标为 %1$s 的堆有 %2$s = %3$s + %4$s × %5$s 颗，由周期性，SG 值与 %3$s 颗的一堆相同，为 %6$s。", index,
                  num_text(size), num_text(num_sub(size, num_mul(times, sg->period))), num_text(times), num_text(sg->period),
                  told);
    } else if (sg->closed == CLOSED_DIVISORS) {
        lines_add(lines, "Heap %1$s, of %2$s = 2^%4$s × %3$s, has the Grundy value %4$s.",
                  "下标为 %1$s 的堆有 %2$s = 2^%4$s × %3$s 颗，SG 值为 %4$s。", index, num_text(size),
                  num_text(num_shr(size, (uint64_t)value.word)), told);
    } else if (formula_text(sg, size, value, lines)) {
        lines_add(lines, "Heap %s, of %s: %s = %s, its Grundy value.", "下标为 %s 的堆有 %s 颗：%s = %s，即该堆的 SG 值。", index,
                  num_text(size), formula_text(sg, size, value, lines), told);
    } else {
        lines_add(lines, "Heap %1$s, of %2$s, has the Grundy value %3$s.", "下标为 %1$s 的堆有 %2$s 颗，SG 值为 %3$s。", index,
                  num_text(size), told);
    }
}

int64_t sg_explain_move(struct ask *ask, struct lines *lines)
{
    const struct sg_position *p = ask->position;
    const struct listed *right = explain_first(ask);
    if (!right)
        return -1;
    const struct sg_move *m = right->move;
    struct num size = list_nums(p->heaps)[m->heap];
    const char *heap = num_text(num(m->heap)), *into = pieces_text(lines, list_nums(m->into), m->into.n);
    if (!(m->head.given & BIT(MOVE_INTO)))
        explain_take(lines, m->heap, size, m->take);
    else if (!(m->head.given & BIT(MOVE_TAKE)) || num_is_zero(m->take))
        lines_add(lines, "For example split heap %s, of %s, into %s.", "例如把下标为 %s 的堆（%s 颗）分成 %s。", heap,
                  num_text(size), into);
    else if (!m->into.n)
        lines_add(lines, "For example take all %1$s from heap %2$s.", "例如把下标为 %2$s 的堆的 %1$s 颗全部取走。",
                  num_text(m->take), heap);
    else
        lines_add(lines, "For example take %1$s from heap %2$s, of %3$s, and leave %4$s.",
                  "例如从下标为 %2$s 的堆（%3$s 颗）取走 %1$s 颗，留下 %4$s。", num_text(m->take), heap, num_text(size), into);
    return m->heap;
}

void sg_explain(struct ask *ask, struct lines *lines)
{
    const struct sg_position *p = ask->position;
    const struct sg_extra *extra = ask->extra;
    if (p->misere) {
        misere_explain(ask, lines);
        explain_verdict(ask, lines);
        return;
    }
    const struct num *heaps = list_nums(p->heaps), *values = list_nums(extra->heap_grundy);
    struct num sum = ask->answer.grundy;
    explain_form(extra->sg, lines);
    explain_period(extra->sg, lines);
    for (size_t i = 0; i < p->heaps.n && i < HEAPS_SHOWN; i++)
        explain_heap(ask, extra->sg, i, heaps[i], values[i], lines);
    explain_xor(lines, values, p->heaps.n, sum);
    int64_t heap = num_is_zero(sum) ? -1 : sg_explain_move(ask, lines);
    if (num_is_zero(sum))
        explain_zero(ask, lines);
    else if (heap >= 0)
        lines_add(lines, "The value of that heap goes from %s to %s, and %s.", "这一堆的 SG 值由 %s 变为 %s，%s。",
                  num_text(values[heap]), num_text(num_xor(values[heap], sum)), explain_zeroed(lines, p->heaps.n));
    explain_verdict(ask, lines);
}
