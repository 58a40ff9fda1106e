/* Grundy values of dynamic nim: a row for each number of stones, an entry for each quota up to it, row after row. A larger quota
 * only adds options, so a row is one pass in which the mex never falls: 512 rows take about 0.2 ms. */
#include "core/games/fibonacci_nim/fibonacci_nim.h"
#include "core/memory/store.h"
#include "core/promise.h"

#include <stdio.h>

enum {
    ROWS_MIN = 32,
    PUBLISHED_MAX = 8, /* factors above this are rare, and their tables would push out others worth more */
};

static void fill_row(uint16_t *values, int64_t stones, int64_t factor)
{
    bool seen[VALUED_MAX + 1] = {false};
    uint16_t *row = values + stones * (stones + 1) / 2, mex = 0;
    row[0] = 0;
    for (int64_t take = 1; take <= stones; take++) {
        seen[dynamic_value((struct dynamic_values){values}, stones - take, factor * take)] = true;
        while (seen[mex])
            mex++;
        row[take] = mex;
    }
}

static const uint16_t *make(struct arena *arena, struct budget *budget, int64_t top, int64_t factor)
{
    uint16_t *values = arena_raw(arena, (size_t)((top + 1) * (top + 2) / 2) * sizeof *values);
    for (int64_t stones = 0; stones <= top; stones++) {
        budget_spend(budget, (uint64_t)stones + 1);
        fill_row(values, stones, factor);
    }
    return values;
}

struct dynamic_values dynamic_values(struct arena *arena, struct budget *budget, struct store *store, int64_t stones,
                                     uint64_t factor)
{
    promise(stones >= 0 && stones <= VALUED_MAX);
    int64_t top = ROWS_MIN, f = factor < VALUED_MAX ? (int64_t)factor : VALUED_MAX;
    while (top < stones)
        top *= 2;
    if (f > PUBLISHED_MAX)
        return (struct dynamic_values){make(arena, budget, top, f)};
    char key[32];
    snprintf(key, sizeof key, "dynamic-nim/%d", (int)f);
    uint64_t count = (uint64_t)((top + 1) * (top + 2) / 2);
    struct table table;
    if (!store_find_own(store, arena, key, sizeof(uint16_t), count, &table)) {
        table = (struct table){.data = make(arena, budget, top, f), .count = count, .width = sizeof(uint16_t)};
        store_publish_own(store, arena, key, &table);
    }
    return (struct dynamic_values){table.data};
}
