/* What one question has found out and asks for again: a tool that looks at a position and at those it leads to need not have all
 * of it worked out anew for each. Whoever finds something puts it into an arena of its own here, which ends with the keep; it
 * never changes afterwards, and nothing is given up before, so that what is kept depends on the question alone. */
#ifndef GRUNDY_CORE_MEMORY_KEEP_H
#define GRUNDY_CORE_MEMORY_KEEP_H

#include "core/memory/arena.h"

enum { KEPT_MAX = 64 };

struct keeping {
    const void *of;   /* whose it is: compared by address, so what it points to lives as long as the keep. NULL: not there yet */
    const void *what; /* in the arena */
    struct arena arena;
};

struct keep {
    size_t n;
    struct keeping kept[KEPT_MAX];
};

/* Ends when the home is reset, or rewound to before. */
struct keep *keep_new(struct arena *home);
/* Room for one more thing, as large as `most`, in an arena that escapes where the asker's does until it is done: `of` and `what`
 * are set then. NULL: what is kept takes half of that already, or is too many. */
struct keeping *keep_begin(struct keep *keep, const struct arena *asker, size_t most);

#endif
