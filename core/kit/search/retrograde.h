/* Retrograde analysis: win, loss or draw of every position of a finite game that may go on for ever, and in how many plies.
 *
 * The game ends where the caller says so (retrograde_end). From the ends backwards: a position is a win as soon as one option is
 * a loss, a loss as soon as all options are wins; what is never reached is a draw. Invariant: the queue holds decided positions
 * in order of remoteness, so the first losing option that is told is the quickest (the winner hurries) and the last winning
 * option is the slowest (the loser delays). Cost: one step an edge.
 *
 * How it is used: retrograde_init; for every position retrograde_end or retrograde_options; then, while retrograde_next gives a
 * position, retrograde_tell it to each of its predecessors. With predecessors in a table, retrograde_run does the last part. */
#ifndef GRUNDY_CORE_KIT_SEARCH_RETROGRADE_H
#define GRUNDY_CORE_KIT_SEARCH_RETROGRADE_H

#include "core/answer.h"
#include "core/budget.h"
#include "core/memory/arena.h"

enum { RETROGRADE_LOSS = 1, RETROGRADE_WIN = 2, RETROGRADE_DECIDED = 3 };

struct retrograde {
    uint32_t *state; /* undecided: options not yet told to be wins, times 4; decided: remoteness times 4 + result */
    uint32_t *queue; /* every position comes in at most once; one place more than there are positions */
    size_t head, tail;
    size_t positions; /* all of them; decided or not */
};

/* All positions undecided and without options. At most 2^28 positions, as many options of one. */
void retrograde_init(struct retrograde *retrograde, struct arena *arena, size_t positions);
/* The same for who tells of every position either its options or that it is an end. */
void retrograde_init_raw(struct retrograde *retrograde, struct arena *arena, size_t positions);

static inline void retrograde_options(struct retrograde *r, uint32_t position, uint32_t count)
{
    r->state[position] = count << 2;
}

/* The game is over there: RETROGRADE_WIN or _LOSS for the player to move. Before the first retrograde_next(). */
static inline void retrograde_end(struct retrograde *r, uint32_t position, uint32_t result)
{
    r->state[position] = result;
    r->queue[r->tail++] = position;
}

static inline bool retrograde_next(struct retrograde *r, uint32_t *position)
{
    if (r->head == r->tail)
        return false;
    *position = r->queue[r->head++];
    return true;
}

/* `decided` is the state of an option of `position`. An option that stands twice is told twice. */
static inline void retrograde_tell(struct retrograde *r, uint32_t position, uint32_t decided)
{
    uint32_t state = r->state[position];
    if (state & RETROGRADE_DECIDED)
        return;
    uint32_t later = (decided & ~(uint32_t)RETROGRADE_DECIDED) + 4;
    if (decided & RETROGRADE_LOSS)
        state = later | RETROGRADE_WIN;
    else if ((state -= 4) == 0)
        state = later | RETROGRADE_LOSS;
    r->state[position] = state;
    if (state & RETROGRADE_DECIDED)
        r->queue[r->tail++] = position;
}

/* The predecessors of position v are pred[start[v]] … pred[start[v + 1] - 1]. */
void retrograde_run(struct retrograde *retrograde, struct budget *budget, const uint32_t *start, const uint32_t *pred);

static inline enum outcome retrograde_outcome(const struct retrograde *r, uint32_t position)
{
    uint32_t result = r->state[position] & RETROGRADE_DECIDED;
    return result == RETROGRADE_WIN ? OUTCOME_WIN : result == RETROGRADE_LOSS ? OUTCOME_LOSS : OUTCOME_DRAW;
}

/* Plies until the end; only for a position that is no draw. */
static inline uint32_t retrograde_remoteness(const struct retrograde *r, uint32_t position)
{
    return r->state[position] >> 2;
}

/* The mark of a move to that position. */
struct mark retrograde_mark(const struct retrograde *retrograde, uint32_t position);

#endif
