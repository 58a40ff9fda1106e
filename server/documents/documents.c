#include "server/documents/documents.h"
#include "api/headers/tag.h"
#include "core/limits.h"
#include "core/memory/store.h"
#include "server/log.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

/* The largest last: what is asked most is there first. */
static const char *const targets[] = {"/games?summary=1", "/games",        "/judge",           "/custom/gallery",
                                      "/openapi.json",    "/openapi.yaml", "/openapi-3.2.yaml"};

enum { TABLES_MAX = 1 << 20 }; /* for the examples' own small tables: the service's are not filled by a start */
enum { TARGETS = sizeof targets / sizeof *targets, TYPE_MAX = 64, GZIP_WINDOW = 15 + 16, GZIP_MEMORY = 8, NAP_NS = 1000000 };

struct document {
    struct api_asset asset;
    char type[TYPE_MAX], plain_tag[TAG_TEXT], gzip_tag[TAG_TEXT];
};

struct documents {
    struct api api;
    struct ledger *ledger;
    struct document list[TARGETS];
    size_t bytes;
    atomic_size_t made; /* so many of the list can be read */
    atomic_bool over;
    bool threaded;
    atomic_bool done; /* the thread's last word */
};

static enum status look(void *what)
{
    struct documents *documents = what;
    return atomic_load(&documents->over) ? STATUS_shutting_down : STATUS_ok;
}

/* Both are malloc's; v is NULL where it has no more, or where they would be too much. */
static struct api_text keep(struct documents *documents, const char *bytes, size_t n)
{
    if (n > DOCUMENTS_BYTES - documents->bytes)
        return (struct api_text){0};
    char *kept = malloc(n);
    if (!kept)
        return (struct api_text){0};
    memcpy(kept, bytes, n);
    documents->bytes += n;
    return (struct api_text){kept, n};
}

static struct api_text pack(struct documents *documents, const struct api_text *plain)
{
    struct api_text packed = {0};
    z_stream z = {.next_in = (Bytef *)(uintptr_t)plain->v, .avail_in = (uInt)plain->n};
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return packed;
    uLong room = deflateBound(&z, (uLong)plain->n);
    unsigned char *bytes = malloc(room);
    z.next_out = bytes;
    z.avail_out = (uInt)room;
    if (bytes && deflate(&z, Z_FINISH) == Z_STREAM_END)
        packed = keep(documents, (const char *)bytes, z.total_out);
    deflateEnd(&z);
    free(bytes);
    return packed;
}

/* The bytes decide: two machines may pack differently. */
static void tag_packed(char text[TAG_TEXT], const struct api_text *packed)
{
    struct tag tag = tag_begin();
    tag_bytes(&tag, packed->v, packed->n);
    tag_text(&tag, text);
}

static const char *header_of(const struct reply *reply, const char *name)
{
    for (size_t i = 0; i < reply->header_count; i++)
        if (!strcmp(reply->headers[i].name, name))
            return reply->headers[i].value;
    return "";
}

static void forget(struct document *document)
{
    free((char *)(uintptr_t)document->asset.plain.v);
    free((char *)(uintptr_t)document->asset.gzip.v);
    *document = (struct document){0};
}

/* What the service itself answers. */
static bool make(struct documents *documents, struct document *document, const char *target)
{
    struct arena arena;
    struct reply reply;
    struct api_asset *asset = &document->asset;
    arena_init(&arena, NULL, 0, DOCUMENTS_MAKING);
    struct budget budget = {.left = BUDGET_STEPS, .arena = &arena, .look = look, .what = documents};
    struct request request = {.method = "GET", .target = target};
    api_handle(&documents->api, &request, &arena, &budget, &reply);
    bool good = reply.status == 200 && strlen(reply.content_type) < TYPE_MAX;
    if (good) {
        snprintf(document->type, TYPE_MAX, "%s", reply.content_type);
        snprintf(document->plain_tag, TAG_TEXT, "%s", header_of(&reply, "ETag"));
        *asset = (struct api_asset){.name = target,
                                    .type = document->type,
                                    .plain = keep(documents, reply.body, reply.body_size),
                                    .plain_tag = document->plain_tag,
                                    .gzip_tag = document->gzip_tag};
    }
    arena_reset(&arena);
    if (good && asset->plain.v)
        asset->gzip = pack(documents, &asset->plain);
    if (!asset->gzip.v) {
        forget(document);
        return false;
    }
    tag_packed(document->gzip_tag, &asset->gzip);
    return true;
}

static void make_all(struct documents *documents)
{
    for (size_t i = 0; i < TARGETS && !atomic_load(&documents->over); i++) {
        size_t made = atomic_load(&documents->made);
        if (make(documents, &documents->list[made], targets[i]))
            atomic_store(&documents->made, made + 1);
        else if (!atomic_load(&documents->over))
            log_event(LOG_WARN, "document not kept", LOG_TEXT("target", targets[i]),
                      LOG_TEXT("meaning", "there is no memory for it: it is made for every request"));
    }
}

static void *run(void *what)
{
    struct documents *documents = what;
    make_all(documents);
    ledger_give(documents->ledger, LEDGER_NOBODY, DOCUMENTS_MAKING);
    atomic_store(&documents->done, true);
    return NULL;
}

/* So much room that the questions asked meanwhile do not miss it. */
static bool has_room(struct ledger *ledger)
{
    return ledger_bears(ledger, LEDGER_NOBODY, (size_t)DOCUMENTS_MAKING * 4) &&
           ledger_take(ledger, LEDGER_NOBODY, DOCUMENTS_MAKING);
}

static bool start(struct documents *documents)
{
    if (!has_room(documents->ledger)) {
        make_all(documents); /* before anybody asks: nothing else is held yet */
        return true;
    }
    pthread_t thread;
    documents->threaded = !pthread_create(&thread, NULL, run, documents);
    if (documents->threaded)
        pthread_detach(thread); /* a stop at once joins nobody */
    else
        ledger_give(documents->ledger, LEDGER_NOBODY, DOCUMENTS_MAKING);
    return documents->threaded;
}

struct documents *documents_new(const struct api *api, struct ledger *ledger)
{
    struct documents *documents = calloc(1, sizeof *documents);
    struct store *store = store_private_new(TABLES_MAX);
    if (!documents || !store)
        goto failed;
    documents->api = *api;
    documents->api.store = store;
    documents->api.document = NULL;
    documents->ledger = ledger;
    if (start(documents))
        return documents;
failed:
    if (store)
        store_private_free(store);
    free(documents);
    return NULL;
}

const struct api_asset *documents_find(struct documents *documents, const char *target)
{
    size_t made = documents ? atomic_load_explicit(&documents->made, memory_order_acquire) : 0;
    for (size_t i = 0; i < made; i++)
        if (!strcmp(documents->list[i].asset.name, target))
            return &documents->list[i].asset;
    return NULL;
}

void documents_free(struct documents *documents)
{
    if (!documents)
        return;
    atomic_store(&documents->over, true);
    while (documents->threaded && !atomic_load(&documents->done))
        nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
    for (size_t i = 0; i < TARGETS; i++)
        forget(&documents->list[i]);
    store_private_free(documents->api.store);
    free(documents);
}
