/* What the paths of the OpenAPI document share: headers, parameters, replies, and small writers. */
#include "api/docs/openapi/openapi.h"

#include "api/docs/schema.h"
#include "api/options.h"
#include "api/problem/problem.h"
#include "api/problem/words.h"

#include <string.h>

void openapi_ref(struct out *out, const char *kind, const char *name)
{
    json_begin(out, '{');
    member_string(out, "$ref", arena_printf(out->arena, "#/components/%s/%s", kind, name));
    json_end(out, '}');
}

void openapi_schema_ref(struct out *out, const char *name, const char *schema)
{
    json_name(out, name);
    openapi_ref(out, "schemas", schema);
}

void openapi_operation(struct out *out, const struct openapi_operation *operation)
{
    member_string(out, "operationId", operation->id);
    member_begin(out, "tags", '[');
    json_string(out, operation->tag);
    json_end(out, ']');
    member_string(out, "summary", operation->summary);
    member_string(out, "description", operation->description);
    if (!operation->summary_zh)
        return;
    member_begin(out, "x-zh", '{');
    member_string(out, "summary", operation->summary_zh);
    if (operation->description_zh)
        member_string(out, "description", operation->description_zh);
    json_end(out, '}');
}

/* Calls each() with every word of a text whose words are separated by blanks. */
static void each_word(struct out *out, const char *words, void (*each)(struct out *out, const char *word))
{
    for (const char *at = words; *at;) {
        size_t n = strcspn(at, " ");
        each(out, arena_copy(out->arena, at, n));
        at += n + (at[n] == ' ');
    }
}

static void write_response_ref(struct out *out, const char *status)
{
    json_name(out, status);
    openapi_ref(out, "responses", status);
}

void openapi_responses(struct out *out, const char *statuses)
{
    each_word(out, statuses, write_response_ref);
}

void openapi_content(struct out *out, const char *type, const char *schema)
{
    member_begin(out, "content", '{');
    member_begin(out, type, '{');
    json_name(out, "schema");
    openapi_ref(out, "schemas", schema);
}

static void write_header_ref(struct out *out, const char *name)
{
    json_name(out, name);
    openapi_ref(out, "headers", name);
}

void openapi_headers(struct out *out, const char *names)
{
    member_begin(out, "headers", '{');
    each_word(out, names, write_header_ref);
    json_end(out, '}');
}

static void write_parameter_ref(struct out *out, const char *name)
{
    openapi_ref(out, "parameters", name);
}

void openapi_parameters(struct out *out, const char *names)
{
    member_begin(out, "parameters", '[');
    each_word(out, names, write_parameter_ref);
    json_end(out, ']');
}

static const struct {
    const char *name;
    struct text description;
} headers[] = {
    {"ETag", {"Strong tag of the canonical question, or of the document.", "规范化问题或文档的强校验标签。"}},
    {"Cache-Control",
     {"public, max-age=86400 where it may be kept (GET and QUERY); no-store on problems and health.",
      "可以缓存时（GET 与 QUERY）为 public, max-age=86400；错误与健康检查为 no-store。"}},
    {"Vary",
     {"Which headers of the request chose this form: Accept, Accept-Encoding, Accept-Language.",
      "请求中的哪些头决定了这一形式：Accept、Accept-Encoding、Accept-Language。"}},
    {"Server-Timing", {"solve;dur=… in milliseconds, when something was solved.", "求解用时 solve;dur=…，单位为毫秒。"}},
    {"X-Request-Id", {"The client's own, if it sent a sane one.", "客户端所带的合法标识，原样返回。"}},
    {"Access-Control-Allow-Origin", {"As the operator set it; * by default.", "由运营者设定；默认为 *。"}},
    {"Accept-Post", {"The content types that a body may have.", "请求体可用的内容类型。"}},
    {"Accept-Query", {"The content types that a body may have.", "请求体可用的内容类型。"}},
    {"Retry-After", {"Seconds after which to ask again.", "多少秒之后可以再次请求。"}},
};

void openapi_common_headers(struct out *out)
{
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        member_begin(out, headers[i].name, '{');
        schema_words(out, headers[i].description.en, headers[i].description.zh);
        member_raw(out, "schema", "{\"type\":\"string\",\"maxLength\":1000}");
        json_end(out, '}');
    }
}

#define TOLD "{\"type\":\"string\",\"maxLength\":1000}"

static const struct {
    const char *name, *in;
    struct text description;
    const char *schema, *example;
} parameters[] = {
    {"If-None-Match",
     "header",
     {"Tags that the client has; a 304 if the answer is one of them.", "客户端已有的标签；应答与其中之一相同时返回 304。"},
     TOLD,
     NULL},
    {"Accept-Language",
     "header",
     {"Chooses the language of sentences where nothing else does, and of problems: en or zh.",
      "没有其他指定时，决定语句与错误说明所用的语言：en 或 zh。"},
     TOLD,
     NULL},
    {"X-Request-Id", "header", {"Comes back in the reply and in the log.", "在应答与日志中原样出现。"}, TOLD, NULL},
    {"header",
     "query",
     {"Of text/csv: 1 puts the names of the columns first.", "用于 text/csv：为 1 时首行为列名。"},
     "{\"type\":\"string\",\"enum\":[\"0\",\"1\"]}",
     NULL},
    {"language",
     "query",
     {"Of the sentences; absent: as Accept-Language says.", "语句所用的语言；缺省时由 Accept-Language 决定。"},
     "{\"type\":\"string\",\"enum\":[\"en\",\"zh\"]}",
     NULL},
    {"game", "path", {"A game's id.", "游戏的标识。"}, "{\"$ref\":\"#/components/schemas/game_id\"}", "nim"},
    {"Accept-Encoding",
     "header",
     {"gzip: this document, or file of the page, may come compressed.", "为 gzip 时，本文档或网页文件可以压缩发送。"},
     TOLD,
     NULL},
    {"version",
     "path",
     {"The version of the page's files, as the document names it.", "网页文件的版本，与网页中所写的相同。"},
     TOLD,
     "0"},
    {"file", "path", {"The name of one of the page's files.", "网页的一个文件名。"}, TOLD, "app.js"},
    {"code",
     "path",
     {"A problem's code, or one of errors[].", "错误代码，或 errors[] 中的代码。"},
     "{\"$ref\":\"#/components/schemas/problem_code\"}",
     "invalid_position"},
    {"summary",
     "query",
     {"1: of each game only id, path, title and one sentence.", "为 1 时，每个游戏只给出标识、路径、名称与一句话。"},
     "{\"type\":\"string\",\"enum\":[\"0\",\"1\"]}",
     NULL},
};

/* Of GET: the options as parameters of their own. */
static void write_options(struct out *out)
{
    for (const struct field *option = options_type.fields; option->name; option++) {
        member_begin(out, arena_printf(out->arena, "option.%s", option->name), '{');
        member_string(out, "name", option->name);
        member_string(out, "in", "query");
        schema_words(out, "An option, here or in the position, not in both.", "选项，写在这里或写在局面中，不能两处都写。");
        member_begin(out, "schema", '{');
        member_string(out, "$ref", arena_printf(out->arena, "#/components/schemas/option.%s", option->name));
        json_end(out, '}');
        json_end(out, '}');
    }
}

void openapi_common_parameters(struct out *out)
{
    write_options(out);
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        member_begin(out, parameters[i].name, '{');
        member_string(out, "name", parameters[i].name);
        member_string(out, "in", parameters[i].in);
        schema_words(out, parameters[i].description.en, parameters[i].description.zh);
        if (strcmp(parameters[i].in, "path") == 0)
            member_bool(out, "required", true);
        member_raw(out, "schema", parameters[i].schema);
        if (parameters[i].example)
            member_string(out, "example", parameters[i].example);
        json_end(out, '}');
    }
}

static const struct {
    int http;
    const char *headers;
} problem_headers[] = {
    {415, "Accept-Post Accept-Query Cache-Control Vary X-Request-Id Access-Control-Allow-Origin"},
    {503, "Retry-After Cache-Control Vary X-Request-Id Access-Control-Allow-Origin"},
    {0, "Cache-Control Vary X-Request-Id Access-Control-Allow-Origin"},
};

/* The codes of one HTTP status with their titles. */
static const char *titles_of(struct arena *arena, int http, enum language language)
{
    const char *form = language == LANGUAGE_ZH ? "`%s`：%s。" : "`%s`: %s.";
    struct out words;
    out_init(&words, arena, 256);
    for (enum status status = STATUS_ok + 1; status < STATUS_count; status++) {
        const struct problem_kind *kind = problem_kind(status);
        if (kind->http != http)
            continue;
        if (words.n && language == LANGUAGE_EN)
            out_raw(&words, " ");
        out_raw(&words, arena_printf(arena, form, kind->code, words_in(arena, language, kind->title)));
    }
    out_bytes(&words, "", 1);
    return words.v;
}

/* All codes of one HTTP status, one example each. */
static void write_problem_response(struct out *out, int http)
{
    size_t row = 0;
    while (problem_headers[row].http && problem_headers[row].http != http)
        row++;
    member_begin(out, arena_printf(out->arena, "%d", http), '{');
    schema_words(out, titles_of(out->arena, http, LANGUAGE_EN), titles_of(out->arena, http, LANGUAGE_ZH));
    openapi_headers(out, problem_headers[row].headers);
    openapi_content(out, "application/problem+json", "problem");
    member_begin(out, "examples", '{');
    for (enum status status = STATUS_ok + 1; status < STATUS_count; status++) {
        if (problem_kind(status)->http != http)
            continue;
        struct problem problem = problem_of(status, NULL);
        member_begin(out, problem_kind(status)->code, '{');
        json_name(out, "value");
        problem_encode(out, &problem);
        json_end(out, '}');
    }
    json_end(out, '}');
    json_end(out, '}');
    if (http == problem_kind(STATUS_not_found)->http) /* for people */
        member_raw(out, "text/html", "{\"schema\":{\"$ref\":\"#/components/schemas/page\"}}");
    json_end(out, '}');
    json_end(out, '}');
}

static void write_empty_response(struct out *out, const char *name, struct text description, const char *names)
{
    member_begin(out, name, '{');
    schema_words(out, description.en, description.zh);
    openapi_headers(out, names);
    json_end(out, '}');
}

void openapi_common_responses(struct out *out)
{
    write_empty_response(out, "304", (struct text){"The client has this answer already.", "客户端已有这个应答。"},
                         "ETag Cache-Control Vary X-Request-Id Access-Control-Allow-Origin");
    static const int statuses[] = {400, 404, 408, 413, 415, 422, 500, 503};
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        write_problem_response(out, statuses[i]);
}
