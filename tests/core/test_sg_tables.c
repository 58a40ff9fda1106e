/* Tables between requests: forged ones are found out, honest ones are used as they are, what was computed by a deadline is kept,
 * equal questions are left to one. */
#include "core/game.h"
#include "core/limits.h"
#include "core/memory/store.h"
#include "core/sg/fill/fill.h"
#include "core/sg/position.h"
#include "core/sg/verify.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

extern const struct game game_sg;

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

static struct sg open_in(struct store *where, const struct rules *rules, uint64_t top)
{
    struct sg sg;
    sg_open(&sg, &(struct sg_job){.arena = &rulesets_arena, .budget = &budget, .store = where}, rules, num_u64(top));
    return sg;
}

/* ---- forged tables ---- */

/* Puts a copy of the table into the store, in place of what is there, as if another process had made it. */
static const void *plant(const struct rules *rules, struct table table)
{
    struct store_hold *hold = store_private_hold(&rulesets_arena);
    size_t bytes = table.count * table.width;
    void *copy = store_private_reserve(store, hold, bytes + FILL_SLACK);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, table.data, bytes);
    struct table there;
    if (store->find(store, &rulesets_arena, rules->key, &there))
        store->judge(store, rules->key, &there, false);
    table.data = copy;
    table.stranger = true;
    ck_assert(store_private_adopt(store, hold, rules->key, &table));
    return copy;
}

static void set(struct table *table, uint64_t n, unsigned value)
{
    if (table->width == 1)
        ((uint8_t *)(uintptr_t)table->data)[n] = (uint8_t)value;
    else
        ((uint16_t *)(uintptr_t)table->data)[n] = (uint16_t)value;
}

enum lie {
    LIE_ZERO,
    LIE_FIRST,
    LIE_ASKED,
    LIE_TAIL,
    LIE_SPARSE,
    LIE_PERIOD,
    LIE_PROOF,
    LIE_BEYOND,
    LIE_ENDLESS,
    LIE_WIDTH,
    LIE_HUGE,
    LIES
};

/* Its values in four bytes each. */
static const uint32_t *wider(const struct table *table)
{
    uint32_t *values = arena_array(&rulesets_arena, table->count, sizeof *values), width = table->width;
    for (uint64_t n = 0; n < table->count; n++)
        values[n] = width == 1   ? ((const uint8_t *)table->data)[n]
                    : width == 2 ? ((const uint16_t *)table->data)[n]
                                 : ((const uint32_t *)table->data)[n];
    return values;
}

/* False: that lie does not fit the table. */
static bool forge(enum lie lie, struct table *table, uint64_t asked)
{
    uint64_t n = table->count;
    switch (lie) {
    case LIE_ZERO:
        memset((void *)(uintptr_t)table->data, 0, n * table->width);
        return true;
    case LIE_FIRST:
        set(table, 7, 77);
        return true;
    case LIE_ASKED:
        set(table, asked, 1 + (unsigned)((const uint8_t *)table->data)[asked * table->width]);
        return true;
    case LIE_TAIL:
        for (uint64_t i = n / 2; i < n; i++)
            set(table, i, (unsigned)(i * i % 7));
        return true;
    case LIE_SPARSE:
        for (uint64_t i = 3; i < n; i += 3)
            set(table, i, (unsigned)((const uint8_t *)table->data)[i * table->width] ^ 1);
        return true;
    case LIE_PERIOD:
        table->period *= 2;
        return table->proven;
    case LIE_PROOF: /* a period that is none */
        if (table->proven)
            return false;
        table->proven = true;
        table->preperiod = n / 4;
        table->period = 12;
        table->checked_to = n - 1;
        return true;
    case LIE_BEYOND:
        table->preperiod = n - 1;
        return table->proven;
    case LIE_ENDLESS:
        table->period = UINT64_MAX - 5;
        return table->proven;
    case LIE_WIDTH:
        table->count /= 3;
        table->width = 3;
        return true;
    case LIE_HUGE: /* one value, in a place that is hardly looked at, beyond what any kernel has room for */
        table->data = wider(table);
        table->width = 4;
        ((uint32_t *)(uintptr_t)table->data)[n / 8 * 5] = UINT32_MAX - 7;
        return asked != n / 8 * 5;
    case LIES:
        break;
    }
    return false;
}

/* One lie, told in a store of its own. */
static void refute(const struct rules *rules, uint64_t top, const struct sg *truth, enum lie lie)
{
    struct arena_mark mark = arena_mark(&rulesets_arena);
    struct store *honest = store;
    struct table table = truth->table, found;
    void *copy = arena_raw(&rulesets_arena, table.count * table.width);
    table.data = memcpy(copy, table.data, table.count * table.width);
    store = store_private_new((size_t)1 << 28);
    if (forge(lie, &table, top < table.count ? top : table.count - 1)) {
        const void *planted = plant(rules, table);
        ck_assert_int_eq(sg_stored(rules, &rulesets_arena, store, num_u64(top)),
                         SG_STRANGER); /* not to be answered on the event loop */
        struct sg sg = open_in(store, rules, top);
        ck_assert_msg(sg.table.data != planted, "%s: lie %d was believed", rules->key, lie);
        ck_assert_uint_eq(sg.table.count, truth->table.count);
        for (uint64_t n = 0; n < truth->table.count; n++)
            ck_assert_uint_eq(sg_word(&sg, n), sg_word(truth, n));
        ck_assert_int_eq(sg.period_told, truth->period_told);
        ck_assert(num_eq(sg.period, truth->period) && num_eq(sg.preperiod, truth->preperiod));
        ck_assert(store->find(store, &rulesets_arena, rules->key, &found) && !found.stranger && found.data != planted);
    }
    arena_rewind(&rulesets_arena, mark);
    store_private_free(store);
    store = honest;
}

static void refute_all(const struct rules *rules, uint64_t top)
{
    struct sg truth = open_in(store, rules, top);
    for (int lie = 0; lie < LIES; lie++)
        refute(rules, top, &truth, (enum lie)lie);
}

START_TEST(a_forged_table_changes_nothing)
{
    static const int64_t amounts[] = {1, 3, 4, 7, 11, 18, 29}, exceptions[] = {2, 5};
    refute_all(rules_octal("0.77"), 50000);
    refute_all(rules_octal("0.16"), 60000); /* no period proven yet */
    refute_all(rules_octal("0.16"), 1000000);
    refute_all(rules_octal("4.07"), 70000);
    refute_all(rules_hex("0.9"), 1500);
    refute_all(rules_split(SPLIT_UNEQUAL, false), 30000);
    refute_all(rules_take(amounts, 7, false), 100);
    refute_all(rules_take(amounts, 7, true), 3000);
    refute_all(rules_all_but(exceptions, 2), 3000);
    refute_all(rules_named(SET_SQUARES, false), 400000);
    refute_all(rules_named(SET_FACTORIALS, true), 1200);
    refute_all(rules_named(SET_FACTORIALS, false), 1 << 18); /* the first value that is not made again */
}
END_TEST

START_TEST(an_honest_table_is_used)
{
    const struct rules *rules = rules_octal("0.16");
    struct sg truth = open_in(store, rules, 1000000), sg;
    struct store *other = store_private_new((size_t)1 << 28), *own = store;
    store = other;
    const void *planted = plant(rules, truth.table);
    sg = open_in(store, rules, 1000000);
    ck_assert_ptr_eq(sg.table.data, planted);
    ck_assert_int_eq(sg_stored(rules, &rulesets_arena, store, num(1000000)), SG_STORED);
    store = own;
    arena_reset(&rulesets_arena);
    store_private_free(other);
}
END_TEST

START_TEST(a_table_is_held_against_its_definition)
{
    const struct rules *all[] = {rules_octal("0.77"), rules_hex("0.9"), rules_split(SPLIT_UNEQUAL, false),
                                 rules_named(SET_SQUARES, false)};
    struct sg_job job = {.arena = &rulesets_arena, .budget = &budget, .store = store};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct sg sg = open_in(store, all[i], 1000);
        struct table table = sg.table;
        void *copy = arena_raw(&rulesets_arena, table.count * table.width);
        table.data = memcpy(copy, table.data, table.count * table.width);
        for (uint64_t n = 0; n < 500; n++)
            ck_assert(sg_recurrence_holds(&job, all[i], &table, n));
        for (uint64_t n = 400; n < 500; n++) {
            unsigned value = (unsigned)sg_word(&sg, n);
            for (unsigned other = value ? value - 1 : 1; other < value + 4; other++) {
                set(&table, n, other);
                ck_assert_int_eq(sg_recurrence_holds(&job, all[i], &table, n), other == value);
            }
            set(&table, n, value);
        }
    }
}
END_TEST

/* ---- deadlines ---- */

struct patience {
    const struct rules *rules;
    uint64_t top;
    unsigned looks; /* left */
    struct arena arena;
    struct budget budget;
};

static enum status look(void *what)
{
    struct patience *patience = what;
    return patience->looks-- ? STATUS_ok : STATUS_deadline_exceeded;
}

static void ask(void *what)
{
    struct patience *patience = what;
    struct sg sg;
    sg_open(&sg, &(struct sg_job){.arena = &patience->arena, .budget = &patience->budget, .store = store}, patience->rules,
            num_u64(patience->top));
}

/* Asks with time for so many steps, then so many looks; how many values are kept. */
static enum status ask_within(const struct rules *rules, uint64_t top, uint64_t steps, unsigned looks, uint64_t *kept)
{
    struct patience patience = {.rules = rules, .top = top, .looks = looks};
    struct escape landed;
    struct table table = {0};
    arena_init(&patience.arena, NULL, 0, (size_t)64 << 20);
    patience.budget = (struct budget){.left = steps, .arena = &patience.arena, .look = look, .what = &patience};
    enum status status = arena_try(&patience.arena, &landed, ask, &patience);
    arena_reset(&patience.arena);
    store->find(store, &patience.arena, rules->key, &table);
    arena_reset(&patience.arena);
    *kept = table.count;
    return status;
}

/* Wherever the time ends, in a kernel or in the search for a period, what was computed is there. */
START_TEST(a_deadline_loses_nothing)
{
    static const char *const codes[] = {"0.77", "0.165"}; /* proven by 1024 and 16384 values */
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        const struct rules *rules = rules_octal(codes[i]);
        uint64_t kept, before = 0;
        enum status status = STATUS_deadline_exceeded;
        for (uint64_t steps = 1; status != STATUS_ok; steps += 1500) {
            struct store *own = store;
            store = store_private_new((size_t)1 << 28);
            status = ask_within(rules, 60000, steps, 0, &kept);
            ck_assert(status == STATUS_ok || status == STATUS_deadline_exceeded);
            ck_assert_msg(kept >= before, "%s, %llu steps: %llu values, were %llu", codes[i], (unsigned long long)steps,
                          (unsigned long long)kept, (unsigned long long)before);
            if (status == STATUS_ok) /* the last ask before this one ended in the search */
                ck_assert_uint_eq(before, kept);
            before = kept;
            store_private_free(store);
            store = own;
        }
    }
}
END_TEST

/* The count at which a heap beyond every table is refused, with looks that end the work so often that it goes on by many asks. */
static uint64_t refused_after(const struct rules *rules, unsigned looks, unsigned *asked)
{
    struct store *own = store;
    uint64_t kept, again;
    enum status status = STATUS_deadline_exceeded;
    store = store_private_new((size_t)1 << 28);
    for (*asked = 0; status == STATUS_deadline_exceeded; ++*asked)
        status = ask_within(rules, SG_TABLE_MAX + UINT64_C(1), BUDGET_STEPS, looks, &kept);
    ck_assert_int_eq(status, STATUS_too_large);
    ck_assert_int_eq(ask_within(rules, SG_TABLE_MAX + UINT64_C(1), 1, 0, &again), STATUS_too_large); /* at once */
    ck_assert_uint_eq(again, kept);
    struct arena_mark mark = arena_mark(&rulesets_arena);
    ck_assert_int_eq(sg_stored(rules, &rulesets_arena, store, num_u64(UINT64_MAX)), SG_STORED);
    arena_rewind(&rulesets_arena, mark);
    store_private_free(store);
    store = own;
    return kept;
}

/* Beyond every table only a proven period answers: so many values are tried for it, whatever the time. */
START_TEST(beyond_the_tables_is_too_large)
{
    static const struct {
        const char *code;
        bool hex;
        unsigned looks; /* enough to get further every time */
    } cases[] = {{"0.6", false, 400}, {"0.4444", false, 1000}, {"0.8", true, 3000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned asked;
        uint64_t kept;
        const struct rules *rules = cases[i].hex ? rules_hex(cases[i].code) : rules_octal(cases[i].code);
        ck_assert_int_eq(ask_within(rules, SG_TABLE_MAX + UINT64_C(1), 100000, 0, &kept), STATUS_deadline_exceeded);
        ck_assert_uint_gt(kept, 0);
        uint64_t whole = refused_after(rules, UINT_MAX, &asked);
        ck_assert_uint_eq(asked, 1);
        ck_assert_uint_eq(refused_after(rules, cases[i].looks, &asked), whole);
        ck_assert_uint_gt(asked, 1);
    }
}
END_TEST

/* What is proven with more values than are tried, ahead of time, is used. */
START_TEST(a_proof_that_is_there_is_used)
{
    const struct rules *rules = rules_octal("0.6");
    struct sg sg = open_in(store, rules, 100000);
    struct table table = sg.table;
    ck_assert(!sg.period_told);
    table.proven = true; /* it is not, but nobody looks again at a table of one's own */
    table.preperiod = 5;
    table.period = 7;
    table.checked_to = table.count - 1;
    store->publish(store, &rulesets_arena, rules->key, &table);
    uint64_t kept;
    ck_assert_int_eq(ask_within(rules, SG_TABLE_MAX + UINT64_C(1), 1, 0, &kept), STATUS_ok); /* at once */
    sg = open_in(store, rules, SG_TABLE_MAX + UINT64_C(1));
    ck_assert(sg.period_told);
    ck_assert_int_eq(sg.period.word, 7);
}
END_TEST

/* Periods of the literature (as in Flammenkamp's tables of octal games), beyond every table. */
START_TEST(known_periods_are_among_what_is_tried)
{
    static const struct {
        const char *code;
        int64_t preperiod, period;
    } known[] = {
        {"0.07", 53, 34},     {"0.137", 52, 34},        {"0.77", 71, 12},      {"0.45", 498, 20},
        {"0.156", 3479, 349}, {"0.356", 7315, 142},     {"0.644", 3256, 442},  {"0.165", 5181, 1550},
        {"0.127", 46578, 4},  {"0.16", 105351, 149459}, {"0.56", 326640, 144}, {"0.376", 2268248, 4},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct sg sg = open_in(store, rules_octal(known[i].code), UINT64_MAX);
        ck_assert(sg.period_told);
        ck_assert_int_eq(sg.preperiod.word, known[i].preperiod);
        ck_assert_int_eq(sg.period.word, known[i].period);
        arena_reset(&rulesets_arena);
    }
}
END_TEST

/* Asks with time for so many looks, again and again; how often. Every question gets further than the one before. */
static unsigned ask_until_there(const struct rules *rules, uint64_t top, unsigned looks)
{
    uint64_t kept;
    unsigned asked = 1;
    for (uint64_t before = 0; ask_within(rules, top, BUDGET_STEPS, looks, &kept) != STATUS_ok; asked++) {
        ck_assert_msg(kept > before, "%s: %llu values, were %llu", rules->key, (unsigned long long)kept,
                      (unsigned long long)before);
        before = kept;
    }
    return asked;
}

/* Asking again gets further, until the answer is there, and it is the same. */
START_TEST(asking_again_gets_further)
{
    const struct rules *rules = rules_octal("0.16");
    ck_assert_uint_gt(ask_until_there(rules, 1000000, 40), 3);
    struct sg sg = open_in(store, rules, 1000000);
    ck_assert(sg.period_told);
    ck_assert_int_eq(sg.preperiod.word, 105351);
}
END_TEST

/* Whatever the kernel: what has to be made anew to go on takes less than what was made. */
START_TEST(every_kernel_goes_on_where_it_stopped)
{
    static const int64_t three[] = {3};
    const struct {
        const struct rules *rules;
        uint64_t top;
        unsigned looks;
    } cases[] = {
        {rules_hex("0.8"), 3000, 40},
        {rules_hex("0.ABC"), 2000, 40},
        {rules_octal("0.6"), 60000, 60},
        {rules_take(three, 1, true), 60000, 60},

        {rules_split(SPLIT_UNEQUAL, false), 100000, 60},
        {rules_named(SET_SQUARES, false), 500000, 100},
        {rules_named(SET_PRIMES, false), 2000000, 100},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned asked = ask_until_there(cases[i].rules, cases[i].top, cases[i].looks);
        ck_assert_msg(asked > 2, "%s: %u", cases[i].rules->key, asked);
        struct sg sg = open_in(store, cases[i].rules, cases[i].top);
        ck_assert_uint_gt(sg.table.count, cases[i].top);
    }
}
END_TEST

/* Values that were published before the search for a period are searched when they are asked for again. */
START_TEST(an_unsearched_table_is_searched)
{
    const struct rules *rules = rules_octal("0.77");
    struct sg truth = open_in(store, rules, 5);
    struct table table = truth.table;
    struct store *own = store;
    ck_assert(truth.period_told);
    table.proven = false;
    table.preperiod = table.period = table.checked_to = 0;
    store = store_private_new((size_t)1 << 28);
    plant(rules, table);
    struct sg sg = open_in(store, rules, 5);
    ck_assert(sg.period_told && num_eq(sg.period, truth.period));
    ck_assert_int_eq(sg_stored(rules, &rulesets_arena, store, num(5)), SG_STORED);
    arena_reset(&rulesets_arena);
    store_private_free(store);
    store = own;
}
END_TEST

/* ---- what may be answered on an event loop ---- */

static bool find_away(struct store *face, struct arena *arena, const char *key, struct table *found)
{
    (void)face, (void)arena, (void)key;
    found->away = true;
    return false;
}

/* Takes [1,3,4] and small heaps are cheap, unless a table has to be fetched or looked at first. */
START_TEST(a_table_to_be_fetched_is_not_cheap)
{
    static struct store away = {.find = find_away};
    int64_t amounts[] = {1, 3, 4};
    struct num heap = num(79);
    struct list take = {3, amounts};
    struct sg_position position = {.rules = {.head.given = BIT(0), .take = {TAKE_LIST, &take}}, .heaps = {1, &heap}};
    const struct rules *rules = rules_make(&rulesets_arena, &position.rules);
    ck_assert_uint_gt(game_sg.cost(&position), CHEAP_STEPS); /* or nobody would ask further */
    ck_assert_uint_gt(game_sg.cost_stored(&position, &rulesets_arena, &away), CHEAP_STEPS);
    ck_assert_uint_le(game_sg.cost_stored(&position, &rulesets_arena, store), CHEAP_STEPS);
    struct store *own = store;
    struct sg truth = open_in(store, rules, 79);
    uint64_t there = game_sg.cost_stored(&position, &rulesets_arena, store);
    store = store_private_new((size_t)1 << 28);
    ck_assert_uint_lt(there, game_sg.cost_stored(&position, &rulesets_arena, store));
    plant(rules, truth.table);
    ck_assert_uint_gt(game_sg.cost_stored(&position, &rulesets_arena, store), CHEAP_STEPS);
    open_in(store, rules, 79);
    ck_assert_uint_eq(game_sg.cost_stored(&position, &rulesets_arena, store), there);
    arena_reset(&rulesets_arena);
    store_private_free(store);
    store = own;
}
END_TEST

SUITE_WITH(setup, teardown, a_forged_table_changes_nothing, an_honest_table_is_used, a_table_is_held_against_its_definition,
           a_deadline_loses_nothing, beyond_the_tables_is_too_large, a_proof_that_is_there_is_used,
           known_periods_are_among_what_is_tried, asking_again_gets_further, every_kernel_goes_on_where_it_stopped,
           an_unsearched_table_is_searched, a_table_to_be_fetched_is_not_cheap)
