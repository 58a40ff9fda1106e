#define _GNU_SOURCE /* struct tcp_info, POLLRDHUP */
#include "server/http/conn.h"
#include "server/clock.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

enum {
    WINDOW_PARTS = 30,
    STALL_PARTS = 10, /* of the window, that may go by without a byte */
    LINGER_S = 2,
    THROWN_AT_ONCE = 1 << 20,
    LOOKED_AT_ONCE = 64, /* then requests have their turn: ten thousand at once would hold them up for a tenth of a second */
    CUT_AT_ONCE = 4,     /* what the kernel and libmicrohttpd do for each that is late is twenty times a look */
    NOTICE_MS = 50,      /* the clocks of kernel and loop differ by less */
};

static struct conn **place_of(struct conns *conns, int fd)
{
    return &conns->places[(unsigned)fd % CONN_PLACES];
}

void conn_add(struct conns *conns, struct conn *conn, uint64_t now)
{
    conn->prev = NULL;
    conn->next = conns->first;
    if (conn->next)
        conn->next->prev = conn;
    else
        conns->last = conn;
    conns->first = conn;
    struct conn **place = place_of(conns, conn->fd);
    conn->same = *place;
    *place = conn;
    conns->count++;
    conn_enter(conn, CONN_WAITING, now);
}

void conn_remove(struct conns *conns, struct conn *conn)
{
    if (conn->prev)
        conn->prev->next = conn->next;
    else
        conns->first = conn->next;
    if (conn->next)
        conn->next->prev = conn->prev;
    else
        conns->last = conn->prev;
    struct conn **link = place_of(conns, conn->fd);
    while (*link != conn)
        link = &(*link)->same;
    *link = conn->same;
    if (conns->looked_at == conn)
        conns->looked_at = conn->prev;
    conns->count--;
}

void conn_set_whole(struct conns *conns, struct conn *conn, bool whole)
{
    conns->whole -= conn->whole;
    conns->whole += whole;
    conn->whole = whole;
}

/* The headers of a connection's first request count from the moment it was opened, or noticed to have begun. */
void conn_enter(struct conn *conn, enum conn_phase phase, uint64_t now)
{
    bool running = phase == CONN_HEADERS && conn->phase == CONN_WAITING && !conn->used;
    conn->phase = phase;
    conn->moved = conn->paused = conn->pausing = 0;
    conn->watched = false;
    if (!running)
        conn->since = now;
    if (phase == CONN_SENDING)
        conn->used = true;
}

void conn_pause(struct conn *conn, uint64_t now)
{
    if (conn->pausing)
        return;
    if (conn->phase != CONN_TALKING && conn->phase != CONN_BODY) {
        conn_enter(conn, CONN_WORKING, now);
        return;
    }
    conn->resumed = conn->phase;
    conn->phase = CONN_WORKING;
    conn->pausing = now;
}

void conn_go_on(struct conn *conn, uint64_t now)
{
    if (conn->pausing) {
        conn->phase = conn->resumed;
        conn->paused += now - conn->pausing;
    }
    conn->pausing = 0;
}

void conn_cut(struct conn *conn)
{
    if (!conn->cut)
        shutdown(conn->fd, SHUT_RDWR);
    conn->cut = true;
}

/* What has arrived is a request that we are about to read. */
static bool is_quiet(const struct conn *conn)
{
    int unread = 0;
    return ioctl(conn->fd, FIONREAD, &unread) || !unread;
}

/* A request is awaited, or the rest of one; not that of a body that is answered while it arrives. */
static bool awaits_request(const struct conn *conn)
{
    return conn->phase == CONN_WAITING || conn->phase == CONN_HEADERS || (conn->phase == CONN_BODY && !conn->begun);
}

/* Of a socket of the file system. */
static bool has_ended(const struct conn *conn)
{
    struct pollfd client = {.fd = conn->fd, .events = POLLRDHUP};
    return poll(&client, 1, 0) > 0;
}

/* libmicrohttpd tells nothing yet of a part of a request line, and never of an end that came together with what is before it; the
 * kernel knows. A client that ended its side will send no more, and a kept-alive connection on which a request has begun is no
 * idle one. */
static void look_closer(struct conn *conn, uint64_t now)
{
    struct tcp_info info;
    socklen_t size = sizeof info;
    bool tcp = !getsockopt(conn->fd, IPPROTO_TCP, TCP_INFO, &info, &size);
    if (tcp ? info.tcpi_state == TCP_CLOSE_WAIT : has_ended(conn)) {
        if (is_quiet(conn))
            conn_cut(conn);
        return;
    }
    if (!tcp)
        return;
    if (conn->phase != CONN_WAITING || !conn->used)
        return;
    uint64_t ago = info.tcpi_last_data_recv * MILLISECOND;
    if (ago + NOTICE_MS * MILLISECOND < now - conn->since) {
        conn->used = false;
        conn->since = now - ago;
    }
}

/* The kernel's struct as far as needed: that of the C library may end before. */
struct tcp_bytes {
    char known[offsetof(struct tcp_info, tcpi_total_retrans) + 4];
    uint64_t pacing_rate, max_pacing_rate, acked, received;
};

/* Bytes that the client has taken (its machine has, to be exact), sent, or both, since any moment; what was counted by us where
 * it is no TCP connection. */
static uint64_t bytes_moved(const struct conn *conn, bool sent, bool taken)
{
    struct tcp_bytes info;
    socklen_t size = sizeof info;
    if (getsockopt(conn->fd, IPPROTO_TCP, TCP_INFO, &info, &size) || size < sizeof info)
        return conn->moved;
    return (taken ? info.acked : 0) + (sent ? info.received : 0);
}

static void begin_watch(struct conn *conn, uint64_t moved, uint64_t part)
{
    conn->watched = true;
    conn->counted = moved;
    conn->progress = conn->since;
    conn->first = conn->slot = part;
    conn->window[part % CONN_SLOTS] = (uint32_t)moved;
}

/* True when no byte had moved for times->stall when the look began, or too few in a window that had passed then. */
static bool too_slow(struct conn *conn, const struct conn_times *times, uint64_t began, uint64_t now)
{
    now -= conn->paused;
    began = began > conn->paused ? began - conn->paused : 0;
    uint64_t length = times->stall / STALL_PARTS + 1, part = now / length;
    uint64_t moved = bytes_moved(conn, conn->phase != CONN_SENDING, conn->phase != CONN_BODY);
    if (!conn->watched)
        begin_watch(conn, moved, part);
    if (conn->slot + CONN_SLOTS < part)
        conn->slot = part - CONN_SLOTS;
    while (conn->slot < part) /* what moved since the last look counts as moved now, however long ago that look was */
        conn->window[++conn->slot % CONN_SLOTS] = (uint32_t)conn->counted;
    if (moved != conn->counted) {
        conn->counted = moved;
        conn->progress = now;
    }
    if (began > conn->progress + times->stall)
        return true;
    uint32_t lately = (uint32_t)moved - conn->window[(part - WINDOW_PARTS) % CONN_SLOTS];
    return began / length >= conn->first + WINDOW_PARTS && lately < length * WINDOW_PARTS / MILLISECOND * CONN_RATE / 1000;
}

static bool is_late(struct conn *conn, const struct conn_times *times, uint64_t began, uint64_t now)
{
    uint64_t age = began > conn->since ? began - conn->since : 0;
    switch (conn->phase) {
    case CONN_WAITING:
        return age > (conn->used ? times->idle : times->header);
    case CONN_HEADERS:
        return age > times->header;
    case CONN_BETWEEN:
        return age > times->idle;
    case CONN_BODY:
    case CONN_SENDING:
    case CONN_TALKING:
        return too_slow(conn, times, began, now);
    case CONN_LINGERING:
        return age > LINGER_S * SECOND;
    case CONN_WORKING:
        break;
    }
    return false;
}

/* Who does not take his answer would leave it in the kernel, which offers it for minutes after the connection is closed: all of
 * it is thrown away at once. */
static void forget_unsent(const struct conn *conn)
{
    struct linger nothing = {.l_onoff = 1};
    if (conn->phase == CONN_SENDING || conn->phase == CONN_TALKING)
        setsockopt(conn->fd, SOL_SOCKET, SO_LINGER, &nothing, sizeof nothing);
}

/* Who has sent part of a request, and no part of an answer was sent. */
static bool is_unanswered(const struct conn *conn)
{
    bool asked = conn->phase == CONN_HEADERS || conn->phase == CONN_BODY ||
                 (conn->phase == CONN_WAITING && !conn->used && bytes_moved(conn, true, false));
    return asked && !conn->begun;
}

void conn_look(struct conns *conns, uint64_t now)
{
    if (conns->looked_at)
        return;
    conns->looked_at = conns->last;
    conns->look_began = now;
}

size_t conn_reap(struct conns *conns, const struct conn_times *times, uint64_t now, void (*late)(void *what, struct conn *conn),
                 void *what)
{
    size_t cut = 0;
    for (int i = 0; i < LOOKED_AT_ONCE && cut < CUT_AT_ONCE && conns->looked_at; i++) {
        struct conn *conn = conns->looked_at;
        conns->looked_at = conn->prev;
        if (awaits_request(conn) && now > conn->since + SECOND && !conn->cut)
            look_closer(conn, now);
        if (conn->cut || !is_late(conn, times, conns->look_began, now))
            continue;
        if (is_unanswered(conn))
            late(what, conn);
        forget_unsent(conn);
        conn_cut(conn);
        cut++;
    }
    return cut;
}

void conn_cut_waiting(struct conns *conns, uint64_t now, uint64_t age)
{
    for (struct conn *conn = conns->first; conn; conn = conn->next)
        if ((conn->phase == CONN_WAITING || conn->phase == CONN_BETWEEN) && now >= conn->since + age && is_quiet(conn))
            conn_cut(conn);
}

struct conn *conn_find(const struct conns *conns, int fd)
{
    struct conn *conn = conns->places[(unsigned)fd % CONN_PLACES];
    while (conn && conn->fd != fd)
        conn = conn->same;
    return conn;
}

void conn_cut_all(struct conns *conns)
{
    for (struct conn *conn = conns->first; conn; conn = conn->next)
        if (conn->phase != CONN_WORKING)
            conn_cut(conn);
}

/* TCP frees it without a copy (tcp(7): MSG_TRUNC); a Unix socket finds no place for it. */
ssize_t conn_throw_away(const struct conn *conn)
{
    char place[4096];
    ssize_t n = recv(conn->fd, NULL, THROWN_AT_ONCE, MSG_TRUNC | MSG_DONTWAIT);
    return n < 0 && errno == EFAULT ? recv(conn->fd, place, sizeof place, MSG_DONTWAIT) : n;
}
