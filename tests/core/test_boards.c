/* The formulas and tables behind the board games against plain mex from the rules. */
#include "core/games/bombs/values.h"
#include "core/games/pieces/chess.h"
#include "core/kit/heaps/king.h"
#include "core/limits.h"
#include "core/memory/store.h"
#include "core/registry.h"
#include "core/solve.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

static struct arena arena;
static struct budget budget;
static struct store *store;

static void begin(void)
{
    num_setup();
    arena_init(&arena, NULL, 0, 256 << 20);
    arena_enter(&arena);
    budget = (struct budget){.left = BUDGET_STEPS, .arena = &arena};
    store = store_private_new(64 << 20);
}

static void end(void)
{
    arena_enter(NULL);
    arena_reset(&arena);
    store_private_free(store);
}

enum { SIDE = 600, STEPS_MAX = 6 };

/* Steps of the pieces of chess, and those of the catalogue. */
static const struct {
    enum piece piece;
    int side, n, steps[STEPS_MAX][2];
} stepping[] = {
    {PIECE_KING, SIDE, 3, {{-1, 0}, {0, -1}, {-1, -1}}},
    {PIECE_KNIGHT, SIDE, 4, {{-2, -1}, {-2, 1}, {-1, -2}, {1, -2}}},
    {PIECE_HYPER, SIDE, 6, {{-2, -1}, {-2, 1}, {-1, -2}, {1, -2}, {-3, -1}, {-1, -3}}},
};

static int mex_of(uint64_t seen)
{
    return __builtin_ctzll(~seen);
}

/* All squares with x + y <= side, which contains every square that a step leads to. */
START_TEST(steppers_have_their_values)
{
    begin();
    for (size_t k = 0; k < sizeof stepping / sizeof *stepping; k++) {
        int side = stepping[k].side;
        uint8_t *value = calloc((size_t)(side + 1) * (size_t)(side + 1), 1);
        struct chess chess;
        chess_init(&chess, stepping[k].piece, &arena, &budget, store, side, side);
        for (int sum = 0; sum <= side; sum++)
            for (int x = 0; x <= sum; x++) {
                uint64_t seen = 0;
                for (int i = 0; i < stepping[k].n; i++) {
                    int a = x + stepping[k].steps[i][0], b = sum - x + stepping[k].steps[i][1];
                    if (a >= 0 && b >= 0)
                        seen |= UINT64_C(1) << value[a * (side + 1) + b];
                }
                int v = mex_of(seen);
                value[x * (side + 1) + sum - x] = (uint8_t)v;
                if (chess_value(&chess, (struct square){num(x), num(sum - x)}).word != v)
                    ck_abort_msg("piece %d at (%d,%d) is worth %d", stepping[k].piece, x, sum - x, v);
            }
        free(value);
    }
    end();
}
END_TEST

/* Far out, values repeat as the proofs in chess.h and king.h say: (x+4m, y+4m) and, off the diagonal, (x+4m, y). */
START_TEST(steppers_far_out)
{
    begin();
    struct num far = num_shl(num(1), 2000);
    for (int piece = PIECE_KING; piece <= PIECE_KNIGHT; piece++) {
        struct chess chess;
        chess_init(&chess, (enum piece)piece, &arena, &budget, store, 0, 0);
        for (int x = 0; x < 12; x++)
            for (int y = 0; y < 12; y++) {
                struct square near = {num(x + 8), num(y + 8)}, along = {num_add(far, near.x), num_add(far, near.y)};
                struct square off = {num(x + 40), num(y)}, out = {num_add(far, off.x), off.y};
                ck_assert_int_eq(chess_value(&chess, along).word, chess_value(&chess, near).word);
                ck_assert_int_eq(chess_value(&chess, out).word, chess_value(&chess, off).word);
                ck_assert_int_eq(chess_value(&chess, (struct square){out.y, out.x}).word,
                                 chess_value(&chess, (struct square){off.y, off.x}).word);
            }
    }
    end();
}
END_TEST

START_TEST(sliders_have_their_values)
{
    begin();
    enum { SIDE_LONG = 40 };
    static const enum piece pieces[] = {PIECE_ROOK, PIECE_BISHOP, PIECE_QUEEN};
    for (size_t k = 0; k < 3; k++) {
        static int64_t value[SIDE_LONG][SIDE_LONG];
        struct chess chess;
        chess_init(&chess, pieces[k], &arena, &budget, store, SIDE_LONG, 2 * SIDE_LONG);
        for (int x = 0; x < SIDE_LONG; x++)
            for (int y = 0; y < SIDE_LONG; y++) {
                bool seen[4 * SIDE_LONG] = {false};
                for (int t = 1; t <= x && pieces[k] != PIECE_BISHOP; t++)
                    seen[value[x - t][y]] = true;
                for (int t = 1; t <= y && pieces[k] != PIECE_BISHOP; t++)
                    seen[value[x][y - t]] = true;
                for (int t = 1; t <= x && t <= y && pieces[k] != PIECE_ROOK; t++)
                    seen[value[x - t][y - t]] = true;
                while (seen[value[x][y]])
                    value[x][y]++;
                ck_assert_int_eq(chess_value(&chess, (struct square){num(x), num(y)}).word, value[x][y]);
            }
        memset(value, 0, sizeof value);
    }
    end();
}
END_TEST

enum { BOMB_SIDE = 40 };

/* The table grown in two steps, as two questions would, against the rules. */
START_TEST(bombs_have_their_values)
{
    begin();
    static int value[BOMB_SIDE + 1][BOMB_SIDE + 1];
    struct bombs small = bombs_table(&arena, &budget, store, 5);
    ck_assert_int_eq(bombs_value(small, 4, 5), 6); /* published with HDU 2873 */
    struct bombs bombs = bombs_table(&arena, &budget, store, BOMB_SIDE);
    for (int x = 1; x <= BOMB_SIDE; x++)
        for (int y = 1; y <= BOMB_SIDE; y++) {
            static bool seen[4096];
            memset(seen, 0, sizeof seen);
            for (int u = 1; u < x && y == 1; u++)
                seen[value[u][1]] = true;
            for (int v = 1; v < y && x == 1; v++)
                seen[value[1][v]] = true;
            for (int u = 1; u < x; u++)
                for (int v = 1; v < y; v++)
                    seen[value[u][y] ^ value[x][v]] = true;
            value[x][y] = 0;
            while (seen[value[x][y]])
                value[x][y]++;
            ck_assert_int_eq(bombs_value(bombs, x, y), value[x][y]);
        }
    end();
}
END_TEST

/* Whatever the instructions, the tables are the same. */
START_TEST(bombs_by_any_instructions)
{
    enum { BOMBS = 160 };
    struct bombs tables[SIMD_WITH_AVX512 + 1];
    for (int simd = SIMD_PLAIN; simd <= (int)simd_here(); simd++) {
        begin();
        struct bombs made = bombs_table_with((enum simd)simd, &arena, &budget, store, BOMBS);
        static uint16_t kept[SIMD_WITH_AVX512 + 1][BOMBS * (BOMBS + 1) / 2];
        memcpy(kept[simd], made.values, sizeof kept[simd]);
        tables[simd] = (struct bombs){kept[simd]};
        for (int x = 1; x <= BOMBS; x++)
            for (int y = 1; y <= x; y++)
                ck_assert_int_eq(bombs_value(tables[simd], x, y), bombs_value(tables[SIMD_PLAIN], x, y));
        end();
    }
}
END_TEST

struct patience {
    unsigned looks; /* left */
    struct bombs made;
};

static enum status look(void *what)
{
    struct patience *patience = what;
    return patience->looks-- ? STATUS_ok : STATUS_deadline_exceeded;
}

static void make_bombs(void *what)
{
    struct patience *patience = what;
    patience->made = bombs_table(&arena, &budget, store, 256);
}

/* A table that the time is too short for is made by asking again, each time further, and what is said of it is true. */
START_TEST(bombs_go_on_where_they_stopped)
{
    begin();
    struct patience patience = {0};
    struct escape landed;
    unsigned asked = 0;
    for (enum status status = STATUS_deadline_exceeded; status != STATUS_ok; asked++) {
        static uint64_t kept;
        struct table table = {0};
        arena_reset(&arena);
        patience.looks = 12;
        budget = (struct budget){.left = BUDGET_STEPS, .arena = &arena, .look = look, .what = &patience};
        status = arena_try(&arena, &landed, make_bombs, &patience);
        if (status == STATUS_ok)
            continue;
        ck_assert_int_eq(status, STATUS_deadline_exceeded);
        ck_assert(store->find(store, &arena, "bombs", &table) && table.count > kept);
        kept = table.count;
        uint64_t row = strtoull(strstr(landed.detail, "row ") + 4, NULL, 10);
        ck_assert_uint_eq(row * (row + 1) / 2, kept);
    }
    ck_assert_uint_gt(asked, 3);
    struct store *own = store;
    static uint16_t values[256 * 257 / 2];
    memcpy(values, patience.made.values, sizeof values);
    arena_reset(&arena);
    budget = (struct budget){.left = BUDGET_STEPS, .arena = &arena};
    store = store_private_new(64 << 20);
    struct bombs whole = bombs_table(&arena, &budget, store, 256);
    ck_assert_int_eq(memcmp(values, whole.values, sizeof values), 0);
    arena_reset(&arena);
    store_private_free(own);
    end();
}
END_TEST

enum { SHEET_SIDE = 182 }; /* beyond 178: the proof in core/games/cutting/sheet.h rests on it */

/* Cutting without the octal game: g over the cuts that leave sides of at least 2 (rules and the reduction of POJ 2311), two
 * periods far. */
START_TEST(sheets_have_their_values)
{
    begin();
    static uint8_t value[SHEET_SIDE + 1][SHEET_SIDE + 1];
    const struct game *game = game_find("cutting", strlen("cutting"));
    for (int w = 2; w <= SHEET_SIDE; w++)
        for (int h = 2; h <= SHEET_SIDE; h++) {
            uint64_t seen = 0;
            for (int i = 2; i <= w - 2; i++)
                seen |= UINT64_C(1) << (value[i][h] ^ value[w - i][h]);
            for (int i = 2; i <= h - 2; i++)
                seen |= UINT64_C(1) << (value[w][i] ^ value[w][h - i]);
            value[w][h] = (uint8_t)mex_of(seen);
        }
    for (int w = 2; w <= SHEET_SIDE; w++)
        for (int h = 2; h <= SHEET_SIDE; h += 3) {
            arena_reset(&arena);
            void *position = arena_alloc(&arena, game->position->size);
            struct num *sheet = arena_alloc(&arena, 2 * sizeof *sheet);
            sheet[0] = num(w);
            sheet[1] = num(h);
            *(struct list *)((char *)position + game->position->fields[0].offset) = (struct list){1, sheet};
            struct ask ask;
            ask_init(&ask, game, position, &arena, &budget, store);
            ask.listing = LISTING_NONE;
            ask_solve(&ask);
            int64_t wins = 0;
            for (int i = 2; i <= w - 2; i++)
                wins += value[i][h] == value[w - i][h];
            for (int i = 2; i <= h - 2; i++)
                wins += value[w][i] == value[w][h - i];
            if (ask.answer.grundy.word != value[w][h] || ask.answer.winning.seen.word != wins)
                ck_abort_msg("sheet %d x %d is worth %d and has %d winning cuts", w, h, value[w][h], (int)wins);
        }
    end();
}
END_TEST

SUITE(steppers_have_their_values, steppers_far_out, sliders_have_their_values, bombs_have_their_values, bombs_by_any_instructions,
      bombs_go_on_where_they_stopped, sheets_have_their_values)
