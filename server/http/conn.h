/* The connections of one event loop, and the reaper. Waiting and heads have an absolute deadline, because a timeout that counts
 * idleness only lets a client that sends a byte a second stay for ever. Where bytes move, the kernel is asked how many: none for
 * a while, or too few in the last while, ends it, whatever moved before. Used by the loop's own thread only. */
#ifndef GRUNDY_SERVER_HTTP_CONN_H
#define GRUNDY_SERVER_HTTP_CONN_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum conn_phase {
    CONN_WAITING, /* for the first or the next request line */
    CONN_HEADERS, /* the request line is there */
    CONN_BODY,
    CONN_WORKING, /* with a worker: the budget looks after it */
    CONN_SENDING,
    CONN_TALKING,   /* lines arrive, and their answers wait in a file: bytes of either side count */
    CONN_BETWEEN,   /* two lines of a body that is answered line by line; within a line it is CONN_BODY */
    CONN_LINGERING, /* was refused; what the client still sends is thrown away */
};

enum {
    CONN_SLOTS = 32,    /* parts of the window kept, more than it has */
    CONN_RATE = 1024,   /* bytes a second */
    CONN_PLACES = 1024, /* for a thousand connections, a step finds one */
};

struct exchange;

struct conn {
    struct conn *prev, *next;
    struct conn *same;              /* the next in its place */
    int fd;                         /* owned by libmicrohttpd */
    struct exchange *exchange;      /* the request under way; NULL-able */
    struct in6_addr peer;           /* who is connected */
    enum conn_phase phase, resumed; /* resumed: while a worker has it, the phase that goes on then */
    const char *lowest;             /* where the first bytes that came were put: the insides' own */
    bool used;                      /* had a request before */
    bool cut;                       /* shut down already */
    bool whole;                     /* the request is there, its answer is not queued yet */
    bool begun;                     /* part of an answer was sent past libmicrohttpd: nothing else may be said */
    uint64_t since;                 /* when the phase began */
    uint64_t pausing, paused;   /* since when a worker has it, and how long one had it in this phase: no fault of the client's */
    uint64_t moved;             /* bytes of body taken, or of answer sent, in this phase: asked where the kernel does not count */
    bool watched;               /* what follows is of this phase: */
    uint64_t counted, progress; /* bytes that had moved when some last did, and when that was noticed */
    uint64_t first, slot;       /* the part of time when watching began, and the last one written */
    uint32_t window[CONN_SLOTS]; /* bytes that had moved at the beginning of each part */
};

struct conns {
    struct conn *first, *last;
    struct conn *places[CONN_PLACES]; /* by descriptor */
    size_t count, whole;
    struct conn *looked_at; /* by the reaper, next; NULL: it is through */
    uint64_t look_began;
};

/* How long a head may take, how long a connection may be idle, and how long no byte may move where some should, in nanoseconds.
 * Three times the last is the window in which CONN_RATE bytes a second must move. */
struct conn_times {
    uint64_t header, stall, idle;
};

void conn_add(struct conns *conns, struct conn *conn, uint64_t now);
void conn_remove(struct conns *conns, struct conn *conn);
/* Sets conn->whole. */
void conn_set_whole(struct conns *conns, struct conn *conn, bool whole);
void conn_enter(struct conn *conn, enum conn_phase phase, uint64_t now);
/* A worker has it, or, where it is told again, it waits for one still; and had it: a phase in which bytes of the client's count
 * goes on where it was. */
void conn_pause(struct conn *conn, uint64_t now);
void conn_go_on(struct conn *conn, uint64_t now);
/* Ends the conversation; libmicrohttpd sees the end and closes. */
void conn_cut(struct conn *conn);
/* The reaper begins to look at all connections, the oldest first, as of now; unless it still does. */
void conn_look(struct conns *conns, uint64_t now);
/* Looks at some more of them, and cuts those whose phase was over its time then; returns how many. What moved is measured now,
 * and counts as of now. Before a cut, late() is called for those that asked something and got no part of an answer. */
size_t conn_reap(struct conns *conns, const struct conn_times *times, uint64_t now, void (*late)(void *what, struct conn *conn),
                 void *what);
/* Cuts every connection on which nothing is under way for at least `age`, and nothing has arrived. */
void conn_cut_waiting(struct conns *conns, uint64_t now, uint64_t age);
/* The connection of that descriptor, or NULL; in a few steps, however many there are. */
struct conn *conn_find(const struct conns *conns, int fd);
/* Throws away what has arrived, some of it at once; returns what recv() does. */
ssize_t conn_throw_away(const struct conn *conn);
void conn_cut_all(struct conns *conns);

#endif
