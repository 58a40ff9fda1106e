/* What names mean and which type every expression has. Internal to core/custom. */
#ifndef GRUNDY_CORE_CUSTOM_LANGUAGE_CHECK_H
#define GRUNDY_CORE_CUSTOM_LANGUAGE_CHECK_H

#include "core/custom/language/language.h"

enum function {
#define FUNCTION(name, least, most, takes, gives) FUNCTION_##name,
#include "core/custom/language/functions.def"
#undef FUNCTION
    FUNCTIONS,
    FUNCTION_table, /* g, the table that a formula speaks of */
};

struct symbol {
    struct span name;
    enum symbol_kind kind;
    uint32_t index;
    enum value_type type;
};

enum { FOLDS_DEEP_MAX = 3, SYMBOLS_MAX = 16 + 32 + 8 + FOLDS_DEEP_MAX + 1 };

/* The names that are known, innermost last. */
struct scope {
    struct symbol v[SYMBOLS_MAX];
    size_t n;
    size_t folds;
    unsigned table;         /* how many arguments the table g takes; 0: there is none */
    bool has_turn;          /* `turn` is a name */
    bool turn_named;        /* set when it was met */
    bool incomplete;        /* names are missing because their string has a fault: nothing that rests on them is told */
    bool variables_missing; /* variables among them */
};

/* Declares a name, unless it is taken: then a fault at `at`. */
void scope_add(struct scope *scope, struct span name, enum symbol_kind kind, uint32_t index, enum value_type type, uint32_t at,
               struct flaw *flaw);
const struct symbol *scope_find(const struct scope *scope, struct span name);

/* Fills in symbols, functions and types; the type wanted may be TYPE_ANY. */
void check_expression(struct scope *scope, struct node *node, enum value_type wanted, struct flaw *flaw);

#endif
