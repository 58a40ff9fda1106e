/* A random case of a judge problem, by its shape and its limits. What is drawn is held against the problem afterwards, so that
 * nothing here has to know its rules. */
#ifndef GRUNDY_API_TOOLS_JUDGE_GENERATE_DRAW_H
#define GRUNDY_API_TOOLS_JUDGE_GENERATE_DRAW_H

#include "api/tools/judge/generate/drawn.h"
#include "core/sample.h"

enum draw_kind { DRAW_RANDOM, DRAW_SMALL, DRAW_LARGE, DRAW_EDGE, DRAW_AGAINST };

enum { DRAW_QUESTIONS = 12 };

struct drawing {
    const struct judge_problem *problem;
    struct sample *lots; /* the arena and the lots to draw from */
    enum draw_kind kind;
    int level;        /* AGAINST: how far beyond the smallest */
    size_t items_max; /* in one case */
};

void draw_case(const struct drawing *drawing, struct drawn_case *drawn);

#endif
