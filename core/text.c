/* Explanations: sentences gathered in one language. */
#include "core/text.h"

#include "core/arena.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void lines_add(struct lines *lines, const char *en, const char *zh, ...)
{
    if (lines->n == lines->room) {
        size_t room = lines->room ? lines->room * 2 : 16;
        const char **v = arena_array(lines->arena, room, sizeof *v);
        if (lines->n)
            memcpy(v, lines->v, lines->n * sizeof *v);
        lines->v = v;
        lines->room = room;
    }
    const char *format = lines->language == LANGUAGE_ZH ? zh : en;
    va_list args;
    va_start(args, zh);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    assert(n >= 0);
    char *line = arena_raw(lines->arena, (size_t)n + 1);
    va_start(args, zh);
    vsnprintf(line, (size_t)n + 1, format, args);
    va_end(args);
    lines->v[lines->n++] = line;
}
