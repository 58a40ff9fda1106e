#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "server/supervise.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

enum { FIRST_FD = 3 };

static struct {
    struct sockaddr_un at;
    socklen_t size;  /* 0: nobody is told */
    int fd;          /* opened at start: later no socket can be */
    long watched_us; /* how long it may hear nothing of us; 0: nobody watches */
    long sockets;
} supervise;

/* The number in a variable; 0 where there is none. */
static long number(const char *variable)
{
    const char *text = getenv(variable);
    size_t digits = text ? strspn(text, "0123456789") : 0;
    return digits && digits < 19 && !text[digits] ? strtol(text, NULL, 10) : 0;
}

/* A path, or "@" and a name without a file. */
static void find_notified(void)
{
    const char *path = getenv("NOTIFY_SOCKET");
    size_t n = path ? strlen(path) : 0;
    if (n < 2 || n >= sizeof supervise.at.sun_path || (*path != '/' && *path != '@'))
        return;
    supervise.at.sun_family = AF_UNIX;
    memcpy(supervise.at.sun_path, path, n);
    if (*path == '@')
        supervise.at.sun_path[0] = '\0';
    supervise.fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (supervise.fd >= 0)
        supervise.size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n + (*path != '@'));
}

void supervise_setup(void)
{
    static const char *const own[] = {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID",
                                      "LISTEN_FDS",    "LISTEN_PID",    "LISTEN_FDNAMES"};
    find_notified();
    long watched_pid = number("WATCHDOG_PID");
    supervise.watched_us = supervise.size && (!watched_pid || watched_pid == getpid()) ? number("WATCHDOG_USEC") : 0;
    supervise.sockets = number("LISTEN_PID") == getpid() ? number("LISTEN_FDS") : 0;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        unsetenv(own[i]);
}

int supervise_listener(struct address *address)
{
    int listens = 0, type = 0, flags;
    socklen_t size = sizeof listens, same = sizeof type;
    if (!supervise.sockets)
        return -1;
    *address = (struct address){.size = sizeof address->at};
    if (supervise.sockets != 1 || getsockopt(FIRST_FD, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) || !listens ||
        getsockopt(FIRST_FD, SOL_SOCKET, SO_TYPE, &type, &same) || type != SOCK_STREAM ||
        getsockname(FIRST_FD, (struct sockaddr *)&address->at, &address->size) || (flags = fcntl(FIRST_FD, F_GETFL)) < 0 ||
        fcntl(FIRST_FD, F_SETFL, flags | O_NONBLOCK) || fcntl(FIRST_FD, F_SETFD, FD_CLOEXEC))
        return -2;
    return FIRST_FD;
}

void supervise_tell(const char *state)
{
    if (!supervise.size)
        return;
    ssize_t sent =
        sendto(supervise.fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&supervise.at, supervise.size);
    (void)sent; /* who does not listen is not told */
}

bool supervise_watched(void)
{
    return supervise.watched_us;
}

int supervise_pause(int most_ms)
{
    enum { PART = 4 }; /* a sign of life that comes late by one turn still comes at half of the time */
    long ms = supervise.watched_us / PART / 1000;
    return !supervise.watched_us || ms >= most_ms ? most_ms : ms ? (int)ms : 1;
}
