/* Tables over positions by every method that asks: the same values, from the rules by hand. Take 1 or 2 from a heap of n: n
 * mod 3. */
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

#define RULES                                                                                                                    \
    "\"rules\":{\"vars\":\"n: 0..9\",\"moves\":[{\"name\":\"take\",\"choose\":\"k in 1..min(2, n)\",\"do\":\"n -= k\"}]},"       \
    "\"state\":{\"n\":5}"

static struct probe probe;

static int ask(const char *method, const char *target, const char *body)
{
    static char text[1024];
    snprintf(text, sizeof text, "%s", body ? body : "");
    return probe_send(&probe, method, target, body ? text : NULL);
}

static void expect_values(const char *values)
{
    ck_assert_msg(strstr(probe_text(&probe), values) != NULL, "%s", probe_text(&probe));
}

START_TEST(post_and_query_give_the_same_table)
{
    static const char *const methods[] = {"POST", "QUERY"};
    probe_init(&probe);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_eq(
            ask(methods[i], "/custom/table", "{" RULES ",\"vary\":[{\"pointer\":\"/state/n\",\"from\":0,\"to\":6}]}"), 200);
        expect_values("\"values\":[0,1,2,0,1,2,0]");
        ck_assert_int_eq(ask(methods[i], "/bash/table",
                             "{\"heaps\":[0],\"max_take\":2,\"vary\":[{\"pointer\":\"/heaps/0\",\"from\":0,\"to\":6}]}"),
                         200);
        expect_values("\"values\":[0,1,2,0,1,2,0]");
    }
    probe_free(&probe);
}
END_TEST

START_TEST(only_games_have_tables)
{
    static const char *const methods[] = {"POST", "QUERY", "GET"};
    probe_init(&probe);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_int_eq(ask(methods[i], "/sum/table", NULL), 404);
        ck_assert_ptr_nonnull(strstr(probe_string(&probe, "detail"), "a sum is worth the xor of its terms, and /{game}/table"));
        ck_assert_int_eq(ask(methods[i], "/nothing/table", NULL), 404);
    }
    probe.request.accept_language = "zh";
    ck_assert_int_eq(ask("POST", "/sum/table", NULL), 404);
    ck_assert_str_eq(probe_string(&probe, "detail"),
                     "没有 /sum/table：和的 SG 值是各项 SG 值的异或，各项的值由 /{game}/table 给出");
    probe_free(&probe);
}
END_TEST

START_TEST(the_gallery_and_the_index_are_told)
{
    probe_init(&probe);
    ck_assert_int_eq(ask("GET", "/custom/gallery", NULL), 200);
    ck_assert_int_ge(cJSON_GetArraySize(probe_value(&probe, "games")), 40);
    ck_assert_int_eq(ask("GET", "/", NULL), 200);
    expect_values("/custom/gallery");
    probe_free(&probe);
}
END_TEST

START_TEST(rules_of_ones_own_are_asked_like_every_game)
{
    probe_init(&probe);
    ck_assert_int_eq(ask("QUERY", "/custom", "{" RULES "}"), 200);
    expect_values("\"verdict\":\"win\",\"grundy\":2");
    ck_assert_int_eq(ask("GET",
                         "/custom?position=%7B%22rules%22:%7B%22vars%22:%22n:%200..9%22,%22moves%22:%5B%7B%22name%22:%22take%22,"
                         "%22when%22:%22n%20%3E%200%22,%22do%22:%22n%20-=%201%22%7D%5D%7D,%22state%22:%7B%22n%22:5%7D%7D",
                         NULL),
                     200);
    expect_values("\"verdict\":\"win\",\"grundy\":1");
    probe_free(&probe);
}
END_TEST

static void expect_law(const char *path, const char *is)
{
    ck_assert_msg(strcmp(probe_string(&probe, path), is) == 0, "%s: %s", path, probe_text(&probe));
}

/* Fibonacci nim, all but everything at first: lost at Fibonacci numbers (Whinihan 1963). Take 1, 3 or 4: 0 1 0 1 2 3 2 (AcWing
 * 893). */
START_TEST(laws_are_found_in_tables_of_ones_own)
{
    probe_init(&probe);
    ck_assert_int_eq(
        ask("POST", "/laws",
            "{\"table\":{\"game\":\"custom\",\"rules\":{\"vars\":\"n: 0..1000, q: 0..2000\",\"moves\":[{\"name\":\"take\","
            "\"choose\":\"k in 1..min(n, q)\",\"do\":\"n -= k, q = min(2 * k, n - k)\"}]},\"state\":{\"n\":0,\"q\":0},"
            "\"vary\":[{\"pointer\":\"/state/n\",\"to\":200}],\"set\":\"q = max(0, n - 1)\",\"of\":\"verdict\"},"
            "\"test_to\":500}"),
        200);
    expect_law("laws.0.law", "set");
    expect_law("laws.0.formula", "is_fib(n) == 1");
    expect_values("\"checked_to\":500");
    ck_assert_int_eq(
        ask("POST", "/laws",
            "{\"table\":{\"game\":\"custom\",\"rules\":{\"vars\":\"n: 0..1000000\",\"moves\":[{\"name\":\"take\",\"choose\":"
            "\"k in [1, 3, 4]\",\"when\":\"k <= n\",\"do\":\"n -= k\"}]},\"state\":{\"n\":0},\"vary\":[{\"pointer\":"
            "\"/state/n\",\"from\":500,\"to\":600}],\"of\":\"verdict\"},\"test_to\":99999}"),
        200);
    expect_law("laws.0.law", "period");
    expect_law("laws.0.theorem", "look-back");
    expect_values("\"period\":7");
    expect_values("\"checked_to\":99999,\"proven\":true");
    probe_free(&probe);
}
END_TEST

SUITE(post_and_query_give_the_same_table, only_games_have_tables, the_gallery_and_the_index_are_told,
      laws_are_found_in_tables_of_ones_own, rules_of_ones_own_are_asked_like_every_game)
