/* Heap rules as a client writes them. */
#ifndef GRUNDY_CORE_SG_RULES_GIVEN_H
#define GRUNDY_CORE_SG_RULES_GIVEN_H

#include "core/value/fault.h"
#include "core/value/field.h"

/* The named infinite sets of amounts; the order is that of the names in the request. */
enum set { SET_ANY, SET_SQUARES, SET_PRIMES, SET_FIBONACCI, SET_PRIME_POWERS, SET_FACTORIALS, SET_DIVISORS };
enum split { SPLIT_SMALLER, SPLIT_UNEQUAL, SPLIT_ANY };

struct given_takes {
    struct head head;
    struct num from, to, powers_of;
    struct list all_but; /* of int64_t */
    int up_to;           /* its only name is "half" */
};

enum { GIVEN_FROM, GIVEN_TO, GIVEN_POWERS, GIVEN_ALL_BUT, GIVEN_UP_TO }; /* its fields */

struct given_rules {
    struct head head;
    struct choice take; /* a list is of int64_t; of a set by its name: name_word(), the set less SET_SQUARES */
    int leave;
    const char *octal, *hex;
    int split;
};

enum { GIVEN_TAKE, GIVEN_LEAVE, GIVEN_OCTAL, GIVEN_HEX, GIVEN_SPLIT }; /* its fields */
enum { TAKE_LIST, TAKE_NAME, TAKE_OBJECT };                            /* struct choice take, which */

extern const struct type type_given_rules;

/* Writes codes with the zero that books leave out: ".77" becomes "0.77". */
void rules_check(struct given_rules *given, struct faults *faults);
/* Of a code; 16 where it is none. */
int code_digit(char c);

#endif
