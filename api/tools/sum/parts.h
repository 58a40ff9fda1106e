/* A sum while it is solved. Internal to api/tools/sum. */
#ifndef GRUNDY_API_TOOLS_SUM_PARTS_H
#define GRUNDY_API_TOOLS_SUM_PARTS_H

#include "api/tools/moves.h"
#include "api/tools/sum/sum.h"

struct term {
    const struct game *game;
    const void *position;
    struct loopy value;
    bool knows_loopy; /* its solver takes the others' infinite sum; of any other term only Grundy values are known */
    struct num moves;
    const char *count_limit; /* why moves, or the winning ones among them, are not known; else NULL */
};

/* Of one list of the answer: whether somewhere a count was not known. Nothing behind that is listed. */
struct unknown {
    bool winning, drawing, all;
};

struct sum {
    struct ask *ask;
    size_t n;
    struct term *terms;
    struct loopy total, *before, *behind; /* sums of all terms, of those before the i-th, of the i-th and those behind it */
    bool misere;                          /* a single term, of misère play: its game's own verdict is all there is */
    struct unknown unknown;
};

/* The sum of all terms but one. */
struct loopy sum_rest(const struct sum *sum, size_t term);
/* Fills the lists of the answer, and their counts. May escape. */
void sum_pages(struct sum *sum);
/* As struct game says; ask->found is the struct sum. */
void sum_explain(struct ask *ask, struct lines *lines);

#endif
