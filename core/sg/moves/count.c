/* How many moves there are: of one heap, and of all together, where a formula or a proven period tells that in time. */
#include "core/limits.h"
#include "core/sg/fill/fill.h"
#include "core/sg/moves/pieces.h"
#include "core/sg/moves/triples.h"

static struct num count_amounts(const struct hunt *hunt, struct num size)
{
    const struct amounts_upto *amounts = hunt->amounts;
    size_t low = 0, high = amounts->n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (num_cmp_word(size, amounts->v[middle]) < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return num((int64_t)low);
}

static struct num count_plain(struct hunt *hunt, struct num size)
{
    const struct rules *rules = hunt->rules;
    switch (rules->amounts) {
    case AMOUNTS_ANY:
        return size;
    case AMOUNTS_RANGE:
        return num_max(num(0), num_add(num_sub(num_min(rules->to, size), rules->from), num(1)));
    case AMOUNTS_ALL_BUT:
        return num_sub(size, count_amounts(hunt, size));
    case AMOUNTS_POWERS: {
        int64_t n = 0;
        for (struct num power = num(1); !num_lt(size, power); power = num_mul(power, rules->from))
            n++;
        return num(n);
    }
    case AMOUNTS_SET:
        return rules->set == SET_PRIME_POWERS ? count_prime_powers(hunt, size) : count_amounts(hunt, size);
    case AMOUNTS_MIXED: /* there are more among a heap as large as that */
        return num_cmp_word(size, SG_SET_MAX) > 0 ? num(SG_MOVES_MAX + 1) : count_amounts(hunt, size);
    case AMOUNTS_HALF:
        return num_shr(size, 1);
    case AMOUNTS_DIVISORS:
        return count_divisors(hunt, size);
    case AMOUNTS_LIST:
        break;
    }
    return count_amounts(hunt, size);
}

static struct num count_place(struct num rest, unsigned digit)
{
    if (num_sign(rest) <= 0)
        return num(num_is_zero(rest) && digit & 1);
    struct num count = num(digit & 2 ? 1 : 0);
    if (digit & 4)
        count = num_add(count, num_shr(rest, 1));
    if (digit & 8) /* partitions into three parts: the integer nearest to rest²/12 */
        count = num_add(count, num_div(num_add(num_mul(rest, rest), num(3)), num(12)));
    return count;
}

struct num hunt_count(struct hunt *hunt, struct num size)
{
    const struct rules *rules = hunt->rules;
    struct num count = num(0);
    switch (rules->kind) {
    case RULES_PLAIN:
        return count_plain(hunt, size);
    case RULES_CODE:
        for (size_t i = 0; i < rules->n_places; i++)
            count = num_add(count, count_place(num_sub(size, num(rules->places[i].amount)), rules->places[i].digit));
        budget_spend(hunt->ask->budget, 8 * rules->n_places);
        return count;
    case RULES_ROW:
        if (rules_any_row(rules))
            return count_row_any(size);
        if (rules->split && !num_is_zero(size))
            count = num_shr(num_sub(size, num(rules->unequal)), 1);
        for (size_t i = 0; i < hunt->amounts->n; i++)
            count = num_add(count, count_place(num_sub(size, num(hunt->amounts->v[i])), rules->each));
        budget_spend(hunt->ask->budget, 8 * hunt->amounts->n);
        return count;
    case RULES_SMALLER:
        return num_shr(num_mul(size, num_add(size, num(1))), 1);
    case RULES_UNEQUAL:
        return num_is_zero(size) ? size : num_shr(num_sub(size, num(1)), 1);
    case RULES_HALVES:
        return num_shr(size, 1);
    case RULES_LASKER:
        return num_add(size, num_shr(size, 1));
    }
    return count;
}

/* Whether a formula counts the moves however many there are. */
static bool counted_by_form(const struct rules *rules)
{
    if (rules->kind == RULES_ROW)
        return rules_any_row(rules);
    if (rules->kind == RULES_HALVES || rules->kind == RULES_SMALLER || rules->kind == RULES_LASKER)
        return true;
    return rules->kind == RULES_PLAIN &&
           (rules->amounts == AMOUNTS_ANY || rules->amounts == AMOUNTS_RANGE || rules->amounts == AMOUNTS_POWERS ||
            rules->amounts == AMOUNTS_LIST || rules->amounts == AMOUNTS_ALL_BUT || rules->amounts == AMOUNTS_HALF);
}

/* Whether a proven period counts the moves in a time that does not depend on the sizes of the heaps. */
static bool counted_by_period(const struct hunt *hunt)
{
    const struct wave *wave = &hunt->wave;
    const struct rules *rules = hunt->rules;
    if (rules->kind != RULES_CODE || !wave->proven)
        return false;
    uint64_t steps = 0, each = wave->preperiod + 3 * wave->period;
    for (size_t i = 0; i < rules->n_places; i++) {
        uint64_t more = rules->places[i].digit & 8 ? pieces_steps_of_triples(wave) : rules->places[i].digit & 4 ? each : 0;
        if (more > SG_COUNT_STEPS)
            return false;
        steps += more;
    }
    return steps <= SG_COUNT_STEPS / (hunt->n ? hunt->n : 1);
}

_Static_assert(SG_MOVES_MAX == 10000000 && SG_SET_MAX == 10000000 && SG_COUNT_STEPS == 100000000, "as the words below say");

/* Why moves are not counted (api/problem/words.def has the Chinese). */
static const char *reason(const struct hunt *hunt)
{
    const struct rules *rules = hunt->rules;
    if (rules->kind == RULES_PLAIN && rules->amounts == AMOUNTS_DIVISORS)
        return "not all divisors of such large heaps are looked for";
    if (rules->kind == RULES_PLAIN && rules->amounts == AMOUNTS_MIXED)
        return "only amounts up to 10000000 are looked for";
    if (rules->kind == RULES_CODE && hunt->wave.proven)
        return "the heaps have more than 10000000 moves in all, and to count them by the proven period would take more than "
               "100000000 steps";
    return "the heaps have more than 10000000 moves in all, and no closed form counts those of these rules";
}

void hunt_count_all(struct hunt *hunt, struct num *counts)
{
    struct num total = num(0);
    for (size_t i = 0; i < hunt->n; i++) {
        counts[i] = hunt_count(hunt, hunt->heaps[i]);
        total = num_add(total, counts[i]);
        budget_spend(hunt->ask->budget, 4);
    }
    int64_t most = hunt->rules->kind == RULES_UNEQUAL ? SG_COUNT_STEPS : SG_MOVES_MAX; /* a step each, without any list */
    hunt->lazy = num_cmp_word(total, most) > 0 && !counted_by_form(hunt->rules) && !counted_by_period(hunt);
    if (!hunt->lazy)
        return;
    struct answer *answer = &hunt->ask->answer;
    answer->move_count_unknown = answer->winning_count_unknown = true;
    answer->count_limit = reason(hunt);
}
