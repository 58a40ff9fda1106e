/* Grundy values of the bombs of HDU 2873: (x,y) with x,y > 1 explodes into (u,y) and (x,v), u < x, v < y; on the edge into one.
 *
 * The table is the lower triangle, row by row: value (x,y), y <= x, stands at (x-1)x/2 + y-1. A table of fewer rows is the
 * beginning of one of more rows, and all share one key of the store. All of it is made in a fifth of a second, and a look at a
 * value costs what making it does: every process makes its own. */
#ifndef GRUNDY_CORE_GAMES_BOMBS_VALUES_H
#define GRUNDY_CORE_GAMES_BOMBS_VALUES_H

#include "core/budget.h"
#include "core/memory/store.h"
#include "core/sg/fill/simd.h"

enum { BOMB_VALUES = 16384 }; /* every value is below this */

struct bombs {
    const uint16_t *values;
};

/* Values for coordinates 1…top, top <= BOMB_MAX. Valid until the arena is reset. */
struct bombs bombs_table(struct arena *arena, struct budget *budget, struct store *store, int64_t top);
/* The same by the instructions that are named. */
struct bombs bombs_table_with(enum simd simd, struct arena *arena, struct budget *budget, struct store *store, int64_t top);
/* Predicted steps of making that table. */
uint64_t bombs_cost(int64_t top);

static inline int bombs_value(struct bombs bombs, int64_t x, int64_t y)
{
    int64_t low = x < y ? x : y, high = x < y ? y : x;
    return bombs.values[(high - 1) * high / 2 + low - 1];
}

#endif
