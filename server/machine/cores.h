/* How many cores the process may use: decided once at start, for who did not say how many threads there shall be. */
#ifndef GRUNDY_SERVER_MACHINE_CORES_H
#define GRUNDY_SERVER_MACHINE_CORES_H

#include <stdint.h>

/* Those of the machine that this process may run on. */
unsigned cores_machine(void);
/* As many of them as the control groups' share of time makes, a part of one for a whole; at least one. `root` as for groups. */
unsigned cores_allowed(const char *root, unsigned machine);
/* How many event loops, and workers beside them, fit in so much memory: a core each, and no more than a quarter of it. */
unsigned cores_loops(unsigned cores, uint64_t memory);

#endif
