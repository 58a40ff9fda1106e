/* What /sg says of misère play: the theorem that decides, with the values or elements of the heaps. */
#include "core/kit/explain.h"
#include "core/sg/explain.h"
#include "core/sg/misere/misere.h"
#include "core/sg/moves/moves.h"
#include "core/sg/position.h"

#include <string.h>

static void explain_tame(const struct sg_extra *extra, struct lines *lines)
{
    struct num sum = num(0);
    for (size_t i = 0; i < extra->tame.n; i++)
        sum = num_xor(sum, list_nums(extra->tame)[i]);
    if (extra->tame.n == 0)
        return;
    lines_add(
        lines,
        extra->tame.n == 1
            ? "The heap here is tame: in misère play it acts like some heaps of Nim, whose xor is its value: %s."
            : "Each heap here is tame: in misère play it acts like some heaps of Nim, whose xor is its value. The values are "
              "%s.",
        extra->tame.n == 1
            ? "这一堆是驯顺的（tame）：在反常规则下，它相当于若干个尼姆堆，其异或和就是它的值：%s。"
            : "这里每一堆都是驯顺的（tame）：在反常规则下，它相当于若干个尼姆堆，其异或和就是它的值。各堆的值依次为：%s。",
        explain_list(lines, list_nums(extra->tame), extra->tame.n));
    if (extra->firm == 0)
        lines_add(
            lines,
            "No Nim heap above 1 is in it, so, as in misère Nim, the player to move loses exactly when the xor of all values is "
            "1, "
            "because the last move then falls to that player; it is %s.",
            "其中不含大于 1 的尼姆堆，因此与反常尼姆一样，当且仅当所有值的异或和为 1 时先手必败，因为此时最后一步恰由先手走；这里"
            "为 %s。",
            num_text(sum));
    else
        lines_add(
            lines,
            "Heaps with a Nim heap above 1 in them: %s; so, as in misère Nim, the player to move loses exactly when the xor of "
            "all values is 0, because beside such heaps misère play is won like normal play; it is %s.",
            "其中含有大于 1 的尼姆堆的有 %s 个，因此与反常尼姆一样，当且仅当所有值的异或和为 0 时先手必败，因为有这样的堆时胜负与"
            "正常规则一致；这里为 %s。",
            num_text(num_u64(extra->firm)), num_text(sum));
}

/* The element that a move leads to. */
static unsigned product_after(const struct sg_position *p, const struct quotient *q, const struct sg_move *move)
{
    const struct num *heaps = list_nums(p->heaps);
    unsigned beside = quotient_product(q, heaps, (size_t)move->heap, 0);
    beside = quotient_product(q, heaps + move->heap + 1, p->heaps.n - (size_t)move->heap - 1, beside);
    if (move->head.given & BIT(MOVE_INTO))
        return quotient_product(q, list_nums(move->into), move->into.n, beside);
    struct num left = num_sub(heaps[move->heap], move->take);
    return quotient_product(q, &left, 1, beside);
}

static void explain_quotient(struct ask *ask, struct lines *lines)
{
    const struct sg_extra *extra = ask->extra;
    lines_add(
        lines,
        "In sums, heaps of these rules behave like the elements of a finite multiplication table, their misère quotient: it "
        "has %1$s elements, products of %2$s of them, and is proven.",
        "在各堆相加时，这种规则的一堆相当于一个有限乘法表（反常商）中的一个元素：反常商共有 %1$s 个元素，由其中 %2$s "
        "个生成，并已得到证"
        "明。",
        num_text(num(extra->quotient.order)), num_text(num(extra->quotient.generators)));
    const struct sg_position *p = ask->position;
    const struct listed *right = explain_first(ask);
    struct quotient_sum sum = {
        .heap = {"a heap of n stones", "n 颗一堆"}, .heaps = list_nums(p->heaps), .n = p->heaps.n, .won = right != NULL};
    if (right)
        sum.after = product_after(p, extra->elements, right->move);
    quotient_explain(lines, extra->elements, &sum);
}

void misere_explain(struct ask *ask, struct lines *lines)
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
    bool theorem = strcmp(method, "misere") == 0;
    if (!theorem)
        explain_outcomes(ask, lines);
    sg_explain_move(ask, lines);
    if (!theorem)
        explain_replies(ask, lines, 3);
}
