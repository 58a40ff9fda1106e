/* The options of a heap: as elements of the monoid, and as sums of generators. */
#include "core/sg/quotient/learn/learn.h"

#include <string.h>

bool vector_same(const struct vector *a, const struct vector *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

uint64_t vector_hash(const struct vector *v)
{
    uint64_t words[VECTOR / 8], hash = 0;
    memcpy(words, v, sizeof words);
    for (size_t i = 0; i < VECTOR / 8; i++) {
        hash = (hash ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash;
}

struct vector vector_sum(const struct vector *a, const struct vector *b)
{
    struct vector sum;
    for (size_t i = 0; i < VECTOR; i++)
        sum.n[i] = (uint8_t)(a->n[i] + b->n[i]);
    return sum;
}

struct vector vector_less(const struct vector *a, const struct vector *b)
{
    struct vector rest;
    for (size_t i = 0; i < VECTOR; i++)
        rest.n[i] = (uint8_t)(a->n[i] - b->n[i]);
    return rest;
}

/* ---- places ---- */

static size_t n_places(const struct builder *b)
{
    return b->rules->kind == RULES_CODE ? b->rules->n_places : b->rules->kind == RULES_ROW ? b->amounts.n : 1;
}

static struct place place(const struct builder *b, size_t i)
{
    if (b->rules->kind == RULES_CODE)
        return b->rules->places[i];
    if (b->rules->kind == RULES_ROW)
        return (struct place){b->amounts.v[i], 7};
    return (struct place){0, 4};
}

/* ---- elements ---- */

void build_forget_sets(struct builder *b)
{
    b->sets_known = 0;
}

static void find_pairs(struct builder *b, uint64_t r)
{
    const struct monoid *m = &b->monoid;
    struct bits *set = &b->pair_sets[r];
    bool unequal = b->rules->kind == RULES_UNEQUAL;
    *set = (struct bits){0};
    budget_spend(b->job->budget, r);
    for (uint64_t a = 1; a + unequal <= r - a && a < r; a++)
        bits_add(set, m->product[b->elements[a] * m->order + b->elements[r - a]]);
}

static void find_triples(struct builder *b, uint64_t r)
{
    const struct monoid *m = &b->monoid;
    struct bits *set = &b->triple_sets[r];
    *set = (struct bits){0};
    for (uint64_t a = 1; a + 2 <= r; a++) {
        const struct bits *pairs = &b->pair_sets[r - a];
        const uint16_t *times = m->product + b->elements[a] * m->order;
        budget_spend(b->job->budget, m->order);
        for (unsigned i = 0; i < m->words; i++)
            for (uint64_t w = pairs->w[i]; w; w &= w - 1)
                bits_add(set, times[64 * i + (unsigned)__builtin_ctzll(w)]);
    }
}

static void find_sets(struct builder *b, uint64_t upto)
{
    for (; b->pieces > 1 && b->sets_known <= upto; b->sets_known++) {
        find_pairs(b, b->sets_known);
        if (b->triple_sets)
            find_triples(b, b->sets_known);
    }
}

static void unite(struct bits *into, const struct bits *from)
{
    for (size_t i = 0; i < WORDS; i++)
        into->w[i] |= from->w[i];
}

static bool options_of_part(const struct builder *b, const struct quotient_part *part, struct bits *elements)
{
    for (size_t i = 0; i < part->n; i++)
        bits_add(elements, b->elements[part->heaps[i]]);
    return part->n > 0;
}

bool build_options(struct builder *b, uint64_t heap, struct bits *elements)
{
    *elements = (struct bits){0};
    if (heap >= b->room)
        return options_of_part(b, &b->parts[heap - b->room], elements);
    bool any = false;
    for (size_t i = 0; i < n_places(b); i++) {
        struct place at = place(b, i);
        if ((uint64_t)at.amount > heap)
            break;
        uint64_t rest = heap - (uint64_t)at.amount, pieces = rest > 2 ? 3 : rest;
        find_sets(b, rest);
        if (rest == 0 && at.digit & 1)
            bits_add(elements, 0);
        if (rest > 0 && at.digit & 2)
            bits_add(elements, b->elements[rest]);
        if (pieces > 1 && at.digit & 4)
            unite(elements, &b->pair_sets[rest]);
        if (pieces > 2 && at.digit & 8)
            unite(elements, &b->triple_sets[rest]);
    }
    for (unsigned i = 0; i < b->monoid.words; i++)
        any |= elements->w[i] != 0;
    return any;
}

/* ---- sums of generators ---- */

const struct vector *build_form(const struct builder *b, uint64_t heap)
{
    return heap >= b->room ? &b->part_forms[heap - b->room] : &b->forms[heap];
}

struct gathering {
    struct arena *arena;
    struct vectors found;
    size_t room;
    uint32_t *heads; /* 1 + index, 0: none */
    uint32_t *next;
};
enum { HEADS = 1024 };

static void gather(struct gathering *g, struct vector v)
{
    uint32_t *head = &g->heads[vector_hash(&v) >> 54];
    for (uint32_t i = *head; i; i = g->next[i - 1])
        if (vector_same(&g->found.v[i - 1], &v))
            return;
    if (g->found.n == g->room) {
        size_t room = g->room ? 2 * g->room : 64;
        struct vector *more = arena_raw(g->arena, room * sizeof *more);
        uint32_t *next = arena_raw(g->arena, room * sizeof *next);
        if (g->found.n) {
            memcpy(more, g->found.v, g->found.n * sizeof *more);
            memcpy(next, g->next, g->found.n * sizeof *next);
        }
        g->found.v = more;
        g->next = next;
        g->room = room;
    }
    g->found.v[g->found.n] = v;
    g->next[g->found.n++] = *head;
    *head = (uint32_t)g->found.n;
}

static void gather_place(struct builder *b, struct gathering *g, uint64_t rest, unsigned digit)
{
    const struct vector *forms = b->forms;
    uint64_t unequal = b->rules->kind == RULES_UNEQUAL;
    if (rest == 0 && digit & 1)
        gather(g, (struct vector){0});
    if (rest > 0 && digit & 2)
        gather(g, forms[rest]);
    for (uint64_t x = 1; digit & 4 && x < rest && x + unequal <= rest - x; x++)
        gather(g, vector_sum(&forms[x], &forms[rest - x]));
    for (uint64_t x = 1; digit & 8 && 3 * x <= rest; x++)
        for (uint64_t y = x; y <= rest - x - y; y++) {
            struct vector two = vector_sum(&forms[x], &forms[y]);
            budget_spend(b->job->budget, 8);
            gather(g, vector_sum(&two, &forms[rest - x - y]));
        }
    budget_spend(b->job->budget, 8 * rest);
}

struct vectors build_option_vectors(struct builder *b, uint64_t heap)
{
    struct gathering g = {.arena = b->job->arena};
    g.heads = arena_array(b->job->arena, HEADS, sizeof *g.heads);
    if (heap >= b->room) {
        const struct quotient_part *part = &b->parts[heap - b->room];
        for (size_t i = 0; i < part->n; i++)
            gather(&g, b->forms[part->heaps[i]]);
        return g.found;
    }
    for (size_t i = 0; i < n_places(b); i++) {
        struct place at = place(b, i);
        if ((uint64_t)at.amount > heap)
            break;
        gather_place(b, &g, heap - (uint64_t)at.amount, at.digit);
    }
    return g.found;
}
