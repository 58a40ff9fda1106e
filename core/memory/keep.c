/* Things that a question keeps, each in its own arena. */
#include "core/memory/keep.h"

static void release(void *what)
{
    struct keep *keep = what;
    for (size_t i = keep->n; i-- > 0;)
        arena_reset(&keep->kept[i].arena);
}

struct keep *keep_new(struct arena *home)
{
    struct keep *keep = arena_raw(home, sizeof *keep); /* every question of a tool has one, few keep anything */
    keep->n = 0;
    arena_defer(home, release, keep);
    return keep;
}

struct keeping *keep_begin(struct keep *keep, const struct arena *asker, size_t most)
{
    size_t used = 0;
    for (size_t i = 0; i < keep->n; i++)
        used += keep->kept[i].arena.used;
    if (keep->n == KEPT_MAX || used > most / 2)
        return NULL;
    struct keeping *kept = &keep->kept[keep->n++];
    kept->of = kept->what = NULL;
    arena_init_beside(&kept->arena, asker, NULL, 0, most);
    arena_widen(&kept->arena, most);
    kept->arena.asked = asker->asked;
    return kept;
}
