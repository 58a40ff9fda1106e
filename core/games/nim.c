/* Nim: take any number of stones from one heap.
 *
 * Theorem (Bouton 1901): the Grundy value is the xor of the heaps. Misère: if no heap exceeds 1, who faces an even number of ones
 * wins; otherwise the winner is that of normal play, and the winning moves are the normal ones except where all other heaps are
 * at most 1: then the move must leave an odd number of ones. Cost: linear in the number of heaps. */
#include "core/game.h"

struct position {
    struct head head;
    struct list heaps; /* of struct num */
    bool misere;
};

struct move {
    struct head head;
    int64_t heap;
    struct num take;
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

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"heap", offsetof(struct move, heap), &type_index, .doc = {"Index of the heap.", "堆的下标。"}},
            {"take", offsetof(struct move, take), &type_positive, .doc = {"Stones to take.", "取走的石子数。"}},
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

/* What a heap may become to win: `keep` stones (or no such size when keep is not below the heap). */
struct goal {
    bool misere;
    struct num rest_xor; /* target xor the other heaps: normal play */
    bool others_small;   /* no other heap exceeds 1 */
    bool others_odd;     /* the number of ones among them is odd */
};

static struct num goal_size(const struct goal *goal)
{
    if (goal->misere && goal->others_small)
        return num(goal->others_odd ? 0 : 1);
    return goal->rest_xor;
}

struct takes {
    int64_t heap;
    struct num size, first, others; /* the run begins with take `first`; the xor of the other heaps */
    bool misere;
};

static void make_take(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    const struct takes *takes = run->context;
    struct move *m = move;
    m->heap = takes->heap;
    m->take = num_add(takes->first, index);
    if (!takes->misere) {
        mark->grundy_known = true;
        mark->grundy = num_xor(takes->others, num_sub(takes->size, m->take));
    }
}

static void push_takes(struct ask *ask, struct takes takes, struct num count, enum outcome outcome)
{
    if (num_sign(count) <= 0)
        return;
    struct takes *kept = arena_raw(ask->arena, sizeof *kept);
    *kept = takes;
    push_run(ask, &(struct run){.count = count, .mark = mark_outcome(outcome), .make = make_take, .context = kept});
}

/* All moves of one heap: the takes before the winning one, the winning one, the takes after it. */
static void push_heap(struct ask *ask, int64_t heap, struct num size, struct num others, const struct goal *goal)
{
    struct num keep = goal_size(goal);
    struct takes takes = {.heap = heap, .size = size, .first = num(1), .others = others, .misere = goal->misere};
    if (!num_lt(keep, size)) {
        push_takes(ask, takes, size, OUTCOME_LOSS);
        return;
    }
    struct num take = num_sub(size, keep);
    push_takes(ask, takes, num_sub(take, num(1)), OUTCOME_LOSS);
    takes.first = take;
    push_takes(ask, takes, num(1), OUTCOME_WIN);
    takes.first = num_add(take, num(1));
    push_takes(ask, takes, keep, OUTCOME_LOSS);
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    const struct num *heaps = list_nums(p->heaps);
    struct num sum = num(0);
    int64_t big = 0, ones = 0;
    for (size_t i = 0; i < p->heaps.n; i++) {
        sum = num_xor(sum, heaps[i]);
        big += num_cmp_word(heaps[i], 1) > 0;
        ones += num_cmp_word(heaps[i], 1) == 0;
    }
    ((struct extra *)ask->extra)->nim_sum = sum;
    ask->answer.method = "nim-sum";
    if (!p->misere)
        answer_grundy(ask, sum);
    else if (big == 0)
        ask->answer.verdict = ones % 2 == 0 ? OUTCOME_WIN : OUTCOME_LOSS;
    else
        ask->answer.verdict = num_is_zero(sum) ? OUTCOME_LOSS : OUTCOME_WIN;
    for (size_t i = 0; i < p->heaps.n; i++) {
        budget_spend(ask->budget, 1);
        struct num others = num_xor(sum, heaps[i]);
        push_heap(ask, (int64_t)i, heaps[i], others,
                  &(struct goal){
                      .misere = p->misere,
                      .rest_xor = num_xor(others, ask->target),
                      .others_small = big - (num_cmp_word(heaps[i], 1) > 0) == 0,
                      .others_odd = (ones - (num_cmp_word(heaps[i], 1) == 0)) % 2 == 1,
                  });
    }
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct move *m = move;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    struct num *heaps = arena_array(ask->arena, p->heaps.n, sizeof *heaps);
    for (size_t i = 0; i < p->heaps.n; i++)
        heaps[i] = list_nums(p->heaps)[i];
    heaps[m->heap] = num_sub(heaps[m->heap], m->take);
    next->heaps.v = heaps;
    return next;
}

static void explain_normal(const struct ask *ask, const struct num *heaps, struct num sum, struct lines *lines)
{
    lines_add(lines, "In normal play the xor of the heaps (the nim sum) decides: here it is %s.",
              "正常规则下看各堆石子数的异或和，这里异或和为 %s。", num_text(sum));
    if (num_is_zero(sum)) {
        lines_add(lines,
                  "It is 0: every move makes it non-zero and the other player can make it 0 again, so the player to move loses.",
                  "异或和为 0：任何一步都会使它非零，而对手总能把它变回 0，因此当前局面是必败态。");
        return;
    }
    uint64_t top = num_bits(sum) - 1;
    const struct position *p = ask->position;
    for (size_t i = 0; i < p->heaps.n; i++) {
        if (!num_bit(heaps[i], top))
            continue;
        lines_add(
            lines,
            "The highest bit of the nim sum is bit %s; heap %s holds it, so reducing that heap from %s to %s makes the sum 0.",
            "异或和的最高位是第 %s 位；下标为 %s 的堆含有这一位，把它由 %s 减为 %s，异或和即变为 0。",
            num_text(num((int64_t)top)), num_text(num((int64_t)i)), num_text(heaps[i]), num_text(num_xor(heaps[i], sum)));
        break;
    }
    lines_add(lines, "So the player to move wins; %s move(s) do it.", "因此当前局面是必胜态，共有 %s 种取法获胜。",
              num_text(ask->answer.winning.seen));
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    const struct num *heaps = list_nums(p->heaps);
    struct num sum = ((struct extra *)ask->extra)->nim_sum;
    if (!p->misere) {
        explain_normal(ask, heaps, sum, lines);
        return;
    }
    int64_t big = 0, ones = 0;
    for (size_t i = 0; i < p->heaps.n; i++) {
        big += num_cmp_word(heaps[i], 1) > 0;
        ones += num_cmp_word(heaps[i], 1) == 0;
    }
    if (big == 0)
        lines_add(lines,
                  "Misère play, and no heap exceeds 1: stones go one by one, so the player to move wins iff the number of ones "
                  "is even; it is %s.",
                  "反常规则（取最后一颗者输），且没有大于 1 的堆：只能一颗一颗取，1 的个数为偶数时先手胜；这里有 %s 个 1。",
                  num_text(num(ones)));
    else
        lines_add(lines, "Misère play with %2$s heap(s) above 1: the verdict is that of normal play, the nim sum is %1$s.",
                  "反常规则，大于 1 的堆有 %2$s 个：胜负与正常规则相同，异或和为 %1$s。", num_text(sum), num_text(num(big)));
    if (big == 1)
        lines_add(lines, "Only one heap exceeds 1: reduce it so that an odd number of ones is left.",
                  "只有一堆大于 1：把它减到使剩下的 1 的个数为奇数即可。");
    if (ask->answer.verdict == OUTCOME_WIN)
        lines_add(lines, "The player to move wins; %s move(s) do it.", "先手必胜，共有 %s 种取法获胜。",
                  num_text(ask->answer.winning.seen));
    else
        lines_add(lines, "The player to move loses.", "先手必败。");
}

const struct game game_nim = {
    .id = "nim",
    .source = "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
    .title = {"Nim", "尼姆博弈"},
    .rules =
        {"There are heaps of stones. A move takes any number of stones, at least one, from one heap. Who cannot move loses; with "
         "`misere` who cannot move wins.",
         "有若干堆石子，每次从某一堆取走至少一颗石子，不能操作者输；若 `misere` 为真，则不能操作者胜。"},
    .limits = {"up to 100000 heaps of up to 4096 bits", "最多 100000 堆，每堆最多 4096 位"},
    .position = &position_type,
    .move = &move_type,
    .extra = &extra_type,
    .methods = (const char *const[]){"nim-sum", NULL},
    .traits = TRAIT_GRUNDY,
    .solve = solve,
    .apply = apply,
    .explain = explain,
};
