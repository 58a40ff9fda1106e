#include "server/judge/inquiry.h"

#include "api/json/parse.h"
#include "core/limits.h"
#include "core/memory/store.h"

#include <string.h>

bool inquiry_open(struct inquiry *inquiry, const struct config *config)
{
    *inquiry = (struct inquiry){.api.body_max = config->max_body};
    arena_init(&inquiry->arena, NULL, 0, ARENA_BYTES > config->max_body * 64 ? ARENA_BYTES : config->max_body * 64);
    if (!api_setup())
        return false;
    inquiry->api.store = store_private_new(config->tables_bytes);
    return inquiry->api.store != NULL;
}

struct asking_body {
    struct inquiry *inquiry;
    const char *bytes;
    size_t size;
    char *copy;
};

static void copy_body(void *what)
{
    struct asking_body *body = what;
    body->copy = arena_copy(&body->inquiry->arena, body->bytes, body->size);
}

static void parse(void *what)
{
    struct inquiry *inquiry = what;
    struct scan scan;
    const struct reply *reply = &inquiry->reply;
    inquiry->json =
        json_parse(&inquiry->arena, arena_copy(&inquiry->arena, reply->body, reply->body_size), reply->body_size, &scan);
}

void inquiry_ask(struct inquiry *inquiry, const char *target, const char *accept, const char *body, size_t size)
{
    struct escape landed;
    struct asking_body asking = {inquiry, body, size, NULL};
    arena_reset(&inquiry->arena);
    inquiry->json = NULL;
    inquiry->reply = (struct reply){0};
    if (arena_try(&inquiry->arena, &landed, copy_body, &asking))
        return;
    struct request request = {.method = "POST",
                              .target = target,
                              .content_type = "application/json",
                              .accept = accept,
                              .body = asking.copy,
                              .body_size = size};
    struct budget budget = {.left = UINT64_MAX, .arena = &inquiry->arena};
    api_handle(&inquiry->api, &request, &inquiry->arena, &budget, &inquiry->reply);
    const char *type = inquiry->reply.content_type;
    if (inquiry->reply.body && type && strstr(type, "json") && arena_try(&inquiry->arena, &landed, parse, inquiry))
        inquiry->json = NULL;
}

void inquiry_close(struct inquiry *inquiry)
{
    arena_reset(&inquiry->arena);
    if (inquiry->api.store)
        store_private_free(inquiry->api.store);
}

const cJSON *inquiry_member(const struct inquiry *inquiry, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(inquiry->json, name);
}

bool inquiry_is(const struct inquiry *inquiry, const char *name)
{
    return cJSON_IsTrue(inquiry_member(inquiry, name));
}

const char *inquiry_text(const cJSON *json, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(member) ? member->valuestring : "";
}
