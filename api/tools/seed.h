/* Seeds: integers, or texts of up to 64 characters. */
#ifndef GRUNDY_API_TOOLS_SEED_H
#define GRUNDY_API_TOOLS_SEED_H

#include "core/memory/arena.h"
#include "core/value/field.h"

extern const struct type type_seed; /* KIND_CHOICE; without a value it is 0 */

/* Of what was not given. */
void seed_default(struct choice *seed, struct arena *arena);
/* The lots that a seed stands for, other ones for every name. Of the seed as it is told: 7 and "7" are the same. */
uint64_t seed_lots(const struct choice *seed, const char *name, struct arena *arena);
/* As splitmix64 ends: neighbours have nothing in common. */
uint64_t seed_mixed(uint64_t word);

#endif
