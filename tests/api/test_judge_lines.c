/* Where answers have one word or more, the lines of an output tell which of them is wrong; where its answers stand side by side,
 * they tell nothing, and nothing is wrong. */
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

static struct probe probe;

/* hdu-2149: 4 2, 3 2 and 3 5 is the sample of the problem: 1 / none / 3 4 5.
 * hdu-2176: 5 7 8 9 10 is its sample, with the moves 8 1, 9 0, 10 3; 1 1 is lost, and of 3 all is taken. */
#define SALE "{\"input\":\"4 2\\n3 2\\n3 5\\n\",\"output\":\""
/* Of a price of 1 and raises of up to 3 each of 1, 2 and 3 is enough; 4 with raises of 1 is a multiple of 2; 2 of up to 4 takes
 * 2, 3 or 4. */
#define TERMS "{\"input\":\"1 3\\n4 1\\n2 4\\n\",\"output\":\""
#define HEAPS "{\"input\":\"5\\n5 7 8 9 10\\n2\\n1 1\\n1\\n3\\n0\\n\",\"output\":\""
/* hdu-2486 and hdu-1525: what stands at the beginning of their samples, and a pair of two equal numbers, one of which is taken
 * whole.
 */
#define LABELS "{\"input\":\"3\\n16 1\\n11 1\\n32 2\\n\",\"output\":\""
#define PAIR "{\"input\":\"34 12\\n15 24\\n1 1\\n0 0\\n\",\"output\":\""
/* hdu-2177: 5 8 and 2 2 are the sample of the problem, 2 1 is lost. Its pairs may begin as answers do. */
#define PAIRS "{\"input\":\"5 8\\n2 2\\n2 1\\n0 0\\n\",\"output\":\""
static const struct {
    const char *path, *body;
    int right, unit, line; /* unit -1: no difference */
    const char *got;       /* "": null */
    bool complete;         /* nothing more was expected there */
} outputs[] = {
    {"/judge/hdu-2149/check", SALE "1\\nnone\\n3 4 5\\n\"}", 3, -1, 0, "", false},
    {"/judge/hdu-2149/check", SALE "1 none 3 4 5\"}", 3, -1, 0, "", false},
    {"/judge/hdu-2149/check", SALE "1 none\\n3\\n4 5\"}", 3, -1, 0, "", false},
    {"/judge/hdu-2149/check", SALE "1\\nnone 3\\n4 5\"}", 3, -1, 0, "", false},
    {"/judge/hdu-2149/check", SALE "1 2\\nnone\\n3 4 5\\n\"}", 2, 0, 1, "2", true},
    {"/judge/hdu-2149/check", SALE "1 2 3\\r\\nnone \\r\\n3 4 5\\r\\n\"}", 2, 0, 1, "2", true},
    {"/judge/hdu-2149/check", SALE "1 2\\nnone\\n3 4 5\\n\",\"exact\":true}", 2, 0, 1, "2", true},
    {"/judge/hdu-2149/check", SALE "1 2\\nnone 1\\n3 4 5 6\\n\"}", 0, 0, 1, "2", true},
    {"/judge/hdu-2149/check", SALE "1\\nnone 3\\n3 4 5\\n\"}", 2, 1, 2, "3", true},
    {"/judge/hdu-2149/check", SALE "1\\nnone 3 9\\n3 4 5\\n\"}", 2, 1, 2, "3", true},
    {"/judge/hdu-2149/check", SALE "1\\nnone\\n3 4 5 6\"}", 2, 2, 3, "6", true},
    {"/judge/hdu-2149/check", SALE "1\\nnone\\n3 4\\n\"}", 2, 2, 4, NULL, false},
    {"/judge/hdu-2149/check", SALE "1\\n2 3\\n3 4 5\\n\"}", 2, 1, 2, "2", false},
    {"/judge/hdu-2149/check", TERMS "1 2\\nnone\\n2 3 4\\n\"}", 2, 0, 1, "", false},
    {"/judge/hdu-2149/check", TERMS "\\n1\\n\\nnone\\n2 3 4\\n\"}", 2, 0, 2, "", false},
    {"/judge/hdu-1525/check", PAIR "Stan wins\\nOllie\\nStan wins\\n\"}", 2, 1, 2, "Ollie", false},
    {"/judge/hdu-2486/check", LABELS "Case 1: lose\\nCase 2: 1\\nCase 3: 3\\n\"}", 3, -1, 0, "", false},
    {"/judge/hdu-2486/check", LABELS "Case 1: lose\\nCase 2:\\nCase 3: 3\\n\"}", 2, 1, 2, "", false},
    {"/judge/hdu-2486/check", LABELS "Case 1: lose\\nCase 3: 3\\n\"}", 2, 1, 2, "", false},
    {"/judge/hdu-2486/check", LABELS "Case 1: lose\\nCase 2: 1\\nCase 3:3\\n\"}", 2, 2, 3, "Case 3:3", false},
    {"/judge/hdu-2486/check", LABELS "Case 1: lose\\nCase 2: 1\\ncase 3: 3\\n\"}", 2, 2, 3, "case", false},
    {"/judge/hdu-2176/check", HEAPS "Yes\\n8 1\\n9 0\\n10 3\\nNo\\nYes\\n3 0\\n\"}", 3, -1, 0, "", false},
    {"/judge/hdu-2176/check", HEAPS "Yes 8 1 9 0 10 3 No Yes 3 0\"}", 3, -1, 0, "", false},
    {"/judge/hdu-2176/check", HEAPS "Yes\\n8 1\\n9 0\\n10 3\\n11 4\\nNo\\nYes\\n3 0\\n\"}", 2, 0, 5, "11", true},
    {"/judge/hdu-2176/check", HEAPS "Yes\\n8 1\\n9 0\\n10 3\\n11 4\\n12 7\\nNo\\nYes\\n3 0\\n\"}", 2, 0, 5, "11", true},
    {"/judge/hdu-2176/check", HEAPS "Yes\\n8 1\\n9 0\\n10 3\\nNo\\nYes\\n3 0\\n2 1\\n\"}", 2, 2, 8, "2", true},
    {"/judge/hdu-2176/check", HEAPS "Yes\\n8 1\\n9 0\\nNo\\nYes\\n3 0\\n\"}", 2, 0, 4, "No", false},
    {"/judge/hdu-2176/check", HEAPS "No\\nNo\\nYes\\n3 0\\n\"}", 2, 0, 1, "No", false},
    {"/judge/hdu-2176/check", HEAPS "Yes\\n8 2\\n9 0\\n10 3\\nNo\\nYes\\n3 0\\n\"}", 2, 0, 2, "2", false},
    {"/judge/hdu-2177/check", PAIRS "1\\n4 7\\n3 5\\n1\\n0 0\\n1 2\\n0\\n\",\"exact\":true}", 3, -1, 0, "", false},
    {"/judge/hdu-2177/check", PAIRS "1\\n4 7\\n3 5\\n1\\n0 0\\n1 2\\n0\\n\"}", 3, -1, 0, "", false},
    {"/judge/hdu-2177/check", PAIRS "1 4 7 3 5 1 0 0 1 2 0\"}", 3, -1, 0, "", false},
    {"/judge/hdu-2177/check", PAIRS "1 4 7 3 5\\n1 0 0 1 2\\n0\\n\"}", 3, -1, 0, "", false},
    {"/judge/hdu-2177/check", PAIRS "1\\n4 7\\n3 5\\n1 1\\n1\\n0 0\\n1 2\\n0\\n\"}", 2, 0, 4, "1", true},
    {"/judge/hdu-2177/check", PAIRS "1\\n4 7\\n3 5\\n1 0\\n1\\n0 0\\n1 2\\n0\\n\"}", 2, 0, 4, "1", true},
    {"/judge/hdu-2177/check", PAIRS "1\\n4 7\\n3 5\\n0 1\\n1\\n0 0\\n1 2\\n0\\n\"}", 2, 0, 4, "0", true},
    {"/judge/hdu-2177/check", PAIRS "1\\n4 7\\n3 5\\n1 1\\n0 2\\n1\\n0 0\\n1 2\\n0\\n\"}", 2, 0, 4, "1", true},
    {"/judge/hdu-2177/check", PAIRS "1\\n4 7\\n1 1\\n3 5\\n1\\n0 0\\n1 2\\n0\\n\"}", 2, 0, 3, "1", false},
    {"/judge/hdu-2177/check", PAIRS "1\\n4 7\\n3 5\\n1\\n0 0\\n0\\n\"}", 2, 1, 6, "0", false},
    {"/judge/hdu-2177/check", PAIRS "1\\n4 7\\n3 5\\n1\\n0 0\\n1 2\\n1 1\\n0\\n\"}", 2, 1, 7, "1", true},
    {"/judge/hdu-2177/check", PAIRS "1\\n4 7\\n3 5\\n1\\n0 0\\n1 2\\n0\\n1 1\\n\"}", 2, 2, 8, "1", true},
};

START_TEST(a_wrong_line_harms_no_other)
{
    char body[512];
    probe_init(&probe);
    probe.request.content_type = "application/json";
    strcpy(body, outputs[_i].body);
    ck_assert_int_eq(probe_send(&probe, "POST", outputs[_i].path, body), 200);
    ck_assert_int_eq((int)probe_value(&probe, "cases")->valuedouble, 3);
    ck_assert_int_eq((int)probe_value(&probe, "right")->valuedouble, outputs[_i].right);
    ck_assert_str_eq(probe_string(&probe, "verdict"), outputs[_i].unit < 0 ? "accepted" : "wrong_answer");
    static const char *const scores[] = {"\"score\":0,", "", "\"score\":0.66666666666666667,", "\"score\":1,"};
    ck_assert_ptr_nonnull(strstr(probe_text(&probe), scores[outputs[_i].right]));
    if (outputs[_i].unit >= 0) {
        ck_assert_int_eq((int)probe_value(&probe, "first_difference.case")->valuedouble, outputs[_i].unit);
        ck_assert_int_eq((int)probe_value(&probe, "first_difference.line")->valuedouble, outputs[_i].line);
        ck_assert(cJSON_IsNull(probe_value(&probe, "first_difference.expected")) == outputs[_i].complete);
        ck_assert(cJSON_IsObject(probe_value(&probe, "first_difference.position")));
        if (outputs[_i].got && !*outputs[_i].got)
            ck_assert(cJSON_IsNull(probe_value(&probe, "first_difference.got")));
        else if (outputs[_i].got)
            ck_assert_str_eq(probe_string(&probe, "first_difference.got"), outputs[_i].got);
    }
    probe_free(&probe);
}
END_TEST

START_TEST(the_position_told_is_that_of_the_wrong_line)
{
    char body[] = SALE "1 2\\nnone\\n3 4 5\\n\"}";
    probe_init(&probe);
    probe.request.content_type = "application/json";
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-2149/check", body), 200);
    ck_assert_int_eq((int)probe_value(&probe, "first_difference.position.price")->valuedouble, 4);
    ck_assert_ptr_nonnull(strstr(probe_string(&probe, "first_difference.feedback"), "The answer was complete before this."));
    probe_free(&probe);
}
END_TEST

/* What is missing is not told as if something else stood there, and a label is shown with its answer. */
START_TEST(what_is_missing_is_told_as_missing)
{
    char body[] = LABELS "Case 1: lose\\nCase 3: 3\\n\"}", bare[] = LABELS "Case 1: lose\\nCase 3: 3\\n\",\"reveal\":false}";
    probe_init(&probe);
    probe.request.content_type = "application/json";
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-2486/check", body), 200);
    ck_assert_str_eq(probe_string(&probe, "first_difference.expected"), "Case 2: 1");
    ck_assert_ptr_nonnull(
        strstr(probe_string(&probe, "first_difference.feedback"), "Something is missing in this place. Expected Case 2: 1."));
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-2486/check", bare), 200);
    ck_assert_str_eq(probe_string(&probe, "first_difference.feedback"), "Something is missing in this place.");
    probe_free(&probe);
}
END_TEST

/* An input may have no case: nothing is the right output of it, and anything else is not. */
START_TEST(of_no_case_the_empty_output_is_right)
{
    static const struct {
        const char *id, *input;
    } empty[] = {{"hdu-2147", "0 0\\n"}, {"luogu-p4018", "0\\n"}, {"hdu-1847", ""}};
    static const char *const outputs_of_none[] = {"", "\\n", "Kiki"};
    probe_init(&probe);
    probe.request.content_type = "application/json";
    for (size_t i = 0; i < 9; i++) {
        char path[60], body[100];
        snprintf(path, sizeof path, "/judge/%s/check", empty[i / 3].id);
        snprintf(body, sizeof body, "{\"input\":\"%s\",\"output\":\"%s\"}", empty[i / 3].input, outputs_of_none[i % 3]);
        ck_assert_int_eq(probe_send(&probe, "POST", path, body), 200);
        bool right = i % 3 < 2;
        ck_assert_str_eq(probe_string(&probe, "verdict"), right ? "accepted" : "wrong_answer");
        ck_assert_int_eq((int)probe_value(&probe, "score")->valuedouble, right);
        ck_assert_int_eq((int)probe_value(&probe, "cases")->valuedouble, 0);
        ck_assert(cJSON_IsNull(probe_value(&probe, "first_difference")) == right);
    }
    probe_free(&probe);
}
END_TEST

START_TEST(an_id_that_is_none_is_told_with_the_one_that_was_meant)
{
    static const struct {
        const char *written, *meant;
    } ids[] = {
        {"hdu1846", "hdu-1846"},  {"HDU-1846", "hdu-1846"},        {"HDU%201846", "hdu-1846"},
        {"1846", "hdu-1846"},     {"hdu_1846", "hdu-1846"},        {"poj1704", "poj-1704"},
        {"p4018", "luogu-p4018"}, {"4018", "luogu-p4018"},         {"luogu4018", "luogu-p4018"},
        {"892", "acwing-892"},    {"LeetCode292", "leetcode-292"}, {"hdu-18466", "hdu-1846"},
        {"99999", NULL},          {"wythoff-game", NULL},
    };
    probe_init(&probe);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        char path[60], meant[60];
        snprintf(path, sizeof path, "/judge/%s", ids[i].written);
        snprintf(meant, sizeof meant, "; did you mean %s?", ids[i].meant ? ids[i].meant : "");
        ck_assert_int_eq(probe_send(&probe, "GET", path, NULL), 404);
        const char *detail = probe_string(&probe, "detail");
        ck_assert_msg(strstr(detail, ids[i].meant ? meant : "; GET /judge lists them"), "%s", detail);
    }
    probe_free(&probe);
}
END_TEST

void suite_fill(TCase *tcase)
{
    tcase_add_loop_test(tcase, a_wrong_line_harms_no_other, 0, sizeof outputs / sizeof *outputs);
    tcase_add_test(tcase, of_no_case_the_empty_output_is_right);
    tcase_add_test(tcase, an_id_that_is_none_is_told_with_the_one_that_was_meant);
    tcase_add_test(tcase, the_position_told_is_that_of_the_wrong_line);
    tcase_add_test(tcase, what_is_missing_is_told_as_missing);
}
