#define _GNU_SOURCE /* OFD locks */
#include "server/tables/leases.h"
#include "server/clock.h"
#include "server/tables/digest.h"

#include <fcntl.h>
#include <string.h>

enum { LOOK_EVERY_MS = 5 };

struct table_claim {
    struct table_claim *next;
    struct table_claims *claims;
    const struct arena *arena;
    const char *key;
    off_t byte; /* of the lock file: two keys that share one only wait for each other */
    bool held, elected;
};

void table_claims_init(struct table_claims *claims, int lock_fd)
{
    pthread_condattr_t steady;
    claims->first = NULL;
    atomic_init(&claims->lock_fd, lock_fd);
    pthread_mutex_init(&claims->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&claims->ended, &steady);
    pthread_condattr_destroy(&steady);
}

void table_claims_free(struct table_claims *claims)
{
    pthread_cond_destroy(&claims->ended);
    pthread_mutex_destroy(&claims->lock);
}

static struct flock byte_of(const struct table_claim *claim, short type)
{
    return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = claim->byte, .l_len = 1};
}

static struct table_claim **find(struct table_claims *claims, const char *key)
{
    struct table_claim **link = &claims->first;
    while (*link && strcmp((*link)->key, key) != 0)
        link = &(*link)->next;
    return link;
}

/* Under the lock. */
static void end(struct table_claim **link)
{
    struct table_claim *claim = *link;
    *link = claim->next;
    claim->held = false;
    if (claim->elected) {
        struct flock byte = byte_of(claim, F_UNLCK);
        fcntl(claim->claims->lock_fd, F_OFD_SETLK, &byte);
        claim->elected = false;
    }
    pthread_cond_broadcast(&claim->claims->ended);
}

static void release(void *what)
{
    struct table_claim *claim = what;
    pthread_mutex_lock(&claim->claims->lock);
    if (claim->held)
        end(find(claim->claims, claim->key));
    pthread_mutex_unlock(&claim->claims->lock);
}

struct table_claim *table_claim_new(struct table_claims *claims, struct arena *arena, const char *key)
{
    static const uint64_t sip[2] = {1, 2};
    struct table_claim *claim = arena_alloc(arena, sizeof *claim);
    size_t size = strlen(key);
    *claim = (struct table_claim){.claims = claims,
                                  .arena = arena,
                                  .key = arena_copy(arena, key, size),
                                  .byte = (off_t)(digest_siphash(sip, key, size).v[0] >> 2)};
    arena_defer(arena, release, claim);
    return claim;
}

bool table_claim_take(struct table_claim *claim, bool wait)
{
    struct table_claims *claims = claim->claims;
    pthread_mutex_lock(&claims->lock);
    if (*find(claims, claim->key) && wait) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += LOOK_EVERY_MS * (long)MILLISECOND;
        until.tv_sec += until.tv_nsec / (long)SECOND;
        until.tv_nsec %= (long)SECOND;
        pthread_cond_timedwait(&claims->ended, &claims->lock, &until);
    }
    if (!*find(claims, claim->key)) {
        claim->next = claims->first;
        claims->first = claim;
        claim->held = true;
    }
    pthread_mutex_unlock(&claims->lock);
    return claim->held;
}

/* A lock that the same open file has already is granted again, so only one claim of a byte may be elected in this process; keys
 * that share a byte are as rare as two equal numbers among 2^62. */
bool table_claim_elect(struct table_claim *claim)
{
    struct flock byte = byte_of(claim, F_WRLCK);
    if (claim->claims->lock_fd < 0)
        return true;
    claim->elected = fcntl(claim->claims->lock_fd, F_OFD_SETLK, &byte) == 0;
    return claim->elected;
}

void table_claims_end(struct table_claims *claims, const struct arena *arena, const char *key)
{
    pthread_mutex_lock(&claims->lock);
    struct table_claim **link = find(claims, key);
    if (*link && (*link)->arena == arena)
        end(link);
    pthread_mutex_unlock(&claims->lock);
}
