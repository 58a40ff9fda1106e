/* The engine: finds or makes the table that a question needs, and proves its period.
 *
 * What is computed is fixed by rules and top: a table of L values, L = top+1 rounded up, and at least base() where a period can
 * be proven, which depends on the rules alone, and on what their first values are like. Where top lies beyond any table, or
 * beyond what is promised, the table doubles until a period is proven or as many values are tried as table_tries() counts; a
 * proof that is there already is used. A period is told iff L values prove it, also when the store happens to know more, so that
 * the answer depends on the question only. */
#include "core/sg/engine.h"

#include "core/limits.h"
#include "core/memory/store.h"
#include "core/sg/closed.h"
#include "core/sg/fill/fill.h"
#include "core/sg/fill/pair_loops.h"
#include "core/sg/period.h"
#include "core/sg/verify.h"

#include <string.h>

enum {
    COUNT_MIN = 1024,    /* values of the smallest table */
    BASE_MAX = 1 << 20,  /* values looked through for a period, whatever the heaps: lists and all-but sets some 10 ms at most, */
    BASE_CODE = 1 << 14, /* codes this many, */
    BASE_STEP = 8,       /* and as many times more as long as pairs_are_light(): 0.5 s at most */
    BASE_SETS = 1 << 11,
    BASE_WIDE = 1 << 12, /* where values of a code need more than 8 bits, and with them the slow kernel */
};

uint64_t sg_table_limit(const struct rules *rules)
{
    if (rules->kind == RULES_ROW)
        return SG_ROW_MAX;
    if (rules->kind == RULES_CODE && table_needs_sets(rules))
        return SG_PAIRS_MAX;
    if (rules->kind == RULES_PLAIN && (rules->amounts == AMOUNTS_SET || rules->amounts == AMOUNTS_MIXED))
        return SG_SET_MAX;
    return SG_TABLE_MAX;
}

static uint64_t base_of_code(const struct rules *rules, const struct table *table)
{
    if (table_needs_sets(rules))
        return BASE_SETS;
    if (table->width > 1)
        return BASE_WIDE;
    uint64_t base = BASE_CODE;
    while (base < BASE_MAX && base <= table->count && pairs_are_light(rules, table->data, base))
        base *= BASE_STEP;
    return base;
}

static uint64_t base(const struct rules *rules, const struct table *table)
{
    if (!period_possible(rules))
        return COUNT_MIN;
    return rules->kind == RULES_PLAIN ? BASE_MAX : base_of_code(rules, table);
}

/* Up to an eighth more, so that neighbouring questions share a table. */
static uint64_t round_up(uint64_t n)
{
    uint64_t step = COUNT_MIN;
    while (step * 16 <= n)
        step *= 2;
    return (n + step - 1) / step * step;
}

/* The values that the question is about: L above. Told by the table, as far as it goes. */
static uint64_t length_for(const struct rules *rules, const struct table *table, struct num top)
{
    uint64_t limit = sg_table_limit(rules) + 1;
    if (!num_lt(top, num_u64(limit)))
        return limit;
    uint64_t length = round_up((uint64_t)top.word + 1), least = length < BASE_MAX ? base(rules, table) : 0;
    length = length < least ? least : length;
    return length < limit ? length : limit;
}

/* ---- the table of a question ---- */

/* Whether a period is to be looked for. */
static bool is_provable(const struct sg_job *job, const struct rules *rules)
{
    return !job->plain && period_possible(rules);
}

static void publish(const struct sg_job *job, const struct rules *rules, struct table *table)
{
    table->within = job->budget->thorough ? NULL : job->budget;
    job->store->publish(job->store, job->arena, rules->key, table);
}

struct work {
    const struct sg_job *job;
    const struct rules *rules;
    struct table *table;
    uint64_t to;
    bool provable; /* lengthen_and_prove() */
    bool made;     /* lease_table() */
};

/* The table is published whole when everything is done: what is not proven here may be proven there. */
static void lengthen_and_prove(void *what)
{
    struct work *work = what;
    struct table *table = work->table;
    table_grow(work->job, work->rules, table, work->to);
    if (!work->provable || period_prove(work->job, work->rules, table))
        return;
    table->checked_to = table->count;
}

/* What became of work() when it did not come to its end. */
_Noreturn static void give_up(const struct sg_job *job, enum status status, const struct escape *landed, uint64_t reached)
{
    if (status != STATUS_deadline_exceeded)
        arena_escape_on(job->arena, landed);
    arena_escape(job->arena, status, -1,
                 "the computing time of one request ended at heap %llu of the table that these rules need; it is kept, so "
                 "asking again gets further, and `grundyd warm --rules JSON --to N` makes it ahead of time",
                 (unsigned long long)reached);
}

/* When the budget ends, in the kernels or in a proof, publishes what is there, then lets go. */
static void step_to(const struct sg_job *job, const struct rules *rules, struct table *table, uint64_t to)
{
    struct escape landed;
    struct work work = {job, rules, table, to, .provable = is_provable(job, rules)};
    uint64_t before = job->budget->spent;
    enum status status = arena_try(job->arena, &landed, lengthen_and_prove, &work);
    table->steps += job->budget->spent - before;
    if (status == STATUS_ok)
        return;
    uint64_t reached = table->count;
    if (status != STATUS_internal)
        publish(job, rules, table);
    give_up(job, status, &landed, reached);
}

static void lease_table(void *what)
{
    struct work *work = what;
    const struct sg_job *job = work->job;
    struct table_wish wish = {work->rules->key, work->to, table_steps(work->rules, work->table->count, work->to)};
    work->made = store_lease(job->store, job->arena, job->budget, &wish, work->table);
}

/* Whether somebody else has made `to` values. False: they are to be made here. */
static bool lease(const struct sg_job *job, const struct rules *rules, struct table *table, uint64_t to)
{
    struct escape landed;
    struct work work = {job, rules, table, to, .made = false};
    enum status status = arena_try(job->arena, &landed, lease_table, &work);
    if (status != STATUS_ok)
        give_up(job, status, &landed, table->count);
    return work.made;
}

static bool is_beyond(const struct sg_job *job, const struct rules *rules, struct num top)
{
    return num_lt(num_u64(job->promised ? job->promised : sg_table_limit(rules)), top);
}

/* How long the table must be for `top`; beyond what is promised, as long as is tried. */
static uint64_t length_of(const struct sg_job *job, const struct rules *rules, const struct table *table, struct num top)
{
    uint64_t limit = sg_table_limit(rules) + 1,
             length = job->plain ? round_up((uint64_t)top.word + 1) : length_for(rules, table, top);
    length = length < limit ? length : limit;
    if (!is_beyond(job, rules, top) || !period_possible(rules))
        return length;
    uint64_t tries = table_tries(rules, table), least = base(rules, table);
    tries = tries < least ? least : tries;
    return length < tries ? length : tries;
}

/* Whether the table serves `top`: as long as it takes, or proven, or searched for a proof in vain. */
static bool serves(const struct sg_job *job, const struct rules *rules, const struct table *table, struct num top)
{
    if (table->proven)
        return true;
    return table->count >= length_of(job, rules, table, top) && (!is_provable(job, rules) || table->checked_to == table->count);
}

/* A table from elsewhere is believed when it was looked at; a liar is thrown away. */
static void believe(const struct sg_job *job, const struct rules *rules, struct table *table, struct num top)
{
    if (!table->stranger)
        return;
    bool good = table_holds(job, rules, table, num_is_word(top) ? (uint64_t)top.word : UINT64_MAX);
    if (job->store->judge)
        job->store->judge(job->store, rules->key, table, good);
    table->stranger = table->distant = false;
    if (!good)
        *table = (struct table){.width = 1};
}

/* Lengthens the table step by step until it serves `top`; equal questions under way leave it to one of them. */
static void complete(const struct sg_job *job, const struct rules *rules, struct table *table, struct num top)
{
    while (!serves(job, rules, table, top)) {
        uint64_t length = length_of(job, rules, table, top);
        bool made = table->count < length && lease(job, rules, table, length);
        believe(job, rules, table, top);
        if (made)
            continue;
        while (!serves(job, rules, table, top)) {
            uint64_t step = COUNT_MIN;
            while (step <= table->count)
                step *= 2;
            length = length_of(job, rules, table, top);
            step_to(job, rules, table, is_provable(job, rules) && step < length ? step : length);
        }
        publish(job, rules, table);
    }
}

/* No period is proven, and no table reaches that heap. */
_Noreturn static void refuse_beyond(const struct sg_job *job, const struct rules *rules, const struct table *table,
                                    struct num top)
{
    uint64_t promised = job->promised ? job->promised : sg_table_limit(rules);
    arena_escape(job->arena, STATUS_too_large, (int64_t)promised,
                 "heaps above %llu need a proven period; the first %llu values prove none, and no more are tried for one heap, "
                 "but `grundyd warm --rules JSON --to N` makes more ahead of time",
                 (unsigned long long)promised, (unsigned long long)length_of(job, rules, table, top));
}

static void tell_period(struct sg *sg, struct num top)
{
    enum { ALWAYS = BASE_SETS }; /* no base is less */
    const struct table *table = &sg->table;
    if (!table->proven || (table->checked_to >= ALWAYS && table->checked_to >= length_for(sg->rules, table, top)))
        return;
    sg->period_told = sg->checked = true;
    sg->preperiod = num_u64(table->preperiod);
    sg->period = num_u64(table->period);
    sg->saltus = num_u64(table->saltus);
    sg->checked_to = table->checked_to;
    sg->method = "period";
}

void sg_open(struct sg *sg, const struct sg_job *asked, const struct rules *rules, struct num top)
{
    struct sg_job own = *asked, *job = &own;
    *sg = (struct sg){.rules = rules, .closed = closed_form(rules)};
    sg->method = closed_method(sg->closed);
    if (sg->closed != CLOSED_NONE) {
        sg->period_told = closed_period(sg->closed, rules, &sg->preperiod, &sg->period, &sg->saltus);
        return;
    }
    uint64_t limit = sg_table_limit(rules);
    bool beyond = num_lt(num_u64(limit), top);
    /* Beyond a table a period is needed; long before, it is looked for sooner than all values are made. */
    job->plain &= !beyond && (num_lt(top, num_u64(BASE_MAX)) || !period_possible(rules));
    if (beyond && !period_possible(rules))
        arena_escape(job->arena, STATUS_too_large, (int64_t)limit,
                     "no closed form and no period is known for these rules; heaps up to %llu are answered from a table",
                     (unsigned long long)limit);
    if (!job->store->find(job->store, job->arena, rules->key, &sg->table))
        sg->table = (struct table){.width = 1};
    believe(job, rules, &sg->table, top);
    complete(job, rules, &sg->table, top);
    if (is_beyond(job, rules, top) && !sg->table.proven && !num_lt(top, num_u64(sg->table.count)))
        refuse_beyond(job, rules, &sg->table, top);
    if (job->plain) {
        sg->looked_to = sg->table.count - 1;
        return;
    }
    tell_period(sg, top);
    sg->looked_to = sg->period_told ? sg->checked_to : length_for(rules, &sg->table, top) - 1;
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

enum sg_stored sg_stored(const struct rules *rules, struct arena *arena, struct store *store, struct num top)
{
    struct table table = {0};
    if (closed_form(rules) != CLOSED_NONE)
        return SG_STORED;
    if (!store || !store->find(store, arena, rules->key, &table))
        return table.away ? SG_STRANGER : SG_ABSENT;
    if (table.stranger)
        return SG_STRANGER;
    return serves(&(struct sg_job){.store = store}, rules, &table, top) ? SG_STORED : SG_ABSENT;
}
