/* One value everywhere; or, of one variable, from some place on: after a run of at least 32, four times any run before it. */
#include "core/laws/expression.h"
#include "core/laws/families/families.h"
#include "core/laws/propose.h"
#include "core/laws/view.h"

enum { LINE_MIN = 32, PLANE_MIN = 64, LONGER = 4 };

static bool tell(const struct law *law, int64_t x, int64_t y, int64_t *value)
{
    (void)x;
    (void)y;
    *value = *(const int64_t *)law->what;
    return true;
}

/* The first place of the last run, or n where it is too short for a law. */
static size_t last_run(const struct view *view)
{
    size_t start = 0, longest = 0;
    if (view->variables == 2)
        return view->min == view->max && view->n >= PLANE_MIN ? 0 : view->n;
    for (size_t i = 1; i < view->n; i++)
        if (view->v[i] != view->v[i - 1]) {
            longest = i - start > longest ? i - start : longest;
            start = i;
        }
    size_t run = view->n - start;
    return run >= LINE_MIN && run >= LONGER * longest ? start : view->n;
}

static void write_formula(const struct view *view, struct law *law, size_t start, int64_t value)
{
    struct arena *arena = view->finding->arena;
    const char *g = view->variables == 2 ? "g(x, y)" : "g(n)", *guard = "";
    if (start)
        guard = arena_printf(arena, "n < %lld || ", (long long)law->from[0]);
    if (view->lost)
        law->formula = arena_printf(arena, "%s%s %s 0", guard, g, value ? "==" : "!=");
    else if (start || view->subject == SUBJECT_VERDICT)
        law->formula = arena_printf(arena, "%s%s == %lld", guard, g, (long long)value);
    else
        law->formula = arena_printf(arena, "%lld", (long long)value);
}

static void write_words(const struct view *view, struct law *law, int64_t value)
{
    const char *from = view->variables == 2 ? "x, y" : "n";
    long long start = law->from[0];
    struct arena *arena = view->finding->arena;
    if (view->lost || view->subject == SUBJECT_VERDICT) {
        int64_t verdict = view->lost ? !value : value;
        static const struct text words[] = {{"lost", "必败"}, {"won", "必胜"}, {"drawn", "平局"}};
        bool not_lost = view->lost && !view->plain && verdict;
        law->words[LANGUAGE_EN] = arena_printf(arena, "From %s = %lld on every position is %s.", from, start,
                                               not_lost ? "not lost" : words[verdict].en);
        law->words[LANGUAGE_ZH] =
            arena_printf(arena, "从 %s = %lld 起，所有局面都是%s。", from, start, not_lost ? "非必败" : words[verdict].zh);
        return;
    }
    law->words[LANGUAGE_EN] = arena_printf(arena, "From %s = %lld on every value is %lld.", from, start, (long long)value);
    law->words[LANGUAGE_ZH] =
        arena_printf(arena, "从 %s = %lld 起，%s都是 %lld。", from, start, subject_words(view).zh, (long long)value);
}

bool find_constant(const struct view *view)
{
    size_t start = last_run(view);
    if (start == view->n)
        return false;
    struct law *law = propose_anyway(view, "constant", view->before[view->n] - view->before[start]);
    int64_t value = view->v[start];
    law->from[0] += (int64_t)start;
    if (view->lost || view->subject == SUBJECT_VERDICT)
        fact_values(view, law, "value", &view->v[start], 1);
    else
        fact_number(law, "value", value);
    law->what = &view->v[start];
    law->tell = tell;
    law->expression = start ? NULL : arena_printf(view->finding->arena, "%lld", (long long)value);
    write_formula(view, law, start, value);
    write_words(view, law, value);
    return true;
}
