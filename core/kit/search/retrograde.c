/* Retrograde analysis over a table of predecessors; see the header. */
#include "core/kit/search/retrograde.h"

#include "core/kit/turn.h"

#include <string.h>

enum { AHEAD = 8 }; /* positions between the loop and what it asks the cache for */

void retrograde_init_raw(struct retrograde *retrograde, struct arena *arena, size_t positions)
{
    *retrograde = (struct retrograde){
        .state = arena_raw(arena, positions * sizeof(uint32_t)),
        .queue = arena_raw(arena, (positions + 1) * sizeof(uint32_t)),
        .positions = positions,
    };
}

void retrograde_init(struct retrograde *retrograde, struct arena *arena, size_t positions)
{
    retrograde_init_raw(retrograde, arena, positions);
    memset(retrograde->state, 0, positions * sizeof *retrograde->state);
}

/* retrograde_tell() for a whole list of predecessors, without its branches: what the next one is, nobody foresees. The place
 * behind the queue's end is written again and again, and kept when a position was decided. */
static void tell_loss(struct retrograde *r, const uint32_t *at, const uint32_t *end, uint32_t won)
{
    uint32_t *restrict state = r->state, *restrict queue = r->queue;
    size_t tail = r->tail;
    for (; at < end; at++) {
        uint32_t before = state[*at];
        bool undecided = !(before & RETROGRADE_DECIDED);
        state[*at] = undecided ? won : before;
        queue[tail] = *at;
        tail += undecided;
    }
    r->tail = tail;
}

static void tell_win(struct retrograde *r, const uint32_t *at, const uint32_t *end, uint32_t lost)
{
    uint32_t *restrict state = r->state, *restrict queue = r->queue;
    size_t tail = r->tail;
    for (; at < end; at++) {
        uint32_t before = state[*at], left = before - (before & RETROGRADE_DECIDED ? 0 : 4);
        bool last = left == 0;
        state[*at] = last ? lost : left;
        queue[tail] = *at;
        tail += last;
    }
    r->tail = tail;
}

void retrograde_run(struct retrograde *r, struct budget *budget, const uint32_t *start, const uint32_t *pred)
{
    uint32_t position;
    /* To who is decided nothing is news. */
    while (r->tail < r->positions && retrograde_next(r, &position)) {
        if (r->head + 2 * AHEAD < r->tail) {
            __builtin_prefetch(&start[r->queue[r->head + 2 * AHEAD]]);
            __builtin_prefetch(&pred[start[r->queue[r->head + AHEAD]]]);
            uint32_t next = r->queue[r->head + AHEAD / 2];
            for (uint32_t i = start[next]; i < start[next + 1]; i++)
                __builtin_prefetch(&r->state[pred[i]], 1);
        }
        uint32_t decided = r->state[position], from = start[position], end = start[position + 1];
        uint32_t later = (decided & ~(uint32_t)RETROGRADE_DECIDED) + 4;
        budget_spend(budget, 4 + 4 * (uint64_t)(end - from));
        if (decided & RETROGRADE_LOSS)
            tell_loss(r, pred + from, pred + end, later | RETROGRADE_WIN);
        else
            tell_win(r, pred + from, pred + end, later | RETROGRADE_LOSS);
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
