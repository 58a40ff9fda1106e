#define _GNU_SOURCE /* accept4, strcasestr */
#include "server/metrics/admin.h"
#include "core/limits.h"
#include "server/clock.h"
#include "server/log.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEAD_MAX = 4096, FIRST_BYTES = 65536, ALLOWED_MS = 1000 };

static struct {
    struct service *service;
    struct address address;
    int door, spare; /* spare: a descriptor kept for the day when there is no other */
    bool started;
    pthread_t thread;
} admin;

static bool wait_for(int fd, short events, uint64_t until)
{
    struct pollfd one = {.fd = fd, .events = events};
    uint64_t now = clock_now();
    return now < until && poll(&one, 1, (int)((until - now) / MILLISECOND) + 1) > 0;
}

/* The head of a request; false: it did not come in time, or is too long. */
static bool read_head(int fd, char head[HEAD_MAX], uint64_t until)
{
    for (size_t n = 0; n < HEAD_MAX - 1 && wait_for(fd, POLLIN, until);) {
        ssize_t got = recv(fd, head + n, HEAD_MAX - 1 - n, MSG_DONTWAIT);
        if (got <= 0)
            return false;
        n += (size_t)got;
        head[n] = '\0';
        if (strlen(head) != n)
            return false;
        if (strstr(head, "\r\n\r\n"))
            return true;
    }
    return false;
}

static void send_all(int fd, const char *bytes, size_t n, uint64_t until)
{
    while (n && wait_for(fd, POLLOUT, until)) {
        ssize_t sent = send(fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent <= 0)
            return;
        bytes += sent;
        n -= (size_t)sent;
    }
}

static bool is_served(const char *target)
{
    static const char *const paths[] = {"/healthz", "/livez", "/readyz", "/metrics"};
    size_t n = strcspn(target, "?");
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (strlen(paths[i]) == n && !memcmp(target, paths[i], n))
            return true;
    return false;
}

/* What stands behind "Accept:", cut off where its line ends; NULL: nothing. */
static char *find_accept(char *head)
{
    static const char name[] = "\r\nAccept:";
    char *value = strcasestr(head, name), *end = value ? strstr(value + 2, "\r\n") : NULL;
    if (!end)
        return NULL;
    *end = '\0';
    value += sizeof name - 1;
    return value + strspn(value, " \t");
}

/* Cuts out method, target and what is accepted. */
static bool split(char *head, struct request *request)
{
    char *accept = find_accept(head);
    char *blank = strchr(head, ' '), *end = blank ? strpbrk(blank + 1, " \r") : NULL;
    if (!end || *end != ' ')
        return false;
    *blank = *end = '\0';
    *request = (struct request){.method = head, .target = blank + 1, .accept = accept};
    return true;
}

/* The one header of a reply that somebody there can do something with: "Allow", where the method is not taken. */
static const char *allowed(const struct reply *reply)
{
    for (size_t i = 0; i < reply->header_count; i++)
        if (!strcmp(reply->headers[i].name, "Allow"))
            return reply->headers[i].value;
    return NULL;
}

static void answer(int fd, char *head, uint64_t until)
{
    _Alignas(16) static char first[FIRST_BYTES]; /* one connection at a time */
    struct service *service = admin.service;
    struct arena arena;
    struct budget budget = {.left = BUDGET_STEPS, .arena = &arena};
    struct request request;
    struct reply reply = {.endpoint = ""};
    char line[512];
    arena_init(&arena, first, sizeof first, service->arena_cap);
    if (!split(head, &request))
        api_problem(&service->api, NULL, &arena, &reply, STATUS_bad_request, "the request line has no method or no target");
    else if (!is_served(request.target))
        api_problem(&service->api, &request, &arena, &reply, STATUS_not_found, "this door has health and metrics only");
    else
        api_handle(&service->api, &request, &arena, &budget, &reply);
    bool bodiless = !strcmp(head, "HEAD");
    const char *allow = allowed(&reply);
    int n = snprintf(line, sizeof line,
                     "HTTP/1.1 %d %s\r\nConnection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                     "%s%s%sContent-Type: %s\r\nContent-Length: %zu\r\n\r\n",
                     reply.status, reply.status < 400 ? "OK" : "Refused", allow ? "Allow: " : "", allow ? allow : "",
                     allow ? "\r\n" : "", reply.content_type ? reply.content_type : "text/plain", reply.body_size);
    send_all(fd, line, (size_t)n, until);
    if (!bodiless)
        send_all(fd, reply.body, reply.body_size, until);
    arena_reset(&arena);
}

/* Where descriptors ran out, the one that was kept is given for one answer. */
static int next_client(void)
{
    int fd = accept4(admin.door, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0 || (errno != EMFILE && errno != ENFILE))
        return fd;
    close(admin.spare);
    fd = accept4(admin.door, NULL, NULL, SOCK_CLOEXEC);
    admin.spare = -1;
    return fd;
}

static void *serve(void *unused)
{
    char head[HEAD_MAX];
    struct pollfd door = {.fd = admin.door, .events = POLLIN};
    (void)unused;
    for (;;) {
        poll(&door, 1, -1);
        if (door.revents & (POLLHUP | POLLNVAL | POLLERR))
            return NULL; /* shut by admin_stop() */
        int fd = next_client();
        uint64_t until = clock_now() + ALLOWED_MS * MILLISECOND;
        if (fd >= 0 && read_head(fd, head, until))
            answer(fd, head, until);
        if (fd >= 0)
            close(fd);
        if (admin.spare < 0)
            admin.spare = dup(admin.door);
    }
}

bool admin_open(struct service *service, struct address *address)
{
    admin.service = service;
    admin.door = address_listen(address);
    if (admin.door < 0)
        return false;
    admin.address = *address;
    admin.spare = dup(admin.door);
    return true;
}

bool admin_start(void)
{
    char text[ADDRESS_TEXT_MAX];
    if (!admin.service)
        return true;
    address_print(&admin.address, text);
    log_event(LOG_INFO, "admin door", LOG_TEXT("address", text));
    admin.started = !(errno = pthread_create(&admin.thread, NULL, serve, NULL));
    return admin.started;
}

void admin_stop(void)
{
    if (!admin.started)
        return;
    shutdown(admin.door, SHUT_RDWR);
    pthread_join(admin.thread, NULL);
    address_leave(&admin.address);
    close(admin.door);
    if (admin.spare >= 0)
        close(admin.spare);
    admin.started = false;
}
