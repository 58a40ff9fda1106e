/* What /sg says to a student: where the values come from, the values, their xor, the verdict, and what a winning move must do. */
#include "core/sg/explain.h"

#include "core/sg/fill.h"
#include "core/sg/misere.h"
#include "core/sg/moves.h"
#include "core/sg/position.h"

#include <string.h>

enum {
    HEAPS_SHOWN = 5,   /* heaps with a line of their own */
    MEX_HEAP_MAX = 12, /* heap whose options are spelt out */
};

static void explain_form(const struct sg *sg, struct lines *lines)
{
    const struct rules *rules = sg->rules;
    switch (sg->closed) {
    case CLOSED_ANY:
        lines_add(lines, "Any number may be taken, so the Grundy value of a heap of n stones is n itself.",
                  "可取任意多颗，因此 n 颗石子的 SG 值就是 n。");
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
                  "1、2、3、…… 的 SG 值依次是二进制中 1 的个数为奇数的数。");
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
    lines_add(lines, "The values repeat with period %1$s from heap %2$s on: by the period theorem, heaps up to %3$s prove it.",
              "SG 值从 %2$s 起以 %1$s 为周期：由周期定理，比较到 %3$s 即已证明。", num_text(sg->period), num_text(sg->preperiod),
              num_text(num_u64(sg->checked_to)));
}

/* "a heap of 5 reaches the values 0, 1, 2, so its own is 3": for a small heap of plain takes. */
static void explain_mex(struct ask *ask, const struct sg *sg, struct num size, struct num value, struct lines *lines)
{
    if (sg->rules->kind != RULES_PLAIN || num_cmp_word(size, MEX_HEAP_MAX) > 0 || num_cmp_word(size, 1) < 0)
        return;
    struct amounts_upto amounts = amounts_upto(ask->arena, ask->budget, sg->rules, (uint64_t)size.word);
    if (amounts.n == 0)
        return;
    char *text = arena_alloc(ask->arena, 8 * amounts.n + 1), *at = text;
    for (size_t i = 0; i < amounts.n; i++) {
        if (i) {
            *at++ = ',';
            *at++ = ' ';
        }
        at = num_write(at, sg_value(sg, num_sub(size, num(amounts.v[i]))));
    }
    lines_add(lines, "For example a heap of %1$s can be made into heaps of the values %2$s; the least number missing is %3$s.",
              "例如 %1$s 颗的一堆，后继的 SG 值为 %2$s，其中缺少的最小非负整数是 %3$s。", num_text(size), text, num_text(value));
}

static void explain_sum(const struct ask *ask, struct num sum, struct lines *lines)
{
    lines_add(lines, "The xor of the values of all heaps is %s.", "各堆 SG 值的异或和是 %s。", num_text(sum));
    if (num_is_zero(sum))
        lines_add(lines,
                  "It is 0: every move makes it non-zero and the other player can make it 0 again, so the player to move loses.",
                  "异或和为 0：任何一步都会使它非零，而对手总能把它变回 0，因此当前局面是必败态。");
    else if (ask->answer.winning_count_unknown)
        lines_add(lines, "It is not 0, so the player to move wins by a move that makes it 0.",
                  "异或和不为 0，先手把它变为 0 即获胜，因此当前局面是必胜态。");
    else
        lines_add(lines, "It is not 0, so the player to move wins: %s move(s) make it 0.",
                  "异或和不为 0，因此当前局面是必胜态：有 %s 种操作使它变为 0。", num_text(ask->answer.winning.seen));
}

/* The heap in which a winning move is sure to exist: the one whose value the xor makes smaller. */
static void explain_move(const struct num *heaps, const struct num *values, size_t n, struct num sum, struct lines *lines)
{
    for (size_t i = 0; i < n; i++) {
        struct num goal = num_xor(values[i], sum);
        if (!num_lt(goal, values[i]))
            continue;
        lines_add(lines,
                  "One way: heap %1$s (%2$s stones) has value %3$s and must get value %4$s, which is smaller, so one of its "
                  "options has it.",
                  "例如下标为 %1$s 的堆（%2$s 颗）SG 值为 %3$s，应变为 %4$s；它比 %3$s 小，所以必有这样的后继。",
                  num_text(num((int64_t)i)), num_text(heaps[i]), num_text(values[i]), num_text(goal));
        return;
    }
}

static void explain_misere(const struct ask *ask, struct lines *lines)
{
    const char *method = ask->answer.method;
    lines_add(lines, "Misère play: who cannot move wins. The values of normal play decide this only where a theorem says so.",
              "反常规则：不能操作者胜。只有在定理成立时才能用正常规则的 SG 值来判断。");
    if (strcmp(method, "misere") == 0)
        lines_add(lines,
                  "Every heap here is tame: it plays like a nim heap of its value, heaps of value 0 or 1 that end in single "
                  "moves included.",
                  "这里每一堆都是驯顺的：它与大小等于其 SG 值的尼姆堆相当，包括 SG 值为 0 或 1 而只剩单步的堆。");
    else if (strcmp(method, "quotient") == 0)
        lines_add(lines,
                  "Kayles in misère play: each heap is an element of a finite misère quotient, and the product of the elements "
                  "decides.",
                  "反常 Kayles：每一堆对应有限反常商中的一个元素，由各元素之积决定胜负。");
    else
        lines_add(lines, "No theorem covers these heaps, so all positions that can be reached were searched.",
                  "没有定理适用于这些堆，因此搜索了所有可到达的局面。");
    if (ask->answer.verdict == OUTCOME_WIN && !ask->answer.winning_count_unknown)
        lines_add(lines, "The player to move wins; %s move(s) do it.", "先手必胜，共有 %s 种操作获胜。",
                  num_text(ask->answer.winning.seen));
    else
        lines_add(lines, ask->answer.verdict == OUTCOME_WIN ? "The player to move wins." : "The player to move loses.",
                  ask->answer.verdict == OUTCOME_WIN ? "先手必胜。" : "先手必败。");
}

void sg_explain(struct ask *ask, struct lines *lines)
{
    const struct sg_position *p = ask->position;
    const struct sg_extra *extra = ask->extra;
    if (p->misere) {
        explain_misere(ask, lines);
        return;
    }
    const struct sg *sg = extra->sg;
    const struct num *heaps = list_nums(p->heaps), *values = list_nums(extra->heap_grundy);
    size_t n = p->heaps.n;
    explain_form(sg, lines);
    explain_period(sg, lines);
    struct num sum = num(0);
    for (size_t i = 0; i < n; i++)
        sum = num_xor(sum, values[i]);
    for (size_t i = 0; i < n && i < HEAPS_SHOWN; i++)
        lines_add(lines, "Heap %1$s has %2$s stones and Grundy value %3$s.", "下标为 %1$s 的堆有 %2$s 颗石子，SG 值为 %3$s。",
                  num_text(num((int64_t)i)), num_text(heaps[i]), num_text(values[i]));
    if (n)
        explain_mex(ask, sg, heaps[0], values[0], lines);
    explain_sum(ask, sum, lines);
    if (!num_is_zero(sum))
        explain_move(heaps, values, n, sum, lines);
}
