/* The main() of every unit test that brings none of its own. */
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_S = 0 }; /* none: ctest ends what hangs */

int main(int argc, char **argv)
{
    (void)argc;
    const char *slash = strrchr(argv[0], '/');
    Suite *suite = suite_create(slash ? slash + 1 : argv[0]);
    TCase *tcase = tcase_create("all");
    tcase_set_timeout(tcase, TIMEOUT_S);
    suite_fill(tcase);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
