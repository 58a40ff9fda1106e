/* Where a wrong output comes from: case by case held against what the known wrong methods print. */
#include "api/tools/judge/check/check.h"

#include <string.h>

void judge_diagnose(struct judge_check *check, const struct judge_run *run, struct arena *arena)
{
    struct judge_diagnosis *diagnosis = arena_alloc(arena, sizeof *diagnosis);
    diagnosis->run = run;
    diagnosis->mistakes = judge_mistakes(arena, run->problem);
    diagnosis->refuted = arena_array(arena, diagnosis->mistakes.n, sizeof *diagnosis->refuted);
    check->diagnosis = diagnosis;
    check->output.heard = &diagnosis->heard;
}

/* Word by word, whatever stands between them. */
static bool same_words(const char *a, size_t n, const struct heard_words *heard)
{
    const char *end = a + n, *b = heard->v, *heard_end = heard->v + heard->n;
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

void judge_diagnose_unit(struct judge_diagnosis *diagnosis, const struct judged_unit *unit)
{
    struct arena *arena = diagnosis->run->reading.arena;
    diagnosis->wrong++;
    for (size_t i = 0; i < diagnosis->mistakes.n; i++) {
        if (diagnosis->refuted[i])
            continue;
        struct arena_mark mark = arena_mark(arena);
        struct out out;
        out_init(&out, arena, 64);
        diagnosis->refuted[i] = !unit || diagnosis->heard.n == HEARD_ROOM ||
                                !judge_unit_mistaken(diagnosis->run, unit, diagnosis->mistakes.v[i].known, &out) ||
                                !same_words(out.v, out.n, &diagnosis->heard);
        arena_rewind(arena, mark);
    }
}

bool judge_diagnosed(const struct judge_diagnosis *diagnosis, size_t i)
{
    size_t standing = 0;
    for (size_t k = 0; k < diagnosis->mistakes.n; k++)
        standing += !diagnosis->refuted[k];
    return diagnosis->wrong && !diagnosis->refuted[i] && (diagnosis->wrong > 1 || standing == 1);
}
