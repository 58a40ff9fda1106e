/* cJSON under guard: its memory is the arena's, its text has been scanned, its global error position is not looked at. */
#include "api/parse.h"

#include <assert.h>

static void *allocate(size_t size)
{
    return arena_raw(arena_current(), size);
}

static void keep(void *what)
{
    (void)what;
}

void json_setup(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = allocate, .free_fn = keep});
}

cJSON *json_parse(struct arena *arena, char *text, size_t size, struct scan *scan)
{
    *scan = scan_json(arena, text, size);
    if (scan->fault)
        return NULL;
    /* An escape from cJSON leaves the arena current: it is the one that arena_try() of this thread entered. */
    struct arena *previous = arena_enter(arena);
    const char *end;
    cJSON *json = cJSON_ParseWithLengthOpts(text, size + 1, &end, 1);
    arena_enter(previous);
    assert(json && end == text + size);
    return json;
}
