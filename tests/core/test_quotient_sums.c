/* Products of misère quotients are sums of heaps: against plain search over all small sums, against CGSuite's genera, far out
 * against published lists, and beyond the heaps that the proof looked at. */
#include "core/sg/misere/misere.h"
#include "core/sg/quotient/learn/learn.h"
#include "tests/support/core/question.h"
#include "tests/support/core/quotients.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"
#include "tests/support/core/sums.h"

#include <string.h>

static unsigned element_of(const struct quotient *q, const struct sum *sum)
{
    unsigned element = 0;
    for (int i = 0; i < sum->n; i++)
        element = quotient_times(q, element, quotient_heap(q, sum->v[i]));
    return element;
}

/* ---- all small sums ---- */

struct comparing {
    const char *name;
    const struct ways *ways;
    const struct quotient *q;
    uint64_t wild; /* the first wild heap */
    int compared, beyond;
};

static void compare(const struct sum *sum, void *what)
{
    struct comparing *c = what;
    if (quotient_lost(c->q, element_of(c->q, sum)) != sum_lost(c->ways, sum))
        ck_abort_msg("%s: %s", c->name, sum_text(sum));
    c->compared++;
    c->beyond += sum->n > 1 && sum->v[0] > c->wild;
}

static uint64_t first_wild(const struct rules *rules, uint64_t top)
{
    const struct genus *genera = misere_genera(&quotients_job, rules, top);
    uint64_t n = 0;
    while (n <= top && !genera[n].wild)
        n++;
    return n;
}

/* All sums of up to so many tokens, as far as the quotient has their heaps. Where the rules are wild within these, some are
 * compared with a heap beyond the first wild one. */
static void check_sums(const char *name, const struct rules *rules, struct ways ways, int tokens)
{
    struct arena_mark mark = arena_mark(&questions_arena);
    const struct quotient *q = quotient_open(&quotients_job, rules, num(0));
    int largest = q->whole || q->count > (uint64_t)tokens ? tokens : (int)q->count - 1;
    struct comparing c = {.name = name, .ways = &ways, .q = q, .wild = first_wild(rules, (uint64_t)tokens)};
    sums_each(tokens, largest, compare, &c);
    ck_assert_int_gt(c.compared, 100);
    ck_assert_msg(c.wild + 1 >= (uint64_t)tokens || c.beyond > 0, "%s: wild from %d on, known to %d", name, (int)c.wild, largest);
    arena_rewind(&questions_arena, mark);
}

START_TEST(products_are_sums)
{
    static const struct {
        const char *code;
        int tokens;
    } octal[] = {{"0.77", 27},   {"0.07", 27},  {"0.15", 27},   {"0.115", 26},  {"0.152", 26},  {"0.512", 24},  {"0.53", 24},
                 {"0.72", 22},   {"0.71", 20},  {"0.123", 20},  {"0.1023", 20}, {"0.1032", 20}, {"0.1232", 20}, {"0.1323", 20},
                 {"0.3103", 20}, {"0.75", 20},  {"4.74", 18},   {"4.56", 18},   {"0.34", 20},   {"0.3131", 20}, {"0.712", 20},
                 {"0.716", 24},  {"0.312", 20}, {"0.144", 24},  {"0.644", 24},  {"0.6", 24},    {"4.7", 18},    {"0.16", 24},
                 {"0.3122", 20}, {"0.31", 18},  {"0.0102", 18}, {"4.3", 18}},
      hex[] = {{"0.F", 16}, {"0.3F", 18}, {"0.8", 22}, {"C.3", 18}};
    static const int64_t three[] = {3}, two_three[] = {2, 3}, one_four[] = {1, 4}, one_three[] = {1, 3};
    for (size_t i = 0; i < sizeof octal / sizeof *octal; i++)
        check_sums(octal[i].code, rules_octal(octal[i].code), ways_code(octal[i].code), octal[i].tokens);
    for (size_t i = 0; i < sizeof hex / sizeof *hex; i++)
        check_sums(hex[i].code, rules_hex(hex[i].code), ways_code(hex[i].code), hex[i].tokens);
    check_sums("Grundy's game", rules_split(SPLIT_UNEQUAL, false), ways_unequal(), 24);
    check_sums("row 3", rules_take(three, 1, true), ways_takes((int[]){3}, 1, 7), 24);
    check_sums("row 2,3", rules_take(two_three, 2, true), ways_takes((int[]){2, 3}, 2, 7), 22);
    check_sums("row 1,4", rules_take(one_four, 2, true), ways_takes((int[]){1, 4}, 2, 7), 20);
    check_sums("row 1,3", rules_take(one_three, 2, true), ways_takes((int[]){1, 3}, 2, 7), 18);
    check_sums("row of primes", rules_named(SET_PRIMES, true), ways_takes((int[]){2, 3, 5, 7, 11, 13, 17}, 7, 7), 18);
}
END_TEST

struct large {
    struct comparing comparing;
    int heap;
};

static void compare_beside(const struct sum *sum, void *what)
{
    struct large *large = what;
    struct sum all = *sum;
    sum_add(&all, large->heap);
    compare(&all, &large->comparing);
}

/* Generators that the sums above have no room for, beside all sums of a few tokens. */
START_TEST(large_generators_are_sums)
{
    static const struct {
        const char *code;
        int heap, tokens;
    } generators[] = {{"0.77", 25, 10}, {"0.77", 27, 10}, {"0.15", 27, 9},  {"0.15", 29, 8},  {"0.15", 30, 8},
                      {"0.115", 28, 8}, {"0.115", 32, 6}, {"0.115", 38, 5}, {"0.115", 40, 5}, {"0.115", 42, 5}};
    for (size_t i = 0; i < sizeof generators / sizeof *generators; i++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        struct ways ways = ways_code(generators[i].code);
        struct large large = {.comparing = {.name = generators[i].code, .ways = &ways}, .heap = generators[i].heap};
        large.comparing.q = quotient_open(&quotients_job, rules_octal(generators[i].code), num(0));
        ck_assert(large.comparing.q->whole);
        sums_each(generators[i].tokens, generators[i].tokens, compare_beside, &large);
        ck_assert_int_gt(large.comparing.compared, 10);
        arena_rewind(&questions_arena, mark);
    }
}
END_TEST

/* ---- CGSuite's genera ---- */

/* The genus of heap n has as its k-th digit the misère value of heap n and k Nim heaps of 2: the m for which these, with a Nim
 * heap of m, are lost. The last two digits go on for ever. Nim heaps of 1, 2 and 3 are heaps of the rules, told in `nim`, where
 * the rules have them. Source: CGSuite, lib/core/src/test/scala/org/cgsuite/lang/GameHeapTest.scala, which lists genera of heaps
 * 0 to 20; where it writes less than two digits (its Genus.java), they are 120 for 0, 031 for 1, and n and n xor 2 for n. */
static const struct genera {
    const char *name;
    const char *digits[21];
    int nim[4];
    int by_quotient; /* comparisons, with up to four heaps of 2 */
} cgsuite[] = {
    {"0.77",
     {"120", "031", "20", "31", "031", "146", "31", "20", "13", "046", "20",
      "46",  "046", "13", "20", "57",  "13",  "64", "31", "20", "031"},
     {0, 1, 2, 3},
     420},
    {"0.07",
     {"120", "120",  "031", "031", "20",  "120", "31",   "031", "031",  "120", "1431",
      "31",  "0520", "20",  "146", "120", "057", "0520", "20",  "1431", "31"},
     {0, 2, 4, 6},
     420},
    {"Grundy's game",
     {"120", "120", "120",  "031", "120", "20",   "031", "120",  "20",   "031", "120",
      "20",  "031", "1431", "20",  "031", "1431", "20",  "0564", "1431", "20"},
     {0, 3, 5, 0},
     315},
    {"0.3F",
     {"120",  "031",  "20",  "120",  "031",  "20",  "1431", "0564",  "46",    "1431", "0564",
      "4875", "19A8", "075", "6875", "19A8", "075", "6A8",  "19CB9", "0BD9B", "6A8"},
     {0, 1, 2, 0},
     180},
};

static int digit_of(const char *digits, int k)
{
    int length = (int)strlen(digits);
    while (k >= length)
        k -= 2;
    return digits[k] <= '9' ? digits[k] - '0' : digits[k] - 'A' + 10;
}

static struct sum with_nim(const struct genera *genera, int heap, int twos, int m)
{
    struct sum sum = sum_of(&heap, 1);
    for (int i = 0; i < twos; i++)
        sum_add(&sum, genera->nim[2]);
    sum_add(&sum, genera->nim[m]);
    return sum;
}

static bool service_says_lost(const struct rules *rules, const struct sum *sum)
{
    struct ask ask = {.arena = &questions_arena, .budget = &questions_budget, .store = questions_store};
    uint16_t sizes[SUM_PARTS] = {0};
    for (int i = 0; i < sum->n; i++)
        sizes[i] = sum->v[i];
    return search_lost(search_new(&ask, rules, NULL), sizes, (size_t)sum->n);
}

/* How many sums were compared with the quotient, which need not have all heaps. */
static int check_genera(const struct genera *genera, const struct rules *rules, struct ways ways)
{
    enum { TWOS = 5 };
    const struct quotient *q = quotient_open(&quotients_job, rules, num(0));
    int by_quotient = 0;
    for (int heap = 0; heap <= 20; heap++)
        for (int twos = 0; twos < TWOS; twos++)
            for (int m = 0; m <= 3; m++) {
                if (m && !genera->nim[m])
                    continue;
                struct arena_mark mark = arena_mark(&questions_arena);
                struct sum sum = with_nim(genera, heap, twos, m);
                bool lost = digit_of(genera->digits[heap], twos) == m;
                ck_assert_msg(sum_lost(&ways, &sum) == lost, "search of %s: %s", genera->name, sum_text(&sum));
                ck_assert_msg(service_says_lost(rules, &sum) == lost, "%s: %s", genera->name, sum_text(&sum));
                if (q->whole || (uint64_t)heap < q->count) {
                    ck_assert_msg(quotient_lost(q, element_of(q, &sum)) == lost, "quotient of %s: %s", genera->name,
                                  sum_text(&sum));
                    by_quotient++;
                }
                arena_rewind(&questions_arena, mark);
            }
    return by_quotient;
}

START_TEST(genera_are_those_of_cgsuite)
{
    static const struct rules *rules[4];
    rules[0] = rules_octal("0.77"), rules[1] = rules_octal("0.07");
    rules[2] = rules_split(SPLIT_UNEQUAL, false), rules[3] = rules_hex("0.3F");
    struct ways ways[] = {ways_code("0.77"), ways_code("0.07"), ways_unequal(), ways_code("0.3F")};
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(check_genera(&cgsuite[i], rules[i], ways[i]), cgsuite[i].by_quotient);
}
END_TEST

/* ---- far out ---- */

/* Kayles: lost alone are 1, 4, 9, 12 and 20 (Winning Ways ch. 13), and no others (Sibert and Conway, Mathematical Kayles). */
START_TEST(lost_heaps_of_kayles)
{
    const struct quotient *q = quotient_open(&quotients_job, rules_octal("0.77"), num(0));
    ck_assert(q->whole);
    for (uint64_t n = 0; n <= 2000; n++)
        ck_assert_msg(quotient_lost(q, quotient_heap(q, n)) == (n == 1 || n == 4 || n == 9 || n == 12 || n == 20), "heap %d",
                      (int)n);
}
END_TEST

/* Heaps that the period theorem need not look at, two periods of them, have the elements that it promises, with no new one. */
START_TEST(the_elements_go_on_beyond_the_proof)
{
    static const char *const codes[] = {"0.77",  "0.15", "0.115",  "0.152", "0.512", "0.53",   "0.123", "0.34",
                                        "0.716", "0.71", "0.1232", "0.75",  "4.74",  "0.0102", "0.52"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        const struct rules *rules = rules_octal(codes[i]);
        const struct quotient *q = quotient_open(&quotients_job, rules, num(0));
        ck_assert(q->whole);
        struct builder *b = arena_alloc(&questions_arena, sizeof *b);
        uint64_t window = 2 * (q->preperiod + q->period + 1) + (uint64_t)rules_last(rules), end = window + 2 * q->period;
        build_begin(b, &quotients_job, rules, end);
        prove_clear(b);
        build_heaps(b, end);
        ck_assert_msg(b->known == end && b->monoid.order == q->order, "%s: %u elements at heap %d", codes[i], b->monoid.order,
                      (int)b->known);
        for (uint64_t n = 0; n < end; n++)
            ck_assert_msg(b->elements[n] == quotient_heap(q, n), "%s: heap %d", codes[i], (int)n);
        arena_rewind(&questions_arena, mark);
    }
}
END_TEST

SUITE_WITH(quotients_setup, quotients_teardown, products_are_sums, large_generators_are_sums, genera_are_those_of_cgsuite,
           lost_heaps_of_kayles, the_elements_go_on_beyond_the_proof)
