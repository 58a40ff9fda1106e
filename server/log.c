#include "server/log.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static enum log_level lowest = LOG_INFO;
static const char *const names[] = {"debug", "info", "warn", "error", "none"};

enum { LINE_MAX_BYTES = 2000 };

struct line {
    char v[LINE_MAX_BYTES];
    size_t n;
};

bool log_parse_level(const char *text, enum log_level *level)
{
    for (int i = LOG_DEBUG; i <= LOG_NONE; i++)
        if (!strcmp(text, names[i])) {
            *level = (enum log_level)i;
            return true;
        }
    return false;
}

void log_setup(enum log_level level)
{
    lowest = level;
}

bool log_wants(enum log_level level)
{
    return level >= lowest;
}

/* Room is always kept for the end of the line; what does not fit is left out. */
static void put(struct line *line, const char *bytes, size_t n)
{
    size_t room = sizeof line->v - 4 - line->n;
    if (n > room)
        n = room;
    memcpy(line->v + line->n, bytes, n);
    line->n += n;
}

/* Anything that is not printable ASCII is escaped byte by byte: what a client sent must not break a line or a terminal. */
static void put_string(struct line *line, const char *text)
{
    put(line, "\"", 1);
    for (; *text && line->n < sizeof line->v - 100; text++) {
        char escaped[8];
        unsigned char byte = (unsigned char)*text;
        if (byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\')
            put(line, text, 1);
        else
            put(line, escaped, (size_t)snprintf(escaped, sizeof escaped, "\\u%04x", byte));
    }
    put(line, "\"", 1);
}

void log_pairs(enum log_level level, const char *event, const struct log_pair *pairs, int count)
{
    struct line line = {.n = 0};
    struct timespec now;
    struct tm utc;
    char text[64];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    size_t n = strftime(text, sizeof text, "{\"time\":\"%Y-%m-%dT%H:%M:%S", &utc);
    put(&line, text, n);
    n = (size_t)snprintf(text, sizeof text, ".%03ldZ\",\"level\":\"%s\",\"event\":", now.tv_nsec / 1000000, names[level]);
    put(&line, text, n);
    put_string(&line, event);
    for (int i = 0; i < count; i++) {
        if (!pairs[i].name)
            continue;
        put(&line, ",", 1);
        put_string(&line, pairs[i].name);
        put(&line, ":", 1);
        n = (size_t)snprintf(text, sizeof text, "%lld", (long long)pairs[i].number);
        if (pairs[i].text)
            put_string(&line, pairs[i].text);
        else
            put(&line, text, n);
    }
    memcpy(line.v + line.n, "}\n", 2);
    ssize_t written = write(STDERR_FILENO, line.v, line.n + 2);
    (void)written; /* nobody is left to be told that the log cannot be written */
}
