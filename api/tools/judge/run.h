/* A judge problem's input, question by question: read, turned into a position, solved, and the judge's answer printed. What one
 * case takes of memory is given back before the next. */
#ifndef GRUNDY_API_TOOLS_JUDGE_RUN_H
#define GRUNDY_API_TOOLS_JUDGE_RUN_H

#include "api/tools/judge/judge.h"

/* One question of a case. */
struct judged {
    const char *position; /* JSON; NULL: not written, judge_position_of() does */
    size_t position_size;
    const struct values *values; /* what was read; NULL: not kept */
    struct question *question;   /* solved */
    const char *text;            /* what the judge prints for it, without the prefix and the last line's end */
    size_t text_size;
};

struct judge_run;

/* What is printed together: a question's answer, or those of a whole case where they are joined. */
struct judged_unit {
    const struct judge_run *run;
    int64_t index;    /* from 0 */
    const char *text; /* with prefix and the last line's end */
    size_t text_size;
    const struct judged *judged;
    size_t count; /* of questions */
    bool only;    /* the problem has no other one: a wrong one ends with the output */
};

struct judge_run {
    const struct judge_problem *problem;
    struct reading reading; /* its text, arena and limits are given */
    struct store *store;
    struct budget *budget;
    bool whole;     /* each question is solved as a client would ask it, its answer to be written: not only what is printed */
    bool placed;    /* positions will be looked at: those of joined answers are written beforehand */
    bool text_only; /* each() reads nothing of a unit but its text: equal questions of a case are solved once */
    bool unprinted; /* nothing is printed: it is only seen whether the text is an input; units have no text */
    /* What to do with a unit; false ends the run. Everything in it is gone afterwards. */
    bool (*each)(void *what, const struct judged_unit *unit);
    void *what;
    int64_t units; /* so far */
    bool stopped;  /* each() wanted no more */
    bool cut;      /* a case's questions, which end with 0, ended with the text */
};

/* The position of a question of the unit under way; "" where it was not kept. */
const char *judge_position_of(const struct judge_run *run, const struct judged *judged, size_t *size);

/* Works in run->reading.arena alone. May escape: invalid_input (run->reading.spot is the place), too_large, deadline_exceeded. */
void judge_run_all(struct judge_run *run);

#endif
