/* Looking at a table that came from elsewhere: it has the right form, but nobody of this process made it.
 *
 * What is wrong among the first values or where the proof of a period lies is always found, and what is wrong in a fraction f of
 * the others, or makes later values follow from it, is missed by k looks with probability (1-f)^k at most. The places are drawn
 * from the key, the length and where this process keeps its stack, which a forger cannot foretell. The digest that guards table
 * files is against single wrong values. */
#include "core/sg/verify.h"
#include "core/memory/store.h"
#include "core/sg/fill/fill.h"
#include "core/sg/fill/pair_loops.h"
#include "core/sg/period.h"

#include <string.h>

enum {
    FIRST_LIST = 1 << 18, /* values made again: 1 ms */
    FIRST_CODE = 1 << 12,
    FIRST_OTHER = 1 << 10,
    LOOKS = 32,           /* at values beyond them */
    LOOKS_COST = 1 << 21, /* steps after which no further one is taken */
};

/* ---- one value ---- */

static uint64_t value_at(const struct table *table, uint64_t n)
{
    return table->width == 1   ? ((const uint8_t *)table->data)[n]
           : table->width == 2 ? ((const uint16_t *)table->data)[n]
                               : ((const uint32_t *)table->data)[n];
}

struct looking {
    const struct sg_job *job;
    const struct table *table;
    struct code code;
    const struct pair_loops *loops; /* NULL: by the definition */
    uint64_t cost;
};

static bool is_among(const struct amounts_upto *amounts, uint64_t n)
{
    for (size_t i = 0; i < amounts->n; i++)
        if ((uint64_t)amounts->v[i] == n)
            return true;
    return false;
}

/* Codes of up to two pieces, values of 8 bits: whether heap n has an option of value v. */
static bool has_option(struct looking *looking, uint64_t n, uint8_t v)
{
    const struct code *code = &looking->code;
    const uint8_t *g = looking->table->data;
    if (v == 0 && is_among(&code->none, n))
        return true;
    for (size_t i = 0; i < code->one.n && (uint64_t)code->one.v[i] < n; i++)
        if (g[n - (uint64_t)code->one.v[i]] == v)
            return true;
    for (size_t i = 0; i < code->two.n && (uint64_t)code->two.v[i] < n; i++) {
        uint64_t rest = n - (uint64_t)code->two.v[i], last = (rest - code->unequal) / 2;
        looking->cost += last / 16 + 4;
        budget_spend(looking->job->budget, last / 16 + 4);
        if (looking->loops->any(g, rest, last, v))
            return true;
    }
    return false;
}

static bool is_mex(struct looking *looking, const struct rules *rules, uint64_t n)
{
    uint64_t value = value_at(looking->table, n);
    if (looking->loops) {
        for (unsigned v = 0; v < value; v++)
            if (!has_option(looking, n, (uint8_t)v))
                return false;
        return !has_option(looking, n, (uint8_t)value);
    }
    const struct table *table = looking->table;
    struct arena_mark mark = arena_mark(looking->job->arena);
    struct fill fill = {.rules = rules,
                        .arena = looking->job->arena,
                        .budget = looking->job->budget,
                        .data = (void *)(uintptr_t)table->data, /* is only read */
                        .width = table->width,
                        .count = table->count};
    bool holds = fill_mex(&fill, &looking->code, n) == value;
    looking->cost += (looking->code.two.n + looking->code.three.n * n) * n + looking->code.one.n;
    arena_rewind(looking->job->arena, mark);
    return holds;
}

static struct looking look(const struct sg_job *job, const struct rules *rules, const struct table *table)
{
    struct looking looking = {.job = job, .table = table};
    looking.code = fill_code(job->arena, job->budget, rules, table->count);
    bool pairs = rules->kind == RULES_CODE || rules->kind == RULES_UNEQUAL;
    if (pairs && table->width == 1 && !looking.code.three.n)
        looking.loops = pair_loops(simd_here());
    return looking;
}

bool sg_recurrence_holds(const struct sg_job *job, const struct rules *rules, const struct table *table, uint64_t n)
{
    struct arena_mark mark = arena_mark(job->arena);
    struct looking looking = look(job, rules, table);
    bool holds = is_mex(&looking, rules, n);
    arena_rewind(job->arena, mark);
    return holds;
}

/* ---- the whole table ---- */

static uint64_t first_values(const struct rules *rules, const struct table *table)
{
    if (rules->kind == RULES_PLAIN && rules->amounts != AMOUNTS_ALL_BUT && table->width == 1)
        return FIRST_LIST;
    bool slow = table_needs_sets(rules) || table->width > 1;
    return (rules->kind == RULES_CODE || rules->kind == RULES_UNEQUAL) && !slow ? FIRST_CODE : FIRST_OTHER;
}

static bool begins_right(const struct sg_job *job, const struct rules *rules, const struct table *table, uint64_t count)
{
    struct arena_mark mark = arena_mark(job->arena);
    struct table made = {.width = 1};
    table_grow(job, rules, &made, count);
    bool same = made.width <= table->width;
    if (same && made.width == table->width)
        same = memcmp(made.data, table->data, count * made.width) == 0;
    else
        for (uint64_t n = 0; same && n < count; n++)
            same = value_at(&made, n) == value_at(table, n);
    arena_rewind(job->arena, mark);
    return same;
}

/* No value is more than the moves that can follow each other: a heap of n is parted n-1 times at most, and n times taken from.
 * Kernels have room for so much, and for no more: a larger one would make them write beyond it. All values of 8 bits have room;
 * those of RULES_SMALLER double from heap to heap, and its kernel measures them first. */
static bool has_possible_values(const struct sg_job *job, const struct rules *rules, const struct table *table)
{
    if (table->width == 1 || rules->kind == RULES_SMALLER)
        return true;
    uint64_t each = rules->kind == RULES_PLAIN ? 1 : 2;
    for (uint64_t n = 0; n < table->count; n++) {
        if (value_at(table, n) > each * n)
            return false;
        if (n % 4096 == 0)
            budget_spend(job->budget, 1024);
    }
    return true;
}

static bool has_form(const struct rules *rules, const struct table *table)
{
    if (!table->count || (table->width != 1 && table->width != 2 && table->width != 4))
        return false;
    if (!table->proven)
        return true;
    return period_possible(rules) && table->period && table->preperiod < table->count &&
           table->period <= table->count - table->preperiod && table->checked_to < table->count;
}

static uint64_t draw(uint64_t *seed)
{
    *seed += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = (*seed ^ *seed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static bool looks_right(const struct sg_job *job, const struct rules *rules, const struct table *table, uint64_t from,
                        uint64_t top)
{
    struct arena_mark mark = arena_mark(job->arena);
    struct looking looking = look(job, rules, table);
    uint64_t end = table->proven ? table->preperiod + table->period : table->count, seed = table->count ^ (uintptr_t)&looking;
    for (const char *c = rules->key; *c; c++)
        seed = (seed ^ (unsigned char)*c) * UINT64_C(1099511628211);
    bool right = top < from || top >= table->count || is_mex(&looking, rules, top);
    for (int i = 0; right && from < end && i < LOOKS && (i < 1 || looking.cost < LOOKS_COST); i++)
        right = is_mex(&looking, rules, from + draw(&seed) % (end - from));
    arena_rewind(job->arena, mark);
    return right;
}

bool table_holds(const struct sg_job *job, const struct rules *rules, const struct table *table, uint64_t top)
{
    uint64_t first = first_values(rules, table);
    first = first < table->count ? first : table->count;
    return has_form(rules, table) && has_possible_values(job, rules, table) && begins_right(job, rules, table, first) &&
           (!table->proven || period_holds(job, rules, table)) && looks_right(job, rules, table, first, top);
}
