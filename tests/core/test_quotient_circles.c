/* Misère circles of /coins: alone by published lists, beside rows and other circles by plain search, refused by counting. */
#include "core/limits.h"
#include "tests/support/core/question.h"
#include "tests/support/core/quotients.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"
#include "tests/support/core/sums.h"

#include <string.h>

extern const struct game game_coins;

static struct ask *ask_coins(const struct sum *sum)
{
    void *position = object_new(game_coins.position);
    struct num rows[SUM_PARTS], circles[SUM_PARTS];
    size_t n_rows = 0, n_circles = 0;
    for (int i = 0; i < sum->n; i++)
        if (sum->v[i] > SUM_CIRCLE)
            circles[n_circles++] = num(sum->v[i] - SUM_CIRCLE);
        else
            rows[n_rows++] = num(sum->v[i]);
    object_set_items(game_coins.position, position, "rows", rows, n_rows);
    object_set_items(game_coins.position, position, "circles", circles, n_circles);
    object_set(game_coins.position, position, "misere", num(1));
    return question_ask(&game_coins, position, LISTING_WINNING, num(0), 10, num(0));
}

static struct ask *ask_circle(int64_t n)
{
    void *position = object_new(game_coins.position);
    struct num circle = num(n);
    object_set_items(game_coins.position, position, "circles", &circle, 1);
    object_set(game_coins.position, position, "misere", num(1));
    return question_ask(&game_coins, position, LISTING_WINNING, num(0), 10, num(0));
}

static bool row_lost(int64_t n)
{
    return n == 1 || n == 4 || n == 9 || n == 12 || n == 20;
}

/* A circle of n becomes a row of n-1 or n-2: alone it is lost iff neither of these is. Rows lost alone: 1, 4, 9, 12, 20 (Winning
 * Ways ch. 13), and no others (Sibert and Conway, Mathematical Kayles). */
START_TEST(a_circle_alone)
{
    for (int64_t n = 3; n < 400; n++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        struct ask *ask = ask_circle(n);
        int64_t wins = n * (row_lost(n - 1) + row_lost(n - 2));
        ck_assert_int_eq(ask->answer.verdict, wins ? OUTCOME_WIN : OUTCOME_LOSS);
        ck_assert_int_eq(ask->answer.winning.seen.word, wins);
        ck_assert_str_eq(ask->answer.method, "quotient");
        arena_rewind(&questions_arena, mark);
    }
}
END_TEST

struct beside {
    int circles[3];
    int compared, by_quotient;
};

/* Winning moves of a sum by search: a circle may be broken at as many places as it has coins. */
static int count_wins(const struct ways *ways, const struct sum *sum)
{
    int wins = 0;
    for (int i = 0; i < sum->n; i++)
        for (int take = 1; take <= 2; take++) {
            struct sum after = {0};
            int size = sum->v[i] - SUM_CIRCLE;
            ck_assert_int_gt(size, 2);
            for (int k = 0; k < sum->n; k++)
                sum_add(&after, k == i ? size - take : sum->v[k]);
            wins += sum_lost(ways, &after) ? size : 0;
        }
    return wins;
}

/* As many coins as are searched, with no theorem. */
START_TEST(large_circles_beside_each_other)
{
    static const int circles[][3] = {{14, 21}, {6, 10, 22}, {21, 22}, {10, 14, 7}};
    struct ways kayles = ways_takes((int[]){1, 2}, 2, 7);
    for (size_t i = 0; i < sizeof circles / sizeof *circles; i++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        struct sum sum = {0};
        for (int k = 0; k < 3 && circles[i][k]; k++)
            sum_add(&sum, SUM_CIRCLE + circles[i][k]);
        struct ask *ask = ask_coins(&sum);
        int wins = count_wins(&kayles, &sum);
        ck_assert_int_eq(ask->answer.winning.seen.word, wins);
        ck_assert_int_eq(ask->answer.verdict, wins ? OUTCOME_WIN : OUTCOME_LOSS);
        arena_rewind(&questions_arena, mark);
    }
}
END_TEST

static void compare(const struct sum *rows, void *what)
{
    struct beside *beside = what;
    struct ways kayles = ways_takes((int[]){1, 2}, 2, 7);
    struct arena_mark mark = arena_mark(&questions_arena);
    struct sum sum = *rows;
    for (int i = 0; i < 3 && beside->circles[i]; i++)
        sum_add(&sum, SUM_CIRCLE + beside->circles[i]);
    struct ask *ask = ask_coins(&sum);
    if (ask->answer.verdict != (sum_lost(&kayles, &sum) ? OUTCOME_LOSS : OUTCOME_WIN))
        ck_abort_msg("%s (circles: %d more)", sum_text(&sum), SUM_CIRCLE);
    beside->compared++;
    beside->by_quotient += strcmp(ask->answer.method, "quotient") == 0;
    arena_rewind(&questions_arena, mark);
}

/* Circles above 6 beside all rows of a few coins, and beside each other: what the rules say. */
START_TEST(circles_beside_others)
{
    static const int circles[][3] = {{7}, {8}, {10}, {13}, {14}, {20}, {21}, {22}, {24}, {7, 7}, {8, 13}, {7, 8, 9}, {10, 12}};
    int by_quotient = 0;
    for (size_t i = 0; i < sizeof circles / sizeof *circles; i++) {
        struct beside beside = {.circles = {circles[i][0], circles[i][1], circles[i][2]}};
        sums_each(6, 6, compare, &beside);
        ck_assert_int_gt(beside.compared, 20);
        by_quotient += beside.by_quotient;
    }
    ck_assert_int_gt(by_quotient, 100);
}
END_TEST

SUITE_WITH(quotients_setup, quotients_teardown, a_circle_alone, large_circles_beside_each_other, circles_beside_others)
