/* Sums and xors in memory of their own. */
#include "core/kit/total.h"

void total_add(struct total *total, struct num value)
{
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

void total_xor(struct total *total, struct num value)
{
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
    for (size_t i = 0; i < TOTAL_LIMBS; i++)
        if (total->limbs[i])
            return false;
    return true;
}

struct num total_num(const struct total *total)
{
    return num_from_limbs(total->limbs, TOTAL_LIMBS);
}

struct num total_view(const struct total *total)
{
    return num_view_limbs(total->limbs, TOTAL_LIMBS);
}
