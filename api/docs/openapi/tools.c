/* The paths of the tools over several games. What is said about them, and their schemas, stand in tools.json. The schemas of a
 * tool with `each` are a pattern: they are there once for every game and for sums, "{game}" being its id, and the tool's own
 * choose among them by `game`. */
#include "api/docs/example.h"
#include "api/docs/openapi/openapi.h"
#include "api/docs/schema.h"
#include "api/json/parse.h"
#include "api/json/tree.h"
#include "api/options.h"
#include "core/registry.h"

#include <assert.h>
#include <string.h>

static const unsigned char tools[] = {
#include "tools.inc"
};
/* A member of the document, as a tree. */
static const cJSON *read(struct arena *arena, const char *name)
{
    struct scan scan;
    const cJSON *document = json_parse(arena, arena_copy(arena, (const char *)tools, sizeof tools), sizeof tools, &scan);
    assert(document);
    return cJSON_GetObjectItemCaseSensitive(document, name);
}

static const char *string_of(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name)->valuestring;
}

/* Its lines as one text; an empty one begins a paragraph. */
static const char *description_of(struct arena *arena, const cJSON *tool)
{
    const char *text = NULL;
    const cJSON *line;
    cJSON_ArrayForEach(line, cJSON_GetObjectItemCaseSensitive(tool, "description"))
    {
        bool begins = text && text[strlen(text) - 1] == '\n';
        const char *between = !text || begins ? "" : *line->valuestring ? " " : "\n\n";
        text = arena_printf(arena, "%s%s%s", text ? text : "", between, line->valuestring);
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

static const cJSON *part(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* A tree as text. */
static char *text_of(struct arena *arena, const cJSON *tree)
{
    struct out text;
    out_init(&text, arena, 1024);
    tree_write(&text, tree);
    out_bytes(&text, "", 1);
    return text.v;
}

/* A schema with a game's id in the places of "{game}". */
static void write_for(struct out *out, const char *name, const cJSON *schema, const char *id)
{
    static const char place[] = "{game}";
    struct out text;
    out_init(&text, out->arena, 1024);
    const char *at = text_of(out->arena, schema);
    for (const char *found; (found = strstr(at, place)); at = found + strlen(place)) {
        out_bytes(&text, at, (size_t)(found - at));
        out_raw(&text, id);
    }
    out_bytes(&text, at, strlen(at) + 1);
    member_raw(out, name, text.v);
}

/* An operation: a tool on a path. */
struct sent {
    const cJSON *tool;
    const char *path, *name; /* the tool's own id but where a tool is there once for every game */
    const char *method;
    const char *example;
};

/* The answer to the example. */
static void write_answered(struct out *out, const struct sent *sent, const struct openapi *openapi, const char *accept)
{
    char *body = arena_copy(out->arena, sent->example, strlen(sent->example));
    openapi_example(
        out, openapi,
        &(struct request){.method = "POST", .target = sent->path, .accept = accept, .body = body, .body_size = strlen(body)},
        false);
}

/* The other content type of a tool that takes and gives one JSON text a line. */
static void write_lines(struct out *out, const cJSON *tool, const char *member, const struct openapi *openapi)
{
    const cJSON *lines = part(tool, "lines");
    if (!lines)
        return;
    member_begin(out, "application/x-ndjson", '{');
    if (openapi->next)
        write_member(out, "itemSchema", part(part(lines, member), "schema"));
    else
        member_raw(out, "schema",
                   "{\"type\":\"string\",\"description\":\"One JSON object a line, without limit of lines.\",\"x-zh\":\"每行一个 "
                   "JSON 对象，行数不限。\"}");
    write_member(out, "example", part(part(lines, member), "example"));
    json_end(out, '}');
}

/* What Accept may choose instead of JSON. */
static void write_others(struct out *out, const struct sent *sent, const struct openapi *openapi)
{
    const cJSON *other;
    cJSON_ArrayForEach(other, part(sent->tool, "others"))
    {
        member_begin(out, string_of(other, "type"), '{');
        member_raw(out, "schema", "{\"type\":\"string\"}");
        write_answered(out, sent, openapi, string_of(other, "type"));
        json_end(out, '}');
    }
}

static void write_answers(struct out *out, const struct sent *sent, const struct openapi *openapi)
{
    member_begin(out, "responses", '{');
    member_begin(out, "200", '{');
    schema_words(out, "The answer.", "应答。");
    openapi_headers(out, OPENAPI_ANSWER_HEADERS);
    openapi_content(out, "application/json", arena_printf(out->arena, "%s.answer", string_of(sent->tool, "id")));
    write_answered(out, sent, openapi, NULL);
    json_end(out, '}');
    write_lines(out, sent->tool, "answer", openapi);
    write_others(out, sent, openapi);
    if (part(sent->tool, "table")) {
        const char *table = string_of(sent->tool, "table");
        char *body = arena_copy(out->arena, table, strlen(table));
        struct request request = {
            .method = "POST", .target = sent->path, .content_type = "text/csv", .body = body, .body_size = strlen(body)};
        member_begin(out, "text/csv", '{');
        member_raw(out, "schema", "{\"type\":\"string\",\"maxLength\":16777216}");
        openapi_example(out, openapi, &request, false);
        json_end(out, '}');
    }
    json_end(out, '}');
    json_end(out, '}');
    openapi_responses(out, "304 400 408 413 415 422 500 503");
    json_end(out, '}');
}

static void write_sent(struct out *out, const struct sent *sent, const struct openapi *openapi)
{
    bool shared = strcmp(sent->name, string_of(sent->tool, "id")) != 0;
    member_begin(out, sent->method, '{');
    openapi_operation(out, &(struct openapi_operation){.id = arena_printf(out->arena, "%s.%s", sent->name, sent->method),
                                                       .tag = "tools",
                                                       .summary = string_of(sent->tool, "summary"),
                                                       .description = description_of(out->arena, sent->tool),
                                                       .summary_zh = string_of(part(sent->tool, "x-zh"), "summary"),
                                                       .description_zh = string_of(part(sent->tool, "x-zh"), "description")});
    openapi_parameters(out, shared ? "header " OPENAPI_ASKING : OPENAPI_ASKING);
    member_begin(out, "requestBody", '{');
    member_bool(out, "required", true);
    openapi_content(out, "application/json", arena_printf(out->arena, "%s.request", sent->name));
    member_raw(out, "example", sent->example);
    json_end(out, '}');
    write_lines(out, sent->tool, "question", openapi);
    if (part(sent->tool, "table")) {
        member_begin(out, "text/csv", '{');
        member_raw(out, "schema", "{\"type\":\"string\",\"maxLength\":1048576}");
        write_member(out, "example", part(sent->tool, "table"));
        json_end(out, '}');
    }
    json_end(out, '}');
    json_end(out, '}');
    write_answers(out, sent, openapi);
    json_end(out, '}');
}

static void write_path(struct out *out, struct sent sent, const struct openapi *openapi)
{
    member_begin(out, sent.path, '{');
    sent.method = "post";
    write_sent(out, &sent, openapi);
    sent.method = "query";
    if (openapi->next)
        write_sent(out, &sent, openapi);
    json_end(out, '}');
}

/* Whether the tool is there once for every game: under "/{game}/…". */
static const char *shared_rest(const cJSON *tool)
{
    const char *place = strchr(string_of(tool, "path"), '}');
    return place ? place + 2 : NULL;
}

/* A JSON Pointer to the first integer of a tree, and its value; NULL where there is none. Recursion follows our own examples. */
static const char *first_integer(struct arena *arena, const cJSON *tree, const char *pointer, const cJSON **found)
{
    const cJSON *member;
    int i = 0;
    if (cJSON_IsNumber(tree)) {
        *found = tree;
        return pointer;
    }
    cJSON_ArrayForEach(member, tree)
    {
        const char *name = member->string ? member->string : arena_printf(arena, "%d", i++);
        const char *below = first_integer(arena, member, arena_printf(arena, "%s/%s", pointer, name), found);
        if (below)
            return below;
    }
    return NULL;
}

/* Of a game's table: one cell, that of the game's own example. NULL: no integer of a position can vary. */
static const char *table_example(struct arena *arena, const struct game *game)
{
    const char *request = example_request(game);
    size_t size = strlen(request);
    struct scan scan;
    cJSON *tree = json_parse(arena, arena_copy(arena, request, size), size, &scan);
    for (const struct field *option = options_type.fields; option->name; option++)
        cJSON_DeleteItemFromObjectCaseSensitive(tree, option->name);
    const cJSON *found = NULL;
    const char *pointer = first_integer(arena, tree, "", &found);
    if (!pointer)
        return NULL;
    char *text = text_of(arena, tree);
    const char *value = text_of(arena, found);
    return arena_printf(arena, "%.*s,\"vary\":[{\"pointer\":\"%s\",\"from\":%s,\"to\":%s}]}", (int)strlen(text) - 1, text,
                        pointer, value, value);
}

/* Whether the tool is there for this game. The table of /sg is a tool of its own. */
static const char *shared_example(struct arena *arena, const cJSON *tool, const struct game *game)
{
    if (strcmp(game->id, "sg") == 0)
        return NULL;
    return strcmp(game->id, "custom") == 0 ? text_of(arena, part(tool, "example")) : table_example(arena, game);
}

/* The paths of every game: "/{game}/table" would stand for "/games/nim" as well. */
static void write_game_paths(struct out *out, const cJSON *tool, const struct openapi *openapi)
{
    const char *rest = shared_rest(tool);
    for (size_t i = 0; i < game_count(); i++) {
        const char *id = game_at(i)->id, *example = shared_example(out->arena, tool, game_at(i));
        if (example)
            write_path(out,
                       (struct sent){.tool = tool,
                                     .path = arena_printf(out->arena, "/%s/%s", id, rest),
                                     .name = arena_printf(out->arena, "%s.%s", id, rest),
                                     .example = example},
                       openapi);
    }
}

void openapi_tool_paths(struct out *out, const struct openapi *openapi)
{
    const cJSON *tool;
    cJSON_ArrayForEach(tool, read(out->arena, "tools"))
    {
        if (shared_rest(tool))
            write_game_paths(out, tool, openapi);
        else
            write_path(out,
                       (struct sent){.tool = tool,
                                     .path = string_of(tool, "path"),
                                     .name = string_of(tool, "id"),
                                     .example = text_of(out->arena, part(tool, "example"))},
                       openapi);
    }
}

/* Both schemas of a tool for every game, and those that choose. */
static void write_each(struct out *out, const cJSON *tool)
{
    static const char *const sides[] = {"request", "answer"};
    static const char *const alone[] = {"question", "claims"};
    const char *id = string_of(tool, "id");
    for (size_t side = 0; side < 2; side++) {
        for (size_t i = 0; i <= game_count(); i++) {
            const char *game = i < game_count() ? game_at(i)->id : "sum";
            write_for(out, arena_printf(out->arena, "%s.%s.%s", game, id, sides[side]), part(tool, sides[side]), game);
        }
        const char *form = arena_printf(out->arena, "%s.%s", id, sides[side]);
        const cJSON *other, *beside = part(part(tool, "beside"), sides[side]);
        if (!beside) {
            openapi_choice(out, form, form, true, true);
            continue;
        }
        const char *choice = arena_printf(out->arena, "%s.%s", id, alone[side]);
        openapi_choice(out, choice, form, true, true);
        member_begin(out, form, '{');
        member_begin(out, "anyOf", '[');
        openapi_ref(out, "schemas", choice);
        cJSON_ArrayForEach(other, beside) openapi_ref(out, "schemas", other->valuestring);
        json_end(out, ']');
        json_end(out, '}');
    }
}

/* The requests of a tool that is there once for every game: the game's position, and the tool's own fields. */
static void write_shared(struct out *out, const cJSON *tool)
{
    const cJSON *own = part(tool, "request");
    for (size_t i = 0; i < game_count(); i++) {
        const struct game *game = game_at(i);
        if (!shared_example(out->arena, tool, game))
            continue;
        member_begin(out, arena_printf(out->arena, "%s.%s.request", game->id, shared_rest(tool)), '{');
        member_string(out, "type", "object");
        member_begin(out, "properties", '{');
        schema_properties(out, game->position, SCHEMA_SENT);
        write_members(out, part(own, "properties"));
        json_end(out, '}');
        member_begin(out, "required", '[');
        schema_required(out, game->position);
        json_string(out, "vary");
        json_end(out, ']');
        member_bool(out, "additionalProperties", false);
        json_end(out, '}');
    }
}

/* Of a batch: the answers of all paths. */
static void write_replies(struct out *out)
{
    const cJSON *tool;
    member_begin(out, "batch.reply", '{');
    member_begin(out, "anyOf", '[');
    openapi_ref(out, "schemas", "game_answer");
    openapi_ref(out, "schemas", "table.answer");
    cJSON_ArrayForEach(tool, read(out->arena, "tools"))
    {
        if (strcmp(string_of(tool, "id"), "batch") != 0)
            openapi_ref(out, "schemas", arena_printf(out->arena, "%s.answer", string_of(tool, "id")));
    }
    openapi_ref(out, "schemas", "problem");
    json_end(out, ']');
    json_end(out, '}');
}

void openapi_tool_schemas(struct out *out)
{
    const cJSON *tool;
    write_members(out, read(out->arena, "schemas"));
    write_replies(out);
    cJSON_ArrayForEach(tool, read(out->arena, "tools"))
    {
        const char *id = string_of(tool, "id");
        if (cJSON_IsTrue(part(tool, "each"))) {
            write_each(out, tool);
            continue;
        }
        if (shared_rest(tool))
            write_shared(out, tool);
        else
            write_member(out, arena_printf(out->arena, "%s.request", id), part(tool, "request"));
        write_member(out, arena_printf(out->arena, "%s.answer", id), part(tool, "answer"));
    }
}
