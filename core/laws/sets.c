/* Well-known sets of natural numbers.
 *
 * n = floor(k a) for an irrational a > 1 and k >= 0 iff it is for k = floor((n+1)/a): that is the largest k with k a < n+1. The
 * inverse of (2-r+s)/2, s = sqrt(r^2+4), is (r-2+s)/2r. It and the inverse of (2+r+s)/2 add up to 1, so the latter's floor is n
 * less the former's. */
#include "core/laws/sets.h"

#include "core/laws/expression.h"

const struct set sets[SET_COUNT] = {
    [SET_SQUARES] = {"squares", 0, 0, 0},    [SET_FIBONACCI] = {"fibonacci", 0, 0, 0},
    [SET_POWERS] = {"powers", 2, 12, 1},     [SET_EVIL] = {"evil", 0, 0, 0},
    [SET_ODIOUS] = {"odious", 0, 0, 0},      [SET_TRIANGULAR] = {"triangular", 0, 0, 0},
    [SET_PRIMES] = {"primes", 0, 0, 0},      [SET_VAL_ODD] = {"val-odd", 2, 12, 1},
    [SET_VAL_EVEN] = {"val-even", 2, 12, 1}, [SET_BEATTY] = {"beatty", 0, SURDS - 1, 0},
};

int64_t surd_floor(const struct surd *surd, int64_t k)
{
    int64_t root = natural_root(k * surd->q * (k * surd->q) * surd->d), sum = k * surd->p + root;
    int64_t rest = sum % surd->r;
    return (sum - (rest < 0 ? rest + surd->r : rest)) / surd->r;
}

const char *surd_expression(struct arena *arena, const struct surd *surd)
{
    return arena_printf(arena, "beatty(" EXPRESSION_N ", %lld, %lld, %lld, %lld)", (long long)surd->p, (long long)surd->q,
                        (long long)surd->d, (long long)surd->r);
}

static const struct surd roots[] = {{0, 1, 2, 1}, {0, 1, 3, 1}, {1, 1, 2, 1}, {1, 1, 3, 1}};
static const struct surd root_inverses[] = {{0, 1, 2, 2}, {0, 1, 3, 3}, {-1, 1, 2, 1}, {-1, 1, 3, 2}};
enum { ROOTS = sizeof roots / sizeof *roots };

struct surd surd_known(size_t index)
{
    if (index >= SURD_R_MAX && index < SURD_R_MAX + ROOTS)
        return roots[index - SURD_R_MAX];
    bool high = index >= SURD_R_MAX;
    int64_t r = (int64_t)(high ? index - SURD_R_MAX - ROOTS : index) + 1;
    return (struct surd){high ? 2 + r : 2 - r, 1, r * r + 4, 2};
}

/* The inverse; *less: what is wanted is n less its floor. */
static struct surd surd_inverse(size_t index, bool *less)
{
    *less = index >= SURD_R_MAX + ROOTS;
    if (index >= SURD_R_MAX && !*less)
        return root_inverses[index - SURD_R_MAX];
    int64_t r = (int64_t)(*less ? index - SURD_R_MAX - ROOTS : index) + 1;
    return (struct surd){r - 2, 1, r * r + 4, 2 * r};
}

static bool beatty_has(size_t index, int64_t n)
{
    bool less;
    struct surd surd = surd_known(index), inverse = surd_inverse(index, &less);
    int64_t k = surd_floor(&inverse, n + 1);
    return surd_floor(&surd, less ? n - k : k) == n;
}

static bool is_fibonacci(int64_t n)
{
    int64_t a = 0, b = 1;
    while (a < n) {
        int64_t next = a + b;
        a = b;
        b = next;
    }
    return a == n;
}

static bool is_square(int64_t n)
{
    int64_t root = natural_root(n);
    return root * root == n;
}

/* How often k divides n >= 1; *rest is what remains. */
static int64_t times(int64_t n, int64_t k, int64_t *rest)
{
    int64_t count = 0;
    for (; n % k == 0; n /= k)
        count++;
    *rest = n;
    return count;
}

bool set_has(struct naturals *naturals, enum set_kind kind, int64_t parameter, int64_t n, bool *known)
{
    int64_t rest;
    *known = n <= (kind == SET_PRIMES ? naturals_end(naturals) : kind == SET_BEATTY ? SURD_ARGUMENT_MAX : FORMED_MAX);
    if (!*known || n < sets[kind].least)
        return false;
    switch (kind) {
    case SET_SQUARES:
        return is_square(n);
    case SET_FIBONACCI:
        return is_fibonacci(n);
    case SET_TRIANGULAR:
        return is_square(8 * n + 1);
    case SET_PRIMES:
        return n >= 2 && natural_least_factor(naturals, n) == n;
    case SET_EVIL:
        return __builtin_popcountll((uint64_t)n) % 2 == 0;
    case SET_ODIOUS:
        return __builtin_popcountll((uint64_t)n) % 2 == 1;
    case SET_POWERS:
        times(n, parameter, &rest);
        return rest == 1;
    case SET_VAL_ODD:
        return times(n, parameter, &rest) % 2 == 1;
    case SET_VAL_EVEN:
        return times(n, parameter, &rest) % 2 == 0;
    default:
        return beatty_has((size_t)parameter, n);
    }
}

int64_t set_first(enum set_kind kind, int64_t parameter)
{
    switch (kind) {
    case SET_PRIMES:
        return 2;
    case SET_VAL_ODD:
        return parameter;
    case SET_POWERS:
    case SET_ODIOUS:
    case SET_VAL_EVEN:
        return 1;
    default:
        return 0;
    }
}

static const char *beatty_expression(struct arena *arena, size_t index)
{
    bool less;
    struct surd surd = surd_known(index), inverse = surd_inverse(index, &less);
    const char *k = expression_fill(arena, surd_expression(arena, &inverse), expression_plus(arena, EXPRESSION_N, 1), NULL);
    if (less)
        k = expression_fill(arena, EXPRESSION_X " - " EXPRESSION_Y, EXPRESSION_N, k);
    const char *member = expression_fill(arena, surd_expression(arena, &surd), k, NULL);
    return expression_fill(arena, EXPRESSION_Y " == " EXPRESSION_X, EXPRESSION_N, member);
}

const char *set_expression(struct arena *arena, enum set_kind kind, int64_t parameter)
{
    static const char *const patterns[SET_COUNT] = {
        [SET_SQUARES] = "is_square(" EXPRESSION_N ") == 1",
        [SET_FIBONACCI] = "is_fib(" EXPRESSION_N ") == 1",
        [SET_TRIANGULAR] = "is_square(8 * " EXPRESSION_N " + 1) == 1",
        [SET_PRIMES] = "is_prime(" EXPRESSION_N ") == 1",
        [SET_EVIL] = "popcount(" EXPRESSION_N ") % 2 == 0",
        [SET_ODIOUS] = "popcount(" EXPRESSION_N ") % 2 == 1",
    };
    long long k = parameter;
    if (kind == SET_POWERS)
        return arena_printf(arena, "is_power(" EXPRESSION_N ", %lld) == 1", k);
    if (kind == SET_BEATTY)
        return beatty_expression(arena, (size_t)parameter);
    if (kind == SET_VAL_ODD || kind == SET_VAL_EVEN)
        return arena_printf(arena, "val(" EXPRESSION_N ", %lld) %% 2 == %d", k, kind == SET_VAL_ODD);
    return patterns[kind];
}

struct text set_words(struct arena *arena, enum set_kind kind, int64_t parameter, const char *number)
{
    static const struct text says[SET_COUNT] = {
        [SET_SQUARES] = {"is a square", "是平方数"},
        [SET_FIBONACCI] = {"is a Fibonacci number", "是斐波那契数"},
        [SET_POWERS] = {"is a power of %lld, 1 included", "是 %lld 的幂（含 1）"},
        [SET_EVIL] = {"has an even number of ones in binary", "的二进制表示中 1 的个数为偶数"},
        [SET_ODIOUS] = {"has an odd number of ones in binary", "的二进制表示中 1 的个数为奇数"},
        [SET_TRIANGULAR] = {"is a triangular number (0, 1, 3, 6, …)", "是三角形数（0、1、3、6……）"},
        [SET_PRIMES] = {"is a prime", "是质数"},
        [SET_VAL_ODD] = {"is at least 1 and can be divided by %lld exactly an odd number of times",
                         "至少为 1，且恰能被 %lld 连续整除奇数次"},
        [SET_VAL_EVEN] = {"is at least 1 and can be divided by %lld exactly an even number of times, 0 times included",
                          "至少为 1，且恰能被 %lld 连续整除偶数次（含 0 次）"},
    };
    bool counted = sets[kind].parameter_max;
    struct text words;
    words.en = counted ? arena_printf(arena, says[kind].en, (long long)parameter) : says[kind].en;
    words.zh = counted ? arena_printf(arena, says[kind].zh, (long long)parameter) : says[kind].zh;
    words.en = arena_printf(arena, "%s %s", number, words.en);
    words.zh = arena_printf(arena, "%s %s", number, words.zh);
    return words;
}
