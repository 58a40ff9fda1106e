/* Self-similar tables: with n = kq + r, the value for every r is constant, or a linear function of q, or the value of a smaller
 * place near q, plus a constant; of lost places also the opposite. */
#include "core/laws/expression.h"
#include "core/laws/outer.h"
#include "core/laws/view.h"

enum { BASE_MAX = 4, START_MAX = 3, NEAR = 2 };
enum part_kind { PART_CONSTANT, PART_COPY, PART_OPPOSITE, PART_LINEAR };

struct law_part {
    enum part_kind kind;
    int64_t d;    /* copy: of g(q + d) */
    int64_t a, c; /* linear: a * q + c; copy: + c */
};

struct similar {
    int64_t base, start; /* from n = base * start on */
    struct law_part part[BASE_MAX];
    const struct view *view;
    int64_t gain;
};

static bool in_view(const struct view *view, int64_t n)
{
    return n >= view->from[0] && n < view->from[0] + (int64_t)view->n;
}

static bool part_value(const struct view *view, const struct law_part *part, int64_t q, int64_t n, int64_t *value)
{
    int64_t from = q + part->d;
    if (part->kind == PART_CONSTANT || part->kind == PART_LINEAR)
        return linear(part->a, q, part->c, value);
    if (!in_view(view, from) || from >= n)
        return false;
    int64_t there = view->v[from - view->from[0]];
    *value = part->kind == PART_OPPOSITE ? !there : there + part->c;
    return true;
}

static bool part_holds(const struct view *view, const struct similar *similar, const struct law_part *part, int64_t first)
{
    int64_t end = view->from[0] + (int64_t)view->n, value;
    for (int64_t n = first, q = floor_div(first, similar->base); n < end; n += similar->base, q++)
        if (!part_value(view, part, q, n, &value) || value != view->v[n - view->from[0]])
            return false;
    return true;
}

/* The first kind that holds, the cheapest first. Two places give the numbers. */
static bool find_part(const struct view *view, const struct similar *similar, int64_t first, struct law_part *part)
{
    static const int64_t near[] = {0, -1, 1, -2, NEAR};
    int64_t base = similar->base, q = floor_div(first, base), value = view->v[first - view->from[0]], there;
    *part = (struct law_part){.kind = PART_CONSTANT, .c = value};
    if (part_holds(view, similar, part, first))
        return true;
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        for (int opposite = 0; opposite <= view->lost; opposite++) {
            *part = (struct law_part){.kind = opposite ? PART_OPPOSITE : PART_COPY, .d = near[i]};
            if (!part_value(view, part, q, first, &there))
                continue;
            part->c = opposite || view->lost ? 0 : value - there;
            if (part_holds(view, similar, part, first))
                return true;
        }
    int64_t next = first + base;
    if (view->lost || !in_view(view, next))
        return false;
    *part = (struct law_part){.kind = PART_LINEAR, .a = view->v[next - view->from[0]] - value};
    return linear(-part->a, q, value, &part->c) && part_holds(view, similar, part, first);
}

static int64_t part_cost(const struct view *view, const struct law_part *part)
{
    if (part->kind == PART_CONSTANT)
        return 2 * BIT + view->value_bits;
    int64_t cost = 2 * BIT + bits_signed(part->d);
    return part->kind == PART_LINEAR ? cost + bits_signed(part->a) + bits_signed(part->c) : cost + bits_signed(part->c);
}

static bool weigh_similar(const struct view *view, struct similar *similar)
{
    int64_t end = view->from[0] + (int64_t)view->n, base = similar->base, start = base * similar->start;
    similar->gain = -(5 * BIT + bits_gamma((uint64_t)base) + bits_gamma((uint64_t)similar->start));
    start = start > view->from[0] ? start : view->from[0];
    for (int64_t r = 0; r < base; r++) {
        int64_t first = start + floor_mod(r - start, base);
        if (first >= end || !find_part(view, similar, first, &similar->part[r]))
            return false;
        similar->gain -= part_cost(view, &similar->part[r]);
        for (int64_t n = first; n < end; n += base)
            similar->gain += view->bits[n - view->from[0]];
    }
    budget_spend(view->finding->budget, 2 * view->n);
    return true;
}

static bool tell(const struct law *law, int64_t n, int64_t y, int64_t *value)
{
    const struct similar *similar = law->what;
    const struct view *view = similar->view;
    if (in_view(view, n)) {
        *value = view->v[n - view->from[0]];
        return n >= law->from[0];
    }
    if (n < law->from[0])
        return false;
    /* Every step makes n smaller, by half at least beyond small numbers. */
    int64_t q = floor_div(n, similar->base), there;
    const struct law_part *part = &similar->part[floor_mod(n, similar->base)];
    if (part->kind == PART_CONSTANT || part->kind == PART_LINEAR)
        return linear(part->a, q, part->c, value);
    if (q + part->d >= n || !law->tell(law, q + part->d, y, &there))
        return false;
    *value = part->kind == PART_OPPOSITE ? !there : there + part->c;
    return true;
}

static const char *part_text(const struct view *view, const struct similar *similar, const struct law_part *part)
{
    struct arena *arena = view->finding->arena;
    const char *q = arena_printf(arena, "n / %lld", (long long)similar->base);
    const char *copy = arena_printf(arena, "g(%s)", expression_plus(arena, q, part->d));
    if (part->kind == PART_OPPOSITE)
        return arena_printf(arena, "%s != 0", copy);
    if (part->kind == PART_COPY)
        return view->lost ? arena_printf(arena, "%s == 0", copy) : expression_plus(arena, copy, part->c);
    if (part->kind == PART_CONSTANT)
        return arena_printf(arena, "%lld", (long long)part->c);
    const char *times = part->a == 1 ? EXPRESSION_N : arena_printf(arena, "%lld * " EXPRESSION_N, (long long)part->a);
    return expression_plus(arena, expression_fill(arena, times, q, NULL), part->c);
}

static void propose_similar(const struct view *view, const struct similar *similar)
{
    struct arena *arena = view->finding->arena;
    struct law *law = propose(view, "self-similar", similar->gain, 0);
    if (!law)
        return;
    struct similar *kept = arena_alloc(arena, sizeof *kept);
    struct view *seen = arena_alloc(arena, sizeof *seen);
    *kept = *similar;
    *seen = *view;
    kept->view = seen;
    law->what = kept;
    law->tell = tell;
    long long base = similar->base, start = similar->base * similar->start;
    law->from[0] = start > law->from[0] ? start : law->from[0];
    const char *text = part_text(view, similar, &similar->part[base - 1]);
    for (long long r = base - 2; r >= 0; r--)
        text = arena_printf(arena, "n %% %lld == %lld ? %s : %s", base, r, part_text(view, similar, &similar->part[r]), text);
    law->formula = arena_printf(arena, view->lost ? "(g(n) == 0) == (%s)" : "g(n) == (%s)", text);
    if (law->from[0] > view->from[0])
        law->formula = arena_printf(arena, "n < %lld || %s", (long long)law->from[0], law->formula);
    fact_number(law, "base", base);
    fact_number(law, "start", similar->start);
    const struct text subject = subject_words(view);
    law->words[LANGUAGE_EN] = arena_printf(arena, "From n = %lld on the %s are self-similar in base %lld: %s.",
                                           (long long)law->from[0], subject.en, base, text);
    law->words[LANGUAGE_ZH] =
        arena_printf(arena, "从 n = %lld 起，%s按 %lld 进位自相似：%s。", (long long)law->from[0], subject.zh, base, text);
}

void find_similar(const struct view *view)
{
    struct similar best = {.gain = INT64_MIN};
    for (int64_t base = 2; base <= BASE_MAX; base++)
        for (int64_t start = 0; start <= START_MAX; start++) {
            struct similar similar = {.base = base, .start = start};
            if (!weigh_similar(view, &similar))
                continue;
            if (similar.gain > best.gain)
                best = similar;
            break;
        }
    if (best.gain > INT64_MIN)
        propose_similar(view, &best);
}
