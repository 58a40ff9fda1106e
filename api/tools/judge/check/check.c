/* Comparing outputs: word by word in all readings together, so that they stay near each other. */
#include "api/tools/judge/check/check.h"

#include <string.h>

/* What has found more is worth more; of equal ones marks cannot be led astray by how long a part is, and words by how long a line
 * is. Words must be kept while they are all right, for they decide. */
static int64_t worth(const struct judge_check *check, enum judge_way way)
{
    static const int64_t rank[WAYS] = {[WAY_MARKS] = 2, [WAY_WORDS] = 1};
    const struct judge_reading *reading = &check->readings[way];
    return way == WAY_WORDS && !reading->first.found ? INT64_MAX : reading->right * WAYS + rank[way];
}

void judge_check_prepare(struct judge_check *check, const struct judge_run *run, struct arena *arena)
{
    check->run = run;
    check->mistakes = judge_mistakes(arena, run->problem);
    tape_init(&check->tape, &check->output, arena);
    for (size_t i = 0; i < WAYS; i++) {
        struct judge_reading *reading = &check->readings[i];
        reading->reader = &check->tape.readers[i];
        reading->reader->worth = worth(check, (enum judge_way)i);
        reading->suspicions = arena_array(arena, check->mistakes.n, sizeof *reading->suspicions);
    }
    check->readings[WAY_MARKS].reader->lost = !judge_has_marks(run->problem);
}

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

static int64_t count_lines(const char *text, const char *end)
{
    int64_t lines = 0;
    bool in_line = false;
    for (; text < end; text++) {
        lines += !in_line && !text_is_space((unsigned char)*text);
        in_line = *text != '\n' && (in_line || !text_is_space((unsigned char)*text));
    }
    return lines;
}

/* The white space before the next word, held against what is expected there. */
static void compare_space(struct judge_check *check, const char *at, const char *end)
{
    struct tape_reader *reader = check->readings[WAY_WORDS].reader;
    for (int c = tape_peek(&check->tape, reader, &reader->place); text_is_space(c);
         c = tape_peek(&check->tape, reader, &reader->place)) {
        if (at < end && (unsigned char)*at == c)
            at++;
        else
            check->spaced = true;
        tape_skip(&reader->place, c);
    }
    check->spaced |= at < end;
}

/* The question of which a joined unit's text at this place tells. */
static size_t question_at(const struct judged_unit *unit, size_t word, size_t letter)
{
    if (unit->count == 1)
        return 0;
    bool letters = unit->judged[0].text_size + unit->judged[1].text_size <= unit->text_size &&
                   memchr(unit->text, ' ', unit->text_size) == NULL;
    size_t index = letters ? letter : word;
    return index < unit->count ? index : unit->count - 1;
}

/* Whether the next word is of the reading's part. */
static bool is_in_part(struct judge_check *check, enum judge_way way, const struct judge_expected *expected)
{
    struct judge_reading *reading = &check->readings[way];
    if (way == WAY_WORDS)
        return expected->n > 0;
    if (tape_peek(&check->tape, reading->reader, &reading->reader->place) < 0)
        return false;
    if (reading->reader->place.line == reading->line)
        return true;
    if (way == WAY_MARKS)
        return !judge_is_marked(check, reading, expected->unit);
    return reading->lines < check->unit_lines || (expected->unit->only && reading->wrong);
}

static void fail(struct judge_check *check, enum judge_way way, const struct judge_expected *expected, const struct word *got)
{
    struct judge_reading *reading = &check->readings[way];
    judge_differ(check, reading, expected, got);
    reading->wrong = true;
    reading->reader->worth = worth(check, way);
}

/* A reading takes the next word, and those that stand where it does with it. */
static void take(struct judge_check *check, enum judge_way leading, const struct judge_expected *expected, size_t index)
{
    struct tape_reader *leader = check->readings[leading].reader;
    bool along[WAYS];
    struct word got;
    for (int way = 0; way < WAYS; way++)
        along[way] = !check->readings[way].stepped;
    tape_lead(&check->tape, leader, along);
    size_t same = tape_match(&check->tape, leader, &got, expected->at, expected->n);
    for (int way = 0; way < WAYS; way++)
        along[way] = !leader->lost && (way == (int)leading || check->readings[way].reader->led);
    tape_follow(&check->tape, leader);
    struct judge_expected told = *expected;
    told.question = expected->n ? question_at(expected->unit, index, same) : expected->unit->count - 1;
    for (int way = 0; way < WAYS; way++) {
        struct judge_reading *reading = &check->readings[way];
        if (!along[way])
            continue;
        reading->stepped = true;
        reading->lines += got.line != reading->line;
        reading->line = got.line;
        if (same < expected->n || got.n != expected->n)
            fail(check, (enum judge_way)way, &told, &got);
    }
}

/* A word of the unit, or what the parts have beyond its words. False: there is nothing in any. */
static bool step(struct judge_check *check, const struct judge_expected *expected, size_t index)
{
    bool any = false;
    tape_skip_spaces(&check->tape);
    for (int way = 0; way < WAYS; way++) {
        struct judge_reading *reading = &check->readings[way];
        reading->stepped = !is_in_part(check, (enum judge_way)way, expected) || reading->reader->lost;
        if (!reading->stepped || reading->reader->lost || !expected->n)
            continue;
        struct word next;
        struct judge_expected told = *expected;
        told.question = question_at(expected->unit, index, 0);
        told.missing = true;
        tape_glance(&check->tape, reading->reader, &next);
        fail(check, (enum judge_way)way, &told, &next);
    }
    for (int way = 0; way < WAYS; way++) {
        if (check->readings[way].stepped || check->readings[way].reader->lost)
            continue;
        take(check, (enum judge_way)way, expected, index);
        any = true;
    }
    return any;
}

static void begin(struct judge_check *check, const struct judged_unit *unit)
{
    check->unit_lines = count_lines(unit->text, unit->text + unit->text_size);
    check->lines += check->unit_lines;
    if (check->exact)
        compare_space(check, unit->text, unit->text);
    tape_skip_spaces(&check->tape);
    for (int way = 0; way < WAYS; way++) {
        struct judge_reading *reading = &check->readings[way];
        reading->reader->from = reading->reader->place.at;
        reading->lines = 0;
        reading->wrong = false;
    }
}

static void end(struct judge_check *check)
{
    for (int way = 0; way < WAYS; way++) {
        struct judge_reading *reading = &check->readings[way];
        reading->right += !reading->wrong;
        reading->failed += reading->wrong;
        reading->reader->worth = worth(check, (enum judge_way)way);
    }
}

bool judge_check_unit(void *what, const struct judged_unit *unit)
{
    struct judge_check *check = what;
    struct judge_expected expected = {.unit = unit, .at = unit->text};
    const char *behind = unit->text + unit->text_size;
    begin(check, unit);
    for (size_t index = 0;; index++) {
        const char *space = expected.at;
        expected.n = next_word(&expected.at, behind);
        if (check->exact)
            compare_space(check, space, expected.at);
        if (!expected.n)
            break;
        step(check, &expected, index);
        expected.at += expected.n;
    }
    while (step(check, &expected, 0)) {
    }
    end(check);
    check->cases++;
    judge_diagnose_unit(check, unit);
    return true;
}

static int64_t scored(const struct judge_check *check, const struct judge_reading *reading)
{
    return reading->spoilt && reading->right && reading->right == check->cases ? reading->right - 1 : reading->right;
}

/* The reading that is told. */
static const struct judge_reading *best(struct judge_check *check)
{
    const struct judge_reading *best = NULL;
    bool fits = tape_has_lines(&check->tape, check->lines);
    for (int way = 0; way < WAYS; way++) {
        const struct judge_reading *reading = &check->readings[way];
        if (!reading->reader->lost && !(best && fits && way == WAY_WORDS) &&
            (!best || scored(check, reading) > scored(check, best)))
            best = reading;
    }
    return best;
}

void judge_check_end(struct judge_check *check)
{
    const char *none = "";
    const struct judge_reading *words = &check->readings[WAY_WORDS];
    if (check->exact)
        compare_space(check, none, none);
    tape_skip_spaces(&check->tape);
    for (int way = 0; way < WAYS; way++) {
        struct judge_reading *reading = &check->readings[way];
        struct word next;
        if (tape_peek(&check->tape, reading->reader, &reading->reader->place) < 0)
            continue;
        tape_glance(&check->tape, reading->reader, &next);
        fail(check, (enum judge_way)way, &(struct judge_expected){.at = none}, &next);
        reading->spoilt = true;
        reading->failed++;
    }
    check->told = words->first.found ? best(check) : words;
    check->right = check->told->right;
    check->first = check->told->first.found ? &check->told->first : NULL;
    check->verdict = words->first.found ? CHECK_WRONG : check->exact && check->spaced ? CHECK_PRESENTATION : CHECK_ACCEPTED;
}

int64_t judge_check_scored(const struct judge_check *check)
{
    return check->verdict != CHECK_ACCEPTED && check->right && check->right == check->cases ? check->right - 1 : check->right;
}
