/* How long a question to /sg may take: the table it needs, and the moves that are looked at. */
#ifndef GRUNDY_CORE_SG_COST_H
#define GRUNDY_CORE_SG_COST_H

#include "core/sg/position.h"

/* Steps for the table, when nothing is in the store; 0 where no table is needed. */
uint64_t cost_of_table(const struct sg_position *p);
/* Whether the store has that table already. */
bool cost_table_stored(const struct sg_position *p, struct arena *arena, struct store *store);
/* Steps for the moves. */
uint64_t cost_of_moves(const struct sg_position *p);

#endif
