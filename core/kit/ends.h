/* Games on a row of piles of which one end goes at each move: /stone-ends and /stone-rest differ in what a move scores. */
#ifndef GRUNDY_CORE_KIT_ENDS_H
#define GRUNDY_CORE_KIT_ENDS_H

#include "core/kit/scores.h"

struct ends_position {
    struct head head;
    struct list piles; /* of int64_t */
    struct num lead;
};
extern const struct type ends_position_type, ends_move_type;

/* What the mover scores: the pile that goes, or all that remain. */
enum ends_score { ENDS_TAKEN, ENDS_REST };

void ends_solve(struct ask *ask, enum ends_score score);
/* Which end the first best move takes: 0, or the index of the last pile. There is one. */
size_t ends_best(struct ask *ask);
void *ends_apply(struct ask *ask, const void *move, enum ends_score score);
uint64_t ends_cost(const void *position);
void ends_sample(struct sample *sample);
/* Whether a move takes from the left end. */
bool ends_left(const void *move);
void ends_words(const struct ask *ask, const void *move, struct lines *line);

#endif
