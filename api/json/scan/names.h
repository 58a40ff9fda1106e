/* The names of the objects that the scanner has open, and which of them stands twice in its object. */
#ifndef GRUNDY_API_JSON_SCAN_NAMES_H
#define GRUNDY_API_JSON_SCAN_NAMES_H

#include "core/memory/arena.h"

struct name {
    const char *text; /* unescaped; may hold NUL */
    size_t size;
    size_t offset; /* of its opening quote in the body */
    uint64_t hash; /* set by names_repeated() */
};

enum { NAMES_INLINE = 24 };

/* A stack: the names of an inner object lie above those of the outer one, and are taken off when it closes. */
struct names {
    struct arena *arena;
    struct name *v;
    size_t n, room;
    struct name few[NAMES_INLINE]; /* v points here until there are more */
};

void names_init(struct names *names, struct arena *arena);
void names_push(struct names *names, struct name name);
/* Of the names from `start` to the top: the first that was there before, or NULL. */
const struct name *names_repeated(struct names *names, size_t start);

#endif
