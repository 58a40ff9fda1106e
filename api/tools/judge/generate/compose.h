/* A whole input of a judge problem, made of random cases: valid, and with cases of every answer. */
#ifndef GRUNDY_API_TOOLS_JUDGE_GENERATE_COMPOSE_H
#define GRUNDY_API_TOOLS_JUDGE_GENERATE_COMPOSE_H

#include "api/tools/judge/generate/draw.h"
#include "api/tools/judge/run.h"

enum { COMPOSE_KEPT = 64 };

struct composing {
    /* What is wanted. */
    const struct judge_problem *problem;
    uint64_t seed;
    enum draw_kind kind;
    int64_t cases;
    const struct judge_mistake *against; /* DRAW_AGAINST */
    struct judge_mistakes methods;       /* with it: all of the problem */
    struct arena *arena, *scratch;       /* of the text; of one case under way */
    struct budget *budget;               /* in the scratch */
    struct store *store;

    /* On the way; zeroed. */
    struct out text;             /* the cases so far */
    int64_t done, wrong;         /* wrong: on which the method is */
    uint64_t kept[COMPOSE_KEPT]; /* marks of those that were kept last, the newest at done - 1 */
    uint64_t tries, spent;
};

/* Goes on until CHEAP_STEPS or so are spent. True: composing->text is the whole input. May escape on composing->arena. */
bool judge_compose(struct composing *composing);

#endif
