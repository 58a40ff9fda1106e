/* Tables of codes with up to two pieces, and of Grundy's game.
 *
 * Rare and common values (Gangolli and Plambeck; Flammenkamp's tables rest on it). Fix a mask m and call the value v at heap n
 * rare if parity(v & m) is 0, or, where all places that split have one parity s, if parity(v & m) is n + s modulo 2. For a pair a
 * + b = n - (place): the value g(a) xor g(b) is rare at n iff a and b are both rare or both common. So a value that would be
 * common at n can be excluded by pairs with exactly one rare part only, and these are found by going through the rare heaps; a
 * mask that makes few heaps rare is chosen anew whenever the table has doubled. Any mask is correct.
 *
 * 64 neighbouring heaps (lanes) n0…n0+63 are made together. Which values have a pair is found out for eight values and all lanes
 * at once: for common values by all rare a whose partners are known before n0 (far ones), as far up as a lane needs it to have a
 * common value without a pair; for rare values below by a sample of all a. Then, one lane at a time: pairs of a rare heap with a
 * partner in the block, or of a rare heap in the block; options of one piece; and for a rare v that the sample has no pair for,
 * all pairs. The first value in ascending order that is left is the mex.
 *
 * Grundy's game forbids equal parts, which matter for v = 0 only: there v = 0 is treated as rare, and the sample is of heaps
 * below n0/2. */
#include "core/sg/fill/pair_loops.h"

#include "core/sg/fill/fill.h"
#include "core/sg/fill/mask.h"

#include <string.h>

enum {
    GROUPS = MASK_VALUES / 64,
    START = 512,           /* heaps below are made by the definition */
    SAMPLE_LEAST = 192,    /* heaps that rare values are first tried with: so many, or more where there are many values */
    SAMPLE_PER_VALUE = 12, /* few rare values are left then */
    MASK_FROM = 4,         /* the mask is not chosen by the heaps below: they are not typical */
};

/* Values of one kind: those that have a pair in the lanes of the block, as far as that was looked for. */
struct known {
    struct eights values;
    size_t eights; /* that were looked for */
    uint8_t seen[EIGHTS + TOGETHER][LANES];
    uint64_t seen_in[GROUPS + 1][LANES]; /* the same by lanes */
};

/* How the values of a heap are sorted; where its parity counts there are two ways. */
struct kinds {
    struct known common, rare;
};

struct state {
    struct fill *fill;
    uint8_t *g;
    struct code code;
    const struct pair_loops *loops;
    unsigned top; /* largest value so far */
    /* rare heaps, ascending */
    uint32_t *at;
    uint8_t *value;
    size_t n, room;
    bool is_rare[2][MASK_VALUES]; /* at even heaps, at odd ones */
    struct mask mask;             /* the last one chosen */
    unsigned place_parity;
    uint64_t chosen_at;    /* when the mask was chosen */
    struct keys sample;    /* heaps 1, 2, 3, … */
    uint64_t n0;           /* of the block under way */
    uint64_t early;        /* up to here a place leaves at most 2 LANES stones, or none */
    uint8_t turned[LANES]; /* values of heaps LANES, ..., 2, 1 */
    struct kinds kinds[2];
};

static void add_rare(struct state *s, uint64_t n)
{
    if (s->n == s->room) {
        size_t room = s->room ? s->room * 2 : 4096;
        uint32_t *at = arena_raw(s->fill->arena, room * sizeof *at);
        uint8_t *value = arena_raw(s->fill->arena, room);
        if (s->n) {
            memcpy(at, s->at, s->n * sizeof *at);
            memcpy(value, s->value, s->n);
        }
        s->at = at;
        s->value = value;
        s->room = room;
    }
    s->at[s->n] = (uint32_t)n;
    s->value[s->n++] = s->g[n];
}

/* The first index in the rare list whose heap is at least n. */
static size_t rare_from(const struct state *s, uint64_t n)
{
    size_t low = 0, high = s->n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->at[middle] < n)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Heaps a of a place whose partners are known for the whole block: first…last. */
static uint64_t far_first(uint64_t place)
{
    return place + 1 < LANES ? LANES - place : 1;
}

/* The 0 of Grundy's game counts as rare: rare heaps with themselves are no pairs. */
static void sort_values(struct state *s)
{
    for (unsigned parity = 0; parity < 2; parity++) {
        struct kinds *kinds = &s->kinds[parity];
        kinds->common.values = kinds->rare.values = (struct eights){.n = 0};
        for (unsigned v = 0; v < MASK_VALUES; v++) {
            bool rare = s->is_rare[parity][v] || (s->code.unequal && v == 0);
            eights_add(rare ? &kinds->rare.values : &kinds->common.values, v);
        }
    }
}

static void choose_mask(struct state *s, uint64_t count)
{
    bool one_parity = true;
    for (size_t i = 0; i < s->code.two.n; i++)
        one_parity &= ((uint64_t)s->code.two.v[i] & 1) == s->place_parity;
    budget_spend(s->fill->budget, 2 * count);
    struct mask mask = mask_best(s->g, MASK_FROM, count, one_parity, s->place_parity);
    s->chosen_at = count;
    if (s->n && mask.bits == s->mask.bits && mask.by_place == s->mask.by_place)
        return;
    s->mask = mask;
    for (unsigned v = 0; v < MASK_VALUES; v++)
        for (unsigned parity = 0; parity < 2; parity++)
            s->is_rare[parity][v] = mask_is_rare(&mask, v, parity + s->place_parity);
    sort_values(s);
    s->n = 0;
    for (uint64_t n = 1; n < count; n++)
        if (s->is_rare[n % 2][s->g[n]])
            add_rare(s, n);
}

static uint64_t far_end(const struct state *s, uint64_t place)
{
    return s->n0 > place ? s->n0 - place : 0;
}

/* The rare heaps whose partners are known for the whole block. */
static struct keys rare_keys(const struct state *s, uint64_t place)
{
    size_t from = rare_from(s, far_first(place)), to = rare_from(s, far_end(s, place));
    return from < to ? (struct keys){s->at + from, s->value + from, to - from} : (struct keys){.n = 0};
}

static struct keys sample_keys(const struct state *s, uint64_t place)
{
    uint64_t from = far_first(place) - 1, to = far_end(s, place);
    to = to && to - 1 < s->sample.n ? to - 1 : to ? s->sample.n : 0;
    return from < to ? (struct keys){s->sample.at + from, s->sample.value + from, (size_t)(to - from)} : (struct keys){.n = 0};
}

/* Looks for the next values of that kind, for `eights` eights at least. */
static void look_for(struct state *s, struct known *known, bool rare, size_t eights)
{
    size_t from = known->eights, together = 1;
    while (together < TOGETHER && together < eights)
        together *= 2;
    memset(known->seen[from], 0, together * sizeof *known->seen);
    for (size_t i = 0; i < s->code.two.n; i++) {
        uint64_t place = (uint64_t)s->code.two.v[i];
        struct keys keys = rare ? sample_keys(s, place) : rare_keys(s, place);
        if (keys.n)
            s->loops->cover(known->seen, s->g + s->n0 - place, &keys, &known->values, from, together);
        budget_spend(s->fill->budget, keys.n * together);
    }
    for (size_t e = from; e < from + together; e++)
        s->loops->spread(known->seen_in[e / 8], known->seen[e], 8 * (e % 8));
    known->eights += together;
}

/* How many eights it takes until each lane has a value that is not seen; at least one. Lanes of the other parity do not count. */
static size_t eights_needed(const struct state *s, struct known *known, unsigned parity)
{
    uint8_t closed[LANES];
    memset(closed, 0xff, sizeof closed);
    for (size_t j = (s->n0 + parity + 1) % 2; s->mask.by_place && j < LANES; j += 2)
        closed[j] = 0;
    for (size_t e = 0;;) {
        uint64_t any = 0, words[LANES / 8];
        for (size_t j = 0; j < LANES; j++)
            closed[j] &= known->seen[e][j] == 0xff ? 0xff : 0;
        memcpy(words, closed, sizeof words);
        for (size_t i = 0; i < LANES / 8; i++)
            any |= words[i];
        if (++e * 8 >= known->values.n || !any || e == known->eights)
            return any ? e + 1 : e;
    }
}

/* Values in ascending order, as long as a lane has no common one without a pair; and the rare ones below. */
static void start_block(struct state *s)
{
    for (unsigned parity = 0; parity < (s->mask.by_place ? 2 : 1); parity++) {
        struct kinds *kinds = &s->kinds[parity];
        const struct eights *common = &kinds->common.values;
        size_t n = 0, eights, below;
        kinds->common.eights = kinds->rare.eights = 0;
        while (n < common->n && common->value[n] <= s->top)
            n++;
        look_for(s, &kinds->common, false, n / 8 + 1);
        while ((eights = eights_needed(s, &kinds->common, parity)) > kinds->common.eights && 8 * kinds->common.eights < common->n)
            look_for(s, &kinds->common, false, TOGETHER);
        n = 8 * eights < common->n ? 8 * eights : common->n;
        below = n ? common->value[n - 1] + 1 - n : s->top + 1;
        while (8 * kinds->rare.eights < below && 8 * kinds->rare.eights < kinds->rare.values.n)
            look_for(s, &kinds->rare, true, (below + 7) / 8 - kinds->rare.eights);
    }
}

/* Whether an option of one piece, or of none, has value v. */
SIMD_BODY bool is_single(const struct state *s, uint64_t n, unsigned v)
{
    const struct code *code = &s->code;
    for (size_t i = 0; i < code->one.n && (uint64_t)code->one.v[i] < n; i++)
        if (s->g[n - (uint64_t)code->one.v[i]] == v)
            return true;
    for (size_t i = 0; v == 0 && i < code->none.n; i++)
        if ((uint64_t)code->none.v[i] == n)
            return true;
    return false;
}

/* Pairs that the block's passes leave out: the rare part lies before far_first() or, like its partner, not before far_end(), so
 * one part is below LANES. All such pairs are looked at, rare or not. */
SIMD_BODY bool near_pair(const struct state *s, uint64_t n, unsigned v, meet_loop *meet)
{
    const int64_t *place = s->code.two.v;
    bool hit = false;
    for (size_t i = 0; n > s->early && i < s->code.two.n; i++)
        hit |= meet(s->g + n - place[i] - LANES, s->turned, (uint8_t)v);
    for (size_t i = 0; n <= s->early && !hit && i < s->code.two.n && (uint64_t)place[i] < n; i++) {
        uint64_t rest = n - (uint64_t)place[i];
        hit = rest > 2 * LANES ? meet(s->g + rest - LANES, s->turned, (uint8_t)v)
                               : s->loops->any(s->g, rest, (rest - s->code.unequal) / 2, (uint8_t)v);
    }
    return hit;
}

/* Whether a pair has value v; `sampled`: none with a heap of the sample has. */
static bool any_pair(const struct state *s, uint64_t n, unsigned v, bool sampled)
{
    for (size_t i = 0; i < s->code.two.n && (uint64_t)s->code.two.v[i] < n; i++) {
        uint64_t place = (uint64_t)s->code.two.v[i], rest = n - place, last = (rest - s->code.unequal) / 2;
        uint64_t skip = sampled && far_end(s, place) > s->sample.n ? s->sample.n : 0;
        if (last <= skip)
            continue;
        budget_spend(s->fill->budget, (last - skip) / 16 + 4);
        if (s->loops->any(s->g + skip, rest - 2 * skip, last - skip, (uint8_t)v))
            return true;
    }
    return false;
}

SIMD_BODY bool is_near(const struct state *s, uint64_t n, unsigned v, meet_loop *meet)
{
    return is_single(s, n, v) || near_pair(s, n, v, meet);
}

/* The first index from `from` on of a value that no pair of the lane was seen for; more than there are when there is none. */
SIMD_BODY size_t next_unseen(const struct known *known, size_t lane, size_t from)
{
    for (size_t word = from / 64; word < GROUPS; word++) {
        uint64_t open = 8 * word < known->eights ? ~known->seen_in[word][lane] : UINT64_MAX;
        if (word == from / 64)
            open &= UINT64_MAX << from % 64;
        if (open)
            return 64 * word + (size_t)__builtin_ctzll(open);
    }
    return MASK_VALUES;
}

/* The first rare value that no option has, below the index `end`; MASK_VALUES when there is none. *from: where to look on. */
SIMD_BODY unsigned rare_mex(const struct state *s, const struct known *rare, uint64_t n, size_t *from, size_t end,
                            meet_loop *meet)
{
    for (; (*from = next_unseen(rare, n - s->n0, *from)) < end; ++*from) {
        unsigned v = rare->values.value[*from];
        if (!is_near(s, n, v, meet) && !any_pair(s, n, v, *from < 8 * rare->eights))
            return v;
    }
    return MASK_VALUES;
}

/* The mex at n, or MASK_VALUES. A common value v with index i has v - i rare ones below. */
SIMD_BODY unsigned solve(struct state *s, uint64_t n, meet_loop *meet)
{
    struct kinds *kinds = &s->kinds[s->mask.by_place ? n % 2 : 0];
    struct known *common = &kinds->common;
    size_t from = 0;
    for (size_t i = 0;; i++) {
        while ((i = next_unseen(common, n - s->n0, i)) >= 8 * common->eights && 8 * common->eights < common->values.n)
            look_for(s, common, false, TOGETHER);
        if (i >= common->values.n)
            return rare_mex(s, &kinds->rare, n, &from, kinds->rare.values.n, meet);
        unsigned v = common->values.value[i], below = rare_mex(s, &kinds->rare, n, &from, v - i, meet);
        if (below < v)
            return below;
        if (!is_near(s, n, v, meet))
            return v;
    }
}

SIMD_BODY bool solve_block(struct state *s, uint64_t end, meet_loop *meet)
{
    struct fill *fill = s->fill;
    for (; fill->count < end; fill->count++) {
        uint64_t n = fill->count;
        unsigned v = solve(s, n, meet);
        if (v == MASK_VALUES) {
            fill->wider = true;
            return false;
        }
        s->g[n] = (uint8_t)v;
        s->top = v > s->top ? v : s->top;
        if (s->is_rare[n % 2][v])
            add_rare(s, n);
    }
    return true;
}

static bool solve_block_plain(struct state *s, uint64_t end)
{
    return solve_block(s, end, meet_plain);
}

#if SIMD_X86
SIMD_AVX2 static bool solve_block_avx2(struct state *s, uint64_t end)
{
    return solve_block(s, end, meet_avx2);
}
#else
#define solve_block_avx2 solve_block_plain
#endif

static bool fill_block(struct state *s, uint64_t to)
{
    s->n0 = s->fill->count;
    start_block(s);
    uint64_t end = to - s->n0 < LANES ? to : s->n0 + LANES;
    bool fit = s->fill->simd == SIMD_PLAIN ? solve_block_plain(s, end) : solve_block_avx2(s, end);
    budget_spend(s->fill->budget, 40 * LANES);
    return fit;
}

/* The first heaps, below a quarter of the table: they have partners for all lanes, and none in the middle. */
static void take_sample(struct state *s)
{
    size_t n = (size_t)s->fill->count / 4, wanted = SAMPLE_PER_VALUE * (s->top + 1);
    wanted = wanted > SAMPLE_LEAST ? wanted : SAMPLE_LEAST;
    n = n < wanted ? n : wanted;
    if (n <= s->sample.n)
        return;
    uint32_t *at = arena_raw(s->fill->arena, n * sizeof *at);
    uint8_t *value = arena_raw(s->fill->arena, n);
    for (size_t i = 0; i < n; i++) {
        at[i] = (uint32_t)(i + 1);
        value[i] = s->g[i + 1];
    }
    s->sample = (struct keys){at, value, n};
}

static void begin(struct state *s)
{
    uint64_t count = s->fill->count;
    s->place_parity = s->code.two.n ? (unsigned)(s->code.two.v[0] & 1) : 0;
    for (uint64_t n = 0; n < count; n++)
        s->top = s->g[n] > s->top ? s->g[n] : s->top;
    s->early = s->code.two.n ? (uint64_t)s->code.two.v[s->code.two.n - 1] + 2 * LANES : 0;
    for (unsigned k = 0; k < LANES; k++)
        s->turned[k] = s->g[LANES - k];
}

void fill_pairs(struct fill *fill, uint64_t to)
{
    if (fill->count < START)
        fill_plain(fill, to < START ? to : START);
    if (fill->wider || fill->count >= to)
        return;
    struct state *s = arena_alloc(fill->arena, sizeof *s);
    s->fill = fill;
    s->g = fill->data;
    s->code = fill_code(fill->arena, fill->budget, fill->rules, to);
    s->loops = pair_loops(fill->simd);
    begin(s);
    while (fill->count < to) {
        if (fill->count >= 2 * s->chosen_at) {
            choose_mask(s, fill->count);
            take_sample(s);
        }
        if (!fill_block(s, to))
            return;
    }
}
