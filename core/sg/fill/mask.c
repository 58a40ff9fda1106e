#include "core/sg/fill/mask.h"

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
    int64_t plain[VALUES], signed_by_place[VALUES];
    uint32_t count[2][VALUES] = {{0}};
    for (uint64_t n = from; n < to; n++)
        count[(n + place_parity) % 2][g[n]]++;
    for (size_t v = 0; v < VALUES; v++) {
        plain[v] = (int64_t)count[0][v] + count[1][v];
        signed_by_place[v] = (int64_t)count[0][v] - count[1][v];
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

void eights_add(struct eights *eights, unsigned v)
{
    size_t e = eights->n / 8;
    uint8_t bit = (uint8_t)(1u << eights->n % 8);
    eights->value[eights->n++] = (uint8_t)v;
    eights->low[e][v % 16] |= bit;
    eights->high[e][v / 16] |= bit;
    eights->bit[v] = bit;
    eights->eight[v] = (uint8_t)e;
}
