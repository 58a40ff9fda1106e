/* Comparing outputs. */
#include "api/tools/judge/check/check.h"

#include "core/limits.h"

#include <stdio.h>
#include <string.h>

/* The next word of an expected text, from *at on; its length, 0 at the end. */
static size_t next_word(const char **at, const char *end)
{
    while (*at < end && text_is_space((unsigned char)**at))
        ++*at;
    size_t n = 0;
    while (*at + n < end && !text_is_space((unsigned char)(*at)[n]))
        n++;
    return n;
}

/* The white space before the next word, held against what is expected there. */
static void compare_space(struct judge_check *check, const char **at, const char *end)
{
    for (int c = text_peek(&check->output); c >= 0 && text_is_space(c); c = text_peek(&check->output)) {
        if (*at < end && (unsigned char)**at == c)
            ++*at;
        else
            check->spaced = true;
        text_skip(&check->output);
    }
    check->spaced |= *at < end && text_is_space((unsigned char)**at);
}

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

/* The game's own sentences about this position, which is solved once more for them, with all that the answer was not needed for.
 */
struct explaining {
    struct judge_check *check;
    const struct judged *judged;
};

static void explain(void *what)
{
    const struct explaining *explaining = what;
    struct judge_check *check = explaining->check;
    const struct judged *judged = explaining->judged;
    struct question whole = *judged->question;
    whole.uncounted = whole.bare = false;
    whole.shared = NULL;
    whole.options.moves = LISTING_WINNING;
    whole.options.limit = LIST_DEFAULT;
    question_solve(&whole, judged->question->ask.budget, judged->question->ask.store);
    struct lines lines = {.arena = whole.ask.arena, .language = check->language};
    ask_explain(&whole.ask, &lines);
    size_t used = 0;
    for (size_t i = 0; i < lines.n; i++) {
        size_t n = strlen(lines.v[i]);
        if (used + n + 2 > sizeof check->feedback)
            break;
        if (used && check->language == LANGUAGE_EN)
            check->feedback[used++] = ' ';
        memcpy(check->feedback + used, lines.v[i], n + 1);
        used += n;
    }
}

/* What is beyond all that is asked here, though not beyond its verdict, has no explanation. */
static void describe(struct judge_check *check, const struct judged_unit *unit, const struct judged *judged)
{
    struct arena *arena = judged->question->ask.arena;
    struct explaining explaining = {check, judged};
    struct escape landed;
    size_t size;
    check->position[0] = check->feedback[0] = '\0';
    const char *position = judge_position_of(unit->run, judged, &size);
    if (size < sizeof check->position) {
        memcpy(check->position, position, size);
        check->position[size] = '\0';
    }
    enum status status = arena_try(arena, &landed, explain, &explaining);
    if (status != STATUS_ok && status != STATUS_too_large)
        arena_escape_on(arena, &landed);
}

/* A verdict of several words is shown whole, whichever of them differs: "What a pity!", and what was printed as far as it was
 * read. */
static void show_phrase(struct judge_check *check, const struct judged_unit *unit, const char *at, const struct word *got)
{
    char text[2 * WORD_ROOM];
    size_t n = unit->judged->text_size, known = got->n < WORD_ROOM ? got->n : WORD_ROOM - 1;
    const char *begin = unit->text + unit->text_size - 1 - n; /* between the prefix and the end of the line */
    if (unit->run->problem->print != PRINT_VERDICT || at < begin || (size_t)(at - begin) > sizeof text - known)
        return;
    size_t before = (size_t)(at - begin);
    memcpy(text, begin, before);
    memcpy(text + before, got->v, known);
    show(check->expected, begin, n, n);
    show(check->got, text, before + known, before + got->n);
}

static void differ(struct judge_check *check, const struct judged_unit *unit, const struct judged *judged, const char *expected,
                   size_t n, const struct word *got)
{
    check->verdict = CHECK_WRONG;
    if (check->differs)
        return;
    check->differs = true;
    check->unit = unit ? unit->index : check->cases;
    check->line = got->line;
    check->ended = got->n == 0;
    show(check->expected, expected, n, n);
    show(check->got, got->v, got->n < WORD_ROOM ? got->n : WORD_ROOM - 1, got->n);
    if (judged && unit->count == 1)
        show_phrase(check, unit, expected, got);
    if (judged)
        describe(check, unit, judged);
    else
        check->position[0] = check->feedback[0] = '\0';
}

/* The question of which a joined unit's text at this place tells. */
static const struct judged *judged_at(const struct judged_unit *unit, size_t word, size_t letter)
{
    if (unit->count == 1)
        return unit->judged;
    bool letters = unit->judged[0].text_size + unit->judged[1].text_size <= unit->text_size &&
                   memchr(unit->text, ' ', unit->text_size) == NULL;
    size_t index = letters ? letter : word;
    return &unit->judged[index < unit->count ? index : unit->count - 1];
}

/* Where answers have several lines, the first begins with a letter that the others cannot begin with. */
static bool begins_answer(const struct judge_problem *problem, int c)
{
    return c == problem->words[OUTCOME_WIN][0] || c == problem->words[OUTCOME_LOSS][0];
}

/* Pairs may begin with the same words: there an answer's first stands alone on its line. The word was read last. */
static bool stands_alone(struct judge_check *check, const struct word *got)
{
    int c = text_peek(&check->output);
    for (; text_is_space(c) && c != '\n'; c = text_peek(&check->output))
        text_skip(&check->output);
    return got->n == 1 && (c < 0 || c == '\n');
}

/* Whether the next word is none that begins an answer of pairs. It stays the next one. */
static bool is_pair_next(struct judge_check *check, const struct judge_problem *problem)
{
    struct heard_words *heard = check->output.heard;
    struct word next;
    check->output.heard = NULL;
    text_word(&check->output, &next);
    check->output.heard = heard;
    bool begins = begins_answer(problem, next.v[0]) && stands_alone(check, &next);
    text_give_back(&check->output, &next);
    return !begins;
}

/* Whether the answer goes on in the output behind the words that are right, as far as lines tell: answers of one line end with
 * it, those of several begin with one of two words. `line` is that of the last word. */
static bool goes_on(struct judge_check *check, const struct judged_unit *unit, int64_t line)
{
    const struct judge_problem *problem = unit->run->problem;
    bool blocks = (problem->print == PRINT_HEAPS || problem->print == PRINT_PAIRS) && !problem->prefix;
    bool lines = unit->ragged && !memchr(unit->text, '\n', unit->text_size - 1);
    if (unit->only || check->flowing || (!blocks && !lines))
        return false;
    int c = text_peek(&check->output);
    for (; c >= 0 && text_is_space(c) && (blocks || c != '\n'); c = text_peek(&check->output)) {
        if (check->exact) /* compare_space() has been here */
            return false;
        text_skip(&check->output);
    }
    if (c < 0 || text_is_space(c))
        return false;
    if (problem->print == PRINT_PAIRS && !check->exact) /* a word that was read has lost the space before it */
        return is_pair_next(check, problem);
    return blocks ? !begins_answer(problem, c) : check->output.line == line;
}

/* The unit is right, but for what may follow. Whether that is the next answer, set where nobody wanted it, the next unit tells.
 */
static void doubt_unit(struct judge_check *check, const struct judged_unit *unit)
{
    check->doubt = (struct judge_doubt){.on = true, .unit = unit->index};
    if (!check->differs)
        describe(check, unit, &unit->judged[unit->count - 1]);
}

/* The unit before is wrong: its answer has words too many, of which this is the first. */
static void blame_doubted(struct judge_check *check, const struct word *got)
{
    check->verdict = CHECK_WRONG;
    check->right--;
    check->doubt.on = false;
    if (check->diagnosis)
        judge_diagnose_unit(check->diagnosis, NULL, false);
    if (check->differs)
        return;
    check->differs = true;
    check->unit = check->doubt.unit;
    check->line = got->line;
    show(check->got, got->v, got->n < WORD_ROOM ? got->n : WORD_ROOM - 1, got->n);
}

/* Past the words too many; a block's lines are many. */
static void skip_surplus(struct judge_check *check, const struct judged_unit *unit)
{
    do {
        check->output.given_back = false;
        for (int c = text_peek(&check->output); c >= 0 && c != '\n'; c = text_peek(&check->output))
            text_skip(&check->output);
        if (unit->ragged)
            return;
        text_skip_space(&check->output);
    } while (text_peek(&check->output) >= 0 && goes_on(check, unit, 0));
}

/* Behind a wrong word of a unit whose number of words says nothing: to the end of its line, or of its lines, or of all. A word of
 * the next line is given back. */
static void end_answer(struct judge_check *check, const struct judged_unit *unit, const struct word *got, bool crossed,
                       size_t heard)
{
    bool block = !unit->ragged;
    const struct judge_problem *problem = unit->run->problem;
    bool begins = !block || (begins_answer(problem, got->v[0]) && (problem->print != PRINT_PAIRS || stands_alone(check, got)));
    if (crossed && !unit->only && begins) {
        text_give_back(&check->output, got);
        if (check->diagnosis)
            check->diagnosis->heard.n = heard;
        return;
    }
    if (block) {
        skip_surplus(check, unit);
        return;
    }
    for (int c = text_peek(&check->output); c >= 0 && (c != '\n' || unit->only); c = text_peek(&check->output)) {
        struct word rest;
        if (text_is_space(c))
            text_skip(&check->output);
        else
            text_word(&check->output, &rest);
    }
}

/* A word does not fit, the first of the unit or behind words on `line` that did. True: the unit before has words too many, which
 * are passed now. */
static bool settle_doubt(struct judge_check *check, const struct judged_unit *unit, const struct word *got, int64_t line)
{
    struct word surplus = check->doubt.surplus;
    if (!check->doubt.on || (got->line != surplus.line && line != surplus.line))
        return false;
    blame_doubted(check, &surplus);
    if (got->line == surplus.line)
        skip_surplus(check, unit);
    else
        text_give_back(&check->output, got);
    return true;
}

enum compared { COMPARED_RIGHT, COMPARED_WRONG, COMPARED_TOO_EARLY /* the words were the last unit's */ };

/* *line: of the last word. */
static enum compared compare_words(struct judge_check *check, const struct judged_unit *unit, int64_t *line)
{
    const char *at = unit->text, *end = at + unit->text_size;
    enum compared compared = COMPARED_RIGHT;
    *line = INT64_MAX;
    if (check->diagnosis)
        check->diagnosis->heard.n = 0;
    for (size_t index = 0;; index++) {
        if (check->exact)
            compare_space(check, &at, end);
        size_t n = next_word(&at, end), heard = check->diagnosis ? check->diagnosis->heard.n : 0;
        if (!n)
            return compared;
        struct word got;
        size_t same = text_match(&check->output, &got, at, n);
        if (!index)
            check->doubt.surplus = got;
        if (same < n || got.n != n) {
            if (compared == COMPARED_RIGHT && settle_doubt(check, unit, &got, *line))
                return COMPARED_TOO_EARLY;
            compared = COMPARED_WRONG;
            differ(check, unit, judged_at(unit, index, same), at, n, &got);
            enum print print = unit->run->problem->print;
            if (unit->ragged || print == PRINT_HEAPS || print == PRINT_PAIRS) {
                end_answer(check, unit, &got, got.line > *line, heard);
                return compared;
            }
        }
        *line = got.line;
        at += n;
    }
}

bool judge_check_unit(void *what, const struct judged_unit *unit)
{
    struct judge_check *check = what;
    int64_t line;
    enum compared compared = compare_words(check, unit, &line);
    if (compared == COMPARED_TOO_EARLY)
        compared = compare_words(check, unit, &line);
    check->cases++;
    check->flowing |= check->doubt.on && compared == COMPARED_RIGHT;
    check->doubt.on = false;
    check->right += compared == COMPARED_RIGHT;
    if (check->diagnosis)
        judge_diagnose_unit(check->diagnosis, unit, compared == COMPARED_RIGHT);
    if (compared == COMPARED_RIGHT && goes_on(check, unit, line))
        doubt_unit(check, unit);
    return true;
}

void judge_check_end(struct judge_check *check)
{
    struct word got;
    const char *none = "";
    if (check->exact)
        compare_space(check, &none, none);
    text_word(&check->output, &got);
    if (got.n && check->doubt.on) {
        blame_doubted(check, &got);
        return;
    }
    if (got.n && check->diagnosis)
        judge_diagnose_unit(check->diagnosis, NULL, false);
    if (got.n)
        differ(check, NULL, NULL, "", 0, &got);
    if (check->verdict == CHECK_ACCEPTED && check->exact && check->spaced)
        check->verdict = CHECK_PRESENTATION;
}
