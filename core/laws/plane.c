/* Functions of two natural numbers. */
#include "core/laws/plane.h"

#include "core/laws/expression.h"
#include "core/laws/outer.h"
#include "core/value/divisor.h"

#define X EXPRESSION_X
#define Y EXPRESSION_Y
static const struct {
    const char *expression;
    int64_t least; /* of x and y */
} known[PLANE_FUNCTIONS] = {
    [PLANE_XOR] = {X " ^ " Y, 0},
    [PLANE_SUM] = {X " + " Y, 0},
    [PLANE_OR] = {X " | " Y, 0},
    [PLANE_AND] = {X " & " Y, 0},
    [PLANE_PRODUCT] = {X " * " Y, 0},
    [PLANE_DISTANCE] = {"abs(" X " - " Y ")", 0},
    [PLANE_MIN] = {"min(" X ", " Y ")", 0},
    [PLANE_MAX] = {"max(" X ", " Y ")", 0},
    [PLANE_GCD] = {"gcd(" X ", " Y ")", 0},
    [PLANE_XOR_LESS] = {"(" X " - 1) ^ (" Y " - 1)", 1},
    [PLANE_OR_LESS] = {"(" X " - 1) | (" Y " - 1)", 1},
    [PLANE_QUOTIENT] = {"max(" X ", " Y ") / min(" X ", " Y ")", 1},
    [PLANE_EUCLID] = {"abs(" X " * " X " - " Y " * " Y ") / (" X " * " Y ")", 1},
    [PLANE_2X_Y] = {"2 * " X " + " Y, 0},
    [PLANE_2X_LESS_Y] = {"2 * " X " - " Y, 0},
    [PLANE_X_2Y] = {X " + 2 * " Y, 0},
    [PLANE_X_LESS_2Y] = {X " - 2 * " Y, 0},
};
#undef X
#undef Y

bool plane_is_symmetric(enum plane_function function)
{
    return function < PLANE_2X_Y;
}

const char *plane_expression(enum plane_function function)
{
    return known[function].expression;
}

static int64_t computed(enum plane_function function, int64_t x, int64_t y)
{
    int64_t low = x < y ? x : y, high = x < y ? y : x;
    switch (function) {
    case PLANE_XOR:
        return x ^ y;
    case PLANE_SUM:
        return x + y;
    case PLANE_OR:
        return x | y;
    case PLANE_AND:
        return x & y;
    case PLANE_PRODUCT:
        return x * y;
    case PLANE_DISTANCE:
        return high - low;
    case PLANE_MIN:
        return low;
    case PLANE_MAX:
        return high;
    case PLANE_GCD:
        return (int64_t)common_divisor((uint64_t)x, (uint64_t)y);
    case PLANE_XOR_LESS:
        return (x - 1) ^ (y - 1);
    case PLANE_OR_LESS:
        return (x - 1) | (y - 1);
    case PLANE_QUOTIENT:
        return high / low;
    case PLANE_EUCLID:
        return (high * high - low * low) / (x * y);
    case PLANE_2X_Y:
        return 2 * x + y;
    case PLANE_2X_LESS_Y:
        return 2 * x - y;
    case PLANE_X_2Y:
        return x + 2 * y;
    default:
        return x - 2 * y;
    }
}

bool plane_of(enum plane_function function, int64_t x, int64_t y, int64_t *u)
{
    if (x < known[function].least || y < known[function].least)
        return false;
    *u = computed(function, x, y);
    return true;
}

const char *plane_formula(const struct view *view, const char *expression, bool is_symmetric)
{
    bool ordered = view->symmetric && !is_symmetric;
    return expression_fill(view->finding->arena, expression, ordered ? "min(x, y)" : "x", ordered ? "max(x, y)" : "y");
}

bool plane_begin(const struct view *view, int64_t start, size_t *row, size_t *column)
{
    *row = start > view->from[0] ? (size_t)(start - view->from[0]) : 0;
    *column = start > view->from[1] ? (size_t)(start - view->from[1]) : 0;
    return (start == 0 || *row || *column) && *row < view->rows && *column < view->columns;
}

void plane_from(const struct view *view, struct law *law, size_t row, size_t column)
{
    law->from[0] = view->from[0] + (int64_t)row;
    law->from[1] = view->from[1] + (int64_t)column;
}

struct text plane_from_words(const struct view *view, const struct law *law)
{
    long long x = law->from[0], y = law->from[1];
    struct arena *arena = view->finding->arena;
    if (x == view->from[0] && y == view->from[1])
        return (struct text){"", ""};
    return (struct text){arena_printf(arena, ", for x >= %lld and y >= %lld", x, y),
                         arena_printf(arena, "（x ≥ %lld，y ≥ %lld）", x, y)};
}
