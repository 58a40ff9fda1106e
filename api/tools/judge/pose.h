/* Questions out of the values of a case. Long lists go straight into the position's struct, without JSON; and what all questions
 * of a case have in common is read, and looked at by the game, only once. */
#ifndef GRUNDY_API_TOOLS_JUDGE_POSE_H
#define GRUNDY_API_TOOLS_JUDGE_POSE_H

#include "api/tools/judge/judge.h"

enum { POSE_LISTS = 4, POSE_ITEMS = 4 };

/* A field of the position that is a list of what was read under one name, or of integers that each have a name. */
struct pose_list {
    const struct field *field;
    const char *function; /* "", "rest", "pairs" or "edges" */
    int name;
    int items[POSE_ITEMS];
    size_t item_count; /* 0: it has `name` */
    bool inner;        /* read anew for each question of a case */
    bool made;         /* pose_case() has: `list` */
    struct list list;
};

struct pose {
    const struct judge_problem *problem; /* whose template the lists were found in */
    size_t list_count;
    struct pose_list lists[POSE_LISTS];
    const char *left_out[POSE_LISTS + 1]; /* their names */
    bool alike;                           /* all other fields are the same for all questions of a case */
    struct question common;               /* pose_case(): these, decoded; no position: they are not known */
    void *shared;                         /* by the game; NULL */
};

void pose_init(struct pose *pose, const struct judge_problem *problem);
/* Before the questions of a case, when all else of it was read. What it makes must live as long as they do. */
void pose_case(struct pose *pose, const struct values *values, struct budget *budget, struct store *store);
/* False: it is to be read as JSON, or is no position. */
bool pose_question(struct pose *pose, const struct values *values, struct arena *arena, struct question *question);

#endif
