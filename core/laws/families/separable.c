/* Separable tables: A(x) ^ B(y) or A(x) + B(y). B is the first row, A the first column less the corner: both free; A and B are
 * written by a law of their own where they follow one. */
#include "core/laws/expression.h"
#include "core/laws/families/families.h"
#include "core/laws/find.h"
#include "core/laws/plane.h"
#include "core/laws/propose.h"

struct side {
    const int64_t *values;
    size_t n;
    const struct law *name;
};

struct separable {
    bool sum; /* else xor */
    struct side a, b;
    int64_t from[2];
};

static int64_t joined(const struct separable *law, int64_t a, int64_t b)
{
    return law->sum ? a + b : a ^ b;
}

static bool side_tells(const struct side *side, int64_t from, int64_t at, int64_t *value)
{
    if (side->name)
        return law_tells(side->name, at, 0, value);
    if (at < from || at - from >= (int64_t)side->n)
        return false;
    *value = side->values[at - from];
    return true;
}

static bool tell(const struct law *law, int64_t x, int64_t y, int64_t *value)
{
    const struct separable *separable = law->what;
    int64_t a, b;
    if (!side_tells(&separable->a, separable->from[0], x, &a) || !side_tells(&separable->b, separable->from[1], y, &b))
        return false;
    if (!separable->sum && (a | b) < 0)
        return false;
    *value = joined(separable, a, b);
    return true;
}

/* The law of these begins, or false. */
static bool fit(const struct view *view, struct separable *law, size_t row, size_t column, int64_t *evidence)
{
    struct arena *arena = view->finding->arena;
    law->a.n = view->rows - row;
    law->b.n = view->columns - column;
    int64_t *a = arena_raw(arena, law->a.n * sizeof *a), *b = arena_raw(arena, law->b.n * sizeof *b);
    int64_t corner = view_at(view, row, column);
    for (size_t i = 0; i < law->a.n; i++)
        a[i] = law->sum ? view_at(view, row + i, column) - corner : view_at(view, row + i, column) ^ corner;
    for (size_t i = 0; i < law->b.n; i++)
        b[i] = view_at(view, row, column + i);
    law->a.values = a;
    law->b.values = b;
    *evidence = 0;
    for (size_t i = 1; i < law->a.n; i++)
        for (size_t j = 1; j < law->b.n; j++) {
            if (view_at(view, row + i, column + j) != joined(law, a[i], b[j]))
                return false;
            *evidence += view->bits[(row + i) * view->columns + column + j];
        }
    budget_spend(view->finding->budget, view->n);
    return true;
}

static const char *side_text(const struct view *view, const struct side *side, int64_t from)
{
    struct arena *arena = view->finding->arena;
    if (side->name)
        return side->name->expression;
    return expression_fill(arena, EXPRESSION_X "[" EXPRESSION_Y "]", expression_list(arena, side->values, side->n),
                           expression_plus(arena, EXPRESSION_N, -from));
}

static void propose_separable(const struct view *view, struct separable separable, size_t row, size_t column, int64_t gain)
{
    struct arena *arena = view->finding->arena;
    separable.from[0] = view->from[0] + (int64_t)row;
    separable.from[1] = view->from[1] + (int64_t)column;
    separable.a.name = name_list(view, separable.from[0], separable.a.values, separable.a.n);
    separable.b.name = name_list(view, separable.from[1], separable.b.values, separable.b.n);
    gain += separable.a.name ? separable.a.name->evidence : 0;
    gain += separable.b.name && !view->symmetric ? separable.b.name->evidence : 0;
    struct law *law = propose(view, "separable", gain, 0);
    if (!law)
        return;
    struct separable *kept = arena_alloc(arena, sizeof *kept);
    *kept = separable;
    law->what = kept;
    law->tell = tell;
    plane_from(view, law, row, column);
    const char *a = expression_fill(arena, side_text(view, &separable.a, separable.from[0]), EXPRESSION_X, NULL);
    const char *b = expression_fill(arena, side_text(view, &separable.b, separable.from[1]), EXPRESSION_Y, NULL);
    const char *sign = separable.sum ? "+" : "^";
    const char *both = expression_fill(arena, arena_printf(arena, EXPRESSION_X " %s " EXPRESSION_Y, sign), a, b);
    law->formula = expression_fill(arena, both, "x", "y");
    fact_text(law, "operation", sign);
    fact_numbers(law, "rows", separable.a.values, separable.a.n);
    fact_numbers(law, "columns", separable.b.values, separable.b.n);
    struct text from = plane_from_words(view, law);
    const char *a_words = values_in_words(view, separable.a.values, separable.a.n);
    const char *b_words = values_in_words(view, separable.b.values, separable.b.n);
    law->words[LANGUAGE_EN] =
        arena_printf(arena, "The value of (x, y) is A(x) %s B(y)%s; A: %s; B: %s.", sign, from.en, a_words, b_words);
    law->words[LANGUAGE_ZH] = arena_printf(arena, "(x, y) 的%s是 A(x) %s B(y)%s；A：%s；B：%s。", subject_behind(view), sign,
                                           from.zh, a_words, b_words);
}

void find_separable(const struct view *view)
{
    for (int sum = 0; sum <= 1; sum++)
        for (int64_t start = 0; start < PLANE_STARTS; start++) {
            struct separable separable = {.sum = sum};
            size_t row, column;
            int64_t evidence;
            if ((!sum && view->min < 0) || !plane_begin(view, start, &row, &column) ||
                !fit(view, &separable, row, column, &evidence))
                continue;
            propose_separable(view, separable, row, column, evidence - 5 * BIT - bits_gamma((uint64_t)start));
            break;
        }
}
