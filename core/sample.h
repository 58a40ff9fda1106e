/* Random positions. A game's sample() draws from here, so that a seed gives the same position on every machine.
 *
 * The size goes from 0 (what a child does in the head) to 100 (the limits of the game); 30 is an exercise on paper. A caller may
 * fix fields beforehand: sample() asks sample_free() for each field before it draws it. It need not look at verdicts: whoever
 * calls sample_position() gets lost positions about as often as won ones. */
#ifndef GRUNDY_CORE_SAMPLE_H
#define GRUNDY_CORE_SAMPLE_H

#include "core/game.h"

struct sample {
    const struct game *game;
    void *position; /* zeroed but for defaults and what is fixed */
    struct arena *arena;
    int size;             /* 0…100 */
    uint64_t state, lots; /* lots: how many were drawn */
    uint32_t fixed;       /* bit i: the i-th field of the position is the caller's */
};

/* For sample(): whether this field is to be drawn. An optional field that is drawn is then there. */
bool sample_free(struct sample *sample, const char *field);

int64_t sample_from(struct sample *sample, int64_t least, int64_t most); /* uniform */
bool sample_chance(struct sample *sample, int percent);
/* A bound that grows with the size by factors, slowly first: `small` at 0, `large` at 100. */
int64_t sample_bound(const struct sample *sample, int64_t small, int64_t large);
/* How many, from `least` to a bound that grows from `least` + 2 to `most`. */
size_t sample_count(struct sample *sample, size_t least, size_t most);
/* An integer >= least: of about three bits at size 0, now and then of INT_BITS at 100. */
struct num sample_int(struct sample *sample, int64_t least);
struct num sample_below(struct sample *sample, struct num bound); /* in 0…bound */
/* A list of n of them; the longer it is, the smaller they are. */
struct list sample_ints(struct sample *sample, size_t n, int64_t least);
/* Lists of words, in no order: any of the range; distinct ones (n <= most - least + 1). */
struct list sample_words(struct sample *sample, size_t n, int64_t least, int64_t most);
struct list sample_distinct(struct sample *sample, size_t n, int64_t least, int64_t most);
/* The same words as struct num: of a list, and drawn. */
struct num *sample_nums_of(struct sample *sample, struct list words);
struct list sample_nums(struct sample *sample, size_t n, int64_t least, int64_t most);

/* A legal position of the game for this seed and size, in the budget's arena. `fixed` is NULL, or a position whose given fields
 * are kept. NULL: the game's checks refuse what is drawn around it. Half of the won positions are replaced by one that a winning
 * move leads to, where that keeps what is fixed. */
void *sample_position(const struct game *game, const void *fixed, uint64_t seed, int size, struct budget *budget,
                      struct store *store);
/* The same where fields may be fixed as absent, too: bit i of `kept` for the i-th field of `fixed`. */
void *sample_around(const struct game *game, const void *fixed, uint32_t kept, uint64_t seed, int size, struct budget *budget,
                    struct store *store);

#endif
