/* Expressions: recursive descent, one function a line of the grammar. What C and Python read differently is refused: `&`, `^`,
 * `|` without brackets beside a comparison, and comparisons in a chain. */
#include "core/custom/language/language.h"

#include <string.h>

enum { NESTING_MAX = 32, FOLDS_DEEP = 3 };

static struct node *make(struct reader *r, enum node_kind kind, uint32_t from, uint32_t at)
{
    struct node *node = arena_alloc(r->arena, sizeof *node);
    node->kind = kind;
    node->from = from;
    node->at = at;
    return node;
}

static void add_item(struct reader *r, struct node *node, struct node *item)
{
    if ((node->n & (node->n - 1)) == 0) {
        struct node **items = arena_raw(r->arena, (node->n ? 2 * node->n : 1) * sizeof(struct node *));
        if (node->n)
            memcpy(items, node->items, node->n * sizeof *items);
        node->items = items;
    }
    node->items[node->n++] = item;
}

static struct node *make_binary(struct reader *r, enum node_kind kind, enum operator op, uint32_t at, struct node *left,
                                struct node *right)
{
    struct node *node = make(r, kind, left->from, at);
    node->op = op;
    add_item(r, node, left);
    add_item(r, node, right);
    return node;
}

enum fold fold_named(struct span name)
{
    static const char *const names[] = {"sum", "count", "any", "all", "min", "max", "list"};
    for (size_t i = 0; i < FOLD_NONE; i++)
        if (strlen(names[i]) == name.n && memcmp(names[i], name.text, name.n) == 0)
            return (enum fold)i;
    return FOLD_NONE;
}

/* One bracket deeper. */
static void enter(struct reader *r)
{
    if (++r->depth > NESTING_MAX) {
        flaw_tell(r->flaw, FAULT_too_long, r->at, "brackets may be nested 32 deep");
        r->kind = TOKEN_FAULT;
    }
}

static void parse_list(struct reader *r, struct node *node, char close)
{
    enter(r);
    if (!reader_take(r, close)) {
        do
            add_item(r, node, parse_expression(r));
        while (reader_take(r, ','));
        reader_want(r, close);
    }
    r->depth--;
}

/* Behind the bracket, at the variable's name. */
static void parse_fold(struct reader *r, struct node *node)
{
    enter(r);
    if (++r->folds > FOLDS_DEEP) {
        flaw_tell(r->flaw, FAULT_too_long, node->at, "folds may be nested three deep");
        r->kind = TOKEN_FAULT;
    }
    node->kind = NODE_FOLD;
    node->fold = fold_named(node->name);
    if (node->fold == FOLD_NONE)
        reader_unexpected(r, "only sum, count, any, all, min, max and list go over a range or a list");
    node->number = r->at; /* where the variable stands */
    node->name = reader_name(r);
    reader_next(r);
    add_item(r, node, parse_expression(r));
    if (r->kind == TOKEN_DOTS) {
        reader_next(r);
        add_item(r, node, parse_expression(r));
    }
    reader_want(r, ':');
    add_item(r, node, parse_expression(r));
    reader_want(r, ')');
    r->folds--;
    r->depth--;
}

/* Is the token a name with `in` behind it? */
static bool before_in(const struct reader *r)
{
    struct flaw none = {0};
    struct reader ahead = *r;
    ahead.flaw = &none;
    if (r->kind != TOKEN_NAME)
        return false;
    reader_next(&ahead);
    return ahead.kind == TOKEN_IN;
}

static struct node *parse_named(struct reader *r)
{
    struct node *node = make(r, NODE_NAME, r->at, r->at);
    node->name = reader_name(r);
    if (!reader_take(r, '('))
        return node;
    node->kind = NODE_CALL;
    if (before_in(r))
        parse_fold(r, node);
    else
        parse_list(r, node, ')');
    return node;
}

static struct node *parse_primary(struct reader *r)
{
    struct node *node = make(r, NODE_NUMBER, r->at, r->at);
    if (r->kind == TOKEN_NUMBER) {
        node->number = r->number;
        reader_next(r);
    } else if (r->kind == TOKEN_NAME) {
        return parse_named(r);
    } else if (reader_take(r, '(')) {
        uint32_t from = node->from;
        enter(r);
        node = parse_expression(r);
        reader_want(r, ')');
        r->depth--;
        node->bracketed = true;
        node->from = from;
    } else if (reader_take(r, '[')) {
        node->kind = NODE_LIST;
        parse_list(r, node, ']');
    } else {
        reader_unexpected(r, "a number, a name or a bracket is missing here");
    }
    return node;
}

static struct node *parse_item(struct reader *r)
{
    struct node *node = parse_primary(r);
    for (uint32_t at = r->at; reader_take(r, '['); at = r->at) {
        struct node *list = node;
        node = make(r, NODE_INDEX, list->from, at);
        enter(r);
        add_item(r, node, list);
        add_item(r, node, parse_expression(r));
        if (r->kind == TOKEN_DOTS) {
            node->kind = NODE_SLICE;
            reader_next(r);
            add_item(r, node, parse_expression(r));
        }
        reader_want(r, ']');
        r->depth--;
    }
    return node;
}

static struct node *parse_unary(struct reader *r)
{
    bool minus = r->kind == TOKEN_OPERATOR && r->op == OPERATOR_SUBTRACT;
    if (!minus && r->kind != TOKEN_NOT)
        return parse_item(r);
    struct node *node = make(r, NODE_UNARY, r->at, r->at);
    node->op = minus ? OPERATOR_NEGATE : OPERATOR_NOT;
    reader_next(r);
    add_item(r, node, parse_unary(r));
    return node;
}

/* How tight an operator of the level `bits` binds; 0: it belongs elsewhere. */
static int tightness(const struct reader *r)
{
    static const int by_operator[] = {
        [OPERATOR_BIT_OR] = 1, [OPERATOR_BIT_XOR] = 2, [OPERATOR_BIT_AND] = 3,  [OPERATOR_LEFT] = 4,
        [OPERATOR_RIGHT] = 4,  [OPERATOR_ADD] = 5,     [OPERATOR_SUBTRACT] = 5, [OPERATOR_MULTIPLY] = 6,
        [OPERATOR_DIVIDE] = 6, [OPERATOR_MODULO] = 6,  [OPERATOR_NOT] = 0,
    };
    return r->kind == TOKEN_OPERATOR ? by_operator[r->op] : 0;
}

static struct node *parse_bits(struct reader *r, int loosest)
{
    struct node *left = parse_unary(r);
    for (int tight; (tight = tightness(r)) >= loosest && tight;) {
        enum operator op = r->op;
        uint32_t at = r->at;
        reader_next(r);
        left = make_binary(r, NODE_BINARY, op, at, left, parse_bits(r, tight + 1));
    }
    return left;
}

static struct node *parse_cat(struct reader *r)
{
    struct node *left = parse_bits(r, 1);
    while (r->kind == TOKEN_OPERATOR && r->op == OPERATOR_JOIN) {
        uint32_t at = r->at;
        reader_next(r);
        left = make_binary(r, NODE_BINARY, OPERATOR_JOIN, at, left, parse_bits(r, 1));
    }
    return left;
}

static bool at_comparison(const struct reader *r)
{
    return r->kind == TOKEN_OPERATOR && r->op >= OPERATOR_EQUAL && r->op <= OPERATOR_GREATER_EQUAL;
}

static void refuse_bits(struct reader *r, const struct node *side)
{
    if (side->kind == NODE_BINARY && !side->bracketed && side->op >= OPERATOR_BIT_AND && side->op <= OPERATOR_BIT_OR) {
        flaw_tell(r->flaw, FAULT_syntax, side->at, "put brackets around &, ^ or | beside a comparison");
        r->kind = TOKEN_FAULT;
    }
}

static struct node *parse_comparison(struct reader *r)
{
    struct node *left = parse_cat(r);
    if (!at_comparison(r))
        return left;
    enum operator op = r->op;
    uint32_t at = r->at;
    refuse_bits(r, left);
    reader_next(r);
    struct node *right = parse_cat(r);
    refuse_bits(r, right);
    if (at_comparison(r))
        reader_unexpected(r, "comparisons cannot be chained; join two of them by &&");
    return make_binary(r, NODE_BINARY, op, at, left, right);
}

static struct node *parse_and(struct reader *r)
{
    struct node *left = parse_comparison(r);
    while (r->kind == TOKEN_AND) {
        uint32_t at = r->at;
        reader_next(r);
        left = make_binary(r, NODE_AND, 0, at, left, parse_comparison(r));
    }
    return left;
}

struct node *parse_expression(struct reader *r)
{
    struct node *left = parse_and(r);
    while (r->kind == TOKEN_OR) {
        uint32_t at = r->at;
        reader_next(r);
        left = make_binary(r, NODE_OR, 0, at, left, parse_and(r));
    }
    uint32_t at = r->at;
    if (!reader_take(r, '?'))
        return left;
    struct node *then = parse_expression(r);
    reader_want(r, ':');
    struct node *node = make_binary(r, NODE_IF, 0, at, left, then);
    add_item(r, node, parse_expression(r));
    return node;
}
