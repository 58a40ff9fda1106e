/* Where to listen or to connect: ADDR:PORT, with brackets around an IPv6 address. */
#ifndef GRUNDY_SERVER_HTTP_ADDRESS_H
#define GRUNDY_SERVER_HTTP_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

struct address {
    struct sockaddr_storage at;
    socklen_t size;
};

enum { ADDRESS_TEXT_MAX = 80 };

/* Names ("localhost:8080") are looked up; the first address is taken. An empty ADDR means every IPv4 address. */
bool address_parse(const char *text, struct address *address);
/* As it stands in a URL: 127.0.0.1:8080, [::1]:8080. */
void address_print(const struct address *address, char text[ADDRESS_TEXT_MAX]);
/* A socket that listens there, non-blocking; *address then has the port in use. -1: errno says why. */
int address_listen(struct address *address);
/* No connection begins any more; those that have begun can still be accepted. */
void address_quiet(int fd);
/* A socket connected to a daemon that listens there (the loopback address for "every address"). -1: errno says why. */
int address_connect(const struct address *address, int timeout_s);

#endif
