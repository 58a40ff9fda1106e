/* A judge problem is one file: the build of this test has tests/support/problems/example-last-three.json beside one of the
 * others, and nothing else was written for it. */
#include "api/tools/judge/judge.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <string.h>

static struct probe probe;

START_TEST(one_file_is_a_problem)
{
    probe_init(&probe);
    ck_assert_uint_eq(judge_count(), 2);
    ck_assert_int_eq(probe_send(&probe, "GET", "/judge/example-last-three", NULL), 200);
    ck_assert_str_eq(probe_string(&probe, "title"), "The last of three");
    probe.request.content_type = "text/plain";
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/example-last-three", "1\n4\n7\n8\n"), 200);
    ck_assert_str_eq(probe_text(&probe), "Case #1: Ann\nCase #2: Bob\nCase #3: Ann\nCase #4: Bob\n");
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/example-last-three", "1\n1001\n"), 422);
    ck_assert_int_eq((int)probe_value(&probe, "line")->valuedouble, 2);
    probe.request.content_type = "application/json";
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/example-last-three/check",
                                (char[]){"{\"input\":\"4\\n\",\"output\":\"Case #1: Ann\"}"}),
                     200);
    ck_assert_str_eq(probe_string(&probe, "verdict"), "wrong_answer");
    probe_free(&probe);
}
END_TEST

SUITE(one_file_is_a_problem)
