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

SUITE(post_and_query_give_the_same_table, the_gallery_and_the_index_are_told, rules_of_ones_own_are_asked_like_every_game)
