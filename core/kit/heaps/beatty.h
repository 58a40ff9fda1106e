/* The losing pairs of Wythoff's game, exactly and at any size; theorem and proof stand in core/games/wythoff/wythoff.c. */
#ifndef GRUNDY_CORE_KIT_HEAPS_BEATTY_H
#define GRUNDY_CORE_KIT_HEAPS_BEATTY_H

#include "core/value/number.h"

/* floor(k phi) */
struct num beatty(struct num k);
/* The smaller heap of the losing pair with this difference. */
struct num cold_low(bool misere, struct num difference);
/* The one number that makes a losing pair with n. */
struct num cold_partner(bool misere, struct num n);

#endif
