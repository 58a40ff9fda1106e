/* What a contestant printed, held against what the judge expects: word by word, white space does not matter unless the texts
 * must be the same to the letter. The output is read as a stream; what it holds is never trusted. */
#ifndef GRUNDY_API_TOOLS_JUDGE_CHECK_CHECK_H
#define GRUNDY_API_TOOLS_JUDGE_CHECK_CHECK_H

#include "api/tools/judge/run.h"

enum judge_verdict { CHECK_ACCEPTED, CHECK_WRONG, CHECK_PRESENTATION };

/* Room for what is shown of a word, and of a position: more is cut, and then said so by "...". */
enum { SHOWN_ROOM = WORD_ROOM, POSITION_ROOM = 2048, FEEDBACK_ROOM = 2048 };

/* Which of the wrong methods known of the problem would have printed what the contestant did: in every case that is wrong, and in
 * those that are right nothing else either. */
enum judge_suspicion {
    SUSPICION_STANDS,
    SUSPICION_CONTRADICTED, /* in some right case it prints something else */
    SUSPICION_REFUTED,      /* in some wrong one */
};
struct judge_diagnosis {
    const struct judge_run *run;
    struct judge_mistakes mistakes;
    enum judge_suspicion *suspicions; /* of each */
    int64_t wrong;                    /* cases so far */
    struct heard_words heard;
};

/* A unit that is right, with words behind it in the output where the next answer is not expected. */
struct judge_doubt {
    bool on;
    int64_t unit;
    struct word surplus; /* the first of them, once it was read */
};

struct judge_check {
    struct text_in output;
    bool exact;
    enum language language;

    int64_t cases, right;
    enum judge_verdict verdict;
    /* The first difference, where there is one. */
    bool differs;
    int64_t unit; /* its case; `cases` where the output goes on after the last */
    int64_t line; /* of the output */
    char expected[SHOWN_ROOM], got[SHOWN_ROOM];
    bool ended;                        /* the output had ended there */
    char position[POSITION_ROOM];      /* "" where it is too long, or there is none */
    char feedback[FEEDBACK_ROOM];      /* why, in words: the game's explanation */
    struct judge_doubt doubt;          /* of the last unit */
    bool flowing;                      /* answers stand side by side: lines tell nothing */
    bool spaced;                       /* exact: other white space, so far */
    const char *letters;               /* exact: what is still to come of this unit */
    struct judge_diagnosis *diagnosis; /* NULL: nobody wants to know */
};

/* From here on what is wrong is diagnosed. The run is the one that calls judge_check_unit(); the arena outlives it. */
void judge_diagnose(struct judge_check *check, const struct judge_run *run, struct arena *arena);
/* For check.c: the unit is right, or it is wrong and its words were heard. NULL: words that belong to no unit. */
void judge_diagnose_unit(struct judge_diagnosis *diagnosis, const struct judged_unit *unit, bool right);
/* Whether the i-th mistake is to be named, after judge_check_end(): it explains all, and a single wrong case alone. */
bool judge_diagnosed(const struct judge_diagnosis *diagnosis, size_t i);

/* For run->each, with the check as `what`: takes the unit's words from the output and compares. */
bool judge_check_unit(void *what, const struct judged_unit *unit);
/* After the last unit: nothing may be left. */
void judge_check_end(struct judge_check *check);

#endif
