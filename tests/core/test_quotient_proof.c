/* The proof of a quotient finds every single error: an element that is another heap's, a lost element that is called won, a step
 * that leads elsewhere. */
#include "core/sg/quotient/learn/learn.h"
#include "tests/support/core/question.h"
#include "tests/support/core/quotients.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"

#include <string.h>

static struct builder *built(const char *code, uint64_t heaps)
{
    struct builder *b = arena_alloc(&questions_arena, sizeof *b);
    build_begin(b, &quotients_job, rules_octal(code), heaps);
    prove_clear(b);
    build_heaps(b, heaps);
    ck_assert_uint_eq(b->known, heaps);
    return b;
}

static bool is_refuted(struct builder *b)
{
    struct arena_mark mark = arena_mark(&questions_arena);
    struct refutation refutation;
    build_forget_sets(b);
    enum verdict_on verdict = prove_all(b, &refutation);
    arena_rewind(&questions_arena, mark);
    ck_assert_int_ne(verdict, TOO_MANY);
    return verdict == REFUTED;
}

static const struct {
    const char *code;
    uint64_t heaps;
} quotients[] = {{"0.123", 25}, {"0.75", 24}, {"0.34", 40}, {"0.07", 20}, {"0.77", 48}};
enum { QUOTIENTS = sizeof quotients / sizeof *quotients };

START_TEST(what_is_right_is_proven)
{
    for (int i = 0; i < QUOTIENTS; i++)
        ck_assert(!is_refuted(built(quotients[i].code, quotients[i].heaps)));
}
END_TEST

/* Each heap as each other element. */
START_TEST(a_wrong_element_is_noticed)
{
    for (int i = 0; i < QUOTIENTS; i++) {
        struct builder *b = built(quotients[i].code, quotients[i].heaps);
        struct bits options;
        for (uint64_t heap = 1; heap < b->known; heap++) {
            uint16_t right = b->elements[heap];
            for (unsigned e = 0; e < b->monoid.order && build_options(b, heap, &options); e++) {
                b->elements[heap] = (uint16_t)e;
                ck_assert_msg(e == right || is_refuted(b), "%s: heap %d as element %u", quotients[i].code, (int)heap, e);
                b->elements[heap] = right;
                build_forget_sets(b);
            }
        }
    }
}
END_TEST

/* Each lost element as a won one, and the other way round. */
START_TEST(a_wrong_outcome_is_noticed)
{
    for (int i = 0; i < QUOTIENTS; i++) {
        struct builder *b = built(quotients[i].code, quotients[i].heaps);
        struct bits right = b->monoid.lost;
        for (unsigned e = 1; e < b->monoid.order; e++) {
            b->monoid.lost.w[e / 64] ^= UINT64_C(1) << e % 64;
            monoid_complete(&b->monoid, b->n_generators);
            ck_assert_msg(is_refuted(b), "%s: element %u", quotients[i].code, e);
            b->monoid.lost = right;
        }
    }
}
END_TEST

static bool commutes(const struct builder *b)
{
    const struct monoid *m = &b->monoid;
    for (unsigned e = 0; e < m->order; e++)
        for (unsigned g = 0; g < b->n_generators; g++)
            for (unsigned h = 0; h < g; h++)
                if (m->step[m->step[e][g]][h] != m->step[m->step[e][h]][g])
                    return false;
    return true;
}

/* Each product of an element and a generator as every third other element: it is no commutative monoid then, which learning looks
 * for before it proves, or is refuted. */
START_TEST(a_wrong_product_is_noticed)
{
    int refuted = 0;
    for (int i = 0; i < QUOTIENTS; i++) {
        struct builder *b = built(quotients[i].code, quotients[i].heaps);
        struct monoid *m = &b->monoid;
        for (unsigned e = 0; e < m->order; e++)
            for (unsigned g = 0; g < b->n_generators; g++) {
                uint16_t right = m->step[e][g];
                for (unsigned to = (e + g) % 3; to < m->order; to += 3) {
                    m->step[e][g] = (uint16_t)to;
                    monoid_complete(m, b->n_generators);
                    bool noticed = is_refuted(b);
                    refuted += noticed;
                    ck_assert_msg(to == right || noticed || !commutes(b), "%s: element %u times generator %u as %u",
                                  quotients[i].code, e, g, to);
                    m->step[e][g] = right;
                }
            }
    }
    ck_assert_int_gt(refuted, 0);
}
END_TEST

SUITE_WITH(quotients_setup, quotients_teardown, what_is_right_is_proven, a_wrong_element_is_noticed, a_wrong_outcome_is_noticed,
           a_wrong_product_is_noticed)
