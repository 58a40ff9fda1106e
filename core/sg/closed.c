/* Grundy values that are theorems, for heaps of any size.
 *
 * - any: n (Bouton).  Also "any" from a row: from n every m < n is reached as one piece, and two pieces a, b with a + b < n have
 *   a xor b <= a + b < n, so the mex is n.
 * - from a to b: floor(r / a) with r = n mod (a+b). Modulo a+b the options are all residues but r-a+1…r+a-1, whose classes
 * floor(x/a) are not r's own. A smaller class c has the residues ca…ca+a-1, at distances r-ca-a+1…r-ca from r; because r-ca >= a
 * and r-ca-a+1 <= b, one of these distances lies between a and b. Induction over n.
 * - powers of k: k is -1 modulo k+1, so the amounts are 1 and k modulo k+1, and 1 and k are among them: the values are those of
 *   {1, k}: n mod 2 for odd k; for even k, with r = n mod (k+1), 2 if r = k, else r mod 2.
 * - prime powers: no prime power is divisible by 6, and 1…5 all are prime powers: n mod 6.
 * - sets and amounts together that have all of 1…m-1 and no multiple of m: n mod m, for the same reason. Which m: rules.c.
 * - up to half: v of n is (p - 1) / 2, p the odd part of n + 1. What may be left are the m with m + 1 between (n + 2) / 2 and n;
 * of the doublings of each odd number up to n one lies there, but for p itself: its doublings are (n + 1) / 2 and n + 1. So all
 *   values below v are there, and v is not. Induction (L. Levine, Fractal sequences and restricted Nim, 2006).
 * - proper divisors: how often 2 divides n. With n = 2^k q, q odd, taking 2^j, j < k, leaves a number that 2^j divides and
 * 2^(j+1) does not; taking d with fewer twos leaves fewer, with as many leaves q - d / 2^k even, more. Induction; 0 has no move.
 * - split any: the options of an even n > 0 join heaps of equal parity (value 0), those of an odd n heaps of different parity
 *   (value 1): 1 for even n > 0, else 0. Induction.
 * - Lasker's nim: L exchanges 4k+3 and 4k+4 and leaves the others (Winning Ways ch. 4). Takes from n leave all values below L(n),
 *   but for n = 4k+3, whose L(n) - 1 = n is that of the split 1, n-1. No split has L(n): modulo 4, L(a) xor L(b) is 2 where a + b
 *   is 1, 0 or 1 where it is 2, 3 where it is 3, 0 or 1 where it is 0, and L(n) is 1, 2, 0, 3. Induction.
 * - split smaller: 0 and the odious numbers in order. The xor of two odious numbers is evil, so the n-th is reached by no pair of
 *   earlier ones; an evil e below it comes from two equal heaps (e = 0), from e^1 and 1 (e odd, then e^1 < e), from e^1 and 1 too
 *   when e^1 is below it, and else from the top bit of e and its rest, which are odious and smaller.
 * All are compared with plain search by the %ALL lines of tests/vectors/sg.vec. */
#include "core/sg/closed.h"

enum closed closed_form(const struct rules *rules)
{
    switch (rules->kind) {
    case RULES_PLAIN:
        break;
    case RULES_SMALLER:
        return CLOSED_SMALLER;
    case RULES_HALVES:
        return CLOSED_HALVES;
    case RULES_LASKER:
        return CLOSED_LASKER;
    case RULES_ROW:
        return rules_any_row(rules) ? CLOSED_ANY : CLOSED_NONE;
    default:
        return CLOSED_NONE;
    }
    switch (rules->amounts) {
    case AMOUNTS_ANY:
        return CLOSED_ANY;
    case AMOUNTS_RANGE:
        return CLOSED_RANGE;
    case AMOUNTS_POWERS:
        return CLOSED_POWERS;
    case AMOUNTS_SET:
        return rules->set == SET_PRIME_POWERS ? CLOSED_MOD6 : CLOSED_NONE;
    case AMOUNTS_MIXED:
        return num_is_zero(rules->from) ? CLOSED_NONE : CLOSED_MIXED;
    case AMOUNTS_HALF:
        return CLOSED_HALF;
    case AMOUNTS_DIVISORS:
        return CLOSED_DIVISORS;
    default:
        return CLOSED_NONE;
    }
}

static struct num powers_value(struct num base, struct num n)
{
    if (num_bit(base, 0))
        return num(num_bit(n, 0));
    struct num r = num_mod(n, num_add(base, num(1)));
    return num_eq(r, base) ? num(2) : num(num_bit(r, 0));
}

static struct num lasker_value(struct num n)
{
    int64_t r = num_mod(n, num(4)).word;
    if (r == 3)
        return num_add(n, num(1));
    return r == 0 && !num_is_zero(n) ? num_sub(n, num(1)) : n;
}

static struct num odious(struct num n)
{
    if (num_is_zero(n))
        return n;
    struct num below = num_sub(n, num(1));
    return num_add(num_shl(below, 1), num(num_popcount(below) % 2 == 0));
}

/* How often 2 divides n; 0 of 0. */
static uint64_t twos(struct num n)
{
    uint64_t k = 0, bits = num_bits(n);
    while (k < bits && !num_bit(n, k))
        k++;
    return k;
}

struct num closed_value(enum closed closed, const struct rules *rules, struct num n)
{
    switch (closed) {
    case CLOSED_RANGE:
        return num_div(num_mod(n, num_add(rules->from, rules->to)), rules->from);
    case CLOSED_POWERS:
        return powers_value(rules->from, n);
    case CLOSED_MOD6:
        return num_mod(n, num(6));
    case CLOSED_MIXED:
        return num_mod(n, rules->from);
    case CLOSED_HALF: {
        struct num next = num_add(n, num(1));
        return num_shr(next, twos(next) + 1);
    }
    case CLOSED_DIVISORS:
        return num_u64(twos(n));
    case CLOSED_HALVES:
        return num(!num_is_zero(n) && !num_bit(n, 0));
    case CLOSED_LASKER:
        return lasker_value(n);
    case CLOSED_SMALLER:
        return odious(n);
    case CLOSED_ANY:
    case CLOSED_NONE:
        break;
    }
    return n;
}

const char *closed_method(enum closed closed)
{
    static const char *const words[] = {
        [CLOSED_NONE] = "table", [CLOSED_ANY] = "nim-sum",   [CLOSED_RANGE] = "mod",          [CLOSED_POWERS] = "mod",
        [CLOSED_MOD6] = "mod",   [CLOSED_HALVES] = "mod",    [CLOSED_LASKER] = "lasker",      [CLOSED_SMALLER] = "odious",
        [CLOSED_MIXED] = "mod",  [CLOSED_HALF] = "odd-part", [CLOSED_DIVISORS] = "valuation",
    };
    return words[closed];
}

bool closed_period(enum closed closed, const struct rules *rules, struct num *preperiod, struct num *period, struct num *saltus)
{
    *preperiod = *saltus = num(0);
    switch (closed) {
    case CLOSED_ANY:
        *period = *saltus = num(1);
        return true;
    case CLOSED_RANGE:
        *period = num_add(rules->from, rules->to);
        return true;
    case CLOSED_POWERS:
        *period = num_bit(rules->from, 0) ? num(2) : num_add(rules->from, num(1));
        return true;
    case CLOSED_MOD6:
        *period = num(6);
        return true;
    case CLOSED_MIXED:
        *period = rules->from;
        return true;
    case CLOSED_HALVES:
        *preperiod = num(1);
        *period = num(2);
        return true;
    case CLOSED_LASKER:
        *preperiod = num(1);
        *period = *saltus = num(4);
        return true;
    default:
        return false;
    }
}
