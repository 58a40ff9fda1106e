/* How long a question to /sg may take: the table it needs, and the moves that are looked at. */
#ifndef GRUNDY_CORE_SG_COST_H
#define GRUNDY_CORE_SG_COST_H

#include "core/sg/position.h"

/* Steps for the table, when nothing is known of the store; 0 where no table is needed. */
uint64_t cost_of_table(const struct sg_position *p);
/* The same with what the store has: a table that is to be fetched from another process is never cheap. */
uint64_t cost_of_stored(const struct sg_position *p, struct arena *arena, struct store *store);
/* Steps for misère play of codes and the like, before their moves: of heaps up to `top`, so many tokens in all. */
uint64_t cost_of_misere(const struct rules *rules, struct arena *arena, struct store *store, struct num top, uint64_t tokens);
/* Steps for the moves. */
uint64_t cost_of_moves(const struct sg_position *p);

#endif
