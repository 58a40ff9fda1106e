/* What a student claims about a position, or played. Internal to this folder. */
#ifndef GRUNDY_API_TOOLS_GRADE_GRADE_H
#define GRUNDY_API_TOOLS_GRADE_GRADE_H

#include "api/tools/play.h"
#include "api/tools/tools.h"
#include "api/tools/turn.h"
#include "core/mistakes/mistakes.h"

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
    WHAT_COUNT, /* none of these: what cannot be claimed */
    WHAT_EXTRA, /* a field of the game's own in the answer */
};

/* What is not given is not claimed. */
enum { CLAIMED_PREPERIOD, CLAIMED_PERIOD, CLAIMED_SALTUS };
struct claimed_period {
    struct head head;
    struct num preperiod, period, saltus;
};

struct claim {
    const char *name;
    const cJSON *json, *said; /* as it was sent; and as it is read: where lenient, a string without blanks around it */
    enum what what;
    const struct field *field; /* WHAT_EXTRA */
    const struct fault *fault; /* NULL, or why it cannot be read: nothing of the following is set then */
    int64_t weight;            /* of weight_unit */
    bool null;                 /* claimed to be none */
    bool blank;                /* with a fault: nothing is said at all */
    enum outcome verdict;
    struct num number;
    struct claimed_period period;
    size_t n;
    struct sent_move **moves;
};

/* An answer of a list, so far as the whole list needs it. */
struct graded {
    bool correct;
    int64_t score; /* of SCORE_WHOLE */
};
#define SCORE_WHOLE INT64_C(100000000000000000)

struct grade {
    struct setting *setting;
    struct graded graded; /* after answer_claims(), answer_record() */
    struct subject subject;
    bool reveal, lenient, partial;
    bool solved; /* the position is: what is used up from here on is so by what is claimed or played */
    enum language language;
    size_t claim_count; /* in the order of the answer */
    struct claim *claims;
    bool recorded;
    size_t plies; /* of the record */
    struct sent_move **record;
};

/* A fraction of what there is to be had. */
struct share {
    struct num part, whole;
};

/* One claim under examination. */
struct check {
    struct grade *grade;
    const struct claim *claim;
    struct asking *asking;
    struct ask *ask;     /* answered */
    struct lines *lines; /* feedback */
    struct out *expected;
    const void *counter;
    const struct ask *countered; /* the question whose move the counter is */
    bool correct;
    struct share share; /* of the weight, where part of a list is right */
};

extern const char *const what_names[WHAT_COUNT];

/* All parts of the object /claim; where `asked` (NULL-able) says so, these and no others: one that is not there is wrong. */
void read_claims(struct grade *grade, const cJSON *claim, const cJSON *asked, struct faults *faults);
extern const int64_t weight_unit;
int64_t read_weight(const cJSON *json, const char *pointer, struct faults *faults);

/* The object /weights (NULL-able), after the claims. */
void read_weights(struct grade *grade, const cJSON *weights, struct faults *faults);
/* A field of the game's own in the answer, by its name; NULL if there is none. */
const struct field *extra_field(const struct game *game, const char *name);

/* What cannot be graded escapes by refuse_claim(). */
void check_claim(struct check *check);
void check_move(struct check *check);
void check_moves(struct check *check);
void check_period(struct check *check);
_Noreturn void refuse_claim(struct check *check, int64_t limit, const char *en, const char *zh);
/* A count that is null, for the answer's own reason. */
_Noreturn void refuse_uncounted(struct check *check, const struct answer *answer);

/* What people write in place of our names, in any case: first player, 先手必胜; none, 无; nothing. */
bool spoken_verdict(const cJSON *json, enum outcome *verdict);
bool spoken_none(const cJSON *json);
bool spoken_blank(const cJSON *json);
/* Without blanks around it, and with full-width letters, digits and signs as the plain ones. */
const char *plain_text(struct arena *arena, const char *said);
/* What a pointer into a part of the claim points to, as words before what is said of it: "item 2: take: "; `subject`: of whom it
 * is said, in English "item 2: take ", "it ". */
const char *place_words(struct arena *arena, enum language language, const char *pointer, bool subject);

void tell_verdict(struct check *check);
void tell_number(struct check *check, const char *expected);
void tell_extra_field(struct check *check, const char *expected);
void tell_malformed(struct check *check);
void tell_no_move(struct check *check);
void tell_move(struct check *check, bool legal, const struct mark *mark);

/* A part of a record: why the move was a mistake; with `better` (NULL-able) the one to be made instead. */
const char *mistake_words(const struct grade *grade, struct arena *arena, enum outcome before, enum outcome after,
                          const struct played *better);

/* What a wrong method has to say about a claim. */
enum stance { STANCE_SILENT, STANCE_SAME, STANCE_OTHER };
enum stance stance_of(const struct grade *grade, const struct claim *claim, const struct mistake *mistake);
/* The methods that give the wrong claim, as a list into rows and as a sentence into check->lines; how many. */
size_t diagnose_check(struct check *check, struct out *rows);

/* One question: its own members, and the options of all. NULL: told in faults. */
struct options_of_grade {
    struct head head;
    bool reveal, lenient, partial;
    int language;
};
extern const struct type grade_options;
struct grade *grade_read(struct setting *setting, const cJSON *json, const struct options_of_grade *options,
                         enum language language, struct faults *faults, uint64_t *cost);
void grade_answer(struct setting *setting, struct grade *grade, struct out *out);

/* A list of questions: {"questions":[…]} with the options, or a table. */
struct grade_list;
struct grade_list *list_read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults,
                             uint64_t *cost);
struct grade_list *list_new(struct setting *setting, const struct options_of_grade *options, enum language language);
void list_add(struct grade_list *list, const cJSON *question);
/* Works a turn; true: all are graded. */
bool list_work(struct setting *setting, struct grade_list *list);
void list_encode(struct grade_list *list, struct out *out);
/* The i-th answer, as JSON. */
const char *list_answer(const struct grade_list *list, size_t i, size_t *size);

void answer_claims(struct grade *grade, struct out *out);
void answer_record(struct grade *grade, struct out *out);

#endif
