/* Keys: the value is any function of one number made of n. The first value of every key is free; all others are predicted. */
#include "core/laws/expression.h"
#include "core/laws/families/families.h"
#include "core/laws/naturals.h"
#include "core/laws/propose.h"
#include "core/laws/view.h"

static const struct {
    enum natural natural;
    const char *first; /* the least n with the same key, as an expression: where values are no short list; or NULL */
} keys[] = {
    {NATURAL_LEAST_FACTOR, "least_factor(n)"},
    {NATURAL_VAL2, "pow(2, val(n, 2))"},
    {NATURAL_POPCOUNT, "pow(2, popcount(n)) - 1"},
    {NATURAL_BITS, "pow(2, bits(n)) / 2"},
    {NATURAL_ISQRT, "isqrt(n) * isqrt(n)"},
    {NATURAL_DIVISORS, NULL},
    {NATURAL_DIGIT_SUM, NULL},
    {NATURAL_VAL3, "pow(3, val(n, 3))"},
    {NATURAL_VAL5, "pow(5, val(n, 5))"},
    {NATURAL_VAL10, "pow(10, val(n, 10))"},
};
enum { KEYS = sizeof keys / sizeof *keys, LISTED_MAX = 64, HOLE = -1 };

struct key {
    size_t index;
    struct naturals *naturals;
    size_t n; /* keys below */
    const int64_t *values;
    const bool *known;
    size_t undefined; /* how many n of the table have no key: one, where the list begins */
};

static bool tell(const struct law *law, int64_t n, int64_t y, int64_t *value)
{
    const struct key *key = law->what;
    int64_t k;
    (void)y;
    if (!natural_of(key->naturals, keys[key->index].natural, n, &k) || (size_t)k >= key->n || !key->known[k])
        return false;
    *value = key->values[k];
    return true;
}

/* What is predicted, or -1 where the value is no function of the key. */
static int64_t gather(const struct view *view, struct key *key, int64_t *values, bool *known, size_t room)
{
    int64_t evidence = 0;
    for (size_t i = 0; i < view->n; i++) {
        int64_t k;
        if (!natural_of(key->naturals, keys[key->index].natural, view->from[0] + (int64_t)i, &k)) {
            if (i > 0)
                return -1;
            key->undefined = 1;
            continue;
        }
        if ((size_t)k >= room)
            return -1;
        if (known[k] && values[k] != view->v[i])
            return -1;
        if (known[k])
            evidence += view->bits[i];
        known[k] = true;
        values[k] = view->v[i];
        key->n = (size_t)k >= key->n ? (size_t)k + 1 : key->n;
    }
    return evidence;
}

static const char *listed(const struct view *view, const struct key *key)
{
    struct arena *arena = view->finding->arena;
    if (key->n > LISTED_MAX)
        return NULL;
    int64_t *values = arena_array(arena, key->n, sizeof *values);
    for (size_t k = 0; k < key->n; k++)
        values[k] = key->known[k] ? key->values[k] : HOLE;
    const char *place = natural_expression(keys[key->index].natural), *list = expression_list(arena, values, key->n);
    const char *text = expression_fill(arena, EXPRESSION_X "[" EXPRESSION_Y "]", list, place);
    return view->lost ? expression_fill(arena, EXPRESSION_X " == 1", text, NULL) : text;
}

static const char *statement(const struct view *view, const struct key *key)
{
    struct arena *arena = view->finding->arena;
    const char *first = keys[key->index].first;
    if (!first)
        return NULL;
    const char *guard = key->undefined ? arena_printf(arena, "n < %lld || ", (long long)view->from[0] + 1) : "";
    return arena_printf(arena, view->plain ? "%sg(n) == g(%s)" : "%s(g(n) == 0) == (g(%s) == 0)", guard, first);
}

static void propose_key(const struct view *view, const struct key *key, int64_t gain)
{
    struct arena *arena = view->finding->arena;
    struct law *law = propose(view, "key", gain, 0);
    if (!law)
        return;
    if (keys[key->index].natural == NATURAL_LEAST_FACTOR || keys[key->index].natural == NATURAL_DIVISORS)
        naturals_reach(key->naturals, view->finding->horizon);
    struct key *kept = arena_alloc(arena, sizeof *kept);
    *kept = *key;
    law->what = kept;
    law->tell = tell;
    int64_t *map = arena_array(arena, 2 * key->n + 1, sizeof *map);
    size_t n = 0;
    for (size_t k = 0; k < key->n; k++)
        if (key->known[k]) {
            map[n++] = (int64_t)k;
            map[n++] = key->values[k];
        }
    const char *shown = expression_fill(arena, natural_expression(keys[key->index].natural), "n", NULL);
    const struct law_exception undefined = {{view->from[0], 0}, view->v[0]};
    law_except(view, law, &undefined, key->undefined, listed(view, key));
    fact_text(law, "key", shown);
    fact_rows(law, "values", map, n, 2);
    if (view->named)
        return;
    if (!law->formula || keys[key->index].natural == NATURAL_LEAST_FACTOR)
        law->formula = statement(view, key);
    struct text is = natural_words(arena, keys[key->index].natural, "n");
    is.en = arena_printf(arena, "%s (%s)", is.en, shown);
    is.zh = arena_printf(arena, "%s（%s）", is.zh, shown);
    law_depends(view, law, is, exceptions_words(view, law));
}

void find_key(const struct view *view)
{
    struct arena *arena = view->finding->arena;
    int64_t last = view->from[0] + (int64_t)view->n - 1;
    /* The largest key: a least factor is at most n, all others are at most as large as this. */
    for (size_t index = 0; index < KEYS; index++) {
        size_t room = (size_t)(keys[index].natural == NATURAL_LEAST_FACTOR ? (last > 0 && last < FACTORED_MAX ? last + 1 : 2)
                                                                           : (last > 0 ? natural_root(last) + 256 : 256));
        struct arena_mark mark = arena_mark(arena);
        struct key key = {.index = index, .naturals = view->finding->naturals};
        int64_t *values = arena_array(arena, room, sizeof *values);
        bool *known = arena_array(arena, room, sizeof *known);
        key.values = values;
        key.known = known;
        budget_spend(view->finding->budget, room / 8 + 1);
        int64_t evidence = gather(view, &key, values, known, room);
        int64_t gain = evidence < 0 ? INT64_MIN : evidence - 4 * BIT - bits_gamma(index);
        size_t before = view->finding->n;
        if (evidence >= 0)
            propose_key(view, &key, gain);
        if (view->finding->n == before)
            arena_rewind(arena, mark);
    }
}
