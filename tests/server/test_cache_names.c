/* A resolver that never answers does not hold up the start. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "server/cache/names.h"
#include "tests/support/core/suite.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the place of the C library's: "silent" is never answered, of "moved" the port is known, "nobody" has no number. */
int getaddrinfo(const char *host, const char *port, const struct addrinfo *hints, struct addrinfo **found)
{
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    while (!strcmp(host, "silent"))
        pause();
    if (!strcmp(host, "nobody"))
        return EAI_NONAME;
    *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    return real(strcmp(host, "moved") ? host : "127.0.0.7", port, hints, found);
}

static bool look_up(const char *text, struct wire_address *address, uint64_t patience)
{
    struct cache_place place;
    ck_assert(cache_place_parse(text, &place));
    *address = (struct wire_address){.size = 0};
    bool found = names_look_up(&place, address, patience);
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
    ck_assert_int_eq(errno, ECHILD);
    return found;
}

START_TEST(who_is_silent_is_left)
{
    struct wire_address address;
    ck_assert(!look_up("redis://silent:6379", &address, 50000000));
    ck_assert_uint_eq(address.size, 0);
}
END_TEST

START_TEST(names_and_numbers)
{
    struct wire_address address;
    const struct sockaddr_in *four = (const struct sockaddr_in *)&address.at;
    ck_assert(look_up("redis://moved:6379", &address, UINT64_C(3600) * 1000000000));
    ck_assert_uint_eq(address.at.ss_family, AF_INET);
    ck_assert_uint_eq(ntohl(four->sin_addr.s_addr), 0x7f000007);
    ck_assert_uint_eq(ntohs(four->sin_port), 6379);
    ck_assert(!look_up("redis://nobody:6379", &address, UINT64_C(3600) * 1000000000));
    /* These need no asking, and so no time. */
    ck_assert(look_up("redis://127.0.0.9:1", &address, 0));
    ck_assert_uint_eq(ntohl(four->sin_addr.s_addr), 0x7f000009);
    ck_assert(look_up("redis://[::1]:1", &address, 0));
    ck_assert_uint_eq(address.at.ss_family, AF_INET6);
    ck_assert(look_up("unix:/run/redis.sock", &address, 0));
    ck_assert_uint_eq(address.at.ss_family, AF_UNIX);
}
END_TEST

SUITE(who_is_silent_is_left, names_and_numbers)
