/* Examples of answers: what the service says when it is asked, so that none of them can be untrue. */
#include "api/docs/openapi/openapi.h"
#include "api/json/parse.h"
#include "api/json/tree.h"
#include "core/limits.h"

#include <string.h>

enum { FEW = 2, STREAM_ROOM = 4096 };

/* Of a stream its beginning; examples are short. */
static void read_stream(struct arena *arena, struct reply *reply)
{
    char *text = arena_alloc(arena, STREAM_ROOM);
    size_t n = 0;
    for (size_t got; n < STREAM_ROOM && (got = reply->stream->produce(reply->stream->what, n, text + n, STREAM_ROOM - n));
         n += got)
        if (got == STREAM_FAILED)
            arena_escape(arena, STATUS_internal, -1, "an example of the description ends early");
    reply->body = text;
    reply->body_size = n;
}

/* A list keeps its first items. */
static void shorten(cJSON *tree)
{
    cJSON *member;
    cJSON_ArrayForEach(member, tree)
    {
        if (cJSON_IsArray(member))
            while (cJSON_GetArraySize(member) > FEW)
                cJSON_DetachItemFromArray(member, FEW);
    }
}

cJSON *openapi_answer(struct arena *arena, const struct openapi *openapi, const struct request *request, bool few)
{
    struct budget budget = {.left = BUDGET_STEPS, .arena = arena};
    struct reply reply;
    struct scan scan;
    api_handle(&openapi->api, request, arena, &budget, &reply);
    if (reply.problem)
        arena_escape(arena, reply.problem, -1, "the example of %s cannot be answered", request->target);
    if (reply.stream)
        read_stream(arena, &reply);
    char *body = arena_copy(arena, reply.body, reply.body_size);
    if (!strstr(reply.content_type, "json") || strstr(reply.content_type, "ndjson"))
        return cJSON_CreateString(body);
    cJSON *tree = json_parse(arena, body, reply.body_size, &scan);
    if (few)
        shorten(tree);
    return tree;
}

void openapi_example(struct out *out, const struct openapi *openapi, const struct request *request, bool few)
{
    json_name(out, "example");
    tree_write(out, openapi_answer(out->arena, openapi, request, few));
}
