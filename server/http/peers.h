/* How many connections each client address has open: a limit for daemons that clients reach without a proxy. Thread-safe. */
#ifndef GRUNDY_SERVER_HTTP_PEERS_H
#define GRUNDY_SERVER_HTTP_PEERS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

struct peers;

/* NULL when memory is out. */
struct peers *peers_new(unsigned limit);
void peers_free(struct peers *peers);

/* IPv4 mapped; of a socket of the file system: none. */
struct in6_addr peers_address(const struct sockaddr *address);
/* What counts as one client: an IPv4 address (mapped), or an IPv6 network of 64 bits, for a client has as many addresses as it
 * likes in it. All that come through a socket of the file system are one. */
struct in6_addr peers_key(struct in6_addr address);
/* The same as one word; two clients may share it. */
uint64_t peers_client(struct in6_addr key);
/* False: that client has as many as it may. True: one more is counted until peers_leave(). */
bool peers_enter(struct peers *peers, struct in6_addr key);
void peers_leave(struct peers *peers, struct in6_addr key);

#endif
