/* Periods, with a saltus: value(n+p) = value(n) + s from some place on.
 *
 * For every p the number of values at the end that repeat those p places before comes from one pass: the Z function of the table
 * read backwards (z[p] is how far the reversed table and itself from its place p on agree). With a saltus the same holds of the
 * differences. A period counts when three of them are seen, and what is before it is at most half of the table. */
#include "core/laws/expression.h"
#include "core/laws/families/families.h"
#include "core/laws/propose.h"
#include "core/laws/view.h"

struct period {
    size_t p, start; /* places from the first of the table */
    int64_t saltus, gain;
};

/* z[p] for 0 < p < n. */
static void matches(const int64_t *v, size_t n, size_t *z)
{
    const int64_t *last = v + n - 1;
    size_t left = 0, right = 0; /* the match that reaches farthest: [left, right) agrees with the begin */
    for (size_t p = 1; p < n; p++) {
        size_t known = p < right ? (z[p - left] < right - p ? z[p - left] : right - p) : 0;
        while (p + known < n && last[-(ptrdiff_t)known] == last[-(ptrdiff_t)(p + known)])
            known++;
        z[p] = known;
        if (p + known > right) {
            left = p;
            right = p + known;
        }
    }
}

/* n values or differences, of which z[p] match; the best period so far stays in *best. */
static void weigh_periods(const struct view *view, const size_t *z, size_t n, bool saltus, struct period *best)
{
    for (size_t p = 1; p <= view->n / 3; p++) {
        struct period period = {.p = p, .start = n - p - z[p]};
        if (period.start > view->n / 2 || view->n - period.start < 3 * p)
            continue;
        if (saltus)
            period.saltus = view->v[view->n - 1] - view->v[view->n - 1 - p];
        else if (z[1] + 1 >= n - period.start)
            continue; /* one value all the time is no period */
        if (saltus && period.saltus == 0)
            continue;
        int64_t evidence = view->before[view->n] - view->before[period.start + p];
        int64_t cost = 4 * BIT + bits_gamma(p) + bits_gamma(period.start) + bits_signed(period.saltus);
        period.gain = evidence - cost;
        if (period.gain > best->gain)
            *best = period;
    }
}

static bool tell(const struct law *law, int64_t n, int64_t y, int64_t *value)
{
    const int64_t *values = law->what;
    (void)y;
    if (n < law->from[0])
        return false;
    uint64_t past = (uint64_t)(n - law->from[0]);
    return linear(law->saltus, (int64_t)(past / law->period), values[past % law->period], value);
}

static const char *statement(const struct view *view, const struct law *law)
{
    struct arena *arena = view->finding->arena;
    const char *guard = "", *more = "";
    long long p = (long long)law->period, start = law->from[0], saltus = law->saltus;
    if (start > view->from[0])
        guard = arena_printf(arena, "n < %lld || ", start);
    if (saltus)
        more = arena_printf(arena, saltus > 0 ? " + %lld" : " - %lld", saltus > 0 ? saltus : -saltus);
    if (view->plain)
        return arena_printf(arena, "%sg(n + %lld) == g(n)%s", guard, p, more);
    return arena_printf(arena, "%s(g(n + %lld) == 0) == (g(n) == 0)", guard, p);
}

/* The values before the period are listed: what is named has to be told whole. */
static const char *as_list(const struct view *view, const struct period *period, const struct law *law)
{
    struct arena *arena = view->finding->arena;
    long long start = law->from[0], p = (long long)law->period;
    const char *list = expression_list(arena, view->v + period->start, period->p);
    const char *place = expression_plus(arena, EXPRESSION_N, -law->from[0]);
    const char *text = expression_fill(arena, arena_printf(arena, EXPRESSION_X "[" EXPRESSION_Y " %% %lld]", p), list, place);
    if (text && period->saltus) {
        const char *pattern = arena_printf(arena, EXPRESSION_X " + " EXPRESSION_Y " / %lld * %lld", p, (long long)period->saltus);
        text = expression_fill(arena, period->saltus < 0 ? NULL : pattern, text, place);
    }
    if (text && period->start) {
        const char *first = expression_list(arena, view->v, period->start);
        first = expression_fill(arena, EXPRESSION_X "[" EXPRESSION_Y "]", first,
                                expression_plus(arena, EXPRESSION_N, -view->from[0]));
        const char *pattern = first ? arena_printf(arena, EXPRESSION_N " < %lld ? " EXPRESSION_Y " : ", start) : NULL;
        const char *head = expression_fill(arena, pattern, EXPRESSION_N, first);
        text = head ? arena_printf(arena, "%s%s", head, text) : NULL;
    }
    return text;
}

static void write_words(const struct view *view, struct law *law, const int64_t *values)
{
    struct arena *arena = view->finding->arena;
    struct text subject = subject_words(view);
    long long start = law->from[0], p = (long long)law->period, s = law->saltus;
    const char *first = values_in_words(view, values, (size_t)p);
    if (s) {
        law->words[LANGUAGE_EN] =
            arena_printf(arena, "From n = %lld on each of the %s is the one %lld places before it plus %lld: %s, and so on.",
                         start, subject.en, p, s, first);
        law->words[LANGUAGE_ZH] = arena_printf(arena, "从 n = %lld 起，每个%s等于前面第 %lld 个加 %lld：%s，依此类推。", start,
                                               subject_behind(view), p, s, first);
        return;
    }
    law->words[LANGUAGE_EN] =
        arena_printf(arena, "From n = %lld on the %s repeat with period %lld: %s.", start, subject.en, p, first);
    law->words[LANGUAGE_ZH] = arena_printf(arena, "从 n = %lld 起，%s以 %lld 为周期：%s。", start, subject.zh, p, first);
}

void find_period(const struct view *view)
{
    struct arena *arena = view->finding->arena;
    struct period best = {.gain = INT64_MIN};
    size_t n = view->n;
    if (n < 3)
        return;
    budget_spend(view->finding->budget, 8 * n);
    size_t *z = arena_raw(arena, n * sizeof *z);
    matches(view->v, n, z);
    weigh_periods(view, z, n, false, &best);
    if (!view->lost && view->subject != SUBJECT_VERDICT) {
        int64_t *steps = arena_raw(arena, n * sizeof *steps);
        for (size_t i = 0; i + 1 < n; i++)
            steps[i] = view->v[i + 1] - view->v[i];
        matches(steps, n - 1, z);
        weigh_periods(view, z, n - 1, true, &best);
    }
    struct law *law = best.gain == INT64_MIN ? NULL : propose(view, "period", best.gain, 0);
    if (!law)
        return;
    law->from[0] += (int64_t)best.start;
    law->period = best.p;
    law->saltus = best.saltus;
    law->what = view->v + best.start;
    law->tell = tell;
    fact_number(law, "period", (int64_t)best.p);
    fact_number(law, "preperiod", law->from[0]);
    fact_number(law, "saltus", best.saltus);
    fact_values(view, law, "values", view->v + best.start, best.p);
    if (view->named) {
        law->expression = as_list(view, &best, law);
        return;
    }
    law->formula = statement(view, law);
    write_words(view, law, view->v + best.start);
}
