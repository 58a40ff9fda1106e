/* The cores that the process may use: how many, decided once at start, for who did not say how many threads there shall be; and
 * in how long turns a thread has one. */
#ifndef GRUNDY_SERVER_MACHINE_CORES_H
#define GRUNDY_SERVER_MACHINE_CORES_H

#include <stdint.h>

/* Those of the machine that this process may run on. */
unsigned cores_machine(void);
/* As many of them as the control groups' share of time makes, a part of one for a whole; at least one. `root` as for groups. */
unsigned cores_allowed(const char *root, unsigned machine);
/* How many event loops, and workers beside them, fit in so much memory: a core each, and no more than a quarter of it. */
unsigned cores_loops(unsigned cores, uint64_t memory);

/* From now on this thread, and whatever it starts, has a core in turns of a tenth of a millisecond, not of several: it has no
 * more of it, but has it sooner when it is woken beside others. Linux can from 6.12 on; elsewhere nothing changes. */
void cores_take_short_turns(void);

#endif
