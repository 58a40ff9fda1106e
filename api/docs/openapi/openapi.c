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

static const char description[] =
    "Solves combinatorial games exactly: who wins, the Grundy value, every winning move. It may fail, it never lies: an answer "
    "is "
    "exact, or there is none.\n"
    "\n"
    "**Verdicts** are given for the player to move, both sides playing perfectly. In normal play who cannot move loses; with "
    "`\"misere\": true`, where a game has it, who cannot move wins.\n"
    "\n"
    "**Indices** are 0-based. Moves ascend lexicographically by their fields, in the order in which the schema lists them.\n"
    "\n"
    "**Integers** are JSON numbers up to 2^53-1 in magnitude and decimal strings above, in requests and answers. A small integer "
    "may be written as a string too (`\"3\"`), and `3.0` and `3e2` are integers. A bare number beyond 2^53-1 is refused "
    "(`unsafe_integer`), never rounded.\n"
    "\n"
    "**Bodies** are one JSON object (RFC 8259) that is also I-JSON (RFC 7493). `Content-Type` may be `application/json`, any "
    "`application/*+json`, `text/json`, `text/plain`, `application/x-www-form-urlencoded` (which `curl -d` sends) or absent; a "
    "`charset` other than UTF-8 (and ASCII) is refused. Answers are JSON, but where an operation has other types that `Accept` "
    "may "
    "choose. Who prefers `text/html` at `/` and at `/custom` without a position gets the page for people, and so does, with "
    "status "
    "404, whose `GET` names a path that is not there.\n"
    "\n"
    "**QUERY** (RFC 10008), the safe and cacheable method with a body, is taken wherever a question is taken by POST, with the "
    "same body and the same answers; OpenAPI 3.1 has no word for it, `/openapi-3.2.yaml` has. `Accept-Query` is told on "
    "`OPTIONS` "
    "and 415.\n"
    "\n"
    "**GET** takes the same question as `?position=` and the percent-encoded JSON (`+` is a blank, as in forms; write a plus as "
    "`%2B`). Options stand in the JSON or are parameters of their own (`&explain=zh&moves=all`); in both places they are refused "
    "with `duplicate`. Documents ignore what they do not know of their query.\n"
    "\n"
    "**HEAD** works wherever GET does, with the headers alone. **OPTIONS** answers 204 (`/` 200) with `Allow`, where a question "
    "is taken with `Accept-Post` and `Accept-Query`, and for a CORS preflight with `Access-Control-Allow-Methods`, "
    "`-Allow-Headers` and `-Max-Age`. Neither is listed again below. Any other method gets 405 with `Allow`, any other path 404 "
    "with the nearest path in `detail`.\n"
    "\n"
    "**Caching.** A 200 to a question carries a strong `ETag` of the canonical question and the version of the engine, however "
    "the "
    "question was written. `If-None-Match` gives 304 with every method, POST too, before anything is solved (with `*`, after it "
    "was: there must be something that matches). Answers to GET and QUERY may be kept for a day.\n"
    "\n"
    "**Problems** (RFC 9457) are the body of every reply from 400 on; their `type` resolves to a page that tells how to mend the "
    "request.";

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
    member_string(out, "description", description);
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
