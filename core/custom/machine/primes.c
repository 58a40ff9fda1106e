/* Large primes by Miller and Rabin with the first twelve primes as bases, which is a proof below 3.3 * 10^24 (Sorenson and
 * Webster 2015). */
#include "core/custom/machine/primes.h"

#include "core/value/divisor.h"

typedef unsigned __int128 wide;

static inline uint64_t product_modulo(uint64_t a, uint64_t b, uint64_t m)
{
    return m >> 32 ? (uint64_t)((wide)a * b % m) : a * b % m;
}

static uint64_t power_modulo(uint64_t base, uint64_t exponent, uint64_t m)
{
    uint64_t result = 1;
    for (base %= m; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = product_modulo(result, base, m);
        base = product_modulo(base, base, m);
    }
    return result;
}

/* What a multiplication modulo n takes, in steps. */
static uint64_t product_steps(uint64_t n)
{
    return n >> 32 ? 8 : 2;
}

/* The first bases that prove it: Pomerance, Selfridge, Wagstaff 1980; Jaeschke 1993. */
static size_t bases_for(uint64_t n)
{
    return n < 2047 ? 1 : n < 1373653 ? 2 : n < 25326001 ? 3 : n < 3215031751 ? 4 : 12;
}

bool primes_has(uint64_t n, uint64_t *steps)
{
    static const uint8_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    if (n < 2)
        return false;
    for (size_t i = 0; i < sizeof bases; i++)
        if (n % bases[i] == 0)
            return n == bases[i];
    int twos = __builtin_ctzll(n - 1), length = 64 - __builtin_clzll(n);
    *steps += sizeof bases;
    for (size_t i = 0; i < bases_for(n); i++) {
        uint64_t x = power_modulo(bases[i], (n - 1) >> twos, n);
        bool composite = x != 1 && x != n - 1;
        *steps += (uint64_t)(length + length / 2) * product_steps(n);
        for (int j = 1; j < twos && composite; j++) {
            x = product_modulo(x, x, n);
            composite = x != n - 1;
        }
        if (composite)
            return false;
    }
    return true;
}

static inline uint64_t stir(uint64_t x, uint64_t c, uint64_t n)
{
    return (uint64_t)(((wide)x * x + c) % n);
}

/* Pollard's rho (1975): two walks of x -> x^2 + c, one twice as fast, meet modulo a prime factor sooner than modulo n. A factor
 * of a composite n, or 0: none was found in so many turns. Differences are multiplied up, and looked at all together. */
static uint64_t split(uint64_t n, uint64_t c, uint64_t *steps)
{
    enum { TOGETHER = 64, TURNS = 1 << 20, WALK = 4 };
    uint64_t x = 2, y = 2;
    for (int turn = 0; turn < TURNS; turn += TOGETHER) {
        uint64_t x_before = x, y_before = y, product = 1, found;
        for (int i = 0; i < TOGETHER; i++) {
            x = stir(x, c, n);
            y = stir(stir(y, c, n), c, n);
            product = product_modulo(product, x > y ? x - y : y - x, n);
        }
        *steps += TOGETHER * WALK * product_steps(n);
        if (common_divisor(n, product) == 1)
            continue;
        x = x_before;
        y = y_before;
        do { /* again one by one: the walks may have met modulo more than one */
            x = stir(x, c, n);
            y = stir(stir(y, c, n), c, n);
            found = common_divisor(n, x > y ? x - y : y - x);
        } while (found == 1);
        return found < n ? found : 0;
    }
    return 0;
}

/* By division up to the cube root of what 63 bits hold: beyond, a composite has two prime factors, and one tells the other. */
uint64_t primes_least_factor(uint64_t n, uint64_t *steps)
{
    enum { FARTHEST = 1 << 21, WALKS = 50 };
    if (n < 2 || primes_has(n, steps))
        return n;
    for (uint64_t d = 2; d<FARTHEST; d += d> 2 ? 2 : 1) {
        *steps += DIVISION / 2;
        if (n % d == 0)
            return d;
    }
    uint64_t side = primes_root(n, steps), factor = side * side == n ? side : 0;
    for (uint64_t c = 1; c <= WALKS && !factor; c++)
        factor = split(n, c, steps);
    if (!factor)
        *steps = UINT64_MAX / 2; /* more than any question has */
    return !factor || factor < n / factor ? factor : n / factor;
}

/* Two bits of the number at a time, from above. */
uint64_t primes_root(uint64_t n, uint64_t *steps)
{
    uint64_t result = 0;
    for (uint64_t bit = n ? UINT64_C(1) << ((63 - __builtin_clzll(n)) & ~1) : 0; bit; bit >>= 2) {
        bool set = n >= result + bit;
        n -= set ? result + bit : 0;
        result = (result >> 1) + (set ? bit : 0);
        *steps += 2;
    }
    return result;
}
