/* Tables of codes with three pieces whose values are many.
 *
 * The values of three pieces that add up to r are the union, over the largest piece c, of the values of pairs that add up to s =
 * r
 * - c with g(c) xor-ed to each. As c is at least a third of r, the sets of pairs are needed, and kept, for s <= 2r/3 only, each
 * with as many words, a power of two, as the xors of the values below s may need. The upper bits of g(c) permute the words of a
 * set, the lower six the bits of each word; unions are taken for each value of these first (core/sg/fill/bits.h). Both kinds of
 * sets are made when they are asked for: to continue a table, only the sets of pairs have to be made again, in a ninth of the
 * square of its length. Sets that are options of whole heaps are kept as long as a place of the code reaches back to them. */
#include "core/limits.h"
#include "core/sg/fill/bits.h"
#include "core/sg/fill/fill.h"

#include <string.h>

enum { HEAPS_MOST = SG_PAIRS_MAX + 1, VALUES = 1 << 16, TOGETHER = 8 };
_Static_assert(2 * (HEAPS_MOST - 1) <= VALUES, "a heap of n is over after 2n moves: each takes stones or splits");

/* Sets of the last heaps. */
struct ring {
    uint64_t *words; /* row_words each */
    uint64_t *tags;  /* 1 + whose it is */
    size_t *n;
    uint64_t rows;
};

/* Sums first … first + TOGETHER - 1: the pairs that add up to from … end - 1 are in their rows. */
struct block {
    uint64_t first, from, end;
    size_t words; /* 0 before the first */
};

struct triples {
    struct fill *fill;
    struct code code;
    struct bits_loops loops;
    size_t words, row_words; /* of a set now, and at most */
    uint64_t top_known;      /* heaps whose values are within 64 * words */
    uint64_t high;           /* no heap below has a value in the upper half of these */
    struct bits_set *pairs;  /* s < pairs_known */
    uint64_t pairs_known, sets;
    struct ring two, three;
    uint8_t *seen;  /* a byte for each value, 0 between uses */
    uint64_t *rows; /* [sum of the block][loops.rows][words] */
    struct block block;
    uint32_t *run, *run_at; /* for struct bits_sum */
    uint16_t *value;
    uint32_t runs;
    uint64_t runs_known;
    uint64_t *options; /* of the heap */
    size_t none;       /* amounts below n, of those that may be a whole heap */
};

/* Eight bytes that are 0 or 1. */
static uint64_t bits_of(const uint8_t *bytes)
{
    uint64_t x;
    memcpy(&x, bytes, sizeof x);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x * UINT64_C(0x0102040810204080) >> 56;
}

/* The values of the pairs that add up to r. */
static void find_pairs(const struct triples *t, uint64_t r, uint64_t *set)
{
    const uint8_t *g = t->fill->data;
    const uint16_t *wide = t->fill->data;
    if (t->fill->width == 1)
        for (uint64_t a = 1; 2 * a <= r; a++)
            t->seen[g[a] ^ g[r - a]] = 1;
    else
        for (uint64_t a = 1; 2 * a <= r; a++)
            t->seen[wide[a] ^ wide[r - a]] = 1;
    for (size_t w = 0; w < t->words; w++) {
        set[w] = 0;
        for (unsigned k = 0; k < 8; k++)
            set[w] |= bits_of(t->seen + 64 * w + 8 * k) << 8 * k;
    }
    memset(t->seen, 0, 64 * t->words);
    budget_spend(t->fill->budget, r / 2 + 16 * t->words);
}

/* Room for the values of the heaps below n. */
static void make_room(struct triples *t, uint64_t n)
{
    for (; t->top_known < n; t->top_known++)
        while (64 * t->words <= fill_get(t->fill, t->top_known)) {
            t->words *= 2;
            t->high = t->top_known;
        }
}

static void know_pairs(struct triples *t, uint64_t to)
{
    for (; t->pairs_known < to; t->pairs_known++) {
        make_room(t, t->pairs_known);
        uint64_t *set = arena_raw(t->fill->arena, t->words * sizeof *set);
        find_pairs(t, t->pairs_known, set);
        t->pairs[t->pairs_known] = (struct bits_set){set, t->words};
    }
}

/* Where a set is, or is to be made: then *missing is set. */
static uint64_t *ring_at(struct ring *ring, uint64_t r, size_t row_words, bool *missing)
{
    uint64_t at = r % ring->rows;
    *missing = ring->tags[at] != r + 1;
    ring->tags[at] = r + 1;
    return ring->words + at * row_words;
}

static struct bits_set pairs_of(struct triples *t, uint64_t r)
{
    if (r < t->pairs_known)
        return t->pairs[r];
    bool missing;
    uint64_t *set = ring_at(&t->two, r, t->row_words, &missing);
    if (missing) {
        make_room(t, r);
        find_pairs(t, r, set);
        t->two.n[r % t->two.rows] = t->words;
    }
    return (struct bits_set){set, t->two.n[r % t->two.rows]};
}

/* The runs go on with the heaps below n. */
static void note_runs(struct triples *t, uint64_t n)
{
    for (; t->runs_known < n; t->runs_known++) {
        uint64_t c = t->runs_known;
        uint16_t value = (uint16_t)fill_get(t->fill, c);
        if (!c || value != t->value[t->runs - 1] || c - t->run[t->runs - 1] == BITS_RUN) {
            t->run[t->runs] = (uint32_t)c;
            t->value[t->runs++] = value;
        }
        t->run_at[c] = t->runs - 1;
        t->run[t->runs] = (uint32_t)c + 1;
    }
}

static uint64_t *rows_of(const struct triples *t, uint64_t r)
{
    return t->rows + (r - t->block.first) * t->loops.rows * t->words;
}

/* Adds to the rows of r the triples of which two pieces add up to from … end - 1. Without a piece of at least `high` the upper
 * half of the values is not reached. */
static void add_triples(struct triples *t, uint64_t r, uint64_t from, uint64_t end)
{
    end = end < r ? end : r;
    if (from >= end)
        return;
    struct bits_sum sum = {r, rows_of(t, r), t->words, t->pairs, t->run_at, t->run, t->value};
    uint64_t first = r - end + 1, last = r - from, high = t->high > first ? t->high : first, united = 0;
    if (high <= last)
        united += t->loops.unite(&sum, high, last, t->words);
    if (high > first)
        united += t->loops.unite(&sum, first, high <= last ? high - 1 : last, t->words / 2);
    budget_spend(t->fill->budget, united / 4);
}

/* What the sums from r on have in common: pairs that are known for all of them, beside pieces that are, too. These pairs are read
 * once for all. */
static void begin_block(struct triples *t, uint64_t r)
{
    enum { SETS = 64 };
    struct block *block = &t->block;
    *block = (struct block){.first = r, .words = t->words, .from = TOGETHER + 2, .end = 2 * r / 3 + 1};
    memset(t->rows, 0, TOGETHER * t->loops.rows * t->words * sizeof *t->rows);
    if (block->end < block->from)
        block->end = block->from = 2;
    for (uint64_t s = block->from; s < block->end; s += SETS)
        for (uint64_t i = 0; i < TOGETHER; i++)
            add_triples(t, r + i, s, s + SETS < block->end ? s + SETS : block->end);
}

/* The third piece is the largest, at least a third of the sum. */
static void find_triples(struct triples *t, uint64_t r, uint64_t *triples)
{
    if (r >= 3)
        note_runs(t, r - 1);
    if (r < t->block.first || r >= t->block.first + TOGETHER || t->block.words != t->words)
        begin_block(t, r);
    add_triples(t, r, 2, t->block.from);
    add_triples(t, r, t->block.end, 2 * r / 3 + 1);
    t->loops.fold(rows_of(t, r), t->words);
    memcpy(triples, rows_of(t, r), t->words * sizeof *triples);
    budget_spend(t->fill->budget, t->loops.rows * t->words);
}

static struct bits_set triples_of(struct triples *t, uint64_t r)
{
    bool missing;
    uint64_t *set = ring_at(&t->three, r, t->row_words, &missing);
    if (missing) {
        know_pairs(t, 2 * r / 3 + 1);
        make_room(t, r);
        find_triples(t, r, set);
        t->three.n[r % t->three.rows] = t->words;
    }
    return (struct bits_set){set, t->three.n[r % t->three.rows]};
}

static void add_set(struct triples *t, struct bits_set set)
{
    for (size_t w = 0; w < set.n; w++)
        t->options[w] |= set.words[w];
    budget_spend(t->fill->budget, set.n);
}

/* The mex of heap n. */
static uint64_t solve(struct triples *t, uint64_t n)
{
    const struct code *code = &t->code;
    make_room(t, n);
    memset(t->options, 0, t->words * sizeof *t->options);
    while (t->none < code->none.n && (uint64_t)code->none.v[t->none] < n)
        t->none++;
    if (t->none < code->none.n && (uint64_t)code->none.v[t->none] == n)
        t->options[0] |= 1;
    for (size_t i = 0; i < code->one.n && (uint64_t)code->one.v[i] < n; i++) {
        uint64_t value = fill_get(t->fill, n - (uint64_t)code->one.v[i]);
        t->options[value / 64] |= UINT64_C(1) << value % 64;
    }
    for (size_t i = 0; i < code->two.n && (uint64_t)code->two.v[i] < n; i++)
        add_set(t, pairs_of(t, n - (uint64_t)code->two.v[i]));
    for (size_t i = 0; i < code->three.n && (uint64_t)code->three.v[i] < n; i++)
        add_set(t, triples_of(t, n - (uint64_t)code->three.v[i]));
    size_t w = 0;
    while (w < t->words && t->options[w] == UINT64_MAX)
        w++;
    return w < t->words ? 64 * w + (uint64_t)__builtin_ctzll(~t->options[w]) : 64 * t->words;
}

static struct ring ring_for(struct triples *t, const struct amounts_upto *places)
{
    struct arena *arena = t->fill->arena;
    struct ring ring = {.rows = places->n ? (uint64_t)places->v[places->n - 1] + 1 : 0};
    ring.words = arena_array(arena, ring.rows * t->row_words, sizeof *ring.words);
    ring.tags = arena_array(arena, ring.rows, sizeof *ring.tags);
    ring.n = arena_array(arena, ring.rows, sizeof *ring.n);
    return ring;
}

void fill_triples(struct fill *fill, uint64_t to)
{
    struct triples *t = arena_alloc(fill->arena, sizeof *t);
    size_t most = 64 * BITS_WORDS_MIN;
    fill->wider = to > HEAPS_MOST || fill->width > 2;
    if (fill->wider)
        return;
    while (most < 2 * to)
        most *= 2;
    t->fill = fill;
    t->loops = bits_loops_for(fill->simd);
    t->words = BITS_WORDS_MIN;
    t->row_words = most / 64;
    t->code = fill_code(fill->arena, fill->budget, fill->rules, to);
    t->pairs = arena_array(fill->arena, 2 * to / 3 + 2, sizeof *t->pairs);
    t->two = ring_for(t, &t->code.two);
    t->three = ring_for(t, &t->code.three);
    t->seen = arena_array(fill->arena, most, 1);
    t->rows = arena_raw(fill->arena, TOGETHER * t->loops.rows * t->row_words * sizeof *t->rows);
    t->run = arena_raw(fill->arena, (to + 1) * sizeof *t->run);
    t->run_at = arena_raw(fill->arena, to * sizeof *t->run_at);
    t->value = arena_raw(fill->arena, to * sizeof *t->value);
    t->options = arena_array(fill->arena, t->row_words, sizeof *t->options);
    while (fill->count < to && fill_add(fill, solve(t, fill->count)))
        ;
}
