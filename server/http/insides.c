#define _GNU_SOURCE /* memmem */
#include "server/http/insides.h"
#include "server/http/raw.h"
#include "server/log.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum torn { TORN_BY_SIZE, TORN_BY_LINE, TORN_BY_LAYOUT };

static struct {
    enum torn torn;
    bool block, refusals, ends, method;
} tricks;

static const struct {
    const char *version;
    enum torn torn;
} known[] = {{"0.9.75", TORN_BY_LAYOUT}, {"1.0.1", TORN_BY_LINE}};

void insides_setup(bool wanted)
{
    const char *version = MHD_get_version();
    memset(&tricks, 0, sizeof tricks);
    for (size_t i = 0; wanted && i < sizeof known / sizeof *known; i++)
        if (!strcmp(version, known[i].version)) {
            tricks.torn = known[i].torn;
            tricks.block = tricks.refusals = tricks.ends = tricks.method = true;
        }
    log_event(tricks.block ? LOG_DEBUG : LOG_INFO, "libmicrohttpd", LOG_TEXT("version", version),
              LOG_TEXT("shortcuts", tricks.block ? "on" : "off"));
}

/* ---- torn ---- */

/* Blanks and line ends have become NUL where they stood; so a NUL that the client sent, or a folded line, shows as a part that
 * does not end where the next begins. */
static bool line_torn(const struct insides_head *head)
{
    return head->target_at != head->method + strlen(head->method) + 1 || head->version != head->target_at + head->target_size + 1;
}

static bool layout_torn(const struct insides_head *head)
{
    enum { LINE_END = 2 };
    const char *end = head->version + strlen(head->version);
    if (line_torn(head))
        return true;
    for (size_t i = 0; i < head->count; i++) {
        if (head->pairs[i].name != end + LINE_END)
            return true;
        end = head->pairs[i].value + head->pairs[i].value_size;
    }
    return (size_t)(end - head->method) + 2 * LINE_END != head->size;
}

/* Every header as nearly everybody writes it: at most one blank before its value, none behind it. */
static bool size_torn(const struct insides_head *head)
{
    enum { LINE_ENDS = 4, BLANKS = 2, COLON_AND_END = 3 };
    size_t least = strlen(head->method) + head->target_size + strlen(head->version) + BLANKS + LINE_ENDS;
    for (size_t i = 0; i < head->count; i++)
        least += head->pairs[i].name_size + head->pairs[i].value_size + COLON_AND_END;
    return head->size < least || head->size > least + head->count;
}

bool insides_torn(const struct insides_head *head)
{
    switch (tricks.torn) {
    case TORN_BY_LAYOUT:
        return layout_torn(head);
    case TORN_BY_LINE:
        return line_torn(head);
    case TORN_BY_SIZE:
        break;
    }
    return size_torn(head);
}

/* ---- block ---- */

enum { BLOCK_LINES = 16, BLOCK_BYTES = 2000 };

/* The headers of an answer, on their way into libmicrohttpd. */
struct block {
    struct MHD_Response *response;
    size_t n, count;
    size_t ends[BLOCK_LINES];
    char v[BLOCK_BYTES];
};

/* Adds one header to the block; its line end is put in afterwards, see insides_put_headers(). */
static void put_sized(struct block *block, const char *name, size_t name_size, const char *value, size_t value_size)
{
    if (!tricks.block || block->count == BLOCK_LINES || block->n + name_size + value_size + 5 > sizeof block->v) {
        MHD_add_response_header(block->response, name, value);
        return;
    }
    if (block->n) {
        block->ends[block->count++] = block->n;
        memcpy(block->v + block->n, "..", 2);
        memcpy(block->v + block->n + 2, name, name_size);
        memcpy(block->v + block->n + 2 + name_size, ": ", 2);
        block->n += name_size + 4;
    }
    memcpy(block->v + block->n, value, value_size);
    block->n += value_size;
    block->v[block->n] = '\0';
}

/* Inline, so that the size of a literal is known. */
static inline void put_header(struct block *block, const char *name, const char *value)
{
    put_sized(block, name, strlen(name), value, strlen(value));
}

/* libmicrohttpd spends three allocations and a dozen scans on each header, a third of what a small answer costs. So all headers
 * are handed over as the value of the first, and the line ends, which it would refuse, are put into its copy. */
static void hand_over(struct block *block, const char *first)
{
    MHD_add_response_header(block->response, first, block->v);
    char *copy = (char *)(uintptr_t)MHD_get_response_header(block->response, first);
    for (size_t i = 0; copy && i < block->count; i++)
        memcpy(copy + block->ends[i], "\r\n", 2);
}

void insides_put_headers(struct exchange *exchange, struct MHD_Response *response)
{
    static const char first[] = "X-Request-Id";
    const struct reply *reply = &exchange->reply;
    struct block block; /* not zeroed: most of it is room for the text */
    block.response = response;
    block.n = block.count = 0;
    put_header(&block, first, exchange->id);
    put_header(&block, "Date", loop_date(exchange->loop));
    put_header(&block, "X-Content-Type-Options", "nosniff");
    if (reply->content_type)
        put_header(&block, "Content-Type", reply->content_type);
    for (size_t i = 0; i < reply->header_count; i++)
        put_header(&block, reply->headers[i].name, reply->headers[i].value);
    if (*exchange->timing)
        put_header(&block, "Server-Timing", exchange->timing);
    if (block.n)
        hand_over(&block, first);
    if (exchange->last)
        MHD_add_response_header(response, "Connection", "close");
}

/* ---- refusals ---- */

static _Thread_local struct loop *this_loop;
static _Thread_local unsigned expected; /* answers of libmicrohttpd's own that were not sent yet */
static _Thread_local bool silent;       /* the next connection that it ends has no answer at all */

void insides_enter(struct loop *loop)
{
    this_loop = loop;
}

/* After these, 1.0 ends the connection without a word. */
static bool is_wordless(const char *text)
{
    static const char *const texts[] = {"The NUL character is in the request line",
                                        "Bare LF characters are not allowed in the request line",
                                        "Too many meaningless extra empty lines"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strncmp(text, texts[i], strlen(texts[i])))
            return true;
    return false;
}

void insides_log(void *cls, const char *format, va_list args)
{
    char text[300];
    (void)cls;
    if (tricks.refusals && !strncmp(format, "Error processing request", 24))
        expected++;
    else if (!tricks.refusals && !log_wants(LOG_DEBUG))
        return;
    vsnprintf(text, sizeof text, format, args);
    if (tricks.refusals && is_wordless(text))
        silent = true;
    if (!log_wants(LOG_DEBUG))
        return;
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

/* Where part of an answer was sent already, it must not look complete. */
static void tell(struct loop *loop, int fd, const char *line, bool bodiless)
{
    struct conn *conn = conn_find(&loop->conns, fd);
    if (conn && conn->begun) {
        conn_cut(conn);
        return;
    }
    raw_refuse(loop, fd, status_of(line), detail_of(line), bodiless);
    if (conn)
        conn->begun = true;
}

/* Sends the problem instead and ends our side; libmicrohttpd takes it for a broken connection and closes. */
static ssize_t replace(int fd, const char *line, bool bodiless)
{
    expected--;
    tell(this_loop, fd, line, bodiless);
    shutdown(fd, SHUT_WR);
    errno = EPIPE;
    return -1;
}

/* An executable's send() goes before libc's: the linker exports it because libmicrohttpd needs one. A head is sent by it alone
 * where no body follows, which is how an answer to HEAD is told. */
ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    if (expected && this_loop && foreign(bytes, size))
        return replace(fd, bytes, size >= 4 && !memcmp((const char *)bytes + size - 4, "\r\n\r\n", 4) && !(flags & MSG_MORE));
    return sendto(fd, bytes, size, flags, NULL, 0);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    if (expected && this_loop && message->msg_iovlen && foreign(message->msg_iov[0].iov_base, message->msg_iov[0].iov_len))
        return replace(fd, message->msg_iov[0].iov_base, false);
    return syscall(SYS_sendmsg, fd, message, flags);
}

/* What libmicrohttpd 1.0 does first when it ends a connection without a word. */
int shutdown(int fd, int how)
{
    if (silent && this_loop && how == SHUT_WR) {
        silent = false;
        tell(this_loop, fd, "HTTP/1.1 400", false);
    }
    return (int)syscall(SYS_shutdown, fd, how);
}

void insides_ended(struct conn *conn)
{
    if (!expected || conn->begun || conn->cut || conn->exchange->state != EXCHANGE_HEADERS)
        return;
    expected--;
    tell(this_loop, conn->fd, "HTTP/1.1 431", exchange_is_head(conn->exchange));
}

/* ---- method ---- */

/* The request line lies whole in the buffer of the connection, however it came, and that begins no later than the lowest place
 * that it was read into. The end of an empty line before it has become NUL in 0.9. */
bool insides_asks_head(const struct conn *conn, const char *target)
{
    static const char head[] = "HEAD"; /* its NUL, too: that is what the blank has become */
    if (!tricks.method || !conn->lowest || (uintptr_t)target < (uintptr_t)conn->lowest + sizeof head)
        return false;
    const char *line = target - sizeof head;
    return !memcmp(line, head, sizeof head) && (line == conn->lowest || !line[-1] || line[-1] == '\n');
}

/* ---- ends ---- */

static bool is_whole(const struct loop *loop, int fd)
{
    const struct conn *conn = loop->conns.whole ? conn_find(&loop->conns, fd) : NULL;
    return conn && conn->whole;
}

/* Nothing yet, instead of the end: libmicrohttpd sees it when the answer is sent. */
ssize_t recv(int fd, void *bytes, size_t size, int flags)
{
    ssize_t n = recvfrom(fd, bytes, size, flags, NULL, NULL);
    struct conn *conn = n > 0 && this_loop && !flags ? conn_find(&this_loop->conns, fd) : NULL;
    if (conn && (!conn->lowest || (uintptr_t)bytes < (uintptr_t)conn->lowest))
        conn->lowest = bytes;
    if (n || !size || !tricks.ends || !this_loop || !is_whole(this_loop, fd))
        return n;
    errno = EAGAIN;
    return -1;
}
