/* One turn of a game: a move that was sent, what it leads to, and whether that is the end. What /apply, /play, /tree and records
 * have in common. */
#ifndef GRUNDY_API_TOOLS_TURN_H
#define GRUNDY_API_TOOLS_TURN_H

#include "api/tools/legal.h"
#include "api/tools/tools.h"

struct turn {
    struct ask ask;      /* answered; without its lists */
    const void *move;    /* as the game offers it, */
    struct mark mark;    /* what it is worth, */
    struct asking after; /* and the position behind it */
};

/* False: the move is not legal; only `ask` is set then. */
bool turn_make(struct turn *turn, const struct asking *asking, const struct sent_move *given);
/* "legal":false and why, up to the end of the object that stands open. */
void turn_refuse(struct out *out, const struct asking *asking, const struct sent_move *given, enum language language);

/* What there is to say about a position without its moves. */
struct outlook {
    bool over;
    enum outcome verdict;
    int winner; /* of a game that is over: 0 who is to move, 1 the other one; -1: nobody, or the score of the whole game decides,
                 which the position does not tell */
};
/* What solving it took is given back. */
struct outlook outlook_of(const struct asking *asking);
/* The members "over" and "winner"; `mover` is who is to move, 0 or 1. */
void encode_end(struct out *out, const struct outlook *outlook, int mover);
/* The position as a member of that name. */
void encode_position(struct out *out, const char *name, const struct asking *asking);
/* The move as a member of that name. */
void encode_move(struct out *out, const char *name, const struct game *game, const void *move);

#endif
