/* The position and the answer of /sg. */
#ifndef GRUNDY_CORE_SG_POSITION_H
#define GRUNDY_CORE_SG_POSITION_H

#include "core/sg/sg.h"

struct sg_position {
    struct head head;
    struct given_rules rules;
    struct list heaps; /* of struct num */
    bool misere;
};

struct sg_period {
    struct head head;
    struct num preperiod, period, saltus;
    bool proven;
    struct num checked_to;
};

/* The period as the answer tells it. False: none is told. */
bool sg_tell_period(const struct sg *sg, struct sg_period *period);
extern const struct type type_sg_period;

struct sg_extra {
    struct head head;
    struct list heap_grundy; /* of struct num */
    struct sg_period period;
    const struct sg *sg; /* for explain(): not a field of the answer; NULL in misère play */
};

#endif
