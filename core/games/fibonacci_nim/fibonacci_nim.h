/* Dynamic nim: take 1…quota stones from one heap; afterwards the quota is factor times what was taken (Fibonacci nim is factor
 * 2).
 *
 * Losing numbers (Schwenk 1970): H_1 = 1, H_(i+1) = H_i + H_j for the least j with factor * H_j >= H_i. Every n is a sum of
 * losing numbers in which each part is more than factor times the next smaller one, in exactly one way, and the player to move
 * loses iff the smallest part exceeds the quota. For factor 1 they are the powers of two, for factor 2 the Fibonacci numbers. */
#ifndef GRUNDY_CORE_GAMES_FIBONACCI_NIM_FIBONACCI_NIM_H
#define GRUNDY_CORE_GAMES_FIBONACCI_NIM_FIBONACCI_NIM_H

#include "core/budget.h"
#include "core/memory/store.h"
#include "core/value/number.h"

struct part {
    struct num value;
    bool rest_wins; /* taking all that lies below this part wins: there is such a rest, and factor * rest < value */
};

struct parts {
    bool too_many; /* the sequence up to n has more than TERMS_MAX terms, and factor is above 2: the rest is not filled */
    size_t n;
    const struct part *v; /* descending */
};

/* n >= 0, 1 <= factor < 2^32. Lives as long as the arena. */
struct parts parts_of(struct arena *arena, struct budget *budget, struct store *store, struct num n, uint64_t factor);
uint64_t parts_cost(struct num n, uint64_t factor);

/* Takes that win, ascending: the rests that win, and all stones. Rests are added up when they are asked for, because a page shows
 * few of them. */
struct winning_takes {
    struct parts parts;
    struct num stones, rest; /* rest: the sum of the parts from `next` on */
    size_t n, made, next;
    struct num *v; /* those that are made */
};

/* Those of at most `most`. */
void winners_find(struct winning_takes *winners, struct arena *arena, const struct parts *parts, struct num stones,
                  struct num most);
struct num winner_at(struct winning_takes *winners, size_t i);

/* Grundy values of all states of at most VALUED_MAX stones, for one factor. */
enum { VALUED_MAX = 512 };

struct dynamic_values {
    const uint16_t *v;
};

/* For 0…stones stones, stones <= VALUED_MAX; made by this process: that takes less than reading a file. Valid until the arena is
 * reset. */
struct dynamic_values dynamic_values(struct arena *arena, struct budget *budget, struct store *store, int64_t stones,
                                     uint64_t factor);

static inline int64_t dynamic_value(struct dynamic_values values, int64_t stones, int64_t quota)
{
    return values.v[stones * (stones + 1) / 2 + (quota < stones ? quota : stones)];
}

#endif
