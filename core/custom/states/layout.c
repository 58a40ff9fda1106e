/* Packing states; see the header. */
#include "core/custom/states/layout.h"

#include <string.h>

static uint8_t bits_of(uint64_t largest)
{
    return largest ? (uint8_t)(64 - __builtin_clzll(largest)) : 0;
}

/* Bits from the lowest up; beyond 128 only the sum is still told. */
static uint8_t take(struct layout *layout, uint32_t bits)
{
    uint32_t at = layout->bits;
    layout->bits += bits;
    return (uint8_t)(at < KEY_BITS ? at : 0);
}

static void place(struct layout *layout, size_t variable, const struct given_state *const *states, size_t n)
{
    const struct variable *v = &layout->rules->variable[variable];
    struct packing *p = &layout->packing[variable];
    p->items_min = v->list ? v->items_min : 1;
    p->items_max = v->list ? v->items_max : 1;
    for (size_t i = 0; i < n && v->as_given; i++) {
        uint32_t items = (uint32_t)states[i]->value[variable].n;
        p->items_min = i == 0 || items < p->items_min ? items : p->items_min;
        p->items_max = items > p->items_max ? items : p->items_max;
    }
    if (!p->packed)
        return;
    p->bits = bits_of((uint64_t)v->max - (uint64_t)v->min);
    p->length_bits = bits_of(p->items_max - p->items_min);
    p->length_shift = take(layout, p->length_bits);
    p->shift = take(layout, p->bits * p->items_max);
}

static bool same_class(const struct layout *layout, const struct given_state *a, const struct given_state *b)
{
    for (size_t v = 0; v < layout->rules->variables; v++)
        if (!layout->packing[v].packed && !list_equal(a->value[v], b->value[v]))
            return false;
    return true;
}

static size_t find_class(const struct layout *layout, const struct given_state *state)
{
    size_t i = 0;
    while (i < layout->classes && !same_class(layout, layout->class[i], state))
        i++;
    return i;
}

bool layout_fits(const struct layout *layout, const struct given_state *state)
{
    for (size_t v = 0; v < layout->rules->variables; v++) {
        const struct packing *p = &layout->packing[v];
        if (p->packed && (state->value[v].n < p->items_min || state->value[v].n > p->items_max))
            return false;
    }
    return find_class(layout, state) < layout->classes;
}

struct layout *layout_make(const struct user_rules *rules, struct arena *arena, const struct given_state *const *states, size_t n,
                           const bool *also)
{
    struct layout *layout = arena_alloc(arena, sizeof *layout);
    layout->rules = rules;
    if (rules->turns)
        layout->turn_shift = take(layout, 1);
    for (size_t v = rules->variables; v-- > 0;) {
        layout->packing[v].packed = rules->variable[v].assigned || (also && also[v]);
        place(layout, v, states, n);
    }
    layout->class = arena_array(arena, n, sizeof(const struct given_state *));
    for (size_t i = 0; i < n; i++)
        if (find_class(layout, states[i]) == layout->classes)
            layout->class[layout->classes++] = states[i];
    layout->class_bits = bits_of(layout->classes ? layout->classes - 1 : 0);
    layout->class_shift = take(layout, layout->class_bits);
    return layout;
}

key128 layout_pack_like(const struct layout *layout, const struct given_state *state, key128 like)
{
    key128 key = like & key_mask(layout->class_bits, layout->class_shift);
    for (size_t v = 0; v < layout->rules->variables; v++) {
        const struct packing *p = &layout->packing[v];
        struct items items = state->value[v];
        if (!p->packed)
            continue;
        if (p->length_bits)
            key |= key_field((int64_t)items.n, p->items_min, p->length_shift);
        for (size_t i = 0; i < items.n && p->bits; i++)
            key |= key_field(items.v[i], layout->rules->variable[v].min, (uint8_t)(p->shift + i * p->bits));
    }
    if (layout->rules->turns)
        key |= (key128)(uint64_t)state->turn << layout->turn_shift;
    return key;
}

key128 layout_pack(const struct layout *layout, const struct given_state *state)
{
    return layout_pack_like(layout, state, layout->class_bits ? (key128)find_class(layout, state) << layout->class_shift : 0);
}
