/* What processors have different instructions for, by each of them that this machine has, beside plain C or the definition. To
 * the limits of the tables: tests/bench/paths.c. */
#include "core/sg/fill/fill.h"
#include "core/sg/fill/pair_loops.h"
#include "tests/support/core/kernels.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

/* Pairs of a heap, as core/sg/verify.c looks at them, too: values of which only few bits differ, at every length. */
START_TEST(pairs_are_found_whatever_the_length)
{
    enum { LONGEST = 300, ROUNDS = 60 };
    static uint8_t g[2 * LONGEST + FILL_SLACK];
    static uint16_t wide[2 * LONGEST + FILL_SLACK];
    size_t found = 0, asked = 0;
    for (uint64_t last = 0; last <= LONGEST; last++)
        for (int round = 0; round < ROUNDS; round++) {
            uint64_t rest = 2 * last + random_below(2) + (last == 0);
            unsigned low = 1u << random_below(8), high = 256u << random_below(8), base = (unsigned)random_below(65536);
            bool has = false, has_wide = false;
            uint8_t v = (uint8_t)low;
            uint16_t v_wide = (uint16_t)(random_below(2) ? high : low);
            for (uint64_t a = 0; a <= rest; a++) {
                g[a] = (uint8_t)base;
                wide[a] = (uint16_t)(base ^ (v_wide == high ? low : high) * random_below(2));
            }
            if (last && round % 3) {
                uint64_t at = 1 + random_below(last);
                g[at] ^= v;
                wide[at] = wide[rest - at] ^ v_wide;
            }
            for (uint64_t a = 1; a <= last; a++) {
                has |= (g[a] ^ g[rest - a]) == v;
                has_wide |= (wide[a] ^ wide[rest - a]) == v_wide;
            }
            for (int simd = SIMD_PLAIN; simd <= (int)simd_here(); simd++) {
                const struct pair_loops *loops = pair_loops((enum simd)simd);
                ck_assert_msg(loops->any(g, rest, last, v) == has, "instructions %d, %d pairs", simd, (int)last);
                ck_assert_msg(loops->any_wide(wide, rest, last, v_wide) == has_wide, "wide, instructions %d, %d pairs", simd,
                              (int)last);
            }
            found += has_wide;
            asked++;
        }
    ck_assert_uint_gt(found, asked / 2);
    ck_assert_uint_lt(found, asked * 3 / 4);
}
END_TEST

/* A table of values of 9 to 11 bits, drawn, that splitting goes on with: the mex of all pairs. Far enough on that pairs beyond
 * those that are marked must be looked for. */
START_TEST(wide_values_go_on)
{
    enum { THERE = 9000, MORE = 40, SLOTS = 4096 };
    static const unsigned tops[] = {300, 511, 600, 1000};
    static uint16_t truth[THERE + MORE], made[THERE + MORE + FILL_SLACK];
    size_t large = 0;
    rulesets_begin();
    for (size_t i = 0; i < 2 * sizeof tops / sizeof *tops; i++) {
        bool unequal = i % 2;
        const struct rules *rules = unequal ? rules_split(SPLIT_UNEQUAL, false) : rules_octal("0.07");
        for (size_t n = 0; n < THERE; n++)
            truth[n] = (uint16_t)(random_below(tops[i / 2] + 1));
        for (size_t n = THERE; n < THERE + MORE; n++) {
            static bool seen[SLOTS];
            memset(seen, 0, sizeof seen);
            size_t rest = unequal ? n : n - 2;
            for (size_t a = unequal ? 1 : 0; 2 * a + unequal <= rest; a++)
                seen[a ? truth[a] ^ truth[rest - a] : truth[rest]] = true;
            for (truth[n] = 0; seen[truth[n]]; truth[n]++)
                ;
            large += truth[n] >= 256;
        }
        for (int simd = SIMD_PLAIN; simd <= (int)simd_here(); simd++) {
            struct fill fill = kernel_fill(rules, simd, made, 2);
            fill.count = THERE;
            memset(made, 0, sizeof made);
            memcpy(made, truth, THERE * sizeof *made);
            kernel_run(fill_pairs_wide, &fill, THERE + MORE);
            ck_assert_uint_eq(fill.count, THERE + MORE);
            ck_assert_msg(memcmp(made, truth, sizeof truth) == 0, "values to %u, instructions %d", tops[i / 2], simd);
        }
    }
    ck_assert_uint_gt(large, 100);
    rulesets_end();
}
END_TEST

/* The table of one path, and the next one's beside it. */
static void compare_paths(const char *name, fill_kernel *kernel, const struct rules *rules, uint32_t width, uint64_t count)
{
    size_t bytes = count * width + FILL_SLACK;
    char *plain = malloc(bytes), *other = malloc(bytes);
    uint64_t known = 0;
    ck_assert(plain && other);
    for (int simd = SIMD_PLAIN; simd <= (int)simd_here(); simd++) {
        struct fill fill = kernel_fill(rules, simd, simd == SIMD_PLAIN ? plain : other, width);
        kernel_run(kernel, &fill, count);
        if (simd == SIMD_PLAIN)
            known = fill.count;
        ck_assert_msg(fill.count == known, "%s, instructions %d: ends elsewhere", name, simd);
        ck_assert_msg(simd == SIMD_PLAIN || memcmp(plain, other, known * width) == 0, "%s, instructions %d", name, simd);
    }
    free(plain);
    free(other);
}

START_TEST(every_path_makes_the_same_table)
{
    static const int64_t twenty[] = {1, 3, 4, 7, 11, 18, 29, 47, 76, 123, 150, 199, 250, 322, 404, 521, 611, 777, 843, 1000};
    rulesets_begin();
    compare_paths("20 takes", fill_onehot, rules_take(twenty, 20, false), 1, 1000000);
    compare_paths("squares one-hot", fill_onehot, rules_named(SET_SQUARES, false), 1, 100000);
    compare_paths("squares", fill_takes, rules_named(SET_SQUARES, false), 1, 100000);
    compare_paths("squares, wide", fill_takes, rules_named(SET_SQUARES, false), 2, 50000);
    compare_paths("0.9", fill_triples, rules_hex("0.9"), 2, 2000);
    compare_paths("0.FF", fill_triples, rules_hex("0.FF"), 2, 1500);
    compare_paths("0.07", fill_pairs, rules_octal("0.07"), 1, 50000);
    rulesets_end();
}
END_TEST

SUITE(pairs_are_found_whatever_the_length, wide_values_go_on, every_path_makes_the_same_table)
