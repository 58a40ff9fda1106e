/* Whole requests into api_handle(). The first line of an input is `METHOD target`, what follows is the body.
 * The oracle: no crash, no sanitizer report, no assert, never `internal`; a JSON body of a reply is I-JSON; equal requests get
 * equal replies (every eighth is asked twice).
 *
 * Thousands of runs a second, so that many ways are tried and none for long: what is predicted to be dear is decoded and not
 * solved, what turns out to be dear is given up, and the documents that are the same for everybody stand in for themselves. */
#include "core/memory/store.h"
#include "tests/fuzz/fuzz.h"

#include "api/api.h"
#include "api/json/scan/scan.h"
#include "core/limits.h"
#include "core/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct api api;

enum {
    TABLES_MAX = 16 << 20,
    FIRST_BYTES = 1 << 18, /* an arena's first block: most runs need no other */
    MEMORY_MAX = 8 << 20,  /* of one run */
    COST_MAX = 20000,      /* predicted steps of what is solved, */
    DEAR_MAX = 2000000,    /* and of one in DEAR */
    DEAR = 32,
    LOST = 64,     /* one in so many keeps a path that is none */
    LOOKS_MAX = 2, /* at the clock, of what took more */
    TWICE = 8,     /* one in so many is asked again */
};

static const struct api_asset *stand_in(void *what, const char *target)
{
    static const struct api_asset asset = {
        .type = "application/json", .plain = {"{}", 2}, .gzip = {"zip", 3}, .plain_tag = "\"p\"", .gzip_tag = "\"z\""};
    (void)what;
    (void)target;
    return &asset;
}

static void setup(void)
{
    if (api.store)
        return;
    if (!api_setup())
        abort();
    api = (struct api){.store = store_private_new(TABLES_MAX), .cors = "*", .body_max = 1 << 20, .document = stand_in};
}

static enum status look(void *what)
{
    int *looks = what;
    return ++*looks < LOOKS_MAX ? STATUS_ok : STATUS_deadline_exceeded;
}

/* Status 0: too dear to be solved here. */
static struct reply answer(const struct request *request, struct arena *arena, uint64_t cost_max)
{
    int looks = 0;
    struct budget budget = {.left = cost_max, .arena = arena, .look = look, .what = &looks};
    struct reply reply = {0};
    struct call *call;
    uint64_t cost = 0;
    enum api_next next = api_prepare(&api, request, arena, &reply, &call, &cost);
    while (next == API_SOLVE && cost <= cost_max)
        next = api_solve(call, &budget, &reply, &cost);
    return next == API_SOLVE ? (struct reply){0} : reply;
}

static bool is_path(const char *target)
{
    size_t n = strcspn(target + 1, "?");
    if (game_find(target + 1, n))
        return true;
    for (size_t i = 1; api_endpoint(i); i++)
        if (strlen(api_endpoint(i)) == n && !memcmp(api_endpoint(i), target + 1, n))
            return true;
    return strchr(target + 1, '/') != NULL;
}

/* A mutation seldom leaves a path whole, and what is not found is soon known: mostly another path takes its place. */
static const char *path_for(struct arena *arena, const char *target, unsigned sum)
{
    static const char *const tools[] = {"/batch",
                                        "/sum",
                                        "/grade",
                                        "/play",
                                        "/apply",
                                        "/tree",
                                        "/generate",
                                        "/laws",
                                        "/sg/table",
                                        "/sg/period",
                                        "/custom/table",
                                        "/judge/hdu-1846",
                                        "/judge/poj-2484/check"};
    size_t count = sizeof tools / sizeof *tools, pick = sum / LOST % (game_count() + count);
    if (target && *target == '/' && (sum % LOST == 0 || is_path(target)))
        return target;
    return pick < count ? tools[pick] : arena_printf(arena, "/%s", game_at(pick - count)->id);
}

static struct reply handle(struct arena *arena, const char *text, size_t size, unsigned sum)
{
    const uint64_t cost_max = sum % DEAR ? COST_MAX : DEAR_MAX;
    size_t line = 0;
    while (line < size && text[line] && text[line] != '\n')
        line++;
    char *head = arena_copy(arena, text, line);
    char *target = strchr(head, ' ');
    if (target)
        *target++ = '\0';
    size_t body = line < size ? line + 1 : size;
    struct request request = {
        .method = head,
        .target = path_for(arena, target, sum),
        .content_type = body < size ? "application/json" : NULL,
        .body = arena_copy(arena, text + body, size - body),
        .body_size = size - body,
    };
    return answer(&request, arena, cost_max);
}

static void check(struct arena *arena, const struct reply *reply)
{
    if (!reply->status)
        return;
    if (reply->status < 200 || reply->status > 599 || reply->problem == STATUS_internal)
        abort();
    if (!reply->content_type || !strstr(reply->content_type, "json") || strstr(reply->content_type, "ndjson") || !reply->body)
        return;
    char *copy = arena_copy(arena, reply->body, reply->body_size);
    if (scan_json(arena, copy, reply->body_size).fault)
        abort();
}

/* The same request again, in other memory. */
static void ask_again(const char *text, size_t size, unsigned sum, const struct reply *a)
{
    _Alignas(16) static char room[FIRST_BYTES];
    struct arena arena;
    arena_init(&arena, room, sizeof room, MEMORY_MAX);
    struct reply b = handle(&arena, text, size, sum);
    bool timed = a->problem == STATUS_deadline_exceeded || b.problem == STATUS_deadline_exceeded;
    if (!timed && a->status != b.status)
        abort();
    if (!timed && (a->body_size != b.body_size || (a->body_size && a->body && memcmp(a->body, b.body, a->body_size) != 0)))
        abort();
    arena_reset(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    _Alignas(16) static char room[FIRST_BYTES];
    struct arena arena;
    unsigned sum = 0;
    setup();
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + data[i];
    arena_init(&arena, room, sizeof room, MEMORY_MAX);
    struct reply reply = handle(&arena, (const char *)data, size, sum);
    check(&arena, &reply);
    if (reply.status && sum / DEAR % TWICE == 0)
        ask_again((const char *)data, size, sum, &reply);
    arena_reset(&arena);
    return 0;
}
