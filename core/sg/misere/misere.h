/* Misère play of heap rules: exact, or refused. */
#ifndef GRUNDY_CORE_SG_MISERE_MISERE_H
#define GRUNDY_CORE_SG_MISERE_MISERE_H

#include "core/sg/moves/moves.h"
#include "core/sg/moves/options.h"

/* Sets verdict and method and offers every move. Escapes with too_large where no theorem and no search reaches. */
void misere_solve(struct ask *ask, const struct rules *rules, struct list heaps);

/* What is said of it to a student, all but the verdict. */
void misere_explain(struct ask *ask, struct lines *lines);

/* Misère values of single heaps in the sense of the tame calculus: g+ and firmness, or wild. */
struct genus {
    uint16_t value; /* g+; g- is the same for a firm heap, value xor 1 for a fickle one */
    bool firm, wild;
};
_Static_assert(sizeof(struct genus) == 4, "tables have values of 1, 2 or 4 bytes");
/* Heaps 0…top; codes of up to two pieces, rows and Grundy's game. In the store, or the arena: valid until that is reset. */
const struct genus *misere_genera(const struct sg_job *job, const struct rules *rules, uint64_t top);

/* Who wins a position of small heaps, by search over multisets. */
struct search;
enum { SEARCH_TOKENS_MAX = 60 }; /* tokens in all: positions are lists of at most that many sizes */
struct search *search_new(struct ask *ask, const struct rules *rules, const struct amounts_upto *amounts);
/* Whether the player to move loses. sizes need no order; at most tokens in all. */
bool search_lost(struct search *search, const uint16_t *sizes, size_t n);

#endif
