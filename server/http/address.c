#include "server/http/address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
#if __has_include(<linux/filter.h>)
#include <linux/filter.h>
#endif

enum { BACKLOG = 4096 }; /* a burst of clients that arrive at once must not be refused by the kernel */

static bool parse_port(const char *text, in_port_t *port)
{
    size_t digits = strspn(text, "0123456789");
    if (!digits || digits > 5 || text[digits])
        return false;
    long value = strtol(text, NULL, 10);
    *port = htons((uint16_t)value);
    return value <= 65535;
}

static bool look_up(const char *host, struct address *address)
{
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    if (getaddrinfo(host, NULL, &hints, &found) || !found)
        return false;
    memcpy(&address->at, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return true;
}

static bool parse_path(const char *path, struct address *address)
{
    struct sockaddr_un *un = (struct sockaddr_un *)&address->at;
    size_t n = strlen(path);
    if (!n || n >= sizeof un->sun_path)
        return false;
    un->sun_family = AF_UNIX;
    memcpy(un->sun_path, path, n + 1);
    address->size = sizeof *un;
    return true;
}

bool address_parse(const char *text, struct address *address)
{
    *address = (struct address){0};
    if (!strncmp(text, "unix:", 5))
        return parse_path(text + 5, address);
    struct sockaddr_in *four = (struct sockaddr_in *)&address->at;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&address->at;
    const char *colon = strrchr(text, ':');
    char host[256];
    in_port_t port;
    if (!colon || (size_t)(colon - text) >= sizeof host || !parse_port(colon + 1, &port))
        return false;
    size_t length = (size_t)(colon - text);
    bool bracketed = length >= 2 && text[0] == '[' && colon[-1] == ']';
    memcpy(host, text + bracketed, length - 2 * bracketed);
    host[length - 2 * bracketed] = '\0';
    if (!bracketed && strchr(host, ':'))
        return false;
    if (inet_pton(AF_INET6, host, &six->sin6_addr) == 1 && bracketed)
        address->at.ss_family = AF_INET6;
    else if (bracketed)
        return false;
    else if (inet_pton(AF_INET, *host ? host : "0.0.0.0", &four->sin_addr) == 1)
        address->at.ss_family = AF_INET;
    else if (!look_up(host, address))
        return false;
    if (address->at.ss_family == AF_INET6)
        six->sin6_port = port;
    else
        four->sin_port = port;
    address->size = address->at.ss_family == AF_INET6 ? sizeof *six : sizeof *four;
    return true;
}

void address_print(const struct address *address, char text[ADDRESS_TEXT_MAX])
{
    const struct sockaddr_in *four = (const struct sockaddr_in *)&address->at;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&address->at;
    char host[INET6_ADDRSTRLEN] = "?";
    if (address->at.ss_family == AF_UNIX) {
        snprintf(text, ADDRESS_TEXT_MAX, "unix:%s", ((const struct sockaddr_un *)&address->at)->sun_path);
    } else if (address->at.ss_family == AF_INET6) {
        inet_ntop(AF_INET6, &six->sin6_addr, host, sizeof host);
        snprintf(text, ADDRESS_TEXT_MAX, "[%s]:%u", host, ntohs(six->sin6_port));
    } else {
        inet_ntop(AF_INET, &four->sin_addr, host, sizeof host);
        snprintf(text, ADDRESS_TEXT_MAX, "%s:%u", host, ntohs(four->sin_port));
    }
}

/* A daemon that was killed leaves the file of its socket behind. */
static void clear_path(const struct address *address)
{
    const char *path = ((const struct sockaddr_un *)&address->at)->sun_path;
    struct stat found;
    int fd = lstat(path, &found) || !S_ISSOCK(found.st_mode) ? -1 : address_connect(address, 1);
    if (fd >= 0)
        close(fd);
    else if (errno == ECONNREFUSED)
        unlink(path);
}

void address_leave(const struct address *address)
{
    if (address->at.ss_family == AF_UNIX)
        unlink(((const struct sockaddr_un *)&address->at)->sun_path);
}

int address_listen(struct address *address)
{
    int one = 1, saved;
    bool path = address->at.ss_family == AF_UNIX;
    if (path)
        clear_path(address);
    int fd = socket(address->at.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    /* NODELAY is inherited by what is accepted, which saves a call for each connection. */
    if (!setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) &&
        (path || !setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one)) &&
        !bind(fd, (const struct sockaddr *)&address->at, address->size) && !listen(fd, BACKLOG) &&
        (path || !getsockname(fd, (struct sockaddr *)&address->at, &address->size)))
        return fd;
    saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

/* A listening socket that is closed resets what waits in its backlog; so what asks for a connection is dropped first. */
void address_quiet(int fd)
{
#ifdef BPF_STMT                                   /* without it, a moment's connections are lost */
    enum { FLAGS = 13, SYN = 2, SYN_ACK = 0x12 }; /* in the header of TCP */
    struct sock_filter no_syn[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, FLAGS),      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, SYN_ACK),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYN, 0, 1), BPF_STMT(BPF_RET | BPF_K, 0),
        BPF_STMT(BPF_RET | BPF_K, UINT32_MAX),
    };
    struct sock_fprog program = {.len = sizeof no_syn / sizeof *no_syn, .filter = no_syn};
    setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
#else
    (void)fd;
#endif
}

bool address_has_backlog(int fd)
{
    struct pollfd door = {.fd = fd, .events = POLLIN};
    return poll(&door, 1, 0) > 0 && !(door.revents & (POLLHUP | POLLERR | POLLNVAL));
}

int address_connect(const struct address *address, int timeout_s)
{
    struct address to = *address;
    struct sockaddr_in *four = (struct sockaddr_in *)&to.at;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&to.at;
    if (to.at.ss_family == AF_INET && four->sin_addr.s_addr == htonl(INADDR_ANY))
        four->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (to.at.ss_family == AF_INET6 && IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr))
        six->sin6_addr = in6addr_loopback;
    struct timeval timeout = {.tv_sec = timeout_s};
    int fd = socket(to.at.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0), saved;
    if (fd < 0)
        return -1;
    if (!setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout) &&
        !setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout) &&
        !connect(fd, (const struct sockaddr *)&to.at, to.size))
        return fd;
    saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

bool network_parse(const char *text, struct network *network)
{
    char host[INET6_ADDRSTRLEN];
    struct in_addr four;
    const char *slash = strchr(text, '/');
    size_t n = slash ? (size_t)(slash - text) : 0, digits = slash ? strspn(slash + 1, "0123456789") : 0;
    if (!n || n >= sizeof host || !digits || digits > 3 || slash[1 + digits])
        return false;
    memcpy(host, text, n);
    host[n] = '\0';
    unsigned bits = (unsigned)strtoul(slash + 1, NULL, 10);
    if (inet_pton(AF_INET, host, &four) == 1) {
        network->prefix = (struct in6_addr){.s6_addr = {[10] = 0xff, [11] = 0xff}};
        memcpy(network->prefix.s6_addr + 12, &four, sizeof four);
        network->bits = 96 + bits;
        return bits >= 1 && bits <= 32;
    }
    network->bits = bits;
    return inet_pton(AF_INET6, host, &network->prefix) == 1 && bits >= 1 && bits <= 128;
}

bool network_has(const struct network *network, const struct in6_addr *address)
{
    unsigned whole = network->bits / 8, rest = network->bits % 8;
    if (!network->bits || memcmp(&network->prefix, address, whole) != 0)
        return false;
    return !rest || !((network->prefix.s6_addr[whole] ^ address->s6_addr[whole]) >> (8 - rest));
}
