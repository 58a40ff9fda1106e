#ifndef GRUNDY_CORE_VALUE_DIVISOR_H
#define GRUNDY_CORE_VALUE_DIVISOR_H

#include <stdint.h>

/* The greatest common divisor; of 0 and b it is b. */
static inline uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

#endif
