/* Misère quotients: published ones, the laws of a quotient, products against plain search, refusals and what is kept of them. */
#include "core/sg/quotient/build.h"
#include "core/sg/quotient/quotient.h"
#include "tests/support/core/question.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

extern const struct game game_coins;

static struct sg_job job;

static void begin(void)
{
    questions_begin();
    rulesets_begin();
    arena_enter(&questions_arena);
    job = (struct sg_job){.arena = &questions_arena, .budget = &questions_budget, .store = questions_store};
}

static void end(void)
{
    rulesets_end();
    questions_end();
}

/* Kayles: Sibert and Conway, Mathematical Kayles (1992). 0.75: the only quotient of order 8, Siegel, math/0703070. Periods of
 * those with four digits: the tables of Plambeck and Siegel, arXiv 0705.2404. The rest was computed by a program of its own that
 * learns from outcomes and shares nothing with this one. Takes and hexadecimal codes: tame (Winning Ways ch. 13), so the order is
 * that of misère Nim. 4.4 is Kayles with one stone more. */
static const struct {
    const char *code;
    int order, lost, preperiod, period;
} known[] = {
    {"0.77", 40, 9, 71, 12},  {"4.4", 40, 9, 72, 12},    {"0.123", 20, 5, 5, 5},   {"0.1023", 20, 5, 6, 7},
    {"0.1032", 20, 5, 8, 7},  {"0.1033", 20, 5, 7, 7},   {"0.1331", 20, 5, 5, 5},  {"0.3103", 20, 5, 3, 5},
    {"0.3112", 20, 5, 6, 5},  {"0.1232", 46, 12, 6, 6},  {"0.1323", 46, 12, 7, 6}, {"0.75", 8, 2, 8, 2},
    {"4.74", 8, 2, 8, 2},     {"4.56", 8, 2, 11, 4},     {"0.512", 8, 2, 16, 6},   {"0.34", 12, 3, 7, 8},
    {"0.3131", 12, 3, 7, 2},  {"0.712", 14, 4, 3, 6},    {"0.716", 14, 4, 22, 2},  {"0.3101", 14, 4, 5, 2},
    {"0.312", 12, 3, 5, 2},   {"0.53", 16, 3, 21, 9},    {"0.72", 24, 5, 16, 4},   {"0.71", 36, 9, 3, 6},
    {"0.15", 42, 12, 66, 10}, {"0.115", 42, 12, 92, 14}, {"0.144", 30, 5, 12, 10}, {"0.152", 34, 6, 25, 48},
    {"0.31", 6, 2, 3, 2},     {"0.32", 6, 2, 1, 3},      {"0.33", 6, 2, 0, 3},     {"0.52", 6, 2, 6, 4},
    {"4.3", 6, 2, 2, 2},      {"0.3", 2, 1, 0, 2},       {"0.0102", 2, 1, 1, 8},   {"4.2", 2, 1, 1, 2},
    {"0.111", 2, 1, 4, 1},
};

static void check_facts(const struct rules *rules, const char *name, int order, int lost, int preperiod, int period)
{
    struct quotient_facts facts = quotient_facts(&job, rules);
    ck_assert_msg(facts.proven, "%s", name);
    ck_assert_msg(facts.order.word == order && facts.p_elements.word == lost && facts.preperiod.word == preperiod &&
                      facts.period.word == period,
                  "%s: order %s, %s lost, period %s from %s", name, num_text(facts.order), num_text(facts.p_elements),
                  num_text(facts.period), num_text(facts.preperiod));
}

START_TEST(the_published_ones)
{
    begin();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        check_facts(rules_octal(known[i].code), known[i].code, known[i].order, known[i].lost, known[i].preperiod,
                    known[i].period);
        arena_rewind(&questions_arena, mark);
    }
    static const int64_t a[] = {1, 3, 4}, b[] = {2, 5}, c[] = {1, 2, 5, 9};
    check_facts(rules_take(a, 3, false), "1,3,4", 6, 2, 0, 7);
    check_facts(rules_take(b, 2, false), "2,5", 6, 2, 0, 7);
    check_facts(rules_take(c, 4, false), "1,2,5,9", 6, 2, 0, 10);
    check_facts(rules_hex("0.F"), "hex 0.F", 2, 1, 0, 2);
    check_facts(rules_range(1, 7), "1 to 7", 10, 2, 0, 8); /* heaps of misère Nim below 8 */
    check_facts(rules_split(SPLIT_ANY, false), "split any", 2, 1, 1, 2);
    ck_assert(!quotient_facts(&job, rules_named(SET_ANY, false)).proven);
    ck_assert(!quotient_facts(&job, rules_named(SET_SQUARES, false)).proven);
    ck_assert(!quotient_facts(&job, rules_split(SPLIT_SMALLER, false)).proven);
    end();
}
END_TEST

/* Quotients of the heaps up to n of 0.07 (the program named above); nothing is published of the whole game, which is refused. */
START_TEST(the_first_heaps_of_dawsons_kayles)
{
    static const struct {
        uint64_t heap;
        unsigned order;
    } orders[] = {{12, 12}, {14, 24}, {25, 144}, {27, 176}};
    begin();
    struct builder *b = arena_alloc(&questions_arena, sizeof *b);
    build_begin(b, &job, rules_octal("0.07"), 64);
    prove_clear(b);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        build_heaps(b, orders[i].heap + 1);
        ck_assert_ptr_null(b->limit_name);
        ck_assert_uint_eq(b->monoid.order, orders[i].order);
    }
    ck_assert(!quotient_facts(&job, rules_octal("0.07")).proven);
    end();
}
END_TEST

static void check_laws(const struct quotient *q, const char *name)
{
    for (unsigned x = 0; x < q->order; x++) {
        ck_assert_uint_eq(quotient_times(q, 0, x), x);
        for (unsigned y = 0; y < q->order; y++) {
            ck_assert_uint_eq(quotient_times(q, x, y), quotient_times(q, y, x));
            for (unsigned z = 0; z < q->order; z += 3)
                ck_assert_uint_eq(quotient_times(q, quotient_times(q, x, y), z), quotient_times(q, x, quotient_times(q, y, z)));
            bool apart = x == y;
            for (unsigned z = 0; z < q->order && !apart; z++)
                apart = quotient_lost(q, quotient_times(q, x, z)) != quotient_lost(q, quotient_times(q, y, z));
            ck_assert_msg(apart, "%s: elements %u and %u are one", name, x, y);
        }
    }
    ck_assert(!quotient_lost(q, 0));
}

START_TEST(products_obey_the_laws)
{
    begin();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct rules *rules = rules_octal(known[i].code);
        struct arena_mark mark = arena_mark(&questions_arena);
        if (quotient_possible(rules))
            check_laws(quotient_open(&job, rules, num(0)), known[i].code);
        arena_rewind(&questions_arena, mark);
    }
    end();
}
END_TEST

/* ---- plain search, from the code's digits: how many heaps there are of each size, four bits each ---- */

enum { SIZE = 15, SLOTS = 1 << 20 };

static struct {
    uint64_t key;
    bool known, lost;
} memory[SLOTS];

static bool search_lost_position(const char *code, uint64_t position);

static uint64_t with(uint64_t position, int size)
{
    return size ? position + (UINT64_C(1) << 4 * size) : position;
}

static bool option_found(const char *code, uint64_t position, bool *any)
{
    for (int size = 1; size <= SIZE; size++)
        for (int k = 0; position >> 4 * size & 15 && code[k]; k++) {
            int rest = size - (k ? k - 1 : 0), digit = code[k] - '0';
            for (int a = 0; k != 1 && a <= rest - a; a++) {
                if (!(digit >> ((a > 0) + (rest - a > 0)) & 1))
                    continue;
                *any = true;
                if (search_lost_position(code, with(with(position - (UINT64_C(1) << 4 * size), a), rest - a)))
                    return true;
            }
        }
    return false;
}

static bool search_lost_position(const char *code, uint64_t position)
{
    size_t slot = (size_t)(position * UINT64_C(0x9e3779b97f4a7c15) >> 40) % SLOTS;
    for (; memory[slot].known; slot = (slot + 1) % SLOTS)
        if (memory[slot].key == position)
            return memory[slot].lost;
    bool any = false, wins = option_found(code, position, &any);
    while (memory[slot].known)
        slot = (slot + 1) % SLOTS;
    memory[slot].key = position;
    memory[slot].known = true;
    memory[slot].lost = any && !wins;
    return memory[slot].lost;
}

/* Random sums of up to `tokens` stones, no heap above SIZE, at most four of a size: the product of the elements is lost iff the
 * sum is; so multiplying elements is adding positions. */
static void check_against_search(const char *code, int tokens, int rounds)
{
    memset(memory, 0, sizeof memory);
    const struct quotient *q = quotient_open(&job, rules_octal(code), num(0));
    uint64_t seed = 1;
    for (int round = 0; round < rounds; round++) {
        uint64_t position = 0;
        unsigned element = 0;
        for (int left = tokens; left > 0;) {
            seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            int size = 1 + (int)((seed >> 33) % SIZE);
            if (size > left || (position >> 4 * size & 15) == 4 || !num_lt(num(size), num_u64(q->count)))
                break;
            position = with(position, size);
            element = quotient_times(q, element, quotient_heap(q, (uint64_t)size));
            left -= size;
            ck_assert_msg(quotient_lost(q, element) == search_lost_position(code, position), "%s %llx", code,
                          (unsigned long long)position);
        }
    }
}

START_TEST(products_are_sums)
{
    static const char *const codes[] = {"0.77",  "0.123", "0.75",  "4.56",  "0.34", "0.71", "0.15", "0.144",
                                        "0.152", "0.07",  "0.137", "0.644", "0.6",  "4.7",  "0.16", "0.3122"};
    begin();
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        check_against_search(codes[i], *codes[i] == '4' ? 15 : 30, 120); /* 4.…: each stone may become a heap */
        arena_rewind(&questions_arena, mark);
    }
    end();
}
END_TEST

/* ---- what is kept ---- */

static uint64_t steps;

static enum status count_looks(void *what)
{
    (void)what;
    steps++;
    return STATUS_ok;
}

static uint64_t looks_of(const struct rules *rules, struct num top)
{
    struct arena_mark mark = arena_mark(&questions_arena);
    struct budget budget = {.left = 0, .arena = &questions_arena, .look = count_looks};
    struct sg_job counted = job;
    counted.budget = &budget;
    steps = 0;
    quotient_open(&counted, rules, top);
    arena_rewind(&questions_arena, mark);
    return steps;
}

/* A refusal is remembered, and says the same whatever was asked before. */
START_TEST(refusals_are_kept)
{
    begin();
    const struct rules *rules = rules_octal("0.6");
    uint64_t first = looks_of(rules, num(5));
    ck_assert_uint_gt(first, 20 * (looks_of(rules, num(5)) + 1));
    const struct quotient *q = quotient_open(&job, rules, num(100000));
    ck_assert(q->refused && !quotient_covers(q, num(100)));
    ck_assert_str_eq(q->limit_name, "sums");
    end();
}
END_TEST

/* Sums of many options: the steps of the largest attempt are counted, so that the end comes early, and is the same everywhere. */
START_TEST(learning_ends)
{
    begin();
    enum { PLACES = 64, LOOKS_MAX = 6000 };
    int64_t amounts[PLACES];
    for (int64_t i = 0; i < PLACES; i++)
        amounts[i] = i + 1;
    const struct rules *rules[] = {rules_hex("0.9"),
                                   rules_hex("0.FFF"),
                                   rules_octal("0.77777777"),
                                   rules_take(amounts, PLACES, true),
                                   rules_named(SET_FACTORIALS, true),
                                   rules_named(SET_PRIMES, true),
                                   rules_named(SET_PRIME_POWERS, true)};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        ck_assert_uint_lt(looks_of(rules[i], num(20)), LOOKS_MAX);
        const struct quotient *q = quotient_open(&job, rules[i], num(20));
        ck_assert(q->refused && quotient_covers(q, num(20)));
        ck_assert_str_eq(q->limit_name, "options");
    }
    end();
}
END_TEST

struct patience {
    int looks;
};

static enum status lose_patience(void *what)
{
    struct patience *patience = what;
    return patience->looks-- > 0 ? STATUS_ok : STATUS_deadline_exceeded;
}

struct hurried {
    struct sg_job job;
    const struct rules *rules;
    unsigned order;
    uint64_t count;
};

static void open_hurriedly(void *what)
{
    struct hurried *hurried = what;
    const struct quotient *q = quotient_open(&hurried->job, hurried->rules, num(0));
    hurried->order = q->order;
    hurried->count = q->count;
}

/* Whoever runs out of time leaves what he has proven; the end is that of one who had time. */
START_TEST(time_runs_out)
{
    begin();
    struct hurried hurried = {job, rules_octal("0.26"), 0, 0};
    int rounds = 0;
    for (enum status status = STATUS_deadline_exceeded; status != STATUS_ok; rounds++) {
        struct patience patience = {600};
        struct budget budget = {.left = 0, .arena = &questions_arena, .look = lose_patience, .what = &patience};
        struct arena_mark mark = arena_mark(&questions_arena);
        struct escape landed;
        hurried.job.budget = &budget;
        status = arena_try(&questions_arena, &landed, open_hurriedly, &hurried);
        ck_assert(status == STATUS_ok || status == STATUS_deadline_exceeded);
        ck_assert_int_lt(rounds, 200);
        arena_rewind(&questions_arena, mark);
    }
    ck_assert_int_gt(rounds, 1);
    struct store *other = store_private_new(1 << 24);
    job.store = other;
    const struct quotient *q = quotient_open(&job, rules_octal("0.26"), num(0));
    ck_assert_uint_eq(q->order, hurried.order);
    ck_assert_uint_eq(q->count, hurried.count);
    arena_reset(&questions_arena);
    store_private_free(other);
    end();
}
END_TEST

/* ---- circles ---- */

static struct ask *ask_circles(const int64_t *rows, size_t n_rows, const int64_t *circles, size_t n_circles)
{
    void *position = object_new(game_coins.position);
    struct num numbers[8];
    for (size_t i = 0; i < n_rows; i++)
        numbers[i] = num(rows[i]);
    object_set_items(game_coins.position, position, "rows", numbers, n_rows);
    for (size_t i = 0; i < n_circles; i++)
        numbers[i] = num(circles[i]);
    object_set_items(game_coins.position, position, "circles", numbers, n_circles);
    object_set(game_coins.position, position, "misere", num(1));
    return question_ask(&game_coins, position, LISTING_WINNING, num(0), 10, num(0));
}

/* A circle of n becomes a row of n-1 or n-2. Alone it is lost iff neither is lost; with other circles and rows that have elements
 * of the quotient of rows, it is what search says. */
START_TEST(circles_of_kayles)
{
    begin();
    const struct quotient *q = quotient_open(&job, rules_octal("0.77"), num(0));
    for (int64_t n = 3; n < 300; n++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        bool wins = quotient_lost(q, quotient_heap(q, (uint64_t)n - 1)) || quotient_lost(q, quotient_heap(q, (uint64_t)n - 2));
        struct ask *ask = ask_circles(NULL, 0, &n, 1);
        ck_assert_int_eq(ask->answer.verdict, wins ? OUTCOME_WIN : OUTCOME_LOSS);
        ck_assert_str_eq(ask->answer.method, "quotient");
        arena_rewind(&questions_arena, mark);
    }
    end();
}
END_TEST

SUITE(the_published_ones, the_first_heaps_of_dawsons_kayles, products_obey_the_laws, products_are_sums, refusals_are_kept,
      learning_ends, time_runs_out, circles_of_kayles)
