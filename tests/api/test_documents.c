/* The catalogue, the schemas and the OpenAPI document: complete, true, and readable. */
#include "api/call.h"
#include "api/docs/pattern.h"
#include "api/docs/schema.h"
#include "api/docs/yaml.h"
#include "api/endpoints.h"
#include "api/json/parse.h"
#include "core/limits.h"
#include "core/registry.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

static const cJSON *member(const cJSON *object, const char *name)
{
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(found != NULL, "no %s", name);
    return found;
}

START_TEST(the_catalogue_tells_everything)
{
    struct probe probe, one;
    probe_init(&probe);
    probe_init(&one);
    ck_assert_int_eq(probe_send(&probe, "GET", "/games", NULL), 200);
    const cJSON *games = member(probe.json, "games");
    ck_assert_int_eq(cJSON_GetArraySize(games), (int)game_count());
    for (size_t i = 0; i < game_count(); i++) {
        const cJSON *game = cJSON_GetArrayItem(games, (int)i);
        const char *id = member(game, "id")->valuestring;
        ck_assert_str_eq(id, game_at(i)->id);
        static const char *const texts[] = {"title", "rules", "limits"};
        for (size_t t = 0; t < 3; t++) {
            ck_assert_str_ne(member(member(game, texts[t]), "en")->valuestring, "");
            ck_assert_str_ne(member(member(game, texts[t]), "zh")->valuestring, "");
        }
        for (const struct field *f = game_at(i)->position->fields; f->name; f++)
            member(member(member(game, "position"), "properties"), f->name);
        for (const struct field *f = game_at(i)->move->fields; f->name; f++)
            member(member(member(game, "move"), "properties"), f->name);
        ck_assert_str_eq(member(member(member(game, "example"), "answer"), "game")->valuestring, id);
        char target[64];
        snprintf(target, sizeof target, "/games/%s", id);
        ck_assert_int_eq(probe_send(&one, "GET", target, NULL), 200);
        ck_assert_ptr_nonnull(strstr(probe_text(&probe), probe_text(&one)));
    }
    probe_free(&one);
    probe_free(&probe);
}
END_TEST

START_TEST(positions_are_described_as_they_may_be_sent)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "GET", "/games/nim", NULL), 200);
    ck_assert_str_eq(probe_string(&probe, "position.properties.heaps.items.type.1"), "string");
    ck_assert(cJSON_IsFalse(probe_value(&probe, "position.properties.misere.default")));
    ck_assert_int_eq((int)probe_value(&probe, "options.properties.limit.default")->valuedouble, LIST_DEFAULT);
    ck_assert_str_eq(probe_string(&probe, "options.properties.limit.type.1"), "string");
    ck_assert_str_eq(probe_string(&probe, "move.properties.heap.type"), "integer");
    probe_free(&probe);
}
END_TEST

START_TEST(examples_are_what_the_engine_answers)
{
    struct probe probe, again;
    probe_init(&probe);
    probe_init(&again);
    for (size_t i = 0; i < game_count(); i++) {
        char target[64];
        snprintf(target, sizeof target, "/games/%s", game_at(i)->id);
        ck_assert_int_eq(probe_send(&probe, "GET", target, NULL), 200);
        const char *text = probe_text(&probe), *request = strstr(text, "\"example\":{\"request\":"),
                   *answer = strstr(text, ",\"answer\":");
        ck_assert(request && answer);
        request += strlen("\"example\":{\"request\":");
        char *body = arena_copy(&probe.arena, request, (size_t)(answer - request));
        ck_assert_int_eq(probe_send(&again, "POST", target + strlen("/games"), body), 200);
        answer += strlen(",\"answer\":");
        ck_assert_int_eq(strncmp(answer, probe_text(&again), again.reply.body_size), 0);
        ck_assert_str_eq(answer + again.reply.body_size, "}}");
    }
    probe_free(&again);
    probe_free(&probe);
}
END_TEST

enum { UNVARIED = 2 }; /* zero, which has no fields, and squares, which have words */

static void expect_methods(const cJSON *paths, const char *path, const char *names)
{
    const cJSON *item = member(paths, path);
    char name[20];
    for (const char *at = names; *at; at += strlen(name) + (at[strlen(name)] == ' ')) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " "), at);
        const cJSON *operation = member(item, name), *responses = member(operation, "responses");
        ck_assert_msg(cJSON_GetArraySize(responses) >= 3, "%s %s", name, path);
        member(operation, "operationId");
        member(operation, "description");
        member(responses, "200");
    }
}

/* "#/components/schemas/x" leads somewhere. */
static void check_references(const cJSON *root, const cJSON *json, int *count)
{
    for (const cJSON *child = json->child; child; child = child->next) {
        check_references(root, child, count);
        if (!child->string || strcmp(child->string, "$ref") != 0)
            continue;
        const cJSON *at = root;
        char name[100];
        for (const char *text = child->valuestring + 1; *text == '/'; text += 1 + strlen(name)) {
            snprintf(name, sizeof name, "%.*s", (int)strcspn(text + 1, "/"), text + 1);
            at = member(at, name);
        }
        ++*count;
    }
}

START_TEST(openapi_has_every_path_and_method)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "GET", "/openapi.json", NULL), 200);
    ck_assert_str_eq(probe_string(&probe, "openapi"), "3.1.0");
    const cJSON *paths = member(probe.json, "paths");
    size_t rows = game_count();
    for (size_t i = 0; i < game_count(); i++) {
        char path[64];
        snprintf(path, sizeof path, "/%s", game_at(i)->id);
        expect_methods(paths, path, "post get");
    }
    for (const struct endpoint *e = endpoints; e->path; e++, rows++) {
        char path[64];
        snprintf(path, sizeof path, "/%s", strchr(e->path, '*') ? e->name : e->path + 1); /* {words} in the places of stars */
        if (e->name[0] ==
            '{') { /* once for every game but /sg, which has a row of its own, and those without an integer to vary */
            snprintf(path, sizeof path, "/nim%s", strchr(e->name, '/'));
            rows += game_count() - 1 - 1 - UNVARIED;
        }
        char methods[64];
        snprintf(methods, sizeof methods, "%s%s", e->methods & METHOD_GET ? "get " : "", e->methods & METHOD_POST ? "post " : "");
        expect_methods(paths, path, methods);
    }
    ck_assert_int_eq(cJSON_GetArraySize(paths), (int)rows);
    int references = 0;
    check_references(probe.json, probe.json, &references);
    ck_assert_int_gt(references, 100);
    probe_free(&probe);
}
END_TEST

START_TEST(openapi_is_the_same_without_a_daemon)
{
    struct probe probe;
    probe_init(&probe);
    static const char *const paths[API_EDITIONS] = {"/openapi.json", "/openapi.yaml", "/openapi-3.2.yaml"};
    for (enum api_edition edition = 0; edition < API_EDITIONS; edition++) {
        ck_assert_int_eq(probe_send(&probe, "GET", paths[edition], NULL), 200);
        ck_assert_str_eq(probe.reply.content_type, edition == API_JSON ? "application/json" : "application/yaml");
        struct arena arena;
        arena_init(&arena, NULL, 0, ARENA_BYTES);
        size_t size;
        const char *text = api_openapi(&arena, edition, &size);
        ck_assert_uint_eq(size, probe.reply.body_size);
        ck_assert_int_eq(memcmp(text, probe.reply.body, size), 0);
        arena_reset(&arena);
    }
    probe_free(&probe);
}
END_TEST

static int occurrences(const char *text, const char *part)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        n++;
    return n;
}

START_TEST(the_edition_3_2_has_the_method_query)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "GET", "/openapi-3.2.yaml", NULL), 200);
    const char *text = probe_text(&probe);
    int queries = (int)game_count();
    for (const struct endpoint *e = endpoints; e->path; e++)
        if (e->methods & METHOD_QUERY)
            queries += e->name[0] == '{' ? (int)game_count() - 1 - UNVARIED : 1;
    ck_assert_int_eq(strncmp(text, "openapi: \"3.2.0\"\n", 17), 0);
    ck_assert_int_eq(occurrences(text, "\n    query:\n"), queries);
    ck_assert_int_eq(occurrences(text, "itemSchema:\n"), 4); /* question and answer of a line, by two methods */
    ck_assert_int_eq(probe_send(&probe, "GET", "/openapi.yaml", NULL), 200);
    ck_assert_int_eq(occurrences(probe_text(&probe), "\n    query:\n"), 0);
    probe_free(&probe);
}
END_TEST

START_TEST(every_problem_code_is_in_openapi)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "GET", "/openapi.json", NULL), 200);
    const cJSON *codes =
        member(member(member(member(member(probe.json, "components"), "schemas"), "problem"), "properties"), "code");
    ck_assert_int_eq(cJSON_GetArraySize(member(codes, "enum")), STATUS_count - 1);
    for (enum status status = STATUS_ok + 1; status < STATUS_count; status++) {
        if (status == STATUS_method_not_allowed)
            continue; /* no path has it under a method that it takes */
        char name[12];
        snprintf(name, sizeof name, "%d", problem_kind(status)->http);
        const cJSON *reply = member(member(member(probe.json, "components"), "responses"), name);
        member(member(member(member(reply, "content"), "application/problem+json"), "examples"), problem_kind(status)->code);
    }
    probe_free(&probe);
}
END_TEST

static const char *yaml_of(struct arena *arena, const char *json)
{
    struct scan scan;
    struct out out;
    out_init(&out, arena, 64);
    yaml_write(&out, json_parse(arena, arena_copy(arena, json, strlen(json)), strlen(json), &scan));
    out_bytes(&out, "", 1);
    return out.v;
}

START_TEST(yaml_is_plain_where_it_can_be)
{
    static const char *const cases[][2] = {
        {"{\"a\":1,\"b\":-9007199254740991,\"c\":true,\"d\":null}", "a: 1\nb: -9007199254740991\nc: true\nd: null\n"},
        {"{\"a\":{\"b\":{\"c\":\"x\"}}}", "a:\n  b:\n    c: x\n"},
        {"{\"a\":[1,\"x\",[2,3],{\"b\":1,\"c\":{\"d\":2}}]}",
         "a:\n  - 1\n  - x\n  -\n    - 2\n    - 3\n  - b: 1\n    c:\n      d: 2\n"},
        {"{\"a\":{},\"b\":[],\"c\":[{}]}", "a: {}\nb: []\nc:\n  - {}\n"},
        {"{\"200\":\"200\",\"yes\":\"No\",\"n\":\"null\"}", "\"200\": \"200\"\n\"yes\": \"No\"\n\"n\": \"null\"\n"},
        {"{\"a\":\"b: c\",\"d\":\"e #f\",\"g\":\"h:i\",\"j\":\"k:\"}", "a: \"b: c\"\nd: \"e #f\"\ng: h:i\nj: \"k:\"\n"},
        {"{\"a\":\"- x\",\"b\":\"#x\",\"c\":\"\",\"d\":\" x\",\"e\":\"x \"}",
         "a: \"- x\"\nb: \"#x\"\nc: \"\"\nd: \" x\"\ne: \"x \"\n"},
        {"{\"a\":\"1st\\n\\n  2nd\",\"b\":\"x\"}", "a: |-\n  1st\n\n    2nd\nb: x\n"},
        {"{\"a\":\"1\\n2\\n\",\"b\":\"x\\n\\n\",\"c\":[\"\\n3\\n\"]}", "a: |\n  1\n  2\nb: |+\n  x\n\nc:\n  - \"\\n3\\n\"\n"},
        {"{\"a\":\"1\\r\\n2\\r\\n\"}", "a: \"1\\r\\n2\\r\\n\"\n"},
        {"{\"a\":\"say \\\"x\\\"\",\"b\":\"\\\"x\\\"\",\"c\":\"t\\tb\"}", "a: say \"x\"\nb: \"\\\"x\\\"\"\nc: \"t\\tb\"\n"},
    };
    struct arena arena;
    arena_init(&arena, NULL, 0, 1 << 20);
    ck_assert(api_setup());
    arena_enter(&arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_str_eq(yaml_of(&arena, cases[i][0]), cases[i][1]);
    arena_enter(NULL);
    arena_reset(&arena);
}
END_TEST

struct sample {
    struct head head;
    bool flag;
    int64_t small, score, gap;
    struct num big;
    int name;
    const char *text;
    struct list list;
    struct num pair[2];
    struct choice choice;
};

static const struct type small_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = -3, .max = 7};
static const struct type score_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = INT64_MIN, .max = INT64_MAX};
static const struct type gap_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = 7, .or_null = true};
static const struct type name_type = {
    .kind = KIND_NAME, .size = sizeof(int), .names = (const char *const[]){"left", "right", NULL}};
static const struct type text_type = {.kind = KIND_TEXT, .size = sizeof(char *), .min = 1, .max = 9, .alphabet = "-.#]"};
static const struct type list_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .min = 2, .max = 5, .distinct = true, .item = &type_positive};
static const struct type pair_type = {.kind = KIND_TUPLE, .size = 2 * sizeof(struct num), .max = 2, .item = &type_natural};
static const struct type choice_type = {
    .kind = KIND_CHOICE, .size = sizeof(struct choice), .choices = (const struct type *const[]){&type_bool, &name_type, NULL}};

#define FIELD(name, type, ...)                                                                                                   \
    {                                                                                                                            \
#name, offsetof(struct sample, name), type, __VA_ARGS__, .doc = { "E", "Z" }                                             \
    }
static const struct type sample_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct sample),
    .fields =
        (const struct field[]){
            FIELD(flag, &type_bool, NEED_DEFAULT, .fallback = 1),
            FIELD(small, &small_type, NEED_DEFAULT, .fallback = 2),
            FIELD(score, &score_type, NEED_ALWAYS),
            FIELD(gap, &gap_type, NEED_ALWAYS),
            FIELD(big, &type_natural, NEED_ALWAYS, .nullable = true),
            FIELD(name, &name_type, NEED_DEFAULT, .fallback = 1),
            FIELD(text, &text_type, NEED_OPTIONAL),
            FIELD(list, &list_type, NEED_DEFAULT),
            FIELD(pair, &pair_type, NEED_ALWAYS),
            FIELD(choice, &choice_type, NEED_OPTIONAL),
            {0},
        },
};

static const char *schema_of(struct arena *arena, const struct type *type, enum schema_side side)
{
    struct out out;
    out_init(&out, arena, 64);
    schema_type(&out, type, side);
    out_bytes(&out, "", 1);
    return out.v;
}

/* A pattern lets through exactly the integers of its range, as they are written: held against comparing numbers. */
static void expect_pattern(struct arena *arena, int64_t min, int64_t max, int64_t from, int64_t to)
{
    const char *pattern = pattern_integer(arena, min, max, 40);
    regex_t compiled;
    char text[32];
    ck_assert_int_eq(regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB), 0);
    for (int64_t n = from; n <= to; n++) {
        snprintf(text, sizeof text, "%lld", (long long)n);
        bool let = !regexec(&compiled, text, 0, NULL, 0);
        ck_assert_msg(let == (n >= min && n <= max), "%s by %s, of %lld to %lld", text, pattern, (long long)min, (long long)max);
    }
    static const char *const never[] = {"", "-0", "+1", "01", "007", "-01", " 1", "1 ", "1.0", "1e2", "0x1", "--1", "1-"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        ck_assert_msg(regexec(&compiled, never[i], 0, NULL, 0), "\"%s\" by %s", never[i], pattern);
    regfree(&compiled);
}

START_TEST(patterns_are_exact)
{
    static const int64_t ends[] = {0, 1, 2, 7, 9, 10, 11, 19, 64, 99, 100, 101, 199, 512, 999, 1000, 1009, 1100, 1999, 5000};
    struct arena arena;
    arena_init(&arena, NULL, 0, 1 << 24);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (size_t k = i; k < sizeof ends / sizeof *ends; k++) {
            expect_pattern(&arena, ends[i], ends[k], -3, 5100);
            if (ends[i])
                expect_pattern(&arena, -ends[i], ends[k], -1200, 1200);
        }
    expect_pattern(&arena, 0, INT64_MAX, -3, 3000);
    expect_pattern(&arena, 1, INT64_MAX, -3, 3000);
    expect_pattern(&arena, 37, INT64_MAX, -3, 3000);
    expect_pattern(&arena, INT64_MIN, INT64_MAX, -3000, 3000);
    expect_pattern(&arena, -1000000000000, 1000000000000, 999999999990, 1000000000010);
    expect_pattern(&arena, 0, 9007199254740991, 9007199254740980, 9007199254741000);
    ck_assert_str_eq(pattern_integer(&arena, 0, INT64_MAX, 1234), "^([0-9]|[1-9][0-9]{1,1233})$");
    arena_reset(&arena);
}
END_TEST

START_TEST(schemas_say_what_the_tables_say)
{
#define DOC "\"description\":\"E\","
#define ZH "\"x-zh\":\"Z\","
#define SAFE "9007199254740991"
#define NATURALS ",\"pattern\":\"^([0-9]|[1-9][0-9]{1,1233})$\""
    struct arena arena;
    arena_init(&arena, NULL, 0, 1 << 20);
    ck_assert_str_eq(
        schema_of(&arena, &sample_type, SCHEMA_REQUEST),
        "{\"type\":\"object\",\"properties\":{\"flag\":{" DOC "\"type\":\"boolean\",\"default\":true},"
        "\"small\":{" DOC "\"type\":[\"integer\",\"string\"],\"minimum\":-3,\"maximum\":7,\"pattern\":\"^(-([1-3])|[0-7])$\","
        "\"default\":2},"
        "\"score\":{" DOC "\"type\":[\"integer\",\"string\"],\"minimum\":-" SAFE ",\"maximum\":" SAFE
        ",\"pattern\":\"^(-([1-9]|[1-9][0-9]{1,18})|[0-9]|[1-9][0-9]{1,18})$\"},"
        "\"gap\":{" DOC "\"type\":[\"integer\",\"string\"],\"minimum\":0,\"maximum\":7,\"pattern\":\"^([0-7])$\"},"
        "\"big\":{" DOC "\"type\":[\"integer\",\"string\"],\"minimum\":0,\"maximum\":" SAFE NATURALS "},"
        "\"name\":{" DOC "\"type\":\"string\",\"enum\":[\"left\",\"right\"],\"default\":\"right\"},"
        "\"text\":{" DOC "\"type\":\"string\",\"minLength\":1,\"maxLength\":9,\"pattern\":\"^[\\\\-.#\\\\]]*$\"},"
        "\"list\":{" DOC "\"type\":\"array\",\"items\":{\"type\":[\"integer\",\"string\"],\"minimum\":1,\"maximum\":" SAFE ","
        "\"pattern\":\"^([1-9]|[1-9][0-9]{1,1233})$\"},\"minItems\":2,\"maxItems\":5,\"uniqueItems\":true,\"default\":[]},"
        "\"pair\":{" DOC
        "\"type\":\"array\",\"items\":{\"type\":[\"integer\",\"string\"],\"minimum\":0,\"maximum\":" SAFE NATURALS
        "},\"minItems\":2,\"maxItems\":2},"
        "\"choice\":{" DOC "\"anyOf\":[{\"type\":\"boolean\"},{\"type\":\"string\",\"enum\":[\"left\",\"right\"]}]}},"
        "\"required\":[\"score\",\"gap\",\"big\",\"pair\"],\"additionalProperties\":false}");
    const char *sent = schema_of(&arena, &sample_type, SCHEMA_SENT);
    ck_assert_ptr_null(strstr(sent, "default"));
    ck_assert_ptr_nonnull(
        strstr(sent, "\"flag\":{\"description\":\"E Absent: `true`.\",\"x-zh\":\"Z缺省为 `true`。\",\"type\":\"boolean\"}"));
    ck_assert_ptr_nonnull(
        strstr(sent, "\"list\":{\"description\":\"E Absent: `[]`.\",\"x-zh\":\"Z缺省为 `[]`。\",\"type\":\"array\""));
    const char *answer = schema_of(&arena, &sample_type, SCHEMA_ANSWER);
    ck_assert_ptr_nonnull(strstr(answer, "\"small\":{" DOC ZH "\"type\":\"integer\",\"minimum\":-3,\"maximum\":7}"));
    ck_assert_ptr_nonnull(strstr(answer, "\"gap\":{" DOC ZH "\"type\":[\"integer\",\"null\"],\"minimum\":0,\"maximum\":7}"));
    ck_assert_ptr_nonnull(strstr(answer, "\"big\":{" DOC ZH "\"anyOf\":[{\"type\":[\"integer\",\"string\"]"));
    ck_assert_ptr_nonnull(strstr(answer, "\"score\":{" DOC ZH "\"type\":[\"integer\",\"string\"]"));
    ck_assert_ptr_null(strstr(answer, "default"));
    const char *returned = schema_of(&arena, &sample_type, SCHEMA_RETURNED);
    ck_assert_ptr_nonnull(strstr(returned, "\"gap\":{" DOC "\"type\":[\"integer\",\"null\"],\"minimum\":0,\"maximum\":7}"));
    ck_assert_ptr_null(strstr(returned, "x-"));
    ck_assert_str_eq(schema_of(&arena, &type_index, SCHEMA_ANSWER), "{\"type\":\"integer\",\"minimum\":0,\"maximum\":" SAFE "}");
    arena_reset(&arena);
}
END_TEST

SUITE(the_catalogue_tells_everything, positions_are_described_as_they_may_be_sent, examples_are_what_the_engine_answers,
      openapi_has_every_path_and_method, openapi_is_the_same_without_a_daemon, the_edition_3_2_has_the_method_query,
      patterns_are_exact, every_problem_code_is_in_openapi, yaml_is_plain_where_it_can_be, schemas_say_what_the_tables_say)
