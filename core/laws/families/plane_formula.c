/* Formulas of two variables: outer(u), u a function of x and y. Of every u the best formula counts. */
#include "core/laws/expression.h"
#include "core/laws/families/families.h"
#include "core/laws/outer.h"
#include "core/laws/plane.h"
#include "core/laws/propose.h"

struct formula {
    enum plane_function function;
    struct outer outer;
    bool opposite, ordered;
    int64_t start;
    size_t row, column;
    int64_t gain;
};

static bool tell(const struct law *law, int64_t x, int64_t y, int64_t *value)
{
    const struct formula *formula = law->what;
    int64_t u;
    if (formula->ordered && x > y) {
        int64_t low = y;
        y = x;
        x = low;
    }
    if (!plane_of(formula->function, x, y, &u) || !outer_of(&formula->outer, u, value))
        return false;
    if (formula->opposite)
        *value = !*value;
    return true;
}

/* The values of u and of the table where the law would hold; false where u is not defined. */
static bool gather(const struct view *view, struct formula *formula, int64_t *u, int64_t *v, size_t *n, int64_t *evidence)
{
    *n = 0;
    *evidence = 0;
    for (size_t row = formula->row; row < view->rows; row++)
        for (size_t column = formula->column; column < view->columns; column++) {
            int64_t x = view->from[0] + (int64_t)row, y = view->from[1] + (int64_t)column;
            if (view->symmetric && x > y)
                continue;
            if (!plane_of(formula->function, x, y, &u[*n]))
                return false;
            v[(*n)++] = formula->opposite ? !view_at(view, row, column) : view_at(view, row, column);
            *evidence += view->bits[row * view->columns + column];
        }
    return true;
}

static void try_start(const struct view *view, struct formula formula, int64_t *u, int64_t *v, struct formula *best)
{
    struct outer found[OUTERS_MAX];
    size_t n;
    int64_t evidence;
    budget_spend(view->finding->budget, 4 * view->n);
    if (!plane_begin(view, formula.start, &formula.row, &formula.column) || !gather(view, &formula, u, v, &n, &evidence))
        return;
    evidence -= 3 * BIT + bits_gamma(formula.function) + bits_gamma((uint64_t)formula.start) + (view->lost ? BIT : 0);
    size_t count = outer_find(u, v, n, view->finding->budget, found);
    for (size_t i = 0; i < count; i++) {
        formula.outer = found[i];
        formula.gain = evidence - outer_cost(&found[i]);
        if (formula.gain > best->gain)
            *best = formula;
    }
}

static const char *pattern_of(const struct view *view, const struct formula *formula)
{
    struct arena *arena = view->finding->arena;
    const char *outer = outer_expression(arena, &formula->outer);
    const char *text = expression_fill(arena, outer, plane_expression(formula->function), NULL);
    if (formula->outer.kind == OUTER_EQUAL && view->lost)
        return formula->opposite ? expression_fill(arena, "!" EXPRESSION_N, text, NULL) : text;
    if (view->lost)
        return expression_fill(arena, formula->opposite ? EXPRESSION_N " == 0" : EXPRESSION_N " == 1", text, NULL);
    return formula->outer.kind == OUTER_EQUAL ? expression_fill(arena, EXPRESSION_N " ? 1 : 0", text, NULL) : text;
}

/* ", for x >= 1 and y >= 1" and before it what u is, with its own formula where the law does more with it. */
static struct text gloss(const struct view *view, const struct law *law, const struct formula *formula, const char *u)
{
    struct arena *arena = view->finding->arena;
    struct text is = plane_words(formula->function, formula->ordered), from = plane_from_words(view, law);
    const char *of = formula->outer.kind == OUTER_ITSELF ? "" : u, *colon = *of ? ": " : "", *wide = *of ? "：" : "";
    return (struct text){arena_printf(arena, " (%s%s%s)%s", of, colon, is.en, from.en),
                         arena_printf(arena, "（%s%s%s）%s", of, wide, is.zh, from.zh)};
}

static void propose_formula(const struct view *view, const struct formula *formula)
{
    struct arena *arena = view->finding->arena;
    struct law *law = propose(view, "formula", formula->gain, 0);
    if (!law)
        return;
    struct formula *kept = arena_alloc(arena, sizeof *kept);
    *kept = *formula;
    law->what = kept;
    law->tell = tell;
    plane_from(view, law, formula->row, formula->column);
    law->formula = plane_formula(view, pattern_of(view, formula), plane_is_symmetric(formula->function));
    const char *u = plane_formula(view, plane_expression(formula->function), plane_is_symmetric(formula->function));
    fact_text(law, "inner", u);
    fact_text(law, "outer", expression_fill(arena, outer_expression(arena, &formula->outer), "u", NULL));
    if (view->lost)
        fact_flag(law, "lost_where", !formula->opposite);
    law_says(view, law, law->formula, gloss(view, law, formula, u));
}

void find_plane_formula(const struct view *view)
{
    struct arena *arena = view->finding->arena;
    struct arena_mark mark = arena_mark(arena);
    int64_t *u = arena_raw(arena, view->n * sizeof *u), *v = arena_raw(arena, view->n * sizeof *v);
    struct formula best[PLANE_FUNCTIONS];
    for (int function = 0; function < PLANE_FUNCTIONS; function++) {
        best[function].gain = INT64_MIN;
        for (int64_t start = 0; start < PLANE_STARTS; start++)
            for (int opposite = 0; opposite <= view->lost; opposite++) {
                struct formula formula = {
                    .function = (enum plane_function)function, .start = start, .opposite = opposite, .ordered = view->symmetric};
                try_start(view, formula, u, v, &best[function]);
            }
    }
    arena_rewind(arena, mark);
    for (int function = 0; function < PLANE_FUNCTIONS; function++)
        if (best[function].gain > INT64_MIN)
            propose_formula(view, &best[function]);
}
