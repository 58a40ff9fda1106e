/* The king that walks to the corner: the Grundy value of (x,y), from which x, y or both go down by one.
 *
 * Theorem: with low = min and high = max of x, y: low even: high mod 2; low odd: 2 if high is odd, 3 if it is even.
 * Proof by induction; the options are (low-1, high), (low, high-1), (low-1, high-1), the second one only a new case when low <
 * high. low 0: a walk along the edge, high mod 2. Else, by the parities of low and high, the options' values and their mex: even,
 * even: 3, 1, 2 -> 0 (low = high: 3, 2 -> 0)      even, odd: 2, 0, 3 -> 1 odd, odd:   1, 3, 0 -> 2 (low = high: 1, 0 -> 2) odd,
 * even: 0, 2, 1 -> 3
 */
#ifndef GRUNDY_CORE_KIT_HEAPS_KING_H
#define GRUNDY_CORE_KIT_HEAPS_KING_H

#include "core/value/number.h"

static inline int64_t king_value(struct num x, struct num y)
{
    struct num low = num_min(x, y), high = num_max(x, y);
    bool odd = num_bit(high, 0);
    if (num_bit(low, 0))
        return odd ? 2 : 3;
    return odd ? 1 : 0;
}

#endif
