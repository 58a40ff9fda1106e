/* Which periods are theorems.
 *
 * take-set, octal: /sg has proven that g(n+P) = g(n)+S for all n >= N. A law value(n+p) = value(n)+s, from its begin b on, speaks
 * of the differences value(n+p) - value(n), and they repeat with P from N on: so it holds everywhere if it holds for b <= n <
 * max(b, N) + P. Of verdicts the same, where S is 0.
 *
 * look-back: the same of users' rules, whose period the table itself tells (core/games/custom/period.c). */
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
        cells->of > GRID_VERDICT)
        return NULL;
    const struct sg_position *position = cells_first(cells, setting, &game);
    return position->heaps.n == 1 && !position->misere ? position : NULL;
}

/* What is proven: the values themselves repeat, or of /sg the differences. */
struct sequence {
    const struct law *law;
    struct sg *sg; /* NULL: of users' rules */
    bool verdicts;
    int64_t preperiod, period;
    const int64_t *v; /* of users' rules: values from `from` on, as far as to the end of a period */
    int64_t from;
};

static int64_t value_at(const struct sequence *s, int64_t n)
{
    if (s->sg) {
        int64_t value = sg_value(s->sg, num(n)).word;
        return s->law->of_lost || s->verdicts ? value == 0 : value;
    }
    int64_t begin = s->preperiod > s->from ? s->preperiod : s->from;
    if (n >= begin)
        n = begin + (n - begin) % s->period;
    return law_wants(s->law, s->v[n - s->from]);
}

/* Whether what holds in one whole period holds from the law's begin on. */
static bool holds(const struct sequence *s, struct setting *setting)
{
    const struct law *law = s->law;
    int64_t begin = law->from[0] > s->preperiod ? law->from[0] : s->preperiod;
    int64_t saltus = s->verdicts || law->of_lost ? 0 : law->saltus;
    for (int64_t n = law->from[0]; n < begin + s->period; n++) {
        struct arena_mark mark = arena_mark(setting->arena);
        budget_spend(setting->budget, 8);
        bool same = value_at(s, n + (int64_t)law->period) == value_at(s, n) + saltus;
        arena_rewind(setting->arena, mark);
        if (!same)
            return false;
    }
    return true;
}

static const char *prove_of_rules(const struct laws_question *question, const struct law *law, struct setting *setting)
{
    const struct grid_period *period = &question->period;
    const struct law_table *table = &question->table;
    if (!period->proven)
        return NULL;
    struct sequence s = {law, NULL, false, period->preperiod, period->period, table->values, table->from[0]};
    int64_t begin = s.preperiod > s.from ? s.preperiod : s.from, size = begin + s.period - s.from;
    if (size > (int64_t)table->size[0]) {
        struct laws_question longer = *question;
        longer.table.size[0] = (size_t)size;
        laws_make_values(&longer, setting);
        s.v = longer.table.values;
    }
    return holds(&s, setting) ? "look-back" : NULL;
}

const char *laws_theorem(const struct laws_question *question, const struct law *law, struct setting *setting)
{
    const struct sg_position *position = law->period ? single_heap(question, setting) : NULL;
    struct sg_job job = {.arena = setting->arena, .budget = setting->budget, .store = setting->store};
    struct sg sg;
    if (!position)
        return law->period ? prove_of_rules(question, law, setting) : NULL;
    struct rules *rules = rules_make(setting->arena, &position->rules);
    sg_open(&sg, &job, rules, num(question->table.from[0] + (int64_t)question->table.size[0]));
    bool verdicts = question->cells->of == GRID_VERDICT, told = sg.period_told;
    if (!told || num_cmp_word(num_add(sg.preperiod, sg.period), COMPARED_MAX) > 0 ||
        ((verdicts || law->of_lost) && !num_is_zero(sg.saltus)))
        return NULL;
    struct sequence s = {law, &sg, verdicts, sg.preperiod.word, sg.period.word, NULL, 0};
    if (!holds(&s, setting))
        return NULL;
    return rules->kind == RULES_CODE ? "octal" : "take-set";
}
