#define _DEFAULT_SOURCE /* mincore */
/* The ledger: what does not fit is refused, what is spare makes room, what nobody missed goes back; and arenas on it. */
#include "core/memory/arena.h"
#include "core/memory/ledger.h"
#include "core/status.h"
#include "tests/support/core/suite.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { MOST = 1 << 20 };

static struct ledger ledger;

static void setup(void)
{
    ledger_init(&ledger, MOST);
}

static void teardown(void)
{
    ck_assert_uint_eq(ledger_count(&ledger).held, ledger_count(&ledger).spare);
    ledger_free(&ledger);
}

START_TEST(what_does_not_fit_is_refused)
{
    ck_assert(ledger_take(&ledger, LEDGER_NOBODY, MOST - 10));
    ck_assert(!ledger_take(&ledger, LEDGER_NOBODY, 11));
    ck_assert(!ledger_bears(&ledger, LEDGER_NOBODY, 11));
    ck_assert(ledger_take(&ledger, LEDGER_NOBODY, 10));
    ck_assert(!ledger_take(&ledger, LEDGER_NOBODY, SIZE_MAX));
    ck_assert_uint_eq(ledger_count(&ledger).refused, 2);
    ledger_give(&ledger, LEDGER_NOBODY, MOST);
    ck_assert_uint_eq(ledger_count(&ledger).peak, MOST);
    ck_assert(ledger_take(NULL, LEDGER_NOBODY, SIZE_MAX));
}
END_TEST

START_TEST(blocks_are_kept_and_make_room)
{
    void *a = ledger_block(&ledger, LEDGER_NOBODY, LEDGER_BLOCK_MIN),
         *b = ledger_block(&ledger, LEDGER_NOBODY, LEDGER_BLOCK_MIN * 4);
    ck_assert_ptr_nonnull(a);
    ck_assert_ptr_nonnull(b);
    ledger_block_free(&ledger, LEDGER_NOBODY, b, LEDGER_BLOCK_MIN * 4);
    ck_assert_uint_eq(ledger_count(&ledger).spare, LEDGER_BLOCK_MIN * 4);
    ck_assert_ptr_eq(ledger_block(&ledger, LEDGER_NOBODY, LEDGER_BLOCK_MIN * 4), b);
    ledger_block_free(&ledger, LEDGER_NOBODY, b, LEDGER_BLOCK_MIN * 4);
    ck_assert(ledger_bears(&ledger, LEDGER_NOBODY, MOST - LEDGER_BLOCK_MIN));
    ck_assert(ledger_take(&ledger, LEDGER_NOBODY, MOST - LEDGER_BLOCK_MIN)); /* the spare one goes */
    ck_assert_uint_eq(ledger_count(&ledger).spare, 0);
    ck_assert_ptr_null(ledger_block(&ledger, LEDGER_NOBODY, LEDGER_BLOCK_MIN));
    ledger_give(&ledger, LEDGER_NOBODY, MOST - LEDGER_BLOCK_MIN);
    ledger_block_free(&ledger, LEDGER_NOBODY, a, LEDGER_BLOCK_MIN);
}
END_TEST

START_TEST(what_nobody_missed_goes_back)
{
    void *a = ledger_block(&ledger, LEDGER_NOBODY, LEDGER_BLOCK_MIN), *b = ledger_block(&ledger, LEDGER_NOBODY, LEDGER_BLOCK_MIN);
    ledger_block_free(&ledger, LEDGER_NOBODY, a, LEDGER_BLOCK_MIN);
    ledger_block_free(&ledger, LEDGER_NOBODY, b, LEDGER_BLOCK_MIN);
    ledger_settle(&ledger); /* they came just now */
    ck_assert_uint_eq(ledger_count(&ledger).held, 2 * LEDGER_BLOCK_MIN);
    a = ledger_block(&ledger, LEDGER_NOBODY, LEDGER_BLOCK_MIN);
    ledger_block_free(&ledger, LEDGER_NOBODY, a, LEDGER_BLOCK_MIN);
    ledger_settle(&ledger); /* one of them was wanted */
    ck_assert_uint_eq(ledger_count(&ledger).held, LEDGER_BLOCK_MIN);
    ledger_settle(&ledger);
    ck_assert_uint_eq(ledger_count(&ledger).held, 0);
}
END_TEST

static void fill_up(void *what)
{
    for (;;)
        memset(arena_raw(what, 100000), 1, 100000);
}

START_TEST(an_arena_that_finds_no_room_escapes_as_overloaded)
{
    struct arena one, other, beside;
    struct escape landed;
    arena_init(&one, NULL, 0, 64 << 20);
    one.ledger = &ledger;
    ck_assert_int_eq(arena_try(&one, &landed, fill_up, &one), STATUS_overloaded);
    ck_assert_ptr_nonnull(strstr(landed.detail, "--memory")); /* nobody else has any: to wait does not help */
    ck_assert_ptr_nonnull(strstr(landed.zh, "--memory"));
    ck_assert_uint_ge(ledger_count(&ledger).held, MOST - 150000); /* a smaller block where the next one does not fit */
    arena_init_beside(&other, &one, NULL, 0, SIZE_MAX);
    ck_assert_uint_eq(other.cap, 64 << 20);
    ck_assert_int_eq(arena_try(&other, &landed, fill_up, &other), STATUS_overloaded);
    arena_reset(&one);
    arena_init_beside(&beside, &one, NULL, 0, 300000);
    ck_assert_int_eq(arena_try(&beside, &landed, fill_up, &beside), STATUS_too_large); /* its own cap */
    arena_reset(&beside);
    arena_reset(&other);
}
END_TEST

/* Arrays, and marks that are gone back to, of lengths by chance. */
struct steps {
    struct arena *arena;
    uint64_t seed;
    struct ledger *tight; /* of which something else has now more, now less; NULL: nothing has */
    size_t hidden;
    int made;
};

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static void make_steps(void *what)
{
    struct steps *steps = what;
    struct arena_mark mark = arena_mark(steps->arena);
    for (steps->made = 0; steps->made < 60; steps->made++) {
        uint64_t kind = next_random(&steps->seed), size = next_random(&steps->seed), hide = next_random(&steps->seed);
        if (steps->tight) {
            ledger_give(steps->tight, LEDGER_NOBODY, steps->hidden);
            size_t left = steps->tight->most - steps->tight->held;
            steps->hidden = hide % 2 ? 0 : left - left / (1 + hide % 64);
            ck_assert(ledger_take(steps->tight, LEDGER_NOBODY, steps->hidden));
        }
        if (kind % 8 == 0)
            mark = arena_mark(steps->arena);
        else if (kind % 8 == 1)
            arena_rewind(steps->arena, mark);
        else
            memset(arena_raw(steps->arena, 1 + size % (kind % 8 == 2 ? 9000000 : 90000)), 1, 1);
    }
}

/* Who has the memory of the process decides whether there is enough of it, and nothing else: what is too large is so, whatever
 * others have. */
START_TEST(what_others_have_makes_nothing_too_large)
{
    int same = 0, shed = 0, too_large = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        static struct ledger tight;
        struct arena alone, beside;
        struct escape landed;
        ledger_init(&tight, 64 << 20);
        arena_init(&alone, NULL, 0, 24 << 20);
        arena_init(&beside, NULL, 0, 24 << 20);
        beside.ledger = &tight;
        struct steps by_itself = {&alone, seed, NULL, 0, 0}, in_a_crowd = {&beside, seed, &tight, 0, 0};
        enum status one = arena_try(&alone, &landed, make_steps, &by_itself);
        enum status other = arena_try(&beside, &landed, make_steps, &in_a_crowd);
        ck_assert_msg(other == STATUS_overloaded || (other == one && in_a_crowd.made == by_itself.made),
                      "seed %d: %d at %d alone, %d at %d in a crowd", (int)seed, (int)one, by_itself.made, (int)other,
                      in_a_crowd.made);
        ck_assert(other != STATUS_overloaded || in_a_crowd.made <= by_itself.made);
        same += other == one;
        shed += other == STATUS_overloaded;
        too_large += other == STATUS_too_large;
        arena_reset(&alone);
        arena_reset(&beside);
        ledger_give(&tight, LEDGER_NOBODY, in_a_crowd.hidden);
        ck_assert_uint_eq(ledger_count(&tight).held, ledger_count(&tight).spare);
        ledger_free(&tight);
    }
    ck_assert_msg(same > 100 && shed > 100 && too_large > 50, "%d the same, %d shed, %d too large", same, shed, too_large);
}
END_TEST

/* Sixteen blocks fit: the first client may have twelve, the second three of the other four, and there is one for the third. */
START_TEST(each_leaves_something_for_the_next)
{
    enum { BLOCKS = MOST / LEDGER_BLOCK_MIN };
    static const uint32_t had[] = {12, 3, 0};
    void *blocks[BLOCKS];
    size_t n = 0;
    for (uint32_t client = 0; client < 3; client++) {
        uint32_t count = 0;
        for (void *block; n < BLOCKS && (block = ledger_block(&ledger, ledger_holder(client), LEDGER_BLOCK_MIN)); count++)
            blocks[n++] = block;
        ck_assert_uint_eq(count, had[client]);
        ck_assert(!ledger_bears(&ledger, ledger_holder(client), LEDGER_BLOCK_MIN));
    }
    ck_assert(ledger_bears(&ledger, ledger_holder(3), LEDGER_BLOCK_MIN / 2)); /* less than a block is still there */
    ck_assert(ledger_bears(&ledger, LEDGER_NOBODY, LEDGER_BLOCK_MIN));
    for (size_t i = 0; i < n; i++)
        ledger_block_free(&ledger, ledger_holder(i < 12 ? 0 : 1), blocks[i], LEDGER_BLOCK_MIN);
    ck_assert(ledger_bears(&ledger, ledger_holder(3), MOST / 4 * 3)); /* spare blocks are nobody's */
    ck_assert(!ledger_bears(&ledger, ledger_holder(3), MOST / 4 * 3 + 1));
    ck_assert(ledger_bears(&ledger, LEDGER_NOBODY, MOST));
}
END_TEST

/* What lies somewhere else is counted for its holder like blocks, and bounded with them. */
START_TEST(what_is_only_counted_has_the_same_share)
{
    uint32_t first = ledger_holder(0), second = ledger_holder(1);
    void *block = ledger_block(&ledger, first, LEDGER_BLOCK_MIN);
    ck_assert(ledger_take(&ledger, first, MOST / 4 * 3 - LEDGER_BLOCK_MIN));
    ck_assert(!ledger_take(&ledger, first, 1));
    ck_assert_ptr_null(ledger_block(&ledger, first, LEDGER_BLOCK_MIN));
    ck_assert(ledger_take(&ledger, second, MOST / 16 * 3));
    ck_assert(!ledger_take(&ledger, second, 1));
    ck_assert_uint_eq(ledger_count(&ledger).refused, 3);
    ledger_give(&ledger, first, MOST / 4 * 3 - LEDGER_BLOCK_MIN);
    ck_assert(ledger_take(&ledger, second, MOST / 4));
    ledger_give(&ledger, second, MOST / 16 * 3 + MOST / 4);
    ledger_block_free(&ledger, first, block, LEDGER_BLOCK_MIN);
}
END_TEST

/* Also of a size that is no whole number of pages. */
START_TEST(large_blocks_can_be_used_whole)
{
    static const size_t sizes[] = {LEDGER_BLOCK_MAX / 2 - 1, LEDGER_BLOCK_MAX / 2, LEDGER_BLOCK_MAX, LEDGER_BLOCK_MAX + 1,
                                   9999999};
    static struct ledger large;
    ledger_init(&large, (size_t)4 * LEDGER_BLOCK_MAX);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int times = 0; times < 2; times++) {
            char *block = ledger_block(&large, LEDGER_NOBODY, sizes[i]);
            ck_assert_ptr_nonnull(block);
            ck_assert_uint_eq((uintptr_t)block % ARENA_ALIGN, 0);
            ck_assert_uint_eq(ledger_count(&large).held - ledger_count(&large).spare, sizes[i]);
            memset(block, 1, sizes[i]);
            ledger_block_free(&large, LEDGER_NOBODY, block, sizes[i]);
        }
    ck_assert_uint_eq(ledger_count(&large).spare, LEDGER_BLOCK_MAX / 2 * 3);
    ledger_free(&large);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *block = ledger_block(NULL, LEDGER_NOBODY, sizes[i]);
        memset(block, 1, sizes[i]);
        ledger_block_free(NULL, LEDGER_NOBODY, block, sizes[i]);
    }
}
END_TEST

/* Whatever is asked for, the next one finds it. */
START_TEST(an_array_of_any_length_lies_in_a_block_that_is_kept)
{
    static struct ledger large;
    ledger_init(&large, (size_t)4 * LEDGER_BLOCK_MAX);
    ck_assert_uint_eq(ledger_handy(1), LEDGER_BLOCK_MIN);
    ck_assert_uint_eq(ledger_handy(LEDGER_BLOCK_MIN), LEDGER_BLOCK_MIN);
    ck_assert_uint_eq(ledger_handy(LEDGER_BLOCK_MIN + 1), 81920);
    ck_assert_uint_eq(ledger_handy(98305), 114688);
    ck_assert_uint_eq(ledger_handy(114689), 2 * LEDGER_BLOCK_MIN);
    ck_assert_uint_eq(ledger_handy(LEDGER_BLOCK_MAX), LEDGER_BLOCK_MAX);
    ck_assert_uint_eq(ledger_handy(LEDGER_BLOCK_MAX + 1), LEDGER_BLOCK_MAX + 1);
    struct arena arena;
    arena_init(&arena, NULL, 0, SIZE_MAX);
    arena.ledger = &large;
    char *first = arena_raw(&arena, 1000001);
    arena_reset(&arena);
    ck_assert_uint_eq(ledger_count(&large).spare, 1 << 20);
    ck_assert_ptr_eq(arena_raw(&arena, 1000000), first);
    arena_reset(&arena);
    arena_init(&arena, NULL, 0, 1000064 + ARENA_ALIGN); /* what may be had at all is had, be it no such block */
    arena.ledger = &large;
    ck_assert_ptr_nonnull(arena_raw(&arena, 1000000));
    ck_assert_uint_lt(arena.used, 1 << 20);
    arena_reset(&arena);
    ledger_free(&large);
}
END_TEST

static size_t places(const struct ledger *of)
{
    size_t n = 0;
    for (size_t i = 0; i < LEDGER_SIZES; i++)
        n += of->places[i].count;
    return n;
}

/* To map and to unmap is what workers hold loops up with, so what makes room for another size leaves its place; without memory.
 */
START_TEST(what_made_room_leaves_a_place_without_memory)
{
    enum { SMALL = 2 * LEDGER_BLOCK_MIN, LARGE = MOST / 2, BLOCKS = MOST / SMALL };
    void *small[BLOCKS];
    for (int i = 0; i < BLOCKS; i++)
        memset(small[i] = ledger_block(&ledger, LEDGER_NOBODY, SMALL), 1, SMALL);
    for (int i = 0; i < BLOCKS; i++)
        ledger_block_free(&ledger, LEDGER_NOBODY, small[i], SMALL);
    void *large = ledger_block(&ledger, LEDGER_NOBODY, LARGE);
    ck_assert_uint_eq(ledger_count(&ledger).held, MOST);
    ck_assert_uint_eq(ledger_count(&ledger).spare, MOST - LARGE);
    ck_assert_uint_eq(places(&ledger), LARGE / SMALL);
#ifndef GRUNDY_SANITIZED
    unsigned char there[SMALL / 4096] = {0};
    int empty = 0;
    for (int i = 0; i < BLOCKS; i++) {
        ck_assert_int_eq(mincore(small[i], SMALL, there), 0);
        empty += !memchr(there, 1, sizeof there);
    }
    ck_assert_int_eq(empty, LARGE / SMALL);
#endif
    ledger_block_free(&ledger, LEDGER_NOBODY, large, LARGE);
    for (int i = 0; i < BLOCKS; i++)
        memset(small[i] = ledger_block(&ledger, LEDGER_NOBODY, SMALL), 2, SMALL);
    ck_assert_uint_le(places(&ledger), 1); /* of the large one */
    for (int i = 0; i < BLOCKS; i++)
        ledger_block_free(&ledger, LEDGER_NOBODY, small[i], SMALL);
    for (int i = 0; i < 3; i++)
        ledger_settle(&ledger);
    ck_assert_uint_eq(places(&ledger), 0);
    ck_assert_uint_eq(ledger_count(&ledger).held, 0);
}
END_TEST

/* However often a crowd comes and goes. */
START_TEST(places_are_bounded)
{
    enum { BLOCKS = 2 * LEDGER_PLACES };
    static struct ledger wide;
    static void *blocks[BLOCKS];
    ledger_init(&wide, (size_t)BLOCKS * LEDGER_BLOCK_MIN);
    for (int times = 0; times < 3; times++) {
        for (int i = 0; i < BLOCKS; i++)
            ck_assert_ptr_nonnull(blocks[i] = ledger_block(&wide, LEDGER_NOBODY, LEDGER_BLOCK_MIN));
        for (int i = 0; i < BLOCKS; i++)
            ledger_block_free(&wide, LEDGER_NOBODY, blocks[i], LEDGER_BLOCK_MIN);
        ck_assert(ledger_take(&wide, LEDGER_NOBODY, wide.most));
        ck_assert_uint_eq(ledger_count(&wide).spare, 0);
        ck_assert_uint_le(places(&wide), LEDGER_PLACES);
        ledger_give(&wide, LEDGER_NOBODY, wide.most);
    }
    ledger_free(&wide);
    ck_assert_uint_eq(places(&wide), 0);
}
END_TEST

static long faults(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_minflt;
}

/* Programs that answer line by line have no ledger, and a block for every line: fresh pages each time would be most of their
 * time. */
START_TEST(without_a_ledger_blocks_are_not_fresh_each_time)
{
    enum { FIRST = 200, TIMES = 1000 }; /* some C libraries wait and see before they keep a block */
    long before = faults();
    for (int i = 0; i < FIRST + TIMES; i++) {
        if (i == FIRST)
            before = faults();
        char *block = ledger_block(NULL, LEDGER_NOBODY, LEDGER_BLOCK_MIN);
        memset(block, 1, LEDGER_BLOCK_MIN);
        ledger_block_free(NULL, LEDGER_NOBODY, block, LEDGER_BLOCK_MIN);
    }
#ifdef GRUNDY_SANITIZED
    (void)before; /* a freed block is not used again soon */
#else
    ck_assert_int_lt(faults() - before, TIMES);
#endif
}
END_TEST

SUITE_WITH(setup, teardown, what_does_not_fit_is_refused, blocks_are_kept_and_make_room, what_nobody_missed_goes_back,
           large_blocks_can_be_used_whole, without_a_ledger_blocks_are_not_fresh_each_time,
           what_made_room_leaves_a_place_without_memory, places_are_bounded, an_array_of_any_length_lies_in_a_block_that_is_kept,
           what_others_have_makes_nothing_too_large, each_leaves_something_for_the_next, what_is_only_counted_has_the_same_share,
           an_arena_that_finds_no_room_escapes_as_overloaded)
