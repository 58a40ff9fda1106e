/* Masks that part values into rare and common ones, see core/sg/fill/pairs.c. */
#ifndef GRUNDY_CORE_SG_FILL_MASK_H
#define GRUNDY_CORE_SG_FILL_MASK_H

#include <stdbool.h>
#include <stdint.h>

enum { MASK_VALUES = 256 };

/* What is rare. */
struct mask {
    unsigned bits;
    bool by_place;   /* the parity of the heap counts, too */
    int64_t surplus; /* rare heaps less the common ones, of those that it was chosen by */
};

/* The mask that makes the fewest of the heaps from…to-1 rare. one_parity: all places that split have that of place_parity. */
struct mask mask_best(const uint8_t *g, uint64_t from, uint64_t to, bool one_parity, unsigned place_parity);

#endif
