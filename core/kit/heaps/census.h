/* Nim by another name: games whose heaps count as numbers that behave as the heaps of Nim do, in misère play too. Nim, Bash. */
#ifndef GRUNDY_CORE_KIT_HEAPS_CENSUS_H
#define GRUNDY_CORE_KIT_HEAPS_CENSUS_H

#include "core/game.h"

/* The numbers, and what decides: their xor; in misère play also how many exceed 1, and how many are 1. */
struct census {
    const struct num *values;
    struct num sum;
    size_t big, ones;
    bool misere;
};

struct census census(const struct num *values, size_t n, bool misere);
/* Sets the verdict, and the Grundy value in normal play. */
void census_answer(struct ask *ask, const struct census *census);
/* What this one of the numbers must become so that the move wins; the number itself: no move of it does. */
struct num census_wanted_misere(const struct census *census, struct num value);
static inline struct num census_wanted(const struct ask *ask, const struct census *census, struct num value)
{
    return census->misere ? census_wanted_misere(census, value) : num_xor(num_xor(census->sum, value), ask->target);
}

#endif
