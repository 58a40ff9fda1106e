/* Lengths of codes. The fraction of a logarithm comes bit by bit: squaring a number of [1, 2) doubles its logarithm. */
#include "core/laws/bits.h"

int64_t bits_log2(uint64_t x)
{
    int whole = 63 - __builtin_clzll(x);
    uint64_t fraction = whole > 31 ? x >> (whole - 31) : x << (31 - whole); /* in [2^31, 2^32) */
    int64_t bits = whole;
    for (int i = 0; i < 10; i++) {
        fraction = fraction * fraction >> 31;
        bits *= 2;
        if (fraction >> 32) {
            fraction >>= 1;
            bits++;
        }
    }
    return bits;
}

int64_t bits_gamma(uint64_t k)
{
    int whole = 63 - __builtin_clzll(k + 1);
    return (2 * whole + 1) * (int64_t)BIT;
}

int64_t bits_signed(int64_t k)
{
    return bits_gamma(k < 0 ? -(uint64_t)k : (uint64_t)k) + (k ? BIT : 0);
}
