/* Diagonal periods: value(x+p, y+p) = value(x, y) for all x and y from a corner on; three periods are seen. */
#include "core/laws/families/families.h"
#include "core/laws/outer.h"
#include "core/laws/plane.h"
#include "core/laws/propose.h"

struct diagonal {
    size_t p, start;
    int64_t gain;
};

struct shown {
    struct view view;
    int64_t p;
};

/* The least start from which p holds, or a number above `most`. */
static size_t start_of(const struct view *view, size_t p, size_t most)
{
    size_t start = 0;
    for (size_t row = view->rows - p; row-- > 0;)
        for (size_t column = view->columns - p; column-- > 0;) {
            size_t low = row < column ? row : column;
            if (low < start)
                break;
            if (view_at(view, row, column) == view_at(view, row + p, column + p))
                continue;
            start = low + 1;
            if (start > most)
                return start;
        }
    return start;
}

static bool tell(const struct law *law, int64_t x, int64_t y, int64_t *value)
{
    const struct shown *shown = law->what;
    const struct view *view = &shown->view;
    int64_t to_x = (x - law->from[0]) / shown->p, to_y = (y - law->from[1]) / shown->p, steps = to_x < to_y ? to_x : to_y;
    x -= steps * shown->p + view->from[0];
    y -= steps * shown->p + view->from[1];
    if (x >= (int64_t)view->rows || y >= (int64_t)view->columns)
        return false;
    *value = view_at(view, (size_t)x, (size_t)y);
    return true;
}

static void propose_diagonal(const struct view *view, const struct diagonal *diagonal)
{
    struct arena *arena = view->finding->arena;
    struct law *law = propose(view, "diagonal", diagonal->gain, 0);
    if (!law)
        return;
    struct shown *shown = arena_alloc(arena, sizeof *shown);
    shown->view = *view;
    shown->p = (int64_t)diagonal->p;
    law->what = shown;
    law->tell = tell;
    plane_from(view, law, diagonal->start, diagonal->start);
    long long p = shown->p, x = law->from[0], y = law->from[1];
    const char *guard = diagonal->start ? arena_printf(arena, "x < %lld || y < %lld || ", x, y) : "";
    law->formula = arena_printf(arena,
                                view->plain ? "%1$sg(x + %2$lld, y + %2$lld) == g(x, y)"
                                            : "%1$s(g(x + %2$lld, y + %2$lld) == 0) == (g(x, y) == 0)",
                                guard, p);
    fact_number(law, "period", p);
    struct text subject = subject_words(view);
    law->words[LANGUAGE_EN] =
        arena_printf(arena, "From x = %lld, y = %lld on the %s repeat along the diagonal with period %lld.", x, y, subject.en, p);
    law->words[LANGUAGE_ZH] = arena_printf(arena, "从 x = %lld，y = %lld 起，%s沿对角线以 %lld 为周期。", x, y, subject.zh, p);
}

void find_diagonal(const struct view *view)
{
    size_t side = view->rows < view->columns ? view->rows : view->columns;
    struct diagonal best = {.gain = INT64_MIN};
    for (size_t p = 1; p <= side / 3; p++) {
        struct diagonal diagonal = {.p = p, .start = start_of(view, p, PLANE_STARTS - 1)};
        budget_spend(view->finding->budget, view->n);
        if (diagonal.start >= PLANE_STARTS || diagonal.start + 3 * p > side)
            continue;
        diagonal.gain = -4 * BIT - bits_gamma(p) - bits_gamma(diagonal.start);
        for (size_t row = diagonal.start + p; row < view->rows; row++)
            diagonal.gain += view->before[(row + 1) * view->columns] - view->before[row * view->columns + diagonal.start + p];
        if (diagonal.gain > best.gain)
            best = diagonal;
    }
    if (best.gain > INT64_MIN)
        propose_diagonal(view, &best);
}
