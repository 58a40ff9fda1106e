/* The outcome of a move is that of the position it leads to, seen from the other side. */
#ifndef GRUNDY_CORE_KIT_TURN_H
#define GRUNDY_CORE_KIT_TURN_H

#include "core/answer.h"

static inline enum outcome outcome_turned(enum outcome of_the_other)
{
    return of_the_other == OUTCOME_WIN ? OUTCOME_LOSS : of_the_other == OUTCOME_LOSS ? OUTCOME_WIN : OUTCOME_DRAW;
}

#endif
