/* What the scoring games share: the value field, marks from values, rows of piles, closing sentences. */
#ifndef GRUNDY_CORE_KIT_SCORES_H
#define GRUNDY_CORE_KIT_SCORES_H

#include "core/game.h"

/* The extra fields of every scoring game. */
struct score {
    struct head head;
    struct num value;
    struct num before; /* the lead that the position was given, for score_mark(); not in the answer */
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

/* The last row of a position's fields: what was scored before it, in a member `lead` of the struct (struct num). */
#define SCORE_LEAD(position)                                                                                                                                                 \
    {                                                                                                                                                                        \
        "lead", offsetof(struct position, lead), &score_integer_type, NEED_OPTIONAL, .doc = {                                                                                \
            "What the player to move scored before this position, less what the other did. Where it is given, verdict and "                                                  \
            "outcomes are those of the whole game, and `to` goes on counting; absent: of what is scored from here on.",                                                      \
            "到当前局面为止先手的得分减去后手的得分。给出时，胜负按整局总分判断，`to` 中继续累计；省略时只计此后的得分。" \
        }                                                                                                                                                                    \
    }
/* NULL: none was given, or it is no scoring game's. */
const struct num *score_lead(const struct game *game, const void *position);
/* For apply(): `next`, a copy of the ask's position, is given the lead of whoever moves there, after a move that scored `gain`.
 */
void score_carry(const struct ask *ask, void *next, struct num gain, bool again);

/* Sets value, verdict and method. */
void score_answer(struct ask *ask, struct num value, const char *method);
/* The mark of a move after which the mover's final lead, from here on, is `lead`. After score_answer(). */
struct mark score_mark(const struct ask *ask, struct num lead);

/* The integers as words; 422 too_large where their magnitudes add up to more than SCORE_SUM_MAX, beyond which sums might
 * overflow. */
int64_t *score_words(struct ask *ask, struct list integers);

/* A row of `least` to `most` piles, for sample(): of either sign, a few more above zero than below. */
struct list score_sample(struct sample *sample, size_t least, size_t most);
/* What taking so many piles from the front scores. `sums` was left in ask->found by score_front_found(); NULL: it was not asked.
 */
int64_t *score_front_found(struct ask *ask, struct list piles);
struct num score_front_gain(const struct ask *ask, struct list piles, int64_t take);
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
