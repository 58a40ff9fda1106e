/* What a student claims about a position, or played. Internal to grade.c, claims.c, moves.c, period.c, feedback.c and
 * record.c. */
#ifndef GRUNDY_API_TOOLS_GRADE_GRADE_H
#define GRUNDY_API_TOOLS_GRADE_GRADE_H

#include "api/tools/legal.h"
#include "api/tools/tool.h"

/* In the order in which checks are answered. */
enum what {
    WHAT_VERDICT,
    WHAT_GRUNDY,
    WHAT_MOVE_COUNT,
    WHAT_WINNING_MOVE_COUNT,
    WHAT_MOVE,
    WHAT_WINNING_MOVES,
    WHAT_PERIOD,
    WHAT_DRAWING_MOVE_COUNT,
    WHAT_DRAWING_MOVES,
    WHAT_VALUE,
    WHAT_BEST_MOVE_COUNT,
    WHAT_BEST_MOVES,
    WHAT_COUNT
};

/* What is not given is not claimed. */
enum { CLAIMED_PREPERIOD, CLAIMED_PERIOD, CLAIMED_SALTUS };
struct claimed_period {
    struct head head;
    struct num preperiod, period, saltus;
};

struct claim {
    const cJSON *json; /* NULL: nothing is claimed */
    bool null;         /* claimed to be none */
    int verdict;       /* enum outcome */
    struct num number;
    struct claimed_period period;
    size_t n;
    struct given **moves;
};

struct grade {
    struct setting *setting;
    struct subject subject;
    bool reveal;
    enum language language;
    struct claim claims[WHAT_COUNT];
    bool recorded;
    size_t plies; /* of the record */
    struct given **record;
};

/* One claim under examination. */
struct check {
    struct grade *grade;
    const struct claim *claim;
    enum what what;
    struct asking *asking;
    struct ask *ask;     /* answered */
    struct lines *lines; /* feedback */
    struct out *expected;
    const void *counter;
    bool correct;
};

extern const char *const what_names[WHAT_COUNT];

/* All claims of the object /claim. */
void read_claims(struct grade *grade, const cJSON *claim, struct faults *faults);
/* A field of the game's own in the answer, by its name; NULL if there is none. */
const struct field *extra_field(const struct game *game, const char *name);

/* What cannot be graded escapes by refuse_claim(). */
void check_claim(struct check *check);
void check_move(struct check *check);
void check_moves(struct check *check);
void check_period(struct check *check);
_Noreturn void refuse_claim(struct check *check, int64_t limit, const char *en, const char *zh);

const char *move_words(struct arena *arena, const struct game *game, const void *move);
void tell_verdict(struct check *check);
void tell_number(struct check *check, const char *expected);
void tell_move(struct check *check, bool legal, const struct mark *mark);

void answer_claims(struct grade *grade, struct out *out);
void answer_record(struct grade *grade, struct out *out);

#endif
