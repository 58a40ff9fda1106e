/* An event loop: one thread with its own libmicrohttpd daemon, connections, timers and counters. Loops share the listening socket
 * and hand what they accept to the one with the fewest connections. */
#ifndef GRUNDY_SERVER_HTTP_LOOP_H
#define GRUNDY_SERVER_HTTP_LOOP_H

#include "server/http/exchange.h"
#include "server/queue.h"
#include "server/service.h"

#include <pthread.h>

enum { LOOP_HANDED_MAX = 256 }; /* accepted connections on their way to another loop */

struct http;

struct handed {
    int fd;
    struct address peer;
};

struct loop {
    struct service *service;
    struct loop **loops; /* all of them */
    unsigned index, count;
    int listen_fd, epoll_fd, wake_fd;
    struct http *http;
    struct conns conns;
    struct exchanges exchanges;
    struct metrics_shard *metrics;
    uint64_t now;     /* the clock at the last turn */
    uint64_t spent;   /* steps in this turn: what the loop itself decoded and solved */
    struct queue due; /* requests that wait for a turn which has time for them, */
    bool crowded;     /* unless there is no room for another client's: then all of them have the next turn */
    size_t served;    /* answers in this turn to connections that had one before */
    uint64_t next_tick;
    uint64_t closing_since;
    time_t second; /* that `date` says */
    char date[32];
    uint64_t complained;                /* when the log last told of a refused connection */
    bool deaf;                          /* does not accept for a while: descriptors or memory ran out */
    uint64_t suspended;                 /* exchanges that a worker holds, or that are due */
    struct exchange *ready, *postponed; /* dialogs to go on with: after this turn, at the next tick */
    size_t dialogs;
    atomic_size_t load; /* connections, those on their way included */
    atomic_uint_fast64_t last_asked;
    atomic_bool turned;
    atomic_bool ended;
    bool joined;
    pthread_t thread;
    pthread_mutex_t lock; /* of the inbox: */
    struct exchange *done;
    bool full; /* takes no more: it is about to end */
    size_t handed_count;
    struct handed handed[LOOP_HANDED_MAX];
};

/* Makes the loop; its thread starts with loop_start(). False: told in the log. */
bool loop_init(struct loop *loop, struct service *service, struct loop **loops, unsigned index, unsigned count, int listen_fd);
bool loop_start(struct loop *loop);
/* Whether this turn has time for exchange->cost, which it has taken then; or too many clients wait already for one that has. */
bool loop_allows(struct loop *loop, const struct exchange *exchange);
/* The exchange, whose connection is suspended, goes on by http_resume() in a turn that has time, which it has taken then. Clients
 * take turns. */
void loop_postpone(struct loop *loop, struct exchange *exchange);
/* The time of day as the Date header has it. */
const char *loop_date(struct loop *loop);
/* From any thread: look at the service's phase. */
void loop_wake(struct loop *loop);
/* From any thread: whether the loop made a turn since the last call. */
bool loop_turned(struct loop *loop);
/* Once: calls dialog_event() when the socket is ready for one of these (EPOLLIN, EPOLLOUT), or broken; anew replaces. */
bool loop_watch(struct loop *loop, struct exchange *exchange, uint32_t events);
void loop_unwatch(struct loop *loop, const struct exchange *exchange);
/* From any thread: a worker is done with this exchange. */
void loop_post(struct loop *loop, struct exchange *exchange);
/* True when the thread has ended, by itself, because the service closes and nothing is under way. */
bool loop_ended(struct loop *loop);
/* After every loop has ended: they know each other. */
void loop_free(struct loop *loop);

#endif
