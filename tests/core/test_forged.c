/* What another process says are tables of the games: in the store stands a forged one, and the values are those of an empty
 * store. */
#include "core/games/bombs/values.h"
#include "core/games/fibonacci_nim/fibonacci_nim.h"
#include "core/games/pieces/chess.h"
#include "core/kit/heaps/queen.h"
#include "core/limits.h"
#include "tests/support/core/question.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

extern const struct game game_squares;

/* ---- the values of a game, as one number ---- */

static uint64_t mix(uint64_t digest, uint64_t value)
{
    return (digest ^ value) * UINT64_C(1099511628211);
}

static uint64_t mix_text(uint64_t digest, const char *text)
{
    for (; *text; text++)
        digest = mix(digest, (unsigned char)*text);
    return digest;
}

static uint64_t all_of_queen(struct store *store)
{
    enum { TOP = 100 };
    struct queen queen = queen_table(&questions_arena, &questions_budget, store, TOP);
    uint64_t digest = 0;
    for (int64_t a = 0; a <= TOP; a++)
        for (int64_t b = 0; b <= TOP; b++)
            digest = mix(digest, (uint64_t)queen_value(queen, a, b));
    return digest;
}

static uint64_t all_of_bombs(struct store *store)
{
    enum { TOP = 32 };
    struct bombs bombs = bombs_table(&questions_arena, &questions_budget, store, TOP);
    uint64_t digest = 0;
    for (int64_t x = 1; x <= TOP; x++)
        for (int64_t y = 1; y <= TOP; y++)
            digest = mix(digest, (uint64_t)bombs_value(bombs, x, y));
    return digest;
}

static uint64_t all_of_dynamic_nim(struct store *store)
{
    enum { TOP = 128, FACTOR = 3 };
    struct dynamic_values values = dynamic_values(&questions_arena, &questions_budget, store, TOP, FACTOR);
    uint64_t digest = 0;
    for (int64_t stones = 0; stones <= TOP; stones++)
        for (int64_t quota = 0; quota <= stones; quota++)
            digest = mix(digest, (uint64_t)dynamic_value(values, stones, quota));
    return digest;
}

static uint64_t all_of_hyper_knight(struct store *store)
{
    enum { SUM = 128 };
    struct chess chess;
    chess_init(&chess, PIECE_HYPER, &questions_arena, &questions_budget, store, SUM, SUM);
    uint64_t digest = 0;
    for (int64_t x = 0; x <= SUM; x++)
        for (int64_t y = 0; x + y <= SUM; y++)
            digest = mix_text(digest, num_text(chess_value(&chess, (struct square){num(x), num(y)})));
    return digest;
}

/* Each part, and whether what lies below it wins. */
static uint64_t all_of_fibonacci(struct store *store)
{
    enum { NUMBERS = 40 };
    struct num n = num(1);
    uint64_t digest = 0;
    for (int i = 0; i < NUMBERS; i++) {
        n = num_add(num_mul(n, num(INT64_C(1000000007) << 32)), num(i));
        struct parts parts = parts_of(&questions_arena, &questions_budget, store, n, 2);
        for (size_t k = 0; k < parts.n; k++)
            digest = mix(mix_text(digest, num_text(parts.v[k].value)), parts.v[k].rest_wins);
    }
    return digest;
}

/* A strip, so that it is a component large enough to be kept, and soon searched. */
static uint64_t all_of_squares(struct store *store)
{
    enum { CELLS = KINGS_ALWAYS + 4 };
    static char row[CELLS + 1];
    static const char *rows[] = {row, row};
    struct store *before = questions_store;
    memset(row, '.', CELLS);
    struct list *grid = object_new(game_squares.position);
    grid = (struct list *)(void *)((char *)grid + game_squares.position->fields[0].offset);
    *grid = (struct list){2, rows};
    questions_store = store;
    struct ask *ask = question_all(&game_squares, (char *)grid - game_squares.position->fields[0].offset);
    questions_store = before;
    uint64_t digest = mix_text(0, num_text(ask->answer.grundy));
    for (size_t i = 0; i < ask->answer.all.n; i++)
        digest = mix_text(digest, num_text(ask->answer.all.v[i].mark.grundy));
    return digest;
}

/* ---- a store that tells the last key that was looked for, and then has a forged table ---- */

static struct store *near;
static char key_seen[4096];

static bool find_seen(struct store *face, struct arena *arena, const char *key, struct table *found)
{
    (void)face;
    ck_assert_uint_lt(strlen(key), sizeof key_seen);
    memcpy(key_seen, key, strlen(key) + 1);
    return near->find(near, arena, key, found);
}

static void publish_seen(struct store *face, struct arena *arena, const char *key, struct table *made)
{
    (void)face;
    near->publish(near, arena, key, made);
}

static void *reserve_seen(struct store *face, struct arena *arena, size_t bytes)
{
    (void)face;
    return near->reserve(near, arena, bytes);
}

static struct store seeing = {.find = find_seen, .publish = publish_seen, .reserve = reserve_seen};

/* A store of its own, where the table is that of another process. */
static uint64_t ask_beside(uint64_t (*all_of)(struct store *store), struct table table)
{
    struct arena_mark mark = arena_mark(&questions_arena);
    near = store_private_new(64 << 20);
    struct store_hold *hold = store_private_hold(&questions_arena);
    size_t bytes = table.count * table.width;
    void *copy = store_private_reserve(near, hold, bytes);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, table.data, bytes);
    table.data = copy;
    table.stranger = true;
    ck_assert(store_private_adopt(near, hold, key_seen, &table));
    uint64_t digest = all_of(&seeing);
    arena_rewind(&questions_arena, mark);
    store_private_free(near);
    return digest;
}

/* `bytes` is the honest table, and noise behind it, as long as the longest lie. */
static void refute_lengths(uint64_t (*all_of)(struct store *store), uint64_t truth, const unsigned char *bytes,
                           const struct table *honest)
{
    static const uint32_t widths[] = {1, 2, 4};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        uint64_t same = honest->count * honest->width / widths[i];
        const uint64_t counts[] = {1, 3, 5, same / 2, same - 1, same, honest->count, same + 64, 2 * same};
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
            struct table table = {.data = bytes, .count = counts[k], .width = widths[i]};
            ck_assert_msg(ask_beside(all_of, table) == truth, "%llu values of %u bytes", (unsigned long long)counts[k],
                          widths[i]);
        }
    }
}

static void refute(uint64_t (*all_of)(struct store *store))
{
    struct table honest;
    uint32_t noise = 1;
    questions_begin();
    near = questions_store;
    uint64_t truth = all_of(&seeing);
    ck_assert(near->find(near, &questions_arena, key_seen, &honest));
    size_t n = honest.count * honest.width;
    size_t most = 4 * (n + 64); /* of refute_lengths() */
    unsigned char *bytes = malloc(most);
    for (size_t i = 0; i < most; i++)
        bytes[i] = (unsigned char)((noise = noise * 1664525 + 1013904223) >> 24);
    struct table table = {.data = bytes, .count = honest.count, .width = honest.width};
    unsigned char *there = malloc(n);
    memcpy(there, honest.data, n);
    table.data = there;
    const size_t altered[] = {0, n / 5, n / 3 + 8, n / 2};
    for (size_t i = 0; i < sizeof altered / sizeof *altered; i++) {
        there[altered[i]] ^= 1;
        ck_assert_msg(ask_beside(all_of, table) == truth, "byte %zu is another one", altered[i]);
        there[altered[i]] ^= 1;
    }
    table.data = bytes;
    ck_assert_msg(ask_beside(all_of, table) == truth, "noise");
    memcpy(bytes, there, n);
    refute_lengths(all_of, truth, bytes, &honest);
    free(there);
    free(bytes);
    questions_end();
}

START_TEST(nobody_believes_a_forged_queen)
{
    refute(all_of_queen);
}
END_TEST

START_TEST(nobody_believes_forged_bombs)
{
    refute(all_of_bombs);
}
END_TEST

START_TEST(nobody_believes_forged_dynamic_nim)
{
    refute(all_of_dynamic_nim);
}
END_TEST

START_TEST(nobody_believes_a_forged_hyper_knight)
{
    refute(all_of_hyper_knight);
}
END_TEST

START_TEST(nobody_believes_forged_fibonacci_numbers)
{
    refute(all_of_fibonacci);
}
END_TEST

START_TEST(nobody_believes_forged_squares)
{
    refute(all_of_squares);
}
END_TEST

SUITE(nobody_believes_a_forged_queen, nobody_believes_forged_bombs, nobody_believes_forged_dynamic_nim,
      nobody_believes_a_forged_hyper_knight, nobody_believes_forged_fibonacci_numbers, nobody_believes_forged_squares)
