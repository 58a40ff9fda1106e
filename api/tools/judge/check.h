/* What a contestant printed, held against what the judge expects: word by word, white space does not matter unless the texts
 * must be the same to the letter. The output is read as a stream; what it holds is never trusted. */
#ifndef GRUNDY_API_TOOLS_JUDGE_CHECK_H
#define GRUNDY_API_TOOLS_JUDGE_CHECK_H

#include "api/tools/judge/run.h"

enum judge_verdict { CHECK_ACCEPTED, CHECK_WRONG, CHECK_PRESENTATION };

/* Room for what is shown of a word, and of a position: more is cut, and then said so by "...". */
enum { SHOWN_ROOM = WORD_ROOM, POSITION_ROOM = 2048, FEEDBACK_ROOM = 2048 };

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
    bool ended;                   /* the output had ended there */
    char position[POSITION_ROOM]; /* "" where it is too long, or there is none */
    char feedback[FEEDBACK_ROOM]; /* why, in words: the game's explanation */
    bool spaced;                  /* exact: other white space, so far */
    const char *letters;          /* exact: what is still to come of this unit */
};

/* For run->each, with the check as `what`: takes the unit's words from the output and compares. */
bool judge_check_unit(void *what, const struct judged_unit *unit);
/* After the last unit: nothing may be left. */
void judge_check_end(struct judge_check *check);

#endif
