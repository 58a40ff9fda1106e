/* For tests of misère quotients: rules and a job to open them with, a count of the looks at the budget. */
#ifndef GRUNDY_TESTS_QUOTIENTS_H
#define GRUNDY_TESTS_QUOTIENTS_H

#include "core/sg/quotient/quotient.h"

/* Checked fixtures: an arena that is the current one, rules, a private store. */
void quotients_setup(void);
void quotients_teardown(void);
extern struct sg_job quotients_job;

/* How often what is done looks at its budget, with everything that it leaves in the arena given back. */
uint64_t looks_of(void (*act)(const struct sg_job *job, void *what), void *what);

#endif
