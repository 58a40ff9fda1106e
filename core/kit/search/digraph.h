/* Directed graphs as boards: compact storage, followers of chosen nodes, and the Grundy values of all nodes.
 *
 * In the theory of loopy impartial games (Smith 1966; Fraenkel and Perl 1975) the value of a node is a nimber, its label, or
 * infinity(K), K being the set of the labels of its followers. Without cycles every node has a label. See core/kit/search/loopy.h
 * for sums. */
#ifndef GRUNDY_CORE_KIT_SEARCH_DIGRAPH_H
#define GRUNDY_CORE_KIT_SEARCH_DIGRAPH_H

#include "core/budget.h"
#include "core/kit/search/pairset.h"
#include "core/kit/search/retrograde.h"

enum {
    DIGRAPH_NODES_MAX = 1 << 20, /* a node and 12 bits more fit in 32 bits */
    DIGRAPH_EDGES_MAX = (1 << 23) - 1,
    LABEL_INFINITE = UINT16_MAX, /* no label; labels are below 4096, because label g needs g (g + 1) / 2 edges */
    KNOWN_BITS = 40,
    ORDER_MID = 1 << 30,
};

/* Only predecessors are stored: that is what every analysis from the ends backwards needs. A repeated edge is there repeatedly.
 */
struct digraph {
    uint32_t nodes, edges;
    uint32_t *start, *pred; /* predecessors of v: pred[start[v]] … pred[start[v + 1] - 1], in no order */
    uint32_t *degree;       /* edges that leave the node */
};

/* From `edges` pairs from, to, from, to, …, all in 0…nodes-1. */
void digraph_build(struct digraph *graph, struct arena *arena, struct budget *budget, size_t nodes, const int64_t *pairs,
                   size_t edges);

/* The followers of some nodes, ascending, each once. */
struct followers {
    const uint64_t *member; /* bit set of the chosen nodes */
    const uint32_t *rank;   /* chosen nodes before each word of the bit set */
    uint32_t *start, *end;  /* by slot: followers are to[start[slot]] … to[end[slot] - 1] */
    uint32_t *to;
    uint32_t slots;
};

static inline bool followers_has(const struct followers *f, uint32_t node)
{
    return f->member[node / 64] >> (node % 64) & 1;
}
static inline uint32_t followers_slot(const struct followers *f, uint32_t node)
{
    uint64_t before = f->member[node / 64] & ((UINT64_C(1) << (node % 64)) - 1);
    return f->rank[node / 64] + (uint32_t)__builtin_popcountll(before);
}

/* The chosen nodes may stand repeatedly; NULL chooses all. */
void digraph_followers(const struct digraph *graph, struct arena *arena, struct budget *budget, const int64_t *chosen, size_t n,
                       struct followers *followers);

/* One token alone: win, loss or draw of every node, and the plies. `end` is what a node without followers is for the player to
 * move. */
void digraph_play(const struct digraph *graph, struct arena *arena, struct budget *budget, uint32_t end,
                  struct retrograde *retrograde);

struct labels {
    bool acyclic;
    uint16_t *label;        /* by node */
    uint64_t *known;        /* cyclic graphs only: labels below KNOWN_BITS of an infinite node's followers */
    struct pairset high;    /* …and those from KNOWN_BITS up */
    uint32_t top;           /* largest label */
    uint32_t *order;        /* cyclic graphs only, below ORDER_MID: in which the nodes were labelled; 0 for infinite ones */
    struct retrograde play; /* cyclic graphs only: one token in normal play */
};

/* The value of every node. `counted`: see loopy_label(). */
void digraph_label_counting(const struct digraph *graph, struct arena *arena, struct budget *budget, uint64_t counted,
                            struct labels *labels);
static inline void digraph_label(const struct digraph *graph, struct arena *arena, struct budget *budget, struct labels *labels)
{
    digraph_label_counting(graph, arena, budget, 4 * ((uint64_t)graph->edges + graph->nodes), labels);
}

/* Whether an infinite node has a follower with that label. */
static inline bool labels_known(const struct labels *l, uint32_t node, uint32_t label)
{
    return label < KNOWN_BITS ? l->known[node] >> label & 1 : pairset_has(&l->high, node << 12 | label);
}

#endif
