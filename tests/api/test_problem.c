/* Every way a request can end badly, as far as it needs no socket, and the pages that explain it. */
#include "api/problem/problem.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status give_up(void *what)
{
    return *(enum status *)what;
}

/* A body that costs the solver more steps than the budget has, and about as much memory as one likes. */
static char *many_heaps(size_t n)
{
    char *body = malloc(n * 5 + 100);
    ck_assert_ptr_nonnull(body);
    size_t at = (size_t)snprintf(body, 20, "{\"heaps\":[");
    for (size_t i = 0; i < n; i++)
        at += (size_t)snprintf(body + at, 6, "%s%zu", i ? "," : "", i % 100 + 100);
    snprintf(body + at, 60, "],\"moves\":\"all\",\"positions\":true}");
    return body;
}

START_TEST(a_spent_budget_ends_the_question)
{
    static const struct {
        enum status status;
        int http;
        bool retry;
    } cases[] = {{STATUS_deadline_exceeded, 503, true},
                 {STATUS_overloaded, 503, true},
                 {STATUS_shutting_down, 503, true},
                 {STATUS_internal, 500, false}};
    struct probe probe;
    probe_init(&probe);
    char *body = many_heaps(1000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum status status = cases[i].status;
        probe.budget = (struct budget){.left = 1, .look = give_up, .what = &status};
        ck_assert_int_eq(probe_send(&probe, "GET", "/healthz", NULL), 200);
        ck_assert_int_eq(probe_send(&probe, "POST", "/nim", body), cases[i].http);
        ck_assert_str_eq(probe_string(&probe, "code"), problem_kind(status)->code);
        ck_assert_int_eq(probe.reply.problem, status);
        ck_assert_int_eq(probe_header(&probe, "Retry-After") != NULL, cases[i].retry);
        ck_assert_str_eq(probe_header(&probe, "Cache-Control"), "no-store");
        ck_assert_str_eq(probe_header(&probe, "Access-Control-Allow-Origin"), "*");
        ck_assert_ptr_null(probe_header(&probe, "ETag"));
        ck_assert_str_eq(probe.reply.endpoint, "nim");
    }
    free(body);
    probe_free(&probe);
}
END_TEST

START_TEST(exhausted_memory_is_too_large_at_every_size)
{
    struct probe probe;
    probe_init(&probe);
    char *body = many_heaps(3000);
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", body), 200);
    bool refused = false, told = false;
    for (size_t room = 0; room < 8000000; room += room / 3 + 1000) {
        probe.arena_max = room;
        int status = probe_send(&probe, "POST", "/nim", body);
        refused |= status == 422;
        ck_assert_msg(status == 422 || status == 200, "%zu bytes: %d", room, status);
        if (status == 200)
            continue;
        ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
        const cJSON *limit = probe_value(&probe, "limit");
        told |= limit != NULL;
        if (limit)
            ck_assert_uint_eq((size_t)limit->valuedouble, room);
    }
    ck_assert(refused && told);
    free(body);
    probe_free(&probe);
}
END_TEST

START_TEST(a_reply_that_was_given_up_leaves_no_header)
{
    struct probe probe;
    probe_init(&probe);
    bool refused = false;
    for (size_t room = 0; room < 8000; room += 16) {
        probe.arena_max = room;
        int status = probe_send(&probe, "PUT", "/nim", NULL);
        ck_assert(status == 405 || status == 422);
        ck_assert_int_eq(probe_header(&probe, "Allow") != NULL, status == 405);
        refused |= status == 422;
    }
    ck_assert_int_eq(probe.reply.status, 405);
    ck_assert(refused);
    probe_free(&probe);
}
END_TEST

START_TEST(documents_fail_as_questions_do)
{
    static const char *const documents[] = {"/games", "/games/nim", "/problems", "/openapi.json", "/openapi.yaml", "/nowhere"};
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        probe.arena_max = 100;
        ck_assert_int_eq(probe_send(&probe, "GET", documents[i], NULL), 422);
        ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
    }
    probe_free(&probe);
}
END_TEST

/* A move may hold any number from 0 on: what the game does not allow of these is an answer, not a fault. */
START_TEST(a_negative_number_of_a_move_is_told_what_can_be_read)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(
        probe_send(&probe, "POST", "/apply", "{\"game\":\"nim\",\"position\":{\"heaps\":[3]},\"move\":{\"heap\":0,\"take\":-1}}"),
        422);
    ck_assert_str_eq(probe_string(&probe, "detail"), "move.take must be at least 0");
    ck_assert_int_eq(
        probe_send(&probe, "POST", "/apply", "{\"game\":\"nim\",\"position\":{\"heaps\":[3]},\"move\":{\"heap\":0,\"take\":0}}"),
        200);
    probe_free(&probe);
}
END_TEST

/* The request's own `language` goes before Accept-Language. */
START_TEST(a_problem_speaks_the_language_of_its_request)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[-1],\"language\":\"zh\"}"), 422);
    ck_assert_str_eq(probe_string(&probe, "title"), "局面无效");
    ck_assert_int_eq(probe_send(&probe, "POST", "/apply", "{\"game\":\"nim\",\"language\":\"zh\"}"), 422);
    ck_assert_str_eq(probe_string(&probe, "title"), "局面无效");
    ck_assert_int_eq(probe_send(&probe, "GET", "/nim?position=%7B%22heaps%22:%5B-1%5D%7D&language=zh", NULL), 422);
    ck_assert_str_eq(probe_string(&probe, "title"), "局面无效");
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[-1],\"language\":\"fr\"}"), 422);
    ck_assert_str_eq(probe_string(&probe, "title"), "The position is not valid");
    probe_free(&probe);
}
END_TEST

START_TEST(the_server_refuses_in_the_same_words)
{
    struct probe probe;
    probe_init(&probe);
    for (enum status status = STATUS_ok + 1; status < STATUS_count; status++) {
        struct request request = {.method = "POST", .target = "/nim", .origin = "https://school.example"};
        api_problem(&probe.api, &request, &probe.arena, &probe.reply, status, status % 2 ? "in words" : NULL);
        ck_assert_int_eq(probe.reply.status, problem_kind(status)->http);
        ck_assert_int_eq(probe.reply.problem, status);
        ck_assert_str_eq(probe.reply.content_type, "application/problem+json");
        bool told = status % 2 && status != STATUS_internal; /* what broke is for the log */
        ck_assert_int_eq(strstr(probe_text(&probe), "\"detail\":\"in words\"") != NULL, told);
        ck_assert_ptr_nonnull(strstr(probe_text(&probe), problem_kind(status)->code));
        ck_assert_str_eq(probe_header(&probe, "Access-Control-Allow-Origin"), "*");
        ck_assert_ptr_nonnull(probe_header(&probe, "Access-Control-Expose-Headers"));
        ck_assert_int_eq(probe_header(&probe, "Retry-After") != NULL, problem_kind(status)->http == 503);
    }
    struct reply fresh = {0};
    probe.reply = fresh;
    api_problem(&probe.api, NULL, &probe.arena, &probe.reply, STATUS_bad_request, "broken headers");
    ck_assert_int_eq(probe.reply.status, 400);
    probe_free(&probe);
}
END_TEST

/* What says something of its place follows it; what is a sentence of its own stands behind a colon. */
START_TEST(details_read_as_sentences)
{
    static const struct {
        const char *path, *body, *en, *zh;
    } cases[] = {
        {"/nim", "{\"heaps\":[-1]}", "heaps[0] must be at least 0", "heaps[0] 至少应为 0"},
        {"/nim", "{}", "heaps is missing", "heaps 缺失"},
        {"/nim", "{\"heaps\":[],\"misre\":true}", "misre: unknown field; did you mean \"misere\"?",
         "misre：没有这个字段；是否指 \"misere\"？"},
        {"/custom",
         "{\"rules\":{\"vars\":\"n: 0..9\",\"moves\":[{\"name\":\"t\",\"choose\":\"k in 1..$\",\"do\":\"n -= "
         "k\"}]},\"state\":{\"n\":5}}",
         "rules.moves[0].choose: there is no such sign in an expression", "rules.moves[0].choose：表达式中没有这样的符号"},
        {"/custom", "{\"rules\":{\"vars\":\"n: 0..9\",\"moves\":[{\"name\":\"t\",\"do\":\"n -= k\"}]},\"state\":{\"n\":5}}",
         "rules.moves[0].do: there is no such name here", "rules.moves[0].do：此处没有这个名字"},
        {"/custom", "{\"rules\":{\"vars\":\"n: 0..9, n: 0..3\",\"moves\":[]},\"state\":{\"n\":5}}",
         "rules.vars: this name is taken", "rules.vars：这个名字已被使用"},
        {"/custom",
         "{\"rules\":{\"vars\":\"n: 0..9\",\"moves\":[{\"name\":\"t\",\"when\":\"1 / n\",\"do\":\"n = "
         "0\"}]},\"state\":{\"n\":0}}",
         "rules.moves[0].when: a divisor must be at least 1", "rules.moves[0].when：除数至少为 1"},
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int zh = 0; zh < 2; zh++) {
            probe.request.accept_language = zh ? "zh" : NULL;
            ck_assert_int_eq(probe_send(&probe, "POST", cases[i].path, cases[i].body), 422);
            ck_assert_str_eq(probe_string(&probe, "detail"), zh ? cases[i].zh : cases[i].en);
        }
    }
    probe_free(&probe);
}
END_TEST

START_TEST(every_type_resolves_to_its_page)
{
    struct probe probe;
    probe_init(&probe);
    for (enum status status = STATUS_ok + 1; status < STATUS_count; status++) {
        char type[64];
        snprintf(type, sizeof type, "/problems/%s", problem_kind(status)->code);
        ck_assert_int_eq(probe_send(&probe, "GET", type, NULL), 200);
        ck_assert_str_eq(probe_names(&probe, probe.json), "type title status code meaning mend example");
        ck_assert_str_eq(probe_string(&probe, "type"), type);
        ck_assert_str_eq(probe_string(&probe, "code"), problem_kind(status)->code);
        ck_assert_str_eq(probe_string(&probe, "example.answer.type"), type);
        ck_assert_int_eq((int)probe_value(&probe, "example.answer.status")->valuedouble, problem_kind(status)->http);
    }
    ck_assert_int_eq(probe_send(&probe, "GET", "/problems/ok", NULL), 404);
    ck_assert_int_eq(probe_send(&probe, "GET", "/problems/", NULL), 404);
    ck_assert_int_eq(probe_send(&probe, "GET", "/problems/internal/x", NULL), 404);
    ck_assert_int_eq(probe_send(&probe, "GET", "/problems", NULL), 200);
    ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "problems")), STATUS_count - 1 + FAULT_count);
    probe_free(&probe);
}
END_TEST

START_TEST(every_fault_has_a_page_whose_example_has_it)
{
    struct probe probe;
    probe_init(&probe);
    for (enum fault_code fault = 0; fault < FAULT_count; fault++) {
        char target[64];
        snprintf(target, sizeof target, "/problems/%s", fault_name(fault));
        ck_assert_int_eq(probe_send(&probe, "GET", target, NULL), 200);
        ck_assert_msg(strcmp(probe_string(&probe, "example.answer.errors.0.code"), fault_name(fault)) == 0, "%s: %s", target,
                      probe_text(&probe));
        ck_assert_str_ne(probe_string(&probe, "example.request.body"), "");
    }
    probe_free(&probe);
}
END_TEST

START_TEST(the_examples_of_pages_are_true)
{
    struct probe probe, again;
    probe_init(&probe);
    probe_init(&again);
    ck_assert_int_eq(probe_send(&probe, "GET", "/problems", NULL), 200);
    const cJSON *page;
    int tried = 0;
    cJSON_ArrayForEach(page, probe_value(&probe, "problems"))
    {
        const cJSON *example = cJSON_GetObjectItemCaseSensitive(page, "example");
        const cJSON *sent = cJSON_GetObjectItemCaseSensitive(example, "request");
        if (!sent)
            continue;
        const cJSON *body = cJSON_GetObjectItemCaseSensitive(sent, "body"),
                    *type = cJSON_GetObjectItemCaseSensitive(sent, "content_type");
        again.request.content_type = type ? type->valuestring : NULL;
        probe_send(&again, cJSON_GetObjectItemCaseSensitive(sent, "method")->valuestring,
                   cJSON_GetObjectItemCaseSensitive(sent, "target")->valuestring, body ? body->valuestring : NULL);
        const cJSON *told = cJSON_GetObjectItemCaseSensitive(example, "answer");
        ck_assert_str_eq(probe_string(&again, "code"), cJSON_GetObjectItemCaseSensitive(told, "code")->valuestring);
        ck_assert_str_eq(probe_string(&again, "detail"), cJSON_GetObjectItemCaseSensitive(told, "detail")->valuestring);
        tried++;
    }
    ck_assert_int_ge(tried, 6 + FAULT_count);
    probe_free(&again);
    probe_free(&probe);
}
END_TEST

SUITE(a_spent_budget_ends_the_question, exhausted_memory_is_too_large_at_every_size, a_reply_that_was_given_up_leaves_no_header,
      documents_fail_as_questions_do, a_problem_speaks_the_language_of_its_request,
      a_negative_number_of_a_move_is_told_what_can_be_read, the_server_refuses_in_the_same_words, details_read_as_sentences,
      every_type_resolves_to_its_page, every_fault_has_a_page_whose_example_has_it, the_examples_of_pages_are_true)
