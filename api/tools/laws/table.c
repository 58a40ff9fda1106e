/* The values of a table, cell by cell. */
#include "api/tools/laws/laws.h"

#include "core/limits.h"

#include <stdio.h>
#include <string.h>

static int64_t of_outcome(int64_t outcome)
{
    return outcome == OUTCOME_WIN ? VALUE_WON : outcome == OUTCOME_LOSS ? VALUE_LOST : VALUE_DRAWN;
}

static _Noreturn void refuse(const struct law_table *table, struct setting *setting, size_t cell)
{
    arena_escape_at(setting->arena, STATUS_invalid_position, -1, (struct fault_place){FAULT_inconsistent, "/table/of"},
                    "is not known in every cell: not where the first of what varies is %lld",
                    "并非每格都有：第一个变量为 %lld 时没有", (long long)(table->from[0] + (int64_t)(cell / table->size[1])));
}

static _Noreturn void refuse_large(struct setting *setting)
{
    arena_escape_words(setting->arena, STATUS_too_large, LAWS_NUMBER_MAX,
                       "laws are looked for in values of at most %lld in magnitude", "只在绝对值不超过 %lld 的值中找规律",
                       (long long)LAWS_NUMBER_MAX);
}

struct making {
    struct laws_question *question;
    struct setting *setting;
    struct grid grid;
};

static void make(void *what)
{
    struct making *m = what;
    m->grid = cells_make(m->question->cells, m->setting, m->question->table.size[0], m->question->table.size[1]);
}

/* A table that goes further than was asked for ends where test_to says, so that is what is beyond the range of a variable. */
static struct grid make_cells(struct laws_question *question, struct setting *setting)
{
    struct making *m = arena_alloc(setting->arena, sizeof *m);
    struct escape *landed = arena_alloc(setting->arena, sizeof *landed);
    *m = (struct making){.question = question, .setting = setting};
    if (arena_try(setting->arena, landed, make, m) == STATUS_ok)
        return m->grid;
    for (size_t i = 0; i < question->cells->n; i++)
        if (question->table.size[i] > question->found_on[i] &&
            strcmp(landed->pointer, arena_printf(setting->arena, "/table/vary/%zu/to", i)) == 0)
            snprintf(landed->pointer, sizeof landed->pointer, "/test_to");
    arena_escape_on(setting->arena, landed);
}

void laws_make_values(struct laws_question *question, struct setting *setting)
{
    struct law_table *table = &question->table;
    struct grid grid = make_cells(question, setting);
    for (size_t cell = 0; cell < grid.cells; cell++) {
        if (grid.value[cell] == WORD_NULL)
            refuse(table, setting, cell);
        if (grid.value[cell] < -LAWS_NUMBER_MAX || grid.value[cell] > LAWS_NUMBER_MAX)
            refuse_large(setting);
        if (grid.of == GRID_VERDICT)
            grid.value[cell] = of_outcome(grid.value[cell]);
    }
    table->values = grid.value;
    question->period = grid.period;
}
