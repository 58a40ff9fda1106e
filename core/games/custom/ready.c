/* A position made ready to be played: its states packed, its rules compiled; and a state written down again. */
#include "core/games/custom/custom.h"
#include "core/limits.h"

#include <string.h>

struct given_state *custom_given(const struct custom_game *made, struct arena *arena, const void *state)
{
    struct given_state *given = arena_alloc(arena, sizeof *given);
    const char *at = state;
    for (size_t v = 0; v < made->rules->variables; v++) {
        const void *value = at + state_offset(v);
        const struct list *list = value;
        given->value[v] = made->rules->variable[v].list ? (struct items){list->v, list->n} : (struct items){value, 1};
    }
    if (made->rules->turns)
        given->turn = *(const int64_t *)(const void *)(at + state_offset(made->rules->variables));
    return given;
}

void *custom_write(const struct custom_game *made, struct arena *arena, const struct machine *m, void *state)
{
    struct head *head = state;
    for (size_t v = 0; v < made->rules->variables; v++) {
        struct items items = machine_value(m, v);
        void *value = (char *)state + state_offset(v);
        if (!made->rules->variable[v].list) {
            *(int64_t *)value = items.v[0];
            continue;
        }
        if (!m->layout->packing[v].packed) { /* the same in all states, so it is not copied for each */
            *(struct list *)value = (struct list){items.n, (void *)(uintptr_t)items.v};
            continue;
        }
        int64_t *copy = arena_raw(arena, items.n * sizeof *copy);
        if (items.n)
            memcpy(copy, items.v, items.n * sizeof *copy);
        *(struct list *)value = (struct list){items.n, copy};
    }
    head->given = (uint32_t)((UINT64_C(1) << (made->rules->variables + made->rules->turns)) - 1);
    if (made->rules->turns)
        *(int64_t *)(void *)((char *)state + state_offset(made->rules->variables)) = m->ints[INT_TURN];
    return state;
}

void custom_check_layout(struct ask *ask, const struct layout *layout)
{
    for (size_t v = 0; v < layout->rules->variables; v++) {
        const struct variable *variable = &layout->rules->variable[v];
        if (variable->list && variable->assigned && layout->packing[v].items_max > ITEMS_CHANGED)
            ask_too_large(ask, ITEMS_CHANGED, "a list that moves change has at most %d items", ITEMS_CHANGED);
    }
    if (layout->bits > KEY_BITS)
        ask_too_large(ask, KEY_BITS, "the ranges of all variables that change must fit into %d bits together, not %u", KEY_BITS,
                      layout->bits);
}

const struct program *custom_program(struct ask *ask, const struct user_rules *rules)
{
    const struct program *program = program_of_rules(rules, ask->arena);
    if (program->too_long)
        ask_too_large(ask, UINT16_MAX, "the rules are compiled to more than %d instructions or too many values at once",
                      UINT16_MAX);
    return program;
}

/* Machines of its own, which are of no use to others. */
static void make_machines(struct ask *ask, struct custom_found *found, const struct layout *layout)
{
    found->machine = arena_alloc(ask->arena, sizeof *found->machine);
    machine_init(found->machine, custom_program(ask, found->made->rules), layout, ask->arena, ask->budget);
    found->reader = machine_reader(found->machine);
}

struct custom_found *custom_ready(struct ask *ask)
{
    const struct custom_position *p = ask->position;
    struct custom_found *found = arena_alloc(ask->arena, sizeof *found);
    found->made = custom_of(ask);
    found->parts = custom_count(p);
    found->key = arena_array(ask->arena, found->parts, sizeof *found->key);
    const struct given_state **states = arena_array(ask->arena, found->parts, sizeof *states);
    for (size_t i = 0; i < found->parts; i++)
        states[i] = custom_given(found->made, ask->arena, custom_state(found->made, p, i));
    const struct custom_kept *kept = found->kept = custom_find_kept(ask, found, states);
    const struct layout *layout = kept ? kept->layout : layout_make(found->made->rules, ask->arena, states, found->parts, NULL);
    custom_check_layout(ask, layout);
    for (size_t i = 0; i < found->parts; i++)
        found->key[i] = layout_pack(layout, states[i]);
    if (!kept) {
        make_machines(ask, found, layout);
        return found;
    }
    found->machine = kept->machine;
    found->reader = kept->reader;
    found->machine->arena = ask->arena;
    found->machine->budget = ask->budget;
    return found;
}
