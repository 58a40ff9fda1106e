/* A problem whose numbers go farther than the game's: what can never be taken is left out, and what is beyond is said to be, and
 * is an input all the same. The winners are found here by the rules alone. */
#include "core/limits.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

enum { STONES = 300, LARGE = 40 };

static struct probe probe;

static void setup(void)
{
    probe_init(&probe);
    probe.request.content_type = "text/plain";
}

static void teardown(void)
{
    probe_free(&probe);
}

/* Whether n stones are won where 1, 2 or `large` are taken. */
static bool is_won(int n, int large)
{
    bool won[STONES + 1];
    for (int i = 0; i <= n; i++)
        won[i] = (i >= 1 && !won[i - 1]) || (i >= 2 && !won[i - 2]) || (i >= large && !won[i - large]);
    return won[n];
}

static int solve(const char *path, const char *format, int n, int large)
{
    char text[80];
    snprintf(text, sizeof text, format, n, large);
    return probe_send(&probe, "POST", path, text);
}

START_TEST(every_small_case_is_as_the_rules_say)
{
    static char input[LARGE * 1000];
    for (int n = 0; n <= STONES; n++) {
        size_t size = (size_t)snprintf(input, sizeof input, "%d\n", LARGE);
        for (int large = 3; large < LARGE + 3; large++)
            size += (size_t)snprintf(input + size, sizeof input - size, "%d %d\n", n, large);
        ck_assert_int_eq(probe_send(&probe, "POST", "/judge/cf-1194d", input), 200);
        const char *at = probe_text(&probe);
        for (int large = 3; large < LARGE + 3; large++) {
            const char *winner = is_won(n, large) ? "Alice\n" : "Bob\n";
            ck_assert_msg(strncmp(at, winner, strlen(winner)) == 0, "%d %d: %.8s", n, large, at);
            at += strlen(winner);
        }
        ck_assert_str_eq(at, "");
    }
}
END_TEST

/* 3 divides 999 999: the stones decide modulo 10^6, and 999 999 of them are taken at once. Where fewer stones are there than the
 * large amount has, multiples of 3 are lost. */
START_TEST(large_numbers_are_exact)
{
    ck_assert_int_eq(solve("/judge/cf-1194d", "3\n1000000000 999999\n999999999 999999\n%d %d\n", 999999, 1000000), 200);
    ck_assert_str_eq(probe_text(&probe), "Bob\nAlice\nBob\n");
    ck_assert_int_eq(solve("/judge/cf-1194d", "2\n999999999 1000000000\n%d %d\n", 999999998, 1000000000), 200);
    ck_assert_str_eq(probe_text(&probe), "Bob\nAlice\n");
}
END_TEST

/* Within what a table may hold, but a table of all is beyond what one request may have: the period answers. 6 and 300 000 stones
 * are multiples of 3: lost is 0 and 3 modulo 7, and modulo 300 001 every multiple of 3 below 300 000. */
START_TEST(large_heaps_need_no_large_table)
{
    ck_assert_int_eq(solve("/judge/cf-1194d", "4\n255512576 6\n255512575 6\n255512578 6\n%d %d\n", 536701792, 300000), 200);
    ck_assert_str_eq(probe_text(&probe), "Alice\nBob\nAlice\nBob\n");
}
END_TEST

START_TEST(what_can_never_be_taken_is_left_out)
{
    probe.request.accept = "application/json";
    ck_assert_int_eq(solve("/judge/cf-1194d", "2\n4 4\n%d %d\n", 3, 4), 200);
    static const int amounts[] = {3, 2};
    for (int i = 0; i < 2; i++) {
        const cJSON *one = cJSON_GetArrayItem(probe_value(&probe, "cases"), i);
        const cJSON *rules = cJSON_GetObjectItem(cJSON_GetObjectItem(one, "position"), "rules");
        ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(rules, "take")), amounts[i]);
    }
}
END_TEST

START_TEST(what_is_beyond_the_game_is_no_fault_of_the_text)
{
    ck_assert_int_eq(solve("/judge/cf-1194d", "2\n3 3\n%d %d\n", SG_AMOUNT_MAX + 1, SG_AMOUNT_MAX + 1), 422);
    ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
    ck_assert_int_eq((int)probe_value(&probe, "limit")->valuedouble, SG_AMOUNT_MAX);
    ck_assert_str_eq(probe_string(&probe, "detail"),
                     "the case at line 3 is beyond what is solved: /rules/take/2 must be at most 1000000");
    probe.request.accept_language = "zh";
    ck_assert_int_eq(solve("/judge/cf-1194d", "1\n%d %d\n", 1000000000, 1000000000), 422);
    ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
    probe.request.accept_language = NULL;
    /* With lifted limits, too; but what is less than any amount is none. */
    ck_assert_int_eq(solve("/judge/cf-1194d?limits=off", "1\n2000000000 %d\n", SG_AMOUNT_MAX + 1, 0), 422);
    ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
    static const struct {
        const char *path;
        int n, k, column;
    } faults[] = {
        {"/judge/cf-1194d", 9, 2, 3},  {"/judge/cf-1194d?limits=off", 9, 2, 3},  {"/judge/cf-1194d?limits=off", 9, 0, 3},
        {"/judge/cf-1194d", -1, 3, 1}, {"/judge/cf-1194d?limits=off", -1, 3, 1},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        ck_assert_int_eq(solve(faults[i].path, "1\n%d %d\n", faults[i].n, faults[i].k), 422);
        ck_assert_str_eq(probe_string(&probe, "code"), "invalid_input");
        ck_assert_int_eq((int)probe_value(&probe, "line")->valuedouble, 2);
        ck_assert_int_eq((int)probe_value(&probe, "column")->valuedouble, faults[i].column);
    }
}
END_TEST

SUITE_WITH(setup, teardown, every_small_case_is_as_the_rules_say, large_numbers_are_exact, large_heaps_need_no_large_table,
           what_can_never_be_taken_is_left_out, what_is_beyond_the_game_is_no_fault_of_the_text)
