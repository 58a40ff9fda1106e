/* Misère Kayles by its quotient. */
#ifndef GRUNDY_CORE_SG_KAYLES_H
#define GRUNDY_CORE_SG_KAYLES_H

#include "core/sg/rules.h"

bool kayles_is(const struct rules *rules);
/* The element of a heap of any size; 0 is the neutral element. */
unsigned kayles_heap(struct num size);
unsigned kayles_add(unsigned a, unsigned b);
bool kayles_lost(unsigned element);

#endif
