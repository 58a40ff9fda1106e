/* Masks that part values into rare and common ones, see core/sg/fill/pairs.c. */
#ifndef GRUNDY_CORE_SG_FILL_MASK_H
#define GRUNDY_CORE_SG_FILL_MASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MASK_VALUES = 256, EIGHTS = MASK_VALUES / 8, TOGETHER = 8 /* eights that are looked for at once, at most */ };

/* What is rare. */
struct mask {
    unsigned bits;
    bool by_place;   /* the parity of the heap counts, too */
    int64_t surplus; /* rare heaps less the common ones, of those that it was chosen by */
};

/* The mask that makes the fewest of the heaps from…to-1 rare. one_parity: all places that split have that of place_parity. */
struct mask mask_best(const uint8_t *g, uint64_t from, uint64_t to, bool one_parity, unsigned place_parity);

/* Whether v is rare at n; s is the parity of the places. */
static inline bool mask_is_rare(const struct mask *mask, unsigned v, uint64_t n_and_s)
{
    return !__builtin_parity(v & mask->bits) != (mask->by_place && n_and_s % 2);
}

/* Ascending values, in eights: x is value[8 e + b] if and only if low[e][x % 16] & high[e][x / 16] has bit b. */
struct eights {
    size_t n;
    uint8_t value[MASK_VALUES];
    uint8_t low[EIGHTS + TOGETHER][16], high[EIGHTS + TOGETHER][16];
    uint8_t bit[MASK_VALUES]; /* that of x; 0 when it is not one of them */
    uint8_t eight[MASK_VALUES];
};

void eights_add(struct eights *eights, unsigned v);

#endif
