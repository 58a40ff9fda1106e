/* The scanner: what it refuses and where, how it classifies numbers, names that stand twice, and the tree behind it. */
#include "api/json/parse.h"
#include "core/limits.h"
#include "tests/support/core/suite.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Alignas(16) char first[1 << 16];

struct text {
    struct arena arena;
    char *v; /* a block of its own size, so that a sanitizer sees what reads too far */
    size_t size;
};

static struct text text_new(const char *bytes, size_t size)
{
    struct text text = {.v = malloc(size + 1), .size = size};
    ck_assert_ptr_nonnull(text.v);
    memcpy(text.v, bytes, size);
    arena_init(&text.arena, first, sizeof first, ARENA_BYTES);
    arena_enter(&text.arena);
    return text;
}

static void text_free(struct text *text)
{
    arena_reset(&text->arena);
    free(text->v);
}

static struct scan scan_bytes(const char *bytes, size_t size)
{
    struct text text = text_new(bytes, size);
    struct scan scan = scan_json(&text.arena, text.v, size);
    text_free(&text);
    return scan;
}

static void accepted(const char *text)
{
    struct scan scan = scan_bytes(text, strlen(text));
    ck_assert_msg(!scan.fault, "%s: %s at %zu", text, scan.fault, scan.offset);
}

static void refused(const char *text, size_t size, size_t offset)
{
    struct scan scan = scan_bytes(text, size);
    ck_assert_msg(scan.fault && scan.offset == offset, "%s: %s at %zu, must be refused at %zu", text, scan.fault, scan.offset,
                  offset);
    ck_assert_int_eq(scan.offset == size, strcmp(scan.fault, "the text ends too early") == 0);
}

START_TEST(faults_are_told_where_they_are)
{
    static const struct {
        const char *text;
        size_t offset;
    } cases[] = {
        {"", 0},
        {"  ", 2},
        {"x", 0},
        {"[1,]", 3},
        {"[,1]", 1},
        {"[1 2]", 3},
        {"[1", 2},
        {"{\"a\":1,}", 7},
        {"{\"a\" 1}", 5},
        {"{a:1}", 1},
        {"{1:1}", 1},
        {"{\"a\":}", 5},
        {"{\"a\":1]", 6},
        {"[1}", 2},
        {"[]]", 2},
        {"{} {}", 3},
        {"{}\v", 2},
        {"tru", 3},
        {"truE", 3},
        {"nulll", 4},
        {"True", 0},
        {"NaN", 0},
        {"01", 1},
        {"-", 1},
        {"-a", 1},
        {"-01", 2},
        {"+1", 0},
        {".5", 0},
        {"1.", 2},
        {"1.e1", 2},
        {"1e", 2},
        {"1e+", 3},
        {"1e+-1", 3},
        {"1.5.5", 3},
        {"0x1", 1},
        {"\"a", 2},
        {"\"a\nb\"", 2},
        {"\"\\x\"", 2},
        {"\"\\u12G4\"", 5},
        {"\"\\u123\"", 6},
        {"\"\\ud800\"", 7},
        {"\"\\ud800\\n\"", 8},
        {"\"\\ud800\\u0041\"", 9},
        {"\"\\ud800\\ud800\"", 10},
        {"\"\\udc00\"", 4},
        {"\"\x80\"", 1},
        {"\"\xc0\x80\"", 1},
        {"\"\xc1\xbf\"", 1},
        {"\"\xe0\x9f\xbf\"", 2},
        {"\"\xed\xa0\x80\"", 2},
        {"\"\xf0\x8f\xbf\xbf\"", 2},
        {"\"\xf4\x90\x80\x80\"", 2},
        {"\"\xf5\x80\x80\x80\"", 1},
        {"\"\xe5\xbf\"", 3},
        {"\xef\xbb\xbf{}", 0},
        {"{}\xc2\xa0", 2},
        {"{\"heaps\":[3,4,5],\"moves\":\"al", 28},
        {"[1] // no", 4},
        {"'a'", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i].text, strlen(cases[i].text), cases[i].offset);
    refused("{}\0", 3, 2);
    refused("\"a\0b\"", 5, 2);
    refused("\0", 1, 0);
    refused("[1\0]", 4, 2);
}
END_TEST

START_TEST(valid_texts_are_accepted)
{
    static const char *const texts[] = {
        "0",
        "-0",
        " 1 ",
        "\t\r\n[ ]\n",
        "{}",
        "\"\"",
        "true",
        "[false,null]",
        "{\"\":0}",
        "1E+2",
        "-1.25e-3",
        "0.0",
        "0e0",
        "\"\x7f\"",
        "\"\\u0000\\\"\\\\\\/\\b\\f\\n\\r\\t\\uABcd\"",
        "\"\\ud834\\udd1e\"",
        "\"\\uDBFF\\uDFFF\"",
        "\"\\ufffe\"",
        "\"\xef\xbf\xbf\xf4\x8f\xbf\xbf\xed\x9f\xbf\xee\x80\x80\xc2\x80\xe0\xa0\x80\xf0\x90\x80\x80\"",
        "\"\xef\xbb\xbf\"",
        "{\"a\":{\"a\":{\"a\":1}},\"A\":1,\"\\u00e1\":2}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        accepted(texts[i]);
}
END_TEST

START_TEST(a_text_cut_short_is_refused_at_its_end)
{
    static const char text[] =
        " { \"he\\u0061ps\" : [ -3.50e+2 , \"18\\ud834\\udd1e\xe5\xbf\x85\" , true ] , \"b\" : { \"c\" : null } }";
    for (size_t size = 0; size < sizeof text - 1; size++)
        refused(text, size, size);
    accepted(text);
}
END_TEST

START_TEST(the_outermost_value_is_described)
{
    struct scan scan = scan_bytes(" \n{\"a\":[1,2,{}]}", 16);
    ck_assert_ptr_null(scan.fault);
    ck_assert(scan.object);
    ck_assert_uint_eq(scan.start, 2);
    ck_assert_uint_eq(scan.nodes, 5);
    scan = scan_bytes("[{}]", 4);
    ck_assert(!scan.object && !scan.fault);
}
END_TEST

/* Every digit counts: text, and what the scan must leave there but for blanks behind it. */
START_TEST(numbers_are_classified_exactly)
{
#define ZEROS_20 "00000000000000000000"
#define ZEROS_60 ZEROS_20 ZEROS_20 ZEROS_20
    static const struct {
        const char *text, *left; /* NULL: as it is; what the tree says of it */
        double other;
    } cases[] = {
        {"0", "0", 0},
        {"-0", "-0", 0},
        {"-0.0", "-0.0", 0},
        {"0e999999999999", "0e999999999999", 0},
        {"3.0", "3.0", 0},
        {"3e2", "3e2", 0},
        {"12300e-2", "12300e-2", 0},
        {"12300e-3", NULL, 0.5},
        {"999999999999999", "999999999999999", 0},
        {"9007199254740991", "9007199254740991", 0},
        {"-9007199254740991", "-9007199254740991", 0},
        {"9007199254740992", NULL, 1e99},
        {"-9007199254740992", NULL, 1e99},
        {"9007199254740991.0", "9007199254740991.0", 0},
        {"9007199254740990.5", NULL, 0.5},
        {"9007199254740991.5", NULL, 0.5},
        {"900719925474099.1e1", "900719925474099.1e1", 0},
        {"900719925474099.2e1", NULL, 1e99},
        {"0.9007199254740992e16", NULL, 1e99},
        {"9.007199254740991E+15", "9.007199254740991E+15", 0},
        {"90071992547409920e-1", NULL, 1e99},
        {"90071992547409910e-1", "90071992547409910e-1", 0},
        {"1e15", "1e15", 0},
        {"9e15", "9e15", 0},
        {"1e16", NULL, 1e99},
        {"10000000000000000", NULL, 1e99},
        {"18446744073709551616", NULL, 1e99},
        {"0.99999999999999999999999", NULL, 0.5},
        {"1e400", NULL, 1e99},
        {"1E-400", NULL, 0.5},
        {"-1e-1", NULL, 0.5},
        {"1e99999999999999999999999999", NULL, 1e99},
        {"1e-99999999999999999999999999", NULL, 0.5},
        {"1." ZEROS_60 ZEROS_60, "1", 0},
        {"-1." ZEROS_60 ZEROS_60, "-1", 0},
        {"0." ZEROS_60 ZEROS_60 "e7", "0", 0},
        {"-0." ZEROS_60 ZEROS_60 "e7", "0", 0},
        {"1." ZEROS_60 "1", NULL, 0.5},
        {"9007199254740991" ZEROS_60 "e-60", "9007199254740991", 0},
        {"9007199254740992" ZEROS_60 "e-60", NULL, 1e99},
        {"-9007199254740991" ZEROS_60 "e-59", NULL, 1e99},
        {"12" ZEROS_60 "e-59", "120", 0},
        {"12" ZEROS_60 "e-60", "12", 0},
        {"12" ZEROS_60 "e-62", NULL, 0.5},
        {"0." ZEROS_60 "12e62", "12", 0},
        {"0." ZEROS_60 "12e63", "120", 0},
        {"0." ZEROS_60 "12e61", NULL, 0.5},
        {"1e" ZEROS_60 "02", "100", 0},
        {"1" ZEROS_60, NULL, 1e99},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = text_new(cases[i].text, strlen(cases[i].text));
        ck_assert_ptr_null(scan_json(&text.arena, text.v, text.size).fault);
        const char *expected = cases[i].left ? cases[i].left : cases[i].text;
        size_t left = strlen(expected);
        ck_assert_msg(memcmp(text.v, expected, left) == 0, "%s became %s", cases[i].text, text.v);
        ck_assert_uint_eq(strspn(text.v + left, " "), text.size - left);
        struct scan scan;
        const cJSON *json = json_parse(&text.arena, text.v, text.size, &scan);
        ck_assert(cases[i].left ? !json->valuestring : json->valuedouble == cases[i].other);
        if (!cases[i].left)
            ck_assert_str_eq(json->valuestring, cases[i].text);
        text_free(&text);
    }
}
END_TEST

START_TEST(a_name_may_stand_once)
{
    static const struct {
        const char *text;
        size_t offset;
    } cases[] = {
        {"{\"a\":1,\"a\":2}", 7},
        {"{\"a\":1,\"\\u0061\":2}", 7},
        {"{\"\\u0061\":1,\"\\u0061\":2}", 12},
        {"{\"\\ud83d\\ude00\":1,\"\xf0\x9f\x98\x80\":2}", 18},
        {"{\"\\u00e9\":1,\"\xc3\xa9\":2}", 12},
        {"{\"\\u5fc5\":1,\"\xe5\xbf\x85\":2}", 12},
        {"{\"\\/\":1,\"/\":2}", 8},
        {"{\"\\n\":1,\"\\u000A\":2}", 8},
        {"{\"\":1,\"\":2}", 6},
        {"{\"\\u0000\":1,\"\\u0000\":2}", 12},
        {"[{\"a\":{\"b\":1,\"b\":2}}]", 13},
        {"{\"a\":1,\"b\":[{\"a\":1}],\"a\":2}", 21},
        /* Whatever is wrong behind it, or inside its value, comes later. */
        {"{\"a\":1,\"a\":2,}", 7},
        {"{\"a\":1,\"a\":{\"b\":1,\"b\":2}}", 7},
        {"{\"a\":1,\"a\":[{\"b\":[01]}]}", 7},
        {"{\"x\":1,\"a\":{\"b\":1,\"b\":2},\"a\":3}", 18},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i].text, strlen(cases[i].text), cases[i].offset);
    accepted("{\"\\u0000\":1,\"\\uffff\":2,\"\\u00000\":3,\"0\":4,\"\\\\u0000\":5}");
    accepted("[{\"a\":1},{\"a\":1}]");
}
END_TEST

/* n names in one object, each `prefix` and its number; when `again` is one of them, that name ends the object once more. */
static struct scan scan_names(size_t n, const char *prefix, size_t again)
{
    size_t room = (n + 1) * (strlen(prefix) + 16) + 16, size = 0;
    char *text = malloc(room);
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < n; i++)
        size += (size_t)snprintf(text + size, room - size, "%c\"%s%zu\":%zu", i ? ',' : '{', prefix, i, i);
    size_t last = size + 1;
    if (again < n)
        size += (size_t)snprintf(text + size, room - size, ",\"%s%zu\":0", prefix, again);
    text[size++] = '}';
    struct scan scan = scan_bytes(text, size);
    ck_assert_int_eq(scan.fault != NULL, again < n);
    if (again < n)
        ck_assert_uint_eq(scan.offset, last);
    free(text);
    return scan;
}

START_TEST(many_names_are_compared_without_going_quadratic)
{
    for (size_t n = 1; n < 70; n++)
        for (size_t again = 0; again <= n; again++)
            scan_names(n, "", again);
    static const size_t sizes[] = {1000, 100000, 300000};
    for (size_t i = 0; i < 3; i++) {
        scan_names(sizes[i], "", sizes[i]);
        scan_names(sizes[i], "", 0);
        scan_names(sizes[i], "\\u0061\\n", sizes[i] / 2);
        scan_names(sizes[i], "the same long beginning of many names, ", sizes[i] - 1);
    }
}
END_TEST

static struct scan scan_nested(size_t depth, const char *open, const char *middle, const char *close)
{
    char text[1024] = "";
    size_t n = 0;
    for (size_t i = 0; i < depth; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s", open);
    n += (size_t)snprintf(text + n, sizeof text - n, "%s", middle);
    for (size_t i = 0; i < depth; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s", close);
    return scan_bytes(text, n);
}

START_TEST(nesting_is_bounded)
{
    ck_assert_ptr_null(scan_nested(JSON_DEPTH, "[", "1", "]").fault);
    ck_assert_ptr_null(scan_nested(JSON_DEPTH, "[", "", "]").fault);
    ck_assert_ptr_null(scan_nested(JSON_DEPTH, "{\"a\":", "1", "}").fault);
    struct scan scan = scan_nested(JSON_DEPTH + 1, "[", "", "]");
    ck_assert_str_eq(scan.fault, "lists and objects are nested too deeply");
    ck_assert_uint_eq(scan.offset, JSON_DEPTH);
    ck_assert_ptr_nonnull(scan_nested(JSON_DEPTH + 1, "{\"a\":", "1", "}").fault);
    accepted("[[],[],[[]],{\"a\":[]},[]]"); /* what is closed does not count */
}
END_TEST

/* Numbers that are no safe integers have signs of their own in our trees. */
static void mark_others(const cJSON *json, cJSON *other)
{
    if (cJSON_IsNumber(json) && json->valuestring)
        other->valuedouble = json->valuedouble;
    cJSON *at = other->child;
    for (const cJSON *item = json->child; item && at; item = item->next, at = at->next)
        mark_others(item, at);
}

/* cJSON's own parser makes the same tree of what the scan has let through. */
static void check_tree(struct text *text, const cJSON *json)
{
    arena_enter(&text->arena);
    cJSON *other = cJSON_ParseWithLengthOpts(text->v, text->size + 1, NULL, true);
    ck_assert_ptr_nonnull(other);
    mark_others(json, other);
    ck_assert_str_eq(cJSON_PrintUnformatted(json), cJSON_PrintUnformatted(other));
}

START_TEST(the_tree_holds_what_the_text_said)
{
    static const char bytes[] = "{\"\\u0000a\":\"x\\u0000y\\\\u0000\",\"n\":[9007199254740991,-9007199254740991,"
                                "1." ZEROS_60 "e1,9007199254740993,0.1,-0]}";
    struct text text = text_new(bytes, sizeof bytes - 1);
    json_setup();
    struct scan scan;
    cJSON *json = json_parse(&text.arena, text.v, text.size, &scan);
    ck_assert_ptr_nonnull(json);
    ck_assert_str_eq(json->child->string, "\xef\xbf\xbf"
                                          "a");
    ck_assert_str_eq(json->child->valuestring, "x\xef\xbf\xbfy\\u0000");
    static const double values[] = {9007199254740991.0, -9007199254740991.0, 10, 1e99, 0.5, 0};
    const cJSON *item = json->child->next->child;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++, item = item->next)
        ck_assert(item->valuedouble == values[i]);
    ck_assert_ptr_null(item);
    check_tree(&text, json);
    ck_assert_ptr_null(json_parse(&text.arena, text.v, 5, &scan));
    ck_assert_ptr_nonnull(scan.fault);
    text_free(&text);
}
END_TEST

static void parse_it(void *what)
{
    struct text *text = what;
    struct scan scan;
    json_parse(&text->arena, text->v, text->size, &scan);
}

START_TEST(a_tree_beyond_the_arena_escapes)
{
    static char bytes[200001] = "[0";
    for (size_t i = 2; i < 199998; i += 2)
        memcpy(bytes + i, ",0", 2);
    memcpy(bytes + 199998, " ]", 2);
    struct text text = text_new(bytes, 200000);
    json_setup();
    struct escape escape;
    ck_assert_int_eq(arena_try(&text.arena, &escape, parse_it, &text), STATUS_ok);
    arena_reset(&text.arena);
    text.arena.cap = 1 << 20;
    ck_assert_int_eq(arena_try(&text.arena, &escape, parse_it, &text), STATUS_too_large);
    text_free(&text);
}
END_TEST

/* What the suite leaves open and we refuse; the other i_ files are accepted: numbers of any size are JSON, and it is the decoder
 * that wants them safe. Lone surrogates and bad UTF-8 are no I-JSON, a BOM is no JSON text, and nesting is bounded. */
static const char *const refused_files[] = {
    "i_object_key_lone_2nd_surrogate.json",
    "i_string_1st_surrogate_but_2nd_missing.json",
    "i_string_1st_valid_surrogate_2nd_invalid.json",
    "i_string_UTF-16LE_with_BOM.json",
    "i_string_UTF-8_invalid_sequence.json",
    "i_string_UTF8_surrogate_U+D800.json",
    "i_string_incomplete_surrogate_and_escape_valid.json",
    "i_string_incomplete_surrogate_pair.json",
    "i_string_incomplete_surrogates_escape_valid.json",
    "i_string_invalid_lonely_surrogate.json",
    "i_string_invalid_surrogate.json",
    "i_string_invalid_utf-8.json",
    "i_string_inverted_surrogates_U+1D11E.json",
    "i_string_iso_latin_1.json",
    "i_string_lone_second_surrogate.json",
    "i_string_lone_utf8_continuation_byte.json",
    "i_string_not_in_unicode_range.json",
    "i_string_overlong_sequence_2_bytes.json",
    "i_string_overlong_sequence_6_bytes.json",
    "i_string_overlong_sequence_6_bytes_null.json",
    "i_string_truncated-utf-8.json",
    "i_string_utf16BE_no_BOM.json",
    "i_string_utf16LE_no_BOM.json",
    "i_structure_500_nested_arrays.json",
    "i_structure_UTF-8_BOM_empty_object.json",
    /* JSON, but a name stands twice: RFC 7493, section 2.3. */
    "y_object_duplicated_key.json",
    "y_object_duplicated_key_and_value.json",
};

static bool is_refused(const char *name)
{
    for (size_t i = 0; i < sizeof refused_files / sizeof *refused_files; i++)
        if (strcmp(refused_files[i], name) == 0)
            return true;
    return name[0] == 'n';
}

static void check_file(const char *folder, const char *name)
{
    static char bytes[1 << 20], path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    struct text text = text_new(bytes, size);
    struct scan scan;
    cJSON *json = json_parse(&text.arena, text.v, size, &scan);
    ck_assert_msg(!json == is_refused(name), "%s: %s", name, scan.fault ? scan.fault : "accepted");
    ck_assert_uint_le(scan.offset, size);
    if (json)
        check_tree(&text, json);
    text_free(&text);
}

/* Beside what stands above, where somebody names the folder test_parsing of JSONTestSuite. */
START_TEST(the_json_test_suite_is_judged_right)
{
    const char *folder = getenv("GRUNDY_JSON_CORPUS");
    if (!folder)
        return;
    DIR *files = opendir(folder);
    ck_assert_msg(files, "GRUNDY_JSON_CORPUS: no folder %s", folder);
    json_setup();
    static const char kinds[] = "yni";
    size_t count[3] = {0};
    for (struct dirent *entry; (entry = readdir(files));) {
        const char *kind = memchr(kinds, entry->d_name[0], 3);
        if (!kind || entry->d_name[1] != '_')
            continue;
        check_file(folder, entry->d_name);
        count[kind - kinds]++;
    }
    closedir(files);
    ck_assert_uint_eq(count[0], 95);
    ck_assert_uint_eq(count[1], 188);
    ck_assert_uint_eq(count[2], 35);
}
END_TEST

SUITE(faults_are_told_where_they_are, valid_texts_are_accepted, a_text_cut_short_is_refused_at_its_end,
      the_outermost_value_is_described, numbers_are_classified_exactly, a_name_may_stand_once,
      many_names_are_compared_without_going_quadratic, nesting_is_bounded, the_tree_holds_what_the_text_said,
      a_tree_beyond_the_arena_escapes, the_json_test_suite_is_judged_right)
