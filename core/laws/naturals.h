/* Functions of one natural number: what formulas are made of, and keys. */
#ifndef GRUNDY_CORE_LAWS_NATURALS_H
#define GRUNDY_CORE_LAWS_NATURALS_H

#include "core/budget.h"
#include "core/value/text.h"

#include <stdbool.h>

enum natural {
    NATURAL_N,
    NATURAL_VAL2,
    NATURAL_VAL3,
    NATURAL_VAL5,
    NATURAL_VAL10,
    NATURAL_POPCOUNT,
    NATURAL_BITS,
    NATURAL_ZEROS,
    NATURAL_ISQRT,
    NATURAL_LOWEST_BIT,
    NATURAL_ODD_PART,
    NATURAL_DIGIT_SUM,
    NATURAL_FIRST_DIGIT,
    NATURAL_DIVISORS,
    NATURAL_TRIANGULAR,
    NATURAL_GRAY,
    NATURAL_ODIOUS,
    NATURAL_EVIL,
    NATURALS_OF_FORMULAS,
    NATURAL_LEAST_FACTOR = NATURALS_OF_FORMULAS,
    NATURALS_COUNT,
};

/* Larger numbers are not factored: their divisors and primes are unknown. Numbers above FORMED_MAX are not looked at. */
enum { FACTORED_MAX = 1100000, FORMED_MAX = 2000000000 };

struct naturals;
struct naturals *naturals_new(struct arena *arena, struct budget *budget);
/* From now on numbers up to n, and FACTORED_MAX, are factored. Nothing of it may be rewound. */
void naturals_reach(struct naturals *naturals, int64_t n);

/* The last of them. */
int64_t naturals_end(const struct naturals *naturals);

/* False: it is not defined there, or not known. */
bool natural_of(struct naturals *naturals, enum natural natural, int64_t n, int64_t *value);
/* The expression, of EXPRESSION_N. */
const char *natural_expression(enum natural natural);
/* What that is, of a number that is called so: "how often 2 divides n". NULL for the number itself. */
struct text natural_words(struct arena *arena, enum natural natural, const char *number);

/* floor(sqrt(n)), n >= 0. */
int64_t natural_root(int64_t n);
/* 0: unknown. 0 and 1 are their own. */
int64_t natural_least_factor(struct naturals *naturals, int64_t n);

#endif
