/* The period of a heap by users' rules.
 *
 * Theorem `look-back`: the moves look back at most w places, the same way for the same n mod m from n = T on
 * (core/custom/states/look_back.h). There v(n), a Grundy value or a verdict, in normal play or misère, is a function of n mod m
 * and of the w values before it. Let P = lcm(p, m) and s be at least T. If v(n+p) = v(n) for s <= n < s + P + max(w, p) - p, then
 * the values at s…s+max(w, p)-1 come again P places later, and with them all that follow; and v(n+p) = v(n) holds in one whole
 * round of P, so for all n >= s of the range. A smaller period would be one of these values too, and pass the same test; so the
 * least p that passes is the least period, and the preperiod is where its comparisons begin to hold. */
#include "core/games/custom/custom.h"

#include "core/custom/states/look_back.h"
#include "core/grid.h"
#include "core/limits.h"
#include "core/value/divisor.h"

#include <string.h>

enum { VALUES_FIRST = 256, FURTHER = 8 };

struct trial {
    struct ask *ask;
    struct grid grid;
};

static void fill(void *what)
{
    struct trial *trial = what;
    custom_fill(trial->ask, &trial->grid);
}

/* Values from the least n on; NULL where that is too large, or the rules fail in between. */
static const int64_t *make_values(struct ask *ask, const struct grid *like, int64_t from, size_t n)
{
    struct trial *trial = arena_alloc(ask->arena, sizeof *trial);
    struct escape *landed = arena_alloc(ask->arena, sizeof *landed);
    trial->ask = ask;
    trial->grid =
        (struct grid){.axes = 1, .axis = {{like->axis[0].pointer, from, from + (int64_t)n - 1}}, .of = like->of, .cells = n};
    trial->grid.value = arena_raw(ask->arena, n * sizeof *trial->grid.value);
    enum status status = arena_try(ask->arena, landed, fill, trial);
    if (status == STATUS_too_large || status == STATUS_invalid_position)
        return NULL;
    if (status != STATUS_ok)
        arena_escape_on(ask->arena, landed);
    return trial->grid.value;
}

/* Of the values read backwards: how many, from each place on, are as at the end. */
static size_t *match_ends(struct arena *arena, const int64_t *v, size_t n)
{
    size_t *match = arena_array(arena, n, sizeof *match);
    for (size_t i = 1, left = 0, right = 0; i < n; i++) {
        size_t k = i < right ? (match[i - left] < right - i ? match[i - left] : right - i) : 0;
        while (i + k < n && v[n - 1 - k] == v[n - 1 - i - k])
            k++;
        match[i] = k;
        if (i + k > right) {
            left = i;
            right = i + k;
        }
    }
    return match;
}

static struct grid_period prove(struct arena *arena, const struct look_back *rules, int64_t from, const int64_t *v, size_t n)
{
    const size_t *match = match_ends(arena, v, n);
    uint64_t window = (uint64_t)rules->window, modulus = (uint64_t)rules->modulus;
    uint64_t alike = rules->from > from ? (uint64_t)(rules->from - from) : 0;
    for (uint64_t p = 1; p <= n / 2; p++) {
        uint64_t begin = n - p - match[p], s = begin > alike ? begin : alike;
        uint64_t end =
            s + p / common_divisor(p, modulus) * modulus + (window > p ? window : p); /* values before it are compared */
        if (end <= n)
            return (struct grid_period){true, from + (int64_t)begin, (int64_t)p, from + (int64_t)end - 1};
    }
    return (struct grid_period){0};
}

static size_t least(size_t a, uint64_t b)
{
    return a < b ? a : (size_t)b;
}

struct grid_period custom_period(struct ask *ask, const struct grid *grid)
{
    const struct user_rules *rules = custom_of(ask)->rules;
    const struct custom_position *p = ask->position;
    struct grid_period period = {0};
    struct look_back found;
    if (grid->axes != 1 || grid->set || p->state.which != STATE_ONE || !look_back_find(rules->text, ask->arena, &found) ||
        (grid->of != GRID_VERDICT && (grid->of != GRID_GRUNDY || !rules->pure)))
        return period;
    int64_t from = rules->variable[0].min;
    uint64_t decided = (uint64_t)found.from - (uint64_t)from; /* ranges may be as wide as 64 bits */
    size_t most = least(CUSTOM_PERIOD_VALUES, (uint64_t)found.last - (uint64_t)from + 1);
    most = least(most, CUSTOM_MOVES / ((uint64_t)found.window + 1));
    if (decided >= most)
        return period;
    size_t n = least(most, VALUES_FIRST + 4 * (decided + (uint64_t)found.window + (uint64_t)found.modulus));
    const int64_t *v = grid->axis[0].from == from && grid->cells >= n ? grid->value : NULL;
    for (size_t made = v ? grid->cells : n; made <= most || v; made = made == most ? most + 1 : least(most, FURTHER * made)) {
        struct arena_mark mark = arena_mark(ask->arena);
        v = v ? v : make_values(ask, grid, from, made);
        if (!v)
            return period;
        budget_spend(ask->budget, 8 * made);
        period = prove(ask->arena, &found, from, v, made);
        arena_rewind(ask->arena, mark);
        if (period.proven || made > most)
            return period;
        v = NULL;
    }
    return period;
}
