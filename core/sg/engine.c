/* The engine: finds or makes the table that a question needs, and proves its period.
 *
 * What is computed is fixed by rules and top: a table of L values, L = top+1 rounded up, and at least base() where a period can
 * be proven. Where top lies beyond any table, the table doubles until a period is proven or the limit is reached. A period is
 * told iff L values prove it, also when the store happens to know more, so that the answer depends on the question only. */
#include "core/sg/sg.h"

#include "core/sg/closed.h"
#include "core/sg/fill.h"
#include "core/sg/period.h"

#include <string.h>

enum {
    COUNT_MIN = 1024,    /* values of the smallest table */
    BASE_LIST = 1 << 18, /* values looked through for a period, whatever the heaps: under 10 ms each */
    BASE_ALL_BUT = 1 << 16,
    BASE_CODE = 1 << 16,
    BASE_SETS = 1 << 11,
    BASE_WIDE = 1 << 12, /* the same where values of a code need more than 8 bits, and with them the slow kernel */
    SPLITS_MAX = 32,     /* splitting places that the pair kernel takes */
};

static bool needs_sets(const struct rules *rules)
{
    size_t splits = 0;
    for (size_t i = 0; i < rules->n_places; i++) {
        splits += (rules->places[i].digit & 4) != 0;
        if (rules->places[i].digit & 8)
            return true;
    }
    return splits > SPLITS_MAX || rules->kind == RULES_ROW;
}

uint64_t sg_table_limit(const struct rules *rules)
{
    if (rules->kind == RULES_ROW)
        return SG_ROW_MAX;
    if (rules->kind == RULES_CODE && needs_sets(rules))
        return SG_PAIRS_MAX;
    if (rules->kind == RULES_PLAIN && rules->amounts == AMOUNTS_SET)
        return SG_SET_MAX;
    return SG_TABLE_MAX;
}

static uint64_t base(const struct rules *rules)
{
    if (!period_possible(rules))
        return COUNT_MIN;
    if (rules->kind == RULES_PLAIN)
        return rules->amounts == AMOUNTS_LIST ? BASE_LIST : BASE_ALL_BUT;
    return needs_sets(rules) ? BASE_SETS : BASE_CODE;
}

/* Up to an eighth more, so that neighbouring questions share a table. */
static uint64_t round_up(uint64_t n)
{
    uint64_t step = COUNT_MIN;
    while (step * 16 <= n)
        step *= 2;
    return (n + step - 1) / step * step;
}

/* The values that the question is about: L above. */
static uint64_t length_for(const struct rules *rules, uint32_t width, struct num top)
{
    uint64_t limit = sg_table_limit(rules) + 1;
    if (!num_lt(top, num_u64(limit)))
        return limit;
    uint64_t length = round_up((uint64_t)top.word + 1), least = base(rules);
    if (rules->kind == RULES_CODE && width > 1 && least > BASE_WIDE)
        least = BASE_WIDE;
    length = length < least ? least : length;
    return length < limit ? length : limit;
}

/* ---- growing a table ---- */

struct growth {
    const struct sg_job *job;
    struct fill fill;
    uint64_t to;
};

static fill_kernel *choose(const struct fill *fill, bool slow)
{
    const struct rules *rules = fill->rules;
    if (slow)
        return fill_plain;
    if (rules->kind == RULES_PLAIN && rules->amounts == AMOUNTS_ALL_BUT)
        return fill_all_but;
    if (rules->kind == RULES_PLAIN && fill->width == 1)
        return fill_onehot;
    if ((rules->kind == RULES_CODE || rules->kind == RULES_ROW) && needs_sets(rules))
        return fill_sets;
    if ((rules->kind == RULES_CODE || rules->kind == RULES_UNEQUAL) && fill->width == 1)
        return fill_pairs;
    return fill_plain;
}

/* Runs the kernels; a kernel that stops short hands over to the plain one, and that to a wider table. */
static void work(void *what)
{
    struct growth *growth = what;
    struct fill *fill = &growth->fill;
    for (int slow = 0; slow < 2 && fill->count < growth->to; slow++) {
        struct arena_mark mark = arena_mark(fill->arena);
        fill->wider = false;
        choose(fill, slow)(fill, growth->to);
        arena_rewind(fill->arena, mark);
    }
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
static void move_to(struct growth *growth, uint32_t width, uint64_t to)
{
    struct fill *fill = &growth->fill;
    struct fill old = *fill;
    fill->data = table_memory(growth->job, to * width);
    fill->width = width;
    if (old.width == width) {
        if (old.count)
            memcpy(fill->data, old.data, old.count * width);
        return;
    }
    fill->count = 0;
    for (uint64_t n = 0; n < old.count; n++)
        fill_add(fill, fill_get(&old, n));
}

static void publish(const struct sg_job *job, const struct rules *rules, const struct fill *fill, struct table *table)
{
    table->data = fill->data;
    table->count = fill->count;
    table->width = fill->width;
    job->store->publish(job->store, job->arena, rules->key, table);
}

/* Lengthens the table to `to` values, widening it as needed. When the budget ends, publishes what is there, then lets go. */
static void lengthen(const struct sg_job *job, const struct rules *rules, struct table *table, uint64_t to)
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
    move_to(&growth, growth.fill.width, to);
    while (growth.fill.count < to) {
        struct escape landed;
        enum status status = arena_try(job->arena, &landed, work, &growth);
        if (status != STATUS_ok) {
            publish(job, rules, &growth.fill, table);
            if (status == STATUS_deadline_exceeded)
                arena_escape(
                    job->arena, status, -1,
                    "the computing time of one request ended at heap %llu of the table that these rules need; it is kept, so "
                    "asking again gets further, and `grundyd warm --rules JSON --to N` makes it ahead of time",
                    (unsigned long long)table->count);
            arena_escape(job->arena, status, landed.limit, "%s", landed.detail);
        }
        if (growth.fill.count < to) {
            if (growth.fill.width == 4)
                arena_escape(job->arena, STATUS_too_large, (int64_t)growth.fill.count,
                             "Grundy values from heap %llu on need more than 32 bits", (unsigned long long)growth.fill.count);
            move_to(&growth, growth.fill.width * 2, to);
        }
    }
    table->data = growth.fill.data;
    table->count = growth.fill.count;
    table->width = growth.fill.width;
}

/* Lengthens the table step by step until it serves `top` or proves a period. */
static void complete(const struct sg_job *job, const struct rules *rules, struct table *table, struct num top)
{
    bool provable = period_possible(rules), grew = false;
    uint64_t length;
    while (!table->proven && table->count < (length = length_for(rules, table->width, top))) {
        uint64_t step = COUNT_MIN;
        while (step <= table->count)
            step *= 2;
        lengthen(job, rules, table, provable && step < length ? step : length);
        grew = true;
        if (provable)
            period_prove(job, rules, table);
    }
    if (grew)
        job->store->publish(job->store, job->arena, rules->key, table);
}

static void tell_period(struct sg *sg, uint64_t length)
{
    const struct table *table = &sg->table;
    if (!table->proven || table->checked_to >= length)
        return;
    sg->period_told = sg->checked = true;
    sg->preperiod = num_u64(table->preperiod);
    sg->period = num_u64(table->period);
    sg->saltus = num_u64(table->saltus);
    sg->checked_to = table->checked_to;
    sg->method = "period";
}

void sg_open(struct sg *sg, const struct sg_job *job, const struct rules *rules, struct num top)
{
    *sg = (struct sg){.rules = rules, .closed = closed_form(rules)};
    sg->method = closed_method(sg->closed);
    if (sg->closed != CLOSED_NONE) {
        sg->period_told = closed_period(sg->closed, rules, &sg->preperiod, &sg->period, &sg->saltus);
        return;
    }
    uint64_t limit = sg_table_limit(rules);
    bool beyond = num_lt(num_u64(limit), top);
    if (beyond && !period_possible(rules))
        arena_escape(job->arena, STATUS_too_large, (int64_t)limit,
                     "no closed form and no period is known for these rules; heaps up to %llu are answered from a table",
                     (unsigned long long)limit);
    if (!job->store->find(job->store, job->arena, rules->key, &sg->table))
        sg->table = (struct table){.width = 1};
    complete(job, rules, &sg->table, top);
    if (beyond && !sg->table.proven)
        arena_escape(job->arena, STATUS_too_large, (int64_t)limit,
                     "no period of these rules is proven by the heaps up to %llu, and no larger heap can be answered without one",
                     (unsigned long long)limit);
    tell_period(sg, length_for(rules, sg->table.width, top));
}

/* ---- looking up ---- */

static uint64_t stored(const struct table *table, uint64_t n)
{
    return table->width == 1   ? ((const uint8_t *)table->data)[n]
           : table->width == 2 ? ((const uint16_t *)table->data)[n]
                               : ((const uint32_t *)table->data)[n];
}

uint64_t sg_word(const struct sg *sg, uint64_t n)
{
    const struct table *table = &sg->table;
    if (n < table->count)
        return stored(table, n);
    uint64_t over = n - table->preperiod;
    return stored(table, table->preperiod + over % table->period) + over / table->period * table->saltus;
}

struct num sg_value(const struct sg *sg, struct num n)
{
    if (sg->closed != CLOSED_NONE)
        return closed_value(sg->closed, sg->rules, n);
    const struct table *table = &sg->table;
    if (num_is_word(n) && ((uint64_t)n.word < table->count || !table->saltus))
        return num_u64(sg_word(sg, (uint64_t)n.word));
    struct num period = num_u64(table->period), over = num_sub(n, num_u64(table->preperiod));
    uint64_t at = table->preperiod + (uint64_t)num_mod(over, period).word;
    struct num value = num_u64(stored(table, at));
    return table->saltus ? num_add(value, num_mul(num_div(over, period), num_u64(table->saltus))) : value;
}

typedef uint8_t narrow __attribute__((vector_size(32), aligned(1), may_alias));
typedef uint16_t wide __attribute__((vector_size(64), aligned(2), may_alias));

static void copy_stored(const struct table *table, uint64_t from, size_t count, uint16_t *to)
{
    size_t i = 0;
    if (table->width == 1)
        for (; i + sizeof(narrow) <= count; i += sizeof(narrow))
            *(wide *)(to + i) = __builtin_convertvector(*(const narrow *)((const uint8_t *)table->data + from + i), wide);
    for (; i < count; i++)
        to[i] = (uint16_t)stored(table, from + i);
}

/* One period is looked up, the others are copies of what was written before. */
static void copy_periodic(const struct table *table, uint64_t from, size_t count, uint16_t *to)
{
    uint64_t period = table->period, at = (from - table->preperiod) % period;
    size_t done = 0;
    while (done < count && done < period) {
        uint64_t left = period - at;
        size_t n = count - done < left ? count - done : (size_t)left;
        copy_stored(table, table->preperiod + at, n, to + done);
        done += n;
        at = 0;
    }
    for (uint64_t step = period; done < count; step *= 2) {
        size_t n = count - done < step ? count - done : (size_t)step;
        memcpy(to + done, to + done - step, n * sizeof *to);
        done += n;
    }
}

void sg_copy(const struct sg *sg, uint64_t from, size_t count, uint16_t *to)
{
    const struct table *table = &sg->table;
    size_t i = 0;
    if (sg->closed == CLOSED_NONE && from < table->count) {
        i = table->count - from < count ? (size_t)(table->count - from) : count;
        copy_stored(table, from, i, to);
    }
    if (i < count && sg->closed == CLOSED_NONE && !table->saltus)
        copy_periodic(table, from + i, count - i, to + i);
    else
        for (; i < count; i++)
            to[i] = (uint16_t)num_and(sg_value(sg, num_u64(from + i)), num(UINT16_MAX)).word;
}

bool sg_stored(const struct rules *rules, struct arena *arena, struct store *store, struct num top)
{
    struct table table;
    if (closed_form(rules) != CLOSED_NONE)
        return true;
    return store->find(store, arena, rules->key, &table) && (table.proven || table.count >= length_for(rules, table.width, top));
}

bool sg_recurrence_holds(const struct sg_job *job, const struct rules *rules, const struct table *table, uint64_t n)
{
    struct arena_mark mark = arena_mark(job->arena);
    struct fill fill = {.rules = rules, .arena = job->arena, .budget = job->budget, .width = table->width, .count = n};
    fill.data = arena_raw(job->arena, (n + 1) * table->width + FILL_SLACK);
    memcpy(fill.data, table->data, n * table->width);
    fill_plain(&fill, n + 1);
    bool holds = !fill.wider && fill_get(&fill, n) == stored(table, n);
    arena_rewind(job->arena, mark);
    return holds;
}
