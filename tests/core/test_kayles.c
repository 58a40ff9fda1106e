/* The proof by computation that core/kit/kayles.c speaks of, and its outcomes against plain search. */
#include "core/kit/kayles.h"
#include "tests/support/core/suite.h"

#include <string.h>

enum { ROWS = 2 * KAYLES_FROM + 13 + KAYLES_PERIOD, CIRCLES = 73 + KAYLES_PERIOD, PAIRS_MAX = 1 << 16, SINGLES_MAX = 256 };

static struct kayles kayles;

/* An element, and the set of elements beside which there is a winning move. */
struct pair {
    unsigned element;
    uint64_t wins;
};

static struct pair pairs[PAIRS_MAX], singles[SINGLES_MAX];
static size_t n_pairs, n_singles;

static uint64_t beside(unsigned option)
{
    uint64_t wins = 0;
    for (unsigned r = 0; r < KAYLES_ELEMENTS; r++)
        wins |= (uint64_t)kayles_lost(kayles.sum[option][r]) << r;
    return wins;
}

static struct pair pair_of_row(unsigned n)
{
    struct pair pair = {kayles_row(n), 0};
    for (unsigned take = 1; take <= 2 && take <= n; take++)
        for (unsigned at = 0; at + take <= n; at++)
            pair.wins |= beside(kayles.sum[kayles_row(at)][kayles_row(n - take - at)]);
    return pair;
}

static struct pair pair_of_circle(unsigned n)
{
    struct pair pair = {kayles_circle(n), 0};
    for (unsigned take = 1; take <= 2 && take <= n; take++)
        pair.wins |= beside(kayles_row(n - take));
    return pair;
}

static struct pair add(struct pair a, struct pair b)
{
    struct pair sum = {kayles.sum[a.element][b.element], 0};
    for (unsigned r = 0; r < KAYLES_ELEMENTS; r++)
        sum.wins |= ((a.wins >> kayles.sum[r][b.element] | b.wins >> kayles.sum[r][a.element]) & 1) << r;
    return sum;
}

static size_t insert(struct pair *set, size_t n, size_t max, struct pair pair)
{
    for (size_t i = 0; i < n; i++)
        if (set[i].element == pair.element && set[i].wins == pair.wins)
            return n;
    ck_assert_uint_lt(n, max);
    set[n] = pair;
    return n + 1;
}

static void monoid(void)
{
    kayles_fill(&kayles);
    for (unsigned a = 0; a < KAYLES_ELEMENTS; a++)
        for (unsigned b = 0; b < KAYLES_ELEMENTS; b++) {
            ck_assert_uint_lt(kayles.sum[a][b], KAYLES_ELEMENTS);
            ck_assert_uint_eq(kayles.sum[a][b], kayles.sum[b][a]);
            for (unsigned c = 0; c < KAYLES_ELEMENTS; c++)
                ck_assert_uint_eq(kayles.sum[kayles.sum[a][b]][c], kayles.sum[a][kayles.sum[b][c]]);
        }
    for (unsigned a = 0; a < KAYLES_ELEMENTS; a++)
        ck_assert_uint_eq(kayles.sum[0][a], a);
}

START_TEST(quotient_is_proven)
{
    monoid();
    ck_assert(!kayles_lost(0));
    n_singles = n_pairs = 0;
    for (unsigned n = 1; n <= ROWS; n++)
        n_singles = insert(singles, n_singles, SINGLES_MAX, pair_of_row(n));
    for (unsigned n = 1; n <= CIRCLES; n++)
        if (kayles_circle(n) != KAYLES_NONE)
            n_singles = insert(singles, n_singles, SINGLES_MAX, pair_of_circle(n));
    for (size_t i = 0; i < n_singles; i++)
        n_pairs = insert(pairs, n_pairs, PAIRS_MAX, singles[i]);
    for (size_t i = 0; i < n_pairs; i++) {
        ck_assert(kayles_lost(pairs[i].element) == !(pairs[i].wins & 1));
        for (size_t k = 0; k < n_singles; k++)
            n_pairs = insert(pairs, n_pairs, PAIRS_MAX, add(pairs[i], singles[k]));
    }
}
END_TEST

START_TEST(rows_repeat)
{
    for (unsigned n = KAYLES_FROM; n < 400; n++)
        ck_assert_uint_eq(kayles_row(n), kayles_row(n + KAYLES_PERIOD));
    ck_assert_uint_ne(kayles_row(KAYLES_FROM - 1), kayles_row(KAYLES_FROM - 1 + KAYLES_PERIOD));
}
END_TEST

/* ---- plain search over multisets of rows and circles ---- */

enum { COINS = 13, SLOTS = 1 << 18 };

struct position {
    uint8_t rows[COINS + 1], circles[COINS + 1]; /* how many of each size */
};

static struct {
    struct position position;
    int8_t outcome; /* 0: free, 1: lost, 2: won */
} known[SLOTS];

static bool lost(const struct position *p);

static bool row_wins(struct position *p, int n)
{
    bool wins = false;
    for (int take = 1; take <= 2 && take <= n && !wins; take++)
        for (int at = 0; at + take <= n && !wins; at++) {
            struct position after = *p;
            after.rows[n]--;
            after.rows[at]++;
            after.rows[n - take - at]++;
            after.rows[0] = 0;
            wins = lost(&after);
        }
    return wins;
}

static bool circle_wins(struct position *p, int n)
{
    bool wins = false;
    for (int take = 1; take <= 2 && take <= n && !wins; take++) {
        struct position after = *p;
        after.circles[n]--;
        after.rows[n - take]++;
        after.rows[0] = 0;
        wins = lost(&after);
    }
    return wins;
}

static bool lost(const struct position *p)
{
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < sizeof *p; i++)
        hash = (hash ^ ((const uint8_t *)p)[i]) * 1099511628211u;
    size_t slot = (hash ^ hash >> 32) % SLOTS;
    while (known[slot].outcome && memcmp(&known[slot].position, p, sizeof *p) != 0)
        slot = (slot + 1) % SLOTS;
    if (known[slot].outcome)
        return known[slot].outcome == 1;
    bool any = false, wins = false;
    struct position copy = *p;
    for (int n = 1; n <= COINS && !wins; n++) {
        any |= p->rows[n] || p->circles[n];
        wins = (p->rows[n] && row_wins(&copy, n)) || (p->circles[n] && circle_wins(&copy, n));
    }
    bool is_lost = any && !wins;
    while (known[slot].outcome)
        slot = (slot + 1) % SLOTS;
    known[slot].position = *p;
    known[slot].outcome = is_lost ? 1 : 2;
    return is_lost;
}

static int compared;

/* All positions of `left` coins more, in parts of at most `part`: rows are even numbers, circles odd ones. */
static void compare_all(struct position *p, int left, int part, unsigned element)
{
    ck_assert(lost(p) == kayles_lost(element));
    compared++;
    for (int next = part; next >= 2; next--) {
        int n = next / 2;
        unsigned one = next % 2 ? kayles_circle((unsigned)n) : kayles_row((unsigned)n);
        if (n > left || one == KAYLES_NONE)
            continue;
        uint8_t *count = next % 2 ? &p->circles[n] : &p->rows[n];
        ++*count;
        compare_all(p, left - n, next, kayles.sum[element][one]);
        --*count;
    }
}

START_TEST(small_positions_against_search)
{
    monoid();
    memset(known, 0, sizeof known);
    struct position p = {{0}, {0}};
    compare_all(&p, COINS, 2 * COINS + 1, 0);
    ck_assert_int_gt(compared, 1000);
}
END_TEST

SUITE(quotient_is_proven, rows_repeat, small_positions_against_search)
