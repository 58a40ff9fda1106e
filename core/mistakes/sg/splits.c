/* Wrong methods for heaps that are replaced by two smaller ones. */
#include "core/mistakes/sg/sg.h"

enum { SPLIT_MOST = 400 };

static bool smaller(const struct glance *at, struct heaps *heaps)
{
    return heaps_read(at, heaps) && heaps->kind == TAKES_SPLIT_SMALLER && !heaps->misere;
}

bool splits_as_nim(const struct glance *at)
{
    struct heaps heaps;
    return smaller(at, &heaps) && tell_grundy(at, words_xor(heaps.heaps));
}

/* Two heaps a <= b < n: of at most n stones in all, or of different sizes. */
static bool split_table(const struct glance *at, bool bounded)
{
    struct heaps heaps;
    int64_t value[SPLIT_MOST + 1], sum = 0;
    if (!smaller(at, &heaps))
        return false;
    const int64_t most = words_most(heaps.heaps);
    if (most > SPLIT_MOST)
        return false;
    for (int64_t n = 0; n <= most; n++) {
        bool marked[2 * SPLIT_MOST + 512] = {false};
        for (int64_t b = 0; b < n; b++)
            for (int64_t a = 0; a <= (bounded ? (n - b < b ? n - b : b) : b - 1); a++)
                marked[value[a] ^ value[b]] = true;
        for (value[n] = 0; marked[value[n]];)
            value[n]++;
        budget_spend(at->budget, (uint64_t)(n * n));
    }
    for (size_t i = 0; i < heaps.heaps.n; i++)
        sum ^= value[heaps.heaps.v[i]];
    return tell_grundy(at, sum);
}

bool splits_total_kept(const struct glance *at)
{
    return split_table(at, true);
}

bool splits_unequal_parts(const struct glance *at)
{
    return split_table(at, false);
}
