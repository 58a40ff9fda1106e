/* Heap rules: how a client writes them, and the one canonical form that equal games share.
 *
 * `given` is what the decoder fills (position field `rules`); rules_check() finds what field ranges cannot say; rules_make()
 * turns it into struct rules, in which [1,2,3] and {"from":1,"to":3} are the same, and octal 0.77 and take [1,2] from a row too.
 */
#ifndef GRUNDY_CORE_SG_RULES_H
#define GRUNDY_CORE_SG_RULES_H

#include "core/arena.h"
#include "core/fault.h"
#include "core/field.h"

struct sample;

/* The named infinite sets of amounts; the order is that of the names in the request. */
enum set { SET_ANY, SET_SQUARES, SET_PRIMES, SET_FIBONACCI, SET_PRIME_POWERS, SET_FACTORIALS };
enum split { SPLIT_SMALLER, SPLIT_UNEQUAL, SPLIT_ANY };

struct given_takes {
    struct head head;
    struct num from, to, powers_of;
    struct list all_but; /* of int64_t */
};

enum { GIVEN_FROM, GIVEN_TO, GIVEN_POWERS, GIVEN_ALL_BUT }; /* its fields */

struct given_rules {
    struct head head;
    struct choice take;
    int leave;
    const char *octal, *hex;
    int split;
};

enum { GIVEN_TAKE, GIVEN_LEAVE, GIVEN_OCTAL, GIVEN_HEX, GIVEN_SPLIT }; /* its fields */
enum { TAKE_LIST, TAKE_NAME, TAKE_OBJECT };                            /* struct choice take, which */

extern const struct type type_given_rules;

/* Random rules: the choice must not be of the size alone, and there must be heaps worth asking about. *any_heap: a closed form or
 * a period serves heaps of any size. */
void rules_sample(struct sample *sample, struct given_rules *rules, bool *any_heap);

/* Writes codes with the zero that books leave out: ".77" becomes "0.77". */
void rules_check(struct given_rules *given, struct faults *faults);

/* Which amounts may be taken where that is one set for all. */
enum amounts {
    AMOUNTS_LIST,    /* list[0…n-1] */
    AMOUNTS_RANGE,   /* from…to */
    AMOUNTS_ANY,     /* 1, 2, 3, … */
    AMOUNTS_POWERS,  /* 1, from, from², … */
    AMOUNTS_ALL_BUT, /* 1, 2, 3, … without list[0…n-1] */
    AMOUNTS_SET,     /* the set `set` */
};

enum kind_of_rules {
    RULES_PLAIN,   /* take an amount, leave the rest as one heap */
    RULES_CODE,    /* places[0…n_places-1]: finitely many, pieces by digit */
    RULES_ROW,     /* an infinite (or very long) set of amounts, what is left may be in two pieces */
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
    struct num from, to; /* RANGE; POWERS: from is the base */
    const int64_t *list; /* ascending */
    size_t n;
    const struct place *places; /* ascending; CODE, and PLAIN that was written as a code */
    size_t n_places;
    enum shape shape;
    const char *key; /* the canonical form as text: equal for rules with equal Grundy values by definition */
};

/* The canonical form of what passed rules_check(). All of it lives in the arena. */
struct rules *rules_make(struct arena *arena, const struct given_rules *given);

/* The largest amount of a finite list or code, 0 when there is none. */
int64_t rules_last(const struct rules *rules);

#endif
