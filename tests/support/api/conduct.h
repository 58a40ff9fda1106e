/* What docs/contract.md promises of every answer and every refusal, whatever the game. */
#ifndef GRUNDY_TESTS_CONDUCT_H
#define GRUNDY_TESTS_CONDUCT_H

#include "tests/support/api/client.h"
#include "tests/support/api/report.h"

/* A problem object, with its members consistent. */
void conduct_problem(struct report *report, const struct response *response);

/* An answer of a game: the fields in their order, the counts against the lists. */
void conduct_answer(struct report *report, const struct game *game, const cJSON *answer, enum listing listing);

/* The same question with other options: counts and verdict stay, pages fit, positions can be posted back, explanations are there.
 */
void conduct_options(struct report *report, struct client *client, const struct game *game, const char *request,
                     const cJSON *answer);

/* The first moves, and what is told of the positions that they lead to; returns that answer, NULL (and told) if it is refused. */
const cJSON *conduct_moves(struct report *report, struct client *client, const struct game *game, const char *request,
                           const cJSON *answer);

#endif
