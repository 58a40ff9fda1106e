/* Rules of one heap whose moves look back a bounded way, the same way in every residue class. */
#ifndef GRUNDY_CORE_CUSTOM_STATES_LOOK_BACK_H
#define GRUNDY_CORE_CUSTOM_STATES_LOOK_BACK_H

#include "core/memory/arena.h"

#include <stdbool.h>

struct rules_text;

/* From n = `from` on the amounts that may be taken are a function of n mod `modulus`, each in 1…window, and none leads out of the
 * range of n, which ends at `last`. */
struct look_back {
    const char *name; /* of the variable */
    int64_t from, window, modulus, last;
};

/* False: the rules are not of that kind, or it is not seen that they are. */
bool look_back_find(const struct rules_text *text, struct arena *arena, struct look_back *found);

#endif
