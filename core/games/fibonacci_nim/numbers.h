/* The Fibonacci numbers 1, 2, 3, 5, … of at most INT_BITS bits, with their decimal digits, made once for all requests of this
 * process, in 5 ms: one Zeckendorf sum of 4096 bits has 1600 parts, and converting each to decimal would take 40 times as long as
 * finding them. */
#ifndef GRUNDY_CORE_GAMES_FIBONACCI_NIM_NUMBERS_H
#define GRUNDY_CORE_GAMES_FIBONACCI_NIM_NUMBERS_H

#include "core/budget.h"
#include "core/memory/store.h"
#include "core/value/number.h"

enum { FIBONACCI_TERMS = 5900 };

/* Number i has the limbs begin[i]…begin[i+1]-1 and the digits text_begin[i]…text_begin[i+1]-1. */
struct fibonacci {
    const uint64_t *begin, *text_begin, *limbs;
    const char *text;
};

/* Valid until the arena is reset. */
struct fibonacci fibonacci_table(struct arena *arena, struct budget *budget, struct store *store);
struct num fibonacci_num(const struct fibonacci *fibonacci, size_t i);

#endif
