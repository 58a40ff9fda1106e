/* What the states of a space are worth. Internal to core/custom. */
#ifndef GRUNDY_CORE_CUSTOM_STATES_EVALUATE_H
#define GRUNDY_CORE_CUSTOM_STATES_EVALUATE_H

#include "core/custom/states/space.h"

/* Scores: what the mover is ahead by after the move at that word. False: beyond 64 bits. */
bool space_lead(const struct space *space, size_t word, int64_t *lead);
/* How many moves of these states together, a sum, win. */
uint64_t space_wins(const struct space *space, const uint32_t *part, size_t parts);
/* Pure rules only. */
struct loopy space_value(const struct space *space, uint32_t state);

/* The states are valued: space_make() does that. Escapes where cycles are not allowed. */
void space_evaluate(struct space *space);

#endif
