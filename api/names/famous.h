/* Well-known games by their names, and what they are here. */
#ifndef GRUNDY_API_FAMOUS_H
#define GRUNDY_API_FAMOUS_H

#include "core/value/text.h"

#include <stdbool.h>
#include <stddef.h>

struct famous {
    const char *id; /* "dawsons-kayles" */
    struct text title;
    const char *game, *position; /* a position of that game, as JSON */
    const char *oeis;            /* its Grundy values in the encyclopedia of integer sequences; NULL-able */
};

extern const struct famous famous[];
extern const size_t famous_count;

/* By its id, or by its title in either language; letters, digits and what lies beyond ASCII count, lower case like upper. NULL:
 * none. */
const struct famous *famous_find(const char *name);

/* The same, but only where the game has another name here: who knows "nim" needs no help. */
const struct famous *famous_renamed(const char *name);

#endif
