/* Expressions of users' rules: values by hand, by C itself and by published tables; faults with their columns. */
#include "core/custom/expression.h"
#include "core/limits.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

static struct arena arena;
static struct budget budget;

static bool square(void *of, const int64_t *argument, int64_t *value)
{
    (void)of;
    *value = argument[0] * argument[0];
    return argument[0] < 100;
}

static enum expression_result evaluate(const char *text, int64_t n, int64_t *value, struct flaw *flaw)
{
    static const char *const names[] = {"n", NULL};
    struct expression *e = expression_parse(&arena, &budget, text, names, 1, flaw);
    budget.counted = 0; /* every one is a question of its own */
    return e ? expression_evaluate(e, &n, square, NULL, value, flaw) : EXPRESSION_FAULT;
}

struct row {
    const char *text;
    int64_t n, value;
};

/* Values by hand, where no source is named. */
static const struct row values[] = {
    {"n", 17, 17},
    {"1 + 2 * 3", 0, 7},
    {"10 - 2 - 3", 0, 5},
    {"-7 / 2", 0, -4},
    {"-7 % 3", 0, 2},
    {"7 % 3", 0, 1},
    {"1 | 2 ^ 3 & 2", 0, 1 | (2 ^ (3 & 2))},
    {"1 << 2 + 1", 0, 8},
    {"(n & 1) == 0", 4, 1},
    {"n > 3 && n < 20", 17, 1},
    {"!n || n == 5", 5, 1},
    {"!!!n", 0, 1},
    {"n > 3 ? n < 20 ? 1 : 2 : 3", 30, 2},
    {"n != 0 && 10 / n > 1", 0, 0},
    {"n == 0 || 10 / n > 1", 0, 1},
    {"sum(i in 1..n: i * i)", 17, 1785},
    {"count(i in 1..100: is_prime(i))", 0, 25},
    {"any(i in 2..n-1: n % i == 0)", 91, 1},
    {"all(i in 2..n-1: n % i != 0)", 97, 1},
    {"min(i in [3, 1, 2]: 10 - i)", 0, 7},
    {"max(i in 1..n: i * (n - i))", 10, 25},
    {"sum(i in 1..0: 1)", 0, 0},
    {"all(i in 1..0: 0)", 0, 1},
    {"any(i in []: 1) + count(i in []: 1)", 0, 0},
    {"sum(i in 1..3: sum(j in 1..i: sum(k in 1..j: k)))", 0, 15},
    {"len(list(i in 1..n: i)[2..5])", 17, 4},
    {"sum([1,2,3,4][-5..1])", 0, 3},
    {"len([1,2,3][2..1])", 0, 0},
    {"len([1,2,3][1..99])", 0, 2},
    {"[5,6,7][1]", 0, 6},
    {"sort([3,1,2] ++ [0])[2]", 0, 2},
    {"reverse([3,1,2])[0]", 0, 2},
    {"sort([3,1,2])[0..1] ++ [9] == [1,2,9]", 0, 1},
    {"[1] != [1,2]", 0, 1},
    {"(n > 5 ? [1,2] ++ [3] : []) ++ [4] == [1,2,3,4]", 17, 1},
    {"([1,2,3] ++ [4])[1..2] ++ sort([9,8]) == [2,3,8,9]", 0, 1},
    {"sum(digits(9075))", 0, 21},
    {"digits(0) == [0] && digits(120) == [1,2,0]", 0, 1},
    {"divisors(12) == [1,2,3,4,6,12] && divisors(1) == [1] && divisors(49) == [1,7,49]", 0, 1},
    {"min(3, 1, 2) * 100 + max(3, 1, 2)", 0, 103},
    {"min([4, 2]) * 10 + max([4, 2])", 0, 24},
    {"abs(-5) + gcd(12, -18) + gcd(0, 0)", 0, 11},
    {"pow(2, 62) + (pow(2, 62) - 1)", 0, INT64_MAX},
    {"pow(-3, 3) + pow(0, 0)", 0, -26},
    {"isqrt(99) * 100 + log2(1023)", 0, 909},
    {"isqrt(9223372036854775807)", 0, 3037000499},
    {"bits(0) * 100 + bits(8) * 10 + popcount(255)", 0, 48},
    {"val(48, 2) * 10 + val(-9, 3)", 0, 42},
    {"is_prime(9223372036854775783)", 0, 1}, /* the largest prime below 2^63, OEIS A014234 */
    {"is_prime(3215031751)", 0, 0},          /* strong pseudoprime to 2, 3, 5, 7: Jaeschke 1993 */
    {"is_prime(1) + is_prime(0) + is_prime(-7)", 0, 0},
    {"is_square(49) * 10 + is_square(-49)", 0, 10},
    {"count(i in 0..100: is_fib(i))", 0, 11}, /* 0 1 2 3 5 8 13 21 34 55 89 */
    {"is_power(1, 3) * 100 + is_power(27, 3) * 10 + is_power(0, 3)", 0, 110},
    {"least_factor(91) * 100 + least_factor(1) * 10 + least_factor(0)", 0, 710},
    {"beatty(n, 1, 1, 5, 2)", 10, 16}, /* floor(10 * 1.6180339) */
    {"beatty(n, 3, 1, 5, 2)", 10, 26},
    {"beatty(n, -3, 1, 5, 2)", 10, -4}, /* floor(-3.8196601) */
    {"xor([3,5,6])", 0, 0},
    {"count([1,2,1], 1) * 10 + has([1,2], 3)", 0, 20},
    {"g(n) + g(2)", 7, 53},
};

START_TEST(test_values)
{
    for (const struct row *row = values; row < values + sizeof values / sizeof *values; row++) {
        struct flaw flaw;
        int64_t value = -1;
        enum expression_result result = evaluate(row->text, row->n, &value, &flaw);
        ck_assert_msg(result == EXPRESSION_VALUE, "%s: %d %s", row->text, (int)result, flaw.told ? flaw.detail : "");
        ck_assert_msg(value == row->value, "%s is %lld, not %lld", row->text, (long long)value, (long long)row->value);
    }
}
END_TEST

static const struct wrong {
    const char *text;
    enum fault_code code;
    uint32_t at;
} faults[] = {
    {"n & 1 == 0", FAULT_syntax, 2},
    {"0 == n | 1", FAULT_syntax, 7},
    {"0 < n < 3", FAULT_syntax, 6},
    {"n >", FAULT_syntax, 3},
    {"n + ", FAULT_syntax, 4},
    {"(n", FAULT_syntax, 2},
    {"n n", FAULT_syntax, 2},
    {"n $ 2", FAULT_syntax, 2},
    {"m > 1", FAULT_unknown_name, 0},
    {"1 + foo(2)", FAULT_unknown_name, 4},
    {"n + [1]", FAULT_wrong_type, 4},
    {"[1] < [2]", FAULT_wrong_type, 0},
    {"[1] == n", FAULT_wrong_type, 7},
    {"n ++ [1]", FAULT_wrong_type, 0},
    {"[1]", FAULT_wrong_type, 0},
    {"n ? [1] : 2", FAULT_wrong_type, 10},
    {"gcd(1)", FAULT_syntax, 0},
    {"min(3)", FAULT_wrong_type, 4},
    {"sum(n in 1..3: n)", FAULT_duplicate, 4},
    {"sum(i in 1..3: sum(i in 1..3: i))", FAULT_duplicate, 19},
    {"sum(sum in 1..3: 1)", FAULT_duplicate, 4},
    {"gcd(i in 1..3: 1)", FAULT_syntax, 4},
    {"9223372036854775808", FAULT_overflow, 0},
    {"n + 9223372036854775807", FAULT_overflow, 2},
    {"1 - n / (n - 1)", FAULT_division_by_zero, 6},
    {"7 % -n", FAULT_division_by_zero, 2},
    {"-n & 1", FAULT_out_of_range, 3},
    {"1 << 63", FAULT_out_of_range, 2},
    {"2 << 62", FAULT_overflow, 2},
    {"[1,2][2]", FAULT_bad_index, 5},
    {"min(i in 1..0: i)", FAULT_bad_index, 0},
    {"1 + max([])", FAULT_bad_index, 4},
    {"isqrt(-n)", FAULT_out_of_range, 0},
    {"log2(0)", FAULT_out_of_range, 0},
    {"val(0, 2)", FAULT_out_of_range, 0},
    {"divisors(0)[0]", FAULT_out_of_range, 0},
    {"pow(10, 19)", FAULT_overflow, 0},
    {"abs(-9223372036854775807 - 1)", FAULT_overflow, 0},
    {"beatty(9223372036854775807, 3, 1, 5, 2)", FAULT_overflow, 0},
    {"sum(i in 1..1: sum(j in 1..1: sum(k in 1..1: sum(l in 1..1: 1))))", FAULT_too_long, 45},
    {"(((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))", FAULT_too_long, 33},
};

START_TEST(test_faults)
{
    for (const struct wrong *row = faults; row < faults + sizeof faults / sizeof *faults; row++) {
        struct flaw flaw = {0};
        int64_t value;
        ck_assert_msg(evaluate(row->text, 1, &value, &flaw) == EXPRESSION_FAULT, "%s is fine", row->text);
        ck_assert_msg(flaw.code == row->code && flaw.at == row->at, "%s: fault %d at %u: %s", row->text, (int)flaw.code, flaw.at,
                      flaw.detail);
    }
}
END_TEST

START_TEST(test_excess)
{
    struct flaw flaw;
    int64_t value;
    ck_assert_int_eq(evaluate("sum(i in 1..1024: 1)", 0, &value, &flaw), EXPRESSION_VALUE);
    ck_assert_int_eq(evaluate("sum(i in 1..1025: 1)", 0, &value, &flaw), EXPRESSION_LIMIT);
    ck_assert_int_eq(evaluate("sum(i in -9223372036854775807..9223372036854775807: 1)", 0, &value, &flaw), EXPRESSION_LIMIT);
    ck_assert_int_eq(evaluate("len(list(i in 1..1000: i) ++ list(i in 1..25: i))", 0, &value, &flaw), EXPRESSION_LIMIT);
    ck_assert_int_eq(evaluate("sum(i in 1..1024: sum(j in 1..1024: sum(k in 1..1024: 1)))", 0, &value, &flaw), EXPRESSION_LIMIT);
    ck_assert_int_eq(evaluate("g(100)", 0, &value, &flaw), EXPRESSION_UNKNOWN);
}
END_TEST

/* Chains as long as a string may be need no more room than short ones. */
START_TEST(test_chains)
{
    static const struct {
        const char *link, *end;
        int64_t value;
    } chains[] = {{"1 + ", "1", 201}, {"1 && ", "1", 1}, {"- - ", "3", 3}, {"0 ? 2 : ", "7", 7}, {"[] ++ ", "[4] == [4]", 1}};
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        char text[2000] = "";
        size_t links = chains[i].link[0] == '0' ? 120 : 200, size = strlen(chains[i].link);
        for (size_t j = 0; j < links; j++)
            memcpy(text + j * size, chains[i].link, size);
        strcpy(text + links * size, chains[i].end);
        struct flaw flaw;
        int64_t value = -1;
        ck_assert_msg(evaluate(text, 0, &value, &flaw) == EXPRESSION_VALUE, "%s: %s", chains[i].link, flaw.detail);
        ck_assert_int_eq(value, chains[i].value);
    }
}
END_TEST

START_TEST(test_claims)
{
    static const char *const names[] = {"x", "y", NULL};
    struct flaw flaw;
    ck_assert(expression_is_claim(expression_parse(&arena, &budget, "x % 7 == 0 || y == 2", names, 2, &flaw)));
    ck_assert(expression_is_claim(expression_parse(&arena, &budget, "!(x + y)", names, 2, &flaw)));
    ck_assert(!expression_is_claim(expression_parse(&arena, &budget, "x < y ? 1 : 2", names, 2, &flaw)));
    ck_assert(!expression_is_claim(expression_parse(&arena, &budget, "x ^ y", names, 2, &flaw)));
    ck_assert(expression_asks_table(expression_parse(&arena, &budget, "g(x + 1, y + 1) == g(x, y)", names, 2, &flaw)));
    ck_assert(!expression_parse(&arena, &budget, "g(x)", names, 2, &flaw));
    ck_assert(!expression_parse(&arena, &budget, "g(x)", names, 0, &flaw));
    ck_assert_int_eq(flaw.code, FAULT_unknown_name);
}
END_TEST

/* docs/rules.md is what people write rules by. */
START_TEST(test_every_function_is_in_the_manual)
{
    static const char *const names[] = {
#define FUNCTION(name, least, most, takes, gives) #name,
#include "core/custom/language/functions.def"
#undef FUNCTION
    };
    static char text[1 << 16];
    FILE *file = fopen("docs/rules.md", "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char call[64];
        snprintf(call, sizeof call, "`%.*s(", (int)(strstr(names[i], "_of") ? 3 : strlen(names[i])), names[i]);
        ck_assert_msg(strstr(text, call), "%s is not told", call);
    }
}
END_TEST

static void setup(void)
{
    arena_init(&arena, NULL, 0, ARENA_BYTES);
    budget = (struct budget){.arena = &arena};
}

static void teardown(void)
{
    arena_reset(&arena);
}

/* Products of two primes, small and large, alike and apart: of two the least is the smaller. Each of these is prime by division.
 */
START_TEST(the_least_factor_of_any_number)
{
    static const int64_t primes[] = {3,         46337,     1000003,    2097143,    2097169,    2097211,
                                     999999929, 999999937, 2147483629, 2147483647, 3037000453, 3037000493};
    enum { COUNT = sizeof primes / sizeof *primes };
    struct flaw flaw;
    budget.left = UINT64_MAX;
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = i; k < COUNT; k++) {
            int64_t value;
            uint64_t before = budget.left;
            ck_assert_int_eq(evaluate("least_factor(n)", primes[i] * primes[k], &value, &flaw), EXPRESSION_VALUE);
            ck_assert_int_eq(value, primes[i]);
            ck_assert_uint_lt(before - budget.left, 20000000);
        }
    int64_t value;
    ck_assert_int_eq(evaluate("least_factor(n)", INT64_C(1999993) * 2097143 * 2097169, &value, &flaw), EXPRESSION_VALUE);
    ck_assert_int_eq(value, 1999993);
}
END_TEST

/* The square of a prime near two million: a million divisions in one instruction. */
START_TEST(long_functions_are_paid_for)
{
    int64_t value;
    struct flaw flaw;
    budget.left = UINT64_MAX;
    ck_assert_int_eq(evaluate("least_factor(n)", INT64_C(3999972000049), &value, &flaw), EXPRESSION_VALUE);
    ck_assert_int_eq(value, 1999993);
    ck_assert_uint_ge(UINT64_MAX - budget.left, 900000);
}
END_TEST

SUITE_WITH(setup, teardown, test_values, the_least_factor_of_any_number, test_faults, test_excess, test_chains, test_claims,
           test_every_function_is_in_the_manual, long_functions_are_paid_for)
