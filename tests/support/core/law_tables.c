/* Tables made from the rules of the games by plain search: lists of options and their mex, nothing else. */
#include "tests/support/core/law_tables.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { LINE = 301, PLANE = 31, OPTIONS = 4096, TABLES = 64 };

static struct known_table tables[TABLES];
static int64_t values[TABLES][LINE > PLANE *PLANE ? LINE : PLANE *PLANE];
static size_t count;

/* ---- one heap ---- */

static int64_t options[OPTIONS];
static size_t n_options;
static int64_t *g; /* of the table that is being made */

static void option(int64_t value)
{
    assert(n_options < OPTIONS);
    options[n_options++] = value;
}

static int64_t mex(void)
{
    for (int64_t m = 0;; m++) {
        bool there = false;
        for (size_t i = 0; i < n_options; i++)
            there |= options[i] == m;
        if (!there)
            return m;
    }
}

static struct known_table *begin(const char *name, const char *family, const char *formula)
{
    g = values[count];
    struct known_table *made = &tables[count++];
    *made = (struct known_table){name, family, formula, {.values = g, .variables = 1, .size = {LINE, 1}}};
    return made;
}

static void line(const char *name, const char *family, const char *formula, void (*moves)(int64_t n))
{
    begin(name, family, formula);
    for (int64_t n = 0; n < LINE; n++) {
        n_options = 0;
        moves(n);
        g[n] = mex();
    }
}

static void take(int64_t n, int64_t k)
{
    if (k >= 1 && k <= n)
        option(g[n - k]);
}

static void take_134(int64_t n)
{
    take(n, 1), take(n, 3), take(n, 4);
}

/* Rows of pins: take k touching ones, from the middle too. */
static void row(int64_t n, int64_t k)
{
    for (int64_t left = 0; left + k <= n; left++)
        option(g[left] ^ g[n - k - left]);
}

static void kayles(int64_t n)
{
    row(n, 1), row(n, 2);
}

static void dawson(int64_t n)
{
    row(n, 2);
}

static void lasker(int64_t n)
{
    for (int64_t k = 1; k <= n; k++)
        take(n, k);
    for (int64_t a = 1; a < n; a++)
        option(g[a] ^ g[n - a]);
}

static void split_smaller(int64_t n)
{
    for (int64_t a = 0; a < n; a++)
        for (int64_t b = 0; b <= a; b++)
            if (n_options < OPTIONS - 1) {
                bool there = false;
                for (size_t i = 0; i < n_options; i++)
                    there |= options[i] == (g[a] ^ g[b]);
                if (!there)
                    option(g[a] ^ g[b]);
            }
}

static void up_to_half(int64_t n)
{
    for (int64_t k = 1; 2 * k <= n; k++)
        take(n, k);
}

static void divisors(int64_t n)
{
    for (int64_t k = 1; k < n; k++)
        if (n % k == 0)
            take(n, k);
}

static void mark(int64_t n)
{
    if (n >= 1) {
        option(g[n - 1]);
        option(g[n / 2]);
    }
}

static void up_to_root(int64_t n)
{
    for (int64_t k = 1; k * k <= n; k++)
        take(n, k);
}

static int64_t gcd(int64_t a, int64_t b)
{
    return b ? gcd(b, a % b) : a;
}

static void coprime(int64_t n)
{
    for (int64_t k = 1; k <= n; k++)
        if (gcd(n, k) == 1)
            take(n, k);
}

static bool is_prime(int64_t n)
{
    for (int64_t p = 2; p * p <= n; p++)
        if (n % p == 0)
            return false;
    return n >= 2;
}

static void squares(int64_t n)
{
    for (int64_t k = 1; k * k <= n; k++)
        take(n, k * k);
}

static void primes(int64_t n)
{
    for (int64_t k = 2; k <= n; k++)
        if (is_prime(k))
            take(n, k);
}

static void fibonacci(int64_t n)
{
    for (int64_t a = 1, b = 2; a <= n; b += a, a = b - a)
        take(n, a);
}

static void unequal(int64_t n)
{
    for (int64_t a = 1; 2 * a < n; a++)
        option(g[a] ^ g[n - a]);
}

/* Take at least one and not all; afterwards at most `factor` times what was taken last. The verdict at the begin of play. */
static bool wins(int64_t n, int64_t quota, int64_t factor)
{
    static int8_t known[5][LINE][LINE]; /* 0 unknown, 1 lost, 2 won */
    quota = quota < n ? quota : n;
    int8_t *here = &known[factor][n][quota];
    for (int64_t k = 1; !*here && k <= quota; k++)
        if (!wins(n - k, factor * k, factor))
            *here = 2;
    if (!*here)
        *here = 1;
    return *here == 2;
}

static void take_away(const char *name, int64_t factor, const char *family, const char *formula)
{
    begin(name, family, formula)->table.subject = SUBJECT_VERDICT;
    for (int64_t n = 0; n < LINE; n++)
        g[n] = n && wins(n, n - 1, factor) ? VALUE_WON : VALUE_LOST;
}

/* ---- two ---- */

static int64_t plane_from;

static int64_t at(int64_t x, int64_t y)
{
    return g[(x - plane_from) * (PLANE - plane_from) + y - plane_from];
}

static void to(int64_t x, int64_t y)
{
    if (x >= plane_from && y >= plane_from)
        option(at(x, y));
}

/* Every move leads to a smaller row, or to a smaller column of the same row, or the moves are few and named: the order of x + y
 * is one in which options come first. */
static void plane(const char *name, const char *family, const char *formula, int64_t from, void (*moves)(int64_t x, int64_t y))
{
    struct known_table *made = begin(name, family, formula);
    made->table.variables = 2;
    plane_from = made->table.from[0] = made->table.from[1] = from;
    made->table.size[0] = made->table.size[1] = (size_t)(PLANE - from);
    for (int64_t sum = 2 * from; sum <= 2 * (PLANE - 1); sum++)
        for (int64_t x = from; x < PLANE; x++)
            if (sum - x >= from && sum - x < PLANE) {
                n_options = 0;
                moves(x, sum - x);
                g[(x - from) * (PLANE - from) + sum - x - from] = mex();
            }
}

static void nim(int64_t x, int64_t y)
{
    for (int64_t k = 1; k <= x; k++)
        to(x - k, y);
    for (int64_t k = 1; k <= y; k++)
        to(x, y - k);
}

static void wythoff(int64_t x, int64_t y)
{
    nim(x, y);
    for (int64_t k = 1; k <= x && k <= y; k++)
        to(x - k, y - k);
}

/* From both heaps amounts that differ by less than two. */
static void wythoff_2(int64_t x, int64_t y)
{
    nim(x, y);
    for (int64_t i = 1; i <= x; i++)
        for (int64_t j = i - 1; j <= i + 1; j++)
            if (j >= 1 && j <= y)
                to(x - i, y - j);
}

static void rook_or_step(int64_t x, int64_t y)
{
    nim(x, y);
    to(x - 1, y - 1);
}

static void euclid(int64_t x, int64_t y)
{
    for (int64_t k = y; y && k <= x; k += y)
        to(x - k, y);
    for (int64_t k = x; x && k <= y; k += x)
        to(x, y - k);
}

static void cut(int64_t x, int64_t y)
{
    for (int64_t w = 2; x - w >= 2; w++)
        option(at(w, y) ^ at(x - w, y));
    for (int64_t h = 2; y - h >= 2; h++)
        option(at(x, h) ^ at(x, y - h));
}

/* Discard one heap of the pair and split the other into two. */
static void pair_split(int64_t x, int64_t y)
{
    for (int64_t a = 1; a < x; a++)
        option(at(a, x - a));
    for (int64_t a = 1; a < y; a++)
        option(at(a, y - a));
}

/* Knights may leave the table to the side, so they get a larger one. */
static void knights(const char *name, const char *family, const int64_t (*steps)[2], size_t n_steps)
{
    enum { WIDE = 2 * PLANE + 4 };
    static int64_t board[WIDE][WIDE];
    for (int64_t sum = 0; sum < WIDE; sum++)
        for (int64_t x = 0; x <= sum; x++) {
            n_options = 0;
            for (size_t i = 0; i < n_steps; i++) {
                int64_t to_x = x + steps[i][0], to_y = sum - x + steps[i][1];
                if (to_x >= 0 && to_y >= 0)
                    option(board[to_x][to_y]);
            }
            board[x][sum - x] = mex();
        }
    struct known_table *made = begin(name, family, NULL);
    made->table.variables = 2;
    made->table.size[0] = made->table.size[1] = PLANE;
    for (int64_t x = 0; x < PLANE; x++)
        for (int64_t y = 0; y < PLANE; y++)
            g[x * PLANE + y] = board[x][y];
}

static void lines(void)
{
    line("{1,3,4}", "period", "g(n + 7) == g(n)", take_134);
    line("Kayles", "period", "n < 71 || g(n + 12) == g(n)", kayles);
    line("0.07", "period", "n < 53 || g(n + 34) == g(n)", dawson);
    line("Lasker", "period", "n < 1 || g(n + 4) == g(n) + 4", lasker);
    line("beans", "formula", "n == 0 ? 0 : 2 * (n - 1) + 1 - popcount(n - 1) % 2", split_smaller);
    line("up to half", "formula", "(n + 1) / pow(2, val(n + 1, 2)) / 2", up_to_half);
    line("divisors", "formula", "n == 0 ? 0 : val(n, 2)", divisors);
    line("Mark", "set", "n == 0 || (n >= 1 && val(n, 2) % 2 == 1)", mark);
    line("up to root", "recurrence", NULL, up_to_root);
    line("coprime", "key", "g(n) == g(least_factor(n))", coprime);
    take_away("take-away x2", 2, "set", "is_fib(n) == 1");
    take_away("take-away x3", 3, "recurrence", NULL);
    take_away("take-away x4", 4, "recurrence", NULL);
    line("squares", NULL, NULL, squares);
    line("primes", NULL, NULL, primes);
    line("Fibonacci", NULL, NULL, fibonacci);
    line("Grundy's game", NULL, NULL, unequal);
}

const struct known_table *law_tables(void)
{
    static const int64_t knight[][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {1, -2}};
    static const int64_t hyper_knight[][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {1, -2}, {-3, -1}, {-1, -3}};
    count = 0;
    memset(tables, 0, sizeof tables);
    lines();
    plane("Nim", "formula", "x ^ y", 0, nim);
    plane("Wythoff", "beatty-pairs", "min(x, y) == beatty(abs(x - y), 1, 1, 5, 2)", 0, wythoff);
    plane("2-Wythoff", "beatty-pairs", "abs(x - y) % 2 == 0 && min(x, y) == beatty(abs(x - y) / 2, 0, 1, 8, 2)", 0, wythoff_2);
    knights("knight", "diagonal", knight, 4);
    plane("Euclid", "ratio", "x != y && max(x, y) <= beatty(min(x, y), 1, 1, 5, 2)", 0, euclid);
    plane("pair split", "key", "val(((x - 1) | (y - 1)) + 1, 2)", 1, pair_split);
    plane("cutting", "classes", NULL, 2, cut);
    plane("rook or (1,1)", "lost-line", "y - x == [0, 1, -1][x % 3]", 0, rook_or_step);
    knights("hyper-knight", NULL, hyper_knight, 6);
    return tables;
}
