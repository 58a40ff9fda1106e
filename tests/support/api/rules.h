/* The rules that a list of moves does not show: who has won where it ends, what a move scores, in which order moves stand. */
#ifndef GRUNDY_TESTS_RULES_H
#define GRUNDY_TESTS_RULES_H

#include "core/game.h"

#include <cjson/cJSON.h>

struct rules {
    const char *id;
    /* The outcome, for the player to move, of a position without moves; NULL: a loss, in misère a win. */
    enum outcome (*over)(const cJSON *position);
    /* What the mover scores by a move from one position to the other; NULL: nothing is scored. */
    int64_t (*score)(const cJSON *from, const cJSON *move, const cJSON *to);
    /* Options without a Grundy value are left out of the mex: they lose at once whatever else is on the board. */
    bool mex_of_known;
};

/* The ordinary rules for a game that needs no others. */
const struct rules *rules_find(const char *id);

/* <0, 0, >0 as `a` stands before `b` in a list of moves: by the fields of the type, in their order; a field that is there comes
 * before one that is not. */
int rules_order(const struct type *move, const cJSON *a, const cJSON *b);

#endif
