#include "core/sg/fill/mask.h"

#include <stddef.h>

enum { VALUES = MASK_VALUES };

static void transform(int64_t *x)
{
    for (size_t half = 1; half < VALUES; half *= 2)
        for (size_t i = 0; i < VALUES; i++)
            if (!(i & half)) {
                int64_t a = x[i], b = x[i | half];
                x[i] = a + b;
                x[i | half] = a - b;
            }
}

/* By a Walsh-Hadamard transform of the histogram: entry m becomes the rare heaps less the common ones under mask m. */
struct mask mask_best(const uint8_t *g, uint64_t from, uint64_t to, bool one_parity, unsigned place_parity)
{
    int64_t plain[VALUES] = {0}, signed_by_place[VALUES] = {0};
    for (uint64_t n = from; n < to; n++) {
        plain[g[n]]++;
        signed_by_place[g[n]] += (n + place_parity) % 2 ? -1 : 1;
    }
    transform(plain);
    transform(signed_by_place);
    struct mask best = {.bits = 1, .surplus = plain[1]};
    for (unsigned m = 2; m < VALUES; m++)
        if (plain[m] < best.surplus)
            best = (struct mask){.bits = m, .surplus = plain[m]};
    for (unsigned m = 0; one_parity && m < VALUES; m++)
        if (signed_by_place[m] < best.surplus)
            best = (struct mask){.bits = m, .by_place = true, .surplus = signed_by_place[m]};
    return best;
}
