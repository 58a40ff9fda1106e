/* Laws of games that are like those of the books, three of each family of two variables: the family is known from the rules, by a
 * theorem or because they speak of nothing else. */
#include "core/laws/plane.h"
#include "tests/support/core/law_games.h"
#include "tests/support/core/suite.h"

#define MOVES(name) static void name(int64_t x, int64_t y)

MOVES(up_to_three)
{
    for (int64_t k = 1; k <= 3; k++)
        to(x - k, y), to(x, y - k);
}

MOVES(from_both)
{
    for (int64_t k = 1; k <= x && k <= y; k++)
        to(x - k, y - k);
}

MOVES(less_in_all)
{
    for (int64_t u = 0; u < x + y; u++)
        for (int64_t v = 0; u + v < x + y; v++)
            if (u <= 30 && v <= 30)
                to(u, v);
}

MOVES(king)
{
    to(x - 1, y), to(x, y - 1), to(x - 1, y - 1);
}

MOVES(wythoff_of_two)
{
    for (int64_t k = 1; k <= 2; k++)
        to(x - k, y), to(x, y - k), to(x - k, y - k);
}

static bool is_134(int64_t k)
{
    return k == 1 || k == 3 || k == 4;
}

static int64_t gcd(int64_t a, int64_t b)
{
    return b ? gcd(b, a % b) : a;
}

MOVES(gcd_134)
{
    for (int64_t u = 1; u <= x; u++)
        for (int64_t v = 1; v <= y; v++)
            if (is_134(gcd(x, y) - gcd(u, v)))
                to(u, v);
}

MOVES(take_12_and_134)
{
    to(x - 1, y), to(x - 2, y), to(x, y - 1), to(x, y - 3), to(x, y - 4);
}

MOVES(half_and_14)
{
    for (int64_t k = 1; 2 * k <= x; k++)
        to(x - k, y);
    to(x, y - 1), to(x, y - 4);
}

MOVES(nim_and_kayles)
{
    for (int64_t k = 1; k <= x; k++)
        to(x - k, y);
    for (int64_t k = 1; k <= 2; k++)
        for (int64_t a = 0; a + k <= y; a++)
            option(at(0, a) ^ at(0, y - k - a) ^ at(x, 0));
}

static void powers(int64_t x, int64_t y, int64_t k)
{
    int64_t u = x, v = y;
    while (u % k == 0)
        to(u /= k, y);
    while (v % k == 0)
        to(x, v /= k);
    for (u = x, v = y; u % k == 0 && v % k == 0;)
        u /= k, v /= k, to(u, v);
}

MOVES(powers_of_two)
{
    powers(x, y, 2);
}

MOVES(powers_of_three)
{
    powers(x, y, 3);
}

MOVES(clear_bits)
{
    for (int64_t i = 1; i <= x; i *= 2)
        if (x & i)
            to(x - i, y);
    for (int64_t i = 1; i <= y; i *= 2)
        if (y & i)
            to(x, y - i);
    for (int64_t i = 1; i <= x; i *= 2)
        for (int64_t j = 1; j <= y; j *= 2)
            if (x & i && y & j)
                to(x - i, y - j);
}

MOVES(leaper_23)
{
    to(x - 2, y - 3), to(x - 3, y - 2);
}

MOVES(leaper_13)
{
    to(x - 1, y - 3), to(x - 3, y - 1);
}

MOVES(knight_or_step)
{
    to(x - 1, y - 2), to(x - 2, y - 1), to(x - 1, y - 1);
}

MOVES(rook)
{
    for (int64_t k = 1; k <= x; k++)
        to(x - k, y);
    for (int64_t k = 1; k <= y; k++)
        to(x, y - k);
}

static void near(int64_t x, int64_t y, int64_t r)
{
    rook(x, y);
    for (int64_t i = 1; i <= x; i++)
        for (int64_t j = 1; j <= y; j++)
            if (i - j < r && j - i < r)
                to(x - i, y - j);
}

MOVES(wythoff)
{
    near(x, y, 1);
}

MOVES(wythoff_3)
{
    near(x, y, 3);
}

MOVES(wythoff_4)
{
    near(x, y, 4);
}

MOVES(rook_or_22)
{
    rook(x, y);
    to(x - 2, y - 2);
}

MOVES(rook_or_33)
{
    rook(x, y);
    to(x - 3, y - 3);
}

MOVES(rook_or_both)
{
    rook(x, y);
    to(x - 1, y - 1), to(x - 2, y - 2);
}

/* Over at once: lost where the greater is not equal to the less and at most p/q times it. */
static void judged(int64_t x, int64_t y, int64_t p, int64_t q)
{
    int64_t low = x < y ? x : y, high = x < y ? y : x;
    if (low == high || q * high > p * low)
        option(0);
}

MOVES(judged_by_two)
{
    judged(x, y, 2, 1);
}

MOVES(judged_by_three)
{
    judged(x, y, 3, 1);
}

MOVES(judged_by_half)
{
    judged(x, y, 3, 2);
}
static const struct law_game games[] = {
    {"up to three", "formula", false, 0, up_to_three},
    {"from both", "formula", false, 0, from_both},
    {"less in all", "formula", false, 0, less_in_all},
    {"king", "key", false, 0, king},
    {"Wythoff of two", "key", false, 0, wythoff_of_two},
    {"gcd less 1, 3 or 4", "key", false, 1, gcd_134},
    {"{1,2} and {1,3,4}", "separable", false, 0, take_12_and_134},
    {"up to half and {1,4}", "separable", false, 0, half_and_14},
    {"Nim and Kayles", "separable", false, 0, nim_and_kayles},
    {"powers of two", "classes", false, 1, powers_of_two},
    {"powers of three", "classes", false, 1, powers_of_three},
    {"clear bits", "classes", false, 0, clear_bits},
    {"leaper (2,3)", "diagonal", false, 0, leaper_23},
    {"leaper (1,3)", "diagonal", false, 0, leaper_13},
    {"knight or step", "diagonal", false, 0, knight_or_step},
    {"Wythoff, won or lost", "beatty-pairs", true, 0, wythoff},
    {"3-Wythoff", "beatty-pairs", false, 0, wythoff_3},
    {"4-Wythoff", "beatty-pairs", true, 0, wythoff_4},
    {"rook or (2,2)", "lost-line", true, 0, rook_or_22},
    {"rook or (3,3)", "lost-line", false, 0, rook_or_33},
    {"rook or (1,1), (2,2)", "lost-line", true, 0, rook_or_both},
    {"at most twice", "ratio", true, 1, judged_by_two},
    {"at most three times", "ratio", true, 1, judged_by_three},
    {"at most 3/2", "ratio", true, 1, judged_by_half},
};

START_TEST(each_family_is_found)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        law_plane(&games[i]);
}
END_TEST

/* By hand: 12 is 1100 and 10 is 1010 in binary, 3 is 11 and 25 is 11001; 12/10 - 10/12 is below 1, 25/3 - 3/25 is 8.2. */
static const struct {
    enum plane_function function;
    int64_t of_12_10, of_10_12, of_3_25, least;
} functions[] = {
    {PLANE_XOR, 6, 6, 26, 0},      {PLANE_SUM, 22, 22, 28, 0},         {PLANE_OR, 14, 14, 27, 0},
    {PLANE_AND, 8, 8, 1, 0},       {PLANE_PRODUCT, 120, 120, 75, 0},   {PLANE_DISTANCE, 2, 2, 22, 0},
    {PLANE_MIN, 10, 10, 3, 0},     {PLANE_MAX, 12, 12, 25, 0},         {PLANE_GCD, 2, 2, 1, 0},
    {PLANE_XOR_LESS, 2, 2, 26, 1}, {PLANE_OR_LESS, 11, 11, 26, 1},     {PLANE_QUOTIENT, 1, 1, 8, 1},
    {PLANE_EUCLID, 0, 0, 8, 1},    {PLANE_2X_Y, 34, 32, 31, 0},        {PLANE_2X_LESS_Y, 14, 8, -19, 0},
    {PLANE_X_2Y, 32, 34, 53, 0},   {PLANE_X_LESS_2Y, -8, -14, -47, 0},
};

START_TEST(each_function_is_what_its_name_says)
{
    ck_assert_uint_eq(sizeof functions / sizeof *functions, PLANE_FUNCTIONS);
    for (size_t i = 0; i < PLANE_FUNCTIONS; i++) {
        enum plane_function f = functions[i].function;
        int64_t values[3], none;
        ck_assert(plane_of(f, 12, 10, &values[0]) && plane_of(f, 10, 12, &values[1]) && plane_of(f, 3, 25, &values[2]));
        ck_assert_msg(
            values[0] == functions[i].of_12_10 && values[1] == functions[i].of_10_12 && values[2] == functions[i].of_3_25,
            "%s: %lld, %lld, %lld", plane_expression(f), (long long)values[0], (long long)values[1], (long long)values[2]);
        ck_assert_int_eq(plane_is_symmetric(f), functions[i].of_12_10 == functions[i].of_10_12);
        ck_assert(plane_of(f, functions[i].least, 1, &none) && plane_of(f, 1, functions[i].least, &none));
        ck_assert(!plane_of(f, functions[i].least - 1, 1, &none) && !plane_of(f, 1, functions[i].least - 1, &none));
    }
}
END_TEST

static int64_t greatest_common(int64_t x, int64_t y)
{
    return y ? greatest_common(y, x % y) : x;
}

/* Sentences, and not formulas alone. */
START_TEST(laws_of_two_variables_are_told_in_words)
{
    enum { SIDE = 24 };
    static const struct {
        const char *en, *zh;
    } rows[] = {
        {"The value of (x, y) is x ^ y (the xor of x and y).", "(x, y) 的 SG 值是 x ^ y（x 与 y 的异或）。"},
        {"The value of (x, y) is (x + y) % 3 (x + y: the sum of x and y).",
         "(x, y) 的 SG 值是 (x + y) % 3（x + y：x 与 y 的和）。"},
        {"The value of (x, y) is 2 * min(x, y) + max(x, y) (twice the smaller and the larger together).",
         "(x, y) 的 SG 值是 2 * min(x, y) + max(x, y)（较小数的两倍加较大数）。"},
        {"The value of (x, y) depends on the remainders of x by 2 and of y by 3 (x % 2 * 3 + y % 3) alone.",
         "(x, y) 的 SG 值只由 x 除以 2 的余数与 y 除以 3 的余数（x % 2 * 3 + y % 3）决定。"},
        {"The value of (x, y) depends on the greatest common divisor of x and y (gcd(x, y)) alone.",
         "(x, y) 的 SG 值只由 x 与 y 的最大公约数（gcd(x, y)）决定。"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t values[SIDE * SIDE];
        for (int64_t x = 0; x < SIDE; x++)
            for (int64_t y = 0; y < SIDE; y++)
                values[x * SIDE + y] = i == 0   ? x ^ y
                                       : i == 1 ? (x + y) % 3
                                       : i == 2 ? 2 * (x < y ? x : y) + (x < y ? y : x)
                                       : i == 3 ? (x % 2 * 3 + y % 3) * 5 % 7
                                                : greatest_common(x, y) * 7 % 11;
        law_table_words(&(struct law_table){.variables = 2, .size = {SIDE, SIDE}, .subject = SUBJECT_GRUNDY, .values = values},
                        rows[i].en, rows[i].zh);
    }
}
END_TEST

SUITE(each_family_is_found, each_function_is_what_its_name_says, laws_of_two_variables_are_told_in_words)
