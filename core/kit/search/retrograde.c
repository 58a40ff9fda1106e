/* Retrograde analysis over a table of predecessors; see the header. */
#include "core/kit/search/retrograde.h"

#include "core/kit/turn.h"

enum { AHEAD = 8 }; /* positions between the loop and what it asks the cache for */

void retrograde_init(struct retrograde *retrograde, struct arena *arena, size_t positions)
{
    *retrograde = (struct retrograde){
        .state = arena_array(arena, positions, sizeof(uint32_t)),
        .queue = arena_raw(arena, positions * sizeof(uint32_t)),
    };
}

void retrograde_run(struct retrograde *r, struct budget *budget, const uint32_t *start, const uint32_t *pred)
{
    uint32_t position;
    while (retrograde_next(r, &position)) {
        if (r->head + 2 * AHEAD < r->tail) {
            __builtin_prefetch(&start[r->queue[r->head + 2 * AHEAD]]);
            __builtin_prefetch(&pred[start[r->queue[r->head + AHEAD]]]);
            uint32_t next = r->queue[r->head + AHEAD / 2];
            for (uint32_t i = start[next]; i < start[next + 1]; i++)
                __builtin_prefetch(&r->state[pred[i]], 1);
        }
        uint32_t decided = r->state[position], end = start[position + 1];
        budget_spend(budget, 4 + 4 * (uint64_t)(end - start[position]));
        for (uint32_t i = start[position]; i < end; i++)
            retrograde_tell(r, pred[i], decided);
    }
}

struct mark retrograde_mark(const struct retrograde *retrograde, uint32_t position)
{
    enum outcome outcome = retrograde_outcome(retrograde, position);
    struct mark mark = mark_outcome(outcome_turned(outcome));
    if (outcome != OUTCOME_DRAW)
        mark.plies = 1 + retrograde_remoteness(retrograde, position);
    return mark;
}
