/* Wrong methods for boards: cutting, pieces, the even matrix, and squares on a grid. */
#include "core/mistakes/glance.h"

#include <string.h>

/* ---- cutting ---- */

static bool sheets(const struct glance *at, struct ints *sides)
{
    return glance_words(at, "sheets", sides) && sides->n;
}

static bool one_sheet(const struct glance *at, int64_t *width, int64_t *height)
{
    struct ints sides;
    bool one = sheets(at, &sides) && sides.n == 2;
    *width = one ? sides.v[0] : 0;
    *height = one ? sides.v[1] : 0;
    return one;
}

static bool side_two_loses(const struct glance *at)
{
    int64_t width, height;
    enum outcome verdict;
    if (!one_sheet(at, &width, &height) || !glance_solve(at, at->position, &verdict, NULL))
        return false;
    return tell_outcome(at, width == 2 || height == 2 ? OUTCOME_LOSS : verdict);
}

static bool last_cut_wins(const struct glance *at)
{
    int64_t width, height;
    return one_sheet(at, &width, &height) && tell_win(at, (width & height & 1) == 0);
}

enum { SIDE_MOST = 200 };

/* Won if some cut leaves two parts of which both or none is won; parts with a side of 1 are not cut. */
static bool part_wins(uint8_t won[][SIDE_MOST + 1], int64_t width, int64_t height)
{
    bool wins = false;
    for (int64_t w = 2; w <= width - 2; w++)
        wins |= won[w][height] == won[width - w][height];
    for (int64_t h = 2; h <= height - 2; h++)
        wins |= won[width][h] == won[width][height - h];
    return wins;
}

static bool win_bits(const struct glance *at)
{
    struct ints sides;
    bool sum = false;
    if (!sheets(at, &sides) || words_most(sides) > SIDE_MOST)
        return false;
    int64_t most = words_most(sides);
    uint8_t(*won)[SIDE_MOST + 1] = arena_array(at->arena, (size_t)most + 1, sizeof *won);
    for (int64_t w = 2; w <= most; w++)
        for (int64_t h = 2; h <= most; h++)
            won[w][h] = part_wins(won, w, h);
    budget_spend(at->budget, (uint64_t)(most * most * most));
    for (size_t i = 0; i < sides.n; i += 2) {
        if (sides.v[i] < 2 || sides.v[i + 1] < 2)
            return false; /* won at once, or over */
        sum ^= won[sides.v[i]][sides.v[i + 1]];
    }
    return tell_win(at, sum);
}

const struct mistake mistakes_cutting[] = {
    {"side-two-lost",
     {"sheets with a side of 2 taken for lost", "把有一边为 2 的纸片当作必败"},
     {"2 x 2, 2 x 3 and 2 x 7 are lost, but 2 x 4, 2 x 5, 2 x 6 and 2 x 8 are won: it depends on the other side.",
      "2×2、2×3、2×7 必败，而 2×4、2×5、2×6、2×8 必胜：取决于另一边的长度。"},
     "{\"sheets\":[[2,4]]}",
     NULL,
     side_two_loses},
    {"last-cut-wins",
     {"the last of all cuts wins", "以为剪最后一刀者胜"},
     {"The game ends with the first 1 x 1, not when nothing can be cut any more.",
      "剪出第一张 1×1 时游戏就结束，而不是无法再剪时。"},
     "{\"sheets\":[[2,2]]}",
     NULL,
     last_cut_wins},
    {"win-bits-xored",
     {"won and lost xored instead of values", "以胜负位代替 SG 值求异或"},
     {"Two won parts cancel each other only if their values are equal.", "剪成的两张都必胜时，只有 SG 值相等才互相抵消。"},
     "{\"sheets\":[[2,11]]}",
     NULL,
     win_bits},
    {0},
};

/* ---- pieces ---- */

enum { HYPER_KNIGHT = 5, KNIGHT_STEPS = 4, HYPER_STEPS = 6, SQUARE_MOST = 500 };
static const int steps[HYPER_STEPS][2] = {{1, -2}, {-1, -2}, {-2, 1}, {-2, -1}, {-1, -3}, {-3, -1}}; /* the first four: chess */

static bool knights(const struct glance *at, struct ints *squares)
{
    return *(const int *)glance_field(at, "piece") == HYPER_KNIGHT && glance_words(at, "squares", squares) &&
           words_most(*squares) < SQUARE_MOST;
}

/* The value of a square by the table that is there so far. */
static uint8_t mex_of(uint8_t table[][2 * SQUARE_MOST], int64_t x, int64_t y, int n)
{
    bool marked[HYPER_STEPS + 1] = {false};
    uint8_t least = 0;
    for (int i = 0; i < n; i++)
        if (x + steps[i][0] >= 0 && y + steps[i][1] >= 0)
            marked[table[x + steps[i][0]][y + steps[i][1]]] = true;
    while (marked[least])
        least++;
    return least;
}

/* Row by row, or by x + y, which every move makes smaller. */
static bool knights_xor(const struct glance *at, bool by_rows, int n, struct ints *values)
{
    struct ints squares;
    if (!knights(at, &squares))
        return false;
    int64_t side = words_most(squares) + 1, sums = 2 * side;
    uint8_t(*table)[2 * SQUARE_MOST] = arena_array(at->arena, (size_t)sums + 1, sizeof *table);
    for (int64_t x = 0; x < side && by_rows; x++)
        for (int64_t y = 0; y < SQUARE_MOST; y++)
            table[x][y] = mex_of(table, x, y, n);
    for (int64_t sum = 0; sum < sums && !by_rows; sum++)
        for (int64_t x = 0; x <= sum; x++) /* below 2 * SQUARE_MOST, as is sum - x, and all that is looked at there */
            table[x][sum - x] = mex_of(table, x, sum - x, n);
    budget_spend(at->budget, (uint64_t)(4 * SQUARE_MOST * side));
    *values = (struct ints){squares.n / 2, arena_raw(at->arena, (squares.n + 1) * sizeof *values->v)};
    for (size_t i = 0; i < values->n; i++)
        values->v[i] = table[squares.v[2 * i]][squares.v[2 * i + 1]];
    return true;
}

static bool naive_row_loop(const struct glance *at)
{
    struct ints values;
    return knights_xor(at, true, HYPER_STEPS, &values) && tell_grundy(at, words_xor(values));
}

static bool chess_knight(const struct glance *at)
{
    struct ints values;
    return knights_xor(at, false, KNIGHT_STEPS, &values) && tell_grundy(at, words_xor(values));
}

static bool any_nonzero(const struct glance *at)
{
    struct ints values;
    return knights_xor(at, false, HYPER_STEPS, &values) && tell_win(at, words_equal(values, 0) < values.n);
}

const struct mistake mistakes_pieces[] = {
    {"naive-row-loop",
     {"a table filled row by row", "按行依次填表"},
     {"One move makes x larger, so it leads to a square that is not filled yet; fill by x + y.",
      "有一种走法会使 x 变大，所到的格子尚未填好；应按 x + y 的次序填表。"},
     "{\"piece\":\"hyper-knight\",\"squares\":[[0,4]]}",
     "piece",
     naive_row_loop},
    {"chess-knight",
     {"only the four moves of a chess knight", "只考虑国际象棋马的四种走法"},
     {"A hyper knight has six moves, two of them by (1,3).", "超级马有六种走法，其中两种是 (1,3) 型。"},
     "{\"piece\":\"hyper-knight\",\"squares\":[[1,4]]}",
     "piece",
     chess_knight},
    {"any-piece-wins",
     {"won as soon as one piece stands on a won square", "只要有一个棋子在必胜格就判必胜"},
     {"The values of the squares are xored; two equal ones cancel each other.", "应对各格的 SG 值求异或，相等的两个互相抵消。"},
     "{\"piece\":\"hyper-knight\",\"squares\":[[0,2],[0,2]]}",
     "piece",
     any_nonzero},
    {0},
};

/* ---- even-matrix ---- */

struct matrix {
    size_t rows, cols;
    struct ints *row;
};

static bool matrix(const struct glance *at, struct matrix *m)
{
    if (!glance_rows(at, "matrix", &m->rows, &m->row) || !m->rows)
        return false;
    m->cols = m->row[0].n;
    return m->cols > 0;
}

/* Parities of the last row and column of what is left of the matrix, i by j. */
static bool row_odd(const struct matrix *m, size_t i, size_t j)
{
    return words_parity((struct ints){j, m->row[i - 1].v});
}

static bool col_odd(const struct matrix *m, size_t i, size_t j)
{
    int64_t odd = 0;
    for (size_t k = 0; k < i; k++)
        odd ^= m->row[k].v[j - 1] & 1;
    return odd;
}

static bool whole_lines(const struct glance *at)
{
    struct matrix m;
    if (!matrix(at, &m))
        return false;
    bool *wins = arena_array(at->arena, m.cols + 1, sizeof *wins), *odd = arena_array(at->arena, m.cols + 1, sizeof *odd);
    for (size_t j = 1; j <= m.cols; j++)
        odd[j] = col_odd(&m, m.rows, j);
    for (size_t i = 1; i <= m.rows; i++) {
        bool row = row_odd(&m, i, m.cols);
        for (size_t j = 1; j <= m.cols; j++)
            wins[j] = (!row && !wins[j]) || (!odd[j] && !wins[j - 1]);
    }
    budget_spend(at->budget, m.rows * m.cols);
    return tell_win(at, wins[m.cols]);
}

static bool row_first(const struct glance *at)
{
    struct matrix m;
    bool win = false;
    if (!matrix(at, &m))
        return false;
    for (size_t i = m.rows, j = m.cols; i && j; win = !win) {
        if (!row_odd(&m, i, j))
            i--;
        else if (!col_odd(&m, i, j))
            j--;
        else
            break;
    }
    return tell_win(at, win);
}

static bool empty_wins(const struct glance *at)
{
    struct matrix m;
    if (!matrix(at, &m))
        return false;
    bool *wins = arena_array(at->arena, m.cols + 1, sizeof *wins), *odd = arena_array(at->arena, m.cols + 1, sizeof *odd);
    for (size_t j = 0; j <= m.cols; j++)
        wins[j] = true;
    for (size_t i = 1; i <= m.rows; i++) {
        bool row = false;
        for (size_t j = 1; j <= m.cols; j++) {
            row ^= m.row[i - 1].v[j - 1] & 1;
            odd[j] ^= m.row[i - 1].v[j - 1] & 1;
            wins[j] = (!row && !wins[j]) || (!odd[j] && !wins[j - 1]);
        }
    }
    budget_spend(at->budget, m.rows * m.cols);
    return tell_win(at, wins[m.cols]);
}

const struct mistake mistakes_even_matrix[] = {
    {"whole-lines",
     {"sums of whole rows and columns", "用整行整列的和"},
     {"What was removed counts no longer: the sum is that of the cells that are left.",
      "已删去的格子不再计入，应只求剩余格子的和。"},
     "{\"matrix\":[[2,1],[1,1]]}",
     NULL,
     whole_lines},
    {"row-first",
     {"the row whenever it can be removed, no search", "能删行就删行，不作搜索"},
     {"Where both can be removed, one of the two may win and the other lose.", "行列都能删时，两种走法的胜负可能不同。"},
     "{\"matrix\":[[2,1],[2,1]]}",
     NULL,
     row_first},
    {"empty-matrix-won",
     {"the empty matrix taken for won", "把空矩阵当作必胜"},
     {"Who cannot remove anything loses, with nothing left, too.", "无法操作者输，矩阵已空时也是如此。"},
     "{\"matrix\":[[2]]}",
     NULL,
     empty_wins},
    {0},
};
