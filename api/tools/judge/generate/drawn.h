/* A case that was drawn: as text, and read back from a position. */
#ifndef GRUNDY_API_TOOLS_JUDGE_GENERATE_DRAWN_H
#define GRUNDY_API_TOOLS_JUDGE_GENERATE_DRAWN_H

#include "api/tools/judge/judge.h"

/* A case, and those of its questions that have values of their own. */
struct drawn_case {
    struct values values;
    struct values *questions;
    size_t count;
};

/* The case's text, exactly in the problem's shape. */
void drawn_write(const struct judge_problem *problem, const struct drawn_case *drawn, struct out *out);
/* The values that the position is made of, where the template says what became of each; the others stay. False: it does not. */
bool drawn_back(const struct judge_problem *problem, const cJSON *position, struct drawn_case *drawn, struct arena *arena);

#endif
