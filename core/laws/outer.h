/* A value as a simple function of another: value = u, u % a, u / a, u / a % b, …, with its numbers found from the values. */
#ifndef GRUNDY_CORE_LAWS_OUTER_H
#define GRUNDY_CORE_LAWS_OUTER_H

#include "core/laws/view.h"

enum outer_kind {
    OUTER_ITSELF,
    OUTER_MODULO,  /* u % a */
    OUTER_DIVIDED, /* u / a */
    OUTER_DIGIT,   /* u / a % b */
    OUTER_PART,    /* u % a / b */
    OUTER_XOR,     /* u ^ a */
    OUTER_OR,      /* u | a */
    OUTER_AND,     /* u & a */
    OUTER_PLUS,    /* u + a */
    OUTER_AT_MOST, /* min(u, a) */
    OUTER_EQUAL,   /* u == a */
    OUTER_COUNT,
};

struct outer {
    enum outer_kind kind;
    int64_t a, b;
};

enum { OUTERS_MAX = 24 };

/* Those that hold for all n places, cheapest numbers of each kind first; returns how many (up to OUTERS_MAX). */
size_t outer_find(const int64_t *u, const int64_t *v, size_t n, struct budget *budget, struct outer *found);
/* False: it is not defined there (^ | & of a negative number). */
bool outer_of(const struct outer *outer, int64_t u, int64_t *value);
int64_t outer_cost(const struct outer *outer);
/* An expression of EXPRESSION_N. Of OUTER_EQUAL a comparison. */
const char *outer_expression(struct arena *arena, const struct outer *outer);

/* Rounded down, the divisor positive: as expressions divide. */
static inline int64_t floor_mod(int64_t a, int64_t b)
{
    int64_t rest = a % b;
    return rest < 0 ? rest + b : rest;
}
static inline int64_t floor_div(int64_t a, int64_t b)
{
    return (a - floor_mod(a, b)) / b;
}

#endif
