#include "server/metrics/figures.h"
#include "api/api.h"
#include "api/json/out.h"
#include "core/registry.h"
#include "server/clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct sheet {
    struct out out;
    bool open; /* OpenMetrics: a counter's family has a name without "_total" */
};

#define PRINT(sheet, ...) out_raw(&(sheet)->out, arena_printf((sheet)->out.arena, __VA_ARGS__))

static void family(struct sheet *sheet, const char *name, const char *type, const char *help)
{
    size_t n = strlen(name);
    int shown = (int)(sheet->open && !strcmp(type, "counter") ? n - strlen("_total") : n);
    PRINT(sheet, "# HELP %.*s %s\n# TYPE %.*s %s\n", shown, name, help, shown, name, type);
}

static void gauge(struct sheet *sheet, const char *name, const char *help, uint64_t value)
{
    family(sheet, name, "gauge", help);
    PRINT(sheet, "%s %" PRIu64 "\n", name, value);
}

static void counter(struct sheet *sheet, const char *name, const char *help, uint64_t value)
{
    family(sheet, name, "counter", help);
    PRINT(sheet, "%s %" PRIu64 "\n", name, value);
}

/* A sample in seconds, of nanoseconds. */
static void seconds(struct sheet *sheet, const char *name, uint64_t value)
{
    PRINT(sheet, "%s %" PRIu64 ".%09" PRIu64 "\n", name, value / SECOND, value % SECOND);
}

/* Bounds in units of `unit` nanoseconds; the last bucket has none. */
static void histogram(struct sheet *sheet, const char *name, const char *help, const uint64_t *bounds, uint64_t unit,
                      const uint64_t *buckets, size_t n, uint64_t sum)
{
    uint64_t count = 0;
    family(sheet, name, "histogram", help);
    for (size_t k = 0; k < n; k++) {
        const char *bound = "+Inf";
        count += buckets[k];
        if (k < n - 1) {
            uint64_t us = bounds[k] * unit / (SECOND / 1000000);
            bound = arena_printf(sheet->out.arena, "%" PRIu64 ".%06" PRIu64, us / 1000000, us % 1000000);
        }
        PRINT(sheet, "%s_bucket{le=\"%s\"} %" PRIu64 "\n", name, bound, count);
    }
    seconds(sheet, arena_printf(sheet->out.arena, "%s_sum", name), sum);
    PRINT(sheet, "%s_count %" PRIu64 "\n", name, count);
}

/* ---- requests ---- */

/* Endpoints that share a label; any other is told by the first part of its name. */
static const struct {
    const char *endpoint, *label;
} labels[] = {
    {"", "none"},
    {"*", "none"},
    {"sg/table", "table"},
    {"{game}/table", "table"},
    {"sg/period", "period"},
    {"healthz", "health"},
    {"livez", "health"},
    {"readyz", "health"},
    {"play/{game}", "page"},
    {"table/{game}", "page"},
    {"practice/{game}", "page"},
    {"exam", "page"},
    {"docs", "page"},
    {"web/{version}/{file}", "page"},
    {"index", "documents"},
    {"games", "documents"},
    {"games/{game}", "documents"},
    {"problems", "documents"},
    {"problems/{code}", "documents"},
    {"openapi.json", "documents"},
    {"openapi.yaml", "documents"},
    {"custom/gallery", "documents"},
};

const char *figures_label(const char *endpoint, struct arena *arena)
{
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (!strcmp(labels[i].endpoint, endpoint))
            return labels[i].label;
    if (game_find(endpoint, strlen(endpoint)))
        return "{game}";
    return strchr(endpoint, '/') ? arena_copy(arena, endpoint, strcspn(endpoint, "/")) : endpoint;
}

/* What was answered before an endpoint had anything to do with it counts for none: else every endpoint had these, too. */
static const char *label_of(const struct metrics_row *row, struct arena *arena)
{
    static const int early[] = {204, 304, 405, 408, 413, 415};
    for (size_t i = 0; i < sizeof early / sizeof *early; i++)
        if (row->status == early[i])
            return "none";
    return figures_label(row->endpoint, arena);
}

static int by_label(const void *left, const void *right)
{
    const struct metrics_row *a = left, *b = right;
    int order = strcmp(a->endpoint, b->endpoint);
    return order ? order : a->status - b->status;
}

/* The rows by label and status, each pair once; and those of the faults that must be there before they happen. */
static size_t merge(const struct metrics_totals *totals, struct arena *arena, struct metrics_row **merged)
{
    static const int faults[] = {500, 503};
    size_t endpoints = 0, n = 0, kept = 0;
    while (api_endpoint(endpoints))
        endpoints++;
    struct metrics_row *rows = arena_array(arena, totals->row_count + (endpoints + 1) * 2, sizeof *rows);
    for (size_t i = 0; i < totals->row_count; i++) {
        rows[n] = totals->rows[i];
        rows[n++].endpoint = label_of(&totals->rows[i], arena);
    }
    for (size_t i = 0; i < endpoints; i++)
        for (size_t k = 0; k < 2; k++)
            rows[n++] = (struct metrics_row){.endpoint = figures_label(api_endpoint(i), arena), .status = faults[k]};
    for (size_t k = 0; k < 2; k++)
        rows[n++] = (struct metrics_row){.endpoint = "{game}", .status = faults[k]};
    qsort(rows, n, sizeof *rows, by_label);
    for (size_t i = 0; i < n; i++) {
        struct metrics_row *last = kept ? &rows[kept - 1] : NULL;
        if (!last || by_label(last, &rows[i])) {
            rows[kept++] = rows[i];
            continue;
        }
        last->count += rows[i].count;
        last->took += rows[i].took;
    }
    *merged = rows;
    return kept;
}

static void print_requests(const struct metrics_totals *totals, struct sheet *sheet)
{
    struct metrics_row *rows;
    size_t n = merge(totals, sheet->out.arena, &rows);
    family(sheet, "grundy_http_requests_total", "counter", "Requests answered, by endpoint and status.");
    for (size_t i = 0; i < n; i++)
        PRINT(sheet, "grundy_http_requests_total{endpoint=\"%s\",status=\"%d\"} %" PRIu64 "\n", rows[i].endpoint, rows[i].status,
              rows[i].count);
    if (totals->uncounted)
        PRINT(sheet, "grundy_http_requests_total{endpoint=\"other\",status=\"0\"} %" PRIu64 "\n", totals->uncounted);
    histogram(sheet, "grundy_http_request_duration_seconds", "From the request line to the answer.", metrics_bounds_us,
              SECOND / 1000000, totals->buckets, METRICS_BUCKETS, totals->took);
    family(sheet, "grundy_http_request_seconds_total", "counter", "The same for each endpoint, all requests together.");
    for (size_t i = 0, next; i < n; i = next) {
        uint64_t took = 0;
        for (next = i; next < n && !strcmp(rows[i].endpoint, rows[next].endpoint); next++)
            took += rows[next].took;
        seconds(sheet, arena_printf(sheet->out.arena, "grundy_http_request_seconds_total{endpoint=\"%s\"}", rows[i].endpoint),
                took);
    }
}

/* A game by its id, what solves several by its endpoint. */
static void print_solving(const struct metrics_totals *totals, struct sheet *sheet)
{
    struct metrics_row *rows = arena_array(sheet->out.arena, totals->row_count, sizeof *rows);
    size_t n = 0;
    for (size_t i = 0; i < totals->row_count; i++)
        if (totals->rows[i].solved) {
            rows[n] = totals->rows[i];
            rows[n].status = 0;
            if (!game_find(rows[n].endpoint, strlen(rows[n].endpoint)))
                rows[n].endpoint = figures_label(rows[n].endpoint, sheet->out.arena);
            n++;
        }
    if (n)
        qsort(rows, n, sizeof *rows, by_label);
    family(sheet, "grundy_solve_duration_seconds", "summary", "Time of the solvers, by game, or by what asks several.");
    for (size_t i = 0, next; i < n; i = next) {
        uint64_t count = 0, time = 0;
        for (next = i; next < n && !strcmp(rows[i].endpoint, rows[next].endpoint); next++) {
            count += rows[next].solved;
            time += rows[next].solving;
        }
        const char *label = rows[i].endpoint;
        seconds(sheet, arena_printf(sheet->out.arena, "grundy_solve_duration_seconds_sum{game=\"%s\"}", label), time);
        PRINT(sheet, "grundy_solve_duration_seconds_count{game=\"%s\"} %" PRIu64 "\n", label, count);
    }
}

/* ---- everything else ---- */

static void print_work(const struct figures *figures, const struct metrics_totals *totals, struct sheet *sheet)
{
    const struct work_counts *work = &figures->work;
    const struct {
        const char *reason;
        uint64_t count;
    } shed[] = {{"queue_full", work->refused - work->stale + totals->events[EVENT_QUEUE]},
                {"queue_delay", work->stale},
                {"memory", totals->events[EVENT_MEMORY]},
                {"connections", totals->events[EVENT_FULL]},
                {"address", totals->events[EVENT_ADDRESS]}};
    gauge(sheet, "grundy_work_queue_length", "Long questions that wait for a worker.", work->waiting);
    gauge(sheet, "grundy_work_running", "Long questions being solved.", work->running);
    histogram(sheet, "grundy_work_queue_delay_seconds", "How long questions waited for a turn with a worker.", work_bounds, 1,
              work->waits, WORK_BUCKETS, work->waited);
    family(sheet, "grundy_shed_total", "counter", "What was refused because there was too much to do, by what ran out.");
    for (size_t i = 0; i < sizeof shed / sizeof *shed; i++)
        PRINT(sheet, "grundy_shed_total{reason=\"%s\"} %" PRIu64 "\n", shed[i].reason, shed[i].count);
    gauge(sheet, "grundy_requests_in_flight", "Requests that are not answered yet.", totals->in_flight);
    gauge(sheet, "grundy_request_memory_peak_bytes", "The most memory that one request has taken.", totals->memory_peak);
    gauge(sheet, "grundy_memory_bytes", "Held by requests and answers not yet taken.",
          figures->memory.held - figures->memory.spare);
    gauge(sheet, "grundy_memory_max_bytes",
          "The most that they may hold, which is --memory less what tables and connections may.", figures->memory.most);
    gauge(sheet, "grundy_spool_bytes", "Room in the file of answers that clients do not take yet.", figures->spooled);
    gauge(sheet, "grundy_connections", "Open connections.", figures->connections);
    gauge(sheet, "grundy_connections_max", "Open connections at most.", figures->connections_max);
}

static void print_tables(const struct tables_counts *tables, struct sheet *sheet)
{
    family(sheet, "grundy_tables", "gauge", "Tables, in the shared directory and in the memory of this process.");
    PRINT(sheet, "grundy_tables{state=\"shared\"} %" PRIu64 "\ngrundy_tables{state=\"private\"} %" PRIu64 "\n",
          tables->shared_tables, tables->private_tables);
    gauge(sheet, "grundy_tables_bytes", "Tables in the shared directory.", tables->shared_bytes);
    gauge(sheet, "grundy_tables_bytes_max", "The most that shared tables may take; 0 where tables are private.",
          tables->shared_bytes_max);
    gauge(sheet, "grundy_tables_private_bytes", "Tables in the memory of this process.", tables->private_bytes);
    counter(sheet, "grundy_tables_hits_total", "Looks for a table that found one; a question may look twice.", tables->hits);
    counter(sheet, "grundy_tables_misses_total", "Looks for a table that found none.", tables->misses);
    counter(sheet, "grundy_tables_attached_total", "Tables taken over from other processes.", tables->attached);
    counter(sheet, "grundy_tables_builds_total", "Tables made or lengthened here.", tables->builds);
    counter(sheet, "grundy_tables_waited_total", "Questions that waited for somebody else to make their table.", tables->waited);
    counter(sheet, "grundy_tables_rejected_total", "Tables thrown away: damaged, forged, or made by other code.",
            tables->rejected);
    counter(sheet, "grundy_tables_evicted_total", "Shared tables removed to make room.", tables->evicted);
}

static void print_cache(const struct cache_counts *cache, struct sheet *sheet)
{
    family(sheet, "grundy_cache_requests_total", "counter", "Looks for a table in the second tier, by what came of them.");
    for (int i = 0; i < CACHE_RESULTS; i++)
        PRINT(sheet, "grundy_cache_requests_total{result=\"%s\"} %" PRIu64 "\n", cache_result_names[i], cache->results[i]);
    family(sheet, "grundy_cache_writes_total", "counter", "Tables for the second tier, by what came of them.");
    for (int i = 0; i < CACHE_WRITES; i++)
        PRINT(sheet, "grundy_cache_writes_total{result=\"%s\"} %" PRIu64 "\n", cache_write_names[i], cache->writes[i]);
    gauge(sheet, "grundy_cache_up", "Whether the second tier is set, was there at the last look, and took what was written.",
          cache->up);
}

static void print_events(const struct metrics_totals *totals, uint64_t log_dropped, struct sheet *sheet)
{
    counter(sheet, "grundy_connections_reaped_total", "Connections ended because the client was too slow.",
            totals->events[EVENT_REAPED]);
    counter(sheet, "grundy_clients_left_total", "Questions given up because the client left.", totals->events[EVENT_LEFT]);
    counter(sheet, "grundy_lines_answered_total", "Questions answered that came as lines of one request.",
            totals->events[EVENT_LINES]);
    counter(sheet, "grundy_lines_received_bytes_total", "Bytes of such lines.", totals->events[EVENT_LINES_TAKEN]);
    counter(sheet, "grundy_lines_sent_bytes_total", "Bytes of the answers to them, with head and framing.",
            totals->events[EVENT_LINES_SENT]);
    counter(sheet, "grundy_log_dropped_total", "Lines of the log that nobody read in time.", log_dropped);
}

static void print_process(const struct process_figures *process, struct sheet *sheet)
{
    family(sheet, "process_cpu_seconds_total", "counter", "Time that all threads took of the processors.");
    seconds(sheet, "process_cpu_seconds_total", process->cpu);
    gauge(sheet, "process_resident_memory_bytes", "Memory that is in use.", process->resident);
    gauge(sheet, "process_virtual_memory_bytes", "Addresses that are in use.", process->virtual);
    gauge(sheet, "process_open_fds", "Open descriptors.", process->files);
    gauge(sheet, "process_max_fds", "Open descriptors at most.", process->files_max);
    family(sheet, "process_start_time_seconds", "gauge", "When the process began, since 1970.");
    seconds(sheet, "process_start_time_seconds", process->started);
}

const char *figures_text(struct metrics *metrics, const struct figures *figures, bool open, struct arena *arena)
{
    struct sheet sheet = {.open = open};
    struct metrics_totals totals;
    metrics_read(metrics, arena, &totals);
    out_init(&sheet.out, arena, 32768);
    family(&sheet, "grundy_build_info", "gauge", "What is running.");
    PRINT(&sheet, "grundy_build_info{version=\"%s\",revision=\"%s\"} 1\n", figures->version, figures->revision);
    print_requests(&totals, &sheet);
    print_solving(&totals, &sheet);
    print_work(figures, &totals, &sheet);
    print_tables(&figures->tables, &sheet);
    print_cache(&figures->tables.cache, &sheet);
    print_events(&totals, figures->log_dropped, &sheet);
    print_process(&figures->process, &sheet);
    if (open)
        out_raw(&sheet.out, "# EOF\n");
    return arena_copy(arena, sheet.out.v, sheet.out.n);
}
