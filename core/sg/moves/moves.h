/* The moves of a position of heap rules: which of them win, in the contract's order, counted exactly or said not to be. */
#ifndef GRUNDY_CORE_SG_MOVES_MOVES_H
#define GRUNDY_CORE_SG_MOVES_MOVES_H

#include "core/game.h"
#include "core/sg/engine.h"
#include "core/sg/quotient/quotient.h"

struct sg_move {
    struct head head;
    int64_t heap;
    struct num take;
    struct list into; /* of struct num */
};

enum { MOVE_HEAP, MOVE_TAKE, MOVE_INTO }; /* the fields of a move, in order */

/* How values repeat. */
struct wave {
    bool proven;
    uint64_t preperiod, period;
};

/* One question under way. */
struct hunt {
    struct ask *ask;
    const struct sg *sg;             /* NULL where there is a quotient */
    const struct quotient *quotient; /* misère play by its elements: they take the place of values; else NULL */
    struct wave wave;                /* where there are no closed forms */
    const struct rules *rules;
    const struct num *heaps;
    struct num *values; /* Grundy values of the heaps */
    size_t n;
    struct num sum; /* xor of values */
    bool misere;    /* plain takes, closed splits: heaps of value 0 and 1 are fickle, the others firm (core/sg/misere/genus.c) */
    size_t big;     /* heaps of value above 1 */
    bool lazy;      /* too many moves to count: stop when the page is full */
    struct amounts_upto *amounts; /* of plain rules, up to the largest heap, where they are listed one by one */
    struct num page_end;          /* offset + limit */
    struct num *scratch;          /* of spot_all_but(), made once */
    struct power_stream *primes;  /* of prime_powers.c, made once */
};

/* One heap of it. */
struct spot {
    int64_t heap;
    struct num size, others; /* stones; xor of the other values */
    struct num want;         /* a move wins iff it gives the heap this value, */
    unsigned rest;           /* or, with a quotient, an element whose product with this one, that of the others, is lost */
};

/* Offers every move. */
void hunt_moves(struct hunt *hunt);
/* Values of the heaps, their xor, and how many exceed 1. */
void hunt_values(struct hunt *hunt);
/* How many moves a heap has. */
struct num hunt_count(struct hunt *hunt, struct num size);
/* How many each heap has; sets hunt->lazy, and says so in the answer, where there are too many. */
void hunt_count_all(struct hunt *hunt, struct num *counts);

/* ---- for the files that do it ---- */

bool hunt_satisfied(const struct hunt *hunt);
struct mark spot_mark(const struct hunt *hunt, const struct spot *spot, struct num value);
/* Fills a move; `into` has n pieces, in the arena. take NULL: no such field. */
void move_set(struct sg_move *move, int64_t heap, const struct num *take, struct num *into, size_t n);
/* A word that stands for a heap of any size where values repeat: down to 2^59 below it, values are the same. */
uint64_t hunt_stand_in(const struct hunt *hunt, struct num size);
/* The value of a piece, or its element, where there are no closed forms. */
static inline uint64_t hunt_piece(const struct hunt *hunt, uint64_t size)
{
    return hunt->quotient ? quotient_heap(hunt->quotient, size) : sg_word(hunt->sg, size);
}
/* Offers every move of codes and the like, misère play by the quotient; sets the verdict. */
void hunt_by_quotient(struct hunt *hunt);
/* A take that leaves one heap, or nothing: with `into` where the rules are written as a code. */
void move_take(const struct hunt *hunt, const struct spot *spot, struct num take, struct sg_move *move);
/* Misère play in which all other heaps are worth at most 1. */
bool hunt_fickle(const struct hunt *hunt, const struct spot *spot);
/* One move of `take`, to a heap of that value. */
void push_take(struct hunt *hunt, const struct spot *spot, struct num take, struct num value);

/* Any amount: the heap of that size is wanted. */
void spot_any(struct hunt *hunt, const struct spot *spot, struct num wanted);
void spot_range(struct hunt *hunt, const struct spot *spot);
void spot_powers(struct hunt *hunt, const struct spot *spot);
void spot_all_but(struct hunt *hunt, const struct spot *spot);
void spot_amounts(struct hunt *hunt, const struct spot *spot);
void spot_prime_powers(struct hunt *hunt, const struct spot *spot);
void spot_code(struct hunt *hunt, const struct spot *spot);
void spot_smaller(struct hunt *hunt, const struct spot *spot);
void spot_lasker(struct hunt *hunt, const struct spot *spot);
void spot_row_any(struct hunt *hunt, const struct spot *spot);
void spot_half(struct hunt *hunt, const struct spot *spot);
void spot_divisors(struct hunt *hunt, const struct spot *spot);
/* Proper ones; SG_MOVES_MAX + 1 where they are not all found. */
struct num count_divisors(struct hunt *hunt, struct num size);
struct num count_row_any(struct num size);

/* Prime powers up to n; SG_MOVES_MAX + 1 when there are more than SG_MOVES_MAX. */
struct num count_prime_powers(struct hunt *hunt, struct num n);

#endif
