/* The circuit: after some failures in a row nobody asks for a while. And the addresses, which take turns. */
#include "server/cache/circuit.h"

#include "server/clock.h"
#include "server/log.h"

enum { FAILURES = 3 }; /* in a row, and the circuit is open */

#define OPEN_FOR SECOND

void cache_tell_state(struct cache *cache, const char *why)
{
    char place[CACHE_PLACE_TEXT];
    int down = !atomic_load(&cache->reads) || !atomic_load(&cache->writes_well);
    if (atomic_exchange(&cache->told, down) == down)
        return;
    cache_place_print(&cache->place, place);
    if (down)
        log_event(LOG_WARN, "cache down", LOG_TEXT("cache", place), LOG_TEXT("detail", why));
    else
        log_event(LOG_INFO, "cache up", LOG_TEXT("cache", place));
}

void cache_went_well(struct cache *cache)
{
    atomic_store(&cache->failures, 0);
    atomic_store(&cache->reads, true);
}

void cache_went_wrong(struct cache *cache, const char *why)
{
    if (atomic_fetch_add(&cache->failures, 1) + 1 >= FAILURES) {
        atomic_store(&cache->failures, 0);
        atomic_store(&cache->closed_from, clock_now() + OPEN_FOR);
    }
    atomic_store(&cache->reads, false);
    cache_tell_state(cache, why);
}

struct wire_address cache_address(struct cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    struct wire_address address = cache->addresses.list[cache->address];
    pthread_mutex_unlock(&cache->lock);
    return address;
}

bool cache_turn(struct cache *cache, unsigned first)
{
    pthread_mutex_lock(&cache->lock);
    cache->address = cache->address + 1 < cache->addresses.count ? cache->address + 1 : 0;
    bool another = cache->address != first;
    pthread_mutex_unlock(&cache->lock);
    return another;
}
