/* Where a table of two variables is lost: pairs of a Beatty kind, one place in each row, a ratio. */
#include "core/laws/expression.h"
#include "core/laws/families/families.h"
#include "core/laws/outer.h"
#include "core/laws/plane.h"
#include "core/laws/propose.h"
#include "core/laws/sets.h"

/* ---- pairs (a, b): a the least number in no pair before, b - a = rk + c ---- */

enum { STEP_MAX = 8, OFFSET_MAX = 3, PARTNERS_MAX = 1000000 };

struct lost_pairs {
    int64_t r, c;
    int64_t n;              /* partners below */
    const int64_t *partner; /* -1: none below n */
};

static const int64_t *partners(const struct view *view, int64_t r, int64_t c, int64_t n)
{
    int64_t *partner = arena_raw(view->finding->arena, (size_t)n * sizeof *partner), k = 0;
    budget_spend(view->finding->budget, (uint64_t)n);
    for (int64_t i = 0; i < n; i++)
        partner[i] = -1;
    for (int64_t a = 0; a < n; a++) {
        if (partner[a] >= 0)
            continue;
        int64_t b = a + r * k++ + c;
        partner[a] = b;
        if (b < n)
            partner[b] = a;
    }
    return partner;
}

static bool tell_pairs(const struct law *law, int64_t x, int64_t y, int64_t *value)
{
    const struct lost_pairs *pairs = law->what;
    if (x >= pairs->n || y >= pairs->n)
        return false;
    *value = pairs->partner[x] == y;
    return true;
}

static bool pairs_hold(const struct view *view, const int64_t *partner)
{
    for (size_t row = 0; row < view->rows; row++)
        for (size_t column = 0; column < view->columns; column++) {
            int64_t x = view->from[0] + (int64_t)row, y = view->from[1] + (int64_t)column;
            if ((partner[x] == y) != view_at(view, row, column)) {
                budget_spend(view->finding->budget, row * view->columns + column);
                return false;
            }
        }
    budget_spend(view->finding->budget, view->n);
    return true;
}

static void propose_pairs(const struct view *view, int64_t r, int64_t c, int64_t last)
{
    struct arena *arena = view->finding->arena;
    struct law *law =
        propose(view, "beatty-pairs", view->before[view->n], 4 * BIT + bits_gamma((uint64_t)r) + bits_gamma((uint64_t)c));
    if (!law)
        return;
    struct lost_pairs *pairs = arena_alloc(arena, sizeof *pairs);
    int64_t n = view->finding->horizon < PARTNERS_MAX ? view->finding->horizon + 1 : PARTNERS_MAX;
    *pairs = (struct lost_pairs){.r = r, .c = c, .n = n > last ? n : last + 1};
    pairs->partner = partners(view, r, c, pairs->n);
    law->what = pairs;
    law->tell = tell_pairs;
    long long step = r;
    struct surd surd = surd_known((size_t)r - 1);
    if (c == 0) {
        const char *k = r == 1 ? "abs(x - y)" : arena_printf(arena, "abs(x - y) / %lld", step);
        const char *low = expression_fill(arena, surd_expression(arena, &surd), k, NULL);
        const char *guard = r == 1 ? "" : arena_printf(arena, "abs(x - y) %% %lld == 0 && ", step);
        law->formula = arena_printf(arena, "%smin(x, y) == %s", guard, low);
    }
    const char *difference = expression_plus(arena, r == 1 ? "k" : arena_printf(arena, "%lldk", step), c);
    fact_number(law, "r", r);
    fact_number(law, "c", c);
    law->words[LANGUAGE_EN] = arena_printf(arena,
                                           "The lost pairs (a, b), a <= b, in order: a is the least number in no pair before, "
                                           "b - a = %s for the k-th, k = 0, 1, ….",
                                           difference);
    law->words[LANGUAGE_ZH] = arena_printf(
        arena, "必败的数对 (a, b)（a ≤ b）依次为：a 是此前各对中未出现的最小自然数，第 k 对满足 b - a = %s，k = 0, 1, …。",
        difference);
}

void find_beatty_pairs(const struct view *view)
{
    int64_t x = view->from[0] + (int64_t)view->rows, y = view->from[1] + (int64_t)view->columns, last = x > y ? x : y;
    if (view->from[0] < 0 || view->from[1] < 0 || last > PARTNERS_MAX)
        return;
    for (int64_t r = 1; r <= STEP_MAX; r++)
        for (int64_t c = 0; c <= OFFSET_MAX; c++) {
            struct arena_mark mark = arena_mark(view->finding->arena);
            bool hold = pairs_hold(view, partners(view, r, c, last));
            arena_rewind(view->finding->arena, mark);
            if (hold) {
                propose_pairs(view, r, c, last);
                return;
            }
        }
}

/* ---- one lost y for every x, y - x periodic ---- */

struct line {
    size_t p, start; /* rows */
    const int64_t *offsets;
    int64_t gain;
};

enum { NOWHERE = INT32_MIN, LINE_PERIOD_MAX = 256 };

/* y - x of every row, NOWHERE where its lost place is not in the table; NULL where a row has two. */
static const int64_t *offsets_of(const struct view *view)
{
    int64_t *offsets = arena_raw(view->finding->arena, view->rows * sizeof *offsets);
    budget_spend(view->finding->budget, view->n);
    for (size_t row = 0; row < view->rows; row++) {
        offsets[row] = NOWHERE;
        for (size_t column = 0; column < view->columns; column++)
            if (view_at(view, row, column)) {
                if (offsets[row] != NOWHERE)
                    return NULL;
                offsets[row] = view->from[1] + (int64_t)column - view->from[0] - (int64_t)row;
            }
    }
    return offsets;
}

static bool may_be(const struct view *view, const int64_t *offsets, size_t row, int64_t offset)
{
    int64_t column = view->from[0] + (int64_t)row + offset - view->from[1];
    bool inside = column >= 0 && column < (int64_t)view->columns;
    return inside ? offsets[row] == offset : offsets[row] == NOWHERE;
}

/* The least start from which p holds; `most` + 1 where there is none. */
static size_t line_start(const struct view *view, const int64_t *offsets, size_t p, size_t most, int64_t *period)
{
    for (size_t i = 0; i < p; i++)
        period[i] = NOWHERE;
    size_t row = view->rows;
    for (; row > 0; row--) {
        int64_t *offset = &period[(row - 1) % p];
        if (*offset == NOWHERE)
            *offset = offsets[row - 1];
        if (*offset != NOWHERE && !may_be(view, offsets, row - 1, *offset))
            break;
    }
    /* What was not seen yet when a row without a lost place was passed is held against it now. */
    for (size_t later = row; later < view->rows; later++)
        if (period[later % p] == NOWHERE || !may_be(view, offsets, later, period[later % p]))
            return most + 1;
    return row;
}

static bool tell_line(const struct law *law, int64_t x, int64_t y, int64_t *value)
{
    const struct line *line = law->what;
    *value = y - x == line->offsets[(size_t)(x - law->from[0]) % line->p];
    return true;
}

static void propose_line(const struct view *view, const struct line *line)
{
    struct arena *arena = view->finding->arena;
    struct law *law = propose(view, "lost-line", line->gain, 0);
    if (!law)
        return;
    struct line *kept = arena_alloc(arena, sizeof *kept);
    *kept = *line;
    law->what = kept;
    law->tell = tell_line;
    plane_from(view, law, line->start, 0);
    const char *list = expression_list(arena, line->offsets, line->p);
    const char *place = arena_printf(arena, EXPRESSION_N " %% %zu", line->p);
    place = expression_fill(arena, place, expression_plus(arena, "x", -law->from[0]), NULL);
    law->formula = expression_fill(arena, "y - x == " EXPRESSION_X "[" EXPRESSION_Y "]", list, place);
    if (line->p == 1)
        law->formula = arena_printf(arena, "y - x == %lld", (long long)line->offsets[0]);
    fact_numbers(law, "offsets", line->offsets, line->p);
    fact_number(law, "period", (int64_t)line->p);
    const char *shown = numbers_in_words(view, line->offsets, line->p);
    long long x = law->from[0];
    law->words[LANGUAGE_EN] = arena_printf(
        arena, "From x = %lld on there is one lost y for every x; y - x repeats with period %zu: %s.", x, line->p, shown);
    law->words[LANGUAGE_ZH] =
        arena_printf(arena, "从 x = %lld 起，每个 x 恰有一个必败的 y；y - x 以 %zu 为周期：%s。", x, line->p, shown);
}

void find_lost_line(const struct view *view)
{
    struct arena *arena = view->finding->arena;
    const int64_t *offsets = offsets_of(view);
    struct line best = {.gain = INT64_MIN};
    for (size_t p = 1; offsets && p <= view->rows / 3 && p <= LINE_PERIOD_MAX; p++) {
        struct arena_mark mark = arena_mark(arena);
        int64_t *period = arena_raw(arena, p * sizeof *period), *turned;
        struct line line = {.p = p, .start = line_start(view, offsets, p, view->rows / 2, period)};
        budget_spend(view->finding->budget, 4 * view->rows);
        line.gain = INT64_MIN;
        if (line.start <= view->rows / 2 && line.start + 3 * p <= view->rows)
            line.gain = view->before[view->n] - view->before[(line.start + p) * view->columns] - 4 * BIT - bits_gamma(p) -
                        bits_gamma(line.start);
        if (line.gain <= best.gain) {
            arena_rewind(arena, mark);
            continue;
        }
        turned = arena_raw(arena, p * sizeof *turned);
        for (size_t i = 0; i < p; i++)
            turned[i] = period[(line.start + i) % p];
        line.offsets = turned;
        best = line;
    }
    if (best.gain > INT64_MIN)
        propose_line(view, &best);
}

/* ---- max(x, y) <= a * min(x, y), for x, y >= 1 ---- */

enum { RATIO_DIVISOR_MAX = 12, RATIO_MAX = 5 };

struct ratio {
    struct surd a; /* q = 0: the fraction p / r */
    bool strict;   /* x = y is not lost */
    int64_t cost;
};

static bool ratio_has(const struct ratio *ratio, int64_t x, int64_t y)
{
    int64_t low = x < y ? x : y, high = x < y ? y : x;
    return low == high ? !ratio->strict : high <= surd_floor(&ratio->a, low);
}

static bool tell_ratio(const struct law *law, int64_t x, int64_t y, int64_t *value)
{
    *value = ratio_has(law->what, x, y);
    return x <= SURD_ARGUMENT_MAX && y <= SURD_ARGUMENT_MAX;
}

static bool ratio_holds(const struct view *view, const struct ratio *ratio, size_t row, size_t column)
{
    for (size_t i = row; i < view->rows; i++)
        for (size_t j = column; j < view->columns; j++)
            if (ratio_has(ratio, view->from[0] + (int64_t)i, view->from[1] + (int64_t)j) != view_at(view, i, j)) {
                budget_spend(view->finding->budget, 32 * ((i - row) * view->columns + 1));
                return false;
            }
    budget_spend(view->finding->budget, 32 * view->n);
    return true;
}

/* The cheapest number that holds: one of the known surds, or a fraction. */
static bool find_number(const struct view *view, size_t row, size_t column, struct ratio *best)
{
    best->cost = INT64_MAX;
    for (size_t i = 0; i < SURDS; i++) {
        struct ratio ratio = {surd_known(i), best->strict, BIT + bits_gamma(i)};
        if (ratio.cost < best->cost && ratio_holds(view, &ratio, row, column))
            *best = ratio;
    }
    for (int64_t r = 1; r <= RATIO_DIVISOR_MAX; r++)
        for (int64_t p = r + 1; p <= RATIO_MAX * r; p++) {
            struct ratio ratio = {{p, 0, 0, r}, best->strict, BIT + bits_gamma((uint64_t)p) + bits_gamma((uint64_t)r)};
            if (ratio.cost < best->cost && ratio_holds(view, &ratio, row, column))
                *best = ratio;
        }
    return best->cost < INT64_MAX;
}

/* As a textbook writes it: "3/2", "2", "√2", "(1 + √5)/2". */
static const char *ratio_words(struct arena *arena, struct surd a)
{
    if (a.q && a.p % 2 == 0 && a.d % 4 == 0 && a.r == 2)
        a = (struct surd){a.p / 2, a.q, a.d / 4, 1};
    long long p = a.p, d = a.d, r = a.r;
    const char *text = a.q && p ? arena_printf(arena, r == 1 ? "%lld + √%lld" : "(%lld + √%lld)", p, d)
                       : a.q    ? arena_printf(arena, "√%lld", d)
                                : arena_printf(arena, "%lld", p);
    return r == 1 ? text : arena_printf(arena, "%s/%lld", text, r);
}

static bool propose_ratio(const struct view *view, const struct ratio *ratio, size_t row, size_t column, int64_t evidence)
{
    struct arena *arena = view->finding->arena;
    struct law *law = propose(view, "ratio", evidence, ratio->cost + BIT);
    if (!law)
        return false;
    struct ratio *kept = arena_alloc(arena, sizeof *kept);
    *kept = *ratio;
    law->what = kept;
    law->tell = tell_ratio;
    plane_from(view, law, row, column);
    long long p = ratio->a.p, q = ratio->a.q, d = ratio->a.d, r = ratio->a.r;
    const char *times = q        ? surd_expression(arena, &ratio->a)
                        : r == 1 ? arena_printf(arena, EXPRESSION_N " * %lld", p)
                                 : arena_printf(arena, EXPRESSION_N " * %lld / %lld", p, r);
    const char *number = ratio_words(arena, ratio->a);
    law->formula = arena_printf(arena, "%smax(x, y) <= %s", ratio->strict ? "x != y && " : "",
                                expression_fill(arena, times, "min(x, y)", NULL));
    int64_t *numbers = arena_alloc(arena, 4 * sizeof *numbers);
    numbers[0] = p, numbers[1] = q, numbers[2] = d, numbers[3] = r;
    fact_numbers(law, "ratio", numbers, 4);
    fact_flag(law, "strict", ratio->strict);
    law->words[LANGUAGE_EN] =
        arena_printf(arena, "(x, y), x, y >= 1, is lost exactly where the greater is at most %s times the less%s: %s.", number,
                     ratio->strict ? " and not equal to it" : "", law->formula);
    law->words[LANGUAGE_ZH] = arena_printf(arena, "x, y ≥ 1 时，(x, y) 是必败局面，当且仅当较大数不超过较小数的 %s 倍%s：%s。",
                                           number, ratio->strict ? "且不相等" : "", law->formula);
    return true;
}

void find_ratio(const struct view *view)
{
    size_t row = view->from[0] < 1 ? (size_t)(1 - view->from[0]) : 0,
           column = view->from[1] < 1 ? (size_t)(1 - view->from[1]) : 0;
    if (view->from[0] < 0 || view->from[1] < 0 || row >= view->rows || column >= view->columns ||
        view->from[0] + (int64_t)view->rows > SURD_ARGUMENT_MAX || view->from[1] + (int64_t)view->columns > SURD_ARGUMENT_MAX)
        return;
    int64_t evidence = -4 * BIT;
    for (size_t i = row; i < view->rows; i++)
        evidence += view->before[(i + 1) * view->columns] - view->before[i * view->columns + column];
    for (int strict = 0; strict <= 1; strict++) {
        struct ratio ratio = {.strict = strict};
        if (find_number(view, row, column, &ratio) && propose_ratio(view, &ratio, row, column, evidence))
            return;
    }
}
