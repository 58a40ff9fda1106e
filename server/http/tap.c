#define _GNU_SOURCE /* memmem */
/* An executable's send() goes before libc's: the linker exports it because libmicrohttpd needs one. tests/e2e/smuggling.mjs would
 * notice if it did not. */
#include "server/http/tap.h"
#include "server/log.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local struct loop *this_loop;
static _Thread_local unsigned expected; /* answers of libmicrohttpd's own that were not sent yet */

void tap_enter(struct loop *loop)
{
    this_loop = loop;
}

void tap_log(void *cls, const char *format, va_list args)
{
    char text[300];
    (void)cls;
    if (!strncmp(format, "Error processing request", 24))
        expected++;
    if (!log_wants(LOG_DEBUG))
        return;
    vsnprintf(text, sizeof text, format, args);
    text[strcspn(text, "\n")] = '\0';
    log_event(LOG_DEBUG, "libmicrohttpd", LOG_TEXT("text", text));
}

static enum status status_of(const char *line)
{
    return !strncmp(line + 9, "413", 3) ? STATUS_too_large_body : STATUS_bad_request;
}

static const char *detail_of(const char *line)
{
    static const char *const details[][2] = {
        {"413", "Content-Length or the size of a chunk is beyond every limit"},
        {"414", "the request line is too long"},
        {"431", "the request line and the headers together are too long"},
        {"505", "the version must be HTTP/1.1 or HTTP/1.0"},
        {"500", "the request cannot be taken"},
    };
    for (size_t i = 0; i < sizeof details / sizeof *details; i++)
        if (!strncmp(line + 9, details[i][0], 3))
            return details[i][1];
    return "the request line, the headers or the framing of the body break the rules of HTTP";
}

/* True when these bytes begin an answer that did not come from us: every one of ours has a request id. */
static bool foreign(const void *bytes, size_t size)
{
    static const char mark[] = "\nX-Request-Id: ";
    return size > 12 && !memcmp(bytes, "HTTP/1.1 ", 9) && !memmem(bytes, size, mark, sizeof mark - 1);
}

/* Part of an answer was sent already: it must not look complete. */
static bool cut_begun(struct loop *loop, int fd)
{
    struct conn *conn = loop->dialogs ? conn_find(&loop->conns, fd) : NULL;
    if (!conn || !conn->begun)
        return false;
    conn_cut(conn);
    return true;
}

/* Sends the problem instead and ends our side; libmicrohttpd takes it for a broken connection and closes. */
static ssize_t replace(int fd, const char *line)
{
    char raw[EXCHANGE_RAW_MAX];
    struct loop *loop = this_loop;
    bool begun = cut_begun(loop, fd);
    struct exchange *exchange = begun ? NULL : exchange_new(loop, "");
    expected--;
    if (exchange) {
        exchange_problem(exchange, status_of(line), detail_of(line));
        exchange_finish(exchange, true);
        ssize_t sent = sendto(fd, raw, exchange_raw(exchange, raw), MSG_NOSIGNAL | MSG_DONTWAIT, NULL, 0);
        (void)sent; /* who cannot take it has left */
        metrics_request(loop->metrics, exchange->reply.endpoint, exchange->reply.status, 0);
        exchange_free(&loop->exchanges, exchange);
    }
    shutdown(fd, SHUT_WR);
    errno = EPIPE;
    return -1;
}

ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    if (expected && this_loop && foreign(bytes, size))
        return replace(fd, bytes);
    return sendto(fd, bytes, size, flags, NULL, 0);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    if (expected && this_loop && message->msg_iovlen && foreign(message->msg_iov[0].iov_base, message->msg_iov[0].iov_len))
        return replace(fd, message->msg_iov[0].iov_base);
    return syscall(SYS_sendmsg, fd, message, flags);
}
