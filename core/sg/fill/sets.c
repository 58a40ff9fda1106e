/* Tables of codes with three pieces, as long as values are below 64, of codes with many splitting places, and of rows with
 * infinite sets of amounts.
 *
 * pairs[r] is the set, as bits, of the values g(a) xor g(b) of all pairs a + b = r, a, b >= 1; triples[r] that of g(a) xor g(b)
 * xor g(c), a + b + c = r: the union, over a, of pairs[r-a] with g(a) xor-ed to each member. The upper bits of g(a) permute the
 * words of a set, the lower six the bits of each word; unions are taken for each value of these first. Then the options of a heap
 * are a union of some of these sets. Quadratic in time and linear, a set for each heap, in memory. Sets have room for the values
 * below 64 * words; where a value does not fit, everything begins again with twice the words. */
#include "core/sg/fill/bits.h"
#include "core/sg/fill/fill.h"

#include <string.h>

struct sets {
    struct fill *fill;
    struct code code;
    size_t words;
    uint64_t *pairs, *triples; /* words for each heap; triples NULL where not needed */
    uint8_t *seen;             /* of a heap: a byte for each value */
    uint64_t *by_bits;         /* union of pairs[r-a], its words permuted by g(a), for the lower six bits of g(a) */
    size_t none;               /* amounts below n, of those that may be a whole heap */
};

static uint64_t *pairs_of(const struct sets *s, uint64_t r)
{
    return s->pairs + r * s->words;
}

/* Values below 64: the set is one word. */
static uint64_t pairs_in_a_word(const uint8_t *g, uint64_t r)
{
    uint64_t set[4] = {0}, a = 1;
    for (; 2 * (a + 3) <= r; a += 4)
        for (unsigned k = 0; k < 4; k++)
            set[k] |= UINT64_C(1) << (g[a + k] ^ g[r - a - k]);
    for (; 2 * a <= r; a++)
        set[0] |= UINT64_C(1) << (g[a] ^ g[r - a]);
    return set[0] | set[1] | set[2] | set[3];
}

static void find_pairs(const struct sets *s, uint64_t r)
{
    uint64_t *set = pairs_of(s, r);
    budget_spend(s->fill->budget, r / 2);
    if (s->words == 1 && s->fill->width == 1) {
        *set = pairs_in_a_word(s->fill->data, r);
        return;
    }
    memset(s->seen, 0, 64 * s->words);
    const uint8_t *g = s->fill->width == 1 ? s->fill->data : NULL;
    for (uint64_t a = 1; g && 2 * a <= r; a++)
        s->seen[g[a] ^ g[r - a]] = 1;
    for (uint64_t a = 1; !g && 2 * a <= r; a++)
        s->seen[fill_get(s->fill, a) ^ fill_get(s->fill, r - a)] = 1;
    for (size_t x = 0; x < 64 * s->words; x++)
        set[x / 64] |= (uint64_t)s->seen[x] << x % 64;
}

/* The smallest of three pieces is at most a third of their sum. Two tables, so that equal neighbours do not wait for each other.
 */
static void unite_in_a_word(const struct sets *s, const uint8_t *g, uint64_t r)
{
    uint64_t *even = s->by_bits, *odd = s->by_bits + 64, a = 1;
    const uint64_t *pairs = s->pairs + r;
    for (; 3 * (a + 1) <= r; a += 2) {
        even[g[a]] |= *(pairs - a);
        odd[g[a + 1]] |= *(pairs - a - 1);
    }
    if (3 * a <= r)
        even[g[a]] |= *(pairs - a);
    for (size_t i = 0; i < 64; i++)
        even[i] |= odd[i];
}

static void find_triples(const struct sets *s, uint64_t r)
{
    uint64_t *set = s->triples + r;
    budget_spend(s->fill->budget, r / 3);
    memset(s->by_bits, 0, 128 * sizeof *s->by_bits);
    unite_in_a_word(s, s->fill->data, r);
    for (unsigned bits = 0; bits < 64; bits++)
        *set |= bits_moved(s->by_bits[bits], bits);
}

static void unite(const struct sets *s, uint64_t *seen, const uint64_t *sets, const struct amounts_upto *places, uint64_t n)
{
    for (size_t k = 0; k < places->n && (uint64_t)places->v[k] < n; k++)
        for (size_t i = 0; i < s->words; i++)
            seen[i] |= sets[(n - (uint64_t)places->v[k]) * s->words + i];
    budget_spend(s->fill->budget, places->n * s->words);
}

static uint64_t mex_at(struct sets *s, uint64_t n, uint64_t *seen)
{
    memset(seen, 0, s->words * sizeof *seen);
    while (s->none < s->code.none.n && (uint64_t)s->code.none.v[s->none] < n)
        s->none++;
    if (s->none < s->code.none.n && (uint64_t)s->code.none.v[s->none] == n)
        seen[0] |= 1;
    for (size_t k = 0; k < s->code.one.n && (uint64_t)s->code.one.v[k] < n; k++) {
        uint64_t value = fill_get(s->fill, n - (uint64_t)s->code.one.v[k]);
        seen[value / 64] |= UINT64_C(1) << value % 64;
    }
    unite(s, seen, s->pairs, &s->code.two, n);
    if (s->triples)
        unite(s, seen, s->triples, &s->code.three, n);
    size_t i = 0;
    while (i < s->words && seen[i] == UINT64_MAX)
        i++;
    return i < s->words ? 64 * i + (uint64_t)__builtin_ctzll(~seen[i]) : 64 * s->words;
}

/* False when a value does not fit the sets. */
static bool run(struct sets *s, uint64_t to)
{
    uint64_t *seen = arena_array(s->fill->arena, s->words, sizeof *seen);
    for (uint64_t r = 0; r < to; r++) {
        find_pairs(s, r);
        if (s->triples)
            find_triples(s, r);
        if (r < s->fill->count)
            continue;
        uint64_t value = mex_at(s, r, seen);
        if (value >= 64 * s->words)
            return false;
        if (!fill_add(s->fill, value))
            return true;
    }
    return true;
}

void fill_sets(struct fill *fill, uint64_t to)
{
    uint64_t top = 0;
    for (uint64_t n = 0; n < fill->count; n++)
        top = fill_get(fill, n) > top ? fill_get(fill, n) : top;
    struct sets s = {.fill = fill, .words = 1};
    s.code = fill_code(fill->arena, fill->budget, fill->rules, to);
    while (64 * s.words <= top)
        s.words *= 2;
    struct arena_mark mark = arena_mark(fill->arena);
    fill->wider = s.code.three.n && (s.words > 1 || fill->width > 1);
    for (; !fill->wider; s.words *= 2) {
        s.pairs = arena_array(fill->arena, to * s.words, sizeof *s.pairs);
        s.triples = s.code.three.n ? arena_array(fill->arena, to * s.words, sizeof *s.triples) : NULL;
        s.by_bits = arena_array(fill->arena, 128, sizeof *s.by_bits);
        s.seen = arena_array(fill->arena, 64 * s.words, 1);
        s.none = 0;
        if (run(&s, to))
            return;
        fill->wider = s.triples != NULL;
        arena_rewind(fill->arena, mark);
    }
}
