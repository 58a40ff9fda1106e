/* Functions of two natural numbers, and how laws of two variables look at a table: from some x and y on, and, where it is
 * symmetric, at x <= y alone. */
#ifndef GRUNDY_CORE_LAWS_PLANE_H
#define GRUNDY_CORE_LAWS_PLANE_H

#include "core/laws/view.h"

enum plane_function {
    PLANE_XOR,
    PLANE_SUM,
    PLANE_OR,
    PLANE_AND,
    PLANE_PRODUCT,
    PLANE_DISTANCE,
    PLANE_MIN,
    PLANE_MAX,
    PLANE_GCD,
    PLANE_XOR_LESS, /* (x - 1) ^ (y - 1) */
    PLANE_OR_LESS,
    PLANE_QUOTIENT, /* max / min */
    PLANE_EUCLID,   /* |x / y - y / x|, rounded down */
    PLANE_2X_Y,     /* 2x + y, … */
    PLANE_2X_LESS_Y,
    PLANE_X_2Y,
    PLANE_X_LESS_2Y,
    PLANE_FUNCTIONS,
};
enum { PLANE_STARTS = 3 }; /* laws may begin at x, y >= 0, 1, 2 */

/* False: it is not defined there. */
bool plane_of(enum plane_function function, int64_t x, int64_t y, int64_t *u);
/* Of EXPRESSION_X and EXPRESSION_Y. */
const char *plane_expression(enum plane_function function);

/* The expression for people: in x and y, or, where the table is symmetric and the expression is not, in min(x, y) and max(x, y).
 */
const char *plane_formula(const struct view *view, const char *expression, bool is_symmetric);
bool plane_is_symmetric(enum plane_function function);
/* The function in words, of x and y or, where it matters and they are ordered, of the smaller and the larger. */
struct text plane_words(enum plane_function function, bool is_ordered);

/* The first row and column of x, y >= start; false where that is the table's own begin, and start is not 0, or nothing is left.
 */
bool plane_begin(const struct view *view, int64_t start, size_t *row, size_t *column);
/* Says in the law that it begins there, and what that costs. */
void plane_from(const struct view *view, struct law *law, size_t row, size_t column);

/* ", for x, y >= 1" */
struct text plane_from_words(const struct view *view, const struct law *law);

#endif
