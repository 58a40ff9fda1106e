/* Random positions of a game, as its sample() draws them: most are beyond what any search reaches. */
#ifndef GRUNDY_TESTS_DRAWN_H
#define GRUNDY_TESTS_DRAWN_H

#include "tests/support/api/client.h"
#include "tests/support/api/report.h"

struct game;

/* Holds what is told of them, where that is cheap, against what is told of the positions that their moves lead to. */
void check_drawn(struct report *report, struct client *client, const struct game *game);

#endif
