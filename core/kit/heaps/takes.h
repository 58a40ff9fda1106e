/* Moves that take 1…most from one of many heaps, at most one amount of which wins: Nim, Bash, staircase Nim, Georgia and Bob.
 *
 * In all of them the position after a move is worth `others` xor the value of the one counted heap that the move changes, and
 * that value is different for every amount: so one amount a heap can win, and listing all moves of a heap costs the same as one.
 */
#ifndef GRUNDY_CORE_KIT_HEAPS_TAKES_H
#define GRUNDY_CORE_KIT_HEAPS_TAKES_H

#include "core/game.h"

/* The move of these games, whatever its fields are called. */
struct take_move {
    struct head head;
    int64_t heap;
    struct num take;
};
extern const struct type takes_move_type; /* {"heap", "take"} */

/* The moves on one heap. */
struct takes {
    int64_t heap;
    struct num most;                                                 /* 0: there is no move */
    struct num win;                                                  /* the amount that wins; outside 1…most: none */
    struct num counted;                                              /* what `after` needs to know: size of the counted heap, */
    struct num others;                                               /* xor of the other values, */
    struct num modulus;                                              /* and what values are taken modulo, if anything */
    struct num (*after)(const struct takes *takes, struct num take); /* value of the whole position; NULL: it has none (misère) */
};

/* Says what moves there are on heap i; `heap` is set already, all else is zero. What it allocates is gone after the next call. */
typedef void takes_describe(const struct ask *ask, const void *context, size_t i, struct takes *takes);

/* Offers all moves of n heaps, in order. */
void takes_push(struct ask *ask, size_t n, takes_describe *describe, const void *context);
/* Values after taking from the counted heap, and after adding to it. */
struct num takes_lower(const struct takes *takes, struct num take);
struct num takes_raise(const struct takes *takes, struct num take);
/* Steps that a list of heaps costs. */
uint64_t takes_cost(struct list heaps);

/* xor of every step-th of the values. */
struct num takes_xor(const struct num *values, size_t n, size_t step);
/* The list after the move: a new one. */
struct list takes_reduce(struct ask *ask, struct list heaps, const struct take_move *move);
/* A move of these games, and a take from that heap, in words. */
void takes_words(const struct ask *ask, const void *move, struct lines *line);
void takes_word(struct lines *line, struct num heap, struct num take);
/* Says which take is right, where one is. */
void takes_explain(struct ask *ask, struct list heaps, struct lines *lines);

#endif
