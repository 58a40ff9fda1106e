/* Invariant: the path holds the positions whose value is awaited, each an option of the one before; the options of the last one
 * stand last in `terms`. A position is closed when all that its options consist of have values. */
#include "core/kit/search/mex.h"

#include "core/limits.h"
#include "core/promise.h"

#include <string.h>

enum { UNKNOWN = -1, OPEN = -2, SLOTS_FIRST = 256 };

#define HEADER (UINT32_C(1) << 31)

struct mex_frame {
    uint32_t node;
    size_t begin, at; /* its first term, and the first that may have no value yet */
};

/* Room for one more item behind the n there are; the old array stays in the arena. */
static void *grown(struct arena *arena, void *v, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return v;
    *room = *room ? 2 * *room : SLOTS_FIRST;
    void *more = arena_raw(arena, *room * size);
    if (n)
        memcpy(more, v, n * size);
    return more;
}

struct mex mex_begin(struct ask *ask, size_t size, void (*options)(struct mex *, const void *), const void *context)
{
    return (struct mex){.ask = ask, .size = size, .options = options, .context = context};
}

static size_t slot_of(const struct mex *search, const void *key)
{
    uint64_t hash = UINT64_C(1469598103934665603);
    for (size_t i = 0; i < search->size; i++)
        hash = (hash ^ ((const unsigned char *)key)[i]) * UINT64_C(1099511628211);
    size_t at = (size_t)(hash ^ hash >> 32) & (search->slots_n - 1);
    while (search->slots[at] && memcmp(search->keys + (search->slots[at] - 1) * search->size, key, search->size) != 0)
        at = (at + 1) & (search->slots_n - 1);
    return at;
}

static void grow_slots(struct mex *search)
{
    search->slots_n = search->slots_n ? 2 * search->slots_n : SLOTS_FIRST;
    search->slots = arena_array(search->ask->arena, search->slots_n, sizeof *search->slots);
    for (size_t i = 0; i < search->n; i++)
        search->slots[slot_of(search, search->keys + i * search->size)] = (uint32_t)i + 1;
}

static uint32_t number_of(struct mex *search, const void *key)
{
    struct arena *arena = search->ask->arena;
    if (2 * (search->n + 1) > search->slots_n)
        grow_slots(search);
    size_t slot = slot_of(search, key), room = search->room;
    if (search->slots[slot])
        return search->slots[slot] - 1;
    if (search->n == SEARCH_POSITIONS)
        ask_too_large_words(search->ask, SEARCH_POSITIONS, "more than %d different positions can come about",
                            "可能出现的不同局面超过 %d 个", SEARCH_POSITIONS);
    search->keys = grown(arena, search->keys, search->n, &room, search->size);
    search->values = grown(arena, search->values, search->n, &search->room, sizeof *search->values);
    memcpy(search->keys + search->n * search->size, key, search->size);
    search->values[search->n] = (uint32_t)UNKNOWN;
    search->slots[slot] = (uint32_t)search->n + 1;
    return (uint32_t)search->n++;
}

static void add_term(struct mex *search, uint32_t term)
{
    search->terms = grown(search->ask->arena, search->terms, search->terms_n, &search->terms_room, sizeof *search->terms);
    search->terms[search->terms_n++] = term;
}

void mex_option(struct mex *search, const void *keys, size_t n)
{
    budget_spend(search->ask->budget, n + 1);
    add_term(search, HEADER | (uint32_t)n);
    for (size_t i = 0; i < n; i++)
        add_term(search, number_of(search, (const unsigned char *)keys + i * search->size));
}

static void open_node(struct mex *search, uint32_t node)
{
    enum { KEY_MAX = 256 };
    unsigned char key[KEY_MAX]; /* the keys move when there are more of them */
    promise(search->size <= KEY_MAX);
    promise(search->values[node] == (uint32_t)UNKNOWN); /* else it can be reached from itself */
    search->path = grown(search->ask->arena, search->path, search->depth, &search->path_room, sizeof *search->path);
    search->path[search->depth++] = (struct mex_frame){node, search->terms_n, search->terms_n};
    search->values[node] = (uint32_t)OPEN;
    memcpy(key, search->keys + node * search->size, search->size);
    search->options(search, key);
}

/* On to the next term without a value; false: all have one. */
static bool open_next(struct mex *search)
{
    struct mex_frame *frame = &search->path[search->depth - 1];
    for (; frame->at < search->terms_n; frame->at++) {
        uint32_t term = search->terms[frame->at];
        if (term & HEADER || (search->values[term] != (uint32_t)UNKNOWN && search->values[term] != (uint32_t)OPEN))
            continue;
        open_node(search, term);
        return true;
    }
    return false;
}

int64_t mex_least(struct arena *arena, const int64_t *values, size_t n)
{
    struct arena_mark mark = arena_mark(arena);
    bool *seen = arena_array(arena, n + 1, sizeof *seen);
    size_t mex = 0;
    for (size_t i = 0; i < n; i++)
        if (values[i] >= 0 && (uint64_t)values[i] < n)
            seen[values[i]] = true;
    while (seen[mex])
        mex++;
    arena_rewind(arena, mark);
    return (int64_t)mex;
}

/* The last position of the path: the mex of its options, each the xor of its terms. */
static void close_node(struct mex *search)
{
    struct mex_frame frame = search->path[--search->depth];
    struct arena *arena = search->ask->arena;
    struct arena_mark mark = arena_mark(arena);
    int64_t *values = arena_raw(arena, (search->terms_n - frame.begin) * sizeof *values);
    size_t options = 0;
    for (size_t i = frame.begin; i < search->terms_n; i++)
        if (search->terms[i] & HEADER)
            values[options++] = 0;
        else
            values[options - 1] ^= search->values[search->terms[i]];
    search->values[frame.node] = (uint32_t)mex_least(arena, values, options);
    search->terms_n = frame.begin;
    arena_rewind(arena, mark);
}

int64_t mex_value(struct mex *search, const void *key)
{
    uint32_t node = number_of(search, key);
    if (search->values[node] == (uint32_t)UNKNOWN)
        open_node(search, node);
    while (search->depth)
        if (!open_next(search))
            close_node(search);
    return search->values[node];
}
