/* What the system says about this process, for /metrics: from files that are opened at the start, because later none can be. */
#ifndef GRUNDY_SERVER_METRICS_PROCESS_H
#define GRUNDY_SERVER_METRICS_PROCESS_H

#include <stdint.h>

struct process_figures {
    uint64_t cpu;                      /* nanoseconds that all threads took */
    uint64_t resident, virtual, files; /* bytes, and open descriptors; 0 where the system does not tell */
    uint64_t files_max;
    uint64_t started; /* nanoseconds since 1970 */
};

/* Once, before the sandbox. */
void process_open(void);
struct process_figures process_read(void);

#endif
