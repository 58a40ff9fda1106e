/* The queen's table against search from the rules, known values, and a second table of the same store. */
#include "core/kit/heaps/queen.h"
#include "core/memory/arena.h"
#include "core/memory/store.h"
#include "tests/support/core/suite.h"

#include <string.h>

enum { SEARCHED = 70 };

static struct arena arena;
static struct budget budget = {.left = UINT64_MAX};
static struct store *store;

static struct queen table(int64_t top)
{
    arena_init(&arena, NULL, 0, 64 << 20);
    store = store_private_new(32 << 20);
    return queen_table(&arena, &budget, store, top);
}

static void done(void)
{
    arena_reset(&arena);
    store_private_free(store);
}

START_TEST(values_are_the_mex_of_the_options)
{
    static int value[SEARCHED][SEARCHED];
    struct queen queen = table(SEARCHED - 1);
    for (int a = 0; a < SEARCHED; a++)
        for (int b = 0; b < SEARCHED; b++) {
            bool seen[3 * SEARCHED + 1] = {false};
            for (int t = 1; t <= a || t <= b; t++) {
                if (t <= a)
                    seen[value[a - t][b]] = true;
                if (t <= b)
                    seen[value[a][b - t]] = true;
                if (t <= a && t <= b)
                    seen[value[a - t][b - t]] = true;
            }
            while (seen[value[a][b]])
                value[a][b]++;
            ck_assert_int_eq(queen_value(queen, a, b), value[a][b]);
        }
    done();
}
END_TEST

/* Row 10 as printed by CGSuite, and the digest of 1000 x 1000 values, row by row (FNV-like), from another program. */
START_TEST(values_are_the_published_ones)
{
    static const int row[] = {10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14, 18, 7, 6, 2, 3, 1, 4, 5, 23, 28};
    struct queen queen = table(QUEEN_SIDE - 1);
    for (int b = 0; b <= 20; b++)
        ck_assert_int_eq(queen_value(queen, 10, b), row[b]);
    uint64_t digest = UINT64_C(1469598103934665603);
    for (int a = 0; a < 1000; a++)
        for (int b = 0; b < 1000; b++)
            digest = (digest ^ (uint64_t)queen_value(queen, a, b)) * UINT64_C(1099511628211);
    ck_assert_uint_eq(digest, UINT64_C(0x4705ac0547fa8b08));
    done();
}
END_TEST

START_TEST(a_longer_table_serves_the_shorter)
{
    struct queen small = table(5), large = queen_table(&arena, &budget, store, 300);
    ck_assert(memcmp(small.values, large.values, 6 * 7 / 2 * sizeof *small.values) == 0);
    ck_assert_ptr_eq(queen_table(&arena, &budget, store, 5).values, large.values);
    done();
}
END_TEST

SUITE(values_are_the_mex_of_the_options, values_are_the_published_ones, a_longer_table_serves_the_shorter)
