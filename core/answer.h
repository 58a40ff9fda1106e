/* The answer to a question, and the sink that takes the moves.
 *
 * A game offers all its moves in the contract's order, one by one (push) or as runs too long to write (push_run). The sink counts
 * them all exactly and keeps only what the page shows: in LISTING_WINNING the winning, drawing and best moves each have their
 * own page, in LISTING_ALL there is one page of all. Counts may be astronomically large; nothing is done per move that is not
 * shown. */
#ifndef GRUNDY_CORE_ANSWER_H
#define GRUNDY_CORE_ANSWER_H

#include "core/value/number.h"

struct ask;
struct loopy;

enum outcome { OUTCOME_LOSS, OUTCOME_DRAW, OUTCOME_WIN, OUTCOME_NONE };

/* What there is to say about a move, from the side of the player who makes it. */
struct mark {
    enum outcome outcome;
    bool best;  /* TRAIT_SCORES, TRAIT_DECIDER: attains the value */
    bool again; /* whoever makes it moves again in the position that it leads to */
    bool grundy_known;
    struct num grundy; /* of the position that the move leads to */
    struct num lead;   /* TRAIT_SCORES: the mover's final score minus the other's, from here on */
    uint32_t plies;    /* of the game from this move on, the winner hurrying, the loser delaying; 0: not known */
    uint32_t far;      /* of winning moves where play might go round: who always takes the least comes to the end; 0: any does */
};

struct listed {
    const void *move;
    struct mark mark;
};

/* One list of the answer, paged. */
struct page {
    struct num seen; /* moves offered to this list so far = its exact count */
    size_t n, room;  /* kept */
    struct listed *v;
};

struct answer {
    enum outcome verdict; /* for the player to move; OUTCOME_NONE with TRAIT_DECIDER */
    bool grundy_known;
    struct num grundy;
    const struct loopy *loopy; /* core/kit/search/loopy.h: the position's value where it is infinite; else NULL */
    const char *method;
    const char *count_limit;                        /* why a count is null; NULL when all are known */
    bool move_count_unknown, winning_count_unknown; /* the latter: that of drawing moves, too */
    bool drawing_count_unknown;
    struct num move_count;
    struct page winning, drawing, best, all;
};

/* A run of neighbouring moves. In LISTING_WINNING all moves of a run have the same outcome (`mark`). In LISTING_ALL they may
 * differ: then `mixed` is set, wins and draws say how many, and make() gives each its mark. */
struct run {
    struct num count;
    bool mixed;
    struct num wins, draws, bests;
    struct mark mark;
    /* Writes the index-th move (0 <= index < count) of the run into `move` (zeroed, of the move's size) and, if it knows better
     * than run->mark, its mark. Called only for moves on the page, and only before push_run() returns. */
    void (*make)(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark);
    const void *context;
    bool any_order; /* make() may be called for these moves in any order, not only for one after the other */
};

/* One move that is looked for among those that LISTING_ALL would list. */
struct seek {
    const void *move;
    int (*order)(const struct ask *ask, const void *listed, const void *wanted); /* <0, 0, >0 */
    struct listed found;                                                         /* move: NULL until it is found */
};

/* One move; it is copied. */
void push(struct ask *ask, const void *move, struct mark mark);
void push_run(struct ask *ask, const struct run *run);
/* Moves of this outcome that are not listed one by one: only for losing moves, and only when !wants_all(ask). */
void count_losing(struct ask *ask, struct num count);
/* True when every move will be listed, so that losing moves must be pushed and marks carry Grundy values. */
bool wants_all(const struct ask *ask);
/* True when a further move of this outcome could still be listed; false lets a game count instead of push (push_run does so
 * itself). */
bool wants_more(const struct ask *ask, enum outcome outcome);

/* The mark of a move to a position of this Grundy value: a win iff it is ask->target. */
struct mark mark_grundy(const struct ask *ask, struct num after);
/* Sets verdict and grundy of the answer from the Grundy value of the whole position (verdict: loss iff it is ask->target). */
void answer_grundy(struct ask *ask, struct num grundy);
struct mark mark_outcome(enum outcome outcome);

#endif
