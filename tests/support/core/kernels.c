#include "tests/support/core/kernels.h"

#include "tests/support/core/rulesets.h"

static uint64_t seed = 20260;

uint64_t random_below(uint64_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (seed >> 11) % n;
}

struct fill kernel_fill(const struct rules *rules, int simd, void *data, uint32_t width)
{
    static struct budget budget = {.left = UINT64_MAX};
    return (struct fill){
        .rules = rules, .arena = &rulesets_arena, .budget = &budget, .simd = (enum simd)simd, .data = data, .width = width};
}

void kernel_run(fill_kernel *kernel, struct fill *fill, uint64_t to)
{
    struct arena_mark mark = arena_mark(fill->arena);
    kernel(fill, to);
    arena_rewind(fill->arena, mark);
}
