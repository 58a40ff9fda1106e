/* The table of paths, and the handlers that fit into a few lines. */
#include "api/call.h"
#include "core/registry.h"

#include "api/decode.h"

#include <ctype.h>
#include <string.h>

static void health_begin(struct call *call)
{
    static const char body[] = "{\"status\":\"ok\"}";
    call_fresh(call, "application/json", body, sizeof body - 1);
}

static void ready_begin(struct call *call)
{
    static const char body[] = "{\"status\":\"ready\"}";
    if (call->api->ready && !call->api->ready(call->api->what))
        call_problem(call, problem_of(STATUS_shutting_down, "not ready: starting, or draining before a stop"));
    else
        call_fresh(call, "application/json", body, sizeof body - 1);
}

static void metrics_begin(struct call *call)
{
    if (!call->api->metrics) {
        call_problem(call, problem_of(STATUS_not_found, "this process keeps no metrics"));
        return;
    }
    const char *text = call->api->metrics(call->api->what, call->arena);
    call_fresh(call, "text/plain; version=0.0.4; charset=utf-8", text, strlen(text));
}

/* A path with one more segment after a '/' that ends the row's own. */
static const char *rest_of(const struct endpoint *endpoint, const char *path, size_t size)
{
    size_t n = strlen(endpoint->path);
    bool prefix = n > 1 && endpoint->path[n - 1] == '/';
    if (!prefix || size <= n || memcmp(path, endpoint->path, n) != 0 || memchr(path + n, '/', size - n))
        return NULL;
    return path + n;
}

const struct endpoint *endpoint_find(const char *path, size_t size, const struct game **game, const char **rest)
{
    *rest = NULL;
    *game = game_find(path + 1, size - 1);
    if (*game)
        return &endpoint_question;
    for (const struct endpoint *e = endpoints; e->path; e++) {
        if (strlen(e->path) == size && memcmp(e->path, path, size) == 0 && e->path[size - 1] != '/')
            return e;
        *rest = rest_of(e, path, size);
        if (*rest)
            return e;
    }
    return NULL;
}

const struct endpoint endpoint_question = {"/{game}", "question", METHOD_GET | METHOD_POST | METHOD_QUERY, question_begin};

const struct endpoint endpoints[] = {
    {"/games", "games", METHOD_GET, catalogue_begin},
    {"/games/", "games/{game}", METHOD_GET, catalogue_game_begin},
    {"/problems", "problems", METHOD_GET, problems_begin},
    {"/problems/", "problems/{code}", METHOD_GET, problems_page_begin},
    {"/openapi.json", "openapi.json", METHOD_GET, openapi_json_begin},
    {"/openapi.yaml", "openapi.yaml", METHOD_GET, openapi_yaml_begin},
    {"/healthz", "healthz", METHOD_GET, health_begin},
    {"/livez", "livez", METHOD_GET, health_begin},
    {"/readyz", "readyz", METHOD_GET, ready_begin},
    {"/metrics", "metrics", METHOD_GET, metrics_begin},
    {NULL, NULL, 0, NULL},
};
