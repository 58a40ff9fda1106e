/* Where the second tier is: every form of the URL and its edges, and that no password is ever shown. */
#include "server/cache/place.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

START_TEST(places_that_are_understood)
{
    static const struct {
        const char *text, *host, *port, *password;
        unsigned db;
        const char *shown;
    } good[] = {
        {"none", "", "", "", 0, "none"},
        {"unix:/run/redis.sock", "/run/redis.sock", "", "", 0, "unix:/run/redis.sock"},
        {"redis://cache:6379", "cache", "6379", "", 0, "redis://cache:6379/0"},
        {"redis://cache:6379/", "cache", "6379", "", 0, "redis://cache:6379/0"},
        {"redis://127.0.0.1:1/15", "127.0.0.1", "1", "", 15, "redis://127.0.0.1:1/15"},
        {"redis://:word@cache:65535/1", "cache", "65535", "word", 1, "redis://:...@cache:65535/1"},
        {"redis://:a%40b%25%2f:c/@d@cache:7", "cache", "7", "a@b%/:c/@d", 0, "redis://:...@cache:7/0"},
        {"redis://[fd00::1]:6379/2", "fd00::1", "6379", "", 2, "redis://[fd00::1]:6379/2"},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct cache_place place;
        char shown[CACHE_PLACE_TEXT];
        ck_assert_msg(cache_place_parse(good[i].text, &place), "%s", good[i].text);
        ck_assert_str_eq(place.host, good[i].host);
        ck_assert_str_eq(place.port, good[i].port);
        ck_assert_str_eq(place.password, good[i].password);
        ck_assert_uint_eq(place.db, good[i].db);
        cache_place_print(&place, shown);
        ck_assert_str_eq(shown, good[i].shown);
    }
}
END_TEST

START_TEST(places_that_are_not)
{
    static const char *const bad[] = {"",
                                      "redis",
                                      "redis://",
                                      "redis://cache",
                                      "redis://:6379",
                                      "redis://cache:",
                                      "redis://cache:0",
                                      "redis://cache:65536",
                                      "redis://cache:6379x",
                                      "redis://cache:6379/x",
                                      "redis://cache:6379/65536",
                                      "redis://cache:6379/1/2",
                                      "redis://user:word@cache:6379",
                                      "redis://word@cache:6379",
                                      "redis://:@cache:6379",
                                      "redis://:%4@cache:6379",
                                      "redis://:%zz@cache:6379",
                                      "redis://:%00@cache:6379",
                                      "redis://fd00::1:6379",
                                      "redis://[]:6379",
                                      "rediss://cache:6379",
                                      "cache:6379",
                                      "unix:",
                                      "None"};
    struct cache_place place;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!cache_place_parse(bad[i], &place), "%s", bad[i]);
}
END_TEST

START_TEST(what_is_too_long_is_refused)
{
    char text[1000] = "unix:/", password[1000] = "redis://:", host[1000] = "redis://";
    struct cache_place place;
    memset(text + 6, 'x', 200);
    ck_assert(!cache_place_parse(text, &place));
    text[100] = '\0';
    ck_assert(cache_place_parse(text, &place));
    memset(password + 9, 'p', CACHE_PASSWORD_MAX);
    strcpy(password + 9 + CACHE_PASSWORD_MAX, "@h:1");
    ck_assert(!cache_place_parse(password, &place));
    strcpy(password + 9 + CACHE_PASSWORD_MAX - 1, "@h:1");
    ck_assert(cache_place_parse(password, &place));
    memset(host + 8, 'h', CACHE_HOST_MAX);
    strcpy(host + 8 + CACHE_HOST_MAX, ":1");
    ck_assert(!cache_place_parse(host, &place));
    strcpy(host + 8 + CACHE_HOST_MAX - 1, ":1");
    ck_assert(cache_place_parse(host, &place));
}
END_TEST

SUITE(places_that_are_understood, places_that_are_not, what_is_too_long_is_refused)
