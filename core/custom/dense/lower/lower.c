/* Columns and their intervals, and what the operators make of them. */
#include "core/custom/dense/lower/lower.h"

uint16_t lower_fresh(struct lowering *l, int64_t low, int64_t high)
{
    struct wide_program *w = l->wide;
    if (low < INT32_MIN || high > INT32_MAX || low > high || w->columns == COLUMNS_MOST) {
        l->refused = true;
        return 0;
    }
    l->low[w->columns] = low;
    l->high[w->columns] = high;
    return (uint16_t)w->columns++;
}

size_t lower_emit(struct lowering *l, struct wide_op op)
{
    struct wide_program *w = l->wide;
    if (w->ops == OPS_MOST)
        l->refused = true;
    if (l->refused)
        return 0;
    w->op[w->ops] = op;
    return w->ops++;
}

uint16_t lower_number(struct lowering *l, int64_t value)
{
    struct wide_program *w = l->wide;
    for (size_t i = 0; i < w->constants; i++)
        if (w->constant[i].value == value)
            return w->constant[i].column;
    uint16_t column = lower_fresh(l, value, value);
    if (!l->refused)
        w->constant[w->constants++] = (struct wide_constant){column, (int32_t)value};
    return column;
}

uint16_t lower_pair(struct lowering *l, enum wide_code code, uint16_t a, uint16_t b, int64_t low, int64_t high)
{
    uint16_t to = lower_fresh(l, low, high);
    lower_emit(l, (struct wide_op){.code = (uint16_t)code, .to = to, .a = a, .b = b});
    return to;
}

uint16_t lower_free(struct lowering *l, enum wide_code code, uint16_t a, uint16_t b)
{
    return lower_pair(l, code, a, b, INT32_MIN, INT32_MAX);
}

void lower_check(struct lowering *l, uint16_t column, int64_t low, int64_t high)
{
    if (l->low[column] >= low && l->high[column] <= high)
        return;
    low = low < INT32_MIN ? INT32_MIN : low > INT32_MAX ? INT32_MAX : low;
    high = high > INT32_MAX ? INT32_MAX : high < INT32_MIN ? INT32_MIN : high;
    uint16_t least = lower_number(l, low), most = lower_number(l, high);
    lower_emit(l, (struct wide_op){WIDE_OUTSIDE, l->wide->fault, column, least, most, l->mask, 0});
}

uint16_t lower_where(struct lowering *l, enum wide_code code, uint16_t column)
{
    uint16_t to = lower_fresh(l, -1, 0);
    lower_emit(l, (struct wide_op){.code = (uint16_t)code, .to = to, .a = column, .mask = l->mask});
    return to;
}

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static uint16_t lower_product(struct lowering *l, uint16_t a, uint16_t b)
{
    int64_t v[] = {l->low[a] * l->low[b], l->low[a] * l->high[b], l->high[a] * l->low[b], l->high[a] * l->high[b]};
    int64_t low = least_of(least_of(v[0], v[1]), least_of(v[2], v[3]));
    int64_t high = most_of(most_of(v[0], v[1]), most_of(v[2], v[3]));
    if (low == high)
        return lower_number(l, low);
    if (lower_is_number(l, b) && l->low[b] == 1)
        return a;
    if (lower_is_number(l, a) && l->low[a] == 1)
        return b;
    return lower_pair(l, WIDE_MULTIPLY, a, b, low, high);
}

/* Lanes where the divisor is below 1 are noted, and divide by 1. */
static uint16_t lower_quotient(struct lowering *l, enum operator op, uint16_t a, uint16_t b)
{
    lower_check(l, b, 1, INT32_MAX);
    if (l->low[b] < 1)
        b = lower_pair(l, WIDE_LARGER, b, lower_number(l, 1), 1, most_of(l->high[b], 1));
    if (l->refused)
        return 0;
    int64_t low = least_of(divide(l->low[a], l->low[b]), divide(l->low[a], l->high[b]));
    int64_t high = most_of(divide(l->high[a], l->low[b]), divide(l->high[a], l->high[b]));
    if (op == OPERATOR_MODULO) {
        low = 0;
        high = l->high[b] - 1;
        if (l->low[a] >= 0)
            high = least_of(high, l->high[a]);
        if (lower_is_number(l, a) && lower_is_number(l, b))
            low = high = modulo(l->low[a], l->low[b]);
    }
    if (low == high)
        return lower_number(l, low);
    return lower_pair(l, op == OPERATOR_MODULO ? WIDE_MODULO : WIDE_DIVIDE, a, b, low, high);
}

static int64_t ones_over(int64_t value)
{
    return value ? (int64_t)(UINT64_MAX >> __builtin_clzll((uint64_t)value)) : 0;
}

/* Operands that may be negative, or a shift by too much, are left to the other machine. */
static uint16_t lower_bits(struct lowering *l, enum operator op, uint16_t a, uint16_t b)
{
    int64_t low = 0, high = 0;
    enum wide_code code = WIDE_NOTHING;
    if (l->low[a] < 0 || l->low[b] < 0 || (l->high[b] > 30 && (op == OPERATOR_LEFT || op == OPERATOR_RIGHT))) {
        l->refused = true;
        return 0;
    }
    if (op == OPERATOR_LEFT) {
        code = WIDE_LEFT;
        low = l->low[a] << l->low[b];
        high = l->high[a] << l->high[b];
    } else if (op == OPERATOR_RIGHT) {
        code = WIDE_RIGHT;
        low = l->low[a] >> l->high[b];
        high = l->high[a] >> l->low[b];
    } else if (op == OPERATOR_BIT_AND) {
        code = WIDE_BIT_AND;
        high = least_of(l->high[a], l->high[b]);
    } else {
        code = op == OPERATOR_BIT_OR ? WIDE_BIT_OR : WIDE_BIT_XOR;
        high = ones_over(most_of(l->high[a], l->high[b]));
    }
    if (lower_is_number(l, a) && lower_is_number(l, b)) {
        if (op == OPERATOR_BIT_AND)
            low = high = l->low[a] & l->low[b];
        else if (op == OPERATOR_BIT_OR)
            low = high = l->low[a] | l->low[b];
        else if (op == OPERATOR_BIT_XOR)
            low = high = l->low[a] ^ l->low[b];
    }
    return low == high ? lower_number(l, low) : lower_pair(l, code, a, b, low, high);
}

static uint16_t lower_comparison(struct lowering *l, enum operator op, uint16_t a, uint16_t b)
{
    if (op == OPERATOR_GREATER || op == OPERATOR_GREATER_EQUAL) {
        uint16_t other = a;
        a = b;
        b = other;
        op = op == OPERATOR_GREATER ? OPERATOR_LESS : OPERATOR_LESS_EQUAL;
    }
    bool apart = l->high[a] < l->low[b] || l->high[b] < l->low[a],
         same = lower_is_number(l, a) && lower_is_number(l, b) && !apart;
    if (op == OPERATOR_EQUAL || op == OPERATOR_UNEQUAL) {
        if (apart || same)
            return lower_number(l, (op == OPERATOR_EQUAL) == same);
        return lower_pair(l, op == OPERATOR_EQUAL ? WIDE_EQUAL : WIDE_UNEQUAL, a, b, 0, 1);
    }
    bool or_equal = op == OPERATOR_LESS_EQUAL;
    if (or_equal ? l->high[a] <= l->low[b] : l->high[a] < l->low[b])
        return lower_number(l, 1);
    if (or_equal ? l->low[a] > l->high[b] : l->low[a] >= l->high[b])
        return lower_number(l, 0);
    return lower_pair(l, or_equal ? WIDE_LESS_EQUAL : WIDE_LESS, a, b, 0, 1);
}

uint16_t lower_operator(struct lowering *l, enum operator op, uint16_t a, uint16_t b)
{
    if (l->refused)
        return 0;
    switch (op) {
    case OPERATOR_ADD:
        if (lower_is_number(l, a) && lower_is_number(l, b))
            return lower_number(l, l->low[a] + l->low[b]);
        return lower_pair(l, WIDE_ADD, a, b, l->low[a] + l->low[b], l->high[a] + l->high[b]);
    case OPERATOR_SUBTRACT:
        if (lower_is_number(l, a) && lower_is_number(l, b))
            return lower_number(l, l->low[a] - l->low[b]);
        return lower_pair(l, WIDE_SUBTRACT, a, b, l->low[a] - l->high[b], l->high[a] - l->low[b]);
    case OPERATOR_MULTIPLY:
        return lower_product(l, a, b);
    case OPERATOR_DIVIDE:
    case OPERATOR_MODULO:
        return lower_quotient(l, op, a, b);
    case OPERATOR_LEFT:
    case OPERATOR_RIGHT:
    case OPERATOR_BIT_AND:
    case OPERATOR_BIT_XOR:
    case OPERATOR_BIT_OR:
        return lower_bits(l, op, a, b);
    default:
        return lower_comparison(l, op, a, b);
    }
}
