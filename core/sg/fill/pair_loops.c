/* Inner loops of the pair kernel: 64 neighbouring heaps against one key, and all pairs of one heap against one value. */
#include "core/sg/fill/pairs.h"

#include <string.h>
#if SIMD_X86
#include <immintrin.h>
#endif

typedef uint8_t half __attribute__((vector_size(32), aligned(1), may_alias));
typedef uint64_t words __attribute__((vector_size(32), aligned(1), may_alias));

/* Whether all bytes are 0. */
SIMD_BODY bool none(const half *x)
{
    words all = (words)*x;
    return (all[0] | all[1] | all[2] | all[3]) == 0;
}

/* Bit k of the result is that of byte k (all bytes are 0 or 0xff). */
SIMD_BODY uint64_t bits_of(const half *x)
{
    uint64_t bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= ((((words)*x)[i] & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56) << 8 * i;
    return bits;
}

/* Byte k is 0 where bit k is set. */
SIMD_BODY void bytes_of(uint64_t bits, half *low, half *high)
{
    for (int j = 0; j < LANES / 2; j++) {
        (*low)[j] = bits >> j & 1 ? 0 : 0xff;
        (*high)[j] = bits >> (j + LANES / 2) & 1 ? 0 : 0xff;
    }
}

enum { STRIDE = 8 }; /* keys between two looks whether all is covered */

SIMD_BODY void lessen(half *x, const half *y)
{
    half keep = (half)(*x < *y);
    *x = (*x & keep) | (*y & ~keep);
}

/* A byte of low and high becomes 0 where a key hits: the least of what is wanted xor-ed with what is there. */
SIMD_BODY size_t cover_body(uint64_t *hit, const uint8_t *g, const struct keys *keys, const uint8_t *v, size_t values)
{
    half low[TOGETHER], high[TOGETHER];
    for (size_t k = 0; k < values; k++)
        bytes_of(hit[k], &low[k], &high[k]);
    size_t i = 0;
    for (bool done = false; i < keys->n && !done;) {
        size_t end = keys->n - i < STRIDE ? keys->n : i + STRIDE;
        for (; i < end; i++) {
            const uint8_t *from = g - keys->at[i];
            half x = *(const half *)from ^ keys->value[i], y = *(const half *)(from + 32) ^ keys->value[i];
#pragma GCC unroll 4
            for (size_t k = 0; k < values; k++) {
                half left = x ^ v[k], right = y ^ v[k];
                lessen(&low[k], &left);
                lessen(&high[k], &right);
            }
        }
        done = true;
        for (size_t k = 0; k < values; k++)
            done &= none(&low[k]) && none(&high[k]);
    }
    for (size_t k = 0; k < values; k++) {
        half x = (half)(low[k] == 0), y = (half)(high[k] == 0);
        hit[k] = bits_of(&x) | bits_of(&y) << 32;
    }
    return i;
}

SIMD_BODY bool any_tail(const uint8_t *g, uint64_t rest, uint64_t a, uint64_t last, uint8_t v)
{
    for (; a <= last; a++)
        if ((g[a] ^ g[rest - a]) == v)
            return true;
    return false;
}

/* Eight pairs in a word, the later halves turned round; a byte that becomes 0 is a hit. */
static bool any_plain(const uint8_t *g, uint64_t rest, uint64_t last, uint8_t v)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7, key = v * ones;
    uint64_t a = 1;
    for (; a + 7 <= last; a += 8) {
        uint64_t x, y;
        memcpy(&x, g + a, sizeof x);
        memcpy(&y, g + rest - a - 7, sizeof y);
        x ^= __builtin_bswap64(y) ^ key;
        if ((x - ones) & ~x & tops)
            return true;
    }
    return any_tail(g, rest, a, last, v);
}

SIMD_BODY bool any_wide_tail(const uint16_t *g, uint64_t rest, uint64_t a, uint64_t last, uint16_t v)
{
    for (; a <= last; a++)
        if ((g[a] ^ g[rest - a]) == v)
            return true;
    return false;
}

/* Four pairs in a word. */
static bool any_wide_plain(const uint16_t *g, uint64_t rest, uint64_t last, uint16_t v)
{
    const uint64_t ones = UINT64_C(0x0001000100010001), tops = ones << 15, key = v * ones, odd = UINT64_C(0x0000ffff0000ffff);
    uint64_t a = 1;
    for (; a + 3 <= last; a += 4) {
        uint64_t x, y;
        memcpy(&x, g + a, sizeof x);
        memcpy(&y, g + rest - a - 3, sizeof y);
        y = y >> 32 | y << 32;
        x ^= (y >> 16 & odd) ^ (y & odd) << 16 ^ key;
        if ((x - ones) & ~x & tops)
            return true;
    }
    return any_wide_tail(g, rest, a, last, v);
}

static size_t cover_plain(uint64_t *hit, const uint8_t *g, const struct keys *keys, const uint8_t *v)
{
    return cover_body(hit, g, keys, v, TOGETHER);
}

static size_t cover_one_plain(uint64_t *hit, const uint8_t *g, const struct keys *keys, const uint8_t *v)
{
    return cover_body(hit, g, keys, v, 1);
}

#if SIMD_X86
/* Sets the bytes of *hits for which g[a + k] ^ g[rest - a - k] = v. */
SIMD_BODY void add_hits(half *hits, const uint8_t *g, uint64_t rest, uint64_t a, uint8_t v)
{
    half x = *(const half *)(g + a), y = *(const half *)(g + rest - a - 31);
#if defined(__clang__)
    y = __builtin_shufflevector(y, y, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9,
                                8, 7, 6, 5, 4, 3, 2, 1, 0);
#else
    y = __builtin_shuffle(y, (half){31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16,
                                    15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,  3,  2,  1,  0});
#endif
    *hits |= (half)((x ^ y) == v);
}

SIMD_BODY bool any_body(const uint8_t *g, uint64_t rest, uint64_t last, uint8_t v)
{
    uint64_t a = 1;
    for (; a + 63 <= last; a += 64) {
        half hits = {0};
        add_hits(&hits, g, rest, a, v);
        add_hits(&hits, g, rest, a + 32, v);
        if (!none(&hits))
            return true;
    }
    return any_tail(g, rest, a, last, v);
}

typedef uint16_t sixteen __attribute__((vector_size(32), aligned(1), may_alias));

SIMD_BODY bool any_of_sixteen(const uint16_t *g, uint64_t rest, uint64_t a, uint16_t v)
{
    sixteen x = *(const sixteen *)(const void *)(g + a), y = *(const sixteen *)(const void *)(g + rest - a - 15);
#if defined(__clang__)
    y = __builtin_shufflevector(y, y, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
#else
    y = __builtin_shuffle(y, (sixteen){15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
#endif
    words hits = (words)((sixteen)((x ^ y) == v));
    return hits[0] | hits[1] | hits[2] | hits[3];
}

SIMD_AVX2 static bool any_wide_avx2(const uint16_t *g, uint64_t rest, uint64_t last, uint16_t v)
{
    uint64_t a = 1;
    for (; a + 15 <= last; a += 16)
        if (any_of_sixteen(g, rest, a, v))
            return true;
    return any_wide_tail(g, rest, a, last, v);
}

SIMD_AVX2 static size_t cover_avx2(uint64_t *hit, const uint8_t *g, const struct keys *keys, const uint8_t *v)
{
    return cover_body(hit, g, keys, v, TOGETHER);
}

SIMD_AVX2 static size_t cover_one_avx2(uint64_t *hit, const uint8_t *g, const struct keys *keys, const uint8_t *v)
{
    return cover_body(hit, g, keys, v, 1);
}

SIMD_AVX2 static bool any_avx2(const uint8_t *g, uint64_t rest, uint64_t last, uint8_t v)
{
    return any_body(g, rest, last, v);
}

/* A byte of left[k] becomes 0 where a key hits: the least of what was wanted xor-ed with what is there. */
SIMD_AVX512 static inline __attribute__((always_inline)) size_t
cover_bits(uint64_t *hit, const uint8_t *g, const struct keys *keys, const uint8_t *v, size_t values)
{
    __m512i left[TOGETHER], wanted[TOGETHER];
    for (size_t k = 0; k < values; k++) {
        left[k] = _mm512_movm_epi8(~hit[k]);
        wanted[k] = _mm512_set1_epi8((char)v[k]);
    }
    size_t i = 0;
    for (uint64_t open = 1; i < keys->n && open;) {
        size_t end = keys->n - i < STRIDE ? keys->n : i + STRIDE;
        for (; i < end; i++) {
            __m512i x = _mm512_xor_si512(_mm512_loadu_si512(g - keys->at[i]), _mm512_set1_epi8((char)keys->value[i]));
#pragma GCC unroll 4
            for (size_t k = 0; k < values; k++)
                left[k] = _mm512_min_epu8(left[k], _mm512_xor_si512(x, wanted[k]));
        }
        open = 0;
        for (size_t k = 0; k < values; k++)
            open |= _mm512_test_epi8_mask(left[k], left[k]);
    }
    for (size_t k = 0; k < values; k++)
        hit[k] = _mm512_testn_epi8_mask(left[k], left[k]);
    return i;
}

SIMD_AVX512 static size_t cover_avx512(uint64_t *hit, const uint8_t *g, const struct keys *keys, const uint8_t *v)
{
    return cover_bits(hit, g, keys, v, TOGETHER);
}

SIMD_AVX512 static size_t cover_one_avx512(uint64_t *hit, const uint8_t *g, const struct keys *keys, const uint8_t *v)
{
    return cover_bits(hit, g, keys, v, 1);
}
#endif

const struct pair_loops *pair_loops(enum simd simd)
{
    static const struct pair_loops plain = {cover_plain, cover_one_plain, any_plain, any_wide_plain};
#if SIMD_X86
    static const struct pair_loops avx2 = {cover_avx2, cover_one_avx2, any_avx2, any_wide_avx2},
                                   avx512 = {cover_avx512, cover_one_avx512, any_avx2, any_wide_avx2};
    if (simd == SIMD_WITH_AVX512)
        return &avx512;
    if (simd != SIMD_PLAIN)
        return &avx2;
#else
    (void)simd;
#endif
    return &plain;
}
