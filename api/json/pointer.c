/* JSON Pointers (RFC 6901: "/" before each part, ~ and / inside a part written ~0 and ~1). */
#include "api/json/pointer.h"

#include <string.h>

const char *pointer_name(struct arena *arena, const char *parent, const char *name)
{
    size_t before = strlen(parent), size = 0;
    for (const char *c = name; *c; c++)
        size += *c == '~' || *c == '/' ? 2 : 1;
    char *pointer = arena_raw(arena, before + 1 + size + 1);
    memcpy(pointer, parent, before);
    char *out = pointer + before;
    *out++ = '/';
    for (const char *c = name; *c; c++) {
        *out++ = *c == '/' ? '~' : *c;
        if (*c == '~' || *c == '/')
            *out++ = *c == '~' ? '0' : '1';
    }
    *out = '\0';
    return pointer;
}

const char *pointer_index(struct arena *arena, const char *parent, size_t index)
{
    return arena_printf(arena, "%s/%zu", parent, index);
}
