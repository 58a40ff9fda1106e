#include "server/tables/distant.h"
#include "server/log.h"
#include "server/tables/file.h"
#include "server/tables/head.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    ASK_STEPS = 2000000,    /* what is made in less is never asked for */
    FETCH_STEPS = 10000000, /* a way there and back, and the looks at what comes: two milliseconds of the kernels' steps, */
    BYTE_STEPS = 4,         /* and these for every byte */
    WORTH = 10,             /* how many times that it must have taken to be written there */
    SECRET_MIN = 16,
    SECRET_MAX = 4096,
    REFUSED = 256, /* keys of which it is remembered that what is there is wrong */
};

struct distant {
    struct cache *cache;
    struct store *near;
    struct digest_key key;
    pthread_mutex_t lock;
    uint64_t refused[REFUSED]; /* digests of keys, 0 for none; the oldest is forgotten first */
    unsigned next;
};

/* The least that making so many bytes must have taken. */
static uint64_t worth(uint64_t bytes)
{
    return WORTH * (FETCH_STEPS + bytes * BYTE_STEPS);
}

static uint64_t head_bytes(const struct table_head *head)
{
    return head->count * head->width;
}

/* ---- keys ---- */

static uint64_t digest_of_key(const char *key)
{
    static const uint64_t sip[2] = {TABLE_FORMAT, 1};
    return digest_siphash(sip, key, strlen(key)).v[0] | 1;
}

/* grundy:{version of the engine}:{digest of the rules} */
static void print_key(const char *key, char text[CACHE_KEY])
{
    char name[TABLE_NAME];
    table_file_name(key, name);
    snprintf(text, CACHE_KEY, "grundy:%.*s:%.32s", TABLE_ENGINE, table_head_engine(), name);
}

static bool is_refused(struct distant *distant, const char *key)
{
    uint64_t digest = digest_of_key(key);
    bool found = false;
    pthread_mutex_lock(&distant->lock);
    for (size_t i = 0; i < REFUSED; i++)
        found |= distant->refused[i] == digest;
    pthread_mutex_unlock(&distant->lock);
    return found;
}

static void forget_refused(struct distant *distant, const char *key)
{
    uint64_t digest = digest_of_key(key);
    pthread_mutex_lock(&distant->lock);
    for (size_t i = 0; i < REFUSED; i++)
        if (distant->refused[i] == digest)
            distant->refused[i] = 0;
    pthread_mutex_unlock(&distant->lock);
}

static bool refuse(struct distant *distant, const char *key, const char *why)
{
    cache_tell(distant->cache, CACHE_REFUSED);
    log_event(LOG_WARN, "cached table refused", LOG_TEXT("key", key), LOG_TEXT("detail", why));
    pthread_mutex_lock(&distant->lock);
    distant->refused[distant->next] = digest_of_key(key);
    distant->next = (distant->next + 1) % REFUSED;
    pthread_mutex_unlock(&distant->lock);
    return false;
}

/* ---- fetching ---- */

struct fetching {
    struct distant *distant;
    const char *key;
    unsigned char *front, *again; /* head, key and filling; the same once more, after the values */
    size_t front_size;
    struct store_hold *hold;
    struct table_head head;
    struct cache_fetch fetch;
};

static bool is_signed(const struct fetching *fetching, const void *data)
{
    const struct table_head *head = &fetching->head;
    struct digest made = digest_of(&fetching->distant->key, fetching->front, fetching->front_size, data, head_bytes(head));
    return made.v[0] == head->digest.v[0] && made.v[1] == head->digest.v[1];
}

static bool end(struct fetching *fetching, enum cache_result result)
{
    cache_end(&fetching->fetch, true);
    cache_tell(fetching->distant->cache, result);
    return false;
}

/* The values, into memory of the private store. False: nothing is held, and it was counted why. */
static bool fetch_values(struct fetching *fetching, void **data)
{
    struct distant *distant = fetching->distant;
    const struct table_head *head = &fetching->head;
    size_t size = head_bytes(head);
    *data = store_private_reserve(distant->near, fetching->hold, size);
    if (!*data)
        return end(fetching, CACHE_SKIPPED);
    if (!cache_rest(&fetching->fetch, head->data_at, *data, size, fetching->again, fetching->front_size))
        return store_private_return(fetching->hold), false;
    if (memcmp(fetching->front, fetching->again, fetching->front_size) != 0) {
        store_private_return(fetching->hold); /* another machine has written a longer one meanwhile */
        return end(fetching, CACHE_MISS);
    }
    cache_end(&fetching->fetch, true);
    if (table_front_holds(fetching->front, head, fetching->key) && is_signed(fetching, *data))
        return true;
    store_private_return(fetching->hold);
    return refuse(distant, fetching->key, "the digest is another one");
}

bool distant_fetch(struct distant *distant, struct arena *arena, const struct table_wish *wish, uint64_t have,
                   struct table *found)
{
    char key[CACHE_KEY];
    struct fetching fetching = {.distant = distant, .key = wish->key, .front_size = table_data_at(strlen(wish->key))};
    if (wish->steps < ASK_STEPS || strlen(wish->key) > TABLE_KEY_MAX || is_refused(distant, wish->key))
        return false;
    print_key(wish->key, key);
    fetching.front = arena_alloc(arena, fetching.front_size);
    fetching.again = arena_alloc(arena, fetching.front_size);
    fetching.hold = store_private_hold(arena);
    if (!cache_begin(&fetching.fetch, distant->cache, key, fetching.front, fetching.front_size))
        return false;
    memcpy(&fetching.head, fetching.front, sizeof fetching.head);
    if (!table_head_plausible(&fetching.head, fetching.fetch.size, wish->key)) {
        cache_end(&fetching.fetch, true);
        return refuse(distant, wish->key, "this is no such table");
    }
    if (fetching.head.count <= have && !fetching.head.proven)
        return end(&fetching, CACHE_MISS);
    void *data;
    if (!fetch_values(&fetching, &data))
        return false;
    *found = table_of_head(&fetching.head, data);
    found->distant = true;
    found->steps = worth(head_bytes(&fetching.head)); /* or it would not have been there */
    return store_private_adopt(distant->near, fetching.hold, wish->key, found);
}

void distant_judge(struct distant *distant, const char *key, bool good)
{
    if (good)
        cache_tell(distant->cache, CACHE_HIT);
    else
        refuse(distant, key, "the values do not agree with the rules");
}

/* ---- writing ---- */

void distant_offer(struct distant *distant, const char *key, const struct table *made)
{
    uint64_t bytes = made->count * made->width;
    if (!made->count || made->stranger || made->steps < worth(bytes) || table_data_at(strlen(key)) + bytes > CACHE_VALUE_MAX)
        return;
    forget_refused(distant, key);
    cache_write(distant->cache, key);
}

/* The table as it is by now; none where it had to go. */
static bool make_value(void *what, struct arena *arena, const char *key, struct cache_value *value)
{
    struct distant *distant = what;
    struct table table;
    struct table_head head;
    if (!distant->near->find(distant->near, arena, key, &table) || table.stranger)
        return false;
    size_t front_size = table_data_at(strlen(key)), size = table.count * table.width;
    unsigned char *front = arena_alloc(arena, front_size);
    table_head_make(&head, front, key, &table);
    head.digest = digest_of(&distant->key, front, front_size, table.data, size);
    memcpy(front, &head, sizeof head);
    *value = (struct cache_value){.front = front, .front_size = front_size, .data = table.data, .data_size = size};
    print_key(key, value->key);
    return front_size + size <= CACHE_VALUE_MAX;
}

/* ---- opening and closing ---- */

/* The secret, whatever its length, as that of a digest. */
static void take_secret(struct distant *distant, const void *secret, size_t size)
{
    unsigned char bytes[DIGEST_SECRET];
    for (uint64_t i = 0; i < 2; i++) {
        struct digest part = digest_siphash((const uint64_t[]){TABLE_FORMAT, 2 + i}, secret, size);
        memcpy(bytes + 16 * i, &part, 16);
    }
    digest_key_make(&distant->key, bytes);
}

/* How many bytes of the file were read; 0: it is none that serves. */
static size_t read_secret(const char *path, char secret[SECRET_MAX], char why[DISTANT_WHY])
{
    /* A pipe that nobody writes into is empty, instead of holding up the start. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *file = fd >= 0 && !fcntl(fd, F_SETFL, O_RDONLY) ? fdopen(fd, "r") : NULL;
    size_t n = file ? fread(secret, 1, SECRET_MAX, file) : 0;
    if (file)
        fclose(file);
    else if (fd >= 0)
        close(fd);
    if (n >= SECRET_MIN)
        return n;
    snprintf(why, DISTANT_WHY, "--cache-secret: %.100s is no file of at least %d bytes that can be read", path, SECRET_MIN);
    return 0;
}

bool distant_may_open(const char *path, char why[DISTANT_WHY])
{
    char secret[SECRET_MAX];
    return !strcmp(path, "none") || read_secret(path, secret, why);
}

struct distant *distant_open(const struct cache_place *place, const char *path, struct store *near, char why[DISTANT_WHY])
{
    char secret[SECRET_MAX];
    bool from_file = strcmp(path, "none") != 0;
    size_t size = from_file ? read_secret(path, secret, why) : 0;
    if (from_file && !size)
        return NULL;
    snprintf(why, DISTANT_WHY, "there is no memory for --cache");
    struct distant *distant = calloc(1, sizeof *distant);
    if (!distant)
        return NULL;
    distant->near = near;
    pthread_mutex_init(&distant->lock, NULL);
    take_secret(distant, size ? secret : place->password, size ? size : strlen(place->password));
    if (!size && !*place->password)
        log_event(LOG_WARN, "cache unsigned",
                  LOG_TEXT("detail", "whoever can write there can sign tables: --cache-secret or a password prevents it"));
    distant->cache = cache_open(place, make_value, distant);
    if (distant->cache)
        return distant;
    pthread_mutex_destroy(&distant->lock);
    free(distant);
    return NULL;
}

bool distant_start(struct distant *distant)
{
    return cache_start(distant->cache);
}

void distant_close(struct distant *distant)
{
    cache_close(distant->cache);
    pthread_mutex_destroy(&distant->lock);
    free(distant);
}

struct cache_counts distant_count(struct distant *distant)
{
    return cache_count(distant->cache);
}
