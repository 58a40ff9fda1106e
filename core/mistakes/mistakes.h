/* Known wrong methods: what people really believe of a game, programmed in judges' problems, or read in notes. Each one says of a
 * position what it would answer, so that a wrong answer can be told where it comes from. They read a position by the names of its
 * fields, so they need to know nothing else of a game; none is ever asked for a right answer. */
#ifndef GRUNDY_CORE_MISTAKES_MISTAKES_H
#define GRUNDY_CORE_MISTAKES_MISTAKES_H

#include "core/game.h"

/* What a wrong method answers. */
struct belief {
    enum outcome verdict; /* OUTCOME_NONE: it says nothing of it */
    bool grundy_known, count_known, value_known;
    int64_t grundy, count, value; /* count: of the winning moves */
    bool first_known, all_known;  /* the least winning move, all of them */
    bool printed;                 /* it errs in what is printed for a judge, not in what a claim says */
    size_t n;                     /* of moves told: with first_known one at most; 0: no move wins */
    const void **moves;           /* of the game's move type, ascending */
};

/* A position under the eyes of a wrong method. */
struct glance {
    const struct game *game;
    const void *position;
    struct arena *arena;
    struct budget *budget;
    struct store *store;
    struct belief *told;
};

struct mistake {
    const char *id;
    struct text title;    /* "the xor of normal play" */
    struct text sentence; /* what is wrong with it */
    /* A position, as JSON, on which it is wrong; published with the method, or the least one. */
    const char *example;
    /* Which fields of the example random positions must share for the method to be about them; NULL: none. */
    const char *keeps;
    /* Fills at->told. False: it is not about positions like this one. */
    bool (*tell)(const struct glance *at);
};

/* What the method answers; false: nothing. Everything lives in the budget's arena. Escapes only with the budget. */
bool mistake_tell(const struct mistake *mistake, const struct game *game, const void *position, struct budget *budget,
                  struct store *store, struct belief *told);
/* Whether something of what was told is not so. The question was answered, with its winning moves listed, one at least. */
bool mistake_errs(const struct belief *told, const struct ask *ask);
/* NULL: the game has none of that id. */
const struct mistake *mistake_find(const struct game *game, const char *id);

#define MISTAKES(name) extern const struct mistake mistakes_##name[]
MISTAKES(bash);
MISTAKES(beans);
MISTAKES(bombs);
MISTAKES(cat_mouse);
MISTAKES(coins);
MISTAKES(cutting);
MISTAKES(euclid);
MISTAKES(even_matrix);
MISTAKES(fibonacci_nim);
MISTAKES(georgia_bob);
MISTAKES(graph);
MISTAKES(kiki);
MISTAKES(nim);
MISTAKES(odd_even);
MISTAKES(pair_split);
MISTAKES(pieces);
MISTAKES(public_sale);
MISTAKES(sg);
MISTAKES(squares);
MISTAKES(staircase_nim);
MISTAKES(stone_ends);
MISTAKES(stone_front);
MISTAKES(stone_halves);
MISTAKES(stone_merge);
MISTAKES(stone_rest);
MISTAKES(stone_rivals);
MISTAKES(stone_thirds);
MISTAKES(stone_window);
MISTAKES(take_or_merge);
MISTAKES(wythoff);
#undef MISTAKES

#endif
