/* The second tier of tables: values by key in a Redis (or what speaks like one) that several machines share. It knows nothing of
 * what the values are, and whoever reads one must not believe it.
 *
 * No request fails by it or waits for it longer than CACHE_FETCH: after three failures in a row nobody asks for a second, and
 * nobody while it is known not to be there. Values are written by a thread of its own, after the answer. All of it holds less
 * than CACHE_HELD bytes. */
#ifndef GRUNDY_SERVER_CACHE_CACHE_H
#define GRUNDY_SERVER_CACHE_CACHE_H

#include "core/memory/arena.h"
#include "server/cache/place.h"
#include "server/clock.h"

#include <stdbool.h>
#include <stdint.h>

#define CACHE_FETCH (20 * MILLISECOND)
/* The same, but in the daemon for tests, where nothing rests on how fast a machine is. */
uint64_t cache_patience(void);

enum {
    CACHE_KEY = 128,             /* bytes of a key, with its end */
    CACHE_VALUE_MAX = 16 << 20,  /* bytes of a value: what comes in time from a machine nearby */
    CACHE_SUBJECT_MAX = 1 << 16, /* bytes of what is to be written */
    CACHE_HELD = 8 << 20,        /* wires with an answer half read, the queue of what is to be written, the thread's stack */
};

struct cache;

/* Why a fetch ended. HIT and REFUSED are said by who looked at the value. */
enum cache_result { CACHE_HIT, CACHE_MISS, CACHE_REFUSED, CACHE_FAILED, CACHE_SKIPPED, CACHE_RESULTS };
enum cache_write { CACHE_STORED, CACHE_UNSTORED, CACHE_DROPPED, CACHE_WRITES };
extern const char *const cache_result_names[CACHE_RESULTS], *const cache_write_names[CACHE_WRITES];

struct cache_counts {
    bool there; /* one is set */
    bool up;    /* the last reading and the last writing went well */
    uint64_t results[CACHE_RESULTS], writes[CACHE_WRITES];
};

/* A value to be written, valid until the arena is reset. */
struct cache_value {
    char key[CACHE_KEY];
    const void *front, *data;
    size_t front_size, data_size;
};

/* Makes the value of a subject that was given to cache_write(), on the cache's thread. False: there is none any more. */
typedef bool cache_maker(void *what, struct arena *arena, const char *subject, struct cache_value *value);

/* Looks the place up; never fails for the second tier not being there. NULL: no memory. */
struct cache *cache_open(const struct cache_place *place, cache_maker *make, void *what);
/* Starts the thread that writes. False: there is none. */
bool cache_start(struct cache *cache);
/* Writes what is queued, for a few seconds at most. Nobody may fetch any more. */
void cache_close(struct cache *cache);
struct cache_counts cache_count(struct cache *cache);
void cache_tell(struct cache *cache, enum cache_result result);

/* ---- fetching ---- */

struct cache_fetch {
    struct cache *cache;
    struct wire *wire;
    const char *key;
    uint64_t until, size; /* size: bytes of the whole value */
};

/* Begins: the first `n` bytes of the value, or fewer where it is shorter. False: there is nothing to be had, it was counted, and
 * nothing is to be ended. */
bool cache_begin(struct cache_fetch *fetch, struct cache *cache, const char *key, void *front, size_t n);
/* The n bytes from `at` on, which must be there, and then the first `again` ones once more: where they are the same, nobody has
 * replaced the value meanwhile. False: it was counted, and is ended. */
bool cache_rest(struct cache_fetch *fetch, uint64_t at, void *to, size_t n, void *front, size_t again);
/* Lets the wire go. `sound`: it can be used again. */
void cache_end(struct cache_fetch *fetch, bool sound);

/* ---- writing ---- */

/* Queues it; where the queue is full it is dropped. Never waits. */
void cache_write(struct cache *cache, const char *subject);

#endif
