/* Heap by heap, and the period theorem.
 *
 * A new heap whose options give a set of contexts that some sum has already is like that sum, and nothing is to be proven anew.
 * Else an element of the quotient as it is may fit: all sums with the new heap are then looked at. Else a larger quotient has to
 * be learned.
 *
 * Theorem (after Plambeck and Siegel). Let a code take t stones at most and leave up to k >= 2 pieces, n0 >= 1, p >= 1. If a
 * candidate is proven for all heaps below M = k*(n0+p) + t, and heaps n and n+p have one element for n0 <= n < M-p, then with the
 * elements continued by that period it is proven for all heaps, and is the quotient of the whole game. For the pieces of an
 * option of a heap n >= M add up to at least k*(n0+p), so the largest is at least n0+p, and p less leaves its element the same: n
 * has the options of n-p, as elements, and the converse holds as well. So no pair is new in the proof. With k = 1, M = n0+p+t is
 * enough in the same way. n0 = 0 will not do, because a piece that becomes empty is no piece; afterwards n0 is lowered to 0 if
 * heap 0 fits. */
#include "core/sg/quotient/learn/learn.h"

void build_begin(struct builder *b, const struct sg_job *job, const struct rules *rules, uint64_t room)
{
    struct arena *arena = job->arena;
    *b = (struct builder){.job = job, .rules = rules, .pieces = 1, .room = room, .known = 1};
    bool triples = false;
    for (size_t i = 0; i < rules->n_places; i++) {
        triples |= (rules->places[i].digit & 8) != 0;
        if (rules->places[i].digit & 12)
            b->pieces = rules->places[i].digit & 8 ? 3 : b->pieces > 2 ? b->pieces : 2;
    }
    b->periodic = rules->kind == RULES_CODE || rules->kind == RULES_HALVES;
    if (rules->kind == RULES_CODE)
        b->last = (uint64_t)rules_last(rules);
    else
        b->pieces = 2;
    if (rules->kind == RULES_ROW)
        b->amounts = amounts_upto(arena, job->budget, rules, room);
    b->elements = arena_array(arena, room, sizeof *b->elements);
    b->forms = arena_array(arena, room, sizeof *b->forms);
    b->pair_sets = b->pieces > 1 ? arena_raw(arena, room * sizeof *b->pair_sets) : NULL;
    b->triple_sets = triples ? arena_raw(arena, room * sizeof *b->triple_sets) : NULL;
    b->monoid = monoid_new(arena);
    b->spare = monoid_new(arena);
    b->monoid.order = 1;
    b->monoid.rep[0] = (struct vector){0};
    monoid_complete(&b->monoid, 0);
}

/* An element of the quotient as it is that fits, proven; else NO_ELEMENT. */
static unsigned find_fitting(struct builder *b, uint64_t heap, const struct bits *wins)
{
    unsigned element = prove_find(b, wins);
    if (element != NO_ELEMENT)
        return element;
    for (element = 0; element < b->monoid.order; element++) {
        uint32_t before = b->pairs.n;
        struct refutation refutation;
        if (!prove_plausible(b, element, wins))
            continue;
        if (prove_add(b, (uint32_t)heap, element, wins, &refutation) == PROVEN)
            return element;
        prove_forget(b, before);
    }
    return NO_ELEMENT;
}

/* False: a limit was reached, and the heap is not known. */
static bool settle(struct builder *b, uint64_t heap, uint16_t *element, struct vector *form)
{
    struct bits options;
    if (!build_options(b, heap, &options)) {
        *element = 0;
        *form = (struct vector){0};
        return true;
    }
    struct bits wins = prove_wins(&b->monoid, &options);
    unsigned found = find_fitting(b, heap, &wins);
    if (found == NO_ELEMENT)
        return false;
    *element = (uint16_t)found;
    *form = b->monoid.rep[found];
    return true;
}

void build_heaps(struct builder *b, uint64_t to)
{
    while (b->known < to && !b->limit_name) {
        uint64_t heap = b->known;
        budget_spend(b->job->budget, 256);
        if (settle(b, heap, &b->elements[heap], &b->forms[heap])) {
            b->known++;
            continue;
        }
        b->known++;
        learn(b, heap); /* where it fails, known is heap again */
    }
}

bool build_part(struct builder *b)
{
    size_t i = b->n_parts;
    if (settle(b, b->room + i, &b->part_elements[i], &b->part_forms[i])) {
        b->n_parts++;
        return true;
    }
    b->n_parts++;
    return learn(b, b->room + i); /* where it fails, there are as many parts as before */
}

struct period_found build_period(const struct builder *b)
{
    uint64_t count = b->known;
    for (uint64_t p = 1; b->periodic && b->pieces * (p + 1) + b->last <= count; p++) {
        uint64_t n0 = count - p;
        while (n0 && b->elements[n0 - 1] == b->elements[n0 - 1 + p])
            n0--;
        budget_spend(b->job->budget, 4 + (count - p - n0) / 4);
        if (b->pieces * ((n0 ? n0 : 1) + p) + b->last <= count)
            return (struct period_found){true, n0, p};
    }
    return (struct period_found){0};
}
