/* The OpenAPI 3.1 document, written as JSON from the descriptors; YAML is made from that. */
#include "api/docs/openapi/openapi.h"

#include "api/call.h"
#include "api/docs/docs.h"
#include "api/docs/example.h"
#include "api/docs/schema.h"
#include "api/docs/yaml.h"
#include "api/json/parse.h"
#include "api/json/tree.h"
#include "core/limits.h"
#include "core/registry.h"

#include <string.h>

/* One paragraph a line, as Markdown; the last line's end is no part of it. */
static const unsigned char description[] = {
#include "description.inc"
};

static const struct {
    const char *name;
    struct text description;
} tags[] = {
    {"games", {"One path a game: who wins, and how.", "每个游戏一个路径：谁胜，怎样取胜。"}},
    {"tools", {"Sums, grading, play: over all games.", "适用于所有游戏：求和、批改、对局等。"}},
    {"judges", {"Problems of online judges: their own texts solved and checked.", "在线评测的题目：求解并检查其原文输入。"}},
    {"catalogue",
     {"The games that are served: rules, schemas, limits, examples.", "所提供的游戏：规则、JSON Schema、范围与例题。"}},
    {"documents", {"This description, and what every problem means.", "本文档，以及各种错误的含义。"}},
    {"page", {"For people: the page in a browser, and what it loads.", "供人使用：浏览器中的网页及其所加载的文件。"}},
    {"operation", {"For whoever runs the service.", "供服务的运营者使用。"}},
};

static void write_info(struct out *out, bool next)
{
    member_string(out, "openapi", next ? "3.2.0" : "3.1.0");
    member_begin(out, "info", '{');
    member_string(out, "title", "Grundy");
    member_string(out, "version", api_version());
    member_string(out, "summary", "Combinatorial games, solved exactly.");
    json_name(out, "description");
    json_text(out, (const char *)description, sizeof description - 1);
    member_raw(out, "contact", "{\"name\":\"Whoever runs this service\"}");
    member_begin(out, "license", '{');
    member_string(out, "name", "MIT");
    member_string(out, "identifier", "MIT");
    json_end(out, '}');
    json_end(out, '}');
    member_raw(out, "servers", "[{\"url\":\"/\",\"description\":\"the daemon that serves this document\"}]");
    member_raw(out, "security", "[]");
    member_begin(out, "tags", '[');
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        json_begin(out, '{');
        member_string(out, "name", tags[i].name);
        schema_words(out, tags[i].description.en, tags[i].description.zh);
        json_end(out, '}');
    }
    json_end(out, ']');
}

static void write_document(struct out *out, const struct openapi *openapi)
{
    json_begin(out, '{');
    write_info(out, openapi->next);
    member_begin(out, "paths", '{');
    for (size_t i = 0; i < game_count(); i++)
        openapi_game_paths(out, game_at(i), openapi);
    openapi_tool_paths(out, openapi);
    openapi_judge_paths(out, openapi);
    openapi_table_path(out, openapi);
    openapi_document_paths(out, openapi);
    json_end(out, '}');
    member_begin(out, "components", '{');
    member_begin(out, "schemas", '{');
    openapi_common_schemas(out);
    openapi_tool_schemas(out);
    openapi_judge_schemas(out);
    openapi_table_schemas(out);
    openapi_choices(out);
    for (size_t i = 0; i < game_count(); i++)
        openapi_game_schemas(out, game_at(i));
    json_end(out, '}');
    member_begin(out, "headers", '{');
    openapi_common_headers(out);
    json_end(out, '}');
    member_begin(out, "parameters", '{');
    openapi_common_parameters(out);
    json_end(out, '}');
    member_begin(out, "responses", '{');
    openapi_common_responses(out);
    for (size_t i = 0; i < game_count(); i++)
        openapi_game_response(out, game_at(i), openapi->budget);
    json_end(out, '}');
    json_end(out, '}');
    json_end(out, '}');
}

static struct out render(struct arena *arena, struct budget *budget, enum api_edition edition)
{
    struct openapi openapi = {
        .next = edition == API_YAML_3_2, .api = {.store = &store_nothing, .body_max = 1 << 20}, .budget = budget};
    struct out json;
    out_init(&json, arena, 1 << 20);
    write_document(&json, &openapi);
    struct scan scan;
    size_t size = json.n;
    cJSON *tree = json_parse(arena, arena_copy(arena, json.v, size), size, &scan);
    if (!tree)
        arena_escape(arena, STATUS_internal, -1, "the description is not JSON: %s at byte %zu", scan.fault, scan.offset);
    openapi_chinese(arena, tree);
    struct out text;
    out_init(&text, arena, size * 2);
    if (edition == API_JSON)
        tree_write(&text, tree);
    else
        yaml_write(&text, tree);
    return text;
}

const char *api_openapi(struct arena *arena, enum api_edition edition, size_t *size)
{
    struct budget budget = {.left = BUDGET_STEPS, .arena = arena};
    struct arena *previous = arena_enter(arena);
    struct out out = render(arena, &budget, edition);
    arena_enter(previous);
    *size = out.n;
    return out.v;
}

static const char *const content_types[API_EDITIONS] = {
    [API_JSON] = "application/json", [API_YAML] = "application/yaml", [API_YAML_3_2] = "application/yaml"};

static enum api_edition edition_of(const struct call *call)
{
    static const char *const paths[API_EDITIONS] = {
        [API_JSON] = "/openapi.json", [API_YAML] = "/openapi.yaml", [API_YAML_3_2] = "/openapi-3.2.yaml"};
    enum api_edition edition = API_JSON;
    while (strcmp(paths[edition], call->endpoint->path) != 0)
        edition++;
    return edition;
}

static void answer(struct call *call)
{
    enum api_edition edition = edition_of(call);
    struct out out = render(call->arena, call->budget, edition);
    call_document(call, content_types[edition], out.v, out.n);
}

void openapi_begin(struct call *call)
{
    if (call_made(call, call->endpoint->path))
        return;
    call->work = answer;
    call->cost = CHEAP_STEPS + 1; /* hundreds of kilobytes to write */
}
