/* The Sprague-Grundy engine: values of heap rules by closed form, by table, or by a proven period.
 *
 *   struct rules *rules = rules_make(arena, &given);          canonical, core/sg/rules/rules.h
 *   struct sg sg;
 *   sg_open(&sg, &(struct sg_job){arena, budget, store}, rules, top);
 *   sg_value(&sg, n);                                         for every n <= top
 *
 * sg_open() finds the table in the store, makes or lengthens it where it is too short, looks for a period and its proof, and
 * publishes. When the budget ends, what was computed is published before the escape, so asking again gets further. What it
 * tells depends on rules and top alone, never on how long a table happened to be there. */
#ifndef GRUNDY_CORE_SG_ENGINE_H
#define GRUNDY_CORE_SG_ENGINE_H

#include "core/budget.h"
#include "core/memory/store.h"
#include "core/sg/rules/rules.h"

struct sg_job {
    struct arena *arena;
    struct budget *budget;
    struct store *store;
    uint64_t promised; /* heaps above are too large when the values tried prove no period; 0: those above any table */
    bool plain;        /* values alone: no period is looked for where a table reaches */
};

/* Values that need no table. */
enum closed {
    CLOSED_NONE,
    CLOSED_ANY,      /* n */
    CLOSED_RANGE,    /* (n mod (a+b)) div a */
    CLOSED_POWERS,   /* by n mod (k+1) */
    CLOSED_MOD6,     /* n mod 6: prime powers */
    CLOSED_MIXED,    /* n mod m: sets that have 1…m-1 and no multiple of m */
    CLOSED_HALF,     /* the odd part of n + 1, halved */
    CLOSED_DIVISORS, /* how often 2 divides n */
    CLOSED_HALVES,   /* 1 for even n > 0, else 0 */
    CLOSED_LASKER,   /* neighbours 4k+3, 4k+4 change places */
    CLOSED_SMALLER,  /* odious numbers */
};

struct sg {
    const struct rules *rules;
    enum closed closed;
    struct table table; /* CLOSED_NONE; its period, if proven, serves every n */
    bool period_told;   /* the period below is a theorem and belongs into the answer */
    struct num preperiod, period, saltus;
    bool checked; /* checked_to is meant: not for closed forms */
    uint64_t checked_to;
    uint64_t looked_to; /* the last heap that was looked at for a period; 0 for closed forms */
    const char *method;
};

/* May escape: too_large (neither table nor proven period reaches top), deadline_exceeded. */
void sg_open(struct sg *sg, const struct sg_job *job, const struct rules *rules, struct num top);
struct num sg_value(const struct sg *sg, struct num n);
/* The same for values of tables (CLOSED_NONE) and machine words. */
uint64_t sg_word(const struct sg *sg, uint64_t n);

/* Table values of n = from…from+count-1 as 16-bit numbers; the caller opened sg for at least the last of them. A value beyond 16
 * bits is cut: only closed forms can have one, and sg_value() tells. */
void sg_copy(const struct sg *sg, uint64_t from, size_t count, uint16_t *to);

/* What the store has of what sg_open would make for that top: nothing or too little; all of it; or a stranger's table, which is
 * to be fetched or looked at first, and that takes time. Without a store: nothing. */
enum sg_stored { SG_ABSENT, SG_STORED, SG_STRANGER };
enum sg_stored sg_stored(const struct rules *rules, struct arena *arena, struct store *store, struct num top);
/* The largest heap that a table may reach for these rules. */
uint64_t sg_table_limit(const struct rules *rules);

#endif
