/* Periods that are theorems.
 *
 * Finite take sets, m the largest amount: g(n) is a function of the m values before n. If g(n+p) = g(n) for m consecutive n >=
 * n0, then for all n >= n0.
 *
 * Codes, t the last place, up to k >= 2 pieces (Guy and Smith 1956 for k = 2): if g(n+p) = g(n) for n0 <= n < k*n0 + (k-1)*p + t,
 * n0 >= 1, then for all n >= n0. Induction: let n >= k*n0 + (k-1)*p + t. The pieces of an option of n+p add up to at least n+p-t
 * >= k*(n0+p), so the largest of them is at least n0+p; made smaller by p it stays at least n0, keeps its value, and the option
 * is one of n. In an option of n the largest piece is at least n0, and made larger by p it keeps its value by induction, because
 * it is smaller than n. So n and n+p have the same option values. The values compared end before k*(n0+p) + t.
 *
 * All-but sets, m the largest exception: g(n) = mex{ g(n-s) : s >= 1, s not in X }. Call v dead at n if g(j) = v for some j <
 * n-m: it is then an option of n and of everything later. Values are used without gaps (a value v needs all below it before), so
 * g(n) is the least value that is not dead and whose places before n all lie in n-X, or else the least unused value K+1. All
 * places of a value lie within m of its first, so a value with a place in n-m…n-1 that is dead has a place in n-2m…n-1 that shows
 * it, and the values alive at n are seen there with all their places. Some value is used for the first time in any m+1
 * consecutive places: what is not new at n was first used at n-m or later. Therefore K, too, is the largest of the last 2m
 * values, and g(n) is found from the last 2m values in a way that commutes with adding a constant to all of them. If g(n+p) =
 * g(n)+s for 2m consecutive n >= n0, then for all n >= n0. (tests/core/test_sg_periods.c compares 10^5 values.)
 *
 * Least: of a code, the search takes the smallest p that the table proves; of the others, the least divisor of a p. If g had a
 * smaller period from some place on, it would have it from n0 on, because g is p-periodic there, and the table would prove it as
 * well. */
#define _GNU_SOURCE /* memmem */
#include "core/sg/period.h"

#include "core/memory/store.h"
#include "core/sg/fill/fill.h"

#include <string.h>

struct window {
    const char *data;
    uint64_t count;
    uint32_t width;
    uint64_t length; /* values at the end that must match */
    unsigned pieces; /* 0: a match of the window is a proof; else the number of pieces of the code */
    uint64_t last;   /* last place of the code */
};

static bool same(const struct window *w, uint64_t i, uint64_t j, uint64_t n)
{
    return memcmp(w->data + i * w->width, w->data + j * w->width, n * w->width) == 0;
}

/* The least n0 with value(n+p) = value(n) for n0 <= n < count-p. */
static uint64_t first_match(const struct window *w, uint64_t p)
{
    uint64_t n = w->count - p;
    enum { STRIDE = 64 };
    while (n >= STRIDE && same(w, n - STRIDE, n - STRIDE + p, STRIDE))
        n -= STRIDE;
    while (n > 0 && same(w, n - 1, n - 1 + p, 1))
        n--;
    return n;
}

static uint64_t needed(const struct window *w, uint64_t n0, uint64_t p)
{
    if (w->pieces == 0)
        return n0 + w->length + p;
    return w->pieces * ((n0 ? n0 : 1) + p) + w->last;
}

static void proven(const struct window *w, uint64_t n0, uint64_t p, struct table *table)
{
    table->proven = true;
    table->preperiod = n0;
    table->period = p;
    table->saltus = 0;
    table->checked_to = needed(w, n0, p) - 1;
}

/* Whether p/factor, too, is a period of the last p values and what follows them cyclically. */
static bool divides(const struct window *w, uint64_t p, uint64_t factor)
{
    uint64_t start = w->count - p, part = p / factor;
    return same(w, start, start + part, p - part);
}

/* p is a period from somewhere on: the least one divides it. */
static uint64_t least(const struct window *w, uint64_t p)
{
    uint64_t rest = p;
    for (uint64_t factor = 2; factor * factor <= rest; factor++)
        for (; rest % factor == 0; rest /= factor)
            if (divides(w, p, factor))
                p /= factor;
    if (rest > 1 && divides(w, p, rest))
        p /= rest;
    return p;
}

/* Where a match of the window is a proof: any earlier place of the last values will do. */
static bool search_window(const struct sg_job *job, const struct window *w, struct table *table)
{
    if (w->count <= w->length)
        return false;
    const char *window = w->data + (w->count - w->length) * w->width, *from = w->data, *found;
    budget_spend(job->budget, w->count);
    for (;; from = found + 1) {
        found = w->length ? memmem(from, (size_t)(w->data + (w->count - 1) * w->width - from), window, w->length * w->width)
                          : w->data;
        if (!found)
            return false;
        if ((uint64_t)(found - w->data) % w->width == 0)
            break;
        budget_spend(job->budget, 1);
    }
    uint64_t p = least(w, (uint64_t)(window - found) / w->width);
    proven(w, first_match(w, p), p, table);
    return true;
}

/* Where the period is known it is compared, not searched for: the outcome is the same. */
static bool compare_leap(const struct sg_job *job, const struct window *w, uint64_t p, struct table *table)
{
    budget_spend(job->budget, w->count / 8);
    if (w->count < w->length + p || !same(w, 0, p, w->count - p))
        return false;
    proven(w, 0, p, table);
    return true;
}

/* A few values at the begin and in the middle of what must match: most shifts that match at the end fail there. */
static bool plausible(const struct window *w, uint64_t p)
{
    enum { GLANCE = 64 };
    uint64_t start = w->count - w->length;
    return w->length < 4 * GLANCE ||
           (same(w, start, start - p, GLANCE) && same(w, start + w->length / 2, start + w->length / 2 - p, GLANCE));
}

/* A period p that matches from n0 on but is not proven: its multiples match from the same n0 on, because value(n0-1) differs from
 * value(n0-1+p), and that is value(n0-1+kp). They need more values, so they are no proofs either. */
struct failed {
    uint64_t p, n0;
};

static bool multiple_of_failed(const struct failed *failed, uint64_t p, uint64_t count)
{
    return failed->p && p % failed->p == 0 && failed->n0 + p <= count;
}

static bool search(const struct sg_job *job, const struct window *w, struct table *table)
{
    struct failed failed = {0};
    uint64_t tail = 0, tail_size = w->length * w->width < sizeof tail ? 0 : sizeof tail;
    const char *end = w->data + w->count * w->width;
    memcpy(&tail, end - tail_size, tail_size);
    for (uint64_t p = 1; p + w->length <= w->count; p++) {
        budget_spend(job->budget, 1);
        uint64_t there = 0;
        memcpy(&there, end - p * w->width - tail_size, tail_size);
        if (there != tail || multiple_of_failed(&failed, p, w->count) || !plausible(w, p))
            continue;
        uint64_t n0 = first_match(w, p);
        budget_spend(job->budget, (w->count - p - n0) / 8);
        if (n0 + p + w->length > w->count || needed(w, n0, p) > w->count) {
            if (!failed.p && n0 + 4 * p < w->count)
                failed = (struct failed){p, n0};
            continue;
        }
        proven(w, n0, p, table);
        return true;
    }
    return false;
}

static uint64_t value_at(const struct table *table, uint64_t n)
{
    const void *data = table->data;
    return table->width == 1   ? ((const uint8_t *)data)[n]
           : table->width == 2 ? ((const uint16_t *)data)[n]
                               : ((const uint32_t *)data)[n];
}

/* The same on the differences of neighbours: value(n+p) - value(n) is constant where they match. */
static bool search_saltus(const struct sg_job *job, uint64_t last, struct table *table)
{
    if (table->count < 2 * last + 2)
        return false;
    uint64_t n = table->count - 1;
    struct arena_mark mark = arena_mark(job->arena);
    int32_t *steps = arena_raw(job->arena, n * sizeof *steps);
    for (uint64_t i = 0; i < n; i++)
        steps[i] = (int32_t)value_at(table, i + 1) - (int32_t)value_at(table, i);
    budget_spend(job->budget, n);
    struct window w = {.data = (const char *)steps, .count = n, .width = sizeof *steps, .length = 2 * last - 1};
    bool found = search_window(job, &w, table);
    arena_rewind(job->arena, mark);
    if (!found)
        return false;
    table->saltus = value_at(table, table->preperiod + table->period) - value_at(table, table->preperiod);
    table->checked_to++; /* a difference compares two values */
    return true;
}

static unsigned pieces_of(const struct rules *rules)
{
    unsigned pieces = 2;
    for (size_t i = 0; i < rules->n_places; i++)
        if (rules->places[i].digit & 8)
            pieces = 3;
    return pieces;
}

bool period_possible(const struct rules *rules)
{
    return rules->kind == RULES_CODE ||
           (rules->kind == RULES_PLAIN && (rules->amounts == AMOUNTS_LIST || rules->amounts == AMOUNTS_ALL_BUT));
}

static struct window window_of(const struct rules *rules, const struct table *table)
{
    struct window w = {.data = table->data, .count = table->count, .width = table->width, .length = (uint64_t)rules_last(rules)};
    if (rules->kind == RULES_CODE) {
        /* A proof compares n0…count-p-1, and count >= pieces*(n0+p): at least half of the table. */
        w.last = w.length;
        w.length = table->count / 2;
        w.pieces = pieces_of(rules);
    }
    return w;
}

static bool is_all_but(const struct rules *rules)
{
    return rules->amounts == AMOUNTS_ALL_BUT && rules->kind == RULES_PLAIN;
}

bool period_prove(const struct sg_job *job, const struct rules *rules, struct table *table)
{
    if (!period_possible(rules) || table->count == 0)
        return false;
    if (is_all_but(rules))
        return search_saltus(job, (uint64_t)rules_last(rules), table);
    struct window w = window_of(rules, table);
    uint64_t leap = leap_period(rules);
    return leap                        ? compare_leap(job, &w, leap, table)
           : rules->kind == RULES_CODE ? search(job, &w, table)
                                       : search_window(job, &w, table);
}

/* What the table says of its period is what its values prove. */
static bool claim_holds(const struct sg_job *job, const struct window *w, const struct table *table)
{
    uint64_t n0 = table->preperiod, p = table->period, factor = 2, rest = p;
    budget_spend(job->budget, w->count / 8);
    if (needed(w, n0, p) > w->count || table->checked_to != needed(w, n0, p) - 1 || table->saltus ||
        !same(w, n0, n0 + p, w->count - p - n0) || (n0 && same(w, n0 - 1, n0 - 1 + p, 1)))
        return false;
    for (; factor * factor <= rest; factor++)
        for (bool first = true; rest % factor == 0; rest /= factor, first = false)
            if (first && divides(w, p, factor))
                return false;
    return rest == 1 || !divides(w, p, rest);
}

bool period_holds(const struct sg_job *job, const struct rules *rules, const struct table *table)
{
    if (is_all_but(rules)) {
        struct table again = *table;
        again.proven = false;
        return search_saltus(job, (uint64_t)rules_last(rules), &again) && again.preperiod == table->preperiod &&
               again.period == table->period && again.saltus == table->saltus && again.checked_to == table->checked_to;
    }
    struct window w = window_of(rules, table);
    return claim_holds(job, &w, table);
}
