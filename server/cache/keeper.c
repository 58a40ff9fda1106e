/* The keeper: the thread that writes values after the answers, finds out the numbers behind the host's name, and once a second
 * writes a small value of its own, so that it is known without any request whether the other side takes what we write. */
#include "server/cache/keeper.h"

#include "server/log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SCRATCH = 1 << 20 }; /* for the front of one value */

#define LOOK_EVERY SECOND
#define LOOK_FOR (10 * cache_patience())  /* nobody waits for the keeper */
#define WRITE_FOR (50 * cache_patience()) /* of megabytes, perhaps */
#define LAST_WRITES (5 * SECOND)          /* at the end, for what is queued */

struct keeper {
    struct cache *cache;
    struct wire *wire;
    struct arena arena;
    char why[WIRE_WHY];
};

/* What is to be written next; NULL: nothing, for a second or so. *over: and nothing will be. */
static char *next(struct cache *cache, uint64_t until, bool *over)
{
    struct timespec wake = {.tv_sec = (time_t)(until / SECOND), .tv_nsec = (long)(until % SECOND)};
    char *subject = NULL;
    pthread_mutex_lock(&cache->lock);
    while (!cache->queued && !cache->over && pthread_cond_timedwait(&cache->stir, &cache->lock, &wake) != ETIMEDOUT)
        continue;
    if (cache->queued) {
        subject = cache->queue[cache->first];
        cache->first = (cache->first + 1) % QUEUE;
        cache->queued--;
    }
    *over = cache->over;
    pthread_mutex_unlock(&cache->lock);
    return subject;
}

static void hang_up(struct keeper *keeper)
{
    if (keeper->wire)
        wire_close(keeper->wire);
    keeper->wire = NULL;
}

/* Another machine may have the name by now. */
static void look_up_again(struct cache *cache)
{
    struct wire_addresses addresses;
    if (!wire_look_up(&cache->place, &addresses))
        return;
    pthread_mutex_lock(&cache->lock);
    cache->addresses = addresses;
    cache->address = 0;
    pthread_mutex_unlock(&cache->lock);
}

/* At each of its addresses in turn, beginning with the one that answered last. */
static void call(struct keeper *keeper, uint64_t until)
{
    struct cache *cache = keeper->cache;
    const unsigned first = cache->address, count = cache->addresses.count ? cache->addresses.count : 1; /* ours to write */
    uint64_t share = until > clock_now() ? (until - clock_now()) / count : 0;
    do {
        struct wire_address address = cache_address(cache);
        keeper->wire = wire_open(&cache->place, &address, clock_now() + share, keeper->why);
    } while (!keeper->wire && cache_turn(cache, first));
}

static bool connected(struct keeper *keeper, uint64_t until)
{
    if (keeper->wire && wire_is_stale(keeper->wire))
        hang_up(keeper);
    if (keeper->wire)
        return true;
    call(keeper, until);
    if (!keeper->wire)
        look_up_again(keeper->cache);
    return keeper->wire;
}

/* What became of a SET: the answer "OK", a refusal (which says that the other side is there), or neither. */
static bool was_taken(struct keeper *keeper, uint64_t until)
{
    char text[2];
    uint64_t n;
    enum wire_answer answer = wire_read(keeper->wire, until, text, sizeof text, &n);
    if (answer == WIRE_BYTES && n == 2)
        return true;
    memcpy(keeper->why, wire_why(keeper->wire), sizeof keeper->why);
    if (answer != WIRE_ERROR)
        hang_up(keeper);
    return false;
}

/* Tells what a writing came to. Where the other side does not answer at all, nobody need find that out by waiting. */
static void note(struct keeper *keeper, bool written)
{
    struct cache *cache = keeper->cache;
    atomic_store(&cache->absent, !keeper->wire);
    atomic_store(&cache->writes_well, written);
    if (keeper->wire)
        cache_went_well(cache);
    cache_tell_state(cache, keeper->why);
}

static void look(struct keeper *keeper)
{
    uint64_t until = clock_now() + LOOK_FOR;
    bool written = connected(keeper, until);
    if (written && !wire_ask(keeper->wire, until, (const char *[]){"SETEX", "grundy:probe", "60", "", NULL})) {
        memcpy(keeper->why, wire_why(keeper->wire), sizeof keeper->why);
        hang_up(keeper);
        written = false;
    }
    note(keeper, written && was_taken(keeper, until));
}

static bool put(struct keeper *keeper, const struct cache_value *value)
{
    uint64_t until = clock_now() + WRITE_FOR;
    if (!connected(keeper, until))
        return false;
    if (!wire_set(keeper->wire, until, value->key, value->front, value->front_size, value->data, value->data_size)) {
        memcpy(keeper->why, wire_why(keeper->wire), sizeof keeper->why);
        hang_up(keeper);
        return false;
    }
    return was_taken(keeper, until);
}

struct writing {
    struct keeper *keeper;
    const char *subject;
    struct cache_value value;
    bool made;
};

static void make(void *what)
{
    struct writing *writing = what;
    struct cache *cache = writing->keeper->cache;
    writing->made = cache->make(cache->what, &writing->keeper->arena, writing->subject, &writing->value);
}

static bool write_value(struct keeper *keeper, const char *subject)
{
    struct cache *cache = keeper->cache;
    struct escape landed;
    struct writing writing = {.keeper = keeper, .subject = subject, .made = false};
    bool written = false, made = !arena_try(&keeper->arena, &landed, make, &writing) && writing.made;
    if (made) {
        written = put(keeper, &writing.value);
        note(keeper, written);
    }
    arena_reset(&keeper->arena);
    atomic_fetch_add(&cache->writes[written ? CACHE_STORED : made ? CACHE_UNSTORED : CACHE_DROPPED], 1);
    return written || !made;
}

void *cache_keep(void *what)
{
    struct keeper keeper = {.cache = what};
    uint64_t look_at = 0, last = UINT64_MAX;
    bool over = false;
    arena_init(&keeper.arena, NULL, 0, SCRATCH);
    while (clock_now() < last) {
        if (clock_now() >= look_at && !over) {
            look(&keeper);
            look_at = clock_now() + LOOK_EVERY;
        }
        char *subject = next(keeper.cache, look_at, &over);
        if (over && last == UINT64_MAX)
            last = clock_now() + LAST_WRITES;
        bool went_well = subject && write_value(&keeper, subject);
        free(subject);
        if (over && !went_well)
            break;
    }
    hang_up(&keeper);
    arena_reset(&keeper.arena);
    return NULL;
}
