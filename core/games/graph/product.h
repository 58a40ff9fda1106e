/* Several tokens on one graph, played together, where no theory of sums helps (misère play): search of the product.
 *
 * Tokens are alike and those that cannot move do not count, so a state is the sorted list of the nodes of the others. All states
 * that can be reached are stored, and decided by retrograde analysis. */
#ifndef GRUNDY_CORE_GAMES_GRAPH_PRODUCT_H
#define GRUNDY_CORE_GAMES_GRAPH_PRODUCT_H

#include "core/kit/search/digraph.h"
#include "core/kit/search/retrograde.h"

struct product {
    const struct followers *followers; /* of all nodes */
    struct arena *arena;
    struct budget *budget;
    uint32_t width; /* nodes in a state; the list ends with PRODUCT_GONE for tokens that cannot move */
    uint32_t limit; /* states that would be searched for that many tokens: told when there are more */
    uint32_t states, states_max;
    uint32_t *key;   /* by state: its nodes, ascending */
    uint32_t *table; /* hash table of states + 1 */
    uint32_t table_size;
    uint32_t *scratch; /* one state */
    struct retrograde retrograde;
};

#define PRODUCT_GONE UINT32_MAX

/* Decides every state that n tokens can come to; `end` (RETROGRADE_WIN or _LOSS) is what it means that no token can move. False
 * when there are more than `limit` states or GRAPH_PRODUCT_MOVES moves. */
bool product_solve(struct product *product, struct arena *arena, struct budget *budget, const struct followers *followers,
                   const int64_t *tokens, size_t n, uint32_t end);
/* For the player to move; the tokens must be a reachable state. */
enum outcome product_outcome(const struct product *product, const int64_t *tokens, size_t n);
/* The mark of moving one token of the start from `from` to `to`. */
struct mark product_mark(const struct product *product, uint32_t from, uint32_t to);

#endif
