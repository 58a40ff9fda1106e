/* Exploration without keys: where every move leads to a state of smaller number, states are marked from the highest number down,
 * LANES at a time, and are valued the other way round. Internal to core/custom. */
#ifndef GRUNDY_CORE_CUSTOM_DENSE_DENSE_H
#define GRUNDY_CORE_CUSTOM_DENSE_DENSE_H

#include "core/custom/dense/wide.h"

struct space;

/* Which numbers are reached. States are counted from the highest number down. */
struct dense {
    const struct wide_program *wide;
    uint64_t *reached;
    uint32_t *above; /* by word of reached[]: states with numbers beyond it */
    uint32_t top;    /* the highest number reached */
};

static inline uint32_t count_ones(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (uint32_t)(bits * UINT64_C(0x0101010101010101) >> 56);
}

static inline uint32_t dense_state(const struct dense *dense, uint32_t number)
{
    return dense->above[number / 64] + count_ones(dense->reached[number / 64] >> (number % 64) >> 1);
}

static inline bool dense_has(const struct dense *dense, uint32_t number)
{
    return number <= dense->top && dense->reached[number / 64] >> number % 64 & 1;
}

uint32_t dense_number(const struct dense *dense, const struct layout *layout, key128 key);

/* Explores anew from these states; the words name numbers, not states. False: it cannot be done so, or play has a fault, or is
 * too large, and the space is as it was. */
bool dense_explore(struct space *space, const key128 *starts, size_t n, bool rising);

#endif
