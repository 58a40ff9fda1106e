#include "core/custom/action.h"
#include "core/custom/language/check.h"

#include <string.h>

static struct assignment read_assignment(struct reader *r, struct span *name)
{
    struct assignment a = {.at = r->at, .change = OPERATOR_EQUAL};
    *name = reader_name(r);
    a.bracket = r->at;
    if (reader_take(r, '[')) {
        a.index = parse_expression(r);
        reader_want(r, ']');
    }
    a.sign = r->at;
    if (r->kind == TOKEN_CHANGE) {
        a.change = r->op;
        reader_next(r);
    } else {
        reader_want(r, '=');
    }
    a.value = parse_expression(r);
    return a;
}

static void check_assignment(struct scope *scope, const struct variable *variable, struct assignment *a, struct span name,
                             struct flaw *flaw)
{
    const struct symbol *symbol = scope_find(scope, name);
    if (!symbol || symbol->kind != SYMBOL_VARIABLE) {
        if (!scope->variables_missing || symbol)
            flaw_tell(flaw, FAULT_unknown_name, a->at, "only a variable can be assigned, and there is none of this name");
        return;
    }
    a->variable = symbol->index;
    bool list = variable[a->variable].list;
    if ((a->index && !list) || (!a->index && list && a->change != OPERATOR_EQUAL)) {
        flaw_tell(flaw, FAULT_wrong_type, a->at, list ? "must be an integer" : "must be a list");
        return;
    }
    if (a->index)
        check_expression(scope, a->index, TYPE_INTEGER, flaw);
    check_expression(scope, a->value, list && !a->index ? TYPE_LIST : TYPE_INTEGER, flaw);
}

static void check_twice(const struct action *action, struct flaw *flaw)
{
    for (size_t i = 1; i < action->n; i++)
        for (size_t j = 0; j < i; j++)
            if (action->v[i].variable == action->v[j].variable && !(action->v[i].index && action->v[j].index))
                flaw_tell(flaw, FAULT_duplicate, action->v[i].at, "a variable is assigned once");
}

struct action action_read(struct scope *scope, const struct variable *variable, struct arena *arena, const char *text,
                          struct flaw *flaw)
{
    struct action action = {0, arena_array(arena, strlen(text) / 3 + 1, sizeof(struct assignment))};
    struct span *names = arena_array(arena, strlen(text) / 3 + 1, sizeof *names);
    struct reader r;
    reader_begin(&r, arena, text, flaw);
    if (r.kind == TOKEN_END)
        return action;
    do {
        action.v[action.n] = read_assignment(&r, &names[action.n]);
        action.n += !flaw->told;
    } while (!flaw->told && reader_take(&r, ','));
    reader_end(&r);
    for (size_t i = 0; i < action.n && !flaw->told; i++)
        check_assignment(scope, variable, &action.v[i], names[i], flaw);
    if (!flaw->told && !scope->variables_missing)
        check_twice(&action, flaw);
    return action;
}
