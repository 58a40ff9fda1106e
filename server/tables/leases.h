/* Who makes which table: equal questions under way compute once. In this process they wait for each other; among processes one
 * is elected by a try-lock on a byte of the directory's lock file, and nobody waits for it longer than 50 ms. */
#ifndef GRUNDY_SERVER_TABLES_LEASES_H
#define GRUNDY_SERVER_TABLES_LEASES_H

#include "core/memory/store.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

struct table_lease;

struct table_leases {
    pthread_mutex_t lock;
    pthread_cond_t ended;
    struct table_lease *first;
    atomic_int lock_fd; /* -1: no other processes */
};

void table_leases_init(struct table_leases *leases, int lock_fd);
void table_leases_free(struct table_leases *leases);

/* Room for a lease of that arena, which ends with it at the latest. May escape. */
struct table_lease *table_lease_new(struct table_leases *leases, struct arena *arena, const char *key);
/* Whether it is ours now; if not, somebody in this process has it, and a moment was waited (a millisecond or less) for him if
 * `wait`. */
bool table_lease_take(struct table_lease *lease, bool wait);
/* Whether other processes leave it to us. */
bool table_lease_elect(struct table_lease *lease);
/* Ends the lease that this arena has on the key, if any. */
void table_leases_end(struct table_leases *leases, const struct arena *arena, const char *key);

#endif
