/* Counters, one shard a loop: only its own thread writes it, anybody may read it, nobody locks. Summed when /metrics is asked. */
#ifndef GRUNDY_SERVER_METRICS_H
#define GRUNDY_SERVER_METRICS_H

#include "core/arena.h"
#include "core/ledger.h"
#include "server/tables/tables.h"

#include <stdint.h>

struct metrics;
struct metrics_shard;

/* What the loops count beside requests. */
enum metrics_event { EVENT_REAPED, EVENT_REFUSED, EVENT_LEFT, EVENT_LINES, EVENT_LINES_TAKEN, EVENT_LINES_SENT, EVENT_COUNT };

/* What is read from elsewhere when /metrics is asked. */
struct metrics_now {
    const char *version;
    uint64_t connections, connections_max, work_waiting, work_running, work_refused, log_dropped, spooled;
    struct ledger_counts memory;
    struct tables_counts tables;
};

enum { METRICS_BUCKETS = 17 };

/* NULL when memory is out. */
struct metrics *metrics_new(unsigned shards);
void metrics_free(struct metrics *metrics);
struct metrics_shard *metrics_shard(struct metrics *metrics, unsigned index);

/* The following are called by the shard's thread only. `endpoint` must live for ever. */
void metrics_request(struct metrics_shard *shard, const char *endpoint, int status, uint64_t nanoseconds);
void metrics_memory(struct metrics_shard *shard, uint64_t bytes);
void metrics_event(struct metrics_shard *shard, enum metrics_event event);
void metrics_events(struct metrics_shard *shard, enum metrics_event event, uint64_t count);
void metrics_begin(struct metrics_shard *shard);
void metrics_end(struct metrics_shard *shard);

/* Requests that are not answered yet. */
uint64_t metrics_in_flight(struct metrics *metrics);
/* Prometheus text format 0.0.4, in the arena. */
const char *metrics_text(struct metrics *metrics, const struct metrics_now *now, struct arena *arena);

/* The bucket of a duration, 0…METRICS_BUCKETS-1; the last has no upper bound. */
unsigned metrics_bucket(uint64_t nanoseconds);

#endif
