/* Values of impartial games in which play may go on for ever, and their sums.
 *
 * Theory: C. A. B. Smith, Graphs and composite games, J. Combinatorial Theory 1 (1966); A. S. Fraenkel, Y. Perl, Constructions in
 * combinatorial games with cycles (1975); Winning Ways, ch. 12. A value is a nimber, or infinity(K): play may be drawn unless
 * somebody moves to one of the nimbers in K. infinity(K) + b = infinity({k xor b}); infinity + infinity = infinity({}).
 * The player to move loses a nimber 0, wins every other nimber and infinity(K) with 0 in K; the rest is a draw. */
#ifndef GRUNDY_CORE_KIT_SEARCH_LOOPY_H
#define GRUNDY_CORE_KIT_SEARCH_LOOPY_H

#include "core/answer.h"
#include "core/kit/search/digraph.h"

struct loopy {
    bool infinite;
    struct num nimber; /* the value; with `infinite` what every member of K is to be xored with */
    const uint32_t *k; /* infinite only: K before that xor, ascending */
    size_t n;
};

static inline struct loopy loopy_nimber(struct num nimber)
{
    return (struct loopy){.nimber = nimber};
}

/* The value of a token on that node. */
struct loopy loopy_of_node(const struct labels *labels, struct arena *arena, uint32_t node);
struct loopy loopy_add(struct loopy a, struct loopy b);
/* For the player to move. */
enum outcome loopy_outcome(struct loopy value);
/* Whether a move from the infinite value leads to that nimber. */
bool loopy_reaches(struct loopy infinite, struct num nimber);

#endif
