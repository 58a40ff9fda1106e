/* Theorem `look-back`: a heap of users' rules whose moves look back at most w places, the same way for the same n mod m from n =
 * T on (core/custom/look_back.h). There v(n), a Grundy value or a verdict, in normal play or misère, is a function of n mod m and
 * of the w values before it. Let P = lcm(p, m) and s be at least T and the begin of the period. If v(n+p) = v(n) for s <= n < s +
 * P + max(w, p) - p, then the values at s…s+max(w, p)-1 come again P places later, and with them all that follow; and v(n+p) =
 * v(n) holds in one whole round of P, so for all n >= s of the range. */
#include "api/tools/laws/laws.h"

#include "api/json/decode.h"
#include "core/custom/look_back.h"
#include "core/custom/rules.h"
#include "core/limits.h"

#include <string.h>

static bool find(const struct laws_question *question, struct setting *setting, struct look_back *found)
{
    const struct cells *cells = question->cells;
    struct faults faults = {.arena = setting->arena};
    if (!cells || strcmp(cells->game->id, "custom") != 0 || cells->n != 1 || cells->of > OF_VERDICT ||
        !cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(cells->position, "state")))
        return false;
    struct rules_text *text = arena_alloc(setting->arena, sizeof *text);
    decode_value(&rules_type, cJSON_GetObjectItemCaseSensitive(cells->position, "rules"), "", text, &faults);
    return !faults.n && look_back_find(text, setting->arena, found) &&
           strcmp(cells->vary[0].pointer, arena_printf(setting->arena, "/state/%s", found->name)) == 0;
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* What the law speaks of at n, made where the table does not reach. */
static bool value_at(const struct laws_question *question, const struct law *law, struct setting *setting, int64_t n,
                     int64_t *value)
{
    size_t place = (size_t)(n - question->table.from[0]);
    if (place < question->table.size[0])
        *value = question->table.values[place];
    else if (!laws_make_value(question, setting, place, 0, value))
        return false;
    *value = law_wants(law, *value);
    return true;
}

bool laws_look_back(const struct laws_question *question, const struct law *law, struct setting *setting)
{
    struct look_back found;
    if (law->saltus || !find(question, setting, &found))
        return false;
    int64_t p = (int64_t)law->period, s = law->from[0] > found.from ? law->from[0] : found.from;
    int64_t round = p / gcd(p, found.modulus) * found.modulus, wide = found.window > p ? found.window : p;
    int64_t end = s + round + wide; /* values below are looked at */
    int64_t made = end - question->table.from[0] - (int64_t)question->table.size[0];
    if (made > CELLS_MAX || end - 1 > found.last)
        return false;
    for (int64_t n = law->from[0]; n < end - p; n++) {
        int64_t here, there;
        budget_spend(setting->budget, 8);
        if (!value_at(question, law, setting, n, &here) || !value_at(question, law, setting, n + p, &there) || here != there)
            return false;
    }
    return true;
}
