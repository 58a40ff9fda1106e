/* Finding a name that stands twice in an object.
 *
 * Few names are compared each with each. Many are sorted by (hash, size, bytes), after which equal ones are neighbours; the hash
 * only makes most comparisons one of two words. Names made to collide cost the byte comparisons of a sort: n log n of them, and
 * their bytes all stand in the body, so no body makes this quadratic and no secret key is needed. */
#include "api/json/scan/names.h"

#include "api/json/scan/sort.h"

#include <string.h>

enum { FEW = 8 }; /* up to here n^2/2 comparisons of sizes are cheaper than sorting */

void names_init(struct names *names, struct arena *arena)
{
    names->arena = arena;
    names->v = names->few;
    names->n = 0;
    names->room = NAMES_INLINE;
}

void names_push(struct names *names, struct name name)
{
    if (names->n == names->room) {
        struct name *v = arena_raw(names->arena, 2 * names->room * sizeof *v);
        memcpy(v, names->v, names->n * sizeof *v);
        names->v = v;
        names->room *= 2;
    }
    names->v[names->n++] = name;
}

static const struct name *repeated_few(const struct name *v, size_t n)
{
    for (size_t later = 1; later < n; later++)
        for (size_t i = 0; i < later; i++)
            if (v[i].size == v[later].size && memcmp(v[i].text, v[later].text, v[i].size) == 0)
                return &v[later];
    return NULL;
}

static uint64_t hash(const char *text, size_t size)
{
    uint64_t h = size;
    for (; size >= 8; text += 8, size -= 8) {
        uint64_t word;
        memcpy(&word, text, 8);
        h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    for (; size; text++, size--)
        h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return h ^ h >> 32;
}

static int compare(const void *a, const void *b)
{
    const struct name *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return memcmp(x->text, y->text, x->size);
}

static const struct name *repeated_many(struct arena *arena, struct name *v, size_t n)
{
    const void **sorted = arena_raw(arena, n * sizeof *sorted);
    for (size_t i = 0; i < n; i++) {
        v[i].hash = hash(v[i].text, v[i].size);
        sorted[i] = &v[i];
    }
    sort_pointers(arena, sorted, n, compare);
    const struct name *found = NULL;
    for (size_t i = 1; i < n; i++) {
        const struct name *name = sorted[i];
        if (compare(sorted[i - 1], name) == 0 && (!found || name->offset < found->offset))
            found = name;
    }
    return found;
}

const struct name *names_repeated(struct names *names, size_t start)
{
    struct name *v = names->v + start;
    size_t n = names->n - start;
    return n <= FEW ? repeated_few(v, n) : repeated_many(names->arena, v, n);
}
