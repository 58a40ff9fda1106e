#include "server/judge/interact/wire.h"

#include "server/clock.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static void keep(struct pipes *wire, const char *mark, const char *line, size_t n)
{
    if (!wire->record)
        return;
    fprintf(wire->record, "%s %.*s%s\n", mark, (int)(n < WIRE_KEPT ? n : WIRE_KEPT), line, n > WIRE_KEPT ? "..." : "");
}

/* HEARD_LINE: something can be read or written there. */
static enum heard await(int fd, short events, uint64_t until)
{
    struct pollfd poll_fd = {.fd = fd, .events = events};
    for (;;) {
        uint64_t now = clock_now();
        int n = poll(&poll_fd, 1, now < until ? (int)((until - now + MILLISECOND - 1) / MILLISECOND) : 0);
        if (n > 0)
            return HEARD_LINE;
        if (n == 0 && clock_now() >= until)
            return HEARD_LATE;
        if (n < 0 && errno != EINTR)
            return HEARD_FAILED;
    }
}

/* More bytes; HEARD_LINE: there are some. */
static enum heard fill(struct pipes *wire, uint64_t until)
{
    memmove(wire->bytes, wire->bytes + wire->taken, wire->n - wire->taken);
    wire->n -= wire->taken;
    wire->taken = 0;
    if (wire->n == WIRE_LINE)
        return HEARD_LONG;
    enum heard heard = await(wire->in, POLLIN, until);
    if (heard != HEARD_LINE)
        return heard;
    ssize_t got = read(wire->in, wire->bytes + wire->n, WIRE_LINE - wire->n);
    if (got < 0)
        return errno == EINTR || errno == EAGAIN ? HEARD_LINE : HEARD_FAILED;
    wire->n += (size_t)got;
    return got ? HEARD_LINE : HEARD_END;
}

static int is_blank(const char *line, size_t n)
{
    size_t i = 0;
    while (i < n && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r'))
        i++;
    return i == n;
}

enum heard wire_hear(struct pipes *wire, char **line, size_t *n)
{
    uint64_t until = clock_now() + WIRE_PATIENCE_S * SECOND;
    bool blank = false; /* lines were, up to now */
    for (enum heard heard = HEARD_LINE;; heard = fill(wire, until)) {
        char *at = wire->bytes + wire->taken, *end;
        if (heard == HEARD_LATE && (blank || wire->n > wire->taken))
            return HEARD_BLANK;
        if (heard == HEARD_END && wire->n > wire->taken) /* the last line has no end */
            wire->bytes[wire->n++] = '\n';
        else if (heard != HEARD_LINE)
            return heard;
        at = wire->bytes + wire->taken;
        while ((end = memchr(at, '\n', wire->n - wire->taken))) {
            wire->taken += (size_t)(end - at) + 1;
            if (!is_blank(at, (size_t)(end - at))) {
                *end = '\0';
                *line = at;
                *n = (size_t)(end - at);
                keep(wire, ">", at, *n);
                return HEARD_LINE;
            }
            at = end + 1;
            blank = true;
        }
        if (blank && clock_now() >= until) /* who never pauses is not late for fill() */
            return HEARD_BLANK;
    }
}

/* No more at once than a pipe takes that has told it has room. */
enum heard wire_say(struct pipes *wire, const char *line, size_t n)
{
    uint64_t until = clock_now() + WIRE_PATIENCE_S * SECOND;
    keep(wire, "<", line, n);
    for (size_t at = 0; at <= n;) {
        enum heard heard = await(wire->out, POLLOUT, until);
        if (heard != HEARD_LINE)
            return heard;
        size_t left = n - at, part = left < PIPE_BUF ? left : PIPE_BUF;
        ssize_t put = left ? write(wire->out, line + at, part) : write(wire->out, "\n", 1);
        if (put < 0 && errno == EPIPE)
            return HEARD_END;
        if (put < 0 && errno != EINTR && errno != EAGAIN)
            return HEARD_FAILED;
        at += put > 0 ? (size_t)put : 0;
    }
    return HEARD_LINE;
}
