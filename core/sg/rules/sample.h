/* Random heap rules, for exercises and tests. */
#ifndef GRUNDY_CORE_SG_RULES_SAMPLE_H
#define GRUNDY_CORE_SG_RULES_SAMPLE_H

#include "core/sample.h"
#include "core/sg/rules/given.h"

/* Random rules: the choice must not be of the size alone, and there must be heaps worth asking about. *any_heap: a closed form or
 * a period serves heaps of any size. */
void rules_sample(struct sample *sample, struct given_rules *rules, bool *any_heap);

#endif
