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
#define LANGUAGE                                                                                                                 \
    "{\"description\":\"Of the sentences; absent: as Accept-Language says.\",\"type\":\"string\",\"enum\":[\"en\",\"zh\"]}"
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
         "game_id") "},\"required\":[\"game\"],\"additionalProperties\":true}}," OPTIONS
                    "},\"required\":[\"terms\"],\"additionalProperties\":false}",
     "{\"type\":\"object\",\"properties\":{\"game\":{\"const\":\"sum\"},\"verdict\":" REF("outcome") ",\"grundy\":" REF("grundy") ",\"move_count\":" REF(
         "count") ",\"winning_move_count\":" REF("count") ",\"winning_moves\":" MOVES
                                                          ",\"drawing_move_count\":" REF(
                                                              "count") ",\"drawing_moves\":" MOVES ",\"moves\":" MOVES
                                                                       ",\"truncated\":" REF(
                                                                           "truncated") ",\"method\":{\"type\":"
                                                                                        "\"string\"},\"count_"
                                                                                        "limit\":" REF(
                                                                                            "count_"
                                                                                            "limit") ",\"explanation\""
                                                                                                     ":" REF("explanat"
                                                                                                             "ion") "}"
                                                                                                                    ","
                                                                                                                    "\"r"
                                                                                                                    "e"
                                                                                                                    "q"
                                                                                                                    "u"
                                                                                                                    "i"
                                                                                                                    "r"
                                                                                                                    "e"
                                                                                                                    "d"
                                                                                                                    "\""
                                                                                                                    ":"
                                                                                                                    "["
                                                                                                                    "\"g"
                                                                                                                    "a"
                                                                                                                    "m"
                                                                                                                    "e"
                                                                                                                    "\","
                                                                                                                    "\"v"
                                                                                                                    "e"
                                                                                                                    "r"
                                                                                                                    "d"
                                                                                                                    "i"
                                                                                                                    "c"
                                                                                                                    "t"
                                                                                                                    "\","
                                                                                                                    "\"g"
                                                                                                                    "r"
                                                                                                                    "u"
                                                                                                                    "n"
                                                                                                                    "d"
                                                                                                                    "y"
                                                                                                                    "\","
                                                                                                                    "\"m"
                                                                                                                    "o"
                                                                                                                    "v"
                                                                                                                    "e"
                                                                                                                    "_"
                                                                                                                    "c"
                                                                                                                    "o"
                                                                                                                    "u"
                                                                                                                    "n"
                                                                                                                    "t"
                                                                                                                    "\","
                                                                                                                    "\"w"
                                                                                                                    "i"
                                                                                                                    "n"
                                                                                                                    "n"
                                                                                                                    "i"
                                                                                                                    "n"
                                                                                                                    "g"
                                                                                                                    "_"
                                                                                                                    "m"
                                                                                                                    "o"
                                                                                                                    "v"
                                                                                                                    "e"
                                                                                                                    "_"
                                                                                                                    "c"
                                                                                                                    "o"
                                                                                                                    "u"
                                                                                                                    "n"
                                                                                                                    "t"
                                                                                                                    "\","
                                                                                                                    "\"t"
                                                                                                                    "r"
                                                                                                                    "u"
                                                                                                                    "n"
                                                                                                                    "c"
                                                                                                                    "a"
                                                                                                                    "t"
                                                                                                                    "e"
                                                                                                                    "d"
                                                                                                                    "\","
                                                                                                                    "\"m"
                                                                                                                    "e"
                                                                                                                    "t"
                                                                                                                    "h"
                                                                                                                    "o"
                                                                                                                    "d"
                                                                                                                    "\"]"
                                                                                                                    ","
                                                                                                                    "\"a"
                                                                                                                    "d"
                                                                                                                    "d"
                                                                                                                    "i"
                                                                                                                    "t"
                                                                                                                    "i"
                                                                                                                    "o"
                                                                                                                    "n"
                                                                                                                    "a"
                                                                                                                    "l"
                                                                                                                    "P"
                                                                                                                    "r"
                                                                                                                    "o"
                                                                                                                    "p"
                                                                                                                    "e"
                                                                                                                    "r"
                                                                                                                    "t"
                                                                                                                    "i"
                                                                                                                    "e"
                                                                                                                    "s"
                                                                                                                    "\""
                                                                                                                    ":"
                                                                                                                    "f"
                                                                                                                    "a"
                                                                                                                    "l"
                                                                                                                    "s"
                                                                                                                    "e"
                                                                                                                    "}",
     "{\"terms\":[{\"game\":\"nim\",\"heaps\":[3,4]},{\"game\":\"wythoff\",\"heaps\":[1,3]}]}"},
    {"/grade", "grade", "Grade a student's claims, or the record of a game",
     "`claim` has any of `verdict`, `grundy` (null: there is none), `move_count`, `winning_move_count`, `move` (one that wins; "
     "where "
     "none wins, one that keeps a draw; with one decider, a best one), `winning_moves` (all of them, in any order), `period` (an "
     "object as in the answers of `sg`, or the period alone), and, where the game has them, `drawing_move_count`, "
     "`drawing_moves`, "
     "`value`, `best_move_count`, `best_moves`. A claim that is malformed is refused; a move with a field out of its range is "
     "illegal. What cannot be known here (a Grundy value beyond the limit) is refused with `too_large`. With `reveal` false "
     "neither `expected` nor `counter` is there, and `feedback` does not give the solution away. `record` lists the moves of a "
     "game instead; `player` 0 begins, verdicts are for the player who made the move, and the list ends with the first illegal "
     "move.",
     "{\"type\":\"object\",\"properties\":{\"game\":" REF(
         "game_id") ",\"position\":" POSITION ",\"claim\":{\"type\":\"object\",\"minProperties\":1},\"record\":{\"type\":"
                    "\"array\",\"maxItems\":10000,\"items\":{\"type\":"
                    "\"object\"}},\"reveal\":{\"type\":\"boolean\",\"default\":true},\"language\":" LANGUAGE
                    "},\"required\":[\"game\",\"position\"],\"oneOf\":[{\"required\":[\"claim\"]},{\"required\":[\"record\"]}],"
                    "\"additionalProperties\":false}",
     "{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"game\":" REF(
         "game_id") ",\"correct\":{\"description\":\"All of it.\",\"type\":\"boolean\"},\"score\":{\"description\":\"The "
                    "fraction of the checks that "
                    "hold.\",\"type\":\"number\",\"minimum\":0,\"maximum\":1},\"checks\":{\"type\":\"array\",\"items\":{\"type\":"
                    "\"object\","
                    "\"properties\":{\"what\":{\"type\":\"string\"},\"correct\":{\"type\":\"boolean\"},\"claimed\":{},"
                    "\"expected\":{},"
                    "\"feedback\":{\"type\":\"string\"},\"counter\":{\"description\":\"The reply that refutes a wrong "
                    "move.\",\"type\":\"object\"}},"
                    "\"required\":[\"what\",\"correct\",\"claimed\",\"feedback\"],\"additionalProperties\":false}}},"
                    "\"required\":[\"game\",\"correct\",\"score\",\"checks\"],\"additionalProperties\":false},"
                    "{\"type\":\"object\",\"properties\":{\"legal\":{\"description\":\"All moves are.\",\"type\":\"boolean\"},"
                    "\"moves\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"ply\":{\"type\":\"integer\","
                    "\"minimum\":0},"
                    "\"player\":{\"type\":\"integer\",\"enum\":[0,1]},\"legal\":{\"type\":\"boolean\"},"
                    "\"before\":{\"type\":[\"string\",\"null\"]},\"after\":{\"type\":[\"string\",\"null\"]},"
                    "\"mistake\":{\"description\":\"The move made the verdict worse.\",\"type\":\"boolean\"}},"
                    "\"required\":[\"ply\",\"player\",\"legal\",\"before\",\"after\",\"mistake\"],\"additionalProperties\":false}"
                    "},"
                    "\"first_mistake\":{\"description\":\"Its ply.\",\"type\":[\"integer\",\"null\"]},"
                    "\"winner\":{\"description\":\"The player who has won; null for a draw, and while the game goes on. In a "
                    "scoring game by all that "
                    "was scored.\",\"type\":[\"integer\",\"null\"]},\"over\":{\"type\":\"boolean\"}},"
                    "\"required\":[\"legal\",\"moves\",\"first_mistake\",\"winner\",\"over\"],\"additionalProperties\":false}]}",
     "{\"game\":\"nim\",\"position\":{\"heaps\":[3,4,5]},\"claim\":{\"verdict\":\"win\",\"grundy\":2,\"move\":{\"heap\":0,"
     "\"take\":2}}}"},
    {"/batch", "batch", "Many questions in one request",
     "Each question is what its game's path takes, with `game`; one that has `terms` is a sum, one that has `claim` or `record` "
     "is "
     "graded, and `path` (`/sum`, `/grade`, `/play`) says so outright. An `id` is given back. The answers stand in order, each "
     "an "
     "answer or a problem; one bad question harms no other. As `application/x-ndjson` each line is a question and each line of "
     "the answer is the answer to one; blank lines have none, and a problem tells the number of its `line`. Lines are answered "
     "while they arrive, however many there are: the first answer leaves before the last question has come, each line has the "
     "time of one request, may be as long as a body, and must arrive within the time of a body; between two of them the "
     "connection may be idle. A client that does not read is not read from. The connection closes after the answer; an answer in "
     "chunks "
     "that lacks the last one was cut.",
     "{\"type\":\"object\",\"properties\":{\"questions\":{\"type\":\"array\",\"maxItems\":10000,\"items\":{\"type\":\"object\","
     "\"properties\":{\"game\":" REF("game_id") ",\"id\":{\"type\":[\"integer\",\"string\"]},\"path\":{\"type\":\"string\"}},"
                                                "\"additionalProperties\":true}}},"
                                                "\"required\":[\"questions\"],\"additionalProperties\":false}",
     "{\"type\":\"object\",\"properties\":{\"answers\":{\"type\":\"array\",\"items\":{\"type\":\"object\"}}},"
     "\"required\":[\"answers\"],\"additionalProperties\":false}",
     "{\"questions\":[{\"id\":1,\"game\":\"nim\",\"heaps\":[3,4,5]},{\"id\":2,\"game\":\"bash\",\"heaps\":[7],\"max_take\":3}]}"},
    {"/play", "play", "The move of a perfect player",
     "A winning move if there is one (the one that ends the game soonest where remoteness is known, else the smallest), else one "
     "that draws, else the one that lasts longest where that is known, else the first after which a single reply wins (of the "
     "first 1000 moves), else the smallest. In games of scores the smallest of the best moves. Post `to` back as `position` to "
     "go on. 422 `inconsistent` when the game is over. "
     "With "
     "`skill` below 100 some moves are drawn by lot, the same way for the same `seed`.",
     "{\"type\":\"object\",\"properties\":{\"game\":" REF(
         "game_id") ",\"position\":" POSITION ",\"skill\":{\"description\":\"How many moves out of a hundred are "
                    "perfect.\",\"type\":[\"integer\",\"string\"],\"minimum\":0,"
                    "\"maximum\":100,\"default\":100},\"seed\":{\"description\":\"Of the lots: an "
                    "integer.\",\"type\":[\"integer\",\"string\"],"
                    "\"default\":0},\"language\":" LANGUAGE
                    "},\"required\":[\"game\",\"position\"],\"additionalProperties\":false}",
     "{\"type\":\"object\",\"properties\":{\"move\":{\"type\":\"object\"},\"to\":" POSITION
     ",\"verdict\":{\"description\":\"Of the position, for the player to move; null in a game of one decider.\","
     "\"type\":[\"string\",\"null\"],\"enum\":[\"win\",\"loss\",\"draw\",null]},\"why\":{\"type\":\"string\"}},\"required\":["
     "\"move\","
     "\"to\",\"verdict\",\"why\"],\"additionalProperties\":false}",
     "{\"game\":\"nim\",\"position\":{\"heaps\":[3,4,5]}}"},
};

/* The other content type of a service that takes and gives one JSON text a line. */
static void write_lines(struct out *out, const struct service_path *service)
{
    if (strcmp(service->id, "batch") != 0)
        return;
    member_begin(out, "application/x-ndjson", '{');
    member_raw(out, "schema", "{\"type\":\"string\",\"description\":\"One JSON object a line, without limit of lines.\"}");
    json_end(out, '}');
}

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
    write_lines(out, service);
    json_end(out, '}');
    json_end(out, '}');
    member_begin(out, "responses", '{');
    member_begin(out, "200", '{');
    member_string(out, "description", "The answer.");
    openapi_headers(out, OPENAPI_ANSWER_HEADERS);
    openapi_content(out, "application/json", arena_printf(out->arena, "%s.answer", service->id));
    json_end(out, '}');
    write_lines(out, service);
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
