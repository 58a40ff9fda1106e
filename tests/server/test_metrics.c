/* The histogram's edges, sums over shards, and the text: which series are there, how many at most, and both formats. */
#include "api/call.h"
#include "core/registry.h"
#include "server/clock.h"
#include "server/metrics/figures.h"

#include "api/endpoints.h"
#include "tests/support/core/suite.h"

#include <string.h>

static struct arena arena;

static const char *text_of(struct metrics *metrics, bool open)
{
    struct figures figures = {
        .version = "1.2.3",
        .revision = "abc",
        .connections = 4,
        .connections_max = 9,
        .work = {.waiting = 5, .running = 2, .refused = 7, .stale = 3, .waits = {1, 2}, .waited = SECOND / 2},
        .tables = {.shared_tables = 6, .private_tables = 8},
        .process = {.cpu = 1500000000, .resident = 10, .virtual = 20, .files = 3, .files_max = 30, .started = SECOND}};
    return figures_text(metrics, &figures, open, &arena);
}

static void has(const char *text, const char *line)
{
    ck_assert_msg(strstr(text, line), "no %s in\n%s", line, text);
}

static void answered(struct metrics_shard *shard, const char *endpoint, int status, uint64_t took)
{
    metrics_request(shard, &(struct metrics_answer){.endpoint = endpoint, .status = status, .took = took});
}

static size_t count_series(const char *text)
{
    size_t count = 0;
    for (; *text; text = strchr(text, '\n') + 1)
        count += *text != '#';
    return count;
}

START_TEST(buckets_have_sharp_edges)
{
    ck_assert_uint_eq(metrics_bucket(0), 0);
    ck_assert_uint_eq(metrics_bucket(25000), 0);
    ck_assert_uint_eq(metrics_bucket(25001), 1);
    ck_assert_uint_eq(metrics_bucket(50000), 1);
    ck_assert_uint_eq(metrics_bucket(2500000000), METRICS_BUCKETS - 2);
    ck_assert_uint_eq(metrics_bucket(2500000001), METRICS_BUCKETS - 1);
    ck_assert_uint_eq(metrics_bucket(UINT64_MAX), METRICS_BUCKETS - 1);
}
END_TEST

START_TEST(shards_are_summed)
{
    static const char nim[] = "nim", same[] = "nim"; /* one name, two addresses */
    struct metrics *metrics = metrics_new(2);
    struct metrics_shard *a = metrics_shard(metrics, 0), *b = metrics_shard(metrics, 1);
    arena_init(&arena, NULL, 0, 1 << 22);
    metrics_begin(a);
    metrics_begin(a);
    metrics_begin(b);
    metrics_end(b);
    answered(a, nim, 200, 20000);
    metrics_request(a, &(struct metrics_answer){.endpoint = nim, .status = 200, .took = 30000, .solved = true, .solving = 700});
    metrics_request(
        b, &(struct metrics_answer){.endpoint = same, .status = 200, .took = 3000000000, .solved = true, .solving = 800});
    answered(b, nim, 422, 100);
    answered(b, "", 404, 100);
    answered(b, nim, 413, 100);
    metrics_memory(a, 100);
    metrics_memory(a, 50);
    metrics_memory(b, 70);
    metrics_event(b, EVENT_LEFT);
    metrics_event(b, EVENT_ADDRESS);
    ck_assert_uint_eq(metrics_in_flight(metrics), 2);
    const char *text = text_of(metrics, false);
    has(text, "grundy_build_info{version=\"1.2.3\",revision=\"abc\"} 1\n");
    has(text, "grundy_http_requests_total{endpoint=\"{game}\",status=\"200\"} 3\n");
    has(text, "grundy_http_requests_total{endpoint=\"{game}\",status=\"422\"} 1\n");
    has(text, "grundy_http_requests_total{endpoint=\"none\",status=\"404\"} 1\n");
    has(text, "grundy_http_requests_total{endpoint=\"none\",status=\"413\"} 1\n"); /* no endpoint had seen it */
    has(text, "grundy_http_request_duration_seconds_bucket{le=\"0.000025\"} 4\n");
    has(text, "grundy_http_request_duration_seconds_bucket{le=\"0.000050\"} 5\n");
    has(text, "grundy_http_request_duration_seconds_bucket{le=\"2.500000\"} 5\n");
    has(text, "grundy_http_request_duration_seconds_bucket{le=\"+Inf\"} 6\n");
    has(text, "grundy_http_request_duration_seconds_count 6\n");
    has(text, "grundy_http_request_duration_seconds_sum 3.000050300\n");
    has(text, "grundy_http_request_seconds_total{endpoint=\"{game}\"} 3.000050100\n");
    has(text, "grundy_solve_duration_seconds_sum{game=\"nim\"} 0.000001500\n");
    has(text, "grundy_solve_duration_seconds_count{game=\"nim\"} 2\n");
    has(text, "grundy_requests_in_flight 2\n");
    has(text, "grundy_request_memory_peak_bytes 100\n");
    has(text, "grundy_clients_left_total 1\n");
    has(text, "grundy_work_queue_length 5\n");
    has(text, "grundy_work_queue_delay_seconds_bucket{le=\"0.001000\"} 1\n");
    has(text, "grundy_work_queue_delay_seconds_bucket{le=\"0.005000\"} 3\n");
    has(text, "grundy_work_queue_delay_seconds_sum 0.500000000\n");
    has(text, "grundy_shed_total{reason=\"queue_full\"} 4\n");
    has(text, "grundy_shed_total{reason=\"queue_delay\"} 3\n");
    has(text, "grundy_shed_total{reason=\"address\"} 1\n");
    has(text, "grundy_tables{state=\"shared\"} 6\n");
    has(text, "grundy_tables{state=\"private\"} 8\n");
    has(text, "process_cpu_seconds_total 1.500000000\n");
    has(text, "process_open_fds 3\n");
    has(text, "process_start_time_seconds 1.000000000\n");
    arena_reset(&arena);
    metrics_free(metrics);
}
END_TEST

/* Before anything was asked, faults are there with 0, so that the first one is an increase. */
START_TEST(faults_are_there_from_the_start)
{
    struct metrics *metrics = metrics_new(1);
    arena_init(&arena, NULL, 0, 1 << 22);
    const char *text = text_of(metrics, false);
    for (const struct endpoint *e = endpoints; e->path; e++) {
        const char *label = figures_label(e->name, &arena);
        has(text, arena_printf(&arena, "grundy_http_requests_total{endpoint=\"%s\",status=\"500\"} 0\n", label));
        has(text, arena_printf(&arena, "grundy_http_requests_total{endpoint=\"%s\",status=\"503\"} 0\n", label));
    }
    ck_assert_str_eq(figures_label("nim", &arena), "{game}");
    ck_assert_str_eq(figures_label("grade", &arena), "grade");
    ck_assert_str_eq(figures_label("judge/{id}/check", &arena), "judge");
    has(text, "grundy_http_requests_total{endpoint=\"{game}\",status=\"500\"} 0\n");
    arena_reset(&arena);
    metrics_free(metrics);
}
END_TEST

/* Every endpoint and game with every status that there is, each of them having solved something. */
START_TEST(series_are_bounded)
{
    static const int statuses[] = {200, 204, 304, 400, 404, 405, 408, 413, 415, 422, 500, 503};
    struct metrics *metrics = metrics_new(1);
    struct metrics_shard *shard = metrics_shard(metrics, 0);
    arena_init(&arena, NULL, 0, 1 << 22);
    for (size_t k = 0; k < sizeof statuses / sizeof *statuses; k++) {
        answered(shard, "", statuses[k], 1);
        for (const struct endpoint *e = endpoints; e->path; e++)
            metrics_request(
                shard, &(struct metrics_answer){.endpoint = e->name, .status = statuses[k], .solved = e->methods & METHOD_POST});
    }
    for (size_t i = 0; i < game_count(); i++)
        metrics_request(shard, &(struct metrics_answer){.endpoint = game_at(i)->id, .status = 200, .solved = true});
    size_t count = count_series(text_of(metrics, false));
    ck_assert_msg(count <= FIGURES_MAX, "%zu series", count);
    arena_reset(&arena);
    metrics_free(metrics);
}
END_TEST

START_TEST(a_full_table_loses_no_duration)
{
    static char names[3000][2];
    struct metrics *metrics = metrics_new(1);
    arena_init(&arena, NULL, 0, 1 << 22);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        names[i][0] = 'x';
        answered(metrics_shard(metrics, 0), names[i], 200, 1);
    }
    const char *text = text_of(metrics, false);
    has(text, "grundy_http_requests_total{endpoint=\"x\",status=\"200\"} 1024\n");
    has(text, "grundy_http_requests_total{endpoint=\"other\",status=\"0\"} 1976\n");
    has(text, "grundy_http_request_duration_seconds_count 3000\n");
    arena_reset(&arena);
    metrics_free(metrics);
}
END_TEST

/* A counter's family has no "_total" there, its samples have; and the text says where it ends. */
START_TEST(openmetrics_differs_in_names_and_end)
{
    struct metrics *metrics = metrics_new(1);
    arena_init(&arena, NULL, 0, 1 << 22);
    const char *open = text_of(metrics, true), *plain = text_of(metrics, false);
    has(open, "# TYPE grundy_http_requests counter\n");
    has(open, "# TYPE process_cpu_seconds counter\n");
    has(open, "\nprocess_cpu_seconds_total 1.5");
    has(plain, "# TYPE grundy_http_requests_total counter\n");
    ck_assert_str_eq(open + strlen(open) - 6, "# EOF\n");
    ck_assert_ptr_null(strstr(plain, "# EOF"));
    ck_assert_uint_eq(count_series(open), count_series(plain));
    arena_reset(&arena);
    metrics_free(metrics);
}
END_TEST

SUITE(buckets_have_sharp_edges, shards_are_summed, faults_are_there_from_the_start, series_are_bounded,
      a_full_table_loses_no_duration, openmetrics_differs_in_names_and_end)
