/* The sum or the xor of many numbers, without garbage: next to one number of 4096 bits, each of 100000 small ones would otherwise
 * leave an intermediate result of 4096 bits behind. */
#ifndef GRUNDY_CORE_KIT_TOTAL_H
#define GRUNDY_CORE_KIT_TOTAL_H

#include "core/number.h"
#include "core/status.h"

/* Room for the sum of HEAPS_MAX numbers that are themselves such a sum. */
enum { TOTAL_LIMBS = (INT_BITS + 2 * 17) / LIMB_BITS + 1 };

struct total {
    uint64_t limbs[TOTAL_LIMBS];
};

/* Want value >= 0. */
void total_add(struct total *total, struct num value);
void total_xor(struct total *total, struct num value);
bool total_is_zero(const struct total *total);
/* A copy in the arena. */
struct num total_num(const struct total *total);
/* The same as long as the total stays as it is. */
struct num total_view(const struct total *total);

#endif
