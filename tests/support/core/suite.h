/* A unit test is one file with START_TEST functions and, last, SUITE(their names): main() is in suite.c. */
#ifndef GRUNDY_TESTS_SUITE_H
#define GRUNDY_TESTS_SUITE_H

#include <check.h>

void suite_fill(TCase *tcase);

#define SUITE(...)                                                                                                               \
    void suite_fill(TCase *tcase)                                                                                                \
    {                                                                                                                            \
        const TTest *const tests[] = {__VA_ARGS__};                                                                              \
        for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)                                                                \
            tcase_add_test(tcase, tests[i]);                                                                                     \
    }

#endif
