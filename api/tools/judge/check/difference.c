/* Where an output is not as expected, as it is shown to people. */
#include "api/tools/judge/check/check.h"

#include "core/limits.h"

#include <string.h>

/* What is shown to a person is UTF-8, short and without control characters. */
static void show(char *to, const char *bytes, size_t n, size_t whole)
{
    size_t room = SHOWN_ROOM - 4, used = 0;
    for (size_t i = 0; i < n && used < room; i++)
        to[used++] = bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '?';
    to[used] = '\0';
    if (whole > used)
        memcpy(to + used, "...", 4);
}

/* A verdict of several words is shown whole, whichever of them differs: "What a pity!", and what was printed as far as it was
 * read. */
static void show_phrase(struct judge_difference *first, const struct judge_expected *expected, const struct word *got)
{
    const struct judged_unit *unit = expected->unit;
    if (unit->count > 1 || unit->run->problem->print != PRINT_VERDICT || !expected->n)
        return;
    char text[2 * WORD_ROOM];
    size_t n = unit->judged->text_size, whole = expected->missing ? 0 : got->n, known = whole < WORD_ROOM ? whole : WORD_ROOM - 1;
    const char *begin = unit->text + unit->text_size - 1 - n; /* between the prefix and the end of the line */
    if (expected->at < begin || (size_t)(expected->at - begin) > sizeof text - known)
        return;
    size_t before = (size_t)(expected->at - begin);
    before -= expected->missing && before; /* the blank */
    memcpy(text, begin, before);
    memcpy(text + before, got->v, known);
    show(first->expected, begin, n, n);
    show(first->got, text, before + known, before + whole);
}

/* The game's own sentences about this position, which is solved once more for them, with all that the answer was not needed for.
 */
struct explaining {
    const struct judge_check *check;
    const struct judged *judged;
    char *feedback;
};

static void explain(void *what)
{
    const struct explaining *explaining = what;
    const struct judged *judged = explaining->judged;
    struct question whole = *judged->question;
    whole.uncounted = whole.bare = false;
    whole.shared = NULL;
    whole.options.moves = LISTING_WINNING;
    whole.options.limit = LIST_DEFAULT;
    question_solve(&whole, judged->question->ask.budget, judged->question->ask.store);
    struct lines lines = {.arena = whole.ask.arena, .language = explaining->check->language};
    ask_explain(&whole.ask, &lines);
    size_t used = 0;
    for (size_t i = 0; i < lines.n; i++) {
        size_t n = strlen(lines.v[i]);
        if (used + n + 2 > FEEDBACK_ROOM)
            break;
        if (used && lines.language == LANGUAGE_EN)
            explaining->feedback[used++] = ' ';
        memcpy(explaining->feedback + used, lines.v[i], n + 1);
        used += n;
    }
}

/* What is beyond all that is asked here, though not beyond its verdict, has no explanation. */
static void describe(const struct judge_check *check, struct judge_difference *first, const struct judged_unit *unit)
{
    const struct judged *judged = &unit->judged[first->question];
    struct arena *arena = judged->question->ask.arena;
    struct explaining explaining = {check, judged, first->feedback};
    struct escape landed;
    size_t size;
    const char *position = judge_position_of(unit->run, judged, &size);
    if (size < sizeof first->position) {
        memcpy(first->position, position, size);
        first->position[size] = '\0';
    }
    enum status status = arena_try(arena, &landed, explain, &explaining);
    if (status != STATUS_ok && status != STATUS_too_large)
        arena_escape_on(arena, &landed);
}

/* What another reading has found out of the same question. NULL: none has. */
static const struct judge_difference *described(const struct judge_check *check, const struct judge_difference *first)
{
    for (int way = 0; way < WAYS; way++) {
        const struct judge_difference *other = &check->readings[way].first;
        if (other != first && other->found && other->unit == first->unit && other->question == first->question)
            return other;
    }
    return NULL;
}

void judge_differ(struct judge_check *check, struct judge_reading *reading, const struct judge_expected *expected,
                  const struct word *got)
{
    struct judge_difference *first = &reading->first;
    if (first->found)
        return;
    *first = (struct judge_difference){.found = true,
                                       .unit = expected->unit ? expected->unit->index : check->cases,
                                       .question = expected->question,
                                       .line = got->line,
                                       .ended = got->n == 0};
    show(first->expected, expected->at, expected->n, expected->n);
    show(first->got, got->v, got->n < WORD_ROOM ? got->n : WORD_ROOM - 1, got->n);
    if (!expected->unit)
        return;
    show_phrase(first, expected, got);
    const struct judge_difference *other = described(check, first);
    if (!other) {
        describe(check, first, expected->unit);
        return;
    }
    memcpy(first->position, other->position, sizeof first->position);
    memcpy(first->feedback, other->feedback, sizeof first->feedback);
}
