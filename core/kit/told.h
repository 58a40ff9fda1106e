/* The options of a position with their values, as a student needs them to find the mex: all of them while they are few, by groups
 * of one value beyond. */
#ifndef GRUNDY_CORE_KIT_TOLD_H
#define GRUNDY_CORE_KIT_TOLD_H

#include "core/game.h"

enum {
    TOLD_EACH = 12,   /* options that are told one by one */
    TOLD_GROUPS = 8,  /* beyond: the groups of least value that are told, */
    TOLD_SEEN = 10000 /* of at most so many options, where each costs work of its own */
};

struct told {
    struct lines *lines;
    size_t most; /* options that are looked at */
    size_t n, groups;
    bool more; /* there are groups of greater value */
    struct option_told {
        struct num value;
        size_t count;
        const char *name;
    } first[TOLD_EACH], group[TOLD_GROUPS + 1];
};

struct told told_begin(struct lines *lines, size_t most);
/* Whether told_add() of that value wants a name; it may be NULL otherwise. */
bool told_names(const struct told *told, struct num value);
/* One option. False: these are too many, nothing is to be told. */
bool told_add(struct told *told, struct num value, const char *name);
/* "its options 9, 7, 6 have the values 0, 0, 2". Every value below the mex is among them. */
const char *told_text(const struct told *told, struct num mex);

#endif
