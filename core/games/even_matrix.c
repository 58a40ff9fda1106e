/* Even matrix (GMOJ 2642): remove the last row if its cells sum to an even number, or the last column likewise.
 *
 * Solution: what is left is always the upper left part, r rows by c columns, so the Grundy value g(r,c) is the mex of g(r-1,c) if
 * the first c cells of row r-1 sum to an even number, and of g(r,c-1) if the first r cells of column c-1 do; g = 0 where r or c
 * is 0. One row of g, and the parities of the columns down to it, are enough. Cost: rows × columns steps. */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

enum { COLUMN, ROW };

struct position {
    struct head head;
    struct list matrix; /* of struct list of int64_t */
};

struct move {
    struct head head;
    int remove;
};

/* What is known of the whole matrix: which of the two removals are allowed, and where they lead. */
struct result {
    bool allowed[2];
    int value, after[2];
};

static int mex(bool row, int below, bool column, int beside)
{
    int value = 0;
    while ((row && below == value) || (column && beside == value))
        value++;
    return value;
}

/* By whether the row may go, the value below, whether the column may, the value beside: values are 0…2. Without branches, which
 * nobody can predict here. */
enum { CHOICES = 64 };

static size_t choice(bool row, size_t below, bool column, size_t beside)
{
    return (size_t)row << 5 | below << 3 | (size_t)column << 2 | beside;
}

static void fill_choices(unsigned char *values)
{
    for (int i = 0; i < CHOICES; i++)
        values[i] = (unsigned char)mex(i >> 5, i >> 3 & 3, i >> 2 & 1, i & 3);
}

static struct result work_out(struct ask *ask, const struct position *p)
{
    struct result result = {.allowed = {false, false}};
    unsigned char values[CHOICES];
    fill_choices(values);
    size_t rows = p->matrix.n, cols = rows ? list_lists(p->matrix)[0].n : 0;
    unsigned char *value = arena_alloc(ask->arena, cols + 1); /* g(r, ·), at first of no rows */
    unsigned char *odd = arena_alloc(ask->arena, cols + 1);   /* parity of column c-1 down to row r-1 */
    for (size_t r = 1; r <= rows; r++) {
        const int64_t *cells = list_words(list_lists(p->matrix)[r - 1]);
        bool row_odd = false;
        budget_spend(ask->budget, cols);
        for (size_t c = 1; c <= cols; c++) {
            row_odd ^= cells[c - 1] & 1;
            odd[c] ^= cells[c - 1] & 1;
            int below = value[c], beside = value[c - 1];
            value[c] = values[choice(!row_odd, (size_t)below, !odd[c], (size_t)beside)];
            if (r == rows && c == cols)
                result = (struct result){{!odd[c], !row_odd}, value[c], {beside, below}};
        }
    }
    return result;
}

static void solve(struct ask *ask)
{
    struct result result = work_out(ask, ask->position);
    answer_grundy(ask, num(result.value));
    ask->answer.method = "dp";
    for (int remove = COLUMN; remove <= ROW; remove++)
        if (result.allowed[remove])
            push(ask, &(struct move){.remove = remove}, mark_grundy(ask, num(result.after[remove])));
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    size_t rows = p->matrix.n, cols = list_lists(p->matrix)[0].n;
    if (((const struct move *)move)->remove == ROW) {
        next->matrix.n = rows - 1;
        return next;
    }
    next->matrix.n = cols > 1 ? rows : 0;
    struct list *list = arena_array(ask->arena, next->matrix.n, sizeof *list);
    for (size_t r = 0; r < next->matrix.n; r++)
        list[r] = (struct list){cols - 1, list_lists(p->matrix)[r].v};
    next->matrix.v = list;
    return next;
}

static void check(void *position, struct faults *faults)
{
    const struct position *p = position;
    const struct list *rows = list_lists(p->matrix);
    for (size_t r = 1; r < p->matrix.n; r++) /* a row without cells was told already */
        if (rows[r].n != rows[0].n && rows[r].n && rows[0].n)
            fault_add(faults, FAULT_inconsistent, arena_printf(faults->arena, "/matrix/%zu", r),
                      arena_printf(faults->arena, "must be as long as the first row (%zu), but has %zu", rows[0].n, rows[r].n));
}

static uint64_t cost(const void *position)
{
    const struct position *p = position;
    return p->matrix.n ? 3 * p->matrix.n * list_lists(p->matrix)[0].n : 0;
}

/* What removing the last row or column leaves. */
static void explain_removal(struct lines *lines, int what, int after)
{
    static const struct text won[] = {
        [ROW] = {"Removing the row leads to the Grundy value %s, a won position for the other player.",
                 "删除最后一行后 SG 值为 %s，留给对手的是必胜态。"},
        [COLUMN] = {"Removing the column leads to the Grundy value %s, a won position for the other player.",
                    "删除最后一列后 SG 值为 %s，留给对手的是必胜态。"},
    };
    static const struct text lost[] = {
        [ROW] = {"Removing the row leads to the Grundy value %s, a lost position for the other player.",
                 "删除最后一行后 SG 值为 %s，留给对手的是必败态。"},
        [COLUMN] = {"Removing the column leads to the Grundy value %s, a lost position for the other player.",
                    "删除最后一列后 SG 值为 %s，留给对手的是必败态。"},
    };
    const struct text *says = after ? &won[what] : &lost[what];
    lines_add(lines, says->en, says->zh, num_text(num(after)));
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    size_t rows = p->matrix.n, cols = rows ? list_lists(p->matrix)[0].n : 0;
    if (rows == 0) {
        lines_add(lines, "The matrix is empty.", "矩阵为空。");
        explain_verdict(ask, lines);
        return;
    }
    int64_t row = 0, column = 0;
    for (size_t c = 0; c < cols; c++)
        row += list_words(list_lists(p->matrix)[rows - 1])[c];
    for (size_t r = 0; r < rows; r++)
        column += list_words(list_lists(p->matrix)[r])[cols - 1];
    struct result result = work_out(ask, p);
    lines_add(lines,
              row % 2 ? "The last row sums to %s, an odd number: it must stay."
                      : "The last row sums to %s, an even number: it may be removed.",
              row % 2 ? "最后一行之和为 %s，是奇数，不能删除。" : "最后一行之和为 %s，是偶数，可以删除。", num_text(num(row)));
    if (result.allowed[ROW])
        explain_removal(lines, ROW, result.after[ROW]);
    lines_add(lines,
              column % 2 ? "The last column sums to %s, an odd number: it must stay."
                         : "The last column sums to %s, an even number: it may be removed.",
              column % 2 ? "最后一列之和为 %s，是奇数，不能删除。" : "最后一列之和为 %s，是偶数，可以删除。",
              num_text(num(column)));
    if (result.allowed[COLUMN])
        explain_removal(lines, COLUMN, result.after[COLUMN]);
    if (result.allowed[ROW] || result.allowed[COLUMN])
        lines_add(lines,
                  "So it goes for every smaller matrix, too, up from the empty one, whose value is 0; here the least number "
                  "missing (mex) is %s, the Grundy value.",
                  "每个更小的矩阵也是这样，从空矩阵（SG 值为 0）开始逐步算出；这里缺少的最小非负整数（mex）是 %s，即 SG 值。",
                  num_text(num(result.value)));
    explain_verdict(ask, lines);
}

static const struct type cell_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = UINT32_MAX};
static const struct type row_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .min = 1, .max = MATRIX_MAX, .item = &cell_type};
static const struct type matrix_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = MATRIX_MAX, .item = &row_type};
static const struct type remove_type = {
    .kind = KIND_NAME, .size = sizeof(int), .names = (const char *const[]){"column", "row", NULL}};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields = (const struct field[]){{"matrix", offsetof(struct position, matrix), &matrix_type,
                                      .doc = {"The rows of the matrix, equally long.", "矩阵的各行，长度相同。"}},
                                     {0}},
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields = (const struct field[]){{"remove", offsetof(struct move, remove), &remove_type,
                                      .doc = {"What to remove: the last column or the last row.", "删除最后一列或最后一行。"}},
                                     {0}},
};

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    if (m->remove == COLUMN)
        lines_add(line, "remove the last column", "删去最后一列");
    else
        lines_add(line, "remove the last row", "删去最后一行");
}

static void sample(struct sample *sample)
{
    enum { CELLS = 400000 }; /* a body of less than a megabyte */
    struct position *p = sample->position;
    if (!sample_free(sample, "matrix"))
        return;
    int64_t n = sample_from(sample, 1, sample_bound(sample, 4, MATRIX_MAX));
    int64_t most = sample_bound(sample, 4, MATRIX_MAX), cols = sample_from(sample, 1, most < CELLS / n ? most : CELLS / n);
    struct list *rows = arena_array(sample->arena, (size_t)n, sizeof *rows);
    for (int64_t r = 0; r < n; r++)
        rows[r] = sample_words(sample, (size_t)cols, 0, 9);
    p->matrix = (struct list){(size_t)n, rows};
}

const struct game game_even_matrix = {
    .id = "even-matrix",
    .source = "GMOJ 2642",
    .title = {"Even matrix", "偶数矩阵"},
    .rules =
        {"A move removes the last row of the matrix if its cells sum to an even number, or the last column likewise. Who cannot "
         "move loses; an empty matrix has no moves.",
         "若矩阵最后一行之和为偶数，可以删除该行；若最后一列之和为偶数，可以删除该列。不能操作者输；空矩阵没有操作。"},
    .limits = {"up to 1000 x 1000 cells of up to 32 bits", "最多 1000 × 1000，每个数不超过 32 位"},
    .position = &position_type,
    .mistakes = mistakes_even_matrix,
    .move = &move_type,
    .methods = (const char *const[]){"dp", NULL},
    .traits = TRAIT_GRUNDY,
    .check = check,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
