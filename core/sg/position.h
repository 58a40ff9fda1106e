/* The position and the answer of /sg. */
#ifndef GRUNDY_CORE_SG_POSITION_H
#define GRUNDY_CORE_SG_POSITION_H

#include "core/game.h"
#include "core/sg/engine.h"
#include "core/sg/quotient/quotient.h"

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

enum { SG_EXTRA_QUOTIENT = 2 }; /* the field that may be absent */

struct sg_extra {
    struct head head;
    struct list heap_grundy; /* of struct num */
    struct sg_period period;
    struct quotient_told quotient;
    /* For explain(), no fields of the answer: */
    const struct sg *sg;             /* NULL in misère play */
    struct list tame;                /* misère play by the tame calculus: of struct num, the values of the heaps, */
    size_t firm;                     /* and how many of them are firm */
    const struct quotient *elements; /* misère play by a quotient */
};

#endif
