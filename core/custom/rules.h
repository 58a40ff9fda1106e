/* Users' rules, parsed. The parsed form can be walked: nodes are those of language.h, checked. */
#ifndef GRUNDY_CORE_CUSTOM_RULES_H
#define GRUNDY_CORE_CUSTOM_RULES_H

#include "core/custom/fields.h"
#include "core/custom/language/language.h"
#include "core/value/fault.h"
#include "core/value/field.h"

/* Parsed. */
enum {
    VARIABLES_MAX = 16,
    LETS_MAX = 32,
    ENDS_MAX = 16,
    MOVES_MAX = 64,
    PARAMETERS_MAX = 8,
    PARTS_MAX = 8, /* of one move */
    STRING_MAX = 1000,
    RULES_MAX = 16384,
    TITLE_MAX = 200,
    STATES_GIVEN = 64,
    ITEMS_CHANGED = 64,
    ITEMS_GIVEN = 4096,
};

struct variable {
    struct span name;
    bool list;
    bool as_given; /* name[]: as many items as the state has */
    bool assigned; /* by some move or by `after` */
    int64_t min, max;
    uint32_t items_min, items_max; /* of a list that is not as given */
};

struct assignment {
    uint32_t variable;
    struct node *index;   /* of the item; NULL: the whole variable */
    enum operator change; /* OPERATOR_ADD, OPERATOR_SUBTRACT; OPERATOR_EQUAL: neither */
    struct node *value;
    uint32_t at, bracket, sign; /* columns of the name, of the index's '[', of the sign */
};

struct action {
    size_t n;
    struct assignment *v;
};

struct user_source {
    struct span name;
    uint32_t at;            /* column of the name */
    struct node *from, *to; /* to NULL: from is a list */
};

struct user_let {
    struct span name;
    struct node *value;
};

struct user_end {
    struct node *when;
    enum end_result result;
};

struct user_move {
    const char *name;
    size_t sources;
    struct user_source *source;
    struct node *when, *score, *again; /* NULL: absent */
    bool splits;                       /* `into`: a sum of so many actions' states */
    size_t actions;
    struct action *action;
};

struct user_rules {
    const struct rules_text *text;
    size_t variables, lets, ends, moves;
    struct variable variable[VARIABLES_MAX];
    struct user_let let[LETS_MAX];
    struct user_end end[ENDS_MAX];
    struct user_move *move;
    struct action after;
    bool misere;
    bool turns;  /* `turn` is a variable */
    bool scores; /* compared by scores */
    bool splits; /* a move has `into` */
    bool pure;   /* impartial, in normal play: has Grundy values */
};

/* All static faults are told, at most one for each string. The result is of use only if there are none. */
struct user_rules *rules_parse(const struct rules_text *text, struct faults *faults);
/* Assignments to the variables alone, as `set` has them; no faults told: they are the caller's to tell by `flaw`. */
struct action rules_parse_set(const struct user_rules *rules, struct arena *arena, const char *text, struct flaw *flaw);

#endif
