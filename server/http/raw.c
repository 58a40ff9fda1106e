#include "server/http/raw.h"
#include "server/http/loop.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

const char raw_memory_taken[] = "other requests hold the memory of the service; ask again in a moment";
const char raw_queue_taken[] = "the workers are busy with long questions; ask again in a moment";

static const char *reason(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {204, "No Content"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {422, "Unprocessable Content"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "Unknown";
}

/* All but the empty line. `framing` says how the body ends. */
static size_t print_head(const struct exchange *exchange, const char *framing, char raw[RAW_MAX])
{
    const struct reply *reply = &exchange->reply;
    size_t n = (size_t)snprintf(raw, RAW_MAX,
                                "HTTP/1.1 %d %s\r\nX-Request-Id: %s\r\nDate: %s\r\nConnection: close\r\nX-Content-Type-Options: "
                                "nosniff\r\nContent-Type: %s\r\n%s",
                                reply->status, reason(reply->status), exchange->id, loop_date(exchange->loop),
                                reply->content_type, framing);
    for (size_t i = 0; i < reply->header_count && n < RAW_MAX; i++)
        n += (size_t)snprintf(raw + n, RAW_MAX - n, "%s: %s\r\n", reply->headers[i].name, reply->headers[i].value);
    return n;
}

size_t raw_answer(const struct exchange *exchange, char raw[RAW_MAX])
{
    const struct reply *reply = &exchange->reply;
    size_t body_size = exchange_is_head(exchange) ? 0 : reply->body_size;
    char framing[48];
    snprintf(framing, sizeof framing, "Content-Length: %zu\r\n", reply->body_size);
    size_t n = print_head(exchange, framing, raw);
    if (n + 2 + body_size > RAW_MAX)
        return 0;
    memcpy(raw + n, "\r\n", 2);
    if (body_size)
        memcpy(raw + n + 2, reply->body, body_size);
    return n + 2 + body_size;
}

size_t raw_head(const struct exchange *exchange, bool chunked, char raw[RAW_MAX])
{
    size_t n = print_head(exchange, chunked ? "Transfer-Encoding: chunked\r\n" : "", raw);
    if (n + 2 > RAW_MAX)
        return 0;
    memcpy(raw + n, "\r\n", 2);
    return n + 2;
}

static void send_and_linger(struct exchange *exchange, const char *raw, size_t size)
{
    exchange_finish(exchange, true);
    exchange_answered(exchange);
    ssize_t sent = send(exchange->conn->fd, raw, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)sent; /* who cannot take it has left */
    shutdown(exchange->conn->fd, SHUT_WR);
    exchange->state = EXCHANGE_REFUSED;
    conn_enter(exchange->conn, CONN_LINGERING, exchange->loop->now);
}

/* The answer is written past libmicrohttpd, which would close at once, and a client that still sends would lose it: so the body
 * is thrown away for a while. */
void raw_finish(struct exchange *exchange)
{
    char raw[RAW_MAX];
    send_and_linger(exchange, raw, raw_answer(exchange, raw));
}

void raw_problem(struct exchange *exchange, enum status status, const char *detail)
{
    exchange_problem(exchange, status, detail);
    raw_finish(exchange);
}

/* It is not worth to be copied. Where no length was told, or not understood, libmicrohttpd is to find the end. */
bool raw_throw_away(struct exchange *exchange)
{
    if (exchange->headers.chunked || !exchange->headers.length)
        return true;
    ssize_t thrown = conn_throw_away(exchange->conn);
    if (thrown > 0)
        exchange->came += (uint64_t)thrown;
    return exchange->came < exchange->headers.length;
}

/* A body that is long, or of unknown length, or that waits to be asked for, is not awaited for a refusal. A short one is: then
 * the connection can go on. */
static bool awaits_body(const struct exchange *exchange)
{
    const struct guard_found *found = &exchange->headers;
    return !found->chunked && found->length <= EXCHANGE_AWAITED && !(found->length && found->header[GUARD_expect]);
}

/* A problem that is too long to be sent at once waits for the body, as an answer does. */
bool raw_refuse_unread(struct exchange *exchange)
{
    if (awaits_body(exchange))
        return false;
    struct arena_mark before = arena_mark(&exchange->arena);
    uint64_t cost;
    char raw[RAW_MAX];
    exchange->request.unread = true;
    enum api_next next =
        api_prepare(&exchange->service->api, &exchange->request, &exchange->arena, &exchange->reply, &exchange->call, &cost);
    exchange->request.unread = false;
    size_t size = next == API_DONE && exchange->reply.problem ? raw_answer(exchange, raw) : 0;
    if (size)
        send_and_linger(exchange, raw, size);
    else
        arena_rewind(&exchange->arena, before);
    return size;
}

bool raw_refuse_busy(struct exchange *exchange)
{
    if (work_admits(exchange->service->work, exchange->task.client))
        return false;
    exchange->shed = true;
    metrics_event(exchange->loop->metrics, EVENT_QUEUE);
    raw_problem(exchange, STATUS_overloaded, raw_queue_taken);
    return true;
}

bool raw_refuse_long(struct exchange *exchange)
{
    uint64_t length = exchange->headers.length;
    if (length <= EXCHANGE_ON_LOOP)
        return false;
    if (ledger_bears(&exchange->service->ledger, exchange->arena.holder, length))
        return raw_refuse_busy(exchange);
    raw_problem(exchange, STATUS_overloaded, raw_memory_taken);
    return true;
}

void raw_refuse(struct loop *loop, int fd, enum status status, const char *detail, bool bodiless)
{
    char raw[RAW_MAX];
    struct exchange *exchange = exchange_new(loop, "");
    if (!exchange)
        return;
    exchange->request.method = bodiless ? "HEAD" : NULL;
    exchange_problem(exchange, status, detail);
    exchange_finish(exchange, true);
    ssize_t sent = sendto(fd, raw, raw_answer(exchange, raw), MSG_NOSIGNAL | MSG_DONTWAIT, NULL, 0);
    (void)sent; /* who cannot take it has left */
    metrics_request(loop->metrics,
                    &(struct metrics_answer){.endpoint = exchange->reply.endpoint, .status = exchange->reply.status});
    exchange_free(&loop->exchanges, exchange);
}
