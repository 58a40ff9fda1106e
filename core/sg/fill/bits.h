/* Sets of values as bits, 64 a word, and what xor does to them: its upper bits permute the words, the lower six the bits. */
#ifndef GRUNDY_CORE_SG_FILL_BITS_H
#define GRUNDY_CORE_SG_FILL_BITS_H

#include "core/sg/fill/simd.h"

#include <stddef.h>

/* For each place, whether bit k of its number is 0. */
static inline uint64_t bits_without(unsigned k)
{
    static const uint64_t masks[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                     0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    return masks[k];
}

/* The bits of a word, each moved from place x to x ^ u. */
static inline uint64_t bits_moved(uint64_t word, unsigned u)
{
    for (unsigned k = 0; k < 6; k++)
        if (u >> k & 1)
            word = (word & bits_without(k)) << (1 << k) | (word >> (1 << k) & bits_without(k));
    return word;
}

/* Adds the words of a set, the bits of each moved from place x to x ^ 2^k. */
static inline void bits_unite(uint64_t *to, const uint64_t *from, size_t n, unsigned k)
{
    const uint64_t mask = bits_without(k);
    const unsigned width = 1u << k;
    for (size_t i = 0; i < n; i++)
        to[i] |= (from[i] & mask) << width | (from[i] >> width & mask);
}

/* Adds word i of a set of n words, a power of two, to word i ^ high. */
typedef void unite_row(uint64_t *to, const uint64_t *from, size_t n, size_t high);
unite_row *unite_row_for(enum simd simd);

#endif
