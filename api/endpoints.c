/* The table of paths, and the handlers that fit into a few lines. */
#include "api/endpoints.h"

#include "api/call.h"
#include "api/docs/docs.h"
#include "api/headers/accept.h"
#include "api/page.h"
#include "api/tools/tools.h"
#include "core/registry.h"

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
    static const char *const types[] = {"text/plain", "application/openmetrics-text"};
    bool open = accept_media(call->request->accept, types, 2) == 1;
    const char *text = call->api->metrics(call->api->what, open, call->arena);
    call_fresh(call,
               open ? "application/openmetrics-text; version=1.0.0; charset=utf-8" : "text/plain; version=0.0.4; charset=utf-8",
               text, strlen(text));
}

static void answer_question(struct call *call)
{
    struct question *question = &call->question;
    question_solve(question, call->budget, call->api->store);
    struct out out;
    out_init(&out, call->arena, 512);
    question_encode(question, &out);
    call_answer(call, "application/json", out.v, out.n);
}

static void question_begin(struct call *call)
{
    struct question *question = &call->question;
    cJSON *json = call_object(call, &question->size);
    if (!json)
        return;
    struct faults faults = call->query_faults;
    if (!question_decode(question, call->game, json, "", NULL, call->request->accept_language, &faults) || faults.n) {
        call_problem(call, problem_faults(&faults));
        return;
    }
    call->negotiated_language = question->negotiated;
    struct tag tag = question_tag(question);
    if (call_unchanged(call, &tag))
        return;
    call->work = answer_question;
    call->cost = question_cost(question, call->arena, call->api->store);
}

/* Whether the path is one of the row's; *rest is the segment in the place of its star, or all that follows where there are two.
 */
static bool matches(const char *pattern, const char *path, const char **rest, size_t *rest_size)
{
    size_t fixed = strcspn(pattern, "*");
    if (!pattern[fixed])
        return strcmp(pattern, path) == 0;
    *rest = path + fixed;
    *rest_size = strncmp(pattern, path, fixed) == 0 ? strcspn(*rest, pattern[fixed + 1] == '*' ? "" : "/") : 0;
    if (pattern[fixed + 1] == '*')
        return *rest_size;
    return *rest_size && strcmp(*rest + *rest_size, pattern + fixed + 1) == 0;
}

void endpoint_find(struct call *call)
{
    const char *rest = "";
    size_t rest_size = 0;
    call->game = game_find(call->target.path + 1, call->target.path_size - 1);
    if (call->game) {
        call->endpoint = &endpoint_question;
        return;
    }
    for (const struct endpoint *e = endpoints; e->path; e++) {
        if (!matches(e->path, call->target.path, &rest, &rest_size))
            continue;
        if (e->begin == grid_begin && !game_find(rest, rest_size))
            continue;
        call->endpoint = e;
        call->rest = rest_size ? arena_copy(call->arena, rest, rest_size) : NULL;
        return;
    }
}

const struct endpoint endpoint_question = {"/{game}", "question", METHOD_GET | METHOD_POST | METHOD_QUERY, question_begin};

const struct endpoint endpoints[] = {
    {"/", "index", METHOD_GET, index_begin},
    {"/batch", "batch", METHOD_POST | METHOD_QUERY, batch_begin},
    {"/sum", "sum", METHOD_POST | METHOD_QUERY, tool_begin},
    {"/grade", "grade", METHOD_POST | METHOD_QUERY, grade_begin},
    {"/play", "play", METHOD_POST | METHOD_QUERY, tool_begin},
    {"/apply", "apply", METHOD_POST | METHOD_QUERY, tool_begin},
    {"/tree", "tree", METHOD_POST | METHOD_QUERY, tool_begin},
    {"/generate", "generate", METHOD_POST | METHOD_QUERY, tool_begin},
    {"/laws", "laws", METHOD_POST | METHOD_QUERY, tool_begin},
    {"/sg/table", "sg/table", METHOD_POST | METHOD_QUERY, table_begin},
    {"/sg/period", "sg/period", METHOD_POST | METHOD_QUERY, tool_begin},
    {"/judge", "judge", METHOD_GET, judge_list_begin},
    {"/judge/*", "judge/{id}", METHOD_GET | METHOD_POST | METHOD_QUERY, judge_begin},
    {"/judge/*/check", "judge/{id}/check", METHOD_POST | METHOD_QUERY, judge_check_begin},
    {"/judge/*/generate", "judge/{id}/generate", METHOD_POST | METHOD_QUERY, judge_generate_begin},
    {"/*/table", "{game}/table", METHOD_POST | METHOD_QUERY, grid_begin},
    {"/custom/gallery", "custom/gallery", METHOD_GET, gallery_begin},
    {"/games", "games", METHOD_GET, catalogue_begin},
    {"/games/*", "games/{game}", METHOD_GET, catalogue_game_begin},
    {"/problems", "problems", METHOD_GET, problems_begin},
    {"/problems/*", "problems/{code}", METHOD_GET, problems_page_begin},
    {"/openapi.json", "openapi.json", METHOD_GET, openapi_begin},
    {"/openapi.yaml", "openapi.yaml", METHOD_GET, openapi_begin},
    {"/openapi-3.2.yaml", "openapi-3.2.yaml", METHOD_GET, openapi_begin},
    {"/play/*", "play/{game}", METHOD_GET, page_begin},
    {"/table/*", "table/{game}", METHOD_GET, page_begin},
    {"/practice/*", "practice/{game}", METHOD_GET, page_begin},
    {"/exam", "exam", METHOD_GET, page_begin},
    {"/docs", "docs", METHOD_GET, page_begin},
    {"/web/**", "web/{version}/{file}", METHOD_GET, page_file_begin},
    {"/healthz", "healthz", METHOD_GET, health_begin},
    {"/livez", "livez", METHOD_GET, health_begin},
    {"/readyz", "readyz", METHOD_GET, ready_begin},
    {"/metrics", "metrics", METHOD_GET, metrics_begin},
    {NULL, NULL, 0, NULL},
};

const char *api_endpoint(size_t i)
{
    return i ? endpoints[i - 1].name : "";
}
