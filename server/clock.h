/* Time in nanoseconds since some fixed moment: never jumps. */
#ifndef GRUNDY_SERVER_CLOCK_H
#define GRUNDY_SERVER_CLOCK_H

#include <stdint.h>
#include <time.h>

#define MILLISECOND UINT64_C(1000000)
#define SECOND UINT64_C(1000000000)

static inline uint64_t clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

#endif
