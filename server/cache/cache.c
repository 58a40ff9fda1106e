#include "server/cache/cache.h"

#include "server/cache/circuit.h"
#include "server/cache/keeper.h"
#include "server/cache/names.h"
#include "server/log.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE = 65536, /* bytes asked for by one command */
    PIECES = CACHE_VALUE_MAX / PIECE + 2,
};

#define LOOK_UP_FOR (5 * SECOND) /* a resolver that is silent delays the start by no more */

const char *const cache_result_names[CACHE_RESULTS] = {[CACHE_HIT] = "hit",
                                                       [CACHE_MISS] = "miss",
                                                       [CACHE_REFUSED] = "refused",
                                                       [CACHE_FAILED] = "failed",
                                                       [CACHE_SKIPPED] = "skipped"};
const char *const cache_write_names[CACHE_WRITES] = {
    [CACHE_STORED] = "stored", [CACHE_UNSTORED] = "failed", [CACHE_DROPPED] = "dropped"};

void cache_tell(struct cache *cache, enum cache_result result)
{
    atomic_fetch_add_explicit(&cache->results[result], 1, memory_order_relaxed);
}

/* ---- wires ---- */

/* The right to one wire, and an idle one if there is any. False: too many are in use. */
static bool borrow(struct cache *cache, struct wire **wire)
{
    *wire = NULL;
    pthread_mutex_lock(&cache->lock);
    bool free = cache->lent < WIRES;
    if (free) {
        cache->lent++;
        if (cache->idle_count)
            *wire = cache->idle[--cache->idle_count];
    }
    pthread_mutex_unlock(&cache->lock);
    return free;
}

static void give_back(struct cache *cache, struct wire *wire)
{
    pthread_mutex_lock(&cache->lock);
    cache->lent--;
    if (wire)
        cache->idle[cache->idle_count++] = wire;
    pthread_mutex_unlock(&cache->lock);
}

/* An idle wire may have been cut meanwhile, by a restart for instance: then a new one is tried. */
static bool connected(struct cache_fetch *fetch, char why[WIRE_WHY])
{
    if (fetch->wire && wire_is_stale(fetch->wire)) {
        wire_close(fetch->wire);
        fetch->wire = NULL;
    }
    if (!fetch->wire) {
        struct wire_address address = cache_address(fetch->cache);
        fetch->wire = wire_open(&fetch->cache->place, &address, fetch->until, why);
    }
    return fetch->wire;
}

void cache_end(struct cache_fetch *fetch, bool sound)
{
    if (fetch->wire && !sound) {
        wire_close(fetch->wire);
        fetch->wire = NULL;
    }
    give_back(fetch->cache, fetch->wire);
}

/* ---- fetching ---- */

static bool failed(struct cache_fetch *fetch, const char *why)
{
    cache_tell(fetch->cache, CACHE_FAILED);
    cache_went_wrong(fetch->cache, why);
    cache_end(fetch, false);
    return false;
}

static bool is_of_other_type(const struct wire *wire)
{
    return !strncmp(wire_why(wire), "WRONGTYPE", 9);
}

static bool ask_range(struct cache_fetch *fetch, uint64_t at, size_t n)
{
    char from[24], to[24];
    snprintf(from, sizeof from, "%llu", (unsigned long long)at);
    snprintf(to, sizeof to, "%llu", (unsigned long long)(at + n - 1));
    return wire_ask(fetch->wire, fetch->until, (const char *[]){"GETRANGE", fetch->key, from, to, NULL});
}

/* Two questions, one way: whether there is such a key and how long its value is, and the beginning. */
static enum cache_result look(struct cache_fetch *fetch, void *front, size_t n)
{
    uint64_t there = 0, size = 0, got = 0;
    struct wire *wire = fetch->wire;
    bool asked = wire_ask(wire, fetch->until, (const char *[]){"EXISTS", fetch->key, NULL}) &&
                 wire_ask(wire, fetch->until, (const char *[]){"STRLEN", fetch->key, NULL}) && ask_range(fetch, 0, n);
    if (!asked || wire_read(wire, fetch->until, NULL, 0, &there) != WIRE_NUMBER)
        return CACHE_FAILED;
    enum wire_answer sized = wire_read(wire, fetch->until, NULL, 0, &size);
    bool other = sized == WIRE_ERROR && is_of_other_type(wire);
    enum wire_answer began = sized == WIRE_BROKEN ? WIRE_BROKEN : wire_read(wire, fetch->until, front, n, &got);
    if (other && began == WIRE_ERROR && is_of_other_type(wire))
        return CACHE_REFUSED;
    if (sized != WIRE_NUMBER || began != WIRE_BYTES || got > n)
        return CACHE_FAILED;
    fetch->size = size;
    return !there ? CACHE_MISS : got < n || size < n || size > CACHE_VALUE_MAX ? CACHE_REFUSED : CACHE_HIT;
}

bool cache_begin(struct cache_fetch *fetch, struct cache *cache, const char *key, void *front, size_t n)
{
    char why[WIRE_WHY];
    *fetch = (struct cache_fetch){.cache = cache, .key = key};
    if (atomic_load(&cache->absent) || clock_now() < atomic_load(&cache->closed_from) || !borrow(cache, &fetch->wire)) {
        cache_tell(cache, CACHE_SKIPPED);
        return false;
    }
    fetch->until = clock_now() + cache_patience();
    if (!connected(fetch, why))
        return failed(fetch, why);
    enum cache_result result = look(fetch, front, n);
    if (result == CACHE_FAILED)
        return failed(fetch, wire_why(fetch->wire));
    cache_went_well(cache);
    if (result == CACHE_HIT)
        return true;
    cache_tell(cache, result);
    cache_end(fetch, true);
    return false;
}

bool cache_rest(struct cache_fetch *fetch, uint64_t at, void *to, size_t n, void *front, size_t again)
{
    size_t sizes[PIECES], count = 0;
    uint64_t got;
    for (size_t done = 0; done < n; done += sizes[count++]) {
        sizes[count] = n - done < PIECE ? n - done : PIECE;
        if (!ask_range(fetch, at + done, sizes[count]))
            return failed(fetch, wire_why(fetch->wire));
    }
    if (!ask_range(fetch, 0, again))
        return failed(fetch, wire_why(fetch->wire));
    char *next = to;
    for (size_t i = 0; i < count; next += sizes[i++])
        if (wire_read(fetch->wire, fetch->until, next, sizes[i], &got) != WIRE_BYTES || got > sizes[i])
            return failed(fetch, wire_why(fetch->wire));
        else if (got < sizes[i])
            memset(next + got, 0, sizes[i] - got); /* it became shorter: the front will tell */
    if (wire_read(fetch->wire, fetch->until, front, again, &got) != WIRE_BYTES || got > again)
        return failed(fetch, wire_why(fetch->wire));
    if (got < again)
        memset((char *)front + got, 0, again - got);
    return true;
}

/* ---- opening and closing ---- */

struct cache *cache_open(const struct cache_place *place, cache_maker *make, void *what)
{
    struct cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return NULL;
    cache->place = *place;
    cache->make = make;
    cache->what = what;
    atomic_store(&cache->told, -1); /* neither: the first look tells */
    pthread_mutex_init(&cache->lock, NULL);
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&cache->stir, &steady);
    pthread_condattr_destroy(&steady);
    signal(SIGPIPE, SIG_IGN);
    names_look_up(place, &cache->addresses, LOOK_UP_FOR);
    return cache;
}

bool cache_start(struct cache *cache)
{
    cache->started = !pthread_create(&cache->keeper, NULL, cache_keep, cache);
    return cache->started;
}

void cache_close(struct cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    cache->over = true;
    pthread_cond_signal(&cache->stir);
    pthread_mutex_unlock(&cache->lock);
    if (cache->started)
        pthread_join(cache->keeper, NULL);
    while (cache->idle_count)
        wire_close(cache->idle[--cache->idle_count]);
    for (; cache->queued; cache->queued--, cache->first = (cache->first + 1) % QUEUE)
        free(cache->queue[cache->first]);
    pthread_cond_destroy(&cache->stir);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

struct cache_counts cache_count(struct cache *cache)
{
    struct cache_counts counts = {.there = true, .up = atomic_load(&cache->reads) && atomic_load(&cache->writes_well)};
    for (int i = 0; i < CACHE_RESULTS; i++)
        counts.results[i] = atomic_load(&cache->results[i]);
    for (int i = 0; i < CACHE_WRITES; i++)
        counts.writes[i] = atomic_load(&cache->writes[i]);
    return counts;
}

/* ---- the queue ---- */

static bool is_queued(const struct cache *cache, const char *subject)
{
    for (unsigned i = 0; i < cache->queued; i++)
        if (!strcmp(cache->queue[(cache->first + i) % QUEUE], subject))
            return true;
    return false;
}

void cache_write(struct cache *cache, const char *subject)
{
    size_t size = strlen(subject) + 1;
    char *own = size <= CACHE_SUBJECT_MAX ? malloc(size) : NULL;
    bool dropped = !own;
    if (own)
        memcpy(own, subject, size);
    pthread_mutex_lock(&cache->lock);
    if (own && !is_queued(cache, own)) {
        if (!(dropped = cache->queued == QUEUE)) {
            cache->queue[(cache->first + cache->queued++) % QUEUE] = own;
            own = NULL;
            pthread_cond_signal(&cache->stir);
        }
    }
    pthread_mutex_unlock(&cache->lock);
    free(own);
    if (dropped)
        atomic_fetch_add(&cache->writes[CACHE_DROPPED], 1);
}
