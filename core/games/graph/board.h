/* A graph with tokens on it, solved by what fits: labels and sums in normal play, retrograde analysis for one token, search of
 * joint positions for several in misère play. */
#ifndef GRUNDY_CORE_GAMES_GRAPH_BOARD_H
#define GRUNDY_CORE_GAMES_GRAPH_BOARD_H

#include "core/games/graph/product.h"
#include "core/games/graph/tokens.h"
#include "core/value/text.h"

struct board {
    /* Given by the caller. */
    const int64_t *pairs; /* edges, from, to, from, to, … */
    const int64_t *tokens;
    size_t nodes, edges, token_count;
    bool misere, play_all; /* play_all: `play` is wanted whatever the tokens */
    struct loopy others;   /* the other terms when this is one of a sum; nimber 0 when it stands alone */

    /* Found by board_solve(). */
    struct digraph graph;
    struct labels labels;
    struct followers followers; /* of the nodes with tokens; of all nodes in misère play of several tokens */
    struct retrograde play;     /* one token alone, in the play asked for: with one token, or play_all */
    struct product product;     /* misère play of several tokens */
    struct tokens_total total;  /* normal play */
    enum outcome verdict;       /* for the player to move, in the whole sum */
};

/* In two parts, for several boards on one graph: normal play's labels, and what the tokens come to by them. */
void board_label(struct board *board, struct arena *arena, struct budget *budget);
void board_add_up(struct board *board, struct arena *arena);

/* Escapes with too_large when misère play of several tokens is beyond what is searched. */
void board_solve(struct board *board, struct arena *arena, struct budget *budget);

/* What is left when a token on that node is lifted; then the mark of putting it on `to`. */
struct tokens_rest board_lift(const struct board *board, uint32_t node);
struct mark board_mark(const struct board *board, const struct tokens_rest *rest, uint32_t to);

/* For an explanation: the followers of the i-th token's node with their values; and the nodes that a lone token visits when the
 * winner hurries and the loser delays, at most a handful. */
void board_explain_token(const struct board *board, struct lines *lines, size_t i, uint32_t node);
const char *board_line(const struct board *board, const struct lines *lines, struct budget *budget, uint32_t node);

#endif
