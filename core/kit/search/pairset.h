/* A growing set of 32-bit keys, none of them 0, in the arena. */
#ifndef GRUNDY_CORE_KIT_SEARCH_PAIRSET_H
#define GRUNDY_CORE_KIT_SEARCH_PAIRSET_H

#include "core/memory/arena.h"

#include <stdbool.h>

struct pairset {
    struct arena *arena;
    uint32_t *slot; /* open addressing, 0 is empty; NULL before the first key */
    size_t n, room; /* room is a power of two, at most 3/4 full */
};

/* True if the key is new. */
bool pairset_add(struct pairset *set, uint32_t key);
bool pairset_has(const struct pairset *set, uint32_t key);

#endif
