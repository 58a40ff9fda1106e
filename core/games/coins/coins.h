/* The parts of /coins: what a position's rows and circles are worth, which moves win, and the misère search. */
#ifndef GRUNDY_CORE_GAMES_COINS_COINS_H
#define GRUNDY_CORE_GAMES_COINS_COINS_H

#include "core/game.h"
#include "core/kit/heaps/total.h"
#include "core/sg/misere/misere.h"
#include "core/sg/quotient/quotient.h"

struct coins_position {
    struct head head;
    struct list rows, circles, take; /* of struct num */
    bool misere;
};

enum { COINS_ROWS, COINS_CIRCLES, COINS_TAKE }; /* fields of the position */
enum { COINS_MOVE_ROW, COINS_MOVE_CIRCLE };     /* of the move */

struct coins_move {
    struct head head;
    int64_t row, circle;
    struct num at, take;
};

/* What rows and circles are mapped to: something with a sum, from which follows who wins. */
enum coins_algebra {
    COINS_VALUES,   /* Grundy values */
    COINS_MIRROR,   /* Grundy values, all of them 0 */
    COINS_TAME,     /* misère: the tame calculus, core/sg/misere/genus.c */
    COINS_QUOTIENT, /* misère: core/sg/quotient/quotient.h */
    COINS_SEARCH,   /* misère: the position itself */
};

/* COINS_TAME: the value, and these. */
enum { COINS_FIRM = 1 << 16, COINS_WILD = 1 << 17 };

struct coins_search;
struct coins_tally;

struct coins_extra {
    struct head head;
    struct quotient_told quotient;
    const struct quotient *elements; /* no fields of the answer, but struct coins' own: for explain() */
    const uint16_t *circle_parts;
};

struct coins {
    struct ask *ask;
    const struct num *rows, *circles;
    size_t n_rows, n_circles;
    int64_t *takes; /* ascending; those that fit into the largest row or circle */
    size_t n_takes;
    enum coins_algebra algebra;
    struct sg *sg;
    const struct quotient *quotient; /* COINS_QUOTIENT: with the circles as further parts, */
    const uint16_t *circle_parts;    /* each the part of that number; NULL for a circle alone, which needs no element */
    const struct genus *genera;      /* COINS_TAME: of rows below n_genera; all others are wild */
    uint64_t n_genera;
    struct coins_search *search;
    unsigned *before, *after; /* sums of what stands before, and from i on; circles follow rows */
    bool periodic;            /* elements repeat: */
    uint64_t from, period;
    struct coins_tally *tallies; /* of rows that were counted */
    uint64_t *short_wins;        /* coins_short(): winning moves of a row, by its size; else NULL */
};

/* Chooses takes and algebra, sets verdict, grundy and method. */
void coins_open(struct coins *coins, struct ask *ask);
/* The amounts of the position, in the order given. */
struct list coins_given(const struct coins_position *position);
struct num coins_largest(const struct coins_position *position);
/* Whether any amount can be taken from so many coins. */
static inline bool coins_moves(const struct coins *coins, struct num n)
{
    return num_cmp_word(n, coins->takes[0]) >= 0;
}
/* Circles follow rows. */
static inline struct num coins_size(const struct coins *coins, size_t index)
{
    return index < coins->n_rows ? coins->rows[index] : coins->circles[index - coins->n_rows];
}
/* `take` from a row, for core/sg. */
const struct rules *coins_rules(struct arena *arena, const int64_t *takes, size_t n);
/* Whether normal play up to `top` has a table of its own; else the engine of core/sg answers. */
bool coins_short(const int64_t *takes, size_t n, struct num top);
/* A row that stands for one of n coins: n itself, or where elements repeat one of the same residue that is long enough to have
 * every kind of place. */
uint64_t coins_shorten(const struct coins *coins, struct num n);
unsigned coins_row(const struct coins *coins, uint64_t n);
unsigned coins_circle(const struct coins *coins, size_t circle);
unsigned coins_add(const struct coins *coins, unsigned a, unsigned b);

/* One row or circle that is to be moved in. */
struct coins_part {
    const struct coins *coins;
    size_t index; /* circles follow rows */
    struct num size;
    unsigned rest; /* sum of all others */
};
/* Whether leaving rows of a and b coins (as shortened) of that part wins; the mark of that move. */
bool coins_wins(const struct coins_part *part, uint64_t a, uint64_t b);
struct mark coins_mark(const struct coins_part *part, uint64_t a, uint64_t b);

/* The largest of the rows that are there, be they too small for any move, and of those that circles become. */
struct num coins_largest_row(const struct coins *coins);
/* Misère play by a quotient of the rows, `rows` as the rules for it, with the circles. False: it does not reach; *why is told. */
bool coins_by_quotient(struct coins *coins, const struct rules *rules, const struct quotient *rows, const struct quotient **why);

/* Offers all moves. */
void coins_push(struct coins *coins);

/* All coins where somebody can move. */
struct num coins_number(const struct coins *coins);
/* Misère play of a few coins by search over multisets, each solved once. */
struct coins_search *coins_search_new(struct coins *coins);
/* Whether the player to move loses; with the part `without` (none: SIZE_MAX) replaced by rows of a and b coins. */
bool coins_search_lost(struct coins_search *search, size_t without, uint64_t a, uint64_t b);

/* As struct game says. */
void coins_explain(struct ask *ask, struct lines *lines);

#endif
