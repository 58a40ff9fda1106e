/* The paths of the services over several games. */
#include "api/openapi.h"

#include <string.h>

#define REF(name) "{\"$ref\":\"#/components/schemas/" name "\"}"

struct service_path {
    const char *path, *id, *summary, *description;
    const char *request, *answer; /* schemas */
    const char *example;          /* a request */
};

#define POSITION "{\"description\":\"A position of that game, as its own path takes it, without options.\",\"type\":\"object\"}"
#define OPTIONS                                                                                                                  \
    "\"moves\":" REF("option.moves") ",\"limit\":" REF("option.limit") ",\"offset\":" REF(                                       \
        "option.offset") ",\"positions\":" REF("option.positions") ",\"explain\":" REF("option.explain")
#define MOVES "{\"type\":\"array\",\"items\":" REF("sum.listed") "}"

static const struct service_path services[] = {
    {"/sum", "sum", "Solve a sum of positions of different games",
     "In a sum the player to move makes a move in one term. Any positions that have a Grundy value can be added, and positions "
     "of "
     "`graph` in which play may go on for ever. A term without a value is refused, by its pointer: `inconsistent` where it has "
     "none, `too_large` where it is beyond the game's limit. A position of misère play is only taken alone.",
     "{\"type\":\"object\",\"properties\":{\"terms\":{\"type\":\"array\",\"maxItems\":10000,\"items\":{\"description\":\"A "
     "position "
     "with the name of its game.\",\"type\":\"object\",\"properties\":{\"game\":" REF(
         "game_id") "},\"required\":[\"game\"]}}," OPTIONS "},\"required\":[\"terms\"],\"additionalProperties\":false}",
     "{\"type\":\"object\",\"properties\":{\"game\":{\"const\":\"sum\"},\"verdict\":" REF("outcome") ",\"grundy\":" REF("grundy") ",\"move_count\":" REF(
         "count") ",\"winning_move_count\":" REF("count") ",\"winning_moves\":" MOVES
                                                          ",\"drawing_move_count\":" REF(
                                                              "count") ",\"drawing_moves\":" MOVES ",\"moves\":" MOVES
                                                                       ",\"truncated\":" REF("truncated") ",\"method\":{\"type\":"
                                                                                                          "\"string\"},\"count_"
                                                                                                          "limit\":" REF("count_"
                                                                                                                         "limit") ",\"explanation\":" REF(
                                                                                                              "explanation") "},"
                                                                                                                             "\"r"
                                                                                                                             "equ"
                                                                                                                             "ire"
                                                                                                                             "d\""
                                                                                                                             ":["
                                                                                                                             "\"g"
                                                                                                                             "ame"
                                                                                                                             "\","
                                                                                                                             "\"v"
                                                                                                                             "erd"
                                                                                                                             "ict"
                                                                                                                             "\","
                                                                                                                             "\"g"
                                                                                                                             "run"
                                                                                                                             "dy"
                                                                                                                             "\","
                                                                                                                             "\"m"
                                                                                                                             "ove"
                                                                                                                             "_co"
                                                                                                                             "unt"
                                                                                                                             "\","
                                                                                                                             "\"w"
                                                                                                                             "inn"
                                                                                                                             "ing"
                                                                                                                             "_mo"
                                                                                                                             "ve_"
                                                                                                                             "cou"
                                                                                                                             "nt"
                                                                                                                             "\","
                                                                                                                             "\"t"
                                                                                                                             "run"
                                                                                                                             "cat"
                                                                                                                             "ed"
                                                                                                                             "\","
                                                                                                                             "\"m"
                                                                                                                             "eth"
                                                                                                                             "od"
                                                                                                                             "\"]"
                                                                                                                             ","
                                                                                                                             "\"a"
                                                                                                                             "ddi"
                                                                                                                             "tio"
                                                                                                                             "nal"
                                                                                                                             "Pro"
                                                                                                                             "per"
                                                                                                                             "tie"
                                                                                                                             "s\""
                                                                                                                             ":fa"
                                                                                                                             "lse"
                                                                                                                             "}",
     "{\"terms\":[{\"game\":\"nim\",\"heaps\":[3,4]},{\"game\":\"wythoff\",\"heaps\":[1,3]}]}"},
};

static void write_path(struct out *out, const struct service_path *service)
{
    member_begin(out, service->path, '{');
    member_begin(out, "post", '{');
    openapi_operation(out, &(struct openapi_operation){.id = arena_printf(out->arena, "%s.post", service->id),
                                                       .tag = "services",
                                                       .summary = service->summary});
    member_string(out, "description", service->description);
    member_begin(out, "parameters", '[');
    openapi_ref(out, "parameters", "If-None-Match");
    openapi_ref(out, "parameters", "Accept-Language");
    openapi_ref(out, "parameters", "X-Request-Id");
    json_end(out, ']');
    member_begin(out, "requestBody", '{');
    member_bool(out, "required", true);
    openapi_content(out, "application/json", arena_printf(out->arena, "%s.request", service->id));
    member_raw(out, "example", service->example);
    json_end(out, '}');
    json_end(out, '}');
    json_end(out, '}');
    member_begin(out, "responses", '{');
    member_begin(out, "200", '{');
    member_string(out, "description", "The answer.");
    openapi_headers(out, OPENAPI_ANSWER_HEADERS);
    openapi_content(out, "application/json", arena_printf(out->arena, "%s.answer", service->id));
    json_end(out, '}');
    json_end(out, '}');
    json_end(out, '}');
    member_begin(out, "304", '{');
    member_string(out, "$ref", "#/components/responses/304");
    json_end(out, '}');
    openapi_problems(out, "400 413 415 422 500 503");
    json_end(out, '}');
    json_end(out, '}');
    openapi_options(out, service->id, "services", true);
    json_end(out, '}');
}

void openapi_service_paths(struct out *out)
{
    for (size_t i = 0; i < sizeof services / sizeof *services; i++)
        write_path(out, &services[i]);
}

void openapi_service_schemas(struct out *out)
{
    member_raw(out, "sum.listed",
               "{\"description\":\"A move in one term. `outcome` and `grundy` (of the sum) only in `moves`, `to` only with "
               "`positions`.\",\"type\":\"object\",\"properties\":{\"term\":{\"description\":\"Index of the "
               "term.\",\"type\":\"integer\",\"minimum\":0},\"move\":{\"type\":\"object\"},\"outcome\":" REF(
                   "outcome") ",\"grundy\":" REF("natural") ",\"to\":" REF("sum.request") "},\"required\":[\"term\",\"move\"],"
                                                                                          "\"additionalProperties\":false}");
    for (size_t i = 0; i < sizeof services / sizeof *services; i++) {
        member_raw(out, arena_printf(out->arena, "%s.request", services[i].id), services[i].request);
        member_raw(out, arena_printf(out->arena, "%s.answer", services[i].id), services[i].answer);
    }
}
