/* Laws of games that are like those of the books, three of each family of two variables: the family is known from the rules, by a
 * theorem or because they speak of nothing else. */
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

SUITE(each_family_is_found)
