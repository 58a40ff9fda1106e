/* Lists of known length: their items are columns of their own, so that what is done with them is done item by item, here. */
#include "core/custom/dense/lower/lower.h"

#include <string.h>

uint16_t lower_item(struct lowering *l, struct wide_cells cells, size_t i)
{
    if (!lower_spend(l, 1) || i >= cells.n) {
        l->refused = true;
        return 0;
    }
    return cells.number ? lower_number(l, cells.number[i]) : cells.column[i];
}

static struct wide_cells join(struct lowering *l, struct wide_cells a, struct wide_cells b)
{
    uint16_t *column = arena_array(l->arena, a.n + b.n + 1, sizeof *column);
    if (a.n + b.n > TURNS_MOST)
        l->refused = true;
    for (size_t i = 0; i < a.n + b.n && !l->refused; i++)
        column[i] = i < a.n ? lower_item(l, a, i) : lower_item(l, b, i - a.n);
    return (struct wide_cells){a.n + b.n, column, NULL};
}

/* Both ends must be numbers. */
static struct wide_cells slice(struct lowering *l, const struct node *node)
{
    struct wide_cells list = lower_list(l, node->items[0]);
    uint16_t from = lower_integer(l, node->items[1]), to = lower_integer(l, node->items[2]);
    if (l->refused || !lower_is_number(l, from) || !lower_is_number(l, to)) {
        l->refused = true;
        return list;
    }
    int64_t first = l->low[from] < 0 ? 0 : l->low[from];
    int64_t last = l->low[to] >= (int64_t)list.n ? (int64_t)list.n - 1 : l->low[to];
    if (last < first)
        return (struct wide_cells){0, list.column, list.number};
    return (struct wide_cells){(size_t)(last - first) + 1, list.column ? list.column + first : NULL,
                               list.number ? list.number + first : NULL};
}

/* A network: each place in turn takes the least of what is behind it. */
static struct wide_cells sorted(struct lowering *l, struct wide_cells list)
{
    enum { SORTED_MOST = 12 };
    uint16_t *column = arena_array(l->arena, list.n + 1, sizeof *column);
    if (list.n > SORTED_MOST)
        l->refused = true;
    for (size_t i = 0; i < list.n && !l->refused; i++)
        column[i] = lower_item(l, list, i);
    for (size_t i = 0; i < list.n; i++)
        for (size_t j = list.n - 1; j > i && !l->refused; j--) {
            uint16_t a = column[j - 1], b = column[j];
            int64_t low = l->low[a] < l->low[b] ? l->low[a] : l->low[b], high = l->high[a] > l->high[b] ? l->high[a] : l->high[b];
            column[j - 1] = lower_pair(l, WIDE_SMALLER, a, b, low, high);
            column[j] = lower_pair(l, WIDE_LARGER, a, b, low, high);
        }
    return (struct wide_cells){list.n, column, NULL};
}

static struct wide_cells reversed(struct lowering *l, struct wide_cells list)
{
    uint16_t *column = arena_array(l->arena, list.n + 1, sizeof *column);
    if (list.n > TURNS_MOST)
        l->refused = true;
    for (size_t i = 0; i < list.n && !l->refused; i++)
        column[i] = lower_item(l, list, list.n - 1 - i);
    return (struct wide_cells){list.n, column, NULL};
}

/* `[1, 3, 4]` as numbers, so that a long one takes no columns. */
static struct wide_cells literal(struct lowering *l, const struct node *node)
{
    int64_t *number = arena_array(l->arena, node->n + 1, sizeof *number);
    uint16_t *column = arena_array(l->arena, node->n + 1, sizeof *column);
    bool numbers = true;
    for (size_t i = 0; i < node->n && !l->refused; i++) {
        const struct node *item = node->items[i];
        bool minus = item->kind == NODE_UNARY && item->op == OPERATOR_NEGATE && item->items[0]->kind == NODE_NUMBER;
        if (item->kind == NODE_NUMBER || minus)
            number[i] = minus ? -item->items[0]->number : item->number;
        else
            numbers = false;
    }
    for (size_t i = 0; i < node->n && !numbers && !l->refused; i++)
        column[i] = lower_integer(l, node->items[i]);
    return (struct wide_cells){node->n, column, numbers ? number : NULL};
}

struct wide_cells lower_list(struct lowering *l, const struct node *node)
{
    struct wide_cells list = {0};
    if (!lower_spend(l, 1 + node->n))
        return list;
    switch (node->kind) {
    case NODE_NAME:
        return lower_name(l, node);
    case NODE_LIST:
        return literal(l, node);
    case NODE_IF:
        lower_if(l, node, &list);
        return list;
    case NODE_FOLD:
        lower_fold(l, node, &list);
        return list;
    case NODE_SLICE:
        return slice(l, node);
    case NODE_BINARY:
        list = lower_list(l, node->items[0]);
        return join(l, list, lower_list(l, node->items[1]));
    default:
        if (node->items[0]->type == TYPE_LIST) {
            list = lower_list(l, node->items[0]);
            return node->index == FUNCTION_reverse ? reversed(l, list) : sorted(l, list);
        }
        l->refused = true; /* digits, divisors: as many as there are */
        return list;
    }
}

/* The next one put together with what is there so far. */
static uint16_t gather(struct lowering *l, enum fold fold, uint16_t so_far, uint16_t next)
{
    bool less = fold == FOLD_MIN;
    if (l->refused)
        return 0;
    switch (fold) {
    case FOLD_SUM:
        return lower_operator(l, OPERATOR_ADD, so_far, next);
    case FOLD_COUNT:
        return lower_operator(l, OPERATOR_ADD, so_far, lower_truth(l, next));
    case FOLD_ANY:
        return lower_operator(l, OPERATOR_BIT_OR, so_far, lower_truth(l, next));
    case FOLD_ALL:
        return lower_operator(l, OPERATOR_BIT_AND, so_far, lower_truth(l, next));
    default: {
        int64_t a = less ? l->low[so_far] : l->high[so_far], b = less ? l->low[next] : l->high[next];
        int64_t low = less ? (a < b ? a : b) : (l->low[so_far] > l->low[next] ? l->low[so_far] : l->low[next]);
        int64_t high = !less ? (a > b ? a : b) : (l->high[so_far] < l->high[next] ? l->high[so_far] : l->high[next]);
        return low == high ? lower_number(l, low) : lower_pair(l, less ? WIDE_SMALLER : WIDE_LARGER, so_far, next, low, high);
    }
    }
}

/* Of nothing there is no least; the lanes that ask are noted. */
static uint16_t nothing(struct lowering *l, enum fold fold)
{
    uint16_t zero = lower_number(l, fold == FOLD_ALL);
    if (fold == FOLD_MIN || fold == FOLD_MAX)
        lower_check(l, zero, 1, 1);
    return zero;
}

/* Turn by turn, so the ends of a range must be numbers. */
uint16_t lower_fold(struct lowering *l, const struct node *node, struct wide_cells *list)
{
    bool range = node->n == 3;
    struct wide_cells over = {0};
    int64_t first = 0;
    if (range) {
        uint16_t from = lower_integer(l, node->items[0]), to = lower_integer(l, node->items[1]);
        if (l->refused || !lower_is_number(l, from) || !lower_is_number(l, to) || l->low[to] - l->low[from] >= TURNS_MOST) {
            l->refused = true;
            return 0;
        }
        first = l->low[from];
        over.n = l->low[to] < first ? 0 : (size_t)(l->low[to] - first) + 1;
    } else {
        over = lower_list(l, node->items[0]);
        l->refused |= over.n > PASSING_MAX;
    }
    uint16_t *column = arena_array(l->arena, over.n + 1, sizeof *column), so_far = 0;
    for (size_t i = 0; i < over.n && !l->refused; i++) {
        l->fold[node->index] = range ? lower_number(l, first + (int64_t)i) : lower_item(l, over, i);
        column[i] = lower_integer(l, node->items[node->n - 1]);
        if (list || l->refused)
            continue;
        bool begins = i == 0 && (node->fold == FOLD_SUM || node->fold == FOLD_MIN || node->fold == FOLD_MAX);
        so_far = begins ? column[i] : gather(l, node->fold, i ? so_far : nothing(l, node->fold), column[i]);
    }
    if (list)
        *list = (struct wide_cells){over.n, column, NULL};
    return over.n || list ? so_far : nothing(l, node->fold);
}

uint16_t lower_list_call(struct lowering *l, const struct node *node)
{
    struct wide_cells list = lower_list(l, node->items[0]);
    uint16_t value = node->n > 1 ? lower_integer(l, node->items[1]) : 0, so_far;
    enum fold fold = FOLD_SUM;
    switch ((enum function)node->index) {
    case FUNCTION_len:
        return lower_number(l, (int64_t)list.n);
    case FUNCTION_min_of:
        fold = FOLD_MIN;
        break;
    case FUNCTION_max_of:
        fold = FOLD_MAX;
        break;
    case FUNCTION_has:
        fold = FOLD_ANY;
        break;
    default:
        break;
    }
    if (list.n > TURNS_MOST)
        l->refused = true;
    if (l->refused || list.n == 0)
        return l->refused ? 0 : nothing(l, fold);
    so_far = fold == FOLD_MIN || fold == FOLD_MAX ? lower_item(l, list, 0) : lower_number(l, 0);
    for (size_t i = 0; i < list.n && !l->refused; i++) {
        uint16_t item = lower_item(l, list, i);
        if (node->index == FUNCTION_count || node->index == FUNCTION_has)
            item = lower_operator(l, OPERATOR_EQUAL, item, value);
        so_far = node->index == FUNCTION_xor ? lower_operator(l, OPERATOR_BIT_XOR, so_far, item) : gather(l, fold, so_far, item);
    }
    return so_far;
}

uint16_t lower_lists_equal(struct lowering *l, const struct node *node)
{
    struct wide_cells a = lower_list(l, node->items[0]), b = lower_list(l, node->items[1]);
    bool equal = node->op == OPERATOR_EQUAL;
    uint16_t all = lower_number(l, a.n == b.n);
    if (a.n > TURNS_MOST)
        l->refused = true;
    for (size_t i = 0; i < a.n && a.n == b.n && !l->refused; i++) {
        uint16_t left = lower_item(l, a, i);
        all = gather(l, FOLD_ALL, all, lower_operator(l, OPERATOR_EQUAL, left, lower_item(l, b, i)));
    }
    return equal ? all : lower_operator(l, OPERATOR_EQUAL, all, lower_number(l, 0));
}

static struct wide_table table_of(struct lowering *l, struct wide_cells list, int64_t *low, int64_t *high)
{
    struct wide_table table = {.n = (uint32_t)list.n, .column = list.column};
    int32_t *number = list.number ? arena_array(l->arena, list.n, sizeof *number) : NULL;
    *low = INT32_MAX;
    *high = INT32_MIN;
    for (size_t i = 0; i < list.n; i++) {
        int64_t least = number ? list.number[i] : l->low[list.column[i]], most = number ? least : l->high[list.column[i]];
        *low = least < *low ? least : *low;
        *high = most > *high ? most : *high;
        if (least < INT32_MIN || most > INT32_MAX)
            l->refused = true;
        else if (number)
            number[i] = (int32_t)least;
    }
    if (number)
        table = (struct wide_table){.n = (uint32_t)list.n, .number = number};
    return table;
}

uint16_t lower_index(struct lowering *l, const struct node *node)
{
    struct wide_cells list = lower_list(l, node->items[0]);
    uint16_t at = lower_integer(l, node->items[1]);
    int64_t low, high;
    if (l->refused)
        return 0;
    lower_check(l, at, 0, (int64_t)list.n - 1);
    if (l->high[at] < 0 || l->low[at] >= (int64_t)list.n)
        return lower_number(l, 0);
    if (lower_is_number(l, at))
        return lower_item(l, list, (size_t)l->low[at]);
    struct wide_program *w = l->wide;
    struct wide_table table = table_of(l, list, &low, &high);
    uint16_t to = lower_fresh(l, low, high);
    l->refused |= w->tables == TABLES_MOST;
    if (l->refused)
        return 0;
    w->table[w->tables] = table;
    lower_emit(l, (struct wide_op){.code = WIDE_LOOK, .to = to, .a = at, .x = (int32_t)w->tables++});
    return to;
}
