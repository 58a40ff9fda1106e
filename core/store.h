/* Tables that outlive a request: Grundy values of a ruleset, precomputed boards. Immutable once published; a longer table of the
 * same key replaces a shorter one. The private store below lives in the process; the server's shared-memory store has the same
 * face. */
#ifndef GRUNDY_CORE_STORE_H
#define GRUNDY_CORE_STORE_H

#include "core/arena.h"
#include "core/budget.h"

#include <stdbool.h>

/* A table, read-only, valid until the arena it was found with is reset. */
struct table {
    const void *data; /* count values of width bytes each, native byte order, at least 64-byte aligned */
    uint64_t count;
    uint32_t width; /* 1, 2 or 4 */
    bool proven;    /* the period below is a theorem for this table's key */
    uint64_t preperiod, period, saltus;
    uint64_t checked_to; /* last heap compared in the proof */
};

struct store {
    /* Writable memory for a table in the making, 64-byte aligned, or NULL when there is no room for it. publish() takes it over
     * without a copy when made->data points to its begin; otherwise it is given back when arena is reset. */
    void *(*reserve)(struct store *store, struct arena *arena, size_t bytes);
    /* The longest table of that key, or false. Holds it until arena is reset. */
    bool (*find)(struct store *store, struct arena *arena, const char *key, struct table *found);
    /* Makes *made findable (a copy of it, if its memory was not reserved here), unless a longer one is there already; then *made is pointed to what is now found.
     * Reserved memory must not be written any more.
     * Never fails for the caller: when nothing can be stored, *made stays as it is. */
    void (*publish)(struct store *store, struct arena *arena, const char *key, struct table *made);
};

/* Tables in the memory of this process, at most bytes_max in all (least recently used go first). Thread-safe. */
struct store *store_private_new(size_t bytes_max);
void store_private_free(struct store *store);

#endif
