/* Rules as instructions for a small register machine: one program for all that is asked of a state. Internal to core/custom.
 *
 * The program looks at the ends, then goes through the moves in their order; in one loop nest it makes every choice, evaluates
 * guard, new states, score and again, and stops at each move found. Registers of integers and of lists are laid out below.
 * Temporaries are given by depth, so a list in a temporary of a depth has that temporary's own room. */
#ifndef GRUNDY_CORE_CUSTOM_MACHINE_PROGRAM_H
#define GRUNDY_CORE_CUSTOM_MACHINE_PROGRAM_H

#include "core/custom/language/check.h"
#include "core/custom/rules.h"

enum op {
#define OP(name, ...) OP_##name,
#include "core/custom/machine/ops.def"
#undef OP
};

struct instruction {
    uint16_t op, a, b, c;
};

/* Registers. A variable is there three times: as the state has it, as the move leaves it, and as `after` leaves that. */
enum {
    INT_OLD = 0,
    INT_NEW = INT_OLD + VARIABLES_MAX,
    INT_AFTER = INT_NEW + VARIABLES_MAX,
    INT_TURN = INT_AFTER + VARIABLES_MAX,
    INT_ZERO,
    INT_LET,                                     /* values of lets over the old state, then over the new */
    INT_LET_DONE = INT_LET + 2 * LETS_MAX,       /* which of them are known */
    INT_PARAMETER = INT_LET_DONE + 2 * LETS_MAX, /* in pairs: the value, and the end or the index */
    INT_TEMPORARY = INT_PARAMETER + 2 * PARAMETERS_MAX,
    INT_CONSTANT = INT_TEMPORARY + 2048,
    LIST_OLD = 0,
    LIST_NEW = LIST_OLD + VARIABLES_MAX,
    LIST_AFTER = LIST_NEW + VARIABLES_MAX,
    LIST_LET = LIST_AFTER + VARIABLES_MAX,
    LIST_PARAMETER = LIST_LET + 2 * LETS_MAX,
    LIST_TEMPORARY = LIST_PARAMETER + PARAMETERS_MAX,
    LIST_TEMPORARIES = 128,
    PASSING_MAX = 1024, /* items of a list in passing, turns of a fold */
};

/* Where an instruction comes from. */
struct origin {
    uint16_t text, at; /* index into texts; column */
    uint8_t bound;     /* parameters that have values there */
};

struct program_text {
    const char *pointer;
    int move; /* -1: none */
};

/* What a move's part changes: registers to be packed into the state's key. */
struct change {
    uint16_t variable, reg;
};
struct plan {
    size_t n;
    struct change v[VARIABLES_MAX];
};

struct program {
    const struct user_rules *rules;
    size_t n, room;
    struct instruction *code;
    struct origin *origin;
    size_t texts, plans, constants, texts_room, plans_room, constants_room;
    struct program_text *text;
    struct plan *plan;
    int64_t *constant;
    uint16_t ints, temporaries; /* registers in all; temporary lists in use */
    bool too_long;
};

/* Of rules without faults. */
struct program *program_of_rules(const struct user_rules *rules, struct arena *arena);
/* Of assignments to be made to a state once: for rules_parse_set(). */
struct program *program_of_set(const struct user_rules *rules, const struct action *set, struct arena *arena);
/* Of an expression over INT_OLD…; its value is left in *result. */
struct program *program_of_expression(const struct node *node, struct arena *arena, uint16_t *result);

#endif
