/* Bash: take 1…max_take stones from one heap.
 *
 * Theorem (Bachet 1612; by Sprague–Grundy for several heaps): a heap is worth its size modulo max_take + 1, and the position the
 * xor of its heaps. Misère: these values, the residues, behave as the heaps of Nim do, because every heap of value 0 with a move
 * has one to value 1: with no residue above 1, who faces an even number of ones wins, otherwise the winner is that of normal
 * play. A residue is reached by at most one of max_take neighbouring takes, so a heap has at most one winning move. Cost: linear
 * in the number of heaps. */
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
    struct num max_take;
    bool misere;
};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"heaps", offsetof(struct position, heaps), &type_heaps, .doc = {"The heaps.", "各堆石子数。"}},
            {"max_take", offsetof(struct position, max_take), &type_positive,
             .doc = {"The most that one move may take.", "每次最多取走的石子数。"}},
            {"misere", offsetof(struct position, misere), &type_bool, NEED_DEFAULT,
             .doc = {"Who takes the last stone loses.", "取走最后一颗者输。"}},
            {0},
        },
};

static uint64_t cost(const void *position)
{
    const struct position *p = position;
    return takes_cost(p->heaps) + p->heaps.n * (num_bits(p->max_take) / 16);
}

/* The residues behave as the heaps of Nim do. */
struct state {
    struct num modulus;
    struct census residues;
};

static struct state state_of(const struct ask *ask)
{
    const struct position *p = ask->position;
    struct num *residues = arena_array(ask->arena, p->heaps.n, sizeof *residues), modulus = num_add(p->max_take, num(1));
    for (size_t i = 0; i < p->heaps.n; i++) {
        struct num heap = list_nums(p->heaps)[i];
        residues[i] = num_lt(p->max_take, heap) ? num_mod(heap, modulus) : heap;
    }
    return (struct state){modulus, census(residues, p->heaps.n, p->misere)};
}

/* The take that leaves this residue; 0 if none does. */
static struct num take_to(struct num residue, struct num wanted, struct num modulus)
{
    return num_lt(wanted, modulus) ? num_mod(num_sub(residue, wanted), modulus) : num(0);
}

static struct num after(const struct takes *takes, struct num take)
{
    return num_xor(takes->others, num_mod(num_sub(takes->counted, take), takes->modulus));
}

static void describe(const struct ask *ask, const void *context, size_t i, struct takes *takes)
{
    const struct position *p = ask->position;
    const struct state *state = context;
    struct num residue = state->residues.values[i];
    takes->counted = list_nums(p->heaps)[i];
    takes->most = num_min(takes->counted, p->max_take);
    takes->others = num_xor(state->residues.sum, residue);
    takes->modulus = state->modulus;
    takes->win = take_to(residue, census_wanted(ask, &state->residues, residue), state->modulus);
    takes->after = p->misere ? NULL : after;
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    struct state state = state_of(ask);
    ask->answer.method = "mod";
    census_answer(ask, &state.residues);
    takes_push(ask, p->heaps.n, describe, &state);
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->heaps = takes_reduce(ask, p->heaps, move);
    return next;
}

static void explain_normal(const struct ask *ask, const struct state *state, struct lines *lines)
{
    const struct position *p = ask->position;
    const struct census *census = &state->residues;
    if (p->heaps.n > 1)
        explain_xor(lines, census->values, p->heaps.n, census->sum);
    if (num_is_zero(census->sum) && p->heaps.n != 1) {
        explain_zero(ask, lines);
        return;
    }
    if (num_is_zero(census->sum)) {
        if (!num_is_zero(ask->answer.move_count))
            lines_add(
                lines,
                "It is 0, which is lost, because to every take x the other player answers with %1$s - x, so that a multiple "
                "of %1$s is left each time, and at last 0.",
                "余数为 0 时先手必败：因为无论先手取多少（设为 x 颗），后手都取 %1$s - x 颗，每次剩下的都是 %1$s 的倍数，直到 "
                "0。",
                num_text(state->modulus));
        return;
    }
    if (p->heaps.n == 1) {
        struct num left = num_sub(list_nums(p->heaps)[0], census->sum);
        if (num_is_zero(left))
            lines_add(lines, "Take the whole heap of %s: nothing is left, and the other player cannot move.",
                      "把这一堆 %s 颗全部取走：一颗不剩，对手无法操作。", num_text(census->sum));
        else
            lines_add(lines,
                      "Take %1$s from it: %2$s are left, a multiple of %3$s, and from then on answer every take x with %3$s - x.",
                      "从中取走 %1$s 颗：剩下 %2$s 颗，是 %3$s 的倍数；此后对手取 x 颗，就取 %3$s - x 颗。",
                      num_text(census->sum), num_text(left), num_text(state->modulus));
        return;
    }
    size_t top = explain_top(census->values, census->sum);
    struct num residue = census->values[top], keep = num_xor(residue, census->sum);
    lines_add(lines, "Take %s from heap %s: its remainder goes from %s to %s, and the xor becomes 0.",
              "从下标为 %2$s 的堆取走 %1$s 颗：它的余数由 %3$s 变为 %4$s，异或和变为 0。", num_text(num_sub(residue, keep)),
              num_text(num_u64(top)), num_text(residue), num_text(keep));
}

static void explain_example(struct ask *ask, const struct state *state, struct lines *lines)
{
    const struct position *p = ask->position;
    const struct listed *right = explain_first(ask);
    if (!right)
        return;
    const struct take_move *move = right->move;
    struct num left = num_sub(list_nums(p->heaps)[move->heap], move->take);
    lines_add(lines, "For example take %1$s from heap %2$s, which leaves %3$s there, with the remainder %4$s.",
              "例如从下标为 %2$s 的堆取走 %1$s 颗，该堆剩下 %3$s 颗，余数为 %4$s。", num_text(move->take),
              num_text(num(move->heap)), num_text(left), num_text(num_mod(left, state->modulus)));
}

static void explain_misere(struct ask *ask, const struct state *state, struct lines *lines)
{
    const struct position *p = ask->position;
    const struct census *census = &state->residues;
    if (census->big == 0) {
        lines_add(
            lines,
            "Misère play, and no remainder exceeds 1: the player to move loses exactly when the number of remainders 1 is odd, "
            "because such heaps play like single stones, and the last one falls to that player; here it is %s.",
            "反常规则（取走最后一颗者输），且没有大于 1 的余数：当且仅当余数 1 "
            "有奇数个时先手必败，因为这样的堆相当于单颗石子，最后"
            "一颗恰由先手取；这里的个数为 %s。",
            num_text(num_u64(census->ones)));
        explain_example(ask, state, lines);
        return;
    }
    lines_add(
        lines,
        "Misère play, with %s remainder(s) above 1: the xor decides as in normal play, because whoever faces a single such "
        "remainder wins in both, as in Nim.",
        "反常规则，有 %s 个余数大于 1：胜负仍与正常规则一样由异或和决定，因为面对唯一一个这样的余数的人两种规则下都胜，与尼姆博"
        "弈相同。",
        num_text(num_u64(census->big)));
    explain_xor(lines, census->values, p->heaps.n, census->sum);
    if (census->big == 1)
        lines_add(
            lines,
            "Only one remainder exceeds 1: a move on that heap must leave an odd number of remainders 1 and none larger, a move "
            "on another heap must make the xor 0.",
            "只有一个余数大于 1：若在这一堆操作，应使余数 1 的个数为奇数且不留更大的余数；若在别的堆操作，应使异或和变为 0。");
    else if (num_is_zero(census->sum))
        lines_add(
            lines,
            "It is 0, which is lost, because every move makes it non-zero: then the other player makes it 0 again while two "
            "remainders exceed 1, and once a single one exceeds 1, brings it to 0 or 1 so that an odd number of remainders 1 is "
            "left.",
            "结果为 0，先手必败，因为任何一步都会使它变为非零：此后只要还有两个余数大于 "
            "1，对手就把它变回 0；若只剩一个余数大于 1，对手就把它变为 0 或 1，使余数 1 的个数为奇数。");
    else
        lines_add(lines, "Make the xor 0, as in normal play.", "与正常规则一样，把异或和变为 0。");
    explain_example(ask, state, lines);
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    struct state state = state_of(ask);
    lines_add(
        lines,
        "At most %1$s may be taken at once: x and the answer %2$s - x take %2$s together, so a heap counts as its remainder "
        "modulo %2$s, like a heap of Nim of that size.",
        "每次最多取 %1$s 颗：对手取 x 颗，就取 %2$s - x 颗，合计 %2$s 颗，因此每堆只看它除以 %2$s "
        "的余数，相当于有这么多颗的一堆尼姆石子。",
        num_text(p->max_take), num_text(state.modulus));
    if (p->heaps.n == 1)
        lines_add(lines, "Here %1$s = %2$s × %3$s + %4$s, so the remainder is %4$s.",
                  "这里 %1$s = %2$s × %3$s + %4$s，余数为 %4$s。", num_text(list_nums(p->heaps)[0]), num_text(state.modulus),
                  num_text(num_div(list_nums(p->heaps)[0], state.modulus)), num_text(state.residues.sum));
    else if (p->heaps.n > 1)
        lines_add(lines, "The heaps %s have the remainders %s.", "各堆 %s 的余数依次为 %s。",
                  explain_list(lines, list_nums(p->heaps), p->heaps.n), explain_list(lines, state.residues.values, p->heaps.n));
    if (p->misere)
        explain_misere(ask, &state, lines);
    else
        explain_normal(ask, &state, lines);
    explain_verdict(ask, lines);
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "heaps"))
        p->heaps = sample_ints(sample, sample_count(sample, 1, HEAPS_MAX), 0);
    if (sample_free(sample, "max_take"))
        p->max_take = num_add(sample_below(sample, sample_int(sample, 1)), num(1));
    if (sample_free(sample, "misere"))
        p->misere = sample_chance(sample, 30);
}

const struct game game_bash = {
    .id = "bash",
    .source = "C. G. Bachet, Problemes plaisans et delectables (1612); Berlekamp, Conway, Guy, Winning Ways, ch. 4",
    .title = {"Bash game", "巴什博弈"},
    .rules =
        {"There are heaps of stones. A move takes 1 to `max_take` stones from one heap. Who cannot move loses; with `misere` who "
         "cannot move wins.",
         "有若干堆石子，每次从某一堆取走 1 至 `max_take` 颗石子，不能操作者输。若 `misere` 为真，则不能操作者胜。"},
    .limits = {"up to 100000 heaps of up to 4096 bits, max_take up to 4096 bits",
               "最多 100000 堆，每堆与 max_take 最多 4096 个二进制位"},
    .position = &position_type,
    .mistakes = mistakes_bash,
    .move = &takes_move_type,
    .methods = (const char *const[]){"mod", NULL},
    .traits = TRAIT_GRUNDY,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = takes_words,
};
