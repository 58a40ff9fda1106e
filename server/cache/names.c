#define _GNU_SOURCE /* pipe2 */
#include "server/cache/names.h"
#include "server/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* For these nobody has to be asked. */
static bool is_number(const struct cache_place *place)
{
    struct in6_addr any;
    return !*place->port || inet_pton(AF_INET, place->host, &any) == 1 || inet_pton(AF_INET6, place->host, &any) == 1;
}

_Noreturn static void ask(const struct cache_place *place, int to)
{
    struct wire_addresses found = {.count = 0};
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    ssize_t told = wire_look_up(place, &found) ? write(to, &found, sizeof found) : 0;
    _exit(told != sizeof found);
}

static bool hear(int from, struct wire_addresses *addresses, uint64_t until)
{
    struct pollfd pipe = {.fd = from, .events = POLLIN};
    struct wire_addresses found;
    for (;;) {
        uint64_t now = clock_now();
        int n = now < until ? poll(&pipe, 1, (int)((until - now + MILLISECOND - 1) / MILLISECOND)) : 0;
        if (n > 0)
            break;
        if (!n || errno != EINTR)
            return false;
    }
    if (read(from, &found, sizeof found) != sizeof found)
        return false;
    *addresses = found;
    return true;
}

bool names_look_up(const struct cache_place *place, struct wire_addresses *addresses, uint64_t patience)
{
    uint64_t until = clock_now() + patience;
    int ends[2];
    if (is_number(place) || pipe2(ends, O_CLOEXEC))
        return wire_look_up(place, addresses);
    pid_t child = fork();
    if (!child)
        ask(place, ends[1]);
    close(ends[1]);
    bool found = child > 0 ? hear(ends[0], addresses, until) : wire_look_up(place, addresses);
    close(ends[0]);
    if (child > 0) {
        kill(child, SIGKILL);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    return found;
}
