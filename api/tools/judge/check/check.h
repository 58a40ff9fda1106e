/* What a contestant printed, held against what the judge expects. White space does not matter unless the texts must be the same
 * to the letter. The output is read as a stream; what it holds is never trusted.
 *
 * Whether it is accepted, its words alone decide. Where it is not, one has to know which word was meant for which case, and no
 * way to see that is always the right one. So it is read in several ways beside each other, each of which gives every case a part
 * of the output: as many words as its answer has; as many lines, blank ones left out; or what stands from one line that begins an
 * answer to the next, where such lines are known by their looks. What is told is told by the way that finds most cases right.
 * Words tell nothing but whether the output is accepted where it has just as many lines as it should: then the lines are meant.
 */
#ifndef GRUNDY_API_TOOLS_JUDGE_CHECK_CHECK_H
#define GRUNDY_API_TOOLS_JUDGE_CHECK_CHECK_H

#include "api/tools/judge/check/tape.h"
#include "api/tools/judge/run.h"

enum judge_verdict { CHECK_ACCEPTED, CHECK_WRONG, CHECK_PRESENTATION };

/* Room for what is shown of a word, and of a position: more is cut, and then said so by "...". */
enum { SHOWN_ROOM = WORD_ROOM, POSITION_ROOM = 2048, FEEDBACK_ROOM = 2048 };

/* The first place where an output is not as expected. */
struct judge_difference {
    bool found;
    int64_t unit;    /* its case; the number of cases where the output goes on after the last */
    size_t question; /* of the case, where its answers are joined */
    int64_t line;    /* of the output */
    char expected[SHOWN_ROOM], got[SHOWN_ROOM];
    bool ended;                   /* the output had ended there */
    bool absent;                  /* it had not, but nothing stands there; `got` is what the answer has before it, or "" */
    char position[POSITION_ROOM]; /* "" where it is too long, or there is none */
    char feedback[FEEDBACK_ROOM]; /* why, in words: the game's explanation */
};

/* Which of the wrong methods known of the problem would have printed what the contestant did: in every case that is wrong, and in
 * those that are right nothing else either. */
enum judge_suspicion {
    SUSPICION_STANDS,
    SUSPICION_CONTRADICTED, /* in some right case it prints something else */
    SUSPICION_REFUTED,      /* in some wrong one */
};

/* The ways of reading, by precedence: of those that find the same number right the first is told. */
enum judge_way { WAY_MARKS, WAY_LINES, WAY_WORDS, WAYS };

struct judge_reading {
    struct tape_reader *reader;
    int64_t right;  /* cases */
    int64_t failed; /* cases that are not, and what follows the last */
    bool spoilt;    /* something follows the last */
    struct judge_difference first;
    enum judge_suspicion *suspicions; /* of each mistake */
    /* The case under way. */
    bool wrong;    /* so far */
    bool stepped;  /* its next word was looked at */
    int64_t lines; /* of its part so far; the last of them is `line` */
    int64_t line;
};

struct judge_check {
    struct text_in output; /* given, and so are these: */
    bool exact;
    enum language language;

    int64_t cases, right;
    enum judge_verdict verdict;
    const struct judge_difference *first; /* NULL: none */
    const struct judge_reading *told;

    const struct judge_run *run;
    struct judge_mistakes mistakes;
    struct tape tape;
    struct judge_reading readings[WAYS];
    int64_t lines;      /* that the right output has, so far */
    int64_t unit_lines; /* of the case under way */
    bool spaced;        /* exact: other white space, so far */
};

/* Before the run, which is the one that calls judge_check_unit(); the arena outlives it. */
void judge_check_prepare(struct judge_check *check, const struct judge_run *run, struct arena *arena);
/* For run->each, with the check as `what`: takes the unit's words from the output and compares. */
bool judge_check_unit(void *what, const struct judged_unit *unit);
/* After the last unit: nothing may be left. */
void judge_check_end(struct judge_check *check);
/* How many cases count for the score, after judge_check_end(): those that are right, but not all unless the output is accepted.
 */
int64_t judge_check_scored(const struct judge_check *check);
/* Whether the i-th mistake is to be named, after judge_check_end(): it explains all, and a single wrong case alone. */
bool judge_diagnosed(const struct judge_check *check, size_t i);

/* ---- between the files of this folder ---- */

/* What stands at a place of a right output. */
struct judge_expected {
    const struct judged_unit *unit; /* NULL: the end */
    const char *at;                 /* a word of the unit's text, */
    size_t n;                       /* so long; 0: the unit has no more */
    size_t question;                /* which it answers */
    bool missing;                   /* the part has ended before it */
};
/* Notes the difference, if it is the reading's first. `got` is the next word of the output. */
void judge_differ(struct judge_check *check, struct judge_reading *reading, const struct judge_expected *expected,
                  const struct word *got);
/* Whether the problem's answers are known by how they begin; and whether the line that the reading is before begins a later one
 * than the unit's. */
bool judge_has_marks(const struct judge_problem *problem);
bool judge_is_marked(struct judge_check *check, struct judge_reading *reading, const struct judged_unit *unit);
/* After the unit was read. */
void judge_diagnose_unit(struct judge_check *check, const struct judged_unit *unit);

#endif
