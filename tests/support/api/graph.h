/* The graph of positions that plain search walks: what the solver claims of every position, and the truth from the rules. */
#ifndef GRUNDY_TESTS_GRAPH_H
#define GRUNDY_TESTS_GRAPH_H

#include "tests/support/api/client.h"
#include "tests/support/api/report.h"
#include "tests/support/api/rules.h"

/* A Grundy value, claimed or found; none where there is none. */
struct value {
    bool known;
    int64_t is;
};

struct edge {
    size_t to;
    const char *move;     /* JSON */
    enum outcome outcome; /* claimed, for the player who moves */
    struct value grundy;  /* claimed, of the position it leads to */
    int64_t score;
};

struct node {
    const char *position; /* JSON */
    bool refused, misere;
    enum outcome verdict; /* claimed */
    struct value grundy, score;
    size_t n;
    struct edge *edges;
    bool done; /* the truth is known: what stays open is infinite play, a draw */
    enum outcome truth;
    struct value mex;
    int64_t best;
};

struct graph {
    const struct game *game;
    const struct rules *rules;
    bool over_wins;
    struct client *client;
    struct report *report;
    struct arena arena;
    size_t n, room, slots;
    struct node *nodes;
    size_t *index; /* open addressing: node + 1, or 0 */
};

void graph_init(struct graph *graph, struct report *report, struct client *client, const struct game *game);
void graph_free(struct graph *graph);
/* A position to start from; refused ones stay in the graph with `refused`. */
void graph_add(struct graph *graph, const char *position);
/* Finds everything that can be reached, with what the solver claims of it, and then the truth. */
void graph_explore(struct graph *graph);
void graph_solve(struct graph *graph);

/* The outcome of a move by what is true of the position it leads to. */
enum outcome edge_truth(const struct graph *graph, const struct edge *edge);

#endif
