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

static int64_t wanted;
static size_t made, last_made;

static void make_counting(struct ask *a, const struct run *run, struct num index, void *move, struct mark *mark)
{
    made++;
    ck_assert_msg(run->any_order || index.word >= (int64_t)last_made, "index %lld behind %zu", (long long)index.word, last_made);
    last_made = (size_t)index.word;
    make(a, run, index, move, mark);
    mark->outcome = index.word % 2 ? OUTCOME_WIN : OUTCOME_LOSS;
}

static int order(const struct ask *a, const void *listed, const void *sought)
{
    (void)a;
    (void)sought;
    int64_t value = ((const struct move *)listed)->value.word;
    return (value > wanted) - (value < wanted);
}

/* 0, 10…29, 30, 40…42: a single move, a run, a single one, a run; only the first `limit` are looked at. */
static struct seek sought(int64_t value, size_t limit, bool any_order)
{
    struct seek seek = {.move = &wanted, .order = order};
    ask_init(&ask, &plain, NULL, &arena, &budget, NULL);
    ask.listing = LISTING_ALL;
    ask.limit = limit;
    ask.seek = &seek;
    wanted = value;
    made = 0;
    push(&ask, &(struct move){.value = num(0)}, mark_outcome(OUTCOME_DRAW));
    for (int64_t at = 10; at <= 40; at += 30) {
        struct num context = num(at);
        last_made = 0;
        push_run(&ask, &(struct run){.count = num(at == 10 ? 20 : 3),
                                     .mixed = true,
                                     .wins = num(at == 10 ? 10 : 1),
                                     .make = make_counting,
                                     .context = &context,
                                     .any_order = any_order});
        if (at == 10)
            push(&ask, &(struct move){.value = num(30)}, mark_outcome(OUTCOME_LOSS));
    }
    ask.seek = NULL;
    return seek;
}

START_TEST(a_move_is_found_where_it_is)
{
    for (int any = 0; any < 2; any++)
        for (size_t limit = 1; limit < 30; limit++)
            for (int64_t value = -1; value < 45; value++) {
                struct seek seek = sought(value, limit, any);
                int64_t index = value == 0                   ? 0
                                : value >= 10 && value <= 30 ? value - 9
                                : value >= 40 && value <= 42 ? value - 18
                                                             : -1;
                bool there = index >= 0 && index < (int64_t)limit;
                ck_assert_msg((seek.found.move != NULL) == there, "%lld of %zu", (long long)value, limit);
                ck_assert(!any || made <= 9); /* of twenty six at most, of three three */
                ck_assert_int_eq(ask.answer.move_count.word, 25);
                ck_assert_ptr_null(ask.answer.all.v);
                if (!there)
                    continue;
                ck_assert_int_eq(((const struct move *)seek.found.move)->value.word, value);
                enum outcome outcome = value == 0    ? OUTCOME_DRAW
                                       : value == 30 ? OUTCOME_LOSS
                                       : value % 2   ? OUTCOME_WIN
                                                     : OUTCOME_LOSS;
                ck_assert_int_eq((int)seek.found.mark.outcome, (int)outcome);
            }
}
END_TEST

SUITE_WITH(setup, teardown, a_page_deep_in_a_huge_run, every_page_is_a_slice_of_the_whole, a_best_draw_is_in_two_lists,
           without_lists_the_counts_remain, a_move_is_found_where_it_is, every_descriptor_is_sound)
