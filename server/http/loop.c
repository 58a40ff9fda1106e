#define _GNU_SOURCE /* accept4 */
#include "server/http/loop.h"
#include "core/limits.h"
#include "server/http/http.h"
#include "server/http/insides.h"
#include "server/http/raw.h"
#include "server/http/stream/dialog.h"
#include "server/http/stream/turns.h"
#include "server/log.h"
#include "server/tables/tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

enum {
    TURN_STEPS = CHEAP_STEPS, /* about a millisecond, which everybody waits who asks meanwhile */
    DUE_CLIENTS = 256,        /* whose requests wait for another turn: who finds his turn goes through all of them */
    ACCEPT_AT_ONCE = 8,       /* then requests have their turn; */
    ACCEPT_EACH = 32,         /* once more for so many answers in a turn, */
    REAP_EACH = 8,            /* and the reaper for so many */
    TICK_MS = 250,            /* then the reaper looks again, if it is through */
    EVENTS = 4,
};

#define CLOSING_GRACE (250 * MILLISECOND) /* for a request that is on its way */

enum source { SOURCE_HTTP, SOURCE_LISTEN, SOURCE_WAKE, SOURCES }; /* what is more is the address of an exchange */

static bool watch(struct loop *loop, int fd, enum source source, uint32_t flags)
{
    struct epoll_event event = {.events = EPOLLIN | flags, .data.u64 = source};
    return !epoll_ctl(loop->epoll_fd, EPOLL_CTL_ADD, fd, &event);
}

bool loop_init(struct loop *loop, struct service *service, struct loop **loops, unsigned index, unsigned count, int listen_fd)
{
    *loop = (struct loop){
        .service = service, .loops = loops, .index = index, .count = count, .listen_fd = listen_fd, .now = clock_now()};
    loop->metrics = metrics_shard(service->metrics, index);
    pthread_mutex_init(&loop->lock, NULL);
    if (getrandom(&loop->exchanges.seed, sizeof loop->exchanges.seed, GRND_NONBLOCK) < 0)
        loop->exchanges.seed = loop->now * (index + 1);
    loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    loop->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    loop->http = http_new(loop);
    if (loop->epoll_fd >= 0 && loop->wake_fd >= 0 && loop->http && watch(loop, http_fd(loop->http), SOURCE_HTTP, 0) &&
        watch(loop, loop->wake_fd, SOURCE_WAKE, 0) && watch(loop, listen_fd, SOURCE_LISTEN, EPOLLEXCLUSIVE))
        return true;
    log_event(LOG_ERROR, "no event loop", LOG_TEXT("error", strerror(errno)));
    return false;
}

const char *loop_date(struct loop *loop)
{
    time_t second = time(NULL);
    struct tm utc;
    if (second != loop->second) {
        loop->second = second;
        strftime(loop->date, sizeof loop->date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&second, &utc));
    }
    return loop->date;
}

void loop_wake(struct loop *loop)
{
    uint64_t one = 1;
    ssize_t written = write(loop->wake_fd, &one, sizeof one);
    (void)written; /* a full counter wakes as well */
}

void loop_post(struct loop *loop, struct exchange *exchange)
{
    pthread_mutex_lock(&loop->lock);
    exchange->next = loop->done;
    loop->done = exchange;
    pthread_mutex_unlock(&loop->lock);
    loop_wake(loop);
}

/* A connection beyond a limit gets an answer all the same. */
static void refuse(struct loop *loop, int fd, const char *detail, enum metrics_event event)
{
    raw_refuse(loop, fd, STATUS_overloaded, detail, false);
    close(fd);
    metrics_event(loop->metrics, event);
    if (loop->now < loop->complained + SECOND)
        return;
    loop->complained = loop->now;
    log_event(LOG_WARN, "connection refused", LOG_TEXT("reason", detail));
}

static void take(struct loop *loop, const struct handed *handed)
{
    struct service *service = loop->service;
    if (http_add(loop->http, handed->fd, (const struct sockaddr *)&handed->peer.at, handed->peer.size))
        return;
    atomic_fetch_sub(&service->connections, 1);
    atomic_fetch_sub(&loop->load, 1);
    if (service->peers)
        peers_leave(service->peers, peers_key(peers_address((const struct sockaddr *)&handed->peer.at)));
}

static void hand_over(struct loop *loop, const struct handed *handed)
{
    struct loop *least = loop;
    for (unsigned i = 0; i < loop->count; i++)
        if (atomic_load_explicit(&loop->loops[i]->load, memory_order_relaxed) <
            atomic_load_explicit(&least->load, memory_order_relaxed))
            least = loop->loops[i];
    bool put = false;
    if (least != loop) {
        pthread_mutex_lock(&least->lock);
        put = !least->full && least->handed_count < LOOP_HANDED_MAX;
        if (put)
            least->handed[least->handed_count++] = *handed;
        pthread_mutex_unlock(&least->lock);
    }
    if (put)
        atomic_fetch_add(&least->load, 1);
    else
        atomic_fetch_add(&loop->load, 1);
    if (put)
        loop_wake(least);
    else
        take(loop, handed);
}

/* The listening socket would stay readable and the loop would spin: it is watched again at the next tick. */
static void go_deaf(struct loop *loop)
{
    log_event(LOG_WARN, "cannot accept", LOG_TEXT("error", strerror(errno)));
    if (loop->closing_since)
        return;
    loop->deaf = !epoll_ctl(loop->epoll_fd, EPOLL_CTL_DEL, loop->listen_fd, NULL);
}

static void note_crowd(struct service *service, size_t connections)
{
    size_t most = atomic_load(&service->connections_lately);
    while (connections > most && !atomic_compare_exchange_weak(&service->connections_lately, &most, connections))
        ;
}

/* True when there may be more. */
static bool accept_some(struct loop *loop)
{
    struct service *service = loop->service;
    for (int i = 0; i < ACCEPT_AT_ONCE; i++) {
        struct handed new = {.peer.size = sizeof new.peer.at};
        new.fd = accept4(loop->listen_fd, (struct sockaddr *)&new.peer.at, &new.peer.size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (new.fd < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
                go_deaf(loop);
            return false;
        }
        size_t before = atomic_fetch_add(&service->connections, 1);
        if (before >= service->connections_max) {
            atomic_fetch_sub(&service->connections, 1);
            refuse(loop, new.fd, "the limit of open connections is reached", EVENT_FULL);
        } else if (service->peers && !peers_enter(service->peers, peers_key(peers_address((struct sockaddr *)&new.peer.at)))) {
            atomic_fetch_sub(&service->connections, 1);
            refuse(loop, new.fd, "the limit of open connections for one address is reached", EVENT_ADDRESS);
        } else {
            note_crowd(service, before + 1);
            hand_over(loop, &new);
        }
    }
    return true;
}

static void empty_inbox(struct loop *loop)
{
    struct handed handed[LOOP_HANDED_MAX];
    uint64_t count;
    ssize_t got = read(loop->wake_fd, &count, sizeof count);
    (void)got; /* nothing to read is no fault */
    pthread_mutex_lock(&loop->lock);
    struct exchange *done = loop->done;
    size_t n = loop->handed_count;
    memcpy(handed, loop->handed, n * sizeof *handed);
    loop->done = NULL;
    loop->handed_count = 0;
    pthread_mutex_unlock(&loop->lock);
    for (size_t i = 0; i < n; i++)
        take(loop, &handed[i]);
    while (done) {
        struct exchange *exchange = done;
        done = exchange->next;
        loop->suspended--;
        if (exchange->dialog)
            dialog_worked(exchange);
        else
            http_resume(exchange);
    }
}

bool loop_watch(struct loop *loop, struct exchange *exchange, uint32_t events)
{
    struct epoll_event event = {.events = events | EPOLLONESHOT, .data.ptr = exchange};
    int fd = exchange->conn->fd;
    return !epoll_ctl(loop->epoll_fd, EPOLL_CTL_MOD, fd, &event) || !epoll_ctl(loop->epoll_fd, EPOLL_CTL_ADD, fd, &event);
}

void loop_unwatch(struct loop *loop, const struct exchange *exchange)
{
    epoll_ctl(loop->epoll_fd, EPOLL_CTL_DEL, exchange->conn->fd, NULL);
}

static void tell_late(void *what, struct conn *conn)
{
    raw_refuse(what, conn->fd, STATUS_request_timeout,
               conn->phase == CONN_BODY ? "the body did not come in time" : "the headers did not come in time",
               conn->exchange && exchange_is_head(conn->exchange));
}

static void tick(struct loop *loop)
{
    loop->next_tick = loop->now + TICK_MS * MILLISECOND;
    conn_look(&loop->conns, loop->now);
    work_shed(loop->service->work, loop->now);
    turns_resume(loop);
    if (loop->deaf && !loop->closing_since)
        loop->deaf = !watch(loop, loop->listen_fd, SOURCE_LISTEN, EPOLLEXCLUSIVE);
}

/* A turn in which many are answered takes long: who comes, and who has to go, would wait for ever if as few of them as ever had
 * their turn with it. Answers to newcomers do not count, for the more of them are taken at once, the longer all wait. */
static void accept_more(struct loop *loop)
{
    for (size_t i = 0; i <= loop->served / ACCEPT_EACH && accept_some(loop); i++)
        ;
}

/* True when there is more to look at. */
static bool reap(struct loop *loop)
{
    uint64_t now = clock_now();
    for (size_t i = 0; i <= loop->served / REAP_EACH && loop->conns.looked_at; i++)
        metrics_events(loop->metrics, EVENT_REAPED, conn_reap(&loop->conns, &loop->service->times, now, tell_late, loop));
    return loop->conns.looked_at;
}

/* True when the inbox is empty; nothing comes into it any more then. */
static bool lock_inbox(struct loop *loop)
{
    pthread_mutex_lock(&loop->lock);
    loop->full = !loop->handed_count;
    pthread_mutex_unlock(&loop->lock);
    return loop->full;
}

/* True when nothing is left to do. What arrived is answered; what did not arrive in time is not waited for. */
static bool close_down(struct loop *loop)
{
    enum phase phase = service_phase(loop->service);
    if (phase < PHASE_CLOSING)
        return false;
    if (!loop->closing_since) {
        loop->closing_since = clock_now(); /* a turn may have taken long: who was answered in it has his time from now on */
        epoll_ctl(loop->epoll_fd, EPOLL_CTL_DEL, loop->listen_fd, NULL);
    }
    while (accept_some(loop)) /* who is connected already is answered */
        ;
    if (phase == PHASE_STOPPING)
        conn_cut_all(&loop->conns);
    else if (loop->now >= loop->closing_since + CLOSING_GRACE)
        conn_cut_waiting(&loop->conns, loop->now, CLOSING_GRACE);
    return !loop->conns.count && !loop->suspended && !atomic_load(&loop->load) && lock_inbox(loop);
}

/* The first in any case. */
static bool has_time(struct loop *loop, const struct exchange *exchange)
{
    bool has = !loop->spent || loop->spent + exchange->cost <= TURN_STEPS;
    if (has)
        loop->spent += exchange->cost;
    return has;
}

bool loop_allows(struct loop *loop, const struct exchange *exchange)
{
    if (has_time(loop, exchange))
        return true;
    bool crowded = loop->due.clients >= DUE_CLIENTS && !queue_find(&loop->due, exchange->task.client);
    loop->crowded |= crowded;
    return crowded;
}

void loop_postpone(struct loop *loop, struct exchange *exchange)
{
    loop->suspended++;
    queue_append(&loop->due, &exchange->task, loop->now);
}

/* Who had no place among them was answered before them: then nobody waits for another turn. */
static void go_on_with_due(struct loop *loop)
{
    bool all = loop->crowded;
    loop->crowded = false;
    while (loop->due.first && (has_time(loop, exchange_of(loop->due.first)) || all)) {
        struct exchange *exchange = exchange_of(loop->due.first);
        queue_take_turn(&loop->due, &loop->due.first);
        loop->suspended--;
        http_resume(exchange);
    }
}

static void serve(struct loop *loop, const struct epoll_event *event)
{
    if (event->data.u64 >= SOURCES)
        dialog_event(event->data.ptr);
    else if (event->data.u64 == SOURCE_WAKE)
        empty_inbox(loop);
}

static void *run(void *argument)
{
    struct loop *loop = argument;
    bool more = false;
    insides_enter(loop);
    tables_hurry(true);
    while (!close_down(loop)) {
        struct epoll_event events[EVENTS];
        int timeout = more ? 0 : loop->closing_since ? TICK_MS / 10 : loop->conns.count || loop->deaf ? TICK_MS : -1;
        int n = epoll_wait(loop->epoll_fd, events, EVENTS, timeout);
        loop->now = clock_now();
        atomic_store_explicit(&loop->turned, true, memory_order_relaxed);
        bool come = false;
        loop->served = 0;
        loop->spent = 0;
        go_on_with_due(loop);
        for (int i = 0; i < n; i++) {
            serve(loop, &events[i]);
            come |= events[i].data.u64 == SOURCE_LISTEN;
        }
        more = http_run(loop->http) || loop->due.first;
        if (come && !loop->closing_since) {
            loop->now = clock_now(); /* their time begins now, not with the turn */
            accept_more(loop);
            more = true; /* libmicrohttpd looks at them when it is run again */
        }
        if (loop->now >= loop->next_tick)
            tick(loop);
        if (loop->conns.looked_at)
            more |= reap(loop);
        if (loop->ready) {
            dialogs_go_on(loop);
            more = true; /* libmicrohttpd may have got something to do */
        }
    }
    atomic_store(&loop->ended, true);
    return NULL;
}

bool loop_turned(struct loop *loop)
{
    return atomic_exchange(&loop->turned, false);
}

bool loop_start(struct loop *loop)
{
    return !pthread_create(&loop->thread, NULL, run, loop);
}

bool loop_ended(struct loop *loop)
{
    if (!loop->joined && atomic_load(&loop->ended)) {
        pthread_join(loop->thread, NULL);
        loop->joined = true;
    }
    return loop->joined;
}

void loop_free(struct loop *loop)
{
    http_free(loop->http);
    exchanges_free(&loop->exchanges);
    close(loop->epoll_fd);
    close(loop->wake_fd);
    pthread_mutex_destroy(&loop->lock);
    free(loop);
}
