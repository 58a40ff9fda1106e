/* Where a wrong output comes from: case by case, the right ones too, held against what the known wrong methods print. */
#include "api/tools/judge/check/diagnose.h"

#include "api/tools/judge/check/check.h"

#include <string.h>

/* Word by word, whatever stands between them. */
static bool same_words(const char *a, size_t n, const char *b, size_t heard)
{
    const char *end = a + n, *heard_end = b + heard;
    for (;;) {
        while (a < end && text_is_space((unsigned char)*a))
            a++;
        while (b < heard_end && text_is_space((unsigned char)*b))
            b++;
        if (a == end || b == heard_end)
            return a == end && b == heard_end;
        while (a < end && b < heard_end && *a == *b && !text_is_space((unsigned char)*a))
            a++, b++;
        bool whole = (a == end || text_is_space((unsigned char)*a)) && (b == heard_end || text_is_space((unsigned char)*b));
        if (!whole)
            return false;
    }
}

bool judge_unit_mistaken(const struct judge_run *run, const struct judged_unit *unit, const struct mistake *mistake,
                         struct out *out)
{
    const struct judge_problem *problem = run->problem;
    const char *join = problem->join ? problem->join : "";
    size_t told = 0;
    bool says = false;
    for (size_t i = 0; i < unit->count; i++)
        told += unit->judged[i].text_size + (i ? strlen(join) : 0);
    out_bytes(out, unit->text, unit->text_size - 1 - told); /* the prefix */
    for (size_t i = 0; i < unit->count; i++) {
        const struct judged *judged = &unit->judged[i];
        if (i)
            out_raw(out, join);
        if (judge_print_mistaken(problem, judged->question, mistake, run->budget, run->store, out))
            says = true;
        else
            out_bytes(out, judged->text, judged->text_size);
    }
    return says;
}

/* A unit, held against one method. */
struct suspecting {
    struct judge_check *check;
    const struct judged_unit *unit;
    size_t mistake;
    bool says;       /* it prints something of its own there; */
    bool same[WAYS]; /* and that is what the contestant printed */
};

static bool is_same(const struct suspecting *suspecting, const struct judge_reading *reading, const struct out *out)
{
    char heard[TAPE_BEHIND];
    size_t n;
    if (!reading->wrong)
        return same_words(out->v, out->n, suspecting->unit->text, suspecting->unit->text_size);
    return tape_part(&suspecting->check->tape, reading->reader, heard, &n) && same_words(out->v, out->n, heard, n);
}

static void suspect(void *what)
{
    struct suspecting *suspecting = what;
    struct judge_check *check = suspecting->check;
    struct out out;
    out_init(&out, check->run->reading.arena, 64);
    suspecting->says = judge_unit_mistaken(check->run, suspecting->unit, check->mistakes.v[suspecting->mistake].known, &out);
    for (int way = 0; way < WAYS && suspecting->says; way++)
        suspecting->same[way] = is_same(suspecting, &check->readings[way], &out);
}

/* What the method would take too much for is not known of it. */
static void suspect_within(struct suspecting *suspecting)
{
    struct arena *arena = suspecting->check->run->reading.arena;
    struct arena_mark mark = arena_mark(arena);
    struct escape landed;
    enum status status = arena_try(arena, &landed, suspect, suspecting);
    if (status == STATUS_too_large)
        suspecting->says = false;
    else if (status != STATUS_ok)
        arena_escape_on(arena, &landed);
    arena_rewind(arena, mark);
}

/* Of the first wrong case all are asked: whether a method is alone with what was printed there, even those that the rest
 * contradicts know. A method is soon contradicted by an output that is right, so that this costs little. */
static bool is_asked(const struct judge_reading *reading, size_t mistake)
{
    enum judge_suspicion suspicion = reading->suspicions[mistake];
    return !reading->reader->lost &&
           (suspicion == SUSPICION_STANDS || (suspicion == SUSPICION_CONTRADICTED && reading->wrong && reading->failed == 1));
}

void judge_diagnose_unit(struct judge_check *check, const struct judged_unit *unit)
{
    for (size_t i = 0; i < check->mistakes.n; i++) {
        struct suspecting suspecting = {.check = check, .unit = unit, .mistake = i};
        bool asked = false;
        for (int way = 0; way < WAYS; way++)
            asked |= is_asked(&check->readings[way], i);
        if (asked)
            suspect_within(&suspecting);
        for (int way = 0; way < WAYS; way++) {
            struct judge_reading *reading = &check->readings[way];
            if (!is_asked(reading, i))
                continue;
            if (reading->wrong && !(suspecting.says && suspecting.same[way]))
                reading->suspicions[i] = SUSPICION_REFUTED;
            else if (!reading->wrong && suspecting.says && !suspecting.same[way])
                reading->suspicions[i] = SUSPICION_CONTRADICTED;
        }
    }
}

/* What follows the last case comes from none of them. */
bool judge_diagnosed(const struct judge_check *check, size_t i)
{
    const struct judge_reading *told = check->told;
    size_t alike = 0;
    for (size_t k = 0; k < check->mistakes.n; k++)
        alike += told->suspicions[k] != SUSPICION_REFUTED;
    return told->failed && !told->spoilt && told->suspicions[i] == SUSPICION_STANDS && (told->failed > 1 || alike == 1);
}
