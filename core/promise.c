#include "core/promise.h"

#include "core/memory/arena.h"

#include <stdio.h>
#include <stdlib.h>

void promise_broken(const char *what, const char *file, int line)
{
    struct arena *arena = arena_current();
    if (arena && arena->escape)
        arena_escape(arena, STATUS_internal, -1, "%s:%d: not so: %s", file, line, what);
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
    abort();
}
