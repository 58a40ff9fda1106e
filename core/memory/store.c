/* The private store: tables in the memory of this process. A table is counted by its holders, so that one which is replaced or
 * pushed out lives on until the last request that found it is over. Found by a hash of its key; a list in order of use says who
 * goes first. Its key may be longer than itself: all of an entry takes room. */
#include "core/memory/store.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 }; /* a power of two; with 256 MB of small tables a chain has ten */

struct entry {
    struct entry *older, *newer; /* list of use; reserved ones: only `older` */
    struct entry *chain;         /* of its bucket */
    struct table table;
    void *memory;
    size_t bytes;     /* of all that is here: the entry, its values, its key */
    unsigned holders; /* requests, and the list itself */
    uint64_t hash;
    char *key; /* NULL: reserved, not yet published */
};

struct private_store {
    struct store face;
    pthread_mutex_t lock;
    struct entry *newest, *oldest;
    struct entry *reserved; /* in the making */
    /* Changed under the lock, which is held while the kernel takes memory back; whoever only looks does not wait for that. */
    _Atomic size_t bytes; /* of all that is not released: published, held by somebody, in the making */
    _Atomic size_t count; /* of the published */
    size_t bytes_max;
    struct entry *buckets[BUCKETS];
};

/* What a request holds: released when its arena is reset. Registered before anything is taken, because allocation may leave by an
 * escape, and that must not happen under the lock nor between taking and registering. */
struct store_hold {
    struct private_store *store;
    struct entry *entry; /* NULL: nothing was taken */
};

static uint64_t hash_of(const char *key)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * UINT64_C(1099511628211);
    return hash ^ hash >> 29;
}

static void drop(struct private_store *store, struct entry *entry)
{
    if (--entry->holders)
        return;
    store->bytes -= entry->bytes;
    free(entry->memory);
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

void store_private_return(struct store_hold *hold)
{
    if (!hold->entry)
        return;
    pthread_mutex_lock(&hold->store->lock);
    if (!hold->entry->key)
        take_reserved(hold->store, hold->entry->table.data);
    drop(hold->store, hold->entry);
    pthread_mutex_unlock(&hold->store->lock);
    hold->entry = NULL;
}

static void release(void *what)
{
    store_private_return(what);
}

struct store_hold *store_private_hold(struct arena *arena)
{
    struct store_hold *hold = arena_alloc(arena, sizeof *hold);
    arena_defer(arena, release, hold);
    return hold;
}

/* ---- the index and the list of use, under the lock ---- */

static struct entry **find_link(struct private_store *store, uint64_t hash, const char *key)
{
    struct entry **link = &store->buckets[hash % BUCKETS];
    while (*link && ((*link)->hash != hash || strcmp((*link)->key, key) != 0))
        link = &(*link)->chain;
    return link;
}

static void list(struct private_store *store, struct entry *entry)
{
    entry->newer = NULL;
    entry->older = store->newest;
    if (store->newest)
        store->newest->newer = entry;
    else
        store->oldest = entry;
    store->newest = entry;
}

static void unlist(struct private_store *store, struct entry *entry)
{
    if (entry->newer)
        entry->newer->older = entry->older;
    else
        store->newest = entry->older;
    if (entry->older)
        entry->older->newer = entry->newer;
    else
        store->oldest = entry->newer;
}

static void add(struct private_store *store, struct entry *entry)
{
    struct entry **bucket = &store->buckets[entry->hash % BUCKETS];
    entry->chain = *bucket;
    *bucket = entry;
    store->count++;
    list(store, entry);
}

static void discard(struct private_store *store, struct entry **link)
{
    struct entry *entry = *link;
    *link = entry->chain;
    store->count--;
    unlist(store, entry);
    drop(store, entry);
}

/* Takes a hold on the entry, and makes it the most recent. */
static void take(struct private_store *store, struct entry *entry, struct store_hold *hold, struct table *found)
{
    if (store->newest != entry) {
        unlist(store, entry);
        list(store, entry);
    }
    entry->holders++;
    *hold = (struct store_hold){store, entry};
    *found = entry->table;
}

/* Counts so many bytes, for which the oldest go. False: there is no room even without those that may go. */
static bool reserve_bytes(struct private_store *store, size_t bytes)
{
    if (bytes > store->bytes_max)
        return false;
    while (store->bytes > store->bytes_max - bytes && store->oldest)
        discard(store, find_link(store, store->oldest->hash, store->oldest->key));
    if (store->bytes > store->bytes_max - bytes)
        return false;
    store->bytes += bytes;
    return true;
}

static bool reserve_bytes_locked(struct private_store *store, size_t bytes)
{
    pthread_mutex_lock(&store->lock);
    bool reserved = reserve_bytes(store, bytes);
    pthread_mutex_unlock(&store->lock);
    return reserved;
}

static void unreserve_bytes(struct private_store *store, size_t bytes)
{
    pthread_mutex_lock(&store->lock);
    store->bytes -= bytes;
    pthread_mutex_unlock(&store->lock);
}

/* ---- the face ---- */

static bool find(struct store *face, struct arena *arena, const char *key, struct table *found)
{
    struct private_store *store = (struct private_store *)face;
    struct store_hold *hold = store_private_hold(arena);
    uint64_t hash = hash_of(key);
    pthread_mutex_lock(&store->lock);
    struct entry *entry = *find_link(store, hash, key);
    if (entry)
        take(store, entry, hold, found);
    pthread_mutex_unlock(&store->lock);
    return entry;
}

static struct entry *entry_new(struct private_store *store, size_t bytes)
{
    if (bytes > store->bytes_max) /* before it is rounded */
        return NULL;
    size_t room = (bytes + 63) / 64 * 64, all = room + sizeof(struct entry);
    if (!reserve_bytes_locked(store, all))
        return NULL;
    struct entry *entry = malloc(sizeof *entry);
    void *data = entry ? aligned_alloc(64, room) : NULL;
    if (!data) {
        free(entry);
        unreserve_bytes(store, all);
        return NULL;
    }
    *entry = (struct entry){.table.data = data, .memory = data, .bytes = all, .holders = 1};
    return entry;
}

void *store_private_reserve(struct store *face, struct store_hold *hold, size_t bytes)
{
    struct private_store *store = (struct private_store *)face;
    struct entry *entry = entry_new(store, bytes);
    if (!entry)
        return NULL;
    pthread_mutex_lock(&store->lock);
    entry->older = store->reserved;
    store->reserved = entry;
    *hold = (struct store_hold){store, entry};
    pthread_mutex_unlock(&store->lock);
    return entry->memory;
}

static void *reserve(struct store *face, struct arena *arena, size_t bytes)
{
    return store_private_reserve(face, store_private_hold(arena), bytes);
}

/* A copy, for which there is room: to be given back, or counted for the entry that gets it. */
static char *own_key(struct private_store *store, const char *key, size_t *size)
{
    *size = strlen(key) + 1;
    if (!reserve_bytes_locked(store, *size))
        return NULL;
    char *own = malloc(*size);
    if (own)
        return memcpy(own, key, *size);
    unreserve_bytes(store, *size);
    return NULL;
}

/* The entry for a table to publish: its own memory, if that was reserved here (the hold on it stays), or a copy. */
static struct entry *entry_for(struct private_store *store, const char *key, const struct table *made)
{
    size_t bytes = made->count * made->width, key_size;
    char *own = own_key(store, key, &key_size);
    if (!own)
        return NULL;
    pthread_mutex_lock(&store->lock);
    struct entry *entry = take_reserved(store, made->data);
    if (entry)
        entry->holders++;
    pthread_mutex_unlock(&store->lock);
    if (!entry) {
        entry = entry_new(store, bytes);
        if (!entry) {
            free(own);
            unreserve_bytes(store, key_size);
            return NULL;
        }
        memcpy(entry->memory, made->data, bytes);
    }
    entry->table = *made;
    entry->table.data = entry->memory;
    entry->table.stranger = entry->table.distant = false;
    entry->table.within = NULL;
    entry->key = own;
    entry->bytes += key_size;
    return entry;
}

/* A table is better when it is longer, or as long and proven, or at least searched further for a proof. One's own is better than
 * a stranger's, which may be wrong and could not be gone on from. */
static bool better(const struct table *a, const struct table *b)
{
    if (b->stranger && !a->stranger)
        return true;
    if (a->count != b->count || a->proven != b->proven)
        return a->count > b->count || (a->count == b->count && a->proven);
    return !a->proven && a->checked_to > b->checked_to;
}

static void put(struct private_store *store, struct entry *entry, struct store_hold *hold, struct table *made)
{
    entry->hash = hash_of(entry->key);
    pthread_mutex_lock(&store->lock);
    struct entry **link = find_link(store, entry->hash, entry->key), *there = *link;
    if (there && !better(&entry->table, &there->table)) {
        drop(store, entry);
        entry = there;
    } else {
        if (there)
            discard(store, link);
        add(store, entry);
    }
    take(store, entry, hold, made);
    pthread_mutex_unlock(&store->lock);
}

static void publish(struct store *face, struct arena *arena, const char *key, struct table *made)
{
    struct private_store *store = (struct private_store *)face;
    struct store_hold *hold = store_private_hold(arena);
    struct entry *entry = entry_for(store, key, made);
    if (entry)
        put(store, entry, hold, made);
}

static void judge(struct store *face, const char *key, const struct table *found, bool good)
{
    struct private_store *store = (struct private_store *)face;
    pthread_mutex_lock(&store->lock);
    struct entry **link = find_link(store, hash_of(key), key);
    if (*link && (*link)->table.data == found->data) {
        if (good)
            (*link)->table.stranger = (*link)->table.distant = false;
        else
            discard(store, link);
    }
    pthread_mutex_unlock(&store->lock);
}

bool store_private_adopt(struct store *face, struct store_hold *hold, const char *key, struct table *made)
{
    struct private_store *store = (struct private_store *)face;
    size_t key_size;
    char *own = own_key(store, key, &key_size);
    if (!own)
        return false;
    struct entry *entry = hold->entry; /* whose holder is the list from now on */
    pthread_mutex_lock(&store->lock);
    take_reserved(store, made->data);
    pthread_mutex_unlock(&store->lock);
    hold->entry = NULL;
    entry->table = *made;
    entry->key = own;
    entry->bytes += key_size;
    put(store, entry, hold, made);
    return true;
}

size_t store_private_bytes(struct store *face)
{
    return atomic_load(&((struct private_store *)face)->bytes);
}

size_t store_private_count(struct store *face)
{
    return atomic_load(&((struct private_store *)face)->count);
}

bool store_lease(struct store *store, struct arena *arena, struct budget *budget, const struct table_wish *wish,
                 struct table *table)
{
    return store->lease && store->lease(store, arena, budget, wish, table);
}

struct store *store_private_new(size_t bytes_max)
{
    struct private_store *store = calloc(1, sizeof *store);
    if (!store)
        return NULL;
    store->face = (struct store){.reserve = reserve, .find = find, .publish = publish, .judge = judge};
    store->bytes_max = bytes_max;
    pthread_mutex_init(&store->lock, NULL);
    return &store->face;
}

void store_private_free(struct store *face)
{
    struct private_store *store = (struct private_store *)face;
    while (store->oldest)
        discard(store, find_link(store, store->oldest->hash, store->oldest->key));
    pthread_mutex_destroy(&store->lock);
    free(store);
}
