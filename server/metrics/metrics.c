#include "server/metrics/metrics.h"
#include "server/clock.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 1024 }; /* pairs of endpoint and status: some fifty endpoints, a dozen statuses */

/* Upper bounds of the duration histogram, in microseconds. */
const uint64_t metrics_bounds_us[METRICS_BUCKETS - 1] = {25,    50,    100,   250,    500,    1000,   2500,    5000,
                                                         10000, 25000, 50000, 100000, 250000, 500000, 1000000, 2500000};

/* Written once, key last; found again by linear probing. */
struct row {
    _Atomic(const char *) endpoint;
    int status;
    atomic_uint_fast64_t count, took, solved, solving;
};

struct metrics_shard {
    _Alignas(64) atomic_uint_fast64_t buckets[METRICS_BUCKETS];
    atomic_uint_fast64_t nanoseconds, memory_peak, begun, ended, uncounted;
    atomic_uint_fast64_t events[EVENT_COUNT];
    struct row rows[ROWS];
};

struct metrics {
    unsigned count;
    struct metrics_shard shards[];
};

struct metrics *metrics_new(unsigned shards)
{
    size_t size = sizeof(struct metrics) + shards * sizeof(struct metrics_shard);
    struct metrics *metrics = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!metrics)
        return NULL;
    memset(metrics, 0, size);
    metrics->count = shards;
    return metrics;
}

void metrics_free(struct metrics *metrics)
{
    free(metrics);
}

struct metrics_shard *metrics_shard(struct metrics *metrics, unsigned index)
{
    return &metrics->shards[index];
}

/* One writer: no read-modify-write is needed, only that readers see whole words. */
static void add(atomic_uint_fast64_t *counter, uint64_t value)
{
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + value, memory_order_relaxed);
}

static uint64_t get(atomic_uint_fast64_t *counter)
{
    return atomic_load_explicit(counter, memory_order_relaxed);
}

unsigned metrics_bucket(uint64_t nanoseconds)
{
    unsigned i = 0;
    while (i < METRICS_BUCKETS - 1 && nanoseconds > metrics_bounds_us[i] * 1000)
        i++;
    return i;
}

static struct row *find(struct metrics_shard *shard, const char *endpoint, int status)
{
    size_t at = (size_t)((uintptr_t)endpoint * UINT64_C(0x9e3779b97f4a7c15) >> 40) + (size_t)status;
    for (size_t tries = 0; tries < ROWS; tries++, at++) {
        struct row *row = &shard->rows[at % ROWS];
        const char *key = atomic_load_explicit(&row->endpoint, memory_order_relaxed);
        if (!key) {
            row->status = status;
            atomic_store_explicit(&row->endpoint, endpoint, memory_order_release);
            return row;
        }
        if (key == endpoint && row->status == status)
            return row;
    }
    return NULL;
}

void metrics_request(struct metrics_shard *shard, const struct metrics_answer *answer)
{
    add(&shard->buckets[metrics_bucket(answer->took)], 1);
    add(&shard->nanoseconds, answer->took);
    struct row *row = find(shard, answer->endpoint, answer->status);
    if (!row) {
        add(&shard->uncounted, 1);
        return;
    }
    add(&row->count, 1);
    add(&row->took, answer->took);
    if (answer->solved) {
        add(&row->solved, 1);
        add(&row->solving, answer->solving);
    }
}

void metrics_memory(struct metrics_shard *shard, uint64_t bytes)
{
    if (bytes > get(&shard->memory_peak))
        atomic_store_explicit(&shard->memory_peak, bytes, memory_order_relaxed);
}

void metrics_event(struct metrics_shard *shard, enum metrics_event event)
{
    metrics_events(shard, event, 1);
}

void metrics_events(struct metrics_shard *shard, enum metrics_event event, uint64_t count)
{
    add(&shard->events[event], count);
}

void metrics_begin(struct metrics_shard *shard)
{
    add(&shard->begun, 1);
}

void metrics_end(struct metrics_shard *shard)
{
    add(&shard->ended, 1);
}

uint64_t metrics_in_flight(struct metrics *metrics)
{
    uint64_t begun = 0, ended = 0;
    for (unsigned i = 0; i < metrics->count; i++)
        ended += get(&metrics->shards[i].ended);
    for (unsigned i = 0; i < metrics->count; i++) /* afterwards, so that the difference is never negative */
        begun += get(&metrics->shards[i].begun);
    return begun - ended;
}

static void read_rows(struct metrics_shard *shard, struct metrics_totals *totals)
{
    for (size_t k = 0; k < ROWS; k++) {
        struct row *row = &shard->rows[k];
        const char *endpoint = atomic_load_explicit(&row->endpoint, memory_order_acquire);
        if (endpoint)
            totals->rows[totals->row_count++] = (struct metrics_row){.endpoint = endpoint,
                                                                     .status = row->status,
                                                                     .count = get(&row->count),
                                                                     .took = get(&row->took),
                                                                     .solved = get(&row->solved),
                                                                     .solving = get(&row->solving)};
    }
}

void metrics_read(struct metrics *metrics, struct arena *arena, struct metrics_totals *totals)
{
    *totals = (struct metrics_totals){.rows = arena_array(arena, (size_t)metrics->count * ROWS, sizeof *totals->rows)};
    for (unsigned i = 0; i < metrics->count; i++) {
        struct metrics_shard *shard = &metrics->shards[i];
        for (unsigned k = 0; k < METRICS_BUCKETS; k++)
            totals->buckets[k] += get(&shard->buckets[k]);
        for (unsigned k = 0; k < EVENT_COUNT; k++)
            totals->events[k] += get(&shard->events[k]);
        totals->took += get(&shard->nanoseconds);
        totals->uncounted += get(&shard->uncounted);
        uint64_t peak = get(&shard->memory_peak);
        totals->memory_peak = peak > totals->memory_peak ? peak : totals->memory_peak;
        read_rows(shard, totals);
    }
    totals->in_flight = metrics_in_flight(metrics);
}
