/* What ask_solve() holds every solver to, with solvers that break it. */
#include "core/solve.h"
#include "tests/support/core/question.h"
#include "tests/support/core/suite.h"

#include <string.h>

struct thing {
    struct head head;
};

static const struct type nothing = {.kind = KIND_OBJECT, .size = sizeof(struct thing), .fields = (const struct field[]){{0}}};

static void no_method(struct ask *ask)
{
    ask->answer.verdict = OUTCOME_LOSS;
}

static void no_verdict(struct ask *ask)
{
    ask->answer.method = "rule";
}

static void draw_where_there_is_none(struct ask *ask)
{
    ask->answer.method = "rule";
    ask->answer.verdict = OUTCOME_DRAW;
}

static void grundy_where_there_is_none(struct ask *ask)
{
    ask->answer.method = "rule";
    answer_grundy(ask, num(0));
}

static void lost_with_a_winning_move(struct ask *ask)
{
    ask->answer.method = "rule";
    ask->answer.verdict = OUTCOME_LOSS;
    push(ask, &(struct thing){{0}}, mark_outcome(OUTCOME_WIN));
}

static void count_without_reason(struct ask *ask)
{
    ask->answer.method = "rule";
    ask->answer.verdict = OUTCOME_LOSS;
    ask->answer.move_count_unknown = true;
}

static void fewer_than_none(struct ask *ask)
{
    ask->answer.method = "rule";
    ask->answer.verdict = OUTCOME_LOSS;
    count_losing(ask, num(-1));
}

static void (*const broken[])(struct ask *) = {no_method,
                                               no_verdict,
                                               draw_where_there_is_none,
                                               grundy_where_there_is_none,
                                               lost_with_a_winning_move,
                                               count_without_reason,
                                               fewer_than_none};

static void solve(void *ask)
{
    ask_solve(ask);
}

START_TEST(a_broken_promise_is_told_with_its_game)
{
    struct thing position = {{0}};
    struct game game = {.id = "broken", .position = &nothing, .move = &nothing, .solve = broken[_i]};
    struct ask ask;
    struct escape landed;
    ask_init(&ask, &game, &position, &questions_arena, &questions_budget, questions_store);
    ck_assert_int_eq(arena_try(&questions_arena, &landed, solve, &ask), STATUS_internal);
    ck_assert_ptr_eq(landed.asked.game, &game);
    ck_assert_ptr_eq(landed.asked.position, &position);
    ck_assert_msg(strstr(landed.detail, "core/") == landed.detail && strstr(landed.detail, "not so: "), "%s", landed.detail);
    ck_assert_ptr_null(questions_arena.asked.game);
}
END_TEST

static void solve_loss(struct ask *ask)
{
    ask->answer.method = "rule";
    ask->answer.verdict = OUTCOME_LOSS;
}

START_TEST(a_kept_promise_is_nobodys_afterwards)
{
    struct thing position = {{0}};
    struct game game = {.id = "kept", .position = &nothing, .move = &nothing, .solve = solve_loss};
    struct ask ask;
    ask_init(&ask, &game, &position, &questions_arena, &questions_budget, questions_store);
    ask_solve(&ask);
    ck_assert_ptr_null(questions_arena.asked.game);
}
END_TEST

void suite_fill(TCase *tcase)
{
    tcase_add_checked_fixture(tcase, questions_begin, questions_end);
    tcase_add_loop_test(tcase, a_broken_promise_is_told_with_its_game, 0, sizeof broken / sizeof *broken);
    tcase_add_test(tcase, a_kept_promise_is_nobodys_afterwards);
}
