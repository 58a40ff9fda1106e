/* The one interface that a game implements, and what a solver is given to work with.
 *
 * A game is one constant `const struct game game_NAME` in core/games/NAME.c, listed in games.def. Start from games/zero.c. */
#ifndef GRUNDY_CORE_GAME_H
#define GRUNDY_CORE_GAME_H

#include "core/answer.h"
#include "core/arena.h"
#include "core/budget.h"
#include "core/fault.h"
#include "core/field.h"
#include "core/store.h"
#include "core/text.h"

struct game {
    const char *id;              /* REQUIRED: the path without its slash */
    const char *source;          /* REQUIRED: reference of the theorem, or of the problem */
    struct text title, rules;    /* REQUIRED: rules in words, complete enough to play by */
    struct text limits;          /* REQUIRED: the sizes that are solved, in words */
    const struct type *position; /* REQUIRED: KIND_OBJECT */
    const struct type *move;     /* REQUIRED: KIND_OBJECT; the order of its fields is the order of the moves */
    const struct type *extra;    /* optional: KIND_OBJECT, the game's own fields of the answer */
    const char *const *methods;  /* REQUIRED: every word that `method` may be, ends with NULL */
    unsigned traits;             /* enum trait, or-ed */
    int64_t grundy_limit;        /* optional: the number in `limits` up to which there are Grundy values, where more is solved */

    /* optional: rules that field ranges cannot say, and defaults that depend on other fields. Must not escape. Runs also when
     * some values were not read (fault_told()): tells nothing that rests on them. */
    void (*check)(void *position, struct faults *faults);
    /* optional: predicted steps, to keep long work off the event loop; absent means cheap. May overestimate. */
    uint64_t (*cost)(const void *position);
    /* optional: asked where cost() is not cheap: the same, now that what is stored may be used. */
    uint64_t (*cost_stored)(const void *position, struct arena *arena, struct store *store);
    /* REQUIRED: fills ask->answer (verdict, grundy, method), ask->extra, and offers every move, in order, by push…().
     * Spends ask->budget in every loop that is not bounded by the position's length. */
    void (*solve)(struct ask *ask);
    /* REQUIRED: the position after a legal move, new in the arena. Shares unchanged lists with the old one. */
    void *(*apply)(struct ask *ask, const void *move);
    /* REQUIRED: sentences that lead a student to this answer, with this position's numbers. After solve(). */
    void (*explain)(struct ask *ask, struct lines *lines);
};

enum trait {
    TRAIT_GRUNDY = 1,     /* some positions have a Grundy value */
    TRAIT_DRAWS = 2,      /* can be drawn: drawing_move_count and drawing_moves are in the answer */
    TRAIT_SCORES = 4,     /* compares scores: value (extra) and best_moves are in the answer */
    TRAIT_DECIDER = 8,    /* one decider: no verdict, no winning moves; best_moves only */
    TRAIT_ENTAILING = 16, /* a move may end the game at once: a position without `grundy` has none, whatever the size */
};

/* Which moves the client wants to see. */
enum listing { LISTING_WINNING, LISTING_ALL, LISTING_NONE };

/* One question under way. Made by solve.c; a game reads the upper part and fills the lower. */
struct ask {
    const struct game *game;
    const void *position; /* of the game's own struct type, decoded and checked */
    struct arena *arena;  /* everything is allocated here */
    struct budget *budget;
    struct store *store; /* tables that outlive the request; NULL-able never */
    enum listing listing;
    struct num offset;          /* the page of moves: skip this many, */
    size_t limit;               /* list at most this many */
    struct num target;          /* a move wins iff it leads to this Grundy value: 0, but for /sum the xor of the other terms.
                                   Games with TRAIT_GRUNDY honour it wherever they give `grundy`; others see only 0 */
    const struct loopy *others; /* inside /sum, when the sum of the other terms is infinite (core/kit/loopy.h); else NULL. Games
                                   with TRAIT_DRAWS or TRAIT_ENTAILING that have values honour it in place of target */
    void *extra;                /* zeroed, of game->extra's size, or NULL */
    struct answer answer;
};

/* Ends the question with 422 too_large. `limit` is the limit that the sentence states. */
#define ask_too_large(ask, limit, ...) arena_escape((ask)->arena, STATUS_too_large, (limit), __VA_ARGS__)

#endif
