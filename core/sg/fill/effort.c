/* What it will take to lengthen a table, told by the rules and the values that are there: estimates, but counted ones, the same
 * on every machine.
 *
 * A value of a code of two pieces takes, for every place that splits and once more, a pass for every eight values up to the
 * largest, and a pass is the longer the more heaps are rare (core/sg/fill/pairs.c). Where 8 bits do not hold the values, and
 * where three pieces are left, it takes time in proportion to the heap. A value of a list takes a step for 30 amounts. */
#include "core/limits.h"
#include "core/memory/store.h"
#include "core/sg/fill/fill.h"
#include "core/sg/fill/mask.h"
#include "core/sg/fill/pair_loops.h"

enum { WINDOW = 2048, FIRST = 1024 };

/* The places that split. */
struct splits {
    unsigned n, triples, parity;
    bool one_parity;
};

static struct splits splits_of(const struct rules *rules)
{
    struct splits splits = {.parity = 2, .one_parity = true};
    for (size_t i = 0; i < rules->n_places; i++) {
        splits.triples += (rules->places[i].digit & 8) != 0;
        if (!(rules->places[i].digit & 4))
            continue;
        unsigned here = (unsigned)rules->places[i].amount & 1;
        splits.one_parity &= splits.parity == 2 || splits.parity == here;
        splits.parity = here;
        splits.n++;
    }
    splits.parity &= 1;
    return splits;
}

bool pairs_are_light(const struct rules *rules, const uint8_t *values, uint64_t count)
{
    enum { RARE_MAX = 8, RARE_LATER = 1, VALUE_MAX = 96, PLACE_MAX = 64, EARLY = 1 << 14 };
    if (rules_last(rules) > PLACE_MAX)
        return false;
    struct splits splits = splits_of(rules);
    unsigned top = 0;
    for (uint64_t n = count - WINDOW; n < count; n++)
        top = values[n] > top ? values[n] : top;
    struct mask mask = mask_best(values, count - WINDOW, count, splits.one_parity, splits.parity);
    return (mask.surplus + WINDOW) / 2 <= (count <= EARLY ? RARE_MAX : RARE_LATER) && top < VALUE_MAX;
}

static uint64_t value_at(const struct table *table, uint64_t n)
{
    return table->width == 1   ? ((const uint8_t *)table->data)[n]
           : table->width == 2 ? ((const uint16_t *)table->data)[n]
                               : ((const uint32_t *)table->data)[n];
}

/* The first heap of a code whose value takes more than 8 bits, the table's count where there is none. */
static uint64_t first_wide(const struct rules *rules, const struct table *table)
{
    uint64_t n = table->width == 1 || rules->kind != RULES_CODE ? table->count : 0;
    while (n < table->count && value_at(table, n) <= UINT8_MAX)
        n++;
    return n;
}

/* Of a code of two pieces whose first `count` values take 8 bits. */
static uint64_t steps_narrow(const struct splits *splits, const struct table *table, uint64_t count)
{
    enum { STEP = 8, RARES = 128 };
    uint8_t last[WINDOW];
    unsigned top = 0;
    uint64_t n = count < WINDOW ? count : WINDOW; /* both even: the parity of a heap is that of its place here */
    for (uint64_t i = 0; i < n; i++) {
        last[i] = (uint8_t)value_at(table, count - n + i);
        top = last[i] > top ? last[i] : top;
    }
    struct mask mask = mask_best(last, 0, n, splits->one_parity, splits->parity);
    uint64_t rare = (uint64_t)(mask.surplus + (int64_t)n) / 2, passes = (1 + splits->n) * (top / STEP + 1);
    return passes * (count + rare * count / n * count / RARES);
}

/* About how many steps it takes to double the first `count` values. */
static uint64_t steps_to_double(const struct rules *rules, const struct splits *splits, const struct table *table, uint64_t wide,
                                uint64_t count)
{
    enum { AMOUNTS = 20, AMOUNTS_STEP = 30, ALL_BUT = 8, ALL_BUT_STEP = 6, WIDE = 32, SETS_SPLITS = 128 };
    if (rules->kind == RULES_PLAIN && rules->amounts == AMOUNTS_ALL_BUT)
        return count * (ALL_BUT + rules->n / ALL_BUT_STEP);
    if (rules->kind != RULES_CODE)
        return count * (AMOUNTS + rules->n) / AMOUNTS_STEP;
    if (table_needs_sets(rules))
        return count / 4 * 3 * (1 + splits->triples + splits->n / SETS_SPLITS) * count;
    return wide < count ? count / WIDE * (1 + splits->n) * count : steps_narrow(splits, table, count);
}

uint64_t table_tries(const struct rules *rules, const struct table *table)
{
    uint64_t most = sg_table_limit(rules) + 1, wide = first_wide(rules, table), count = FIRST, steps = 0;
    struct splits splits = splits_of(rules);
    most = most < SG_PROOF_VALUES ? most : SG_PROOF_VALUES;
    while (count < most && count <= table->count) {
        steps += steps_to_double(rules, &splits, table, wide, count);
        if (steps > SG_PROOF_STEPS)
            return count;
        count *= 2;
    }
    return count < most ? count : most;
}
