/* A resolver that never answers does not hold up the start; a name that means two addresses is tried at both. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "server/cache/cache.h"
#include "server/cache/names.h"
#include "tests/support/core/suite.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* "two": at the first nobody listens. */
static struct sockaddr_in both[2];
static struct addrinfo two[2];

/* In the place of the C library's: "silent" is never answered, "moved" is elsewhere, "nobody" has no number. */
int getaddrinfo(const char *host, const char *port, const struct addrinfo *hints, struct addrinfo **found)
{
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    while (!strcmp(host, "silent"))
        pause();
    if (!strcmp(host, "nobody"))
        return EAI_NONAME;
    if (!strcmp(host, "two")) {
        for (int i = 0; i < 2; i++) {
            both[i] = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((in_port_t)atoi(port))};
            both[i].sin_addr.s_addr = htonl(i ? 0x7f000001 : 0x7f000007);
            two[i] =
                (struct addrinfo){.ai_family = AF_INET, .ai_addrlen = sizeof both[i], .ai_addr = (struct sockaddr *)&both[i]};
        }
        two[0].ai_next = &two[1];
        *found = two;
        return 0;
    }
    *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    return real(strcmp(host, "moved") ? host : "127.0.0.7", port, hints, found);
}

void freeaddrinfo(struct addrinfo *found)
{
    void (*real)(struct addrinfo *);
    *(void **)&real = dlsym(RTLD_NEXT, "freeaddrinfo");
    if (found != two)
        real(found);
}

static bool look_up(const char *text, struct wire_addresses *addresses, uint64_t patience)
{
    struct cache_place place;
    ck_assert(cache_place_parse(text, &place));
    *addresses = (struct wire_addresses){.count = 0};
    bool found = names_look_up(&place, addresses, patience);
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
    ck_assert_int_eq(errno, ECHILD);
    return found;
}

START_TEST(who_is_silent_is_left)
{
    struct wire_addresses addresses;
    ck_assert(!look_up("redis://silent:6379", &addresses, 50000000));
    ck_assert_uint_eq(addresses.count, 0);
}
END_TEST

START_TEST(names_and_numbers)
{
    struct wire_addresses addresses;
    const struct sockaddr_in *four = (const struct sockaddr_in *)&addresses.list[0].at;
    ck_assert(look_up("redis://moved:6379", &addresses, UINT64_C(3600) * 1000000000));
    ck_assert_uint_eq(addresses.list[0].at.ss_family, AF_INET);
    ck_assert_uint_eq(ntohl(four->sin_addr.s_addr), 0x7f000007);
    ck_assert_uint_eq(ntohs(four->sin_port), 6379);
    ck_assert(!look_up("redis://nobody:6379", &addresses, UINT64_C(3600) * 1000000000));
    /* These need no asking, and so no time. */
    ck_assert(look_up("redis://127.0.0.9:1", &addresses, 0));
    ck_assert_uint_eq(ntohl(four->sin_addr.s_addr), 0x7f000009);
    ck_assert(look_up("redis://[::1]:1", &addresses, 0));
    ck_assert_uint_eq(addresses.list[0].at.ss_family, AF_INET6);
    ck_assert(look_up("unix:/run/redis.sock", &addresses, 0));
    ck_assert_uint_eq(addresses.list[0].at.ss_family, AF_UNIX);
}
END_TEST

/* Takes everything, until the other side leaves. */
static void *redis(void *door)
{
    char bytes[4096];
    int fd = accept(*(int *)door, NULL, NULL);
    while (read(fd, bytes, sizeof bytes) > 0)
        if (write(fd, "+OK\r\n", 5) != 5)
            break;
    close(fd);
    return NULL;
}

START_TEST(the_address_where_somebody_listens)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000001)};
    socklen_t size = sizeof here;
    struct cache_place place;
    char text[64];
    pthread_t thread;
    int door = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert(!bind(door, (struct sockaddr *)&here, size) && !listen(door, 9) &&
              !getsockname(door, (struct sockaddr *)&here, &size));
    snprintf(text, sizeof text, "redis://two:%u", ntohs(here.sin_port));
    ck_assert(cache_place_parse(text, &place));
    ck_assert_int_eq(pthread_create(&thread, NULL, redis, &door), 0);
    struct cache *cache = cache_open(&place, NULL, NULL);
    ck_assert_ptr_nonnull(cache);
    ck_assert(cache_start(cache));
    while (!cache_count(cache).up)
        usleep(1000);
    cache_close(cache);
    pthread_join(thread, NULL);
    close(door);
}
END_TEST

SUITE(who_is_silent_is_left, names_and_numbers, the_address_where_somebody_listens)
