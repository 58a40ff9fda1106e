/* Plain search: every position that a template stands for, and all that can be reached from them, solved from nothing but the
 * lists of moves and the rule who has lost when none is left; then compared with everything that the game's own solver says. */
#ifndef GRUNDY_TESTS_SEARCH_H
#define GRUNDY_TESTS_SEARCH_H

#include "tests/support/api/client.h"
#include "tests/support/api/report.h"

/* over_wins: a position without moves is won for the player to move. Returns how many positions were compared. */
size_t search_all(struct report *report, struct client *client, const char *id, const char *template, bool over_wins);

#endif
