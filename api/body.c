/* What a question's request carries: content type, query, and the JSON object. */
#include "api/call.h"
#include "api/json/parse.h"
#include "api/media.h"

/* GET ?position=…: NULL when the reply is a problem. */
static char *text_of_query(struct call *call, size_t *size)
{
    const char *fault;
    char *text = target_value(call->arena, call->target.query, "position", size, &fault);
    if (!text)
        call_problem(call, problem_of(STATUS_bad_request, fault));
    return text;
}

bool call_without_query(struct call *call)
{
    if (!call->target.query || !*call->target.query)
        return true;
    call_problem(
        call, problem_of(STATUS_bad_request, "the path takes no query with this method: position and options go into the body"));
    return false;
}

static char *text_of_body(struct call *call, size_t *size)
{
    const struct request *request = call->request;
    if (!call_without_query(call))
        return NULL;
    if (!media_is_json(request->content_type)) {
        reply_header(call->reply, "Accept-Post", MEDIA_ACCEPTED);
        reply_header(call->reply, "Accept-Query", MEDIA_ACCEPTED);
        const char *detail = arena_printf(call->arena, "Content-Type is %s: send application/json, in UTF-8",
                                          text_shown(call->arena, request->content_type));
        call_problem(call, problem_of(STATUS_unsupported_media_type, detail));
        return NULL;
    }
    *size = request->body_size;
    return request->body ? request->body : arena_alloc(call->arena, 1);
}

cJSON *call_object(struct call *call, size_t *size)
{
    char *text = call->method == METHOD_GET ? text_of_query(call, size) : text_of_body(call, size);
    if (!text)
        return NULL;
    struct scan scan;
    cJSON *json = json_parse(call->arena, text, *size, &scan);
    if (!scan.fault && !scan.object) {
        scan.fault = "a question is one JSON object";
        scan.offset = scan.start;
    }
    if (scan.fault) {
        struct problem problem = problem_of(STATUS_invalid_json, NULL);
        problem.detail = arena_printf(call->arena, "%s, at byte %zu", scan.fault, scan.offset);
        problem.offset = (int64_t)scan.offset;
        call_problem(call, problem);
        return NULL;
    }
    return json;
}
