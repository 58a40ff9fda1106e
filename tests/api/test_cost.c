/* What is predicted of a question: who asks much leaves the event loop, by whatever path, and who asks little stays there.
 * Nothing is solved here, and nothing measured. What each game predicts is held by the %DEAR line of its vectors. */
#include "core/limits.h"
#include "tests/support/api/probe.h"
#include "tests/support/api/vec.h"
#include "tests/support/core/suite.h"

#include <string.h>

/* The cost of a request whose body is written as vec_repeat() takes it; none: a GET. */
static uint64_t predicted_of(struct probe *probe, const char *path, const char *type, const char *text)
{
    struct call *call;
    struct reply reply;
    uint64_t cost = 0;
    arena_reset(&probe->arena);
    arena_init(&probe->arena, NULL, 0, probe->arena_max);
    const char *body = text ? vec_repeat(&probe->arena, text) : "";
    size_t n = strlen(body);
    struct request request = {.method = text ? "POST" : "GET",
                              .target = path,
                              .content_type = type,
                              .body = arena_copy(&probe->arena, body, n),
                              .body_size = n};
    enum api_next next = api_prepare(&probe->api, &request, &probe->arena, &reply, &call, &cost);
    ck_assert_msg(next == API_SOLVE, "%s %.200s: %d %.300s", path, body, reply.status, reply.body);
    return cost;
}

static uint64_t predicted(struct probe *probe, const char *path, const char *text)
{
    return predicted_of(probe, path, "application/json", text);
}

static void check(const char *path, const char *of, uint64_t cost, bool dear)
{
    ck_assert_msg((cost > CHEAP_STEPS) == dear, "%s, %s: %llu steps are predicted of what is %s", path, of,
                  (unsigned long long)cost, dear ? "dear" : "cheap");
}

/* What makes a question of a cheap position dear: how much of it is asked. */
START_TEST(what_is_asked_of_a_position_counts)
{
    static const struct {
        const char *path, *cheap, *dear;
    } asked[] = {
        {"/nim", "{\"heaps\":[9],\"moves\":\"all\"}", "{\"heaps\":[9],\"moves\":\"all\",\"limit\":10000}"},
        {"/nim", "{\"heaps\":[9],\"moves\":\"none\",\"limit\":10000}", "{\"heaps\":[9],\"limit\":10000}"},
        {"/nim", "{\"heaps\":[9],\"limit\":1000}", "{\"heaps\":[9],\"limit\":1000,\"positions\":true}"},
        {"/nim", "{\"heaps\":[9],\"limit\":3000}", "{\"heaps\":[9],\"limit\":3000,\"words\":true}"},
        {"/nim", "{\"heaps\":[(50:1,)1],\"positions\":true}", "{\"heaps\":[(2500:1,)1],\"positions\":true}"},
        {"/grade",
         "{\"game\":\"nim\",\"position\":{\"heaps\":[9]},\"record\":[(10:{\"heap\":0,\"take\":1},){\"heap\":0,\"take\":1}]}",
         "{\"game\":\"nim\",\"position\":{\"heaps\":[99]},\"record\":[(98:{\"heap\":0,\"take\":1},){\"heap\":0,\"take\":1}]}"},
        {"/apply", "{\"game\":\"wythoff\",\"position\":{\"heaps\":[9,9]},\"move\":{\"take\":[0,1]}}",
         "{\"game\":\"wythoff\",\"position\":{\"heaps\":[9,900]},\"move\":{\"take\":[0,1]}}"},
        {"/tree", "{\"game\":\"nim\",\"position\":{\"heaps\":[9]},\"max_nodes\":100}",
         "{\"game\":\"nim\",\"position\":{\"heaps\":[9]},\"max_nodes\":5000}"},
        {"/sum", "{\"moves\":\"none\",\"terms\":[{\"game\":\"nim\",\"heaps\":[9]},{\"game\":\"wythoff\",\"heaps\":[9,9]}]}",
         "{\"moves\":\"none\",\"terms\":[{\"game\":\"nim\",\"heaps\":[9]},{\"game\":\"wythoff\",\"heaps\":[9,900]}]}"},
        {"/sum", "{\"moves\":\"none\",\"terms\":[{\"game\":\"nim\",\"heaps\":[9]}]}",
         "{\"moves\":\"none\",\"terms\":[(100:{\"game\":\"nim\",\"heaps\":[9]},){\"game\":\"nim\",\"heaps\":[9]}]}"},
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        check(asked[i].path, asked[i].cheap, predicted(&probe, asked[i].path, asked[i].cheap), false);
        check(asked[i].path, asked[i].dear, predicted(&probe, asked[i].path, asked[i].dear), true);
    }
    probe_free(&probe);
}
END_TEST

/* What is no question of one position: lists whose questions show only when they are read, programs' outputs, and documents of
 * hundreds of kilobytes. However little is in them, another thread does it; a small document is written at once. */
START_TEST(lists_and_large_documents_leave_the_event_loop)
{
    static const struct {
        const char *path, *type, *body;
        bool dear;
    } asked[] = {
        {"/batch", "application/json", "{\"questions\":[]}", true},
        {"/nim/table", "application/json", "{\"heaps\":[1],\"vary\":[{\"pointer\":\"/heaps/0\",\"from\":0,\"to\":2}]}", true},
        {"/grade", "text/csv", "student,game,position,verdict\na,nim,\"{\"\"heaps\"\":[1]}\",win\n", true},
        {"/judge/hdu-1846", "text/plain", "", true},
        {"/judge/hdu-1846/check", "application/json", "{\"input\":\"1\\n1 1\\n\",\"output\":\"first\\n\"}", true},
        {"/judge/hdu-1846/generate", "application/json", "{\"cases\":1}", true},
        {"/games", NULL, NULL, true},
        {"/games?summary=1", NULL, NULL, true},
        {"/openapi.json", NULL, NULL, true},
        {"/openapi.yaml", NULL, NULL, true},
        {"/openapi-3.2.yaml", NULL, NULL, true},
        {"/games/nim", NULL, NULL, false},
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        check(asked[i].path, "it", predicted_of(&probe, asked[i].path, asked[i].type, asked[i].body), asked[i].dear);
    probe_free(&probe);
}
END_TEST

/* Numbers beyond all counting do not come round to small ones: 2^60 moves of each heap, solved eight times by /play.
 */
START_TEST(the_dearest_does_not_overflow)
{
    static const char heaps[] = "{\"rules\":{\"hex\":\"0.8\"},\"heaps\":[(99:2000000000,)2000000000]}";
    static const char played[] =
        "{\"game\":\"sg\",\"position\":{\"rules\":{\"hex\":\"0.8\"},\"heaps\":[(99:2000000000,)2000000000]}}";
    static const uint64_t least = UINT64_C(1) << 36;
    struct probe probe;
    probe_init(&probe);
    ck_assert_uint_ge(predicted(&probe, "/sg", heaps), least);
    ck_assert_uint_ge(predicted(&probe, "/play", played), least);
    probe_free(&probe);
}
END_TEST

/* Proofs of periods, quotients and long tables take a tenth of a second and more: predicted to be quick they would take the
 * worker that is kept free for what is. What is in the store is quick, and so is what is soon made. */
START_TEST(what_takes_long_is_not_quick)
{
    static const struct {
        const char *path, *body;
        bool kept; /* soon answered, and quick the second time */
    } dear[] = {
        {"/sg", "{\"rules\":{\"octal\":\"0.56\"},\"heaps\":[5]}", false},
        {"/sg", "{\"rules\":{\"octal\":\"0.77\"},\"heaps\":[5]}", true},
        {"/sg", "{\"rules\":{\"hex\":\"0.F\"},\"heaps\":[5]}", true},
        {"/sg", "{\"rules\":{\"hex\":\"0.8\"},\"heaps\":[5]}", false},
        {"/sg", "{\"rules\":{\"take\":[1,4],\"leave\":\"row\"},\"heaps\":[500]}", true},
        {"/sg", "{\"rules\":{\"take\":\"squares\"},\"heaps\":[1000000]}", false},
        {"/sg", "{\"rules\":{\"split\":\"unequal\"},\"heaps\":[100000]}", false},
        {"/sg", "{\"rules\":{\"octal\":\"0.15\"},\"heaps\":[100],\"misere\":true}", true},
        {"/sg", "{\"rules\":{\"octal\":\"0.07\"},\"heaps\":[100],\"misere\":true}", false},
        {"/sg/period", "{\"rules\":{\"octal\":\"0.156\"}}", true},
        {"/sg/period", "{\"rules\":{\"octal\":\"0.123\"},\"misere\":true}", true},
        {"/sg/table", "{\"rules\":{\"octal\":\"0.356\"},\"from\":0,\"to\":9}", true},
        {"/coins", "{\"rows\":[61],\"take\":[1,3],\"misere\":true}", true},
        {"/coins", "{\"rows\":[61],\"take\":[3],\"misere\":true}", false},
        {"/coins", "{\"circles\":[14,21],\"misere\":true}", false},
        {"/coins", "{\"rows\":[6000],\"take\":[3]}", false},
        {"/squares", "{\"grid\":[(7:\"(8:.)\",)\"(8:.)\"]}", false},
    };
    static const struct {
        const char *path, *body;
    } quick[] = {
        {"/sg", "{\"rules\":{\"take\":[1,3,4]},\"heaps\":[1000]}"},
        {"/sg", "{\"rules\":{\"take\":{\"all_but\":[2,5]}},\"heaps\":[1000]}"},
        {"/sg", "{\"rules\":{\"take\":\"squares\"},\"heaps\":[1000]}"},
        {"/sg", "{\"rules\":{\"take\":\"primes\"},\"heaps\":[100000]}"},
        {"/sg", "{\"rules\":{\"take\":\"fibonacci\"},\"heaps\":[100000]}"},
        {"/sg", "{\"rules\":{\"split\":\"unequal\"},\"heaps\":[1000]}"},
        {"/sg", "{\"rules\":{\"octal\":\"0.07\"},\"heaps\":[5,6],\"misere\":true}"},
        {"/squares", "{\"grid\":[(6:\"(7:.)\",)\"(7:.)\"]}"}, /* 2 ms */
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof dear / sizeof *dear; i++) {
        uint64_t cost = predicted(&probe, dear[i].path, dear[i].body);
        ck_assert_msg(cost > QUICK_STEPS, "%s: %llu steps", dear[i].body, (unsigned long long)cost);
        if (!dear[i].kept)
            continue;
        ck_assert_int_eq(probe_send(&probe, "POST", dear[i].path, dear[i].body), 200);
        cost = predicted(&probe, dear[i].path, dear[i].body);
        ck_assert_msg(cost <= QUICK_STEPS, "%s: %llu steps again", dear[i].body, (unsigned long long)cost);
    }
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++) {
        uint64_t cost = predicted(&probe, quick[i].path, quick[i].body);
        ck_assert_msg(cost <= QUICK_STEPS, "%s: %llu steps", quick[i].body, (unsigned long long)cost);
    }
    probe_free(&probe);
}
END_TEST

static enum status count_look(void *what)
{
    ++*(uint64_t *)what;
    return STATUS_ok;
}

/* What a proof goes through is counted, so that the clock is looked at meanwhile: of powers of 3 999 998 the values have period
 * 3 999 999, and of small heaps a law is seen that holds until there. */
START_TEST(a_long_proof_is_counted)
{
    static const char question[] = "{\"table\":{\"game\":\"sg\",\"rules\":{\"take\":{\"powers_of\":3999998}},\"heaps\":[0],"
                                   "\"vary\":[{\"pointer\":\"/heaps/0\",\"from\":0,\"to\":99}]},\"test_to\":200,\"limit\":1}";
    struct probe probe;
    probe_init(&probe);
    uint64_t looks = 0;
    probe.budget = (struct budget){.left = BUDGET_STEPS, .look = count_look, .what = &looks};
    ck_assert_int_eq(probe_send(&probe, "POST", "/laws", question), 200);
    ck_assert_uint_gt(looks, 100);
    probe_free(&probe);
}
END_TEST

SUITE(what_is_asked_of_a_position_counts, lists_and_large_documents_leave_the_event_loop, the_dearest_does_not_overflow,
      what_takes_long_is_not_quick, a_long_proof_is_counted)
