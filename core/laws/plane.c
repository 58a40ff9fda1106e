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

struct text plane_words(enum plane_function function, bool is_ordered)
{
    static const struct text says[PLANE_FUNCTIONS] = {
        [PLANE_XOR] = {"the xor of x and y", "x 与 y 的异或"},
        [PLANE_SUM] = {"the sum of x and y", "x 与 y 的和"},
        [PLANE_OR] = {"the bits that x or y has", "x 与 y 的按位或"},
        [PLANE_AND] = {"the bits that x and y have both", "x 与 y 的按位与"},
        [PLANE_PRODUCT] = {"the product of x and y", "x 与 y 的积"},
        [PLANE_DISTANCE] = {"the difference of x and y", "x 与 y 之差的绝对值"},
        [PLANE_MIN] = {"the smaller of x and y", "x 与 y 中的较小数"},
        [PLANE_MAX] = {"the larger of x and y", "x 与 y 中的较大数"},
        [PLANE_GCD] = {"the greatest common divisor of x and y", "x 与 y 的最大公约数"},
        [PLANE_XOR_LESS] = {"the xor of x and y, each less 1", "x 与 y 各减 1 后的异或"},
        [PLANE_OR_LESS] = {"the bits that x or y has, each less 1", "x 与 y 各减 1 后的按位或"},
        [PLANE_QUOTIENT] = {"how often the smaller of x and y goes into the larger", "x 与 y 中较大数除以较小数的商"},
        [PLANE_EUCLID] = {"the larger of x and y by the smaller, less the smaller by the larger, rounded down",
                          "x 与 y 中较大数与较小数之比减去其倒数，再取整数部分"},
        [PLANE_2X_Y] = {"twice x and y together", "x 的两倍加 y"},
        [PLANE_2X_LESS_Y] = {"twice x less y", "x 的两倍减 y"},
        [PLANE_X_2Y] = {"x and twice y together", "x 加 y 的两倍"},
        [PLANE_X_LESS_2Y] = {"x less twice y", "x 减 y 的两倍"},
    };
    static const struct text ordered[PLANE_FUNCTIONS] = {
        [PLANE_2X_Y] = {"twice the smaller and the larger together", "较小数的两倍加较大数"},
        [PLANE_2X_LESS_Y] = {"twice the smaller less the larger", "较小数的两倍减较大数"},
        [PLANE_X_2Y] = {"the smaller and twice the larger together", "较小数加较大数的两倍"},
        [PLANE_X_LESS_2Y] = {"the smaller less twice the larger", "较小数减较大数的两倍"},
    };
    return is_ordered && ordered[function].en ? ordered[function] : says[function];
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
