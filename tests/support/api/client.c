/* A client without a socket, and reading of its replies. */
#include "tests/support/api/client.h"
#include "core/memory/store.h"

#include "api/json/scan/scan.h"
#include "core/limits.h"
#include "tests/support/api/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t kept_max = (size_t)1 << 30, tables_max = (size_t)256 << 20;

void client_init(struct client *client)
{
    if (!api_setup())
        exit(EXIT_FAILURE);
    *client = (struct client){.api = {.store = store_private_new(tables_max), .cors = "*", .body_max = 1 << 20}};
    arena_init(&client->work, NULL, 0, ARENA_BYTES);
    arena_init(&client->kept, NULL, 0, kept_max);
}

void client_free(struct client *client)
{
    arena_reset(&client->work);
    arena_reset(&client->kept);
    store_private_free((struct store *)client->api.store);
}

void client_forget(struct client *client)
{
    arena_reset(&client->kept);
}

/* Replies are read by the same parser as requests, so its own strictness is looked at as well: the body must be I-JSON. */
static void read_body(struct client *client, struct response *response)
{
    if (!strstr(response->type, "json") || strstr(response->type, "ndjson"))
        return;
    char *copy = arena_copy(&client->kept, response->text, response->size);
    response->fault = scan_json(&client->kept, copy, response->size).fault;
    response->json = client_read(client, response->text);
}

struct response client_send(struct client *client, const char *method, const char *target, const char *body)
{
    arena_reset(&client->work);
    size_t size = body ? strlen(body) : 0;
    struct request request = {
        .method = method,
        .target = target,
        .content_type = body ? "application/json" : NULL,
        .accept_language = client->language,
        .body = arena_copy(&client->work, body ? body : "", size),
        .body_size = size,
    };
    struct budget budget = {.left = BUDGET_STEPS, .arena = &client->work}; /* whatever never ends is ended by ctest */
    struct reply reply = {0};
    api_handle(&client->api, &request, &client->work, &budget, &reply);
    record_reply(method, target, &reply);
    struct response response = {
        .status = reply.status,
        .type = reply.content_type ? reply.content_type : "",
        .text = arena_copy(&client->kept, reply.body ? reply.body : "", reply.body ? reply.body_size : 0),
        .size = reply.body_size,
    };
    read_body(client, &response);
    return response;
}

struct response client_post(struct client *client, const char *target, const char *body)
{
    return client_send(client, "POST", target, body);
}

const char *client_with(struct client *client, const char *body, const char *fields)
{
    const char *rest = strchr(body, '{');
    if (!rest)
        return body;
    rest++;
    size_t blanks = strspn(rest, " \t\r\n");
    const char *comma = rest[blanks] == '}' ? "" : ",";
    return arena_printf(&client->kept, "{%s%s%s", fields, comma, rest);
}

const char *client_print(struct client *client, const cJSON *json)
{
    struct arena *outer = arena_enter(&client->kept);
    const char *text = cJSON_PrintUnformatted(json);
    arena_enter(outer);
    return text;
}

const cJSON *client_read(struct client *client, const char *text)
{
    struct arena *outer = arena_enter(&client->kept);
    const cJSON *json = cJSON_ParseWithOpts(text, NULL, true);
    arena_enter(outer);
    return json;
}

static bool fields_same(const cJSON *a, const cJSON *b)
{
    const cJSON *field;
    cJSON_ArrayForEach(field, a)
    {
        const cJSON *other = cJSON_GetObjectItemCaseSensitive(b, field->string);
        if (!other || !json_same(field, other))
            return false;
    }
    return cJSON_GetArraySize(a) == cJSON_GetArraySize(b);
}

bool json_same(const cJSON *a, const cJSON *b)
{
    if ((a->type & 0xff) != (b->type & 0xff))
        return false;
    if (cJSON_IsNumber(a))
        return a->valuedouble >= b->valuedouble && a->valuedouble <= b->valuedouble;
    if (cJSON_IsString(a))
        return strcmp(a->valuestring, b->valuestring) == 0;
    if (cJSON_IsObject(a))
        return fields_same(a, b);
    const cJSON *x = a->child, *y = b->child;
    while (x && y && json_same(x, y)) {
        x = x->next;
        y = y->next;
    }
    return !x && !y;
}
