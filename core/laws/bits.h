/* Lengths of codes, in 1/1024 bits. Integers only. */
#ifndef GRUNDY_CORE_LAWS_BITS_H
#define GRUNDY_CORE_LAWS_BITS_H

#include <stdint.h>

enum { BIT = 1024 };

/* log2(x), x >= 1, rounded down. */
int64_t bits_log2(uint64_t x);
/* Elias' gamma code of k >= 0, and with a sign. */
int64_t bits_gamma(uint64_t k);
int64_t bits_signed(int64_t k);

#endif
