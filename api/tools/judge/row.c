#include "api/tools/judge/row.h"

#include "core/limits.h"
#include "core/sg/engine.h"
#include "core/sg/position.h"

void row_print(const struct question *question, const char *win, const char *loss, struct out *out)
{
    const struct sg_position *p = question->position;
    const struct ask *ask = &question->ask;
    struct num top = list_nums(p->heaps)[0];
    struct sg sg;
    if (num_cmp_word(top, JUDGE_CASE_VALUES) > 0)
        arena_escape(out->arena, STATUS_too_large, JUDGE_CASE_VALUES, "a row of answers has up to %d here",
                     (int)JUDGE_CASE_VALUES);
    sg_open(&sg, &(struct sg_job){.arena = ask->arena, .budget = ask->budget, .store = ask->store, .plain = true},
            rules_make(ask->arena, &p->rules), top);
    for (struct num n = num(1); !num_lt(top, n); n = num_add(n, num(1))) {
        out_raw(out, num_is_zero(sg_value(&sg, n)) ? loss : win);
        budget_spend(ask->budget, 10);
    }
}
