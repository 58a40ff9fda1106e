/* Tables by the definition: the mex over all options, each looked at. The slow path that every kernel is compared with, and the
 * fall-back for values that no kernel holds. `stamp[v]` is the last n for which value v was seen among the options. */
#include "core/sg/fill/fill.h"

struct marks {
    uint64_t *stamp;
    size_t size;
    size_t none; /* amounts below n, of those that may be a whole heap */
};

static void mark(struct marks *marks, uint64_t value, uint64_t n)
{
    marks->stamp[value] = n + 1;
}

/* Options have values below `bound`; xors of two or three of them below the next power of two. */
static void make_room(struct fill *fill, struct marks *marks, uint64_t value)
{
    size_t wanted = 64;
    while (wanted <= value + 1)
        wanted *= 2;
    wanted *= 2;
    if (wanted <= marks->size)
        return;
    marks->stamp = arena_array(fill->arena, wanted, sizeof *marks->stamp);
    marks->size = wanted;
}

static void mark_three(struct fill *fill, struct marks *marks, uint64_t rest, uint64_t n)
{
    for (uint64_t a = 1; 3 * a <= rest; a++) {
        uint64_t x = fill_get(fill, a);
        budget_spend(fill->budget, (rest - a) / 2 + 1);
        for (uint64_t b = a; b <= rest - a - b; b++)
            mark(marks, x ^ fill_get(fill, b) ^ fill_get(fill, rest - a - b), n);
    }
}

static void mark_options(struct fill *fill, const struct code *code, struct marks *marks, uint64_t n)
{
    while (marks->none < code->none.n && (uint64_t)code->none.v[marks->none] < n)
        marks->none++;
    if (marks->none < code->none.n && (uint64_t)code->none.v[marks->none] == n)
        mark(marks, 0, n);
    for (size_t i = 0; i < code->one.n && (uint64_t)code->one.v[i] < n; i++)
        mark(marks, fill_get(fill, n - (uint64_t)code->one.v[i]), n);
    for (size_t i = 0; i < code->two.n && (uint64_t)code->two.v[i] < n; i++) {
        uint64_t rest = n - (uint64_t)code->two.v[i];
        budget_spend(fill->budget, rest / 2 + 1);
        for (uint64_t a = 1; a + code->unequal <= rest - a; a++)
            mark(marks, fill_get(fill, a) ^ fill_get(fill, rest - a), n);
    }
    for (size_t i = 0; i < code->three.n && (uint64_t)code->three.v[i] < n; i++)
        mark_three(fill, marks, n - (uint64_t)code->three.v[i], n);
    budget_spend(fill->budget, 2 * marks->none + 8);
}

static void mark_smaller(struct fill *fill, struct marks *marks, uint64_t n)
{
    for (uint64_t b = 0; b < n; b++) {
        budget_spend(fill->budget, b + 1);
        for (uint64_t a = 0; a <= b; a++)
            mark(marks, fill_get(fill, a) ^ fill_get(fill, b), n);
    }
}

static uint64_t mex_at(struct fill *fill, const struct code *code, struct marks *marks, uint64_t n)
{
    uint64_t value = 0;
    if (fill->rules->kind == RULES_SMALLER)
        mark_smaller(fill, marks, n);
    else
        mark_options(fill, code, marks, n);
    while (marks->stamp[value] == n + 1)
        value++;
    return value;
}

static uint64_t largest(const struct fill *fill)
{
    uint64_t top = 0;
    for (uint64_t n = 0; n < fill->count; n++)
        top = fill_get(fill, n) > top ? fill_get(fill, n) : top;
    return top;
}

void fill_plain(struct fill *fill, uint64_t to)
{
    struct code code = fill_code(fill->arena, fill->budget, fill->rules, to);
    struct marks marks = {0};
    make_room(fill, &marks, largest(fill));
    while (fill->count < to) {
        uint64_t value = mex_at(fill, &code, &marks, fill->count);
        if (!fill_add(fill, value))
            return;
        make_room(fill, &marks, value);
    }
}

uint64_t fill_mex(struct fill *fill, const struct code *code, uint64_t n)
{
    struct marks marks = {0};
    make_room(fill, &marks, fill->width == 4 ? largest(fill) : (UINT64_C(1) << 8 * fill->width) - 1);
    return mex_at(fill, code, &marks, n);
}
