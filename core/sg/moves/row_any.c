/* Moves of a row from which any number of touching stones is taken, heaps of any size; a heap of n is worth n (core/sg/closed.c).
 *
 * What remains are two pieces, one, or none: a + b = s < n with a <= b, zeros left out. Winning: a xor b = w, the wanted value.
 * As a + b = w + 2 (a and b), for each s the common bits c = (s - w) / 2 are a number without a bit of w, and every such c up to
 * (n - 1 - w) / 2 occurs. Those numbers are 0, 1, 2, … with their bits spread over the zeros of w; for each of them a is c with
 * any of the bits of w but the top one, which is in b. Takes ascend as c falls; then a ascends as those bits do, read as a
 * number, and only the single piece, which is a = 0, comes last.
 *
 * Misère play: pieces of at most 1 stone are fickle, larger ones firm (core/sg/misere/misere.c). Where no other heap is firm,
 * pieces of at most 1 win by the other value: [1,1], [1] and [] are looked at alone, after all larger takes of the rest. */
#include "core/limits.h"
#include "core/sg/moves/moves.h"

enum { LIMBS = INT_BITS / 64, SMALL_REST = 2 /* stones that pieces of at most 1 can have */ };

struct winners {
    const struct hunt *hunt;
    const struct spot *spot;
    struct num want, below; /* `below` is want without its top bit */
    uint64_t free_bits;     /* of it */
    struct num commons;     /* how many c there are */
};

/* The bits of `part`, in order, where `mask` has bits that are `ones`. */
static struct num spread(struct ask *ask, struct num part, struct num mask, bool ones)
{
    uint64_t limbs[LIMBS] = {0}, bits = num_bits(part), place = 0;
    for (uint64_t i = 0; i < bits; place++)
        if (num_bit(mask, place) == ones && num_bit(part, i++))
            limbs[place / 64] |= UINT64_C(1) << place % 64;
    budget_spend(ask->budget, place + 1);
    return num_from_limbs(limbs, LIMBS);
}

/* How many numbers up to `most` have no bit of `want`: the greatest of them, its bits moved together, is their number less 1. */
static struct num count_commons(struct ask *ask, struct num most, struct num want)
{
    uint64_t limbs[LIMBS] = {0}, place = 0;
    bool lower = false; /* the bits from some place down may all be 1 */
    uint64_t zeros = 0;
    for (uint64_t i = num_bits(most); i-- > 0;)
        zeros += !num_bit(want, i);
    for (uint64_t i = num_bits(most); i-- > 0;) {
        bool bit = num_bit(most, i);
        if (num_bit(want, i)) {
            lower |= bit;
            continue;
        }
        place = --zeros;
        if (bit || lower)
            limbs[place / 64] |= UINT64_C(1) << place % 64;
    }
    budget_spend(ask->budget, 2 * num_bits(most) + 1);
    return num_add(num_from_limbs(limbs, LIMBS), num(1));
}

static struct num each_of(const struct winners *winners)
{
    return num_pow2(winners->free_bits);
}

/* All pairs a xor b = want with a + b < size. */
static struct winners winners_of(const struct hunt *hunt, const struct spot *spot, struct num want)
{
    struct winners winners = {.hunt = hunt, .spot = spot, .want = want, .below = num(0), .commons = num(0)};
    if (!num_is_zero(want)) {
        winners.below = num_sub(want, num_pow2(num_bits(want) - 1));
        winners.free_bits = num_popcount(want) - 1;
    }
    if (num_lt(want, spot->size))
        winners.commons = count_commons(hunt->ask, num_shr(num_sub(num_sub(spot->size, num(1)), want), 1), want);
    return winners;
}

/* The move to a <= b. */
static void move_to(struct ask *ask, const struct spot *spot, struct num a, struct num b, struct sg_move *move)
{
    struct num *into = arena_raw(ask->arena, 2 * sizeof *into), take = num_sub(spot->size, num_add(a, b));
    size_t n = 0;
    if (!num_is_zero(a))
        into[n++] = a;
    if (!num_is_zero(b))
        into[n++] = b;
    move_set(move, spot->heap, &take, into, n);
}

static void make_winner(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)mark;
    const struct winners *winners = run->context;
    uint64_t limbs[LIMBS];
    struct arena_mark before = arena_mark(ask->arena);
    struct num each = each_of(winners), part = num_mod(index, each);
    struct num rank = num_sub(num_sub(winners->commons, num(1)), num_div(index, each));
    if (num_is_zero(rank)) /* c = 0: the single piece last */
        part = num_mod(num_add(part, num(1)), each);
    struct num common = spread(ask, rank, winners->want, false);
    num_to_limbs(num_or(common, spread(ask, part, winners->below, true)), limbs, LIMBS);
    arena_rewind(ask->arena, before);
    struct num a = num_from_limbs(limbs, LIMBS);
    move_to(ask, winners->spot, a, num_xor(a, winners->want), move);
}

static bool are_small(struct num a, struct num b)
{
    return num_cmp_word(num_max(a, b), 1) <= 0;
}

static struct mark mark_of(const struct hunt *hunt, const struct spot *spot, struct num a, struct num b)
{
    struct num value = num_xor(a, b);
    if (hunt_fickle(hunt, spot) && !are_small(a, b))
        return mark_outcome(num_eq(value, spot->others) ? OUTCOME_WIN : OUTCOME_LOSS);
    return spot_mark(hunt, spot, value);
}

/* Moves that leave fewer than s stones: (s+1)²/4 of them, as s stones are left in s/2 + 1 ways, all of it rounded down. */
static struct num count_below(struct num s)
{
    struct num more = num_add(s, num(1));
    return num_shr(num_mul(more, more), 2);
}

struct num count_row_any(struct num size)
{
    return count_below(size);
}

/* Any move: s is found from the number of moves behind it. */
static void make_any(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct winners *winners = run->context;
    const struct spot *spot = winners->spot;
    struct num behind = num_sub(num_sub(count_below(spot->size), num(1)), index);
    struct num s = num_sub(num_sqrt(num_add(num_shl(behind, 2), num(3))), num(1));
    struct num half = num_shr(s, 1), at = num_sub(half, num_sub(behind, count_below(s)));
    struct num a = num_lt(at, half) ? num_add(at, num(1)) : num(0), b = num_sub(s, a);
    move_to(ask, spot, a, b, move);
    *mark = mark_of(winners->hunt, spot, a, b);
}

/* [1,1], [1], []: as much of it as the heap can become. */
static void push_small(struct hunt *hunt, const struct spot *spot)
{
    for (int rest = SMALL_REST; rest >= 0; rest--) {
        struct num a = num(rest == SMALL_REST), b = num(rest > 0);
        if (num_cmp_word(spot->size, rest) <= 0 || mark_of(hunt, spot, a, b).outcome != OUTCOME_WIN)
            continue;
        struct sg_move move = {.heap = spot->heap};
        move_to(hunt->ask, spot, a, b, &move);
        push(hunt->ask, &move, mark_outcome(OUTCOME_WIN));
    }
}

/* How many winning pieces of at most 1 stone there are: those that `winners` has as well, and those that win. */
static void count_small(const struct hunt *hunt, const struct spot *spot, int64_t *listed, int64_t *winning)
{
    for (int rest = 0; rest <= SMALL_REST; rest++) {
        struct num a = num(rest == SMALL_REST), b = num(rest > 0);
        if (num_cmp_word(spot->size, rest) <= 0)
            continue;
        *listed += num_eq(num_xor(a, b), spot->others);
        *winning += mark_of(hunt, spot, a, b).outcome == OUTCOME_WIN;
    }
}

void spot_row_any(struct hunt *hunt, const struct spot *spot)
{
    struct ask *ask = hunt->ask;
    bool fickle = hunt_fickle(hunt, spot);
    struct winners winners = winners_of(hunt, spot, fickle ? spot->others : spot->want);
    struct num count = num_mul(winners.commons, each_of(&winners)), all = count_row_any(spot->size), wins = count;
    int64_t listed = 0, winning = 0;
    if (fickle) {
        count_small(hunt, spot, &listed, &winning);
        count = num_sub(count, num(listed));
        wins = num_add(count, num(winning));
    }
    if (wants_all(ask)) {
        push_run(ask, &(struct run){.count = all, .mixed = true, .wins = wins, .make = make_any, .context = &winners});
        return;
    }
    push_run(ask, &(struct run){.count = count, .mark = mark_outcome(OUTCOME_WIN), .make = make_winner, .context = &winners});
    if (fickle)
        push_small(hunt, spot);
    count_losing(ask, num_sub(all, wins));
}
