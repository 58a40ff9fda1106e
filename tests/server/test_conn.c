/* Deadlines of connections, and the count of connections for one address. */
#include "server/clock.h"
#include "server/http/conn.h"
#include "server/http/peers.h"

#include "tests/support/core/suite.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct conn_times times = {.header = 5 * SECOND, .body = 10 * SECOND, .idle = 75 * SECOND};

static struct conn open_conn(int *other)
{
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    *other = ends[1];
    return (struct conn){.fd = ends[0]};
}

/* True when the connection is cut at `late` and not yet at `early`. */
static bool ends_between(enum conn_phase phase, bool used, uint64_t moved, uint64_t early, uint64_t late)
{
    struct conns conns = {0};
    int other;
    struct conn conn = open_conn(&other);
    conn.used = used;
    conn_add(&conns, &conn, SECOND);
    conn_enter(&conn, phase, SECOND);
    conn.moved = moved;
    bool right = conn_reap(&conns, &times, SECOND + early) == 0 && conn_reap(&conns, &times, SECOND + late) == 1;
    char byte;
    right = right && read(other, &byte, 1) == 0 && conn_reap(&conns, &times, SECOND + 2 * late) == 0;
    conn_remove(&conns, &conn);
    close(conn.fd);
    close(other);
    return right && !conns.count && !conns.first;
}

START_TEST(every_phase_has_its_deadline)
{
    ck_assert(ends_between(CONN_WAITING, false, 0, 5 * SECOND, 5 * SECOND + 1));
    ck_assert(ends_between(CONN_WAITING, true, 0, 75 * SECOND, 75 * SECOND + 1));
    ck_assert(ends_between(CONN_HEADERS, false, 0, 5 * SECOND, 5 * SECOND + 1));
    ck_assert(ends_between(CONN_BODY, false, 0, 10 * SECOND, 10 * SECOND + 1));
    ck_assert(ends_between(CONN_BODY, false, 4096, 14 * SECOND, 14 * SECOND + 1));
    ck_assert(ends_between(CONN_SENDING, false, 1 << 20, 1034 * SECOND, 1034 * SECOND + 1));
    ck_assert(ends_between(CONN_BETWEEN, false, 0, 75 * SECOND, 75 * SECOND + 1));
    ck_assert(ends_between(CONN_LINGERING, false, 0, 2 * SECOND, 2 * SECOND + 1));
    ck_assert(!ends_between(CONN_WORKING, false, 0, SECOND, 100000 * SECOND));
}
END_TEST

START_TEST(first_headers_count_from_the_opening)
{
    struct conns conns = {0};
    int other;
    struct conn conn = open_conn(&other);
    conn_add(&conns, &conn, SECOND);
    conn_enter(&conn, CONN_HEADERS, 5 * SECOND);
    ck_assert_uint_eq(conn.since, SECOND);
    conn_enter(&conn, CONN_SENDING, 5 * SECOND);
    conn_enter(&conn, CONN_WAITING, 6 * SECOND);
    conn_enter(&conn, CONN_HEADERS, 60 * SECOND);
    ck_assert_uint_eq(conn.since, 60 * SECOND); /* a kept-alive connection may rest between requests */
    close(conn.fd);
    close(other);
}
END_TEST

START_TEST(closing_cuts_what_rests)
{
    struct conns conns = {0};
    struct conn conn[5];
    int other[5];
    for (int i = 0; i < 5; i++) {
        conn[i] = open_conn(&other[i]);
        conn_add(&conns, &conn[i], SECOND);
    }
    conn[1].used = true;
    conn_enter(&conn[2], CONN_BODY, SECOND);
    conn_enter(&conn[3], CONN_WORKING, SECOND);
    conn_enter(&conn[4], CONN_BETWEEN, SECOND);
    ck_assert(conn_find(&conns, conn[2].fd) == &conn[2] && !conn_find(&conns, -1));
    conn_cut_waiting(&conns, SECOND, SECOND / 4);
    ck_assert(!conn[0].cut && conn[1].cut && !conn[2].cut && !conn[3].cut && !conn[4].cut);
    conn_cut_waiting(&conns, 2 * SECOND, SECOND / 4);
    ck_assert(conn[0].cut && !conn[2].cut && conn[4].cut);
    conn_cut_all(&conns);
    ck_assert(conn[2].cut && !conn[3].cut);
    for (int i = 0; i < 5; i++) {
        conn_remove(&conns, &conn[i]);
        close(conn[i].fd);
        close(other[i]);
    }
    ck_assert_uint_eq(conns.count, 0);
}
END_TEST

static struct in6_addr key_of(int family, const char *text)
{
    struct sockaddr_storage at = {.ss_family = (sa_family_t)family};
    void *to =
        family == AF_INET ? (void *)&((struct sockaddr_in *)&at)->sin_addr : (void *)&((struct sockaddr_in6 *)&at)->sin6_addr;
    ck_assert_int_eq(inet_pton(family, text, to), 1);
    return peers_key((const struct sockaddr *)&at);
}

START_TEST(peers_are_limited)
{
    struct peers *peers = peers_new(2);
    struct in6_addr a = key_of(AF_INET, "10.0.0.1"), b = key_of(AF_INET, "10.0.0.2");
    ck_assert(peers_enter(peers, a));
    ck_assert(peers_enter(peers, a));
    ck_assert(!peers_enter(peers, a));
    ck_assert(peers_enter(peers, b));
    peers_leave(peers, a);
    ck_assert(peers_enter(peers, a));
    peers_leave(peers, a);
    peers_leave(peers, a);
    ck_assert(peers_enter(peers, a));
    peers_free(peers);
}
END_TEST

START_TEST(an_ipv6_network_is_one_client)
{
    struct in6_addr a = key_of(AF_INET6, "2001:db8::1"), b = key_of(AF_INET6, "2001:db8::ffff:2"),
                    c = key_of(AF_INET6, "2001:db8:0:1::1");
    struct in6_addr mapped = key_of(AF_INET6, "::ffff:10.0.0.1"), plain = key_of(AF_INET, "10.0.0.1");
    ck_assert_int_eq(memcmp(&a, &b, sizeof a), 0);
    ck_assert_int_ne(memcmp(&a, &c, sizeof a), 0);
    ck_assert_int_eq(memcmp(&mapped, &plain, sizeof plain), 0);
}
END_TEST

SUITE(every_phase_has_its_deadline, first_headers_count_from_the_opening, closing_cuts_what_rests, peers_are_limited,
      an_ipv6_network_is_one_client)
