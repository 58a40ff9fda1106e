/* Heaps under the same rules, asked about one after the other: the rules are brought into their canonical form once, and where
 * that names a table, which a set of many amounts does by a long key, its first values are looked up once. */
#include "core/sg/shared.h"
#include "core/sg/position.h"

static void *share(struct ask *ask)
{
    const struct sg_position *p = ask->position;
    struct sg_shared *shared = arena_alloc(ask->arena, sizeof *shared);
    shared->rules = rules_make(ask->arena, &p->rules);
    shared->tabled = !p->misere && (shared->rules->n || shared->rules->n_places);
    if (shared->tabled)
        sg_open(&shared->sg, &(struct sg_job){.arena = ask->arena, .budget = ask->budget, .store = ask->store, .plain = true},
                shared->rules, num(SG_SHARED_HEAPS - 1));
    return shared;
}

/* The rules were checked with the fields that are shared. */
static void check(void *position, struct faults *faults)
{
    (void)position, (void)faults;
}

const struct sg *sg_of_shared(const struct ask *ask, struct num top)
{
    const struct sg_shared *shared = ask->shared;
    return shared && shared->tabled && ask->bare && num_cmp_word(top, SG_SHARED_HEAPS) < 0 ? &shared->sg : NULL;
}

const struct sharing sg_sharing = {
    .by = (const char *const[]){"rules", "misere", NULL},
    .make = share,
    .check = check,
};
