/* Exact integers: words and beyond must be one seamless line. Expected values by hand, by __int128, or by identities. */
#include "core/memory/arena.h"
#include "core/value/number.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

static struct arena arena;

static void setup(void)
{
    num_setup();
    arena_init(&arena, NULL, 0, 64 << 20);
    arena_enter(&arena);
}

static void teardown(void)
{
    arena_enter(NULL);
    arena_reset(&arena);
}

static struct num parse(const char *text)
{
    struct num value = num(-77);
    ck_assert_msg(num_parse(text, strlen(text), &value), "%s", text);
    return value;
}

static void is(struct num value, const char *text)
{
    ck_assert_str_eq(num_text(value), text);
    /* the form is unique, so equality of forms is equality of values */
    struct num again = parse(text);
    ck_assert_int_eq(num_cmp(value, again), 0);
    ck_assert_int_eq(num_is_word(value), num_is_word(again));
}

START_TEST(words_meet_big_numbers_without_a_seam)
{
    is(num_add(num(INT64_MAX), num(1)), "9223372036854775808");
    is(num_sub(num(INT64_MIN), num(1)), "-9223372036854775809");
    is(num_add(num_sub(num(INT64_MIN), num(1)), num(1)), "-9223372036854775808");
    ck_assert(num_is_word(num_add(num_sub(num(INT64_MIN), num(1)), num(1))));
    is(num_sub(num_u64(UINT64_MAX), num_u64((uint64_t)INT64_MAX + 1)), "9223372036854775807");
    is(num_mul(num(INT64_MIN), num(-1)), "9223372036854775808");
    is(num_mul(parse("18446744073709551616"), parse("18446744073709551616")), "340282366920938463463374607431768211456");
    is(num_pow2(62), "4611686018427387904");
    is(num_pow2(63), "9223372036854775808");
    is(num_shl(num(3), 62), "13835058055282163712");
    is(num_shl(num(0), 4000), "0");
    is(num_shr(num_pow2(100), 100), "1");
    is(num_shr(num(5), 64), "0");
}
END_TEST

START_TEST(division_is_floor_division)
{
    is(num_div(num(-7), num(2)), "-4");
    is(num_mod(num(-7), num(2)), "1");
    is(num_div(num(7), num(2)), "3");
    is(num_div(parse("-100000000000000000000"), num(3)), "-33333333333333333334");
    is(num_mod(parse("-100000000000000000000"), num(3)), "2");
    is(num_mod(num(5), parse("100000000000000000000")), "5");
    is(num_mod(num(-5), parse("100000000000000000000")), "99999999999999999995");
}
END_TEST

START_TEST(bits_are_bits)
{
    is(num_xor(num_pow2(200), num_add(num_pow2(200), num(5))), "5");
    ck_assert(num_is_word(num_xor(num_pow2(200), num_add(num_pow2(200), num(5)))));
    is(num_or(num(8), num(3)), "11");
    is(num_and(num_sub(num_pow2(70), num(1)), num(10)), "10");
    ck_assert_uint_eq(num_bits(num(0)), 0);
    ck_assert_uint_eq(num_bits(num(INT64_MAX)), 63);
    ck_assert_uint_eq(num_bits(num_pow2(4095)), 4096);
    ck_assert(num_bit(num_pow2(4095), 4095));
    ck_assert(!num_bit(num_pow2(4095), 4094));
    ck_assert(!num_bit(num(1), 100));
    ck_assert_uint_eq(num_low_zero(num(0)), 0);
    ck_assert_uint_eq(num_low_zero(num(11)), 2);
    ck_assert_uint_eq(num_low_zero(num(INT64_MAX)), 63);
    ck_assert_uint_eq(num_low_zero(num_sub(num_pow2(100), num(1))), 100);
    ck_assert_uint_eq(num_popcount(num_sub(num_pow2(100), num(1))), 100);
    ck_assert_uint_eq(num_popcount(num(255)), 8);
}
END_TEST

START_TEST(roots_are_floors)
{
    for (int64_t n = 0; n < 5000; n++) {
        int64_t r = num_sqrt(num(n)).word;
        ck_assert(r * r <= n && (r + 1) * (r + 1) > n);
    }
    struct num k = num_add(num_pow2(2000), num(12345));
    struct num square = num_mul(k, k);
    ck_assert(num_eq(num_sqrt(square), k));
    ck_assert(num_eq(num_sqrt(num_sub(square, num(1))), num_sub(k, num(1))));
}
END_TEST

START_TEST(only_plain_decimals_are_read)
{
    static const char *const bad[] = {"",   "-",   "-0",  "00",  "01",  "-01", "+1",          "1 ",
                                      " 1", "1.0", "1e3", "0x1", "--1", "12a", "\xe4\xb8\x80"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct num value = num(-77);
        ck_assert_msg(!num_parse(bad[i], strlen(bad[i]), &value), "%s", bad[i]);
        ck_assert_int_eq(value.word, -77);
    }
    is(parse("0"), "0");
    is(parse("-5"), "-5");
    is(parse("999999999999999999"), "999999999999999999");
    is(parse("9223372036854775807"), "9223372036854775807");
    is(parse("-9223372036854775808"), "-9223372036854775808");
    ck_assert(num_is_word(parse("-9223372036854775808")));
    is(parse("9223372036854775808"), "9223372036854775808");
}
END_TEST

START_TEST(limbs_are_the_number)
{
    uint64_t limbs[4], sum[4];
    struct num big = num_add(num_pow2(130), num(7));
    num_to_limbs(big, limbs, 4);
    ck_assert(limbs[0] == 7 && limbs[1] == 0 && limbs[2] == 4 && limbs[3] == 0);
    ck_assert(num_eq(num_from_limbs(limbs, 4), big));
    ck_assert(num_eq(num_view_limbs(limbs, 4), big));
    ck_assert_uint_eq(limbs_add(sum, limbs, limbs, 4), 0);
    ck_assert(num_eq(num_from_limbs(sum, 4), num_shl(big, 1)));
    ck_assert_uint_eq(limbs_sub(sum, sum, limbs, 4), 0);
    ck_assert_int_eq(limbs_cmp(sum, limbs, 4), 0);
    ck_assert_uint_eq(limbs_mul(sum, limbs, 3, UINT64_C(1) << 62), 1);
    ck_assert_uint_eq(limbs_sub(sum, limbs, sum, 3), 0);
    num_to_limbs(num(5), limbs, 4);
    ck_assert(num_is_word(num_from_limbs(limbs, 4)) && num_is_word(num_view_limbs(limbs, 4)));
    is(num_from_limbs(limbs, 4), "5");
    is(num_from_limbs(limbs, 0), "0");
    limbs[0] = UINT64_MAX;
    is(num_from_limbs(limbs, 1), "18446744073709551615");
    is(num_view_limbs(limbs, 4), "18446744073709551615");
    is(num_view_digits(limbs, 4, "18446744073709551615+", 20), "18446744073709551615");
    limbs[0] = 12;
    is(num_view_digits(limbs, 4, "12", 2), "12");
}
END_TEST

/* Random words of all lengths against __int128. */
START_TEST(arithmetic_agrees_with_128_bits)
{
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 200000; i++) {
        int64_t v[2];
        for (int j = 0; j < 2; j++) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            v[j] = (int64_t)seed >> (seed % 64);
        }
        struct arena_mark mark = arena_mark(&arena);
        __int128 a = v[0], b = v[1], product = a * b, quotient = b ? a / b : 0;
        struct num p = num_mul(num(v[0]), num(v[1]));
        ck_assert(num_is_word(p) == (product >= INT64_MIN && product <= INT64_MAX));
        ck_assert(num_eq(num_sub(num_add(p, num(v[0])), num(v[0])), p));
        if (num_is_word(p))
            ck_assert(p.word == product);
        if (b > 0) {
            quotient -= a % b < 0;
            ck_assert(num_div(num(v[0]), num(v[1])).word == quotient);
            ck_assert(num_div(p, num(v[1])).word == a && num_is_zero(num_mod(p, num(v[1]))));
        }
        ck_assert_int_eq(num_cmp(num(v[0]), num(v[1])), (a > b) - (a < b));
        arena_rewind(&arena, mark);
    }
}
END_TEST

SUITE_WITH(setup, teardown, words_meet_big_numbers_without_a_seam, division_is_floor_division, bits_are_bits, roots_are_floors,
           limbs_are_the_number, only_plain_decimals_are_read, arithmetic_agrees_with_128_bits)
