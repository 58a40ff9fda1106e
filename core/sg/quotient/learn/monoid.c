/* Finite commutative monoids with generators, by their steps: element times generator. */
#include "core/sg/quotient/learn/learn.h"

#include <string.h>

void monoid_complete(struct monoid *m, unsigned n_generators)
{
    m->words = (m->order + 63) / 64;
    for (unsigned x = 0; x < m->order; x++)
        m->product[x * m->order] = (uint16_t)x;
    for (unsigned y = 1; y < m->order; y++) {
        struct vector less = m->rep[y];
        unsigned g = n_generators - 1;
        while (!less.n[g])
            g--;
        less.n[g]--;
        unsigned smaller = monoid_of(m, &less, n_generators);
        for (unsigned x = 0; x < m->order; x++)
            m->product[x * m->order + y] = m->step[m->product[x * m->order + smaller]][g];
    }
    for (unsigned x = 0; x < m->order; x++) {
        m->lost_beside[x] = (struct bits){0};
        for (unsigned z = 0; z < m->order; z++)
            if (bits_has(&m->lost, m->product[x * m->order + z]))
                bits_add(&m->lost_beside[x], z);
    }
}

unsigned monoid_of(const struct monoid *m, const struct vector *v, unsigned n_generators)
{
    unsigned element = 0;
    for (unsigned g = 0; g < n_generators; g++)
        for (unsigned i = 0; i < v->n[g]; i++)
            element = m->step[element][g];
    return element;
}

struct monoid monoid_new(struct arena *arena)
{
    return (struct monoid){
        .step = arena_raw(arena, ELEMENTS * sizeof(uint16_t[GENERATORS])),
        .rep = arena_raw(arena, ELEMENTS * sizeof(struct vector)),
        .product = arena_raw(arena, (size_t)ELEMENTS * ELEMENTS * sizeof(uint16_t)),
        .lost_beside = arena_raw(arena, ELEMENTS * sizeof(struct bits)),
    };
}

void monoid_sums(const struct monoid *m, unsigned n_generators, uint32_t allowed, struct vector *sums)
{
    bool seen[ELEMENTS] = {true};
    uint16_t queue[ELEMENTS] = {0};
    memset(sums, 0, m->order * sizeof *sums);
    for (unsigned i = 0, end = 1; i < end; i++)
        for (unsigned g = 0; g < n_generators; g++) {
            unsigned to = m->step[queue[i]][g];
            if (!(allowed >> g & 1) || seen[to])
                continue;
            seen[to] = true;
            sums[to] = sums[queue[i]];
            sums[to].n[g]++;
            queue[end++] = (uint16_t)to;
        }
}
