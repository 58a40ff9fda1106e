/* The loop over the instructions on columns. */
#include "core/custom/dense/wide.h"

#include "core/limits.h"

#include <string.h>

enum { EDGES_FIRST = 64, UNPAID_MAX = 1 << 12 };

void wide_init(struct wide_run *run, const struct wide_program *wide, struct arena *arena, struct budget *budget)
{
    *run = (struct wide_run){.wide = wide, .arena = arena, .edges_room = EDGES_FIRST, .budget = budget};
    run->column = arena_array(arena, wide->columns, sizeof *run->column);
    run->edge = arena_raw(arena, EDGES_FIRST * sizeof *run->edge);
    memset(&run->column[wide->all], -1, sizeof *run->column);
    for (size_t i = 0; i < wide->constants; i++)
        for (size_t j = 0; j < STRIPS; j++)
            run->column[wide->constant[i].column].v[j] = (strip){0} + wide->constant[i].value;
}

/* The variables of the states, counted up from the first: each stays as it is for as many lanes as its stride says. */
static void fill_digits(struct wide_run *run, uint32_t first)
{
    const struct wide_program *w = run->wide;
    for (size_t d = 0; d < w->digits; d++) {
        const struct wide_digit *digit = &w->digit[d];
        int32_t *v = (int32_t *)run->column[digit->column].v;
        uint32_t value = first / digit->stride % digit->values, left = digit->stride - first % digit->stride;
        for (uint32_t lane = 0, end; lane < LANES; lane = end) {
            int32_t is = (int32_t)(w->rising ? digit->max - value : digit->min + value);
            end = left < LANES - lane ? lane + left : LANES;
            for (uint32_t i = lane; i < end; i++)
                v[i] = is;
            value = value + 1 == digit->values ? 0 : value + 1;
            left = digit->stride;
        }
    }
}

static inline bool any(const struct wide_column *mask)
{
    strip sum = mask->v[0];
    for (size_t i = 1; i < STRIPS; i++)
        sum |= mask->v[i];
    return sum[0] | sum[1] | sum[2] | sum[3];
}

static void divide_all(const struct wide_op *op, int32_t *to, const int32_t *a, const int32_t *b)
{
    for (size_t i = 0; i < LANES; i++) {
        int32_t quotient = a[i] / b[i], rest = a[i] % b[i];
        if (op->code == WIDE_DIVIDE)
            to[i] = quotient - (rest < 0);
        else
            to[i] = rest < 0 ? rest + b[i] : rest;
    }
}

static void look_up(const struct wide_run *run, const struct wide_op *op, int32_t *to, const int32_t *a)
{
    const struct wide_table *table = &run->wide->table[op->x];
    for (size_t i = 0; i < LANES; i++) {
        uint32_t at = (uint32_t)a[i] < table->n ? (uint32_t)a[i] : 0;
        to[i] = table->number ? table->number[at] : ((const int32_t *)run->column[table->column[at]].v)[i];
    }
}

static void call(struct wide_run *run, const struct wide_op *op, int32_t *to)
{
    const int32_t *a = (const int32_t *)run->column[op->a].v, *b = (const int32_t *)run->column[op->b].v;
    const int32_t *mask = (const int32_t *)run->column[op->mask].v;
    int32_t *fault = (int32_t *)run->column[op->c].v;
    uint64_t steps = 0; /* of single states, not of columns */
    for (size_t i = 0; i < LANES; i++) {
        int64_t argument[] = {a[i], b[i]}, result = 0;
        enum fault_code code;
        if (mask[i] && (!function_integer((uint32_t)op->x, argument, &result, &code, &steps) || result != (int32_t)result))
            fault[i] = -1;
        to[i] = fault[i] ? 0 : (int32_t)result;
    }
    run->steps += steps / WIDE_COST;
}

static void pay(struct wide_run *run)
{
    budget_spend(run->budget, (run->steps - run->paid) * STRIPS);
    run->paid = run->steps;
}

static bool may_go_on(struct wide_run *run)
{
    if (run->steps - run->paid > UNPAID_MAX)
        pay(run);
    return run->steps <= run->steps_max;
}

/* False: the steps are used up. */
static bool by_lane(struct wide_run *run, const struct wide_op *op)
{
    int32_t *to = (int32_t *)run->column[op->to].v;
    const int32_t *a = (const int32_t *)run->column[op->a].v, *b = (const int32_t *)run->column[op->b].v;
    switch ((enum wide_code)op->code) {
    case WIDE_LEFT:
        for (size_t i = 0; i < LANES; i++)
            to[i] = (int32_t)((uint32_t)a[i] << b[i]);
        break;
    case WIDE_RIGHT:
        for (size_t i = 0; i < LANES; i++)
            to[i] = a[i] >> b[i];
        break;
    case WIDE_CALL:
        call(run, op, to);
        return may_go_on(run);
    case WIDE_LOOK:
        look_up(run, op, to, a);
        break;
    default:
        divide_all(op, to, a, b);
        run->steps += LANES / 4;
    }
    return true;
}

/* False: there is no lane to go on with. A lane whose choice is too large goes on one by one, if it counts at all. */
static bool begin_range(struct wide_run *run, const struct wide_op *op)
{
    const struct wide_column *a = &run->column[op->a], *b = &run->column[op->b], *mask = &run->column[op->mask];
    struct wide_column *to = &run->column[op->to], *inside = &run->column[op->c], *fault = &run->column[run->wide->fault];
    for (size_t i = 0; i < STRIPS; i++) {
        strip some = mask->v[i] & (a->v[i] <= b->v[i]);
        strip many = (strip)((bare)b->v[i] - (bare)a->v[i] >= (uint32_t)CUSTOM_CHOICES);
        inside->v[i] = some & ~many;
        fault->v[i] |= some & many;
        to->v[i] = a->v[i];
    }
    return any(inside);
}

static bool next_range(struct wide_run *run, const struct wide_op *op)
{
    const struct wide_column *b = &run->column[op->b];
    struct wide_column *to = &run->column[op->to], *inside = &run->column[op->c];
    for (size_t i = 0; i < STRIPS; i++) {
        inside->v[i] &= to->v[i] < b->v[i];
        to->v[i] -= inside->v[i];
    }
    return any(inside);
}

/* False: there is no more room. */
static bool add_move(struct wide_run *run, const struct wide_op *op, uint32_t first)
{
    const struct wide_column *change = &run->column[op->a], *again = &run->column[op->b], *mask = &run->column[op->mask];
    const strip place = {0, 1, 2, 3};
    if (!any(mask))
        return true;
    if (run->edges == run->edges_room) {
        if (run->edges == EDGES_MAX)
            return false;
        int32_t(*edge)[LANES] = arena_raw(run->arena, 4 * run->edges_room * sizeof *edge);
        memcpy(edge, run->edge, run->edges * sizeof *edge);
        run->edge = edge;
        run->edges_room *= 4;
    }
    strip *edge = (strip *)(void *)run->edge[run->edges++];
    for (size_t i = 0; i < STRIPS; i++) {
        bare to = (bare)change->v[i] + (bare)place + (uint32_t)(first + 4 * i);
        edge[i] = (((strip)to | (again->v[i] & 1) << 30) & mask->v[i]) | ~mask->v[i];
    }
    return true;
}

bool wide_run(struct wide_run *run, uint32_t first)
{
    const struct wide_program *w = run->wide;
    const struct wide_op *op = w->op;
    struct wide_column *columns = run->column;
    fill_digits(run, first);
    memset(&columns[w->fault], 0, sizeof *columns);
    memset(&columns[w->over], 0, sizeof *columns);
    run->edges = 0;
    for (;; op++) {
        struct wide_column *to = &columns[op->to];
        const struct wide_column *a = &columns[op->a], *b = &columns[op->b], *c = &columns[op->c], *mask = &columns[op->mask];
        run->steps++;
        switch ((enum wide_code)op->code) {
#define WIDE(name, ...)                                                                                                          \
    case WIDE_##name:                                                                                                            \
        for (size_t i = 0; i < STRIPS; i++) {                                                                                    \
            const strip A = a->v[i], B = b->v[i], C = c->v[i], M = mask->v[i];                                                   \
            strip D = to->v[i];                                                                                                  \
            (void)A, (void)B, (void)C, (void)M;                                                                                  \
            __VA_ARGS__;                                                                                                         \
            to->v[i] = D;                                                                                                        \
        }                                                                                                                        \
        break;
#define WIDE_LANES(name)
#include "core/custom/dense/wide.def"
        case WIDE_DIVIDE:
        case WIDE_MODULO:
        case WIDE_LEFT:
        case WIDE_RIGHT:
        case WIDE_CALL:
        case WIDE_LOOK:
            if (!by_lane(run, op))
                return false;
            break;
        case WIDE_RANGE:
            if (!begin_range(run, op))
                op = w->op + op->x - 1;
            break;
        case WIDE_RANGE_NEXT:
            if (!may_go_on(run))
                return false;
            if (next_range(run, op))
                op = w->op + op->x - 1;
            break;
        case WIDE_SKIP:
            if (!any(mask))
                op = w->op + op->x - 1;
            break;
        case WIDE_MOVE:
            if (!add_move(run, op, first))
                return false;
            break;
        case WIDE_HALT:
            pay(run);
            return run->steps <= run->steps_max;
        }
    }
}
