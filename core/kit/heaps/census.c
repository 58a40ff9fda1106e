/* Nim by another name. */
#include "core/kit/heaps/census.h"

#include "core/kit/heaps/takes.h"

struct census census(const struct num *values, size_t n, bool misere)
{
    struct census census = {.values = values, .sum = takes_xor(values, n, 1), .misere = misere};
    for (size_t i = 0; i < n; i++) {
        census.big += num_cmp_word(values[i], 1) > 0;
        census.ones += num_cmp_word(values[i], 1) == 0;
    }
    return census;
}

void census_answer(struct ask *ask, const struct census *census)
{
    if (!census->misere)
        answer_grundy(ask, census->sum);
    else if (census->big == 0)
        ask->answer.verdict = census->ones % 2 ? OUTCOME_LOSS : OUTCOME_WIN;
    else
        ask->answer.verdict = num_is_zero(census->sum) ? OUTCOME_LOSS : OUTCOME_WIN;
}

/* Misère play is none of a sum, so there is no other target than 0. */
struct num census_wanted_misere(const struct census *census, struct num value)
{
    size_t other_big = census->big - (num_cmp_word(value, 1) > 0);
    size_t other_ones = census->ones - (num_cmp_word(value, 1) == 0);
    if (other_big == 0)
        return num(other_ones % 2 ? 0 : 1);
    return num_xor(census->sum, value);
}
