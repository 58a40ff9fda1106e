/* Content types, and the language of explanations. */
#include "api/headers/accept.h"
#include "api/headers/media.h"
#include "api/options.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

static const char *const read_as_json[] = {
    "application/json",
    "Application/JSON; charset=utf-8",
    "application/json;charset=\"UTF-8\"",
    "application/json ; x=y; charset=Utf-8 ",
    "application/problem+json",
    "application/vnd.x.y+JSON",
    "text/json",
    "text/plain",
    "text/plain; charset=utf-8",
    "text/plain; charset=us-ascii",
    "application/json;charset=\"US-ASCII\"",
    "application/x-www-form-urlencoded",
    "",
    NULL,
};

static const char *const refused[] = {
    "application/xml",
    "application/jsonp",
    "application/json-seq",
    "application/+json",
    "application",
    "json",
    "text/html",
    "image/svg+xml",
    "text/x+json",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "application/json; charset=utf-8-bom",
    "text/plain; charset=iso-8859-1",
    "application/json; charset=",
    "application/json; charset=\"utf-8",
    "application/json; charset=\"utf-8\"x",
    "text/plain; charset=us-ascii-8",
    "text/plain; charset=ascii",
    "*/*",
    "\xff",
};

START_TEST(json_types_are_read)
{
    for (size_t i = 0; i < sizeof read_as_json / sizeof *read_as_json; i++)
        ck_assert_msg(media_of(read_as_json[i]) & MEDIA_IS_JSON, "%s", read_as_json[i]);
}
END_TEST

START_TEST(a_type_says_one_thing_to_all)
{
    static const struct {
        const char *type;
        unsigned media;
    } said[] = {
        {NULL, MEDIA_IS_JSON},
        {"application/json", MEDIA_IS_JSON | MEDIA_NAMES_JSON},
        {"text/json; charset=utf-8", MEDIA_IS_JSON | MEDIA_NAMES_JSON},
        {"application/x+json; charset=latin1", MEDIA_NAMES_JSON},
        {"text/plain", MEDIA_IS_JSON},
        {"text/plain; charset=latin1", 0},
        {"application/x-ndjson", MEDIA_IS_LINES},
        {"Application/NDJSON ;charset=\"utf-8\"", MEDIA_IS_LINES},
        {"application/jsonl", MEDIA_IS_LINES},
        {"application/jsonl; charset=latin1", 0},
        {"application/jsonlines", 0},
        {"text/CSV; header=present", MEDIA_IS_CSV},
        {"text/csv; charset=latin1", MEDIA_IS_CSV},
        {"text/csvs", 0},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        ck_assert_msg(media_of(said[i].type) == (MEDIA_JUDGED | said[i].media), "%s", said[i].type ? said[i].type : "none");
}
END_TEST

START_TEST(other_types_are_refused_with_the_right_ones)
{
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        probe.request.content_type = refused[i];
        int status = probe_send(&probe, i % 2 ? "POST" : "QUERY", "/nim", "{\"heaps\":[]}");
        ck_assert_msg(status == 415, "%s: %d", refused[i], status);
        ck_assert_str_eq(probe_string(&probe, "code"), "unsupported_media_type");
        ck_assert_ptr_nonnull(strstr(probe_header(&probe, "Accept-Post"), "application/json"));
        ck_assert_ptr_nonnull(strstr(probe_header(&probe, "Accept-Query"), "application/json"));
    }
    ck_assert_int_eq(probe_send(&probe, "GET", "/nim?position={\"heaps\":[]}", NULL), 200);
    probe_free(&probe);
}
END_TEST

START_TEST(languages_are_weighed)
{
    static const struct {
        const char *header;
        enum language wanted;
    } cases[] = {
        {NULL, LANGUAGE_EN},
        {"", LANGUAGE_EN},
        {"zh", LANGUAGE_ZH},
        {"ZH-Hans-CN", LANGUAGE_ZH},
        {"zh-CN,zh;q=0.9,en;q=0.8", LANGUAGE_ZH},
        {"en;q=0.8, zh;q=0.9", LANGUAGE_ZH},
        {"zh;q=0.8, en;q=0.9", LANGUAGE_EN},
        {"en-US,en;q=0.5", LANGUAGE_EN},
        {"de, fr;q=0.5", LANGUAGE_EN},
        {"de, zh;q=0.1", LANGUAGE_ZH},
        {"zh;q=0", LANGUAGE_EN},
        {"en;q=0, *", LANGUAGE_ZH},
        {"*", LANGUAGE_EN},
        {"*;q=0.5, zh;q=0.6", LANGUAGE_ZH},
        {"zh;q=0.5, *;q=0.6", LANGUAGE_EN},
        {"zh, en", LANGUAGE_ZH},
        {"en, zh", LANGUAGE_EN},
        {"zhuang", LANGUAGE_EN},
        {"zh ; q=0.2 , en;q=0.1", LANGUAGE_ZH},
        {"zh;q=x, en;q=0.1", LANGUAGE_EN},
        {",,;,", LANGUAGE_EN},
        {"en;q=0.001, zh;q=0.002", LANGUAGE_ZH},
        {"en;q=0", LANGUAGE_EN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(accept_best_language(cases[i].header) == cases[i].wanted, "%s", cases[i].header);
}
END_TEST

static bool has_chinese(const char *text)
{
    return strpbrk(text, "\xe4\xe5\xe6\xe7\xe8\xe9") != NULL;
}

START_TEST(explanations_follow)
{
    struct probe probe;
    probe_init(&probe);
    probe.request.accept_language = "zh";
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[3,4,5],\"explain\":true}"), 200);
    ck_assert(has_chinese(probe_string(&probe, "explanation.0")));
    ck_assert_str_eq(probe_header(&probe, "Vary"), "Accept-Language");
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[3,4,5],\"explain\":\"en\"}"), 200);
    ck_assert(!has_chinese(probe_string(&probe, "explanation.0")));
    ck_assert_str_ne(probe_string(&probe, "explanation.0"), "");
    ck_assert_ptr_null(probe_header(&probe, "Vary"));
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[3,4,5],\"explain\":false}"), 200);
    ck_assert_ptr_null(probe_value(&probe, "explanation"));
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[3,4,5]}"), 200);
    ck_assert_ptr_null(probe_value(&probe, "explanation"));
    ck_assert_ptr_null(probe_header(&probe, "Vary"));
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[3,4,5],\"explain\":\"de\"}"), 422);
    ck_assert_str_eq(probe_string(&probe, "errors.0.pointer"), "/explain");
    probe_free(&probe);
}
END_TEST

/* `language` is that of every sentence but of an explanation that names its own; without it, all are in that one. */
START_TEST(words_and_explanation_may_differ)
{
    static const struct {
        const char *options;
        bool explained_zh, words_zh, varies;
    } cases[] = {
        {"\"explain\":\"zh\",\"language\":\"en\"", true, false, false},
        {"\"explain\":\"en\",\"language\":\"zh\"", false, true, false},
        {"\"explain\":\"zh\"", true, true, false},
        {"\"explain\":\"en\"", false, false, false},
        {"\"explain\":true,\"language\":\"en\"", false, false, false},
        {"\"explain\":true,\"language\":\"zh\"", true, true, false},
        {"\"explain\":true", true, true, true},
    };
    static const char *const asked[][2] = {{"/nim", "{\"heaps\":[3,4,5],\"words\":true,%s}"},
                                           {"/sum", "{\"terms\":[{\"game\":\"nim\",\"heaps\":[3]}],\"words\":true,%s}"}};
    struct probe probe;
    probe_init(&probe);
    probe.request.accept_language = "zh";
    for (size_t i = 0; i < sizeof cases / sizeof *cases * 2; i++) {
        char body[300];
        snprintf(body, sizeof body, asked[i % 2][1], cases[i / 2].options);
        ck_assert_int_eq(probe_send(&probe, "POST", asked[i % 2][0], body), 200);
        ck_assert_msg(has_chinese(probe_string(&probe, "explanation.0")) == cases[i / 2].explained_zh, "%s", body);
        ck_assert_msg(has_chinese(probe_string(&probe, "winning_moves.0.text")) == cases[i / 2].words_zh, "%s", body);
        ck_assert_msg((probe_header(&probe, "Vary") != NULL) == cases[i / 2].varies, "%s", body);
    }
    char tags[2][64];
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_eq(probe_send(&probe, "POST", "/nim",
                                    i ? "{\"heaps\":[3],\"words\":true,\"explain\":\"zh\",\"language\":\"en\"}"
                                      : "{\"heaps\":[3],\"words\":true,\"explain\":\"zh\"}"),
                         200);
        snprintf(tags[i], sizeof tags[i], "%s", probe_header(&probe, "ETag"));
    }
    ck_assert_str_ne(tags[0], tags[1]);
    probe_free(&probe);
}
END_TEST

SUITE(json_types_are_read, a_type_says_one_thing_to_all, other_types_are_refused_with_the_right_ones, languages_are_weighed,
      explanations_follow, words_and_explanation_may_differ, )
