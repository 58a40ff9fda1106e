/* The arena, its one way out, and the budget. */
#include "core/budget.h"
#include "core/limits.h"
#include "core/memory/arena.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

static _Alignas(16) char first[256];

START_TEST(memory_is_zeroed_and_aligned)
{
    struct arena arena;
    arena_init(&arena, first, sizeof first, 1 << 20);
    for (int round = 0; round < 3; round++) {
        for (size_t size = 1; size < 3000; size += 61) {
            unsigned char *p = arena_alloc(&arena, size);
            ck_assert_uint_eq((uintptr_t)p % 16, 0);
            for (size_t i = 0; i < size; i++)
                ck_assert_uint_eq(p[i], 0);
            memset(p, 0xa5, size);
        }
        arena_reset(&arena);
    }
}
END_TEST

/* Nor is it NULL where nothing was taken before, and nothing is wanted. */
START_TEST(no_bytes_have_a_place_too)
{
    struct arena arena;
    arena_init(&arena, NULL, 0, 1 << 20);
    for (int round = 0; round < 2; round++) {
        ck_assert_ptr_nonnull(arena_array(&arena, 0, 8));
        ck_assert_ptr_nonnull(arena_raw(&arena, 0));
        ck_assert_ptr_nonnull(arena_alloc(&arena, 1));
        arena_reset(&arena);
    }
}
END_TEST

static void take_too_much(void *what)
{
    struct arena *arena = what;
    for (;;)
        memset(arena_alloc(arena, 1000), 1, 1000);
}

static void take_overflowing(void *what)
{
    arena_array(what, SIZE_MAX / 2, 16);
}

START_TEST(the_cap_ends_in_an_escape)
{
    struct arena arena;
    struct escape escape;
    arena_init(&arena, NULL, 0, 100000);
    ck_assert_int_eq(arena_try(&arena, &escape, take_too_much, &arena), STATUS_too_large);
    ck_assert_int_eq(escape.limit, 100000);
    ck_assert_ptr_nonnull(strstr(escape.detail, "100000 bytes"));
    ck_assert_uint_le(arena.used, 100000);
    ck_assert_int_eq(arena_try(&arena, &escape, take_overflowing, &arena), STATUS_too_large);
    arena_reset(&arena);
    ck_assert_uint_eq(arena.used, 0);
}
END_TEST

struct nested {
    struct arena *arena;
    struct escape inner;
};

static void refuse(void *what)
{
    struct nested *nested = what;
    arena_escape(nested->arena, STATUS_deadline_exceeded, 7, "inner %d", 5);
}

static void nest(void *what)
{
    struct nested *nested = what;
    ck_assert_int_eq(arena_try(nested->arena, &nested->inner, refuse, nested), STATUS_deadline_exceeded);
    arena_escape(nested->arena, STATUS_too_large, -1, "outer");
}

START_TEST(escapes_land_at_the_innermost_try)
{
    struct arena arena;
    struct escape escape;
    arena_init(&arena, NULL, 0, 100000);
    struct nested nested = {.arena = &arena};
    ck_assert_int_eq(arena_try(&arena, &escape, nest, &nested), STATUS_too_large);
    ck_assert_str_eq(nested.inner.detail, "inner 5");
    ck_assert_int_eq(nested.inner.limit, 7);
    ck_assert_str_eq(escape.detail, "outer");
    ck_assert_ptr_null(arena.escape);
    ck_assert_ptr_null(arena_current());
    arena_reset(&arena);
}
END_TEST

static char order[8];

static void note(void *what)
{
    strncat(order, what, 1);
}

START_TEST(deferred_calls_run_newest_first_and_once)
{
    struct arena arena;
    arena_init(&arena, NULL, 0, 100000);
    arena_defer(&arena, note, (char[]){"a"});
    arena_defer(&arena, note, (char[]){"b"});
    arena_reset(&arena);
    arena_reset(&arena);
    ck_assert_str_eq(order, "ba");
}
END_TEST

START_TEST(rewinding_gives_back_what_came_after)
{
    struct arena arena;
    arena_init(&arena, first, sizeof first, 1 << 24);
    char *kept = arena_copy(&arena, "kept", 4);
    struct arena_mark mark = arena_mark(&arena);
    char *once = arena_alloc(&arena, 16);
    for (int i = 0; i < 1000; i++) {
        arena_rewind(&arena, mark);
        ck_assert_ptr_eq(arena_alloc(&arena, 16), once);
        arena_alloc(&arena, 100000);
    }
    ck_assert_uint_lt(arena.used, 1 << 20);
    ck_assert_str_eq(kept, "kept");
    arena_reset(&arena);
}
END_TEST

static int looks;

static enum status look(void *what)
{
    looks++;
    return looks < *(int *)what ? STATUS_ok : STATUS_deadline_exceeded;
}

static void spend_for_ever(void *what)
{
    for (;;)
        budget_spend(what, 1);
}

START_TEST(the_budget_asks_every_so_many_steps_and_ends_the_work)
{
    struct arena arena;
    struct escape escape;
    int most = 3;
    arena_init(&arena, NULL, 0, 100000);
    struct budget budget = {.left = BUDGET_STEPS, .arena = &arena, .look = look, .what = &most};
    ck_assert_int_eq(arena_try(&arena, &escape, spend_for_ever, &budget), STATUS_deadline_exceeded);
    ck_assert_int_eq(looks, 3);
    arena_reset(&arena);
}
END_TEST

SUITE(memory_is_zeroed_and_aligned, no_bytes_have_a_place_too, the_cap_ends_in_an_escape, escapes_land_at_the_innermost_try,
      deferred_calls_run_newest_first_and_once, rewinding_gives_back_what_came_after,
      the_budget_asks_every_so_many_steps_and_ends_the_work)
