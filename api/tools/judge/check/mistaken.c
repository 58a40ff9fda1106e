/* What a wrong method would have printed: the question with that method's answer in the place of the right one. */
#include "api/tools/judge/judge.h"

#include <string.h>

static bool says(const struct judge_problem *problem, const struct belief *told)
{
    switch (problem->print) {
    case PRINT_VERDICT:
        return told->verdict != OUTCOME_NONE && problem->words[told->verdict];
    case PRINT_MOVE:
        return told->first_known;
    case PRINT_MOVES:
        return told->all_known;
    case PRINT_COUNT:
        return told->count_known;
    case PRINT_VALUE:
    case PRINT_TOTAL:
        return told->value_known;
    case PRINT_TRIPLE:
        return told->first_known && told->count_known;
    case PRINT_HEAPS:
    case PRINT_ROW:
    case PRINT_PAIRS:
        break;
    }
    return false;
}

/* The extra fields with another value. */
static void *with_value(struct arena *arena, const struct question *question, int64_t value)
{
    const struct type *type = question->game->extra;
    const struct field *field = type->fields;
    while (strcmp(field->name, "value") != 0)
        field++;
    char *extra = arena_alloc(arena, type->size);
    memcpy(extra, question->ask.extra, type->size);
    if (field->type->kind == KIND_INT)
        *(struct num *)(void *)(extra + field->offset) = num(value);
    else
        *(int64_t *)(void *)(extra + field->offset) = value;
    return extra;
}

bool judge_print_mistaken(const struct judge_problem *problem, const struct question *question, const struct mistake *mistake,
                          struct budget *budget, struct store *store, struct out *out)
{
    struct belief told;
    if (!mistake_tell(mistake, question->game, question->position, budget, store, &told) || !says(problem, &told))
        return false;
    struct question believed = *question;
    struct answer *answer = &believed.ask.answer;
    struct page *page = &answer->winning;
    answer->verdict = told.verdict;
    *page = (struct page){.seen = num(told.count_known ? told.count : (int64_t)told.n), .n = told.n};
    page->v = arena_array(out->arena, told.n, sizeof *page->v);
    for (size_t i = 0; i < told.n; i++)
        page->v[i].move = told.moves[i];
    if (told.value_known)
        believed.ask.extra = with_value(out->arena, question, told.value);
    judge_print(problem, &believed, out);
    return true;
}
