/* Sums and xors in memory of their own: what a word does not hold. */
#include "core/kit/heaps/total.h"

/* The word into limbs. After an addition that overflowed, `word` has wrapped round; its 64 bits are still right, as both parts
 * were below 2^63. */
static void widen(struct total *total)
{
    if (total->wide)
        return;
    for (size_t i = 1; i < TOTAL_LIMBS; i++)
        total->limbs[i] = 0;
    total->limbs[0] = (uint64_t)total->word;
    total->wide = true;
}

void total_add_wide(struct total *total, struct num value)
{
    bool added = !total->wide && num_is_word(value); /* it is the addition that overflowed */
    widen(total);
    if (added)
        return;
    if (num_is_word(value)) {
        uint64_t carry = (uint64_t)value.word;
        for (size_t i = 0; carry; i++)
            carry = __builtin_add_overflow(total->limbs[i], carry, &total->limbs[i]);
        return;
    }
    uint64_t limbs[TOTAL_LIMBS];
    num_to_limbs(value, limbs, TOTAL_LIMBS);
    limbs_add(total->limbs, total->limbs, limbs, TOTAL_LIMBS);
}

void total_xor_wide(struct total *total, struct num value)
{
    widen(total);
    if (num_is_word(value)) {
        total->limbs[0] ^= (uint64_t)value.word;
        return;
    }
    uint64_t limbs[TOTAL_LIMBS];
    num_to_limbs(value, limbs, TOTAL_LIMBS);
    for (size_t i = 0; i < TOTAL_LIMBS; i++)
        total->limbs[i] ^= limbs[i];
}

bool total_is_zero(const struct total *total)
{
    if (!total->wide)
        return total->word == 0;
    for (size_t i = 0; i < TOTAL_LIMBS; i++)
        if (total->limbs[i])
            return false;
    return true;
}

struct num total_num(const struct total *total)
{
    return total->wide ? num_from_limbs(total->limbs, TOTAL_LIMBS) : num(total->word);
}

struct num total_view(const struct total *total)
{
    return total->wide ? num_view_limbs(total->limbs, TOTAL_LIMBS) : num(total->word);
}
