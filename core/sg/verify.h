/* Looking at a table that came from elsewhere. */
#ifndef GRUNDY_CORE_SG_VERIFY_H
#define GRUNDY_CORE_SG_VERIFY_H

#include "core/sg/engine.h"

/* Whether the table's value at n is the mex of what the rules make of the values before it. */
bool sg_recurrence_holds(const struct sg_job *job, const struct rules *rules, const struct table *table, uint64_t n);

/* Whether a stranger's table may be believed: its first values are made again, its proof is compared, and values here and there,
 * first of all that of heap `top`, are held against the recurrence. */
bool table_holds(const struct sg_job *job, const struct rules *rules, const struct table *table, uint64_t top);

#endif
