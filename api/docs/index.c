/* "/": what is served here, for whoever comes without knowing. */
#include "api/call.h"
#include "api/docs/docs.h"
#include "api/endpoints.h"
#include "api/json/member.h"
#include "core/registry.h"

#include <string.h>

static void write_entry(struct out *out, const char *path, unsigned methods)
{
    static const struct {
        enum method method;
        const char *name;
    } names[] = {{METHOD_GET, "GET"}, {METHOD_POST, "POST"}, {METHOD_QUERY, "QUERY"}};
    json_begin(out, '{');
    member_string(out, "path", path);
    member_begin(out, "methods", '[');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (methods & names[i].method)
            json_string(out, names[i].name);
    json_end(out, ']');
    json_end(out, '}');
}

/* The path as the description has it: the name of its row has the parameter that the path has a star for. */
static const char *shown(struct arena *arena, const struct endpoint *endpoint)
{
    return strchr(endpoint->path, '*') ? arena_printf(arena, "/%s", endpoint->name) : endpoint->path;
}

void index_begin(struct call *call)
{
    struct out out;
    out_init(&out, call->arena, 8192);
    json_begin(&out, '{');
    member_string(&out, "service", "grundy");
    member_string(&out, "version", api_version());
    member_string(&out, "description", "/openapi.json");
    member_string(&out, "games", "/games");
    member_begin(&out, "endpoints", '[');
    for (size_t i = 0; i < game_count(); i++)
        write_entry(&out, arena_printf(call->arena, "/%s", game_at(i)->id), endpoint_question.methods);
    for (const struct endpoint *endpoint = endpoints; endpoint->path; endpoint++)
        write_entry(&out, shown(call->arena, endpoint), endpoint->methods);
    json_end(&out, ']');
    json_end(&out, '}');
    call_document(call, "application/json", out.v, out.n);
}
