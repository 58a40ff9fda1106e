/* An open hash table of byte strings with linear probing, at most half full. */
#include "core/kit/search/memo.h"

#include <string.h>

enum { SLOTS_FIRST = 256 };

struct memo_entry {
    uint8_t n;
    bool lost;
    uint8_t key[];
};

void memo_init(struct memo *memo, struct arena *arena)
{
    *memo = (struct memo){.arena = arena, .size = SLOTS_FIRST};
    memo->slots = arena_array(arena, SLOTS_FIRST, sizeof(struct memo_entry *));
}

static struct memo_entry **slot_of(const struct memo *memo, const uint8_t *key, size_t n)
{
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ key[i]) * 1099511628211u;
    size_t at = (size_t)(hash ^ hash >> 32) & (memo->size - 1);
    while (memo->slots[at] && (memo->slots[at]->n != n || memcmp(memo->slots[at]->key, key, n) != 0))
        at = (at + 1) & (memo->size - 1);
    return &memo->slots[at];
}

/* The old slots stay in the arena: all of them together are fewer than the new ones. */
static void grow(struct memo *memo)
{
    struct memo old = *memo;
    memo->size *= 2;
    memo->slots = arena_array(memo->arena, memo->size, sizeof(struct memo_entry *));
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i])
            *slot_of(memo, old.slots[i]->key, old.slots[i]->n) = old.slots[i];
}

enum memo_state memo_find(const struct memo *memo, const uint8_t *key, size_t n)
{
    const struct memo_entry *entry = *slot_of(memo, key, n);
    return !entry ? MEMO_UNKNOWN : entry->lost ? MEMO_LOST : MEMO_WON;
}

void memo_add(struct memo *memo, const uint8_t *key, size_t n, bool lost)
{
    if (2 * (memo->count + 1) > memo->size)
        grow(memo);
    struct memo_entry *entry = arena_raw(memo->arena, sizeof *entry + n);
    entry->n = (uint8_t)n;
    entry->lost = lost;
    memcpy(entry->key, key, n);
    *slot_of(memo, key, n) = entry;
    memo->count++;
}
