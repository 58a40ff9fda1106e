/* What random positions are drawn from: the generator as it was published, both ends of every range, and bounds that grow with
 * the size. */
#include "core/limits.h"
#include "core/sample.h"
#include "tests/support/core/suite.h"

static struct arena arena;

static void begin(void)
{
    num_setup();
    arena_init(&arena, NULL, 0, (size_t)1 << 26);
    arena_enter(&arena);
}

static void end(void)
{
    arena_enter(NULL);
    arena_reset(&arena);
}

static struct sample of_size(int size)
{
    return (struct sample){.arena = &arena, .size = size, .state = 1234567};
}

/* splitmix64 from 1234567, as other programs print it. */
START_TEST(the_generator_is_the_published_one)
{
    static const uint64_t published[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                         UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                         UINT64_C(16408922859458223821)};
    struct sample sample = of_size(0);
    for (size_t i = 0; i < sizeof published / sizeof *published; i++)
        ck_assert_uint_eq((uint64_t)sample_from(&sample, INT64_MIN, INT64_MAX), published[i]);
    ck_assert_uint_eq(sample.lots, 5);
    ck_assert_int_eq(sample_from(&sample, 7, 7), 7);
    ck_assert_uint_eq((uint64_t)sample_from(&sample, INT64_MIN, INT64_MIN), (uint64_t)INT64_MIN);
}
END_TEST

/* Six numbers, each about 1000 times of 6000. */
START_TEST(ranges_are_even_and_have_both_ends)
{
    struct sample sample = of_size(0);
    struct list words = sample_words(&sample, 6000, -2, 3);
    int from[6] = {0}, listed[6] = {0}, below[6] = {0};
    for (size_t i = 0; i < 6000; i++) {
        int64_t word = sample_from(&sample, -2, 3), of_list = list_words(words)[i];
        struct num less = sample_below(&sample, num(5));
        ck_assert(word >= -2 && word <= 3 && of_list >= -2 && of_list <= 3 && num_sign(less) >= 0 && num_cmp_word(less, 5) <= 0);
        from[word + 2]++, listed[of_list + 2]++, below[less.word]++;
    }
    for (int i = 0; i < 6; i++)
        ck_assert_msg(from[i] > 850 && from[i] < 1150 && listed[i] > 850 && listed[i] < 1150 && below[i] > 600, "%d: %d %d %d", i,
                      from[i], listed[i], below[i]);
}
END_TEST

START_TEST(chances_are_in_percent)
{
    struct sample sample = of_size(0);
    int never = 0, rarely = 0, half = 0, mostly = 0, always = 0;
    for (int i = 0; i < 10000; i++) {
        never += sample_chance(&sample, 0);
        rarely += sample_chance(&sample, 1);
        half += sample_chance(&sample, 50);
        mostly += sample_chance(&sample, 99);
        always += sample_chance(&sample, 100);
    }
    ck_assert_int_eq(never, 0);
    ck_assert_int_eq(always, 10000);
    ck_assert_msg(rarely > 50 && rarely < 150 && half > 4800 && half < 5200 && mostly > 9850 && mostly < 9950, "%d, %d, %d",
                  rarely, half, mostly);
}
END_TEST

/* From 1 to 1024 are eleven binary digits; at half the size a quarter of them, 2.75: 4 to 8, three quarters of the way, is 7, and
 * a tenth of the size is added. */
START_TEST(bounds_grow_with_the_size)
{
    struct sample sample = of_size(0);
    static const int64_t ranges[][2] = {{1, 1024}, {4, 100000}, {0, 9}, {-5, 5}, {3, 3}, {1, INT64_MAX}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        int64_t before = ranges[i][0];
        for (sample.size = 0; sample.size <= 100; sample.size++) {
            int64_t bound = sample_bound(&sample, ranges[i][0], ranges[i][1]);
            ck_assert_int_ge(bound, before);
            ck_assert_int_le(bound, ranges[i][1]);
            ck_assert(sample.size || bound == ranges[i][0]);
            before = bound;
        }
        ck_assert_int_eq(before, ranges[i][1]);
    }
    sample.size = 50;
    ck_assert_int_eq(sample_bound(&sample, 1, 1024), 7 + 5);
    ck_assert_int_eq(sample_bound(&sample, 0, 1023), 7 + 5 - 1);
    ck_assert_int_eq(sample_bound(&sample, 3, 3 * 1024), (3 * 4) * 7 / 4 + 5);
}
END_TEST

START_TEST(counts_begin_with_three_lengths)
{
    struct sample sample = of_size(0);
    int seen[7] = {0};
    for (int i = 0; i < 300; i++) {
        size_t n = sample_count(&sample, 4, 1000), few = sample_count(&sample, 1, 2);
        size_t four = sample_count(&sample, 7, 10);
        ck_assert(n >= 4 && n <= 6 && few >= 1 && few <= 2 && four >= 7 && four <= 9);
        seen[n]++, seen[few]++;
    }
    for (int n = 1; n <= 6; n++)
        ck_assert_msg(n == 3 ? seen[n] == 0 : seen[n] > 60, "%d: %d", n, seen[n]);
}
END_TEST

START_TEST(distinct_words_are_distinct)
{
    struct sample sample = of_size(0);
    int places[5] = {0};
    for (int round = 0; round < 500; round++) {
        bool seen[5] = {false};
        size_t n = (size_t)sample_from(&sample, 0, 5);
        struct list words = sample_distinct(&sample, n, 10, 14);
        ck_assert_uint_eq(words.n, n);
        for (size_t i = 0; i < n; i++) {
            int64_t word = list_words(words)[i] - 10;
            ck_assert(word >= 0 && word < 5 && !seen[word]);
            seen[word] = true;
            places[word] += n == 1;
        }
        arena_reset(&arena);
    }
    for (int i = 0; i < 5; i++)
        ck_assert_int_gt(places[i], 5);
}
END_TEST

/* Of three digits at most at size 0; of as many as there may be at 100 and down to half of them, and no more. */
START_TEST(integers_grow_to_their_limit)
{
    struct sample sample = of_size(0);
    uint64_t most = 0, fewest = INT_BITS;
    bool least = false;
    for (int i = 0; i < 300; i++) {
        struct num value = sample_int(&sample, 2);
        ck_assert(num_cmp_word(value, 2) >= 0 && num_cmp_word(value, 2 + 7) <= 0);
        least |= num_cmp_word(value, 2) == 0;
    }
    ck_assert(least);
    sample.size = 100;
    for (int i = 0; i < 300; i++) {
        struct num value = sample_int(&sample, 1);
        most = num_bits(value) > most ? num_bits(value) : most;
        fewest = num_bits(value) < fewest ? num_bits(value) : fewest;
    }
    ck_assert_uint_le(most, INT_BITS);
    ck_assert_uint_gt(most, INT_BITS - 16);
    ck_assert_uint_lt(fewest, INT_BITS / 2 + 64);
    struct list list = sample_ints(&sample, 1000, 0);
    for (size_t i = 0; i < list.n; i++)
        ck_assert_uint_le(num_bits(list_nums(list)[i]), 1000); /* a million digits in all */
}
END_TEST

SUITE_WITH(begin, end, the_generator_is_the_published_one, ranges_are_even_and_have_both_ends, chances_are_in_percent,
           bounds_grow_with_the_size, counts_begin_with_three_lengths, distinct_words_are_distinct, integers_grow_to_their_limit)
