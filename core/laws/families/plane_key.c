/* Keys of two variables: the value is any function F of one number u made of x and y, or of their residues. The first value of
 * every u is free; all others are predicted. Where F itself follows a law, that is how it is written, and then it is predicted
 * too. Of every kind of u the best counts. */
#include "core/laws/expression.h"
#include "core/laws/families/families.h"
#include "core/laws/find.h"
#include "core/laws/outer.h"
#include "core/laws/plane.h"
#include "core/laws/propose.h"

#include <string.h>

enum { HOLE = -1, RESIDUE_MAX = 12, KIND_RESIDUES = PLANE_FUNCTIONS, KIND_DIFFERENCE, KINDS };

struct key {
    int kind;
    int64_t p, q; /* residues: x % p, y % q; difference: (x - y) % p */
    bool ordered;
    int64_t start;
    size_t row, column;
    int64_t least; /* the least u */
    size_t n;      /* values from there on */
    const int64_t *values;
    const bool *known;
    const struct law *name;
    int64_t gain;
};

/* Room for the values of one key, used again for the next. */
struct scratch {
    int64_t *u, *values;
    uint32_t *seen; /* the number of the attempt in which the value was set */
    uint32_t attempt;
    size_t room;
};

static bool key_of(const struct key *key, int64_t x, int64_t y, int64_t *u)
{
    if (key->ordered && x > y) {
        int64_t low = y;
        y = x;
        x = low;
    }
    if (key->kind == KIND_RESIDUES) {
        *u = floor_mod(x, key->p) * key->q + floor_mod(y, key->q);
        return true;
    }
    if (key->kind == KIND_DIFFERENCE) {
        *u = floor_mod(x - y, key->p);
        return true;
    }
    return plane_of((enum plane_function)key->kind, x, y, u);
}

static bool tell(const struct law *law, int64_t x, int64_t y, int64_t *value)
{
    const struct key *key = law->what;
    int64_t u;
    if (!key_of(key, x, y, &u))
        return false;
    if (key->name)
        return law_tells(key->name, u, 0, value);
    if (u < key->least || u - key->least >= (int64_t)key->n || !key->known[u - key->least])
        return false;
    *value = key->values[u - key->least];
    return true;
}

/* Sets the keys' range; false where they are not defined or too far apart. */
static bool measure(const struct view *view, struct key *key, const struct scratch *scratch)
{
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (size_t row = key->row; row < view->rows; row++)
        for (size_t column = key->column; column < view->columns; column++) {
            int64_t u;
            if (!key_of(key, view->from[0] + (int64_t)row, view->from[1] + (int64_t)column, &u))
                return false;
            least = u < least ? u : least;
            most = u > most ? u : most;
        }
    budget_spend(view->finding->budget, 4 * view->n);
    key->least = least;
    return most - least < (int64_t)scratch->room;
}

/* What is predicted, or -1 where the value is no function of the key. The values are in the scratch then. */
static int64_t gather(const struct view *view, const struct key *key, struct scratch *scratch)
{
    int64_t evidence = 0;
    scratch->attempt++;
    for (size_t row = key->row; row < view->rows; row++)
        for (size_t column = key->column; column < view->columns; column++) {
            int64_t x = view->from[0] + (int64_t)row, y = view->from[1] + (int64_t)column, u;
            if (view->symmetric && x > y)
                continue;
            size_t index = row * view->columns + column;
            if (!key_of(key, x, y, &u))
                return -1;
            u -= key->least;
            if (scratch->seen[u] != scratch->attempt) {
                scratch->seen[u] = scratch->attempt;
                scratch->values[u] = view->v[index];
            } else if (scratch->values[u] != view->v[index]) {
                budget_spend(view->finding->budget, 4 * (row - key->row + 1) * view->columns);
                return -1;
            } else {
                evidence += view->bits[index];
            }
        }
    budget_spend(view->finding->budget, 8 * view->n);
    return evidence;
}

static void try_key(const struct view *view, struct key key, int64_t cost, struct scratch *scratch, struct key *best)
{
    if (!plane_begin(view, key.start, &key.row, &key.column) || !measure(view, &key, scratch))
        return;
    int64_t evidence = gather(view, &key, scratch);
    if (evidence < 0)
        return;
    key.gain = evidence - 4 * BIT - bits_gamma((uint64_t)key.kind) - bits_gamma((uint64_t)key.start) - cost;
    if (key.gain > best->gain)
        *best = key;
}

static struct key best_of(const struct view *view, int kind, struct scratch *scratch)
{
    struct key best = {.gain = INT64_MIN};
    for (int64_t start = 0; start < PLANE_STARTS; start++) {
        struct key key = {.kind = kind, .start = start, .ordered = view->symmetric, .p = 1, .q = 1};
        int64_t p_max = kind < KIND_RESIDUES ? 1 : RESIDUE_MAX, q_max = kind == KIND_RESIDUES ? RESIDUE_MAX : 1;
        for (key.p = 1; key.p <= p_max; key.p++)
            for (key.q = 1; key.q <= q_max; key.q++)
                if (kind < KIND_RESIDUES || key.p * key.q > 1)
                    try_key(view, key, kind < KIND_RESIDUES ? 0 : bits_gamma((uint64_t)key.p) + bits_gamma((uint64_t)key.q),
                            scratch, &best);
    }
    return best;
}

/* Keeps the values of F, and gives it a name where it has one that agrees with all of them. */
static void keep_values(const struct view *view, struct key *key, struct scratch *scratch)
{
    struct arena *arena = view->finding->arena;
    gather(view, key, scratch);
    for (size_t u = 0; u < scratch->room; u++)
        if (scratch->seen[u] == scratch->attempt)
            key->n = u + 1;
    int64_t *values = arena_array(arena, key->n, sizeof *values);
    bool *known = arena_array(arena, key->n, sizeof *known);
    size_t whole = 0;
    for (size_t i = 0; i < key->n; i++) {
        known[i] = scratch->seen[i] == scratch->attempt;
        values[i] = known[i] ? scratch->values[i] : HOLE;
        whole += whole == i && known[i];
    }
    key->values = values;
    key->known = known;
    if (key->kind >= KIND_RESIDUES || view->lost)
        return;
    const struct law *name = name_list(view, key->least, values, whole);
    for (size_t i = 0; name && i < key->n; i++) {
        int64_t value;
        if (known[i] && (!law_tells(name, key->least + (int64_t)i, 0, &value) || value != values[i]))
            name = NULL;
    }
    key->name = name;
    key->gain += name ? name->evidence : 0;
}

static const char *key_text(const struct view *view, const struct key *key)
{
    struct arena *arena = view->finding->arena;
    long long p = key->p, q = key->q;
    if (key->kind == KIND_DIFFERENCE)
        return arena_printf(arena, "(" EXPRESSION_X " - " EXPRESSION_Y ") %% %lld", p);
    if (key->kind != KIND_RESIDUES)
        return plane_expression((enum plane_function)key->kind);
    if (q == 1)
        return arena_printf(arena, EXPRESSION_X " %% %lld", p);
    if (p == 1)
        return arena_printf(arena, EXPRESSION_Y " %% %lld", q);
    return arena_printf(arena, EXPRESSION_X " %% %lld * %lld + " EXPRESSION_Y " %% %lld", p, q, q);
}

static const char *pattern_of(const struct view *view, const struct key *key)
{
    struct arena *arena = view->finding->arena;
    const char *u = key_text(view, key);
    if (key->name)
        return expression_fill(arena, key->name->expression, u, NULL);
    const char *list = expression_list(arena, key->values, key->n);
    const char *place = expression_fill(arena, expression_plus(arena, EXPRESSION_N, -key->least), u, NULL);
    const char *text = expression_fill(arena, EXPRESSION_X "[" EXPRESSION_Y "]", list, place);
    return view->lost ? expression_fill(arena, EXPRESSION_X " == 1", text, NULL) : text;
}

/* What the law looks at, in words, and its formula behind them. */
static struct text key_words(const struct view *view, const struct key *key, const char *shown)
{
    struct arena *arena = view->finding->arena;
    long long p = key->p, q = key->q;
    static const struct text places[][2] = {{{"x", "x "}, {"y", " y "}}, {{"the smaller", "较小数"}, {"the larger", "较大数"}}};
    struct text x = places[key->ordered][0], y = places[key->ordered][1], is;
    if (key->kind < KIND_RESIDUES)
        is = plane_words((enum plane_function)key->kind, key->ordered);
    else if (key->kind == KIND_DIFFERENCE)
        is = (struct text){arena_printf(arena, "the remainder of %s less %s by %lld", x.en, y.en, p),
                           arena_printf(arena, "%s与%s之差除以 %lld 的余数", x.zh, y.zh, p)};
    else if (p == 1)
        is = (struct text){arena_printf(arena, "the remainder of %s by %lld", y.en, q),
                           arena_printf(arena, "%s除以 %lld 的余数", y.zh + (*y.zh == ' '), q)};
    else if (q == 1)
        is = (struct text){arena_printf(arena, "the remainder of %s by %lld", x.en, p),
                           arena_printf(arena, "%s除以 %lld 的余数", x.zh, p)};
    else
        is = (struct text){arena_printf(arena, "the remainders of %s by %lld and of %s by %lld", x.en, p, y.en, q),
                           arena_printf(arena, "%s除以 %lld 的余数与%s除以 %lld 的余数", x.zh, p, y.zh, q)};
    return (struct text){arena_printf(arena, "%s (%s)", is.en, shown), arena_printf(arena, "%s（%s）", is.zh, shown)};
}

static void propose_key(const struct view *view, struct key *key, struct scratch *scratch)
{
    struct arena *arena = view->finding->arena;
    keep_values(view, key, scratch);
    struct law *law = propose(view, "key", key->gain, 0);
    if (!law)
        return;
    struct key *kept = arena_alloc(arena, sizeof *kept);
    *kept = *key;
    law->what = kept;
    law->tell = tell;
    plane_from(view, law, key->row, key->column);
    bool is_symmetric = key->kind < KIND_RESIDUES && plane_is_symmetric((enum plane_function)key->kind);
    law->formula = plane_formula(view, pattern_of(view, key), is_symmetric);
    const char *shown = plane_formula(view, key_text(view, key), is_symmetric);
    fact_text(law, "key", shown);
    int64_t *map = arena_array(arena, 2 * key->n + 1, sizeof *map);
    size_t n = 0;
    for (size_t i = 0; i < key->n; i++)
        if (key->known[i]) {
            map[n++] = key->least + (int64_t)i;
            map[n++] = key->values[i];
        }
    fact_rows(law, "values", map, n, 2);
    if (key->name && law->formula)
        law_says(view, law, law->formula, plane_from_words(view, law));
    else
        law_depends(view, law, key_words(view, key, shown), plane_from_words(view, law));
}

/* A formula of the same u says more. */
static bool has_formula(const struct view *view, int kind)
{
    if (kind >= KIND_RESIDUES)
        return false;
    const char *u =
        plane_formula(view, plane_expression((enum plane_function)kind), plane_is_symmetric((enum plane_function)kind));
    for (size_t i = 0; i < view->finding->n; i++) {
        const struct law *law = view->finding->v[i];
        if (strcmp(law->family, "formula") == 0 && law->facts && strcmp(law->fact[0].text, u) == 0)
            return true;
    }
    return false;
}

void find_plane_key(const struct view *view)
{
    struct arena *arena = view->finding->arena;
    struct scratch scratch = {.room = 16 * view->n + 4096};
    scratch.values = arena_raw(arena, scratch.room * sizeof *scratch.values);
    scratch.seen = arena_array(arena, scratch.room, sizeof *scratch.seen);
    for (int kind = 0; kind < KINDS; kind++) {
        if (has_formula(view, kind))
            continue;
        struct key best = best_of(view, kind, &scratch);
        if (best.gain > INT64_MIN)
            propose_key(view, &best, &scratch);
    }
}
