/* POST /laws: which laws a table obeys. Internal to api/tools/laws.
 *
 * read.c reads the request, table.c makes the values, check.c tests laws and conjectures on values that they were not found on,
 * prove.c knows the theorems, laws.c writes the answer. */
#ifndef GRUNDY_API_TOOLS_LAWS_LAWS_H
#define GRUNDY_API_TOOLS_LAWS_LAWS_H

#include "api/tools/table/cells.h"
#include "core/custom/expression.h"
#include "core/laws/laws.h"

enum claims { CLAIMS_VALUE, CLAIMS_LOST };
extern const char *const claims_names[]; /* "value", "L" */

struct conjecture {
    const char *formula;
    enum claims claims;
    struct expression *expression;
};

struct laws_question {
    struct law_table table;    /* as far as it is tested; values are NULL until they are made, where `cells` is set */
    size_t found_on[2];        /* how much of it laws are found on: sizes of x and y */
    bool verdicts;             /* typed as W, L, D */
    struct cells *cells;       /* NULL: the values were typed */
    struct grid_period period; /* of the table, where its game proves one */
    size_t n;
    struct conjecture *conjectures;
    int64_t limit;
};

/* A place where a law, or a conjecture, fails. */
struct counterexample {
    bool there;
    int64_t at[2];
    bool expected_known, of_lost; /* of_lost: the two say 1 where it is lost, 0 where not */
    int64_t expected, found;
    bool idle; /* of a conjecture: there was no place where it said anything */
};

void *laws_read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost);
/* Makes the values of a table that was not typed. May escape. */
void laws_make_values(struct laws_question *question, struct setting *setting);

/* The first place beyond those that it was found on at which a law fails. */
struct counterexample laws_test(const struct laws_question *question, const struct law *law, struct budget *budget);
/* Makes it ready to be evaluated within the budget. */
void conjecture_open(const struct laws_question *question, struct conjecture *conjecture, struct setting *setting);
struct counterexample conjecture_test(const struct laws_question *question, const struct conjecture *conjecture,
                                      struct budget *budget);
/* The first place, to ten times the range, at which two laws differ; false: there is none. */
bool laws_differ(const struct laws_question *question, const struct law *a, const struct law *b, struct budget *budget,
                 int64_t at[2], int64_t values[2]);

/* The theorem by which the law holds for all n from its begin on; NULL: none is known. May escape. */
const char *laws_theorem(const struct laws_question *question, const struct law *law, struct setting *setting);
#endif
