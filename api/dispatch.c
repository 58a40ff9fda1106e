/* From a request to its endpoint and back: routing, methods, caching and the landing place of every escape. */
#include "api/call.h"
#include "api/endpoints.h"
#include "api/headers/accept.h"
#include "api/headers/media.h"
#include "api/json/parse.h"
#include "api/page.h"
#include "api/tools/batch/feed.h"
#include "core/registry.h"

#include <stdio.h>
#include <string.h>

bool api_setup(void)
{
    num_setup();
    json_setup();
    const char *fault = registry_fault();
    if (fault)
        fprintf(stderr, "a game's descriptor is wrong: %s\n", fault);
    return !fault;
}

const char *api_version(void)
{
    return GRUNDY_VERSION;
}

static enum method method_of(const char *text)
{
    if (strcmp(text, "POST") == 0)
        return METHOD_POST;
    if (strcmp(text, "GET") == 0 || strcmp(text, "HEAD") == 0)
        return METHOD_GET;
    if (strcmp(text, "QUERY") == 0)
        return METHOD_QUERY;
    return strcmp(text, "OPTIONS") == 0 ? METHOD_OPTIONS : METHOD_OTHER;
}

static const char *methods_text(unsigned methods)
{
    if (methods & METHOD_GET)
        return methods & METHOD_POST ? "GET, HEAD, POST, QUERY, OPTIONS" : "GET, HEAD, OPTIONS";
    return methods & METHOD_QUERY ? "POST, QUERY, OPTIONS" : "POST, OPTIONS";
}

/* The answer to OPTIONS, with what a browser's preflight wants to know. A load balancer that looks whether we are well asks for
 * "/", and wants a 200. */
static void answer_options(struct call *call, unsigned methods)
{
    struct reply *reply = call->reply;
    reply->status = call->target.path_size == 1 && call->target.path[0] == '/' ? 200 : 204;
    reply_header(reply, "Allow", methods_text(methods));
    call_accepted(call, methods);
    if (!call->api->cors || !call->request->preflight_method)
        return;
    reply_header(reply, "Access-Control-Allow-Methods", methods_text(methods));
    reply_header(reply, "Access-Control-Allow-Headers",
                 "Accept-Language, Content-Type, If-None-Match, traceparent, X-Request-Id");
    reply_header(reply, "Access-Control-Max-Age", "86400");
}

static void refuse_method(struct call *call)
{
    const char *allowed = methods_text(call->endpoint->methods);
    reply_header(call->reply, "Allow", allowed);
    call_problem(call, problem_of(STATUS_method_not_allowed,
                                  arena_printf(call->arena, "%s takes %s, not %s", text_shown(call->arena, call->target.path),
                                               allowed, text_shown(call->arena, call->request->method))));
}

static void route(void *what)
{
    struct call *call = what;
    const struct request *request = call->request;
    call->target = target_split(call->arena, request->target);
    if (call->target.fault) {
        call_problem(call, problem_of(STATUS_bad_request, call->target.fault));
        return;
    }
    call->method = method_of(request->method);
    if (call->method == METHOD_OPTIONS && strcmp(call->target.path, "*") == 0) { /* the server as a whole (RFC 9110, 9.3.7) */
        call->reply->endpoint = "*";
        answer_options(call, METHOD_GET | METHOD_POST | METHOD_QUERY);
        return;
    }
    endpoint_find(call);
    if (!call->endpoint) {
        call_no_path(call);
        return;
    }
    call->reply->endpoint = call->game ? call->game->id : call->endpoint->name;
    if (call->method == METHOD_OPTIONS)
        answer_options(call, call->endpoint->methods);
    else if (!(call->endpoint->methods & call->method))
        refuse_method(call);
    else if (call->method != METHOD_GET || !page_begun(call))
        call->endpoint->begin(call);
}

/* One part of a request, to be run where an escape lands. */
struct attempt {
    const struct api *api;
    const struct request *request;
    struct arena *arena;
    struct reply *reply;
    struct call *call;
    struct budget *budget;  /* for lines */
    struct escape *landed;  /* by itself: it is large, and nothing of it needs clearing */
    enum language language; /* of what went wrong */
};

static void prepare(void *what)
{
    struct attempt *attempt = what;
    struct arena_mark mark = arena_mark(attempt->arena);
    struct call *call = attempt->call = arena_alloc(attempt->arena, sizeof *call);
    call->api = attempt->api;
    call->request = attempt->request;
    call->arena = attempt->arena;
    call->reply = attempt->reply;
    call->mark = mark;
    call->media = attempt->request->media ? attempt->request->media : media_of(attempt->request->content_type);
    call->if_none_match = attempt->request->if_none_match;
    call->language = attempt->language;
    call->exposed = attempt->request->origin != NULL;
    route(call);
}

static void solve(void *what)
{
    struct attempt *attempt = what;
    attempt->call->work(attempt->call);
}

static void answer_lines(void *what)
{
    struct attempt *attempt = what;
    const struct request *request = attempt->request;
    struct out out;
    out_init(&out, attempt->arena, 4096);
    feed_answer_all(attempt->reply->feed, request->body, request->body_size, attempt->budget, &out);
    attempt->reply->body = out.v;
    attempt->reply->body_size = out.n;
}

static void tell_landing(void *what)
{
    struct attempt *attempt = what;
    struct problem problem = problem_landed(attempt->arena, attempt->landed);
    problem.language = attempt->language;
    problem_reply(attempt->arena, attempt->reply, &problem);
}

/* Runs the part. When it escapes, all that it allocated since the mark is given back first, so that there is room to say why. */
static bool attempted(struct attempt *attempt, void (*part)(void *), struct arena_mark mark)
{
    enum status status = arena_try(attempt->arena, attempt->landed, part, attempt);
    if (status == STATUS_ok)
        return true;
    problem_report(attempt->api, attempt->arena, attempt->landed);
    if (attempt->call)
        attempt->language = attempt->call->language; /* the question may have named one */
    arena_rewind(attempt->arena, mark);
    attempt->reply->header_count = 0;
    struct escape again;
    if (arena_try(attempt->arena, &again, tell_landing, attempt) != STATUS_ok)
        problem_last_resort(attempt->reply, status);
    return false;
}

enum api_next api_prepare(const struct api *api, const struct request *request, struct arena *arena, struct reply *reply,
                          struct call **call, uint64_t *cost)
{
    *reply = (struct reply){.endpoint = ""};
    struct escape landed;
    struct attempt attempt = {.api = api,
                              .request = request,
                              .arena = arena,
                              .reply = reply,
                              .landed = &landed,
                              .language = accept_best_language(request->accept_language)};
    bool exposed = request->origin != NULL;
    if (attempted(&attempt, prepare, arena_mark(arena))) {
        exposed = attempt.call->exposed;
        attempt.call->request = NULL;
        if (attempt.call->work) {
            *call = attempt.call;
            *cost = attempt.call->cost;
            return API_SOLVE;
        }
    }
    reply_finish(api, reply, exposed);
    return API_DONE;
}

enum api_next api_solve(struct call *call, struct budget *budget, struct reply *reply, uint64_t *cost)
{
    const struct api *api = call->api;
    bool exposed = call->exposed;
    struct escape landed;
    struct attempt attempt = {
        .api = api, .arena = call->arena, .reply = reply, .call = call, .landed = &landed, .language = call->language};
    call->budget = budget;
    call->reply = reply;
    call->again = false;
    reply->solved = call->endpoint->methods & METHOD_POST;
    if (attempted(&attempt, solve, call->mark)) {
        *cost = call->cost;
        if (call->again)
            return API_SOLVE;
        exposed = call->exposed;
    }
    reply_finish(api, reply, exposed);
    return API_DONE;
}

void api_handle(const struct api *api, const struct request *request, struct arena *arena, struct budget *budget,
                struct reply *reply)
{
    struct call *call;
    uint64_t cost;
    if (api_prepare(api, request, arena, reply, &call, &cost) == API_SOLVE) {
        while (api_solve(call, budget, reply, &cost) == API_SOLVE)
            ;
    } else if (reply->feed) {
        struct escape landed;
        struct attempt attempt = {
            .api = api, .request = request, .arena = arena, .reply = reply, .budget = budget, .landed = &landed};
        if (!attempted(&attempt, answer_lines, arena_mark(arena)))
            reply_finish(api, reply, request->origin != NULL);
    }
}

void api_keep(struct reply *reply, struct arena *arena)
{
    struct reply kept = *reply;
    if (reply->body)
        kept.body = arena_copy(arena, reply->body, reply->body_size);
    for (size_t i = 0; i < reply->header_count; i++)
        kept.headers[i].value = arena_copy(arena, reply->headers[i].value, strlen(reply->headers[i].value));
    *reply = kept;
}

void api_problem(const struct api *api, const struct request *request, struct arena *arena, struct reply *reply,
                 enum status status, const char *detail)
{
    const char *endpoint = reply->endpoint ? reply->endpoint : "";
    *reply = (struct reply){.endpoint = endpoint};
    enum language language = accept_best_language(request ? request->accept_language : NULL);
    struct escape landed = {.status = status, .limit = -1};
    struct attempt attempt = {.arena = arena, .reply = reply, .language = language, .landed = &landed};
    if (detail)
        snprintf(landed.detail, sizeof landed.detail, "%s", detail);
    struct escape again;
    if (arena_try(arena, &again, tell_landing, &attempt) != STATUS_ok)
        problem_last_resort(reply, status);
    reply_finish(api, reply, request && request->origin);
}
