/* Heap rules in the one canonical form that equal games share.
 *
 * `given` is what the decoder fills (position field `rules`); rules_check() finds what field ranges cannot say (given.h);
 * rules_make() turns it into struct rules, in which [1,2,3] and {"from":1,"to":3} are the same, and octal 0.77 and take [1,2]
 * from a row too.
 */
#ifndef GRUNDY_CORE_SG_RULES_RULES_H
#define GRUNDY_CORE_SG_RULES_RULES_H

#include "core/memory/arena.h"
#include "core/sg/rules/given.h"

/* Which amounts may be taken where that is one set for all. */
enum amounts {
    AMOUNTS_LIST,    /* list[0…n-1] */
    AMOUNTS_RANGE,   /* from…to */
    AMOUNTS_ANY,     /* 1, 2, 3, … */
    AMOUNTS_POWERS,  /* 1, from, from², … */
    AMOUNTS_ALL_BUT, /* 1, 2, 3, … without list[0…n-1] */
    AMOUNTS_SET,     /* the set `set` */
    AMOUNTS_MIXED,   /* list[0…n-1], and the sets of `sets` */
    /* Which depend on the heap; PLAIN only. */
    AMOUNTS_HALF,     /* 1…half of it */
    AMOUNTS_DIVISORS, /* its proper divisors */
};

enum kind_of_rules {
    RULES_PLAIN,   /* take an amount, leave the rest as one heap */
    RULES_CODE,    /* places[0…n_places-1]: finitely many, pieces by digit */
    RULES_ROW,     /* an infinite (or very long) set of amounts; each leaves what the bits of `each` say */
    RULES_SMALLER, /* two heaps, each smaller */
    RULES_UNEQUAL, /* Grundy's game */
    RULES_HALVES,  /* split in two non-empty heaps */
    RULES_LASKER,
};

/* One place of a code: taking `amount` may leave a number of heaps that is a bit of `digit`: 1 none, 2 one, 4 two, 8 three. */
struct place {
    int64_t amount;
    unsigned digit;
};

/* How a move is written. */
enum shape {
    SHAPE_TAKE,    /* heap, take */
    SHAPE_PIECES,  /* heap, take, into */
    SHAPE_SPLIT,   /* heap, into */
    SHAPE_SMALLER, /* heap, into with zeros */
    SHAPE_LASKER,  /* heap, take, into */
};

struct rules {
    enum kind_of_rules kind;
    enum amounts amounts; /* PLAIN, ROW */
    enum set set;
    struct num from, to; /* RANGE; POWERS: from is the base; MIXED: from is rules_modulus(), 0 where there is none */
    unsigned sets;       /* MIXED: BIT(set) */
    unsigned each;       /* ROW: 7 where what is left may be in two pieces, 3 where not */
    bool split;          /* ROW: a heap may be split in two, too, */
    bool unequal;        /* and these must differ */
    const int64_t *list; /* ascending */
    size_t n;
    const struct place *places; /* ascending; CODE, and PLAIN that was written as a code */
    size_t n_places;
    enum shape shape;
    const char *key; /* the canonical form as text: equal for rules with equal Grundy values by definition */
};

/* The canonical form of what passed rules_check(). All of it lives in the arena. */
struct rules *rules_make(struct arena *arena, const struct given_rules *given);

/* Any amount out of a row. */
static inline bool rules_any_row(const struct rules *rules)
{
    return rules->kind == RULES_ROW && rules->amounts == AMOUNTS_ANY && rules->each == 7;
}

/* Of a list with sets: m > 1 where 1…m-1 all may be taken and no multiple of m, else 0. */
int64_t rules_modulus(const struct list *list);

/* The largest amount of a finite list or code, 0 when there is none. */
int64_t rules_last(const struct rules *rules);

#endif
