#include "server/cache/wire.h"
#include "server/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    READ_BYTES = 16384,
    ANSWER_MAX = 1 << 18, /* bytes of one answer: more than anybody here asks for at once; endless ones are cut off */
};

struct wire {
    int fd;
    redisReader *reader;
    redisReplyObjectFunctions functions;
    size_t unread; /* bytes taken since the last whole answer */
    char why[WIRE_WHY];
    char bytes[READ_BYTES];
};

/* ---- the address ---- */

bool wire_look_up(const struct cache_place *place, struct wire_addresses *addresses)
{
    if (!*place->port) {
        struct sockaddr_un un = {.sun_family = AF_UNIX};
        snprintf(un.sun_path, sizeof un.sun_path, "%.*s", (int)sizeof un.sun_path - 1, place->host);
        *addresses = (struct wire_addresses){.count = 1, .list[0].size = sizeof un};
        memcpy(&addresses->list[0].at, &un, sizeof un);
        return true;
    }
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *found = NULL;
    if (getaddrinfo(place->host, place->port, &hints, &found) || !found)
        return false;
    *addresses = (struct wire_addresses){.count = 0};
    for (const struct addrinfo *one = found; one && addresses->count < WIRE_ADDRESSES; one = one->ai_next) {
        struct wire_address *address = &addresses->list[addresses->count++];
        memcpy(&address->at, one->ai_addr, one->ai_addrlen);
        address->size = one->ai_addrlen;
    }
    freeaddrinfo(found);
    return true;
}

/* ---- waiting ---- */

static bool fail(struct wire *wire, const char *why)
{
    snprintf(wire->why, sizeof wire->why, "%s", why);
    return false;
}

static bool wait_for(struct wire *wire, short events, uint64_t until)
{
    struct pollfd fd = {.fd = wire->fd, .events = events};
    for (;;) {
        uint64_t now = clock_now();
        int n = now < until ? poll(&fd, 1, (int)((until - now + MILLISECOND - 1) / MILLISECOND)) : 0;
        if (n > 0)
            return true;
        if (!n && clock_now() >= until)
            return fail(wire, "no answer in time");
        if (n < 0 && errno != EINTR)
            return fail(wire, strerror(errno));
    }
}

static bool send_all(struct wire *wire, uint64_t until, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = send(wire->fd, (const char *)bytes + done, size - done, MSG_NOSIGNAL);
        if (n > 0)
            done += (size_t)n;
        else if (errno == EAGAIN ? !wait_for(wire, POLLOUT, until) : errno != EINTR)
            return errno == EAGAIN ? false : fail(wire, strerror(errno));
    }
    return true;
}

static bool receive(struct wire *wire, uint64_t until)
{
    ssize_t n = recv(wire->fd, wire->bytes, sizeof wire->bytes, 0);
    if (n < 0 && errno == EINTR)
        return true;
    if (n < 0 && errno == EAGAIN)
        return wait_for(wire, POLLIN, until);
    if (n <= 0)
        return fail(wire, n ? strerror(errno) : "closed by the other side");
    wire->unread += (size_t)n;
    if (wire->unread > ANSWER_MAX || redisReaderFeed(wire->reader, wire->bytes, (size_t)n) != REDIS_OK)
        return fail(wire, "an answer without end");
    return clock_now() < until || fail(wire, "no answer in time"); /* a byte now and then is no answer */
}

/* ---- asking ---- */

bool wire_ask(struct wire *wire, uint64_t until, const char *const *words)
{
    char *command = NULL;
    int count = 0;
    const char *argv[WIRE_ARGUMENTS];
    for (; words[count] && count < WIRE_ARGUMENTS; count++)
        argv[count] = words[count];
    int n = redisFormatCommandArgv(&command, count, argv, NULL);
    if (n < 0)
        return fail(wire, "no memory");
    bool sent = send_all(wire, until, command, (size_t)n);
    redisFreeCommand(command);
    return sent;
}

bool wire_set(struct wire *wire, uint64_t until, const char *key, const void *front, size_t front_size, const void *data,
              size_t data_size)
{
    char begin[CACHE_HOST_MAX];
    int n = snprintf(begin, sizeof begin, "*3\r\n$3\r\nSET\r\n$%zu\r\n%s\r\n$%zu\r\n", strlen(key), key, front_size + data_size);
    return n > 0 && n < (int)sizeof begin && send_all(wire, until, begin, (size_t)n) &&
           send_all(wire, until, front, front_size) && send_all(wire, until, data, data_size) && send_all(wire, until, "\r\n", 2);
}

static enum wire_answer take(struct wire *wire, const redisReply *reply, void *to, size_t room, uint64_t *n)
{
    *n = 0;
    switch (reply->type) {
    case REDIS_REPLY_ERROR:
        fail(wire, reply->str);
        return WIRE_ERROR;
    case REDIS_REPLY_INTEGER:
        *n = reply->integer > 0 ? (uint64_t)reply->integer : 0;
        return WIRE_NUMBER;
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
        *n = reply->len;
        memcpy(to, reply->str, reply->len < room ? reply->len : room);
        return WIRE_BYTES;
    default:
        fail(wire, "an answer of another kind");
        return WIRE_BROKEN;
    }
}

enum wire_answer wire_read(struct wire *wire, uint64_t until, void *to, size_t room, uint64_t *n)
{
    for (;;) {
        void *got = NULL;
        if (redisReaderGetReply(wire->reader, &got) != REDIS_OK) {
            fail(wire, "no sense in the answer");
            return WIRE_BROKEN;
        }
        if (got) {
            enum wire_answer answer = take(wire, got, to, room, n);
            freeReplyObject(got);
            wire->unread = wire->reader->len - wire->reader->pos;
            return answer;
        }
        if (!receive(wire, until))
            return WIRE_BROKEN;
    }
}

const char *wire_why(const struct wire *wire)
{
    return wire->why;
}

/* ---- opening and closing ---- */

/* Nobody asks for a list, and the room for one of a thousand million entries would be taken before the first has come. */
static __attribute__((unused)) void *no_list(const redisReadTask *task, int entries)
{
    (void)task, (void)entries;
    return NULL;
}

/* The same for hiredis 1.0 and above. */
static __attribute__((unused)) void *no_list_wide(const redisReadTask *task, size_t entries)
{
    (void)task, (void)entries;
    return NULL;
}

static bool connect_to(struct wire *wire, const struct wire_address *address, uint64_t until)
{
    int error = 0, on = 1;
    socklen_t size = sizeof error;
    if (!address->size)
        return fail(wire, "the name of the host is not known");
    wire->fd = socket(address->at.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (wire->fd < 0)
        return fail(wire, strerror(errno));
    if (address->at.ss_family != AF_UNIX)
        setsockopt(wire->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(wire->fd, (const struct sockaddr *)&address->at, address->size)) {
        if (errno != EINPROGRESS)
            return fail(wire, strerror(errno));
        if (!wait_for(wire, POLLOUT, until))
            return false;
        if (getsockopt(wire->fd, SOL_SOCKET, SO_ERROR, &error, &size) || error)
            return fail(wire, strerror(error ? error : errno));
    }
    return true;
}

static bool said_ok(struct wire *wire, uint64_t until)
{
    char text[2];
    uint64_t n;
    enum wire_answer answer = wire_read(wire, until, text, sizeof text, &n);
    if (answer == WIRE_BYTES && n == 2 && !memcmp(text, "OK", 2))
        return true;
    return answer == WIRE_BYTES || answer == WIRE_NUMBER ? fail(wire, "no sense in the answer") : false;
}

static bool enter(struct wire *wire, const struct cache_place *place, uint64_t until)
{
    char db[16];
    snprintf(db, sizeof db, "%u", place->db);
    if (*place->password && (!wire_ask(wire, until, (const char *[]){"AUTH", place->password, NULL}) || !said_ok(wire, until)))
        return false;
    return !place->db || (wire_ask(wire, until, (const char *[]){"SELECT", db, NULL}) && said_ok(wire, until));
}

struct wire *wire_open(const struct cache_place *place, const struct wire_address *address, uint64_t until, char why[WIRE_WHY])
{
    struct wire *wire = malloc(sizeof *wire);
    snprintf(why, WIRE_WHY, "no memory");
    if (!wire)
        return NULL;
    *wire = (struct wire){.fd = -1, .reader = redisReaderCreate()};
    if (!wire->reader) {
        free(wire);
        return NULL;
    }
    wire->functions = *wire->reader->fn;
    wire->functions.createArray = _Generic(wire->functions.createArray, void *(*)(const redisReadTask *, int)
                                           : no_list, void *(*)(const redisReadTask *, size_t)
                                           : no_list_wide);
    wire->reader->fn = &wire->functions;
    if (connect_to(wire, address, until) && enter(wire, place, until))
        return wire;
    snprintf(why, WIRE_WHY, "%s", wire->why);
    wire_close(wire);
    return NULL;
}

void wire_close(struct wire *wire)
{
    if (wire->fd >= 0)
        close(wire->fd);
    redisReaderFree(wire->reader);
    free(wire);
}

bool wire_is_stale(const struct wire *wire)
{
    char byte;
    return recv(wire->fd, &byte, 1, MSG_PEEK) >= 0 || errno != EAGAIN;
}
