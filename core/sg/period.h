/* Periods that are theorems. */
#ifndef GRUNDY_CORE_SG_PERIOD_H
#define GRUNDY_CORE_SG_PERIOD_H

#include "core/memory/store.h"
#include "core/sg/engine.h"

/* Looks for a period of table->data that the values in the table prove; fills the table's proof and returns true. Finds every
 * proof that the values allow, so what is found depends on the values and their number only; preperiod and period are least. */
bool period_prove(const struct sg_job *job, const struct rules *rules, struct table *table);

/* Whether what a table says of its period is what its values prove. Its form must be right: the preperiod and one period lie
 * within the table. */
bool period_holds(const struct sg_job *job, const struct rules *rules, const struct table *table);

/* Whether there is a theorem for these rules at all. */
bool period_possible(const struct rules *rules);

#endif
