/* Misère /coins by quotients.
 *
 * The rows have a quotient of their own. A circle is no row, though it becomes one: it is a further part of the game, with an
 * element in a quotient that is larger where no element of rows fits it. Where the period of the rows is proven, so that large
 * rows are like smaller ones, so are large circles. A circle alone, beside which nothing can be moved, needs no element: whether
 * one of the rows it may become is lost is enough. */
#include "core/games/coins/coins.h"

#include <string.h>

/* What a circle may become, its size shortened as far as the period of the rows allows. */
struct circle {
    uint64_t size;
    struct quotient_part part;
};

static uint64_t last_take(const struct coins *coins)
{
    return (uint64_t)coins->takes[coins->n_takes - 1];
}

/* A circle of the same residue, all of whose rows repeat. */
static uint64_t shorten_circle(const struct coins *coins, const struct quotient *q, struct num size)
{
    uint64_t least = q->preperiod + last_take(coins);
    if (!q->whole || num_lt(size, num_u64(least + q->period)))
        return (uint64_t)size.word;
    return least + (uint64_t)num_mod(num_sub(size, num_u64(least)), num_u64(q->period)).word;
}

static struct quotient_part part_of(const struct coins *coins, uint64_t size)
{
    uint64_t *rows = arena_array(coins->ask->arena, coins->n_takes, sizeof *rows);
    struct quotient_part part = {rows, 0};
    for (size_t i = 0; i < coins->n_takes && (uint64_t)coins->takes[i] <= size; i++)
        rows[part.n++] = size - (uint64_t)coins->takes[i];
    return part;
}

static size_t movable(const struct coins *coins)
{
    size_t n = 0;
    for (size_t i = 0; i < coins->n_rows + coins->n_circles; i++)
        n += coins_moves(coins, coins_size(coins, i));
    return n;
}

struct num coins_largest_row(const struct coins *coins)
{
    struct num largest = num(0);
    for (size_t i = 0; i < coins->n_rows + coins->n_circles; i++)
        if (i < coins->n_rows || coins_moves(coins, coins_size(coins, i)))
            largest = num_max(largest, num_sub(coins_size(coins, i), num(i < coins->n_rows ? 0 : coins->takes[0])));
    return largest;
}

/* The different circles, ascending, and which of them each one is. False: there are too many. */
static bool sort_circles(struct coins *coins, const struct quotient *rows, struct quotient_part *parts, size_t *n)
{
    uint64_t sizes[QUOTIENT_PARTS], *short_sizes = arena_array(coins->ask->arena, coins->n_circles, sizeof *short_sizes);
    uint16_t *numbers = arena_array(coins->ask->arena, coins->n_circles, sizeof *numbers);
    for (size_t i = 0; i < coins->n_circles; i++) {
        uint64_t size = short_sizes[i] = shorten_circle(coins, rows, coins->circles[i]);
        size_t at = 0;
        budget_spend(coins->ask->budget, 64);
        while (at < *n && sizes[at] < size)
            at++;
        if (at < *n && sizes[at] == size)
            continue;
        if (*n == QUOTIENT_PARTS)
            return false;
        memmove(sizes + at + 1, sizes + at, ((*n)++ - at) * sizeof *sizes);
        sizes[at] = size;
    }
    for (size_t i = 0; i < coins->n_circles; i++)
        while (sizes[numbers[i]] != short_sizes[i])
            numbers[i]++;
    for (size_t i = 0; i < *n; i++)
        parts[i] = part_of(coins, sizes[i]);
    coins->circle_parts = numbers;
    return true;
}

/* Whether large rows are still like those that were taken for them. */
static bool repeats_alike(const struct quotient *q, const struct quotient *rows)
{
    return q->whole == rows->whole && (!q->whole || (q->preperiod <= rows->preperiod && rows->period % q->period == 0));
}

static const struct quotient *with_circles(struct coins *coins, const struct rules *rules, const struct quotient *q)
{
    const struct ask *ask = coins->ask;
    struct quotient_part parts[QUOTIENT_PARTS];
    size_t n = 0;
    coins->circle_parts = NULL;
    if (coins->n_circles == 0 || movable(coins) == 1)
        return q;
    if (!sort_circles(coins, q, parts, &n))
        return NULL;
    struct sg_job job = {.arena = ask->arena, .budget = ask->budget, .store = ask->store};
    return quotient_with(&job, rules, q, parts, n);
}

bool coins_by_quotient(struct coins *coins, const struct rules *rules, const struct quotient *rows, const struct quotient **why)
{
    const struct quotient *q = with_circles(coins, rules, rows);
    *why = q ? q : rows;
    if (!q || (q != rows && (q->refused || !repeats_alike(q, rows))))
        return false;
    coins->algebra = COINS_QUOTIENT;
    coins->quotient = q;
    coins->periodic = q->whole;
    coins->from = rows->preperiod;
    coins->period = rows->period;
    struct coins_extra *extra = coins->ask->extra;
    extra->quotient = quotient_tell(q);
    extra->elements = q;
    extra->circle_parts = coins->circle_parts;
    extra->head.given |= BIT(0);
    coins->ask->answer.method = "quotient";
    return true;
}
