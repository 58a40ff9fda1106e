/* All games: found by id, in the order of games.def. */
#ifndef GRUNDY_CORE_REGISTRY_H
#define GRUNDY_CORE_REGISTRY_H

#include "core/game.h"

size_t game_count(void);
const struct game *game_at(size_t index);
/* id as in the path; NULL if there is none. */
const struct game *game_find(const char *id, size_t length);
/* The first thing wrong with any descriptor, in words, or NULL. */
const char *registry_fault(void);

#endif
