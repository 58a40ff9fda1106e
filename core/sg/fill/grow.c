/* Growing a table: the kernel that its rules and its width call for, the plain one where that stops short, wider values where
 * these do not fit. */
#include "core/memory/store.h"
#include "core/sg/fill/fill.h"

#include <string.h>

enum { SPLITS_MAX = 32 }; /* splitting places that the pair kernel takes */

static bool has_triples(const struct rules *rules)
{
    for (size_t i = 0; i < rules->n_places; i++)
        if (rules->places[i].digit & 8)
            return true;
    return false;
}

bool table_needs_sets(const struct rules *rules)
{
    size_t splits = 0;
    for (size_t i = 0; i < rules->n_places; i++)
        splits += (rules->places[i].digit & 4) != 0;
    return splits > SPLITS_MAX || rules->kind == RULES_ROW || has_triples(rules);
}

/* A list takes a few steps a value. The pairs of a heap are gone through a vector at a time and few of them are, three pieces are
 * compared one by one. */
uint64_t table_steps(const struct rules *rules, uint64_t from, uint64_t to)
{
    uint64_t more = to > from ? to - from : 0;
    if (rules->kind == RULES_PLAIN && rules->amounts != AMOUNTS_ALL_BUT)
        return more * 4;
    return more * to / (table_needs_sets(rules) ? 1 : 64);
}

enum { KERNELS = 3 };

/* The kernels to be tried one after the other, each from where the one before stopped; the last is the plain one. */
static void choose(const struct fill *fill, fill_kernel *kernels[KERNELS])
{
    const struct rules *rules = fill->rules;
    size_t n = 0;
    bool plain = rules->kind == RULES_PLAIN && rules->amounts != AMOUNTS_ALL_BUT;
    bool code = rules->kind == RULES_CODE || rules->kind == RULES_UNEQUAL, sets = table_needs_sets(rules);
    bool primes = plain && rules->amounts == AMOUNTS_SET && rules->set == SET_PRIMES;
    if (plain && fill->width < 4) {
        if (fill->width == 1)
            kernels[n++] = primes ? fill_primes : leap_period(rules) ? fill_leap : fill_onehot;
        kernels[n++] = fill_takes;
    } else if (rules->kind == RULES_PLAIN && !plain) {
        kernels[n++] = fill_all_but;
    } else if (sets && !rules->unequal) {
        kernels[n++] = fill_sets;
        if (has_triples(rules))
            kernels[n++] = fill_triples;
    } else if (code && fill->width < 4) {
        kernels[n++] = fill->width == 1 ? fill_pairs : fill_pairs_wide;
    }
    while (n < KERNELS)
        kernels[n++] = fill_plain;
}

static void *table_memory(const struct sg_job *job, uint64_t bytes)
{
    bytes += FILL_SLACK;
    void *memory = job->store->reserve(job->store, job->arena, bytes);
    if (memory)
        return memory;
    char *raw = arena_raw(job->arena, bytes + 64);
    return raw + (64 - (uintptr_t)raw % 64) % 64;
}

/* Memory for `to` values of that width, with what the table has. */
static void move_to(const struct sg_job *job, struct fill *fill, uint32_t width, uint64_t to)
{
    struct fill moved = *fill;
    moved.data = table_memory(job, to * width);
    moved.width = width;
    if (fill->width == width && fill->count)
        memcpy(moved.data, fill->data, fill->count * width);
    if (fill->width != width) {
        moved.count = 0;
        for (uint64_t n = 0; n < fill->count; n++)
            fill_add(&moved, fill_get(fill, n));
    }
    *fill = moved;
}

struct growth {
    const struct sg_job *job;
    struct fill fill;
    uint64_t to;
};

static void run_kernels(struct growth *growth)
{
    struct fill *fill = &growth->fill;
    fill_kernel *kernels[KERNELS];
    choose(fill, kernels);
    for (size_t i = 0; i < KERNELS && fill->count < growth->to; i++) {
        struct arena_mark mark = arena_mark(fill->arena);
        fill->wider = false;
        kernels[i](fill, growth->to);
        arena_rewind(fill->arena, mark);
    }
}

static void work(void *what)
{
    struct growth *growth = what;
    struct fill *fill = &growth->fill;
    move_to(growth->job, fill, fill->width, growth->to);
    for (;;) {
        run_kernels(growth);
        if (fill->count >= growth->to)
            return;
        if (fill->width == 4)
            arena_escape(fill->arena, STATUS_too_large, (int64_t)fill->count,
                         "Grundy values from heap %llu on need more than 32 bits", (unsigned long long)fill->count);
        move_to(growth->job, fill, fill->width * 2, growth->to);
    }
}

void table_grow(const struct sg_job *job, const struct rules *rules, struct table *table, uint64_t to)
{
    struct growth growth = {
        .job = job,
        .fill = {.rules = rules,
                 .arena = job->arena,
                 .budget = job->budget,
                 .simd = simd_here(),
                 .data = (void *)(uintptr_t)table->data,
                 .width = table->width ? table->width : 1,
                 .count = table->count},
        .to = to,
    };
    struct escape landed;
    if (table->count >= to)
        return;
    enum status status = arena_try(job->arena, &landed, work, &growth);
    table->data = growth.fill.data;
    table->count = growth.fill.count;
    table->width = growth.fill.width;
    if (status != STATUS_ok)
        arena_escape_on(job->arena, &landed);
}
