/* Inner loops of the pair kernel: 64 neighbouring heaps against one key, and all pairs of one heap against one value. */
#include "core/sg/fill/pair_loops.h"

#include <string.h>
#if SIMD_X86
#include <immintrin.h>
#endif

SIMD_BODY void spread_body(uint64_t *to, const uint8_t *seen, unsigned shift)
{
    if (shift == 0)
        for (size_t j = 0; j < LANES; j++)
            to[j] = seen[j];
    else
        for (size_t j = 0; j < LANES; j++)
            to[j] |= (uint64_t)seen[j] << shift;
}

static void spread_plain(uint64_t *to, const uint8_t *seen, unsigned shift)
{
    spread_body(to, seen, shift);
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

/* One lane at a time: `row` tells where the bit of a value belongs. */
static void cover_plain(uint8_t (*seen)[LANES], const uint8_t *g, const struct keys *keys, const struct eights *values,
                        size_t from, size_t together)
{
    uint8_t spare[LANES], *row[MASK_VALUES];
    for (size_t x = 0; x < MASK_VALUES; x++) {
        bool is = values->bit[x] && values->eight[x] >= from && values->eight[x] < from + together;
        row[x] = is ? seen[values->eight[x]] : spare;
    }
    memset(spare, 0, sizeof spare);
    for (size_t i = 0; i < keys->n; i++)
        for (size_t j = 0; j < LANES; j++) {
            unsigned x = *(g + j - keys->at[i]) ^ keys->value[i];
            row[x][j] |= values->bit[x];
        }
}

#if SIMD_X86
SIMD_AVX2 static void spread_avx2(uint64_t *to, const uint8_t *seen, unsigned shift)
{
    spread_body(to, seen, shift);
}

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
    half hits = (half)((sixteen)((x ^ y) == v));
    return !none(&hits);
}

SIMD_AVX2 static bool any_wide_avx2(const uint16_t *g, uint64_t rest, uint64_t last, uint16_t v)
{
    uint64_t a = 1;
    for (; a + 15 <= last; a += 16)
        if (any_of_sixteen(g, rest, a, v))
            return true;
    return any_wide_tail(g, rest, a, last, v);
}

/* Half of the lanes, from `first` on; `n` eights. */
SIMD_AVX2 static inline __attribute__((always_inline)) void cover_half(uint8_t (*seen)[LANES], size_t first, const uint8_t *g,
                                                                       const struct keys *keys, const struct eights *values,
                                                                       size_t from, size_t n)
{
    __m256i has[TOGETHER], low[TOGETHER], high[TOGETHER];
    const __m256i nibble = _mm256_set1_epi8(15);
    for (size_t e = 0; e < n; e++) {
        has[e] = _mm256_loadu_si256((const __m256i *)(const void *)(seen[from + e] + first));
        low[e] = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)values->low[from + e]));
        high[e] = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)values->high[from + e]));
    }
    for (size_t i = 0; i < keys->n; i++) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(g + first - keys->at[i]));
        x = _mm256_xor_si256(x, _mm256_set1_epi8((char)keys->value[i]));
        __m256i l = _mm256_and_si256(x, nibble), h = _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble);
#pragma GCC unroll 8
        for (size_t e = 0; e < n; e++)
            has[e] = _mm256_or_si256(has[e], _mm256_and_si256(_mm256_shuffle_epi8(low[e], l), _mm256_shuffle_epi8(high[e], h)));
    }
    for (size_t e = 0; e < n; e++)
        _mm256_storeu_si256((__m256i *)(void *)(seen[from + e] + first), has[e]);
}

SIMD_AVX2 static void cover_avx2(uint8_t (*seen)[LANES], const uint8_t *g, const struct keys *keys, const struct eights *values,
                                 size_t from, size_t together)
{
    for (size_t first = 0; first < LANES; first += LANES / 2) {
        if (together == 1)
            cover_half(seen, first, g, keys, values, from, 1);
        else if (together == 2)
            cover_half(seen, first, g, keys, values, from, 2);
        else
            for (size_t e = 0; e < together; e += 4)
                cover_half(seen, first, g, keys, values, from + e, 4);
    }
}

SIMD_AVX2 static bool any_avx2(const uint8_t *g, uint64_t rest, uint64_t last, uint8_t v)
{
    return any_body(g, rest, last, v);
}

SIMD_AVX512 static inline __attribute__((always_inline)) void
cover_all(uint8_t (*seen)[LANES], const uint8_t *g, const struct keys *keys, const struct eights *values, size_t from, size_t n)
{
    enum { OR_AND = 0xf8 }; /* a | (b & c) */
    __m512i has[TOGETHER], low[TOGETHER], high[TOGETHER];
    const __m512i nibble = _mm512_set1_epi8(15);
    for (size_t e = 0; e < n; e++) {
        has[e] = _mm512_loadu_si512(seen[from + e]);
        low[e] = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)values->low[from + e]));
        high[e] = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)values->high[from + e]));
    }
    for (size_t i = 0; i < keys->n; i++) {
        __m512i x = _mm512_xor_si512(_mm512_loadu_si512(g - keys->at[i]), _mm512_set1_epi8((char)keys->value[i]));
        __m512i l = _mm512_and_si512(x, nibble), h = _mm512_and_si512(_mm512_srli_epi16(x, 4), nibble);
#pragma GCC unroll 8
        for (size_t e = 0; e < n; e++)
            has[e] = _mm512_ternarylogic_epi32(has[e], _mm512_shuffle_epi8(low[e], l), _mm512_shuffle_epi8(high[e], h), OR_AND);
    }
    for (size_t e = 0; e < n; e++)
        _mm512_storeu_si512(seen[from + e], has[e]);
}

SIMD_AVX512 static void cover_avx512(uint8_t (*seen)[LANES], const uint8_t *g, const struct keys *keys,
                                     const struct eights *values, size_t from, size_t together)
{
    if (together == 1)
        cover_all(seen, g, keys, values, from, 1);
    else if (together == 2)
        cover_all(seen, g, keys, values, from, 2);
    else if (together == 4)
        cover_all(seen, g, keys, values, from, 4);
    else
        cover_all(seen, g, keys, values, from, TOGETHER);
}
#endif

const struct pair_loops *pair_loops(enum simd simd)
{
    static const struct pair_loops plain = {cover_plain, spread_plain, any_plain, any_wide_plain};
#if SIMD_X86
    static const struct pair_loops avx2 = {cover_avx2, spread_avx2, any_avx2, any_wide_avx2},
                                   avx512 = {cover_avx512, spread_avx2, any_avx2, any_wide_avx2};
    if (simd == SIMD_WITH_AVX512)
        return &avx512;
    if (simd != SIMD_PLAIN)
        return &avx2;
#else
    (void)simd;
#endif
    return &plain;
}
