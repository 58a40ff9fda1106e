/* Odd against even, against plain rows from the rules: all small sets of amounts, amounts beyond a block of rows, periods,
 * limits. */
#include "core/games/odd_even/parity.h"
#include "core/limits.h"
#include "core/value/field.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 60000 };

static struct arena arena;
static struct budget budget;
static _Alignas(16) char first[1 << 20];
static signed char plain[ROWS][2][2]; /* 1 win, 0 draw, -1 loss; by balls, parity of the mover, of the other */

static void begin(void)
{
    num_setup();
    arena_init(&arena, first, sizeof first, 64 << 20);
    arena_enter(&arena);
    budget = (struct budget){.left = BUDGET_STEPS, .arena = &arena};
}

static void end(void)
{
    arena_enter(NULL);
    arena_reset(&arena);
}

static void fill_plain(const int64_t *takes, size_t n, int rows)
{
    for (int balls = 0; balls < rows; balls++)
        for (int mine = 0; mine < 2; mine++)
            for (int theirs = 0; theirs < 2; theirs++) {
                int best = -2;
                for (size_t i = 0; i < n; i++)
                    if (takes[i] <= balls) {
                        int then = -plain[balls - takes[i]][theirs][(mine + takes[i]) % 2];
                        best = then > best ? then : best;
                    }
                plain[balls][mine][theirs] = (signed char)(best == -2 ? mine - theirs : best);
            }
}

static int score(enum outcome outcome)
{
    return outcome == OUTCOME_WIN ? 1 : outcome == OUTCOME_LOSS ? -1 : 0;
}

/* (An assertion writes into a pipe, even when it holds: too slow for millions of rows.) */
static void check_row(const struct parity_rows *rows, int balls)
{
    for (int mine = 0; mine < 2; mine++)
        for (int theirs = 0; theirs < 2; theirs++)
            if (score(parity_outcome(rows, num(balls), mine, theirs)) != plain[balls][mine][theirs])
                ck_abort_msg("%d balls, parities %d and %d", balls, mine, theirs);
}

/* All rows up to `balls`, all at once as the solver has them for that many. */
static void check(const int64_t *takes, size_t n, int balls)
{
    struct arena_mark mark = arena_mark(&arena);
    struct parity_rows rows;
    ck_assert(parity_solve(&rows, &arena, &budget, takes, n, num(balls), PARITY_ROWS));
    for (int r = 0; r <= balls; r++)
        check_row(&rows, r);
    arena_rewind(&arena, mark);
}

START_TEST(all_sets_of_small_amounts)
{
    begin();
    for (unsigned bits = 1; bits < 1 << 9; bits++) {
        int64_t takes[9];
        size_t n = 0;
        for (int t = 1; t <= 9; t++)
            if (bits >> (t - 1) & 1)
                takes[n++] = t;
        fill_plain(takes, n, 3000);
        for (int balls = 0; balls < 12; balls++)
            check(takes, n, balls);
        check(takes, n, 100);
        check(takes, n, 2999);
    }
    end();
}
END_TEST

START_TEST(amounts_around_a_block_of_rows)
{
    begin();
    uint32_t seed = 5;
    for (int round = 0; round < 200; round++) {
        int64_t takes[12];
        size_t n = 0;
        for (int64_t t = 1; n < 12; t++) {
            seed = seed * 1664525 + 1013904223;
            if ((seed >> 16) % (round % 2 ? 12 : 5) == 0)
                takes[n++] = t + (round % 3) * 28;
        }
        fill_plain(takes, n, 5000);
        check(takes, n, 4999);
        check(takes, n, (int)(seed % 4000));
    }
    end();
}
END_TEST

/* A proven period must hold far beyond the rows that prove it. */
START_TEST(periods_reach_any_size)
{
    begin();
    static const int64_t sets[][4] = {{1, 2, 3, 3}, {1, 4, 5, 5}, {2, 3, 5, 5}, {7, 9, 40, 64}, {1, 33, 34, 90}, {3, 50, 51, 52}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        size_t n = sets[i][2] == sets[i][3] ? 3 : 4;
        fill_plain(sets[i], n, ROWS);
        struct arena_mark mark = arena_mark(&arena);
        struct parity_rows rows;
        struct num huge = num_pow2(4000);
        ck_assert(parity_solve(&rows, &arena, &budget, sets[i], n, huge, PARITY_ROWS));
        ck_assert_uint_gt(rows.period, 0);
        ck_assert_uint_lt(rows.preperiod + 2 * rows.period, ROWS);
        for (int r = 0; r < ROWS; r++)
            check_row(&rows, r);
        int64_t start = (int64_t)rows.preperiod, period = (int64_t)rows.period;
        int64_t rest = num_mod(num_sub(huge, num(start)), num(period)).word;
        ck_assert_int_eq(score(parity_outcome(&rows, huge, true, false)), plain[start + rest][1][0]);
        bool shorter = start > 0 && memcmp(plain[start - 1], plain[start - 1 + period], sizeof *plain) == 0;
        ck_assert(!shorter);
        arena_rewind(&arena, mark);
    }
    end();
}
END_TEST

START_TEST(the_limits)
{
    begin();
    struct parity_rows rows;
    int64_t takes[] = {1, 9999999};
    struct arena_mark mark = arena_mark(&arena);
    ck_assert(parity_solve(&rows, &arena, &budget, takes, 2, num(10000000), PARITY_ROWS));
    arena_rewind(&arena, mark);
    takes[1] = PARITY_ROWS;
    ck_assert(!parity_solve(&rows, &arena, &budget, takes, 2, num(PARITY_ROWS + 5), PARITY_ROWS));
    arena_rewind(&arena, mark);
    ck_assert(parity_solve(&rows, &arena, &budget, takes, 2, num(PARITY_ROWS - 1), PARITY_ROWS));
    end();
}
END_TEST

SUITE(all_sets_of_small_amounts, amounts_around_a_block_of_rows, periods_reach_any_size, the_limits)
