/* Values of the pieces; see chess.h for the theorems. */
#include "core/games/pieces/chess.h"

#include "core/kit/heaps/king.h"
#include "core/limits.h"
#include "core/memory/store.h"

#include <string.h>

static const int8_t king_steps[][2] = {{-1, -1}, {-1, 0}, {0, -1}};
static const int8_t knight_steps[][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {1, -2}};
static const int8_t hyper_steps[][2] = {{-3, -1}, {-2, -1}, {-2, 1}, {-1, -3}, {-1, -2}, {1, -2}};

size_t chess_steps(enum piece piece, const int8_t (**steps)[2])
{
    if (piece == PIECE_KING) {
        *steps = king_steps;
        return sizeof king_steps / sizeof *king_steps;
    }
    if (piece == PIECE_KNIGHT) {
        *steps = knight_steps;
        return sizeof knight_steps / sizeof *knight_steps;
    }
    *steps = hyper_steps;
    return piece == PIECE_HYPER ? sizeof hyper_steps / sizeof *hyper_steps : 0;
}

/* By rows of equal x+y, as every step lowers it; steps up in one coordinate leave the square [0, side), so the table is a
 * triangle. */
static void knight_fill(uint8_t value[KNIGHT_SIDE][KNIGHT_SIDE])
{
    for (int sum = 0; sum < KNIGHT_SIDE; sum++)
        for (int x = 0; x <= sum; x++) {
            unsigned seen = 0;
            for (size_t i = 0; i < 4; i++) {
                int a = x + knight_steps[i][0], b = sum - x + knight_steps[i][1];
                if (a >= 0 && b >= 0)
                    seen |= 1u << value[a][b];
            }
            value[x][sum - x] = (uint8_t)__builtin_ctz(~seen);
        }
}

/* A small square with the same residues and the same cut difference. */
static int64_t knight_value(const struct chess *chess, struct square square)
{
    int64_t x = num_mod(square.x, num(4)).word, y = num_mod(square.y, num(4)).word;
    struct num difference = num_sub(square.x, square.y);
    if (num_cmp_word(difference, 2) > 0)
        return chess->knight[x + 8][y];
    if (num_cmp_word(difference, -2) < 0)
        return chess->knight[x][y + 8];
    x += 4;
    return chess->knight[x][x - difference.word];
}

static size_t hyper_index(int64_t x, int64_t y)
{
    return (size_t)((x + y) * (x + y + 1) / 2 + x);
}

static size_t hyper_entries(int64_t sum)
{
    return hyper_index(sum + 1, 0) - (size_t)(sum + 1);
}

static void hyper_fill(struct budget *budget, uint8_t *value, int64_t from, int64_t to)
{
    for (int64_t sum = from; sum <= to; sum++) {
        budget_spend(budget, 8 * (uint64_t)(sum + 1));
        for (int64_t x = 0; x <= sum; x++) {
            unsigned seen = 0;
            for (size_t i = 0; i < sizeof hyper_steps / sizeof *hyper_steps; i++) {
                int64_t a = x + hyper_steps[i][0], b = sum - x + hyper_steps[i][1];
                if (a >= 0 && b >= 0)
                    seen |= 1u << value[hyper_index(a, b)];
            }
            value[hyper_index(x, sum - x)] = (uint8_t)__builtin_ctz(~seen);
        }
    }
}

/* The next power of two: tables are made somewhat larger than asked, so that they are seldom made again. */
static int64_t hyper_round(int64_t sum)
{
    int64_t wide = 64;
    while (wide < sum)
        wide *= 2;
    return wide < HYPER_SUM ? wide : HYPER_SUM;
}

static const uint8_t *hyper_table(struct arena *arena, struct budget *budget, struct store *store, int64_t sum)
{
    static const char key[] = "hyper-knight";
    struct table table;
    if (store_find_own(store, arena, key, 1, hyper_entries(sum), &table))
        return table.data;
    sum = hyper_round(sum);
    uint8_t *value = arena_raw(arena, hyper_entries(sum));
    hyper_fill(budget, value, 0, sum);
    table = (struct table){.data = value, .count = hyper_entries(sum), .width = 1};
    store_publish_own(store, arena, key, &table);
    return table.data;
}

void chess_init(struct chess *chess, enum piece piece, struct arena *arena, struct budget *budget, struct store *store,
                int64_t top, int64_t sum)
{
    memset(chess, 0, sizeof *chess);
    chess->piece = piece;
    if (piece == PIECE_QUEEN)
        chess->queen = queen_table(arena, budget, store, top);
    else if (piece == PIECE_HYPER)
        chess->hyper = hyper_table(arena, budget, store, sum);
    else if (piece == PIECE_KNIGHT)
        knight_fill(chess->knight);
}

uint64_t chess_cost(enum piece piece, int64_t top, int64_t sum)
{
    if (piece == PIECE_QUEEN)
        return queen_cost(top);
    return piece == PIECE_HYPER ? 8 * hyper_entries(hyper_round(sum)) : 0;
}

struct num chess_value(const struct chess *chess, struct square square)
{
    switch (chess->piece) {
    case PIECE_ROOK:
        return num_xor(square.x, square.y);
    case PIECE_BISHOP:
        return num_min(square.x, square.y);
    case PIECE_QUEEN:
        return num(queen_value(chess->queen, square.x.word, square.y.word));
    case PIECE_KING:
        return num(king_value(square.x, square.y));
    case PIECE_KNIGHT:
        return num(knight_value(chess, square));
    default:
        return num(chess->hyper[hyper_index(square.x.word, square.y.word)]);
    }
}

struct square *chess_options(const struct chess *chess, struct arena *arena, struct square at, size_t *n)
{
    const int8_t(*steps)[2];
    size_t count = chess_steps(chess->piece, &steps), m = 0;
    int64_t x = 0, y = 0;
    if (chess->piece == PIECE_QUEEN)
        x = at.x.word, y = at.y.word;
    struct square *squares = arena_array(arena, count + 2 * (size_t)(x + y) + 1, sizeof *squares);
    for (size_t i = 0; i < count; i++) {
        struct square to = {num_add(at.x, num(steps[i][0])), num_add(at.y, num(steps[i][1]))};
        if (num_sign(to.x) >= 0 && num_sign(to.y) >= 0)
            squares[m++] = to;
    }
    for (int64_t t = 1; t <= x; t++)
        squares[m++] = (struct square){num(x - t), at.y};
    for (int64_t t = 1; t <= y; t++)
        squares[m++] = (struct square){at.x, num(y - t)};
    for (int64_t t = 1; t <= x && t <= y; t++)
        squares[m++] = (struct square){num(x - t), num(y - t)};
    *n = m;
    return squares;
}
