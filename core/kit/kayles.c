/* The misère quotient of Kayles: 40 elements, rows periodic by 12 from 71 on (Plambeck 2005, after Sibert and Conway 1992).
 *
 * Claim: a position of rows and of circles other than 6, 10, 14, 21 and 22 is lost in misère play iff the sum of its elements is
 * in LOST. It is proven by a finite computation, which tests/core/test_kayles.c makes. For a position G let e(G) be its element
 * and U(G) the set of elements r such that an option G' of G has e(G') + r in LOST. For sums e(G+H) = e(G) + e(H), and U(G+H) is
 * the set of r with r + e(H) in U(G) or r + e(G) in U(H). So the pair (e,U) of a sum follows from the pairs of its parts, and
 * all pairs of positions with a part that can move are the closure of those of single rows and circles under that sum. The test
 * computes the closure and finds in each pair: e is in LOST iff 0 is not in U. As 0, which is what no coins give, is not in LOST,
 * induction over the moves yields the claim. Single rows have finitely many pairs: n and n+12 have the same element for n >= 71;
 * for n >= 2*71+13 an option of n+12 has a part of at least 71+12 coins, that of n one of at least 71, which 12 coins less or
 * more do not change; so U repeats too, and rows up to 2*71+13+12 have all pairs. A circle of n >= 73 has the options n-1 and n-2
 * in the same way. The proof does not use how the tables were found. */
#include "core/kit/kayles.h"

enum { GENERATORS = 7 }; /* rows of 1, 2, 5, 9, 12, 25, 27 */

static const uint64_t LOST = UINT64_C(0x8266092);

static const uint8_t generated[KAYLES_ELEMENTS][GENERATORS] = {
    {1, 2, 6, 14, 18, 24, 32},    {0, 3, 7, 15, 19, 25, 33},    {3, 4, 8, 8, 8, 3, 34},      {2, 5, 9, 9, 9, 2, 35},
    {5, 2, 10, 10, 10, 5, 32},    {4, 3, 11, 11, 11, 4, 33},    {7, 8, 12, 4, 4, 11, 36},    {6, 9, 13, 5, 5, 10, 37},
    {9, 10, 2, 2, 2, 9, 38},      {8, 11, 3, 3, 3, 8, 39},      {11, 8, 4, 4, 4, 11, 36},    {10, 9, 5, 5, 5, 10, 37},
    {13, 2, 6, 10, 10, 5, 32},    {12, 3, 7, 11, 11, 4, 33},    {15, 8, 4, 16, 20, 26, 36},  {14, 9, 5, 17, 21, 27, 37},
    {17, 2, 10, 14, 22, 24, 32},  {16, 3, 11, 15, 23, 25, 33},  {19, 8, 4, 20, 20, 28, 36},  {18, 9, 5, 21, 21, 29, 37},
    {21, 2, 10, 22, 22, 30, 32},  {20, 3, 11, 23, 23, 31, 33},  {23, 8, 4, 20, 20, 28, 36},  {22, 9, 5, 21, 21, 29, 37},
    {25, 3, 11, 26, 28, 4, 33},   {24, 2, 10, 27, 29, 5, 32},   {27, 9, 5, 24, 30, 10, 37},  {26, 8, 4, 25, 31, 11, 36},
    {29, 9, 5, 30, 30, 10, 37},   {28, 8, 4, 31, 31, 11, 36},   {31, 3, 11, 28, 28, 4, 33},  {30, 2, 10, 29, 29, 5, 32},
    {33, 34, 36, 36, 36, 33, 4},  {32, 35, 37, 37, 37, 32, 5},  {35, 32, 38, 38, 38, 35, 2}, {34, 33, 39, 39, 39, 34, 3},
    {37, 38, 32, 32, 32, 37, 10}, {36, 39, 33, 33, 33, 36, 11}, {39, 36, 34, 34, 34, 39, 8}, {38, 37, 35, 35, 35, 38, 9},
};

static const uint8_t rows[KAYLES_ROWS] = {
    0,  1,  2, 3, 1,  6,  3, 2,  5,  14, 2, 8, 18, 5,  2, 9, 5,  22, 3, 2,  21, 10, 8, 9,  10, 24, 2, 32,
    11, 10, 9, 2, 5,  32, 8, 9,  10, 5,  2, 3, 5,  10, 9, 2, 5,  32, 2, 9,  10, 5,  2, 32, 5,  10, 9, 2,
    5,  10, 2, 9, 10, 5,  2, 32, 5,  10, 9, 2, 5,  32, 8, 9, 10, 5,  2, 32, 5,  10, 9, 2,  5,  32, 2,
};

enum { WILD = KAYLES_NONE, LARGE = 4 };

static const uint8_t circles[KAYLES_CIRCLES] = {
    0, 1, 2, 0, 4, 0, WILD, 4, 4, 4, WILD, 0, 4, 0, WILD, 4, 4, 4, 4, 4, 4, WILD, WILD,
};

/* Every element but 0 is a smaller one and a generator. */
static void find_last(unsigned element, unsigned *smaller, unsigned *generator)
{
    for (*smaller = 0; *smaller < element; (*smaller)++)
        for (*generator = 0; *generator < GENERATORS; (*generator)++)
            if (generated[*smaller][*generator] == element)
                return;
}

void kayles_fill(struct kayles *kayles)
{
    for (unsigned a = 0; a < KAYLES_ELEMENTS; a++)
        kayles->sum[a][0] = (uint8_t)a;
    for (unsigned b = 1; b < KAYLES_ELEMENTS; b++) {
        unsigned smaller, generator;
        find_last(b, &smaller, &generator);
        for (unsigned a = 0; a < KAYLES_ELEMENTS; a++)
            kayles->sum[a][b] = generated[kayles->sum[a][smaller]][generator];
    }
}

unsigned kayles_row(uint64_t n)
{
    return rows[n < KAYLES_ROWS ? n : KAYLES_FROM + (n - KAYLES_FROM) % KAYLES_PERIOD];
}

unsigned kayles_circle(uint64_t n)
{
    return n < KAYLES_CIRCLES ? circles[n] : LARGE;
}

bool kayles_lost(unsigned element)
{
    return LOST >> element & 1;
}
