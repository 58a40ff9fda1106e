/* Coins against enumeration from the rules: values of rows and circles, counts of long rows place by place, the moves of a page,
 * and counts of rows of 10^12 from the period of a table made here. */
#include "core/limits.h"
#include "tests/support/core/question.h"
#include "tests/support/core/suite.h"

#include <string.h>

extern const struct game game_coins;

enum { LENGTH = COINS_TABLE + 20, AMOUNTS = 4, VALUES = 2048 };

static int row_values[LENGTH];

struct amounts {
    size_t n;
    int v[AMOUNTS];
};

static const struct amounts kayles_amounts = {2, {1, 2}};
static const struct amounts others[] = {{1, {1}}, {2, {2, 3}}, {3, {1, 4, 9}}, {2, {7, 40}}, {4, {3, 5, 8, 13}}};

static int mex(const bool *seen)
{
    int value = 0;
    while (seen[value])
        value++;
    return value;
}

static void fill_rows(const struct amounts *a, int top)
{
    for (int n = 0; n <= top; n++) {
        bool seen[VALUES] = {false};
        for (size_t k = 0; k < a->n; k++)
            for (int at = 0; at + a->v[k] <= n; at++)
                seen[row_values[at] ^ row_values[n - a->v[k] - at]] = true;
        row_values[n] = mex(seen);
    }
}

static struct ask *ask_coins(const char *list, const struct num *sizes, size_t n, const struct amounts *a, enum listing listing,
                             struct num offset, size_t limit, struct num target)
{
    void *p = object_new(game_coins.position);
    struct num takes[AMOUNTS];
    for (size_t k = 0; k < a->n; k++)
        takes[k] = num(a->v[k]);
    object_set_items(game_coins.position, p, list, sizes, n);
    object_set_items(game_coins.position, p, "take", takes, a->n);
    return question_ask(&game_coins, p, listing, offset, limit, target);
}

/* All moves of one row, in order, with values and targets. */
static void compare_row(const struct amounts *a, int n, int target)
{
    struct num size = num(n);
    struct ask *ask = ask_coins("rows", &size, 1, a, LISTING_ALL, num(0), 10000, num(target));
    ck_assert_int_eq(ask->answer.grundy.word, row_values[n]);
    size_t i = 0, wins = 0;
    for (int at = 0; at < n; at++)
        for (size_t k = 0; k < a->n && at + a->v[k] <= n; k++, i++) {
            int value = row_values[at] ^ row_values[n - a->v[k] - at];
            const struct listed *listed = &ask->answer.all.v[i];
            ck_assert_uint_lt(i, ask->answer.all.n);
            ck_assert_int_eq(listed_get(ask, &ask->answer.all, i, "at").word, at);
            ck_assert_int_eq(listed_get(ask, &ask->answer.all, i, "take").word, a->v[k]);
            ck_assert_int_eq(listed->mark.grundy.word, value);
            ck_assert(listed->mark.outcome == (value == target ? OUTCOME_WIN : OUTCOME_LOSS));
            wins += value == target;
        }
    ck_assert_uint_eq(ask->answer.all.n, i);
    ck_assert_int_eq(ask->answer.winning.seen.word, (int64_t)wins);
    ask = ask_coins("rows", &size, 1, a, LISTING_WINNING, num(0), 10000, num(target));
    ck_assert_int_eq(ask->answer.move_count.word, (int64_t)i);
    ck_assert_uint_eq(ask->answer.winning.n, wins);
    i = 0;
    for (int at = 0; at < n; at++)
        for (size_t k = 0; k < a->n && at + a->v[k] <= n; k++)
            if ((row_values[at] ^ row_values[n - a->v[k] - at]) == target) {
                ck_assert_int_eq(listed_get(ask, &ask->answer.winning, i, "at").word, at);
                ck_assert_int_eq(listed_get(ask, &ask->answer.winning, i++, "take").word, a->v[k]);
            }
}

START_TEST(rows_of_kayles)
{
    questions_begin();
    fill_rows(&kayles_amounts, LENGTH - 1);
    for (int n = 1; n < 420; n += n < 40 ? 1 : 13)
        for (int target = 0; target < 10; target += 3) {
            struct arena_mark mark = arena_mark(&questions_arena);
            compare_row(&kayles_amounts, n, target);
            arena_rewind(&questions_arena, mark);
        }
    for (int n = 1000; n < 1013; n++)
        compare_row(&kayles_amounts, n, n % 9);
    questions_end();
}
END_TEST

START_TEST(rows_of_others)
{
    questions_begin();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        fill_rows(&others[i], 200);
        for (int n = others[i].v[others[i].n - 1]; n < 200; n += 17)
            compare_row(&others[i], n, n % 4);
    }
    questions_end();
}
END_TEST

START_TEST(circles)
{
    questions_begin();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const struct amounts *a = &others[i];
        fill_rows(a, 200);
        for (int n = a->v[a->n - 1]; n < 200; n += 3) {
            bool seen[VALUES] = {false};
            int64_t moves = 0, wins = 0;
            for (size_t k = 0; k < a->n; k++) {
                int value = row_values[n - a->v[k]], places = a->v[k] == n ? 1 : n;
                seen[value] = true;
                moves += places;
                wins += value == 0 ? places : 0;
            }
            struct num size = num(n);
            struct ask *ask = ask_coins("circles", &size, 1, a, LISTING_ALL, num(0), 10000, num(0));
            ck_assert_int_eq(ask->answer.grundy.word, mex(seen));
            ck_assert_int_eq(ask->answer.move_count.word, moves);
            ck_assert_int_eq(ask->answer.winning.seen.word, wins);
            ck_assert_int_eq((int64_t)ask->answer.all.n, moves);
        }
    }
    questions_end();
}
END_TEST

/* Beyond the tables, where symmetry may decide: {1,4} and {2,3} do so for every circle, the others for some or none. */
START_TEST(large_circles)
{
    static const struct amounts amounts[] = {{2, {1, 4}}, {2, {2, 3}}, {3, {1, 3, 4998}}, {2, {3, 5}}, {3, {5, 5001, 5004}}};
    size_t mirrored = 0;
    questions_begin();
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        const struct amounts *a = &amounts[i];
        fill_rows(a, LENGTH - 1);
        for (int n = COINS_TABLE + 1; n < LENGTH; n++) {
            bool seen[VALUES] = {false};
            int64_t wins = 0;
            for (size_t k = 0; k < a->n && a->v[k] <= n; k++) {
                int value = row_values[n - a->v[k]];
                seen[value] = true;
                wins += value != 0 ? 0 : a->v[k] == n ? 1 : n;
            }
            struct num size = num(n);
            struct ask *ask = ask_coins("circles", &size, 1, a, LISTING_WINNING, num(0), 10, num(0));
            ck_assert_int_eq(ask->answer.grundy.word, mex(seen));
            ck_assert_int_eq(ask->answer.winning.seen.word, wins);
            mirrored += strcmp(ask->answer.method, "mirror") == 0;
        }
    }
    ck_assert_uint_gt(mirrored, 2 * (LENGTH - COINS_TABLE - 1) - 1);
    questions_end();
}
END_TEST

/* Winning moves of one row of 10^12 to the value 0, summed over residues from a table made here, whose period is 12. */
static int64_t count_by_residues(int64_t n)
{
    enum { FROM = 71, PERIOD = 12 };
    int64_t count = 0;
    for (int take = 1; take <= 2; take++) {
        int64_t rest = n - take, middle = rest - 2 * FROM + 1;
        for (int at = 0; at < FROM; at++)
            count += 2 * (row_values[at] == row_values[FROM + (rest - at - FROM) % PERIOD]);
        for (int r = 0; r < PERIOD; r++) {
            int64_t places = middle / PERIOD + (r < middle % PERIOD);
            count += row_values[FROM + r] == row_values[FROM + (rest - 2 * FROM - r) % PERIOD] ? places : 0;
        }
    }
    return count;
}

START_TEST(long_rows)
{
    questions_begin();
    fill_rows(&kayles_amounts, LENGTH - 1);
    for (int64_t n = INT64_C(1000000000000); n < INT64_C(1000000000024); n++) {
        struct num size = num(n);
        struct ask *ask = ask_coins("rows", &size, 1, &kayles_amounts, LISTING_WINNING, num(0), 1, num(0));
        int64_t wins = count_by_residues(n);
        ck_assert_int_eq(ask->answer.move_count.word, 2 * n - 1);
        ck_assert_int_eq(ask->answer.winning.seen.word, wins);
        /* mirrored, the last winning move is the first */
        struct num first = listed_get(ask, &ask->answer.winning, 0, "at");
        ask = ask_coins("rows", &size, 1, &kayles_amounts, LISTING_WINNING, num(wins - 2), 10, num(0));
        ck_assert_uint_eq(ask->answer.winning.n, 2);
        struct num take = listed_get(ask, &ask->answer.winning, 1, "take");
        ck_assert_int_eq(listed_get(ask, &ask->answer.winning, 1, "at").word, n - first.word - take.word);
        /* a page far inside: each move wins, in order */
        ask = ask_coins("rows", &size, 1, &kayles_amounts, LISTING_WINNING, num(wins / 2), 100, num(0));
        ck_assert_uint_eq(ask->answer.winning.n, 100);
        for (size_t i = 0; i < 100; i++) {
            int64_t at = listed_get(ask, &ask->answer.winning, i, "at").word;
            int64_t behind = n - at - listed_get(ask, &ask->answer.winning, i, "take").word;
            ck_assert_int_eq(row_values[71 + (at - 71) % 12], row_values[71 + (behind - 71) % 12]);
        }
    }
    questions_end();
}
END_TEST

SUITE(rows_of_kayles, rows_of_others, circles, large_circles, long_rows)
