/* What the files share that turn checked rules into instructions on columns. Internal to core/custom/dense.
 *
 * Every value has a column of its own, written once, and an interval that holds in every lane, whether it counts or not. A value
 * whose interval is one number is a constant. */
#ifndef GRUNDY_CORE_CUSTOM_DENSE_LOWER_LOWER_H
#define GRUNDY_CORE_CUSTOM_DENSE_LOWER_LOWER_H

#include "core/custom/dense/wide.h"

enum { COLUMNS_MOST = 4096, OPS_MOST = 8192, TABLES_MOST = 256, TURNS_MOST = 64, EFFORT_MOST = 1 << 16 };

/* A list whose length is known: columns, or numbers that never change. */
struct wide_cells {
    size_t n;
    const uint16_t *column;
    const int64_t *number; /* NULL: column */
};

struct lowering {
    struct arena *arena;
    const struct user_rules *rules;
    const struct layout *layout;
    struct wide_program *wide;
    int64_t *low, *high;                    /* intervals, by column */
    bool refused;                           /* it cannot be said in columns */
    uint64_t effort;                        /* expressions and items looked at so far, also where nothing came of it */
    uint16_t mask;                          /* the lanes that count here */
    uint16_t lets;                          /* the lanes whose lets may be asked for, here and further on */
    struct wide_cells value[VARIABLES_MAX]; /* what names mean: an integer is a list of one */
    bool let_known[LETS_MAX];
    struct wide_cells let[LETS_MAX];
    uint16_t parameter[PARAMETERS_MAX], fold[FOLDS_DEEP_MAX];
};

uint16_t lower_fresh(struct lowering *l, int64_t low, int64_t high);
/* Appends; returns its index. */
size_t lower_emit(struct lowering *l, struct wide_op op);
uint16_t lower_number(struct lowering *l, int64_t value);
uint16_t lower_pair(struct lowering *l, enum wide_code code, uint16_t a, uint16_t b, int64_t low, int64_t high);
static inline bool lower_is_number(const struct lowering *l, uint16_t column)
{
    return l->low[column] == l->high[column];
}
/* Notes the lanes where the column is outside. */
void lower_check(struct lowering *l, uint16_t column, int64_t low, int64_t high);
/* The lanes of `mask` where the column holds, or does not. */
uint16_t lower_where(struct lowering *l, enum wide_code code, uint16_t column);
uint16_t lower_operator(struct lowering *l, enum operator op, uint16_t a, uint16_t b);

/* False: it is too much; rules that unroll to nothing must come to an end, too. */
static inline bool lower_spend(struct lowering *l, uint64_t effort)
{
    l->effort += effort;
    l->refused |= l->effort > EFFORT_MOST;
    return !l->refused;
}

uint16_t lower_integer(struct lowering *l, const struct node *node);
struct wide_cells lower_list(struct lowering *l, const struct node *node);
/* The column of an item; of numbers a constant. */
uint16_t lower_item(struct lowering *l, struct wide_cells cells, size_t i);
uint16_t lower_fold(struct lowering *l, const struct node *node, struct wide_cells *list);
uint16_t lower_list_call(struct lowering *l, const struct node *node);
uint16_t lower_index(struct lowering *l, const struct node *node);
/* list NULL: an integer is wanted. */
uint16_t lower_if(struct lowering *l, const struct node *node, struct wide_cells *list);
struct wide_cells lower_name(struct lowering *l, const struct node *node);
struct wide_cells lower_let(struct lowering *l, uint32_t index);
uint16_t lower_truth(struct lowering *l, uint16_t of);
/* Where the condition holds the one, else the other. */
uint16_t lower_choice(struct lowering *l, uint16_t condition, uint16_t then, uint16_t other);
/* Without an interval: may wrap where it does not count, and is looked at by nobody. */
uint16_t lower_free(struct lowering *l, enum wide_code code, uint16_t a, uint16_t b);
uint16_t lower_lists_equal(struct lowering *l, const struct node *node);

/* Leaves out what nothing needs. */
void wide_prune(struct wide_program *wide, struct arena *arena);

/* The rules as a program; NULL where something cannot be said in columns. What the room is for: all above is its own. */
struct wide_program *wide_of_rules(const struct layout *layout, struct arena *arena, bool rising);

#endif
