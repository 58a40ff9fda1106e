/* Tables of codes with up to two pieces, and of Grundy's game.
 *
 * Rare and common values (Gangolli and Plambeck; Flammenkamp's tables rest on it). Fix a mask m and call the value v at heap n
 * rare if parity(v & m) is 0, or, where all places that split have one parity s, if parity(v & m) is n + s modulo 2. For a pair a
 * + b = n - (place): the value g(a) xor g(b) is rare at n iff a and b are both rare or both common. So a value that would be
 * common at n can be excluded by pairs with exactly one rare part only, and these are found by going through the rare heaps; a
 * mask that makes few heaps rare is chosen anew whenever the table has doubled. Any mask is correct.
 *
 * 64 neighbouring heaps (lanes) n0…n0+63 are made together. For each value v the set of lanes is found in which a pair excludes
 * v: for a common v by all rare a whose partners are known before n0 (far ones), for a rare v by a sample of all a. Values are
 * gone through in ascending order for the lanes that are still open: a lane is likely to be done at the first common v that is
 * not excluded there. Then, one lane at a time: pairs of a rare heap with a partner in the block, or of a rare heap in the block;
 * options of one piece; and for a rare v that the sample did not exclude, all pairs. Where a lane was given up too early, it asks
 * again.
 *
 * Grundy's game forbids equal parts, which matter for v = 0 only: there v = 0 is treated as rare, and the sample is of heaps
 * below n0/2. */
#include "core/sg/fill/pairs.h"

#include "core/sg/fill/fill.h"
#include "core/sg/fill/mask.h"

#include <string.h>

enum {
    VALUES = MASK_VALUES,
    GROUPS = VALUES / 64,
    START = 512,   /* heaps below are made by the definition */
    SAMPLE = 128,  /* heaps that rare values are first tried with, at most */
    MASK_FROM = 4, /* the mask is not chosen by the heaps below: they are not typical */
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
    bool is_rare_mask[VALUES]; /* parity(v & m) = 0 */
    bool by_place;             /* the parity of the heap counts, together with that of the places */
    unsigned place_parity;
    uint64_t chosen_at; /* when the mask was chosen */
    struct keys sample;
    /* the block under way */
    uint64_t n0;
    uint64_t hit[VALUES], valid[VALUES]; /* lanes in which v is excluded, and those for which that was found out */
    uint64_t excluded[GROUPS][LANES];    /* hit, turned: bit v of a lane */
    unsigned groups;                     /* of 64 values, that a heap of this block may have */
};

static bool is_rare(const struct state *s, unsigned v, uint64_t n)
{
    return s->is_rare_mask[v] != (s->by_place && (n + s->place_parity) % 2);
}

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

static void choose_mask(struct state *s, uint64_t count)
{
    bool one_parity = true;
    for (size_t i = 0; i < s->code.two.n; i++)
        one_parity &= ((uint64_t)s->code.two.v[i] & 1) == s->place_parity;
    struct mask mask = mask_best(s->g, MASK_FROM, count, one_parity, s->place_parity);
    s->by_place = mask.by_place;
    for (size_t v = 0; v < VALUES; v++)
        s->is_rare_mask[v] = __builtin_parityll(v & mask.bits) == 0;
    s->n = 0;
    for (uint64_t n = 1; n < count; n++)
        if (is_rare(s, s->g[n], n))
            add_rare(s, n);
    s->chosen_at = count;
    budget_spend(s->fill->budget, 2 * count);
}

static uint64_t far_end(const struct state *s, uint64_t place)
{
    return s->n0 > place ? s->n0 - place : 0;
}

/* The values that are looked for at once, and what is known of them. */
struct quest {
    unsigned n; /* 1 or TOGETHER */
    uint8_t v[TOGETHER];
    uint64_t hit[TOGETHER];
};

static void cover(struct state *s, struct quest *quest, uint64_t place, const struct keys *keys)
{
    size_t (*loop)(uint64_t *, const uint8_t *, const struct keys *, const uint8_t *) =
        quest->n == 1 ? s->loops->cover_one : s->loops->cover;
    budget_spend(s->fill->budget, quest->n * loop(quest->hit, s->g + s->n0 - place, keys, quest->v));
}

static void cover_common(struct state *s, struct quest *quest)
{
    for (size_t i = 0; i < s->code.two.n; i++) {
        uint64_t place = (uint64_t)s->code.two.v[i];
        size_t from = rare_from(s, far_first(place)), to = rare_from(s, far_end(s, place));
        if (from < to)
            cover(s, quest, place, &(struct keys){s->at + from, s->value + from, to - from});
    }
}

static void cover_rare(struct state *s, struct quest *quest)
{
    for (size_t i = 0; i < s->code.two.n; i++) {
        /* sample.at[k] = k + 1 */
        uint64_t place = (uint64_t)s->code.two.v[i], from = far_first(place) - 1, to = far_end(s, place);
        to = to && to - 1 < s->sample.n ? to - 1 : to ? s->sample.n : 0;
        if (from < to)
            cover(s, quest, place, &(struct keys){s->sample.at + from, s->sample.value + from, (size_t)(to - from)});
    }
}

/* Lanes in which v is rare; all, for the 0 of Grundy's game. */
static uint64_t rare_lanes(const struct state *s, unsigned v)
{
    if (s->code.unequal && v == 0)
        return UINT64_MAX;
    const uint64_t even = UINT64_C(0x5555555555555555);
    if (!s->by_place)
        return s->is_rare_mask[v] ? UINT64_MAX : 0;
    return is_rare(s, v, s->n0) ? even : ~even;
}

/* Fills hit and valid of some values, all rare or all common in the lanes `kind` that are asked for. */
static void find_out(struct state *s, const uint8_t *v, unsigned n, uint64_t lanes, bool rare)
{
    struct quest quest = {.n = n == 1 ? 1 : TOGETHER};
    uint64_t kind[TOGETHER];
    for (unsigned k = 0; k < quest.n; k++) {
        quest.v[k] = v[k < n ? k : 0];
        kind[k] = lanes & (rare ? rare_lanes(s, quest.v[k]) : ~rare_lanes(s, quest.v[k]));
        quest.hit[k] = ~kind[k];
    }
    if (rare)
        cover_rare(s, &quest);
    else
        cover_common(s, &quest);
    for (unsigned k = 0; k < n; k++) {
        s->hit[v[k]] |= quest.hit[k] & kind[k];
        s->valid[v[k]] |= kind[k];
    }
}

/* 64 rows of 64 bits become columns. */
static void turn(uint64_t *m)
{
    uint64_t mask = UINT64_C(0x00000000ffffffff);
    for (unsigned width = 32; width; width /= 2, mask ^= mask << width)
        for (unsigned i = 0; i < LANES; i = (i + width + 1) & ~width) {
            uint64_t swap = (m[i] >> width ^ m[i + width]) & mask;
            m[i] ^= swap << width;
            m[i + width] ^= swap;
        }
}

/* Looks for STEP values from v on. */
enum { STEP = 8 };
static void find_step(struct state *s, unsigned first, uint64_t open)
{
    for (int rare = 0; rare < 2; rare++) {
        uint8_t v[STEP];
        unsigned n = 0;
        for (unsigned value = first; value < first + STEP; value++)
            if (rare ? rare_lanes(s, value) : ~rare_lanes(s, value))
                v[n++] = (uint8_t)value;
        for (unsigned i = 0; i < n; i += TOGETHER)
            find_out(s, v + i, n - i < TOGETHER ? n - i : TOGETHER, open, rare);
    }
}

/* Values in ascending order, as long as a lane has no common one that is not excluded. */
static void start_block(struct state *s, unsigned lanes_wanted)
{
    uint64_t open = lanes_wanted == LANES ? UINT64_MAX : (UINT64_C(1) << lanes_wanted) - 1;
    unsigned known = 0;
    memset(s->valid, 0, s->groups * 64 * sizeof *s->valid);
    memset(s->hit, 0, s->groups * 64 * sizeof *s->hit);
    for (; known < s->groups * 64 && open; known += STEP) {
        find_step(s, known, open);
        for (unsigned v = known; v < known + STEP; v++)
            open &= s->hit[v] | rare_lanes(s, v);
    }
    for (unsigned group = 0; group < s->groups; group++) {
        memcpy(s->excluded[group], s->hit + 64 * group, sizeof s->excluded[group]);
        if (known > 64 * group)
            turn(s->excluded[group]);
    }
}

/* Options that are looked at one by one: of one piece, and pairs where few stones are left. */
static void mark_near(const struct state *s, uint64_t n, uint64_t *seen)
{
    const struct code *code = &s->code;
    for (size_t i = 0; i < code->none.n; i++)
        if ((uint64_t)code->none.v[i] == n)
            seen[0] |= 1;
    for (size_t i = 0; i < code->one.n && (uint64_t)code->one.v[i] < n; i++) {
        unsigned v = s->g[n - (uint64_t)code->one.v[i]];
        seen[v / 64] |= UINT64_C(1) << v % 64;
    }
    for (size_t i = code->two.n; i > 0 && (uint64_t)code->two.v[i - 1] + 2 * LANES > n; i--) {
        int64_t rest = (int64_t)n - code->two.v[i - 1];
        for (int64_t a = 1; a + code->unequal <= rest - a; a++) {
            unsigned v = s->g[a] ^ s->g[rest - a];
            seen[v / 64] |= UINT64_C(1) << v % 64;
        }
    }
}

/* Pairs that the block's passes leave out: the rare part lies before far_first() or, like its partner, not before far_end(), so
 * one part is below LANES. All such pairs are looked at, rare or not. */
static bool near_pair(const struct state *s, uint64_t n, unsigned v)
{
    for (size_t i = 0; i < s->code.two.n && (uint64_t)s->code.two.v[i] + 2 * LANES <= n; i++)
        if (s->loops->any(s->g, n - (uint64_t)s->code.two.v[i], LANES, (uint8_t)v))
            return true;
    return false;
}

static bool any_pair(const struct state *s, uint64_t n, unsigned v)
{
    for (size_t i = 0; i < s->code.two.n && (uint64_t)s->code.two.v[i] < n; i++) {
        uint64_t rest = n - (uint64_t)s->code.two.v[i], last = (rest - s->code.unequal) / 2;
        budget_spend(s->fill->budget, last / 16 + 4);
        if (s->loops->any(s->g, rest, last, (uint8_t)v))
            return true;
    }
    return false;
}

/* Whether an option has value v, which is not among those marked. */
static bool reached(struct state *s, uint64_t n, unsigned v)
{
    uint64_t lane = n - s->n0;
    if (near_pair(s, n, v))
        return true;
    if (!(s->valid[v] >> lane & 1)) {
        uint8_t value = (uint8_t)v;
        uint64_t lanes = ~s->valid[v] & UINT64_MAX << lane;
        find_out(s, &value, 1, lanes, true);
        find_out(s, &value, 1, lanes, false);
    }
    return s->hit[v] >> lane & 1 || (rare_lanes(s, v) >> lane & 1 && any_pair(s, n, v));
}

/* The mex at n, or the first value of no group of the block. */
static unsigned solve_one(struct state *s, uint64_t n)
{
    uint64_t seen[GROUPS] = {0};
    mark_near(s, n, seen);
    for (unsigned group = 0; group < s->groups; group++)
        for (uint64_t open = ~(seen[group] | s->excluded[group][n - s->n0]); open; open &= open - 1) {
            unsigned v = 64 * group + (unsigned)__builtin_ctzll(open);
            if (!reached(s, n, v))
                return v;
        }
    return s->groups * 64;
}

/* The mex at n, or VALUES. A value beyond those that the block was begun with is found the slow way. */
static unsigned solve_any(struct state *s, uint64_t n)
{
    unsigned v = solve_one(s, n);
    if (v < s->groups * 64)
        return v;
    uint64_t seen[GROUPS] = {0};
    mark_near(s, n, seen);
    while (v < VALUES && (seen[v / 64] >> v % 64 & 1 || near_pair(s, n, v) || any_pair(s, n, v)))
        v++;
    return v;
}

static bool fill_block(struct state *s, uint64_t to)
{
    struct fill *fill = s->fill;
    s->n0 = fill->count;
    uint64_t end = to - s->n0 < LANES ? to : s->n0 + LANES;
    s->groups = s->top / 64 + 1;
    start_block(s, (unsigned)(end - s->n0));
    for (; fill->count < end; fill->count++) {
        uint64_t n = fill->count;
        unsigned v = solve_any(s, n);
        if (v == VALUES) {
            fill->wider = true;
            return false;
        }
        s->g[n] = (uint8_t)v;
        s->top = v > s->top ? v : s->top;
        if (is_rare(s, v, n))
            add_rare(s, n);
    }
    budget_spend(fill->budget, 40 * LANES);
    return true;
}

/* The first heaps, below a quarter of the table: they have partners for all lanes, and none in the middle. */
static void take_sample(struct state *s)
{
    size_t n = s->fill->count / 4 < SAMPLE ? (size_t)s->fill->count / 4 : SAMPLE;
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
    s->place_parity = s->code.two.n ? (unsigned)(s->code.two.v[0] & 1) : 0;
    for (uint64_t n = 0; n < fill->count; n++)
        s->top = s->g[n] > s->top ? s->g[n] : s->top;
    while (fill->count < to) {
        if (fill->count >= 2 * s->chosen_at) {
            choose_mask(s, fill->count);
            take_sample(s);
        }
        if (!fill_block(s, to))
            return;
    }
}
