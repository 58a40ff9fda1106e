/* Wrong methods for one heap of which powers of a number are taken. */
#include "core/mistakes/sg/sg.h"

static bool power_heap(const struct glance *at, int64_t *stones, int64_t *base)
{
    struct heaps heaps;
    bool one = heaps_plain(at, &heaps) && heaps.kind == TAKES_POWERS && heaps.heaps.n == 1;
    *stones = one ? heaps.heaps.v[0] : 0;
    *base = one ? heaps.base : 0;
    return one && *base > 1 && *base <= GLANCE_WORD_MAX;
}

bool powers_odd_wins(const struct glance *at)
{
    int64_t stones, base;
    return power_heap(at, &stones, &base) && tell_win(at, stones % 2);
}

bool powers_only_powers_win(const struct glance *at)
{
    int64_t stones, base, power = 1;
    if (!power_heap(at, &stones, &base))
        return false;
    while (power <= stones / base)
        power *= base;
    return tell_win(at, power == stones);
}

/* A heap is lost iff this is even, and not the base where the base is even. */
static bool power_lost(int64_t stones, int64_t base)
{
    int64_t rest = stones % (base + 1);
    return base % 2 ? stones % 2 == 0 : rest != base && rest % 2 == 0;
}

static bool tells_take(const struct glance *at, int64_t take)
{
    return tell_first(at, take ? 2 : 0, (const int64_t[]){0, take});
}

bool powers_takes_one(const struct glance *at)
{
    int64_t stones, base;
    return power_heap(at, &stones, &base) && tells_take(at, !power_lost(stones, base));
}

bool powers_parity_take(const struct glance *at)
{
    int64_t stones, base;
    return power_heap(at, &stones, &base) && tells_take(at, stones % 2);
}

bool powers_even_rule_for_odd(const struct glance *at)
{
    int64_t stones, base;
    if (!power_heap(at, &stones, &base))
        return false;
    int64_t rest = stones % (base + 1);
    return tells_take(at, rest == base ? base : rest % 2);
}

bool powers_largest_take(const struct glance *at)
{
    int64_t stones, base, take = 1;
    if (!power_heap(at, &stones, &base))
        return false;
    while (take <= stones / base)
        take *= base;
    while (take && (take > stones || !power_lost(stones - take, base)))
        take /= base;
    return tells_take(at, take);
}
