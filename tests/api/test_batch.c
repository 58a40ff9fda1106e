/* The time of a JSON batch: each question gets its own, and what runs out of it costs the others nothing. The clock is the
 * test's: it counts how often it is asked. */
#include "core/limits.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

#define OUT_OF_TIME                                                                                                              \
    "the computing time allowed for one request ran out; of it only the tables that were finished by then are kept"

static struct probe probe;
static int restarts, looks;
static enum status said[8]; /* by the number of the question that is solved, from 1 */

static enum status look(void *what)
{
    (void)what;
    looks++;
    return said[restarts];
}

static void restart(void *what)
{
    (void)what;
    restarts++;
}

static void set_up(void)
{
    probe_init(&probe);
    memset(said, 0, sizeof said);
}

static void tear_down(void)
{
    probe_free(&probe);
}

static int send(const char *body)
{
    restarts = looks = 0;
    probe.budget = (struct budget){.left = BUDGET_STEPS, .look = look, .restart = restart};
    return probe_send(&probe, "POST", "/batch", body);
}

/* Three questions that take more steps than lie between two looks at the clock: cubic in their piles. */
static int send_long(void)
{
    enum { QUESTIONS = 3, PILES = 120 };
    char body[2000] = "{\"questions\":[";
    size_t n = strlen(body);
    for (int i = 0; i < QUESTIONS; i++) {
        n += (size_t)snprintf(body + n, sizeof body - n, "%s{\"game\":\"stone-window\",\"piles\":[1", i ? "," : "");
        for (int pile = 1; pile < PILES; pile++)
            n += (size_t)snprintf(body + n, sizeof body - n, ",1");
        n += (size_t)snprintf(body + n, sizeof body - n, "]}");
    }
    snprintf(body + n, sizeof body - n, "]}");
    return send(body);
}

START_TEST(each_question_has_its_own_time)
{
    ck_assert_int_eq(
        send("{\"questions\":[{\"game\":\"nim\",\"heaps\":[1]},{\"game\":\"nim\"},{\"game\":\"nim\",\"heaps\":[2]}]}"), 200);
    ck_assert_int_eq(restarts, 3);
    ck_assert_int_eq(send("{\"questions\":[]}"), 200);
    ck_assert_int_eq(restarts, 0);
    ck_assert_int_eq(send_long(), 200);
    ck_assert_int_eq(restarts, 3);
    ck_assert_int_ge(looks, 3);
    ck_assert_ptr_nonnull(probe_header(&probe, "ETag"));
}
END_TEST

START_TEST(who_runs_out_of_time_harms_no_other)
{
    for (int late = 1; late <= 3; late++) {
        said[late] = STATUS_deadline_exceeded;
        ck_assert_int_eq(send_long(), 200);
        ck_assert_int_eq(restarts, 3);
        for (int i = 0; i < 3; i++) {
            char path[40];
            snprintf(path, sizeof path, "answers.%d.code", i);
            ck_assert_str_eq(probe_string(&probe, path), i + 1 == late ? "deadline_exceeded" : "");
            snprintf(path, sizeof path, "answers.%d.game", i);
            ck_assert_str_eq(probe_string(&probe, path), i + 1 == late ? "" : "stone-window");
            snprintf(path, sizeof path, "answers.%d.detail", i);
            ck_assert_str_eq(probe_string(&probe, path), i + 1 == late ? OUT_OF_TIME : "");
        }
        ck_assert_str_eq(probe_header(&probe, "Cache-Control"), "no-store"); /* asked again it may be answered */
        ck_assert_ptr_null(probe_header(&probe, "ETag"));
        said[late] = STATUS_ok;
    }
}
END_TEST

START_TEST(the_end_of_the_service_ends_a_batch)
{
    said[2] = STATUS_shutting_down;
    ck_assert_int_eq(send_long(), 503);
    ck_assert_str_eq(probe_string(&probe, "code"), "shutting_down");
    ck_assert_int_eq(restarts, 2);
}
END_TEST

SUITE_WITH(set_up, tear_down, each_question_has_its_own_time, who_runs_out_of_time_harms_no_other,
           the_end_of_the_service_ends_a_batch)
