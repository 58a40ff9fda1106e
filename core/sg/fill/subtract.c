/* Tables of plain takes: g(n) = mex{ g(n-s) : s in S }.
 *
 * One-hot kernel. hot[n] = 1 << g(n) for the last values; the mex of a set of values that is the or of their bits is the lowest
 * zero bit of that or. Sixteen neighbouring n are made together: amounts that reach before them for all are or-ed at once,
 * smaller ones for one n at a time, 1 and 2 out of registers, because each n waits for the one before; 3 and 4 wait for memory to
 * give back what it was just given. Bits for heaps below 0 are 0. Values of 32 and more do not fit: the kernel stops there.
 *
 * A leap: 1 … m and one amount k beyond m + 1. If m + 1 does not divide k, the values are n mod (m+1): taking k never keeps the
 * residue, and the others are those of the m values before. If it does, the same holds below k; g(k) = m+1, because 1 … m are the
 * values of the m before and 0 that of 0; and from there on all begins anew, with period k+1: for n = k+1+j, j < k, the values of
 * the m before are, by induction, those of j and, where j < m, also m+1 and j+2 … m (the last m-j of the period before); n-k =
 * j+1 has j+1 mod (m+1), or m+1 where j = k-1: j mod (m+1) is left out, and nothing below it. For j = k the values are those of
 * k. */
#include "core/sg/fill/fill.h"
#include "core/sg/fill/simd.h"

#include <string.h>

enum {
    BLOCK = 16,
    HALF = BLOCK / 2,
    QUARTER = BLOCK / 4,
    NEAR = 3, /* amounts below are kept in registers */
    FAR = 2 * BLOCK,
    SINGLES = 6,
    TURN = 64, /* blocks between two looks at the budget */
    AHEAD = TURN * BLOCK,
};

typedef uint32_t lanes __attribute__((vector_size(4 * BLOCK), aligned(4), may_alias));
typedef uint32_t half_lanes __attribute__((vector_size(4 * HALF), aligned(4), may_alias));
typedef uint32_t quarter_lanes __attribute__((vector_size(4 * QUARTER), aligned(4), may_alias));
typedef int32_t signed_lanes __attribute__((vector_size(4 * BLOCK), aligned(4), may_alias));
typedef float float_lanes __attribute__((vector_size(4 * BLOCK)));
typedef uint8_t byte_lanes __attribute__((vector_size(BLOCK), aligned(1), may_alias));

struct hot {
    const int64_t *takes;        /* ascending */
    const ptrdiff_t *back;       /* the same as bytes from lane to lane */
    size_t n;                    /* those that reach a heap yet */
    size_t near, few, half, far; /* takes below NEAR, HALF, BLOCK, FAR */
    uint32_t *v;
    size_t before, room; /* lanes kept before the block that is made; lanes in all */
};

/* The amounts that reach before the block for all of it. `wide`: registers hold all lanes; else a part of them at a time. */
SIMD_BODY void or_far(const struct hot *hot, size_t first, const uint32_t *at, uint32_t *to, bool wide)
{
    const ptrdiff_t *back = hot->back + first, *end = hot->back + hot->n;
    const char *here = (const char *)at;
    if (wide) {
        lanes seen = {0};
        for (; end - back >= 4; back += 4) {
            seen |= *(const lanes *)(here + back[0]) | *(const lanes *)(here + back[1]);
            seen |= *(const lanes *)(here + back[2]) | *(const lanes *)(here + back[3]);
        }
        for (; back < end; back++)
            seen |= *(const lanes *)(here + *back);
        *(lanes *)to = seen;
        return;
    }
    for (size_t j = 0; j < BLOCK; j += QUARTER) {
        quarter_lanes seen = {0};
        for (const ptrdiff_t *b = back; b < end; b++)
            seen |= *(const quarter_lanes *)(here + *b + j * sizeof *at);
        *(quarter_lanes *)(to + j) = seen;
    }
}

/* The values of a block are the exponents of its lanes as floats. False where a lane has no bit. */
SIMD_BODY bool tell_block(const uint32_t *at, uint8_t *to)
{
    enum { EXPONENT = 23, BIAS = 127 };
    signed_lanes bits = *(const signed_lanes *)at;
    signed_lanes power = (signed_lanes) __builtin_convertvector(bits, float_lanes) >> EXPONENT & UINT8_MAX;
    byte_lanes bytes = __builtin_convertvector(power - BIAS, byte_lanes);
    uint64_t half[2];
    memcpy(half, &bytes, sizeof half);
    *(byte_lanes *)to = bytes;
    return !((half[0] | half[1]) & UINT64_C(0x8080808080808080));
}

/* What is made of hot_ahead(): for every instruction set, every number of amounts taken singly and every set of NEAR ones a loop
 * of its own, unrolled, 84 in all. The sanitizers' checks in each make that 50 seconds of compiling and find nothing that they do
 * not find in one: under them there is one loop for every instruction set, not unrolled, which is told the same numbers. */
#ifdef GRUNDY_SANITIZED
#define HOT_UNROLLED 0
#else
#define HOT_UNROLLED 1
#endif

/* Few amounts below FAR: they are all taken singly, and those beyond are or-ed one block ahead, so that nothing waits for a
 * store. `single`: amounts from NEAR to FAR-1, `near`: those below, as bits; constants wherever this is unrolled, so that
 * they stay in registers. The smallest, whose values are the latest, are or-ed last: each value waits for the one before, through
 * three instructions. Where registers are wide, the values of a block are told together, while the next one is made. */
SIMD_BODY size_t hot_ahead(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to, size_t single, unsigned near,
                           bool wide)
{
    uint32_t last = at[-1], before_last = at[-2], ahead[2][BLOCK];
    const uint32_t *from[SINGLES + 1];
    for (size_t i = 0; i < single; i++)
        from[i] = at - hot->takes[hot->near + i];
    or_far(hot, hot->far, at, ahead[0], wide);
    for (size_t b = 0; b < blocks; b++) {
        size_t start = b * BLOCK;
        const uint32_t *seen = ahead[b % 2];
        or_far(hot, hot->far, at + start + BLOCK, ahead[(b + 1) % 2], wide);
#if HOT_UNROLLED
#pragma GCC unroll 16
#endif
        for (size_t j = 0; j < BLOCK; j++) {
            uint32_t x = seen[j];
#if HOT_UNROLLED
#pragma GCC unroll 8
#endif
            for (size_t i = single; i-- > 0;)
                x |= from[i][start + j];
            x |= (near & 2 ? before_last : 0);
            x |= (near & 1 ? last : 0);
            uint32_t bit = ~x & (x + 1);
            before_last = last;
            last = bit;
            at[start + j] = bit;
            if (!wide && !bit)
                return b;
            if (!wide)
                to[start + j] = (uint8_t)__builtin_ctz(bit);
        }
        if (wide && b && !tell_block(at + start - BLOCK, to + start - BLOCK))
            return b - 1;
    }
    if (wide && blocks && !tell_block(at + (blocks - 1) * BLOCK, to + (blocks - 1) * BLOCK))
        return blocks - 1;
    return blocks;
}

/* Many amounts below FAR: those of 8 to 15 are or-ed for each half of a block. */
SIMD_BODY size_t hot_halves(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to, bool wide)
{
    const int64_t *takes = hot->takes;
    for (size_t b = 0; b < blocks; b++, at += BLOCK, to += BLOCK) {
        or_far(hot, hot->half, at, at, wide);
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

#if HOT_UNROLLED
SIMD_BODY size_t hot_near(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to, size_t single, bool wide)
{
    bool one = hot->near && hot->takes[0] == 1, two = hot->near > one;
    if (one && two)
        return hot_ahead(hot, at, blocks, to, single, 3, wide);
    if (two)
        return hot_ahead(hot, at, blocks, to, single, 2, wide);
    return one ? hot_ahead(hot, at, blocks, to, single, 1, wide) : hot_ahead(hot, at, blocks, to, single, 0, wide);
}

SIMD_BODY size_t hot_any(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to, bool wide)
{
    switch (hot->far - hot->near) {
    case 0:
        return hot_near(hot, at, blocks, to, 0, wide);
    case 1:
        return hot_near(hot, at, blocks, to, 1, wide);
    case 2:
        return hot_near(hot, at, blocks, to, 2, wide);
    case 3:
        return hot_near(hot, at, blocks, to, 3, wide);
    case 4:
        return hot_near(hot, at, blocks, to, 4, wide);
    case 5:
        return hot_near(hot, at, blocks, to, 5, wide);
    case 6:
        return hot_near(hot, at, blocks, to, SINGLES, wide);
    default:
        return hot_halves(hot, at, blocks, to, wide);
    }
}
#else
SIMD_BODY size_t hot_any(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to, bool wide)
{
    bool one = hot->near && hot->takes[0] == 1, two = hot->near > one;
    if (hot->far - hot->near > SINGLES)
        return hot_halves(hot, at, blocks, to, wide);
    return hot_ahead(hot, at, blocks, to, hot->far - hot->near, one + 2u * two, wide);
}
#endif

typedef size_t hot_loop(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to);

static size_t hot_plain(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to)
{
    return hot_any(hot, at, blocks, to, false);
}

#if SIMD_X86
SIMD_AVX2 static size_t hot_avx2(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to)
{
    return hot_any(hot, at, blocks, to, false);
}

SIMD_AVX512 static size_t hot_avx512(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to)
{
    return hot_any(hot, at, blocks, to, true);
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
    ptrdiff_t *bytes = arena_raw(fill->arena, amounts.n * sizeof *bytes);
    for (size_t i = 0; i < amounts.n; i++)
        bytes[i] = -(ptrdiff_t)(amounts.v[i] * (int64_t)sizeof *hot.v);
    hot.back = bytes;
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
