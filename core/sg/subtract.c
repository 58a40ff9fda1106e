/* Tables of plain takes: g(n) = mex{ g(n-s) : s in S }.
 *
 * One-hot kernel. hot[n] = 1 << g(n) for the last values; the mex of a set of values that is the or of their bits is the lowest
 * zero bit of that or. Amounts of at least a block are or-ed for a whole block of neighbouring n at once, because what they reach
 * lies before the block; the smaller ones, which may reach into the block, one n at a time. Bits for heaps below 0 are 0. Values
 * of 32 and more do not fit: the kernel stops there. */
#include "core/sg/fill.h"

#include <string.h>

enum { BLOCK = 16, TURN = 64 };

typedef uint32_t lanes __attribute__((vector_size(4 * BLOCK), aligned(4), may_alias));

struct hot {
    const int64_t *takes; /* ascending */
    size_t n, small;      /* all; those below a block */
    uint32_t *v;
    size_t before, room; /* lanes kept before the block that is made; lanes in all */
};

static inline __attribute__((always_inline)) size_t hot_blocks(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to)
{
    const int64_t *takes = hot->takes;
    size_t n = hot->n, small = hot->small;
    for (size_t b = 0; b < blocks; b++, at += BLOCK, to += BLOCK) {
        lanes seen = {0};
        for (size_t i = small; i < n; i++)
            seen |= *(const lanes *)(at - takes[i]);
        *(lanes *)at = seen;
        for (size_t j = 0; j < BLOCK; j++) {
            uint32_t x = at[j];
            for (size_t i = 0; i < small; i++)
                x |= *(at + j - takes[i]);
            uint32_t bit = ~x & (x + 1);
            if (!bit)
                return b;
            at[j] = bit;
            to[j] = (uint8_t)__builtin_ctz(bit);
        }
    }
    return blocks;
}

static size_t blocks_plain(const struct hot *hot, uint32_t *at, size_t blocks, uint8_t *to)
{
    return hot_blocks(hot, at, blocks, to);
}

/* Turns of TURN blocks; where the lanes end, the last `before` of them go back to the front. False at a value of 32. */
static bool run(struct fill *fill, struct hot *hot, uint64_t to)
{
    uint8_t *data = fill->data;
    size_t pos = hot->before;
    while (fill->count < to) {
        if (pos + TURN * BLOCK > hot->room) {
            memmove(hot->v, hot->v + pos - hot->before, hot->before * sizeof *hot->v);
            pos = hot->before;
        }
        size_t wanted = (size_t)((to - fill->count + BLOCK - 1) / BLOCK), blocks = wanted < TURN ? wanted : TURN;
        size_t done = blocks_plain(hot, hot->v + pos, blocks, data + fill->count);
        fill->count += done * BLOCK;
        pos += done * BLOCK;
        budget_spend(fill->budget, blocks * BLOCK * (hot->small + hot->n / BLOCK + 2) / 2);
        if (done < blocks)
            return false;
    }
    fill->count = to;
    return true;
}

void fill_onehot(struct fill *fill, uint64_t to)
{
    struct amounts_upto amounts = amounts_upto(fill->arena, fill->budget, fill->rules, to);
    uint64_t last = amounts.n ? (uint64_t)amounts.v[amounts.n - 1] : 0;
    struct hot hot = {.takes = amounts.v, .n = amounts.n, .before = (last + BLOCK - 1) / BLOCK * BLOCK};
    while (hot.small < hot.n && hot.takes[hot.small] < BLOCK)
        hot.small++;
    hot.room = hot.before + (hot.before > 4 * TURN * BLOCK ? hot.before : 4 * TURN * BLOCK);
    hot.v = arena_array(fill->arena, hot.room + BLOCK, sizeof *hot.v);
    for (uint64_t back = 1; back <= hot.before && back <= fill->count; back++) {
        uint64_t value = fill_get(fill, fill->count - back);
        if (value >= 32) {
            fill->wider = true;
            return;
        }
        hot.v[hot.before - back] = UINT32_C(1) << value;
    }
    fill->wider = !run(fill, &hot, to);
}

/* All but a few: value v can be g(n) only if all its places before n are in n-X, so it is the value of one of these, or the least
 * unused one. `uses[v]` counts the places of v so far, `hidden[v]` those among n-X. */
void fill_all_but(struct fill *fill, uint64_t to)
{
    const struct rules *rules = fill->rules;
    uint32_t *uses = arena_array(fill->arena, to + 1, sizeof *uses), *hidden = arena_array(fill->arena, to + 1, sizeof *hidden);
    uint64_t unused = 0;
    for (uint64_t n = 0; n < fill->count; n++) {
        uint64_t value = fill_get(fill, n);
        uses[value]++;
        unused = value >= unused ? value + 1 : unused;
    }
    while (fill->count < to) {
        uint64_t n = fill->count, value = unused;
        size_t reach = 0;
        for (; reach < rules->n && (uint64_t)rules->list[reach] <= n; reach++)
            hidden[fill_get(fill, n - (uint64_t)rules->list[reach])]++;
        for (size_t i = 0; i < reach; i++) {
            uint64_t v = fill_get(fill, n - (uint64_t)rules->list[i]);
            if (v < value && hidden[v] == uses[v])
                value = v;
        }
        for (size_t i = 0; i < reach; i++)
            hidden[fill_get(fill, n - (uint64_t)rules->list[i])] = 0;
        budget_spend(fill->budget, 3 * reach + 4);
        if (!fill_add(fill, value))
            return;
        uses[value]++;
        unused = value == unused ? unused + 1 : unused;
    }
}
