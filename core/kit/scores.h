/* What the scoring games share: the value field, marks from values, rows of piles, closing sentences. */
#ifndef GRUNDY_CORE_KIT_SCORES_H
#define GRUNDY_CORE_KIT_SCORES_H

#include "core/game.h"

/* The extra fields of every scoring game. */
struct score {
    struct head head;
    struct num value;
};
extern const struct type score_type;

/* One pile: a word of magnitude <= PILE_MAX; or an integer of either sign, for score_words() to bring to words. */
extern const struct type score_pile_type;
extern const struct type score_integer_type;

/* The move of a row that loses piles at its front. */
struct score_front {
    struct head head;
    int64_t take;
};
extern const struct type score_front_type;

/* Sets value, verdict and method. */
void score_answer(struct ask *ask, struct num value, const char *method);
/* The mark of a move after which the mover's final lead is `lead`. After score_answer(). */
struct mark score_mark(const struct ask *ask, struct num lead);

/* The integers as words; 422 too_large where their magnitudes add up to more than SCORE_SUM_MAX, beyond which sums might
 * overflow. */
int64_t *score_words(struct ask *ask, struct list integers);

/* A row of `least` to `most` piles, for sample(): of either sign, a few more above zero than below. */
struct list score_sample(struct sample *sample, size_t least, size_t most);
/* struct score_front in words. */
void score_words_front(const struct ask *ask, const void *move, struct lines *line);

/* A row without `count` items from `at`: shares what it can with the old one. `size` is that of an item. */
struct list list_without(struct arena *arena, struct list row, size_t at, size_t count, size_t size);

/* What the best move just named is worth: what it scores now, less what the rest is worth to the other player. */
void score_explain_move(const struct ask *ask, struct lines *lines, struct num now);
/* The last sentences of an explanation: the value, and how many moves attain it. */
void score_explain(struct ask *ask, struct lines *lines);

/* Says before that, where there is a move, the smallest best one. */
void score_explain_front(struct ask *ask, struct lines *lines, struct list piles);

#endif
