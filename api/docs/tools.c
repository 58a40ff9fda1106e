/* The paths of the tools over several games. What is said about them, and their schemas, stand in tools.json. */
#include "api/docs/openapi.h"
#include "api/json/parse.h"
#include "api/json/tree.h"
#include "core/registry.h"

#include <assert.h>
#include <string.h>

static const unsigned char tools[] = {
#include "tools.inc"
};
/* Whole paths and their schemas, as they stand. */
static const unsigned char judge[] = {
#include "judge.inc"
};

static const cJSON *read_from(struct arena *arena, const unsigned char *bytes, size_t size, const char *name)
{
    struct scan scan;
    const cJSON *document = json_parse(arena, arena_copy(arena, (const char *)bytes, size), size, &scan);
    assert(document);
    return cJSON_GetObjectItemCaseSensitive(document, name);
}

/* A member of the document, as a tree. */
static const cJSON *read(struct arena *arena, const char *name)
{
    return read_from(arena, tools, sizeof tools, name);
}

static const char *string_of(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name)->valuestring;
}

/* Its lines as one text. */
static const char *description_of(struct arena *arena, const cJSON *tool)
{
    const char *text = NULL;
    const cJSON *line;
    cJSON_ArrayForEach(line, cJSON_GetObjectItemCaseSensitive(tool, "description"))
    {
        text = text ? arena_printf(arena, "%s %s", text, line->valuestring) : line->valuestring;
    }
    return text;
}

static void write_member(struct out *out, const char *name, const cJSON *value)
{
    json_name(out, name);
    tree_write(out, value);
}

static void write_members(struct out *out, const cJSON *object)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, object)
    {
        write_member(out, member->string, member);
    }
}

/* The other content type of a tool that takes and gives one JSON text a line. */
static void write_lines(struct out *out, const char *id)
{
    if (strcmp(id, "batch") != 0)
        return;
    member_begin(out, "application/x-ndjson", '{');
    member_raw(out, "schema", "{\"type\":\"string\",\"description\":\"One JSON object a line, without limit of lines.\"}");
    json_end(out, '}');
}

/* What Accept may choose instead of JSON. */
static void write_others(struct out *out, const cJSON *tool)
{
    const cJSON *other;
    cJSON_ArrayForEach(other, cJSON_GetObjectItemCaseSensitive(tool, "others"))
    {
        member_begin(out, string_of(other, "type"), '{');
        member_raw(out, "schema", "{\"type\":\"string\"}");
        write_member(out, "example", cJSON_GetObjectItemCaseSensitive(other, "example"));
        json_end(out, '}');
    }
}

/* `name` is that of the path, which is the tool's own id but where a tool is there once for every game; its example is of one. */
static void write_sent(struct out *out, const cJSON *tool, const char *name, const char *member, const char *method)
{
    const char *id = string_of(tool, "id");
    bool exemplary = strcmp(name, id) == 0 || strncmp(name, "custom.", 7) == 0;
    member_begin(out, member, '{');
    openapi_operation(out, &(struct openapi_operation){.id = arena_printf(out->arena, "%s.%s", name, method),
                                                       .tag = "tools",
                                                       .summary = string_of(tool, "summary")});
    member_string(out, "description", description_of(out->arena, tool));
    member_begin(out, "parameters", '[');
    openapi_ref(out, "parameters", "If-None-Match");
    openapi_ref(out, "parameters", "Accept-Language");
    openapi_ref(out, "parameters", "X-Request-Id");
    json_end(out, ']');
    member_begin(out, "requestBody", '{');
    member_bool(out, "required", true);
    openapi_content(out, "application/json", arena_printf(out->arena, "%s.request", id));
    if (exemplary)
        write_member(out, "example", cJSON_GetObjectItemCaseSensitive(tool, "example"));
    json_end(out, '}');
    write_lines(out, id);
    json_end(out, '}');
    json_end(out, '}');
    member_begin(out, "responses", '{');
    member_begin(out, "200", '{');
    member_string(out, "description", "The answer.");
    openapi_headers(out, OPENAPI_ANSWER_HEADERS);
    openapi_content(out, "application/json", arena_printf(out->arena, "%s.answer", id));
    json_end(out, '}');
    write_lines(out, id);
    write_others(out, tool);
    json_end(out, '}');
    json_end(out, '}');
    openapi_responses(out, "304 400 408 413 415 422 500 503");
    json_end(out, '}');
    json_end(out, '}');
}

static void write_path(struct out *out, const cJSON *tool, const char *path, const char *name)
{
    member_begin(out, path, '{');
    write_sent(out, tool, name, "post", "post");
    write_sent(out, tool, name, "x-query", "query");
    openapi_options(out, name, "tools", true);
    json_end(out, '}');
}

/* The paths of every game but /sg, whose table is a tool of its own: "/{game}/table" would stand for "/games/nim" as well. */
static void write_game_paths(struct out *out, const cJSON *tool)
{
    const char *rest = strchr(string_of(tool, "path"), '}') + 2;
    for (size_t i = 0; i < game_count(); i++) {
        const char *id = game_at(i)->id;
        if (strcmp(id, "sg") != 0)
            write_path(out, tool, arena_printf(out->arena, "/%s/%s", id, rest), arena_printf(out->arena, "%s.%s", id, rest));
    }
}

void openapi_tool_paths(struct out *out)
{
    const cJSON *tool;
    cJSON_ArrayForEach(tool, read(out->arena, "tools"))
    {
        if (strchr(string_of(tool, "path"), '{'))
            write_game_paths(out, tool);
        else
            write_path(out, tool, string_of(tool, "path"), string_of(tool, "id"));
    }
    write_members(out, read_from(out->arena, judge, sizeof judge, "paths"));
}

void openapi_tool_schemas(struct out *out)
{
    const cJSON *tool;
    write_members(out, read(out->arena, "schemas"));
    write_members(out, read_from(out->arena, judge, sizeof judge, "schemas"));
    cJSON_ArrayForEach(tool, read(out->arena, "tools"))
    {
        const char *id = string_of(tool, "id");
        write_member(out, arena_printf(out->arena, "%s.request", id), cJSON_GetObjectItemCaseSensitive(tool, "request"));
        write_member(out, arena_printf(out->arena, "%s.answer", id), cJSON_GetObjectItemCaseSensitive(tool, "answer"));
    }
}
