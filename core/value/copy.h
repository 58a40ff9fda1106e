/* Copying a few bytes, which most names and words are, without a call. */
#ifndef GRUNDY_CORE_VALUE_COPY_H
#define GRUNDY_CORE_VALUE_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* As memcpy(), but returns the end. Two loads that may overlap take any length between one and two of them. */
static inline __attribute__((always_inline)) char *copy_few(char *to, const char *from, size_t n)
{
    if (n < 4) {
        if (n) {
            char middle = from[n / 2], last = from[n - 1];
            to[0] = from[0];
            to[n / 2] = middle;
            to[n - 1] = last;
        }
    } else if (n < 8) {
        uint32_t first, last;
        memcpy(&first, from, 4);
        memcpy(&last, from + n - 4, 4);
        memcpy(to, &first, 4);
        memcpy(to + n - 4, &last, 4);
    } else if (n <= 16) {
        uint64_t first, last;
        memcpy(&first, from, 8);
        memcpy(&last, from + n - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + n - 8, &last, 8);
    } else if (n <= 32) {
        char first[16], last[16];
        memcpy(first, from, 16);
        memcpy(last, from + n - 16, 16);
        memcpy(to, first, 16);
        memcpy(to + n - 16, last, 16);
    } else {
        memcpy(to, from, n);
    }
    return to + n;
}

#endif
