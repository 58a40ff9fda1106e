#include "server/metrics.h"
#include "api/json/out.h"
#include "server/clock.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 1024 }; /* pairs of endpoint and status: some fifty endpoints, a dozen statuses */

/* Upper bounds of the duration histogram, in microseconds. */
static const uint64_t bounds_us[METRICS_BUCKETS - 1] = {25,    50,    100,   250,    500,    1000,   2500,    5000,
                                                        10000, 25000, 50000, 100000, 250000, 500000, 1000000, 2500000};

/* Written once, key last; found again by linear probing. */
struct row {
    _Atomic(const char *) endpoint;
    int status;
    atomic_uint_fast64_t count;
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
    while (i < METRICS_BUCKETS - 1 && nanoseconds > bounds_us[i] * 1000)
        i++;
    return i;
}

void metrics_request(struct metrics_shard *shard, const char *endpoint, int status, uint64_t nanoseconds)
{
    add(&shard->buckets[metrics_bucket(nanoseconds)], 1);
    add(&shard->nanoseconds, nanoseconds);
    size_t at = (size_t)((uintptr_t)endpoint * UINT64_C(0x9e3779b97f4a7c15) >> 40) + (size_t)status;
    for (size_t tries = 0; tries < ROWS; tries++, at++) {
        struct row *row = &shard->rows[at % ROWS];
        const char *key = atomic_load_explicit(&row->endpoint, memory_order_relaxed);
        if (!key) {
            row->status = status;
            atomic_store_explicit(&row->endpoint, endpoint, memory_order_release);
            key = endpoint;
        }
        if (key == endpoint && row->status == status) {
            add(&row->count, 1);
            return;
        }
    }
    add(&shard->uncounted, 1);
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

static void print(struct out *out, const char *name, const char *type, const char *help, uint64_t value)
{
    out_raw(out, arena_printf(out->arena, "# HELP %s %s\n# TYPE %s %s\n%s %" PRIu64 "\n", name, help, name, type, name, value));
}

struct total {
    const char *endpoint;
    int status;
    uint64_t count;
};

static int by_name(const void *left, const void *right)
{
    const struct total *a = left, *b = right;
    int order = strcmp(a->endpoint, b->endpoint);
    return order ? order : a->status - b->status;
}

/* The rows of all shards, equal names put together: the same name may stand at several addresses. */
static void print_requests(struct metrics *metrics, struct out *out)
{
    struct total *totals = arena_array(out->arena, (size_t)metrics->count * (ROWS + 1), sizeof *totals);
    size_t n = 0;
    for (unsigned i = 0; i < metrics->count; i++) {
        if (get(&metrics->shards[i].uncounted))
            totals[n++] = (struct total){"other", 0, get(&metrics->shards[i].uncounted)};
        for (size_t k = 0; k < ROWS; k++) {
            struct row *row = &metrics->shards[i].rows[k];
            const char *endpoint = atomic_load_explicit(&row->endpoint, memory_order_acquire);
            if (endpoint)
                totals[n++] = (struct total){*endpoint ? endpoint : "none", row->status, get(&row->count)};
        }
    }
    qsort(totals, n, sizeof *totals, by_name);
    out_raw(out, "# HELP grundy_requests_total Requests answered, by game or endpoint and by status.\n"
                 "# TYPE grundy_requests_total counter\n");
    for (size_t i = 0, next; i < n; i = next) {
        uint64_t count = 0;
        for (next = i; next < n && !by_name(&totals[i], &totals[next]); next++)
            count += totals[next].count;
        out_raw(out, arena_printf(out->arena, "grundy_requests_total{game=\"%s\",status=\"%d\"} %" PRIu64 "\n",
                                  totals[i].endpoint, totals[i].status, count));
    }
}

static void print_durations(struct metrics *metrics, struct out *out)
{
    uint64_t count = 0, nanoseconds = 0;
    out_raw(out, "# HELP grundy_request_duration_seconds From the request line to the answer.\n"
                 "# TYPE grundy_request_duration_seconds histogram\n");
    for (unsigned k = 0; k < METRICS_BUCKETS; k++) {
        for (unsigned i = 0; i < metrics->count; i++)
            count += get(&metrics->shards[i].buckets[k]);
        const char *bound = "+Inf";
        if (k < METRICS_BUCKETS - 1)
            bound = arena_printf(out->arena, "%" PRIu64 ".%06" PRIu64, bounds_us[k] / 1000000, bounds_us[k] % 1000000);
        out_raw(out, arena_printf(out->arena, "grundy_request_duration_seconds_bucket{le=\"%s\"} %" PRIu64 "\n", bound, count));
    }
    for (unsigned i = 0; i < metrics->count; i++)
        nanoseconds += get(&metrics->shards[i].nanoseconds);
    out_raw(out, arena_printf(out->arena,
                              "grundy_request_duration_seconds_sum %" PRIu64 ".%09" PRIu64 "\n"
                              "grundy_request_duration_seconds_count %" PRIu64 "\n",
                              nanoseconds / SECOND, nanoseconds % SECOND, count));
}

static void print_tables(const struct tables_counts *tables, struct out *out)
{
    print(out, "grundy_tables_hits_total", "counter", "Looks for a table that found one; a question may look twice.",
          tables->hits);
    print(out, "grundy_tables_misses_total", "counter", "Looks for a table that found none.", tables->misses);
    print(out, "grundy_tables_attached_total", "counter", "Tables taken over from other processes.", tables->attached);
    print(out, "grundy_tables_builds_total", "counter", "Tables made or lengthened here.", tables->builds);
    print(out, "grundy_tables_waited_total", "counter", "Questions that waited for somebody else to make their table.",
          tables->waited);
    print(out, "grundy_tables_rejected_total", "counter", "Tables thrown away: damaged, forged, or made by other code.",
          tables->rejected);
    print(out, "grundy_tables_evicted_total", "counter", "Shared tables removed to make room.", tables->evicted);
    print(out, "grundy_tables_private_bytes", "gauge", "Tables in the memory of this process.", tables->private_bytes);
    print(out, "grundy_tables_bytes", "gauge", "Tables in the shared directory.", tables->shared_bytes);
    print(out, "grundy_tables_files", "gauge", "How many tables the shared directory has.", tables->shared_tables);
    print(out, "grundy_tables_bytes_max", "gauge", "The most that shared tables may take; 0: tables are private.",
          tables->shared_bytes_max);
}

static void print_cache(const struct cache_counts *cache, struct out *out)
{
    out_raw(out, "# HELP grundy_cache_requests_total Looks for a table in the second tier, by what came of them.\n"
                 "# TYPE grundy_cache_requests_total counter\n");
    for (int i = 0; i < CACHE_RESULTS; i++)
        out_raw(out, arena_printf(out->arena, "grundy_cache_requests_total{result=\"%s\"} %" PRIu64 "\n", cache_result_names[i],
                                  cache->results[i]));
    out_raw(out, "# HELP grundy_cache_writes_total Tables for the second tier, by what came of them.\n"
                 "# TYPE grundy_cache_writes_total counter\n");
    for (int i = 0; i < CACHE_WRITES; i++)
        out_raw(out, arena_printf(out->arena, "grundy_cache_writes_total{result=\"%s\"} %" PRIu64 "\n", cache_write_names[i],
                                  cache->writes[i]));
    print(out, "grundy_cache_up", "gauge",
          "Whether the second tier is set, was there at the last look, and took what was written.", cache->up);
}

const char *metrics_text(struct metrics *metrics, const struct metrics_now *now, struct arena *arena)
{
    static const char *const events[EVENT_COUNT][2] = {
        [EVENT_REAPED] = {"grundy_connections_reaped_total", "Connections ended because the client was too slow."},
        [EVENT_REFUSED] = {"grundy_connections_refused_total", "Connections refused at a limit."},
        [EVENT_LEFT] = {"grundy_clients_left_total", "Questions given up because the client left."},
        [EVENT_LINES] = {"grundy_lines_answered_total", "Questions answered that came as lines of one request."},
        [EVENT_LINES_TAKEN] = {"grundy_lines_received_bytes_total", "Bytes of such lines."},
        [EVENT_LINES_SENT] = {"grundy_lines_sent_bytes_total", "Bytes of the answers to them, with head and framing."},
    };
    struct out out;
    uint64_t peak = 0;
    out_init(&out, arena, 8192);
    out_raw(&out, arena_printf(arena,
                               "# HELP grundy_build_info What is running.\n# TYPE grundy_build_info gauge\n"
                               "grundy_build_info{version=\"%s\"} 1\n",
                               now->version));
    print_requests(metrics, &out);
    print_durations(metrics, &out);
    for (unsigned i = 0; i < metrics->count; i++)
        peak = get(&metrics->shards[i].memory_peak) > peak ? get(&metrics->shards[i].memory_peak) : peak;
    print(&out, "grundy_requests_in_flight", "gauge", "Requests that are not answered yet.", metrics_in_flight(metrics));
    print(&out, "grundy_request_memory_peak_bytes", "gauge", "The most memory that one request has taken.", peak);
    print(&out, "grundy_memory_bytes", "gauge", "Held by requests and answers not yet taken.",
          now->memory.held - now->memory.spare);
    print(&out, "grundy_memory_max_bytes", "gauge", "The most that they may hold; --memory less what tables and connections may.",
          now->memory.most);
    print(&out, "grundy_memory_refused_total", "counter", "Requests for memory that did not fit.", now->memory.refused);
    print(&out, "grundy_connections", "gauge", "Open connections.", now->connections);
    print(&out, "grundy_connections_max", "gauge", "Open connections at most.", now->connections_max);
    print(&out, "grundy_work_waiting", "gauge", "Long questions that wait for a worker.", now->work_waiting);
    print(&out, "grundy_work_running", "gauge", "Long questions being solved.", now->work_running);
    print(&out, "grundy_work_refused_total", "counter", "Long questions refused because the queue was full or stood still.",
          now->work_refused);
    print(&out, "grundy_spool_bytes", "gauge", "Room in the file of answers that clients do not take yet.", now->spooled);
    print(&out, "grundy_log_dropped_total", "counter", "Lines of the log that nobody read in time.", now->log_dropped);
    print_tables(&now->tables, &out);
    print_cache(&now->tables.cache, &out);
    for (size_t k = 0; k < EVENT_COUNT; k++) {
        uint64_t count = 0;
        for (unsigned i = 0; i < metrics->count; i++)
            count += get(&metrics->shards[i].events[k]);
        print(&out, events[k][0], "counter", events[k][1], count);
    }
    return arena_copy(arena, out.v, out.n);
}
