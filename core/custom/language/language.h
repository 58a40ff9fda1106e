/* Expressions as trees: what the parser makes of one string, and what checking adds (types, and what every name means).
 *
 * One string, one fault: the first that the parser meets, or else the first that the check meets, both from left to right. */
#ifndef GRUNDY_CORE_CUSTOM_LANGUAGE_LANGUAGE_H
#define GRUNDY_CORE_CUSTOM_LANGUAGE_LANGUAGE_H

#include "core/memory/arena.h"

#include <stdbool.h>

/* What is wrong with one string. */
struct flaw {
    bool told;
    enum fault_code code;
    uint32_t at; /* column, from 0 */
    const char *detail;
};

/* The first flaw stands; `detail` lives as long as the string. */
void flaw_tell(struct flaw *flaw, enum fault_code code, uint32_t at, const char *detail);

struct span {
    const char *text;
    size_t n;
};

static inline bool span_equal(struct span a, struct span b)
{
    return a.n == b.n && __builtin_memcmp(a.text, b.text, a.n) == 0;
}

enum node_kind {
    NODE_NUMBER, /* number */
    NODE_NAME,   /* name; after checking, symbol and index */
    NODE_UNARY,  /* op: OPERATOR_NEGATE, OPERATOR_NOT */
    NODE_BINARY, /* op, both sides evaluated */
    NODE_AND,
    NODE_OR,
    NODE_IF,    /* condition, then, else */
    NODE_LIST,  /* the items */
    NODE_CALL,  /* name; after checking, function */
    NODE_FOLD,  /* fold, name; items: from, to, body of a range; list, body otherwise */
    NODE_INDEX, /* list, index */
    NODE_SLICE, /* list, first, last */
};

enum operator{
    OPERATOR_ADD,
    OPERATOR_SUBTRACT,
    OPERATOR_MULTIPLY,
    OPERATOR_DIVIDE,
    OPERATOR_MODULO,
    OPERATOR_LEFT,
    OPERATOR_RIGHT,
    OPERATOR_BIT_AND,
    OPERATOR_BIT_XOR,
    OPERATOR_BIT_OR,
    OPERATOR_JOIN,
    OPERATOR_EQUAL,
    OPERATOR_UNEQUAL,
    OPERATOR_LESS,
    OPERATOR_LESS_EQUAL,
    OPERATOR_GREATER,
    OPERATOR_GREATER_EQUAL,
    OPERATOR_NEGATE,
    OPERATOR_NOT,
};

enum fold { FOLD_SUM, FOLD_COUNT, FOLD_ANY, FOLD_ALL, FOLD_MIN, FOLD_MAX, FOLD_LIST, FOLD_NONE };

enum value_type { TYPE_ANY /* of a string that has a fault */, TYPE_INTEGER, TYPE_LIST };

enum symbol_kind { SYMBOL_VARIABLE, SYMBOL_TURN, SYMBOL_LET, SYMBOL_PARAMETER, SYMBOL_FOLD };

struct node {
    enum node_kind kind;
    enum operator op;
    enum fold fold;
    enum value_type type; /* after checking */
    uint32_t from;        /* column of the expression's first character */
    uint32_t at;          /* column of the operator, the function's name, the '[' */
    bool bracketed;
    int64_t number;
    struct span name;
    enum symbol_kind symbol; /* NAME, after checking; of a FOLD, its variable is SYMBOL_FOLD number `index` */
    uint32_t index;          /* of variable, let, parameter; how many folds stand around a fold's variable; the function */
    size_t n;
    struct node **items;
};

/* Reading one string. Internal to core/custom: the strings' own grammars (rules.c) share the tokens. */
enum token_kind {
    TOKEN_END,
    TOKEN_NUMBER,
    TOKEN_NAME,
    TOKEN_IN,
    TOKEN_DOTS,
    TOKEN_SIGN,   /* one of ( ) [ ] , : ? = */
    TOKEN_CHANGE, /* += -= */
    TOKEN_OPERATOR,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_NOT,
    TOKEN_FAULT,
};

struct reader {
    struct arena *arena;
    struct flaw *flaw;
    const char *text;
    uint32_t next; /* behind the token */
    uint32_t at;   /* of the token */
    enum token_kind kind;
    enum operator op;
    char sign;
    int64_t number;
    int depth;
    int folds;
};

/* Stands at the first token. */
void reader_begin(struct reader *reader, struct arena *arena, const char *text, struct flaw *flaw);
void reader_next(struct reader *reader);
/* Over the sign if it is the token. */
bool reader_take(struct reader *reader, char sign);
/* The same; a fault otherwise. */
void reader_want(struct reader *reader, char sign);
/* The name that is the token, taken; a fault if it is none or a word of the language. */
struct span reader_name(struct reader *reader);
/* A fault at the token. */
void reader_unexpected(struct reader *reader, const char *detail);
/* An expression; not NULL, but of no use once there is a fault. */
struct node *parse_expression(struct reader *reader);
/* All that is left must be nothing. */
void reader_end(struct reader *reader);

enum fold fold_named(struct span name);

#endif
