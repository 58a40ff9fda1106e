/* Recurrences of the lost n in order, s(0) < s(1) < …: the next one is made of those before it. At least five are predicted;
 * those before are listed, and paid for. */
#include "core/laws/expression.h"
#include "core/laws/families/families.h"
#include "core/laws/naturals.h"
#include "core/laws/outer.h"
#include "core/laws/propose.h"
#include "core/laws/view.h"

#include <string.h>

enum rule_kind {
    RULE_SUM,   /* s(i+1) = s(i) + s(i-a) + c */
    RULE_RATIO, /* s(i+1) = floor(a s(i) / b) + c */
    RULE_RATIO_UP,
    RULE_OF_LAST, /* s(i+1) = s(i) + f(s(i)) + c */
    RULE_OF_NEXT, /* s(i+1): the least t > s(i) with t - f(t) >= s(i) + c */
    RULE_COUNT,
};
enum { BACK_MAX = 12, DIVISOR_MAX = 8, RATIO_MAX = 5, CONSTANT_MAX = 3, PREDICTED_MIN = 5 };

struct recurrence {
    enum rule_kind kind;
    int64_t a, b, more; /* a: for f, its number below; more: c */
    size_t listed;      /* members that are given */
    struct naturals *naturals;
    const int64_t *members; /* up to `known`, in order */
    size_t n;
    int64_t known;
    int64_t gain;
};

static const struct {
    enum natural natural; /* NATURAL_BITS less one is the logarithm */
    int64_t less;
    const char *name;
    struct text words;
} functions[] = {{NATURAL_ISQRT, 0, "isqrt", {"the square root of %s, rounded down", "%s的平方根的整数部分"}},
                 {NATURAL_BITS, 1, "log2", {"the logarithm of %s to base 2, rounded down", "以 2 为底%s的对数的整数部分"}},
                 {NATURAL_BITS, 0, "bits", {"how many digits %s has in binary", "%s的二进制位数"}},
                 {NATURAL_POPCOUNT, 0, "popcount", {"how many ones %s has in binary", "%s的二进制表示中 1 的个数"}}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static int64_t function_of(const struct recurrence *rule, int64_t n)
{
    int64_t value = 0;
    if (!natural_of(rule->naturals, functions[rule->a].natural, n, &value))
        return 0;
    return value - functions[rule->a].less;
}

/* The member after s[i], or one not above it where there is none; `end` is enough where it lies beyond. */
static int64_t next(const struct recurrence *rule, const int64_t *s, size_t i, int64_t end)
{
    switch (rule->kind) {
    case RULE_SUM:
        return i < (size_t)rule->a ? -1 : s[i] + s[i - (size_t)rule->a] + rule->more;
    case RULE_RATIO:
        return s[i] * rule->a / rule->b + rule->more;
    case RULE_RATIO_UP:
        return (s[i] * rule->a + rule->b - 1) / rule->b + rule->more;
    case RULE_OF_LAST:
        return s[i] == 0 && functions[rule->a].less ? -1 : s[i] + function_of(rule, s[i]) + rule->more;
    default:
        for (int64_t t = s[i] + 1; t < end; t++)
            if (t - function_of(rule, t) >= s[i] + rule->more)
                return t;
        return end;
    }
}

/* How many members at the begin the rule does not make. */
static size_t unmade(const struct recurrence *rule, const int64_t *s, size_t n, int64_t end)
{
    size_t i = n - 1;
    int64_t after = next(rule, s, i, end);
    if (after > s[i] && after < end)
        return n;
    if (after <= s[i])
        return n;
    while (i > 0 && next(rule, s, i - 1, s[i] + 1) == s[i])
        i--;
    return i + 1;
}

static void weigh_rule(const struct view *view, const int64_t *s, size_t n, struct recurrence rule, struct recurrence *best)
{
    int64_t end = view->from[0] + (int64_t)view->n;
    rule.listed = unmade(&rule, s, n, end);
    budget_spend(view->finding->budget, 4 * (n - rule.listed) + 8);
    if (n - rule.listed < PREDICTED_MIN)
        return;
    int64_t cost = 5 * BIT + bits_gamma(rule.kind) + bits_gamma((uint64_t)rule.a) + bits_gamma((uint64_t)rule.b) +
                   bits_signed(rule.more) + bits_gamma(rule.listed);
    for (size_t i = 0; i < rule.listed; i++)
        cost += bits_gamma((uint64_t)(i ? s[i] - s[i - 1] - 1 : s[0] - view->from[0]));
    int64_t last = s[rule.listed - 1];
    rule.gain = view->before[view->n] - view->before[last - view->from[0] + 1] - cost;
    if (rule.gain > best->gain)
        *best = rule;
}

static bool coprime(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1;
}

static void try_rules(const struct view *view, const int64_t *s, size_t n, struct recurrence *best)
{
    struct recurrence rule = {.naturals = view->finding->naturals};
    for (int64_t i = 0; i <= 2 * CONSTANT_MAX; i++) {
        rule.more = i % 2 ? (i + 1) / 2 : -i / 2;
        rule.b = 0;
        rule.kind = RULE_SUM;
        for (rule.a = 1; rule.a <= BACK_MAX; rule.a++)
            weigh_rule(view, s, n, rule, best);
        for (rule.kind = RULE_OF_LAST; rule.kind <= RULE_OF_NEXT; rule.kind++)
            for (rule.a = 0; rule.a < FUNCTIONS; rule.a++)
                weigh_rule(view, s, n, rule, best);
        for (rule.kind = RULE_RATIO; rule.kind <= RULE_RATIO_UP; rule.kind++)
            for (rule.b = 1; rule.b <= DIVISOR_MAX; rule.b++)
                for (rule.a = rule.b + 1; rule.a <= RATIO_MAX * rule.b; rule.a++)
                    if (coprime(rule.a, rule.b) && (rule.b > 1 || rule.kind == RULE_RATIO))
                        weigh_rule(view, s, n, rule, best);
    }
}

static bool tell(const struct law *law, int64_t n, int64_t y, int64_t *value)
{
    const struct recurrence *rule = law->what;
    size_t low = 0, high = rule->n;
    (void)y;
    if (n >= rule->known)
        return false;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rule->members[middle] < n)
            low = middle + 1;
        else
            high = middle;
    }
    *value = low < rule->n && rule->members[low] == n;
    return true;
}

/* The members up to the horizon. */
static void extend(const struct view *view, struct recurrence *rule, const int64_t *s, size_t n)
{
    struct laws_search *finding = view->finding;
    int64_t end = finding->horizon < FORMED_MAX ? finding->horizon + 1 : FORMED_MAX;
    size_t room = 2 * n + 64;
    int64_t *members = arena_raw(finding->arena, room * sizeof *members);
    memcpy(members, s, n * sizeof *members);
    for (;;) {
        int64_t after = next(rule, members, n - 1, end);
        if (after >= end || after <= members[n - 1])
            break;
        if (n == room) {
            int64_t *more = arena_raw(finding->arena, 2 * room * sizeof *more);
            memcpy(more, members, n * sizeof *more);
            members = more;
            room *= 2;
        }
        members[n++] = after;
        budget_spend(finding->budget, 8);
    }
    rule->members = members;
    rule->n = n;
    rule->known = end;
}

static const char *rule_text(const struct view *view, const struct recurrence *rule)
{
    struct arena *arena = view->finding->arena;
    long long a = rule->a, b = rule->b, c = rule->more;
    const char *f = rule->kind >= RULE_OF_LAST ? functions[rule->a].name : "", *text;
    switch (rule->kind) {
    case RULE_SUM:
        text = arena_printf(arena, "s(i) + s(i - %lld)", a);
        break;
    case RULE_RATIO:
        text = b == 1 ? arena_printf(arena, "%lld * s(i)", a) : arena_printf(arena, "%lld * s(i) / %lld", a, b);
        break;
    case RULE_RATIO_UP:
        text = arena_printf(arena, "(%lld * s(i) + %lld) / %lld", a, b - 1, b);
        break;
    case RULE_OF_LAST:
        text = arena_printf(arena, "s(i) + %s(s(i))", f);
        break;
    default:
        text = c ? arena_printf(arena, "s(i) %c %lld", c < 0 ? '-' : '+', c < 0 ? -c : c) : "s(i)";
        return arena_printf(arena, "s(i + 1) == least t: t - %s(t) >= %s", f, text);
    }
    if (c)
        text = arena_printf(arena, "%s %c %lld", text, c < 0 ? '-' : '+', c < 0 ? -c : c);
    return arena_printf(arena, "s(i + 1) == %s", text);
}

/* ", plus 2" */
static struct text more_words(struct arena *arena, int64_t c)
{
    if (!c)
        return (struct text){"", ""};
    long long size = c < 0 ? -c : c;
    return (struct text){arena_printf(arena, c < 0 ? ", less %lld" : ", plus %lld", size),
                         arena_printf(arena, c < 0 ? "，再减 %lld" : "，再加 %lld", size)};
}

/* The rule, of each further number. */
static struct text rule_words(struct arena *arena, const struct recurrence *rule)
{
    long long a = rule->a, b = rule->b;
    struct text of, more = more_words(arena, rule->more);
    bool last = rule->kind == RULE_OF_LAST;
    switch (rule->kind) {
    case RULE_SUM:
        if (a == 1)
            return (struct text){arena_printf(arena, "the sum of the two before it%s", more.en),
                                 arena_printf(arena, "前两个数之和%s", more.zh)};
        return (struct text){arena_printf(arena, "the one before it plus the one %lld places earlier%s", a, more.en),
                             arena_printf(arena, "前一个数加上比它再早 %lld 位的数%s", a, more.zh)};
    case RULE_RATIO:
        if (b == 1)
            return (struct text){arena_printf(arena, "%lld times the one before it%s", a, more.en),
                                 arena_printf(arena, "前一个数的 %lld 倍%s", a, more.zh)};
        return (struct text){arena_printf(arena, "%lld/%lld of the one before it, rounded down%s", a, b, more.en),
                             arena_printf(arena, "前一个数的 %lld/%lld（向下取整）%s", a, b, more.zh)};
    case RULE_RATIO_UP:
        return (struct text){arena_printf(arena, "%lld/%lld of the one before it, rounded up%s", a, b, more.en),
                             arena_printf(arena, "前一个数的 %lld/%lld（向上取整）%s", a, b, more.zh)};
    default:
        of.en = arena_printf(arena, functions[rule->a].words.en, last ? "that" : "t");
        of.zh = arena_printf(arena, functions[rule->a].words.zh, last ? "它" : " t ");
    }
    if (last)
        return (struct text){arena_printf(arena, "the one before it plus %s%s", of.en, more.en),
                             arena_printf(arena, "前一个数加上%s%s", of.zh, more.zh)};
    long long c = rule->more, size = c < 0 ? -c : c;
    more.en = c ? arena_printf(arena, c < 0 ? " less %lld" : " plus %lld", size) : "";
    more.zh = c ? arena_printf(arena, c < 0 ? "减 %lld" : "加 %lld", size) : "";
    return (struct text){arena_printf(arena, "the least t such that t less (%s) is at least the one before it%s", of.en, more.en),
                         arena_printf(arena, "满足“t 减去%s，不小于前一个数%s”的最小的 t", of.zh, more.zh)};
}

void find_recurrence(const struct view *view)
{
    struct arena *arena = view->finding->arena;
    int64_t *s = arena_raw(arena, view->n * sizeof *s);
    size_t n = 0;
    for (size_t i = 0; i < view->n; i++)
        if (view->v[i] == 1)
            s[n++] = view->from[0] + (int64_t)i;
    struct recurrence best = {.gain = INT64_MIN};
    if (n <= PREDICTED_MIN || view->from[0] < 0 || s[n - 1] > FORMED_MAX)
        return;
    try_rules(view, s, n, &best);
    struct law *law = best.gain == INT64_MIN ? NULL : propose(view, "recurrence", best.gain, 0);
    if (!law)
        return;
    struct recurrence *kept = arena_alloc(arena, sizeof *kept);
    *kept = best;
    extend(view, kept, s, n);
    law->what = kept;
    law->tell = tell;
    const char *text = rule_text(view, &best), *start = numbers_in_words(view, s, best.listed);
    fact_text(law, "rule", text);
    fact_numbers(law, "start", s, best.listed);
    struct text words = rule_words(arena, &best);
    law->words[LANGUAGE_EN] =
        arena_printf(arena, "The lost n in order, s(0), s(1), …: first %s; then each is %s: %s.", start, words.en, text);
    law->words[LANGUAGE_ZH] =
        arena_printf(arena, "必败的 n 依次为 s(0)、s(1)……：先是 %s；此后每个数是%s：%s。", start, words.zh, text);
}
