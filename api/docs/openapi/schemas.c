/* Schemas that all games share, as far as they are made of our tables; the others stand in tools.json. */
#include "api/docs/openapi/openapi.h"

#include "api/docs/schema.h"
#include "api/options.h"
#include "api/problem/problem.h"
#include "core/limits.h"
#include "core/registry.h"

#include <string.h>

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

/* Those of problems and of their faults. */
static const char *code_word(size_t code)
{
    return code < STATUS_count ? problem_kind((enum status)code)->code : fault_name((enum fault_code)(code - STATUS_count));
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
    schema_words(out, "Every fault found in the position.", "局面中的全部错误。");
    member_string(out, "type", "array");
    member_word(out, "minItems", 1);
    member_word(out, "maxItems", FAULTS_MAX);
    member_begin(out, "items", '{');
    member_string(out, "type", "object");
    member_begin(out, "properties", '{');
    member_raw(out, "pointer",
               "{\"description\":\"JSON Pointer into the request.\",\"x-zh\":\"指向请求中某处的 JSON "
               "Pointer。\",\"type\":\"string\",\"maxLength\":1048576}");
    member_begin(out, "code", '{');
    write_enum(out, fault_word, 0, FAULT_count);
    json_end(out, '}');
    openapi_schema_ref(out, "detail", "sentence");
    member_raw(out, "at",
               "{\"description\":\"In a string of rules: the column, from 0.\",\"x-zh\":\"在规则的字符串中：列号，从 0 "
               "数起。\",\"type\":\"integer\",\"minimum\":0,\"maximum\":9007199254740991}");
    member_raw(out, "state",
               "{\"description\":\"Of a fault in play: the "
               "state.\",\"x-zh\":\"对局中出错时：当时的状态。\",\"type\":\"object\",\"additionalProperties\":true}");
    member_raw(out, "choice",
               "{\"description\":\"Of a fault in play: the move's "
               "parameters.\",\"x-zh\":\"对局中出错时：该走法的参数。\",\"type\":\"object\",\"additionalProperties\":true}");
    json_end(out, '}');
    member_raw(out, "required", "[\"pointer\",\"code\",\"detail\"]");
    member_bool(out, "additionalProperties", false);
    json_end(out, '}');
    json_end(out, '}');
}

static void write_problem(struct out *out)
{
    member_begin(out, "problem", '{');
    schema_words(out, "RFC 9457.", "见 RFC 9457。");
    member_string(out, "type", "object");
    member_begin(out, "properties", '{');
    openapi_schema_ref(out, "id", "id");
    member_raw(out, "type",
               "{\"description\":\"The page that explains "
               "it.\",\"x-zh\":\"解释该错误的页面。\",\"type\":\"string\",\"format\":\"uri-reference\"}");
    openapi_schema_ref(out, "title", "sentence");
    member_raw(out, "status", "{\"type\":\"integer\",\"minimum\":400,\"maximum\":599}");
    member_begin(out, "code", '{');
    write_enum(out, status_word, STATUS_ok + 1, STATUS_count);
    json_end(out, '}');
    member_raw(out, "detail",
               "{\"description\":\"This case, in "
               "words.\",\"x-zh\":\"用文字说明此处的具体情况。\",\"$ref\":\"#/components/schemas/sentence\"}");
    member_raw(out, "offset",
               "{\"description\":\"invalid_json: the byte at which reading stopped.\",\"x-zh\":\"用于 "
               "invalid_json：读到第几个字节为止。\",\"type\":\"integer\",\"minimum\":0,\"maximum\":9007199254740991}");
    member_raw(out, "line",
               "{\"description\":\"The line, from 1: of invalid_input, and of a batch of lines.\",\"x-zh\":\"行号，从 1 "
               "数起：用于 invalid_input 与逐行的批量请求。\",\"type\":\"integer\",\"minimum\":1,\"maximum\":9007199254740991}");
    member_raw(out, "column",
               "{\"description\":\"invalid_input: the column, from 1.\",\"x-zh\":\"用于 invalid_input：列号，从 1 "
               "数起。\",\"type\":\"integer\",\"minimum\":1,\"maximum\":9007199254740991}");
    member_raw(out, "limit",
               "{\"description\":\"too_large: the limit.\",\"x-zh\":\"用于 "
               "too_large：上限。\",\"$ref\":\"#/components/schemas/natural\"}");
    write_errors(out);
    member_raw(out, "graded",
               "{\"description\":\"False: a question of a list that was not graded, for no fault of the "
               "student.\",\"x-zh\":\"为 false 时，列表中的这一题不因学生而未能批改。\",\"type\":\"boolean\",\"enum\":[false]}");
    json_end(out, '}');
    member_raw(out, "required", "[\"type\",\"title\",\"status\",\"code\"]");
    member_bool(out, "additionalProperties", false);
    json_end(out, '}');
}

void openapi_common_schemas(struct out *out)
{
    json_name(out, "natural");
    schema_integer(out, 0);
    json_name(out, "integer");
    schema_integer(out, INT64_MIN);
    member_begin(out, "game_id", '{');
    write_enum(out, game_word, 0, game_count());
    json_end(out, '}');
    member_begin(out, "problem_code", '{');
    write_enum(out, code_word, STATUS_ok + 1, (size_t)STATUS_count + FAULT_count);
    json_end(out, '}');
    write_problem(out);
    for (const struct field *option = options_type.fields; option->name; option++) {
        json_name(out, arena_printf(out->arena, "option.%s", option->name));
        schema_field(out, option, SCHEMA_SENT);
    }
}
