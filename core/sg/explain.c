/* What /sg says to a student: where the values come from, the values, their xor, the verdict, and what a winning move must do. */
#include "core/sg/explain.h"

#include "core/kit/explain.h"
#include "core/sg/fill/fill.h"
#include "core/sg/misere/misere.h"
#include "core/sg/moves/moves.h"
#include "core/sg/position.h"

#include <string.h>

enum {
    HEAPS_SHOWN = 4,      /* heaps with a line of their own */
    MEX_HEAP_MAX = 9,     /* heap whose options are spelt out: */
    MEX_OPTIONS_MAX = 80, /* it has fewer than this */
};

static void explain_form(const struct sg *sg, struct lines *lines)
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
        lines_add(lines, "Takes are from %1$s to %2$s: the Grundy value of a heap of n stones is (n mod %3$s) div %1$s.",
                  "每次取 %1$s 到 %2$s 颗：n 颗石子的 SG 值是 (n mod %3$s) div %1$s。", num_text(rules->from),
                  num_text(rules->to), num_text(num_add(rules->from, rules->to)));
        return;
    case CLOSED_POWERS:
        if (num_bit(rules->from, 0))
            lines_add(lines, "All powers of %s are odd: the Grundy value of a heap of n stones is n mod 2.",
                      "%s 的幂都是奇数：n 颗石子的 SG 值是 n mod 2。", num_text(rules->from));
        else
            lines_add(lines,
                      "Powers of %1$s leave 1 or %1$s modulo %2$s: with r = n mod %2$s the Grundy value is 2 if r = %1$s, else r "
                      "mod 2.",
                      "%1$s 的幂模 %2$s 余 1 或 %1$s：令 r = n mod %2$s，r = %1$s 时 SG 值为 2，否则为 r mod 2。",
                      num_text(rules->from), num_text(num_add(rules->from, num(1))));
        return;
    case CLOSED_MOD6:
        lines_add(lines, "No prime power is divisible by 6, and 1 to 5 all are prime powers: the Grundy value is n mod 6.",
                  "质数的幂都不被 6 整除，而 1 到 5 都是质数的幂：SG 值是 n mod 6。");
        return;
    case CLOSED_HALVES:
        lines_add(lines, "Each move splits one heap, so an even heap has Grundy value 1, an odd or empty one 0.",
                  "每步把一堆分成两堆，因此偶数堆的 SG 值为 1，奇数堆与空堆为 0。");
        return;
    case CLOSED_LASKER:
        lines_add(lines, "Lasker's nim: the Grundy value of n is n+1 if n mod 4 = 3, n-1 if n mod 4 = 0 and n > 0, else n.",
                  "Lasker 尼姆：n mod 4 = 3 时 SG 值为 n+1，n mod 4 = 0 且 n > 0 时为 n-1，其余为 n。");
        return;
    case CLOSED_SMALLER:
        lines_add(lines, "The Grundy values of 1, 2, 3, … are the numbers with an odd number of binary ones, in order.",
                  "1、2、3、…… 的 SG 值依次是二进制中有奇数个一的数。");
        return;
    case CLOSED_NONE:
        break;
    }
    lines_add(lines,
              "The Grundy value of a heap is the mex, the least number that is the value of none of its options; several pieces "
              "count by their xor.",
              "一堆的 SG 值是 mex，即不等于任何后继的 SG 值的最小非负整数；分成几堆时取各堆 SG 值的异或和。");
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
        lines_add(lines, "With every %s stones the values grow by %s, from heap %s on: heaps up to %s prove it.",
                  "每增加 %s 颗，SG 值增加 %s，从大小为 %s 的堆起成立：由周期定理，比较到 %s 即已证明。", period,
                  num_text(sg->saltus), from, to);
}

/* The values of the options of one heap. */
struct seen {
    const struct sg *sg;
    struct num values[MEX_OPTIONS_MAX];
    size_t n;
};

static bool see(struct options *options, const struct option *option)
{
    struct seen *seen = options->what;
    struct num value = num(0);
    for (unsigned i = 0; i < option->n; i++)
        value = num_xor(value, sg_value(seen->sg, option->pieces[i]));
    seen->values[seen->n++] = value;
    return seen->n < MEX_OPTIONS_MAX;
}

static void see_options(struct ask *ask, const struct sg *sg, struct num size, struct seen *seen)
{
    const struct rules *rules = sg->rules;
    struct amounts_upto amounts = {.n = 0};
    if (rules->kind == RULES_PLAIN || rules->kind == RULES_ROW)
        amounts = amounts_upto(ask->arena, ask->budget, rules, (uint64_t)size.word);
    if (rules->kind != RULES_PLAIN) {
        options_each(&(struct options){rules, &amounts, ask->budget, see, seen}, size);
        return;
    }
    for (size_t i = 0; i < amounts.n && i < MEX_HEAP_MAX; i++)
        seen->values[seen->n++] = sg_value(sg, num_sub(size, num(amounts.v[i])));
}

/* "a heap of 5 can be made into the values 0, 1, 2; the least number missing is 3": for the first small heap. */
static void explain_mex(struct ask *ask, const struct sg *sg, const struct sg_position *p, const struct num *values,
                        struct lines *lines)
{
    if (sg->rules->kind == RULES_HALVES || sg->rules->kind == RULES_LASKER || sg->rules->kind == RULES_SMALLER)
        return;
    for (size_t i = 0; i < p->heaps.n && i < HEAPS_SHOWN; i++) {
        struct num size = list_nums(p->heaps)[i];
        struct seen *seen = arena_alloc(ask->arena, sizeof *seen);
        seen->sg = sg;
        if (num_cmp_word(size, MEX_HEAP_MAX) > 0)
            continue;
        see_options(ask, sg, size, seen);
        if (seen->n == 0 || seen->n == MEX_OPTIONS_MAX)
            continue;
        lines_add(lines,
                  "For example a heap of %1$s can be made into something of the values %2$s; the least number missing is %3$s.",
                  "例如 %1$s 颗的一堆，后继的 SG 值有 %2$s，其中缺少的最小非负整数是 %3$s。", num_text(size),
                  explain_set(lines, seen->values, seen->n), num_text(values[i]));
        return;
    }
}

/* "3", "1 + 2", or that nothing is left. */
static const char *pieces_text(const struct lines *lines, struct list into)
{
    const char *text = "";
    for (size_t i = 0; i < into.n; i++)
        text = arena_printf(lines->arena, "%s%s%s", text, i ? " + " : "", num_text(list_nums(into)[i]));
    return into.n ? text : lines->language == LANGUAGE_ZH ? "空" : "nothing";
}

/* The first winning move, in words; its heap. -1: there is none. */
static int64_t explain_move(struct ask *ask, struct lines *lines)
{
    const struct sg_position *p = ask->position;
    const struct listed *right = explain_first(ask);
    if (!right)
        return -1;
    const struct sg_move *m = right->move;
    struct num size = list_nums(p->heaps)[m->heap];
    const char *heap = num_text(num(m->heap)), *into = pieces_text(lines, m->into);
    if (!(m->head.given & BIT(MOVE_INTO)))
        explain_take(lines, m->heap, size, m->take);
    else if (!(m->head.given & BIT(MOVE_TAKE)) || num_is_zero(m->take))
        lines_add(lines, "For example split heap %s, of %s, into %s.", "例如把下标为 %s 的堆（%s 颗）分成 %s。", heap,
                  num_text(size), into);
    else
        lines_add(lines, "For example take %1$s from heap %2$s, of %3$s, and leave %4$s.",
                  "例如从下标为 %2$s 的堆（%3$s 颗）取走 %1$s 颗，留下 %4$s。", num_text(m->take), heap, num_text(size), into);
    return m->heap;
}

static void explain_tame(const struct sg_extra *extra, struct lines *lines)
{
    struct num sum = num(0);
    for (size_t i = 0; i < extra->tame.n; i++)
        sum = num_xor(sum, list_nums(extra->tame)[i]);
    lines_add(
        lines,
        "Each heap here is tame: it plays like heaps of Nim, either fickle (only heaps of 0 and 1) or firm. The values are %s.",
        "这里每一堆都是驯顺的：它相当于若干尼姆堆，或者只有 0 与 1 的堆，或者含有更大的堆。各堆的值为：%s。",
        explain_list(lines, list_nums(extra->tame), extra->tame.n));
    if (extra->firm == 0)
        lines_add(lines, "None is firm, so the player to move loses exactly when their xor is 1; it is %s.",
                  "没有含更大的堆者，因此当且仅当这些值的异或和为 1 时先手必败；这里为 %s。", num_text(sum));
    else
        lines_add(lines, "Firm are %s of them, so the player to move loses exactly when their xor is 0; it is %s.",
                  "其中 %s 堆含有更大的堆，因此当且仅当这些值的异或和为 0 时先手必败；这里为 %s。",
                  num_text(num_u64(extra->firm)), num_text(sum));
}

static void explain_quotient(struct ask *ask, struct lines *lines)
{
    const struct sg_extra *extra = ask->extra;
    lines_add(
        lines,
        "In sums, heaps of these rules behave like the elements of a finite multiplication table, their misère quotient: it "
        "has %1$s elements, made from %2$s of them, and is proven.",
        "在和中，这种规则的各堆相当于一个有限乘法表（反常商）中的元素：它有 %1$s 个元素，由其中 %2$s 个生成，且已证明。",
        num_text(num(extra->quotient.order)), num_text(num(extra->quotient.generators)));
    if (ask->answer.verdict == OUTCOME_LOSS)
        lines_add(lines, "The product of the elements of these heaps is one of the lost ones: every move leads to a won one.",
                  "这些堆对应元素之积是必败元素：任何一步都变为必胜元素。");
    else
        lines_add(lines,
                  "The product of the elements of these heaps is none of the lost ones, so some move leads to one of them.",
                  "这些堆对应元素之积不是必败元素，因此有一步可变为必败元素。");
}

static void explain_misere(struct ask *ask, struct lines *lines)
{
    const char *method = ask->answer.method;
    lines_add(lines, "Misère play: who cannot move wins. The values of normal play decide this only where a theorem says so.",
              "反常规则：不能操作者胜。只有在定理成立时才能用正常规则的 SG 值来判断。");
    if (strcmp(method, "misere") == 0)
        explain_tame(ask->extra, lines);
    else if (strcmp(method, "quotient") == 0)
        explain_quotient(ask, lines);
    else
        lines_add(lines, "No theorem covers these heaps, so all positions that can be reached were searched.",
                  "没有定理适用于这些堆，因此搜索了所有可到达的局面。");
    explain_move(ask, lines);
}

void sg_explain(struct ask *ask, struct lines *lines)
{
    const struct sg_position *p = ask->position;
    const struct sg_extra *extra = ask->extra;
    if (p->misere) {
        explain_misere(ask, lines);
        explain_verdict(ask, lines);
        return;
    }
    const struct num *heaps = list_nums(p->heaps), *values = list_nums(extra->heap_grundy);
    struct num sum = ask->answer.grundy;
    explain_form(extra->sg, lines);
    explain_period(extra->sg, lines);
    for (size_t i = 0; i < p->heaps.n && i < HEAPS_SHOWN; i++)
        lines_add(lines, "Heap %1$s has %2$s stones and Grundy value %3$s.", "下标为 %1$s 的堆有 %2$s 颗石子，SG 值为 %3$s。",
                  num_text(num((int64_t)i)), num_text(heaps[i]), num_text(values[i]));
    explain_mex(ask, extra->sg, p, values, lines);
    explain_xor(lines, values, p->heaps.n, sum);
    int64_t heap = num_is_zero(sum) ? -1 : explain_move(ask, lines);
    if (num_is_zero(sum))
        explain_zero(ask, lines);
    else if (heap >= 0)
        lines_add(lines, "The value of that heap goes from %s to %s, and the xor becomes 0.",
                  "这一堆的 SG 值由 %s 变为 %s，异或和变为 0。", num_text(values[heap]), num_text(num_xor(values[heap], sum)));
    explain_verdict(ask, lines);
}
