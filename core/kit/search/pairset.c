/* A growing set of 32-bit keys; see the header. */
#include "core/kit/search/pairset.h"

enum { ROOM_MIN = 64 };

static size_t home(uint32_t key, size_t room)
{
    return (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (room - 1);
}

/* Where the key is, or the empty slot where it belongs. */
static uint32_t *find(const struct pairset *set, uint32_t key)
{
    size_t at = home(key, set->room);
    while (set->slot[at] && set->slot[at] != key)
        at = (at + 1) & (set->room - 1);
    return &set->slot[at];
}

static void grow(struct pairset *set)
{
    struct pairset old = *set;
    set->room = old.room ? 2 * old.room : ROOM_MIN;
    set->slot = arena_array(set->arena, set->room, sizeof *set->slot);
    for (size_t i = 0; i < old.room; i++)
        if (old.slot[i])
            *find(set, old.slot[i]) = old.slot[i];
}

bool pairset_add(struct pairset *set, uint32_t key)
{
    if (4 * set->n >= 3 * set->room)
        grow(set);
    uint32_t *slot = find(set, key);
    if (*slot)
        return false;
    *slot = key;
    set->n++;
    return true;
}

bool pairset_has(const struct pairset *set, uint32_t key)
{
    return set->room && *find(set, key);
}
