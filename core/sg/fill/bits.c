/* Inner loops of sets, by instruction set. */
#include "core/sg/fill/bits.h"

#if SIMD_X86
#include <immintrin.h>
#define LOAD_256(from) _mm256_loadu_si256((const __m256i *)(const void *)(from))
#endif

/* Adds `count` sets of n words, all of whose members are xor-ed with the value. */
typedef void unite_sets(uint64_t *rows, size_t words, const struct bits_set *set, uint64_t count, size_t n, uint64_t value);

/* The runs that have a heap of first … last, the last one first: their pairs lie upwards in memory. Where a run is a set of more
 * words than another, each is added by itself. */
SIMD_BODY uint64_t unite_runs_body(const struct bits_sum *sum, uint64_t first, uint64_t last, size_t most, unite_sets *unite)
{
    uint64_t united = 0;
    for (uint32_t i = sum->run_at[last] + 1; i-- > sum->run_at[first];) {
        uint64_t from = sum->run[i] > first ? sum->run[i] : first, end = sum->run[i + 1] - 1;
        uint64_t to = end < last ? end : last, count = to - from + 1, value = sum->value[i];
        const struct bits_set *set = sum->pairs + (sum->r - to);
        size_t n = set[0].n < most ? set[0].n : most;
        united += 4 + n * count;
        if (set[0].n == set[count - 1].n)
            unite(sum->rows, sum->words, set, count, n, value);
        else
            for (uint64_t k = 0; k < count; k++)
                unite(sum->rows, sum->words, set + k, 1, set[k].n < most ? set[k].n : most, value);
    }
    return united;
}

static inline void unite_plain(uint64_t *rows, size_t words, const struct bits_set *set, uint64_t count, size_t n, uint64_t value)
{
    uint64_t *to = rows + value % 64 * words;
    for (uint64_t k = 0; k < count; k++)
        for (size_t i = 0; i < n; i++)
            to[i ^ value / 64] |= set[k].words[i];
}

static uint64_t runs_plain(const struct bits_sum *sum, uint64_t first, uint64_t last, size_t most)
{
    return unite_runs_body(sum, first, last, most, unite_plain);
}

#if SIMD_X86
/* Bits 3 to 5 of a value permute the bytes of a word here, so that eight rows are enough, which stay in the nearest cache: bytes
 * within 16 by `bytes`, these by `lanes`. */
SIMD_AVX2 static inline void unite_avx2(uint64_t *rows, size_t words, const struct bits_set *set, uint64_t count, size_t n,
                                        uint64_t value)
{
    enum { BLOCK = 4 };
    uint64_t *to = rows + value % 8 * words;
    const __m128i here = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m256i bytes = _mm256_xor_si256(_mm256_broadcastsi128_si256(here), _mm256_set1_epi8((char)(value / 8 % 16)));
    __m256i lanes = _mm256_xor_si256(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32((int)(value / 128 % 2 * 4)));
    size_t far = value / 64 & ~(size_t)(BLOCK - 1);
    for (size_t i = 0; i < n; i += BLOCK) {
        __m256i *at = (__m256i *)(void *)(to + (i ^ far)), x = LOAD_256(set[0].words + i);
        for (uint64_t k = 1; k < count; k++)
            x = _mm256_or_si256(x, LOAD_256(set[k].words + i));
        x = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(x, bytes), lanes);
        _mm256_storeu_si256(at, _mm256_or_si256(_mm256_loadu_si256(at), x));
    }
}

SIMD_AVX2 static uint64_t runs_avx2(const struct bits_sum *sum, uint64_t first, uint64_t last, size_t most)
{
    return unite_runs_body(sum, first, last, most, unite_avx2);
}

#define EITHER_512(a, b, i) _mm512_or_si512(_mm512_loadu_si512(set[a].words + i), _mm512_loadu_si512(set[b].words + i))
#define ADD_512(at, x)                                                                                                           \
    _mm512_storeu_si512(at,                                                                                                      \
                        _mm512_or_si512(_mm512_loadu_si512(at), _mm512_permutexvar_epi64(lanes, _mm512_shuffle_epi8(x, bytes))))

SIMD_AVX512 static inline void unite_avx512(uint64_t *rows, size_t words, const struct bits_set *set, uint64_t count, size_t n,
                                            uint64_t value)
{
    enum { BLOCK = 8 };
    uint64_t *to = rows + value % 8 * words;
    const __m128i here = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i bytes = _mm512_xor_si512(_mm512_broadcast_i32x4(here), _mm512_set1_epi8((char)(value / 8 % 16)));
    __m512i lanes =
        _mm512_xor_si512(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), _mm512_set1_epi64((long long)(value / 64 % 8 & 6)));
    size_t far = value / 64 & ~(size_t)(BLOCK - 1);
    if (count == 1)
        for (size_t i = 0; i < n; i += BLOCK)
            ADD_512(to + (i ^ far), _mm512_loadu_si512(set[0].words + i));
    else if (count == 2)
        for (size_t i = 0; i < n; i += BLOCK)
            ADD_512(to + (i ^ far), EITHER_512(0, 1, i));
    else
        for (size_t i = 0; i < n; i += BLOCK)
            ADD_512(to + (i ^ far), _mm512_or_si512(EITHER_512(0, 1, i), EITHER_512(2, count - 1, i)));
}

SIMD_AVX512 static uint64_t runs_avx512(const struct bits_sum *sum, uint64_t first, uint64_t last, size_t most)
{
    return unite_runs_body(sum, first, last, most, unite_avx512);
}
#endif

/* Eight words, anywhere. */
typedef uint64_t eight __attribute__((vector_size(64), aligned(8), may_alias));

SIMD_BODY void fold_body(uint64_t *rows, size_t n, unsigned bits)
{
    for (unsigned k = bits; k-- > 0;) {
        const uint64_t mask = bits_without(k);
        const unsigned width = 1u << k;
        const size_t half = n << k;
        for (size_t i = 0; n >= 8 && i < half; i += 8) {
            eight from = *(const eight *)(rows + half + i);
            *(eight *)(rows + i) |= (from & mask) << width | (from >> width & mask);
        }
        for (size_t i = 0; n < 8 && i < half; i++)
            rows[i] |= (rows[half + i] & mask) << width | (rows[half + i] >> width & mask);
    }
}

static void fold_plain(uint64_t *rows, size_t n)
{
    fold_body(rows, n, 6);
}

#if SIMD_X86
SIMD_AVX2 static void fold_avx2(uint64_t *rows, size_t n)
{
    fold_body(rows, n, 3);
}

SIMD_AVX512 static void fold_avx512(uint64_t *rows, size_t n)
{
    fold_body(rows, n, 3);
}
#endif

struct bits_loops bits_loops_for(enum simd simd)
{
#if SIMD_X86
    if (simd == SIMD_WITH_AVX512)
        return (struct bits_loops){8, runs_avx512, fold_avx512};
    if (simd == SIMD_WITH_AVX2)
        return (struct bits_loops){8, runs_avx2, fold_avx2};
#else
    (void)simd;
#endif
    return (struct bits_loops){64, runs_plain, fold_plain};
}
