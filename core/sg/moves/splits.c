/* Winning moves of the two splitting games with closed forms, heaps of any size.
 *
 * Split into two smaller heaps [a,b], a <= b < n: with od(0) = 0 and od(k) the k-th odious number, od(k) = 2(k-1) + 1 -
 * parity(k-1), the pairs of value w are: w = 0: all [a,a]; w odious: only [0,b] with od(b) = w; else, with v = w div 2, the pairs
 * of a', b' = a' xor v below n-1, both counted from 1 on ([a'+1, b'+1]): od(a'+1) xor od(b'+1) is 2v + parity(v) = w. With t the
 * top bit of v, a' < b' means that bit t of a' is 0. Blocks of 2^(t+1) numbers below n-1 hold 2^t pairs each; of the last, broken
 * block those x are left with (x xor v) below what is there, intervals of x found bit by bit.
 *
 * Lasker's nim: core/sg/moves/lasker.c. */
#include "core/limits.h"
#include "core/sg/moves/moves.h"

#include <stdlib.h>

struct interval {
    struct num start, length;
};

struct smaller {
    const struct hunt *hunt;
    const struct spot *spot;
    struct num v, whole; /* whole blocks */
    uint64_t top;        /* bit of v */
    struct num broken;   /* pairs of the broken block */
    struct interval *intervals;
    size_t n;
    bool fickle; /* misère play, all other heaps worth at most 1 */
};

static void move_pair(const struct spot *spot, struct ask *ask, struct num a, struct num b, struct sg_move *move)
{
    struct num *into = arena_raw(ask->arena, 2 * sizeof *into);
    into[0] = a;
    into[1] = b;
    move_set(move, spot->heap, NULL, into, 2);
}

/* Index -> [a,b] among all n(n+1)/2 pairs: those before the smaller heap a are a*n - a(a-1)/2. */
static struct num before(struct num a, struct num n)
{
    return num_sub(num_mul(a, n), num_shr(num_mul(a, num_sub(a, num(1))), 1));
}

/* Misère play, all other heaps worth at most 1 (y = the xor of their values): pairs of zeros and ones are fickle and must make
 * the whole odd, the others are as in normal play. Only equal pairs, and [0,1], can win. */
static bool fickle_wins(const struct smaller *smaller, struct num a, struct num b)
{
    bool y = !num_is_zero(smaller->spot->others);
    if (num_cmp_word(b, 1) <= 0)
        return num_eq(a, b) == y;
    return !y && num_eq(a, b);
}

/* The index-th of all pairs. a is the root of before(a) = index, rounded down: (2n + 1 - sqrt((2n+1)² - 8*index)) / 2, where the
 * root taken whole may give one too many. What that takes is given back. */
static void find_pair(struct ask *ask, struct num size, struct num index, struct num pair[2])
{
    enum { LIMBS = INT_BITS / LIMB_BITS };
    uint64_t limbs[2][LIMBS];
    struct arena_mark mark = arena_mark(ask->arena);
    struct num odd = num_add(num_shl(size, 1), num(1));
    struct num root = num_sqrt(num_sub(num_mul(odd, odd), num_shl(index, 3))), low = num_shr(num_sub(odd, root), 1);
    if (num_lt(index, before(low, size)))
        low = num_sub(low, num(1));
    num_to_limbs(low, limbs[0], LIMBS);
    num_to_limbs(num_add(low, num_sub(index, before(low, size))), limbs[1], LIMBS);
    arena_rewind(ask->arena, mark);
    for (size_t i = 0; i < 2; i++)
        pair[i] = num_from_limbs(limbs[i], LIMBS);
    budget_spend(ask->budget, 16 + num_bits(size) / 2);
}

static void make_any_pair(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct smaller *smaller = run->context;
    const struct spot *spot = smaller->spot;
    const struct sg *sg = smaller->hunt->sg;
    struct num pair[2];
    find_pair(ask, spot->size, index, pair);
    move_pair(spot, ask, pair[0], pair[1], move);
    *mark = smaller->fickle ? mark_outcome(fickle_wins(smaller, pair[0], pair[1]) ? OUTCOME_WIN : OUTCOME_LOSS)
                            : spot_mark(smaller->hunt, spot, num_xor(sg_value(sg, pair[0]), sg_value(sg, pair[1])));
}

static void make_equal_pair(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)mark;
    move_pair(((const struct smaller *)run->context)->spot, ask, index, index, move);
}

static int compare_starts(const void *a, const void *b)
{
    return num_cmp(((const struct interval *)a)->start, ((const struct interval *)b)->start);
}

/* The x < 2^top with (x xor v without its top bit) < broken: for each bit j of `broken` those that agree with it above j and are
 * smaller at j. */
static void find_intervals(struct ask *ask, struct smaller *smaller)
{
    struct num rest = num_xor(smaller->v, num_pow2(smaller->top));
    uint64_t bits = num_bits(smaller->broken);
    smaller->intervals = arena_array(ask->arena, bits, sizeof *smaller->intervals);
    for (uint64_t j = 0; j < bits; j++) {
        if (!num_bit(smaller->broken, j))
            continue;
        struct num agree = num_xor(num_shr(smaller->broken, j), num(1));
        smaller->intervals[smaller->n++] = (struct interval){num_shl(num_xor(agree, num_shr(rest, j)), j), num_pow2(j)};
    }
    qsort(smaller->intervals, smaller->n, sizeof *smaller->intervals, compare_starts);
}

static void make_far_pair(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)mark;
    struct smaller *smaller = (struct smaller *)(uintptr_t)run->context;
    struct num block = num_shr(index, smaller->top), x = num_sub(index, num_shl(block, smaller->top));
    if (!num_lt(block, smaller->whole)) {
        if (!smaller->intervals)
            find_intervals(ask, smaller);
        block = smaller->whole;
        x = num_sub(index, num_shl(block, smaller->top));
        size_t i = 0;
        while (!num_lt(x, smaller->intervals[i].length))
            x = num_sub(x, smaller->intervals[i++].length);
        x = num_add(x, smaller->intervals[i].start);
    }
    struct num a = num_add(num_shl(block, smaller->top + 1), x);
    move_pair(smaller->spot, ask, num_add(a, num(1)), num_add(num_xor(a, smaller->v), num(1)), move);
}

static void make_zero_pair(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)index;
    (void)mark;
    const struct smaller *smaller = run->context;
    move_pair(smaller->spot, ask, num(0), num_add(num_shr(smaller->spot->want, 1), num(1)), move);
}

static void make_fickle_pair(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)mark;
    const struct smaller *smaller = run->context;
    if (!num_is_zero(smaller->spot->others))
        move_pair(smaller->spot, ask, index, index, move);
    else if (num_is_zero(index))
        move_pair(smaller->spot, ask, num(0), num(1), move);
    else
        move_pair(smaller->spot, ask, num_add(index, num(1)), num_add(index, num(1)), move);
}

static struct num count_fickle(const struct smaller *smaller)
{
    struct num n = smaller->spot->size;
    if (num_is_zero(smaller->spot->others)) /* [0,1], [2,2], [3,3], … */
        return num_max(num(0), num_sub(n, num(1)));
    return num_min(n, num(2)); /* [0,0], [1,1] */
}

/* The run of the winning pairs. */
static struct run winning_pairs(struct smaller *smaller)
{
    const struct spot *spot = smaller->spot;
    struct num n = spot->size, want = spot->want;
    struct run run = {.count = num(0), .mark = mark_outcome(OUTCOME_WIN), .context = smaller};
    if (smaller->fickle) {
        run.count = count_fickle(smaller);
        run.make = make_fickle_pair;
    } else if (num_is_zero(want)) {
        run.count = n;
        run.make = make_equal_pair;
    } else if (num_popcount(want) % 2) {
        run.count = num(num_lt(num_add(num_shr(want, 1), num(1)), n));
        run.make = make_zero_pair;
    } else if (!num_is_zero(n)) {
        struct num places = num_sub(n, num(1));
        smaller->v = num_shr(want, 1);
        smaller->top = num_bits(smaller->v) - 1;
        smaller->whole = num_shr(places, smaller->top + 1);
        struct num odd = num_sub(places, num_shl(smaller->whole, smaller->top + 1));
        smaller->broken = num_max(num(0), num_sub(odd, num_pow2(smaller->top)));
        run.count = num_add(num_shl(smaller->whole, smaller->top), smaller->broken);
        run.make = make_far_pair;
    }
    return run;
}

void spot_smaller(struct hunt *hunt, const struct spot *spot)
{
    struct smaller smaller = {.hunt = hunt, .spot = spot, .fickle = hunt_fickle(hunt, spot)};
    struct num count = hunt_count(hunt, spot->size);
    struct run run = winning_pairs(&smaller);
    budget_spend(hunt->ask->budget, 64);
    if (wants_all(hunt->ask)) {
        push_run(hunt->ask,
                 &(struct run){.count = count, .mixed = true, .wins = run.count, .make = make_any_pair, .context = &smaller});
        return;
    }
    push_run(hunt->ask, &run);
    count_losing(hunt->ask, num_sub(count, run.count));
}
