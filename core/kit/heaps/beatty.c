/* floor(k phi) = (k + isqrt(5k^2)) div 2, and what follows from it. */
#include "core/kit/heaps/beatty.h"

struct num beatty(struct num k)
{
    struct num root = num_sqrt(num_mul(num(5), num_mul(k, k)));
    return num_shr(num_add(k, root), 1);
}

struct num cold_low(bool misere, struct num difference)
{
    if (misere && num_cmp_word(difference, 1) <= 0)
        return num(num_is_zero(difference) ? 2 : 0);
    return beatty(difference);
}

struct num cold_partner(bool misere, struct num n)
{
    if (misere && num_cmp_word(n, 2) <= 0)
        return num(n.word == 2 ? 2 : 1 - n.word);
    struct num next = num_add(n, num(1)), above = beatty(next), k = num_sub(above, next);
    if (num_eq(beatty(k), n))
        return num_add(n, k);
    k = num_sub(num_sub(num_shl(next, 1), above), num(1));
    return num_sub(n, k);
}
