/* Tables of plain takes: g(n) = mex{ g(n-s) : s in S }.
 *
 * One-hot kernel. hot[n] = 1 << g(n) for the last values; the mex of a set of values that is the or of their bits is the lowest
 * zero bit of that or. Sixteen neighbouring n are made together: amounts that reach before them for all are or-ed at once,
 * smaller ones for one n at a time, 1 and 2 out of registers, because each n waits for the one before. Bits for heaps below 0 are
 * 0. Values of 32 and more do not fit: the kernel stops there.
 *
 * A leap: 1 … m and one amount k beyond m + 1. If m + 1 does not divide k, the values are n mod (m+1): taking k never keeps the
 * residue, and the others are those of the m values before. If it does, the same holds below k; g(k) = m+1, because 1 … m are the
 * values of the m before and 0 that of 0; and from there on all begins anew, with period k+1: for n = k+1+j, j < k, the values of
 * the m before are, by induction, those of j and, where j < m, also m+1 and j+2 … m (the last m-j of the period before); n-k =
 * j+1 has j+1 mod (m+1), or m+1 where j = k-1: j mod (m+1) is left out, and nothing below it. For j = k the values are those of
 * k. */
#include "core/sg/fill/fill.h"
#include "core/sg/fill/simd.h"
#include "core/sg/fill/table.h"

#include <string.h>

enum {
    BLOCK = 16,
    HALF = BLOCK / 2,
    NEAR = 3, /* amounts below are kept in registers */
    FAR = 2 * BLOCK,
    SINGLES = 6,
    TURN = 64, /* blocks between two looks at the budget */
    AHEAD = TURN * BLOCK,
};

typedef uint32_t lanes __attribute__((vector_size(4 * BLOCK), aligned(4), may_alias));
typedef uint32_t half_lanes __attribute__((vector_size(4 * HALF), aligned(4), may_alias));

struct hot {
    const int64_t *takes;        /* ascending */
    size_t n;                    /* those that reach a heap yet */
    size_t near, few, half, far; /* takes below NEAR, HALF, BLOCK, FAR */
    uint32_t *v;
    size_t before, room; /* lanes kept before the block that is made; lanes in all */
};

/* The amounts that reach before the block for all of it. */
SIMD_BODY void or_far(const struct hot *hot, size_t first, const uint32_t *at, uint32_t *to)
{
    lanes seen = {0};
    for (size_t i = first; i < hot->n; i++)
        seen |= *(const lanes *)(at - hot->takes[i]);
    *(lanes *)to = seen;
}

/* Few amounts below FAR: they are all taken singly, and those beyond are or-ed one block ahead, so that nothing waits for a
 * store. `single`: amounts from NEAR to FAR-1, a constant wherever this is instantiated, so that they stay in registers; the
 * smallest, whose values are the latest, are or-ed last. */
SIMD_BODY size_t hot_ahead(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to, size_t single)
{
    uint32_t one = 0, two = 0, last = at[-1], before_last = at[-2], ahead[2][BLOCK];
    for (size_t i = 0; i < hot->near; i++)
        *(hot->takes[i] == 1 ? &one : &two) = UINT32_MAX;
    const uint32_t *from[SINGLES + 1];
    for (size_t i = 0; i < single; i++)
        from[i] = at - hot->takes[hot->near + i];
    or_far(hot, hot->far, at, ahead[0]);
    for (size_t b = 0; b < blocks; b++) {
        size_t start = b * BLOCK;
        const uint32_t *seen = ahead[b % 2];
        or_far(hot, hot->far, at + start + BLOCK, ahead[(b + 1) % 2]);
        for (size_t j = 0; j < BLOCK; j++) {
            uint32_t x = seen[j];
#pragma GCC unroll 8
            for (size_t i = single; i-- > 0;)
                x |= from[i][start + j];
            x |= (before_last & two) | (last & one);
            uint32_t bit = ~x & (x + 1);
            before_last = last;
            last = bit;
            at[start + j] = bit;
            if (!bit)
                return b;
            to[start + j] = (uint8_t)__builtin_ctz(bit);
        }
    }
    return blocks;
}

/* Many amounts below FAR: those of 8 to 15 are or-ed for each half of a block. */
SIMD_BODY size_t hot_halves(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to)
{
    const int64_t *takes = hot->takes;
    for (size_t b = 0; b < blocks; b++, at += BLOCK, to += BLOCK) {
        or_far(hot, hot->half, at, at);
        for (size_t h = 0; h < BLOCK; h += HALF) {
            half_lanes more = *(const half_lanes *)(at + h);
            for (size_t i = hot->few; i < hot->half; i++)
                more |= *(const half_lanes *)(at + h - takes[i]);
            *(half_lanes *)(at + h) = more;
            for (size_t j = h; j < h + HALF; j++) {
                uint32_t x = at[j];
                for (size_t i = 0; i < hot->few; i++)
                    x |= *(at + j - takes[i]);
                uint32_t bit = ~x & (x + 1);
                at[j] = bit;
                if (!bit)
                    return b;
                to[j] = (uint8_t)__builtin_ctz(bit);
            }
        }
    }
    return blocks;
}

SIMD_BODY size_t hot_any(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to)
{
    switch (hot->far - hot->near) {
    case 0:
        return hot_ahead(hot, at, blocks, to, 0);
    case 1:
        return hot_ahead(hot, at, blocks, to, 1);
    case 2:
        return hot_ahead(hot, at, blocks, to, 2);
    case 3:
        return hot_ahead(hot, at, blocks, to, 3);
    case 4:
        return hot_ahead(hot, at, blocks, to, 4);
    case 5:
        return hot_ahead(hot, at, blocks, to, 5);
    case 6:
        return hot_ahead(hot, at, blocks, to, SINGLES);
    default:
        return hot_halves(hot, at, blocks, to);
    }
}

typedef size_t hot_loop(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to);

static size_t hot_plain(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to)
{
    return hot_any(hot, at, blocks, to);
}

#if SIMD_X86
SIMD_AVX2 static size_t hot_avx2(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to)
{
    return hot_any(hot, at, blocks, to);
}

SIMD_AVX512 static size_t hot_avx512(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to)
{
    return hot_any(hot, at, blocks, to);
}
#endif

static hot_loop *hot_loop_for(enum simd simd)
{
#if SIMD_X86
    if (simd == SIMD_WITH_AVX512)
        return hot_avx512;
    if (simd == SIMD_WITH_AVX2)
        return hot_avx2;
#else
    (void)simd;
#endif
    return hot_plain;
}

/* Turns of TURN blocks; where the lanes end, the last `before` of them go back to the front. False at a value of 32. */
static bool run(struct fill *fill, struct hot *hot, size_t pos, const struct amounts_upto *amounts, uint64_t to)
{
    uint8_t *data = fill->data;
    hot_loop *loop = hot_loop_for(fill->simd);
    while (fill->count < to) {
        if (pos + AHEAD > hot->room) {
            memmove(hot->v, hot->v + pos - hot->before, hot->before * sizeof *hot->v);
            pos = hot->before;
        }
        while (hot->n < amounts->n && (uint64_t)amounts->v[hot->n] < fill->count + AHEAD)
            hot->n++;
        size_t wanted = (size_t)((to - fill->count + BLOCK - 1) / BLOCK), blocks = wanted < TURN ? wanted : TURN;
        size_t done = loop(hot, hot->v + pos, blocks, data + fill->count);
        fill->count += done * BLOCK;
        pos += done * BLOCK;
        budget_spend(fill->budget, blocks * BLOCK * (hot->half + hot->n / BLOCK + 2) / 2);
        if (done < blocks)
            return false;
    }
    fill->count = to;
    return true;
}

static size_t below(const struct amounts_upto *amounts, int64_t bound)
{
    size_t n = 0;
    while (n < amounts->n && amounts->v[n] < bound)
        n++;
    return n;
}

void fill_onehot(struct fill *fill, uint64_t to)
{
    struct amounts_upto amounts = amounts_upto(fill->arena, fill->budget, fill->rules, to);
    size_t last = amounts.n ? (size_t)amounts.v[amounts.n - 1] : 0, reach = (last + BLOCK) / BLOCK * BLOCK;
    struct hot hot = {.takes = amounts.v,
                      .near = below(&amounts, NEAR),
                      .few = below(&amounts, HALF),
                      .half = below(&amounts, BLOCK),
                      .far = below(&amounts, FAR)};
    hot.n = hot.far;
    hot.before = reach + AHEAD;
    hot.room = 2 * hot.before + 4 * AHEAD;
    uint64_t kept = fill->count < hot.before ? fill->count : hot.before;
    size_t pos = hot.before;
    if (to + 3 * AHEAD < hot.room) { /* all of the table has room: amounts that do not reach a heap yet are not looked at */
        hot.room = (size_t)to + 3 * AHEAD;
        kept = fill->count;
        pos = AHEAD + (size_t)kept;
    }
    hot.v = arena_array(fill->arena, hot.room + BLOCK, sizeof *hot.v);
    for (uint64_t back = 1; back <= kept; back++) {
        uint64_t value = fill_get(fill, fill->count - back);
        if (value >= 32) {
            fill->wider = true;
            return;
        }
        hot.v[pos - back] = UINT32_C(1) << value;
    }
    fill->wider = !run(fill, &hot, pos, &amounts, to);
}

/* ---- a leap ---- */

uint64_t leap_period(const struct rules *rules)
{
    enum { ROUND_MAX = 200 }; /* values take a byte */
    uint64_t round = rules->n;
    if (rules->kind != RULES_PLAIN || rules->amounts != AMOUNTS_LIST || round < 2 || round > ROUND_MAX ||
        rules->list[round - 2] != (int64_t)round - 1)
        return 0;
    uint64_t leap = (uint64_t)rules->list[round - 1];
    return leap % round ? round : leap + 1;
}

/* What is there, of whole periods, again and again. */
static void repeat(struct fill *fill, uint64_t period, uint64_t to)
{
    uint8_t *data = fill->data;
    while (fill->count < to) {
        uint64_t whole = fill->count / period * period, n = to - fill->count < whole ? to - fill->count : whole;
        memcpy(data + fill->count, data + fill->count - whole, n);
        budget_spend(fill->budget, n / BLOCK);
        fill->count += n;
    }
}

void fill_leap(struct fill *fill, uint64_t to)
{
    uint64_t round = fill->rules->n, period = leap_period(fill->rules), leap = period - 1,
             even = period > round && leap < to ? leap : to;
    uint8_t *data = fill->data;
    for (; fill->count < round && fill->count < even; fill->count++)
        data[fill->count] = (uint8_t)fill->count;
    repeat(fill, round, even);
    if (fill->count == leap && period > round && fill->count < to)
        data[fill->count++] = (uint8_t)round;
    repeat(fill, period, to);
}

/* ---- all but a few ---- */

/* All but a few: value v can be g(n) only if all its places before n are in n-X, so it is the value of one of these, or the least
 * unused one. `uses[v]` counts the places of v so far, `hidden[v]` those among n-X. */
void fill_all_but(struct fill *fill, uint64_t to)
{
    const struct rules *rules = fill->rules;
    uint32_t *uses = arena_array(fill->arena, to + 1, sizeof *uses), *hidden = arena_array(fill->arena, to + 1, sizeof *hidden);
    uint64_t unused = 0;
    for (uint64_t n = 0; n < fill->count; n++) {
        uint64_t value = fill_get(fill, n);
        uses[value]++;
        unused = value >= unused ? value + 1 : unused;
    }
    while (fill->count < to) {
        uint64_t n = fill->count, value = unused;
        size_t reach = 0;
        for (; reach < rules->n && (uint64_t)rules->list[reach] <= n; reach++)
            hidden[fill_get(fill, n - (uint64_t)rules->list[reach])]++;
        for (size_t i = 0; i < reach; i++) {
            uint64_t v = fill_get(fill, n - (uint64_t)rules->list[i]);
            if (v < value && hidden[v] == uses[v])
                value = v;
        }
        for (size_t i = 0; i < reach; i++)
            hidden[fill_get(fill, n - (uint64_t)rules->list[i])] = 0;
        budget_spend(fill->budget, 3 * reach + 4);
        if (!fill_add(fill, value))
            return;
        uses[value]++;
        unused = value == unused ? unused + 1 : unused;
    }
}
