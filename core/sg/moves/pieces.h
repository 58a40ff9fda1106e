/* Moves that leave several pieces: what the files that list them share. */
#ifndef GRUNDY_CORE_SG_MOVES_PIECES_H
#define GRUNDY_CORE_SG_MOVES_PIECES_H

#include "core/sg/moves/moves.h"

/* The pairs (a, rest-a) of one amount, beside a further piece or none. */
struct piece_pairs {
    const struct hunt *hunt;
    const struct spot *spot;
    struct num take, rest, first; /* first: a further piece before the pair, 0: none */
    uint64_t rest_word;           /* stands for rest */
    const uint8_t *bytes;         /* the table, where it reaches rest_word and has one byte a value; else NULL */
    uint64_t low;
    uint64_t want;    /* the value that a pair must have; with a quotient, the product of all else */
    struct num count; /* pairs */
    /* a = low…repeat-1 one by one: `wins` of them win; from repeat on `wins_each` in every period */
    uint64_t repeat, wins, wins_each;
    uint32_t *offsets;           /* of the winning a in a period, made when first asked for */
    uint64_t next_a, next_index; /* where the search for the next winning move goes on */
};

struct piece_pairs pieces_pairs(const struct hunt *hunt, const struct spot *spot, struct num take);
/* Those that stand beside a first piece a. */
struct piece_pairs pieces_beside(const struct hunt *hunt, const struct spot *spot, struct num take, uint64_t a);
/* The pairs with low <= a <= (rest - unequal) / 2. */
void pieces_push(struct hunt *hunt, struct piece_pairs *pairs, bool unequal);
/* The one pair that begins with a; whether it wins. */
bool pieces_push_one(struct hunt *hunt, const struct spot *spot, struct num take, uint64_t a);

static inline bool pieces_win(const struct piece_pairs *pairs, uint64_t a)
{
    if (pairs->bytes)
        return (uint64_t)(pairs->bytes[a] ^ pairs->bytes[pairs->rest_word - a]) == pairs->want;
    uint64_t x = hunt_piece(pairs->hunt, a), y = hunt_piece(pairs->hunt, pairs->rest_word - a);
    const struct quotient *q = pairs->hunt->quotient;
    if (q)
        return quotient_lost(q, quotient_times(q, (unsigned)pairs->want, quotient_times(q, (unsigned)x, (unsigned)y)));
    return (x ^ y) == pairs->want;
}

/* The value of a piece of any size, or its element. */
struct num pieces_value(const struct hunt *hunt, struct num size);
/* What two pieces come to. */
struct num pieces_together(const struct hunt *hunt, struct num x, struct num y);

#endif
