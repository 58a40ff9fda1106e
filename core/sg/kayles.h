/* Misère Kayles by its quotient. */
#ifndef GRUNDY_CORE_SG_KAYLES_H
#define GRUNDY_CORE_SG_KAYLES_H

#include "core/sg/rules.h"

struct ask;

bool kayles_is(const struct rules *rules);
/* The element of a heap of any size; 0 is the neutral element. */
unsigned kayles_heap(struct num size);
unsigned kayles_add(unsigned a, unsigned b);
bool kayles_lost(unsigned element);
/* Offers all moves in one heap of at least KAYLES_LARGE stones; `others` is the sum of the other heaps. */
enum { KAYLES_LARGE = 1000 };
void kayles_moves(struct ask *ask, int64_t heap, struct num size, unsigned others);

#endif
