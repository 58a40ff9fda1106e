/* The values of a table, cell by cell. */
#include "api/tools/laws/laws.h"

static int64_t of_outcome(int64_t outcome)
{
    return outcome == OUTCOME_WIN ? VALUE_WON : outcome == OUTCOME_LOSS ? VALUE_LOST : VALUE_DRAWN;
}

bool laws_make_value(const struct laws_question *question, struct setting *setting, size_t i, size_t j, int64_t *value)
{
    if (!cells_value(question->cells, setting, i, j, value))
        return false;
    if (question->cells->of == OF_VERDICT)
        *value = of_outcome(*value);
    return true;
}

void laws_make_values(struct laws_question *question, struct setting *setting)
{
    struct law_table *table = &question->table;
    int64_t *values = arena_raw(setting->arena, table->size[0] * table->size[1] * sizeof *values);
    for (size_t i = 0; i < table->size[0]; i++)
        for (size_t j = 0; j < table->size[1]; j++) {
            int64_t *value = &values[i * table->size[1] + j];
            if (!laws_make_value(question, setting, i, j, value))
                arena_escape_at(setting->arena, STATUS_invalid_position, -1,
                                (struct fault_place){FAULT_inconsistent, "/table/of"},
                                "is not known in every cell: not where the first of what varies is %lld",
                                "并非每格都有：第一个变量为 %lld 时没有", (long long)(table->from[0] + (int64_t)i));
        }
    table->values = values;
}
