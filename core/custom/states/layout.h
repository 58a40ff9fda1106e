/* How a state is kept: the variables that change, packed into a key of 128 bits; the others, beside it, once for all states of a
 * class. Internal to core/custom. */
#ifndef GRUNDY_CORE_CUSTOM_STATES_LAYOUT_H
#define GRUNDY_CORE_CUSTOM_STATES_LAYOUT_H

#include "core/custom/machine/program.h"
#include "core/custom/machine/values.h"

typedef unsigned __int128 key128;

enum { KEY_BITS = 128 };

struct packing {
    bool packed;
    uint8_t shift, bits; /* of the value, or of the first item; the others follow */
    uint8_t length_shift, length_bits;
    uint32_t items_min, items_max;
};

/* One value of every variable, as given. */
struct given_state {
    struct items value[VARIABLES_MAX]; /* an integer: one item */
    int64_t turn;
};

struct layout {
    const struct user_rules *rules;
    struct packing packing[VARIABLES_MAX];
    uint8_t turn_shift, class_shift, class_bits;
    uint32_t bits; /* in all; more than KEY_BITS: no key holds a state */
    size_t classes;
    const struct given_state **class; /* of each class one state: where its unpacked variables stand */
};

/* For these states and all that is reached from them. `also`, NULL-able, names variables that change beside those that moves
 * assign. */
struct layout *layout_make(const struct user_rules *rules, struct arena *arena, const struct given_state *const *states, size_t n,
                           const bool *also);
key128 layout_pack(const struct layout *layout, const struct given_state *state);
/* Whether the state, one of the same rules, can be packed so: its lists are as long, and its class is known. */
bool layout_fits(const struct layout *layout, const struct given_state *state);
/* Of the class of another state's key, which takes long to find where lists are long and classes many. */
key128 layout_pack_like(const struct layout *layout, const struct given_state *state, key128 like);
static inline size_t layout_class(const struct layout *layout, key128 key)
{
    return layout->class_bits ? (size_t)(key >> layout->class_shift) & ((1U << layout->class_bits) - 1) : 0;
}

static inline key128 key_field(int64_t value, int64_t min, uint8_t shift)
{
    return (key128)((uint64_t)value - (uint64_t)min) << shift;
}
static inline key128 key_mask(uint8_t bits, uint8_t shift)
{
    return bits ? (~(key128)0 >> (KEY_BITS - bits)) << shift : 0;
}

#endif
