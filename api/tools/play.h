/* The move of a perfect player. */
#ifndef GRUNDY_API_TOOLS_PLAY_H
#define GRUNDY_API_TOOLS_PLAY_H

#include "api/tools/moves.h"

/* Why a move was chosen. */
enum why { WHY_WINS, WHY_WINS_SOONEST, WHY_DRAWS, WHY_BEST, WHY_LASTS_LONGEST, WHY_ONE_REPLY, WHY_FIRST, WHY_RANDOM };

struct played {
    const void *move; /* NULL: there is none, the game is over */
    struct mark mark;
    enum why why;
    struct ask *ask; /* for apply() */
};

/* A winning move, the soonest to end the game where plies are known, else (where play might go round) one that leads to the end,
 * else the smallest; else a drawing one; else the one that
 * lasts longest, or after which a single reply wins, or the smallest. In games of scores the smallest best move. Depends on the
 * position alone. May escape. */
struct played play_choose(const struct asking *asking);

#endif
