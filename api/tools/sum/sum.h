/* A sum of positions of different games, as a game of its own, which the tools take like any other: its position is
 * {"terms":[…]}, its move {"term","move"}. It is in no list of games, for it is made of those. */
#ifndef GRUNDY_API_TOOLS_SUM_SUM_H
#define GRUNDY_API_TOOLS_SUM_SUM_H

#include "api/options.h"
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

/* The members "terms" and, where `options` are not NULL, those of the options; `ignored` as in decode_fields(). *game becomes the
 * one that this sum is. NULL: told in faults. */
void *sum_read(const struct game **game, const cJSON *json, const char *pointer, const char *const *ignored,
               struct options *options, struct faults *faults);
/* A move of that position: faults of its own fields go to `found`, those inside the term's move to `inner`. */
void sum_read_move(struct sent_move *given, const struct sum_position *position, const cJSON *json, const char *pointer,
                   struct faults *found, struct faults *inner);

#endif
