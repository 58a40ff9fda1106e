/* Schemas that all games share, and those of the documents. */
#include "api/docs/openapi.h"

#include "api/docs/schema.h"
#include "api/options.h"
#include "api/problem.h"
#include "core/limits.h"
#include "core/registry.h"

#include <string.h>

static const struct {
    const char *name, *schema;
} fixed[] = {
    {"none", "{\"description\":\"There is none in this game.\",\"type\":\"null\"}"},
    {"outcome.undrawn",
     "{\"description\":\"For the player to move; of a move, for the player who makes it.\",\"type\":\"string\","
     "\"enum\":[\"win\",\"loss\"]}"},
    {"outcome", "{\"description\":\"For the player to move; of a move, for the player who makes it.\",\"type\":\"string\","
                "\"enum\":[\"win\",\"loss\",\"draw\"]}"},
    {"grundy",
     "{\"description\":\"The Grundy value; null where the position has none, or where it lies beyond the game's limit.\","
     "\"anyOf\":[{\"$ref\":\"#/components/schemas/natural\"},{\"type\":\"null\"}]}"},
    {"count", "{\"description\":\"Exact, however long the list would be; null only with count_limit.\","
              "\"anyOf\":[{\"$ref\":\"#/components/schemas/natural\"},{\"type\":\"null\"}]}"},
    {"truncated", "{\"description\":\"Whether offset or limit left any move out of any list given.\",\"type\":\"boolean\"}"},
    {"count_limit", "{\"description\":\"Why a count is null.\",\"type\":\"string\"}"},
    {"explanation", "{\"description\":\"Sentences that lead a student to the answer, in order.\",\"type\":\"array\",\"items\":"
                    "{\"type\":\"string\"}}"},
    {"text",
     "{\"description\":\"The same in English and in Chinese.\",\"type\":\"object\",\"properties\":{\"en\":{\"type\":\"string\"},"
     "\"zh\":{\"type\":\"string\"}},\"required\":[\"en\",\"zh\"],\"additionalProperties\":false}"},
    {"games", "{\"type\":\"object\",\"properties\":{\"games\":{\"type\":\"array\",\"items\":{\"anyOf\":["
              "{\"$ref\":\"#/components/schemas/game\"},{\"$ref\":\"#/components/schemas/game_summary\"}]}},"
              "\"names\":{\"description\":\"Well-known games, and what they are here.\",\"type\":\"array\",\"items\":"
              "{\"$ref\":\"#/components/schemas/famous\"}}},"
              "\"required\":[\"games\",\"names\"],\"additionalProperties\":false}"},
    {"game_summary", "{\"description\":\"With "
                     "?summary=1.\",\"type\":\"object\",\"properties\":{\"id\":{\"$ref\":\"#/components/schemas/game_id\"},"
                     "\"path\":{\"type\":\"string\"},\"title\":{\"$ref\":\"#/components/schemas/text\"},"
                     "\"summary\":{\"$ref\":\"#/components/schemas/text\"}},"
                     "\"required\":[\"id\",\"path\",\"title\",\"summary\"],\"additionalProperties\":false}"},
    {"famous",
     "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"title\":{\"$ref\":\"#/components/schemas/text\"},"
     "\"game\":{\"$ref\":\"#/components/schemas/game_id\"},"
     "\"position\":{\"description\":\"A position of that game.\",\"type\":\"object\"},"
     "\"oeis\":{\"description\":\"The sequence of its Grundy values, where it is certain.\",\"type\":[\"string\",\"null\"]}},"
     "\"required\":[\"id\",\"title\",\"game\",\"position\",\"oeis\"],\"additionalProperties\":false}"},
    {"field_words", "{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/text\"}}"},
    {"game",
     "{\"type\":\"object\",\"properties\":{"
     "\"id\":{\"$ref\":\"#/components/schemas/game_id\"},"
     "\"path\":{\"type\":\"string\"},"
     "\"title\":{\"$ref\":\"#/components/schemas/text\"},"
     "\"rules\":{\"$ref\":\"#/components/schemas/text\"},"
     "\"source\":{\"description\":\"The theorem's or the problem's reference.\",\"type\":\"string\"},"
     "\"limits\":{\"$ref\":\"#/components/schemas/text\"},"
     "\"has_grundy\":{\"description\":\"Some positions have a Grundy value.\",\"type\":\"boolean\"},"
     "\"has_draws\":{\"type\":\"boolean\"},"
     "\"has_scores\":{\"description\":\"Moves score; best_moves are told.\",\"type\":\"boolean\"},"
     "\"methods\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
     "\"position\":{\"description\":\"JSON Schema of a position.\",\"type\":\"object\"},"
     "\"options\":{\"description\":\"JSON Schema of the options beside it.\",\"type\":\"object\"},"
     "\"move\":{\"description\":\"JSON Schema of a move.\",\"type\":\"object\"},"
     "\"extra\":{\"description\":\"JSON Schema of the game's own fields of the answer.\",\"type\":\"object\"},"
     "\"fields\":{\"description\":\"The words of every field, beside the schemas.\",\"type\":\"object\",\"properties\":{"
     "\"position\":{\"$ref\":\"#/components/schemas/field_words\"},\"options\":{\"$ref\":\"#/components/schemas/field_words\"},"
     "\"move\":{\"$ref\":\"#/components/schemas/field_words\"},\"extra\":{\"$ref\":\"#/components/schemas/field_words\"}},"
     "\"required\":[\"position\",\"options\",\"move\"],\"additionalProperties\":false},"
     "\"example\":{\"type\":\"object\",\"properties\":{\"request\":{\"type\":\"object\"},\"answer\":{\"type\":\"object\"}},"
     "\"required\":[\"request\",\"answer\"],\"additionalProperties\":false}},"
     "\"required\":[\"id\",\"path\",\"title\",\"rules\",\"source\",\"limits\",\"has_grundy\",\"has_draws\",\"has_scores\","
     "\"methods\","
     "\"position\",\"options\",\"move\",\"fields\",\"example\"],\"additionalProperties\":false}"},
    {"health", "{\"type\":\"object\",\"properties\":{\"status\":{\"type\":\"string\",\"enum\":[\"ok\",\"ready\"]}},"
               "\"required\":[\"status\"],\"additionalProperties\":false}"},
    {"index", "{\"type\":\"object\",\"properties\":{\"service\":{\"type\":\"string\"},\"version\":{\"type\":\"string\"},"
              "\"description\":{\"type\":\"string\"},\"games\":{\"type\":\"string\"},"
              "\"endpoints\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},"
              "\"methods\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}},\"required\":[\"path\",\"methods\"],"
              "\"additionalProperties\":false}}},"
              "\"required\":[\"service\",\"version\",\"description\",\"games\",\"endpoints\"],\"additionalProperties\":false}"},
    {"metrics", "{\"type\":\"string\"}"},
    {"page", "{\"description\":\"For a browser.\",\"type\":\"string\"}"},
    {"description", "{\"description\":\"An OpenAPI 3.1 document.\",\"type\":\"object\"}"},
    {"problem_pages",
     "{\"type\":\"object\",\"properties\":{\"problems\":{\"type\":\"array\",\"items\":"
     "{\"$ref\":\"#/components/schemas/problem_page\"}}},\"required\":[\"problems\"],\"additionalProperties\":false}"},
    {"problem_page",
     "{\"type\":\"object\",\"properties\":{"
     "\"type\":{\"type\":\"string\"},\"title\":{\"type\":\"string\"},\"status\":{\"type\":\"integer\"},\"code\":{\"type\":"
     "\"string\"},"
     "\"meaning\":{\"type\":\"string\"},\"mend\":{\"type\":\"string\"},"
     "\"example\":{\"description\":\"A request, where one alone can cause it, and the "
     "problem.\",\"type\":\"object\",\"properties\":"
     "{\"request\":{\"type\":\"object\"},\"answer\":{\"$ref\":\"#/components/schemas/problem\"}},\"required\":[\"answer\"],"
     "\"additionalProperties\":false}},"
     "\"required\":[\"type\",\"title\",\"status\",\"code\",\"meaning\",\"mend\",\"example\"],\"additionalProperties\":false}"},
};

static void write_enum(struct out *out, const char *(*name)(size_t), size_t from, size_t to)
{
    member_string(out, "type", "string");
    member_begin(out, "enum", '[');
    for (size_t i = from; i < to; i++)
        json_string(out, name(i));
    json_end(out, ']');
}

static const char *status_word(size_t status)
{
    return problem_kind((enum status)status)->code;
}

static const char *fault_word(size_t fault)
{
    return fault_name((enum fault_code)fault);
}

static const char *game_word(size_t index)
{
    return game_at(index)->id;
}

static void write_errors(struct out *out)
{
    member_begin(out, "errors", '{');
    member_string(out, "description", "Every fault found in the position.");
    member_string(out, "type", "array");
    member_word(out, "minItems", 1);
    member_word(out, "maxItems", FAULTS_MAX);
    member_begin(out, "items", '{');
    member_string(out, "type", "object");
    member_begin(out, "properties", '{');
    member_raw(out, "pointer", "{\"description\":\"JSON Pointer into the request.\",\"type\":\"string\"}");
    member_begin(out, "code", '{');
    write_enum(out, fault_word, 0, FAULT_count);
    json_end(out, '}');
    member_raw(out, "detail", "{\"type\":\"string\"}");
    member_raw(out, "at", "{\"description\":\"In a string of rules: the column, from 0.\",\"type\":\"integer\",\"minimum\":0}");
    member_raw(out, "state", "{\"description\":\"Of a fault in play: the state.\",\"type\":\"object\"}");
    member_raw(out, "choice", "{\"description\":\"Of a fault in play: the move's parameters.\",\"type\":\"object\"}");
    json_end(out, '}');
    member_raw(out, "required", "[\"pointer\",\"code\",\"detail\"]");
    member_bool(out, "additionalProperties", false);
    json_end(out, '}');
    json_end(out, '}');
}

static void write_problem(struct out *out)
{
    member_begin(out, "problem", '{');
    member_string(out, "description", "RFC 9457.");
    member_string(out, "type", "object");
    member_begin(out, "properties", '{');
    member_raw(out, "type", "{\"description\":\"The page that explains it.\",\"type\":\"string\",\"format\":\"uri-reference\"}");
    member_raw(out, "title", "{\"type\":\"string\"}");
    member_raw(out, "status", "{\"type\":\"integer\",\"minimum\":400,\"maximum\":599}");
    member_begin(out, "code", '{');
    write_enum(out, status_word, STATUS_ok + 1, STATUS_count);
    json_end(out, '}');
    member_raw(out, "detail", "{\"description\":\"This case, in words.\",\"type\":\"string\"}");
    member_raw(out, "offset",
               "{\"description\":\"invalid_json: the byte at which reading stopped.\",\"type\":\"integer\",\"minimum\":0}");
    member_raw(out, "line", "{\"description\":\"invalid_input: the line, from 1.\",\"type\":\"integer\",\"minimum\":1}");
    member_raw(out, "column", "{\"description\":\"invalid_input: the column, from 1.\",\"type\":\"integer\",\"minimum\":1}");
    member_raw(out, "limit", "{\"description\":\"too_large: the limit.\",\"$ref\":\"#/components/schemas/natural\"}");
    write_errors(out);
    json_end(out, '}');
    member_raw(out, "required", "[\"type\",\"title\",\"status\",\"code\"]");
    member_bool(out, "additionalProperties", false);
    json_end(out, '}');
}

void openapi_common_schemas(struct out *out)
{
    json_name(out, "natural");
    schema_integer(out, 0);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        member_raw(out, fixed[i].name, fixed[i].schema);
    member_begin(out, "game_id", '{');
    write_enum(out, game_word, 0, game_count());
    json_end(out, '}');
    write_problem(out);
    for (const struct field *option = options_type.fields; option->name; option++) {
        json_name(out, arena_printf(out->arena, "option.%s", option->name));
        schema_field(out, option, SCHEMA_REQUEST);
    }
}
