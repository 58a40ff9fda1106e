/* Whole rules on columns: the digits of a state's number, its ends, and every move in a nest of loops. */
#include "core/custom/dense/lower/lower.h"

#include <string.h>

/* ---- the number of a state ---- */

/* The digit of one more integer, above those that are there. */
static uint16_t add_digit(struct lowering *l, int64_t min, int64_t max, size_t variable, size_t item)
{
    struct wide_program *w = l->wide;
    uint64_t values = (uint64_t)max - (uint64_t)min + 1;
    if (values == 0 || values > CELLS_MOST / w->cells)
        l->refused = true;
    uint16_t column = lower_fresh(l, min, max);
    if (l->refused)
        return 0;
    w->digit[w->digits++] = (struct wide_digit){column, (uint32_t)values, w->cells, min, max, variable, item};
    w->cells *= (uint32_t)values;
    return column;
}

/* A variable's items: digits where it changes, numbers otherwise. */
static struct wide_cells place(struct lowering *l, size_t variable)
{
    const struct variable *v = &l->rules->variable[variable];
    const struct packing *p = &l->layout->packing[variable];
    if (!p->packed) {
        struct items given = l->layout->class[0]->value[variable];
        return (struct wide_cells){given.n, NULL, given.v};
    }
    if (p->items_min != p->items_max)
        l->refused = true;
    uint16_t *column = arena_array(l->arena, p->items_max + 1, sizeof *column);
    for (size_t i = p->items_max; i-- > 0 && !l->refused;)
        column[i] = add_digit(l, v->min, v->max, variable, i);
    return (struct wide_cells){p->items_max, column, NULL};
}

/* The variable that is named first has the highest digit; whose turn it is has the lowest. */
static void place_all(struct lowering *l)
{
    const struct user_rules *rules = l->rules;
    l->wide->turn = rules->turns ? add_digit(l, 0, 1, rules->variables, 0) : lower_number(l, 0);
    for (size_t v = rules->variables; v-- > 0 && !l->refused;)
        l->value[v] = place(l, v);
}

/* ---- moves ---- */

struct after {
    struct wide_cells value[VARIABLES_MAX]; /* of the state that a move leads to */
};

static const struct wide_digit *digit_of(const struct lowering *l, size_t variable, size_t item)
{
    const struct wide_digit *digit = l->wide->digit;
    while (digit->variable != variable || digit->item != item)
        digit++;
    return digit;
}

static int64_t stride_of(const struct lowering *l, size_t variable, size_t item)
{
    int64_t stride = digit_of(l, variable, item)->stride;
    return l->wide->rising ? -stride : stride;
}

static uint16_t new_value(struct lowering *l, const struct assignment *a, uint16_t old)
{
    uint16_t value = lower_integer(l, a->value);
    return a->change == OPERATOR_EQUAL ? value : lower_operator(l, a->change, old, value);
}

/* h[i] = e with an index that differs from lane to lane: every item asks whether it is meant. */
static void assign_item(struct lowering *l, const struct assignment *a, const struct variable *v, const struct wide_cells *old,
                        uint16_t *column)
{
    uint16_t index = lower_integer(l, a->index);
    if (l->refused)
        return;
    lower_check(l, index, 0, (int64_t)old->n - 1);
    uint16_t value = 0;
    if (a->change == OPERATOR_EQUAL || lower_is_number(l, index)) {
        bool there = lower_is_number(l, index) && l->low[index] >= 0 && l->low[index] < (int64_t)old->n;
        value = new_value(l, a, there ? old->column[l->low[index]] : lower_number(l, v->min));
        lower_check(l, value, v->min, v->max);
        if (there)
            column[l->low[index]] = value;
        if (there || lower_is_number(l, index))
            return;
    }
    uint16_t change = a->change == OPERATOR_EQUAL ? 0 : lower_integer(l, a->value), mask = l->mask;
    for (size_t i = 0; i < old->n && !l->refused; i++) {
        uint16_t here = lower_operator(l, OPERATOR_EQUAL, index, lower_number(l, (int64_t)i)), item = value;
        if (l->refused || (lower_is_number(l, here) && !l->low[here]))
            continue;
        if (a->change != OPERATOR_EQUAL) {
            l->mask = lower_where(l, WIDE_WHERE, here);
            item = lower_operator(l, a->change, old->column[i], change);
            if (!l->refused)
                lower_check(l, item, v->min, v->max);
            l->mask = mask;
        }
        column[i] = lower_choice(l, here, item, column[i]);
    }
}

static void assign(struct lowering *l, const struct action *action, struct after *to)
{
    for (size_t i = 0; i < action->n && !l->refused; i++) {
        const struct assignment *a = &action->v[i];
        const struct variable *v = &l->rules->variable[a->variable];
        struct wide_cells old = l->value[a->variable], *is = &to->value[a->variable];
        bool fresh = is->column == old.column;
        uint16_t *column = fresh ? arena_array(l->arena, old.n + 1, sizeof *column) : (uint16_t *)(uintptr_t)is->column;
        for (size_t j = 0; fresh && j < old.n; j++)
            column[j] = old.column[j];
        *is = (struct wide_cells){old.n, column, NULL};
        if (a->index) {
            assign_item(l, a, v, &old, column);
            continue;
        }
        if (!v->list) {
            column[0] = new_value(l, a, old.column[0]);
            if (!l->refused)
                lower_check(l, column[0], v->min, v->max);
            continue;
        }
        struct wide_cells list = lower_list(l, a->value);
        l->refused |= list.n != old.n;
        for (size_t j = 0; j < old.n && !l->refused; j++) {
            column[j] = lower_item(l, list, j);
            if (!l->refused)
                lower_check(l, column[j], v->min, v->max);
        }
    }
}

/* What the move's own assignments leave, then what `after` makes of that. */
static void lower_action(struct lowering *l, const struct action *action, struct after *to)
{
    struct wide_cells old[VARIABLES_MAX], let[LETS_MAX];
    bool known[LETS_MAX];
    uint16_t lets = l->lets;
    memcpy(to->value, l->value, sizeof to->value);
    assign(l, action, to);
    if (!l->rules->after.n)
        return;
    memcpy(old, l->value, sizeof old);
    memcpy(let, l->let, sizeof let);
    memcpy(known, l->let_known, sizeof known);
    memcpy(l->value, to->value, sizeof old);
    memset(l->let_known, 0, sizeof known);
    l->lets = l->mask;
    assign(l, &l->rules->after, to);
    memcpy(l->value, old, sizeof old);
    memcpy(l->let, let, sizeof let);
    memcpy(l->let_known, known, sizeof known);
    l->lets = lets;
}

/* By how much the state's number changes. */
static uint16_t lower_target(struct lowering *l, const struct after *to)
{
    uint16_t sum = lower_number(l, 0);
    for (size_t v = 0; v < l->rules->variables; v++)
        for (size_t i = 0; l->layout->packing[v].packed && i < to->value[v].n && !l->refused; i++) {
            uint16_t new = to->value[v].column[i], old = l->value[v].column[i];
            if (new == old)
                continue;
            uint16_t change = lower_free(l, WIDE_SUBTRACT, new, old);
            int64_t stride = stride_of(l, v, i);
            if (stride != 1)
                change = lower_free(l, WIDE_MULTIPLY, change, lower_number(l, stride));
            sum = lower_free(l, WIDE_ADD, sum, change);
        }
    return sum;
}

static uint16_t lower_turn(struct lowering *l, uint16_t change, uint16_t again)
{
    if (!l->rules->turns)
        return change;
    int64_t stride = stride_of(l, l->rules->variables, 0);
    uint16_t two = lower_number(l, -2 * stride);
    uint16_t flip = lower_free(l, WIDE_ADD, lower_free(l, WIDE_MULTIPLY, l->wide->turn, two), lower_number(l, stride));
    uint16_t stays = lower_choice(l, again, lower_number(l, 0), flip);
    return lower_free(l, WIDE_ADD, change, stays);
}

static void lower_body(struct lowering *l, const struct user_move *move)
{
    struct after to;
    uint16_t mask = l->mask;
    size_t skip = SIZE_MAX;
    if (move->when) {
        uint16_t when = lower_integer(l, move->when);
        if (l->refused || (lower_is_number(l, when) && !l->low[when]))
            return;
        if (!lower_is_number(l, when)) {
            l->mask = lower_where(l, WIDE_WHERE, when);
            skip = lower_emit(l, (struct wide_op){.code = WIDE_SKIP, .mask = l->mask});
        }
    }
    lower_action(l, &move->action[0], &to);
    uint16_t again = move->again ? lower_truth(l, lower_integer(l, move->again)) : lower_number(l, 0);
    uint16_t target = lower_turn(l, lower_target(l, &to), again);
    lower_emit(l, (struct wide_op){.code = WIDE_MOVE, .a = target, .b = again, .mask = l->mask});
    if (skip != SIZE_MAX && !l->refused)
        l->wide->op[skip].x = (int32_t)l->wide->ops;
    l->mask = mask;
}

static void lower_sources(struct lowering *l, const struct user_move *move, size_t source);

/* One turn for each number. */
static void unroll(struct lowering *l, const struct user_move *move, size_t source, size_t n, const int64_t *number)
{
    for (size_t i = 0; i < n && !l->refused; i++) {
        l->parameter[source] = lower_number(l, number[i]);
        lower_sources(l, move, source + 1);
    }
}

static void loop(struct lowering *l, const struct user_move *move, size_t source, uint16_t from, uint16_t to)
{
    int64_t low = l->low[from], high = l->high[to] > l->high[from] ? l->high[to] : l->high[from];
    uint16_t parameter = lower_fresh(l, low, high), inside = lower_fresh(l, -1, 0), mask = l->mask;
    size_t begin = lower_emit(l, (struct wide_op){WIDE_RANGE, parameter, from, to, inside, mask, 0});
    l->parameter[source] = parameter;
    l->mask = inside;
    lower_sources(l, move, source + 1);
    l->mask = mask;
    lower_emit(l, (struct wide_op){WIDE_RANGE_NEXT, parameter, from, to, inside, mask, (int32_t)begin + 1});
    if (!l->refused)
        l->wide->op[begin].x = (int32_t)l->wide->ops;
}

static void lower_sources(struct lowering *l, const struct user_move *move, size_t source)
{
    enum { UNROLLED_MOST = 32 };
    int64_t number[UNROLLED_MOST];
    if (!lower_spend(l, 1))
        return;
    if (source == move->sources) {
        lower_body(l, move);
        return;
    }
    const struct user_source *s = &move->source[source];
    if (!s->to) {
        struct wide_cells list = lower_list(l, s->from);
        l->refused |= list.n > UNROLLED_MOST;
        for (size_t i = 0; i < list.n && !l->refused; i++) {
            uint16_t item = lower_item(l, list, i);
            l->refused |= !lower_is_number(l, item);
            number[i] = l->low[item];
        }
        if (!l->refused)
            unroll(l, move, source, list_distinct(list.n, number), number);
        return;
    }
    uint16_t from = lower_integer(l, s->from), to = lower_integer(l, s->to);
    if (l->refused || l->low[from] > l->high[to])
        return;
    if (lower_is_number(l, from) && lower_is_number(l, to) && l->low[to] - l->low[from] < UNROLLED_MOST) {
        for (int64_t i = l->low[from]; i <= l->low[to]; i++)
            number[i - l->low[from]] = i;
        unroll(l, move, source, (size_t)(l->low[to] - l->low[from]) + 1, number);
    } else {
        loop(l, move, source, from, to);
    }
}

/* ---- ends ---- */

/* What the end means for the player to move, as a column. */
static uint16_t result_of(struct lowering *l, enum end_result result)
{
    enum { WIN = 1, LOSS = 2, DRAW = 3 }; /* enum over */
    uint16_t turn = l->wide->turn;
    switch (result) {
    case RESULT_WIN:
        return lower_number(l, WIN);
    case RESULT_LOSS:
        return lower_number(l, LOSS);
    case RESULT_DRAW:
        return lower_number(l, DRAW);
    case RESULT_FIRST:
        return lower_operator(l, OPERATOR_ADD, lower_number(l, WIN), turn);
    default:
        return lower_operator(l, OPERATOR_SUBTRACT, lower_number(l, LOSS), turn);
    }
}

static void lower_end(struct lowering *l, const struct user_end *end)
{
    uint16_t when = lower_integer(l, end->when);
    if (l->refused)
        return;
    uint16_t here = lower_where(l, WIDE_WHERE, when), rest = lower_where(l, WIDE_WHERE_NOT, when);
    uint16_t result = lower_free(l, WIDE_BIT_AND, result_of(l, end->result), here);
    lower_emit(l, (struct wide_op){.code = WIDE_BIT_OR, .to = l->wide->over, .a = l->wide->over, .b = result});
    l->mask = rest;
}

static struct lowering *begin(const struct layout *layout, struct arena *arena, bool rising)
{
    struct lowering *l = arena_alloc(arena, sizeof *l);
    struct wide_program *w = arena_alloc(arena, sizeof *w);
    *l = (struct lowering){.arena = arena, .rules = layout->rules, .layout = layout, .wide = w};
    l->low = arena_raw(arena, COLUMNS_MOST * sizeof *l->low);
    l->high = arena_raw(arena, COLUMNS_MOST * sizeof *l->high);
    w->op = arena_raw(arena, OPS_MOST * sizeof *w->op);
    w->table = arena_raw(arena, TABLES_MOST * sizeof *w->table);
    w->constant = arena_raw(arena, COLUMNS_MOST * sizeof *w->constant);
    w->digit = arena_raw(arena, (KEY_BITS + 1) * sizeof *w->digit);
    w->cells = 1;
    w->rising = rising;
    w->all = lower_fresh(l, -1, 0);
    w->fault = lower_fresh(l, -1, 0);
    w->over = lower_fresh(l, 0, 3);
    l->mask = l->lets = w->all;
    return l;
}

struct wide_program *wide_of_rules(const struct layout *layout, struct arena *arena, bool rising)
{
    const struct user_rules *rules = layout->rules;
    if (rules->splits || rules->scores || layout->class_bits || layout->classes == 0)
        return NULL;
    struct lowering *l = begin(layout, arena, rising);
    place_all(l);
    for (size_t i = 0; i < rules->lets && !l->refused; i++)
        lower_let(l, (uint32_t)i);
    for (size_t i = 0; i < rules->ends && !l->refused; i++)
        lower_end(l, &rules->end[i]);
    for (size_t i = 0; i < rules->moves && !l->refused; i++)
        lower_sources(l, &rules->move[i], 0);
    lower_emit(l, (struct wide_op){.code = WIDE_HALT});
    if (l->refused)
        return NULL;
    wide_prune(l->wide, arena);
    return l->wide;
}
