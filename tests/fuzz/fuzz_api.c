/* Whole requests into api_handle(). The first line of an input is `METHOD target`, what follows is the body.
 * The oracle: no crash, no sanitizer report, no assert, never `internal`; a JSON body of a reply is I-JSON; equal requests get
 * equal replies. */
#include "core/memory/store.h"
#include "tests/fuzz/fuzz.h"

#include "api/api.h"
#include "api/json/scan/scan.h"
#include "core/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct api api;
static const size_t tables_max = (size_t)64 << 20;

static void setup(void)
{
    if (api.store)
        return;
    if (!api_setup())
        abort();
    api = (struct api){.store = store_private_new(tables_max), .cors = "*", .body_max = 1 << 20};
}

enum { LOOKS_MAX = 1000 };

static enum status look(void *what)
{
    int *looks = what;
    return ++*looks < LOOKS_MAX ? STATUS_ok : STATUS_deadline_exceeded;
}

static struct reply handle(struct arena *arena, const char *text, size_t size)
{
    size_t line = strcspn(text, "\n");
    char *head = arena_copy(arena, text, line);
    char *target = strchr(head, ' ');
    if (target)
        *target++ = '\0';
    size_t body = line < size ? line + 1 : size;
    struct request request = {
        .method = head,
        .target = target && *target == '/' ? target : "/nim",
        .content_type = body < size ? "application/json" : NULL,
        .body = arena_copy(arena, text + body, size - body),
        .body_size = size - body,
    };
    int looks = 0;
    struct budget budget = {.left = BUDGET_STEPS, .arena = arena, .look = look, .what = &looks};
    struct reply reply = {0};
    api_handle(&api, &request, arena, &budget, &reply);
    return reply;
}

static void check(struct arena *arena, const struct reply *reply)
{
    if (reply->status < 200 || reply->status > 599 || reply->problem == STATUS_internal)
        abort();
    if (!reply->content_type || !strstr(reply->content_type, "json") || strstr(reply->content_type, "ndjson"))
        return;
    char *copy = arena_copy(arena, reply->body, reply->body_size);
    if (scan_json(arena, copy, reply->body_size).fault)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    setup();
    struct arena first, second;
    arena_init(&first, NULL, 0, ARENA_BYTES);
    arena_init(&second, NULL, 0, ARENA_BYTES);
    char *text = arena_copy(&first, (const char *)data, size);
    struct reply a = handle(&first, text, size);
    struct reply b = handle(&second, text, size);
    check(&first, &a);
    bool timed = a.problem == STATUS_deadline_exceeded || b.problem == STATUS_deadline_exceeded;
    if (!timed && a.status != b.status)
        abort();
    if (!timed && (a.body_size != b.body_size || (a.body_size && memcmp(a.body, b.body, a.body_size) != 0)))
        abort();
    arena_reset(&first);
    arena_reset(&second);
    return 0;
}
