/* Sentences that several games' explanations share. */
#ifndef GRUNDY_CORE_KIT_EXPLAIN_H
#define GRUNDY_CORE_KIT_EXPLAIN_H

#include "core/game.h"

/* "3, 4, 5"; of a long list the beginning and "…"; "none" for none. */
const char *explain_list(const struct lines *lines, const struct num *values, size_t n);
/* The xor of these values, which `sum` must be: by binary columns while they are few and small, as a chain while they are few.
 * Of a single one nothing is said. */
void explain_xor(struct lines *lines, const struct num *values, size_t n, struct num sum);
/* The distinct ones of these values, ascending, as explain_list() writes them. Sorts the array. */
const char *explain_set(const struct lines *lines, struct num *values, size_t n);
/* The question again, about that position, with another list. */
struct ask *explain_again(struct ask *ask, const void *position, enum listing listing, size_t limit);
/* The first move that attains the value (scores), else that wins, else that draws; NULL: there is none. Where the answer's page
 * does not begin with it, the question is solved again. */
const struct listed *explain_first(struct ask *ask);
/* "For example take 2 from heap 0, which leaves 1 there." */
void explain_take(struct lines *lines, int64_t heap, struct num size, struct num take);
/* How a move ends in words: "the xor becomes 0"; where there is a single value, that what it leaves is lost. */
const char *explain_zeroed(const struct lines *lines, size_t n);
/* The first value that holds the highest bit of a sum other than 0. */
size_t explain_top(const struct num *values, struct num sum);
/* Why a xor of 0 is lost, if there is any move. For lost positions only. */
void explain_zero(const struct ask *ask, struct lines *lines);
/* Why a position that was searched is lost, if it is and there is any move. */
void explain_lost(const struct ask *ask, struct lines *lines);
/* A move in words, as the lists of moves have it. */
const char *explain_named(const struct ask *ask, const void *move, const struct lines *lines);
/* What answers each of the first `answered` moves of a lost position, where they are few: of this one, or of the one that the
 * first winning move leaves. Solves a handful of positions again, so it is for those that are small. */
void explain_replies(struct ask *ask, struct lines *lines, size_t answered);
/* All moves by what they leave, where they are few, or that all are bad: for positions worked out from what follows them. */
void explain_outcomes(struct ask *ask, struct lines *lines);
/* Last of all: who wins, and by how many moves; or that it is a draw. */
void explain_verdict(const struct ask *ask, struct lines *lines);

#endif
