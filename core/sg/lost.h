/* Lost heaps of rules without closed form or period, found once for all. */
#ifndef GRUNDY_CORE_SG_LOST_H
#define GRUNDY_CORE_SG_LOST_H

#include "core/sg/rules/rules.h"

enum { LOST_TOP = 1 << 20 };

/* Whether a heap alone is lost. False: nothing is known of these rules, or of heaps so large. */
bool lost_known(const struct rules *rules, struct num heap, bool *lost);

#endif
