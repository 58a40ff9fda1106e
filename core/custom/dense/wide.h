/* Rules for many states at once: each instruction works on columns, of one number of 32 bits for each of LANES states that stand
 * side by side. Internal to core/custom.
 *
 * It only ever answers what the machine of one state would: intervals, known before play, show that nothing overflows; what can
 * fail is noted by lane; and what cannot be said in columns is not lowered at all. So whoever runs it falls back on that machine,
 * which then tells the fault or the excess as it is. */
#ifndef GRUNDY_CORE_CUSTOM_DENSE_WIDE_H
#define GRUNDY_CORE_CUSTOM_DENSE_WIDE_H

#include "core/budget.h"
#include "core/custom/states/layout.h"

enum wide_code {
#define WIDE(name, ...) WIDE_##name,
#define WIDE_LANES(name) WIDE_##name,
#include "core/custom/dense/wide.def"
};

enum { LANES = 64, STRIPS = LANES / 4, CELLS_MOST = 1 << 27, EDGES_MAX = 1 << 14, EDGE_AGAIN = 1 << 30, EDGE_NONE = -1 };
/* What an instruction on columns costs, in instructions of the machine of one state. */
enum { WIDE_COST = 10 };

typedef int32_t strip __attribute__((vector_size(16), may_alias));
typedef uint32_t bare __attribute__((vector_size(16), may_alias)); /* for arithmetic that may wrap in lanes that do not count */
struct wide_column {
    strip v[STRIPS];
};

/* to, a, b, c, mask are columns; a mask has all bits set in the lanes that count. x: a number, a function, a table, or where to
 * go. */
struct wide_op {
    uint16_t code, to, a, b, c, mask;
    int32_t x;
};

/* What an index looks up: numbers, or columns. */
struct wide_table {
    uint32_t n;
    const int32_t *number; /* NULL: column */
    const uint16_t *column;
};

/* An integer of the state: a digit of its number, which counts up from `min`, or down from `max`. */
struct wide_digit {
    uint16_t column;
    uint32_t values, stride;
    int64_t min, max;
    size_t variable, item; /* the number of variables: turn */
};

struct wide_constant {
    uint16_t column;
    int32_t value;
};

struct wide_program {
    size_t ops, columns, tables, digits, constants;
    struct wide_op *op;
    struct wide_table *table;
    struct wide_digit *digit; /* from the lowest up */
    struct wide_constant *constant;
    uint32_t cells; /* numbers of states: 0…cells - 1 */
    bool rising;    /* digits count down, for games whose moves make their variables larger */
    uint16_t all, fault, over, turn;
};

/* Running it. */
struct wide_run {
    const struct wide_program *wide;
    struct arena *arena;
    struct wide_column *column;
    int32_t (*edge)[LANES]; /* the moves of each lane: a state's number, with EDGE_AGAIN; or EDGE_NONE */
    size_t edges, edges_room;
    uint64_t steps, steps_max;
    struct budget *budget;
    uint64_t paid; /* steps that the budget has paid for */
};
void wide_init(struct wide_run *run, const struct wide_program *wide, struct arena *arena, struct budget *budget);
/* The states `first`…`first` + LANES - 1. False: more moves of one state than there is room for, or more steps than steps_max,
 * which the caller sets. */
bool wide_run(struct wide_run *run, uint32_t first);

#endif
