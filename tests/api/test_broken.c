/* A solver that breaks its promise costs one question, whoever asks it, and the operator hears which. Here a store breaks it, at
 * the moment when /bombs looks for its table. */
#include "core/memory/store.h"
#include "core/promise.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

static char told[400];

static bool find_broken(struct store *store, struct arena *arena, const char *key, struct table *found)
{
    (void)arena;
    (void)found;
    promise(store && !key);
    return false;
}

static void on_broken(void *what, const char *which, const char *game, const char *position)
{
    (void)what;
    snprintf(told, sizeof told, "%s | %s | %s", which, game, position);
}

static void begin(struct probe *probe)
{
    probe_init(probe);
    probe->api.store->find = find_broken;
    probe->api.broken = on_broken;
    told[0] = '\0';
}

static void check_told(void)
{
    ck_assert_msg(strstr(told, "tests/api/test_broken.c:") == told, "%s", told);
    ck_assert_msg(strstr(told, "not so: store && !key | bombs | {\"bombs\":[[3,4]]}") != NULL, "%s", told);
}

START_TEST(a_question_is_answered_with_500)
{
    struct probe probe;
    begin(&probe);
    ck_assert_int_eq(probe_send(&probe, "POST", "/bombs", "{\"bombs\":[[3,4]]}"), 500);
    ck_assert_str_eq(probe_string(&probe, "code"), "internal");
    ck_assert_ptr_null(strstr(probe_text(&probe), "test_broken"));
    check_told();
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[3,4]}"), 200);
    probe_free(&probe);
}
END_TEST

START_TEST(others_of_its_batch_are_answered)
{
    struct probe probe;
    begin(&probe);
    static const char batch[] = "{\"questions\":[{\"game\":\"bombs\",\"bombs\":[[3,4]]},{\"game\":\"nim\",\"heaps\":[1]}]}";
    ck_assert_int_eq(probe_send(&probe, "POST", "/batch", batch), 200);
    ck_assert_str_eq(probe_string(&probe, "answers.0.code"), "internal");
    ck_assert_ptr_null(strstr(probe_text(&probe), "test_broken"));
    ck_assert_str_eq(probe_string(&probe, "answers.1.verdict"), "win");
    check_told();
    probe_free(&probe);
}
END_TEST

START_TEST(a_term_of_a_sum_is_named)
{
    struct probe probe;
    begin(&probe);
    static const char sum[] = "{\"terms\":[{\"game\":\"nim\",\"heaps\":[1]},{\"game\":\"bombs\",\"bombs\":[[3,4]]}]}";
    ck_assert_int_eq(probe_send(&probe, "POST", "/sum", sum), 500);
    check_told();
    probe_free(&probe);
}
END_TEST

SUITE(a_question_is_answered_with_500, others_of_its_batch_are_answered, a_term_of_a_sum_is_named)
