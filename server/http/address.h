/* Where to listen or to connect: ADDR:PORT, with brackets around an IPv6 address, or unix:PATH. */
#ifndef GRUNDY_SERVER_HTTP_ADDRESS_H
#define GRUNDY_SERVER_HTTP_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

struct address {
    struct sockaddr_storage at;
    socklen_t size;
};

enum { ADDRESS_TEXT_MAX = 120 };

/* ADDR/BITS; an IPv4 address is mapped. Of no bits: none. */
struct network {
    struct in6_addr prefix;
    unsigned bits;
};

/* Names ("localhost:8080") are looked up; the first address is taken. An empty ADDR means every IPv4 address. */
bool address_parse(const char *text, struct address *address);
bool network_parse(const char *text, struct network *network);
bool network_has(const struct network *network, const struct in6_addr *address);
/* As it stands in a URL: 127.0.0.1:8080, [::1]:8080; or unix:PATH. */
void address_print(const struct address *address, char text[ADDRESS_TEXT_MAX]);
/* A socket that listens there, non-blocking; *address then has the port in use. The file of a socket that nobody listens on any
 * more is replaced. -1: errno says why. */
int address_listen(struct address *address);
/* Removes the file of a socket that we listened on. */
void address_leave(const struct address *address);
/* No connection begins any more; those that have begun can still be accepted. */
void address_quiet(int fd);
/* Somebody is connected there who was not accepted yet: a socket that stops listening gives him nothing but a reset, however long
 * a busy machine takes to let him in. */
bool address_has_backlog(int fd);
/* A socket connected to a daemon that listens there (the loopback address for "every address"). -1: errno says why. */
int address_connect(const struct address *address, int timeout_s);

#endif
