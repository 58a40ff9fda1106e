/* The functions of expressions, and lists in passing. Internal to core/custom. */
#ifndef GRUNDY_CORE_CUSTOM_MACHINE_VALUES_H
#define GRUNDY_CORE_CUSTOM_MACHINE_VALUES_H

#include "core/custom/language/check.h"

struct items {
    const int64_t *v;
    size_t n;
};

/* Rounds down; b >= 1. */
static inline int64_t divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}
static inline int64_t modulo(int64_t a, int64_t b)
{
    int64_t rest = a % b;
    return rest < 0 ? rest + b : rest;
}

/* False: a fault. *steps: what it took. */
bool function_integer(uint32_t function, const int64_t *argument, int64_t *result, enum fault_code *code, uint64_t *steps);
bool function_of_list(uint32_t function, struct items list, int64_t argument, int64_t *result, enum fault_code *code);
/* Digits or divisors, ascending; returns how many, more than `room` where they do not fit. False: a fault. */
bool function_list(uint32_t function, int64_t argument, int64_t *v, size_t room, size_t *n, enum fault_code *code,
                   uint64_t *steps);
void list_sort(size_t n, int64_t *v);
/* In instructions. */
static inline uint64_t list_sort_steps(size_t n)
{
    enum { SMALL = 8 };
    return n <= SMALL ? SMALL * n : 3 * n * (size_t)(64 - __builtin_clzll(n));
}
size_t list_distinct(size_t n, int64_t *v); /* sorts; returns how many are left */
bool list_equal(struct items a, struct items b);

#endif
