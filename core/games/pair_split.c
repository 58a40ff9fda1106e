/* Pair split (Luogu P2148, "E&D"): heaps in pairs; discard one heap of a pair and split the other into the two of the new pair.
 *
 * Theorem: the value of a pair (a, b) is the index of the lowest 0 bit of (a-1)|(b-1), and of several pairs the xor.
 * Proof. Split a heap of n = x + y and add X = x-1, Y = y-1 with a carry into bit 0: X + Y + 1 = n-1 = Z. If X|Y has ones below
 * bit v and a 0 at v, the carry into every bit up to v is 1: where X and Y both have a one, Z has a one, where only one of them
 * has, Z has a 0, and at v itself Z has a one and the carry ends. So value v is reached from n iff bit v of Z is one, and the
 * values that the pair reaches are the ones of (a-1)|(b-1); their mex is its lowest 0 bit.
 *
 * Counting: below v, X has a one where Z has, and a free choice at each of the e zeros of Z; bit v of X is 0; above v, X and Y
 * add up to h = Z >> (v+1), so X has any of the h+1 values 0...h there. That makes (h+1) 2^e splits, and as these choices are
 * independent digits of X, the k-th of them in ascending order has k >> e above v and the bits of k mod 2^e in the free places.
 * Cost: linear in the pairs; a listed move takes a step for every bit of its heap at most. */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

struct position {
    struct head head;
    struct list pairs; /* of struct num[2] */
};

struct move {
    struct head head;
    int64_t pair, discard;
    struct num into[2];
};

static const struct type pair_type = {.kind = KIND_TUPLE, .size = 2 * sizeof(struct num), .max = 2, .item = &type_positive};
static const struct type pairs_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = HEAPS_MAX, .item = &pair_type};
static const struct type which_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = 1};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"pairs", offsetof(struct position, pairs), &pairs_type, .doc = {"The pairs of heaps.", "成对的石子堆。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"pair", offsetof(struct move, pair), &type_index, .doc = {"Index of the pair.", "所选的一对的下标。"}},
            {"discard", offsetof(struct move, discard), &which_type,
             .doc = {"Which heap of the pair is discarded; the other is split.", "扔掉这一对中的哪一堆（另一堆被分开）。"}},
            {"into", offsetof(struct move, into), &pair_type,
             .doc = {"The two heaps into which the other is split: the new pair.", "另一堆分成的两堆，即新的一对。"}},
            {0},
        },
};

typedef struct num pair_nums[2];

static const pair_nums *pairs_of(const struct position *p)
{
    return p->pairs.v;
}

static struct num value_of(struct num a, struct num b)
{
    struct num one = num(1);
    return num((int64_t)num_low_zero(num_or(num_sub(a, one), num_sub(b, one))));
}

static struct num total_of(const struct position *p)
{
    struct num total = num(0);
    for (size_t i = 0; i < p->pairs.n; i++)
        total = num_xor(total, value_of(pairs_of(p)[i][0], pairs_of(p)[i][1]));
    return total;
}

/* The splits of one heap, or those of them that make a pair of one value. */
struct splits {
    int64_t pair, discard;
    struct num heap, z;   /* z = heap - 1 */
    struct num others;    /* the xor of the other pairs */
    uint64_t value, free; /* the value wanted, and the free places below that bit */
    struct num fixed;     /* the ones of z below it */
};

/* How many splits of the heap have the value, which is told in *splits. */
static struct num count_splits(struct splits *splits, struct num value)
{
    if (num_cmp_word(value, INT_BITS) >= 0 || !num_bit(splits->z, (uint64_t)value.word))
        return num(0);
    splits->value = (uint64_t)value.word;
    splits->fixed = num_and(splits->z, num_sub(num_pow2(splits->value), num(1)));
    splits->free = splits->value - num_popcount(splits->fixed);
    return num_shl(num_add(num_shr(splits->z, splits->value + 1), num(1)), splits->free);
}

/* The low bits of index, spread over the zeros of z below the value's bit. */
static struct num spread(struct ask *ask, const struct splits *splits, struct num index)
{
    uint64_t limbs[INT_BITS / LIMB_BITS] = {0}, place = 0, bits = num_bits(index);
    for (uint64_t i = 0; i < splits->free && i < bits; place++) {
        if (num_bit(splits->z, place))
            continue;
        if (num_bit(index, i++))
            limbs[place / LIMB_BITS] |= UINT64_C(1) << place % LIMB_BITS;
    }
    budget_spend(ask->budget, place);
    return num_from_limbs(limbs, INT_BITS / LIMB_BITS);
}

static void make_into(const struct splits *splits, struct num x, struct move *move)
{
    move->pair = splits->pair;
    move->discard = splits->discard;
    move->into[0] = x;
    move->into[1] = num_sub(splits->heap, x);
}

static void make_winner(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct splits *splits = run->context;
    struct num above = num_shl(num_shr(index, splits->free), splits->value + 1);
    struct num below = num_add(splits->fixed, spread(ask, splits, index));
    make_into(splits, num_add(num_add(above, below), num(1)), move);
    *mark = mark_grundy(ask, ask->target);
}

static void make_any(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct splits *splits = run->context;
    struct move *m = move;
    make_into(splits, num_add(index, num(1)), m);
    *mark = mark_grundy(ask, num_xor(splits->others, value_of(m->into[0], m->into[1])));
}

static void push_splits(struct ask *ask, struct splits *splits)
{
    struct num wins = count_splits(splits, num_xor(splits->others, ask->target));
    struct splits *kept = arena_raw(ask->arena, sizeof *kept);
    *kept = *splits;
    if (wants_all(ask)) {
        push_run(ask, &(struct run){.count = splits->z, .mixed = true, .wins = wins, .make = make_any, .context = kept});
        return;
    }
    push_run(ask, &(struct run){.count = wins, .mark = mark_outcome(OUTCOME_WIN), .make = make_winner, .context = kept});
    count_losing(ask, num_sub(splits->z, wins));
}

static struct splits splits_of(const struct position *p, size_t pair, int64_t discard, struct num total)
{
    const struct num *heaps = pairs_of(p)[pair];
    return (struct splits){
        .pair = (int64_t)pair,
        .discard = discard,
        .heap = heaps[!discard],
        .z = num_sub(heaps[!discard], num(1)),
        .others = num_xor(total, value_of(heaps[0], heaps[1])),
    };
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    struct num total = total_of(p);
    answer_grundy(ask, total);
    ask->answer.method = "lowest-zero-bit";
    for (size_t i = 0; i < p->pairs.n; i++)
        for (int64_t discard = 0; discard < 2; discard++) {
            budget_spend(ask->budget, 16);
            struct splits splits = splits_of(p, i, discard, total);
            if (!num_is_zero(splits.z))
                push_splits(ask, &splits);
        }
}

static uint64_t cost(const void *position)
{
    enum { STEPS_PER_PAIR = 40 };
    return ((const struct position *)position)->pairs.n * STEPS_PER_PAIR;
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct move *m = move;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    pair_nums *pairs = arena_array(ask->arena, p->pairs.n, sizeof *pairs);
    for (size_t i = 0; i < p->pairs.n; i++)
        for (size_t j = 0; j < 2; j++)
            pairs[i][j] = i == (size_t)m->pair ? m->into[j] : pairs_of(p)[i][j];
    next->pairs.v = pairs;
    return next;
}

enum { PAIRS_SHOWN = 6 };

static void explain_pairs(const struct position *p, struct num total, struct lines *lines)
{
    for (size_t i = 0; i < p->pairs.n && i < PAIRS_SHOWN; i++) {
        const struct num *heaps = pairs_of(p)[i];
        struct num a = num_sub(heaps[0], num(1)), b = num_sub(heaps[1], num(1));
        lines_add(lines,
                  "Pair %s is (%s, %s): the bitwise or of %s and %s is %s, whose lowest 0 bit is bit %s, its Grundy value.",
                  "下标为 %s 的一对是 (%s, %s)：%s 与 %s 按位或得 %s，最低的 0 位是第 %s 位，即其 SG 值。",
                  num_text(num((int64_t)i)), num_text(heaps[0]), num_text(heaps[1]), num_text(a), num_text(b),
                  num_text(num_or(a, b)), num_text(value_of(heaps[0], heaps[1])));
    }
    if (p->pairs.n > PAIRS_SHOWN)
        lines_add(lines, "Treated alike: %s more pair(s).", "其余 %s 对同样计算。",
                  num_text(num((int64_t)(p->pairs.n - PAIRS_SHOWN))));
    struct num *values = arena_array(lines->arena, p->pairs.n, sizeof *values);
    for (size_t i = 0; i < p->pairs.n; i++)
        values[i] = value_of(pairs_of(p)[i][0], pairs_of(p)[i][1]);
    explain_xor(lines, values, p->pairs.n, total);
}

static void explain_winner(struct ask *ask, struct num total, struct lines *lines)
{
    const struct position *p = ask->position;
    for (size_t i = 0; i < 2 * p->pairs.n; i++) {
        struct splits splits = splits_of(p, i / 2, (int64_t)(i % 2), total);
        if (num_is_zero(count_splits(&splits, splits.others)))
            continue;
        struct move move;
        struct mark mark;
        make_winner(ask, &(struct run){.context = &splits}, num(0), &move, &mark);
        lines_add(
            lines,
            "For example in pair %s discard heap %s and split the other, of %s, into %s and %s: that pair then has the value %s, "
            "and %s.",
            "例如在下标为 %s 的一对中弃去下标为 %s 的堆，把另一堆的 %s 颗分成 %s 颗和 %s 颗：这一对的 SG 值变为 "
            "%s，%s。",
            num_text(num(move.pair)), num_text(num(move.discard)), num_text(splits.heap), num_text(move.into[0]),
            num_text(move.into[1]), num_text(splits.others), explain_zeroed(lines, p->pairs.n));
        return;
    }
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    struct num total = total_of(p);
    lines_add(
        lines,
        "Splitting a heap of n leaves pairs of exactly the values i for which bit i of n − 1 is 1. So the mex of a pair (a, b), "
        "its Grundy value, is the lowest bit that is 0 in both a − 1 and b − 1, that is, in their bitwise or.",
        "把 n 颗的一堆分成两堆，所得各对的 SG 值恰为 n − 1 的二进制中为 1 的各位的序号。因此一对 (a, b) 的 SG 值（mex）是 a − 1 "
        "与 "
        "b − 1 都为 0 的最低位，即两者按位或后最低的零位的序号。");
    explain_pairs(p, total, lines);
    if (num_is_zero(total))
        explain_zero(ask, lines);
    else
        explain_winner(ask, total, lines);
    explain_verdict(ask, lines);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    lines_add(line, "in pair %s discard heap %s, and split the other into %s and %s",
              "在下标为 %s 的一对中弃去下标为 %s 的堆，把另一堆分成 %s 颗和 %s 颗", num_text(num(m->pair)),
              num_text(num(m->discard)), num_text(m->into[0]), num_text(m->into[1]));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "pairs")) {
        size_t n = sample_count(sample, 1, HEAPS_MAX / 2);
        p->pairs = (struct list){n, sample_ints(sample, 2 * n, 1).v};
    }
}

const struct game game_pair_split = {
    .id = "pair-split",
    .source = "SDOI 2009, E&D (Luogu P2148)",
    .title = {"Pair split", "E&D（成对分石子）"},
    .rules = {"Heaps of stones stand in pairs. A move discards one heap of a pair and splits the other into two non-empty heaps, "
              "which "
              "are the pair from then on. Who cannot move loses.",
              "石子堆两两成对。每次选一对，扔掉其中一堆，再把另一堆分成两个非空的堆，成为新的一对，不能操作者输。"},
    .limits = {"up to 100000 pairs of heaps of up to 4096 bits", "最多 100000 对，每堆最多 4096 个二进制位"},
    .position = &position_type,
    .mistakes = mistakes_pair_split,
    .move = &move_type,
    .methods = (const char *const[]){"lowest-zero-bit", NULL},
    .traits = TRAIT_GRUNDY,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
