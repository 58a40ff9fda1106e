#include "server/http/peers.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

struct peer {
    struct peer *next;
    struct in6_addr key;
    unsigned open;
};

struct peers {
    pthread_mutex_t lock;
    unsigned limit;
    struct peer *buckets[BUCKETS];
};

struct peers *peers_new(unsigned limit)
{
    struct peers *peers = calloc(1, sizeof *peers);
    if (!peers)
        return NULL;
    pthread_mutex_init(&peers->lock, NULL);
    peers->limit = limit;
    return peers;
}

void peers_free(struct peers *peers)
{
    if (!peers)
        return;
    for (size_t i = 0; i < BUCKETS; i++)
        while (peers->buckets[i]) {
            struct peer *peer = peers->buckets[i];
            peers->buckets[i] = peer->next;
            free(peer);
        }
    pthread_mutex_destroy(&peers->lock);
    free(peers);
}

struct in6_addr peers_address(const struct sockaddr *address)
{
    struct in6_addr plain = {0};
    if (address->sa_family == AF_INET6) {
        memcpy(&plain, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, sizeof plain);
    } else if (address->sa_family == AF_INET) {
        plain.s6_addr[10] = plain.s6_addr[11] = 0xff;
        memcpy(plain.s6_addr + 12, &((const struct sockaddr_in *)(const void *)address)->sin_addr, 4);
    }
    return plain;
}

struct in6_addr peers_key(struct in6_addr address)
{
    if (!IN6_IS_ADDR_V4MAPPED(&address))
        memset(address.s6_addr + 8, 0, 8);
    return address;
}

uint64_t peers_client(struct in6_addr key)
{
    uint64_t parts[2];
    memcpy(parts, &key, sizeof parts);
    return (parts[0] ^ (parts[1] >> 32) ^ parts[1]) * UINT64_C(0x9e3779b97f4a7c15);
}

static struct peer **find(struct peers *peers, struct in6_addr key)
{
    struct peer **at = &peers->buckets[peers_client(key) >> 52];
    while (*at && memcmp(&(*at)->key, &key, sizeof key))
        at = &(*at)->next;
    return at;
}

bool peers_enter(struct peers *peers, struct in6_addr key)
{
    pthread_mutex_lock(&peers->lock);
    struct peer **at = find(peers, key);
    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (*at)
            (*at)->key = key;
    }
    bool entered = *at && (*at)->open < peers->limit;
    if (entered)
        (*at)->open++;
    pthread_mutex_unlock(&peers->lock);
    return entered;
}

void peers_leave(struct peers *peers, struct in6_addr key)
{
    pthread_mutex_lock(&peers->lock);
    struct peer **at = find(peers, key);
    if (*at && --(*at)->open == 0) {
        struct peer *gone = *at;
        *at = gone->next;
        free(gone);
    }
    pthread_mutex_unlock(&peers->lock);
}
