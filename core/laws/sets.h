/* Well-known sets of natural numbers. */
#ifndef GRUNDY_CORE_LAWS_SETS_H
#define GRUNDY_CORE_LAWS_SETS_H

#include "core/laws/naturals.h"
#include "core/value/text.h"

/* floor(k (p + q sqrt(d)) / r) for k, q, d >= 0, r >= 1, where k^2 q^2 d is below 2^63. */
struct surd {
    int64_t p, q, d, r;
};
int64_t surd_floor(const struct surd *surd, int64_t k);
/* "beatty(EXPRESSION_N, p, q, d, r)" */
const char *surd_expression(struct arena *arena, const struct surd *surd);

enum { SURD_ARGUMENT_MAX = 300000000, SURD_R_MAX = 8 };
/* Irrational numbers above 1, by an index from 0: (2-r+sqrt(r^2+4))/2 for r = 1, 2, …, roots, (2+r+sqrt(r^2+4))/2. */
enum { SURDS = 2 * SURD_R_MAX + 4 };
struct surd surd_known(size_t index);

enum set_kind {
    SET_SQUARES,
    SET_FIBONACCI,
    SET_POWERS, /* of the parameter */
    SET_EVIL,
    SET_ODIOUS,
    SET_TRIANGULAR,
    SET_PRIMES,
    SET_VAL_ODD, /* by the parameter */
    SET_VAL_EVEN,
    SET_BEATTY, /* floor(k a), k >= 0, a: surd_known(parameter) */
    SET_COUNT,
};

struct set {
    const char *name;
    int64_t parameter_min, parameter_max; /* 0, 0: there is none */
    int64_t least;                        /* membership is not asked below */
};
extern const struct set sets[SET_COUNT];

/* Whether n >= 0 belongs to it; *known false: beyond what is looked at. */
bool set_has(struct naturals *naturals, enum set_kind kind, int64_t parameter, int64_t n, bool *known);
/* The least member. */
int64_t set_first(enum set_kind kind, int64_t parameter);
/* Membership of EXPRESSION_N, at least `least`: a comparison. */
const char *set_expression(struct arena *arena, enum set_kind kind, int64_t parameter);
/* "n - 1 is a square": membership of a number that is called so. Not of SET_BEATTY. */
struct text set_words(struct arena *arena, enum set_kind kind, int64_t parameter, const char *number);

#endif
