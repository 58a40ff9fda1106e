/* Where a wrong output comes from: case by case, the right ones too, held against what the known wrong methods print. */
#include "api/tools/judge/check/check.h"

#include <string.h>

void judge_diagnose(struct judge_check *check, const struct judge_run *run, struct arena *arena)
{
    struct judge_diagnosis *diagnosis = arena_alloc(arena, sizeof *diagnosis);
    diagnosis->run = run;
    diagnosis->mistakes = judge_mistakes(arena, run->problem);
    diagnosis->suspicions = arena_array(arena, diagnosis->mistakes.n, sizeof *diagnosis->suspicions);
    check->diagnosis = diagnosis;
    check->output.heard = &diagnosis->heard;
}

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
    const struct judge_diagnosis *diagnosis;
    const struct judged_unit *unit;
    const struct mistake *mistake;
    bool right;
    bool says, same; /* it prints something of its own there; and that is what the contestant printed */
};

static void suspect(void *what)
{
    struct suspecting *suspecting = what;
    const struct judge_diagnosis *diagnosis = suspecting->diagnosis;
    const struct judged_unit *unit = suspecting->unit;
    const struct heard_words *heard = &diagnosis->heard;
    struct out out;
    out_init(&out, diagnosis->run->reading.arena, 64);
    suspecting->says = judge_unit_mistaken(diagnosis->run, unit, suspecting->mistake, &out);
    suspecting->same = suspecting->right ? same_words(out.v, out.n, unit->text, unit->text_size)
                                         : heard->n < HEARD_ROOM && same_words(out.v, out.n, heard->v, heard->n);
}

/* What the method would take too much for is not known of it. */
static void suspect_within(struct suspecting *suspecting)
{
    struct arena *arena = suspecting->diagnosis->run->reading.arena;
    struct arena_mark mark = arena_mark(arena);
    struct escape landed;
    enum status status = arena_try(arena, &landed, suspect, suspecting);
    if (status == STATUS_too_large)
        suspecting->says = suspecting->same = false;
    else if (status != STATUS_ok)
        arena_escape_on(arena, &landed);
    arena_rewind(arena, mark);
}

/* Of the first wrong case all are asked: whether a method is alone with what was printed there, even those that the rest
 * contradicts know. A method is soon contradicted by an output that is right, so that this costs little. */
void judge_diagnose_unit(struct judge_diagnosis *diagnosis, const struct judged_unit *unit, bool right)
{
    diagnosis->wrong += !right;
    for (size_t i = 0; i < diagnosis->mistakes.n; i++) {
        enum judge_suspicion *suspicion = &diagnosis->suspicions[i];
        struct suspecting suspecting = {diagnosis, unit, diagnosis->mistakes.v[i].known, right, false, false};
        if (*suspicion == SUSPICION_REFUTED || (*suspicion == SUSPICION_CONTRADICTED && (right || diagnosis->wrong > 1)))
            continue;
        if (unit)
            suspect_within(&suspecting);
        if (right && suspecting.says && !suspecting.same)
            *suspicion = SUSPICION_CONTRADICTED;
        else if (!right && !(suspecting.says && suspecting.same))
            *suspicion = SUSPICION_REFUTED;
    }
}

bool judge_diagnosed(const struct judge_diagnosis *diagnosis, size_t i)
{
    size_t alike = 0;
    for (size_t k = 0; k < diagnosis->mistakes.n; k++)
        alike += diagnosis->suspicions[k] != SUSPICION_REFUTED;
    return diagnosis->wrong && diagnosis->suspicions[i] == SUSPICION_STANDS && (diagnosis->wrong > 1 || alike == 1);
}
