/* Many positions at once, which differ in one or two of their integers. */
#ifndef GRUNDY_CORE_GRID_H
#define GRUNDY_CORE_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum grid_of { GRID_GRUNDY, GRID_VERDICT, GRID_REMOTENESS, GRID_VALUE, GRID_WINNING };

struct grid_axis {
    const char *pointer; /* the integer of the position; told to clients as /vary/0/pointer */
    int64_t from, to;    /* inclusive, from <= to */
};

/* The least period that is proven: the value at n + period is that at n from the least preperiod on. */
struct grid_period {
    bool proven;
    int64_t preperiod, period;
    int64_t checked_to; /* the last value that the proof compares */
};

struct grid {
    size_t axes; /* 1 or 2 */
    struct grid_axis axis[2];
    const char *set; /* assignments made in each cell after that; NULL: none */
    enum grid_of of;
    size_t cells;
    /* Filled by the game; rows of the first axis. WORD_NULL (core/value/field.h): there is none. Verdicts are enum outcome. */
    int64_t *value;
    int64_t states; /* that were reached in all */
    struct grid_period period;
};

#endif
