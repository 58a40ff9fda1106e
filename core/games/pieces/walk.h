/* The moves of one piece. Internal to core/games/pieces. */
#ifndef GRUNDY_CORE_GAMES_PIECES_WALK_H
#define GRUNDY_CORE_GAMES_PIECES_WALK_H

#include "core/game.h"
#include "core/games/pieces/chess.h"

struct piece_move {
    struct head head;
    int64_t index;
    struct square square;
};

/* The long moves of rook, queen and bishop, in the order of the squares they lead to: straight left beyond the diagonal's reach,
 * then (for the queen in turn) along the diagonal and straight left, then straight down. */
enum walk_part { PART_FAR_LEFT, PART_TURNS, PART_DIAGONAL, PART_DOWN };

enum { WINNERS_MAX = 3 };

/* One piece, what the others are worth, and what the whole must be worth to win. */
struct piece_walk {
    const struct chess *chess;
    bool valued; /* the position has a Grundy value */
    int64_t index;
    struct square at;
    struct num low, rest;
    size_t winners_n;
    struct square winners[WINNERS_MAX]; /* the squares of long moves that win, in order */
    enum walk_part part;                /* of a run */
};

/* The square `t` steps down the diagonal. */
struct square walk_diagonal(const struct piece_walk *walk, struct num t);

/* Of a piece that makes long moves: notes one that wins; finds all of them in a position that has a Grundy value; */
void walk_add_winner(struct piece_walk *walk, struct square to);
void walk_find_winners(struct ask *ask, struct piece_walk *walk);
/* offers all its moves, when those that win are noted. */
void walk_push_long(struct ask *ask, struct piece_walk *walk);
/* Offers the moves of any other piece. */
void walk_push_steps(struct ask *ask, const struct piece_walk *walk, size_t n, const int8_t (*steps)[2]);

#endif
