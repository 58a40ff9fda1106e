/* Every table kernel, on every instruction set that this machine has, against the definition on random rules; continued in pieces
 * of random length; digests of published tables. */
#include "core/sg/fill/fill.h"
#include "core/sg/fill/mask.h"
#include "tests/support/core/kernels.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t value_at(const void *data, uint32_t width, uint64_t n)
{
    return width == 1 ? ((const uint8_t *)data)[n] : ((const uint16_t *)data)[n];
}

/* Runs the kernel in steps; returns how many values it made before it gave up. */
static uint64_t make(fill_kernel *kernel, const struct rules *rules, int simd, uint32_t width, void *data, uint64_t count)
{
    struct fill fill = kernel_fill(rules, simd, data, width);
    while (fill.count < count && !fill.wider) {
        uint64_t to = fill.count + 1 + random_below(count);
        kernel_run(kernel, &fill, to < count ? to : count);
    }
    return fill.count;
}

/* The values that fit the kernel are right; it may give up only where a value reaches `most`. */
static void compare_width(const char *name, fill_kernel *kernel, const struct rules *rules, const uint16_t *truth, uint64_t count,
                          unsigned most, uint32_t width)
{
    for (int simd = SIMD_PLAIN; simd <= (int)simd_here(); simd++) {
        void *data = arena_alloc(&rulesets_arena, count * width + FILL_SLACK);
        uint64_t made = make(kernel, rules, simd, width, data, count);
        for (uint64_t n = 0; n < made; n++)
            ck_assert_msg(value_at(data, width, n) == truth[n], "%s, instructions %d: heap %llu is %llu, must be %u", name, simd,
                          (unsigned long long)n, (unsigned long long)value_at(data, width, n), truth[n]);
        bool reason = made == count;
        for (uint64_t n = made; n < count && n < made + 16; n++)
            reason |= truth[n] >= most;
        ck_assert_msg(reason, "%s, instructions %d: gave up at heap %llu", name, simd, (unsigned long long)made);
    }
}

static void compare(const char *name, fill_kernel *kernel, const struct rules *rules, const uint16_t *truth, uint64_t count,
                    unsigned most)
{
    compare_width(name, kernel, rules, truth, count, most, 1);
}

static char *random_code(char *code, const char *digits, size_t firsts)
{
    size_t n = 1 + random_below(6);
    code[0] = "048C"[random_below(firsts)];
    code[1] = '.';
    for (size_t i = 0; i < n; i++)
        code[2 + i] = digits[random_below(firsts == 2 ? 8 : 16)];
    code[2 + n] = '\0';
    return code;
}

START_TEST(codes_are_made_by_blocks)
{
    rulesets_begin();
    for (int i = 0; i < 1000; i++) {
        struct arena_mark mark = arena_mark(&rulesets_arena);
        char code[16];
        uint64_t count = 550 + random_below(i % 20 ? 300 : 4000);
        const struct rules *rules = rules_octal(random_code(code, "01234567", 2));
        if (rules->kind == RULES_CODE) {
            uint16_t *truth = arena_array(&rulesets_arena, count, sizeof *truth);
            plain_codes(code, false, truth, count);
            compare(code, fill_pairs, rules, truth, count, 256);
            compare_width(code, fill_pairs_wide, rules, truth, count, 65536, 2);
        }
        arena_rewind(&rulesets_arena, mark);
    }
    rulesets_end();
}
END_TEST

/* A place farther away than a block, and beyond the first heaps. */
START_TEST(far_places_are_reached)
{
    rulesets_begin();
    static const int64_t lists[][3] = {{1, 2, 63}, {1, 64, 65}, {3, 100, 700}, {62, 63, 64}, {2, 128, 1000}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char code[1100] = "0.";
        for (int64_t k = 1; k <= lists[i][2]; k++)
            code[1 + k] = k == lists[i][0] || k == lists[i][1] || k == lists[i][2] ? '7' : '0';
        uint16_t truth[3000];
        plain_codes(code, false, truth, 3000);
        compare("row", fill_pairs, rules_take(lists[i], 3, true), truth, 3000, 256);
        compare_width("row, wide", fill_pairs_wide, rules_take(lists[i], 3, true), truth, 3000, 65536, 2);
        compare("row by sets", fill_sets, rules_take(lists[i], 3, true), truth, 1200, 65536);
    }
    rulesets_end();
}
END_TEST

START_TEST(three_pieces_are_made_by_sets)
{
    rulesets_begin();
    for (int i = 0; i < 1000; i++) {
        struct arena_mark mark = arena_mark(&rulesets_arena);
        char code[16];
        uint64_t count = 40 + random_below(i % 20 ? 60 : 250);
        const struct rules *rules = rules_hex(random_code(code, "0123456789ABCDEF", 4));
        bool triples = code[0] == '8' || strpbrk(code, "89ABCDEF");
        if (rules->kind == RULES_CODE) {
            uint16_t *truth = arena_array(&rulesets_arena, count, sizeof *truth);
            plain_codes(code, false, truth, count);
            compare(code, fill_sets, rules, truth, count, triples ? 64 : 256);
            compare(code, fill_triples, rules, truth, count, 256);
            compare_width(code, fill_triples, rules, truth, count, 65536, 2);
        }
        arena_rewind(&rulesets_arena, mark);
    }
    rulesets_end();
}
END_TEST

/* ---- codes with three pieces by sets of bytes, once more from the rules, as far as values need many words ---- */

enum { LONG = 1500, LONG_VALUES = 2048 };

static bool pair_values[LONG][LONG_VALUES], triple_values[LONG][LONG_VALUES];

/* Values are below `top`, a power of 2, and so are their sums. */
static void know_sums(const uint16_t *g, uint64_t r, unsigned top)
{
    memset(pair_values[r], 0, sizeof pair_values[r]);
    memset(triple_values[r], 0, sizeof triple_values[r]);
    for (uint64_t a = 1; a < r; a++)
        pair_values[r][g[a] ^ g[r - a]] = true;
    for (uint64_t a = 1; a + 1 < r; a++)
        for (unsigned v = 0; 3 * a <= r && v < top; v++)
            triple_values[r][v ^ g[a]] |= pair_values[r - a][v];
}

static void long_code(const char *code, uint16_t *g)
{
    unsigned top = 1;
    for (uint64_t n = 0; n < LONG; n++) {
        bool options[LONG_VALUES] = {false};
        know_sums(g, n, top);
        for (uint64_t place = 0; place <= n && (place == 0 || code[place + 1]); place++) {
            char digit[2] = {code[place ? place + 1 : 0], '\0'};
            unsigned d = (unsigned)strtoul(digit, NULL, 16);
            uint64_t r = n - place;
            options[0] |= place && r == 0 && d & 1;
            if (place && r && d & 2)
                options[g[r]] = true;
            for (unsigned v = 0; v < top; v++)
                options[v] |= (d & 4 && pair_values[r][v]) || (d & 8 && triple_values[r][v]);
        }
        for (g[n] = 0; options[g[n]]; g[n]++)
            ;
        while (top <= g[n])
            top *= 2;
    }
}

START_TEST(three_pieces_have_values_of_many_words)
{
    static const char *const codes[] = {"0.9", "0.08", "0.FF", "8.13", "0.3C8"};
    static uint16_t truth[LONG];
    rulesets_begin();
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        long_code(codes[i], truth);
        compare_width(codes[i], fill_triples, rules_hex(codes[i]), truth, LONG, 65536, 2);
    }
    rulesets_end();
}
END_TEST

struct amount_list {
    int64_t v[64];
    size_t n;
};

static bool is_among(int64_t amount, const void *what)
{
    const struct amount_list *amounts = what;
    for (size_t i = 0; i < amounts->n; i++)
        if (amounts->v[i] == amount)
            return true;
    return false;
}

static bool is_not_among(int64_t amount, const void *what)
{
    return !is_among(amount, what);
}

static struct amount_list random_amounts(size_t most, uint64_t largest)
{
    struct amount_list amounts = {.n = 0};
    for (size_t n = random_below(most + 1); n > 0; n--) {
        int64_t amount = 1 + (int64_t)random_below(largest);
        if (!is_among(amount, &amounts))
            amounts.v[amounts.n++] = amount;
    }
    return amounts;
}

START_TEST(takes_are_made_one_hot)
{
    rulesets_begin();
    for (int i = 0; i < 1500; i++) {
        struct arena_mark mark = arena_mark(&rulesets_arena);
        struct amount_list amounts = random_amounts(i % 10 ? 12 : 50, i % 3 ? 40 : 600);
        uint16_t truth[1500];
        uint64_t count = 1 + random_below(i % 5 ? 300 : 1500);
        plain_takes(is_among, &amounts, truth, count);
        const struct rules *rules = rules_take(amounts.v, amounts.n, false);
        if (rules->amounts == AMOUNTS_LIST)
            compare("takes", fill_onehot, rules, truth, count, 32);
        compare("takes by bytes", fill_takes, rules, truth, count, 256);
        compare_width("takes by bytes, wide", fill_takes, rules, truth, count, 2048, 2);
        compare("takes by the definition", fill_plain, rules, truth, count, 256);
        arena_rewind(&rulesets_arena, mark);
    }
    rulesets_end();
}
END_TEST

/* 1 … m and a larger amount, small and large, up to the middle of it, to it, and some periods beyond. */
START_TEST(a_leap_is_made_by_its_law)
{
    rulesets_begin();
    int leaps = 0;
    for (int i = 0; i < 800; i++) {
        struct arena_mark mark = arena_mark(&rulesets_arena);
        struct amount_list amounts = {.n = 0};
        uint16_t truth[1500];
        size_t below = 1 + random_below(i % 10 ? 6 : 40);
        while (amounts.n < below) {
            amounts.v[amounts.n] = (int64_t)amounts.n + 1;
            amounts.n++;
        }
        amounts.v[amounts.n++] = (int64_t)(below + 2 + random_below(i % 3 ? 60 : 400));
        uint64_t count = 1 + random_below(1500);
        plain_takes(is_among, &amounts, truth, count);
        const struct rules *rules = rules_take(amounts.v, amounts.n, false);
        ck_assert_uint_gt(leap_period(rules), 0);
        leaps += leap_period(rules) > amounts.n;
        compare("a leap", fill_leap, rules, truth, count, 256);
        arena_rewind(&rulesets_arena, mark);
    }
    ck_assert_int_gt(leaps, 100);
    static const int64_t others[][3] = {{1, 3, 4}, {2, 3, 9}, {1, 2, 3}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_uint_eq(leap_period(rules_take(others[i], 3, false)), 0);
    rulesets_end();
}
END_TEST

START_TEST(all_but_a_few)
{
    rulesets_begin();
    for (int i = 0; i < 500; i++) {
        struct arena_mark mark = arena_mark(&rulesets_arena);
        struct amount_list amounts = random_amounts(9, 30);
        if (amounts.n) {
            uint16_t truth[400];
            plain_takes(is_not_among, &amounts, truth, 400);
            compare("all but", fill_all_but, rules_all_but(amounts.v, amounts.n), truth, 400, 256);
        }
        arena_rewind(&rulesets_arena, mark);
    }
    rulesets_end();
}
END_TEST

static bool is_marked(int64_t amount, const void *what)
{
    return ((const bool *)what)[amount];
}

/* Values of squares pass 32 at some 10^4. */
START_TEST(primes_and_squares)
{
    enum { COUNT = 16000 };
    static uint16_t truth[COUNT];
    rulesets_begin();
    static bool prime[COUNT], square[COUNT];
    for (size_t i = 1; i < COUNT; i++) {
        prime[i] = i > 1;
        for (size_t d = 2; d * d <= i; d++)
            prime[i] &= i % d != 0;
        if (i * i < COUNT)
            square[i * i] = true;
    }
    plain_takes(is_marked, prime, truth, COUNT / 4);
    compare("primes", fill_primes, rules_named(SET_PRIMES, false), truth, COUNT / 4, 64);
    compare("primes by bytes", fill_takes, rules_named(SET_PRIMES, false), truth, COUNT / 4, 256);
    plain_takes(is_marked, square, truth, COUNT);
    compare("squares", fill_onehot, rules_named(SET_SQUARES, false), truth, COUNT, 32);
    compare("squares by bytes", fill_takes, rules_named(SET_SQUARES, false), truth, COUNT, 256);
    rulesets_end();
}
END_TEST

/* Amounts k, 2k, 3k, …: value n/k, so the kernels end where they must. */
START_TEST(large_values_are_handed_over)
{
    enum { COUNT = 2000 };
    static uint16_t truth[COUNT];
    rulesets_begin();
    int64_t amounts[600];
    for (int64_t i = 0; i < 600; i++)
        amounts[i] = 3 * (i + 1);
    for (size_t n = 0; n < COUNT; n++)
        truth[n] = (uint16_t)(n / 3 % 601);
    const struct rules *rules = rules_take(amounts, 600, false);
    compare("one-hot", fill_onehot, rules, truth, COUNT, 32);
    compare("by bytes", fill_takes, rules, truth, COUNT, 256);
    compare_width("plain", fill_plain, rules, truth, COUNT, 65536, 2);
    compare_width("by bytes, wide", fill_takes, rules, truth, COUNT, 2048, 2);
    rulesets_end();
}
END_TEST

static uint64_t digest(const struct rules *rules, int simd, uint64_t count)
{
    uint8_t *data = malloc(count + FILL_SLACK);
    ck_assert_ptr_nonnull(data);
    struct fill fill = kernel_fill(rules, simd, data, 1);
    fill_pairs(&fill, count);
    ck_assert_uint_eq(fill.count, count);
    uint64_t hash = UINT64_C(1469598103934665603);
    for (uint64_t n = 0; n < count; n++)
        hash = (hash ^ data[n]) * UINT64_C(1099511628211);
    free(data);
    return hash;
}

/* Digests that were computed elsewhere: 0.77 and 0.07 up to 2*10^5, 0.16 and Grundy's game up to 10^6. Without vectors the last
 * two take long: Grundy's game is compared with what vectors make of it. */
START_TEST(digests_are_the_published_ones)
{
    enum { FEW = 100001, SOME = 200001, ALL = 1000001 };
    rulesets_begin();
    const struct rules *unequal = rules_split(SPLIT_UNEQUAL, false);
    for (int simd = SIMD_PLAIN; simd <= (int)simd_here(); simd++) {
        ck_assert_uint_eq(digest(rules_octal("0.77"), simd, SOME), UINT64_C(0xd65f9a8151bbb0f7));
        ck_assert_uint_eq(digest(rules_octal("0.16"), simd, ALL), UINT64_C(0xab21b8757b1184a7));
        if (simd == SIMD_PLAIN && simd_here() != SIMD_PLAIN)
            continue;
        ck_assert_uint_eq(digest(rules_octal("0.07"), simd, SOME), UINT64_C(0x987b38742cf58846));
        ck_assert_uint_eq(digest(unequal, simd, ALL), UINT64_C(0x385ebed9ff780127));
    }
    ck_assert_uint_eq(digest(unequal, SIMD_PLAIN, FEW), digest(unequal, (int)simd_here(), FEW));
    rulesets_end();
}
END_TEST

START_TEST(grundys_game)
{
    rulesets_begin();
    static uint16_t truth[12000];
    plain_codes("4.0", true, truth, 12000);
    compare("unequal", fill_pairs, rules_split(SPLIT_UNEQUAL, false), truth, 12000, 256);
    compare_width("unequal, wide", fill_pairs_wide, rules_split(SPLIT_UNEQUAL, false), truth, 12000, 65536, 2);
    rulesets_end();
}
END_TEST

/* Rare heaps less the common ones, counted one by one. */
static int64_t surplus_of(const struct mask *mask, const uint8_t *g, uint64_t from, uint64_t to, unsigned place_parity)
{
    int64_t surplus = 0;
    for (uint64_t n = from; n < to; n++)
        surplus += mask_is_rare(mask, g[n], n + place_parity) ? 1 : -1;
    return surplus;
}

START_TEST(no_mask_makes_fewer_heaps_rare)
{
    enum { HEAPS = 300, TRIES = 60 };
    uint8_t g[HEAPS];
    for (unsigned try = 0; try < TRIES; try++) {
        uint64_t from = random_below(HEAPS / 2), to = from + 1 + random_below(HEAPS / 2);
        unsigned values = 1u << random_below(9), place_parity = try % 2;
        for (size_t n = 0; n < HEAPS; n++)
            g[n] = (uint8_t)(random_below(values) & random_below(values));
        for (int one_parity = 0; one_parity < 2; one_parity++) {
            struct mask best = mask_best(g, from, to, one_parity, place_parity);
            ck_assert_int_eq(surplus_of(&best, g, from, to, place_parity), best.surplus);
            for (unsigned m = 0; m < 2 * MASK_VALUES; m++) {
                struct mask mask = {.bits = m % MASK_VALUES, .by_place = m / MASK_VALUES};
                if (mask.by_place ? one_parity : mask.bits > 0)
                    ck_assert_int_ge(surplus_of(&mask, g, from, to, place_parity), best.surplus);
            }
        }
    }
}
END_TEST

SUITE(codes_are_made_by_blocks, far_places_are_reached, three_pieces_are_made_by_sets, three_pieces_have_values_of_many_words,
      takes_are_made_one_hot, a_leap_is_made_by_its_law, all_but_a_few, digests_are_the_published_ones, grundys_game,
      primes_and_squares, large_values_are_handed_over, no_mask_makes_fewer_heaps_rare)
