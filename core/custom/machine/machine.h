/* The machine that runs a program: it takes a state apart and goes through its moves. Internal to core/custom. */
#ifndef GRUNDY_CORE_CUSTOM_MACHINE_MACHINE_H
#define GRUNDY_CORE_CUSTOM_MACHINE_MACHINE_H

#include "core/budget.h"
#include "core/custom/states/layout.h"

enum event {
    RUN_MOVE,    /* a move: move, parts, again, score */
    RUN_END,     /* over: end */
    RUN_DONE,    /* there is no further move */
    RUN_FAULT,   /* fault */
    RUN_LIMIT,   /* limit */
    RUN_UNKNOWN, /* the table does not know a value */
};

enum excess { EXCESS_NONE, EXCESS_steps, EXCESS_choices, EXCESS_turns, EXCESS_passing };

enum { DENSE_FROM = 512 };

struct machine {
    const struct program *program;
    const struct layout *layout;     /* NULL: an expression alone */
    const struct variable *variable; /* the rules' */
    struct arena *arena;
    struct budget *budget;
    bool (*table)(void *of, const int64_t *argument, int64_t *value); /* g; false: it does not know */
    void *table_of;
    uint64_t steps, steps_max; /* instructions so far, and at most */
    uint64_t mark;             /* up to which the budget has paid */
    size_t dense_from;         /* states explored one by one before many are at once (core/custom/dense) */

    key128 key; /* the state at hand */
    size_t class;
    uint32_t next; /* the instruction */
    bool more;     /* it can go on there: the state at hand has not all been seen */
    uint32_t calls[2 * LETS_MAX + 2];
    uint32_t depth;
    int64_t *ints;
    struct items *lists;
    int64_t **buffer; /* of each list that can be written */

    uint16_t move;
    size_t parts;
    key128 part[PARTS_MAX];
    bool again;
    int64_t score;
    uint16_t end;
    enum excess excess;
    struct {
        enum fault_code code;
        const char *detail; /* NULL: that of the code */
        uint32_t at;        /* the instruction; calls[] tells where it was called from */
    } fault;
};

void machine_init(struct machine *machine, const struct program *program, const struct layout *layout, struct arena *arena,
                  struct budget *budget);
/* For values of other states of the same program, while the machine stands at a move: it only opens them. */
struct machine *machine_reader(const struct machine *machine);
/* Counts its instructions from here on, without an end: for states that were gone through before. */
void machine_anew(struct machine *machine);
/* Takes the state apart and begins. */
void machine_open(struct machine *machine, key128 key);
/* Takes an expression's variables and begins. */
void machine_begin(struct machine *machine, const int64_t *values, size_t n);
/* The next event. After a move the machine can go on. */
enum event machine_run(struct machine *machine);

/* The state that is open: a variable's value. */
struct items machine_value(const struct machine *machine, size_t variable);

/* A fault in words, where it has no detail of its own. */
const char *fault_words(enum fault_code code);

#endif
