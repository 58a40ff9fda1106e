#define _GNU_SOURCE /* struct tcp_info */
#include "server/http/conn.h"
#include "server/clock.h"

#include <netinet/tcp.h>
#include <sys/socket.h>

enum {
    RATE = 1024, /* bytes a second that a client must keep up */
    LINGER_S = 2,
    NOTICE_MS = 50, /* the clocks of kernel and loop differ by less */
};

void conn_add(struct conns *conns, struct conn *conn, uint64_t now)
{
    conn->prev = NULL;
    conn->next = conns->first;
    if (conn->next)
        conn->next->prev = conn;
    conns->first = conn;
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
    conns->count--;
}

/* The headers of a connection's first request count from the moment it was opened, or noticed to have begun. */
void conn_enter(struct conn *conn, enum conn_phase phase, uint64_t now)
{
    bool running = phase == CONN_HEADERS && conn->phase == CONN_WAITING && !conn->used;
    conn->phase = phase;
    conn->moved = 0;
    if (!running)
        conn->since = now;
    if (phase == CONN_SENDING)
        conn->used = true;
}

void conn_cut(struct conn *conn)
{
    if (!conn->cut)
        shutdown(conn->fd, SHUT_RDWR);
    conn->cut = true;
}

/* A kept-alive connection that sent part of a request line is no idle one, though libmicrohttpd tells nothing yet: the kernel
 * knows. */
static void notice_begun(struct conn *conn, uint64_t now)
{
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (getsockopt(conn->fd, IPPROTO_TCP, TCP_INFO, &info, &size))
        return;
    uint64_t ago = info.tcpi_last_data_recv * MILLISECOND;
    if (ago + NOTICE_MS * MILLISECOND < now - conn->since) {
        conn->used = false;
        conn->since = now - ago;
    }
}

static uint64_t time_allowed(const struct conn *conn, const struct conn_times *times)
{
    switch (conn->phase) {
    case CONN_WAITING:
        return conn->used ? times->idle : times->header;
    case CONN_HEADERS:
        return times->header;
    case CONN_BETWEEN:
        return times->idle;
    case CONN_BODY:
    case CONN_SENDING:
        return times->body + conn->moved / RATE * SECOND;
    case CONN_LINGERING:
        return LINGER_S * SECOND;
    case CONN_WORKING:
        break;
    }
    return UINT64_MAX / 2;
}

size_t conn_reap(struct conns *conns, const struct conn_times *times, uint64_t now)
{
    size_t cut = 0;
    for (struct conn *conn = conns->first; conn; conn = conn->next) {
        uint64_t age = now > conn->since ? now - conn->since : 0;
        if (conn->phase == CONN_WAITING && conn->used && age > SECOND && !conn->cut)
            notice_begun(conn, now);
        if (conn->cut || age <= time_allowed(conn, times))
            continue;
        conn_cut(conn);
        cut++;
    }
    return cut;
}

void conn_cut_waiting(struct conns *conns, uint64_t now, uint64_t age)
{
    for (struct conn *conn = conns->first; conn; conn = conn->next)
        if (conn->phase == CONN_WAITING ? conn->used || now >= conn->since + age
                                        : conn->phase == CONN_BETWEEN && now >= conn->since + age)
            conn_cut(conn);
}

struct conn *conn_find(const struct conns *conns, int fd)
{
    struct conn *conn = conns->first;
    while (conn && conn->fd != fd)
        conn = conn->next;
    return conn;
}

void conn_cut_all(struct conns *conns)
{
    for (struct conn *conn = conns->first; conn; conn = conn->next)
        if (conn->phase != CONN_WORKING)
            conn_cut(conn);
}
