/* A sum of positions of different games, as a game of its own, which the tools take like any other: its position is
 * {"terms":[…]}, its move {"term","move"}. It is in no list of games, for it is made of those. */
#ifndef GRUNDY_API_TOOLS_SUM_SUM_H
#define GRUNDY_API_TOOLS_SUM_SUM_H

#include "api/options.h"
#include "api/tools/moves.h"
#include "api/tools/subject.h"

struct sum_position {
    struct head head;
    struct list terms;         /* of struct any */
    const struct game **games; /* of each term */
    const char *pointer;       /* of the object in the request */
};

struct sum_move {
    struct head head;
    int64_t term;
    struct any move;
};

/* Whether the game is a sum: one that can be drawn, or one that cannot. */
bool is_sum(const struct game *game);
/* That of which nothing is known yet but its name. */
extern const struct game game_sum;
/* The game of the sums that can, or cannot, be drawn. */
const struct game *sum_drawn(bool drawn);

/* The members "terms" and, where `options` are not NULL, those of the options; `ignored` as in decode_fields(). *game becomes the
 * one that this sum is. NULL: told in faults. */
void *sum_read(const struct game **game, const cJSON *json, const char *pointer, const char *const *ignored,
               struct options *options, struct faults *faults);
/* The position, read anew, of a sum that `first` is of: its terms are now of the very games that those of `first` are of, so that
 * what a question keeps of them serves here. */
void sum_take_games(struct sum_position *position, const struct sum_position *first);
/* A move of that position: faults of its own fields go to `found`, those inside the term's move to `inner`. */
void sum_read_move(struct sent_move *given, const struct sum_position *position, const cJSON *json, const char *pointer,
                   struct faults *found, struct faults *inner);

/* What is fixed of sums that are drawn: the games of the terms, and some fields of each. */
struct sum_sketch {
    bool given; /* else the number of terms is drawn, too */
    bool drawn; /* a term is of a game in which play may go on for ever */
    size_t n;
    struct sketched {
        const struct game *game;
        const void *fixed;
        uint32_t kept; /* which of its fields */
    } * terms;
};
/* {"terms":[…]}, or without it. Told in faults. */
struct sum_sketch *sum_read_sketch(const cJSON *json, const char *pointer, struct faults *faults);
/* A random sum for this seed and size, as sample_position() draws one; *game becomes the one that it is. `drawn`: one that might
 * be. NULL: nothing can be drawn around what is fixed. May escape. */
void *sum_sample(const struct game **game, const struct sum_sketch *sketch, bool drawn, uint64_t seed, int size,
                 struct budget *budget, struct store *store);

/* ---- a sum while it is solved: the own of api/tools/sum ---- */

struct term {
    const struct game *game;
    const void *position;
    struct loopy value;
    bool knows_loopy; /* its solver takes the others' infinite sum; of any other term only Grundy values are known */
    struct num moves;
    const char *count_limit; /* why moves, or the winning ones among them, are not known; else NULL */
};

/* Of one list of the answer: whether somewhere a count was not known. Nothing behind that is listed. */
struct unknown {
    bool winning, drawing, all;
};

struct sum {
    struct ask *ask;
    size_t n;
    struct term *terms;
    struct loopy total, *before, *behind; /* sums of all terms, of those before the i-th, of the i-th and those behind it */
    bool misere;                          /* a single term, of misère play: its game's own verdict is all there is */
    struct unknown unknown;
};

/* The sum of all terms but one. */
struct loopy sum_rest(const struct sum *sum, size_t term);
/* Fills the lists of the answer, and their counts. May escape. */
void sum_pages(struct sum *sum);
/* As struct game says; ask->found is the struct sum. */
void sum_explain(struct ask *ask, struct lines *lines);

#endif
