/* The sink: exact counts, pages anywhere in astronomically long runs, order. */
#include "core/limits.h"
#include "core/registry.h"
#include "core/solve.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

struct move {
    struct head head;
    struct num value;
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields = (const struct field[]){{"value", offsetof(struct move, value), &type_natural, .doc = {"a value", "值"}}, {0}},
};

static const struct game plain = {.id = "plain", .move = &move_type};
static const struct game scored = {.id = "scored", .move = &move_type, .traits = TRAIT_SCORES | TRAIT_DRAWS};

static struct arena arena;
static struct budget budget;
static struct ask ask;

static void setup(void)
{
    num_setup();
    arena_init(&arena, NULL, 0, 64 << 20);
    arena_enter(&arena);
    budget = (struct budget){.left = BUDGET_STEPS, .arena = &arena};
    ask_init(&ask, &plain, NULL, &arena, &budget, NULL);
}

static void teardown(void)
{
    arena_enter(NULL);
    arena_reset(&arena);
}

static void make(struct ask *a, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)a;
    (void)mark;
    ((struct move *)move)->value = num_add(*(const struct num *)run->context, index);
}

static void run_from(struct num first, struct num count, struct mark mark)
{
    struct num *context = arena_alloc(&arena, sizeof *context);
    *context = first;
    push_run(&ask, &(struct run){.count = count, .mark = mark, .make = make, .context = context});
}

static int64_t value_at(const struct page *page, size_t index)
{
    return ((const struct move *)page->v[index].move)->value.word;
}

START_TEST(a_page_deep_in_a_huge_run)
{
    struct num huge = num_pow2(4000);
    ask.offset = num_add(huge, num(3));
    ask.limit = 2;
    run_from(num(0), num_add(huge, num(1)), mark_outcome(OUTCOME_WIN));
    run_from(num(500), huge, mark_outcome(OUTCOME_LOSS));
    run_from(num(100), num(10), mark_outcome(OUTCOME_WIN));
    ck_assert_uint_eq(ask.answer.winning.n, 2);
    ck_assert_int_eq(value_at(&ask.answer.winning, 0), 102);
    ck_assert_int_eq(value_at(&ask.answer.winning, 1), 103);
    ck_assert(num_eq(ask.answer.winning.seen, num_add(huge, num(11))));
    ck_assert(num_eq(ask.answer.move_count, num_add(num_add(huge, huge), num(11))));
}
END_TEST

START_TEST(every_page_is_a_slice_of_the_whole)
{
    for (int64_t offset = 0; offset < 12; offset++)
        for (size_t limit = 0; limit < 12; limit++)
            for (int listing = LISTING_WINNING; listing <= LISTING_ALL; listing++) {
                ask_init(&ask, &plain, NULL, &arena, &budget, NULL);
                ask.offset = num(offset);
                ask.limit = limit;
                ask.listing = (enum listing)listing;
                run_from(num(0), num(3), mark_outcome(OUTCOME_WIN));
                run_from(num(3), num(0), mark_outcome(OUTCOME_WIN));
                push(&ask, &(struct move){.value = num(3)}, mark_outcome(OUTCOME_WIN));
                run_from(num(4), num(5), mark_outcome(OUTCOME_WIN));
                const struct page *page = listing == LISTING_ALL ? &ask.answer.all : &ask.answer.winning;
                size_t left = offset < 9 ? (size_t)(9 - offset) : 0;
                ck_assert_uint_eq(page->n, left < limit ? left : limit);
                for (size_t i = 0; i < page->n; i++)
                    ck_assert_int_eq(value_at(page, i), offset + (int64_t)i);
                ck_assert_int_eq(ask.answer.winning.seen.word, 9);
            }
}
END_TEST

START_TEST(a_best_draw_is_in_two_lists)
{
    ask.game = &scored;
    run_from(num(1), num(1), (struct mark){.outcome = OUTCOME_LOSS});
    run_from(num(2), num(2), (struct mark){.outcome = OUTCOME_DRAW, .best = true});
    ck_assert_uint_eq(ask.answer.winning.n, 0);
    ck_assert_uint_eq(ask.answer.drawing.n, 2);
    ck_assert_uint_eq(ask.answer.best.n, 2);
    ck_assert_int_eq(value_at(&ask.answer.best, 1), 3);
    ck_assert_int_eq(ask.answer.move_count.word, 3);
}
END_TEST

START_TEST(without_lists_the_counts_remain)
{
    ask.listing = LISTING_NONE;
    run_from(num(0), num_pow2(90), mark_outcome(OUTCOME_WIN));
    count_losing(&ask, num(5));
    ck_assert_uint_eq(ask.answer.winning.n, 0);
    ck_assert(num_eq(ask.answer.winning.seen, num_pow2(90)));
    ck_assert(num_eq(ask.answer.move_count, num_add(num_pow2(90), num(5))));
}
END_TEST

START_TEST(every_descriptor_is_sound)
{
    ck_assert_msg(!registry_fault(), "%s", registry_fault());
    ck_assert_uint_gt(game_count(), 1);
    for (size_t i = 0; i < game_count(); i++)
        ck_assert_ptr_eq(game_find(game_at(i)->id, strlen(game_at(i)->id)), game_at(i));
    ck_assert_ptr_null(game_find("nimx", 4));
    ck_assert_ptr_null(game_find("ni", 2));
}
END_TEST

SUITE_WITH(setup, teardown, a_page_deep_in_a_huge_run, every_page_is_a_slice_of_the_whole, a_best_draw_is_in_two_lists,
           without_lists_the_counts_remain, every_descriptor_is_sound)
