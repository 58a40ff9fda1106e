/* Squares: place a 2x2 square on free cells of a grid in turn; who cannot move loses.
 *
 * Only the placements matter, not the cells: two of them exclude each other exactly when their top left cells are equal or touch,
 * also by a corner. So a position is a set of placements, a move takes one of them with the up to eight around it, and what does
 * not touch is a sum: each component is searched for itself (core/games/squares/kings.h) and gives the value of everything its
 * moves leave, then the theorem of Sprague and Grundy adds up. Free cells that no placement covers do not matter. Cost: linear in
 * the grid, and the search of each component, which is bounded. */
#include "core/game.h"
#include "core/games/squares/kings.h"
#include "core/kit/explain.h"
#include "core/kit/told.h"
#include "core/limits.h"
#include "core/memory/store.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

#include <stdio.h>
#include <string.h>

struct position {
    struct head head;
    struct list grid; /* of const char * */
};

struct move {
    struct head head;
    int64_t row, col;
};

static const struct type row_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .max = SQUARES_SIDE, .alphabet = ".#"};
static const struct type grid_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = SQUARES_SIDE, .item = &row_type};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"grid", offsetof(struct position, grid), &grid_type,
             .doc = {"The rows, equally long: `.` is a free cell, `#` a taken one.",
                     "各行，长度相等：`.` 为空格，`#` 为已占用的格。"}},
            {0},
        },
};

static const struct type side_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = SQUARES_SIDE - 1};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"row", offsetof(struct move, row), &side_type,
             .doc = {"Row of the square's top left cell.", "所放方块左上格所在的行。"}},
            {"col", offsetof(struct move, col), &side_type,
             .doc = {"Column of the square's top left cell.", "所放方块左上格所在的列。"}},
            {0},
        },
};

static void check(void *position, struct faults *faults)
{
    const struct position *p = position;
    const char **rows = list_texts(p->grid);
    for (size_t i = 1; i < p->grid.n; i++) /* a row that is no text was told already */
        if (rows[0] && rows[i] && strlen(rows[i]) != strlen(rows[0]))
            fault_add(faults, FAULT_inconsistent, arena_printf(faults->arena, "/grid/%zu", i),
                      arena_printf(faults->arena, "must be as long as the first row, which has %zu cells", strlen(rows[0])));
}

/* All placements, in the order of the moves. Returns how many. */
static size_t list_placements(const struct position *p, struct kings_cell cells[SQUARES_SIDE * SQUARES_SIDE])
{
    const char **rows = list_texts(p->grid);
    size_t n = 0, width = p->grid.n ? strlen(rows[0]) : 0;
    for (size_t r = 0; r + 1 < p->grid.n; r++)
        for (size_t c = 0; c + 1 < width; c++)
            if (rows[r][c] == '.' && rows[r][c + 1] == '.' && rows[r + 1][c] == '.' && rows[r + 1][c + 1] == '.')
                cells[n++] = (struct kings_cell){(uint8_t)r, (uint8_t)c};
    return n;
}

/* ---- the components ---- */

struct squares_board {
    size_t n, n_parts;
    struct kings_cell *cells;
    struct kings_part *parts;
    unsigned value;
    uint8_t *after; /* SQUARES_SIDE * SQUARES_SIDE: value of the whole board after a placement there */
};

/* Whether b is a, moved elsewhere. Parts list their cells in the order of the board. */
static bool same_shape(const struct kings_part *a, const struct kings_part *b)
{
    if (a->n != b->n)
        return false;
    int rows = b->cells[0].row - a->cells[0].row, cols = b->cells[0].col - a->cells[0].col;
    for (size_t i = 0; i < a->n; i++)
        if (b->cells[i].row - a->cells[i].row != rows || b->cells[i].col - a->cells[i].col != cols)
            return false;
    return true;
}

/* Components that may take longer than a few hundredths of a second are kept in the store under their shape: the value, those
 * that the moves leave, and how many pieces were looked up, for that decides what is too large; of one that was given up only how
 * far it was searched. Smaller ones are searched again, as is what another process found: no look at that would be shorter. */
enum { KEPT_MIN = KINGS_ALWAYS + 1, CELL_TEXT = 8, COUNT_BYTES = 4 };

static const char *shape_key(struct ask *ask, const struct kings_part *part)
{
    char *key = arena_raw(ask->arena, 16 + CELL_TEXT * part->n);
    char *at = key + snprintf(key, 16, "squares");
    for (size_t i = 0; i < part->n; i++)
        at += snprintf(at, CELL_TEXT, " %d,%d", part->cells[i].row - part->cells[0].row, part->cells[i].col - part->cells[0].col);
    return key;
}

static bool recall(struct ask *ask, const char *key, struct kings_part *part, enum kings_result *result)
{
    struct table table;
    if (!store_find_own(ask->store, ask->arena, key, 1, COUNT_BYTES, &table))
        return false;
    const uint8_t *values = table.data;
    part->pieces = 0;
    for (int i = 0; i < COUNT_BYTES; i++)
        part->pieces |= (uint64_t)values[i] << 8 * i;
    *result = table.count == COUNT_BYTES ? KINGS_TOO_LONG : KINGS_SOLVED;
    if (*result == KINGS_TOO_LONG)
        return true;
    if (table.count != COUNT_BYTES + 1 + part->n)
        return false;
    part->value = values[COUNT_BYTES];
    part->after = (uint8_t *)arena_copy(ask->arena, (const char *)values + COUNT_BYTES + 1, part->n);
    return true;
}

static void keep(struct ask *ask, const char *key, const struct kings_part *part, enum kings_result result)
{
    uint8_t *values = arena_raw(ask->arena, COUNT_BYTES + 1 + part->n);
    for (int i = 0; i < COUNT_BYTES; i++)
        values[i] = (uint8_t)(part->pieces >> 8 * i);
    struct table table = {.data = values, .count = COUNT_BYTES, .width = 1};
    if (result == KINGS_SOLVED) {
        values[COUNT_BYTES] = (uint8_t)part->value;
        memcpy(values + COUNT_BYTES + 1, part->after, part->n);
        table.count += 1 + part->n;
    }
    store_publish_own(ask->store, ask->arena, key, &table);
}

_Noreturn static void refuse(struct ask *ask, const struct kings_part *part)
{
    if (part->n > KINGS_CELLS)
        ask_too_large(ask, KINGS_CELLS, "a component has %zu placements; components are searched up to %d placements", part->n,
                      KINGS_CELLS);
    ask_too_large(ask, KINGS_ALWAYS,
                  "a component has %zu placements; components of up to %d are always solved, larger ones if the search of each "
                  "needs at most %d positions, and all of them at most %d steps, and these need more",
                  part->n, KINGS_ALWAYS, KINGS_POSITIONS, KINGS_PIECES);
}

/* Searched with at most so many pieces looked up, or recalled: the result is the same. */
static enum kings_result search_part(struct ask *ask, struct kings_part *part, uint64_t most)
{
    const char *key = part->n >= KEPT_MIN ? shape_key(ask, part) : NULL;
    enum kings_result result;
    if (key && recall(ask, key, part, &result) && (result == KINGS_SOLVED || part->pieces >= most))
        return part->pieces > most ? KINGS_TOO_LONG : result;
    result = kings_solve(ask->arena, ask->budget, part, most);
    if (result == KINGS_TOO_LONG && part->pieces < most)
        part->pieces = UINT32_MAX; /* it has too many positions, or is forecast to take too long, however long it is searched */
    if (key)
        keep(ask, key, part, result);
    return result;
}

static void solve_part(struct ask *ask, struct kings_part *parts, size_t index, uint64_t most)
{
    struct kings_part *part = &parts[index];
    for (size_t i = 0; i < index; i++) {
        budget_spend(ask->budget, part->n);
        if (!same_shape(&parts[i], part))
            continue;
        part->value = parts[i].value;
        part->after = parts[i].after;
        return;
    }
    if (search_part(ask, part, most) != KINGS_SOLVED)
        refuse(ask, part);
}

/* The largest first, so that what is refused is refused soon; which pieces are counted depends on the board alone. Those of small
 * ones are not: they are always solved. */
static void solve_parts(struct ask *ask, struct squares_board *board)
{
    uint64_t left = KINGS_PIECES;
    for (size_t i = 0; i < board->n_parts; i++)
        if (board->parts[i].n > KINGS_CELLS)
            refuse(ask, &board->parts[i]);
    for (size_t n = KINGS_CELLS; n > KINGS_ALWAYS; n--)
        for (size_t i = 0; i < board->n_parts; i++) {
            if (board->parts[i].n != n)
                continue;
            solve_part(ask, board->parts, i, left);
            left -= board->parts[i].pieces;
        }
    for (size_t i = 0; i < board->n_parts; i++) {
        if (board->parts[i].n <= KINGS_ALWAYS)
            solve_part(ask, board->parts, i, KINGS_PIECES);
        board->value ^= board->parts[i].value;
    }
}

/* Everything there is to know about the position. explain() asks again: what takes long is in the store then. */
static struct squares_board read_board(struct ask *ask)
{
    struct squares_board board = {.cells = arena_array(ask->arena, SQUARES_SIDE * SQUARES_SIDE, sizeof *board.cells)};
    board.after = arena_array(ask->arena, SQUARES_SIDE * SQUARES_SIDE, 1);
    board.n = list_placements(ask->position, board.cells);
    board.n_parts = kings_split(ask->arena, board.cells, board.n, &board.parts);
    solve_parts(ask, &board);
    for (size_t i = 0; i < board.n_parts; i++) {
        const struct kings_part *part = &board.parts[i];
        for (size_t j = 0; j < part->n; j++)
            board.after[part->cells[j].row * SQUARES_SIDE + part->cells[j].col] =
                (uint8_t)(board.value ^ part->value ^ part->after[j]);
    }
    return board;
}

static unsigned value_after(const struct squares_board *board, struct kings_cell cell)
{
    return board->after[cell.row * SQUARES_SIDE + cell.col];
}

/* Positions grow by a factor of about 2 for every 3 placements; the components are at most as large as all together. Whole boards
 * of 6 x 7 to 8 x 8 take a third to nine tenths of this, strips and broken boards less. */
static uint64_t cost(const void *position)
{
    struct kings_cell cells[SQUARES_SIDE * SQUARES_SIDE];
    uint64_t n = list_placements(position, cells);
    return 20 * SQUARES_SIDE * SQUARES_SIDE + n * n * (UINT64_C(1) << (n < 60 ? n / 3 : 20)) / 4;
}

static void solve(struct ask *ask)
{
    struct squares_board board = read_board(ask);
    ask->answer.method = "search";
    answer_grundy(ask, num(board.value));
    for (size_t i = 0; i < board.n; i++) {
        struct mark mark = mark_grundy(ask, num(value_after(&board, board.cells[i])));
        if (mark.outcome == OUTCOME_LOSS && !wants_all(ask)) {
            count_losing(ask, num(1));
            continue;
        }
        struct move *move = arena_alloc(ask->arena, sizeof *move);
        move->row = board.cells[i].row;
        move->col = board.cells[i].col;
        push(ask, move, mark);
    }
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct move *m = move;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    const char **rows = arena_array(ask->arena, p->grid.n, sizeof *rows);
    memcpy(rows, p->grid.v, p->grid.n * sizeof *rows);
    for (int64_t r = m->row; r < m->row + 2; r++) {
        char *row = arena_copy(ask->arena, rows[r], strlen(rows[r]));
        row[m->col] = row[m->col + 1] = '#';
        rows[r] = row;
    }
    next->grid.v = rows;
    return next;
}

/* ---- explanation ---- */

static void explain_parts(const struct squares_board *board, struct lines *lines)
{
    enum { SHOWN = 5 };
    for (size_t i = 0; i < board->n_parts && i < SHOWN; i++) {
        const struct kings_part *part = &board->parts[i];
        struct told told = told_begin(lines, SIZE_MAX);
        for (size_t k = 0; k < part->n; k++) {
            struct num value = num(part->after[k]);
            const char *name = NULL;
            if (told_names(&told, value))
                name = arena_printf(lines->arena, "(%u,%u)", part->cells[k].row, part->cells[k].col);
            told_add(&told, value, name);
        }
        lines_add(lines,
                  "The component that begins at row %s, column %s (options by row and column of the top left cell): %s; the "
                  "least number missing (mex) is %s, its Grundy value.",
                  "从第 %s 行第 %s 列开始的分量（后继以左上格的行、列表示）：%s，缺少的最小非负整数（mex）是 %s，即它的 SG 值。",
                  num_text(num(part->cells[0].row)), num_text(num(part->cells[0].col)), told_text(&told, num(part->value)),
                  num_text(num(part->value)));
    }
    if (board->n_parts > SHOWN)
        lines_add(lines, "Valued in the same way: %s more component(s).", "其余 %s 个分量同理。",
                  num_text(num_u64(board->n_parts - SHOWN)));
}

static void explain_move(struct ask *ask, const struct squares_board *board, struct lines *lines)
{
    for (size_t i = 0; i < board->n; i++) {
        if (!num_eq(num(value_after(board, board->cells[i])), ask->target))
            continue;
        bool one = board->n_parts == 1;
        lines_add(lines,
                  one ? "For example place the square with its top left cell at row %s, column %s: the value becomes %s."
                      : "For example place the square with its top left cell at row %s, column %s: the xor becomes %s.",
                  one ? "例如把方块的左上格放在第 %s 行第 %s 列，SG 值变为 %s。"
                      : "例如把方块的左上格放在第 %s 行第 %s 列，异或和变为 %s。",
                  num_text(num(board->cells[i].row)), num_text(num(board->cells[i].col)), num_text(ask->target));
        return;
    }
}

static void explain(struct ask *ask, struct lines *lines)
{
    struct squares_board board = read_board(ask);
    if (!board.n)
        lines_add(lines, "No four free cells are a square, so nothing can be placed.", "没有四个空格能放下一个方块。");
    else
        lines_add(lines,
                  "Places for a square: %s. Two of them exclude each other exactly when their top left cells touch, also by a "
                  "corner; by that they make %s component(s)%s.",
                  "共有 %s 种放法。两种放法互相冲突，当且仅当它们的左上格相邻（含对角）；由此得到 %s 个分量%s。",
                  num_text(num_u64(board.n)), num_text(num_u64(board.n_parts)),
                  board.n_parts == 1               ? ""
                  : lines->language == LANGUAGE_ZH ? "，各为一个独立的游戏"
                                                   : ", each a game of its own");
    explain_parts(&board, lines);
    struct num *values = arena_array(ask->arena, board.n_parts, sizeof *values);
    for (size_t i = 0; i < board.n_parts; i++)
        values[i] = num(board.parts[i].value);
    if (board.n_parts > 1)
        explain_xor(lines, values, board.n_parts, num(board.value));
    if (ask->answer.verdict == OUTCOME_WIN)
        explain_move(ask, &board, lines);
    else
        explain_zero(ask, lines);
    explain_verdict(ask, lines);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    lines_add(line, "place a square at row %s, column %s", "放一个方块，左上格在第 %s 行第 %s 列", num_text(num(m->row)),
              num_text(num(m->col)));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (!sample_free(sample, "grid"))
        return;
    int64_t n = sample_from(sample, 2, sample_bound(sample, 4, SQUARES_SIDE)),
            cols = sample_from(sample, 2, sample_bound(sample, 4, SQUARES_SIDE));
    int free = 90 - sample->size / 2; /* percent: a large grid is solved in parts */
    const char **rows = arena_array(sample->arena, (size_t)n, sizeof *rows);
    for (int64_t r = 0; r < n; r++) {
        char *row = arena_alloc(sample->arena, (size_t)cols + 1);
        for (int64_t c = 0; c < cols; c++)
            row[c] = sample_chance(sample, free) ? '.' : '#';
        rows[r] = row;
    }
    p->grid = (struct list){(size_t)n, rows};
}

const struct game game_squares = {
    .id = "squares",
    .source = "HDU 1760; Sprague-Grundy theorem",
    .title = {"Squares on a grid", "放置方块"},
    .rules =
        {"The grid has free cells (.) and taken ones (#); a move places a 2x2 square on four free cells, which are then taken. "
         "Who cannot move loses.",
         "网格中有空格（.）和已占用的格（#）；每次在四个空格上放一个 2x2 方块，放后这四格被占用。不能操作者输。"},
    .limits = {"grids of up to 50 by 50; components of up to 36 placements always, up to 120 if the search of each needs at most "
               "700000 positions, and all of them at most 10000000 steps; any number of components",
               "网格最大 50×50；不超过 36 种放法的分量一定能解，更大的不超过 120 种，每个搜索的局面不超过 700000 个且总共不超过 "
               "10000000 步时也能解；分量个数不限"},
    .position = &position_type,
    .mistakes = mistakes_squares,
    .move = &move_type,
    .methods = (const char *const[]){"search", NULL},
    .traits = TRAIT_GRUNDY,
    .check = check,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
