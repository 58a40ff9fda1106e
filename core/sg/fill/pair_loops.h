/* Inner loops of the pair kernel, by instruction set. */
#ifndef GRUNDY_CORE_SG_FILL_PAIR_LOOPS_H
#define GRUNDY_CORE_SG_FILL_PAIR_LOOPS_H

#include "core/sg/fill/mask.h"
#include "core/sg/fill/simd.h"
#include "core/sg/rules/rules.h"

#include <stddef.h>
#if SIMD_X86
#include <immintrin.h>
#endif

enum { LANES = 64 };

typedef uint8_t half __attribute__((vector_size(LANES / 2), aligned(1), may_alias));

/* Whether all bytes are 0. */
SIMD_BODY bool none(const half *x)
{
    typedef uint64_t words __attribute__((vector_size(LANES / 2), aligned(1), may_alias));
    words all = (words)*x;
    return (all[0] | all[1] | all[2] | all[3]) == 0;
}

/* Whether a[i] ^ b[i] = v for some i below LANES. */
typedef bool meet_loop(const uint8_t *a, const uint8_t *b, uint8_t v);

static inline bool meet_plain(const uint8_t *a, const uint8_t *b, uint8_t v)
{
    const half *x = (const half *)a, *y = (const half *)b;
    half hits = (half)((x[0] ^ y[0]) == v) | (half)((x[1] ^ y[1]) == v);
    return !none(&hits);
}

#if SIMD_X86
SIMD_AVX2 static inline bool meet_avx2(const uint8_t *a, const uint8_t *b, uint8_t v)
{
    const half *x = (const half *)a, *y = (const half *)b;
    half hits = (half)((x[0] ^ y[0]) == v) | (half)((x[1] ^ y[1]) == v);
    return !_mm256_testz_si256((__m256i)hits, (__m256i)hits);
}
#endif

/* The part of the table that is searched with: places and their values. */
struct keys {
    const uint32_t *at;
    const uint8_t *value;
    size_t n;
};

struct pair_loops {
    /* Sets bit b of seen[e][j] where g[j - at[i]] ^ value[i] = value[8 e + b] for some i, for `together` eights from `from` on.
     */
    void (*cover)(uint8_t (*seen)[LANES], const uint8_t *g, const struct keys *keys, const struct eights *values, size_t from,
                  size_t together);
    /* Sets the bits of seen[j] in to[j], from bit `shift` on; shift 0 clears to[j] before. */
    void (*spread)(uint64_t *to, const uint8_t *seen, unsigned shift);
    /* Whether g[a] ^ g[rest - a] = v for some a in 1…last. */
    bool (*any)(const uint8_t *g, uint64_t rest, uint64_t last, uint8_t v);
    bool (*any_wide)(const uint16_t *g, uint64_t rest, uint64_t last, uint16_t v);
};

const struct pair_loops *pair_loops(enum simd simd);

#endif
