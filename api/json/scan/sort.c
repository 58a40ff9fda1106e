/* Bottom-up merge sort: runs of `width` sorted pointers are merged in pairs, from one array into the other and back. */
#include "api/json/scan/sort.h"

#include <string.h>

static void merge(const void **out, const void *const *v, size_t middle, size_t end, int (*compare)(const void *, const void *))
{
    size_t left = 0, right = middle;
    for (size_t i = 0; i < end; i++) {
        if (left < middle && (right >= end || compare(v[left], v[right]) <= 0))
            out[i] = v[left++];
        else
            out[i] = v[right++];
    }
}

void sort_pointers(struct arena *arena, const void **v, size_t n, int (*compare)(const void *, const void *))
{
    const void **from = v, **to = arena_raw(arena, n * sizeof *to);
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t start = 0; start < n; start += 2 * width) {
            size_t end = n - start < 2 * width ? n - start : 2 * width;
            merge(to + start, from + start, width < end ? width : end, end, compare);
        }
        const void **swap = from;
        from = to;
        to = swap;
    }
    if (from != v)
        memcpy(v, from, n * sizeof *v);
}
