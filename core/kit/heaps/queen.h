/* Grundy values of Wythoff's game, which is the queen on a quarter board: from (a, b) either coordinate is reduced, or both by
 * the same.
 *
 * The table is the lower triangle, row by row: value (a, b), a <= b, stands at b(b+1)/2 + a. A table of fewer rows is therefore
 * the beginning of one of more rows, and all sizes share one key of the store; the largest is made in 30 ms, so what other
 * processes made is not taken. */
#ifndef GRUNDY_CORE_KIT_HEAPS_QUEEN_H
#define GRUNDY_CORE_KIT_HEAPS_QUEEN_H

#include "core/budget.h"
#include "core/memory/store.h"

enum { QUEEN_SIDE = 2048 }; /* coordinates below this have a Grundy value */

struct queen {
    const uint16_t *values;
};

/* A table for coordinates 0…top, top < QUEEN_SIDE: found in the store, or made and published there. Valid until the arena is
 * reset. */
struct queen queen_table(struct arena *arena, struct budget *budget, struct store *store, int64_t top);
/* Predicted steps of making that table; it overestimates when the table is already there. */
uint64_t queen_cost(int64_t top);

static inline int64_t queen_value(struct queen queen, int64_t a, int64_t b)
{
    int64_t low = a < b ? a : b, high = a < b ? b : a;
    return queen.values[high * (high + 1) / 2 + low];
}

#endif
