#include "server/http/http.h"
#include "api/headers/media.h"
#include "core/limits.h"
#include "server/http/forwarded.h"
#include "server/http/insides.h"
#include "server/http/raw.h"
#include "server/http/stream/dialog.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { STREAM_BLOCK = 65536 };

struct http {
    struct loop *loop;
    struct MHD_Daemon *daemon;
    int epoll_fd;
};

static struct conn *conn_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static struct in6_addr peer_of(struct MHD_Connection *connection)
{
    return peers_address(MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr);
}

static void complete(struct loop *loop, struct exchange *exchange)
{
    insides_ended(exchange->conn);
    exchange->conn->exchange = NULL;
    if (!exchange->dialog && exchange->left)
        metrics_event(loop->metrics, EVENT_LEFT);
    conn_enter(exchange->conn, CONN_WAITING, loop->now);
    conn_set_whole(&loop->conns, exchange->conn, false);
    if (!exchange->dialog || dialog_end(exchange))
        exchange_free(&loop->exchanges, exchange);
    metrics_end(loop->metrics); /* last: who sees nothing in flight sees all that is counted of it */
}

static void on_connection(void *cls, struct MHD_Connection *connection, void **context, enum MHD_ConnectionNotificationCode code)
{
    struct loop *loop = ((struct http *)cls)->loop;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        struct conn *conn = calloc(1, sizeof *conn);
        int fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        *context = conn;
        if (!conn) {
            shutdown(fd, SHUT_RDWR); /* the reaper would not know it */
            return;
        }
        conn->fd = fd;
        conn->peer = peer_of(connection);
        conn_add(&loop->conns, conn, loop->now);
        return;
    }
    struct conn *conn = *context;
    atomic_fetch_sub(&loop->service->connections, 1);
    atomic_fetch_sub(&loop->load, 1);
    if (loop->service->peers)
        peers_leave(loop->service->peers, peers_key(peer_of(connection)));
    if (!conn)
        return;
    if (conn->exchange)
        complete(loop, conn->exchange); /* libmicrohttpd tells no end of a request whose head it could not keep */
    conn_remove(&loop->conns, conn);
    free(conn);
}

/* The service reads the target and the query by itself, undecoded. */
static size_t keep_encoded(void *cls, struct MHD_Connection *connection, char *text)
{
    (void)cls;
    (void)connection;
    return strlen(text);
}

static const char place_lost[] = "others have taken the place of what is left of this request; ask again in a moment";

struct header_list {
    struct guard_pair pairs[REQUEST_HEADERS_MAX];
    size_t count;
    bool many;
};

static enum MHD_Result on_header(void *cls, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value,
                                 size_t value_size)
{
    struct header_list *list = cls;
    (void)kind;
    if (list->count == REQUEST_HEADERS_MAX) {
        list->many = true;
        return MHD_NO;
    }
    list->pairs[list->count++] =
        (struct guard_pair){.name = name, .name_size = name_size, .value = value ? value : "", .value_size = value_size};
    return MHD_YES;
}

static enum MHD_Result refuse(struct exchange *exchange, enum status status, const char *detail)
{
    raw_problem(exchange, status, detail);
    return MHD_YES;
}

/* The request line is there; libmicrohttpd is about to cut the target at "?" and to decode it, so it is copied. */
static void *on_target(void *cls, const char *target, struct MHD_Connection *connection)
{
    struct loop *loop = ((struct http *)cls)->loop;
    struct conn *conn = conn_of(connection);
    struct exchange *exchange = conn ? exchange_new(loop, target ? target : "") : NULL;
    if (!exchange)
        return NULL;
    exchange->conn = conn;
    conn->exchange = exchange;
    exchange->client = conn->peer;
    exchange->handle = (struct http_handle *)connection;
    exchange->target_at = target;
    conn_enter(conn, CONN_HEADERS, exchange->began);
    atomic_store_explicit(&loop->last_asked, exchange->began, memory_order_relaxed);
    metrics_begin(loop->metrics);
    if (insides_asks_head(conn, target))
        exchange->request.method = "HEAD"; /* we are told it with the headers, which may never come */
    const char *fault = guard_target(exchange->request.target, exchange->target_size);
    if (fault)
        refuse(exchange, STATUS_bad_request, fault);
    return exchange;
}

static ssize_t on_stream(void *cls, uint64_t at, char *to, size_t room)
{
    struct exchange *exchange = cls;
    const struct stream *stream = exchange->reply.stream;
    size_t n = stream->produce(stream->what, at, to, room);
    if (n == STREAM_FAILED)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (n == 0)
        return MHD_CONTENT_READER_END_OF_STREAM;
    exchange->conn->moved += n;
    return (ssize_t)n;
}

static struct MHD_Response *make_response(struct exchange *exchange)
{
    const struct reply *reply = &exchange->reply;
    if (!reply->stream)
        return MHD_create_response_from_buffer(reply->body_size, (void *)(uintptr_t)reply->body, MHD_RESPMEM_PERSISTENT);
    uint64_t size = reply->stream->size == STREAM_UNKNOWN ? MHD_SIZE_UNKNOWN : reply->stream->size;
    return MHD_create_response_from_callback(size, STREAM_BLOCK, on_stream, exchange, NULL);
}

static enum MHD_Result queue(struct exchange *exchange, struct MHD_Connection *connection)
{
    struct reply *reply = &exchange->reply;
    exchange_finish(exchange, service_phase(exchange->service) != PHASE_SERVING);
    struct MHD_Response *response = make_response(exchange);
    if (!response)
        return MHD_NO;
    insides_put_headers(exchange, response);
    enum MHD_Result queued = MHD_queue_response(connection, (unsigned)reply->status, response);
    MHD_destroy_response(response);
    exchange->loop->served += exchange->conn->used;
    conn_enter(exchange->conn, CONN_SENDING, exchange->loop->now);
    conn_set_whole(&exchange->loop->conns, exchange->conn, false);
    exchange_answered(exchange);
    return queued;
}

/* A body of lines is answered while it arrives; whatever speaks against it is said before. */
static enum MHD_Result begin_dialog(struct exchange *exchange)
{
    struct service *service = exchange->service;
    uint64_t cost;
    api_prepare(&service->api, &exchange->request, &exchange->arena, &exchange->reply, &exchange->call, &cost);
    if (!exchange->reply.feed) {
        raw_finish(exchange);
        return MHD_YES;
    }
    if (service_phase(service) >= PHASE_CLOSING)
        return refuse(exchange, STATUS_shutting_down, "the service is about to stop; ask again");
    if (raw_refuse_busy(exchange))
        return MHD_YES;
    bool chunked = exchange->interim, waits = chunked && exchange->headers.header[GUARD_expect];
    exchange->state = EXCHANGE_DIALOG;
    bool measured = exchange->headers.header[GUARD_content_length];
    return dialog_begin(exchange, chunked, measured, waits) ? MHD_YES : MHD_NO;
}

/* The body comes next, unless the head is enough to say no. */
static enum MHD_Result begin_body(struct exchange *exchange)
{
    if (exchange->headers.length > exchange->service->api.body_max)
        return refuse(exchange, STATUS_too_large_body, exchange->service->too_long);
    if (raw_refuse_unread(exchange) || raw_refuse_long(exchange))
        return MHD_YES;
    exchange->state = EXCHANGE_BODY;
    conn_enter(exchange->conn, CONN_BODY, exchange->loop->now);
    return MHD_YES;
}

/* The headers are complete. */
static enum MHD_Result begin(struct exchange *exchange, struct MHD_Connection *connection, const char *method,
                             const char *version)
{
    struct header_list list; /* not zeroed: most of it is room for headers */
    list.count = 0;
    list.many = false;
    struct guard_found found;
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, on_header, &list);
    size_t size = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)->header_size;
    struct guard_seen seen = {.method = method,
                              .target = exchange->request.target,
                              .version = version,
                              .torn = insides_torn(&(struct insides_head){.method = method,
                                                                          .target_at = exchange->target_at,
                                                                          .version = version,
                                                                          .target_size = exchange->target_size,
                                                                          .pairs = list.pairs,
                                                                          .count = list.count,
                                                                          .size = size}),
                              .many = list.many,
                              .size = size,
                              .count = list.count,
                              .pairs = list.pairs};
    const char *fault = guard_check(&seen, &found);
    exchange->request.method = method;
    if (fault)
        return refuse(exchange, STATUS_bad_request, fault);
    exchange->client = forwarded_client(&exchange->service->config->trusted_proxy, exchange->conn->peer, list.pairs, list.count);
    exchange->task.client = peers_client(peers_key(exchange->client));
    exchange->arena.holder = ledger_holder(exchange->task.client); /* nothing is taken yet: the target is in exchange->first */
    exchange_headers(exchange, &seen, &found);
    exchange->interim = !strcmp(version, MHD_HTTP_VERSION_1_1);
    const char *encoding = found.header[GUARD_content_encoding];
    if (encoding && *encoding && strcasecmp(encoding, "identity"))
        return refuse(exchange, STATUS_unsupported_media_type, "the body has a Content-Encoding: send it as it is");
    if (exchange->request.media & MEDIA_IS_LINES && (!strcmp(method, "POST") || !strcmp(method, "QUERY")))
        return begin_dialog(exchange);
    return begin_body(exchange);
}

static enum MHD_Result take_body(struct exchange *exchange, const char *data, size_t *size)
{
    size_t taken = *size;
    *size = 0;
    exchange->came += taken;
    if (exchange->state == EXCHANGE_REFUSED)
        return raw_throw_away(exchange) ? MHD_YES : MHD_NO;
    exchange->conn->moved += taken;
    enum status status = exchange_body(exchange, data, taken);
    return status ? refuse(exchange, status, status == STATUS_overloaded ? raw_memory_taken : exchange->service->too_long)
                  : MHD_YES;
}

static enum MHD_Result shed(struct exchange *exchange, struct MHD_Connection *connection)
{
    exchange->shed = true;
    bool begun = exchange->task.begun;
    exchange_problem(exchange, begun ? STATUS_deadline_exceeded : STATUS_overloaded, begun ? place_lost : raw_queue_taken);
    return queue(exchange, connection);
}

/* Until the loop resumes it. */
static enum MHD_Result suspend(struct exchange *exchange, struct MHD_Connection *connection)
{
    conn_enter(exchange->conn, CONN_WORKING, exchange->loop->now);
    conn_set_whole(&exchange->loop->conns, exchange->conn, true);
    MHD_suspend_connection(connection);
    return MHD_YES;
}

/* The request is complete. */
static enum MHD_Result finish(struct exchange *exchange, struct MHD_Connection *connection, enum exchange_next next)
{
    if (next == EXCHANGE_IS_DONE)
        return queue(exchange, connection);
    exchange->state = next == EXCHANGE_IS_DUE ? EXCHANGE_DUE : EXCHANGE_WAITING;
    if (next == EXCHANGE_IS_DUE) {
        loop_postpone(exchange->loop, exchange);
        return suspend(exchange, connection);
    }
    if (service_phase(exchange->service) >= PHASE_CLOSING) {
        exchange_problem(exchange, STATUS_shutting_down, "the service is about to stop; ask again");
        return queue(exchange, connection);
    }
    if (!work_submit(exchange->service->work, &exchange->task, exchange->loop->now))
        return shed(exchange, connection);
    /* The worker may be done already: it is this thread that resumes, later. */
    exchange->loop->suspended++;
    return suspend(exchange, connection);
}

static enum MHD_Result on_request(void *cls, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *data, size_t *data_size, void **context)
{
    struct exchange *exchange = *context;
    (void)cls;
    (void)url;
    if (!exchange)
        return MHD_NO;
    switch (exchange->state) {
    case EXCHANGE_HEADERS:
        return begin(exchange, connection, method, version);
    case EXCHANGE_BODY:
        return *data_size ? take_body(exchange, data, data_size) : finish(exchange, connection, exchange_start(exchange));
    case EXCHANGE_REFUSED:
        return *data_size ? take_body(exchange, data, data_size) : MHD_NO;
    case EXCHANGE_DUE:
        return finish(exchange, connection, exchange_go_on(exchange));
    case EXCHANGE_DIALOG:
        return dialog_take(exchange, data, data_size) ? MHD_YES : MHD_NO;
    case EXCHANGE_SHED:
        return shed(exchange, connection);
    case EXCHANGE_SOLVED:
        return queue(exchange, connection);
    case EXCHANGE_WAITING:
    case EXCHANGE_ANSWERED:
        break;
    }
    return MHD_NO;
}

static void on_completed(void *cls, struct MHD_Connection *connection, void **context, enum MHD_RequestTerminationCode code)
{
    struct exchange *exchange = *context;
    (void)connection;
    (void)code;
    *context = NULL;
    if (exchange)
        complete(((struct http *)cls)->loop, exchange);
}

void http_setup(bool shortcuts)
{
    insides_setup(shortcuts);
}

struct http *http_new(struct loop *loop)
{
    struct http *http = calloc(1, sizeof *http);
    if (!http)
        return NULL;
    http->loop = loop;
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_SUPPRESS_DATE_NO_CLOCK | MHD_USE_ERROR_LOG,
        0, NULL, NULL, on_request, http, MHD_OPTION_EXTERNAL_LOGGER, insides_log, NULL, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)loop->service->connections_max + 1, MHD_OPTION_CONNECTION_TIMEOUT, 0u, MHD_OPTION_NOTIFY_CONNECTION,
        on_connection, http, MHD_OPTION_NOTIFY_COMPLETED, on_completed, http, MHD_OPTION_URI_LOG_CALLBACK, on_target, http,
        MHD_OPTION_UNESCAPE_CALLBACK, keep_encoded, NULL, MHD_OPTION_END);
    const union MHD_DaemonInfo *info = http->daemon ? MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD) : NULL;
    if (!info) {
        if (http->daemon)
            MHD_stop_daemon(http->daemon);
        free(http);
        return NULL;
    }
    http->epoll_fd = info->epoll_fd;
    return http;
}

void http_free(struct http *http)
{
    MHD_stop_daemon(http->daemon);
    free(http);
}

int http_fd(const struct http *http)
{
    return http->epoll_fd;
}

bool http_run(struct http *http)
{
    MHD_UNSIGNED_LONG_LONG timeout;
    MHD_run(http->daemon);
    return MHD_get_timeout(http->daemon, &timeout) == MHD_YES && timeout == 0;
}

bool http_add(struct http *http, int fd, const struct sockaddr *address, socklen_t size)
{
    return MHD_add_connection(http->daemon, fd, address, size) == MHD_YES;
}

void http_resume(struct exchange *exchange)
{
    MHD_resume_connection((struct MHD_Connection *)exchange->handle);
}

void http_suspend(struct exchange *exchange)
{
    MHD_suspend_connection((struct MHD_Connection *)exchange->handle);
}
