/* Paths, methods, targets, CORS: what is decided before a question is read. */
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <string.h>

static const char nim[] = "{\"heaps\":[3,4,5]}";

START_TEST(unknown_paths_name_the_nearest)
{
    static const struct {
        const char *target, *nearest;
    } cases[] = {
        {"/nimm", " /nim"},
        {"/NIM", " /nim"},
        {"/nim/", " /nim"},
        {"//nim", " /nim"},
        {"/nim/////", " /nim"},
        {"/game", " /games"},
        {"/games/Nim", " /games/nim"},
        {"/games/", " /games"},
        {"/healtz", " /healthz"},
        {"/openapi.yml", " /openapi.yaml"},
        {"/problems/invalid_jsn", " /problems/invalid_json"},
        {"/problems/missing_fields", " /problems/missing_field"},
        {"/problems/sintax", " /problems/syntax"},
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_int_eq(probe_send(&probe, "GET", cases[i].target, NULL), 404);
        ck_assert_str_eq(probe_string(&probe, "code"), "not_found");
        const char *detail = probe_string(&probe, "detail"), *end = strrchr(detail, ' ');
        ck_assert_msg(end && strcmp(end, cases[i].nearest) == 0, "%s: %s", cases[i].target, detail);
    }
    probe_free(&probe);
}
END_TEST

START_TEST(far_paths_name_none)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "GET", "/completely/elsewhere/and/far", NULL), 404);
    ck_assert_ptr_null(strstr(probe_string(&probe, "detail"), "nearest"));
    ck_assert_int_eq(probe_send(&probe, "GET", "/games/dawsom", NULL), 404); /* not near to bash for the /games/ before it */
    ck_assert_str_eq(probe_string(&probe, "detail"), "there is no /games/dawsom; GET /games lists the games");
    ck_assert_int_eq(probe_send(&probe, "GET", "/problems/nope", NULL), 404);
    ck_assert_str_eq(probe_string(&probe, "detail"), "there is no /problems/nope; GET /problems lists the codes");
    char target[3000];
    memset(target, 'a', sizeof target);
    target[0] = '/';
    target[sizeof target - 1] = '\0';
    ck_assert_int_eq(probe_send(&probe, "GET", target, NULL), 404);
    ck_assert_uint_lt(strlen(probe_string(&probe, "detail")), 300);
    probe_free(&probe);
}
END_TEST

START_TEST(a_long_path_is_cut_between_characters)
{
    struct probe probe;
    probe_init(&probe);
    char target[400] = "/a";
    for (int i = 0; i < 60; i++)
        memcpy(target + 2 + i * 3, "\xe5\xb0\xbc", 4);
    ck_assert_int_eq(probe_send(&probe, "GET", target, NULL), 404);
    ck_assert_ptr_nonnull(probe.json);
    probe_free(&probe);
}
END_TEST

START_TEST(other_methods_are_told_which_are_taken)
{
    static const char *const methods[] = {"PUT", "DELETE", "PATCH", "TRACE", "get", "BREW"};
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        ck_assert_int_eq(probe_send(&probe, methods[i], "/nim", NULL), 405);
        ck_assert_str_eq(probe_header(&probe, "Allow"), "GET, HEAD, POST, QUERY, OPTIONS");
        ck_assert_str_eq(probe_string(&probe, "code"), "method_not_allowed");
        ck_assert_ptr_nonnull(strstr(probe_string(&probe, "detail"), methods[i]));
    }
    static const char *const documents[] = {"/games", "/games/nim", "/healthz", "/problems/internal", "/openapi.json"};
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        ck_assert_int_eq(probe_send(&probe, "POST", documents[i], "{}"), 405);
        ck_assert_str_eq(probe_header(&probe, "Allow"), "GET, HEAD, OPTIONS");
    }
    probe_free(&probe);
}
END_TEST

START_TEST(options_tells_methods_and_types)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "OPTIONS", "/nim", NULL), 204);
    ck_assert_str_eq(probe_header(&probe, "Allow"), "GET, HEAD, POST, QUERY, OPTIONS");
    ck_assert_ptr_nonnull(strstr(probe_header(&probe, "Accept-Post"), "application/json"));
    ck_assert_ptr_nonnull(strstr(probe_header(&probe, "Accept-Query"), "application/json"));
    ck_assert_ptr_null(probe_header(&probe, "Access-Control-Allow-Methods"));
    static const char *const also[][2] = {
        {"/batch", "application/x-ndjson"}, {"/grade", "text/csv"}, {"/judge/hdu-1846", "text/plain"}};
    for (size_t i = 0; i < sizeof also / sizeof *also; i++) {
        ck_assert_int_eq(probe_send(&probe, "OPTIONS", also[i][0], NULL), 204);
        ck_assert_ptr_nonnull(strstr(probe_header(&probe, "Accept-Post"), also[i][1]));
        ck_assert_ptr_nonnull(strstr(probe_header(&probe, "Accept-Query"), also[i][1]));
    }
    ck_assert_ptr_null(strstr(probe_header(&probe, "Accept-Post"), "json"));
    ck_assert_int_eq(probe_send(&probe, "OPTIONS", "/games", NULL), 204);
    ck_assert_str_eq(probe_header(&probe, "Allow"), "GET, HEAD, OPTIONS");
    ck_assert_ptr_null(probe_header(&probe, "Accept-Query"));
    ck_assert_int_eq(probe_send(&probe, "OPTIONS", "*", NULL), 204);
    ck_assert_str_eq(probe_header(&probe, "Allow"), "GET, HEAD, POST, QUERY, OPTIONS");
    ck_assert_int_eq(probe_send(&probe, "OPTIONS", "/nowhere", NULL), 404);
    ck_assert_int_eq(probe_send(&probe, "GET", "*", NULL), 404);
    probe_free(&probe);
}
END_TEST

START_TEST(a_preflight_is_answered)
{
    struct probe probe;
    probe_init(&probe);
    probe.request.origin = "https://school.example";
    probe.request.preflight_method = "POST";
    probe.request.preflight_headers = "content-type";
    ck_assert_int_eq(probe_send(&probe, "OPTIONS", "/nim", NULL), 204);
    ck_assert_str_eq(probe_header(&probe, "Access-Control-Allow-Origin"), "*");
    ck_assert_ptr_nonnull(strstr(probe_header(&probe, "Access-Control-Allow-Methods"), "POST"));
    ck_assert_ptr_nonnull(strstr(probe_header(&probe, "Access-Control-Allow-Methods"), "QUERY"));
    ck_assert_ptr_nonnull(strstr(probe_header(&probe, "Access-Control-Allow-Headers"), "Content-Type"));
    ck_assert_ptr_nonnull(strstr(probe_header(&probe, "Access-Control-Allow-Headers"), "traceparent"));
    ck_assert_str_eq(probe_header(&probe, "Access-Control-Max-Age"), "86400");
    probe.api.cors = NULL;
    ck_assert_int_eq(probe_send(&probe, "OPTIONS", "/nim", NULL), 204);
    for (size_t i = 0; i < probe.reply.header_count; i++)
        ck_assert_ptr_null(strstr(probe.reply.headers[i].name, "Access-Control"));
    probe_free(&probe);
}
END_TEST

START_TEST(cors_is_on_every_reply)
{
    struct probe probe;
    probe_init(&probe);
    probe.api.cors = "https://school.example";
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", nim), 200);
    ck_assert_str_eq(probe_header(&probe, "Access-Control-Allow-Origin"), "https://school.example");
    ck_assert_ptr_null(probe_header(&probe, "Access-Control-Expose-Headers"));
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{}"), 422);
    ck_assert_str_eq(probe_header(&probe, "Access-Control-Allow-Origin"), "https://school.example");
    ck_assert_int_eq(probe_send(&probe, "GET", "/nowhere", NULL), 404);
    ck_assert_str_eq(probe_header(&probe, "Access-Control-Allow-Origin"), "https://school.example");
    probe.request.origin = "https://school.example";
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", nim), 200);
    ck_assert_ptr_nonnull(strstr(probe_header(&probe, "Access-Control-Expose-Headers"), "ETag"));
    probe.api.cors = NULL;
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", nim), 200);
    ck_assert_ptr_null(probe_header(&probe, "Access-Control-Allow-Origin"));
    ck_assert_ptr_null(probe_header(&probe, "Access-Control-Expose-Headers"));
    probe_free(&probe);
}
END_TEST

START_TEST(targets_are_decoded)
{
    static const char *const good[] = {
        "/nim?position=%7B%22heaps%22%3A%5B3%2C4%2C5%5D%7D",
        "/%6eim?position={\"heaps\":[3,4,5]}",
        "/nim?position=%7b%22heaps%22:+[3,+4,5]}",
        "/nim?&position={\"heaps\":[3,4,5]}&",
        "http://example.org/nim?position={\"heaps\":[3,4,5]}",
        "HTTPS://h:1/nim?%70osition={\"heaps\":[3,4,5]}",
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        ck_assert_msg(probe_send(&probe, "GET", good[i], NULL) == 200, "%s", good[i]);
        ck_assert_int_eq((int)probe_value(&probe, "grundy")->valuedouble, 2);
    }
    ck_assert_int_eq(probe_send(&probe, "HEAD", good[0], NULL), 200);
    ck_assert_uint_gt(probe.reply.body_size, 0); /* the server leaves the body out and tells its length */
    probe_free(&probe);
}
END_TEST

START_TEST(broken_targets_are_refused)
{
    static const char *const bad[] = {
        "/nim?position=%7",
        "/nim?position=%zz",
        "/nim%",
        "/nim%0",
        "/nim%00",
        "/%ff",
        "/%c0%af",
        "/%ed%a0%80",
        "/%f4%90%80%80",
        "/\xff",
        "nim",
        "",
        "/nim#x",
        "/nim",
        "/nim?",
        "/nim?position",
        "/nim?limit=3",
        "/nim?position={}&x=1",
        "/nim?position=%00",
        "/nim?position={\"heaps\":[1]}&position={\"heaps\":[1]}",
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int status = probe_send(&probe, "GET", bad[i], NULL);
        ck_assert_msg(status == 400, "%s: %d", bad[i], status);
        bool empty = strcmp(bad[i], "/nim?position") == 0;
        ck_assert_str_eq(probe_string(&probe, "code"), empty ? "invalid_json" : "bad_request");
    }
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim?moves=all", nim), 400);
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim?", nim), 200);
    probe_free(&probe);
}
END_TEST

static bool never(void *what)
{
    (void)what;
    return false;
}

static const char *figures(void *what, bool open, struct arena *arena)
{
    return open ? arena_printf(arena, "%s# EOF\n", (const char *)what) : what;
}

START_TEST(health_tells_the_state)
{
    struct probe probe;
    probe_init(&probe);
    static const char *const alive[] = {"/healthz", "/livez", "/readyz"};
    for (size_t i = 0; i < 3; i++) {
        ck_assert_int_eq(probe_send(&probe, "GET", alive[i], NULL), 200);
        ck_assert_str_eq(probe_header(&probe, "Cache-Control"), "no-store");
        ck_assert_str_eq(probe.reply.endpoint, alive[i] + 1);
    }
    probe.api.ready = never;
    ck_assert_int_eq(probe_send(&probe, "GET", "/readyz", NULL), 503);
    ck_assert_str_eq(probe_string(&probe, "code"), "shutting_down");
    ck_assert_ptr_nonnull(probe_header(&probe, "Retry-After"));
    ck_assert_int_eq(probe_send(&probe, "GET", "/healthz", NULL), 200);
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", nim), 200);
    probe_free(&probe);
}
END_TEST

START_TEST(metrics_are_the_hosts)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "GET", "/metrics", NULL), 404);
    static char text[] = "grundy_up 1\n";
    probe.api.metrics = figures;
    probe.api.what = text;
    ck_assert_int_eq(probe_send(&probe, "GET", "/metrics", NULL), 200);
    ck_assert_str_eq(probe_text(&probe), text);
    ck_assert_ptr_nonnull(strstr(probe.reply.content_type, "text/plain; version=0.0.4"));
    ck_assert_str_eq(probe_header(&probe, "Cache-Control"), "no-store");
    /* As Prometheus asks, which takes both and prefers one; and for a browser. */
    probe.request.accept = "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                           "text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
    ck_assert_int_eq(probe_send(&probe, "GET", "/metrics", NULL), 200);
    ck_assert_str_eq(probe_text(&probe), "grundy_up 1\n# EOF\n");
    ck_assert_str_eq(probe.reply.content_type, "application/openmetrics-text; version=1.0.0; charset=utf-8");
    probe.request.accept = "text/html,*/*;q=0.8";
    ck_assert_int_eq(probe_send(&probe, "GET", "/metrics", NULL), 200);
    ck_assert_str_eq(probe_text(&probe), text);
    probe_free(&probe);
}
END_TEST

/* With a body that is not here yet: 0 where the answer waits for it. */
static int send_unread(struct probe *probe, const char *method, const char *target, const char *type)
{
    const struct request request = {.method = method, .target = target, .content_type = type, .unread = true};
    struct call *call;
    uint64_t cost;
    ck_assert_int_eq(api_prepare(&probe->api, &request, &probe->arena, &probe->reply, &call, &cost), API_DONE);
    return probe->reply.status;
}

START_TEST(what_no_body_changes_is_refused_before_it)
{
    static const char json[] = "application/json", csv[] = "text/csv", text[] = "text/plain", xml[] = "application/xml";
    static const struct {
        const char *method, *target, *type;
        int status;
    } cases[] = {
        {"POST", "/nim", json, 0},
        {"QUERY", "/nim", NULL, 0},
        {"POST", "/batch", json, 0},
        {"POST", "/grade", json, 0},
        {"POST", "/grade?reveal=false", csv, 0},
        {"POST", "/generate", json, 0},
        {"POST", "/sg/table", json, 0},
        {"POST", "/sg/period", json, 0},
        {"POST", "/nim/table", json, 0},
        {"POST", "/laws", json, 0},
        {"POST", "/judge/cses-1730", text, 0},
        {"POST", "/judge/cses-1730/check", json, 0},
        {"POST", "/judge/cses-1730/generate", json, 0},
        {"POST", "/nmi", json, 404},
        {"POST", "/judge/none", text, 404},
        {"POST", "/judge/none/check", json, 404},
        {"PUT", "/nim", json, 405},
        {"POST", "/games", json, 405},
        {"POST", "/nim", xml, 415},
        {"POST", "/sum", csv, 415},
        {"POST", "/judge/cses-1730", json, 415},
        {"POST", "/nim?position=1", json, 400},
        {"POST", "/grade?unknown=1", csv, 400},
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int status = send_unread(&probe, cases[i].method, cases[i].target, cases[i].type);
        ck_assert_msg(status == cases[i].status, "%s %s: %d", cases[i].method, cases[i].target, status);
        ck_assert_int_eq(!probe.reply.problem, !status);
    }
    probe_free(&probe);
}
END_TEST

SUITE(unknown_paths_name_the_nearest, far_paths_name_none, a_long_path_is_cut_between_characters,
      other_methods_are_told_which_are_taken, options_tells_methods_and_types, a_preflight_is_answered, cors_is_on_every_reply,
      targets_are_decoded, broken_targets_are_refused, health_tells_the_state, metrics_are_the_hosts,
      what_no_body_changes_is_refused_before_it)
