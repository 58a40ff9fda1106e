/* The proof of a candidate: finitely many pairs that are looked at.
 *
 * For a sum X let x be its element, the product of the elements of its heaps, and W(X) the set of elements z for which some
 * option X' of X has x'z among the lost ones. For sums, W(X+Y) is the set of the z with zx in W(Y) or zy in W(X). So the pair (x,
 * W) of a sum follows from those of its parts, and the pairs of all sums are the closure of those of single heaps. Claim: if the
 * identity is not lost, and in every pair but that of the empty sum x is lost iff the identity is not in W, then the candidate
 * tells all outcomes rightly. Induction over the moves: X is lost iff none of its options is, by induction iff none of their
 * elements is a lost one, that is iff the identity is not in W(X). (Plambeck and Siegel, Misère quotients for impartial games,
 * 2008, check the same with the sets of the options' elements.)
 *
 * A heap a is added to a closed set T by T+a, T+a+a, …: they are closed again, because sums commute. Each pair remembers the heap
 * that it ends with and the pair before, so that a pair that refutes spells out a sum. In a right candidate that is reduced the
 * set W determines the element: xz is lost iff neither z is in W nor x in W(Z). */
#include "core/limits.h"
#include "core/sg/quotient/learn/learn.h"

#include <string.h>

enum { HEADS = 1 << 14, NONE = UINT32_MAX };

static uint32_t *head_of(const struct builder *b, const struct bits *wins)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < b->monoid.words; i++) {
        hash = (hash ^ wins->w[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return &b->pairs.heads[(hash * UINT64_C(0x94d049bb133111eb)) >> 50];
}

static bool same(const struct builder *b, const struct bits *x, const struct bits *y)
{
    return memcmp(x, y, b->monoid.words * sizeof *x->w) == 0;
}

static void append(struct builder *b, unsigned element, const struct bits *wins, uint32_t parent, uint32_t by)
{
    struct pairs *p = &b->pairs;
    uint32_t *head = head_of(b, wins);
    p->element[p->n] = (uint16_t)element;
    p->wins[p->n] = *wins;
    p->parent[p->n] = parent;
    p->by[p->n] = by;
    p->next[p->n] = *head;
    *head = p->n++;
}

void prove_clear(struct builder *b)
{
    struct pairs *p = &b->pairs;
    if (!p->heads) {
        struct arena *arena = b->job->arena;
        p->heads = arena_raw(arena, HEADS * sizeof *p->heads);
        p->element = arena_raw(arena, SG_QUOTIENT_PAIRS * sizeof *p->element);
        p->wins = arena_raw(arena, SG_QUOTIENT_PAIRS * sizeof *p->wins);
        p->parent = arena_raw(arena, SG_QUOTIENT_PAIRS * sizeof *p->parent);
        p->next = arena_raw(arena, SG_QUOTIENT_PAIRS * sizeof *p->next);
        p->by = arena_raw(arena, SG_QUOTIENT_PAIRS * sizeof *p->by);
    }
    memset(p->heads, 0xff, HEADS * sizeof *p->heads);
    p->n = 0;
    append(b, 0, &(struct bits){0}, NONE, 0);
}

struct bits prove_wins(const struct monoid *m, const struct bits *options)
{
    struct bits wins = {0};
    for (unsigned i = 0; i < m->words; i++)
        for (uint64_t w = options->w[i]; w; w &= w - 1) {
            const struct bits *beside = &m->lost_beside[64 * i + (unsigned)__builtin_ctzll(w)];
            for (unsigned k = 0; k < m->words; k++)
                wins.w[k] |= beside->w[k];
        }
    return wins;
}

/* The empty sum, pair 0, is over: no heap with options is like it. */
unsigned prove_find(const struct builder *b, const struct bits *wins)
{
    for (uint32_t i = *head_of(b, wins); i != NONE; i = b->pairs.next[i])
        if (i && same(b, &b->pairs.wins[i], wins))
            return b->pairs.element[i];
    return NO_ELEMENT;
}

static bool is_there(const struct builder *b, unsigned element, const struct bits *wins)
{
    for (uint32_t i = *head_of(b, wins); i != NONE; i = b->pairs.next[i])
        if (i && b->pairs.element[i] == element && same(b, &b->pairs.wins[i], wins))
            return true;
    return false;
}

bool prove_plausible(const struct builder *b, unsigned element, const struct bits *wins)
{
    const struct monoid *m = &b->monoid;
    const struct bits *lost = &m->lost_beside[element];
    budget_spend(b->job->budget, b->pairs.n / 4 + 8);
    for (uint32_t i = 0; i < b->pairs.n; i++) {
        unsigned z = b->pairs.element[i];
        bool won = bits_has(wins, z) || bits_has(&b->pairs.wins[i], element);
        if (bits_has(lost, z) == won)
            return false;
    }
    return true;
}

static struct bits wins_of_sum(const struct monoid *m, unsigned x, const struct bits *x_wins, unsigned y,
                               const struct bits *y_wins)
{
    struct bits sum = {0};
    const uint16_t *times_x = m->product + x * m->order, *times_y = m->product + y * m->order;
    for (unsigned z = 0; z < m->order; z++)
        if (bits_has(y_wins, times_x[z]) || bits_has(x_wins, times_y[z]))
            bits_add(&sum, z);
    return sum;
}

void prove_forget(struct builder *b, uint32_t first)
{
    struct pairs *p = &b->pairs;
    while (p->n > first) {
        p->n--;
        *head_of(b, &p->wins[p->n]) = p->next[p->n];
    }
}

enum verdict_on prove_add(struct builder *b, uint32_t heap, unsigned element, const struct bits *wins,
                          struct refutation *refutation)
{
    struct pairs *p = &b->pairs;
    const struct monoid *m = &b->monoid;
    if (is_there(b, element, wins))
        return PROVEN;
    for (uint32_t from = 0, end = p->n; from < end; from = end, end = p->n) {
        for (uint32_t i = from; i < end; i++) {
            budget_spend(b->job->budget, m->order);
            unsigned x = m->product[p->element[i] * m->order + element];
            struct bits sum = wins_of_sum(m, p->element[i], &p->wins[i], element, wins);
            if (is_there(b, x, &sum))
                continue;
            bool refuted = bits_has(&m->lost, x) == bits_has(&sum, 0);
            if (refuted || p->n == SG_QUOTIENT_PAIRS) {
                *refutation = (struct refutation){i, heap};
                return refuted ? REFUTED : TOO_MANY;
            }
            append(b, x, &sum, i, heap);
        }
    }
    return PROVEN;
}

static enum verdict_on add_known(struct builder *b, uint64_t heap, unsigned element, struct refutation *refutation)
{
    struct bits options;
    if (!build_options(b, heap, &options))
        return PROVEN; /* over: no element but the identity */
    struct bits wins = prove_wins(&b->monoid, &options);
    budget_spend(b->job->budget, 64);
    return prove_add(b, (uint32_t)heap, element, &wins, refutation);
}

enum verdict_on prove_all(struct builder *b, struct refutation *refutation)
{
    prove_clear(b);
    for (uint64_t heap = 1; heap < b->known; heap++) {
        enum verdict_on verdict = add_known(b, heap, b->elements[heap], refutation);
        if (verdict != PROVEN)
            return verdict;
    }
    for (size_t i = 0; i < b->n_parts; i++) {
        enum verdict_on verdict = add_known(b, b->room + i, b->part_elements[i], refutation);
        if (verdict != PROVEN)
            return verdict;
    }
    return PROVEN;
}
