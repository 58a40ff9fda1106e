/* Rules of one heap whose moves look back a bounded way.
 *
 * One variable n, every move `n -= e`. Of every expression it is found out whether it is bounded, with its bounds, or n plus
 * something bounded; anything else is given up. n itself may then only stand where it makes no difference in the long run: in a
 * remainder by a constant (which makes the modulus), in a comparison with something bounded (which is decided from some n on),
 * and in a minimum with something bounded (the same). So from the largest of these n on, everything is a function of n mod
 * modulus. */
#include "core/custom/states/look_back.h"

#include "core/custom/language/check.h"
#include "core/custom/rules.h"

enum { BOUND_MAX = 1000000000, MODULUS_MAX = 1000000 };

/* of_n * n + [least, most] */
struct reach {
    bool of_n;
    int64_t least, most;
};

struct analysis {
    struct reach parameter[PARAMETERS_MAX];
    size_t parameters;
    int64_t from, modulus;
};

static bool reach_of(struct analysis *analysis, const struct node *node, struct reach *reach);

static bool bounded(struct analysis *analysis, const struct node *node, struct reach *reach)
{
    return reach_of(analysis, node, reach) && !reach->of_n;
}

static bool within(const struct reach *reach)
{
    return reach->least >= -BOUND_MAX && reach->most <= BOUND_MAX;
}

static void widen(struct reach *reach, int64_t value)
{
    reach->least = value < reach->least ? value : reach->least;
    reach->most = value > reach->most ? value : reach->most;
}

/* From now on n + least of one is above the most of the other. */
static void decide(struct analysis *analysis, const struct reach *of_n, const struct reach *other)
{
    int64_t from = other->most - of_n->least + 1;
    analysis->from = from > analysis->from ? from : analysis->from;
}

static bool take_modulus(struct analysis *analysis, int64_t m)
{
    int64_t a = analysis->modulus, b = m;
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    if (m / a > MODULUS_MAX / analysis->modulus)
        return false;
    analysis->modulus *= m / a;
    return true;
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static bool reach_of_product(enum operator op, const struct reach *l, const struct reach *r, struct reach *reach)
{
    const int64_t a[] = {l->least, l->most}, b[] = {r->least, r->most};
    if (l->of_n || r->of_n || (op == OPERATOR_DIVIDE && r->least < 1))
        return false;
    *reach = (struct reach){false, INT64_MAX, INT64_MIN};
    for (int i = 0; i < 4; i++)
        widen(reach, op == OPERATOR_DIVIDE ? floor_div(a[i / 2], b[i % 2]) : a[i / 2] * b[i % 2]);
    return within(reach);
}

static bool reach_of_binary(struct analysis *analysis, const struct node *node, struct reach *reach)
{
    struct reach l, r;
    if (node->items[0]->type != TYPE_INTEGER || !reach_of(analysis, node->items[0], &l) ||
        !reach_of(analysis, node->items[1], &r))
        return false;
    switch (node->op) {
    case OPERATOR_ADD:
        *reach = (struct reach){l.of_n || r.of_n, l.least + r.least, l.most + r.most};
        return !(l.of_n && r.of_n) && within(reach);
    case OPERATOR_SUBTRACT:
        *reach = (struct reach){l.of_n && !r.of_n, l.least - r.most, l.most - r.least};
        return (l.of_n || !r.of_n) && within(reach);
    case OPERATOR_MULTIPLY:
    case OPERATOR_DIVIDE:
        return reach_of_product(node->op, &l, &r, reach);
    case OPERATOR_MODULO:
        *reach = (struct reach){false, 0, r.most - 1};
        return !r.of_n && r.least == r.most && r.least >= 1 && (!l.of_n || take_modulus(analysis, r.most));
    default:
        break;
    }
    if (node->op < OPERATOR_EQUAL || node->op > OPERATOR_GREATER_EQUAL)
        return false;
    if (l.of_n && !r.of_n)
        decide(analysis, &l, &r);
    if (r.of_n && !l.of_n)
        decide(analysis, &r, &l);
    *reach = (struct reach){false, 0, 1};
    return true;
}

/* min(…): where n + something stands in it, it is decided from some n on that another one is less. */
static bool reach_of_minimum(struct analysis *analysis, const struct node *node, struct reach *reach)
{
    *reach = (struct reach){false, INT64_MAX, INT64_MAX};
    for (int late = 0; late <= 1; late++) {
        if (late && reach->most == INT64_MAX)
            return false; /* nothing in it is bounded */
        for (size_t i = 0; i < node->n; i++) {
            struct reach item;
            if (node->items[i]->type != TYPE_INTEGER || !reach_of(analysis, node->items[i], &item))
                return false;
            if (late && item.of_n) {
                decide(analysis, &item, reach);
            } else if (!item.of_n) {
                reach->least = item.least < reach->least ? item.least : reach->least;
                reach->most = item.most < reach->most ? item.most : reach->most;
            }
        }
    }
    return true;
}

/* Of several bounded expressions all at once. */
static bool reach_of_all(struct analysis *analysis, struct node *const *items, size_t n, struct reach *reach)
{
    *reach = (struct reach){false, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < n; i++) {
        struct reach item;
        if (items[i]->type != TYPE_INTEGER || !bounded(analysis, items[i], &item))
            return false;
        widen(reach, item.least);
        widen(reach, item.most);
    }
    return n > 0;
}

static bool reach_of_name(const struct analysis *analysis, const struct node *node, struct reach *reach)
{
    *reach = (struct reach){.of_n = true};
    if (node->symbol == SYMBOL_PARAMETER && node->index < analysis->parameters)
        *reach = analysis->parameter[node->index];
    else if (node->symbol != SYMBOL_VARIABLE)
        return false;
    return true;
}

static bool reach_of(struct analysis *analysis, const struct node *node, struct reach *reach)
{
    struct reach side;
    switch (node->kind) {
    case NODE_NUMBER:
        *reach = (struct reach){false, node->number, node->number};
        return within(reach);
    case NODE_NAME:
        return reach_of_name(analysis, node, reach);
    case NODE_UNARY:
        if (!bounded(analysis, node->items[0], &side))
            return false;
        *reach = node->op == OPERATOR_NOT ? (struct reach){false, 0, 1} : (struct reach){false, -side.most, -side.least};
        return true;
    case NODE_BINARY:
        return reach_of_binary(analysis, node, reach);
    case NODE_AND:
    case NODE_OR:
        *reach = (struct reach){false, 0, 1};
        return reach_of_all(analysis, node->items, 2, &side);
    case NODE_IF:
        return bounded(analysis, node->items[0], &side) && reach_of_all(analysis, node->items + 1, 2, reach);
    case NODE_CALL:
        return node->index == FUNCTION_min && reach_of_minimum(analysis, node, reach);
    case NODE_INDEX:
        return node->items[0]->kind == NODE_LIST && bounded(analysis, node->items[1], &side) &&
               reach_of_all(analysis, node->items[0]->items, node->items[0]->n, reach);
    default:
        return false;
    }
}

static bool reach_of_source(struct analysis *analysis, const struct user_source *source, struct reach *reach)
{
    struct reach to;
    if (!source->to)
        return source->from->kind == NODE_LIST && reach_of_all(analysis, source->from->items, source->from->n, reach);
    if (!bounded(analysis, source->from, reach) || !bounded(analysis, source->to, &to))
        return false;
    reach->most = to.most > reach->least ? to.most : reach->least;
    return true;
}

/* The greatest amount of the move, 0 where it is not of this kind. */
static int64_t greatest_amount(struct analysis *analysis, const struct user_move *move)
{
    struct reach reach;
    if (move->splits || move->score || move->again || move->actions != 1 || move->action[0].n != 1)
        return 0;
    const struct assignment *assignment = move->action[0].v;
    analysis->parameters = 0;
    for (size_t i = 0; i < move->sources; i++) {
        if (!reach_of_source(analysis, &move->source[i], &analysis->parameter[i]))
            return 0;
        analysis->parameters++;
    }
    if (move->when && !bounded(analysis, move->when, &reach))
        return 0;
    bool taken = !assignment->index && assignment->change == OPERATOR_SUBTRACT && bounded(analysis, assignment->value, &reach);
    return taken && reach.least >= 1 ? reach.most : 0;
}

bool look_back_find(const struct rules_text *text, struct arena *arena, struct look_back *found)
{
    struct faults faults = {.arena = arena};
    const struct user_rules *rules = rules_parse(text, &faults);
    struct analysis analysis = {.modulus = 1, .from = INT64_MIN};
    if (faults.n || rules->variables != 1 || rules->variable[0].list || rules->lets || rules->ends || rules->after.n ||
        rules->turns || rules->scores || rules->splits)
        return false;
    const struct variable *n = &rules->variable[0];
    *found = (struct look_back){.name = arena_copy(arena, n->name.text, n->name.n), .last = n->max};
    for (size_t i = 0; i < rules->moves; i++) {
        int64_t most = greatest_amount(&analysis, &rules->move[i]);
        if (!most)
            return false;
        found->window = most > found->window ? most : found->window;
    }
    int64_t inside = n->min + found->window;
    found->from = analysis.from > inside ? analysis.from : inside;
    found->modulus = analysis.modulus;
    return true;
}
