/* All states that a game can come to from given ones, and what each is worth. Internal to core/custom.
 *
 * Exploration is breadth first, the moves of a state in their order: so of several faults the same is met everywhere, and what is
 * too large is found by counting. States are numbered as they are reached, or,
 * where they are many and dense.h can tell them from their variables, from the highest down. */
#ifndef GRUNDY_CORE_CUSTOM_STATES_SPACE_H
#define GRUNDY_CORE_CUSTOM_STATES_SPACE_H

#include "core/custom/dense/dense.h"
#include "core/custom/machine/machine.h"
#include "core/kit/search/loopy.h"

enum { CHUNK_BITS = 14, CHUNK = 1 << CHUNK_BITS, WORD_AGAIN = 1U << 31 /* the same player goes on */ };
enum { STATE_COUNTS = 50, MOVE_COUNTS = 30 }; /* instructions that one more state or move counts as */

/* Words that grow without being moved. */
struct words {
    uint32_t **chunk;
    size_t n, max;
};

static inline void words_init(struct words *words, struct arena *arena, size_t max)
{
    words->n = 0;
    words->max = max;
    words->chunk = arena_array(arena, (max >> CHUNK_BITS) + 1, sizeof *words->chunk);
}

static inline void words_add(struct words *words, struct arena *arena, uint32_t word)
{
    size_t i = words->n++;
    if ((i & (CHUNK - 1)) == 0)
        words->chunk[i >> CHUNK_BITS] = arena_raw(arena, CHUNK * sizeof(uint32_t));
    words->chunk[i >> CHUNK_BITS][i & (CHUNK - 1)] = word;
}

static inline uint32_t words_at(const struct words *words, size_t i)
{
    return words->chunk[i >> CHUNK_BITS][i & (CHUNK - 1)];
}

/* A state that a move leads to, or the count of a sum's parts, on its way to the words. */
struct pending {
    key128 key;
    uint32_t word; /* WORD_AGAIN or 0; of a count the word itself */
    bool count;
};
enum { PENDING_MAX = 64 };

enum over { OVER_NOT, OVER_WIN, OVER_LOSS, OVER_DRAW }; /* for the player to move */

struct space {
    const struct user_rules *rules;
    const struct layout *layout;
    struct machine *machine;
    struct arena *arena;
    struct budget *budget;

    size_t states, moves;
    key128 *key; /* by state */
    size_t key_room;
    uint32_t *slot; /* of states, plus 1: an open table whose size is a power of two, or, `direct`, one by key */
    size_t slots;
    bool direct;
    bool falling, rising;                /* every move leads to a smaller key, or to a larger one: so none goes round */
    const struct dense *dense;           /* NULL: keys and slots */
    struct pending pending[PENDING_MAX]; /* words to come, so that memory is fetched for many at once */
    size_t pendings;
    size_t words; /* with those */
    /* By state, its moves: of rules with `into` a word that counts the parts with WORD_AGAIN, then the parts; of others the
     * state, perhaps with WORD_AGAIN. The words of state i are start(i)…start(i + 1) - 1. */
    struct words start, word;
    struct words over; /* enum over, by state */
    int64_t **score;   /* by move's word, chunks */
    size_t degree;     /* most moves of a state */

    bool cyclic;
    uint32_t *grundy;      /* pure and without cycles */
    uint8_t *outcome;      /* enum outcome */
    uint32_t *plies;       /* of decided states without sums */
    int64_t *value;        /* scores */
    struct labels *labels; /* pure, with cycles */
};

/* Explores and values from these states, with a machine of the rules. May escape: too_large, invalid_position (faults of the
 * rules while playing). */
struct space *space_make(struct machine *machine, const key128 *starts, size_t n);
/* A state that was reached; and whether it was. */
uint32_t space_find(const struct space *space, key128 key);
bool space_has(const struct space *space, key128 key);

#endif
