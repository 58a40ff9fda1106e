/* Counters, one shard a loop: only its own thread writes it, anybody may read it, nobody locks. Summed when /metrics is asked,
 * and written by server/metrics/figures.h. */
#ifndef GRUNDY_SERVER_METRICS_METRICS_H
#define GRUNDY_SERVER_METRICS_METRICS_H

#include "core/memory/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct metrics;
struct metrics_shard;

/* What the loops count beside requests. */
enum metrics_event {
    EVENT_REAPED,
    EVENT_FULL,    /* refused at the limit of connections, */
    EVENT_ADDRESS, /* at that of one address, */
    EVENT_QUEUE,   /* before their body was read, for want of room in the queue, */
    EVENT_MEMORY,  /* for want of memory */
    EVENT_LEFT,
    EVENT_LINES,
    EVENT_LINES_TAKEN,
    EVENT_LINES_SENT,
    EVENT_COUNT
};

enum { METRICS_BUCKETS = 17 };

/* Upper bounds of the buckets of durations, in microseconds; the last bucket has none. */
extern const uint64_t metrics_bounds_us[METRICS_BUCKETS - 1];

/* NULL when memory is out. */
struct metrics *metrics_new(unsigned shards);
void metrics_free(struct metrics *metrics);
struct metrics_shard *metrics_shard(struct metrics *metrics, unsigned index);

/* Times in nanoseconds; `took` from the request line to the answer, `solving` within that. */
struct metrics_answer {
    const char *endpoint; /* lives for ever */
    int status;
    bool solved;
    uint64_t took, solving;
};

/* The following are called by the shard's thread only. */
void metrics_request(struct metrics_shard *shard, const struct metrics_answer *answer);
void metrics_memory(struct metrics_shard *shard, uint64_t bytes);
void metrics_event(struct metrics_shard *shard, enum metrics_event event);
void metrics_events(struct metrics_shard *shard, enum metrics_event event, uint64_t count);
void metrics_begin(struct metrics_shard *shard);
void metrics_end(struct metrics_shard *shard);

/* Requests that are not answered yet. */
uint64_t metrics_in_flight(struct metrics *metrics);

/* The answers of one endpoint with one status; several rows may have the same. */
struct metrics_row {
    const char *endpoint;
    int status;
    uint64_t count, took, solved, solving;
};

/* All shards together. */
struct metrics_totals {
    uint64_t buckets[METRICS_BUCKETS], events[EVENT_COUNT];
    uint64_t took, uncounted, memory_peak, in_flight;
    struct metrics_row *rows;
    size_t row_count;
};
void metrics_read(struct metrics *metrics, struct arena *arena, struct metrics_totals *totals);

/* The bucket of a duration, 0…METRICS_BUCKETS-1. */
unsigned metrics_bucket(uint64_t nanoseconds);

#endif
