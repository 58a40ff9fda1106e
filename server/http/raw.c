#include "server/http/raw.h"
#include "server/http/loop.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

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
    const char *method = exchange->request.method;
    size_t body_size = method && !strcmp(method, "HEAD") ? 0 : reply->body_size;
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
