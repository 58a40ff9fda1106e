/* Tables of codes with up to two pieces, and of Grundy's game, whose values need 16 bits.
 *
 * For each heap the first pairs mark their values; as they are several times as many as there are values, few values below the
 * mex stay unmarked. These are looked for, in ascending order, among all other pairs, many at a time, until one is not found. */
#include "core/sg/fill/fill.h"
#include "core/sg/fill/pair_loops.h"

#include <string.h>

enum { VALUES = 1 << 16, MARKS_PER_VALUE = 4 };

struct wide {
    struct fill *fill;
    const uint16_t *g;
    struct code code;
    const struct pair_loops *loops;
    uint64_t bound; /* a power of two above all values, and so above their xors; at least 64 */
    uint64_t sample;
    uint64_t seen[VALUES / 64 + 1];
};

static void mark(struct wide *wide, unsigned value)
{
    wide->seen[value / 64] |= UINT64_C(1) << value % 64;
}

static uint64_t last_pair(const struct wide *wide, uint64_t rest)
{
    return (rest - wide->code.unequal) / 2;
}

static void mark_some(struct wide *wide, uint64_t n)
{
    const struct code *code = &wide->code;
    memset(wide->seen, 0, (size_t)(wide->bound / 64 + 1) * sizeof *wide->seen);
    for (size_t i = 0; i < code->none.n; i++)
        if ((uint64_t)code->none.v[i] == n)
            mark(wide, 0);
    for (size_t i = 0; i < code->one.n && (uint64_t)code->one.v[i] < n; i++)
        mark(wide, wide->g[n - (uint64_t)code->one.v[i]]);
    for (size_t i = 0; i < code->two.n && (uint64_t)code->two.v[i] < n; i++) {
        uint64_t rest = n - (uint64_t)code->two.v[i], last = last_pair(wide, rest);
        for (uint64_t a = 1; a <= last && a <= wide->sample; a++)
            mark(wide, wide->g[a] ^ wide->g[rest - a]);
    }
    budget_spend(wide->fill->budget, wide->sample * code->two.n + code->one.n + wide->bound / 64);
}

static bool reached(struct wide *wide, uint64_t n, uint16_t v)
{
    const struct code *code = &wide->code;
    uint64_t skip = wide->sample;
    for (size_t i = 0; i < code->two.n && (uint64_t)code->two.v[i] < n; i++) {
        uint64_t rest = n - (uint64_t)code->two.v[i], last = last_pair(wide, rest);
        if (last <= skip)
            continue;
        budget_spend(wide->fill->budget, (last - skip) / 16 + 4);
        if (wide->loops->any_wide(wide->g + skip, rest - 2 * skip, last - skip, v))
            return true;
    }
    return false;
}

/* The mex at n, or `bound`, which no xor of values reaches. */
static uint64_t solve(struct wide *wide, uint64_t n)
{
    mark_some(wide, n);
    for (uint64_t v = 0; v < wide->bound; v++)
        if (!(wide->seen[v / 64] >> v % 64 & 1) && !reached(wide, n, (uint16_t)v))
            return v;
    return wide->bound;
}

static void make_room(struct wide *wide, uint64_t value)
{
    while (wide->bound <= value)
        wide->bound *= 2;
    wide->sample = wide->bound * MARKS_PER_VALUE;
}

void fill_pairs_wide(struct fill *fill, uint64_t to)
{
    struct wide *wide = arena_alloc(fill->arena, sizeof *wide);
    wide->fill = fill;
    wide->g = fill->data;
    wide->code = fill_code(fill->arena, fill->budget, fill->rules, to);
    wide->loops = pair_loops(fill->simd);
    wide->bound = 64;
    for (uint64_t n = 0; n < fill->count; n++)
        make_room(wide, wide->g[n]);
    while (fill->count < to) {
        uint64_t value = solve(wide, fill->count);
        if (!fill_add(fill, value))
            return;
        make_room(wide, value);
    }
}
