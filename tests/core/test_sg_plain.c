/* Values alone, which no period is looked for; and lost heaps that are known without any table. */
#include "core/memory/store.h"
#include "core/sg/engine.h"
#include "core/sg/lost.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"

static struct store *store;
static struct budget budget = {.left = UINT64_MAX};

static void setup(void)
{
    rulesets_begin();
    store = store_private_new((size_t)1 << 28);
}

static void teardown(void)
{
    rulesets_end();
    store_private_free(store);
}

static struct sg open_plainly(struct store *where, const struct rules *rules, int64_t top, bool plain)
{
    struct sg sg;
    sg_open(&sg, &(struct sg_job){.arena = &rulesets_arena, .budget = &budget, .store = where, .plain = plain}, rules, num(top));
    return sg;
}

START_TEST(lost_heaps_are_those_of_value_0)
{
    const struct rules *rules = rules_split(SPLIT_UNEQUAL, false);
    struct sg sg = open_plainly(store, rules, LOST_TOP, true);
    int found = 0;
    bool lost;
    for (int64_t n = 0; n <= LOST_TOP; n++) {
        ck_assert(lost_known(rules, num(n), &lost));
        if (lost != (sg_word(&sg, (uint64_t)n) == 0))
            ck_abort_msg("%lld", (long long)n);
        found += lost;
    }
    ck_assert_int_eq(found, 42);
    ck_assert(!lost_known(rules, num(LOST_TOP + 1), &lost) && !lost_known(rules_octal("0.77"), num(3), &lost));
}
END_TEST

/* A question that wants the period finds it as if the shorter table had not been there. */
START_TEST(values_alone_need_no_period)
{
    static const int64_t amounts[] = {2, 5, 9};
    const struct rules *rules = rules_take(amounts, 3, false);
    struct sg plain = open_plainly(store, rules, 5000, true), whole = open_plainly(store, rules, 5000, false);
    ck_assert(!plain.period_told && plain.table.count < 10000 && whole.period_told);
    for (uint64_t n = 0; n <= 5000; n++)
        ck_assert_uint_eq(sg_word(&plain, n), sg_word(&whole, n));
    struct store *other = store_private_new((size_t)1 << 28);
    struct sg alone = open_plainly(other, rules, 5000, false);
    ck_assert(num_eq(alone.period, whole.period) && num_eq(alone.preperiod, whole.preperiod));
    ck_assert_uint_eq(alone.checked_to, whole.checked_to);
    ck_assert_uint_eq(alone.looked_to, whole.looked_to);
    arena_reset(&rulesets_arena);
    store_private_free(other);
}
END_TEST

SUITE_WITH(setup, teardown, lost_heaps_are_those_of_value_0, values_alone_need_no_period)
