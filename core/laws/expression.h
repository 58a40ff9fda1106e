/* Expressions of users' rules, put together from templates in which EXPRESSION_N (or X) and EXPRESSION_Y stand for others. */
#ifndef GRUNDY_CORE_LAWS_EXPRESSION_H
#define GRUNDY_CORE_LAWS_EXPRESSION_H

#include "core/memory/arena.h"

#include <stdbool.h>
#include <stdint.h>

#define EXPRESSION_N "\1"
#define EXPRESSION_X "\1"
#define EXPRESSION_Y "\2"

enum { EXPRESSION_MAX = 1000 }; /* what a string of users' rules may have */

/* Puts others for the places, in brackets where they need them. NULL is given for NULL, and for what is too long. */
const char *expression_fill(struct arena *arena, const char *pattern, const char *first, const char *second);
/* "[0, 1, 2]", or NULL. */
const char *expression_list(struct arena *arena, const int64_t *values, size_t n);
/* "n + 2", "n - 2", "n", of any expression. */
const char *expression_plus(struct arena *arena, const char *expression, int64_t number);

#endif
