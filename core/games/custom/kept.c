/* The space of a position, kept for the positions that it leads to.
 *
 * Whatever is reached from a state of a space is in the space, and is worth the same there: values, verdicts and plies go by what
 * a state leads to alone. What differs is what the answer tells of the whole space, `states` and `cyclic`: of a position that was
 * looked up these are the first one's, and the tools that keep spaces tell them of the first one only. */
#include "core/games/custom/custom.h"

#include "core/custom/states/refuse.h"
#include "core/limits.h"
#include "core/memory/keep.h"

#include <string.h>

enum {
    LOOK_COUNTS = 500,
    LOOK_MOVE_COUNTS = 10
}; /* instructions that a look at a kept space counts as, beside what is gone through */

static bool holds(const struct custom_kept *kept, const struct custom_found *found, const struct given_state *const *states)
{
    for (size_t i = 0; i < found->parts; i++)
        if (!layout_fits(kept->layout, states[i]) || !space_has(kept->space, layout_pack(kept->layout, states[i])))
            return false;
    return true;
}

const struct custom_kept *custom_find_kept(const struct ask *ask, const struct custom_found *found,
                                           const struct given_state *const *states)
{
    const struct keep *keep = ask->budget->keep;
    for (size_t i = 0; keep && i < keep->n; i++) {
        const struct custom_kept *kept = keep->kept[i].what;
        if (keep->kept[i].of == found->made && holds(kept, found, states))
            return kept;
    }
    return NULL;
}

/* As long as the arena. */
static const struct given_state **copy_states(const struct custom_found *found, const struct custom_position *p,
                                              struct arena *arena)
{
    const struct given_state **states = arena_array(arena, found->parts, sizeof *states);
    for (size_t i = 0; i < found->parts; i++) {
        struct given_state *copy = custom_given(found->made, arena, custom_state(found->made, p, i));
        for (size_t v = 0; v < found->made->rules->variables; v++) {
            struct items *items = &copy->value[v];
            int64_t *values = arena_raw(arena, (items->n + 1) * sizeof *values);
            if (items->n)
                memcpy(values, items->v, items->n * sizeof *values);
            items->v = values;
        }
        states[i] = copy;
    }
    return states;
}

/* Explores in that arena, with all that a look at the space will need. */
static struct custom_kept *explore(struct ask *ask, const struct custom_found *found, struct arena *arena)
{
    struct custom_kept *made = arena_alloc(arena, sizeof *made);
    struct machine *machine = arena_alloc(arena, sizeof *machine);
    made->layout = layout_make(found->made->rules, arena, copy_states(found, ask->position, arena), found->parts, NULL);
    machine_init(machine, program_of_rules(found->made->rules, arena), made->layout, arena, ask->budget);
    made->space = space_make(machine, found->key, found->parts);
    made->machine = machine;
    made->reader = machine_reader(machine);
    return made;
}

static const struct space *explore_kept(struct ask *ask, const struct custom_found *found)
{
    struct keeping *kept = ask->budget->keep ? keep_begin(ask->budget->keep, ask->arena, CUSTOM_ARENA_BYTES) : NULL;
    if (!kept)
        return space_make(found->machine, found->key, found->parts);
    struct arena *before = arena_enter(&kept->arena);
    struct custom_kept *made = explore(ask, found, &kept->arena);
    arena_enter(before);
    kept->what = made;
    kept->of = found->made;
    return made->space;
}

struct space *custom_explore(struct ask *ask, const struct custom_found *found)
{
    struct space *space = arena_alloc(ask->arena, sizeof *space);
    *space = found->kept ? *found->kept->space : *explore_kept(ask, found);
    space->arena = ask->arena;
    space->budget = ask->budget;
    space->machine = found->machine;
    machine_anew(found->machine);
    return space;
}

void custom_pay(const struct custom_found *found, uint64_t steps, uint64_t moves)
{
    if (found->kept)
        space_count(found->machine, LOOK_COUNTS + found->machine->steps - steps + LOOK_MOVE_COUNTS * moves);
}
