/* Proven periods: the published ones, that they are least and hold far beyond what was compared, closed forms against the
 * definition. */
#include "core/memory/store.h"
#include "core/sg/engine.h"
#include "core/sg/fill/fill.h"
#include "tests/support/core/kernels.h"
#include "tests/support/core/question.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

static struct budget budget = {.left = UINT64_MAX};
static struct store *store;

static void begin(void)
{
    rulesets_begin();
    store = store_private_new((size_t)1 << 30);
}

static void end(void)
{
    rulesets_end();
    store_private_free(store);
}

static struct sg open_upto(const struct rules *rules, struct num top)
{
    struct sg sg;
    sg_open(&sg, &(struct sg_job){.arena = &rulesets_arena, .budget = &budget, .store = store}, rules, top);
    return sg;
}

/* Values of heaps in a fresh table, without the period. */
static uint16_t *values(const struct rules *rules, uint64_t count)
{
    uint16_t *data = arena_array(&rulesets_arena, count + FILL_SLACK, sizeof *data);
    uint8_t *bytes = arena_array(&rulesets_arena, count + FILL_SLACK, 1);
    struct fill fill = {
        .rules = rules, .arena = &rulesets_arena, .budget = &budget, .simd = simd_here(), .data = bytes, .width = 1};
    if (rules->kind == RULES_PLAIN)
        fill_onehot(&fill, count);
    else
        fill_pairs(&fill, count);
    ck_assert_uint_eq(fill.count, count);
    for (uint64_t n = 0; n < count; n++)
        data[n] = bytes[n];
    return data;
}

/* In `count` values the period holds from preperiod on and not before, and no proper divisor does. */
static void check_least(const uint16_t *g, uint64_t count, uint64_t pre, uint64_t period)
{
    for (uint64_t n = pre; n + period < count; n++)
        ck_assert_uint_eq(g[n], g[n + period]);
    if (pre)
        ck_assert_uint_ne(g[pre - 1], g[pre - 1 + period]);
    for (uint64_t part = 1; part <= period / 2; part++) {
        uint64_t n = pre;
        while (period % part == 0 && n < pre + period && g[n] == g[n + part])
            n++;
        ck_assert(period % part != 0 || n < pre + period);
    }
}

START_TEST(octal_periods_are_the_published_ones)
{
    static const struct {
        const char *code;
        uint64_t pre, period, top;
        unsigned max, at;
    } known[] = {
        {"0.07", 53, 34, 1000, 9, 86},
        {"0.137", 52, 34, 1000, 9, 85},
        {"0.77", 71, 12, 1000, 8, 27},
        {"0.45", 498, 20, 3000, 8, 37},
        {"0.156", 3479, 349, 20000, 23, 1032},
        {"0.356", 7315, 142, 30000, 19, 86},
        {"0.644", 3256, 442, 20000, 64, 333},
        {"0.165", 5181, 1550, 30000, 25, 620},
        {"0.16", 105351, 149459, 600000, 23, 229790},
        {"0.127", 46578, 4, 120000, 56, 24734},
        {"0.56", 326640, 144, 700000, 64, 22778},
    };
    begin();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct rules *rules = rules_octal(known[i].code);
        struct sg sg = open_upto(rules, decimal("1000000000000000000000000000000"));
        ck_assert_msg(sg.period_told, "%s", known[i].code);
        ck_assert_int_eq(sg.preperiod.word, (int64_t)known[i].pre);
        ck_assert_int_eq(sg.period.word, (int64_t)known[i].period);
        ck_assert_uint_ge(sg.checked_to + 1, 2 * known[i].pre + 2 * known[i].period + 2);
        uint16_t *g = values(rules, known[i].top);
        check_least(g, known[i].top, known[i].pre, known[i].period);
        unsigned max = 0, at = 0;
        for (uint64_t n = 0; n < known[i].top; n++)
            if (g[n] > max) {
                max = g[n];
                at = (unsigned)n;
            }
        ck_assert_uint_eq(max, known[i].max);
        ck_assert_uint_eq(at, known[i].at);
        for (uint64_t n = 0; n < known[i].top; n += 97)
            ck_assert_uint_eq(sg_word(&sg, n), g[n]);
    }
    end();
}
END_TEST

START_TEST(cousins_are_shifted)
{
    begin();
    uint16_t *g07 = values(rules_octal("0.07"), 5000), *g137 = values(rules_octal("0.137"), 5000);
    uint16_t *g4 = values(rules_octal("0.4"), 5000), *g44 = values(rules_octal("4.4"), 5000),
             *g77 = values(rules_octal("0.77"), 5000);
    for (size_t n = 1; n + 1 < 5000; n++) {
        ck_assert_uint_eq(g137[n], g07[n + 1]);
        ck_assert_uint_eq(g4[n], g07[n - 1]);
        ck_assert_uint_eq(g44[n], g77[n - 1]);
    }
    end();
}
END_TEST

START_TEST(a_long_period_of_a_take_list)
{
    static const int64_t amounts[] = {1, 3, 4, 7, 11, 18, 29, 47, 76, 123, 150, 199, 250, 322, 404, 521, 611, 777, 843, 1000};
    begin();
    const struct rules *rules = rules_take(amounts, 20, false);
    struct sg sg = open_upto(rules, num(5));
    ck_assert(sg.period_told);
    ck_assert_int_eq(sg.preperiod.word, 142720);
    ck_assert_int_eq(sg.period.word, 107082);
    ck_assert_uint_eq(sg.checked_to, 142720 + 1000 + 107082 - 1);
    uint16_t *g = values(rules, 1000000);
    check_least(g, 1000000, 142720, 107082);
    for (uint64_t n = 0; n < 1000000; n++)
        ck_assert_uint_eq(sg_word(&sg, n), g[n]);
    end();
}
END_TEST

START_TEST(periods_of_random_take_lists_are_least_and_hold)
{
    begin();
    for (int i = 0; i < 400; i++) {
        int64_t amounts[8];
        size_t n = 1 + random_below(8);
        for (size_t k = 0; k < n; k++)
            amounts[k] = (int64_t)(k ? (uint64_t)amounts[k - 1] : 0) + 1 + (int64_t)random_below(6);
        const struct rules *rules = rules_take(amounts, n, false);
        struct sg sg = open_upto(rules, num(0));
        ck_assert(sg.period_told);
        uint64_t pre = (uint64_t)sg.preperiod.word, period = (uint64_t)sg.period.word, count = pre + 2 * period + 2000;
        check_least(values(rules, count), count, pre, period);
    }
    end();
}
END_TEST

/* Told as where it is searched for: 1, 2 and a multiple of 3, and another amount; and only where the table is long enough. */
START_TEST(a_leap_has_the_period_that_would_be_found)
{
    begin();
    static const struct {
        int64_t leap;
        uint64_t period;
    } leaps[] = {{4, 3}, {6, 7}, {999, 1000}, {1000, 3}, {99999, 100000}, {524287, 3}, {524286, 524287}, {524289, 524290}};
    for (size_t i = 0; i < sizeof leaps / sizeof *leaps; i++) {
        const struct rules *rules = rules_take((const int64_t[]){1, 2, leaps[i].leap}, 3, false);
        struct sg sg = open_upto(rules, num(0));
        uint64_t to = (uint64_t)leaps[i].leap + leaps[i].period;
        ck_assert_int_eq(sg.period_told, to <= 1 << 20); /* BASE_MAX of engine.c */
        if (!sg.period_told)
            continue;
        ck_assert_uint_eq((uint64_t)sg.period.word, leaps[i].period);
        ck_assert_int_eq(sg.preperiod.word, 0);
        ck_assert_uint_eq(sg.checked_to, to - 1);
    }
    end();
}
END_TEST

struct excepted {
    const int64_t *v;
    size_t n;
};

static bool may_take(int64_t amount, const void *what)
{
    const struct excepted *excepted = what;
    for (size_t i = 0; i < excepted->n; i++)
        if (excepted->v[i] == amount)
            return false;
    return true;
}

/* The theorem in core/sg/period.c, against 10^5 values of the kernel and 2000 of the definition. */
START_TEST(all_but_sets_are_arithmetic_periodic)
{
    begin();
    for (int i = 0; i < 60; i++) {
        int64_t amounts[5];
        size_t n = 1 + random_below(5);
        for (size_t k = 0; k < n; k++)
            amounts[k] = (int64_t)(k ? (uint64_t)amounts[k - 1] : 0) + 1 + (int64_t)random_below(5);
        const struct rules *rules = rules_all_but(amounts, n);
        struct sg sg = open_upto(rules, num(0));
        ck_assert(sg.period_told);
        ck_assert_int_gt(sg.saltus.word, 0);
        enum { COUNT = 100000, DEFINED = 2000 };
        uint32_t *g = malloc((COUNT + FILL_SLACK) * sizeof *g);
        struct arena_mark mark = arena_mark(&rulesets_arena);
        struct fill fill = {.rules = rules, .arena = &rulesets_arena, .budget = &budget, .data = g, .width = 4};
        fill_all_but(&fill, COUNT);
        arena_rewind(&rulesets_arena, mark);
        uint64_t pre = (uint64_t)sg.preperiod.word, period = (uint64_t)sg.period.word, saltus = (uint64_t)sg.saltus.word;
        for (uint64_t k = pre; k + period < COUNT; k++)
            ck_assert_uint_eq(g[k] + saltus, g[k + period]);
        ck_assert(pre == 0 || g[pre - 1] + saltus != g[pre - 1 + period]);
        for (uint64_t k = 0; k < COUNT; k++)
            ck_assert_uint_eq(sg_word(&sg, k), g[k]);
        static uint16_t truth[DEFINED];
        plain_takes(may_take, &(struct excepted){amounts, n}, truth, DEFINED);
        for (size_t k = 0; k < DEFINED; k++)
            ck_assert_uint_eq(g[k], truth[k]);
        free(g);
    }
    end();
}
END_TEST

START_TEST(no_period_is_told_where_none_is_proven)
{
    begin();
    static const enum set sets[] = {SET_SQUARES, SET_PRIMES, SET_FIBONACCI, SET_FACTORIALS};
    for (size_t i = 0; i < 4; i++) {
        ck_assert(!open_upto(rules_named(sets[i], false), num(300)).period_told);
        ck_assert(!open_upto(rules_named(sets[i], true), num(300)).period_told);
    }
    ck_assert(!open_upto(rules_split(SPLIT_UNEQUAL, false), num(3000)).period_told);
    ck_assert(!open_upto(rules_octal("0.6"), num(3000)).period_told);
    ck_assert(!open_upto(rules_split(SPLIT_SMALLER, false), num(3000)).period_told);
    end();
}
END_TEST

/* What is told depends on the question, not on what was asked before: with takes of 1 and an even m the values have period m+1,
 * and m+1+m of them prove it, here more than 2^20. */
START_TEST(a_longer_table_tells_no_more)
{
    begin();
    static const int64_t amounts[] = {1, 1000000};
    const struct rules *rules = rules_take(amounts, 2, false);
    ck_assert(!open_upto(rules, num(5)).period_told);
    ck_assert(open_upto(rules, num(4000000)).period_told);
    ck_assert(!open_upto(rules, num(5)).period_told);
    ck_assert(open_upto(rules, num(4000000)).period_told);
    end();
}
END_TEST

/* Proofs of up to 2^20 values are found whatever the heaps (Flammenkamp's preperiods and periods). */
START_TEST(a_period_belongs_to_the_rules)
{
    static const struct {
        const char *code;
        int64_t pre, period;
    } known[] = {{"0.16", 105351, 149459}, {"0.127", 46578, 4}, {"0.56", 326640, 144}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        begin();
        struct sg sg = open_upto(rules_octal(known[i].code), num(1));
        ck_assert(sg.period_told);
        ck_assert_int_eq(sg.preperiod.word, known[i].pre);
        ck_assert_int_eq(sg.period.word, known[i].period);
        ck_assert_uint_eq(sg.checked_to, (uint64_t)(2 * (known[i].pre + known[i].period)) + strlen(known[i].code) - 3);
        end();
    }
}
END_TEST

/* Stretches of values across the end of the table, the preperiod and several periods. */
START_TEST(stretches_are_copied)
{
    begin();
    static const int64_t amounts[] = {1, 3, 8, 21}, exceptions[] = {2, 3, 7};
    const struct rules *all[] = {rules_octal("0.77"), rules_octal("0.156"), rules_take(amounts, 4, false),
                                 rules_all_but(exceptions, 3), rules_range(3, 9)};
    static uint16_t copy[20000];
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        struct sg sg = open_upto(all[k], num(100));
        for (uint64_t from = 0; from < 30000; from += 1231) {
            size_t count = (size_t)(from * 7 % 20000);
            sg_copy(&sg, from, count, copy);
            for (size_t i = 0; i < count; i++)
                ck_assert_int_eq(copy[i], sg_value(&sg, num((int64_t)(from + i))).word);
        }
    }
    end();
}
END_TEST

/* ---- closed forms ---- */

static void compare_form(const struct rules *rules, const uint16_t *truth, size_t count)
{
    struct sg sg = open_upto(rules, num((int64_t)count));
    ck_assert_int_ne(sg.closed, CLOSED_NONE);
    for (size_t n = 0; n < count; n++)
        ck_assert_int_eq(sg_value(&sg, num((int64_t)n)).word, truth[n]);
    if (!sg.period_told)
        return;
    ck_assert(!sg.checked);
    size_t pre = (size_t)sg.preperiod.word, period = (size_t)sg.period.word;
    for (size_t n = pre; n + period < count; n++)
        ck_assert_int_eq(truth[n] + sg.saltus.word, truth[n + period]);
    if (pre)
        ck_assert_int_ne(truth[pre - 1] + sg.saltus.word, truth[pre - 1 + period]);
}

struct stretch {
    int64_t from, to;
};

static bool in_stretch(int64_t amount, const void *what)
{
    const struct stretch *stretch = what;
    return amount >= stretch->from && amount <= stretch->to;
}

static bool is_power(int64_t amount, const void *what)
{
    int64_t base = *(const int64_t *)what;
    while (amount % base == 0)
        amount /= base;
    return amount == 1;
}

static bool is_prime_power(int64_t amount, const void *what)
{
    (void)what;
    for (int64_t p = 2; p <= amount; p++)
        if (amount % p == 0)
            return is_power(amount, &p);
    return true;
}

static bool is_any(int64_t amount, const void *what)
{
    (void)what;
    return amount > 0;
}

START_TEST(closed_forms_are_the_mex)
{
    enum { COUNT = 400 };
    static uint16_t truth[COUNT];
    begin();
    for (int64_t from = 1; from <= 12; from++)
        for (int64_t to = from; to <= 30; to++) {
            plain_takes(in_stretch, &(struct stretch){from, to}, truth, COUNT);
            compare_form(rules_range(from, to), truth, COUNT);
        }
    for (int64_t base = 2; base <= 20; base++) {
        plain_takes(is_power, &base, truth, COUNT);
        compare_form(rules_powers(base), truth, COUNT);
    }
    plain_takes(is_prime_power, NULL, truth, COUNT);
    compare_form(rules_named(SET_PRIME_POWERS, false), truth, COUNT);
    plain_takes(is_any, NULL, truth, COUNT);
    compare_form(rules_named(SET_ANY, false), truth, COUNT);
    plain_codes("4.0", false, truth, COUNT);
    compare_form(rules_split(SPLIT_ANY, false), truth, COUNT);
    static char lasker[COUNT + 3] = "4.";
    for (size_t i = 2; i < COUNT + 2; i++)
        lasker[i] = '3';
    plain_codes(lasker, false, truth, COUNT);
    compare_form(rules_split(SPLIT_ANY, true), truth, COUNT);
    end();
}
END_TEST

START_TEST(equal_rules_have_one_form)
{
    begin();
    static const int64_t three[] = {3, 1, 2}, two[] = {2, 1}, gap[] = {5, 2};
    ck_assert_str_eq(rules_take(three, 3, false)->key, rules_range(1, 3)->key);
    ck_assert_str_eq(rules_octal("0.333")->key, rules_range(1, 3)->key);
    ck_assert_str_eq(rules_octal("0.77")->key, rules_take(two, 2, true)->key);
    ck_assert_str_eq(rules_octal("0.7700")->key, rules_hex("0.77")->key);
    ck_assert_str_eq(rules_octal("0.03003")->key, rules_take(gap, 2, false)->key);
    ck_assert_str_eq(rules_octal("4.0")->key, rules_split(SPLIT_ANY, false)->key);
    ck_assert_str_ne(rules_octal("0.77")->key, rules_octal("4.77")->key);
    ck_assert_str_ne(rules_take(gap, 2, false)->key, rules_take(gap, 2, true)->key);
    ck_assert_str_ne(rules_take(gap, 2, false)->key, rules_all_but(gap, 2)->key);
    end();
}
END_TEST

SUITE(octal_periods_are_the_published_ones, cousins_are_shifted, a_long_period_of_a_take_list,
      periods_of_random_take_lists_are_least_and_hold, a_leap_has_the_period_that_would_be_found,
      all_but_sets_are_arithmetic_periodic, no_period_is_told_where_none_is_proven, a_longer_table_tells_no_more,
      a_period_belongs_to_the_rules, stretches_are_copied, closed_forms_are_the_mex, equal_rules_have_one_form)
