/* Formulas of one variable: outer(inner(n + c)). Their numbers come from the last seven eighths of the table, where every value
 * must agree; of those before, up to three may be exceptions, and are paid for. Of every inner function the best formula counts.
 *
 * Where a table is lost, the formula is 1 exactly there, or exactly elsewhere. */
#include "core/laws/expression.h"
#include "core/laws/families/families.h"
#include "core/laws/naturals.h"
#include "core/laws/outer.h"
#include "core/laws/propose.h"
#include "core/laws/view.h"

enum { SHIFT = 3 };

struct formula {
    enum natural inner;
    int64_t shift;
    struct outer outer;
    bool opposite; /* 1 where it is not lost */
    struct naturals *naturals;
    struct law_exception exceptions[EXCEPTIONS_MAX];
    size_t n_exceptions;
    int64_t gain;
};

static bool value_of(const struct formula *formula, int64_t n, int64_t *value)
{
    int64_t u;
    if (!natural_of(formula->naturals, formula->inner, n + formula->shift, &u) || !outer_of(&formula->outer, u, value))
        return false;
    if (formula->opposite)
        *value = !*value;
    return true;
}

static bool tell(const struct law *law, int64_t n, int64_t y, int64_t *value)
{
    (void)y;
    return value_of(law->what, n, value);
}

/* The exceptions before `tail`, and what is gained then; false where there are too many. */
static bool weigh_formula(const struct view *view, size_t tail, struct formula *formula)
{
    formula->n_exceptions = 0;
    for (size_t i = 0; i < tail; i++) {
        int64_t value;
        if ((!value_of(formula, view->from[0] + (int64_t)i, &value) || value != view->v[i]) &&
            !except(view, formula->exceptions, &formula->n_exceptions, i))
            return false;
    }
    formula->gain = view->before[view->n] - 3 * BIT - bits_gamma(formula->inner) - bits_signed(formula->shift) -
                    outer_cost(&formula->outer) - (view->lost ? BIT : 0) -
                    exceptions_cost(view, formula->exceptions, formula->n_exceptions);
    return true;
}

static const char *pattern_of(const struct view *view, const struct formula *formula)
{
    struct arena *arena = view->finding->arena;
    const char *inner =
        expression_fill(arena, natural_expression(formula->inner), expression_plus(arena, EXPRESSION_N, formula->shift), NULL);
    const char *text = expression_fill(arena, outer_expression(arena, &formula->outer), inner, NULL);
    if (view->lost && formula->outer.kind == OUTER_EQUAL)
        return formula->opposite ? expression_fill(arena, "!" EXPRESSION_N, text, NULL) : text;
    if (view->lost)
        return expression_fill(arena, formula->opposite ? EXPRESSION_N " == 0" : EXPRESSION_N " == 1", text, NULL);
    return formula->outer.kind == OUTER_EQUAL ? expression_fill(arena, EXPRESSION_N " ? 1 : 0", text, NULL) : text;
}

/* What the signs mean that are read aloud in no other way. */
static struct text gloss(const struct view *view, const struct formula *formula, struct text but)
{
    struct arena *arena = view->finding->arena;
    long long a = formula->outer.a;
    if (formula->inner != NATURAL_N)
        return gloss_words(view, formula->inner, formula->shift, formula->outer.kind == OUTER_ITSELF, but);
    if (formula->outer.kind == OUTER_MODULO)
        return (struct text){arena_printf(arena, " (%% %lld: the remainder of the division by %lld)%s", a, a, but.en),
                             arena_printf(arena, "（%% %lld：除以 %lld 的余数）%s", a, a, but.zh)};
    if (formula->outer.kind == OUTER_DIVIDED)
        return (struct text){arena_printf(arena, " (/ %lld: the quotient of the division by %lld, rounded down)%s", a, a, but.en),
                             arena_printf(arena, "（/ %lld：除以 %lld 的商，向下取整）%s", a, a, but.zh)};
    return but;
}

static void propose_formula(const struct view *view, const struct formula *formula)
{
    struct arena *arena = view->finding->arena;
    struct law *law = propose(view, "formula", formula->gain, 0);
    if (!law)
        return;
    if (formula->inner == NATURAL_DIVISORS)
        naturals_reach(formula->naturals, view->finding->horizon);
    struct formula *kept = arena_alloc(arena, sizeof *kept);
    *kept = *formula;
    law->what = kept;
    law->tell = tell;
    const char *pattern = pattern_of(view, formula), *shown = expression_fill(arena, pattern, "n", NULL);
    law_except(view, law, formula->exceptions, formula->n_exceptions, pattern);
    fact_text(law, "inner", expression_fill(arena, natural_expression(formula->inner), "n", NULL));
    fact_number(law, "shift", formula->shift);
    fact_text(law, "outer", expression_fill(arena, outer_expression(arena, &formula->outer), "u", NULL));
    if (view->lost)
        fact_flag(law, "lost_where", !formula->opposite);
    if (view->named)
        return;
    law_says(view, law, shown, gloss(view, formula, exceptions_words(view, law)));
}

/* u: inner(n + c) for every n of the tail. */
static void try_shift(const struct view *view, const int64_t *u, const int64_t *v, size_t tail, struct formula formula,
                      struct formula *best)
{
    struct outer found[OUTERS_MAX];
    size_t n = outer_find(u, v, view->n - tail, view->finding->budget, found);
    for (size_t i = 0; i < n; i++) {
        formula.outer = found[i];
        if (weigh_formula(view, tail, &formula) && formula.gain > best->gain)
            *best = formula;
    }
}

/* *best is the best of this inner function. `u` has room for the tail and the shifts around it. */
static void try_inner(const struct view *view, enum natural inner, const int64_t *v, bool opposite, int64_t *u,
                      struct formula *best)
{
    size_t tail = view->n / 8, n = view->n - tail + 2 * SHIFT, first = n;
    struct formula formula = {.inner = inner, .naturals = view->finding->naturals, .opposite = opposite};
    for (size_t i = n; i > 0; i--) {
        if (!natural_of(formula.naturals, inner, view->from[0] + (int64_t)(tail + i - 1) - SHIFT, &u[i - 1]))
            break;
        first = i - 1;
    }
    budget_spend(view->finding->budget, 4 * n);
    for (int i = 0; i <= 2 * SHIFT; i++) {
        formula.shift = i % 2 ? (i + 1) / 2 : -i / 2; /* 0, 1, -1, 2, … */
        if (first <= (size_t)(SHIFT + formula.shift))
            try_shift(view, u + SHIFT + formula.shift, v + tail, tail, formula, best);
    }
}

void find_formula(const struct view *view)
{
    struct arena *arena = view->finding->arena;
    struct arena_mark mark = arena_mark(arena);
    struct formula best[NATURALS_OF_FORMULAS];
    int64_t *u = arena_raw(arena, (view->n + 2 * SHIFT) * sizeof *u), *v = arena_raw(arena, view->n * sizeof *v);
    for (int inner = 0; inner < NATURALS_OF_FORMULAS; inner++)
        best[inner].gain = INT64_MIN;
    for (int opposite = 0; opposite <= view->lost; opposite++) {
        for (size_t i = 0; i < view->n; i++)
            v[i] = opposite ? !view->v[i] : view->v[i];
        for (int inner = 0; inner < NATURALS_OF_FORMULAS; inner++)
            try_inner(view, (enum natural)inner, v, opposite, u, &best[inner]);
    }
    arena_rewind(arena, mark);
    for (int inner = 0; inner < NATURALS_OF_FORMULAS; inner++)
        if (best[inner].gain > INT64_MIN)
            propose_formula(view, &best[inner]);
}
