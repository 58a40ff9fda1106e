/* Answers as the judges print them. */
#include "api/tools/judge/judge.h"

#include "api/tools/judge/row.h"
#include "core/limits.h"

#include <assert.h>
#include <string.h>

bool judge_prints_all(const struct judge_problem *problem)
{
    return problem->print == PRINT_MOVES || problem->print == PRINT_HEAPS || problem->print == PRINT_PAIRS;
}

void judge_options(const struct judge_problem *problem, struct options *options)
{
    bool all = judge_prints_all(problem);
    bool first = problem->print == PRINT_MOVE || problem->print == PRINT_TRIPLE;
    options->moves = all || first ? LISTING_WINNING : LISTING_NONE;
    options->limit = all ? JUDGE_CASE_VALUES : first ? 1 : 0;
}

static const void *field_of(const struct type *object, const void *value, const char *name, const struct type **type)
{
    const struct field *field = object->fields;
    while (strcmp(field->name, name) != 0)
        assert((++field)->name);
    *type = field->type;
    return (const char *)value + field->offset;
}

static void print_num(struct out *out, struct num value)
{
    out->n = (size_t)(num_write(out_room(out, num_text_max(value)), value) - out->v);
}

static struct num number_of(const struct type *type, const void *value)
{
    if (type->kind == KIND_INT)
        return *(const struct num *)value;
    assert(type->kind == KIND_SMALL);
    return num(*(const int64_t *)value);
}

static void print_field(struct out *out, const struct game *game, const void *move, const char *name)
{
    const struct type *type;
    const void *value = field_of(game->move, move, name, &type);
    print_num(out, number_of(type, value));
}

/* The first of them, or all. */
static void print_moves(const struct judge_problem *problem, const struct page *page, size_t most, struct out *out)
{
    if (!page->n)
        out_raw(out, problem->none);
    for (size_t i = 0; i < page->n && i < most; i++) {
        if (i)
            out_raw(out, " ");
        print_field(out, problem->game, page->v[i].move, problem->field);
    }
}

static void print_triple(const struct judge_problem *problem, const struct answer *answer, struct out *out)
{
    const char *blank = "";
    for (const struct field *f = problem->game->move->fields; f->name; f++, blank = " ") {
        out_raw(out, blank);
        if (answer->winning.n)
            print_field(out, problem->game, answer->winning.v[0].move, f->name);
        else
            out_raw(out, "-1");
    }
    out_raw(out, "\n");
    print_num(out, answer->winning.seen);
}

static struct num value_of(const struct question *question)
{
    const struct type *type;
    const void *value = field_of(question->game->extra, question->ask.extra, "value", &type);
    return number_of(type, value);
}

/* The sum of the row that is taken from, and what the mover has more, make twice his own. */
static struct num total_of(const struct question *question)
{
    const struct type *type;
    struct num sum = value_of(question);
    const struct list *piles = field_of(question->game->position, question->position, "piles", &type);
    for (size_t i = 0; i < piles->n; i++)
        sum = num_add(sum, number_of(type->item, (const char *)piles->v + i * type->item->size));
    return num_div(sum, num(2));
}

/* The heap of a winning move before and after it. */
static void print_heaps(const struct judge_problem *problem, struct question *question, struct out *out)
{
    const struct page *page = &question->ask.answer.winning;
    const struct type *type;
    const struct list *heaps = field_of(problem->game->position, question->position, "heaps", &type);
    out_raw(out, problem->words[question->ask.answer.verdict]);
    for (size_t i = 0; i < page->n; i++) {
        const struct type *kind;
        const void *heap = field_of(problem->game->move, page->v[i].move, "heap", &kind);
        struct num before = list_nums(*heaps)[number_of(kind, heap).word];
        const void *take = field_of(problem->game->move, page->v[i].move, "take", &kind);
        out_raw(out, "\n");
        print_num(out, before);
        out_raw(out, " ");
        print_num(out, num_sub(before, number_of(kind, take)));
    }
}

/* Pairs that winning moves of two heaps leave: the equal take first, then by order, each once. */
static void print_pairs(const struct judge_problem *problem, struct question *question, struct out *out)
{
    const struct page *page = &question->ask.answer.winning;
    const struct type *type, *kind;
    const struct num *heaps = field_of(problem->game->position, question->position, "heaps", &type); /* a tuple */
    struct num told[2] = {num(-1), num(-1)};
    out_raw(out, problem->words[question->ask.answer.verdict]);
    for (int equal = 1; equal >= 0; equal--) {
        for (size_t i = 0; i < page->n; i++) {
            const struct num *take = field_of(problem->game->move, page->v[i].move, "take", &kind);
            if ((!num_is_zero(take[0]) && !num_is_zero(take[1])) != equal)
                continue;
            struct num a = num_sub(heaps[0], take[0]), b = num_sub(heaps[1], take[1]);
            struct num x = num_min(a, b), y = num_max(a, b);
            if (num_eq(told[0], x) && num_eq(told[1], y))
                continue;
            told[0] = x;
            told[1] = y;
            out_raw(out, "\n");
            print_num(out, x);
            out_raw(out, " ");
            print_num(out, y);
        }
    }
}

void judge_print(const struct judge_problem *problem, struct question *question, struct out *out)
{
    const struct answer *answer = &question->ask.answer;
    switch (problem->print) {
    case PRINT_VERDICT:
        out_raw(out, problem->words[answer->verdict]);
        break;
    case PRINT_MOVE:
        if (problem->before && answer->winning.n)
            out_raw(out, problem->before);
        print_moves(problem, &answer->winning, 1, out);
        break;
    case PRINT_MOVES:
        print_moves(problem, &answer->winning, answer->winning.n, out);
        break;
    case PRINT_COUNT:
        print_num(out, answer->winning.seen);
        break;
    case PRINT_VALUE:
        print_num(out, value_of(question));
        break;
    case PRINT_TOTAL:
        print_num(out, total_of(question));
        break;
    case PRINT_TRIPLE:
        print_triple(problem, answer, out);
        break;
    case PRINT_HEAPS:
        print_heaps(problem, question, out);
        break;
    case PRINT_ROW:
        row_print(question, problem->words[OUTCOME_WIN], problem->words[OUTCOME_LOSS], out);
        break;
    case PRINT_PAIRS:
        print_pairs(problem, question, out);
        break;
    }
}
