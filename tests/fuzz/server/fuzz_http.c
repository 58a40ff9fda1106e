/* Bytes into the daemon's own loop, by a socket pair: the first byte of an input says where the rest is cut in two, then the
 * client ends his side and reads what comes. The oracle: no crash, no sanitizer report, no assert; what comes back is whole
 * answers, none of them a 500, no more of them than lines were sent; and the connection ends. */
#include "api/api.h"
#include "core/limits.h"
#include "server/http/http.h"
#include "server/http/loop.h"
#include "server/log.h"
#include "tests/fuzz/fuzz.h"

#include <errno.h>
#include <linux/sockios.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MEMORY = 1 << 28,
    TABLES = 1 << 24,
    RESIDENT = 1 << 26,
    WORKERS = 3,
    QUEUE = 64,
    CONNECTIONS = 1000,
    GOT_MAX = 32 << 20,
    YIELDS = 2000,
    PATIENCE_S = 60, /* for an end that never comes */
};
#define DEADLINE (5 * MILLISECOND) /* what is dear is given up */

static struct service service;
static struct config config;
static struct loop *loop;
static char *got;

static const struct api_asset *stand_in(void *what, const char *target)
{
    static const struct api_asset asset = {
        .type = "application/json", .plain = {"{}", 2}, .gzip = {"zip", 3}, .plain_tag = "\"p\"", .gzip_tag = "\"z\""};
    (void)what;
    (void)target;
    return &asset;
}

static void insist(bool truth)
{
    if (!truth)
        abort();
}

static void setup(void)
{
    static char *arguments[] = {(char *)"fuzz", NULL};
    char error[CONFIG_ERROR_MAX];
    signal(SIGPIPE, SIG_IGN);
    insist(config_read(&config, 1, arguments, error));
    config.deadline = DEADLINE;
    log_setup(LOG_NONE);
    memory_setup();
    http_setup(true);
    insist(api_setup() && memory_share(&service.memory, MEMORY, TABLES, RESIDENT));
    ledger_init(&service.ledger, service.memory.requests);
    service.tables = tables_open("none", TABLES);
    service_fill(&service, &config);
    service.api.document = stand_in;
    service.connections_max = CONNECTIONS;
    service.metrics = metrics_new(1);
    service.work = work_new(WORKERS, QUEUE, DEADLINE);
    int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    loop = aligned_alloc(64, (sizeof *loop + 63) / 64 * 64);
    got = malloc(GOT_MAX);
    insist(service.tables && service.metrics && service.work && loop && got && !listen(listening, 1));
    insist(loop_init(loop, &service, &loop, 0, 1, listening) && loop_start(loop));
}

/* As an accepted connection comes from another loop. */
static int enter(void)
{
    int pair[2];
    insist(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair));
    struct handed new = {.fd = pair[1], .peer.size = sizeof(sa_family_t)};
    new.peer.at.ss_family = AF_UNIX;
    atomic_fetch_add(&service.connections, 1);
    atomic_fetch_add(&loop->load, 1);
    pthread_mutex_lock(&loop->lock);
    loop->handed[loop->handed_count++] = new;
    pthread_mutex_unlock(&loop->lock);
    loop_wake(loop);
    return pair[0];
}

/* Returns when the daemon has read it, or does not want to: an end that comes together with what is before it is noticed at a
 * tick only, and those are rare. */
static void send_all(int fd, const uint8_t *bytes, size_t n)
{
    int unread = 0;
    for (ssize_t sent; n && ((sent = send(fd, bytes, n, MSG_NOSIGNAL)) > 0 || errno == EINTR); n -= (size_t)sent) {
        sent = sent > 0 ? sent : 0;
        bytes += sent; /* who is cut off meanwhile has sent enough */
    }
    for (int i = 0; i < YIELDS && !ioctl(fd, SIOCOUTQ, &unread) && unread; i++)
        sched_yield();
}

static size_t receive_all(int fd)
{
    size_t n = 0;
    struct timeval patience = {.tv_sec = PATIENCE_S};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    for (;;) {
        insist(n < GOT_MAX - 1);
        ssize_t some = recv(fd, got + n, GOT_MAX - 1 - n, 0);
        if (some < 0 && errno == EINTR) /* libFuzzer has a timer */
            continue;
        if (some <= 0) {
            insist(some == 0 || errno == ECONNRESET || errno == EPIPE);
            got[n] = '\0';
            return n;
        }
        n += (size_t)some;
    }
}

static bool is_answer(const char *at, const char *end)
{
    return end - at >= 13 && !memcmp(at, "HTTP/1.1 ", 9);
}

/* The value of a header between `at` and the empty line; NULL: there is none. */
static const char *header(const char *at, const char *end, const char *name)
{
    size_t n = strlen(name);
    for (; at && at < end; at = memchr(at, '\n', (size_t)(end - at)), at = at ? at + 1 : NULL)
        if ((size_t)(end - at) > n && !strncasecmp(at, name, n) && at[n] == ':')
            return at + n + 1 + strspn(at + n + 1, " ");
    return NULL;
}

/* Past the chunks; the end, where they were cut off. */
static const char *past_chunks(const char *at, const char *end)
{
    for (;;) {
        char *behind;
        unsigned long size = strtoul(at, &behind, 16);
        if (end - behind < 2)
            return end;
        insist(behind > at && !memcmp(behind, "\r\n", 2));
        at = behind + 2;
        if ((size_t)(end - at) < size + 2)
            return end;
        insist(!memcmp(at + size, "\r\n", 2));
        at += size + 2;
        if (!size)
            return at;
    }
}

/* An answer to HEAD tells a length, and has no body. */
static const char *past_body(const char *at, const char *end, unsigned long length)
{
    if (is_answer(at, end) || at == end)
        return at;
    insist((size_t)(end - at) >= length);
    return at + length;
}

static size_t count_answers(const char *at, const char *end)
{
    size_t answers = 0;
    while (at < end) {
        insist(is_answer(at, end));
        const char *body = strstr(at, "\r\n\r\n");
        insist(body != NULL);
        unsigned long status = strtoul(at + 9, NULL, 10);
        insist(status >= 100 && status != 500);
        const char *length = header(at, body + 2, "content-length"), *coding = header(at, body + 2, "transfer-encoding");
        at = body + 4;
        answers += status >= 200;
        if (coding)
            at = past_chunks(at, end);
        else if (length)
            at = past_body(at, end, strtoul(length, NULL, 10));
        else if (status >= 200 && status != 204 && status != 304)
            at = end; /* up to the end of the connection, to who knows no chunks */
    }
    return answers;
}

/* Nothing of it is under way any more, on no thread, and nothing was forgotten. */
static void see_it_end(void)
{
    struct work_counts work;
    while (atomic_load(&service.connections))
        sched_yield();
    do
        work = work_count(service.work);
    while ((work.running || work.waiting) && !sched_yield());
    insist(!metrics_in_flight(service.metrics));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t lines = 1;
    if (!size)
        return 0;
    if (!loop)
        setup();
    size_t cut = size * data[0] / 256;
    data++;
    size--;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    int fd = enter();
    send_all(fd, data, cut);
    send_all(fd, data + cut, size - cut);
    shutdown(fd, SHUT_WR);
    size_t n = receive_all(fd);
    close(fd);
    see_it_end();
    insist(count_answers(got, got + n) <= lines);
    return 0;
}
