/* Nim: take any number of stones from one heap.
 *
 * Theorem (Bouton 1901): the Grundy value is the xor of the heaps. Misère: if no heap exceeds 1, who faces an even number of ones
 * wins; otherwise the winner is that of normal play, and the winning moves are the normal ones except where all other heaps are
 * at most 1: then the move must leave an odd number of ones. Cost: linear in the number of heaps. */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/kit/heaps/census.h"
#include "core/kit/heaps/takes.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

struct position {
    struct head head;
    struct list heaps; /* of struct num */
    bool misere;
};

struct extra {
    struct head head;
    struct num nim_sum;
};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"heaps", offsetof(struct position, heaps), &type_heaps, .doc = {"The heaps.", "各堆石子数。"}},
            {"misere", offsetof(struct position, misere), &type_bool, NEED_DEFAULT,
             .doc = {"Who takes the last stone loses.", "取走最后一颗者输。"}},
            {0},
        },
};

static const struct type extra_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct extra),
    .fields =
        (const struct field[]){
            {"nim_sum", offsetof(struct extra, nim_sum), &type_natural, .doc = {"The xor of the heaps.", "各堆石子数的异或和。"}},
            {0},
        },
};

static uint64_t cost(const void *position)
{
    return takes_cost(((const struct position *)position)->heaps);
}

static struct census count(const struct position *p)
{
    return census(list_nums(p->heaps), p->heaps.n, p->misere);
}

static void describe(const struct ask *ask, const void *context, size_t i, struct takes *takes)
{
    const struct position *p = ask->position;
    const struct census *census = context;
    takes->most = takes->counted = list_nums(p->heaps)[i];
    takes->others = num_xor(census->sum, takes->counted);
    takes->win = num_sub(takes->counted, census_wanted(ask, census, takes->counted));
    takes->after = p->misere ? NULL : takes_lower;
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    struct census census = count(p);
    ((struct extra *)ask->extra)->nim_sum = census.sum;
    ask->answer.method = "nim-sum";
    census_answer(ask, &census);
    takes_push(ask, p->heaps.n, describe, &census);
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->heaps = takes_reduce(ask, p->heaps, move);
    return next;
}

static void explain_normal(const struct ask *ask, struct num sum, struct lines *lines)
{
    const struct position *p = ask->position;
    const struct num *heaps = list_nums(p->heaps);
    lines_add(
        lines,
        "In normal play the xor of the heaps (the nim sum) decides: a move changes one heap, so it turns a xor of 0 into "
        "another; any other xor can be turned into 0; and at the end, all heaps empty, it is 0.",
        "正常规则下，胜负由各堆石子数的异或和决定：一步只改变一堆，所以异或和为 0 时必变为非零；非零时总能变为 0；而终局（各堆"
        "全空）的异或和为 0。");
    explain_xor(lines, heaps, p->heaps.n, sum);
    if (num_is_zero(sum)) {
        explain_zero(ask, lines);
        return;
    }
    if (p->heaps.n == 1) {
        lines_add(lines, "There is a single heap, of %s: take all of it, and nothing is left for the other player to take.",
                  "只有一堆，共 %s 颗：全部取走，对手便无法操作。", num_text(sum));
        return;
    }
    size_t top = explain_top(heaps, sum);
    struct num keep = num_xor(heaps[top], sum);
    lines_add(lines,
              "The highest 1 of the xor stands in the column of value %1$s, where heap %2$s has a 1, too, so %3$s xor %4$s = "
              "%5$s is less than %3$s: take %6$s there, and the xor becomes 0.",
              "异或和最高位的 1，位值为 %1$s；下标为 %2$s 的堆在这一位上也是 1，因此 %3$s ⊕ %4$s = %5$s 小于 %3$s：从该堆取走 "
              "%6$s 颗，异或和变为 0。",
              num_text(num_pow2(num_bits(sum) - 1)), num_text(num_u64(top)), num_text(heaps[top]), num_text(sum), num_text(keep),
              num_text(num_sub(heaps[top], keep)));
}

/* The one heap above 1 can leave either number of ones. */
static void explain_only_big(struct ask *ask, const struct census *census, struct lines *lines)
{
    const struct take_move *move = explain_first(ask)->move;
    struct num heap = census->values[move->heap], left = num_sub(heap, move->take);
    lines_add(
        lines,
        "Heap %1$s, of %2$s, is the only one above 1, beside %3$s heap(s) of 1. Take %4$s there: that leaves %5$s heap(s) of "
        "1, an odd number, and the last of them falls to the other player.",
        "只有下标为 %1$s 的堆（%2$s 颗）大于 1，此外有 %3$s 堆只有 1 颗。从该堆取走 %4$s 颗：剩下 %5$s 堆，都只有 1 "
        "颗，堆数为奇数，最后一颗恰由对手取。",
        num_text(num(move->heap)), num_text(heap), num_text(num_u64(census->ones)), num_text(move->take),
        num_text(num_add(num_u64(census->ones), left)));
}

static void explain_misere(struct ask *ask, const struct census *census, struct lines *lines)
{
    const struct position *p = ask->position;
    if (census->big == 0) {
        lines_add(lines,
                  "Misère play, and no heap exceeds 1: the player to move loses exactly when the number of ones is odd, because "
                  "they go "
                  "one by one, and the last of them must then be taken by that player; here it is %s.",
                  "反常规则（取走最后一颗者输），且没有大于 1 "
                  "的堆：当且仅当只有一颗的堆有奇数个时先手必败，因为只能一颗一颗取，最后一颗"
                  "恰由先手取；这里的个数为 %s。",
                  num_text(num_u64(census->ones)));
        takes_explain(ask, p->heaps, lines);
        return;
    }
    lines_add(
        lines,
        "Misère play, with %s heap(s) above 1: the xor decides as in normal play, because whoever faces a single heap above "
        "1 wins in both: the xor is then not 0, and that heap can be cut to 1 or 0, so that an odd number of ones is left.",
        "反常规则，有 %s 堆大于 1：胜负仍与正常规则一样由异或和决定，因为面对唯一一个大于 1 的堆的人两种规则下都胜：此时异或和不"
        "为 0，而这一堆可以减到 1 或 0，使只有一颗的堆有奇数个。",
        num_text(num_u64(census->big)));
    explain_xor(lines, list_nums(p->heaps), p->heaps.n, census->sum);
    if (census->big == 1) {
        explain_only_big(ask, census, lines);
        return;
    }
    if (num_is_zero(census->sum))
        lines_add(
            lines,
            "It is 0, which is lost, because every move makes it non-zero: then the other player makes it 0 again while two "
            "heaps exceed 1, and once a single one exceeds 1, cuts it so that an odd number of ones is left.",
            "结果为 0，先手必败，因为任何一步都会使它变为非零：此后只要还有两堆大于 "
            "1，对手就把它变回 0；若只剩一堆大于 1，对手就减少这一堆，使只有一颗的堆有奇数个。");
    else
        lines_add(lines, "Make the xor 0, as in normal play, as long as another heap above 1 remains.",
                  "只要还有别的堆大于 1，就与正常规则一样把异或和变为 0。");
    takes_explain(ask, p->heaps, lines);
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    struct census census = count(p);
    if (p->misere)
        explain_misere(ask, &census, lines);
    else
        explain_normal(ask, census.sum, lines);
    explain_verdict(ask, lines);
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "heaps"))
        p->heaps = sample_ints(sample, sample_count(sample, 1, HEAPS_MAX), 0);
    if (sample_free(sample, "misere"))
        p->misere = sample_chance(sample, 30);
}

const struct game game_nim = {
    .id = "nim",
    .source = "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
    .title = {"Nim", "尼姆博弈"},
    .rules =
        {"There are heaps of stones. A move takes any number of stones, at least one, from one heap. Who cannot move loses; with "
         "`misere` who cannot move wins.",
         "有若干堆石子，每次从某一堆取走至少一颗石子，不能操作者输。若 `misere` 为真，则不能操作者胜。"},
    .limits = {"up to 100000 heaps of up to 4096 bits", "最多 100000 堆，每堆最多 4096 个二进制位"},
    .position = &position_type,
    .mistakes = mistakes_nim,
    .move = &takes_move_type,
    .extra = &extra_type,
    .methods = (const char *const[]){"nim-sum", NULL},
    .traits = TRAIT_GRUNDY,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = takes_words,
};
