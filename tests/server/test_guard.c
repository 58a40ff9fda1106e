/* The request guard: one request for each rule, and what must pass. */
#include "server/http/guard.h"

#include "tests/support/core/suite.h"

#include <string.h>

enum { PAIRS_MAX = 8 };

/* "Name: value" lines, ended by NULL. */
static const char *check(const char *method, const char *target, const char *version, const char *const *lines,
                         struct guard_found *found)
{
    static char text[PAIRS_MAX][300];
    struct guard_pair pairs[PAIRS_MAX];
    struct guard_seen seen = {.method = method, .target = target, .version = version, .pairs = pairs};
    for (; lines[seen.count]; seen.count++) {
        char *copy = text[seen.count];
        size_t size = strlen(lines[seen.count]);
        memcpy(copy, lines[seen.count], size + 1);
        char *colon = strstr(copy, ": ");
        ck_assert_ptr_nonnull(colon);
        *colon = '\0';
        pairs[seen.count] = (struct guard_pair){.name = copy,
                                                .name_size = (size_t)(colon - copy),
                                                .value = colon + 2,
                                                .value_size = size - (size_t)(colon - copy) - 2};
    }
    return guard_check(&seen, found);
}

#define LINES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void passes(const char *method, const char *target, const char *version, const char *const *lines)
{
    struct guard_found found;
    const char *fault = check(method, target, version, lines, &found);
    ck_assert_msg(!fault, "%s %s: %s", method, target, fault);
}

static void fails(const char *method, const char *target, const char *version, const char *const *lines, const char *word)
{
    struct guard_found found;
    const char *fault = check(method, target, version, lines, &found);
    ck_assert_msg(fault && strstr(fault, word), "%s %s: %s, not %s", method, target, fault ? fault : "passed", word);
}

START_TEST(ordinary_requests_pass)
{
    passes("GET", "/", "HTTP/1.1", LINES("Host: localhost:8080"));
    passes("GET", "/nim?position=%7B%7D", "HTTP/1.1", LINES("Host: [::1]:8080", "Accept: */*"));
    passes("POST", "/nim", "HTTP/1.1", LINES("host: example.org", "CONTENT-LENGTH: 17", "X-Odd_Name!: a\tb"));
    passes("POST", "/nim", "HTTP/1.1", LINES("Host: a", "Transfer-Encoding: Chunked"));
    passes("GET", "http://a/nim", "HTTP/1.1", LINES("Host: a"));
    passes("POST", "HTTPS://a:1/nim", "HTTP/1.0", LINES("Accept: */*"));
    passes("OPTIONS", "*", "HTTP/1.1", LINES("Host: a"));
    passes("GET", "/", "HTTP/1.0", LINES("Accept: */*"));
    passes("GET", "/", "HTTP/1.0", LINES("Host: a"));
    passes("GET", "/\xc3\xa9", "HTTP/1.1", LINES("Host: a", "X: \xc3\xa9"));
}
END_TEST

START_TEST(request_line_is_checked)
{
    fails("GET", "*", "HTTP/1.1", LINES("Host: a"), "begin with /");
    fails("GET", "ftp://a/", "HTTP/1.1", LINES("Host: a"), "begin with /");
    fails("GET", "http:/a", "HTTP/1.1", LINES("Host: a"), "begin with /");
    fails("CONNECT", "a:1", "HTTP/1.1", LINES("Host: a"), "begin with /");
    fails("GET", "", "HTTP/1.1", LINES("Host: a"), "begin with /");
    fails("GET", "/a b", "HTTP/1.1", LINES("Host: a"), "target has");
    fails("GET", "/a\x01", "HTTP/1.1", LINES("Host: a"), "target has");
    fails("GET", "/a\x7f", "HTTP/1.1", LINES("Host: a"), "target has");
    fails("GET", "/#top", "HTTP/1.1", LINES("Host: a"), "target has");
    fails("G(T", "/", "HTTP/1.1", LINES("Host: a"), "method");
    fails("", "/", "HTTP/1.1", LINES("Host: a"), "method");
    fails("GET", "/", "HTTP/1.2", LINES("Host: a"), "version");
    fails("GET", "/", "HTTP/2.0", LINES("Host: a"), "version");
}
END_TEST

START_TEST(header_bytes_are_checked)
{
    fails("GET", "/", "HTTP/1.1", LINES("Host: a", "Transfer-Encoding : chunked"), "name");
    fails("GET", "/", "HTTP/1.1", LINES("Host: a", "Bad[Name: x"), "name");
    fails("GET", "/", "HTTP/1.1", LINES("Host: a", "Content\tLength: 9"), "name");
    fails("GET", "/", "HTTP/1.1", LINES("Host: a", ": nothing"), "name");
    fails("GET", "/", "HTTP/1.1", LINES("Host: a", "X: val\rue"), "value");
    fails("GET", "/", "HTTP/1.1", LINES("Host: a", "X: val\nue"), "value");
    fails("GET", "/", "HTTP/1.1", LINES("Host: a", "X: \x7f"), "value");
}
END_TEST

START_TEST(hosts_are_checked)
{
    fails("GET", "/", "HTTP/1.1", LINES("Accept: */*"), "missing");
    fails("GET", "/", "HTTP/1.1", LINES("Host: a", "Host: a"), "more than one Host");
    fails("GET", "/", "HTTP/1.0", LINES("Host: a", "Host: b"), "more than one Host");
    fails("GET", "/", "HTTP/1.1", LINES("Host: "), "Host");
    fails("GET", "/", "HTTP/1.1", LINES("Host: a, b"), "Host");
    fails("GET", "/", "HTTP/1.1", LINES("Host: user@a"), "Host");
    fails("GET", "/", "HTTP/1.1", LINES("Host: a/path"), "Host");
    fails("GET", "/", "HTTP/1.1", LINES("Host: a b"), "Host");
}
END_TEST

START_TEST(framing_is_checked)
{
    fails("POST", "/", "HTTP/1.1", LINES("Host: a", "Content-Length: 5", "Content-Length: 5"), "more than one Content-Length");
    fails("POST", "/", "HTTP/1.1", LINES("Host: a", "Content-Length: 5", "Transfer-Encoding: chunked"), "both");
    fails("POST", "/", "HTTP/1.1", LINES("Host: a", "Transfer-Encoding: chunked", "Transfer-Encoding: identity"),
          "more than one");
    fails("POST", "/", "HTTP/1.0", LINES("Host: a", "Transfer-Encoding: chunked"), "HTTP/1.0");
    const char *const encodings[] = {
        "", "identity", "xchunked", "chunked ", "chunked, gzip", "gzip, chunked", "chunked;q=1", ",chunked"};
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        char line[60] = "Transfer-Encoding: ";
        memcpy(line + 19, encodings[i], strlen(encodings[i]) + 1);
        fails("POST", "/", "HTTP/1.1", LINES("Host: a", line), "Transfer-Encoding");
    }
    const char *const lengths[] = {"", "+5", "-1", "-0", "5 ", "0x5", "0o5", "1_0", "1 0", "5, 5", "abc", "1000000000000000000"};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char line[60] = "Content-Length: ";
        memcpy(line + 16, lengths[i], strlen(lengths[i]) + 1);
        fails("POST", "/", "HTTP/1.1", LINES("Host: a", line), "Content-Length");
    }
}
END_TEST

/* `count` times the cookie, in a head that is as long as it says. */
static const char *check_cookies(const char *cookie, size_t count)
{
    static char text[9000];
    size_t n = strlen(cookie);
    ck_assert_uint_lt(count * n, sizeof text);
    for (size_t i = 0; i < count; i++)
        memcpy(text + i * n, cookie, n);
    text[count * n] = '\0';
    struct guard_pair pairs[] = {{.name = "Host", .name_size = 4, .value = "a", .value_size = 1},
                                 {.name = "cookie", .name_size = 6, .value = text, .value_size = count * n}};
    struct guard_found found;
    return guard_check(
        &(struct guard_seen){
            .method = "GET", .target = "/", .version = "HTTP/1.1", .size = 40 + count * n, .count = 2, .pairs = pairs},
        &found);
}

START_TEST(cookies_need_room)
{
    static const char *const cookies[] = {"a;", "a=1; ", "a ", "a\t", ",", "a,,"};
    for (size_t i = 0; i < sizeof cookies / sizeof *cookies; i++) {
        ck_assert_ptr_null(check_cookies(cookies[i], 60));
        ck_assert_str_eq(check_cookies(cookies[i], 160), "the request line and the headers together are too long");
    }
    ck_assert_ptr_null(check_cookies("x", 4096));
    ck_assert_ptr_nonnull(check_cookies("x", 4800)); /* it is kept twice */
}
END_TEST

START_TEST(what_is_found_is_told)
{
    struct guard_found found;
    const char *const *lines = LINES("Host: a", "content-length: 000123456789012345", "If-None-Match: \"x\"", "Accept: b",
                                     "Accept: c", "X-Request-Id: r.1");
    ck_assert_ptr_null(check("POST", "/nim", "HTTP/1.1", lines, &found));
    ck_assert_uint_eq(found.length, UINT64_C(123456789012345));
    ck_assert(!found.chunked);
    ck_assert_str_eq(found.header[GUARD_if_none_match], "\"x\"");
    ck_assert_str_eq(found.header[GUARD_accept], "b");
    ck_assert(found.parted[GUARD_accept] && !found.parted[GUARD_if_none_match] && !found.parted[GUARD_request_id]);
    ck_assert_str_eq(found.header[GUARD_request_id], "r.1");
    ck_assert_ptr_null(found.header[GUARD_origin]);
}
END_TEST

START_TEST(ids_are_sane_or_not)
{
    ck_assert(guard_sane_id("a"));
    ck_assert(guard_sane_id("Az09._-"));
    ck_assert(guard_sane_id("0123456789012345678901234567890123456789012345678901234567890123"));
    ck_assert(!guard_sane_id("01234567890123456789012345678901234567890123456789012345678901234"));
    ck_assert(!guard_sane_id(""));
    ck_assert(!guard_sane_id("a b"));
    ck_assert(!guard_sane_id("a\"b"));
    ck_assert(!guard_sane_id("\xc3\xa9"));
}
END_TEST

START_TEST(traces_are_sane_or_not)
{
    ck_assert(guard_sane_trace("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
    static const char *const wrong[] = {
        "",
        "00",
        "00-0af7651916cd43dd8448eb211c80319c",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01x",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!guard_sane_trace(wrong[i]), "%s", wrong[i]);
}
END_TEST

SUITE(ordinary_requests_pass, request_line_is_checked, header_bytes_are_checked, hosts_are_checked, framing_is_checked,
      cookies_need_room, what_is_found_is_told, ids_are_sane_or_not, traces_are_sane_or_not)
