/* Laws as they are proposed: the margin, their numbers, their words, their exceptions. */
#include "core/laws/propose.h"

#include "core/laws/expression.h"
#include "core/laws/view.h"

#include <stdio.h>
#include <string.h>

struct law *propose_anyway(const struct view *view, const char *family, int64_t evidence)
{
    struct laws_search *finding = view->finding;
    if (finding->n == finding->room) {
        struct law **v = arena_array(finding->arena, 2 * finding->room + 16, sizeof *v);
        if (finding->n)
            memcpy(v, finding->v, finding->n * sizeof *v);
        finding->v = v;
        finding->room = 2 * finding->room + 16;
    }
    struct law *law = arena_alloc(finding->arena, sizeof *law);
    law->family = family;
    law->evidence = evidence;
    law->of_lost = view->lost;
    law->claims_lost = view->lost || (view->subject == SUBJECT_VERDICT);
    law->from[0] = view->from[0];
    law->from[1] = view->from[1];
    finding->v[finding->n++] = law;
    return law;
}

struct law *propose(const struct view *view, const char *family, int64_t evidence, int64_t cost)
{
    int64_t least = view->named ? NAMING_MIN : EVIDENCE_MIN;
    return evidence - cost >= least ? propose_anyway(view, family, evidence - cost) : NULL;
}

/* ---- numbers ---- */

static void add_fact(struct law *law, struct fact fact)
{
    law->fact[law->facts++] = fact;
}

void fact_number(struct law *law, const char *name, int64_t number)
{
    add_fact(law, (struct fact){.name = name, .kind = FACT_NUMBER, .number = number});
}

void fact_flag(struct law *law, const char *name, bool flag)
{
    add_fact(law, (struct fact){.name = name, .kind = FACT_FLAG, .number = flag});
}

void fact_text(struct law *law, const char *name, const char *text)
{
    add_fact(law, (struct fact){.name = name, .kind = FACT_TEXT, .text = text});
}

void fact_numbers(struct law *law, const char *name, const int64_t *values, size_t n)
{
    add_fact(law, (struct fact){.name = name, .kind = FACT_NUMBERS, .numbers = values, .n = n});
}

void fact_values(const struct view *view, struct law *law, const char *name, const int64_t *values, size_t n)
{
    fact_numbers(law, name, values, n);
    if (view->lost)
        law->fact[law->facts - 1].kind = FACT_MARKS;
    else if (view->subject == SUBJECT_VERDICT)
        law->fact[law->facts - 1].kind = FACT_VERDICTS;
}

void fact_rows(struct law *law, const char *name, const int64_t *values, size_t n, size_t columns)
{
    fact_numbers(law, name, values, n);
    law->fact[law->facts - 1].kind = FACT_ROWS;
    law->fact[law->facts - 1].number = (int64_t)columns;
}

/* ---- words ---- */

static const char *place_words(const struct view *view)
{
    return view->variables == 2 ? "(x, y)" : "n";
}

void law_says(const struct view *view, struct law *law, const char *formula, struct text but)
{
    struct arena *arena = view->finding->arena;
    const char *place = place_words(view);
    if (!formula)
        formula = "…";
    if (view->lost) {
        law->words[LANGUAGE_EN] = arena_printf(arena, "%s is lost exactly where %s%s.", place, formula, but.en);
        law->words[LANGUAGE_ZH] = arena_printf(arena, "%s 是必败局面，当且仅当 %s%s。", place, formula, but.zh);
        return;
    }
    law->words[LANGUAGE_EN] = arena_printf(arena, "The value of %s is %s%s.", place, formula, but.en);
    law->words[LANGUAGE_ZH] = arena_printf(arena, "%s 的%s是 %s%s。", place, subject_behind(view), formula, but.zh);
}

void law_depends(const struct view *view, struct law *law, struct text key, struct text but)
{
    struct arena *arena = view->finding->arena;
    const char *place = place_words(view);
    const char *en = view->lost ? "Whether %s is lost depends on %s alone%s." : "The value of %s depends on %s alone%s.";
    law->words[LANGUAGE_EN] = arena_printf(arena, en, place, key.en, but.en);
    law->words[LANGUAGE_ZH] = arena_printf(arena, "%s %s只由%s%s决定%s。", place,
                                           view->lost                        ? "是否必败"
                                           : view->subject == SUBJECT_GRUNDY ? "的 SG 值"
                                                                             : "的值",
                                           *key.zh & 0x80 ? "" : " ", key.zh, but.zh);
}

const char *values_in_words(const struct view *view, const int64_t *values, size_t n)
{
    enum { SHOWN = 40, WIDTH = 22 };
    size_t shown = n < SHOWN ? n : SHOWN;
    size_t room = shown * WIDTH + 8, at = 0;
    char *text = arena_alloc(view->finding->arena, room);
    for (size_t i = 0; i < shown; i++) {
        if (view->lost || view->subject == SUBJECT_VERDICT)
            text[at++] = view->lost ? "WL"[values[i]] : "LWD"[values[i]];
        else
            at += (size_t)snprintf(text + at, room - at, "%s%lld", i ? " " : "", (long long)values[i]);
    }
    if (shown < n)
        snprintf(text + at, room - at, " …");
    return text;
}

const char *numbers_in_words(const struct view *view, const int64_t *numbers, size_t n)
{
    const struct view plain = {.finding = view->finding, .subject = SUBJECT_NUMBER};
    return values_in_words(&plain, numbers, n);
}

struct text subject_words(const struct view *view)
{
    if (view->lost)
        return view->plain || view->subject == SUBJECT_GRUNDY ? (struct text){"verdicts", "胜负"}
                                                              : (struct text){"lost positions", "必败局面"};
    if (view->subject == SUBJECT_VERDICT)
        return (struct text){"verdicts", "胜负"};
    return view->subject == SUBJECT_GRUNDY ? (struct text){"values", "SG 值"} : (struct text){"values", "值"};
}

const char *subject_behind(const struct view *view)
{
    return view->subject == SUBJECT_GRUNDY && !view->lost ? " SG 值" : subject_words(view).zh;
}

/* ---- exceptions ---- */

bool except(const struct view *view, struct law_exception *exceptions, size_t *n, size_t index)
{
    if (*n == EXCEPTIONS_MAX || index >= view->n / 8)
        return false;
    exceptions[(*n)++] = (struct law_exception){{view->from[0] + (int64_t)index, 0}, view->v[index]};
    return true;
}

int64_t exceptions_cost(const struct view *view, const struct law_exception *exceptions, size_t n)
{
    int64_t cost = bits_gamma(n);
    for (size_t i = 0; i < n; i++) {
        size_t index = (size_t)(exceptions[i].at[0] - view->from[0]);
        cost += bits_gamma(index) + view->value_bits + view->bits[index];
    }
    return cost;
}

static const char *with_exception(const struct view *view, const char *expression, struct law_exception exception)
{
    const char *pattern;
    long long at = exception.at[0], value = exception.value;
    struct arena *arena = view->finding->arena;
    if (!view->lost)
        pattern = arena_printf(arena, EXPRESSION_N " == %lld ? %lld : " EXPRESSION_Y, at, value);
    else
        pattern =
            arena_printf(arena, value ? EXPRESSION_N " == %lld || " EXPRESSION_Y : EXPRESSION_N " != %lld && " EXPRESSION_Y, at);
    return expression_fill(arena, pattern, EXPRESSION_N, expression);
}

void law_except(const struct view *view, struct law *law, const struct law_exception *exceptions, size_t n,
                const char *expression)
{
    law->exceptions = n;
    memcpy(law->exception, exceptions, n * sizeof *exceptions);
    for (size_t i = n; i > 0; i--)
        expression = with_exception(view, expression, exceptions[i - 1]);
    law->expression = expression;
    law->formula = expression_fill(view->finding->arena, expression, "n", NULL);
}

struct text gloss_words(const struct view *view, enum natural natural, int64_t shift, bool itself, struct text but)
{
    struct arena *arena = view->finding->arena;
    const char *number = expression_plus(arena, "n", shift);
    struct text is = natural_words(arena, natural, number);
    const char *formula = is.en ? expression_fill(arena, natural_expression(natural), number, NULL) : NULL;
    if (!formula)
        return but;
    if (itself)
        return (struct text){arena_printf(arena, " (%s)%s", is.en, but.en), arena_printf(arena, "（%s）%s", is.zh, but.zh)};
    return (struct text){arena_printf(arena, " (%s: %s)%s", formula, is.en, but.en),
                         arena_printf(arena, "（%s：%s）%s", formula, is.zh, but.zh)};
}

struct text exceptions_words(const struct view *view, const struct law *law)
{
    struct arena *arena = view->finding->arena;
    struct text words = {"", ""};
    for (size_t i = 0; i < law->exceptions; i++) {
        long long at = law->exception[i].at[0];
        words.en = arena_printf(arena, "%s%s%lld", words.en, i ? ", " : ", except at n = ", at);
        words.zh = arena_printf(arena, "%s%s%lld", words.zh, i ? "、" : "（n = ", at);
    }
    if (law->exceptions)
        words.zh = arena_printf(arena, "%s 除外）", words.zh);
    return words;
}
