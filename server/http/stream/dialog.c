#include "server/http/stream/dialog.h"
#include "core/limits.h"
#include "server/http/http.h"
#include "server/http/loop.h"
#include "server/http/stream/slice.h"
#include "server/http/stream/turns.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

uint64_t dialog_lines(const struct exchange *exchange)
{
    return exchange->dialog->lines;
}

size_t dialog_memory(const struct exchange *exchange)
{
    return exchange->dialog->memory;
}

bool dialog_is_over(const struct exchange *exchange)
{
    return atomic_load_explicit(&exchange->dialog->gone, memory_order_relaxed);
}

static void hold(struct exchange *exchange)
{
    if (!exchange->dialog->held)
        http_suspend(exchange);
    exchange->dialog->held = true;
}

static void release(struct exchange *exchange)
{
    if (exchange->dialog->held) {
        exchange->dialog->heard = exchange->loop->now;
        http_resume(exchange);
    }
    exchange->dialog->held = false;
}

/* Without its end, the answer is none. */
static void fail(struct exchange *exchange)
{
    if (!exchange->conn->cut)
        metrics_event(exchange->loop->metrics, EVENT_LEFT);
    exchange->dialog->over = true;
    exchange->dialog->left = 0;
    conn_cut(exchange->conn);
    release(exchange);
}

static void submit(struct exchange *exchange, bool fetches)
{
    struct dialog *dialog = exchange->dialog;
    struct loop *loop = exchange->loop;
    turns_leave(exchange); /* the way back from the worker is a list, too */
    dialog->working = true;
    dialog->fetches = fetches;
    dialog->spools = dialog->blocked;
    loop->suspended++;
    conn_pause(exchange->conn, loop->now);
    exchange->task = (struct task){.run = slice_run,
                                   .refuse = slice_refuse,
                                   .client = exchange->task.client,
                                   .quick = fetches || !dialog->dear,
                                   .returns = true};
    if (work_submit(exchange->service->work, &exchange->task, loop->now))
        return;
    dialog->working = false;
    loop->suspended--;
    turns_postpone(exchange);
}

/* True when all is sent. */
static bool flush(struct exchange *exchange)
{
    struct dialog *dialog = exchange->dialog;
    struct conn *conn = exchange->conn;
    while (dialog->left) {
        ssize_t n = send(conn->fd, dialog->at, dialog->left, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n > 0) {
            dialog->at += n;
            dialog->left -= (size_t)n;
            dialog->sent += (size_t)n;
            conn->moved += (size_t)n;
            metrics_events(exchange->loop->metrics, EVENT_LINES_SENT, (uint64_t)n);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (!loop_watch(exchange->loop, exchange, EPOLLOUT))
                fail(exchange);
            return false;
        } else if (errno != EINTR) {
            fail(exchange);
            return false;
        }
    }
    arena_reset(&dialog->written);
    return true;
}

/* libmicrohttpd does not notice an end that arrives together with the last bytes. */
static bool client_ended(const struct exchange *exchange)
{
    char byte;
    return !exchange->dialog->held && !recv(exchange->conn->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
}

/* The time that a line may take runs from its first byte; between two lines the connection is an idle one, unless the client has
 * answers to take. When all the room for these is taken, nothing but taking some is progress. Answers that we keep back are none
 * yet: their line's time would begin anew with them. */
static void read_on(struct exchange *exchange)
{
    struct dialog *dialog = exchange->dialog;
    struct conn *conn = exchange->conn;
    if (client_ended(exchange)) {
        fail(exchange);
        return;
    }
    feed_rest(dialog->feed);
    if (dialog->blocked && !dialog->keeps) {
        enum conn_phase phase = dialog->full ? CONN_SENDING : CONN_TALKING;
        if (conn->phase != phase)
            conn_enter(conn, phase, exchange->loop->now);
    } else if (!feed_within(dialog->feed))
        conn_enter(conn, CONN_BETWEEN, exchange->loop->now);
    else if (conn->phase != CONN_BODY || dialog->number != dialog->feed->number)
        conn_enter(conn, CONN_BODY, exchange->loop->now);
    dialog->number = dialog->feed->number;
    release(exchange);
}

static void close_answer(struct dialog *dialog)
{
    static const char last_chunk[] = "0\r\n\r\n";
    dialog->closed = true;
    dialog->at = dialog->full ? dialog->last : last_chunk;
    dialog->left = dialog->full ? dialog->last_size : dialog->chunked ? sizeof last_chunk - 1 : 0;
}

/* All is said. Who closed at once would destroy what the client has not read yet if it sent anything more (RFC 9112 section 9.6),
 * so its end is waited for. */
static void linger(struct exchange *exchange)
{
    shutdown(exchange->conn->fd, SHUT_WR);
    if (exchange->conn->phase != CONN_LINGERING)
        conn_enter(exchange->conn, CONN_LINGERING, exchange->loop->now);
    ssize_t n = conn_throw_away(exchange->conn);
    if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)))
        if (loop_watch(exchange->loop, exchange, EPOLLIN | EPOLLRDHUP))
            return;
    exchange->dialog->over = true;
    release(exchange);
}

static void tell(struct exchange *exchange)
{
    exchange->request.body_size = exchange->dialog->received;
    exchange->reply.body_size = exchange->dialog->sent;
    exchange_answered(exchange);
}

static void finish(struct exchange *exchange)
{
    if (exchange->state != EXCHANGE_ANSWERED)
        tell(exchange);
    linger(exchange);
}

/* nginx and others that have the whole body already throw away the rest of it as soon as an answer begins. So who told its length
 * gets nothing before all of it is there, or there is no more room, or nothing more comes: that client waits for answers. Where
 * others have all the room, it is answered at once. */
static bool keeps_back(struct exchange *exchange)
{
    struct dialog *dialog = exchange->dialog;
    struct loop *loop = exchange->loop;
    struct spool *spool = exchange->service->spool;
    if (!dialog->keeps)
        return false;
    dialog->keeps = !dialog->arrived && !dialog->full &&
                    (dialog->held || loop->now < dialog->heard + BODY_PAUSE_MS * MILLISECOND) &&
                    spool_reserve(spool, exchange->arena.holder, &dialog->spooled);
    if (dialog->keeps)
        turns_postpone(exchange); /* to look again */
    else if (!spool_holds(&dialog->spooled))
        spool_drop(spool, &dialog->spooled);
    return dialog->keeps;
}

/* Nothing is left to do but to wait until the client takes something. */
static void await_reader(struct exchange *exchange)
{
    if (exchange->conn->phase != CONN_SENDING)
        conn_enter(exchange->conn, CONN_SENDING, exchange->loop->now);
}

/* What is not looked at is still taken, for a while: some clients read nothing before they have sent everything. */
static bool throws_away(const struct dialog *dialog)
{
    return dialog->full && !dialog->arrived && dialog->unread < LINE_REST_BYTES;
}

/* Does what comes next, up to where something has to be waited for. */
static void go_on(struct exchange *exchange)
{
    struct dialog *dialog = exchange->dialog;
    if (!dialog->over && service_phase(exchange->service) == PHASE_STOPPING) {
        conn_cut(exchange->conn);
        fail(exchange);
    }
    while (!dialog->over && !dialog->working) {
        dialog->blocked = keeps_back(exchange) || !flush(exchange);
        if (dialog->over)
            return;
        bool held_up = dialog->full || (dialog->blocked && !exchange->service->spool);
        if (!dialog->blocked && spool_holds(&dialog->spooled))
            submit(exchange, true);
        else if (!held_up && feed_waiting(dialog->feed))
            submit(exchange, false);
        else if (dialog->blocked && (held_up ? !throws_away(dialog) : dialog->arrived))
            await_reader(exchange);
        else if (dialog->blocked || (!held_up && !dialog->arrived))
            read_on(exchange);
        else if (dialog->closed)
            finish(exchange);
        else if (dialog->full && !dialog->last_size)
            fail(exchange);
        else {
            close_answer(dialog);
            continue;
        }
        return;
    }
}

static void greet(struct exchange *exchange)
{
    struct dialog *dialog = exchange->dialog;
    if (dialog->greeted)
        return;
    dialog->greeted = exchange->conn->begun = true;
    dialog->at = dialog->head;
    dialog->left = raw_head(exchange, dialog->chunked, dialog->head);
}

/* The rest of a line that was refused is thrown away, for a while: who never ends it wants no answer. */
static bool ends_its_line(struct dialog *dialog, size_t taken, const struct loop *loop)
{
    if (!dialog->feed->skipping) {
        dialog->thrown = 0;
        return true;
    }
    if (!dialog->thrown)
        dialog->thrown_since = loop->now;
    dialog->thrown += taken;
    return dialog->thrown <= LINE_REST_BYTES && loop->now <= dialog->thrown_since + loop->service->times.stall;
}

bool dialog_take(struct exchange *exchange, const char *bytes, size_t *size)
{
    struct dialog *dialog = exchange->dialog;
    size_t taken = *size;
    if (dialog->over)
        return false;
    dialog->heard = exchange->loop->now;
    greet(exchange);
    if (!*size) {
        dialog->arrived = true;
        if (!dialog->working)
            dialog->feed->ended = true;
        hold(exchange);
        go_on(exchange);
        return true;
    }
    if (!dialog->working && throws_away(dialog)) {
        dialog->unread += taken;
        *size = 0;
        return true;
    }
    if (!dialog->working && !dialog->full) {
        if (!feed_take(dialog->feed, bytes, &taken))
            return false;
        *size -= taken;
        dialog->received += taken;
        exchange->conn->moved += taken;
        metrics_events(exchange->loop->metrics, EVENT_LINES_TAKEN, taken);
        if (!ends_its_line(dialog, taken, exchange->loop)) {
            fail(exchange);
            return false;
        }
        if (dialog->keeps)
            turns_leave(exchange); /* where it waits for a pause */
        turns_ready(exchange);
    }
    if (*size)
        hold(exchange);
    return true;
}

void dialog_worked(struct exchange *exchange)
{
    struct dialog *dialog = exchange->dialog;
    struct loop *loop = exchange->loop;
    dialog->working = false;
    metrics_events(loop->metrics, EVENT_LINES, dialog->feed->answers - dialog->lines);
    dialog->lines = dialog->feed->answers;
    if (dialog->memory < dialog->slice)
        dialog->memory = dialog->slice;
    metrics_memory(loop->metrics, dialog->memory);
    if (dialog_is_over(exchange)) {
        exchange_free(&loop->exchanges, exchange);
        return;
    }
    dialog->feed->ended = dialog->arrived;
    dialog->dear = dialog->feed->batch.dear;
    if (dialog->shed) { /* it waits for a worker still */
        dialog->shed = false;
        turns_postpone(exchange);
        return;
    }
    conn_go_on(exchange->conn, loop->now);
    if (dialog->broken) {
        conn_cut(exchange->conn);
        fail(exchange);
    } else {
        go_on(exchange);
    }
}

void dialog_event(struct exchange *exchange)
{
    go_on(exchange);
}

void dialogs_go_on(struct loop *loop)
{
    while (loop->ready) {
        struct exchange *exchange = loop->ready;
        turns_leave(exchange);
        go_on(exchange);
    }
}

bool dialog_begin(struct exchange *exchange, bool chunked, bool measured, bool waits)
{
    int at_once = 1;
    if (!slice_dialog(exchange))
        return false;
    exchange->dialog->chunked = chunked;
    exchange->dialog->keeps = measured && exchange->service->spool;
    exchange->dialog->heard = exchange->loop->now;
    exchange->off_loop = true;
    exchange->batch_until = UINT64_MAX;
    exchange->loop->dialogs++;
    setsockopt(exchange->conn->fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    conn_enter(exchange->conn, CONN_BETWEEN, exchange->loop->now);
    if (waits)
        return true;
    greet(exchange);
    turns_ready(exchange);
    return true;
}

bool dialog_end(struct exchange *exchange)
{
    struct dialog *dialog = exchange->dialog;
    struct loop *loop = exchange->loop;
    if (exchange->state != EXCHANGE_ANSWERED) {
        if (!exchange->conn->cut)
            metrics_event(loop->metrics, EVENT_LEFT);
        tell(exchange);
    }
    turns_leave(exchange);
    loop_unwatch(loop, exchange);
    loop->dialogs--;
    dialog->over = true;
    atomic_store_explicit(&dialog->gone, true, memory_order_relaxed);
    return !dialog->working;
}
