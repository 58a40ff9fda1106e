/* What labels the nodes from which a cycle can be reached: the first method, and the state that it shares with the second,
 * witness.h. */
#ifndef GRUNDY_CORE_KIT_SEARCH_LEVELS_H
#define GRUNDY_CORE_KIT_SEARCH_LEVELS_H

#include "core/kit/search/digraph.h"

/* By node, labels->known has the labels below KNOWN_BITS of its followers, and above them the number of edges to followers
 * without label. A node that got its label here knows everything: nothing is news to it. */
struct levels {
    const struct digraph *graph;
    struct budget *budget;
    struct labels *labels;
    uint32_t *scratch;   /* an entry a node */
    uint32_t *candidate; /* nodes that may still get a label, in any order */
    uint32_t candidates;
    uint32_t settled; /* nodes that got a label above 0 here */
};

static const uint64_t levels_one_edge = UINT64_C(1) << KNOWN_BITS;
static const uint64_t levels_known_mask = (UINT64_C(1) << KNOWN_BITS) - 1;

/* For a walk along the edges into that node, the number of which it returns. */
static inline uint32_t levels_spend(struct levels *l, uint32_t node)
{
    uint32_t edges = l->graph->start[node + 1] - l->graph->start[node];
    budget_spend(l->budget, 4 + 4 * (uint64_t)edges);
    return edges;
}

/* True if it is news. */
static inline bool levels_add_high(struct levels *l, uint32_t node, uint32_t label)
{
    return pairset_add(&l->labels->high, node << 12 | label);
}

/* For digraph_label: labels what cycles left over. labels->known by node: known labels in the low KNOWN_BITS, and above them the
 * number of edges to nodes without label; scratch holds one entry a node. Any `counted`, how many edges and nodes are counted
 * before what is left waits at witnesses, gives the same labels. */
void loopy_label(const struct digraph *graph, struct arena *arena, struct budget *budget, uint64_t counted, uint32_t *scratch,
                 struct labels *labels);

#endif
