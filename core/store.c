/* The private store: tables in the memory of this process. A table is counted by its holders, so that one which is replaced or
 * pushed out lives on until the last request that found it is over. */
#include "core/store.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *older; /* least recently used last */
    struct table table;
    size_t bytes;
    unsigned holders; /* requests, and the list itself */
    char *key;        /* NULL: reserved, not yet published */
};

struct private_store {
    struct store face;
    pthread_mutex_t lock;
    struct entry *newest;
    struct entry *reserved; /* in the making */
    size_t bytes, bytes_max;
};

/* What a request holds: released when its arena is reset. Registered before anything is taken, because allocation may leave by an
 * escape, and that must not happen under the lock nor between taking and registering. */
struct hold {
    struct private_store *store;
    struct entry *entry; /* NULL: nothing was taken */
};

static void drop(struct entry *entry)
{
    if (--entry->holders)
        return;
    free((void *)(uintptr_t)entry->table.data);
    free(entry->key);
    free(entry);
}

/* Under the lock: the reserved entry of that memory, taken out of the list of those. */
static struct entry *take_reserved(struct private_store *store, const void *data)
{
    for (struct entry **link = &store->reserved; *link; link = &(*link)->older)
        if ((*link)->table.data == data) {
            struct entry *entry = *link;
            *link = entry->older;
            return entry;
        }
    return NULL;
}

static void release(void *what)
{
    struct hold *hold = what;
    if (!hold->entry)
        return;
    pthread_mutex_lock(&hold->store->lock);
    if (!hold->entry->key)
        take_reserved(hold->store, hold->entry->table.data);
    drop(hold->entry);
    pthread_mutex_unlock(&hold->store->lock);
}

static struct hold *hold_new(struct arena *arena)
{
    struct hold *hold = arena_alloc(arena, sizeof *hold);
    arena_defer(arena, release, hold);
    return hold;
}

static struct entry **find_link(struct private_store *store, const char *key)
{
    struct entry **link = &store->newest;
    while (*link && strcmp((*link)->key, key) != 0)
        link = &(*link)->older;
    return link;
}

static void unlist(struct private_store *store, struct entry **link)
{
    struct entry *entry = *link;
    *link = entry->older;
    store->bytes -= entry->bytes;
    drop(entry);
}

static void list(struct private_store *store, struct entry *entry)
{
    entry->older = store->newest;
    store->newest = entry;
}

/* Under the lock: takes a hold on the entry behind the link, and makes it the most recent. */
static void take(struct private_store *store, struct entry **link, struct hold *hold, struct table *found)
{
    struct entry *entry = *link;
    *link = entry->older;
    list(store, entry);
    entry->holders++;
    *hold = (struct hold){store, entry};
    *found = entry->table;
}

static bool find(struct store *face, struct arena *arena, const char *key, struct table *found)
{
    struct private_store *store = (struct private_store *)face;
    struct hold *hold = hold_new(arena);
    pthread_mutex_lock(&store->lock);
    struct entry **link = find_link(store, key);
    bool there = *link;
    if (there)
        take(store, link, hold, found);
    pthread_mutex_unlock(&store->lock);
    return there;
}

static struct entry *entry_new(size_t bytes)
{
    struct entry *entry = malloc(sizeof *entry);
    void *data = entry ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
    if (!data) {
        free(entry);
        return NULL;
    }
    *entry = (struct entry){.table.data = data, .bytes = bytes, .holders = 1};
    return entry;
}

static void *reserve(struct store *face, struct arena *arena, size_t bytes)
{
    struct private_store *store = (struct private_store *)face;
    struct hold *hold = hold_new(arena);
    struct entry *entry = bytes <= store->bytes_max ? entry_new(bytes) : NULL;
    if (!entry)
        return NULL;
    pthread_mutex_lock(&store->lock);
    entry->older = store->reserved;
    store->reserved = entry;
    *hold = (struct hold){store, entry};
    pthread_mutex_unlock(&store->lock);
    return (void *)(uintptr_t)entry->table.data;
}

/* The entry for a table to publish: its own memory, if that was reserved here (the hold on it stays), or a copy. */
static struct entry *entry_for(struct private_store *store, const char *key, const struct table *made)
{
    size_t bytes = made->count * made->width, key_size = strlen(key) + 1;
    char *own_key = malloc(key_size);
    if (!own_key)
        return NULL;
    memcpy(own_key, key, key_size);
    pthread_mutex_lock(&store->lock);
    struct entry *entry = take_reserved(store, made->data);
    if (entry)
        entry->holders++;
    pthread_mutex_unlock(&store->lock);
    if (!entry) {
        entry = bytes <= store->bytes_max ? entry_new(bytes) : NULL;
        if (!entry) {
            free(own_key);
            return NULL;
        }
        memcpy((void *)(uintptr_t)entry->table.data, made->data, bytes);
    }
    const void *data = entry->table.data;
    entry->table = *made;
    entry->table.data = data;
    entry->key = own_key;
    return entry;
}

static void make_room(struct private_store *store)
{
    while (store->bytes > store->bytes_max) {
        struct entry **last = &store->newest;
        while ((*last)->older)
            last = &(*last)->older;
        unlist(store, last);
    }
}

/* A table is better when it is longer, or as long and proven. */
static bool better(const struct table *a, const struct table *b)
{
    return a->count > b->count || (a->count == b->count && a->proven && !b->proven);
}

static void publish(struct store *face, struct arena *arena, const char *key, struct table *made)
{
    struct private_store *store = (struct private_store *)face;
    struct hold *hold = hold_new(arena);
    struct entry *entry = entry_for(store, key, made);
    if (!entry)
        return;
    pthread_mutex_lock(&store->lock);
    struct entry **link = find_link(store, key);
    if (*link && !better(&entry->table, &(*link)->table)) {
        drop(entry);
    } else {
        if (*link)
            unlist(store, link);
        list(store, entry);
        store->bytes += entry->bytes;
    }
    take(store, find_link(store, key), hold, made);
    make_room(store);
    pthread_mutex_unlock(&store->lock);
}

struct store *store_private_new(size_t bytes_max)
{
    struct private_store *store = calloc(1, sizeof *store);
    if (!store)
        return NULL;
    store->face = (struct store){.reserve = reserve, .find = find, .publish = publish};
    store->bytes_max = bytes_max;
    pthread_mutex_init(&store->lock, NULL);
    return &store->face;
}

void store_private_free(struct store *face)
{
    struct private_store *store = (struct private_store *)face;
    while (store->newest)
        unlist(store, &store->newest);
    pthread_mutex_destroy(&store->lock);
    free(store);
}
