/* The misère quotient of Kayles, proven as the head of core/sg/kayles.c says, and held against search. */
#include "core/sg/kayles.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>

enum {
    CLASSES = 40,
    LAST = 2 * (71 + 12) + 2 + 12, /* heaps with other options than those of a smaller one lie below */
    STATES_MAX = 5000,
};

static unsigned heap(int size)
{
    return kayles_heap(num(size));
}

/* A heap as far as it matters: its class, and the classes r from which a move in it leads to a lost class. */
struct heap_kind {
    unsigned class;
    uint64_t good;
};

static struct heap_kind kind_of(int size)
{
    struct heap_kind kind = {heap(size), 0};
    for (int take = 1; take <= 2 && take <= size; take++)
        for (int a = 0; a <= size - take - a; a++)
            for (unsigned r = 0; r < CLASSES; r++)
                if (kayles_lost(kayles_add(r, kayles_add(heap(a), heap(size - take - a)))))
                    kind.good |= UINT64_C(1) << r;
    return kind;
}

/* A sum: its class, and the classes r that leave every heap of it without a move to a lost class. */
struct state {
    unsigned class;
    uint64_t stuck;
};

static struct state with_heap(struct state y, struct heap_kind k)
{
    struct state sum = {kayles_add(y.class, k.class), 0};
    for (unsigned r = 0; r < CLASSES; r++)
        if (y.stuck >> kayles_add(r, k.class) & 1 && !(k.good >> kayles_add(r, y.class) & 1))
            sum.stuck |= UINT64_C(1) << r;
    return sum;
}

START_TEST(sums_are_a_commutative_monoid)
{
    for (unsigned a = 0; a < CLASSES; a++) {
        ck_assert_uint_eq(kayles_add(a, 0), a);
        for (unsigned b = 0; b < CLASSES; b++) {
            ck_assert_uint_eq(kayles_add(a, b), kayles_add(b, a));
            for (unsigned c = 0; c < CLASSES; c++)
                ck_assert_uint_eq(kayles_add(kayles_add(a, b), c), kayles_add(a, kayles_add(b, c)));
        }
    }
    ck_assert_uint_eq(heap(0), 0);
    ck_assert(!kayles_lost(0));
}
END_TEST

START_TEST(a_sum_is_lost_iff_its_class_is)
{
    rulesets_begin();
    static struct state states[STATES_MAX];
    size_t n = 1;
    states[0] = (struct state){0, (UINT64_C(1) << CLASSES) - 1};
    struct heap_kind kinds[LAST];
    for (int size = 1; size < LAST; size++)
        kinds[size] = kind_of(size);
    for (size_t i = 0; i < n; i++)
        for (int size = 1; size < LAST; size++) {
            struct state sum = with_heap(states[i], kinds[size]);
            size_t k = 0;
            while (k < n && (states[k].class != sum.class || states[k].stuck != sum.stuck))
                k++;
            if (k < n)
                continue;
            ck_assert_uint_eq(sum.stuck & 1, kayles_lost(sum.class));
            ck_assert_uint_lt(n, STATES_MAX);
            states[n++] = sum;
        }
    ck_assert_uint_eq(n, 1020);
    rulesets_end();
}
END_TEST

/* Heaps n and n + 12 have the same options in classes from 2*(71+12)+2 on, as far as anybody can compute. */
START_TEST(options_repeat)
{
    rulesets_begin();
    for (int size = LAST; size < 1000; size++) {
        struct heap_kind a = kind_of(size), b = kind_of(size - 12);
        ck_assert_uint_eq(a.class, b.class);
        ck_assert_uint_eq(a.good, b.good);
    }
    rulesets_end();
}
END_TEST

/* ---- search ---- */

enum { HEAPS = 14 };

struct heaps {
    int n, v[HEAPS + 2];
};

static bool search_lost(struct heaps heaps)
{
    bool any = false;
    for (int i = 0; i < heaps.n; i++)
        for (int take = 1; take <= 2 && take <= heaps.v[i]; take++)
            for (int a = 0; a <= heaps.v[i] - take - a; a++) {
                struct heaps next = {0, {0}};
                for (int k = 0; k < heaps.n; k++)
                    if (k != i)
                        next.v[next.n++] = heaps.v[k];
                if (a)
                    next.v[next.n++] = a;
                if (heaps.v[i] - take - a)
                    next.v[next.n++] = heaps.v[i] - take - a;
                any = true;
                if (search_lost(next))
                    return false;
            }
    return any;
}

START_TEST(small_sums_agree_with_search)
{
    static const int single[] = {1, 4, 9, 12, 20};
    size_t next = 0;
    for (int size = 0; size <= 20; size++) {
        bool is_lost = next < 5 && single[next] == size;
        next += is_lost;
        ck_assert_int_eq(kayles_lost(heap(size)), is_lost);
    }
    for (int a = 0; a <= 6; a++)
        for (int b = a; b <= 6; b++)
            for (int c = b; a + b + c <= 12 && c <= 6; c++)
                ck_assert_int_eq(kayles_lost(kayles_add(heap(a), kayles_add(heap(b), heap(c)))),
                                 search_lost((struct heaps){3, {a, b, c}}));
}
END_TEST

SUITE(sums_are_a_commutative_monoid, a_sum_is_lost_iff_its_class_is, options_repeat, small_sums_agree_with_search)
