/* The tame calculus (Conway, On Numbers and Games, ch. 12; Winning Ways ch. 13).
 *
 * A position has g+ (normal play) and g- (misère: the same recursion, but 1 for a position without moves). It is tame if all its
 * options are and the pair is (0,1) or (1,0): fickle, or (k,k): firm. Theorem: a sum of tame positions whose parts are all fickle
 * has the pair (x, x^1), any other sum of tame ones (x, x), x the xor of the g+; it is lost in misère play iff its g- is 0.
 * Induction: a sum with a firm part and x = 0 cannot reach a lost sum of fickle parts, that is one with x = 1, because its one
 * firm part G would then have an option of g- equal to its own; with x not 0 it reaches a lost one as in nim, or, where the last
 * firm part turns fickle, by the option that G's g- promises. */
#include "core/memory/store.h"
#include "core/sg/fill/fill.h"
#include "core/sg/misere/misere.h"

#include <string.h>

struct sets {
    uint64_t *normal, *misere; /* stamps of values seen */
    uint64_t stamp;
    size_t size;
    bool wild, any;
};

struct collector {
    struct sets sets;
    const struct genus *genera;
};

static bool collect(struct option_walk *options, const struct option *option)
{
    struct collector *collector = options->what;
    unsigned value = 0;
    bool firm = false;
    collector->sets.any = true;
    for (unsigned i = 0; i < option->n; i++) {
        const struct genus *genus = &collector->genera[option->pieces[i].word];
        if (genus->wild) {
            collector->sets.wild = true;
            return false;
        }
        value ^= genus->value;
        firm |= genus->firm;
    }
    collector->sets.normal[value] = collector->sets.stamp;
    collector->sets.misere[firm ? value : value ^ 1] = collector->sets.stamp;
    return true;
}

static unsigned mex(const uint64_t *seen, uint64_t stamp)
{
    unsigned value = 0;
    while (seen[value] == stamp)
        value++;
    return value;
}

/* Those that the store has: of all heaps 0…top, or of the first ones, copied to `genera`. */
static const struct genus *find_kept(const struct sg_job *job, const char *key, uint64_t top, uint64_t *known)
{
    struct table kept = {0};
    *known = 0;
    if (!store_find_own(job->store, job->arena, key, sizeof(struct genus), 1, &kept))
        return NULL;
    *known = kept.count <= top ? kept.count : top + 1;
    return kept.data;
}

const struct genus *misere_genera(const struct sg_job *job, const struct rules *rules, uint64_t top)
{
    enum { VALUES = 1 << 16 };
    const char *key = arena_printf(job->arena, "genera %s", rules->key);
    uint64_t known;
    const struct genus *kept = find_kept(job, key, top, &known);
    if (known > top)
        return kept;
    struct genus *genera = arena_array(job->arena, top + 1, sizeof *genera);
    if (known)
        memcpy(genera, kept, known * sizeof *genera);
    struct amounts_upto amounts = amounts_upto(job->arena, job->budget, rules, rules->kind == RULES_ROW ? top : 0);
    struct collector collector = {.genera = genera};
    collector.sets.normal = arena_array(job->arena, VALUES, sizeof(uint64_t));
    collector.sets.misere = arena_array(job->arena, VALUES, sizeof(uint64_t));
    struct option_walk options = {rules, &amounts, job->budget, collect, &collector};
    for (uint64_t n = known; n <= top; n++) {
        collector.sets.stamp = n + 1;
        collector.sets.wild = collector.sets.any = false;
        options_each(&options, num_u64(n));
        unsigned normal = mex(collector.sets.normal, n + 1), misere = mex(collector.sets.misere, n + 1);
        if (!collector.sets.any)
            misere = 1;
        bool tame = normal == misere || (normal <= 1 && misere == (normal ^ 1));
        genera[n] = (struct genus){(uint16_t)normal, normal == misere, collector.sets.wild || !tame};
    }
    struct table table = {.data = genera, .count = top + 1, .width = sizeof *genera};
    store_publish_own(job->store, job->arena, key, &table);
    return table.data;
}
