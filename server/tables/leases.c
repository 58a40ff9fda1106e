#define _GNU_SOURCE /* OFD locks */
#include "server/tables/leases.h"
#include "server/clock.h"
#include "server/tables/digest.h"

#include <fcntl.h>
#include <string.h>

enum { LOOK_EVERY_MS = 5 };

struct table_lease {
    struct table_lease *next;
    struct table_leases *leases;
    const struct arena *arena;
    const char *key;
    off_t byte; /* of the lock file: two keys that share one only wait for each other */
    bool held, elected;
};

void table_leases_init(struct table_leases *leases, int lock_fd)
{
    pthread_condattr_t steady;
    leases->first = NULL;
    atomic_init(&leases->lock_fd, lock_fd);
    pthread_mutex_init(&leases->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&leases->ended, &steady);
    pthread_condattr_destroy(&steady);
}

void table_leases_free(struct table_leases *leases)
{
    pthread_cond_destroy(&leases->ended);
    pthread_mutex_destroy(&leases->lock);
}

static struct flock byte_of(const struct table_lease *lease, short type)
{
    return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = lease->byte, .l_len = 1};
}

static struct table_lease **find(struct table_leases *leases, const char *key)
{
    struct table_lease **link = &leases->first;
    while (*link && strcmp((*link)->key, key) != 0)
        link = &(*link)->next;
    return link;
}

/* Under the lock. */
static void end(struct table_lease **link)
{
    struct table_lease *lease = *link;
    *link = lease->next;
    lease->held = false;
    if (lease->elected) {
        struct flock byte = byte_of(lease, F_UNLCK);
        fcntl(lease->leases->lock_fd, F_OFD_SETLK, &byte);
        lease->elected = false;
    }
    pthread_cond_broadcast(&lease->leases->ended);
}

static void release(void *what)
{
    struct table_lease *lease = what;
    pthread_mutex_lock(&lease->leases->lock);
    if (lease->held)
        end(find(lease->leases, lease->key));
    pthread_mutex_unlock(&lease->leases->lock);
}

struct table_lease *table_lease_new(struct table_leases *leases, struct arena *arena, const char *key)
{
    static const uint64_t sip[2] = {1, 2};
    struct table_lease *lease = arena_alloc(arena, sizeof *lease);
    size_t size = strlen(key);
    *lease = (struct table_lease){.leases = leases,
                                  .arena = arena,
                                  .key = arena_copy(arena, key, size),
                                  .byte = (off_t)(digest_siphash(sip, key, size).v[0] >> 2)};
    arena_defer(arena, release, lease);
    return lease;
}

bool table_lease_take(struct table_lease *lease, bool wait)
{
    struct table_leases *leases = lease->leases;
    pthread_mutex_lock(&leases->lock);
    if (*find(leases, lease->key) && wait) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += LOOK_EVERY_MS * (long)MILLISECOND;
        until.tv_sec += until.tv_nsec / (long)SECOND;
        until.tv_nsec %= (long)SECOND;
        pthread_cond_timedwait(&leases->ended, &leases->lock, &until);
    }
    if (!*find(leases, lease->key)) {
        lease->next = leases->first;
        leases->first = lease;
        lease->held = true;
    }
    pthread_mutex_unlock(&leases->lock);
    return lease->held;
}

/* A lock that the same open file has already is granted again, so only one lease of a byte may be elected in this process; keys
 * that share a byte are as rare as two equal numbers among 2^62. */
bool table_lease_elect(struct table_lease *lease)
{
    struct flock byte = byte_of(lease, F_WRLCK);
    if (lease->leases->lock_fd < 0)
        return true;
    lease->elected = fcntl(lease->leases->lock_fd, F_OFD_SETLK, &byte) == 0;
    return lease->elected;
}

void table_leases_end(struct table_leases *leases, const struct arena *arena, const char *key)
{
    pthread_mutex_lock(&leases->lock);
    struct table_lease **link = find(leases, key);
    if (*link && (*link)->arena == arena)
        end(link);
    pthread_mutex_unlock(&leases->lock);
}
