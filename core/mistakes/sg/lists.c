/* Wrong methods for one heap of which listed amounts are taken: 1 … m with a larger one, and misère play. */
#include "core/mistakes/sg/sg.h"

/* ---- 1 … m, m >= 2, and one larger amount ---- */

struct leap {
    int64_t stones, round, large; /* round: m + 1 */
};

static bool leap_heap(const struct glance *at, struct leap *leap)
{
    struct heaps heaps;
    if (!heaps_plain(at, &heaps) || heaps.kind != TAKES_LIST || heaps.heaps.n != 1 || heaps.amount.n < 3)
        return false;
    int64_t round = (int64_t)heaps.amount.n, below = 0;
    for (size_t i = 0; i < heaps.amount.n; i++)
        below += heaps.amount.v[i] < round; /* they are distinct: all of 1 … m, if so many */
    *leap = (struct leap){heaps.heaps.v[0], round, words_most(heaps.amount)};
    return below == round - 1;
}

bool lists_large_left_out(const struct glance *at)
{
    struct leap leap;
    return leap_heap(at, &leap) && tell_grundy(at, leap.stones % leap.round);
}

bool lists_large_itself_lost(const struct glance *at)
{
    struct leap leap;
    return leap_heap(at, &leap) && leap.large % leap.round == 0 && tell_win(at, leap.stones % (leap.large + 1) % leap.round != 0);
}

/* ---- misère play ---- */

static bool misere_heap(const struct glance *at, int64_t *stones, struct heaps *heaps)
{
    bool one = heaps_read(at, heaps) && heaps->kind == TAKES_LIST && !heaps->row && heaps->misere && heaps->heaps.n == 1;
    *stones = one ? heaps->heaps.v[0] : 0;
    return one;
}

bool lists_mod_largest_misere(const struct glance *at)
{
    struct heaps heaps;
    int64_t stones;
    return misere_heap(at, &stones, &heaps) && tell_win(at, stones % (words_most(heaps.amount) + 1) != 0);
}

bool lists_misere_bash(const struct glance *at)
{
    struct heaps heaps;
    int64_t stones;
    return misere_heap(at, &stones, &heaps) && tell_win(at, stones % (words_most(heaps.amount) + 1) != 1);
}

bool lists_even_wins(const struct glance *at)
{
    struct heaps heaps;
    int64_t stones;
    return misere_heap(at, &stones, &heaps) && tell_win(at, stones % 2 == 0);
}

bool lists_amounts_win(const struct glance *at)
{
    struct heaps heaps;
    int64_t stones;
    return misere_heap(at, &stones, &heaps) && tell_win(at, words_equal(heaps.amount, stones) != 0);
}
