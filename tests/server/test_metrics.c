/* The histogram's edges, sums over shards, and the text. */
#include "server/metrics.h"

#include "tests/support/core/suite.h"

#include <string.h>

static _Alignas(16) char memory[65536];

static const char *text_of(struct metrics *metrics, struct arena *arena)
{
    struct metrics_now now = {.version = "1.2.3", .connections = 4, .connections_max = 9, .work_waiting = 5, .work_running = 2};
    return metrics_text(metrics, &now, arena);
}

static void has(const char *text, const char *line)
{
    ck_assert_msg(strstr(text, line), "no %s in\n%s", line, text);
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
    struct arena arena;
    struct metrics *metrics = metrics_new(2);
    arena_init(&arena, memory, sizeof memory, 1 << 22);
    struct metrics_shard *a = metrics_shard(metrics, 0), *b = metrics_shard(metrics, 1);
    metrics_begin(a);
    metrics_begin(a);
    metrics_begin(b);
    metrics_end(b);
    metrics_request(a, nim, 200, 20000);
    metrics_request(a, nim, 200, 30000);
    metrics_request(b, same, 200, 3000000000);
    metrics_request(b, nim, 422, 100);
    metrics_request(b, "", 404, 100);
    metrics_memory(a, 100);
    metrics_memory(a, 50);
    metrics_memory(b, 70);
    metrics_event(b, EVENT_LEFT);
    ck_assert_uint_eq(metrics_in_flight(metrics), 2);
    const char *text = text_of(metrics, &arena);
    has(text, "grundy_build_info{version=\"1.2.3\"} 1\n");
    has(text, "grundy_requests_total{game=\"nim\",status=\"200\"} 3\n");
    has(text, "grundy_requests_total{game=\"nim\",status=\"422\"} 1\n");
    has(text, "grundy_requests_total{game=\"none\",status=\"404\"} 1\n");
    has(text, "grundy_request_duration_seconds_bucket{le=\"0.000025\"} 3\n");
    has(text, "grundy_request_duration_seconds_bucket{le=\"0.000050\"} 4\n");
    has(text, "grundy_request_duration_seconds_bucket{le=\"2.500000\"} 4\n");
    has(text, "grundy_request_duration_seconds_bucket{le=\"+Inf\"} 5\n");
    has(text, "grundy_request_duration_seconds_count 5\n");
    has(text, "grundy_request_duration_seconds_sum 3.000050200\n");
    has(text, "grundy_requests_in_flight 2\n");
    has(text, "grundy_request_memory_peak_bytes 100\n");
    has(text, "grundy_clients_left_total 1\n");
    has(text, "grundy_work_waiting 5\n");
    arena_reset(&arena);
    metrics_free(metrics);
}
END_TEST

START_TEST(a_full_table_loses_no_duration)
{
    static char names[3000][2];
    struct arena arena;
    struct metrics *metrics = metrics_new(1);
    arena_init(&arena, NULL, 0, 1 << 22);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        names[i][0] = 'x';
        metrics_request(metrics_shard(metrics, 0), names[i], 200, 1);
    }
    const char *text = text_of(metrics, &arena);
    has(text, "grundy_requests_total{game=\"x\",status=\"200\"} 1024\n");
    has(text, "grundy_requests_total{game=\"other\",status=\"0\"} 1976\n");
    has(text, "grundy_request_duration_seconds_count 3000\n");
    arena_reset(&arena);
    metrics_free(metrics);
}
END_TEST

SUITE(buckets_have_sharp_edges, shards_are_summed, a_full_table_loses_no_duration)
