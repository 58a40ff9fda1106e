/* Names and types. TYPE_ANY, what a name of a faulty string has, fits everywhere: one fault is told once. */
#include "core/custom/language/check.h"

#include <string.h>

static const struct {
    const char *name;
    size_t least, most;
    const char *takes;
    char gives;
} functions[] = {
#define FUNCTION(name, least, most, takes, gives) {#name, least, most, takes, gives},
#include "core/custom/language/functions.def"
#undef FUNCTION
};

static const char *const words[] = {"in", "turn", "move", "part", "to", "outcome", "grundy"};

static bool is_word(struct span name, const char *word)
{
    return strlen(word) == name.n && memcmp(word, name.text, name.n) == 0;
}

static enum function find_function(struct span name)
{
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (i != FUNCTION_min_of && i != FUNCTION_max_of && is_word(name, functions[i].name))
            return (enum function)i;
    return FUNCTIONS;
}

/* A parameter stands in a listed move, beside that move in words. */
static bool is_taken(const struct scope *scope, struct span name, enum symbol_kind kind)
{
    if (kind == SYMBOL_PARAMETER && is_word(name, "text"))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(name, words[i]))
            return true;
    return find_function(name) != FUNCTIONS || fold_named(name) != FOLD_NONE || scope_find(scope, name);
}

const struct symbol *scope_find(const struct scope *scope, struct span name)
{
    for (size_t i = 0; i < scope->n; i++)
        if (span_equal(scope->v[i].name, name))
            return &scope->v[i];
    return NULL;
}

void scope_add(struct scope *scope, struct span name, enum symbol_kind kind, uint32_t index, enum value_type type, uint32_t at,
               struct flaw *flaw)
{
    if (is_taken(scope, name, kind))
        flaw_tell(flaw, FAULT_duplicate, at, "this name is taken");
    else if (scope->n < SYMBOLS_MAX)
        scope->v[scope->n++] = (struct symbol){name, kind, index, type};
}

static void want(struct node *node, enum value_type wanted, struct flaw *flaw)
{
    if (wanted != TYPE_ANY && node->type != TYPE_ANY && node->type != wanted)
        flaw_tell(flaw, FAULT_wrong_type, node->from, wanted == TYPE_LIST ? "must be a list" : "must be an integer");
}

static void check(struct scope *scope, struct node *node, struct flaw *flaw);

static void check_name(struct scope *scope, struct node *node, struct flaw *flaw)
{
    const struct symbol *symbol = scope_find(scope, node->name);
    if (symbol) {
        node->symbol = symbol->kind;
        node->index = symbol->index;
        node->type = symbol->type;
    } else if (scope->has_turn && is_word(node->name, "turn")) {
        node->symbol = SYMBOL_TURN;
        node->type = TYPE_INTEGER;
        scope->turn_named = true;
    } else if (!scope->incomplete) {
        flaw_tell(flaw, FAULT_unknown_name, node->at, "there is no such name here");
    }
}

static void check_items(struct scope *scope, struct node *node, enum value_type wanted, struct flaw *flaw)
{
    for (size_t i = 0; i < node->n; i++) {
        check(scope, node->items[i], flaw);
        want(node->items[i], wanted, flaw);
    }
}

static void check_binary(struct scope *scope, struct node *node, struct flaw *flaw)
{
    bool equality = node->op == OPERATOR_EQUAL || node->op == OPERATOR_UNEQUAL;
    enum value_type sides = node->op == OPERATOR_JOIN ? TYPE_LIST : equality ? TYPE_ANY : TYPE_INTEGER;
    check_items(scope, node, sides, flaw);
    if (equality)
        want(node->items[1], node->items[0]->type, flaw);
    node->type = node->op == OPERATOR_JOIN ? TYPE_LIST : TYPE_INTEGER;
}

static void check_if(struct scope *scope, struct node *node, struct flaw *flaw)
{
    check(scope, node->items[0], flaw);
    want(node->items[0], TYPE_INTEGER, flaw);
    check(scope, node->items[1], flaw);
    check(scope, node->items[2], flaw);
    want(node->items[2], node->items[1]->type, flaw);
    node->type = node->items[1]->type != TYPE_ANY ? node->items[1]->type : node->items[2]->type;
}

static void check_arguments(struct node *node, size_t least, size_t most, const char *takes, struct flaw *flaw)
{
    for (size_t i = 0; i < node->n; i++) {
        want(node->items[i], *takes == 'l' ? TYPE_LIST : TYPE_INTEGER, flaw);
        takes += takes[1] != '\0';
    }
    if (node->n < least || node->n > most)
        flaw_tell(flaw, FAULT_syntax, node->at, "this function takes another number of arguments");
}

static void check_call(struct scope *scope, struct node *node, struct flaw *flaw)
{
    enum function f = find_function(node->name);
    node->type = TYPE_INTEGER;
    if (f == FUNCTIONS && scope->table && is_word(node->name, "g")) {
        check_items(scope, node, TYPE_ANY, flaw);
        node->index = FUNCTION_table;
        check_arguments(node, scope->table, scope->table, "i", flaw);
        return;
    }
    if (f == FUNCTIONS) {
        flaw_tell(flaw, FAULT_unknown_name, node->at, "there is no such function");
        node->type = TYPE_ANY;
        return;
    }
    check_items(scope, node, TYPE_ANY, flaw);
    if (f == FUNCTION_min && node->n == 1)
        f = FUNCTION_min_of;
    if (f == FUNCTION_max && node->n == 1)
        f = FUNCTION_max_of;
    check_arguments(node, functions[f].least, functions[f].most, functions[f].takes, flaw);
    node->index = f;
    node->type = functions[f].gives == 'l' ? TYPE_LIST : TYPE_INTEGER;
}

/* The variable is known in the body only. */
static void check_fold(struct scope *scope, struct node *node, struct flaw *flaw)
{
    size_t sources = node->n - 1, known = scope->n;
    for (size_t i = 0; i < sources; i++) {
        check(scope, node->items[i], flaw);
        want(node->items[i], sources == 2 ? TYPE_INTEGER : TYPE_LIST, flaw);
    }
    node->index = (uint32_t)scope->folds;
    scope_add(scope, node->name, SYMBOL_FOLD, node->index, TYPE_INTEGER, (uint32_t)node->number, flaw);
    scope->folds++;
    check(scope, node->items[sources], flaw);
    want(node->items[sources], TYPE_INTEGER, flaw);
    scope->folds--;
    scope->n = known;
    node->type = node->fold == FOLD_LIST ? TYPE_LIST : TYPE_INTEGER;
}

static void check(struct scope *scope, struct node *node, struct flaw *flaw)
{
    if (flaw->told)
        return;
    switch (node->kind) {
    case NODE_NUMBER:
        node->type = TYPE_INTEGER;
        break;
    case NODE_NAME:
        check_name(scope, node, flaw);
        break;
    case NODE_BINARY:
        check_binary(scope, node, flaw);
        break;
    case NODE_UNARY:
    case NODE_AND:
    case NODE_OR:
        check_items(scope, node, TYPE_INTEGER, flaw);
        node->type = TYPE_INTEGER;
        break;
    case NODE_IF:
        check_if(scope, node, flaw);
        break;
    case NODE_LIST:
        check_items(scope, node, TYPE_INTEGER, flaw);
        node->type = TYPE_LIST;
        break;
    case NODE_CALL:
        check_call(scope, node, flaw);
        break;
    case NODE_FOLD:
        check_fold(scope, node, flaw);
        break;
    case NODE_INDEX:
    case NODE_SLICE:
        check_items(scope, node, TYPE_ANY, flaw);
        want(node->items[0], TYPE_LIST, flaw);
        for (size_t i = 1; i < node->n; i++)
            want(node->items[i], TYPE_INTEGER, flaw);
        node->type = node->kind == NODE_INDEX ? TYPE_INTEGER : TYPE_LIST;
        break;
    }
}

void check_expression(struct scope *scope, struct node *node, enum value_type wanted, struct flaw *flaw)
{
    check(scope, node, flaw);
    if (!flaw->told)
        want(node, wanted, flaw);
}
