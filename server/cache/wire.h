/* One connection to the second tier, and all that is known here of its protocol (by hiredis): the only file that opens sockets to
 * it. Everything ends by a moment that the caller names; a wire on which anything went wrong is of no further use. One thread at
 * a time. */
#ifndef GRUNDY_SERVER_CACHE_WIRE_H
#define GRUNDY_SERVER_CACHE_WIRE_H

#include "server/cache/place.h"

#include <netinet/in.h>
#include <stdint.h>
#include <sys/socket.h>

enum { WIRE_WHY = 128, WIRE_ARGUMENTS = 4, WIRE_ADDRESSES = 8 };

struct wire;

struct wire_address {
    struct sockaddr_storage at;
    socklen_t size; /* 0: not known */
};

/* The numbers behind the name, found once and kept: "localhost" is two, of which one may be nobody's. */
struct wire_addresses {
    struct wire_address list[WIRE_ADDRESSES];
    unsigned count;
};

/* Asks the resolver, which may take long: not where a request waits. False: *addresses stays as it was. */
bool wire_look_up(const struct cache_place *place, struct wire_addresses *addresses);

/* Connected, let in, and at the right database. NULL: `why` says what is wrong. */
struct wire *wire_open(const struct cache_place *place, const struct wire_address *address, uint64_t until, char why[WIRE_WHY]);
void wire_close(struct wire *wire);
/* Whether the other side has closed it, or said what it was not asked for. */
bool wire_is_stale(const struct wire *wire);

/* A command of texts, NULL last; answers come in the order of commands. */
bool wire_ask(struct wire *wire, uint64_t until, const char *const *words);
/* SET key value, the value in two parts. */
bool wire_set(struct wire *wire, uint64_t until, const char *key, const void *front, size_t front_size, const void *data,
              size_t data_size);

enum wire_answer { WIRE_BROKEN, WIRE_ERROR, WIRE_NUMBER, WIRE_BYTES };
/* The next answer: a number, or bytes (a status is bytes, too), of which at most `room` are copied; *n tells how many there are.
 * ERROR: the other side refused; wire_why() has its words. BROKEN: out of time, closed, or no sense in it. */
enum wire_answer wire_read(struct wire *wire, uint64_t until, void *to, size_t room, uint64_t *n);
const char *wire_why(const struct wire *wire);

#endif
