/* Self-similar tables: with n = kq + r, the value for every r is constant, or a linear function of q, or the value of a smaller
 * place near q, plus a constant; of lost places also the opposite. */
#include "core/laws/expression.h"
#include "core/laws/families/families.h"
#include "core/laws/outer.h"
#include "core/laws/propose.h"
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

/* "2q + 1" */
static const char *sum_text(struct arena *arena, long long times, const char *q, long long more)
{
    const char *text = times == 1 ? q : times == -1 ? arena_printf(arena, "-%s", q) : arena_printf(arena, "%lld%s", times, q);
    if (times == 0)
        return arena_printf(arena, "%lld", more);
    return more ? arena_printf(arena, "%s %c %lld", text, more < 0 ? '-' : '+', more < 0 ? -more : more) : text;
}

/* What the law says of n = `of`, where `there` is the place that it follows from. */
static struct text part_words(const struct view *view, const struct law_part *part, const char *of)
{
    struct arena *arena = view->finding->arena;
    static const struct text verdicts[] = {{"lost", "必败"}, {"won", "必胜"}, {"drawn", "平局"}},
                             not_lost = {"not lost", "不是必败局面"};
    const char *there = sum_text(arena, 1, "q", part->d);
    bool is_verdict =
        view->lost || (view->subject == SUBJECT_VERDICT && part->kind == PART_CONSTANT && part->c >= 0 && part->c < 3);
    if (part->kind == PART_OPPOSITE)
        return (struct text){arena_printf(arena, "%s is lost exactly where %s is not", of, there),
                             arena_printf(arena, "%s 必败当且仅当 %s 不是必败局面", of, there)};
    if (part->kind == PART_COPY && view->lost)
        return (struct text){arena_printf(arena, "%s is lost exactly where %s is", of, there),
                             arena_printf(arena, "%s 必败当且仅当 %s 必败", of, there)};
    if (part->kind == PART_COPY && part->c == 0)
        return (struct text){arena_printf(arena, "%s has that of %s", of, there),
                             arena_printf(arena, "%s 的与 %s 的相同", of, there)};
    if (part->kind == PART_COPY) {
        long long c = part->c < 0 ? -part->c : part->c;
        return (struct text){arena_printf(arena, "%s has %lld %s than %s", of, c, part->c < 0 ? "less" : "more", there),
                             arena_printf(arena, "%s 的比 %s 的%s %lld", of, there, part->c < 0 ? "小" : "大", c)};
    }
    if (is_verdict) {
        struct text is = !view->lost ? verdicts[part->c] : part->c ? verdicts[VALUE_LOST] : not_lost;
        return (struct text){arena_printf(arena, "%s is %s", of, is.en), arena_printf(arena, "%s %s", of, is.zh)};
    }
    const char *value = sum_text(arena, part->kind == PART_LINEAR ? part->a : 0, "q", part->c);
    return (struct text){arena_printf(arena, "%s has %s", of, value), arena_printf(arena, "%s 的是 %s", of, value)};
}

static void similar_says(const struct view *view, struct law *law, const struct similar *similar)
{
    struct arena *arena = view->finding->arena;
    const struct text subject = subject_words(view);
    struct text all = {"", ""};
    for (int64_t r = 0; r < similar->base; r++) {
        struct text part = part_words(view, &similar->part[r], sum_text(arena, similar->base, "q", r));
        all.en = arena_printf(arena, "%s%s%s", all.en, r ? "; " : "", part.en);
        all.zh = arena_printf(arena, "%s%s%s", all.zh, r ? "；" : "", part.zh);
    }
    long long from = law->from[0], base = similar->base;
    law->words[LANGUAGE_EN] =
        arena_printf(arena, "From n = %lld on the %s are self-similar in base %lld: %s.", from, subject.en, base, all.en);
    law->words[LANGUAGE_ZH] = arena_printf(arena, "从 n = %lld 起，%s按 %lld 进位自相似：%s。", from, subject.zh, base, all.zh);
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
    similar_says(view, law, similar);
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
