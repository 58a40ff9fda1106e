/* The page for people: who gets it, in which form, and for how long. */
#include "api/headers/accept.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <string.h>

#define BROWSER "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"

static const struct api_asset files[] = {
    {"index.html", "text/html; charset=utf-8", {"<p>", 3}, {"zip!", 4}, "\"d\"", "\"dz\""},
    {"app.js", "text/javascript; charset=utf-8", {"let a;", 6}, {"zip", 3}, "\"a\"", "\"az\""},
    {"views/play.js", "text/javascript; charset=utf-8", {"let v;", 6}, {"zip", 3}, "\"v\"", "\"vz\""},
};
static const struct api_page page = {"v1", "default-src 'none'", &files[0], files + 1, 2};

static void begin(struct probe *probe)
{
    probe_init(probe);
    probe->api.page = &page;
}

static bool is_page(struct probe *probe)
{
    return probe->reply.content_type && strncmp(probe->reply.content_type, "text/html", 9) == 0;
}

START_TEST(views_are_one_document)
{
    static const char *const views[] = {
        "/play/nim", "/table/sg",    "/practice/wythoff", "/exam",
        "/docs",     "/play/custom", "/play/kayles",      "/play/nim?position=%7B%22heaps%22:[1]%7D"};
    struct probe probe;
    begin(&probe);
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        probe.request.accept = i % 2 ? NULL : BROWSER;
        ck_assert_int_eq(probe_send(&probe, i % 3 ? "GET" : "HEAD", views[i], NULL), 200);
        ck_assert_msg(is_page(&probe), "%s", views[i]);
        ck_assert_str_eq(probe_text(&probe), "<p>");
        ck_assert_str_eq(probe_header(&probe, "ETag"), "\"d\"");
        ck_assert_str_eq(probe_header(&probe, "Cache-Control"), "no-cache");
        ck_assert_str_eq(probe_header(&probe, "Vary"), "Accept, Accept-Encoding");
        ck_assert_str_eq(probe_header(&probe, "Content-Security-Policy"), "default-src 'none'");
        ck_assert_str_eq(probe_header(&probe, "Referrer-Policy"), "same-origin");
    }
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        ck_assert_int_eq(probe_send(&probe, "GET", views[i], NULL), 200);
    probe_free(&probe);
}
END_TEST

static const char *const absent[] = {"/play/nimm", "/nosuch",   "/games/nimm",  "/play/nim/more",
                                     "/docs/",     "/exam/nim", "/web/v1/no.js"};

/* The document asks for the path again, and tells the problem that it gets. */
START_TEST(people_get_what_is_not_there_as_a_page)
{
    struct probe probe;
    begin(&probe);
    probe.request.accept = BROWSER;
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        probe.request.accept_encoding = i % 2 ? "gzip" : NULL;
        probe.request.if_none_match = i % 3 ? "\"d\", \"dz\"" : "*";
        ck_assert_int_eq(probe_send(&probe, i % 2 ? "GET" : "HEAD", absent[i], NULL), 404);
        ck_assert_msg(is_page(&probe), "%s", absent[i]);
        ck_assert_str_eq(probe_text(&probe), i % 2 ? "zip!" : "<p>");
        ck_assert_str_eq(probe_header(&probe, "Cache-Control"), "no-store");
        ck_assert_str_eq(probe_header(&probe, "Content-Security-Policy"), "default-src 'none'");
        ck_assert_ptr_null(probe_header(&probe, "ETag"));
        ck_assert_int_eq(probe.reply.problem, STATUS_not_found);
    }
    ck_assert_str_eq(probe_header(&probe, "Vary"), "Accept, Accept-Encoding");
    probe_free(&probe);
}
END_TEST

START_TEST(no_such_game_is_a_problem)
{
    static const char *const accepts[] = {NULL, "*/*", "application/json, text/html;q=0.9",
                                          "application/problem+json, text/html"};
    struct probe probe;
    begin(&probe);
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        probe.request.accept = accepts[i % 4];
        int status = probe_send(&probe, "GET", absent[i], NULL);
        ck_assert_msg(status == 404 || status == 405, "%s: %d", absent[i], status);
        ck_assert_str_eq(probe.reply.content_type, "application/problem+json");
    }
    probe.request.accept = BROWSER;
    ck_assert_int_eq(probe_send(&probe, "POST", "/play/nim", "{}"), 405);
    ck_assert_str_eq(probe_header(&probe, "Allow"), "GET, HEAD, OPTIONS");
    ck_assert_int_eq(probe_send(&probe, "OPTIONS", "/docs", NULL), 204);
    ck_assert_str_eq(probe_header(&probe, "Allow"), "GET, HEAD, OPTIONS");
    probe.api.page = NULL;
    ck_assert_int_eq(probe_send(&probe, "GET", "/docs", NULL), 404);
    ck_assert_int_eq(probe_send(&probe, "GET", "/web/v1/app.js", NULL), 404);
    probe_free(&probe);
}
END_TEST

START_TEST(accept_decides_where_there_is_json_too)
{
    static const struct {
        const char *target, *accept;
        int status;
        bool page;
    } cases[] = {
        {"/", BROWSER, 200, true},
        {"/", "text/html", 200, true},
        {"/", NULL, 200, false},
        {"/", "*/*", 200, false},
        {"/", "application/json", 200, false},
        {"/", "text/html;q=0.5, application/json", 200, false},
        {"/", "text/html;q=0, */*", 200, false},
        {"/custom", BROWSER, 200, true},
        {"/custom?lang=zh", BROWSER, 200, true},
        {"/custom", "*/*", 400, false},
        {"/custom?position=%7B%22rules%22:%7B%22vars%22:%22n:0..9%22,%22moves%22:[]%7D%7D", BROWSER, 422, false},
        {"/custom?explain=zh&position=%7B%7D", BROWSER, 422, false},
        {"/custom?%", BROWSER, 400, false},
        {"/nim", BROWSER, 400, false},
    };
    struct probe probe;
    begin(&probe);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        probe.request.accept = cases[i].accept;
        int status = probe_send(&probe, "GET", cases[i].target, NULL);
        ck_assert_msg(status == cases[i].status, "%s: %d", cases[i].target, status);
        ck_assert_msg(is_page(&probe) == cases[i].page, "%s %s", cases[i].target, cases[i].accept);
        if (status == 200)
            ck_assert_msg(strstr(probe_header(&probe, "Vary"), "Accept") != NULL, "%s", cases[i].target);
    }
    probe.request.accept = BROWSER;
    ck_assert_int_eq(probe_send(&probe, "POST", "/custom", "{}"), 422);
    probe_free(&probe);
}
END_TEST

START_TEST(files_are_kept_for_ever)
{
    struct probe probe;
    begin(&probe);
    ck_assert_int_eq(probe_send(&probe, "GET", "/web/v1/app.js", NULL), 200);
    ck_assert_str_eq(probe_text(&probe), "let a;");
    ck_assert_ptr_null(probe_header(&probe, "Content-Encoding"));
    ck_assert_str_eq(probe_header(&probe, "ETag"), "\"a\"");
    ck_assert_str_eq(probe_header(&probe, "Vary"), "Accept-Encoding");
    ck_assert_str_eq(probe_header(&probe, "Cache-Control"), "public, max-age=31536000, immutable");
    probe.request.accept_encoding = "gzip, deflate, br";
    ck_assert_int_eq(probe_send(&probe, "GET", "/web/v1/views/play.js", NULL), 200);
    ck_assert_str_eq(probe_text(&probe), "zip");
    ck_assert_str_eq(probe_header(&probe, "Content-Encoding"), "gzip");
    ck_assert_str_eq(probe_header(&probe, "ETag"), "\"vz\"");
    /* What a page wants that was loaded before the program changed. */
    ck_assert_int_eq(probe_send(&probe, "GET", "/web/v0/views/play.js", NULL), 200);
    ck_assert_str_eq(probe_header(&probe, "Cache-Control"), "no-cache");
    ck_assert_int_eq(probe_send(&probe, "GET", "/web/v1/index.html", NULL), 404);
    ck_assert_int_eq(probe_send(&probe, "GET", "/web/v1", NULL), 404);
    ck_assert_int_eq(probe_send(&probe, "GET", "/web/v1/", NULL), 404);
    ck_assert_int_eq(probe_send(&probe, "GET", "/web/", NULL), 404);
    probe_free(&probe);
}
END_TEST

START_TEST(each_form_is_revalidated_by_its_own_tag)
{
    static const struct {
        const char *encoding, *tags;
        int status;
    } cases[] = {
        {NULL, "\"d\"", 304},   {NULL, "\"dz\"", 200},          {"gzip", "\"dz\"", 304},   {"gzip", "\"d\"", 200},
        {"gzip", "\"x\"", 200}, {"gzip", "\"x\", \"dz\"", 304}, {"gzip", "W/\"dz\"", 304}, {NULL, "*", 304},
    };
    struct probe probe;
    begin(&probe);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        probe.request.accept_encoding = cases[i].encoding;
        probe.request.if_none_match = cases[i].tags;
        int status = probe_send(&probe, "GET", "/exam", NULL);
        ck_assert_msg(status == cases[i].status, "%s %s: %d", cases[i].encoding, cases[i].tags, status);
        ck_assert_str_eq(probe_header(&probe, "ETag"), cases[i].encoding ? "\"dz\"" : "\"d\"");
        ck_assert_str_eq(probe_header(&probe, "Cache-Control"), "no-cache");
    }
    probe_free(&probe);
}
END_TEST

START_TEST(gzip_is_sent_to_who_takes_it)
{
    static const struct {
        const char *accept;
        bool takes;
    } cases[] = {
        {NULL, false},
        {"", false},
        {"gzip", true},
        {"GZIP", true},
        {"identity", false},
        {"br, gzip", true},
        {"gzip;q=0", false},
        {"gzip;q=0.0, *", false},
        {"*", true},
        {"*;q=0", false},
        {"x-gzip", true},
        {"*;q=0, gzip;q=0.1", true},
        {"deflate, br", false},
        {"gzip ;q=1", true},
        {"gzipped", false},
        {"identity;q=1, gzip;q=0.5", false},
        {"identity;q=0.5, gzip;q=1", true},
        {"gzip;q=0.5, identity;q=0.5", true},
        {"gzip;q=0.001", true},
        {"*;q=0.9, gzip;q=0.3", false},
        {"identity;q=0, *;q=0.1", true},
        {"identity;q=0.2, *", true},
        {"identity;q=0, gzip;q=0", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(accept_gzip(cases[i].accept) == cases[i].takes, "%s", cases[i].accept);
}
END_TEST

SUITE(views_are_one_document, people_get_what_is_not_there_as_a_page, no_such_game_is_a_problem,
      accept_decides_where_there_is_json_too, files_are_kept_for_ever, each_form_is_revalidated_by_its_own_tag,
      gzip_is_sent_to_who_takes_it)
