/* Expressions of integers as columns. */
#include "core/custom/dense/lower/lower.h"

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static uint16_t lower_unary(struct lowering *l, const struct node *node)
{
    uint16_t of = lower_integer(l, node->items[0]);
    bool minus = node->op == OPERATOR_NEGATE;
    if (l->refused)
        return 0;
    if (lower_is_number(l, of))
        return lower_number(l, minus ? -l->low[of] : !l->low[of]);
    if (minus)
        return lower_pair(l, WIDE_NEGATE, of, of, -l->high[of], -l->low[of]);
    return lower_pair(l, WIDE_NOT, of, of, 0, 1);
}

uint16_t lower_truth(struct lowering *l, uint16_t of)
{
    if (l->refused || (l->low[of] >= 0 && l->high[of] <= 1))
        return of;
    if (l->low[of] > 0 || l->high[of] < 0)
        return lower_number(l, 1);
    return lower_pair(l, WIDE_TRUTH, of, of, 0, 1);
}

/* The second side counts only where the first leaves it open. */
static uint16_t lower_both(struct lowering *l, const struct node *node)
{
    bool both = node->kind == NODE_AND;
    uint16_t left = lower_truth(l, lower_integer(l, node->items[0])), mask = l->mask;
    if (l->refused)
        return 0;
    if (lower_is_number(l, left))
        return (l->low[left] != 0) == both ? lower_truth(l, lower_integer(l, node->items[1])) : left;
    l->mask = lower_where(l, both ? WIDE_WHERE : WIDE_WHERE_NOT, left);
    uint16_t right = lower_truth(l, lower_integer(l, node->items[1]));
    l->mask = mask;
    return lower_pair(l, both ? WIDE_BIT_AND : WIDE_BIT_OR, left, right, 0, 1);
}

uint16_t lower_choice(struct lowering *l, uint16_t condition, uint16_t then, uint16_t other)
{
    if (l->refused || then == other)
        return then;
    if (lower_is_number(l, condition))
        return l->low[condition] ? then : other;
    uint16_t to = lower_fresh(l, least_of(l->low[then], l->low[other]), most_of(l->high[then], l->high[other]));
    lower_emit(l, (struct wide_op){WIDE_SELECT, to, then, other, condition, 0, 0});
    return to;
}

uint16_t lower_if(struct lowering *l, const struct node *node, struct wide_cells *list)
{
    uint16_t condition = lower_integer(l, node->items[0]), mask = l->mask, side[2] = {0};
    struct wide_cells lists[2] = {{0}};
    if (l->refused)
        return 0;
    for (int i = 0; i < 2; i++) {
        bool here = lower_is_number(l, condition);
        if (here && (l->low[condition] != 0) != (i == 0))
            continue;
        l->mask = here ? mask : lower_where(l, i == 0 ? WIDE_WHERE : WIDE_WHERE_NOT, condition);
        if (list)
            lists[i] = lower_list(l, node->items[1 + i]);
        else
            side[i] = lower_integer(l, node->items[1 + i]);
        l->mask = mask;
        if (here && list)
            *list = lists[i];
        if (here || l->refused)
            return side[i];
    }
    if (!list)
        return lower_choice(l, condition, side[0], side[1]);
    if (lists[0].n != lists[1].n)
        l->refused = true;
    uint16_t *column = arena_array(l->arena, lists[0].n + 1, sizeof *column);
    for (size_t i = 0; i < lists[0].n && !l->refused; i++)
        column[i] = lower_choice(l, condition, lower_item(l, lists[0], i), lower_item(l, lists[1], i));
    *list = (struct wide_cells){lists[0].n, column, NULL};
    return 0;
}

/* What a function may give, in lanes that count or not; false: unknown. */
static bool bound_call(const struct lowering *l, enum function f, const uint16_t *argument, int64_t *high)
{
    int64_t a = most_of(l->high[argument[0]], -l->low[argument[0]]), b = most_of(l->high[argument[1]], -l->low[argument[1]]);
    *high = 32;
    switch (f) {
    case FUNCTION_gcd:
        *high = most_of(a, b);
        return true;
    case FUNCTION_isqrt:
        return function_integer(FUNCTION_isqrt, &a, high, &(enum fault_code){0}, &(uint64_t){0});
    case FUNCTION_least_factor:
        *high = a;
        return true;
    case FUNCTION_log2:
    case FUNCTION_bits:
    case FUNCTION_popcount:
    case FUNCTION_val:
        return true;
    case FUNCTION_is_prime:
    case FUNCTION_is_square:
    case FUNCTION_is_fib:
    case FUNCTION_is_power:
        *high = 1;
        return true;
    case FUNCTION_pow:
        *high = 1;
        for (int64_t i = 0; i < l->high[argument[1]] && *high <= INT32_MAX && a > 1; i++)
            *high *= a;
        *high = most_of(*high, a);
        return l->low[argument[0]] >= 0 && *high <= INT32_MAX;
    default:
        return false;
    }
}

static uint16_t lower_call(struct lowering *l, const struct node *node)
{
    enum function f = (enum function)node->index;
    if (node->items[0]->type == TYPE_LIST)
        return lower_list_call(l, node);
    uint16_t argument[2] = {0};
    int64_t high;
    argument[0] = argument[1] = lower_integer(l, node->items[0]);
    if (f == FUNCTION_min || f == FUNCTION_max) {
        for (size_t i = 1; i < node->n && !l->refused; i++) {
            uint16_t a = argument[0], b = lower_integer(l, node->items[i]);
            bool less = f == FUNCTION_min;
            argument[0] = l->refused ? 0
                                     : lower_pair(l, less ? WIDE_SMALLER : WIDE_LARGER, a, b,
                                                  less ? least_of(l->low[a], l->low[b]) : most_of(l->low[a], l->low[b]),
                                                  less ? least_of(l->high[a], l->high[b]) : most_of(l->high[a], l->high[b]));
        }
        return argument[0];
    }
    if (f == FUNCTION_abs) {
        uint16_t minus = lower_operator(l, OPERATOR_SUBTRACT, lower_number(l, 0), argument[0]);
        int64_t most = most_of(l->high[argument[0]], -l->low[argument[0]]);
        return lower_pair(l, WIDE_LARGER, argument[0], minus, 0, most);
    }
    if (node->n > 1)
        argument[1] = lower_integer(l, node->items[1]);
    if (l->refused || node->n > 2 || f == FUNCTION_table || !bound_call(l, f, argument, &high)) {
        l->refused = true;
        return 0;
    }
    if (lower_is_number(l, argument[0]) && lower_is_number(l, argument[1])) {
        int64_t given[] = {l->low[argument[0]], l->low[argument[1]]}, result;
        enum fault_code code;
        uint64_t steps = 0;
        bool fine = function_integer(f, given, &result, &code, &steps);
        if (lower_spend(l, steps / 64) && fine)
            return lower_number(l, result);
    }
    uint16_t to = lower_fresh(l, 0, high);
    lower_emit(l, (struct wide_op){WIDE_CALL, to, argument[0], argument[1], l->wide->fault, l->mask, (int32_t)f});
    return to;
}

/* Those of the old state are there from the start. Those of a new one are made where they are first named, but for all lanes of
 * the move: another place may name them under another condition. */
struct wide_cells lower_let(struct lowering *l, uint32_t index)
{
    uint16_t mask = l->mask;
    const struct node *value = l->rules->let[index].value;
    if (l->let_known[index])
        return l->let[index];
    l->mask = l->lets;
    if (value->type == TYPE_LIST) {
        l->let[index] = lower_list(l, value);
    } else {
        uint16_t *column = arena_alloc(l->arena, sizeof *column);
        *column = lower_integer(l, value);
        l->let[index] = (struct wide_cells){1, column, NULL};
    }
    l->mask = mask;
    l->let_known[index] = true;
    return l->let[index];
}

struct wide_cells lower_name(struct lowering *l, const struct node *node)
{
    const uint16_t *column = &l->wide->turn;
    switch (node->symbol) {
    case SYMBOL_VARIABLE:
        return l->value[node->index];
    case SYMBOL_LET:
        return lower_let(l, node->index);
    case SYMBOL_TURN:
        break;
    case SYMBOL_PARAMETER:
        column = &l->parameter[node->index];
        break;
    case SYMBOL_FOLD:
        column = &l->fold[node->index];
        break;
    }
    return (struct wide_cells){1, column, NULL};
}

uint16_t lower_integer(struct lowering *l, const struct node *node)
{
    uint16_t left;
    if (!lower_spend(l, 1))
        return 0;
    switch (node->kind) {
    case NODE_NUMBER:
        return lower_number(l, node->number);
    case NODE_NAME:
        return lower_item(l, lower_name(l, node), 0);
    case NODE_UNARY:
        return lower_unary(l, node);
    case NODE_BINARY:
        if (node->items[0]->type == TYPE_LIST)
            return lower_lists_equal(l, node);
        left = lower_integer(l, node->items[0]);
        return lower_operator(l, node->op, left, lower_integer(l, node->items[1]));
    case NODE_AND:
    case NODE_OR:
        return lower_both(l, node);
    case NODE_IF:
        return lower_if(l, node, NULL);
    case NODE_CALL:
        return lower_call(l, node);
    case NODE_FOLD:
        return lower_fold(l, node, NULL);
    default:
        return lower_index(l, node);
    }
}
