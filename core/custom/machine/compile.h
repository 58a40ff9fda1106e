/* What the compiler's files share. Internal to core/custom. */
#ifndef GRUNDY_CORE_CUSTOM_MACHINE_COMPILE_H
#define GRUNDY_CORE_CUSTOM_MACHINE_COMPILE_H

#include "core/custom/machine/program.h"

struct compiler {
    struct arena *arena;
    struct program *program;
    uint16_t text; /* that the instructions come from */
    uint8_t bound;
    bool after;                      /* names mean the new state */
    uint16_t ints, lists;            /* temporaries in use */
    uint16_t fold[FOLDS_DEEP_MAX];   /* registers of the variables of the folds around */
    uint16_t high;                   /* integers that were ever in use; of lists the program knows */
    uint16_t base, base_lists;       /* the lets' own temporaries lie below */
    uint16_t let_code[2 * LETS_MAX]; /* where each let begins, over the old state and over the new */
};

/* Appends; returns the index. */
uint16_t emit(struct compiler *c, enum op op, uint32_t a, uint32_t b, uint32_t to, uint32_t at);
static inline uint16_t here(const struct compiler *c)
{
    return (uint16_t)c->program->n;
}
static inline void patch(struct compiler *c, uint16_t jump)
{
    c->program->code[jump].c = here(c);
}
uint16_t constant(struct compiler *c, int64_t value);

/* Code for an expression: the register that holds its value, which may be a variable's own. */
uint16_t compile_integer(struct compiler *c, const struct node *node);
uint16_t compile_list(struct compiler *c, const struct node *node);
/* The same, its value put into that register. */
void compile_into(struct compiler *c, const struct node *node, uint16_t reg);
void compile_list_into(struct compiler *c, const struct node *node, uint16_t reg);

#endif
