/* Classes: equal rows and equal columns make few classes A(x) and B(y), and the value is T(A(x), B(y)). The table T is free; to
 * which class a row belongs is listed, or told by a law of its own. */
#include "core/laws/expression.h"
#include "core/laws/families/families.h"
#include "core/laws/find.h"
#include "core/laws/plane.h"
#include "core/laws/propose.h"

enum { CLASSES_MAX = 64 };

struct partition {
    size_t n, count;   /* rows or columns; classes */
    int64_t *class_of; /* by place */
    size_t *first;     /* a class's first place */
    const struct law *name;
};

struct classes {
    struct partition a, b;
    int64_t from[2];
    size_t row, column;
    const int64_t *table; /* of a.count rows */
};

static bool rows_equal(const struct view *view, const struct classes *classes, size_t i, size_t j)
{
    for (size_t column = classes->column; column < view->columns; column++)
        if (view_at(view, classes->row + i, column) != view_at(view, classes->row + j, column))
            return false;
    return true;
}

static bool columns_equal(const struct view *view, const struct classes *classes, size_t i, size_t j)
{
    for (size_t row = classes->row; row < view->rows; row++)
        if (view_at(view, row, classes->column + i) != view_at(view, row, classes->column + j))
            return false;
    return true;
}

/* False: too many classes. */
static bool divide(const struct view *view, const struct classes *classes, struct partition *partition, size_t n,
                   bool (*equal)(const struct view *, const struct classes *, size_t, size_t))
{
    struct arena *arena = view->finding->arena;
    *partition = (struct partition){.n = n,
                                    .class_of = arena_raw(arena, n * sizeof *partition->class_of),
                                    .first = arena_raw(arena, CLASSES_MAX * sizeof *partition->first)};
    for (size_t i = 0; i < n; i++) {
        size_t c = 0;
        while (c < partition->count && !equal(view, classes, partition->first[c], i))
            c++;
        budget_spend(view->finding->budget, 4 * c + view->n / n + 1);
        if (c == CLASSES_MAX)
            return false;
        if (c == partition->count)
            partition->first[partition->count++] = i;
        partition->class_of[i] = (int64_t)c;
    }
    return true;
}

/* What it costs to say to which class each belongs. */
static int64_t partition_cost(const struct view *view, struct partition *partition, int64_t from)
{
    int64_t listed = (int64_t)partition->n * bits_log2(partition->count);
    partition->name = partition->count > 1 ? name_list(view, from, partition->class_of, partition->n) : NULL;
    int64_t saved = partition->name ? partition->name->evidence : 0;
    return bits_gamma(partition->count) + (saved < listed ? listed - saved : 0);
}

static bool class_at(const struct partition *partition, int64_t from, int64_t at, int64_t *class_of)
{
    if (partition->name)
        return law_tells(partition->name, at, 0, class_of) && *class_of >= 0 && *class_of < (int64_t)partition->count;
    if (at < from || at - from >= (int64_t)partition->n)
        return false;
    *class_of = partition->class_of[at - from];
    return true;
}

static bool tell(const struct law *law, int64_t x, int64_t y, int64_t *value)
{
    const struct classes *classes = law->what;
    int64_t a, b;
    if (!class_at(&classes->a, classes->from[0], x, &a) || !class_at(&classes->b, classes->from[1], y, &b))
        return false;
    *value = classes->table[a * (int64_t)classes->b.count + b];
    return true;
}

static const char *place_text(const struct view *view, const struct partition *partition, int64_t from, const char *variable)
{
    struct arena *arena = view->finding->arena;
    if (partition->name)
        return expression_fill(arena, partition->name->expression, variable, NULL);
    return expression_fill(arena, EXPRESSION_X "[" EXPRESSION_Y "]", expression_list(arena, partition->class_of, partition->n),
                           expression_plus(arena, variable, -from));
}

static const char *formula_of(const struct view *view, const struct classes *classes)
{
    struct arena *arena = view->finding->arena;
    const char *a = place_text(view, &classes->a, classes->from[0], "x"),
               *b = place_text(view, &classes->b, classes->from[1], "y");
    const char *product = arena_printf(arena, EXPRESSION_X " * %zu + " EXPRESSION_Y, classes->b.count);
    const char *list = expression_list(arena, classes->table, classes->a.count * classes->b.count);
    const char *text = expression_fill(arena, EXPRESSION_X "[" EXPRESSION_Y "]", list, expression_fill(arena, product, a, b));
    return view->lost ? expression_fill(arena, EXPRESSION_X " == 1", text, NULL) : text;
}

static void propose_classes(const struct view *view, const struct classes *classes, int64_t gain)
{
    struct law *law = propose(view, "classes", gain, 0);
    if (!law)
        return;
    struct classes *kept = arena_alloc(view->finding->arena, sizeof *kept);
    *kept = *classes;
    law->what = kept;
    law->tell = tell;
    plane_from(view, law, classes->row, classes->column);
    law->formula = formula_of(view, classes);
    fact_numbers(law, "rows", classes->a.class_of, classes->a.n);
    fact_numbers(law, "columns", classes->b.class_of, classes->b.n);
    fact_rows(law, "table", classes->table, classes->a.count * classes->b.count, classes->b.count);
    struct text from = plane_from_words(view, law), subject = subject_words(view);
    const char *x = numbers_in_words(view, classes->a.class_of, classes->a.n);
    const char *y = numbers_in_words(view, classes->b.class_of, classes->b.n);
    struct arena *arena = view->finding->arena;
    law->words[LANGUAGE_EN] =
        arena_printf(arena, "The %s depend on classes of x and y alone%s; of x there are %zu: %s; of y %zu: %s.", subject.en,
                     from.en, classes->a.count, x, classes->b.count, y);
    law->words[LANGUAGE_ZH] = arena_printf(arena, "%s只由 x 与 y 所属的类决定%s；x 有 %zu 类：%s；y 有 %zu 类：%s。", subject.zh,
                                           from.zh, classes->a.count, x, classes->b.count, y);
}

static bool find_from(const struct view *view, int64_t start)
{
    struct classes classes = {.row = 0};
    if (!plane_begin(view, start, &classes.row, &classes.column))
        return false;
    classes.from[0] = view->from[0] + (int64_t)classes.row;
    classes.from[1] = view->from[1] + (int64_t)classes.column;
    size_t rows = view->rows - classes.row, columns = view->columns - classes.column, n = 0;
    if (!divide(view, &classes, &classes.a, rows, rows_equal) || !divide(view, &classes, &classes.b, columns, columns_equal) ||
        (classes.a.count == rows && classes.b.count == columns))
        return false;
    int64_t *table = arena_raw(view->finding->arena, classes.a.count * classes.b.count * sizeof *table), evidence = 0;
    for (size_t i = classes.row; i < view->rows; i++)
        evidence += view->before[(i + 1) * view->columns] - view->before[i * view->columns + classes.column];
    for (size_t i = 0; i < classes.a.count; i++)
        for (size_t j = 0; j < classes.b.count; j++) {
            size_t index = (classes.row + classes.a.first[i]) * view->columns + classes.column + classes.b.first[j];
            table[n++] = view->v[index];
            evidence -= view->bits[index];
        }
    classes.table = table;
    evidence -= 5 * BIT + bits_gamma((uint64_t)start) + partition_cost(view, &classes.a, classes.from[0]);
    int64_t of_columns = partition_cost(view, &classes.b, classes.from[1]);
    evidence -= view->symmetric ? 0 : of_columns;
    size_t before = view->finding->n;
    propose_classes(view, &classes, evidence);
    return view->finding->n > before;
}

void find_classes(const struct view *view)
{
    for (int64_t start = 0; start < PLANE_STARTS; start++)
        if (find_from(view, start))
            return;
}
