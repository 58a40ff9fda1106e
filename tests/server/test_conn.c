/* Deadlines of connections, and the count of connections for one address. */
#define _GNU_SOURCE /* POLLRDHUP */
#include "server/clock.h"
#include "server/http/conn.h"
#include "server/http/peers.h"

#include "tests/support/core/suite.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/sockios.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct conn_times times = {.header = 5 * SECOND, .stall = 10 * SECOND, .idle = 75 * SECOND};

static struct conn open_conn(int *other)
{
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    *other = ends[1];
    return (struct conn){.fd = ends[0]};
}

static void count_late(void *what, struct conn *conn)
{
    ck_assert(!conn->cut);
    ++*(int *)what;
}

/* Cut connections, and how many of them were told. */
static size_t reap(struct conns *conns, uint64_t now, int *told)
{
    *told = 0;
    conn_look(conns, now);
    return conn_reap(conns, &times, now, count_late, told);
}

/* True when the connection is cut at `late` and not yet at `early`. */
static bool ends_between(enum conn_phase phase, bool used, bool tells, uint64_t early, uint64_t late)
{
    struct conns conns = {0};
    int other;
    struct conn conn = open_conn(&other);
    conn.used = used;
    conn_add(&conns, &conn, SECOND);
    conn_enter(&conn, phase, SECOND);
    int told;
    bool right = reap(&conns, SECOND + early, &told) == 0 && reap(&conns, SECOND + late, &told) == 1 && told == tells;
    char byte;
    right = right && read(other, &byte, 1) == 0 && reap(&conns, SECOND + 2 * late, &told) == 0;
    conn_remove(&conns, &conn);
    close(conn.fd);
    close(other);
    return right && !conns.count && !conns.first;
}

START_TEST(every_phase_has_its_deadline)
{
    ck_assert(ends_between(CONN_WAITING, false, false, 5 * SECOND, 5 * SECOND + 1));
    ck_assert(ends_between(CONN_WAITING, true, false, 75 * SECOND, 75 * SECOND + 1));
    ck_assert(ends_between(CONN_HEADERS, false, true, 5 * SECOND, 5 * SECOND + 1));
    ck_assert(ends_between(CONN_BODY, false, true, 10 * SECOND, 10 * SECOND + 1));
    ck_assert(ends_between(CONN_SENDING, false, false, 10 * SECOND, 10 * SECOND + 1));
    ck_assert(ends_between(CONN_BETWEEN, false, false, 75 * SECOND, 75 * SECOND + 1));
    ck_assert(ends_between(CONN_LINGERING, false, false, 2 * SECOND, 2 * SECOND + 1));
    ck_assert(!ends_between(CONN_WORKING, false, false, SECOND, 100000 * SECOND));
}
END_TEST

/* When a client is ended, in tenths of a second, of which in each it moves bytes(tenth). */
static int ended_at(enum conn_phase phase, int (*bytes)(int tenth), int most)
{
    struct conns conns = {0};
    int other, told, tenth = 0;
    struct conn conn = open_conn(&other);
    conn_add(&conns, &conn, SECOND);
    conn_enter(&conn, phase, SECOND);
    do {
        conn.moved += (uint64_t)bytes(tenth);
        tenth++;
    } while (tenth < most && !reap(&conns, SECOND + (uint64_t)tenth * (SECOND / 10), &told));
    close(conn.fd);
    close(other);
    return tenth;
}

static int much_then_nothing(int tenth)
{
    return tenth < 20 ? 1 << 20 : 0;
}

static int drop_by_drop(int tenth)
{
    (void)tenth;
    return 1;
}

static int enough(int tenth)
{
    (void)tenth;
    return 103;
}

static int much_then_drops(int tenth)
{
    return tenth < 100 ? 1 << 20 : 100;
}

static int nothing_now_and_then(int tenth)
{
    return tenth % 95 ? 0 : 20000;
}

START_TEST(what_moved_before_is_no_credit)
{
    for (enum conn_phase phase = CONN_BODY; phase <= CONN_SENDING; phase += CONN_SENDING - CONN_BODY) {
        int stalled = ended_at(phase, much_then_nothing, 1000), dripped = ended_at(phase, drop_by_drop, 1000),
            slowed = ended_at(phase, much_then_drops, 2000);
        ck_assert_msg(stalled > 120 && stalled <= 122, "after %d tenths", stalled);
        ck_assert_msg(dripped >= 300 && dripped <= 310, "after %d tenths", dripped);
        ck_assert_msg(slowed >= 380 && slowed <= 410, "after %d tenths", slowed);
        ck_assert_int_eq(ended_at(phase, enough, 5000), 5000);
        ck_assert_int_eq(ended_at(phase, nothing_now_and_then, 5000), 5000);
    }
}
END_TEST

/* A minute in which nobody looked (a stopped process, say) and much moved: that counts as moved now, and no longer than anything
 * else. */
START_TEST(a_long_time_without_a_look_is_no_fault_and_no_credit)
{
    struct conns conns = {0};
    int other, told, tenth = 0;
    struct conn conn = open_conn(&other);
    conn_add(&conns, &conn, SECOND);
    conn_enter(&conn, CONN_SENDING, SECOND);
    ck_assert_uint_eq(reap(&conns, 2 * SECOND, &told), 0);
    conn.moved += 1 << 20;
    ck_assert_uint_eq(reap(&conns, 62 * SECOND, &told), 0);
    do {
        conn.moved += 100;
        tenth++;
    } while (tenth < 1000 && !reap(&conns, 62 * SECOND + (uint64_t)tenth * (SECOND / 10), &told));
    ck_assert_msg(tenth >= 280 && tenth <= 310, "after %d tenths", tenth);
    close(conn.fd);
    close(other);
}
END_TEST

/* Twelve seconds with a worker, for whom it waited at first: no part of the time that the client may be silent for, nor an end to
 * what it was silent before. */
START_TEST(time_with_a_worker_does_not_count)
{
    struct conns conns = {0};
    int other, told;
    struct conn conn = open_conn(&other);
    conn_add(&conns, &conn, SECOND);
    conn_enter(&conn, CONN_BODY, SECOND);
    ck_assert_uint_eq(reap(&conns, 2 * SECOND, &told), 0);
    conn_pause(&conn, 6 * SECOND);
    ck_assert_uint_eq(reap(&conns, 16 * SECOND, &told), 0);
    conn_pause(&conn, 16 * SECOND);
    conn_go_on(&conn, 18 * SECOND);
    ck_assert_uint_eq(reap(&conns, 23 * SECOND, &told), 0);
    ck_assert_uint_eq(reap(&conns, 23 * SECOND + 1, &told), 1);
    close(conn.fd);
    close(other);
}
END_TEST

/* A TCP connection with its client's end. */
static struct conn open_tcp(int *other)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int door = socket(AF_INET, SOCK_STREAM, 0);
    *other = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert(!bind(door, (struct sockaddr *)&at, size) && !listen(door, 1) && !getsockname(door, (struct sockaddr *)&at, &size));
    ck_assert_int_eq(connect(*other, (struct sockaddr *)&at, size), 0);
    struct conn conn = {.fd = accept(door, NULL, NULL)};
    close(door);
    return conn;
}

/* What one end did has come to the other: a kernel that is busy hands it over later. */
static void await_event(int fd, short events)
{
    struct pollfd one = {.fd = fd, .events = events};
    ck_assert_int_eq(poll(&one, 1, -1), 1);
}

/* The kernel says what the other side has taken, and how much came. */
START_TEST(bytes_are_counted_at_the_socket)
{
    char bytes[100] = "";
    int silent_end, other, told;
    struct conns conns = {0};
    struct conn silent = open_tcp(&silent_end), conn = open_tcp(&other);
    conn_add(&conns, &silent, SECOND);
    ck_assert_uint_eq(reap(&conns, 7 * SECOND, &told), 1);
    ck_assert_int_eq(told, 0); /* who never sent a byte asked nothing */
    conn_add(&conns, &conn, 10 * SECOND);
    conn_enter(&conn, CONN_BODY, 10 * SECOND);
    ck_assert_uint_eq(reap(&conns, 19 * SECOND, &told), 0);
    ck_assert_int_eq(write(other, bytes, sizeof bytes), sizeof bytes);
    await_event(conn.fd, POLLIN);
    ck_assert_uint_eq(reap(&conns, 21 * SECOND, &told), 0);
    ck_assert_uint_eq(reap(&conns, 30 * SECOND, &told), 0);
    ck_assert_uint_eq(reap(&conns, 32 * SECOND, &told), 1);
    ck_assert_int_eq(told, 1);
    close(conn.fd);
    close(other);
    close(silent.fd);
    close(silent_end);
}
END_TEST

/* What waits in the kernel, and was not acknowledged. */
static int unsent(const struct conn *conn)
{
    int bytes = 0;
    ck_assert_int_eq(ioctl(conn->fd, SIOCOUTQ, &bytes), 0);
    return bytes;
}

/* The client reads all that has come to it, until the kernel has more of it to send on. */
static void take_some(const struct conn *conn, int other)
{
    static char bytes[65536];
    int before = unsent(conn);
    while (unsent(conn) >= before)
        ck_assert_int_gt(read(other, bytes, sizeof bytes), 0);
}

/* Of an answer, what the client has taken counts, and not what we gave to the kernel or threw away of what came. */
START_TEST(who_takes_an_answer_is_kept)
{
    static char bytes[65536];
    int other, told;
    struct conns conns = {0};
    struct conn conn = open_tcp(&other);
    uint64_t now = SECOND;
    conn_add(&conns, &conn, now);
    conn_enter(&conn, CONN_SENDING, now);
    for (int step = 0; step < 20; step++) {
        while (send(conn.fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
            ;
        ck_assert_uint_eq(reap(&conns, now += 4 * SECOND, &told), 0);
        take_some(&conn, other);
        ck_assert_uint_eq(reap(&conns, now += 4 * SECOND, &told), 0);
    }
    ck_assert_uint_eq(conn.moved, 0);
    size_t cut = 0; /* a last acknowledgement may still be on its way */
    for (int step = 0; step < 8; step++) {
        conn.moved += 1 << 20;
        ck_assert_int_eq(write(other, bytes, 1000), 1000);
        cut += reap(&conns, now += 5 * SECOND, &told);
        if (cut)
            break;
    }
    ck_assert_uint_eq(cut, 1);
    close(conn.fd);
    close(other);
}
END_TEST

/* An answer that nobody takes: it goes with the connection, whose client is told by a reset. */
START_TEST(what_is_not_taken_is_forgotten)
{
    static char bytes[65536];
    char state[sizeof(int)];
    int other, told;
    socklen_t size = 1;
    struct conns conns = {0};
    struct conn conn = open_tcp(&other);
    conn_add(&conns, &conn, SECOND);
    conn_enter(&conn, CONN_SENDING, SECOND);
    while (send(conn.fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
        ;
    ck_assert_uint_eq(reap(&conns, 2 * SECOND, &told), 0);
    ck_assert_uint_eq(reap(&conns, 20 * SECOND, &told), 1);
    close(conn.fd);
    await_event(other, POLLRDHUP);
    ck_assert_int_eq(getsockopt(other, IPPROTO_TCP, TCP_INFO, state, &size), 0);
    ck_assert_int_eq(state[0], TCP_CLOSE);
    close(other);
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

/* A client that ended its side in a request, on a socket of the file system: known when all of it is read. */
START_TEST(an_end_is_noticed_without_tcp_too)
{
    struct conns conns = {0};
    int other, told;
    char bytes[3];
    struct conn conn = open_conn(&other);
    conn_add(&conns, &conn, SECOND);
    conn_enter(&conn, CONN_HEADERS, SECOND);
    reap(&conns, 3 * SECOND, &told);
    ck_assert(!conn.cut);
    ck_assert_int_eq(write(other, "GET", sizeof bytes), sizeof bytes);
    ck_assert_int_eq(shutdown(other, SHUT_WR), 0);
    reap(&conns, 3 * SECOND, &told);
    ck_assert(!conn.cut);
    ck_assert_int_eq(read(conn.fd, bytes, sizeof bytes), sizeof bytes);
    reap(&conns, 3 * SECOND, &told);
    ck_assert(conn.cut && !told);
    conn_remove(&conns, &conn);
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
    ck_assert(!conn[0].cut && !conn[1].cut && !conn[2].cut && !conn[3].cut && !conn[4].cut);
    ck_assert_int_eq(write(other[1], "G", 1), 1);
    conn_cut_waiting(&conns, 2 * SECOND, SECOND / 4);
    ck_assert(conn[0].cut && !conn[1].cut && !conn[2].cut && conn[4].cut);
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

START_TEST(every_connection_is_found)
{
    enum { COUNT = 3 * CONN_PLACES };
    static struct conns conns;
    static struct conn conn[COUNT];
    for (int i = 0; i < COUNT; i++) {
        conn[i].fd = i;
        conn_add(&conns, &conn[i], SECOND);
    }
    for (int i = 0; i < COUNT; i += 2)
        conn_remove(&conns, &conn[i]);
    for (int i = 0; i < COUNT; i++)
        ck_assert_ptr_eq(conn_find(&conns, i), i % 2 ? &conn[i] : NULL);
    ck_assert_ptr_null(conn_find(&conns, COUNT));
    conn_add(&conns, &conn[0], SECOND); /* a descriptor comes again */
    ck_assert_ptr_eq(conn_find(&conns, 0), &conn[0]);
    ck_assert_uint_eq(conns.count, COUNT / 2 + 1);
}
END_TEST

static struct in6_addr key_of(int family, const char *text)
{
    struct sockaddr_storage at = {.ss_family = (sa_family_t)family};
    void *to =
        family == AF_INET ? (void *)&((struct sockaddr_in *)&at)->sin_addr : (void *)&((struct sockaddr_in6 *)&at)->sin6_addr;
    ck_assert_int_eq(inet_pton(family, text, to), 1);
    return peers_key(peers_address((const struct sockaddr *)&at));
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

/* Whoever is in the crowd, and whoever leaves it meanwhile; the next look is at all again. */
START_TEST(a_crowd_is_looked_at_in_parts)
{
    enum { CROWD = 300 };
    static struct conn crowd[CROWD];
    struct conns conns = {0};
    static int others[CROWD];
    int told = 0;
    size_t cut = 0, most = 0, parts = 0;
    for (int i = 0; i < CROWD; i++) {
        crowd[i] = open_conn(&others[i]);
        conn_add(&conns, &crowd[i], SECOND);
    }
    for (conn_look(&conns, 7 * SECOND); conns.looked_at; parts++) {
        conn_remove(&conns, conns.looked_at);
        size_t some = conn_reap(&conns, &times, 7 * SECOND, count_late, &told);
        most = some > most ? some : most;
        cut += some;
    }
    ck_assert_uint_gt(parts, 1);
    ck_assert_uint_lt(most, CROWD / 2);
    ck_assert_uint_eq(cut + parts, CROWD);
    ck_assert_uint_eq(conns.count, cut);
    conn_look(&conns, 7 * SECOND);
    ck_assert_ptr_eq(conns.looked_at, conns.last);
    for (int i = 0; i < CROWD; i++) {
        close(crowd[i].fd);
        close(others[i]);
    }
}
END_TEST

/* A look at a crowd may take seconds where requests take long: what moved meanwhile has moved now, not when the look began. */
START_TEST(a_look_that_takes_long_is_no_fault_of_the_client)
{
    enum { CROWD = 128 };
    static struct conn crowd[CROWD];
    static int others[CROWD];
    struct conns conns = {0};
    struct conn last;
    int told = 0, other;
    for (int i = 0; i < CROWD; i++) {
        crowd[i] = open_conn(&others[i]);
        conn_add(&conns, &crowd[i], SECOND);
        conn_enter(&crowd[i], CONN_WORKING, SECOND);
    }
    last = open_conn(&other);
    conn_add(&conns, &last, SECOND);
    conn_enter(&last, CONN_BODY, 3 * SECOND);
    static const uint64_t looks[][2] = {{4, 4}, {5, 15}, {15, 24}, {24, 34}};
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        conn_look(&conns, looks[i][0] * SECOND);
        while (conns.looked_at && conns.looked_at != &last)
            conn_reap(&conns, &times, looks[i][0] * SECOND, count_late, &told);
        ck_assert_ptr_eq(conns.looked_at, &last); /* so many as come before it are looked at in a whole number of turns */
        last.moved += 12000;
        conn_reap(&conns, &times, looks[i][1] * SECOND, count_late, &told);
        ck_assert_ptr_null(conns.looked_at);
        ck_assert_msg(!last.cut, "cut at %d s", (int)looks[i][1]);
    }
    ck_assert_uint_eq(reap(&conns, 34 * SECOND + times.stall, &told), 0);
    while (conns.looked_at)
        conn_reap(&conns, &times, 34 * SECOND + times.stall, count_late, &told);
    ck_assert(!last.cut);
    conn_look(&conns, 34 * SECOND + times.stall + 1);
    while (conns.looked_at)
        conn_reap(&conns, &times, 34 * SECOND + times.stall + 1, count_late, &told);
    ck_assert(last.cut);
    for (int i = 0; i < CROWD; i++) {
        close(crowd[i].fd);
        close(others[i]);
    }
    close(last.fd);
    close(other);
}
END_TEST

/* 300,000 bytes are more than what a Unix socket throws away at once. */
static size_t thrown_away(struct conn conn, int other)
{
    static const char bytes[10000];
    size_t sent = 0, thrown = 0;
    for (ssize_t n = 1; n > 0 && sent<300000; sent += n> 0 ? (size_t)n : 0)
        n = send(other, bytes, sizeof bytes, MSG_DONTWAIT);
    while (thrown < sent) {
        await_event(conn.fd, POLLIN);
        ssize_t n = conn_throw_away(&conn);
        ck_assert_int_gt(n, 0);
        thrown += (size_t)n;
    }
    ck_assert_int_eq(conn_throw_away(&conn), -1); /* nothing there */
    ck_assert_int_eq(errno, EAGAIN);
    close(other);
    await_event(conn.fd, POLLIN);
    ck_assert_int_eq(conn_throw_away(&conn), 0);
    close(conn.fd);
    return thrown;
}

START_TEST(what_nobody_wants_is_thrown_away)
{
    int other;
    struct conn conn = open_tcp(&other);
    ck_assert_uint_ge(thrown_away(conn, other), 100000);
    conn = open_conn(&other);
    ck_assert_uint_ge(thrown_away(conn, other), 100000);
}
END_TEST

SUITE(every_phase_has_its_deadline, what_moved_before_is_no_credit, a_long_time_without_a_look_is_no_fault_and_no_credit,
      bytes_are_counted_at_the_socket, who_takes_an_answer_is_kept, first_headers_count_from_the_opening,
      time_with_a_worker_does_not_count, what_is_not_taken_is_forgotten, an_end_is_noticed_without_tcp_too,
      closing_cuts_what_rests, every_connection_is_found, a_crowd_is_looked_at_in_parts,
      a_look_that_takes_long_is_no_fault_of_the_client, what_nobody_wants_is_thrown_away, peers_are_limited,
      an_ipv6_network_is_one_client)
