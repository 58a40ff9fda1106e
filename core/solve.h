/* The middle: one question from position to answer. */
#ifndef GRUNDY_CORE_SOLVE_H
#define GRUNDY_CORE_SOLVE_H

#include "core/game.h"

/* Prepares *ask for a position that was decoded and checked. Page and target are the caller's to set afterwards. */
void ask_init(struct ask *ask, const struct game *game, const void *position, struct arena *arena, struct budget *budget,
              struct store *store);
/* Solves it. May escape (too_large, deadline_exceeded, cancelled work). Checks the solver's own promises (counts that agree). */
void ask_solve(struct ask *ask);
/* After that: the position that a legal move leads to, the sentences, and a move in words ("take 2 from heap 0"). */
void *ask_apply(struct ask *ask, const void *move);
void ask_explain(struct ask *ask, struct lines *lines);
const char *ask_words(const struct ask *ask, const void *move, enum language language);
const char *ask_words_sized(const struct ask *ask, const void *move, enum language language, size_t *size); /* and its bytes */

/* Where the game solves many positions at once. */
void ask_grid(struct ask *ask, struct grid *grid);

#endif
