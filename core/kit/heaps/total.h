/* The sum or the xor of many numbers, without garbage: next to one number of 4096 bits, each of 100000 small ones would otherwise
 * leave an intermediate result of 4096 bits behind. */
#ifndef GRUNDY_CORE_KIT_HEAPS_TOTAL_H
#define GRUNDY_CORE_KIT_HEAPS_TOTAL_H

#include "core/limits.h"
#include "core/status.h"
#include "core/value/number.h"

/* Room for the sum of HEAPS_MAX numbers that are themselves such a sum. */
enum { TOTAL_LIMBS = (INT_BITS + 2 * 17) / LIMB_BITS + 1 };

/* A word as long as the value fits in 63 bits, limbs from then on. */
struct total {
    bool wide;
    int64_t word;
    uint64_t limbs[TOTAL_LIMBS];
};

static inline void total_clear(struct total *total)
{
    total->wide = false;
    total->word = 0;
}

void total_add_wide(struct total *total, struct num value);
void total_xor_wide(struct total *total, struct num value);

/* Want value >= 0. */
static inline void total_add(struct total *total, struct num value)
{
    if (total->wide || !num_is_word(value) || __builtin_add_overflow(total->word, value.word, &total->word))
        total_add_wide(total, value);
}
static inline void total_xor(struct total *total, struct num value)
{
    if (total->wide || !num_is_word(value))
        total_xor_wide(total, value);
    else
        total->word ^= value.word;
}
bool total_is_zero(const struct total *total);
/* A copy in the arena. */
struct num total_num(const struct total *total);
/* The same as long as the total stays as it is. */
struct num total_view(const struct total *total);

#endif
