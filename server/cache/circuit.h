/* The second tier inside: its state, which of its addresses is asked, and whether it is asked at all. Internal to server/cache/.
 */
#ifndef GRUNDY_SERVER_CACHE_CIRCUIT_H
#define GRUNDY_SERVER_CACHE_CIRCUIT_H

#include "server/cache/cache.h"
#include "server/cache/wire.h"

#include <pthread.h>
#include <stdatomic.h>

enum { WIRES = 8, QUEUE = 16 };

struct cache {
    struct cache_place place;
    cache_maker *make;
    void *what;
    atomic_uint_fast64_t results[CACHE_RESULTS], writes[CACHE_WRITES];
    /* the circuit */
    atomic_bool absent;               /* the keeper found nobody there when it looked last */
    atomic_uint failures;             /* in a row */
    atomic_uint_fast64_t closed_from; /* nobody asks before */
    atomic_bool reads, writes_well;
    atomic_int told; /* the log knows that it is down, or that it is not; -1: neither */
    /* under the lock */
    pthread_mutex_t lock;
    pthread_cond_t stir; /* there is something to write, or it is over */
    struct wire_addresses addresses;
    unsigned address; /* which of them answered last */
    struct wire *idle[WIRES];
    unsigned idle_count, lent;
    char *queue[QUEUE];
    unsigned first, queued;
    bool over, started;
    pthread_t keeper;
};

/* Where it is, as the keeper found out last. */
struct wire_address cache_address(struct cache *cache);
/* Another of its addresses from now on. False: all have had their turn since `first`. */
bool cache_turn(struct cache *cache, unsigned first);
void cache_went_well(struct cache *cache);
void cache_went_wrong(struct cache *cache, const char *why);
/* The log hears of changes only; that it is up again, from the keeper. */
void cache_tell_state(struct cache *cache, const char *why);

#endif
