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
 * read; and so is an answer with its label where the label differs: "Case 2: 7". */
static void show_phrase(struct judge_difference *first, const struct judge_expected *expected, const struct word *got)
{
    const struct judged_unit *unit = expected->unit;
    if (unit->count > 1 || !expected->n)
        return;
    char text[2 * WORD_ROOM];
    const char *begin = unit->text + unit->text_size - 1 - unit->judged->text_size; /* behind the label */
    if (expected->at < begin)
        begin = unit->text;
    else if (unit->run->problem->print != PRINT_VERDICT)
        return;
    const char *end = memchr(begin, '\n', (size_t)(unit->text + unit->text_size - begin));
    size_t whole = expected->missing ? 0 : got->n, known = whole < WORD_ROOM ? whole : WORD_ROOM - 1;
    if ((size_t)(expected->at - begin) > sizeof text - known)
        return;
    size_t before = (size_t)(expected->at - begin);
    before -= expected->missing && before; /* the blank */
    memcpy(text, begin, before);
    memcpy(text + before, got->v, known);
    show(first->expected, begin, (size_t)(end - begin), (size_t)(end - begin));
    show(first->got, text, before + known, before + whole);
}

/* Whether nothing stands in the place of what is missing: a line of the answer ends before it, or all of the answer is not there.
 * In the place of a line that is missing within an answer stands the next one. */
static bool is_absent(const struct judge_reading *reading, const struct judge_expected *expected, const struct word *got)
{
    return expected->missing && got->n && (!reading->lines || expected->at[-1] != '\n');
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
    bool absent = is_absent(reading, expected, got);
    *first = (struct judge_difference){.found = true,
                                       .unit = expected->unit ? expected->unit->index : check->cases,
                                       .question = expected->question,
                                       .line = absent && reading->lines ? reading->line : got->line,
                                       .ended = got->n == 0,
                                       .absent = absent};
    show(first->expected, expected->at, expected->n, expected->n);
    size_t heard = absent ? 0 : got->n;
    show(first->got, got->v, heard < WORD_ROOM ? heard : WORD_ROOM - 1, heard);
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
