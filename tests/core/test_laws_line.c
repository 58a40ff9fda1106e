/* Laws of games that are like those of the books, three of each family of one variable: the family is known from the rules, by a
 * theorem or because they speak of nothing else. */
#include "tests/support/core/law_games.h"
#include "tests/support/core/suite.h"

#define LINE_MOVES(name) static void name(int64_t n, __attribute__((unused)) int64_t none)

static int64_t val(int64_t n, int64_t k)
{
    return n && n % k == 0 ? 1 + val(n / k, k) : 0;
}

static int64_t root(int64_t n)
{
    int64_t r = 0;
    while ((r + 1) * (r + 1) <= n)
        r++;
    return r;
}

static int ones(int64_t n)
{
    return __builtin_popcountll((unsigned long long)n);
}

static int64_t bits(int64_t n)
{
    return n ? 1 + bits(n / 2) : 0;
}

static bool prime(int64_t n)
{
    for (int64_t p = 2; p * p <= n; p++)
        if (n % p == 0)
            return false;
    return n >= 2;
}

static int64_t digits(int64_t n)
{
    return n ? n % 10 + digits(n / 10) : 0;
}

static void up_to(int64_t n, int64_t most)
{
    for (int64_t k = 1; k <= most; k++)
        to(n - k, 0);
}

LINE_MOVES(nowhere)
{
    (void)n;
}

LINE_MOVES(all_of_it)
{
    if (n)
        to(0, 0);
}

LINE_MOVES(take_257)
{
    to(n - 2, 0), to(n - 5, 0), to(n - 7, 0);
}

LINE_MOVES(dawsons_chess) /* 0.137 */
{
    if (n == 1)
        option(0);
    if (n >= 2)
        to(n - 2, 0);
    for (int64_t a = 0; n >= 3 && a <= n - 3; a++)
        option(at(a, 0) ^ at(n - 3 - a, 0));
}

LINE_MOVES(all_but_two)
{
    for (int64_t k = 3; k <= n; k++)
        to(n - k, 0);
}

LINE_MOVES(subset)
{
    for (int64_t m = 0; m < n; m++)
        if ((m & n) == m)
            to(m, 0);
}

LINE_MOVES(digit_less)
{
    for (int64_t ten = 1; ten <= n; ten *= 10)
        if (n / ten % 10)
            to(n - ten, 0);
}

LINE_MOVES(thirds)
{
    for (int64_t m = n; m % 3 == 0;)
        to(m /= 3, 0);
}

static bool is_134(int64_t k)
{
    return k == 1 || k == 3 || k == 4;
}

LINE_MOVES(clear_134)
{
    for (int64_t m = 0; m < n; m++)
        if ((m & n) == m && is_134(ones(n) - ones(m)))
            to(m, 0);
}

LINE_MOVES(halve_134)
{
    for (int64_t m = n, k = 1; m % 2 == 0; k++) {
        m /= 2;
        if (is_134(k))
            to(m, 0);
    }
}

LINE_MOVES(digit_sum_134)
{
    for (int64_t m = 0; m < n; m++)
        if (is_134(digits(n) - digits(m)))
            to(m, 0);
}

LINE_MOVES(half_rounded_up)
{
    up_to(n, (n + 1) / 2);
}

LINE_MOVES(one_or_quarter)
{
    if (n)
        to(n - 1, 0), to(n / 4, 0);
}

LINE_MOVES(two_or_third)
{
    if (n)
        to(n - 1, 0), to(n / 3, 0);
    if (n > 1)
        to(n - 2, 0);
}

/* Whoever is not at a member goes to any smaller one; at a member the game is over. */
static void members(int64_t n, bool (*member)(int64_t n))
{
    for (int64_t m = law_from(); m < n && !member(n); m++)
        if (member(m))
            to(m, 0);
}

static bool is_triangular(int64_t n)
{
    int64_t r = root(8 * n + 1);
    return r * r == 8 * n + 1;
}

static bool is_third(int64_t n)
{
    return val(n, 3) % 2 == 0;
}

LINE_MOVES(to_primes)
{
    members(n, prime);
}

LINE_MOVES(to_triangular)
{
    members(n, is_triangular);
}

LINE_MOVES(to_thirds)
{
    members(n, is_third);
}

LINE_MOVES(up_to_log)
{
    up_to(n, bits(n) - 1);
}

LINE_MOVES(up_to_bits)
{
    up_to(n, bits(n));
}

LINE_MOVES(up_to_ones)
{
    up_to(n, ones(n));
}

/* Lost exactly at the members, which are 0 and not neighbours: other moves are as wild as you like. */
static void wild(int64_t n, bool (*member)(int64_t n))
{
    int64_t m = n - 1, others[] = {n - digits(n), n - 3 * ones(n), n / 2 + 1};
    if (member(n)) {
        if (n)
            to(n - 1 - member(n - 1), 0);
        return;
    }
    while (!member(m))
        m--;
    to(m, 0);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i] >= 0 && others[i] < n && !member(others[i]))
            to(others[i], 0);
}

static bool is_fifth(int64_t n)
{
    return n % 5 == 0;
}

static bool is_evil(int64_t n)
{
    return ones(n) % 2 == 0;
}

static bool is_square(int64_t n)
{
    return root(n) * root(n) == n;
}

LINE_MOVES(wild_fifths)
{
    wild(n, is_fifth);
}

LINE_MOVES(wild_evil)
{
    wild(n, is_evil);
}

LINE_MOVES(wild_squares)
{
    wild(n, is_square);
}

static const struct law_game games[] = {
    {"no move", "constant", false, 0, nowhere},
    {"all of it", "constant", false, 0, all_of_it},
    {"no move, won or lost", "constant", true, 0, nowhere},
    {"{2,5,7}", "period", false, 0, take_257},
    {"Dawson's Chess", "period", false, 0, dawsons_chess},
    {"all but {1,2}", "period", false, 0, all_but_two},
    {"clear bits", "formula", false, 0, subset},
    {"a digit less", "formula", false, 0, digit_less},
    {"thirds", "formula", false, 1, thirds},
    {"clear 1, 3 or 4 bits", "key", false, 0, clear_134},
    {"halve 1, 3 or 4 times", "key", false, 1, halve_134},
    {"digit sum less 1, 3 or 4", "key", false, 0, digit_sum_134},
    {"up to half, rounded up", "self-similar", false, 0, half_rounded_up},
    {"one, or a quarter", "self-similar", false, 0, one_or_quarter},
    {"one or two, or a third", "self-similar", false, 0, two_or_third},
    {"to primes", "set", true, 2, to_primes},
    {"to triangular numbers", "set", true, 0, to_triangular},
    {"to those that 9 divides oddly", "set", true, 1, to_thirds},
    {"up to log2", "recurrence", true, 0, up_to_log},
    {"up to bits", "recurrence", true, 0, up_to_bits},
    {"up to ones", "recurrence", true, 0, up_to_ones},
    {"wild fifths", "period", false, 0, wild_fifths},
    {"wild evil", "set", false, 0, wild_evil},
    {"wild squares", "set", false, 0, wild_squares},
};

START_TEST(each_family_is_found)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        law_line(&games[i]);
}
END_TEST

/* Sentences that can be read aloud, of the lost n of a set, with its shift, its exceptions, and of functions and recurrences. */
START_TEST(laws_are_told_in_words)
{
    enum { N = 300 };
    static const struct {
        const char *set, *en, *zh;
    } rows[] = {
        {"squares", "From n = 0 on a position is lost exactly where n - 1 is a square.",
         "从 n = 0 起，局面必败当且仅当 n - 1 是平方数。"},
        {"powers", "From n = 0 on a position is lost exactly where n + 1 is a power of 3, 1 included.",
         "从 n = 0 起，局面必败当且仅当 n + 1 是 3 的幂（含 1）。"},
        {"primes", "From n = 0 on a position is lost exactly where n is a prime.", "从 n = 0 起，局面必败当且仅当 n 是质数。"},
        {"evil", "From n = 0 on a position is lost exactly where n has an even number of ones in binary.",
         "从 n = 0 起，局面必败当且仅当 n 的二进制表示中 1 的个数为偶数。"},
        {"val-odd",
         "From n = 0 on a position is lost exactly where n is at least 1 and can be divided by 2 exactly an odd number of times.",
         "从 n = 0 起，局面必败当且仅当 n 至少为 1，且恰能被 2 连续整除奇数次。"},
        {"headless", "From n = 0 on a position is lost exactly where n is a triangular number (0, 1, 3, 6, …), and is not 0.",
         "从 n = 0 起，局面必败当且仅当 n 是三角形数（0、1、3、6……），且不是 0。"},
        {"root",
         "The lost n in order, s(0), s(1), …: first 1; then each is the one before it plus the square root of that, rounded "
         "down: "
         "s(i + 1) == s(i) + isqrt(s(i)).",
         "必败的 n 依次为 s(0)、s(1)……：先是 1；此后每个数是前一个数加上它的平方根的整数部分：s(i + 1) == s(i) + isqrt(s(i))。"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t values[N];
        for (int64_t n = 0, next = 1; n < N; n++) {
            bool is_next = n == next;
            next += is_next ? root(n) : 0;
            bool lost = i == 0   ? n > 0 && root(n - 1) * root(n - 1) == n - 1
                        : i == 1 ? n == 0 || n == 2 || n == 8 || n == 26 || n == 80 || n == 242
                        : i == 2 ? prime(n)
                        : i == 3 ? ones(n) % 2 == 0
                        : i == 4 ? val(n, 2) % 2 == 1
                        : i == 5 ? n > 0 && root(8 * n + 1) * root(8 * n + 1) == 8 * n + 1
                                 : is_next;
            values[n] = lost ? 0 : 1;
        }
        law_words(values, N, rows[i].en, rows[i].zh);
    }
}
END_TEST

/* Takes of at least half leave the values as they are at half; one of twos is lost where the half of it is not. */
START_TEST(self_similar_laws_are_told_in_words)
{
    enum { N = 400 };
    int64_t values[N], lost[N];
    for (int64_t n = 0; n < N; n++) {
        values[n] = n % 2 ? values[n / 2] : n / 2; /* a heap from which at most half is taken */
        lost[n] = n % 3 == 0 ? n && !lost[n / 3] : n % 3 == 1;
    }
    law_table_words(&(struct law_table){.variables = 1, .size = {N, 1}, .subject = SUBJECT_GRUNDY, .values = values},
                    "From n = 0 on the values are self-similar in base 2: 2q has q; 2q + 1 has that of q.",
                    "从 n = 0 起，SG 值按 2 进位自相似：2q 的是 q；2q + 1 的与 q 的相同。");
    law_words(
        lost, N,
        "From n = 3 on the verdicts are self-similar in base 3: 3q is lost exactly where q is not; 3q + 1 is not lost; 3q + 2 is "
        "lost.",
        "从 n = 3 起，胜负按 3 进位自相似：3q 必败当且仅当 q 不是必败局面；3q + 1 不是必败局面；3q + 2 必败。");
}
END_TEST

SUITE(each_family_is_found, laws_are_told_in_words, self_similar_laws_are_told_in_words)
