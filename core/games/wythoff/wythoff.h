/* A position, a move and an answer of /wythoff, and the question under way. Internal to core/games/wythoff. */
#ifndef GRUNDY_CORE_GAMES_WYTHOFF_WYTHOFF_H
#define GRUNDY_CORE_GAMES_WYTHOFF_WYTHOFF_H

#include "core/game.h"
#include "core/kit/heaps/queen.h"

struct wythoff_position {
    struct head head;
    struct num heaps[2];
    bool misere;
};

struct wythoff_move {
    struct head head;
    struct num take[2];
};

struct cold_pair {
    struct head head;
    struct num k, a, b;
};

struct wythoff_extra {
    struct head head;
    struct cold_pair cold_pair;
};

enum { WINNERS_MAX = 3 };

/* A question under way. */
struct wythoff_question {
    struct num heap[2], low, high, difference;
    bool misere;
    bool valued; /* the position has a Grundy value */
    struct queen queen;
    int64_t queen_top; /* the table is there for coordinates up to this one; -1: no table yet */
    size_t winners_n;
    struct wythoff_move winners[WINNERS_MAX]; /* in order */
};

/* The Grundy value of a position in normal play, both heaps below QUEEN_SIDE. */
struct num wythoff_value(struct ask *ask, struct wythoff_question *state, struct num a, struct num b);
void wythoff_explain(struct ask *ask, struct lines *lines);

#endif
