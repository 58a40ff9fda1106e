/* One expression by itself, as a program of its own. */
#include "core/custom/expression.h"

#include "core/custom/machine/machine.h"
#include "core/limits.h"

#include <string.h>

struct expression {
    struct node *root;
    size_t names;
    bool asks;
    uint16_t result;
    struct machine machine;
};

static bool asks_table(const struct node *node)
{
    if (node->kind == NODE_CALL && node->index == FUNCTION_table)
        return true;
    for (size_t i = 0; i < node->n; i++)
        if (asks_table(node->items[i]))
            return true;
    return false;
}

struct expression *expression_parse(struct arena *arena, struct budget *budget, const char *text, const char *const *names,
                                    unsigned arguments, struct flaw *flaw)
{
    struct expression *expression = arena_alloc(arena, sizeof *expression);
    struct scope scope = {.table = arguments};
    struct reader r;
    *flaw = (struct flaw){0};
    for (; names[expression->names]; expression->names++) {
        const char *name = names[expression->names];
        scope_add(&scope, (struct span){name, strlen(name)}, SYMBOL_VARIABLE, (uint32_t)expression->names, TYPE_INTEGER, 0, flaw);
    }
    reader_begin(&r, arena, text, flaw);
    expression->root = parse_expression(&r);
    reader_end(&r);
    if (!flaw->told)
        check_expression(&scope, expression->root, TYPE_INTEGER, flaw);
    if (flaw->told)
        return NULL;
    struct program *program = program_of_expression(expression->root, arena, &expression->result);
    if (program->too_long) {
        flaw_tell(flaw, FAULT_too_long, 0, "must be simpler");
        return NULL;
    }
    expression->asks = asks_table(expression->root);
    machine_init(&expression->machine, program, NULL, arena, budget);
    return expression;
}

bool expression_is_claim(const struct expression *expression)
{
    const struct node *root = expression->root;
    if (root->kind == NODE_AND || root->kind == NODE_OR)
        return true;
    if (root->kind == NODE_UNARY)
        return root->op == OPERATOR_NOT;
    return root->kind == NODE_BINARY && root->op >= OPERATOR_EQUAL && root->op <= OPERATOR_GREATER_EQUAL;
}

bool expression_asks_table(const struct expression *expression)
{
    return expression->asks;
}

const struct node *expression_root(const struct expression *expression)
{
    return expression->root;
}

enum expression_result expression_evaluate(struct expression *expression, const int64_t *values, expression_table *table,
                                           void *of, int64_t *result, struct flaw *flaw)
{
    struct machine *m = &expression->machine;
    m->table = table;
    m->table_of = of;
    uint64_t before = m->steps, counted = m->budget->counted;
    machine_begin(m, values, expression->names);
    m->steps_max = before + (counted < CUSTOM_TOGETHER ? CUSTOM_TOGETHER - counted : 0);
    enum event event = machine_run(m);
    m->budget->counted += m->steps - before;
    switch (event) {
    case RUN_UNKNOWN:
        return EXPRESSION_UNKNOWN;
    case RUN_LIMIT:
        return EXPRESSION_LIMIT;
    case RUN_FAULT:
        *flaw = (struct flaw){true, m->fault.code, m->program->origin[m->fault.at].at,
                              m->fault.detail ? m->fault.detail : fault_words(m->fault.code)};
        return EXPRESSION_FAULT;
    default:
        *result = m->ints[expression->result];
        return EXPRESSION_VALUE;
    }
}
