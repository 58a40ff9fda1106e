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

struct bits_set {
    const uint64_t *words;
    size_t n; /* a power of two, at least BITS_WORDS_MIN */
};

/* The union, over third pieces, of the values of the pairs beside them, each xor-ed with the piece's value. The lower bits of
 * that choose a row, the others permute words, and bytes where that is cheap. Heaps that follow one another and are worth the
 * same are a run: their sets are united before anything is permuted. */
enum { BITS_RUN = 4, BITS_WORDS_MIN = 8 };

struct bits_sum {
    uint64_t r;
    uint64_t *rows;
    size_t words;                 /* of a row */
    const struct bits_set *pairs; /* by sum */
    const uint32_t *run_at;       /* by heap: its run */
    const uint32_t *run;          /* by run: its first heap; of BITS_RUN at most; one more than there are runs */
    const uint16_t *value;        /* by run */
};

struct bits_loops {
    size_t rows;
    /* Adds what the third pieces first … last make; of a set no more than `most` words. Returns how many it read. */
    uint64_t (*unite)(const struct bits_sum *sum, uint64_t first, uint64_t last, size_t most);
    /* Adds the other rows to the first, each with its bits in their places, and uses them up. */
    void (*fold)(uint64_t *rows, size_t words);
};
struct bits_loops bits_loops_for(enum simd simd);

#endif
