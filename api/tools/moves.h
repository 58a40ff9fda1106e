/* One position asked more than once: pages of its moves, and the place of a given move among them. */
#ifndef GRUNDY_API_TOOLS_MOVES_H
#define GRUNDY_API_TOOLS_MOVES_H

#include "core/kit/search/loopy.h"
#include "core/solve.h"

/* What is asked about; the page is chosen with each question. */
struct asking {
    const struct game *game;
    const void *position;
    struct budget *budget;
    struct store *store;
    struct num target;          /* as in struct ask */
    const struct loopy *others; /* the same */
};

/* Solves the position anew, in the budget's arena. May escape. */
void asking_solve(const struct asking *asking, struct ask *ask, enum listing listing, struct num offset, size_t limit);
/* The same for the first moves; of the others nobody reads more than whether there is one. */
void asking_look(const struct asking *asking, struct ask *ask, enum listing listing, size_t limit);

/* The contract's order of moves: <0, 0, >0. Field by field; a field that is there sorts before one that is absent. */
int move_compare(const struct type *move, const void *a, const void *b);
/* The same by their first `fields` fields. */
int move_compare_first(const struct type *move, size_t fields, const void *a, const void *b);

/* Looks the move up among all moves, however many there are: by bisection, as they ascend. False: it is not legal (NULL never
 * is). `found` (its move lives in the arena) has its mark; `whole` (NULL-able) is set to the answer about the position, without
 * its lists. Escapes with too_large where the count of moves is not known and the list ends before. */
bool move_find(const struct asking *asking, const void *move, struct listed *found, struct ask *whole);

/* Gives back what was allocated since the mark, all but this number. */
struct num rewind_keeping(struct arena *arena, struct arena_mark mark, struct num value);

#endif
