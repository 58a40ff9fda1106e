/* Inner loops of the pair kernel, by instruction set. */
#ifndef GRUNDY_CORE_SG_FILL_PAIRS_H
#define GRUNDY_CORE_SG_FILL_PAIRS_H

#include "core/sg/fill/simd.h"
#include "core/sg/rules.h"

#include <stddef.h>

enum { LANES = 64 };

/* The part of the table that is searched with: places and their values. */
struct keys {
    const uint32_t *at;
    const uint8_t *value;
    size_t n;
};

enum { TOGETHER = 4 }; /* values that are looked for at once: loading what they are compared with costs as much as comparing */

struct pair_loops {
    /* Sets bit j of hit[k] where g[j - at[i]] = value[i] ^ v[k] for some i; stops when all 64 bits of each are set. Returns the
     * keys looked at. cover_one: only hit[0]. */
    size_t (*cover)(uint64_t *hit, const uint8_t *g, const struct keys *keys, const uint8_t *v);
    size_t (*cover_one)(uint64_t *hit, const uint8_t *g, const struct keys *keys, const uint8_t *v);
    /* Whether g[a] ^ g[rest - a] = v for some a in 1…last. */
    bool (*any)(const uint8_t *g, uint64_t rest, uint64_t last, uint8_t v);
    bool (*any_wide)(const uint16_t *g, uint64_t rest, uint64_t last, uint16_t v);
};

const struct pair_loops *pair_loops(enum simd simd);

#endif
