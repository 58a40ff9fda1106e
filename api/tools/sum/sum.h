/* A sum of positions of different games. Internal to sum*.c. */
#ifndef GRUNDY_API_TOOLS_SUM_SUM_H
#define GRUNDY_API_TOOLS_SUM_SUM_H

#include "api/tools/moves.h"
#include "api/tools/tool.h"

struct term {
    const struct game *game;
    void *position;
    struct loopy value;
    bool knows_loopy; /* its solver takes the others' infinite sum; of any other term only Grundy values are known */
    struct num moves;
    const char *count_limit; /* why moves, or the winning ones among them, are not known; else NULL */
};

/* A move on a page, with what it was asked with. */
struct sum_move {
    size_t term;
    struct ask *ask;
    const void *move;
    struct mark mark;
};

struct sum_page {
    struct num seen; /* their count, while `unknown` is false */
    bool unknown;    /* somewhere a count was not known, and nothing behind that was listed */
    size_t n, room;
    struct sum_move *v;
};

struct sum {
    struct setting *setting;
    struct options options;
    bool explain;
    enum language language;
    size_t n;
    struct term *terms;
    struct loopy total, *before, *behind; /* sums of all terms, of those before the i-th, of the i-th and those behind it */
    bool misere;                          /* a single term, of misère play: its game's own verdict is all there is */
    enum outcome verdict;
    const char *method, *count_limit;
    bool draws; /* can be drawn, by the games in it */
    struct sum_page winning, drawing, all;
};

/* The sum of all terms but one. */
struct loopy sum_rest(const struct sum *sum, size_t term);
/* Fills the pages. May escape. */
void sum_pages(struct sum *sum);
void sum_explain(const struct sum *sum, struct out *out);

#endif
