/* Misère Kayles by the quotient in core/kit/kayles.h, heaps of any size. */
#ifndef GRUNDY_CORE_SG_MOVES_KAYLES_H
#define GRUNDY_CORE_SG_MOVES_KAYLES_H

#include "core/game.h"
#include "core/kit/kayles.h"
#include "core/sg/rules.h"

bool kayles_is(const struct rules *rules);
unsigned kayles_heap(struct num size);
/* Offers all moves in one heap of at least KAYLES_LARGE stones; `others` is the sum of the other heaps. */
enum { KAYLES_LARGE = 1000 };
void kayles_moves(struct ask *ask, const struct kayles *kayles, int64_t heap, struct num size, unsigned others);

#endif
