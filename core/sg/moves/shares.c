/* Moves of plain takes whose amounts depend on the heap: up to half of it, or its proper divisors.
 *
 * Half: with value v goes a heap m exactly if m + 1 = (2v + 1) 2^j (core/sg/closed.c). What may be left of n are the m with
 * n < 2(m + 1) and m + 1 <= n, and of the doublings of one number exactly one lies there, if the number is at most n: so one take
 * gives a value, or none does. */
#include "core/limits.h"
#include "core/sg/fill/fill.h"
#include "core/sg/moves/moves.h"

/* Divisors that are tried in all heaps together. With its partner, one below d finds all divisors of heaps below d * d; of larger
 * heaps they are not all found anyway. */
enum { TRIED = 1 << 22, TRIED_LEAST = 1000, TRIED_OF_LARGE = 1 << 16, TRIED_OF_LARGE_LEAST = 16 };

struct half {
    const struct hunt *hunt;
    const struct spot *spot;
};

static void make_half(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    const struct half *half = run->context;
    struct num take = num_add(index, num(1));
    move_take(half->hunt, half->spot, take, move);
    *mark = spot_mark(half->hunt, half->spot, sg_value(half->hunt->sg, num_sub(half->spot->size, take)));
}

/* The take that leaves the value `want`; false: none does. */
static bool take_to(struct num size, struct num want, struct num *take)
{
    struct num odd = num_add(num_shl(want, 1), num(1));
    if (num_lt(size, odd))
        return false;
    struct num next = num_shl(odd, num_bits(size) - num_bits(odd));
    if (num_lt(size, next))
        next = num_shr(next, 1);
    *take = num_sub(num_add(size, num(1)), next);
    return !num_lt(num_shr(size, 1), *take);
}

void spot_half(struct hunt *hunt, const struct spot *spot)
{
    struct half half = {hunt, spot};
    struct num count = num_shr(spot->size, 1), take = num(0);
    bool wins = take_to(spot->size, spot->want, &take);
    budget_spend(hunt->ask->budget, 64);
    if (wants_all(hunt->ask)) {
        if (!num_is_zero(count))
            push_run(hunt->ask,
                     &(struct run){.count = count, .mixed = true, .wins = num(wins), .make = make_half, .context = &half});
        return;
    }
    if (wins)
        push_take(hunt, spot, take, spot->want);
    count_losing(hunt->ask, num_sub(count, num(wins)));
}

static int64_t share(const struct hunt *hunt, int64_t all, int64_t least)
{
    int64_t each = all / (int64_t)(hunt->n ? hunt->n : 1);
    return each > least ? each : least;
}

/* Then the divisors that are found are the smallest, and their number is not known. */
static bool is_far(const struct hunt *hunt, struct num size)
{
    int64_t farthest = share(hunt, TRIED, TRIED_LEAST);
    return num_cmp_word(size, farthest * farthest) >= 0;
}

struct num count_divisors(struct hunt *hunt, struct num size)
{
    if (is_far(hunt, size))
        return num(SG_MOVES_MAX + 1);
    int64_t n = size.word, count = 0;
    for (int64_t d = 1; d * d <= n; d++)
        if (n % d == 0)
            count += d * d == n ? 1 : 2;
    budget_spend(hunt->ask->budget, 8 + (uint64_t)share(hunt, TRIED, TRIED_LEAST) / 2);
    return num(count - (count > 0)); /* not the heap itself */
}

static bool push_divisor(struct hunt *hunt, const struct spot *spot, struct num divisor)
{
    if (num_eq(divisor, spot->size))
        return true;
    struct num value = sg_value(hunt->sg, num_sub(spot->size, divisor));
    if (wants_all(hunt->ask) || num_eq(value, spot->want))
        push_take(hunt, spot, divisor, value);
    else
        count_losing(hunt->ask, num(1));
    return !hunt->lazy || !hunt_satisfied(hunt);
}

/* The smallest divisors of a heap beyond all limits. */
static void spot_far(struct hunt *hunt, const struct spot *spot)
{
    struct arena *arena = hunt->ask->arena;
    int64_t farthest = share(hunt, TRIED_OF_LARGE, TRIED_OF_LARGE_LEAST);
    for (int64_t d = 1; d < farthest; d++) {
        struct arena_mark mark = arena_mark(arena);
        bool divides = num_is_zero(num_mod(spot->size, num(d)));
        budget_spend(hunt->ask->budget, 8 + num_bits(spot->size) / 8);
        arena_rewind(arena, mark);
        if (divides && !push_divisor(hunt, spot, num(d)))
            return;
    }
}

void spot_divisors(struct hunt *hunt, const struct spot *spot)
{
    if (is_far(hunt, spot->size)) {
        spot_far(hunt, spot);
        return;
    }
    int64_t n = spot->size.word, d = 1;
    for (; d * d <= n; d++)
        if (n % d == 0)
            push_divisor(hunt, spot, num(d));
    budget_spend(hunt->ask->budget, 2 * (uint64_t)d);
    for (d--; d > 0; d--)
        if (n % d == 0 && d * d != n)
            push_divisor(hunt, spot, num(n / d));
}
