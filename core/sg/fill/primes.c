/* Prime takes: g(n) is the least v such that no earlier heap of value v lies a prime below n.
 *
 * All primes but 2 are odd, so only heaps of the other parity, and n-2, count. Heaps of one value differ by no prime, and so
 * almost all of them have the same parity. For each value and parity the heaps are listed as long as they are few; then whether
 * one of them excludes n is a matter of looking at them all. Where they are many, going through the primes from the least on
 * finds one soon, and marks other values on the way; would it find none, all primes would have been looked at. Either way the
 * answer is exact; only the speed rests on the habits of primes: some 50 looks a heap. */
#include "core/sg/fill/fill.h"

#include <string.h>

enum { VALUES = 64, FEW = 256 };

struct prime_heaps {
    uint64_t count;
    uint32_t at[FEW];
};

struct primes {
    struct fill *fill;
    const uint8_t *g;
    struct amounts_upto list; /* 2, 3, 5, … */
    uint64_t *odd;            /* bit k: 2k+1 is prime */
    struct prime_heaps heaps[VALUES][2];
};

static bool is_odd_prime(const struct primes *primes, uint64_t n)
{
    return primes->odd[n / 128] >> n / 2 % 64 & 1;
}

static void note(struct primes *primes, unsigned value, uint64_t n)
{
    struct prime_heaps *heaps = &primes->heaps[value][n % 2];
    if (heaps->count < FEW)
        heaps->at[heaps->count] = (uint32_t)n;
    heaps->count++;
}

static bool few_exclude(const struct primes *primes, const struct prime_heaps *heaps, uint64_t n)
{
    for (uint64_t i = 0; i < heaps->count; i++)
        if (is_odd_prime(primes, n - heaps->at[i]))
            return true;
    return false;
}

/* The mex at n, or VALUES. */
static unsigned solve(const struct primes *primes, uint64_t n)
{
    uint64_t seen = 0;
    size_t next = 0;
    for (unsigned v = 0; v < VALUES; v++) {
        const struct prime_heaps *heaps = &primes->heaps[v][(n + 1) % 2];
        bool few = heaps->count <= FEW;
        if (few && !(seen >> v & 1) && !few_exclude(primes, heaps, n) && !(n >= 2 && primes->g[n - 2] == v))
            return v;
        if (few)
            continue;
        size_t from = next;
        while (!(seen >> v & 1) && next < primes->list.n && (uint64_t)primes->list.v[next] <= n)
            seen |= UINT64_C(1) << primes->g[n - (uint64_t)primes->list.v[next++]];
        budget_spend(primes->fill->budget, next - from);
        if (!(seen >> v & 1))
            return v;
    }
    return VALUES;
}

void fill_primes(struct fill *fill, uint64_t to)
{
    struct primes *primes = arena_alloc(fill->arena, sizeof *primes);
    primes->fill = fill;
    primes->g = fill->data;
    primes->list = amounts_upto(fill->arena, fill->budget, fill->rules, to);
    primes->odd = arena_array(fill->arena, to / 128 + 1, sizeof *primes->odd);
    for (size_t i = 1; i < primes->list.n; i++) {
        uint64_t p = (uint64_t)primes->list.v[i];
        primes->odd[p / 128] |= UINT64_C(1) << p / 2 % 64;
    }
    for (uint64_t n = 0; n < fill->count; n++) {
        if (primes->g[n] >= VALUES) {
            fill->wider = true;
            return;
        }
        note(primes, primes->g[n], n);
    }
    while (fill->count < to) {
        uint64_t n = fill->count;
        unsigned value = solve(primes, n);
        budget_spend(fill->budget, 64);
        if (value == VALUES) {
            fill->wider = true;
            return;
        }
        fill_add(fill, value);
        note(primes, value, n);
    }
}
