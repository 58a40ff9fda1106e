/* What a game's cost() predicts. */
#ifndef GRUNDY_TESTS_DEAR_H
#define GRUNDY_TESTS_DEAR_H

#include "core/game.h"
#include "tests/support/api/client.h"
#include "tests/support/api/report.h"

/* The example, a request, stays on the event loop; `position`, of a %DEAR line, leaves it, by whatever path it is asked about.
 * NULL: there is none, as it must be where the game predicts nothing. Nothing is solved. */
void check_dear(struct report *report, struct client *client, const struct game *game, const char *example, const char *position);

#endif
