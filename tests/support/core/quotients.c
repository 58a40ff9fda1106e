#include "tests/support/core/quotients.h"

#include "tests/support/core/question.h"
#include "tests/support/core/rulesets.h"

struct sg_job quotients_job;

void quotients_setup(void)
{
    questions_begin();
    rulesets_begin();
    arena_enter(&questions_arena);
    quotients_job = (struct sg_job){.arena = &questions_arena, .budget = &questions_budget, .store = questions_store};
}

void quotients_teardown(void)
{
    rulesets_end();
    questions_end();
}

static enum status count_look(void *what)
{
    ++*(uint64_t *)what;
    return STATUS_ok;
}

uint64_t looks_of(void (*act)(const struct sg_job *job, void *what), void *what)
{
    struct arena_mark mark = arena_mark(&questions_arena);
    uint64_t looks = 0;
    struct budget budget = {.left = 0, .arena = &questions_arena, .look = count_look, .what = &looks};
    struct sg_job counted = quotients_job;
    counted.budget = &budget;
    act(&counted, what);
    arena_rewind(&questions_arena, mark);
    return looks;
}
