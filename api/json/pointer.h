/* JSON Pointers (RFC 6901). */
#ifndef GRUNDY_API_JSON_POINTER_H
#define GRUNDY_API_JSON_POINTER_H

#include "core/memory/arena.h"

/* An escaped pointer: parent + "/" + name (RFC 6901). */
const char *pointer_name(struct arena *arena, const char *parent, const char *name);
const char *pointer_index(struct arena *arena, const char *parent, size_t index);

#endif
