/* What learning consists of. */
#ifndef GRUNDY_CORE_SG_QUOTIENT_LEARN_OUTCOMES_H
#define GRUNDY_CORE_SG_QUOTIENT_LEARN_OUTCOMES_H

#include "core/sg/quotient/learn/learn.h"

struct outcomes {
    struct builder *b;
    const struct monoid *before;
    uint16_t elements_before[GENERATORS]; /* of the generators; the newest has none */
    unsigned newest;
    struct vectors options[GENERATORS];
    bool cancels[GENERATORS];
    struct vector *table; /* open addressing; the last byte: what is known */
    uint64_t slots, count;
    uint64_t looked; /* options, in all that is learned at once */
    unsigned depth;
};

void outcomes_begin(struct outcomes *outcomes);
/* The forms of generator g changed, or it is new. */
void outcomes_generator(struct outcomes *outcomes, unsigned g);
/* Meaningless once b->limit_name is set. */
bool outcomes_lost(struct outcomes *outcomes, const struct vector *v);

#endif
