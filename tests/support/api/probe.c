/* One request with every header under control. */
#include "tests/support/api/probe.h"
#include "core/memory/store.h"

#include "api/json/out.h"
#include "api/json/parse.h"
#include "core/limits.h"
#include "tests/support/api/record.h"
#include "tests/support/core/marks.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void probe_init(struct probe *probe)
{
    ck_assert(api_setup());
    *probe =
        (struct probe){.api = {.store = store_private_new(1 << 24), .cors = "*", .body_max = 1 << 20}, .arena_max = ARENA_BYTES};
    arena_init(&probe->arena, NULL, 0, probe->arena_max);
}

void probe_free(struct probe *probe)
{
    arena_reset(&probe->arena);
    store_private_free(probe->api.store);
}

static void check_reply(const struct reply *reply)
{
    ck_assert_int_ge(reply->status, 200);
    ck_assert_ptr_nonnull(reply->endpoint);
    ck_assert_int_eq(reply->status >= 400, reply->problem != STATUS_ok);
    ck_assert_int_eq(reply->content_type == NULL, reply->status == 204 || reply->status == 304);
    if (reply->status >= 400 && (reply->status != 404 || strcmp(reply->content_type, "text/html; charset=utf-8") != 0))
        ck_assert_str_eq(reply->content_type, "application/problem+json");
}

int probe_send(struct probe *probe, const char *method, const char *target, const char *body)
{
    arena_reset(&probe->arena);
    arena_init(&probe->arena, NULL, 0, probe->arena_max);
    size_t size = body ? strlen(body) : 0;
    char *copy = calloc(1, size + 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, body ? body : "", size);
    probe->request.method = method;
    probe->request.target = target;
    probe->request.body = body ? copy : NULL;
    probe->request.body_size = size;
    probe->budget.arena = &probe->arena;
    if (!probe->budget.left)
        probe->budget.left = BUDGET_STEPS;
    memset(&probe->reply, 0xa5, sizeof probe->reply);
    api_handle(&probe->api, &probe->request, &probe->arena, &probe->budget, &probe->reply);
    if (probe->arena_max >= ARENA_BYTES) /* starved on purpose, any path may answer too_large */
        record_reply(method, target, &probe->reply);
    check_reply(&probe->reply);
    probe->arena.cap = ARENA_BYTES;
    struct scan scan;
    probe->json = NULL;
    if (probe->reply.content_type && strstr(probe->reply.content_type, "json"))
        probe->json = json_parse(&probe->arena, arena_copy(&probe->arena, probe->reply.body, probe->reply.body_size),
                                 probe->reply.body_size, &scan);
    free(copy);
    return probe->reply.status;
}

const char *probe_header(const struct probe *probe, const char *name)
{
    const char *value = NULL;
    for (size_t i = 0; i < probe->reply.header_count; i++) {
        if (strcasecmp(probe->reply.headers[i].name, name) != 0)
            continue;
        ck_assert_msg(!value, "%s stands twice", name);
        value = probe->reply.headers[i].value;
    }
    return value;
}

const cJSON *probe_value(const struct probe *probe, const char *path)
{
    const cJSON *at = probe->json;
    while (at && *path) {
        char token[64] = "";
        size_t n = strcspn(path, ".");
        ck_assert_uint_lt(n, sizeof token);
        memcpy(token, path, n);
        path += n + (path[n] == '.');
        at = cJSON_IsArray(at) ? cJSON_GetArrayItem(at, (int)strtol(token, NULL, 10))
                               : cJSON_GetObjectItemCaseSensitive(at, token);
    }
    return at;
}

const char *probe_string(const struct probe *probe, const char *path)
{
    const cJSON *value = probe_value(probe, path);
    return cJSON_IsString(value) ? value->valuestring : "";
}

const char *probe_text(struct probe *probe)
{
    return arena_copy(&probe->arena, probe->reply.body ? probe->reply.body : "", probe->reply.body ? probe->reply.body_size : 0);
}

const char *probe_names(struct probe *probe, const cJSON *object)
{
    struct out out;
    out_init(&out, &probe->arena, 256);
    for (const cJSON *member = object ? object->child : NULL; member; member = member->next) {
        if (out.n)
            out_raw(&out, " ");
        out_raw(&out, member->string);
    }
    out_bytes(&out, "", 1);
    return out.v;
}
