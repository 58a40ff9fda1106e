/* Squares against plain search over cells; large components against a recursion for rows; how far a search must reach, and where
 * it gives up. */
#include "core/games/squares/kings.h"
#include "core/limits.h"
#include "tests/support/core/question.h"
#include "tests/support/core/suite.h"

#include <string.h>

extern const struct game game_squares;

enum { HEIGHT = 5, WIDTH = 6, KNOWN = 1 << 20, BOARDS = 150, SHAPES = 90, ENTRY_STEPS = 400 };

static struct ask *ask_rows(const char **rows, size_t n, enum listing listing)
{
    void *p = object_new(game_squares.position);
    *(struct list *)((char *)p + game_squares.position->fields[0].offset) = (struct list){n, rows};
    return question_ask(&game_squares, p, listing, num(0), 3000, num(0));
}

static uint32_t random_state = 1;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % n;
}

/* ---- plain search over cells, a bit each, without any thought of components ---- */

static struct {
    uint32_t cells;
    int value;
} known[KNOWN];

static bool fits(uint32_t cells, int r, int c)
{
    uint32_t square = (UINT32_C(3) << (r * WIDTH + c)) | (UINT32_C(3) << ((r + 1) * WIDTH + c));
    return (cells & square) == square;
}

static uint32_t without(uint32_t cells, int r, int c)
{
    return cells & ~((UINT32_C(3) << (r * WIDTH + c)) | (UINT32_C(3) << ((r + 1) * WIDTH + c)));
}

static int search(uint32_t cells)
{
    size_t slot = (cells * UINT32_C(2654435761)) >> 12;
    if (known[slot].cells == cells)
        return known[slot].value;
    uint64_t seen = 0;
    for (int r = 0; r + 1 < HEIGHT; r++)
        for (int c = 0; c + 1 < WIDTH; c++)
            if (fits(cells, r, c))
                seen |= UINT64_C(1) << search(without(cells, r, c));
    int value = 0;
    while (seen >> value & 1)
        value++;
    known[slot].cells = cells;
    known[slot].value = value;
    return value;
}

static void check_board(uint32_t cells)
{
    struct arena_mark mark = arena_mark(&questions_arena);
    char text[HEIGHT][WIDTH + 1] = {{0}};
    const char *rows[HEIGHT];
    for (int r = 0; r < HEIGHT; r++) {
        for (int c = 0; c < WIDTH; c++)
            text[r][c] = cells >> (r * WIDTH + c) & 1 ? '.' : '#';
        rows[r] = text[r];
    }
    struct ask *ask = ask_rows(rows, HEIGHT, LISTING_ALL);
    ck_assert_int_eq(ask->answer.grundy.word, search(cells));
    size_t n = 0, wins = 0;
    for (int r = 0; r + 1 < HEIGHT; r++)
        for (int c = 0; c + 1 < WIDTH; c++) {
            if (!fits(cells, r, c))
                continue;
            ck_assert_uint_lt(n, ask->answer.all.n);
            ck_assert_int_eq(listed_get(ask, &ask->answer.all, n, "row").word, r);
            ck_assert_int_eq(listed_get(ask, &ask->answer.all, n, "col").word, c);
            int after = search(without(cells, r, c));
            ck_assert_int_eq(ask->answer.all.v[n++].mark.grundy.word, after);
            wins += after == 0;
        }
    ck_assert_uint_eq(ask->answer.all.n, n);
    ck_assert_int_eq(ask->answer.winning.seen.word, (int64_t)wins);
    arena_rewind(&questions_arena, mark);
}

START_TEST(small_boards)
{
    questions_begin();
    check_board((UINT32_C(1) << (HEIGHT * WIDTH)) - 1);
    for (int i = 0; i < BOARDS; i++) {
        uint32_t cells = 0, density = 5 + random_below(11);
        for (int bit = 0; bit < HEIGHT * WIDTH; bit++)
            cells |= (uint32_t)(random_below(16) < density) << bit;
        check_board(cells);
    }
    questions_end();
}
END_TEST

/* ---- rows: node Kayles on a path ---- */

static int path[KINGS_CELLS + 1];

static void fill_path(void)
{
    path[1] = 1;
    for (int n = 2; n <= KINGS_CELLS; n++) {
        uint64_t seen = 0;
        for (int i = 0; i < n; i++)
            seen |= UINT64_C(1) << (path[i > 1 ? i - 1 : 0] ^ path[n - i > 2 ? n - i - 2 : 0]);
        while (seen >> path[n] & 1)
            path[n]++;
    }
}

static struct kings_part part_of(struct kings_cell *cells, size_t n)
{
    return (struct kings_part){.n = n, .cells = cells};
}

/* In one line, along a diagonal, and two or three rows thick with nothing but twins. */
START_TEST(rows_of_any_length)
{
    questions_begin();
    fill_path();
    for (size_t n = 1; n <= KINGS_CELLS; n++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        struct kings_cell straight[KINGS_CELLS], slanted[KINGS_CELLS], thick[KINGS_CELLS];
        for (size_t i = 0; i < n; i++) {
            straight[i] = (struct kings_cell){3, (uint8_t)i};
            slanted[i] = (struct kings_cell){(uint8_t)i, (uint8_t)(n - i)};
            thick[i] = (struct kings_cell){(uint8_t)(i % 2), (uint8_t)(i / 2)};
        }
        struct kings_part parts[] = {part_of(straight, n), part_of(slanted, n), part_of(thick, n)};
        for (size_t i = 0; i < 3; i++) {
            ck_assert_int_eq(kings_solve(&questions_arena, &questions_budget, &parts[i], KINGS_PIECES), KINGS_SOLVED);
            ck_assert_int_eq((int)parts[i].value, path[i < 2 ? n : (n + 1) / 2]);
        }
        for (size_t i = 0; i < n; i++)
            ck_assert_int_eq(parts[0].after[i], path[i > 1 ? i - 1 : 0] ^ path[n - i > 2 ? n - i - 2 : 0]);
        arena_rewind(&questions_arena, mark);
    }
    questions_end();
}
END_TEST

/* ---- how far ---- */

static uint64_t entries_of(struct kings_part *part, enum kings_result wanted)
{
    uint64_t before = questions_budget.left;
    ck_assert_int_eq(kings_solve(&questions_arena, &questions_budget, part, KINGS_PIECES), wanted);
    return (before - questions_budget.left) / ENTRY_STEPS;
}

/* Grows a connected shape; a cell is only added where at most `crowd` cells are around it. */
static void random_shape(struct kings_cell *cells, size_t n, int crowd)
{
    cells[0] = (struct kings_cell){60, 60};
    for (size_t i = 1; i < n;) {
        struct kings_cell from = cells[random_below((uint32_t)i)];
        int row = from.row + (int)random_below(3) - 1, col = from.col + (int)random_below(3) - 1, near = 0;
        bool taken = false;
        for (size_t j = 0; j < i; j++) {
            int rows = cells[j].row - row, cols = cells[j].col - col;
            taken |= rows == 0 && cols == 0;
            near += rows >= -1 && rows <= 1 && cols >= -1 && cols <= 1;
        }
        if (!taken && near <= crowd)
            cells[i++] = (struct kings_cell){(uint8_t)row, (uint8_t)col};
    }
}

/* Found by hill climbing for the most entries. */
static const char *const hard_shapes[][15] = {
    {"   o      ", "  o ooo   ", " o  o  o  ", "o ooo o   ", "o o o  o  ", " ooo oo   ", " o  o o   ", "o ooo oo o", " o   o  o ",
     "    o     "},
    {"  o     ", "   o    ", "  o     ", "o o     ", "o o ooo ", " o o    ", "  o oooo", " o o o  ", "o  o  o ", " o ooo  ",
     "  o o   ", " o   o  ", "  ooo   ", "     o  ", "      o "},
    {"      o  ", "  ooo o  ", " o  ooo  ", "oo o oo  ", "  ooo oo ", "  o oo  o", " o o oooo", "   o o o ", "    oo o ",
     "      o  "},
};

enum { HARD = sizeof hard_shapes / sizeof *hard_shapes };

static size_t read_shape(const char *const *rows, struct kings_cell *cells)
{
    size_t n = 0;
    for (uint8_t r = 0; r < 15 && rows[r]; r++)
        for (uint8_t c = 0; rows[r][c]; c++)
            if (rows[r][c] == 'o')
                cells[n++] = (struct kings_cell){r, c};
    return n;
}

START_TEST(always_solved)
{
    questions_begin();
    struct kings_cell cells[KINGS_CELLS];
    uint64_t most = 0, pieces = 0;
    for (size_t i = 0; i < HARD + SHAPES; i++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        size_t n = KINGS_ALWAYS;
        if (i < HARD)
            n = read_shape(hard_shapes[i], cells);
        else
            random_shape(cells, n, 1 + (int)i % 9);
        ck_assert_uint_eq(n, KINGS_ALWAYS);
        struct kings_part part = part_of(cells, n);
        uint64_t entries = entries_of(&part, KINGS_SOLVED);
        most = entries > most ? entries : most;
        pieces = part.pieces > pieces ? part.pieces : pieces;
        arena_rewind(&questions_arena, mark);
    }
    ck_assert_uint_lt(2 * most, KINGS_POSITIONS / 4); /* an entry may be kept as a set and as a picture */
    ck_assert_uint_lt(pieces, KINGS_PIECES / 4);
    questions_end();
}
END_TEST

/* Shapes too hard are refused, in bounded memory, whatever was asked before. */
START_TEST(too_hard)
{
    questions_begin();
    struct kings_cell cells[KINGS_CELLS];
    for (size_t i = 0; i < 64; i++)
        cells[i] = (struct kings_cell){(uint8_t)(i / 8), (uint8_t)(i % 8)};
    questions_arena.cap = ARENA_BYTES;
    struct kings_part part = part_of(cells, 64);
    uint64_t entries = entries_of(&part, KINGS_TOO_LONG);
    ck_assert_uint_eq(entries_of(&part, KINGS_TOO_LONG), entries);
    ck_assert_uint_lt(part.pieces, KINGS_PIECES); /* dense: the positions end first */
    part = part_of(cells, 49);
    entries_of(&part, KINGS_SOLVED);
    uint64_t pieces = part.pieces;
    ck_assert_int_eq(kings_solve(&questions_arena, &questions_budget, &part, pieces), KINGS_SOLVED);
    ck_assert_int_eq(kings_solve(&questions_arena, &questions_budget, &part, pieces - 1), KINGS_TOO_LONG);
    questions_end();
}
END_TEST

/* A thin shape has few positions, each of many pieces: how long they take is counted by these. */
START_TEST(too_long)
{
    questions_begin();
    struct kings_cell cells[KINGS_CELLS];
    for (size_t i = 0; i < KINGS_CELLS; i++)
        cells[i] = (struct kings_cell){(uint8_t)(i / 40), (uint8_t)(i % 40)};
    struct kings_part part = part_of(cells, KINGS_CELLS);
    uint64_t entries = entries_of(&part, KINGS_TOO_LONG);
    ck_assert_uint_lt(part.pieces, KINGS_PIECES / 4); /* what is far too long is seen to be soon */
    ck_assert_uint_lt(2 * entries, KINGS_POSITIONS);  /* as a set and as a picture */
    questions_end();
}
END_TEST

/* What grows no faster than its length is not taken for what is too long: a block with a tail, and with a band of three rows. */
START_TEST(tails_are_not_refused)
{
    enum { SIDE = 6, TAIL = 30, BAND = 6 };
    questions_begin();
    for (int band = 0; band < 2; band++) {
        struct kings_cell cells[KINGS_CELLS];
        size_t n = 0;
        for (int i = 0; i < TAIL && !band; i++)
            cells[n++] = (struct kings_cell){(uint8_t)i, SIDE / 2};
        for (int i = 0; i < 3 * BAND && band; i++)
            cells[n++] = (struct kings_cell){(uint8_t)(TAIL - BAND + i / 3), (uint8_t)(SIDE / 2 - 1 + i % 3)};
        for (int i = 0; i < SIDE * SIDE; i++)
            cells[n++] = (struct kings_cell){(uint8_t)(TAIL + i / SIDE), (uint8_t)(i % SIDE)};
        struct kings_part part = part_of(cells, n);
        entries_of(&part, KINGS_SOLVED);
        ck_assert_uint_gt(part.pieces, KINGS_PIECES / 20);
    }
    questions_end();
}
END_TEST

static void ask_board(void *rows)
{
    ask_rows(rows, 9, LISTING_WINNING);
}

/* The limit is one of components: 8x8 placements are refused beside whatever else; a board of many components is solved. */
START_TEST(limits_of_boards)
{
    questions_begin();
    const char *hard[9], *many[50];
    for (size_t i = 0; i < 9; i++)
        hard[i] = i < 2 ? ".........#.." : ".........###";
    for (int again = 0; again < 2; again++) {
        struct escape landed;
        ck_assert_int_eq(arena_try(&questions_arena, &landed, ask_board, hard), STATUS_too_large);
        ck_assert_int_eq(landed.limit, KINGS_ALWAYS);
    }
    for (size_t i = 0; i < 50; i++)
        many[i] = i % 8 == 7 ? "##################################################"
                             : ".......#.......#.......#.......#.......#.......#..";
    struct ask *ask = ask_rows(many, 50, LISTING_WINNING);
    ck_assert_int_eq(ask->answer.move_count.word, 6 * 6 * 6 * 6 + 6 * 6 + 6 * 6 + 1);
    /* 36 of 6x6, 12 of 6x1, and one of 1 */
    ck_assert_int_eq(ask->answer.grundy.word, 1);
    questions_end();
}
END_TEST

enum { EACH = 8, ACROSS = 5 };

/* Boards of 8x8 without one corner or edge cell each, side by side and below each other: no two alike. */
static void fill_large(char rows[][ACROSS * (EACH + 1)], const char *board[], size_t down)
{
    for (size_t r = 0; r < down * (EACH + 1); r++) {
        for (size_t c = 0; c < ACROSS * (EACH + 1); c++)
            rows[r][c] = r % (EACH + 1) == EACH || c % (EACH + 1) == EACH ? '#' : '.';
        rows[r][ACROSS * (EACH + 1) - 1] = '\0';
        board[r] = rows[r];
    }
    for (size_t i = 0; i < down * ACROSS; i++) {
        size_t edge = i / 7, along = i % 7; /* each turn of the board would be another picture of the same set */
        size_t r = edge % 2 ? along : edge / 2 * (EACH - 1), c = edge % 2 ? edge / 2 * (EACH - 1) : along;
        rows[i / ACROSS * (EACH + 1) + r][i % ACROSS * (EACH + 1) + c] = '#';
    }
}

struct large {
    const char **board;
    size_t rows;
};

static void ask_large(void *what)
{
    const struct large *large = what;
    ask_rows(large->board, large->rows, LISTING_NONE);
}

/* What is searched for all components counts together, so that what they take has a bound; what the store knows by then changes
 * nothing. */
START_TEST(pieces_are_counted_for_the_whole_board)
{
    static char rows[ACROSS * (EACH + 1)][ACROSS * (EACH + 1)];
    const char *board[ACROSS * (EACH + 1)];
    struct escape landed;
    questions_begin();
    fill_large(rows, board, ACROSS);
    for (size_t i = 0; i < 2; i++) { /* single components are solved, and in the store from then on */
        char alone[EACH][EACH + 1];
        const char *one[EACH];
        for (size_t r = 0; r < EACH; r++) {
            memcpy(alone[r], rows[r] + i * (EACH + 1), EACH);
            alone[r][EACH] = '\0';
            one[r] = alone[r];
        }
        struct large large = {one, EACH};
        ck_assert_int_eq(arena_try(&questions_arena, &landed, ask_large, &large), STATUS_ok);
    }
    for (int again = 0; again < 2; again++) {
        struct large all = {board, ACROSS * (EACH + 1)};
        ck_assert_int_eq(arena_try(&questions_arena, &landed, ask_large, &all), STATUS_too_large);
        ck_assert_int_eq(landed.limit, KINGS_ALWAYS);
    }
    questions_end();
}
END_TEST

static uint64_t steps_of(struct large *large, enum status wanted)
{
    struct escape landed;
    uint64_t before = questions_budget.left;
    ck_assert_int_eq(arena_try(&questions_arena, &landed, ask_large, large), wanted);
    return before - questions_budget.left;
}

/* What was counted once is refused without counting again, whichever limit it was: a square, and three rows of 40 places. */
START_TEST(refusals_are_kept)
{
    questions_begin();
    const char *square[9], *thin[4];
    for (size_t i = 0; i < 9; i++)
        square[i] = ".........";
    for (size_t i = 0; i < 4; i++)
        thin[i] = ".........................................";
    const char *rows[] = {".......", ".......", ".......", ".......", ".......", ".......", ".......", "......."};
    struct large all[] = {{square, 9}, {thin, 4}}, solved = {rows, 8};
    for (size_t i = 0; i < 2; i++) {
        uint64_t first = steps_of(&all[i], STATUS_too_large), second = steps_of(&all[i], STATUS_too_large);
        ck_assert_uint_gt(first, 10000 * ENTRY_STEPS);
        ck_assert_uint_lt(second, 100 * ENTRY_STEPS);
    }
    /* Nor is what was solved solved again. */
    uint64_t first = steps_of(&solved, STATUS_ok), second = steps_of(&solved, STATUS_ok);
    ck_assert_uint_lt(second, first / 10);
    questions_end();
}
END_TEST

static enum status time_is_over(void *what)
{
    (void)what;
    return STATUS_deadline_exceeded;
}

static uint64_t steps_with_nothing_kept(struct large *large)
{
    questions_begin();
    uint64_t steps = steps_of(large, STATUS_ok);
    questions_end();
    return steps;
}

/* The time ends while the second component is searched. The first is kept by then, so the same question with the same time, not
 * enough for both, comes to its end. */
START_TEST(a_component_is_kept_when_time_ends)
{
    const char *left[8], *right[8], *both[8];
    for (size_t i = 0; i < 8; i++) {
        left[i] = i ? "........" : "#.......";
        right[i] = ".......";
        both[i] = i ? "........#......." : "#.......#.......";
    }
    struct large one = {left, 8}, other = {right, 8}, all = {both, 8};
    uint64_t first = steps_with_nothing_kept(&one), second = steps_with_nothing_kept(&other);
    uint64_t least = first < second ? first : second, time = first + second - least / 2;
    ck_assert_uint_gt(steps_with_nothing_kept(&all), time);
    questions_begin();
    struct escape landed;
    for (int again = 0; again < 2; again++) {
        questions_budget.left = time;
        questions_budget.look = time_is_over;
        ck_assert_int_eq(arena_try(&questions_arena, &landed, ask_large, &all), again ? STATUS_ok : STATUS_deadline_exceeded);
    }
    questions_budget.look = NULL;
    questions_end();
}
END_TEST

SUITE(small_boards, rows_of_any_length, always_solved, too_hard, too_long, tails_are_not_refused, limits_of_boards,
      pieces_are_counted_for_the_whole_board, refusals_are_kept, a_component_is_kept_when_time_ends)
