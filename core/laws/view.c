/* A table as the families see it.
 *
 * A value tells -log2 of its share in the table; where it repeats the one before it (left or above), no more than -log2 of the
 * share of repeats. */
#include "core/laws/view.h"

#include <string.h>

/* How often each value is there: open addressing, never more than half full. */
struct counts {
    size_t mask, distinct;
    int64_t *key;
    uint32_t *count;
};

static size_t slot_of(const struct counts *counts, int64_t key)
{
    size_t slot = (size_t)(((uint64_t)key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & counts->mask;
    while (counts->count[slot] && counts->key[slot] != key)
        slot = (slot + 1) & counts->mask;
    return slot;
}

static void count_values(struct counts *counts, struct arena *arena, const int64_t *v, size_t n)
{
    size_t room = 16;
    while (room < 2 * n)
        room *= 2;
    *counts = (struct counts){.mask = room - 1,
                              .key = arena_raw(arena, room * sizeof *counts->key),
                              .count = arena_array(arena, room, sizeof *counts->count)};
    for (size_t i = 0; i < n; i++) {
        size_t slot = slot_of(counts, v[i]);
        counts->distinct += counts->count[slot] == 0;
        counts->key[slot] = v[i];
        counts->count[slot]++;
    }
}

static bool repeats(const struct view *view, size_t index)
{
    size_t row = index / view->columns, column = index % view->columns;
    return (column && view->v[index - 1] == view->v[index]) || (row && view->v[index - view->columns] == view->v[index]);
}

static bool is_symmetric(const struct view *view)
{
    if (view->variables != 2 || view->rows != view->columns || view->from[0] != view->from[1] || view->rows < 2)
        return false;
    for (size_t row = 0; row < view->rows; row++)
        for (size_t column = 0; column < row; column++)
            if (view_at(view, row, column) != view_at(view, column, row))
                return false;
    return true;
}

static void weigh(struct view *view)
{
    struct arena *arena = view->finding->arena;
    struct counts counts;
    count_values(&counts, arena, view->v, view->n);
    size_t again = 0;
    for (size_t i = 0; i < view->n; i++)
        again += repeats(view, i);
    int64_t all = bits_log2(view->n), repeat = again ? bits_log2(view->n - 1) - bits_log2(again) : INT64_MAX;
    int64_t *bits = arena_raw(arena, view->n * sizeof *bits), *before = arena_raw(arena, (view->n + 1) * sizeof *before);
    before[0] = 0;
    for (size_t i = 0; i < view->n; i++) {
        int64_t tells = all - bits_log2(counts.count[slot_of(&counts, view->v[i])]);
        if (repeat < tells && repeats(view, i))
            tells = repeat;
        if (view->symmetric && i / view->columns > i % view->columns)
            tells = 0;
        bits[i] = tells;
        before[i + 1] = before[i] + tells;
    }
    view->bits = bits;
    view->before = before;
    view->value_bits = bits_log2(counts.distinct);
}

void view_open(struct view *view, struct laws_search *finding, const struct law_table *table, bool lost)
{
    *view = (struct view){.finding = finding,
                          .subject = table->subject,
                          .lost = lost,
                          .plain = !lost,
                          .variables = table->variables,
                          .from = {table->from[0], table->variables == 2 ? table->from[1] : 0},
                          .rows = table->size[0],
                          .columns = table->variables == 2 ? table->size[1] : 1};
    view->n = view->rows * view->columns;
    view->v = table->values;
    if (lost) {
        int64_t *marks = arena_raw(finding->arena, view->n * sizeof *marks);
        bool drawn = false;
        for (size_t i = 0; i < view->n; i++) {
            marks[i] = table->values[i] == VALUE_LOST;
            drawn |= table->values[i] == VALUE_DRAWN;
        }
        view->plain = table->subject == SUBJECT_VERDICT && !drawn;
        view->v = marks;
    }
    view->min = view->max = view->v[0];
    for (size_t i = 0; i < view->n; i++) {
        view->min = view->v[i] < view->min ? view->v[i] : view->min;
        view->max = view->v[i] > view->max ? view->v[i] : view->max;
    }
    budget_spend(finding->budget, 16 * view->n);
    view->symmetric = is_symmetric(view);
    weigh(view);
}
