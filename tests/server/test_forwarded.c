/* Whose request a proxy brings: the last address that no trusted proxy has, and never one that a client could have written. */
#include "server/http/forwarded.h"

#include "core/limits.h"
#include "tests/support/core/suite.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

enum { LINES_MAX = 4 };

static struct in6_addr address(const char *text)
{
    struct in6_addr read;
    ck_assert_int_eq(inet_pton(AF_INET6, text, &read), 1);
    return read;
}

/* The lines of X-Forwarded-For, among others; the peer is 10.0.0.1 of the trusted 10.0.0.0/8. */
static void finds_by(const char *name, const char *peer, const char *wanted, const char *const *lines)
{
    struct guard_pair pairs[LINES_MAX + 2];
    struct network trusted;
    size_t count = 0;
    char got[INET6_ADDRSTRLEN];
    ck_assert(network_parse("10.0.0.0/8", &trusted));
    pairs[count++] = (struct guard_pair){.name = "Host", .name_size = 4, .value = "203.0.113.99", .value_size = 12};
    for (; *lines; lines++)
        pairs[count++] =
            (struct guard_pair){.name = name, .name_size = strlen(name), .value = *lines, .value_size = strlen(*lines)};
    pairs[count++] = (struct guard_pair){.name = "Forwarded", .name_size = 9, .value = "for=203.0.113.98", .value_size = 16};
    struct in6_addr found = forwarded_client(&trusted, address(peer), pairs, count), meant = address(wanted);
    inet_ntop(AF_INET6, &found, got, sizeof got);
    ck_assert_msg(!memcmp(&found, &meant, sizeof found), "%s, not %s", got, wanted);
}

#define FINDS(wanted, ...) finds_by("X-Forwarded-For", "::ffff:10.0.0.1", wanted, (const char *const[]){__VA_ARGS__, NULL})

START_TEST(the_last_that_is_not_trusted)
{
    FINDS("::ffff:192.0.2.1", "192.0.2.1");
    FINDS("::ffff:192.0.2.1", "203.0.113.7, 192.0.2.1");
    FINDS("::ffff:192.0.2.1", "203.0.113.7 ,\t192.0.2.1 , 10.7.7.7,10.1.2.3");
    FINDS("::ffff:192.0.2.1", "203.0.113.7", "192.0.2.1"); /* each proxy may write a line of its own */
    FINDS("::ffff:192.0.2.1", "192.0.2.1", "10.7.7.7", "10.1.2.3");
    FINDS("2001:db8::1", "2001:db8::1");
    finds_by("x-forwarded-FOR", "::ffff:10.0.0.1", "::ffff:192.0.2.1", (const char *const[]){"192.0.2.1", NULL});
}
END_TEST

START_TEST(ports_are_taken_off)
{
    FINDS("::ffff:192.0.2.1", "192.0.2.1:4711");
    FINDS("2001:db8::1", "[2001:db8::1]:4711");
    FINDS("2001:db8::1", "[2001:db8::1]");
    FINDS("::ffff:192.0.2.1", "[::ffff:192.0.2.1]");
}
END_TEST

START_TEST(who_is_not_trusted_is_not_believed)
{
    finds_by("X-Forwarded-For", "::ffff:192.0.2.9", "::ffff:192.0.2.9", (const char *const[]){"203.0.113.7", NULL});
    finds_by("X-Forwarded-Fox", "::ffff:10.0.0.1", "::ffff:10.0.0.1", (const char *const[]){"203.0.113.7", NULL});
    finds_by("X-Forwarded-For", "::ffff:10.0.0.1", "::ffff:10.0.0.1", (const char *const[]){NULL});
}
END_TEST

/* The nearest that is an address counts, and what stands before is not looked at. */
START_TEST(what_is_no_address_ends_the_search)
{
    static const char *const bad[] = {"",
                                      "unknown",
                                      "192.0.2",
                                      "192.0.2.1:",
                                      "192.0.2.1:x",
                                      "192.0.2.1 x",
                                      "192.0.2.1:123456",
                                      "[192.0.2.1]",
                                      "[2001:db8::1",
                                      "[2001:db8::1]x",
                                      "[2001:db8::1]:",
                                      "2001:db8::1]",
                                      "_hidden",
                                      "\"192.0.2.1\"",
                                      "192.0.2.001"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[120];
        snprintf(line, sizeof line, "203.0.113.7, %s, 10.1.2.3", bad[i]);
        FINDS("::ffff:10.1.2.3", line);
        FINDS("::ffff:10.0.0.1", "203.0.113.7", bad[i]);
    }
}
END_TEST

START_TEST(a_long_chain_is_cut)
{
    char line[16 * (FORWARDED_HOPS + 2)] = "192.0.2.1";
    for (int i = 0; i < FORWARDED_HOPS - 1; i++)
        strcat(line, ",10.0.0.2");
    FINDS("::ffff:192.0.2.1", line);
    strcat(line, ",10.0.0.2");
    FINDS("::ffff:10.0.0.2", line);
}
END_TEST

SUITE(the_last_that_is_not_trusted, ports_are_taken_off, who_is_not_trusted_is_not_believed, what_is_no_address_ends_the_search,
      a_long_chain_is_cut)
