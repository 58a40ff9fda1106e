/* What a search knows of the positions that it has been to: a set of short byte strings, each with whether it is lost.
 *
 * The table grows with what it holds. A search of a few positions takes a few kilobytes, so that one request may make many. */
#ifndef GRUNDY_CORE_KIT_SEARCH_MEMO_H
#define GRUNDY_CORE_KIT_SEARCH_MEMO_H

#include "core/memory/arena.h"

#include <stdbool.h>

struct memo_entry;

struct memo {
    struct arena *arena;
    struct memo_entry **slots;
    size_t size, count; /* slots, a power of two; entries */
};

enum memo_state { MEMO_UNKNOWN, MEMO_WON, MEMO_LOST };

void memo_init(struct memo *memo, struct arena *arena);
enum memo_state memo_find(const struct memo *memo, const uint8_t *key, size_t n);
/* The key must be new, and of at most 255 bytes. */
void memo_add(struct memo *memo, const uint8_t *key, size_t n, bool lost);

#endif
