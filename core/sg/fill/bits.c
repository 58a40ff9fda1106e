/* Inner loops of sets, by instruction set: the words of a block are permuted alike, by the last bits of `high`. */
#include "core/sg/fill/bits.h"

#if SIMD_X86
#include <immintrin.h>
#endif

static void unite_plain(uint64_t *to, const uint64_t *from, size_t n, size_t high)
{
    for (size_t i = 0; i < n; i++)
        to[i ^ high] |= from[i];
}

#if SIMD_X86
SIMD_AVX2 static void unite_avx2(uint64_t *to, const uint64_t *from, size_t n, size_t high)
{
    enum { BLOCK = 4 };
    if (n < BLOCK) {
        unite_plain(to, from, n, high);
        return;
    }
    int low = 2 * (int)(high % BLOCK);
    __m256i order = _mm256_xor_si256(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(low));
    for (size_t i = 0; i < n; i += BLOCK) {
        __m256i *at = (__m256i *)(void *)(to + (i ^ (high & ~(size_t)(BLOCK - 1))));
        __m256i x = _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)(const void *)(from + i)), order);
        _mm256_storeu_si256(at, _mm256_or_si256(_mm256_loadu_si256(at), x));
    }
}

SIMD_AVX512 static void unite_avx512(uint64_t *to, const uint64_t *from, size_t n, size_t high)
{
    enum { BLOCK = 8 };
    if (n < BLOCK) {
        unite_plain(to, from, n, high);
        return;
    }
    __m512i order = _mm512_xor_si512(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), _mm512_set1_epi64((long long)(high % BLOCK)));
    for (size_t i = 0; i < n; i += BLOCK) {
        uint64_t *at = to + (i ^ (high & ~(size_t)(BLOCK - 1)));
        __m512i x = _mm512_permutexvar_epi64(order, _mm512_loadu_si512(from + i));
        _mm512_storeu_si512(at, _mm512_or_si512(_mm512_loadu_si512(at), x));
    }
}
#endif

unite_row *unite_row_for(enum simd simd)
{
#if SIMD_X86
    if (simd == SIMD_WITH_AVX512)
        return unite_avx512;
    if (simd == SIMD_WITH_AVX2)
        return unite_avx2;
#else
    (void)simd;
#endif
    return unite_plain;
}
