/* Looking for laws inside the search for others. Internal to core/laws. */
#ifndef GRUNDY_CORE_LAWS_FIND_H
#define GRUNDY_CORE_LAWS_FIND_H

#include "core/laws/view.h"

/* The best law of one variable (a period, a formula or a key) for a list that belongs to a law of two, with an expression for
 * it; NULL where none saves NAMING_MIN. */
const struct law *name_list(const struct view *view, int64_t from, const int64_t *values, size_t n);

#endif
