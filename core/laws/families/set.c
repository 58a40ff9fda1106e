/* Sets: the lost n are a well-known set, moved by up to two places, with or without its first member. Up to three of the first
 * eighth may be exceptions, and are paid for. Of every kind of set the best counts. */
#include "core/laws/expression.h"
#include "core/laws/families/families.h"
#include "core/laws/propose.h"
#include "core/laws/sets.h"
#include "core/laws/view.h"

enum { SHIFT = 2 };

struct chosen {
    enum set_kind kind;
    int64_t parameter, shift;
    bool headless; /* without the first member */
    struct naturals *naturals;
    struct law_exception exceptions[EXCEPTIONS_MAX];
    size_t n_exceptions;
    int64_t gain;
};

static bool has(const struct chosen *chosen, int64_t n, bool *known)
{
    n -= chosen->shift;
    *known = true;
    if (n < 0 || (chosen->headless && n <= set_first(chosen->kind, chosen->parameter)))
        return false;
    return set_has(chosen->naturals, chosen->kind, chosen->parameter, n, known);
}

static bool tell(const struct law *law, int64_t n, int64_t y, int64_t *value)
{
    bool known;
    (void)y;
    *value = has(law->what, n, &known);
    return known;
}

static bool weigh_set(const struct view *view, struct chosen *chosen)
{
    chosen->n_exceptions = 0;
    size_t i = 0;
    for (; i < view->n; i++) {
        bool known, member = has(chosen, view->from[0] + (int64_t)i, &known);
        if (!known || (member != (view->v[i] == 1) && !except(view, chosen->exceptions, &chosen->n_exceptions, i)))
            break;
    }
    budget_spend(view->finding->budget, 4 * i + 16);
    chosen->gain = view->before[view->n] - 5 * BIT - bits_gamma(chosen->kind) - bits_signed(chosen->shift) -
                   exceptions_cost(view, chosen->exceptions, chosen->n_exceptions);
    if (sets[chosen->kind].parameter_max)
        chosen->gain -= bits_gamma((uint64_t)(chosen->parameter - sets[chosen->kind].parameter_min));
    return i == view->n;
}

static const char *pattern_of(const struct view *view, const struct chosen *chosen)
{
    struct arena *arena = view->finding->arena;
    int64_t bound = sets[chosen->kind].least, first = set_first(chosen->kind, chosen->parameter) + 1;
    bound = (chosen->headless && first > bound ? first : bound) + chosen->shift;
    const char *text = expression_fill(arena, set_expression(arena, chosen->kind, chosen->parameter),
                                       expression_plus(arena, EXPRESSION_N, -chosen->shift), NULL);
    if (bound <= view->from[0])
        return text;
    return expression_fill(arena, arena_printf(arena, EXPRESSION_X " >= %lld && " EXPRESSION_Y, (long long)bound), EXPRESSION_N,
                           text);
}

/* "floor(k(3 + √5)/2)", what is lost, and by which k. */
static void say_beatty(const struct view *view, struct law *law, const struct chosen *chosen)
{
    struct arena *arena = view->finding->arena;
    struct surd a = surd_known((size_t)chosen->parameter);
    if (a.r == 2 && a.p % 2 == 0 && a.d % 4 == 0)
        a = (struct surd){a.p / 2, a.q, a.d / 4, 1};
    struct text but = exceptions_words(view, law);
    const char *times = a.q == 1 ? "" : arena_printf(arena, "%lld", (long long)a.q);
    const char *root = arena_printf(arena, "%s√%lld", times, (long long)a.d);
    if (a.p)
        root = a.p > 0 ? arena_printf(arena, "(%lld + %s)", (long long)a.p, root)
                       : arena_printf(arena, "(%s - %lld)", root, (long long)-a.p);
    if (a.r != 1)
        root = arena_printf(arena, "%s/%lld", root, (long long)a.r);
    const char *shift = !chosen->shift ? ""
                                       : arena_printf(arena, chosen->shift > 0 ? " + %lld" : " - %lld",
                                                      (long long)(chosen->shift > 0 ? chosen->shift : -chosen->shift));
    const char *k = chosen->headless ? "1, 2, 3, …" : "0, 1, 2, …";
    long long from = view->from[0];
    law->words[LANGUAGE_EN] = arena_printf(arena, "From n = %lld on the lost positions are the numbers floor(k%s)%s, k = %s%s.",
                                           from, root, shift, k, but.en);
    law->words[LANGUAGE_ZH] =
        arena_printf(arena, "从 n = %lld 起，必败局面恰为 n = ⌊k%s⌋%s，k = %s%s。", from, root, shift, k, but.zh);
}

/* "n is lost exactly where n - 1 is a square, but not 0". */
static void say_set(const struct view *view, struct law *law, const struct chosen *chosen)
{
    struct arena *arena = view->finding->arena;
    const char *number = expression_plus(arena, "n", -chosen->shift);
    struct text is = set_words(arena, chosen->kind, chosen->parameter, number), but = exceptions_words(view, law);
    long long from = view->from[0], first = set_first(chosen->kind, chosen->parameter);
    if (chosen->headless) {
        is.en = arena_printf(arena, "%s, and is not %lld", is.en, first);
        is.zh = arena_printf(arena, "%s，且不是 %lld", is.zh, first);
    }
    law->words[LANGUAGE_EN] = arena_printf(arena, "From n = %lld on a position is lost exactly where %s%s.", from, is.en, but.en);
    law->words[LANGUAGE_ZH] = arena_printf(arena, "从 n = %lld 起，局面必败当且仅当 %s%s。", from, is.zh, but.zh);
}

static void propose_set(const struct view *view, const struct chosen *chosen)
{
    struct arena *arena = view->finding->arena;
    struct law *law = propose(view, "set", chosen->gain, 0);
    if (!law)
        return;
    if (chosen->kind == SET_PRIMES)
        naturals_reach(chosen->naturals, view->finding->horizon);
    struct chosen *kept = arena_alloc(arena, sizeof *kept);
    *kept = *chosen;
    law->what = kept;
    law->tell = tell;
    law_except(view, law, chosen->exceptions, chosen->n_exceptions, pattern_of(view, chosen));
    fact_text(law, "set", sets[chosen->kind].name);
    if (chosen->kind == SET_BEATTY) {
        struct surd surd = surd_known((size_t)chosen->parameter);
        int64_t *numbers = arena_alloc(arena, 4 * sizeof *numbers);
        numbers[0] = surd.p, numbers[1] = surd.q, numbers[2] = surd.d, numbers[3] = surd.r;
        fact_numbers(law, "beatty", numbers, 4);
    } else if (sets[chosen->kind].parameter_max) {
        fact_number(law, "of", chosen->parameter);
    }
    fact_number(law, "shift", chosen->shift);
    fact_flag(law, "without_first", chosen->headless);
    if (chosen->kind == SET_BEATTY)
        say_beatty(view, law, chosen);
    else
        say_set(view, law, chosen);
}

void find_set(const struct view *view)
{
    for (int kind = 0; kind < SET_COUNT; kind++) {
        struct chosen best = {.gain = INT64_MIN};
        for (int64_t parameter = sets[kind].parameter_min; parameter <= sets[kind].parameter_max; parameter++)
            for (int i = 0; i < 2 * (2 * SHIFT + 1); i++) {
                int step = i / 2;
                struct chosen chosen = {.kind = (enum set_kind)kind,
                                        .parameter = parameter,
                                        .shift = step % 2 ? (step + 1) / 2 : -step / 2,
                                        .headless = i % 2,
                                        .naturals = view->finding->naturals};
                if (weigh_set(view, &chosen) && chosen.gain > best.gain)
                    best = chosen;
            }
        if (best.gain > INT64_MIN)
            propose_set(view, &best);
    }
}
