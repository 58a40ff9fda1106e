/* Problems in Chinese, and options as parameters of GET. */
#include "api/problem/words.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_chinese(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0xe4 && (unsigned char)*text <= 0xe9)
            return true;
    return false;
}

static const char *const fixed[] = {
#define STATUS(name, http, title, meaning, mend) title, meaning, mend,
#include "core/status.def"
#undef STATUS
#define FAULT(name, meaning) meaning,
#include "core/value/fault.def"
#undef FAULT
};

START_TEST(every_fixed_text_is_there)
{
    struct arena arena;
    arena_init(&arena, NULL, 0, 1 << 20);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        const char *zh = words_in(&arena, LANGUAGE_ZH, fixed[i]);
        ck_assert_msg(zh && is_chinese(zh), "%s", fixed[i]);
        ck_assert_str_eq(words_in(&arena, LANGUAGE_EN, fixed[i]), fixed[i]);
    }
    ck_assert_ptr_null(words_in(&arena, LANGUAGE_ZH, "a sentence that nobody says"));
    ck_assert_str_eq(words_in(&arena, LANGUAGE_ZH, "must be at least -3"), "至少应为 -3");
    ck_assert_str_eq(words_in(&arena, LANGUAGE_ZH, "must have exactly 2 items"), "须恰有 2 项");
    ck_assert_str_eq(words_in(&arena, LANGUAGE_ZH, "must be an integer or a list"), "须为整数或列表");
    ck_assert_str_eq(words_in(&arena, LANGUAGE_ZH, "must be one of \"a\", \"b\", \"c\""), "须为下列之一：\"a\"、\"b\"、\"c\"");
    ck_assert_str_eq(words_in(&arena, LANGUAGE_ZH, "the digit at place 1 after the point is '9', but must be 0 to 7"),
                     "小数点后第 1 位是 '9'，但应为 0 至 7");
    arena_reset(&arena);
}
END_TEST

/* What clients send by mistake: path and body, or a target of GET. */
static const struct {
    const char *path, *body;
} mistakes[] = {
    {"/nim", "{\"heaps\":[3,4,}"},
    {"/nim", "[]"},
    {"/nim", "{\"heaps\":[1],\"heaps\":[2]}"},
    {"/nim", "{\"heaps\":[01]}"},
    {"/nim", "{\"heaps\":[3,-4,5],\"mis\\u00e8re\":true,\"misere\":3,\"limit\":99999}"},
    {"/nim", "{\"heaps\":[3.5,18446744073709551616,\"x\",null]}"},
    {"/nim", "{}"},
    {"/wythoff", "{\"heaps\":[1]}"},
    {"/georgia-bob", "{\"chessmen\":[1,1]}"},
    {"/stone-rivals", "{\"mine\":[1],\"theirs\":[]}"},
    {"/squares", "{\"grid\":[\"..\",\"...\",\"x\"]}"},
    {"/sg", "{\"rules\":{\"octal\":\"0.9\"},\"heaps\":[1]}"},
    {"/sg", "{\"rules\":{\"octal\":\"2.7\"},\"heaps\":[1]}"},
    {"/sg", "{\"rules\":{\"take\":[1],\"split\":\"smaller\"},\"heaps\":[1]}"},
    {"/sg", "{\"rules\":{},\"heaps\":[1]}"},
    {"/sg", "{\"rules\":{\"take\":\"squares\"},\"heaps\":[100000000000]}"},
    {"/pieces", "{\"piece\":\"pawn\",\"squares\":[[1]]}"},
    {"/pieces", "{\"piece\":\"queen\",\"squares\":[[3000,1],[1,1]]}"},
    {"/cat-mouse", "{\"graph\":[[1],[2],[]],\"cat\":0}"},
    {"/sum", "{\"terms\":[{\"game\":\"nimm\"},3,{\"game\":\"stone-ends\",\"piles\":[1]},{\"game\":\"nim\",\"heaps\":[],"
             "\"misere\":true}]}"},
    {"/sum", "{\"terms\":[{\"game\":\"wythoff\",\"heaps\":[5000,1]}]}"},
    {"/grade", "{\"game\":\"nim\",\"position\":{\"heaps\":[1]}}"},
    {"/grade", "{\"game\":\"nim\",\"position\":{\"heaps\":[1]},\"claim\":{\"verdit\":1,\"grundy\":[]}}"},
    {"/apply", "{\"game\":\"nim\",\"position\":3,\"move\":{\"heap\":-1}}"},
    {"/batch", "{\"questions\":3}"},
    {"/nimm", "{}"},
    {"/healthz", "{}"},
    {"/nim?x=1", "{}"},
    {"/nim?position={}", NULL},
    {"/nim?position={\"heaps\":[1],\"limit\":1}&limit=2", NULL},
    {"/nim?position={}&depth=1", NULL},
    {"/nim?position={}&limt=1", NULL},
    {"/nim", NULL},
    {"/nim?position=%zz", NULL},
};

START_TEST(every_mistake_is_told_in_chinese)
{
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const char *method = mistakes[i].body ? "POST" : "GET";
        probe.request.accept_language = "zh-CN,en;q=0.5";
        int status = probe_send(&probe, method, mistakes[i].path, mistakes[i].body);
        const char *what = mistakes[i].body ? mistakes[i].body : mistakes[i].path;
        ck_assert_msg(status >= 400, "%s: %d", what, status);
        ck_assert_msg(is_chinese(probe_string(&probe, "title")), "%s: %s", what, probe_text(&probe));
        ck_assert_msg(is_chinese(probe_string(&probe, "detail")), "%s: %s", what, probe_text(&probe));
        ck_assert_str_eq(probe_header(&probe, "Vary"), "Accept-Language");
        const cJSON *error;
        cJSON_ArrayForEach(error, cJSON_GetObjectItem(probe.json, "errors"))
        {
            const cJSON *detail = cJSON_GetObjectItem(error, "detail");
            ck_assert_msg(is_chinese(detail->valuestring), "%s: %s", what, detail->valuestring);
        }
        probe.request.accept_language = "en";
        probe_send(&probe, method, mistakes[i].path, mistakes[i].body);
        ck_assert_msg(!is_chinese(probe_string(&probe, "title")), "%s: %s", what, probe_text(&probe));
    }
    probe_free(&probe);
}
END_TEST

START_TEST(pages_of_problems_speak_both_languages)
{
    struct probe probe;
    probe_init(&probe);
    probe.request.accept_language = "zh";
    ck_assert_int_eq(probe_send(&probe, "GET", "/problems/out_of_range", NULL), 200);
    ck_assert_str_eq(probe_string(&probe, "title"), "值超出该字段允许的范围");
    ck_assert_str_eq(probe_string(&probe, "example.answer.detail"), "heaps[1] 至少应为 0");
    ck_assert_str_eq(probe_header(&probe, "Vary"), "Accept-Language");
    probe.request.accept_language = NULL;
    ck_assert_int_eq(probe_send(&probe, "GET", "/problems/out_of_range", NULL), 200);
    ck_assert_str_eq(probe_string(&probe, "example.answer.detail"), "heaps[1] must be at least 0");
    probe_free(&probe);
}
END_TEST

START_TEST(an_unknown_parameter_names_the_nearest)
{
    static const struct {
        const char *parameter, *meant;
    } cases[] = {{"limt", "; did you mean \"limit\"?"},       {"Explain", "; did you mean \"explain\"?"},
                 {"postion", "; did you mean \"position\"?"}, {"langauge", "; did you mean \"language\"?"},
                 {"word", "; did you mean \"words\"?"},       {"depth", ""}};
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[100], detail[200];
        snprintf(path, sizeof path, "/nim?position={\"heaps\":[3]}&%s=1", cases[i].parameter);
        snprintf(detail, sizeof detail, "the query has the parameter %s, which is neither `position` nor an option%s",
                 cases[i].parameter, cases[i].meant);
        ck_assert_int_eq(probe_send(&probe, "GET", path, NULL), 400);
        ck_assert_str_eq(probe_string(&probe, "detail"), detail);
    }
    probe_free(&probe);
}
END_TEST

START_TEST(options_are_parameters_too)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(
        probe_send(&probe, "GET", "/nim?position={\"heaps\":[3,4,5]}&explain=zh&moves=all&limit=2&positions=true", NULL), 200);
    ck_assert(is_chinese(probe_string(&probe, "explanation.0")));
    ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "moves")), 2);
    ck_assert_ptr_nonnull(probe_value(&probe, "moves.1.to.heaps"));
    ck_assert_int_eq(probe_send(&probe, "GET", "/nim?language=zh&explain=true&position={\"heaps\":[3,4,5]}", NULL), 200);
    ck_assert(is_chinese(probe_string(&probe, "explanation.0")));
    ck_assert_ptr_null(probe_header(&probe, "Vary"));
    ck_assert_int_eq(probe_send(&probe, "GET", "/nim?position={\"heaps\":[3,-4],\"limit\":1}&limit=1", NULL), 422);
    ck_assert_str_eq(probe_string(&probe, "errors.0.code"), "duplicate");
    ck_assert_str_eq(probe_string(&probe, "errors.0.pointer"), "/limit");
    ck_assert_str_eq(probe_string(&probe, "errors.1.pointer"), "/heaps/1");
    ck_assert_int_eq(probe_send(&probe, "GET", "/nim?position={\"heaps\":[3]}&limit=1&limit=1", NULL), 422);
    ck_assert_str_eq(probe_string(&probe, "errors.0.code"), "duplicate");
    ck_assert_int_eq(probe_send(&probe, "GET", "/nim?position={\"heaps\":[3]}&limit=x", NULL), 422);
    ck_assert_str_eq(probe_string(&probe, "errors.0.pointer"), "/limit");
    ck_assert_int_eq(probe_send(&probe, "GET", "/nim?position={\"heaps\":[3]}&misere=true", NULL), 400);
    probe_free(&probe);
}
END_TEST

/* Counts that are null, and the beginning of the reason. 0.16 to heap 10^6 has a proven period, 105,351 and three times 149,459
 * values long: more than 10^8 steps for 200 heaps. */
static const struct {
    const char *rules, *heap, *en, *zh;
    int heaps;
} uncounted[] = {
    {"{\"take\":\"divisors\"}", "3541774862152233910272", "not all divisors", "这样大的堆", 1},
    {"{\"take\":[\"primes\",1]}", "1000000000000000000000000000002", "only amounts up to 10000000", "只考察不超过 10000000", 1},
    {"{\"octal\":\"0.6\"}", "30000", "the heaps have more than 10000000 moves in all, and no closed form",
     "各堆共有超过 10000000 种走法，而这些规则的走法没有", 700},
    {"{\"octal\":\"0.16\"}", "1000000",
     "the heaps have more than 10000000 moves in all, and to count them by the proven period would take more than 100000000 "
     "steps",
     "各堆共有超过 10000000 种走法，而按已证明的周期计数需要超过 100000000 步", 200},
};

/* The position, with options behind it. */
static const char *uncounted_body(size_t i, const char *options)
{
    static char body[16384];
    char *end = body + sprintf(body, "{\"rules\":%s,\"heaps\":[", uncounted[i].rules);
    for (int k = 0; k < uncounted[i].heaps; k++)
        end += sprintf(end, "%s\"%s\"", k ? "," : "", uncounted[i].heap);
    sprintf(end, "]%s}", options);
    return body;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

START_TEST(why_a_count_is_null_is_told_in_both_languages)
{
    static char claim[20000];
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof uncounted / sizeof *uncounted; i++) {
        ck_assert_int_eq(probe_send(&probe, "POST", "/sg", uncounted_body(i, ",\"limit\":1")), 200);
        ck_assert_msg(begins(probe_string(&probe, "count_limit"), uncounted[i].en), "%s", probe_text(&probe));
        ck_assert(cJSON_IsNull(probe_value(&probe, "move_count")));
        ck_assert_int_eq(probe_send(&probe, "POST", "/sg", uncounted_body(i, ",\"limit\":1,\"language\":\"zh\"")), 200);
        ck_assert_msg(begins(probe_string(&probe, "count_limit"), uncounted[i].zh), "%s", probe_text(&probe));
        snprintf(claim, sizeof claim, "{\"language\":\"zh\",\"game\":\"sg\",\"claim\":{\"move_count\":3},\"position\":%s}",
                 uncounted_body(i, ""));
        ck_assert_int_eq(probe_send(&probe, "POST", "/grade", claim), 422);
        ck_assert_msg(strstr(probe_string(&probe, "detail"), uncounted[i].zh), "%s", probe_text(&probe));
    }
    probe_free(&probe);
}
END_TEST

SUITE(every_fixed_text_is_there, every_mistake_is_told_in_chinese, pages_of_problems_speak_both_languages,
      an_unknown_parameter_names_the_nearest, options_are_parameters_too, why_a_count_is_null_is_told_in_both_languages)
