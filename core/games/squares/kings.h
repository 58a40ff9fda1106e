/* Placing things that must not come within a king's step of each other: who cannot move loses.
 *
 * A set of cells; a move takes one cell and with it the up to eight cells around it. Cells that touch, also by a corner, hang
 * together; what does not hang together is a sum of games. */
#ifndef GRUNDY_CORE_GAMES_SQUARES_KINGS_H
#define GRUNDY_CORE_GAMES_SQUARES_KINGS_H

#include "core/budget.h"
#include "core/memory/arena.h"

struct kings_cell {
    uint8_t row, col;
};

/* Cells that hang together. */
struct kings_part {
    size_t n;
    const struct kings_cell *cells;
    unsigned value;  /* Grundy value, set by kings_solve() */
    uint64_t pieces; /* how many were looked up for it */
    uint8_t *after;  /* the same of what is left of the part when the i-th cell is taken */
};

enum kings_result { KINGS_SOLVED, KINGS_TOO_MANY_CELLS, KINGS_TOO_LONG };

/* Splits n cells into parts, each in the order in which the cells are given; the parts in the order of their first cells. */
size_t kings_split(struct arena *arena, const struct kings_cell *cells, size_t n, struct kings_part **parts);

/* Solves one part, of up to KINGS_CELLS cells, with at most KINGS_POSITIONS entries of the table and `most` pieces looked up: the
 * result depends on the part and `most` alone. */
enum kings_result kings_solve(struct arena *arena, struct budget *budget, struct kings_part *part, uint64_t most);

#endif
