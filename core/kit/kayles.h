/* Misère Kayles: rows of any size, and most circles, as elements of a finite monoid. */
#ifndef GRUNDY_CORE_KIT_KAYLES_H
#define GRUNDY_CORE_KIT_KAYLES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    KAYLES_ELEMENTS = 40,
    KAYLES_FROM = 71, /* elements of rows repeat from here on, */
    KAYLES_PERIOD = 12,
    KAYLES_ROWS = KAYLES_FROM + KAYLES_PERIOD,
    KAYLES_CIRCLES = 23,     /* all circles from here on have one element */
    KAYLES_NONE = UINT8_MAX, /* the circle is no element */
};

/* Element 0 is the identity. */
struct kayles {
    uint8_t sum[KAYLES_ELEMENTS][KAYLES_ELEMENTS];
};

void kayles_fill(struct kayles *kayles);
unsigned kayles_row(uint64_t n);
unsigned kayles_circle(uint64_t n);
/* Whether who is to move loses, given the sum of all elements. */
bool kayles_lost(unsigned element);

#endif
