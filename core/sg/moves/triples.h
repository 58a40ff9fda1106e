/* Moves that leave three pieces. */
#ifndef GRUNDY_CORE_SG_MOVES_TRIPLES_H
#define GRUNDY_CORE_SG_MOVES_TRIPLES_H

#include "core/sg/moves/moves.h"

/* Triples, and with digit 4 each pair in its place among them. */
void pieces_push_triples(struct hunt *hunt, const struct spot *spot, struct num take, unsigned digit);
/* Steps that counting them takes where a period is proven. */
uint64_t pieces_steps_of_triples(const struct wave *wave);

#endif
