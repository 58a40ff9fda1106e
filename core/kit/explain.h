/* Sentences that several games' explanations share. */
#ifndef GRUNDY_CORE_KIT_EXPLAIN_H
#define GRUNDY_CORE_KIT_EXPLAIN_H

#include "core/game.h"

/* "3, 4, 5"; of a long list the beginning and "…"; "-" for none. */
const char *explain_list(const struct lines *lines, const struct num *values, size_t n);
/* The xor of these values: by binary columns while they are few and small. */
void explain_xor(struct lines *lines, const struct num *values, size_t n, struct num sum);
/* The first value that holds the highest bit of a sum other than 0. */
size_t explain_top(const struct num *values, struct num sum);
/* Why a xor of 0 is lost, if there is any move. */
void explain_zero(const struct ask *ask, struct lines *lines);
/* Last of all: who wins, and by how many moves. */
void explain_verdict(const struct ask *ask, struct lines *lines);

#endif
