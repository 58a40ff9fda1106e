/* Tables of plain takes with many amounts or values of 32 and more, where the one-hot kernel ends.
 *
 * 256 neighbouring heaps (lanes) are made together. For 16 values at a time, the values of all heaps that amounts of 256 and more
 * lead to become bits of two bytes a lane, and these are or-ed: a table look-up of 16 bytes where the processor has one. Further
 * values are asked for only when a lane has all 16. Amounts below 256, and those that reach heap 0 within the block, are looked
 * at one lane at a time. */
#include "core/sg/fill/fill.h"
#include "core/sg/fill/simd.h"

#include <string.h>
#if SIMD_X86
#include <immintrin.h>
#endif

enum { LANES = 256, GROUP = 16, VALUES = 2048, GROUPS = VALUES / GROUP };

/* Values as bytes; those of 256 and more in two planes. */
struct planes {
    const uint8_t *low, *high; /* high: NULL where all values are below 256 */
};

/* 16 values from `first` on: one byte of bits for the first eight of them, one for the others, for each lane. */
struct collected {
    uint8_t bits[2][LANES];
};

/* lane j gets bit v if the value at n0 + j - takes[i] is first + v for some i. */
typedef void collect_loop(struct collected *to, const struct planes *at, const int64_t *takes, size_t n, unsigned first);

typedef uint8_t bytes __attribute__((vector_size(64), aligned(1), may_alias));

static void collect_plain(struct collected *to, const struct planes *at, const int64_t *takes, size_t n, unsigned first)
{
    for (size_t lane = 0; lane < LANES; lane += sizeof(bytes)) {
        bytes all[2] = {0};
        for (size_t i = 0; i < n; i++) {
            bytes x = *(const bytes *)(at->low + lane - takes[i]) - (uint8_t)first;
            if (at->high)
                x |= (bytes)(*(const bytes *)(at->high + lane - takes[i]) != (uint8_t)(first >> 8));
            for (unsigned v = 0; v < GROUP; v++)
                all[v / 8] |= (bytes)(x == (uint8_t)v) & (uint8_t)(1u << v % 8);
        }
        memcpy(to->bits[0] + lane, &all[0], sizeof all[0]);
        memcpy(to->bits[1] + lane, &all[1], sizeof all[1]);
    }
}

#if SIMD_X86
/* The look-up gives 0 where the top bit of an index is set: the saturated sum sets it from 16 on. */
#define BELOW_8 1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0
#define FROM_8 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, (char)128

SIMD_AVX2 static void collect_avx2(struct collected *to, const struct planes *at, const int64_t *takes, size_t n, unsigned first)
{
    const __m256i base = _mm256_set1_epi8((char)first), top = _mm256_set1_epi8(0x70), page = _mm256_set1_epi8((char)(first >> 8));
    const __m256i bits_low = _mm256_setr_epi8(BELOW_8, BELOW_8), bits_high = _mm256_setr_epi8(FROM_8, FROM_8);
    for (size_t lane = 0; lane < LANES; lane += sizeof base) {
        __m256i all_low = _mm256_setzero_si256(), all_high = all_low;
        for (size_t i = 0; i < n; i++) {
            __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(at->low + lane - takes[i]));
            x = _mm256_adds_epu8(_mm256_sub_epi8(x, base), top);
            if (at->high) {
                __m256i y = _mm256_loadu_si256((const __m256i *)(const void *)(at->high + lane - takes[i]));
                x = _mm256_or_si256(x, _mm256_xor_si256(_mm256_cmpeq_epi8(y, page), _mm256_set1_epi8(-1)));
            }
            all_low = _mm256_or_si256(all_low, _mm256_shuffle_epi8(bits_low, x));
            all_high = _mm256_or_si256(all_high, _mm256_shuffle_epi8(bits_high, x));
        }
        memcpy(to->bits[0] + lane, &all_low, sizeof all_low);
        memcpy(to->bits[1] + lane, &all_high, sizeof all_high);
    }
}

/* All lanes at once: they lie in neighbouring lines of the cache, and those of the next amount do not. */
SIMD_AVX512 static inline __attribute__((always_inline)) void
collect_lines(struct collected *to, const struct planes *at, const int64_t *takes, size_t n, unsigned first, bool paged)
{
    enum { LINES = LANES / 64 };
    const __m512i base = _mm512_set1_epi8((char)first), top = _mm512_set1_epi8(0x70), page = _mm512_set1_epi8((char)(first >> 8));
    const __m512i bits_low = _mm512_broadcast_i32x4(_mm_setr_epi8(BELOW_8)),
                  bits_high = _mm512_broadcast_i32x4(_mm_setr_epi8(FROM_8));
    __m512i low[LINES], high[LINES];
    for (size_t k = 0; k < LINES; k++)
        low[k] = high[k] = _mm512_setzero_si512();
    for (size_t i = 0; i < n; i++)
#pragma GCC unroll 4
        for (size_t k = 0; k < LINES; k++) {
            __m512i x = _mm512_loadu_si512(at->low + 64 * k - takes[i]);
            __mmask64 here = UINT64_MAX;
            x = _mm512_adds_epu8(_mm512_sub_epi8(x, base), top);
            if (paged)
                here = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(at->high + 64 * k - takes[i]), page);
            low[k] = _mm512_or_si512(low[k], _mm512_maskz_shuffle_epi8(here, bits_low, x));
            high[k] = _mm512_or_si512(high[k], _mm512_maskz_shuffle_epi8(here, bits_high, x));
        }
    for (size_t k = 0; k < LINES; k++) {
        _mm512_storeu_si512(to->bits[0] + 64 * k, low[k]);
        _mm512_storeu_si512(to->bits[1] + 64 * k, high[k]);
    }
}

SIMD_AVX512 static void collect_avx512(struct collected *to, const struct planes *at, const int64_t *takes, size_t n,
                                       unsigned first)
{
    if (at->high)
        collect_lines(to, at, takes, n, first, true);
    else
        collect_lines(to, at, takes, n, first, false);
}
#endif

static collect_loop *collect_loop_for(enum simd simd)
{
#if SIMD_X86
    if (simd == SIMD_WITH_AVX512)
        return collect_avx512;
    if (simd == SIMD_WITH_AVX2)
        return collect_avx2;
#else
    (void)simd;
#endif
    return collect_plain;
}

struct block {
    struct fill *fill;
    collect_loop *collect;
    uint8_t *low, *high;  /* planes of all values */
    const int64_t *takes; /* ascending */
    size_t n, near;       /* all of them, those below LANES */
    size_t far;           /* those up to n0: they reach a heap from every lane */
    uint64_t n0;
    uint64_t top;   /* largest value so far */
    unsigned known; /* groups of 16 values that are collected */
    struct collected seen[GROUPS];
    uint16_t near_seen[GROUPS + 1];
};

static void collect_next(struct block *block)
{
    unsigned group = block->known++;
    size_t far = block->far > block->near ? block->far - block->near : 0;
    struct planes at = {block->low + block->n0, block->high ? block->high + block->n0 : NULL};
    block->collect(&block->seen[group], &at, block->takes + block->near, far, group * GROUP);
    budget_spend(block->fill->budget, 4 * far + LANES);
}

static void mark(struct block *block, uint64_t n)
{
    uint64_t v = fill_get(block->fill, n);
    block->near_seen[v / GROUP] |= (uint16_t)(1u << v % GROUP);
}

/* The values that amounts below LANES, and those that are not far for all lanes, lead to. */
static void mark_near(struct block *block, uint64_t n)
{
    size_t later = block->far > block->near ? block->far : block->near;
    memset(block->near_seen, 0, (block->top / GROUP + 2) * sizeof *block->near_seen);
    for (size_t i = 0; i < block->near && (uint64_t)block->takes[i] <= n; i++)
        mark(block, n - (uint64_t)block->takes[i]);
    for (size_t i = later; i < block->n && (uint64_t)block->takes[i] <= n; i++)
        mark(block, n - (uint64_t)block->takes[i]);
}

/* The mex of a lane, or `values`. */
static unsigned solve(struct block *block, unsigned lane, unsigned values)
{
    mark_near(block, block->n0 + lane);
    for (unsigned group = 0; group < values / GROUP; group++) {
        if (group == block->known)
            collect_next(block);
        const struct collected *far = &block->seen[group];
        unsigned seen = block->near_seen[group] | far->bits[0][lane] | (unsigned)far->bits[1][lane] << 8;
        if (seen != UINT16_MAX)
            return group * GROUP + (unsigned)__builtin_ctz(~seen);
    }
    return values;
}

static void note(struct block *block, uint64_t n, uint64_t value)
{
    block->top = value > block->top ? value : block->top;
    if (!block->high)
        return;
    block->low[n] = (uint8_t)value;
    block->high[n] = (uint8_t)(value >> 8);
}

static bool run(struct block *block, uint64_t to)
{
    struct fill *fill = block->fill;
    unsigned values = fill->width == 1 ? 256 : VALUES;
    for (; fill->count < to; block->n0 += LANES) {
        block->known = 0;
        while (block->far < block->n && (uint64_t)block->takes[block->far] <= block->n0)
            block->far++;
        for (unsigned lane = 0; lane < LANES && fill->count < to; lane++) {
            unsigned value = solve(block, lane, values);
            if (value == values)
                return false;
            note(block, fill->count, value);
            fill_add(fill, value);
        }
        budget_spend(fill->budget, LANES * (block->near + 4));
    }
    return true;
}

void fill_takes(struct fill *fill, uint64_t to)
{
    struct amounts_upto amounts = amounts_upto(fill->arena, fill->budget, fill->rules, to);
    struct block *block = arena_alloc(fill->arena, sizeof *block);
    *block = (struct block){.fill = fill,
                            .collect = collect_loop_for(fill->simd),
                            .low = fill->data,
                            .takes = amounts.v,
                            .n = amounts.n,
                            .n0 = fill->count};
    if (fill->width > 1) {
        block->low = arena_raw(fill->arena, to + LANES);
        block->high = arena_raw(fill->arena, to + LANES);
    }
    for (uint64_t n = 0; n < fill->count; n++)
        note(block, n, fill_get(fill, n));
    while (block->near < block->n && block->takes[block->near] < LANES)
        block->near++;
    fill->wider = block->top >= VALUES || !run(block, to);
}
