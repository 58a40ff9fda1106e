/* One question, from a decoded position to its answer. */
#include "core/solve.h"

#include "core/limits.h"
#include "core/promise.h"

void ask_init(struct ask *ask, const struct game *game, const void *position, struct arena *arena, struct budget *budget,
              struct store *store)
{
    *ask = (struct ask){
        .game = game,
        .position = position,
        .arena = arena,
        .budget = budget,
        .store = store,
        .listing = LISTING_WINNING,
        .limit = LIST_DEFAULT,
        .answer.verdict = OUTCOME_NONE,
    };
}

/* What every solver promises, whatever the game: a broken promise is a bug, and no answer is better than a wrong one. */
static void check_answer(const struct ask *ask)
{
    const struct answer *answer = &ask->answer;
    unsigned traits = ask->game->traits;
    promise(answer->method);
    promise((answer->verdict == OUTCOME_NONE) == !!(traits & TRAIT_DECIDER));
    promise(traits & TRAIT_DRAWS || ask->others || answer->verdict != OUTCOME_DRAW);
    promise(!answer->grundy_known || traits & TRAIT_GRUNDY);
    promise((answer->count_limit != NULL) ==
            (answer->move_count_unknown || answer->winning_count_unknown || answer->drawing_count_unknown));
    if (answer->move_count_unknown || answer->winning_count_unknown || answer->drawing_count_unknown)
        return;
    promise(!num_lt(answer->move_count, num_add(answer->winning.seen, answer->drawing.seen)));
    promise(!num_lt(answer->move_count, answer->best.seen));
    if (answer->verdict == OUTCOME_LOSS)
        promise(num_is_zero(answer->winning.seen) && num_is_zero(answer->drawing.seen));
    if (answer->verdict == OUTCOME_DRAW)
        promise(num_is_zero(answer->winning.seen));
}

/* From here on a broken promise is this question's. */
static struct asked asked_begin(const struct ask *ask)
{
    struct asked before = ask->arena->asked;
    ask->arena->asked = (struct asked){ask->game, ask->position, ask->game->at};
    return before;
}

void ask_solve(struct ask *ask)
{
    if (ask->game->extra)
        ask->extra = arena_alloc(ask->arena, ask->game->extra->size);
    struct asked before = asked_begin(ask);
    ask->game->solve(ask);
    check_answer(ask);
    ask->arena->asked = before;
}

void *ask_apply(struct ask *ask, const void *move)
{
    struct asked before = asked_begin(ask);
    void *after = ask->game->apply(ask, move);
    ask->arena->asked = before;
    return after;
}

void ask_grid(struct ask *ask, struct grid *grid)
{
    struct asked before = asked_begin(ask);
    ask->game->grid(ask, grid);
    ask->arena->asked = before;
}

void ask_explain(struct ask *ask, struct lines *lines)
{
    struct asked before = asked_begin(ask);
    ask->game->explain(ask, lines);
    ask->arena->asked = before;
}

/* A number, text or list of a move, for words_of_fields(). */
static const char *value_text(struct arena *arena, const struct type *type, const void *value)
{
    const struct list *list = value;
    const struct choice *choice = value;
    size_t n = type->kind == KIND_TUPLE ? (size_t)type->max : 0;
    const char *items = value, *text = "";
    switch (type->kind) {
    case KIND_BOOL:
        return *(const bool *)value ? "true" : "false";
    case KIND_SMALL:
        return num_text(num(*(const int64_t *)value));
    case KIND_INT:
        return num_text(*(const struct num *)value);
    case KIND_NAME:
        return type->names[*(const int *)value];
    case KIND_TEXT:
        return *(const char *const *)value;
    case KIND_LIST:
        n = list->n;
        items = list->v;
        /* fall through */
    case KIND_TUPLE:
        for (size_t i = 0; i < n; i++)
            text =
                arena_printf(arena, "%s%s%s", text, i ? ", " : "", value_text(arena, type->item, items + i * type->item->size));
        return arena_printf(arena, "(%s)", text);
    case KIND_CHOICE:
        return value_text(arena, type->choices[choice->which], choice->value);
    case KIND_OBJECT:
    case KIND_ANY:
        break; /* no move that is told by its fields has one in it */
    }
    return "";
}

/* "heap 0, take 2": every field of the move that is there, by its name. */
static void words_of_fields(const struct ask *ask, const void *move, struct lines *lines)
{
    const struct type *type = ask->game->move;
    const char *text = "";
    for (size_t i = 0; type->fields[i].name; i++) {
        const struct field *field = &type->fields[i];
        if (field->need == NEED_OPTIONAL && !(((const struct head *)move)->given & BIT(i)))
            continue;
        text = arena_printf(lines->arena, "%s%s%s %s", text, *text ? ", " : "", field->name,
                            value_text(lines->arena, field->type, (const char *)move + field->offset));
    }
    lines_add(lines, "%s", "%s", text);
}

const char *ask_words_sized(const struct ask *ask, const void *move, enum language language, size_t *size)
{
    const char *line;
    struct lines lines = {.arena = ask->arena, .language = language, .room = 1, .v = &line, .phrase = ask->phrase};
    struct asked before = asked_begin(ask);
    if (ask->game->words)
        ask->game->words(ask, move, &lines);
    else
        words_of_fields(ask, move, &lines);
    promise(lines.n == 1);
    ask->arena->asked = before;
    *size = lines.size;
    return line;
}

const char *ask_words(const struct ask *ask, const void *move, enum language language)
{
    size_t size;
    return ask_words_sized(ask, move, language, &size);
}
