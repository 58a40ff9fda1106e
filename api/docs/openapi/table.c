/* The path /sg/table. */
#include "api/tools/table/table.h"
#include "api/docs/openapi/openapi.h"
#include "api/docs/schema.h"

#include <string.h>

static const char description[] =
    "The Grundy value of every heap of a range under one set of rules, and the period if one is proven. Accept chooses the form: "
    "JSON, up to 100000 values; `text/csv`, a line `n,grundy` for each heap, after a line with these words where `?header=1` "
    "asks for it; `application/octet-stream`, "
    "little-endian unsigned 16-bit numbers. The latter two hold up to 16000000 values, and are sent while they are made. "
    "422 `too_large` beyond that, where neither a table nor a proven period reaches `to`, and where a value does not fit 16 "
    "bits.";

static const char description_zh[] =
    "在同一组规则下，一段范围内每个堆的 SG 值，以及已证明的周期。形式由 Accept 决定：JSON 最多 100000 个值；`text/csv` 每堆一行 "
    "`n,grundy`，`?header=1` 时第一行为列名；`application/octet-stream` 为小端无符号 16 位整数。后两者最多 16000000 "
    "个值，边计算边"
    "发送。超出上述范围、数值表与已证明的周期都达不到 `to`，或值超出 16 位时，返回 422 `too_large`。";

#define EXAMPLE "{\"rules\":{\"take\":[1,3,4]},\"from\":0,\"to\":10}"

static void write_example(struct out *out, const struct openapi *openapi, const char *accept)
{
    char *body = arena_copy(out->arena, EXAMPLE, strlen(EXAMPLE));
    openapi_example(
        out, openapi,
        &(struct request){.method = "POST", .target = "/sg/table", .accept = accept, .body = body, .body_size = strlen(body)},
        false);
}

static void write_answers(struct out *out, const struct openapi *openapi)
{
    member_begin(out, "200", '{');
    schema_words(out, "The values.", "各个值。");
    openapi_headers(out, OPENAPI_ANSWER_HEADERS);
    openapi_content(out, "application/json", "table.answer");
    write_example(out, openapi, NULL);
    json_end(out, '}');
    member_begin(out, "text/csv", '{');
    member_raw(out, "schema", "{\"type\":\"string\"}");
    write_example(out, openapi, "text/csv");
    json_end(out, '}');
    member_raw(out, "application/octet-stream", "{\"schema\":{\"type\":\"string\",\"format\":\"binary\"}}");
    json_end(out, '}');
    json_end(out, '}');
    openapi_responses(out, "304 400 408 413 415 422 500 503");
}

static void write_sent(struct out *out, const char *method, const struct openapi *openapi)
{
    member_begin(out, method, '{');
    openapi_operation(out, &(struct openapi_operation){.id = arena_printf(out->arena, "table.%s", method),
                                                       .tag = "tools",
                                                       .summary = "Grundy values of a range of heaps",
                                                       .description = description,
                                                       .summary_zh = "一段范围内各堆的 SG 值",
                                                       .description_zh = description_zh});
    openapi_parameters(out, "header " OPENAPI_ASKING);
    member_begin(out, "requestBody", '{');
    member_bool(out, "required", true);
    openapi_content(out, "application/json", "table.request");
    member_raw(out, "example", EXAMPLE);
    json_end(out, '}');
    json_end(out, '}');
    json_end(out, '}');
    member_begin(out, "responses", '{');
    write_answers(out, openapi);
    json_end(out, '}');
    json_end(out, '}');
}

void openapi_table_path(struct out *out, const struct openapi *openapi)
{
    member_begin(out, "/sg/table", '{');
    write_sent(out, "post", openapi);
    if (openapi->next)
        write_sent(out, "query", openapi);
    json_end(out, '}');
}

void openapi_table_schemas(struct out *out)
{
    member_begin(out, "table.request", '{');
    schema_object(out, &type_table_request, SCHEMA_SENT);
    json_end(out, '}');
    json_name(out, "sg.rules");
    schema_type(out, &type_given_rules, SCHEMA_SENT);
    member_begin(out, "period.told", '{');
    schema_object(out, &type_sg_period, SCHEMA_ANSWER);
    json_end(out, '}');
    member_begin(out, "table.answer", '{');
    member_string(out, "type", "object");
    member_begin(out, "properties", '{');
    openapi_schema_ref(out, "id", "id");
    schema_properties(out, &type_table_question, SCHEMA_ANSWER);
    member_begin(out, "values", '{');
    schema_words(out, "The Grundy values of the heaps from…to.", "from 到 to 各堆的 SG 值。");
    member_string(out, "type", "array");
    member_word(out, "maxItems", SG_JSON_MAX);
    json_name(out, "items");
    schema_type(out, &type_natural, SCHEMA_ANSWER);
    json_end(out, '}');
    member_raw(out, "period",
               "{\"description\":\"The proven period of the values, or null.\",\"x-zh\":\"已证明的周期，否则为 null。\","
               "\"anyOf\":[{\"$ref\":\"#/components/schemas/period.told\"},{\"type\":\"null\"}]}");
    json_end(out, '}');
    member_raw(out, "required", "[\"rules\",\"from\",\"to\",\"values\",\"period\"]");
    member_bool(out, "additionalProperties", false);
    json_end(out, '}');
}
