/* Answers: the order of fields, the lists and their pages, and all faults at once. */
#include "core/limits.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(struct probe *probe, const char *path, const char *body, const char *answer)
{
    int status = probe_send(probe, "POST", path, body);
    ck_assert_msg(status == 200, "%s %s: %d %s", path, body, status, probe_text(probe));
    ck_assert_str_eq(probe_text(probe), answer);
}

START_TEST(the_answer_is_as_the_contract_says)
{
    struct probe probe;
    probe_init(&probe);
    expect(&probe, "/nim", "{\"heaps\":[3,4,5]}",
           "{\"game\":\"nim\",\"verdict\":\"win\",\"grundy\":2,\"move_count\":12,\"winning_move_count\":1,"
           "\"winning_moves\":[{\"heap\":0,\"take\":2}],\"truncated\":false,\"method\":\"nim-sum\",\"nim_sum\":2}");
    expect(&probe, "/nim", "{\"heaps\":[3,4,5],\"moves\":\"none\"}",
           "{\"game\":\"nim\",\"verdict\":\"win\",\"grundy\":2,\"move_count\":12,\"winning_move_count\":1,\"truncated\":false,"
           "\"method\":\"nim-sum\",\"nim_sum\":2}");
    expect(
        &probe, "/nim", "{\"heaps\":[1,2],\"moves\":\"all\"}",
        "{\"game\":\"nim\",\"verdict\":\"win\",\"grundy\":3,\"move_count\":3,\"winning_move_count\":1,\"moves\":["
        "{\"heap\":0,\"take\":1,\"outcome\":\"loss\",\"grundy\":2},{\"heap\":1,\"take\":1,\"outcome\":\"win\",\"grundy\":0},"
        "{\"heap\":1,\"take\":2,\"outcome\":\"loss\",\"grundy\":1}],\"truncated\":false,\"method\":\"nim-sum\",\"nim_sum\":3}");
    expect(&probe, "/nim", "{\"heaps\":[2,1],\"misere\":true}",
           "{\"game\":\"nim\",\"verdict\":\"win\",\"grundy\":null,\"move_count\":3,\"winning_move_count\":1,"
           "\"winning_moves\":[{\"heap\":0,\"take\":2}],\"truncated\":false,\"method\":\"nim-sum\",\"nim_sum\":3}");
    expect(&probe, "/zero", "{}",
           "{\"game\":\"zero\",\"verdict\":\"loss\",\"grundy\":0,\"move_count\":0,\"winning_move_count\":0,\"winning_moves\":[],"
           "\"truncated\":false,\"method\":\"rule\"}");
    probe_free(&probe);
}
END_TEST

START_TEST(scores_have_draws_and_best_moves)
{
    static const struct {
        const char *moves, *names;
    } cases[] = {
        {"winning", "game verdict grundy move_count winning_move_count winning_moves drawing_move_count drawing_moves truncated "
                    "method value best_move_count best_moves"},
        {"all",
         "game verdict grundy move_count winning_move_count drawing_move_count moves truncated method value best_move_count"},
        {"none", "game verdict grundy move_count winning_move_count drawing_move_count truncated method value best_move_count"},
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[100];
        snprintf(body, sizeof body, "{\"piles\":[5,3,4,5],\"moves\":\"%s\"}", cases[i].moves);
        ck_assert_int_eq(probe_send(&probe, "POST", "/stone-ends", body), 200);
        ck_assert_str_eq(probe_names(&probe, probe.json), cases[i].names);
        ck_assert(cJSON_IsNull(probe_value(&probe, "grundy")));
    }
    ck_assert_int_eq(probe_send(&probe, "POST", "/custom",
                                "{\"rules\":{\"vars\":\"n: 0..9\",\"moves\":[{\"name\":\"take\",\"when\":\"n > 0\","
                                "\"score\":\"n\",\"do\":\"n -= 1\"}]},\"state\":{\"n\":5}}"),
                     200);
    ck_assert_str_eq(probe_names(&probe, probe.json),
                     "game verdict grundy move_count winning_move_count winning_moves drawing_move_count drawing_moves truncated "
                     "method value best_move_count best_moves states cyclic remoteness");
    probe_free(&probe);
}
END_TEST

START_TEST(one_decider_has_no_verdict)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "POST", "/stone-halves", "{\"piles\":[6,2,3,4,5,5],\"explain\":\"en\"}"), 200);
    ck_assert_str_eq(probe_names(&probe, probe.json),
                     "game verdict grundy move_count truncated method value best_move_count best_moves explanation");
    ck_assert(cJSON_IsNull(probe_value(&probe, "verdict")));
    ck_assert_int_eq((int)probe_value(&probe, "value")->valuedouble, 18);
    ck_assert_int_eq(probe_send(&probe, "POST", "/stone-halves", "{\"piles\":[6,2,3,4,5,5],\"moves\":\"all\"}"), 200);
    ck_assert_str_eq(probe_names(&probe, probe_value(&probe, "moves.0")), "left");
    probe_free(&probe);
}
END_TEST

START_TEST(pages_tell_what_they_leave_out)
{
    static const struct {
        const char *options;
        int listed;
        bool truncated;
    } cases[] = {
        {"", 100, true},
        {",\"limit\":0", 0, true},
        {",\"limit\":300", 300, false},
        {",\"limit\":299", 299, true},
        {",\"limit\":300,\"offset\":1", 299, true},
        {",\"offset\":299", 1, true},
        {",\"offset\":300", 0, true},
        {",\"offset\":\"1000000000000000000000000\"", 0, true},
        {",\"limit\":10000", 300, false},
        {",\"limit\":\"7\"", 7, true},
    };
    struct probe probe;
    probe_init(&probe);
    char body[200];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(body, sizeof body, "{\"heaps\":[300],\"moves\":\"all\"%s}", cases[i].options);
        ck_assert_int_eq(probe_send(&probe, "POST", "/nim", body), 200);
        ck_assert_msg(cJSON_GetArraySize(probe_value(&probe, "moves")) == cases[i].listed, "%s", body);
        ck_assert_msg(cJSON_IsTrue(probe_value(&probe, "truncated")) == cases[i].truncated, "%s", body);
        ck_assert_int_eq((int)probe_value(&probe, "move_count")->valuedouble, 300);
    }
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[300],\"moves\":\"none\",\"limit\":0}"), 200);
    ck_assert(cJSON_IsFalse(probe_value(&probe, "truncated")));
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[5,5],\"offset\":7}"), 200);
    ck_assert(cJSON_IsFalse(probe_value(&probe, "truncated")));
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[5],\"offset\":7}"), 200);
    ck_assert(cJSON_IsTrue(probe_value(&probe, "truncated")));
    probe_free(&probe);
}
END_TEST

START_TEST(positions_can_be_posted_back)
{
    struct probe probe;
    probe_init(&probe);
    expect(&probe, "/nim", "{\"misere\":false,\"heaps\":[2,1],\"positions\":true}",
           "{\"game\":\"nim\",\"verdict\":\"win\",\"grundy\":3,\"move_count\":3,\"winning_move_count\":1,"
           "\"winning_moves\":[{\"heap\":0,\"take\":1,\"to\":{\"heaps\":[1,1],\"misere\":false}}],\"truncated\":false,"
           "\"method\":\"nim-sum\",\"nim_sum\":3}");
    expect(&probe, "/nim", "{\"heaps\":[\"36893488147419103232\"],\"positions\":true}",
           "{\"game\":\"nim\",\"verdict\":\"win\",\"grundy\":\"36893488147419103232\",\"move_count\":\"36893488147419103232\","
           "\"winning_move_count\":1,\"winning_moves\":[{\"heap\":0,\"take\":\"36893488147419103232\",\"to\":{\"heaps\":[0]}}],"
           "\"truncated\":false,\"method\":\"nim-sum\",\"nim_sum\":\"36893488147419103232\"}");
    probe_free(&probe);
}
END_TEST

/* Texts that are long enough to move the answer in memory while positions are being written. */
START_TEST(many_positions_survive_the_growth_of_the_answer)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[3000],\"moves\":\"all\",\"limit\":3000,\"positions\":true}"),
                     200);
    int i = 0;
    const cJSON *move;
    cJSON_ArrayForEach(move, probe_value(&probe, "moves"))
    {
        const cJSON *to = cJSON_GetObjectItemCaseSensitive(move, "to");
        int left = (int)cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(to, "heaps"), 0)->valuedouble;
        ck_assert_int_eq(left, 2999 - i);
        i++;
    }
    ck_assert_int_eq(i, 3000);
    probe_free(&probe);
}
END_TEST

START_TEST(all_faults_are_told_at_once)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim",
                                "{\"heaps\":[3,-4,5.5,\"x\",18446744073709551616],\"moves\":\"some\",\"limit\":10001,"
                                "\"offset\":-1,\"heap\":1}"),
                     422);
    static const char *const wanted[][2] = {
        {"/heaps/1", "out_of_range"},   {"/heaps/2", "not_an_integer"}, {"/heaps/3", "not_an_integer"},
        {"/heaps/4", "unsafe_integer"}, {"/moves", "out_of_range"},     {"/limit", "out_of_range"},
        {"/offset", "out_of_range"},    {"/heap", "unknown_field"},
    };
    ck_assert_str_eq(probe_string(&probe, "code"), "invalid_position");
    ck_assert_str_eq(probe_names(&probe, probe.json), "type title status code detail errors");
    ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "errors")), (int)(sizeof wanted / sizeof *wanted));
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        char path[40];
        snprintf(path, sizeof path, "errors.%zu.pointer", i);
        ck_assert_str_eq(probe_string(&probe, path), wanted[i][0]);
        snprintf(path, sizeof path, "errors.%zu.code", i);
        ck_assert_str_eq(probe_string(&probe, path), wanted[i][1]);
    }
    ck_assert_str_eq(probe_string(&probe, "detail"), "heaps[1] must be at least 0, and 7 more faults");
    probe_free(&probe);
}
END_TEST

START_TEST(details_name_the_place)
{
    static const struct {
        const char *path, *body, *detail;
    } cases[] = {
        {"/nim", "{\"heaps\":[3,-4]}", "heaps[1] must be at least 0"},
        {"/nim", "{}", "heaps is missing"},
        {"/nim", "{\"heaps\":[-1,-1]}", "heaps[0] must be at least 0, and 1 more fault"},
        {"/nim", "{\"heaps\":[],\"heap\":1}", "heap: unknown field; did you mean \"heaps\"?"},
        {"/nim", "{\"heaps\":[],\"a/b~c\":1}", "a/b~c: unknown field"},
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_int_eq(probe_send(&probe, "POST", cases[i].path, cases[i].body), 422);
        const char *detail = probe_string(&probe, "detail");
        const char *rest = strstr(detail, "; the fields are "); /* the list of names changes with the options */
        ck_assert_msg(strncmp(detail, cases[i].detail, strlen(cases[i].detail)) == 0, "%s", detail);
        ck_assert_msg(detail[strlen(cases[i].detail)] == '\0' || detail + strlen(cases[i].detail) == rest, "%s", detail);
    }
    probe_free(&probe);
}
END_TEST

START_TEST(a_long_name_is_pointed_to_and_cut_in_words)
{
    char body[2000] = "{\"heaps\":[],\"";
    size_t at = strlen(body);
    for (int i = 0; i < 500; i++, at += 3)
        memcpy(body + at, "\xe5\xb0\xbc", 3);
    memcpy(body + at, "\":1}", 5);
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", body), 422);
    ck_assert_uint_eq(strlen(probe_string(&probe, "errors.0.pointer")), 1501);
    ck_assert_uint_lt(strlen(probe_string(&probe, "detail")), 400);
    probe_free(&probe);
}
END_TEST

/* What only the game can check is checked also when an option, but nothing of the position, is wrong. */
START_TEST(options_do_not_hide_what_the_game_finds)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "POST", "/stone-rivals", "{\"mine\":[1],\"theirs\":[],\"limit\":-1,\"x\":1}"), 422);
    bool inconsistent = false;
    const cJSON *error;
    cJSON_ArrayForEach(error, probe_value(&probe, "errors")) inconsistent |=
        strcmp(cJSON_GetObjectItemCaseSensitive(error, "code")->valuestring, "inconsistent") == 0;
    ck_assert(inconsistent);
    ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "errors")), 3);
    ck_assert_int_eq(probe_send(&probe, "POST", "/stone-rivals", "{\"mine\":[1],\"theirs\":[\"x\"]}"), 422);
    ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "errors")), 1);
    probe_free(&probe);
}
END_TEST

START_TEST(what_is_no_object_is_no_question)
{
    static const struct {
        const char *body;
        int offset;
    } cases[] = {
        {"", 0},    {"  [1]", 2}, {"3", 0}, {"null", 0}, {"\"x\"", 0}, {"{\"heaps\":[3,4,}", 14}, {"{\"a\":1,\"a\":2}", 7},
        {"{} x", 3}};
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_int_eq(probe_send(&probe, "POST", "/nim", cases[i].body), 400);
        ck_assert_str_eq(probe_string(&probe, "code"), "invalid_json");
        ck_assert_str_eq(probe_names(&probe, probe.json), "type title status code detail offset");
        ck_assert_msg((int)probe_value(&probe, "offset")->valuedouble == cases[i].offset, "%s: %s", cases[i].body,
                      probe_text(&probe));
    }
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", NULL), 400);
    ck_assert_str_eq(probe_string(&probe, "code"), "invalid_json");
    probe_free(&probe);
}
END_TEST

/* Heaps whose position takes many bytes, listed with each of 10000 moves. */
static char *many_heaps(size_t count, const char *options)
{
    char *body = malloc(count * 16 + 300), *at = body + sprintf(body, "{\"heaps\":[");
    for (size_t i = 0; i < count; i++)
        at += sprintf(at, "%s%zu", i ? "," : "", (size_t)100000000000000 + i);
    sprintf(at, "],\"limit\":10000%s}", options);
    return body;
}

START_TEST(a_list_ends_before_four_megabytes)
{
    static const struct {
        size_t heaps;
        const char *options;
        size_t shortest;
    } cases[] = {
        {1000, ",\"moves\":\"all\",\"positions\":true", ANSWER_BYTES - 20000},
        {1000, ",\"moves\":\"all\",\"positions\":true,\"explain\":\"en\"", ANSWER_BYTES - 100000},
        {60000, ",\"positions\":true,\"moves\":\"all\"", ANSWER_BYTES - 1000000},
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *body = many_heaps(cases[i].heaps, cases[i].options);
        ck_assert_int_eq(probe_send(&probe, "POST", "/nim", body), 200);
        size_t size = strlen(probe_text(&probe));
        ck_assert_uint_le(size, ANSWER_BYTES);
        ck_assert_uint_ge(size, cases[i].shortest);
        ck_assert(cJSON_IsTrue(probe_value(&probe, "truncated")));
        ck_assert_int_ge(cJSON_GetArraySize(probe_value(&probe, "moves")), 1);
        ck_assert_ptr_nonnull(probe_value(&probe, "nim_sum"));
        ck_assert(!strstr(cases[i].options, "explain") || probe_value(&probe, "explanation"));
        free(body);
    }
    probe_free(&probe);
}
END_TEST

/* Commas of the list of that name, and 1. */
static size_t listed_in(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    ck_assert_ptr_nonnull(at);
    at = strchr(at, '[');
    size_t n = at[1] != ']';
    for (; *at != ']'; at++)
        n += *at == ',';
    return n;
}

/* The text of a long answer, which is not parsed; to be freed. */
static char *answer_of_graph(struct probe *probe, const char *body)
{
    char *copy = strdup(body);
    struct reply reply;
    struct budget budget = {.left = BUDGET_STEPS, .arena = &probe->arena};
    const struct request request = {.method = "POST", .target = "/graph", .body = copy, .body_size = strlen(body)};
    arena_reset(&probe->arena);
    api_handle(&probe->api, &request, &probe->arena, &budget, &reply);
    ck_assert_msg(reply.status == 200, "%.*s", (int)reply.body_size, reply.body);
    char *text = strndup(reply.body, reply.body_size);
    free(copy);
    return text;
}

START_TEST(a_games_own_lists_end_too)
{
    enum { FAN = 3000 };
    static char fan[FAN * 12 + 200];
    char *at = fan + sprintf(fan, "{\"edges\":[");
    for (int i = 1; i <= FAN; i++)
        at += sprintf(at, "%s[0,%d]", i > 1 ? "," : "", i);
    sprintf(at, "],\"nodes\":1000000,\"tokens\":[0],\"all_nodes\":true,\"positions\":true,\"limit\":10000}");
    const struct {
        const char *body;
        bool truncated;
    } cases[] = {
        {"{\"edges\":[],\"nodes\":1000000,\"tokens\":[],\"all_nodes\":true}", true},
        {"{\"edges\":[],\"nodes\":1000000,\"tokens\":[1],\"misere\":true,\"all_nodes\":true,\"explain\":\"zh\"}", true},
        {fan, true},
        {"{\"edges\":[],\"nodes\":800000,\"tokens\":[7],\"all_nodes\":true}", false},
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = answer_of_graph(&probe, cases[i].body);
        const char *verdicts = strstr(text, "\"verdicts\":\"") + 12;
        size_t nodes = strspn(verdicts, "WLD"), size = strlen(text);
        ck_assert_uint_le(size, ANSWER_BYTES);
        ck_assert_ptr_nonnull(strstr(text, cases[i].truncated ? "\"truncated\":true" : "\"truncated\":false"));
        ck_assert(cases[i].truncated ? size > ANSWER_BYTES - 3000 && nodes < 1000000 : nodes == 800000);
        ck_assert_uint_eq(listed_in(text, "\"grundy_values\""), nodes);
        ck_assert_uint_eq(listed_in(text, "\"remotenesses\""), nodes);
        free(text);
    }
    probe_free(&probe);
}
END_TEST

/* best_moves stands behind `truncated`, which must tell of it all the same. */
START_TEST(a_later_list_is_told_by_truncated)
{
    enum { STONES = 1000 };
    struct probe probe;
    char *body = malloc(STONES * 30 + 200), *at = body + sprintf(body, "{\"mine\":[");
    for (int list = 0; list < 2; list++) {
        for (int i = 0; i < STONES; i++)
            at += sprintf(at, "%s999999999999", i ? "," : "");
        at += sprintf(at, list ? "]" : "],\"theirs\":[");
    }
    sprintf(at, ",\"limit\":1000,\"positions\":true}");
    probe_init(&probe);
    ck_assert_msg(probe_send(&probe, "POST", "/stone-rivals", body) == 200, "%s", probe_text(&probe));
    int listed = cJSON_GetArraySize(probe_value(&probe, "best_moves"));
    ck_assert_int_eq(listed, 1); /* the list of winning moves left no room, and one is always there */
    ck_assert_uint_le(strlen(probe_text(&probe)), ANSWER_BYTES + strlen(body));
    ck_assert_int_eq((int)probe_value(&probe, "best_move_count")->valuedouble, STONES);
    ck_assert(cJSON_IsTrue(probe_value(&probe, "truncated")));
    free(body);
    probe_free(&probe);
}
END_TEST

SUITE(a_list_ends_before_four_megabytes, a_games_own_lists_end_too, a_later_list_is_told_by_truncated,
      the_answer_is_as_the_contract_says, scores_have_draws_and_best_moves, one_decider_has_no_verdict,
      pages_tell_what_they_leave_out, positions_can_be_posted_back, many_positions_survive_the_growth_of_the_answer,
      all_faults_are_told_at_once, details_name_the_place, a_long_name_is_pointed_to_and_cut_in_words,
      options_do_not_hide_what_the_game_finds, what_is_no_object_is_no_question)
