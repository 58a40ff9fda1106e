/* Outcomes of sums of generators, each found out once.
 *
 * A sum without the newest generator is looked up in the quotient that was proven before. Any other is lost iff no option is; the
 * pieces of an option are replaced by their forms, which is a guess: a form stands for its heap in all sums of the heaps before
 * the newest, and what comes of a wrong guess is found out by the proof. A generator whose only option is nothing cancels out
 * against itself. */
#include "core/sg/quotient/learn/outcomes.h"
#include "core/limits.h"

#include <string.h>

enum { LEFT = VECTOR - 1, UNKNOWN = 0, WON = 1, LOST = 2, FIRST_SLOTS = 1 << 12, DEPTH_MAX = 4000 };

static struct vector *slot_of(const struct outcomes *o, const struct vector *v)
{
    uint64_t slot = vector_hash(v) & (o->slots - 1);
    for (;; slot = (slot + 1) & (o->slots - 1))
        if (!o->table[slot].n[LEFT] || memcmp(&o->table[slot], v, LEFT) == 0)
            return &o->table[slot];
}

static void widen(struct outcomes *o)
{
    struct vector *old = o->table;
    uint64_t n = old ? o->slots : 0;
    o->slots = old ? 2 * o->slots : FIRST_SLOTS;
    o->table = arena_array(o->b->job->arena, o->slots, sizeof *o->table);
    for (uint64_t i = 0; i < n; i++)
        if (old[i].n[LEFT]) {
            struct vector key = old[i];
            key.n[LEFT] = 0;
            *slot_of(o, &key) = old[i];
        }
}

void outcomes_generator(struct outcomes *o, unsigned g)
{
    struct builder *b = o->b;
    o->options[g] = build_option_vectors(b, b->generators[g]);
    o->cancels[g] = o->options[g].n == 1 && vector_same(&o->options[g].v[0], &(struct vector){0});
}

void outcomes_begin(struct outcomes *o)
{
    o->count = 0;
    if (o->table)
        memset(o->table, 0, o->slots * sizeof *o->table);
    else
        widen(o);
    for (unsigned g = 0; g < o->b->n_generators; g++)
        outcomes_generator(o, g);
}

static bool give_up(struct outcomes *o, const char *name, int64_t limit)
{
    o->b->limit_name = name;
    o->b->limit = limit;
    return false;
}

/* One option more. False: too many of them, for one learning or for whoever asks. */
static bool look(struct outcomes *o)
{
    struct builder *b = o->b;
    budget_spend(b->job->budget, 16);
    if (o->looked++ == SG_QUOTIENT_OPTIONS)
        return give_up(o, "options", SG_QUOTIENT_OPTIONS);
    b->dropped = b->looked_max && b->looked + o->looked > b->looked_max;
    return b->dropped ? give_up(o, "", 0) : true;
}

static bool find_out(struct outcomes *o, struct vector *v);

/* Whether some option of one generator is lost. */
static bool reaches_lost(struct outcomes *o, const struct vector *v, unsigned g)
{
    struct vector rest = *v;
    rest.n[g]--;
    const struct vectors *options = &o->options[g];
    for (size_t i = 0; i < options->n; i++) {
        if (!look(o))
            return false;
        struct vector next = vector_sum(&rest, &options->v[i]);
        if (outcomes_lost(o, &next) && !o->b->limit_name)
            return true;
        if (o->b->limit_name)
            return false;
    }
    return false;
}

static bool find_out(struct outcomes *o, struct vector *v)
{
    struct builder *b = o->b;
    if (o->depth == DEPTH_MAX)
        return give_up(o, "moves in a row", DEPTH_MAX);
    o->depth++;
    budget_spend(b->job->budget, 64);
    bool wins = reaches_lost(o, v, o->newest);
    for (unsigned g = 0; g < b->n_generators && !wins && !b->limit_name; g++)
        wins = v->n[g] && g != o->newest && reaches_lost(o, v, g);
    o->depth--;
    if (b->limit_name)
        return false;
    if (o->count == SG_QUOTIENT_SUMS)
        return give_up(o, "sums", SG_QUOTIENT_SUMS);
    if (2 * ++o->count > o->slots)
        widen(o);
    struct vector *slot = slot_of(o, v);
    *slot = *v;
    slot->n[LEFT] = wins ? WON : LOST;
    return !wins;
}

bool outcomes_lost(struct outcomes *o, const struct vector *given)
{
    enum { MANY = 200 };
    struct vector v = *given;
    v.n[LEFT] = UNKNOWN;
    for (unsigned g = 0; g < o->b->n_generators; g++) {
        if (o->cancels[g])
            v.n[g] &= 1;
        if (v.n[g] > MANY)
            return give_up(o, "equal parts", MANY);
    }
    if (!v.n[o->newest]) {
        unsigned element = 0;
        for (unsigned g = 0; g < o->b->n_generators; g++)
            for (unsigned i = 0; i < v.n[g]; i++)
                element = o->before->product[element * o->before->order + o->elements_before[g]];
        return bits_has(&o->before->lost, element);
    }
    const struct vector *slot = slot_of(o, &v);
    if (slot->n[LEFT])
        return slot->n[LEFT] == LOST;
    return find_out(o, &v);
}
