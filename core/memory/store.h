/* Tables that outlive a request: Grundy values of a ruleset, precomputed boards. Immutable once published; a longer table of the
 * same key replaces a shorter one. The private store below lives in the process; the server's shared-memory store has the same
 * face. */
#ifndef GRUNDY_CORE_MEMORY_STORE_H
#define GRUNDY_CORE_MEMORY_STORE_H

#include "core/budget.h"
#include "core/memory/arena.h"

#include <stdbool.h>

/* A table, read-only, valid until the arena it was found with is reset. */
struct table {
    const void *data; /* count values of width bytes each, native byte order, at least 64-byte aligned */
    uint64_t count;
    uint32_t width; /* 1, 2 or 4 */
    bool proven;    /* the period below is a theorem for this table's key */
    bool stranger;  /* another process made it: who can should compare some values with their definition, and judge() it */
    uint64_t preperiod, period, saltus;
    uint64_t checked_to; /* last heap compared in the proof; without one: so many values were searched for it in vain */
    /* for publish(): asked now and then whether there is time to go on writing a large table for other processes; where not, it
     * stays private. NULL: there is time. */
    const struct budget *within;
    /* publish(): about how many steps all of it took, as far as is known: what took few is not worth keeping far away. */
    uint64_t steps;
    bool distant; /* the stranger is on another machine */
    bool away;    /* set by find() where it is false: there is one, but the calling thread has no time to fetch it */
};

/* A table that is wanted: so many values, which take about so many steps to be made. */
struct table_wish {
    const char *key;
    uint64_t count, steps;
};

struct store {
    /* Writable memory for a table in the making, 64-byte aligned, or NULL when there is no room for it. publish() takes it over
     * without a copy when made->data points to its begin; otherwise it is given back when arena is reset. */
    void *(*reserve)(struct store *store, struct arena *arena, size_t bytes);
    /* The longest table of that key, or false. Holds it until arena is reset. */
    bool (*find)(struct store *store, struct arena *arena, const char *key, struct table *found);
    /* optional: to be asked before a table of wish->count values is made that takes long. *table, zeroed or found, is replaced by
     * a longer one if there is one by now. True: it has so many values, or a proven period. False: the caller makes it; equal
     * questions wait for its publish(), or the end of its arena. Waits only where the budget is patient: for threads of this
     * process until the budget ends (which escapes), for other processes at most 50 ms. */
    bool (*lease)(struct store *store, struct arena *arena, struct budget *budget, const struct table_wish *wish,
                  struct table *table);
    /* Makes *made findable (a copy of it, if its memory was not reserved here), unless a longer one is there already that is no
     * stranger's; then *made is pointed to what is now found. Reserved memory must not be written any more.
     * Never fails for the caller: when nothing can be stored, *made stays as it is. */
    void (*publish)(struct store *store, struct arena *arena, const char *key, struct table *made);
    /* optional: the stranger's table that was found agrees with its definition and is none from now on; or it does not, and is
     * thrown away. */
    void (*judge)(struct store *store, const char *key, const struct table *found, bool good);
    struct store *own; /* where tables lie that no other process has to do with; NULL: here */
};

/* find() and publish() for tables that answers are read from without another look, because a look at them is not much cheaper
 * than to make them, or because they are made in milliseconds. What another process made, or says that it did, is not found:
 * whoever can sign a file could make it lie, or tell a length that it has not. They are told to nobody, for nobody would believe
 * them. Found is what has that width and so many values at least. */
static inline bool store_find_own(struct store *store, struct arena *arena, const char *key, uint32_t width, uint64_t count,
                                  struct table *found)
{
    struct store *own = store->own ? store->own : store;
    return own->find(own, arena, key, found) && !found->stranger && found->width == width && found->count >= count;
}
static inline void store_publish_own(struct store *store, struct arena *arena, const char *key, struct table *made)
{
    struct store *own = store->own ? store->own : store;
    own->publish(own, arena, key, made);
}

/* lease(), where the store has it; else false. */
bool store_lease(struct store *store, struct arena *arena, struct budget *budget, const struct table_wish *wish,
                 struct table *table);

/* Tables in the memory of this process, with their keys at most bytes_max in all (least recently used go first). Thread-safe. */
struct store *store_private_new(size_t bytes_max);
void store_private_free(struct store *store);

/* ---- for a store that keeps its tables in a private one ---- */

/* Room for one hold of the arena, made before anything is taken that an escape would lose. */
struct store_hold;
struct store_hold *store_private_hold(struct arena *arena);
/* reserve() with that hold, which never escapes; and the same memory given back at once, where it serves nothing. */
void *store_private_reserve(struct store *store, struct store_hold *hold, size_t bytes);
void store_private_return(struct store_hold *hold);
/* publish() of a table in that memory, which stays a stranger's until it is judged. False: no memory to keep it. */
bool store_private_adopt(struct store *store, struct store_hold *hold, const char *key, struct table *made);
size_t store_private_bytes(struct store *store);
size_t store_private_count(struct store *store);

#endif
