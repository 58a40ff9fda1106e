/* The computing time of one request. A solver says what it spends; every BUDGET_STEPS steps somebody with a clock is asked
 * whether to go on, and when not, the work ends by arena_escape(). */
#ifndef GRUNDY_CORE_BUDGET_H
#define GRUNDY_CORE_BUDGET_H

#include "core/memory/arena.h"

#include <stdbool.h>

struct game;
struct keep;

struct budget {
    uint64_t left;                   /* steps until the next look */
    uint64_t spent;                  /* steps before the last look */
    uint64_t counted;                /* by limits that hold for all that is solved for one question */
    uint64_t drawing;                /* what drawing random positions was counted as (core/sample.h) */
    struct keep *keep;               /* what the question asks for again (core/memory/keep.h); NULL: nothing is kept */
    struct arena *arena;             /* whose escape is taken */
    enum status (*look)(void *what); /* STATUS_ok to go on; NULL: no limit */
    void (*restart)(void *what);     /* the next question of a batch begins: its time is its own; NULL-able */
    void *what;
    /* Asked before a position that was drawn is solved for the sake of a lost one (core/sample.h); NULL: it may be. */
    bool (*afford)(void *purse, const struct game *game, const void *position);
    void *purse;
    bool patient;  /* may wait a while for what somebody else is computing: not on an event loop */
    bool thorough; /* what was made by the end is written for other processes, however long that takes */
};

void budget_look(struct budget *budget); /* asks now */
void budget_restart(struct budget *budget);

/* One step is about one nanosecond to ten: an inner loop's turn. */
static inline void budget_spend(struct budget *budget, uint64_t steps)
{
    if (steps < budget->left)
        budget->left -= steps;
    else
        budget_look(budget);
}

#endif
