/* A stable merge sort of pointers: O(n log n) whatever the input, no memory but the arena's. */
#ifndef GRUNDY_API_JSON_SCAN_SORT_H
#define GRUNDY_API_JSON_SCAN_SORT_H

#include "core/memory/arena.h"

void sort_pointers(struct arena *arena, const void **v, size_t n, int (*compare)(const void *, const void *));

#endif
