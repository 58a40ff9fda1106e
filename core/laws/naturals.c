/* Functions of one natural number. Least factors come from a sieve. */
#include "core/laws/naturals.h"

#include "core/laws/expression.h"

#include <string.h>

struct naturals {
    struct arena *arena;
    struct budget *budget;
    int64_t sieved;  /* least[n] is known below */
    uint32_t *least; /* the least factor; 0 where the number is prime, or below 2 */
};

struct naturals *naturals_new(struct arena *arena, struct budget *budget)
{
    struct naturals *naturals = arena_alloc(arena, sizeof *naturals);
    naturals->arena = arena;
    naturals->budget = budget;
    return naturals;
}

void naturals_reach(struct naturals *naturals, int64_t n)
{
    int64_t end = (n < FACTORED_MAX ? n : FACTORED_MAX) + 1;
    if (end <= naturals->sieved)
        return;
    naturals->least = arena_array(naturals->arena, (size_t)end, sizeof *naturals->least);
    naturals->sieved = end;
    budget_spend(naturals->budget, (uint64_t)end * 4);
    for (int64_t p = 2; p * p < end; p++)
        if (!naturals->least[p])
            for (int64_t m = p * p; m < end; m += p)
                if (!naturals->least[m])
                    naturals->least[m] = (uint32_t)p;
}

int64_t naturals_end(const struct naturals *naturals)
{
    return naturals->sieved - 1;
}

int64_t natural_least_factor(struct naturals *naturals, int64_t n)
{
    if (n < 0 || n >= naturals->sieved)
        return 0;
    return naturals->least[n] ? naturals->least[n] : n;
}

static int64_t divisors(struct naturals *naturals, int64_t n)
{
    int64_t count = 1;
    while (n > 1) {
        int64_t p = natural_least_factor(naturals, n), times = 1;
        if (p == 0)
            return 0;
        for (; n % p == 0; n /= p)
            times++;
        count *= times;
    }
    return count;
}

int64_t natural_root(int64_t n)
{
    int64_t root = 0;
    for (int64_t bit = INT64_C(1) << ((63 - __builtin_clzll((uint64_t)n | 1)) / 2); bit; bit >>= 1)
        if ((root | bit) * (root | bit) <= n)
            root |= bit;
    return root;
}

static int64_t val(int64_t n, int64_t base)
{
    int64_t times = 0;
    for (; n % base == 0; n /= base)
        times++;
    return times;
}

static int64_t digit_sum(int64_t n)
{
    int64_t sum = 0;
    for (; n; n /= 10)
        sum += n % 10;
    return sum;
}

static int64_t first_digit(int64_t n)
{
    while (n >= 10)
        n /= 10;
    return n;
}

static int64_t bits(int64_t n)
{
    return n ? 64 - __builtin_clzll((uint64_t)n) : 0;
}

static int64_t popcount(int64_t n)
{
    return __builtin_popcountll((uint64_t)n);
}

static const struct {
    const char *expression;
    int64_t least; /* where it begins to be defined */
} known[NATURALS_COUNT] = {
    [NATURAL_N] = {EXPRESSION_N, -FORMED_MAX},
    [NATURAL_VAL2] = {"val(" EXPRESSION_N ", 2)", 1},
    [NATURAL_VAL3] = {"val(" EXPRESSION_N ", 3)", 1},
    [NATURAL_VAL5] = {"val(" EXPRESSION_N ", 5)", 1},
    [NATURAL_VAL10] = {"val(" EXPRESSION_N ", 10)", 1},
    [NATURAL_POPCOUNT] = {"popcount(" EXPRESSION_N ")", 0},
    [NATURAL_BITS] = {"bits(" EXPRESSION_N ")", 0},
    [NATURAL_ZEROS] = {"bits(" EXPRESSION_N ") - popcount(" EXPRESSION_N ")", 0},
    [NATURAL_ISQRT] = {"isqrt(" EXPRESSION_N ")", 0},
    [NATURAL_LOWEST_BIT] = {"pow(2, val(" EXPRESSION_N ", 2))", 1},
    [NATURAL_ODD_PART] = {EXPRESSION_N " / pow(2, val(" EXPRESSION_N ", 2))", 1},
    [NATURAL_DIGIT_SUM] = {"sum(digits(" EXPRESSION_N "))", 0},
    [NATURAL_FIRST_DIGIT] = {"digits(" EXPRESSION_N ")[0]", 0},
    [NATURAL_DIVISORS] = {"len(divisors(" EXPRESSION_N "))", 1},
    [NATURAL_TRIANGULAR] = {EXPRESSION_N " * (" EXPRESSION_N " + 1) / 2", 0},
    [NATURAL_GRAY] = {EXPRESSION_N " ^ (" EXPRESSION_N " >> 1)", 0},
    [NATURAL_ODIOUS] = {"2 * " EXPRESSION_N " + 1 - popcount(" EXPRESSION_N ") % 2", 0},
    [NATURAL_EVIL] = {"2 * " EXPRESSION_N " + popcount(" EXPRESSION_N ") % 2", 0},
    [NATURAL_LEAST_FACTOR] = {"least_factor(" EXPRESSION_N ")", 0},
};

const char *natural_expression(enum natural natural)
{
    return known[natural].expression;
}

struct text natural_words(struct arena *arena, enum natural natural, const char *number)
{
    static const struct text says[NATURALS_COUNT] = {
        [NATURAL_VAL2] = {"how often 2 divides %s", "%s 能被 2 连续整除的次数"},
        [NATURAL_VAL3] = {"how often 3 divides %s", "%s 能被 3 连续整除的次数"},
        [NATURAL_VAL5] = {"how often 5 divides %s", "%s 能被 5 连续整除的次数"},
        [NATURAL_VAL10] = {"how many zeros %s ends with", "%s 末尾 0 的个数"},
        [NATURAL_POPCOUNT] = {"how many ones %s has in binary", "%s 的二进制表示中 1 的个数"},
        [NATURAL_BITS] = {"how many digits %s has in binary", "%s 的二进制位数"},
        [NATURAL_ZEROS] = {"how many zeros %s has in binary", "%s 的二进制表示中 0 的个数"},
        [NATURAL_ISQRT] = {"the square root of %s, rounded down", "%s 的平方根的整数部分"},
        [NATURAL_LOWEST_BIT] = {"the greatest power of 2 that divides %s", "整除 %s 的 2 的最高次幂"},
        [NATURAL_ODD_PART] = {"%s divided by 2 as often as it goes", "%s 除尽因子 2 后所得的奇数"},
        [NATURAL_DIGIT_SUM] = {"the sum of the decimal digits of %s", "%s 的各位数字之和"},
        [NATURAL_FIRST_DIGIT] = {"the first decimal digit of %s", "%s 的首位数字"},
        [NATURAL_DIVISORS] = {"how many divisors %s has", "%s 的约数个数"},
        [NATURAL_TRIANGULAR] = {"the sum of all numbers from 1 to %s", "从 1 加到 %s 的和"},
        [NATURAL_GRAY] = {"the Gray code of %s", "%s 的格雷码"},
        [NATURAL_ODIOUS] = {"the number with an odd number of ones in binary that has %s such numbers below it",
                            "二进制表示中 1 的个数为奇数、且比它小的这种数恰有 %s 个的数"},
        [NATURAL_EVIL] = {"the number with an even number of ones in binary that has %s such numbers below it",
                          "二进制表示中 1 的个数为偶数、且比它小的这种数恰有 %s 个的数"},
        [NATURAL_LEAST_FACTOR] = {"the least prime factor of %s", "%s 的最小质因数"},
    };
    if (!says[natural].en)
        return (struct text){0};
    return (struct text){arena_printf(arena, says[natural].en, number), arena_printf(arena, says[natural].zh, number)};
}

static int64_t computed(struct naturals *naturals, enum natural natural, int64_t n)
{
    switch (natural) {
    case NATURAL_VAL2:
        return __builtin_ctzll((uint64_t)n);
    case NATURAL_VAL3:
        return val(n, 3);
    case NATURAL_VAL5:
        return val(n, 5);
    case NATURAL_VAL10:
        return val(n, 10);
    case NATURAL_POPCOUNT:
        return popcount(n);
    case NATURAL_BITS:
        return bits(n);
    case NATURAL_ZEROS:
        return bits(n) - popcount(n);
    case NATURAL_ISQRT:
        return natural_root(n);
    case NATURAL_LOWEST_BIT:
        return n & -n;
    case NATURAL_ODD_PART:
        return n >> __builtin_ctzll((uint64_t)n);
    case NATURAL_DIGIT_SUM:
        return digit_sum(n);
    case NATURAL_FIRST_DIGIT:
        return first_digit(n);
    case NATURAL_DIVISORS:
        return divisors(naturals, n);
    case NATURAL_TRIANGULAR:
        return n * (n + 1) / 2;
    case NATURAL_GRAY:
        return n ^ n >> 1;
    case NATURAL_ODIOUS:
        return 2 * n + 1 - popcount(n) % 2;
    case NATURAL_EVIL:
        return 2 * n + popcount(n) % 2;
    case NATURAL_LEAST_FACTOR:
        return natural_least_factor(naturals, n);
    default:
        return n;
    }
}

bool natural_of(struct naturals *naturals, enum natural natural, int64_t n, int64_t *value)
{
    bool factored = natural == NATURAL_DIVISORS || natural == NATURAL_LEAST_FACTOR;
    if (n < known[natural].least || n > (factored ? naturals->sieved - 1 : FORMED_MAX))
        return false;
    *value = computed(naturals, natural, n);
    return true;
}
