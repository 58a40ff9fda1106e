/* The main() of every unit test that brings none of its own. */
#include "tests/support/core/suite.h"

#include "core/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_S = 0 }; /* none: ctest ends what hangs */

struct suite_games suite_games(void)
{
    const char *name = getenv("GRUNDY_GAME");
    int all = (int)game_count();
    if (!name || !*name)
        return (struct suite_games){0, all};
    for (int i = 0; i < all; i++) {
        const char *id = game_at((size_t)i)->id;
        size_t n = 0;
        while (id[n] && (id[n] == name[n] || (id[n] == '-' && name[n] == '_')))
            n++;
        if (!id[n] && !name[n])
            return (struct suite_games){i, i + 1};
    }
    fprintf(stderr, "GRUNDY_GAME: core/games.def lists no %s\n", name);
    exit(EXIT_FAILURE);
}

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
