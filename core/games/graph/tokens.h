/* Tokens on a labelled graph as a sum: its value, and what a move of one token makes of it. */
#ifndef GRUNDY_CORE_GAMES_GRAPH_TOKENS_H
#define GRUNDY_CORE_GAMES_GRAPH_TOKENS_H

#include "core/kit/search/loopy.h"

/* The sum of the tokens, and of the other terms when it is part of a greater sum. */
struct tokens_total {
    struct num own, all;  /* xor of the tokens' labels; the same with what the other terms add */
    size_t own_infinite;  /* tokens without label */
    unsigned infinite;    /* infinite terms, but at most 3: from two on they are infinity({}) */
    struct loopy term[2]; /* the first two of them, */
    int64_t node[2];      /* and their nodes; -1 for the other terms */
};

void tokens_add_up(struct tokens_total *total, const struct labels *labels, struct arena *arena, const int64_t *tokens, size_t n,
                   struct loopy others);
/* The value of the tokens alone. */
struct loopy tokens_value(const struct tokens_total *total);
/* For the player to move in the whole sum. */
enum outcome tokens_verdict(const struct tokens_total *total);

/* Everything but one token. */
struct tokens_rest {
    uint32_t node; /* of that token */
    struct loopy value;
    bool own_known; /* the other tokens alone are a nimber, */
    struct num own; /* this one */
};

struct tokens_rest tokens_rest(const struct tokens_total *total, const struct labels *labels, uint32_t node);
/* For the player who moves that token to `to`. */
enum outcome tokens_outcome(const struct tokens_rest *rest, const struct labels *labels, uint32_t to);

#endif
