/* A position, a move and an answer of /graph. Internal to core/games/graph. */
#ifndef GRUNDY_CORE_GAMES_GRAPH_GRAPH_H
#define GRUNDY_CORE_GAMES_GRAPH_GRAPH_H

#include "core/game.h"
#include "core/games/graph/board.h"

struct graph_position {
    struct head head;
    struct list edges;  /* of pairs of int64_t */
    struct list tokens; /* of int64_t */
    int64_t nodes;
    bool misere, all_nodes;
};

struct graph_move {
    struct head head;
    int64_t token, node;
};

struct graph_extra {
    struct head head;
    int64_t remoteness;
    bool acyclic;
    const char *verdicts;
    struct list grundy_values, remotenesses; /* of int64_t or WORD_NULL */
    const struct solved *solved;             /* for graph_explain() */
};

enum { POSITION_NODES = 2, EXTRA_REMOTENESS = 0 };

struct solved {
    struct board board;
    uint32_t *wins, *draws; /* by slot of board.followers: moves of a token there */
};

void graph_explain(struct ask *ask, struct lines *lines);
const char *graph_method(const struct board *board);

/* The board of a position, not solved. */
struct board graph_board(const struct ask *ask);
/* The part of check() that is about tokens, of a position whose number of nodes was read. */
void graph_check_tokens(const struct graph_position *position, struct faults *faults);
/* Of normal play, once the tokens are added up. */
void graph_tell_value(struct ask *ask, const struct board *board);
/* False: it is to be solved by itself. */
bool graph_solve_shared(struct ask *ask);
extern const struct sharing graph_sharing;

#endif
