#include "server/log.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static enum log_level lowest = LOG_INFO;
static const char *const names[] = {"debug", "info", "warn", "error", "none"};

enum {
    LINE_MAX_BYTES = 2000,
    RING_BYTES = 1 << 18, /* a power of two */
    KINDS = 64,           /* events that are told apart; there are fewer */
};

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

/* ---- the ring ---- */

/* How often an event was met in the second. */
struct kind {
    const char *event;
    enum log_level level;
    uint64_t count;
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool held, started, writing; /* writing: what was taken out is on its way */
    uint64_t from, to;           /* bytes taken out and put in since the start */
    time_t second;               /* of the kinds */
    struct kind kinds[KINDS];
    char v[RING_BYTES];
} ring = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static atomic_uint_fast64_t dropped;

uint64_t log_dropped(void)
{
    return atomic_load_explicit(&dropped, memory_order_relaxed);
}

static void write_all(const char *bytes, size_t n)
{
    while (n) {
        ssize_t written = write(STDERR_FILENO, bytes, n);
        struct pollfd room = {.fd = STDERR_FILENO, .events = POLLOUT};
        if (written > 0) {
            bytes += written;
            n -= (size_t)written;
        } else if (errno == EAGAIN) {
            poll(&room, 1, -1);
        } else if (errno != EINTR) {
            return; /* nobody is left to be told that the log cannot be written */
        }
    }
}

/* Under the lock, unless no thread writes yet. */
static void put_line(const char *bytes, size_t n)
{
    if (!ring.started && !ring.held) {
        write_all(bytes, n);
        return;
    }
    if (ring.to - ring.from + n > RING_BYTES) {
        atomic_fetch_add_explicit(&dropped, 1, memory_order_relaxed);
        return;
    }
    size_t at = ring.to % RING_BYTES, first = n < RING_BYTES - at ? n : RING_BYTES - at;
    memcpy(ring.v + at, bytes, first);
    memcpy(ring.v, bytes + first, n - first);
    ring.to += n;
    pthread_cond_broadcast(&ring.changed);
}

/* ---- lines ---- */

static void begin_line(struct line *line, enum log_level level, const char *event, const struct timespec *now)
{
    struct tm utc;
    char text[64];
    line->n = 0;
    gmtime_r(&now->tv_sec, &utc);
    size_t n = strftime(text, sizeof text, "{\"time\":\"%Y-%m-%dT%H:%M:%S", &utc);
    put(line, text, n);
    n = (size_t)snprintf(text, sizeof text, ".%03ldZ\",\"level\":\"%s\",\"event\":", now->tv_nsec / 1000000, names[level]);
    put(line, text, n);
    put_string(line, event);
}

static void put_pair(struct line *line, const struct log_pair *pair)
{
    char text[64];
    put(line, ",", 1);
    put_string(line, pair->name);
    put(line, ":", 1);
    size_t n = (size_t)snprintf(text, sizeof text, "%lld", (long long)pair->number);
    if (pair->text)
        put_string(line, pair->text);
    else
        put(line, text, n);
}

static void end_line(struct line *line)
{
    memcpy(line->v + line->n, "}\n", 2);
    put_line(line->v, line->n + 2);
}

/* ---- events that are repeated ---- */

/* A new second has begun: tells of the last one. */
static void sum_up(const struct timespec *now)
{
    if (now->tv_sec == ring.second)
        return;
    ring.second = now->tv_sec;
    for (struct kind *kind = ring.kinds; kind < ring.kinds + KINDS && kind->event; kind++) {
        if (kind->count > LOG_AT_ONCE) {
            struct line line;
            begin_line(&line, kind->level, kind->event, now);
            put_pair(&line, &LOG_NUMBER("repeated", kind->count - LOG_AT_ONCE));
            end_line(&line);
        }
        kind->event = NULL;
    }
}

/* True when there were enough of them in this second. */
static bool is_repeated(enum log_level level, const char *event)
{
    for (struct kind *kind = ring.kinds; level > LOG_DEBUG && kind < ring.kinds + KINDS; kind++) {
        if (!kind->event)
            *kind = (struct kind){.event = event, .level = level};
        if (kind->level == level && !strcmp(kind->event, event))
            return ++kind->count > LOG_AT_ONCE;
    }
    return false;
}

void log_pairs(enum log_level level, const char *event, const struct log_pair *pairs, int count)
{
    struct line line;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    pthread_mutex_lock(&ring.lock);
    sum_up(&now);
    bool repeated = is_repeated(level, event);
    pthread_mutex_unlock(&ring.lock);
    if (repeated)
        return;
    begin_line(&line, level, event, &now);
    for (int i = 0; i < count; i++)
        if (pairs[i].name)
            put_pair(&line, &pairs[i]);
    pthread_mutex_lock(&ring.lock);
    end_line(&line);
    pthread_mutex_unlock(&ring.lock);
}

/* ---- the thread that writes ---- */

static bool has_kinds(void)
{
    return ring.kinds[0].event;
}

/* A second at most, for what has to be summed up. */
static void wait_for_lines(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    if (has_kinds())
        pthread_cond_timedwait(&ring.changed, &ring.lock, &until);
    else
        pthread_cond_wait(&ring.changed, &ring.lock);
}

static void *write_lines(void *unused)
{
    static char out[RING_BYTES];
    (void)unused;
    pthread_mutex_lock(&ring.lock);
    for (;;) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        sum_up(&now);
        size_t n = ring.to - ring.from, at = ring.from % RING_BYTES, first = n < RING_BYTES - at ? n : RING_BYTES - at;
        ring.writing = n;
        if (!n) {
            pthread_cond_broadcast(&ring.changed);
            wait_for_lines();
            continue;
        }
        memcpy(out, ring.v + at, first);
        memcpy(out + first, ring.v, n - first);
        ring.from += n;
        pthread_mutex_unlock(&ring.lock);
        write_all(out, n);
        pthread_mutex_lock(&ring.lock);
    }
    return NULL;
}

void log_hold(void)
{
    ring.held = true;
}

bool log_start(void)
{
    pthread_t thread;
    pthread_mutex_lock(&ring.lock);
    ring.started = !pthread_create(&thread, NULL, write_lines, NULL);
    if (!ring.started && ring.held) {
        write_all(ring.v, ring.to - ring.from); /* from the beginning of the ring: nothing was taken out yet */
        ring.from = ring.to;
    }
    ring.held = false;
    pthread_mutex_unlock(&ring.lock);
    return ring.started && !pthread_detach(thread);
}

void log_flush(unsigned milliseconds)
{
    struct timespec until;
    if (ring.held)
        log_start();
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&ring.lock);
    while (ring.started && (ring.writing || ring.to != ring.from))
        if (pthread_cond_timedwait(&ring.changed, &ring.lock, &until))
            break;
    pthread_mutex_unlock(&ring.lock);
}
