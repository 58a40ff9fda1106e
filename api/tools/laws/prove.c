/* Which periods are theorems.
 *
 * take-set, octal: /sg has proven that g(n+P) = g(n)+S for all n >= N. A law value(n+p) = value(n)+s, from its begin b on, speaks
 * of the differences value(n+p) - value(n), and they repeat with P from N on: so it holds everywhere if it holds for b <= n <
 * max(b, N) + P. Of verdicts the same, where S is 0. */
#include "api/tools/laws/laws.h"
#include "core/sg/position.h"

#include <string.h>

enum { COMPARED_MAX = 4000000 };

/* The position of one heap whose number varies, or NULL. */
static const struct sg_position *single_heap(const struct laws_question *question, struct setting *setting)
{
    const struct game *game;
    const struct cells *cells = question->cells;
    if (!cells || strcmp(cells->game->id, "sg") != 0 || cells->n != 1 || strcmp(cells->vary[0].pointer, "/heaps/0") != 0 ||
        cells->of > OF_VERDICT)
        return NULL;
    const struct sg_position *position = cells_position(cells, setting, 0, 0, &game);
    return position->heaps.n == 1 && !position->misere ? position : NULL;
}

static int64_t value_at(const struct sg *sg, const struct law *law, bool verdicts, int64_t n)
{
    int64_t value = sg_value(sg, num(n)).word;
    return law->of_lost || verdicts ? value == 0 : value;
}

static bool holds(const struct sg *sg, const struct law *law, bool verdicts, int64_t last, struct setting *setting)
{
    for (int64_t n = law->from[0]; n < last; n++) {
        struct arena_mark mark = arena_mark(setting->arena);
        budget_spend(setting->budget, 8);
        bool same = value_at(sg, law, verdicts, n + (int64_t)law->period) ==
                    value_at(sg, law, verdicts, n) + (verdicts || law->of_lost ? 0 : law->saltus);
        arena_rewind(setting->arena, mark);
        if (!same)
            return false;
    }
    return true;
}

const char *laws_theorem(const struct laws_question *question, const struct law *law, struct setting *setting)
{
    const struct sg_position *position = law->period ? single_heap(question, setting) : NULL;
    struct sg_job job = {.arena = setting->arena, .budget = setting->budget, .store = setting->store};
    struct sg sg;
    if (!position)
        return law->period && laws_look_back(question, law, setting) ? "look-back" : NULL;
    struct rules *rules = rules_make(setting->arena, &position->rules);
    sg_open(&sg, &job, rules, num(question->table.from[0] + (int64_t)question->table.size[0]));
    bool verdicts = question->cells->of == OF_VERDICT, told = sg.period_told;
    if (!told || num_sign(sg.period) <= 0 || num_cmp_word(num_add(sg.preperiod, sg.period), COMPARED_MAX) > 0 ||
        ((verdicts || law->of_lost) && !num_is_zero(sg.saltus)))
        return NULL;
    int64_t begin = law->from[0] > sg.preperiod.word ? law->from[0] : sg.preperiod.word;
    if (!holds(&sg, law, verdicts, begin + sg.period.word, setting))
        return NULL;
    return rules->kind == RULES_CODE ? "octal" : "take-set";
}
