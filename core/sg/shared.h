/* What questions about heaps under the same rules share. */
#ifndef GRUNDY_CORE_SG_SHARED_H
#define GRUNDY_CORE_SG_SHARED_H

#include "core/sg/position.h"

struct sg_shared {
    const struct rules *rules;
    bool tabled;  /* there is: */
    struct sg sg; /* values alone, of heaps below SG_SHARED_HEAPS */
};

enum { SG_SHARED_HEAPS = 1024 }; /* what the smallest table has */

extern const struct sharing sg_sharing;

/* The shared values, where they are all that the question reads; NULL. */
const struct sg *sg_of_shared(const struct ask *ask, struct num top);

#endif
