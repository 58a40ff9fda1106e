/* Wythoff's game against plain search from the rules over a square, and at sizes where rounding would show. */
#include "core/limits.h"
#include "tests/support/core/question.h"
#include "tests/support/core/suite.h"

extern const struct game game_wythoff;

enum { SIDE = 70, LISTED_SIDE = 13 };

static void *position(struct num a, struct num b, bool misere)
{
    void *p = object_new(game_wythoff.position);
    object_set_items(game_wythoff.position, p, "heaps", (struct num[]){a, b}, 2);
    object_set(game_wythoff.position, p, "misere", num(misere));
    return p;
}

/* lost[a][b], filled from (0,0) on by the rules alone. */
static void search(bool lost[SIDE][SIDE], bool misere)
{
    for (int a = 0; a < SIDE; a++)
        for (int b = 0; b < SIDE; b++) {
            bool wins = misere && a + b == 0;
            for (int t = 1; t <= a || t <= b; t++)
                wins =
                    wins || (t <= a && lost[a - t][b]) || (t <= b && lost[a][b - t]) || (t <= a && t <= b && lost[a - t][b - t]);
            lost[a][b] = !wins;
        }
}

static int legal(int a, int b, int x, int y)
{
    return x <= a && y <= b && x + y > 0 && (x == 0 || y == 0 || x == y);
}

static void check_square(bool misere)
{
    static bool lost[SIDE][SIDE];
    search(lost, misere);
    for (int a = 0; a < SIDE; a++)
        for (int b = 0; b < SIDE; b++) {
            struct arena_mark mark = arena_mark(&questions_arena);
            struct ask *ask = question_ask(&game_wythoff, position(num(a), num(b), misere), LISTING_WINNING, num(0), 10, num(0));
            ck_assert_int_eq(ask->answer.verdict == OUTCOME_LOSS, lost[a][b]);
            size_t n = 0;
            for (int x = 0; x <= a; x++)
                for (int y = 0; y <= b; y++) {
                    if (!legal(a, b, x, y) || !lost[a - x][b - y])
                        continue;
                    ck_assert_int_eq(listed_get(ask, &ask->answer.winning, n, "take/0").word, x);
                    ck_assert_int_eq(listed_get(ask, &ask->answer.winning, n, "take/1").word, y);
                    n++;
                }
            ck_assert_uint_eq(ask->answer.winning.n, n);
            ck_assert_int_eq(ask->answer.winning.seen.word, (int64_t)n);
            arena_rewind(&questions_arena, mark);
        }
}

START_TEST(winning_moves_are_those_of_the_search)
{
    questions_begin();
    check_square(false);
    check_square(true);
    questions_end();
}
END_TEST

START_TEST(every_legal_move_is_listed_in_order)
{
    questions_begin();
    for (int a = 0; a < LISTED_SIDE; a++)
        for (int b = 0; b < LISTED_SIDE; b++) {
            struct ask *ask = question_all(&game_wythoff, position(num(a), num(b), b % 2));
            size_t n = 0;
            for (int x = 0; x <= a; x++)
                for (int y = 0; y <= b; y++)
                    if (legal(a, b, x, y)) {
                        ck_assert_int_eq(listed_get(ask, &ask->answer.all, n, "take/0").word, x);
                        ck_assert_int_eq(listed_get(ask, &ask->answer.all, n++, "take/1").word, y);
                    }
            ck_assert_uint_eq(ask->answer.all.n, n);
        }
    questions_end();
}
END_TEST

static enum outcome verdict(struct num a, struct num b)
{
    return question_ask(&game_wythoff, position(a, b, false), LISTING_WINNING, num(0), 10, num(0))->answer.verdict;
}

/* From (a, b), which is not lost, all winning moves lead to lost positions, and they are told as wins in the full list, too. */
static void check_winners(struct num a, struct num b)
{
    struct ask *ask = question_ask(&game_wythoff, position(a, b, false), LISTING_WINNING, num(0), 10, num(0));
    ck_assert_int_eq(ask->answer.verdict, OUTCOME_WIN);
    ck_assert_uint_ge(ask->answer.winning.n, 1);
    for (size_t i = 0; i < ask->answer.winning.n; i++) {
        struct num x = listed_get(ask, &ask->answer.winning, i, "take/0"), y = listed_get(ask, &ask->answer.winning, i, "take/1");
        ck_assert_int_eq(verdict(num_sub(a, x), num_sub(b, y)), OUTCOME_LOSS);
    }
    struct ask *all = question_ask(&game_wythoff, position(a, b, false), LISTING_ALL, num(0), 3, num(0));
    ck_assert(num_eq(all->answer.winning.seen, ask->answer.winning.seen));
    ck_assert(num_eq(all->answer.move_count, ask->answer.move_count));
}

/* Neighbours in the Fibonacci sequence: F_2n phi = F_2n+1 - tiny, F_2n+1 phi = F_2n+2 + tiny, so floor(k phi) is known
 * without a root: these are the k at which every fixed precision fails sooner or later. */
START_TEST(fibonacci_differences_are_exact_up_to_4096_bits)
{
    questions_begin();
    struct num one = num(1), k = one, next = one; /* F_1, F_2 */
    for (int i = 1; num_bits(next) < INT_BITS - 1; i++) {
        struct num a = i % 2 ? next : num_sub(next, one), b = num_add(a, k);
        struct arena_mark mark = arena_mark(&questions_arena);
        if (i < 100 || i % 64 == 0) {
            ck_assert_int_eq(verdict(a, b), OUTCOME_LOSS);
            ck_assert_int_eq(verdict(b, a), OUTCOME_LOSS);
            check_winners(num_add(a, one), num_add(b, one));
            check_winners(b, num_add(b, k));
        }
        arena_rewind(&questions_arena, mark);
        struct num sum = num_add(k, next);
        k = next;
        next = sum;
    }
    questions_end();
}
END_TEST

START_TEST(ten_to_the_eighteen_and_twenty)
{
    questions_begin();
    struct ask *ask = question_ask(&game_wythoff, position(decimal("2618033988749894848"), decimal("1618033988749894848"), false),
                                   LISTING_WINNING, num(0), 10, num(0));
    ck_assert_int_eq(ask->answer.verdict, OUTCOME_LOSS);
    ck_assert(object_given(game_wythoff.extra, ask->extra, "cold_pair"));
    ck_assert(num_eq(object_get(game_wythoff.extra, ask->extra, "cold_pair/k"), decimal("1000000000000000000")));
    struct num a = decimal("161803398874989484820"), k = decimal("100000000000000000000");
    ck_assert_int_eq(verdict(a, num_add(a, k)), OUTCOME_LOSS);
    ck_assert_int_eq(verdict(num_add(a, num(1)), num_add(a, k)), OUTCOME_WIN);
    ck_assert_int_eq(verdict(num(165580140), num(267914295)), OUTCOME_LOSS);
    ck_assert_int_eq(verdict(num(165580141), num(267914296)), OUTCOME_WIN);
    questions_end();
}
END_TEST

SUITE(winning_moves_are_those_of_the_search, every_legal_move_is_listed_in_order, fibonacci_differences_are_exact_up_to_4096_bits,
      ten_to_the_eighteen_and_twenty)
