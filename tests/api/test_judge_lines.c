/* Where answers have one word or more, the lines of an output tell which of them is wrong; where its answers stand side by side,
 * they tell nothing, and nothing is wrong. */
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <string.h>

static struct probe probe;

/* hdu-2149: 4 2, 3 2 and 3 5 is the sample of the problem: 1 / none / 3 4 5.
 * hdu-2176: 5 7 8 9 10 is its sample, with the moves 8 1, 9 0, 10 3; 1 1 is lost, and of 3 all is taken. */
#define SALE "{\"input\":\"4 2\\n3 2\\n3 5\\n\",\"output\":\""
#define HEAPS "{\"input\":\"5\\n5 7 8 9 10\\n2\\n1 1\\n1\\n3\\n0\\n\",\"output\":\""
static const struct {
    const char *path, *body;
    int right, unit, line; /* unit -1: no difference */
    const char *got;
    bool complete; /* nothing more was expected there */
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
    {"/judge/hdu-2176/check", HEAPS "Yes\\n8 1\\n9 0\\n10 3\\nNo\\nYes\\n3 0\\n\"}", 3, -1, 0, "", false},
    {"/judge/hdu-2176/check", HEAPS "Yes 8 1 9 0 10 3 No Yes 3 0\"}", 3, -1, 0, "", false},
    {"/judge/hdu-2176/check", HEAPS "Yes\\n8 1\\n9 0\\n10 3\\n11 4\\nNo\\nYes\\n3 0\\n\"}", 2, 0, 5, "11", true},
    {"/judge/hdu-2176/check", HEAPS "Yes\\n8 1\\n9 0\\n10 3\\n11 4\\n12 7\\nNo\\nYes\\n3 0\\n\"}", 2, 0, 5, "11", true},
    {"/judge/hdu-2176/check", HEAPS "Yes\\n8 1\\n9 0\\n10 3\\nNo\\nYes\\n3 0\\n2 1\\n\"}", 2, 2, 8, "2", true},
    {"/judge/hdu-2176/check", HEAPS "Yes\\n8 1\\n9 0\\nNo\\nYes\\n3 0\\n\"}", 2, 0, 4, "No", false},
    {"/judge/hdu-2176/check", HEAPS "No\\nNo\\nYes\\n3 0\\n\"}", 2, 0, 1, "No", false},
    {"/judge/hdu-2176/check", HEAPS "Yes\\n8 2\\n9 0\\n10 3\\nNo\\nYes\\n3 0\\n\"}", 2, 0, 2, "2", false},
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
        if (outputs[_i].got)
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

void suite_fill(TCase *tcase)
{
    tcase_add_loop_test(tcase, a_wrong_line_harms_no_other, 0, sizeof outputs / sizeof *outputs);
    tcase_add_test(tcase, the_position_told_is_that_of_the_wrong_line);
}
