/* Laws and conjectures against values; two laws against each other. */
#include "api/tools/laws/laws.h"

#include "core/limits.h"

static int64_t at(const struct law_table *table, size_t i, size_t j)
{
    return table->values[i * table->size[1] + j];
}

/* A period fails between two places, and the smaller one is named. */
static struct counterexample period_test(const struct law_table *table, const struct law *law)
{
    size_t p = (size_t)law->period;
    for (size_t i = (size_t)(law->from[0] - table->from[0]); i + p < table->size[0]; i++) {
        int64_t expected = law_wants(law, at(table, i, 0)) + law->saltus, found = law_wants(law, at(table, i + p, 0));
        if (expected != found)
            return (struct counterexample){true, {table->from[0] + (int64_t)i, 0}, true, law->of_lost, expected, found, false};
    }
    return (struct counterexample){0};
}

struct counterexample laws_test(const struct laws_question *question, const struct law *law, struct budget *budget)
{
    const struct law_table *table = &question->table;
    if (law->period)
        return period_test(table, law);
    for (size_t i = 0; i < table->size[0]; i++)
        for (size_t j = 0; j < table->size[1]; j++) {
            int64_t x = table->from[0] + (int64_t)i, y = table->from[1] + (int64_t)j, expected;
            budget_spend(budget, 16);
            if ((i < question->found_on[0] && j < question->found_on[1]) || !law_tells(law, x, y, &expected))
                continue;
            int64_t found = law_wants(law, at(table, i, j));
            if (expected != found)
                return (struct counterexample){true, {x, y}, true, law->of_lost, expected, found, false};
        }
    return (struct counterexample){0};
}

/* ---- conjectures ---- */

static bool ask_table(void *of, const int64_t *argument, int64_t *value)
{
    const struct law_table *table = of;
    size_t place[2] = {0, 0};
    for (unsigned i = 0; i < table->variables; i++) {
        if (argument[i] < table->from[i] || argument[i] - table->from[i] >= (int64_t)table->size[i])
            return false;
        place[i] = (size_t)(argument[i] - table->from[i]);
    }
    *value = at(table, place[0], place[1]);
    return true;
}

/* What the conjecture says against what is there. Where it asks for values beyond the table it says nothing. */
static struct counterexample hold_against(const struct conjecture *conjecture, const struct law_table *table,
                                          const int64_t *place, int64_t value)
{
    struct flaw flaw;
    int64_t said;
    struct counterexample none = {.idle = false}, example = {.there = true, .at = {place[0], place[1]}, .expected_known = true};
    enum expression_result result =
        expression_evaluate(conjecture->expression, place, ask_table, (void *)(uintptr_t)table, &said, &flaw);
    if (result == EXPRESSION_LIMIT)
        arena_escape(arena_current(), STATUS_too_large, CUSTOM_TOGETHER,
                     "a conjecture makes lists or folds of more than 1024, or all take more than %d instructions",
                     CUSTOM_TOGETHER);
    none.idle = result == EXPRESSION_UNKNOWN;
    if (none.idle)
        return none;
    example.expected_known = result == EXPRESSION_VALUE;
    if (expression_asks_table(conjecture->expression) && expression_is_claim(conjecture->expression)) {
        example.expected = 1;
        example.found = result == EXPRESSION_VALUE && said != 0;
        return example.found ? none : example;
    }
    example.of_lost = conjecture->claims == CLAIMS_LOST;
    example.expected = example.of_lost ? said != 0 : said;
    example.found = example.of_lost ? value == VALUE_LOST : value;
    return example.expected_known && example.expected == example.found ? none : example;
}

struct counterexample conjecture_test(const struct laws_question *question, const struct conjecture *conjecture,
                                      struct budget *budget)
{
    const struct law_table *table = &question->table;
    bool idle = true;
    for (size_t i = 0; i < table->size[0]; i++)
        for (size_t j = 0; j < table->size[1]; j++) {
            const int64_t place[] = {table->from[0] + (int64_t)i, table->from[1] + (int64_t)j};
            budget_spend(budget, 64);
            struct counterexample example = hold_against(conjecture, table, place, at(table, i, j));
            if (example.there)
                return example;
            idle &= example.idle;
        }
    return (struct counterexample){.idle = idle};
}

/* ---- two laws ---- */

enum { FURTHER = 10, COMPARED_MAX = 2000000 };

static bool differ_at(const struct law *a, const struct law *b, int64_t x, int64_t y, int64_t values[2])
{
    if (!law_tells(a, x, y, &values[0]) || !law_tells(b, x, y, &values[1]))
        return false;
    if (a->of_lost != b->of_lost) {
        values[0] = a->of_lost ? values[0] : values[0] == VALUE_LOST;
        values[1] = b->of_lost ? values[1] : values[1] == VALUE_LOST;
    }
    return values[0] != values[1];
}

bool laws_differ(const struct laws_question *question, const struct law *a, const struct law *b, struct budget *budget,
                 int64_t place[2], int64_t values[2])
{
    const struct law_table *table = &question->table;
    size_t rows = question->found_on[0] * FURTHER, columns = table->variables == 2 ? question->found_on[1] * FURTHER : 1;
    size_t side = rows > columns ? rows : columns, compared = 0;
    /* Squares around the begin, so that the least table that tells them apart is named. */
    for (size_t ring = 0; ring < side && compared < COMPARED_MAX; ring++)
        for (size_t i = ring < columns ? 0 : ring; i <= ring && i < rows; i++) {
            size_t first = i == ring ? 0 : ring;
            for (size_t j = first; j < columns && j <= ring; j++, compared++) {
                int64_t x = table->from[0] + (int64_t)i, y = table->from[1] + (int64_t)j;
                budget_spend(budget, 16);
                if (!differ_at(a, b, x, y, values))
                    continue;
                place[0] = x;
                place[1] = y;
                return true;
            }
        }
    return false;
}
