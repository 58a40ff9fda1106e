/* What /sg says to a student. */
#ifndef GRUNDY_CORE_SG_EXPLAIN_H
#define GRUNDY_CORE_SG_EXPLAIN_H

#include "core/game.h"

void sg_explain(struct ask *ask, struct lines *lines);

/* The first winning move, in words; its heap. -1: there is none. */
int64_t sg_explain_move(struct ask *ask, struct lines *lines);

#endif
