/* A unit test is one file with START_TEST functions and, last, SUITE(their names), or SUITE_WITH(setup, teardown, their names)
 * where each begins and ends alike: main() is in suite.c. */
#ifndef GRUNDY_TESTS_SUITE_H
#define GRUNDY_TESTS_SUITE_H

#include "tests/support/core/marks.h"

void suite_fill(TCase *tcase);

/* What to loop over, in tests of every game: all of them, or the one that the environment names (GRUNDY_GAME=NAME). */
struct suite_games {
    int from, to;
};
struct suite_games suite_games(void);

#define SUITE(...)                                                                                                               \
    void suite_fill(TCase *tcase)                                                                                                \
    {                                                                                                                            \
        const TTest *const tests[] = {__VA_ARGS__};                                                                              \
        for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)                                                                \
            tcase_add_test(tcase, tests[i]);                                                                                     \
    }

#define SUITE_WITH(setup, teardown, ...)                                                                                         \
    void suite_fill(TCase *tcase)                                                                                                \
    {                                                                                                                            \
        const TTest *const tests[] = {__VA_ARGS__};                                                                              \
        tcase_add_checked_fixture(tcase, setup, teardown);                                                                       \
        for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)                                                                \
            tcase_add_test(tcase, tests[i]);                                                                                     \
    }

#endif
