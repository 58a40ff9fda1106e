/* The digest of table files: SipHash against its authors' vectors, sensitivity to every bit, length and key. */
#include "server/tables/digest.h"
#include "tests/support/core/suite.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static struct digest_key key;

static void setup(void)
{
    unsigned char secret[DIGEST_SECRET];
    for (int i = 0; i < DIGEST_SECRET; i++)
        secret[i] = (unsigned char)(i * 7 + 1);
    digest_key_make(&key, secret);
}

static bool equal(struct digest a, struct digest b)
{
    return a.v[0] == b.v[0] && a.v[1] == b.v[1];
}

/* From the vectors of the reference implementation (veorq/SipHash), vectors_sip128: key 00…0f, texts 00, 00 01, … */
START_TEST(siphash_is_the_published_one)
{
    static const unsigned char expected[3][16] = {
        {0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6, 0x6d, 0xf6, 0x72, 0x14, 0xc7, 0x55, 0x02, 0x93},
        {0xda, 0x87, 0xc1, 0xd8, 0x6b, 0x99, 0xaf, 0x44, 0x34, 0x76, 0x59, 0x11, 0x9b, 0x22, 0xfc, 0x45},
        {0x81, 0x77, 0x22, 0x8d, 0xa4, 0xa4, 0x5d, 0xc7, 0xfc, 0xa3, 0x8b, 0xde, 0xf6, 0x0a, 0xff, 0xe4},
    };
    const uint64_t words[2] = {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)};
    const unsigned char text[] = {0, 1};
    for (size_t n = 0; n < 3; n++) {
        struct digest found = digest_siphash(words, text, n);
        for (size_t i = 0; i < 16; i++)
            ck_assert_uint_eq((found.v[i / 8] >> i % 8 * 8) & 0xff, expected[n][i]);
    }
}
END_TEST

START_TEST(every_bit_counts)
{
    enum { SIZE = 3000 };
    static unsigned char text[SIZE];
    for (size_t i = 0; i < SIZE; i++)
        text[i] = (unsigned char)(i * i >> 3);
    struct digest whole = digest_of(&key, "head", 4, text, SIZE);
    for (size_t bit = 0; bit < SIZE * 8; bit++) {
        text[bit / 8] ^= (unsigned char)(1 << bit % 8);
        ck_assert(!equal(digest_of(&key, "head", 4, text, SIZE), whole));
        text[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    ck_assert(equal(digest_of(&key, "head", 4, text, SIZE), whole));
    ck_assert(!equal(digest_of(&key, "heae", 4, text, SIZE), whole));
}
END_TEST

START_TEST(lengths_and_borders_count)
{
    static const unsigned char zeros[4096];
    static const size_t sizes[] = {0, 1, 7, 8, 9, 1023, 1024, 1025, 2047, 2048, 4000, 4096};
    struct digest seen[sizeof sizes / sizeof *sizes];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        seen[i] = digest_of(&key, zeros, 16, zeros, sizes[i]);
        for (size_t k = 0; k < i; k++)
            ck_assert(!equal(seen[i], seen[k]));
    }
    ck_assert(!equal(digest_of(&key, zeros, 16, zeros, 32), digest_of(&key, zeros, 32, zeros, 16)));
}
END_TEST

START_TEST(every_bit_of_the_secret_counts)
{
    unsigned char secret[DIGEST_SECRET] = {0};
    struct digest_key other;
    digest_key_make(&other, secret);
    struct digest base = digest_of(&other, "h", 1, "data", 4);
    for (int bit = 0; bit < DIGEST_SECRET * 8; bit++) {
        secret[bit / 8] ^= (unsigned char)(1 << bit % 8);
        digest_key_make(&other, secret);
        ck_assert(!equal(digest_of(&other, "h", 1, "data", 4), base));
        secret[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
}
END_TEST

SUITE_WITH(setup, NULL, siphash_is_the_published_one, every_bit_counts, lengths_and_borders_count, every_bit_of_the_secret_counts)
